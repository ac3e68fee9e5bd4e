package assembly_test

import (
	"testing"

	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/metering/assembly"
)

// TestEveryServiceIsMade: what is assembled leaves no use case out.
func TestEveryServiceIsMade(t *testing.T) {
	t.Parallel()
	coretest.Whole(t, assembly.Assemble(assembly.Parts{}))
}
