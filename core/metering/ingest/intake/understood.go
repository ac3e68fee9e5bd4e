package intake

import (
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

// Understood is how files were read.
type Understood struct {
	Sets     []curvefile.Dataset // that leave nothing open
	Files    []curvefile.FileUnderstanding
	Open     bool // one leaves something open, which a dry run tells
	Refusals Refusals
}

// Understand says how files were read. One that leaves something open is told in a dry run,
// and refused else.
func Understand(zone civil.Zone, sets []curvefile.Dataset, dryRun bool) (out Understood) {
	for _, set := range sets {
		u := set.AsUnderstood()
		out.Files = append(out.Files, u)
		switch {
		case !u.Open():
			out.Sets = append(out.Sets, set)
		case dryRun:
			out.Open = true
		default:
			out.Refusals = out.Refusals.With(Local(zone, metering.ErrMappingNeeded.With("fileName", set.FileName).With("questions", u.Asked())))
		}
	}
	return out
}
