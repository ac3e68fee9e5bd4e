package publishing_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing/publishing"
)

func TestNumbersAndReferences(t *testing.T) {
	t.Parallel()
	n, err := publishing.FormatNumber("COM", 2026, 7)
	require.NoError(t, err)
	require.Equal(t, "COM-2026-00007", n)
	n, err = publishing.FormatNumber("COM", 2026, 1_234_567)
	require.NoError(t, err)
	require.Equal(t, "COM-2026-1234567", n)
	require.Equal(t, "+++000/0000/00101+++", publishing.StructuredCommunication(1))
	for seq := range 500 {
		s := publishing.StructuredCommunication(int64(publishing.MaxReference - seq))
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
