package rollup

import (
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/loadcurve"
	"github.com/openpmo/pmo/core/metering/pairing"
)

// shareOut gives consumers their curves where pmo is the operator, and says who had what of whom
// on the days on which a key says so; nil = on none. A month for which the operator sent
// Autoconso is left as it is.
func shareOut(in Input, c SiteCurves) (map[metering.SeriesKey]*loadcurve.Series, *pairing.ByProducer, error) {
	if c.Op.Operator.Capabilities().AllocatesHere && !c.has(metering.Autoconso, metering.NoSide) {
		what, ok, err := sharingOf(c)
		if err != nil || !ok {
			return nil, nil, err
		}
		spans, err := spansOf(in, what, c.Grid)
		if err != nil {
			return nil, nil, err
		}
		return allocate(c.Grid, what, spans)
	}
	if in.keys == nil || in.algorithm < 2 || !c.measured() {
		return nil, nil, nil
	}
	what, ok, err := fittedOf(c)
	if err != nil || !ok {
		return nil, nil, err
	}
	spans, err := spansOf(in, what, c.Grid)
	if err != nil {
		return nil, nil, err
	}
	apart, err := fitPairs(c.Grid, what, spans)
	return nil, apart, err
}

// spansOf are the keys in force of the month, by_default where nobody knows of another.
func spansOf(in Input, what pairing.Sharing, g metering.MonthGrid) ([]pairing.KeySpan, error) {
	if in.keys == nil {
		return []pairing.KeySpan{{Days: in.Month.Range(), Allocator: pairing.Prorata()}}, nil
	}
	return in.keys(what.Query(in.Month.Range(), g.Step, in.algorithm))
}

// sharingOf is what a key shares out; ok is false when nobody uses or nobody makes.
func sharingOf(c SiteCurves) (in pairing.Sharing, ok bool, err error) {
	used, err := c.columns(usedKind)
	if err != nil || len(used.values) == 0 {
		return in, false, err
	}
	made, err := c.columns(madeKind)
	if err != nil || len(made.values) == 0 {
		return in, false, err
	}
	drawn, all := used.together.series(), made.together.series()
	return pairing.Sharing{Users: used.parts, Used: used.values, Makers: made.parts, Made: made.values,
		All: all.Values, Quality: metering.Lower(drawn.Quality, all.Quality)}, true, nil
}

// fittedOf is what pairs that the key says are fitted to: what the operator says of both
// sides. A consumer used at least what it received, a producer made at least what it gave.
func fittedOf(c SiteCurves) (in pairing.Sharing, ok bool, err error) {
	had, err := c.columns(receivedKind)
	if err != nil || len(had.values) == 0 {
		return in, false, err
	}
	made, err := c.columns(madeKind)
	if err != nil || len(made.values) < 2 {
		return in, false, err
	}
	gave, err := marginsOf(c, made.parts)
	if err != nil {
		return in, false, err
	}
	if gave == nil {
		gave = pairing.Margins(append(make([][]energy.MilliWh, len(made.parts)-1), pairing.Unknown(c.Grid.N)), c.Grid.N)
	}
	in = pairing.Sharing{Users: had.parts, Received: had.values, Makers: made.parts, Given: gave, Made: pairing.AtLeast(made.values, gave)}
	var memory Scratch
	for i, p := range in.Users {
		used := make([]energy.MilliWh, c.Grid.N)
		if row, ok := c.row(p.DsoID, usedKind); ok {
			s, err := memory.Decode(row, c.Grid.Step)
			if err != nil {
				return in, false, err
			}
			copy(used[p.From:p.To], s.Values[p.From:p.To])
		}
		in.Used = append(in.Used, pairing.AtLeast([][]energy.MilliWh{used}, in.Received[i:i+1])[0])
	}
	return in, true, nil
}

// allocate plays the operator where pmo is one: from Conso and Prod it computes what
// each consumer received, by the keys in force (domain 4.3). Nothing is shared at a
// step where a site that takes part has a gap, or has sent nothing yet: the gap is passed
// on.
func allocate(g metering.MonthGrid, in pairing.Sharing, spans []pairing.KeySpan) (map[metering.SeriesKey]*loadcurve.Series, *pairing.ByProducer, error) {
	shares := make([][]energy.MilliWh, len(in.Used))
	block := make([]energy.MilliWh, len(in.Used)*g.N)
	for i := range shares {
		shares[i] = block[i*g.N : (i+1)*g.N]
	}
	var apart *pairing.ByProducer
	for _, span := range spans {
		days := span.Days.Intersect(g.Month.Range())
		if days.IsEmpty() {
			continue
		}
		if with, ok := span.ByProducer(); ok {
			if apart == nil {
				apart = pairing.NewByProducer(g, len(in.Makers))
			}
			if err := apart.Share(g, in, days, with, shares); err != nil {
				return nil, nil, err
			}
			continue
		}
		from, to := g.Steps(days)
		if err := span.Allocator.Allocate(pairing.Window(shares, from, to), in.All[from:to], pairing.Window(in.Used, from, to)); err != nil {
			return nil, nil, err
		}
	}
	curves := map[metering.SeriesKey]*loadcurve.Series{}
	for i, p := range in.Users {
		if err := pairing.Join(curves, keyOf(p.DsoID, receivedKind), within(g, p, shares[i], in.Quality)); err != nil {
			return nil, nil, err
		}
	}
	return curves, apart, nil
}

// fitPairs finds the pairs of the days on which the operator shares by a key that says who
// has what from whom, or by coefficients of each producer: by the key, fitted to the
// operator's own figures. nil = there is no such day.
func fitPairs(g metering.MonthGrid, in pairing.Sharing, spans []pairing.KeySpan) (apart *pairing.ByProducer, err error) {
	for _, span := range spans {
		with, ok := span.ByProducer()
		days := span.Days.Intersect(g.Month.Range())
		if !ok || days.IsEmpty() {
			continue
		}
		if apart == nil {
			apart = pairing.NewByProducer(g, len(in.Makers))
		}
		if err := apart.Share(g, in, days, with, nil); err != nil {
			return nil, err
		}
	}
	return apart, nil
}
