package enedis

import (
	"context"
	"io"

	"github.com/openpmo/pmo/core/allocation/coefficient"
	"github.com/openpmo/pmo/core/allocation/coefficientset"
	"github.com/openpmo/pmo/core/civil"
)

// CoefficientFiles writes files in one layout and reads those of any
// (allocation.CoefficientFiles).
type CoefficientFiles struct{ CoefficientFormat }

var _ coefficientset.CoefficientFiles = CoefficientFiles{}

// Read reads a coefficient file; see ReadCoefficients.
func (CoefficientFiles) Read(ctx context.Context, name string, in io.Reader, zone civil.Zone) (coefficient.Set, error) {
	return ReadCoefficients(ctx, name, in, zone)
}
