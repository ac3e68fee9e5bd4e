package publishing

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
)

// TestMonthsOfInvoicesAscend, each once, whatever the order of the invoices: it is the order in which months are
// locked, and two who lock them in two orders would wait for each other.
func TestMonthsOfInvoicesAscend(t *testing.T) {
	t.Parallel()
	of := func(from, to civil.Date) billing.Invoice {
		return billing.Invoice{Days: civil.Range{From: from, To: to}}
	}
	invoices := []billing.Invoice{
		of(civil.NewDate(2026, 11, 1), civil.NewDate(2026, 12, 1)), of(civil.NewDate(2026, 1, 15), civil.NewDate(2026, 3, 2)),
		of(civil.NewDate(2026, 10, 31), civil.NewDate(2026, 11, 2)), of(civil.NewDate(2025, 12, 1), civil.NewDate(2026, 1, 1)),
	}
	want := []civil.Month{civil.NewMonth(2025, 12), civil.NewMonth(2026, 1), civil.NewMonth(2026, 2), civil.NewMonth(2026, 3), civil.NewMonth(2026, 10), civil.NewMonth(2026, 11)}
	require.Equal(t, want, monthsOf(invoices))
	slices.Reverse(invoices)
	require.Equal(t, want, monthsOf(invoices))
}
