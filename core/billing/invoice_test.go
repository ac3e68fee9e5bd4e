package billing_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
)

func TestNumbersAndReferences(t *testing.T) {
	t.Parallel()
	n, err := billing.FormatNumber("COM", 2026, 7)
	require.NoError(t, err)
	require.Equal(t, "COM-2026-00007", n)
	n, err = billing.FormatNumber("COM", 2026, 1_234_567)
	require.NoError(t, err)
	require.Equal(t, "COM-2026-1234567", n)
	require.Equal(t, "+++000/0000/00101+++", billing.StructuredCommunication(1))
	for seq := range 500 {
		s := billing.StructuredCommunication(int64(billing.MaxReference - seq))
		require.Regexp(t, `^\+\+\+\d{3}/\d{4}/\d{5}\+\+\+$`, s)
		var body, key int64
		digits := s[3:6] + s[7:11] + s[12:17]
		for _, r := range digits[:10] {
			body = body*10 + int64(r-'0')
		}
		for _, r := range digits[10:] {
			key = key*10 + int64(r-'0')
		}
		want := body % 97
		if want == 0 {
			want = 97
		}
		require.Equal(t, want, key)
	}
}

// TestWhatWasNotChargedIsMadeAgain when its energy, its kind or its amount would be another
// today, and not otherwise.
func TestWhatWasNotChargedIsMadeAgain(t *testing.T) {
	t.Parallel()
	stored := billing.Invoice{Type: billing.TypeStatement, Energy: 100}
	require.True(t, stored.SameOutcome(billing.Invoice{Type: billing.TypeStatement, Energy: 100}, nil))
	require.False(t, stored.SameOutcome(billing.Invoice{Type: billing.TypeStatement, Energy: 101}, nil), "a corrected statement, still of nothing to pay")
	require.False(t, stored.SameOutcome(billing.Invoice{Type: billing.TypeInvoice, Energy: 100}, nil), "no longer one person")
	require.False(t, stored.SameOutcome(billing.Invoice{Type: billing.TypeStatement, Energy: 100, Amount: 1}, nil))
	require.False(t, stored.SameOutcome(billing.Invoice{Type: billing.TypeStatement, Energy: 100}, billing.ErrVolumeUnpriced))
}
