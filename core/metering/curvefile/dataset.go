// Package curvefile is the language of curve files between their readers and imports: values with
// their steps, what was understood, what is asked, and the answers.
package curvefile

import (
	"context"
	"io"
	"maps"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

// Labels says which end of a step the times in a file name (domain 2.2). Runs always
// hold starts; this is shown in the preview only.
type Labels string

// The two habits.
const (
	LabelsStart Labels = "START"
	LabelsEnd   Labels = "END"
)

// Status is what a file says of how final its values are.
type Status int

// StatusNone is a file that says nothing.
const (
	StatusNone Status = iota
	StatusProvisional
	StatusEstimated
	StatusDefinitive
)

// Run is a stretch of consecutive steps of one site and nature, in time order, no
// holes inside. A hole ends a run: a value that is not in the file is a gap.
type Run struct {
	Start  int64            // unix seconds of the first step's START, on a multiple of Step
	Step   int32            // seconds: 300, 600, 900, 1800 or 3600
	Values []energy.MilliWh // energy per step, rounded once by the reader (energy.FromWatts)
	// Quality has one element a value, never Missing; nil = all are what the Readings'
	// Status says. Where the file has no status a measured value is Provisional, a
	// doubtful one Suspect, one the operator computed Estimated.
	Quality []loadcurve.Quality
	Row     int // line of the first value in the file, from 1
}

// Readings are the values of one site and nature in one file.
type Readings struct {
	DsoID    string          // PRM or EAN, as text
	Nature   metering.Nature // Complement is allowed: with Autoconso it makes Conso
	Side     metering.Side   // NoSide = that of the participant; Sibelga tells by the kind of volume
	Unit     string          // as written: W, KW, WH, KWH
	Labels   Labels
	Status   Status
	Runs     []Run // ascending; two that overlap are a duplicate, and an error
	Doubtful int   // values the operator marks as doubtful
}

// Dataset is what one file holds (a zip holds several).
type Dataset struct {
	FileName string
	Format   string // as the contract names it: R63, ACC_CSV_LONG, SIBELGA_QUARTER
	// History is true for a site's own history (R63, customer files): what lies
	// outside its activation is then left out, with a warning; else it is an error.
	History  bool
	Readings []Readings
	// Rows are the lines of values, where the reader counts them.
	Rows int
	// Part says which of the two files of a Sibelga upload it is; PartNone for others.
	Part UploadPart
	// Registers are the lines of a monthly file.
	Registers []metering.RegisterVolume
	Warnings  []*fault.Error
	// Periods are what the file says of whole periods, apart from curves.
	Periods []metering.PeriodReading
	// Understood tells how the file was read. With open questions there are no
	// Readings. nil = the layout leaves nothing open.
	Understood *FileUnderstanding
}

// UploadPart is the part a file plays in an upload of two.
type UploadPart int

// The parts of a Sibelga upload.
const (
	PartNone UploadPart = iota
	PartMonthly
	PartQuarters
)

// FileReader reads curve files of any layout pmo knows; which one is seen from the
// content. A zip gives one Dataset a file in it. Times without an offset are in zone.
//
// Errors are faults with the line in Row and the column in Field, all of a file at
// once where possible: UnknownFile {fileName}, MissingColumns {columns, fileName},
// InvalidFileName, prm.length and so on. On error nothing of the file is used.
type FileReader interface {
	Read(ctx context.Context, name string, size int64, open func() (io.ReadCloser, error), zone civil.Zone) ([]Dataset, error)
	// With is a reader that knows more about the files it will get.
	With(hints FileHints) FileReader
}

// Months are those that a file is of, ascending.
func (d Dataset) Months(zone civil.Zone) []civil.Month {
	found := map[civil.Month]bool{}
	for _, r := range d.Registers {
		found[r.Month()] = true
	}
	for _, r := range d.Readings {
		for _, run := range r.Runs {
			end := run.Start + int64(len(run.Values))*int64(run.Step) - 1
			from, to := zone.DateOf(time.Unix(run.Start, 0)), zone.DateOf(time.Unix(end, 0))
			for _, m := range civil.MonthsOf(civil.Range{From: from, To: to + 1}) {
				found[m] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// AsUnderstood is what the reader says of a file. Readers of known layouts need say
// nothing: their files leave nothing open, and the rest follows from the readings.
func (d Dataset) AsUnderstood() FileUnderstanding {
	u := FileUnderstanding{}
	if d.Understood != nil {
		u = *d.Understood
	}
	u.FileName, u.Format = d.FileName, d.Format
	u.addCurves(d.Readings)
	if d.Understood != nil {
		return u
	}
	u.Rows = d.Rows
	steps := map[int32]int{}
	for i, r := range d.Readings {
		unit := FileUnit(r.Unit)
		if i == 0 {
			u.Unit, u.Labels = unit, r.Labels
		}
		if u.Unit != unit {
			u.Unit = ""
		}
		for _, run := range r.Runs {
			steps[run.Step] += len(run.Values)
			u.cover(run.Start, run.Start+int64(run.Step)*int64(len(run.Values)))
		}
	}
	for step, n := range steps {
		if n > steps[u.Step] || n == steps[u.Step] && step < u.Step {
			u.Step = step
		}
	}
	return u
}
