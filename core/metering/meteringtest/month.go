// Package meteringtest holds months of curves that tests of metering share.
package meteringtest

import (
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

// BalanceMonth is the month of all curves here: 31 days, one of them of 25 hours.
var BalanceMonth = civil.NewMonth(2026, time.October)

// BalanceRow is a curve of the month as an import brings it.
func BalanceRow(dsoID string, n metering.Nature, s metering.Side, values []energy.MilliWh, gap civil.Range) metering.SeriesMonth {
	g := metering.GridOf(civil.Paris, BalanceMonth, 900)
	series := loadcurve.Series{Grid: g.Grid, Values: values}
	for day := range BalanceMonth.Days() {
		quality := loadcurve.Definitive
		if gap.Contains(BalanceMonth.First() + civil.Date(day)) {
			quality = loadcurve.Missing
			clear(values[g.Starts[day]:g.Starts[day+1]])
		}
		series.Quality = series.Quality.Add(quality, g.Starts[day+1]-g.Starts[day])
	}
	return metering.NewSeriesMonth(metering.SeriesKey{DsoID: dsoID, Nature: n, Side: s, Origin: metering.DSO}, g, series)
}

// Holed makes a gap of some steps of a curve.
func Holed(m metering.SeriesMonth, from, to int) metering.SeriesMonth {
	s := m.Curve.Clone()
	clear(s.Values[from:to])
	s.Quality = loadcurve.Runs(nil).Add(loadcurve.Definitive, from).Add(loadcurve.Missing, to-from).Add(loadcurve.Definitive, s.N-to)
	return metering.NewSeriesMonth(m.SeriesKey, metering.GridOf(civil.Paris, BalanceMonth, 900), s)
}

// Month is an operation month before it is summed.
type Month struct {
	Op     metering.Operation
	Month  civil.Month
	Sites  []metering.Site
	Curves []metering.SeriesMonth
}

// GapFixture is four consumers and a producer that covers half of what they use; C2
// lacks one hour of the second day, and pmo allocates.
func GapFixture() Month {
	in := Month{Op: metering.Operation{Operator: dso.Fake}, Month: BalanceMonth}
	hour := 96 + 48
	for i, watts := range []energy.MilliWh{480, 160, 320, 640} {
		number := []string{"C1", "C2", "C3", "C4"}[i]
		in.Sites = append(in.Sites, metering.Site{ParticipantID: id.New(), DsoID: number, Side: metering.Consumer, Period: BalanceMonth.Range()})
		row := BalanceRow(number, metering.Conso, metering.Consumer, Steady(watts*250), civil.Range{})
		if number == "C2" {
			row = Holed(row, hour, hour+4)
		}
		in.Curves = append(in.Curves, row)
	}
	in.Sites = append(in.Sites, metering.Site{ParticipantID: id.New(), DsoID: "P", Side: metering.Producer, Period: BalanceMonth.Range()})
	in.Curves = append(in.Curves, BalanceRow("P", metering.Prod, metering.Producer, Steady(800*250), civil.Range{}))
	return in
}

// Steady is the same energy at each step of the month.
func Steady(v energy.MilliWh) []energy.MilliWh {
	out := make([]energy.MilliWh, metering.GridOf(civil.Paris, BalanceMonth, 900).N)
	for i := range out {
		out[i] = v
	}
	return out
}
