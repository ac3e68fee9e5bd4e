package economy

import (
	"testing"

	"github.com/openpmo/pmo/internal/pinnedtest"
)

// TestPinned: conversions leave out nothing that they did not leave out before.
func TestPinned(t *testing.T) {
	t.Parallel()
	pinnedtest.Functions(t, "pinned", map[string]any{"toAPIPriceConfig": toAPIPriceConfig, "toAPIEconomy": toAPIEconomy, "toAPISupplierBill": toAPISupplierBill, "ToAPITRVPrice": ToAPITRVPrice, "FromAPITRVPriceCreation": FromAPITRVPriceCreation})
}
