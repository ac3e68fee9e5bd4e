package view

import (
	"maps"
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/loadcurve"
	"github.com/openpmo/pmo/core/metering/rollup"
)

// CurveMonth is a curve of one month, of an operation or of a site.
type CurveMonth struct {
	Month  civil.Month
	Nature metering.Nature
	Side   metering.Side
	Step   int32
	Days   metering.Days
	Chunk  []byte
}

// LatestComplete is the last month whose shared energy is there whole.
func LatestComplete(months []CurveMonth, f metering.Finality) (latest *civil.Month) {
	for m := range WholeMonths(months, f, metering.NatureSide{Nature: metering.Autoconso, Side: metering.Consumer}) {
		if latest == nil || m > *latest {
			latest = &m
		}
	}
	return latest
}

// WholeMonths are those whose every day is complete and definitive.
func WholeMonths(months []CurveMonth, f metering.Finality, k metering.NatureSide) map[civil.Month]bool {
	out := map[civil.Month]bool{}
	for _, m := range months {
		if (metering.NatureSide{Nature: m.Nature, Side: m.Side}) != k {
			continue
		}
		whole := true
		for i, day := range m.Days {
			whole = whole && day.State.Has(metering.Complete|metering.HasData) && f.Final(m.Month.First()+civil.Date(i), day.State)
		}
		if whole {
			out[m.Month] = true
		}
	}
	return out
}

// SidesOf are the curves that a scope counts.
func SidesOf(all []CurveMonth, scope metering.Scope) (out []CurveMonth) {
	for _, m := range all {
		if metering.Has(scope.Sides(m.Nature), m.Side) {
			out = append(out, m)
		}
	}
	return out
}

// OfSide are the curves of one side.
func OfSide(all []CurveMonth, side metering.Side) (out []CurveMonth) {
	for _, m := range all {
		if m.Side == side {
			out = append(out, m)
		}
	}
	return out
}

// UnmatchedMonths finds it of the curves of one site.
func UnmatchedMonths(zone civil.Zone, whole metering.Nature, side metering.Side, all []CurveMonth) ([]CurveMonth, error) {
	byMonth := map[civil.Month][2]*CurveMonth{}
	for i, m := range all {
		of := byMonth[m.Month]
		switch m.Nature {
		case whole:
			of[0] = &all[i]
		case metering.Autoconso:
			of[1] = &all[i]
		}
		byMonth[m.Month] = of
	}
	var out []CurveMonth
	for _, month := range slices.Sorted(maps.Keys(byMonth)) {
		of := byMonth[month]
		if of[0] == nil || of[1] == nil {
			continue
		}
		if rollup.Match(of[0].Days, of[1].Days) {
			continue
		}
		step := max(of[0].Step, of[1].Step)
		x, err := metering.DecodeAt(of[0].Chunk, step)
		if err != nil {
			return nil, err
		}
		y, err := metering.DecodeAt(of[1].Chunk, step)
		if err != nil {
			return nil, err
		}
		g, quality := metering.GridOf(zone, month, step), metering.Lower(x.Quality, y.Quality)
		for i, values := range [][]energy.MilliWh{x.Values, y.Values} {
			if sums := rollup.StepsAlone(g, values, quality, 0, g.N); sums != nil {
				out = append(out, CurveMonth{Month: month, Nature: [...]metering.Nature{metering.Unmatched, metering.UnmatchedShared}[i], Side: side, Step: step, Days: daysWith(sums)})
			}
		}
	}
	return out, nil
}

func daysWith(sums []energy.MilliWh) metering.Days {
	days := make(metering.Days, len(sums))
	for i, v := range sums {
		if v != 0 {
			days[i] = metering.Day{Sum: v, State: metering.HasData}
		}
	}
	return days
}

// UnmatchedACIMonths finds it of the curves of one side of one site, and of its ACI.
func UnmatchedACIMonths(zone civil.Zone, whole metering.Nature, side metering.Side, of, onSpot []CurveMonth) (out []CurveMonth, err error) {
	for _, z := range onSpot {
		if z.Nature != metering.ACI {
			continue
		}
		step := z.Step
		var found [2]*CurveMonth
		for i, m := range of {
			switch {
			case m.Month != z.Month:
			case m.Nature == whole:
				found[0], step = &of[i], max(step, m.Step)
			case m.Nature == metering.Autoconso:
				found[1], step = &of[i], max(step, m.Step)
			}
		}
		if found[1] == nil {
			continue
		}
		g := metering.GridOf(zone, z.Month, step)
		aci, err := metering.DecodeAt(z.Chunk, step)
		if err != nil {
			return nil, err
		}
		var curves [2]loadcurve.Series
		for i, m := range found {
			if m == nil {
				curves[i] = loadcurve.Series{Grid: g.Grid, Values: make([]energy.MilliWh, g.N), Quality: loadcurve.Runs(nil).Add(loadcurve.Missing, g.N)}
				continue
			}
			if curves[i], err = metering.DecodeAt(m.Chunk, step); err != nil {
				return nil, err
			}
		}
		alone := rollup.AloneOfACIIn(g, curves[0], curves[1], aci, 0, g.N)
		for i, sums := range [][]energy.MilliWh{alone.Aci, alone.Whole, alone.Shared} {
			if sums != nil {
				out = append(out, CurveMonth{Month: z.Month, Nature: [...]metering.Nature{metering.UnmatchedACI, metering.WithoutACI, metering.WithoutACIShared}[i], Side: side, Step: step, Days: daysWith(sums)})
			}
		}
	}
	return out, nil
}
