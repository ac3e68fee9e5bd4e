package metering

import (
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

// A rate that counts ACI adds it to what was shared and to the whole, over the steps of a
// site at which all three are known. Where the gaps of its curves differ, a month keeps,
// for each side that the site plays, what has to be left out: ACI of steps at which it is
// not known what was shared (UnmatchedACI), and of the steps of a rate without ACI those
// at which ACI is a gap (WithoutACI, WithoutACIShared).

// aloneOfACI are these three by day of a month; nil where there is nothing.
type aloneOfACI struct{ aci, whole, shared []energy.MilliWh }

// aloneOfACIIn finds them in the steps from from to to of a month.
func (g monthGrid) aloneOfACIIn(whole, shared, aci loadcurve.Series, from, to int) aloneOfACI {
	both := lower(whole.Quality, shared.Quality)
	return aloneOfACI{
		aci:    g.alone(aci.Values, both, from, to),
		whole:  g.alone(zeroGaps(whole.Values, both), aci.Quality, from, to),
		shared: g.alone(zeroGaps(shared.Values, both), aci.Quality, from, to),
	}
}

// zeroGaps is a copy of values that is zero where quality is a gap.
func zeroGaps(values []energy.MilliWh, quality loadcurve.Runs) []energy.MilliWh {
	out := append([]energy.MilliWh(nil), values...)
	at := 0
	for _, run := range quality {
		if run.Quality == loadcurve.Missing {
			clear(out[at : at+run.Count])
		}
		at += run.Count
	}
	return out
}

// unmatchedACI finds it for consumers (Conso) and producers (Prod).
func (b *monthBuild) unmatchedACI() error {
	if !b.op.ACI {
		return nil
	}
	for _, k := range []sumKey{{Conso, Consumer}, {Prod, Producer}} {
		if !b.has(Autoconso, k.side) {
			continue // such a month is in no rate
		}
		if err := b.unmatchedACIOf(k); err != nil {
			return err
		}
	}
	return nil
}

func (b *monthBuild) unmatchedACIOf(k sumKey) error {
	out := [3]DistributionMonth{}
	for i, n := range [3]Nature{UnmatchedACI, WithoutACI, WithoutACIShared} {
		out[i] = DistributionMonth{Month: b.month, Nature: n, Side: k.side}
	}
	err := b.each(k, func(p part, row SeriesMonth, ok bool) error {
		aci, known, err := onSpotOf(p.Site, b.rows, b.decode)
		if err != nil || !known {
			return err
		}
		whole, shared := b.blank(), b.blank()
		if ok {
			if whole, err = b.scratch.decode(row, b.grid.Step); err != nil {
				return err
			}
		}
		if other, both := b.rows[SeriesKey{p.DsoID, Autoconso, k.side, DSO}]; both {
			if shared, err = b.second.decode(other, b.grid.Step); err != nil {
				return err
			}
		}
		alone := b.grid.aloneOfACIIn(whole, shared, aci, p.from, p.to)
		for i, days := range [3][]energy.MilliWh{alone.aci, alone.whole, alone.shared} {
			out[i].take(p, days)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, d := range out {
		if len(d.Participants) > 0 {
			b.out.rollup.Distributions = append(b.out.rollup.Distributions, d)
			b.addSum(sumKey{d.Nature, d.Side}, newCurveSum(b.grid), d, make([]bool, b.month.Days()))
		}
	}
	return nil
}

// unmatchedACIMonths finds it of the curves of one side of one site, and of its ACI.
func unmatchedACIMonths(zone civil.Zone, whole Nature, side Side, of, onSpot []curveMonth) (out []curveMonth, err error) {
	for _, z := range onSpot {
		if z.nature != ACI {
			continue
		}
		step := z.step
		var found [2]*curveMonth
		for i, m := range of {
			switch {
			case m.month != z.month:
			case m.nature == whole:
				found[0], step = &of[i], max(step, m.step)
			case m.nature == Autoconso:
				found[1], step = &of[i], max(step, m.step)
			}
		}
		if found[1] == nil {
			continue
		}
		g := gridOf(zone, z.month, step)
		aci, err := decodeAt(z.chunk, step)
		if err != nil {
			return nil, err
		}
		var curves [2]loadcurve.Series
		for i, m := range found {
			if m == nil {
				curves[i] = loadcurve.Series{Grid: g.Grid, Values: make([]energy.MilliWh, g.N), Quality: loadcurve.Runs(nil).Add(loadcurve.Missing, g.N)}
				continue
			}
			if curves[i], err = decodeAt(m.chunk, step); err != nil {
				return nil, err
			}
		}
		alone := g.aloneOfACIIn(curves[0], curves[1], aci, 0, g.N)
		for i, sums := range [][]energy.MilliWh{alone.aci, alone.whole, alone.shared} {
			if sums != nil {
				out = append(out, curveMonth{month: z.month, nature: [...]Nature{UnmatchedACI, WithoutACI, WithoutACIShared}[i], side: side, step: step, days: daysWith(sums)})
			}
		}
	}
	return out, nil
}

// withACI is the energy of a rate and what was shared or used on the spot of it, over the
// steps at which all of it is known.
type withACI struct {
	split
}

// take adds an energy of a nature.
func (w *withACI) take(n Nature, e energy.MilliWh) {
	switch n {
	case ACI:
		w.whole += e
		w.shared += e
	case UnmatchedACI:
		w.whole -= e
		w.shared -= e
	case WithoutACI:
		w.whole -= e
	case WithoutACIShared:
		w.shared -= e
	}
}

// beside is the split of a rate with ACI, beside that of the rate without.
func (w withACI) beside(s *split) *split {
	if s == nil {
		return nil
	}
	return &split{s.whole + w.whole, min(s.shared, s.whole) + w.shared}
}
