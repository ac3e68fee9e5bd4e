package metering

import (
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

// siteTolerance is by how much curves of one site may miss each other at a step
// (domain 1.4: 1 Wh a site).
const siteTolerance = energy.WattHour

// find looks whether the curves of each site fit together, step by step. Curves that no
// import changed and curves that were computed here are not looked at again: what was
// found of them stays.
func (b *monthBuild) find() error {
	looked := map[lookedKey]bool{}
	found := slices.Clone(b.arrived)
	for _, f := range b.arrived {
		looked[lookedKey{f.DsoID, f.Side, f.Kind}] = true
	}
	for _, p := range b.parts {
		of := balancing{monthBuild: b, part: p, looked: looked}
		if err := of.all(); err != nil {
			return err
		}
		found = append(found, of.found...)
	}
	external, err := b.externalUse()
	if err != nil {
		return err
	}
	found = slices.Concat(found, b.sharedSides(), b.sharedAbove(), external, b.conflicts)
	if b.apart != nil {
		found = append(found, b.apart.conflicts...)
	}
	slices.SortFunc(found, Finding.compare)
	b.out.warnings = append(b.out.warnings, findingFaults(found)...)
	for _, f := range b.before {
		if !f.Kind.ofBuild() && !looked[lookedKey{f.DsoID, f.Side, f.Kind}] && b.takesPart(f) {
			found = append(found, f)
		}
	}
	slices.SortFunc(found, Finding.compare)
	b.out.rollup.Findings = slices.CompactFunc(found, func(a, c Finding) bool { return a.compare(c) == 0 })
	return nil
}

type lookedKey struct {
	dsoID string
	side  Side
	kind  FindingKind
}

func (b *monthBuild) takesPart(f Finding) bool {
	return slices.ContainsFunc(b.parts, func(p part) bool { return p.DsoID == f.DsoID && p.Period.Contains(f.Day) })
}

// balancing looks at one site within its days.
type balancing struct {
	*monthBuild
	part
	looked map[lookedKey]bool
	found  []Finding
}

// row is a curve of the site that an operator sent; fresh is whether this import did.
func (b *balancing) row(n Nature, s Side) (row SeriesMonth, fresh, ok bool) {
	row, ok = b.rows[SeriesKey{b.DsoID, n, s, DSO}]
	return row, row.curve != nil && !row.Derived, ok && !row.Derived
}

func (b *balancing) all() error {
	if b.plays(Consumer) {
		used, freshUse, ok := b.row(Conso, Consumer)
		received, fresh, both := b.row(Autoconso, Consumer)
		if freshUse || fresh {
			b.looked[lookedKey{b.DsoID, Consumer, ConsumptionSplit}] = true // found on the way in, or not any more
		}
		if ok && freshUse {
			b.power(used, Consumer)
		}
		if ok && both && (freshUse || fresh) {
			if err := b.compare(ReceivedAboveConsumed, Consumer, received, used, nil); err != nil {
				return err
			}
		}
	}
	if !b.plays(Producer) {
		return nil
	}
	made, freshMade, ok := b.row(Prod, Producer)
	given, freshGiven, gave := b.row(Autoconso, Producer)
	kept, freshKept, kepts := b.row(Surplus, Producer)
	if ok && freshMade {
		b.power(made, Producer)
	}
	switch {
	case !ok:
	case gave && kepts && (freshMade || freshGiven || freshKept):
		return b.compare(ProductionSplit, Producer, made, given, &kept)
	case gave && (freshMade || freshGiven):
		return b.compare(GivenAboveProduced, Producer, given, made, nil)
	case kepts && (freshMade || freshKept):
		return b.compare(SurplusAboveProduced, Producer, kept, made, nil)
	}
	return nil
}

// compare finds the days on which x is above y or, where there is more, differs from
// both together. Most months are whole and fit: one look without branches says so.
func (b *balancing) compare(kind FindingKind, side Side, x, y SeriesMonth, more *SeriesMonth) error {
	b.looked[lookedKey{b.DsoID, side, kind}] = true
	xs, err := b.scratch.decode(x, b.grid.Step)
	if err != nil {
		return err
	}
	ys, err := b.second.decode(y, b.grid.Step)
	if err != nil {
		return err
	}
	if more == nil {
		if !above(xs.Values[b.from:b.to], ys.Values[b.from:b.to]) {
			return nil
		}
		b.note(kind, side, lower(xs.Quality, ys.Quality), func(t int) energy.MilliWh { return xs.Values[t] - ys.Values[t] })
		return nil
	}
	zs, err := b.third.decode(*more, b.grid.Step)
	if err != nil || !misses(xs.Values[b.from:b.to], ys.Values[b.from:b.to], zs.Values[b.from:b.to]) {
		return err
	}
	b.note(kind, side, lower(lower(xs.Quality, ys.Quality), zs.Quality), func(t int) energy.MilliWh {
		d := xs.Values[t] - ys.Values[t] - zs.Values[t]
		return max(d, -d)
	})
	return nil
}

// Signs are gathered in place of comparisons: a number below zero anywhere makes the
// whole negative, and no step waits for the one before. Values are below 100 MWh, so
// that no difference overflows.

// above tells whether a is above b by more than the tolerance at a step. Both have the
// same length.
func above(a, b []energy.MilliWh) bool {
	var signs energy.MilliWh
	b = b[:len(a)]
	for i, v := range a {
		signs |= siteTolerance + b[i] - v
	}
	return signs < 0
}

// misses tells whether a misses the sum of b and c by more than the tolerance at a step.
func misses(a, b, c []energy.MilliWh) bool {
	var signs energy.MilliWh
	b, c = b[:len(a)], c[:len(a)]
	for i, v := range a {
		d := v - b[i] - c[i]
		signs |= (siteTolerance - d) | (siteTolerance + d)
	}
	return signs < 0
}

// over tells whether a value is above a limit.
func over(values []energy.MilliWh, limit energy.MilliWh) bool {
	var signs energy.MilliWh
	for _, v := range values {
		signs |= limit - v
	}
	return signs < 0
}

// note keeps the days on which excess is above the tolerance. Gaps do not count.
func (b *balancing) note(kind FindingKind, side Side, quality loadcurve.Runs, excess func(t int) energy.MilliWh) {
	b.found = append(b.found, b.grid.days(quality, b.from, b.to, siteTolerance, Finding{DsoID: b.DsoID, Side: side, Kind: kind}, excess)...)
}

// days makes a finding of each day on which excess is above the tolerance at a step
// between from and to.
func (g monthGrid) days(quality loadcurve.Runs, from, to int, tolerance energy.MilliWh, like Finding, excess func(t int) energy.MilliWh) (out []Finding) {
	at, day := 0, 0
	for _, run := range quality {
		for t := max(at, from); t < min(at+run.Count, to) && run.Quality != loadcurve.Missing; t++ {
			d := excess(t)
			if d <= tolerance {
				continue
			}
			for g.starts[day+1] <= t {
				day++
			}
			date := g.month.First() + civil.Date(day)
			if n := len(out); n == 0 || out[n-1].Day != date {
				like.Day = date
				out = append(out, like)
			}
			out[len(out)-1].Steps++
			out[len(out)-1].Energy += d
		}
		at += run.Count
	}
	return out
}

// power finds the days with more power than 1.2 times the contract's (domain 4.2).
func (b *balancing) power(row SeriesMonth, side Side) {
	b.looked[lookedKey{b.DsoID, side, AboveContractPower}] = true
	s := row.curve
	limit := energy.MilliWh(b.ContractPowerW * int64(row.Step) / 3) // as where a file is read
	if limit == 0 {
		return
	}
	g := gridOf(b.zone, b.month, row.Step)
	from, to := g.starts[b.firstDay], g.starts[b.endDay]
	if !over(s.Values[from:to], limit) {
		return
	}
	like := Finding{DsoID: b.DsoID, Side: side, Kind: AboveContractPower}
	b.found = append(b.found, g.days(s.Quality, from, to, 0, like, func(t int) energy.MilliWh { return s.Values[t] - limit })...)
}

// sharedSides finds the days on which consumers together did not receive what producers
// together gave, both as the operator says it.
func (b *monthBuild) sharedSides() []Finding {
	received, given := b.sums[sumKey{Autoconso, Consumer}], b.sums[sumKey{Autoconso, Producer}]
	if received == nil || given == nil {
		return nil
	}
	tolerance := energy.MilliWh(len(b.parts)) * siteTolerance
	quality := lower(received.series().Quality, given.series().Quality)
	return b.grid.days(quality, 0, b.grid.N, tolerance, Finding{Kind: SharedSides}, func(t int) energy.MilliWh {
		d := received.values[t] - given.values[t]
		return max(d, -d)
	})
}

// splitFindings looks at a consumer of whom a file gives all three: what it consumed is
// what it received and what it bought.
func (in *intake) splitFindings(m civil.Month, used, received, bought arrival) error {
	sum := received.series.Clone()
	if err := addAt(&sum, bought.series); err != nil {
		return err
	}
	x, y := used.series, sum
	if x.Step != y.Step {
		var err error
		if x, y, err = onOneStep(x, y); err != nil {
			return err
		}
	}
	g := gridOf(in.zone, m, int32(x.Step.Seconds()))
	like := Finding{DsoID: used.key.DsoID, Side: used.key.Side, Kind: ConsumptionSplit}
	in.splits[m] = append(in.splits[m], g.days(lower(x.Quality, y.Quality), 0, g.N, siteTolerance, like, func(t int) energy.MilliWh {
		d := x.Values[t] - y.Values[t]
		return max(d, -d)
	})...)
	return nil
}
