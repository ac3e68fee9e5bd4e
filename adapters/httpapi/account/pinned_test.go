package account

import (
	"testing"

	"github.com/openpmo/pmo/internal/pinnedtest"
)

// TestPinned: conversions leave out nothing that they did not leave out before.
func TestPinned(t *testing.T) {
	t.Parallel()
	pinnedtest.Functions(t, "pinned", map[string]any{
		"toAPIColumns":             toAPIColumns,
		"fromAPIAccountInfoUpdate": fromAPIAccountInfoUpdate, "fromAPITokenCreation": fromAPITokenCreation, "permissionTexts": permissionTexts, "toAPIAccountInfo": toAPIAccountInfo,
		"toAPIColumnChoice": toAPIColumnChoice, "toAPIConfig": toAPIConfig, "toAPIOpenSession": toAPIOpenSession, "toAPISecondFactor": toAPISecondFactor, "toAPIProviderEnd": toAPIProviderEnd, "toAPISession": toAPISession, "toAPIToken": toAPIToken, "toAPIViewing": toAPIViewing,
	})
}
