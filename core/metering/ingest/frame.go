package ingest

import (
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/ingest/intake"
)

// frame is what an import goes into. No step changes it.
type frame struct {
	op       metering.Operation
	sites    []metering.Site
	against  intake.Against
	finality metering.Finality
	importID id.ID // none for datasets at hand
	dryRun   bool  // it is only found out what would change
}

// monthRows are the curves of a month as they are stored.
type monthRows map[metering.SeriesKey]metering.SeriesMonth

// arrived is what the files of an import are: recognised first, then checked.
type arrived struct {
	intake.Checked
	sets  []curvefile.Dataset // to be checked
	files []curvefile.FileUnderstanding
	open  bool // a file leaves something open, which a dry run tells
	// Of a monthly file.
	lines      []metering.RegisterVolume
	lineMonths []civil.Month
}

// refused is what is wrong with the files of an import; nil when nothing is.
func (a arrived) refused(i Import) error {
	if a.Refusals.Any() || a.Points > 0 || len(a.Periods) > 0 || a.open {
		return a.Refusals.Err()
	}
	nothing := metering.ErrNoValues
	if i.Kind == KindPull {
		nothing = metering.ErrNothingGiven.With("from", i.Days.From.String()).With("to", i.Days.Last().String())
	}
	// What was noticed may be why: a pull of which every site was refused.
	return metering.ErrRejected.Of(append([]*fault.Error{nothing}, a.Remarks.First...)...)
}
