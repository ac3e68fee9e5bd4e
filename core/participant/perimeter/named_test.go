package perimeter

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/participant"
)

// TestAllTouchedInvoicesAreCounted, once each, and the first twenty are named.
func TestAllTouchedInvoicesAreCounted(t *testing.T) {
	t.Parallel()
	september := civil.NewMonth(2026, 9).Range()
	var found []participant.Touch
	for range 25 {
		one := participant.Touch{TouchedInvoice: participant.TouchedInvoice{ID: id.New(), Days: september}, Moved: september}
		found = append(found, one, one)
	}
	touched := touchedBy(found)
	require.Equal(t, []int{25, 20}, []int{touched.Count, len(touched.Invoices)})
	require.Equal(t, []civil.Month{civil.NewMonth(2026, 9)}, touched.Months)
	require.NotEqual(t, touched.Invoices[0].ID, touched.Invoices[1].ID)
}
