package assembly_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/assembly"
	"github.com/openpmo/pmo/core/coretest"
)

type plans struct{ billing.Plans }

// TestEveryServiceIsMade: what is assembled leaves no use case out.
func TestEveryServiceIsMade(t *testing.T) {
	t.Parallel()
	s := assembly.Assemble(assembly.Parts{Stores: billing.Stores{Plans: plans{}}})
	coretest.Whole(t, s)
	require.Equal(t, plans{}, s.Agreements.Plans)
}
