package paper

import (
	"testing"

	"github.com/openpmo/pmo/internal/pinnedtest"
)

// TestPinned: conversions leave out nothing that they did not leave out before.
func TestPinned(t *testing.T) {
	t.Parallel()
	pinnedtest.Functions(t, "pinned", map[string]any{"toAPIPaper": toAPIPaper, "toAPIPapers": toAPIPapers, "toAPIPaperMail": toAPIPaperMail})
}
