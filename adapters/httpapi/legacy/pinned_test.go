package legacy

import (
	"testing"

	"github.com/openpmo/pmo/internal/pinnedtest"
)

// TestPinned: conversions leave out nothing that they did not leave out before.
func TestPinned(t *testing.T) {
	t.Parallel()
	pinnedtest.Functions(t, "pinned", map[string]any{"fromAPIConfigCreation": fromAPIConfigCreation, "fromAPIConfigUpdate": fromAPIConfigUpdate,
		"toAPIConfig": toAPIConfig, "toAPIConfigs": toAPIConfigs, "FromAPIBillUpdate": FromAPIBillUpdate, "toAPIBill": toAPIBill, "toAPIBills": toAPIBills, "toAPIGeneration": toAPIGeneration, "toAPIContract": toAPIContract, "toAPIContracts": toAPIContracts,
		"fromAPIMigration": fromAPIMigration, "toAPIMigration": toAPIMigration, "toAPIMigratedPlan": toAPIMigratedPlan, "toAPILacks": toAPILacks})
}
