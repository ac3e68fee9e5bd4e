package coefficientset

import (
	"context"
	"io"

	"github.com/openpmo/pmo/core/allocation/coefficient"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
)

// CoefficientSets stores coefficients. Nothing stored changes; events are added.
type CoefficientSets interface {
	// Add stores a set with its files and its first event. Earlier ones of the month are
	// superseded, but for the one that the operator has.
	Add(ctx context.Context, s CoefficientSet) error
	// ByID reads one; values says whether with the values of its files.
	// Error: coefficients.notFound.
	ByID(ctx context.Context, operationID, setID id.ID, values bool) (CoefficientSet, error)
	// Current reads the sets of each month of an operation that are not superseded, newest
	// month first: the last one that was made, then the one that the operator has where
	// that is another.
	Current(ctx context.Context, operationID id.ID, months []civil.Month, values bool) ([]CoefficientSet, error)
	// AddEvent adds a state to a set.
	AddEvent(ctx context.Context, operationID, setID id.ID, e CoefficientEvent) error
}

// CoefficientFiles writes and reads the files of the operator.
type CoefficientFiles interface {
	// FileName is how the operator wants the file of a set to be called.
	FileName(s coefficient.Set) string
	// Write writes a set. Errors: coefficients.stepMissing, coefficients.steps.
	Write(w io.Writer, s coefficient.Set) error
	// Read reads a file. Errors: MissingColumns, import.empty, import.rejected.
	Read(ctx context.Context, name string, in io.Reader, zone civil.Zone) (coefficient.Set, error)
}
