package coefficientset

import (
	"io"
	"slices"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/coefficient"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
)

// NamedFile is a received coefficient file.
type NamedFile struct {
	Name    string
	Content io.Reader
}

// ImportCoefficientsInput is coefficient files made elsewhere; dry run only checks.
type ImportCoefficientsInput struct {
	OperationID id.ID
	Files       []NamedFile
	DryRun      bool
}

// CoefficientCheck is files beside the set they should be.
type CoefficientCheck struct {
	Rows        int
	Differences int // cells that differ
	// Energy is between what the files give, applied, and what the set gives; nil when
	// not all files were given.
	Energy *energy.MilliWh
	Errors []*fault.Error // of the files themselves
}

// compare counts the cells of one file that differ from its twin in the set.
func (c *CoefficientCheck) compare(name string, set CoefficientSet, got coefficient.Set) {
	i := slices.IndexFunc(set.Files, func(f CoefficientFile) bool { return f.Producer == got.Producer })
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
