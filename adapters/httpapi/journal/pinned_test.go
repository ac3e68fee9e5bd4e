package journal

import (
	"testing"

	"github.com/openpmo/pmo/internal/pinnedtest"
)

// TestPinned: conversions leave out nothing that they did not leave out before.
func TestPinned(t *testing.T) {
	t.Parallel()
	pinnedtest.Functions(t, "pinned", map[string]any{
		"fromAPIAccounts": fromAPIAccounts,
		"toAPISeller":     toAPISeller, "toAPIAccounts": toAPIAccounts, "toAPIExport": toAPIExport, "toAPILock": toAPILock, "toAPICutOff": toAPICutOff})
}
