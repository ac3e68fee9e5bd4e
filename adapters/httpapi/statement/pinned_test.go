package statement

import (
	"testing"

	"github.com/openpmo/pmo/internal/pinnedtest"
)

// TestPinned: conversions leave out nothing that they did not leave out before.
func TestPinned(t *testing.T) {
	t.Parallel()
	pinnedtest.Functions(t, "pinned", map[string]any{
		"toAPIStatements": toAPIStatements, "toAPIMovements": toAPIMovements,
		"toAPIStatement": toAPIStatement, "toAPISummary": toAPISummary, "toAPILine": toAPILine, "toAPIDrafted": toAPIDrafted, "toAPIResults": toAPIResults,
		"toAPIOwed": toAPIOwed, "toAPIPayout": toAPIPayout, "toAPIOrdered": toAPIOrdered, "toAPIMovement": toAPIMovement, "toAPISettings": toAPISettings})
}
