package rollup

import (
	"slices"

	"github.com/openpmo/pmo/core/allocation/margin"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/loadcurve"
	"github.com/openpmo/pmo/core/metering/pairing"
)

// weighting is what energy is split over producers by, [producer][step], what is known of what
// each gave, and the steps at which nobody can have given all that was received.
type weighting struct {
	by, given [][]energy.MilliWh
	orphans   []int
}

// weightsOf weighs producers by what they gave as far as the operator says it, else by what they made.
func weightsOf(c SiteCurves, made columns, algorithm int) (weighting, error) {
	if algorithm < 2 {
		return weighting{by: made.values}, nil
	}
	gave, err := marginsOf(c, made.parts)
	if err != nil {
		return weighting{}, err
	}
	by, orphans, err := pairing.Weights(made.values, gave, func() ([]energy.MilliWh, error) { return receivedOf(c) }, SiteTolerance*energy.MilliWh(len(c.parts)))
	return weighting{by, gave, orphans}, err
}

// marginsOf are what the operator says that each of the makers gave, by step of the month;
// nil where it does not say it of any.
func marginsOf(c SiteCurves, makers []pairing.Part) ([][]energy.MilliWh, error) {
	gave := make([][]energy.MilliWh, len(makers))
	var memory [3]Scratch
	sent := func(p pairing.Part, k metering.NatureSide, m *Scratch) (*loadcurve.Series, error) {
		row, ok := c.row(p.DsoID, k)
		if !ok || row.Derived {
			return nil, nil
		}
		s, err := m.Decode(row, c.Grid.Step)
		return &s, err
	}
	for i, p := range makers {
		kept, err := sent(p, keptKind, &memory[0])
		if err != nil {
			return nil, err
		}
		told, err := sent(p, givenKind, &memory[1])
		if err != nil {
			return nil, err
		}
		if kept == nil && told == nil {
			continue
		}
		made, err := sent(p, madeKind, &memory[2])
		if err != nil {
			return nil, err
		}
		gave[i] = pairing.GivenCurve(*made, kept, told, p.From, p.To)
	}
	return pairing.Margins(gave, c.Grid.N), nil
}

// receivedOf is what consumers received together, step by step, gaps as zero.
func receivedOf(c SiteCurves) ([]energy.MilliWh, error) {
	all, err := c.columns(receivedKind)
	out := make([]energy.MilliWh, c.Grid.N)
	for _, column := range all.values {
		for t, v := range column {
			out[t] += v
		}
	}
	return out, err
}

// pairsOf splits what each consumer received over producers, and finds the days on which none
// of them can have given it; nil where fewer than two produce or nobody received. On the
// days of apart the key itself says who had what of whom.
func pairsOf(c SiteCurves, made columns, w weighting, apart *pairing.ByProducer, algorithm int) (*PairMonth, []metering.Finding, error) {
	if len(made.parts) < 2 {
		return nil, nil, nil
	}
	consumers := c.playing(metering.Consumer)
	pairs := newPairMonth(c.Month, made.parts, len(consumers))
	pairs.Algorithm = algorithm
	if apart != nil {
		pairs.Apart = apart.Mask
	}
	split := pairing.NewSplitter(w.by, pairing.SumsOf(made.values), c.Grid.N)
	days := make([]energy.MilliWh, len(made.parts)*c.Month.Days())
	var conflicts []metering.Finding
	var memory Scratch
	for _, p := range consumers {
		row, ok := c.row(p.DsoID, receivedKind)
		if !ok {
			continue
		}
		s, err := memory.Decode(row, c.Grid.Step)
		if err != nil {
			return nil, nil, err
		}
		conflicts = addOrphaned(conflicts, c.Grid, p, s.Values, w.orphans, pairs.Apart)
		split.Days(days, c.Grid, s.Values, p.From, p.To)
		apart.Overlay(days, p.ParticipantID)
		pairs.add(p.ParticipantID, days)
	}
	if len(pairs.Consumers) < 2 {
		return nil, conflicts, nil
	}
	return pairs, conflicts, nil
}

// addOrphaned adds the days on which a consumer received at steps at which no producer can
// have given it, by more than roundings; on days shared apart the key's own pairs tell.
func addOrphaned(conflicts []metering.Finding, g metering.MonthGrid, p pairing.Part, had []energy.MilliWh, orphans []int, apart metering.DayMask) []metering.Finding {
	for _, t := range orphans {
		v := had[t]
		if v <= SiteTolerance || t < p.From || t >= p.To { // nearly all: the nights
			continue
		}
		if day := g.DayOf(t); apart&(1<<(day-g.Month.First())) == 0 {
			conflicts = pairing.AddConflict(conflicts, p, day, v)
		}
	}
	return conflicts
}

// producerCurves derives each producer's Autoconso and Surplus, the rest (domain 6.1). Where
// neither the operator nor the key says what each producer gave, it is its part of all
// that was shared, by weights. Both are exact at each step, also as sums; what one
// producer gave to single consumers, each rounded, may then differ from its part by
// 1 mWh a consumer and step. A curve that the operator sent of a producer stands for its
// month; those of the others are derived even so.
func producerCurves(c SiteCurves, made columns, w weighting, apart *pairing.ByProducer, shared loadcurve.Series) (map[metering.SeriesKey]*loadcurve.Series, error) {
	total, before := make([]energy.MilliWh, c.Grid.N), make([]energy.MilliWh, c.Grid.N)
	for _, column := range w.by {
		for t, v := range column {
			total[t] += v
		}
	}
	curves := map[metering.SeriesKey]*loadcurve.Series{}
	still := pairing.NewNight(made.values)
	var memory [2]Scratch
	for i, p := range made.parts {
		row, _ := c.row(p.DsoID, madeKind)
		produced, err := memory[0].Decode(row, c.Grid.Step)
		if err != nil {
			return nil, err
		}
		quality := metering.Lower(shared.Quality, produced.Quality)
		gave := make([]energy.MilliWh, c.Grid.N)
		still.Next()
		pairing.GiveBy(gave, before, w.by[i], total, shared.Values, still)
		apart.Steps(c.Grid, func(_, from, to int) { copy(gave[from:to], apart.Given[i][from:to]) })
		if w.given != nil {
			for t, v := range w.given[i] {
				if v == margin.Unknown {
					v = min(gave[t], made.values[i][t])
				}
				gave[t] = v
			}
		}
		if row, sent := c.row(p.DsoID, givenKind); sent {
			s, err := memory[1].Decode(row, c.Grid.Step)
			if err != nil {
				return nil, err
			}
			quality = metering.Lower(produced.Quality, s.Quality)
			copy(gave, s.Values)
		} else if err := pairing.Join(curves, keyOf(p.DsoID, givenKind), within(c.Grid, p, slices.Clone(gave), quality)); err != nil {
			return nil, err
		}
		if _, sent := c.row(p.DsoID, keptKind); sent {
			continue
		}
		kept := make([]energy.MilliWh, c.Grid.N)
		for t, v := range made.values[i] {
			kept[t] = max(0, v-gave[t])
		}
		if err := pairing.Join(curves, keyOf(p.DsoID, keptKind), within(c.Grid, p, kept, quality)); err != nil {
			return nil, err
		}
	}
	return curves, nil
}
