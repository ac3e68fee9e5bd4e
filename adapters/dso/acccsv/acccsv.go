// Package acccsv reads curves in the layout ACC-CSV 1, long form: our own, for the
// operators that publish none, and a fallback for the others (domain 4.2). Each line
// is one value of one site and nature, with its unit and how final it is.
//
// Meaning of time: horodate is the start of the step, with an offset.
package acccsv

import (
	"context"
	"time"

	"github.com/openpmo/pmo/adapters/dso/files"
	"github.com/openpmo/pmo/adapters/dso/text"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

// Columns of the long form, in their usual order; any order is read.
var Columns = []string{"prm", "nature", "horodate", "pas", "valeur", "unite", "statut"}

// Format is the name in the contract.
const Format = "ACC_CSV_LONG"

// Natures are the words of the column nature.
var Natures = map[string]metering.Nature{
	"CONSO": metering.Conso, "PROD": metering.Prod, "AUTOCONSO": metering.Autoconso, "SURPLUS": metering.Surplus,
	"COMPLEMENT": metering.Complement, "PROD_EXT": metering.ProdExt, "CONSO_EXT": metering.ConsExt,
}

var steps = map[string]int32{"PT5M": 300, "PT10M": 600, "PT15M": 900, "PT30M": 1800, "PT60M": 3600, "PT1H": 3600}

var units = map[string]text.Unit{"W": text.Watt, "KW": text.Kilowatt, "WH": text.WattHour, "KWH": text.KilowattHour}

var qualities = map[string]loadcurve.Quality{"D": loadcurve.Definitive, "P": loadcurve.Provisional, "E": loadcurve.Estimated}

// Long reads the long form.
type Long struct{}

var _ files.Format = Long{}

// Recognise finds the columns in the first line.
func (Long) Recognise(head []byte) (found int, missing []string) { return files.Columns(head, Columns) }

// Read reads a file. Errors: import.empty, import.rejected with items by line.
func (Long) Read(ctx context.Context, in files.Input) (curvefile.Dataset, error) {
	r := &reader{scales: map[scaleKey]*text.Scale{}}
	table, err := text.NewTable(in.Reader, text.Layout{TimeColumn: "horodate", ValueColumn: "valeur", Shape: r.shape})
	if err != nil {
		return curvefile.Dataset{}, err
	}
	for i, name := range Columns {
		r.at[i] = table.Header.Index(name)
	}
	if err := table.Read(ctx); err != nil {
		return curvefile.Dataset{}, err
	}
	set := curvefile.Dataset{FileName: in.Name, Format: Format}
	set.Readings = r.Readings(table, curvefile.LabelsStart, status)
	set.Warnings = r.Warnings(table)
	switch {
	case table.Refusals.Any():
		return curvefile.Dataset{}, metering.ErrRejected.With("fileName", in.Name).Of(table.Refusals.Items(in.Name)...)
	case table.Values == 0:
		return curvefile.Dataset{}, metering.ErrNoValues.With("fileName", in.Name)
	}
	return set, nil
}

// status is the least that the lines of a series say.
func status(s *text.Series) curvefile.Status {
	switch s.Lowest() {
	case loadcurve.Definitive:
		return curvefile.StatusDefinitive
	case loadcurve.Estimated:
		return curvefile.StatusEstimated
	}
	return curvefile.StatusProvisional
}

type reader struct {
	text.Collection
	at     [7]int
	scales map[scaleKey]*text.Scale
}

type scaleKey struct {
	unit text.Unit
	step int32
}

// shape reads what a line says besides time and value.
func (r *reader) shape(fields [][]byte) (s text.Shape) {
	prm, err := r.PRM(fields[r.at[0]])
	if err != nil {
		s.Wrong = append(s.Wrong, fault.From(err).With("value", string(fields[r.at[0]])))
	}
	nature := word(&s, fields[r.at[1]], "nature", Natures)
	s.Step = word(&s, fields[r.at[3]], "pas", steps)
	unit := word(&s, fields[r.at[5]], "unite", units)
	s.Quality = word(&s, fields[r.at[6]], "statut", qualities)
	if len(s.Wrong) > 0 {
		return s
	}
	if s.Series, err = r.Series(prm, nature, unit); err != nil {
		s.Wrong = append(s.Wrong, fault.From(err))
		return s
	}
	s.Scale = r.scale(unit, s.Step)
	return s
}

func (r *reader) scale(unit text.Unit, step int32) *text.Scale {
	key := scaleKey{unit, step}
	if r.scales[key] == nil {
		scale, _ := text.NewScale(unit, time.Duration(step)*time.Second)
		r.scales[key] = &scale
	}
	return r.scales[key]
}

// word looks a field up; capitals do not matter.
func word[V any](s *text.Shape, field []byte, column string, words map[string]V) V {
	v, err := text.Word(field, words)
	if err != nil {
		s.Wrong = append(s.Wrong, fault.From(err).At(column))
	}
	return v
}
