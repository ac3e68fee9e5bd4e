// Package enedis reads what Enedis sends about load curves: the point load curve R63
// as CSV (domain 3.3 a). It is the history of a site, one file for one or more sites,
// asked for by hand.
//
// Meaning of time: Horodate is the end of the step, on the clock of the wall; in the
// hour that autumn repeats, the first occurrence is summer time (domain 2.3). The step
// may change within a file.
package enedis

import (
	"context"
	"slices"
	"time"

	"github.com/openpmo/pmo/adapters/dso/columns"
	"github.com/openpmo/pmo/adapters/dso/files"
	"github.com/openpmo/pmo/adapters/dso/text"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

// Format is the name in the contract.
const Format = "R63"

// Columns that are needed. Date de début and Date de fin repeat what was asked for.
var Columns = []string{"Identifiant PRM", "Grandeur physique", "Grandeur métier", "Etape métier", "Unité", "Horodate",
	"Valeur", "Nature", "Pas", "Indice de vraisemblance", "Etat complémentaire"}

const (
	prmColumn = iota
	quantityColumn
	natureColumn
	stageColumn
	unitColumn
	timeColumn
	valueColumn
	kindColumn
	stepColumn
	likelihoodColumn
	stateColumn
)

// activePower is the one quantity of a load curve; reactive power and voltage are
// left out.
const activePower = "PA"

var (
	natures = map[string]metering.Nature{"CONS": metering.Conso, "PROD": metering.Prod}
	// stages: a corrected value stands in the place of a raw one.
	stages = map[string]int{"BRUT": 0, "CORR": 1}
	units  = map[string]text.Unit{"W": text.Watt, "KW": text.Kilowatt}
	steps  = map[string]int32{"PT5M": 300, "PT10M": 600, "PT15M": 900, "PT30M": 1800, "PT60M": 3600, "PT1H": 3600}
)

// R63 reads point load curves.
type R63 struct{}

var _ files.Format = R63{}

// Recognise finds the columns in the first line.
func (R63) Recognise(head []byte) (found int, missing []string) { return files.Columns(head, Columns) }

// Read reads a file. Errors: import.empty, import.rejected with items by line.
func (R63) Read(ctx context.Context, in files.Input) (curvefile.Dataset, error) {
	r := &reader{scales: map[scaleKey]*text.Scale{}, until: map[string]civil.Date{}, zone: in.Zone}
	table, err := text.NewTable(in.Reader, text.Layout{TimeColumn: "Horodate", ValueColumn: "Valeur", LabelsEnd: true,
		Legal: text.NewLegal(in.Zone), Shape: r.shape})
	if err != nil {
		return curvefile.Dataset{}, err
	}
	for i, name := range Columns {
		r.at[i] = table.Header.Index(text.Fold([]byte(name)))
	}
	r.untilAt = table.Header.Index("date de fin")
	if err := table.Read(ctx); err != nil {
		return curvefile.Dataset{}, err
	}
	set := curvefile.Dataset{FileName: in.Name, Format: Format, History: true, Readings: r.readings(table)}
	for i := range r.stages {
		set.Warnings = append(set.Warnings, r.stages[i].Warnings(table)...)
		table.Empty = 0 // told once
	}
	if len(r.others) > 0 {
		set.Warnings = append(set.Warnings, WarnOthers.With("quantities", r.others))
	}
	set.Warnings = append(set.Warnings, r.endsEarly(set.Readings)...)
	set.Rows = table.Values
	switch {
	case table.Refusals.Any():
		return curvefile.Dataset{}, metering.ErrRejected.With("fileName", in.Name).Of(table.Refusals.Items(in.Name)...)
	case table.Values == 0:
		return curvefile.Dataset{}, metering.ErrNoValues.With("fileName", in.Name)
	}
	return set, nil
}

type reader struct {
	stages [2]text.Collection
	at     [11]int
	scales map[scaleKey]*text.Scale
	others []string // quantities that are left out

	untilAt int // column of the day until which the file announces data; -1 = none
	until   map[string]civil.Date
	zone    civil.Zone
}

// mostOthers of the quantities that are left out are named.
const mostOthers = 10

// WarnOthers is lines of other quantities than active power, left out; parameter
// quantities.
var WarnOthers = fault.New(fault.Invalid, "file.otherQuantities", fault.Texts("quantities"))

// announce keeps the day until which a file announces data of a site.
func (r *reader) announce(prm string, field []byte) {
	at, err := time.Parse("2006-01-02", string(field[:min(len(field), 10)]))
	if err != nil {
		return
	}
	if day := civil.Date(at.Unix() / 86400); day > r.until[prm] {
		r.until[prm] = day
	}
}

// endsEarly tells of sites whose last value is before that day.
func (r *reader) endsEarly(readings []curvefile.Readings) (warnings []*fault.Error) {
	for _, of := range readings {
		last := of.Runs[len(of.Runs)-1]
		end := last.Start + int64(last.Step)*int64(len(last.Values))
		if until := r.until[of.DsoID]; until > 0 && end < r.zone.Start(until).Unix() {
			warnings = append(warnings, WarnEndsEarly.With("value", of.DsoID).With("date", time.Unix(end, 0).UTC().Format(time.RFC3339)).With("expected", until.String()))
		}
	}
	return warnings
}

type scaleKey struct {
	unit text.Unit
	step int32
}

func (r *reader) shape(fields [][]byte) (s text.Shape) {
	field := func(column int) []byte { return fields[r.at[column]] }
	if quantity := string(field(quantityColumn)); quantity != activePower {
		if quantity = columns.Short(quantity); !slices.Contains(r.others, quantity) && len(r.others) < mostOthers {
			r.others = append(r.others, quantity)
		}
		return text.Shape{Skip: true}
	}
	stage := word(&s, field(stageColumn), Columns[stageColumn], stages)
	prm, err := r.stages[stage].PRM(field(prmColumn))
	if err != nil {
		s.Wrong = append(s.Wrong, fault.From(err).With("value", string(field(prmColumn))))
	}
	nature := word(&s, field(natureColumn), Columns[natureColumn], natures)
	unit := word(&s, field(unitColumn), Columns[unitColumn], units)
	s.Step = word(&s, field(stepColumn), Columns[stepColumn], steps)
	s.Quality = quality(field(kindColumn), field(likelihoodColumn), field(stateColumn))
	if len(s.Wrong) > 0 {
		return s
	}
	if s.Series, err = r.stages[stage].Series(prm, nature, unit); err != nil {
		s.Wrong = append(s.Wrong, fault.From(err))
	}
	if r.untilAt >= 0 && r.untilAt < len(fields) {
		r.announce(prm, fields[r.untilAt])
	}
	key := scaleKey{unit, s.Step}
	if r.scales[key] == nil {
		scale, _ := text.NewScale(unit, time.Duration(s.Step)*time.Second)
		r.scales[key] = &scale
	}
	s.Scale = r.scales[key]
	return s
}

// quality: doubtful where likelihood or state is said and not 0; measured where the
// kind is B; else computed by the operator.
func quality(kind, likelihood, state []byte) loadcurve.Quality {
	doubt := func(s []byte) bool { return len(s) > 0 && string(s) != "0" }
	switch {
	case doubt(likelihood) || doubt(state):
		return loadcurve.Suspect
	case string(kind) == "B" || len(kind) == 0:
		return loadcurve.Provisional
	}
	return loadcurve.Estimated
}

func word[V any](s *text.Shape, field []byte, column string, words map[string]V) V {
	v, err := text.Word(field, words)
	if err != nil {
		s.Wrong = append(s.Wrong, fault.From(err).At(column))
	}
	return v
}

// readings puts corrected values in the place of raw ones.
func (r *reader) readings(table *text.Table) []curvefile.Readings {
	none := func(*text.Series) curvefile.Status { return curvefile.StatusNone }
	raw := r.stages[0].Readings(table, curvefile.LabelsEnd, none)
	corrected := r.stages[1].Readings(table, curvefile.LabelsEnd, none)
	for _, c := range corrected {
		at := -1
		for i := range raw {
			if raw[i].DsoID == c.DsoID && raw[i].Nature == c.Nature {
				at = i
			}
		}
		if at < 0 {
			raw = append(raw, c)
			continue
		}
		raw[at].Runs = text.Over(raw[at].Runs, c.Runs)
		raw[at].Doubtful = doubtful(raw[at].Runs)
	}
	return raw
}

func doubtful(runs []curvefile.Run) (n int) {
	for _, run := range runs {
		for _, q := range run.Quality {
			if q == loadcurve.Suspect {
				n++
			}
		}
	}
	return n
}
