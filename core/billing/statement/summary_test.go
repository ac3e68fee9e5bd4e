package statement

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
)

// TestWhatIsToBeReceived: only what is published, of an amount, and not paid; the first day counts.
func TestWhatIsToBeReceived(t *testing.T) {
	t.Parallel()
	day := func(text string) *civil.Date {
		d, err := civil.ParseDate(text)
		require.NoError(t, err)
		return &d
	}
	list := []Statement{
		{Status: Published, Amount: 8611, Payment: billing.PaymentPending, DueDate: day("2026-12-06")},
		{Status: Published, Amount: 100, Payment: billing.PaymentFailed, DueDate: day("2026-11-06")},
		{Status: Published, Amount: 999, Payment: billing.PaymentSucceeded, DueDate: day("2026-10-06")},
		{Status: Published, Payment: billing.PaymentPending, DueDate: day("2026-10-06")}, // of nothing
		{Status: Cancelled, Amount: 77, DueDate: day("2026-10-06")},
		{Status: Draft, Amount: 55},
	}
	require.Equal(t, ToReceive{Amount: 8711, Count: 2, Due: day("2026-11-06")}, toReceive(list, *day("2026-11-06")))
	require.True(t, toReceive(list, *day("2026-11-07")).Overdue)
	require.Equal(t, ToReceive{}, toReceive(nil, *day("2026-11-07")))
}
