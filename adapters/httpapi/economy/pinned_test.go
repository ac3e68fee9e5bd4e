package economy

import (
	"fmt"
	"testing"

	"github.com/oapi-codegen/nullable"

	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	core "github.com/openpmo/pmo/core/economy"
	"github.com/openpmo/pmo/internal/pinnedtest"
)

// priceConfigUpdate has hours as the contract asks for.
func priceConfigUpdate(b model.PriceConfigUpdate) (func(core.Supply) core.Supply, error) {
	for i, at := range []*nullable.Nullable[string]{&b.PeakHourStart, &b.OffPeakHourStart} {
		if at.IsSpecified() && !at.IsNull() {
			at.Set(fmt.Sprintf("%02d:00", (len(at.MustGet())+9*i)%24))
		}
	}
	return fromAPIPriceConfigUpdate(b)
}

// TestPinned: conversions leave out nothing that they did not leave out before.
func TestPinned(t *testing.T) {
	t.Parallel()
	pinnedtest.Functions(t, "pinned", map[string]any{
		"supplyOf": supplyOf, "FromAPITRVPriceUpdate": FromAPITRVPriceUpdate, "fromAPIPriceConfigUpdate": priceConfigUpdate,
		"toAPIPriceConfig": toAPIPriceConfig, "toAPIEconomy": toAPIEconomy, "toAPILocalValue": toAPILocalValue, "toAPISupplierBill": toAPISupplierBill, "ToAPITRVPrice": ToAPITRVPrice, "FromAPITRVPriceCreation": FromAPITRVPriceCreation})
}
