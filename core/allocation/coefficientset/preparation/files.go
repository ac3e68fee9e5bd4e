package preparation

import (
	"io"
	"slices"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/coefficient"
	"github.com/openpmo/pmo/core/allocation/coefficientset"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
)

// NamedFile is a received coefficient file.
type NamedFile struct {
	Name    string
	Content io.Reader
}

// ImportInput is coefficient files made elsewhere; dry run only checks.
type ImportInput struct {
	OperationID id.ID
	Files       []NamedFile
	DryRun      bool
}

// Check is files beside the set they should be.
type Check struct {
	Rows        int
	Differences int // cells that differ
	// Energy is between what the files give, applied, and what the set gives; nil when
	// not all files were given.
	Energy *energy.MilliWh
	Errors []*fault.Error // of the files themselves
}

// compare counts the cells of one file that differ from its twin in the set.
func (c *Check) compare(name string, set coefficientset.CoefficientSet, got coefficient.Set) {
	i := slices.IndexFunc(set.Files, func(f coefficientset.CoefficientFile) bool { return f.Producer == got.Producer })
	if i < 0 {
		c.Errors = append(c.Errors, coefficient.ErrProducerUnknown.With("value", got.Producer).With("fileName", name))
		return
	}
	differences, err := coefficient.Compare(set.Files[i].Set, got)
	if err != nil {
		c.Errors = append(c.Errors, allocation.ErrCoefficientDays.With("fileName", name))
		return
	}
	c.Differences += coefficient.Changed(differences)
}
