package admin

import (
	"testing"

	"github.com/openpmo/pmo/internal/pinnedtest"
)

// TestPinned: conversions leave out nothing that they did not leave out before.
func TestPinned(t *testing.T) {
	t.Parallel()
	pinnedtest.Functions(t, "pinned", map[string]any{
		"fromAPIEmissionFactorUpdate":   fromAPIEmissionFactorUpdate,
		"fromAPIEmissionFactorCreation": fromAPIEmissionFactorCreation, "toAPIEmissionFactor": toAPIEmissionFactor,
		"addFilters": addFilters, "contentRange": contentRange, "fromAPIAdminOperationCreation": fromAPIAdminOperationCreation, "fromAPIAdminOperationUpdate": fromAPIAdminOperationUpdate,
		"fromAPIAdminUserCreation": fromAPIAdminUserCreation, "fromAPIAdminUserUpdate": fromAPIAdminUserUpdate, "toAPIAdminOperation": toAPIAdminOperation, "toAPIAdminUser": toAPIAdminUser,
	})
}
