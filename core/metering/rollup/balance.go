package rollup

import (
	"slices"
	"strings"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/loadcurve"
	"github.com/openpmo/pmo/core/metering/pairing"
)

// externalShare is by how much of it a consumption may miss that of the site's own meter:
// one in so many (domain 7: 2 %).
const externalShare = 50

// externalUse finds the days of a site on which ext misses drawn and spot together by
// more than the tolerance; spot nil = it makes nothing itself.
func externalUse(p pairing.Part, first civil.Date, side metering.Side, ext, drawn, spot metering.Days) (found []metering.Finding) {
	whole := func(days metering.Days, i int) bool { return days[i].State.Has(metering.HasData | metering.Whole) }
	for i := p.FirstDay; i < p.EndDay; i++ {
		if !whole(ext, i) || !whole(drawn, i) || spot != nil && !whole(spot, i) {
			continue
		}
		used := drawn[i].Sum
		if spot != nil {
			used += spot[i].Sum
		}
		miss := max(ext[i].Sum-used, used-ext[i].Sum)
		if miss > max(used/externalShare, SiteTolerance) {
			found = append(found, metering.Finding{DsoID: p.DsoID, Side: side, Kind: metering.ExternalConsumption, Day: first + civil.Date(i), Energy: miss})
		}
	}
	return found
}

// SiteTolerance is by how much curves of one site may miss each other at a step
// (domain 1.4: 1 Wh a site).
const SiteTolerance = energy.WattHour

type lookedKey struct {
	dsoID string
	side  metering.Side
	kind  metering.FindingKind
}

// findings are what was found of a month, and of which sites, sides and laws it was looked for.
type findings struct {
	found  []metering.Finding
	looked map[lookedKey]bool
}

func (f *findings) look(dsoID string, s metering.Side, k metering.FindingKind) {
	f.looked[lookedKey{dsoID, s, k}] = true
}

// findingsOf looks whether the curves of each site fit together, step by step, and the sums.
// Curves that no import changed and curves that were computed here are not looked at again,
// nor is what arrived says already.
func findingsOf(c SiteCurves, all totals, arrived []metering.Finding) (findings, error) {
	out := findings{looked: map[lookedKey]bool{}}
	for _, f := range arrived {
		out.look(f.DsoID, f.Side, f.Kind)
	}
	grids := metering.GridsOf(c.Op.Operator.Zone(), c.Month)
	var memory [3]Scratch
	for _, p := range c.parts {
		found, looked, err := siteFindings(c, p, grids, &memory)
		if err != nil {
			return findings{}, err
		}
		out.found = append(out.found, found...)
		for _, l := range looked {
			out.looked[l] = true
		}
	}
	external, err := externalFindings(c)
	if err != nil {
		return findings{}, err
	}
	out.found = slices.Concat(out.found, sharedFindings(c, all), external)
	return out, nil
}

// standing are the findings of a month: the fresh ones, and of those of before what was not
// looked for again, of sites that still take part.
func standing(c SiteCurves, fresh, before []metering.Finding, looked map[lookedKey]bool) []metering.Finding {
	all := slices.Clone(fresh)
	for _, f := range before {
		takesPart := slices.ContainsFunc(c.parts, func(p pairing.Part) bool { return p.DsoID == f.DsoID && p.Period.Contains(f.Day) })
		if !f.Kind.OfBuild() && !looked[lookedKey{f.DsoID, f.Side, f.Kind}] && takesPart {
			all = append(all, f)
		}
	}
	slices.SortFunc(all, metering.Finding.Compare)
	return slices.CompactFunc(all, func(a, b metering.Finding) bool { return a.Compare(b) == 0 })
}

// siteFindings looks at one site within its days.
func siteFindings(c SiteCurves, p pairing.Part, grids *metering.Grids, memory *[3]Scratch) (found []metering.Finding, looked []lookedKey, err error) {
	// fresh is whether this import brought the curve; one that was derived here is not the operator's.
	sent := func(n metering.Nature, s metering.Side) (row metering.SeriesMonth, fresh, ok bool) {
		row, ok = c.row(p.DsoID, metering.NatureSide{Nature: n, Side: s})
		return row, row.Curve != nil && !row.Derived, ok && !row.Derived
	}
	power := func(row metering.SeriesMonth, side metering.Side) {
		looked = append(looked, lookedKey{p.DsoID, side, metering.AboveContractPower})
		found = append(found, powerFindings(grids.At(row.Step), p, side, *row.Curve)...)
	}
	compare := func(kind metering.FindingKind, side metering.Side, rows ...metering.SeriesMonth) error {
		looked = append(looked, lookedKey{p.DsoID, side, kind})
		var curves []loadcurve.Series
		for i, row := range rows {
			s, err := memory[i].Decode(row, c.Grid.Step)
			if err != nil {
				return err
			}
			curves = append(curves, s)
		}
		found = append(found, splitFindings(c.Grid, p, metering.Finding{DsoID: p.DsoID, Side: side, Kind: kind}, curves)...)
		return nil
	}
	if p.Plays(metering.Consumer) {
		used, freshUse, ok := sent(metering.Conso, metering.Consumer)
		had, fresh, both := sent(metering.Autoconso, metering.Consumer)
		if freshUse || fresh {
			looked = append(looked, lookedKey{p.DsoID, metering.Consumer, metering.ConsumptionSplit}) // found on the way in, or not any more
		}
		if ok && freshUse {
			power(used, metering.Consumer)
		}
		if ok && both && (freshUse || fresh) {
			err = compare(metering.ReceivedAboveConsumed, metering.Consumer, had, used)
		}
	}
	if err != nil || !p.Plays(metering.Producer) {
		return found, looked, err
	}
	made, freshMade, ok := sent(metering.Prod, metering.Producer)
	gave, freshGiven, given := sent(metering.Autoconso, metering.Producer)
	kept, freshKept, keeps := sent(metering.Surplus, metering.Producer)
	if ok && freshMade {
		power(made, metering.Producer)
	}
	switch {
	case !ok:
	case given && keeps && (freshMade || freshGiven || freshKept):
		err = compare(metering.ProductionSplit, metering.Producer, made, gave, kept)
	case given && (freshMade || freshGiven):
		err = compare(metering.GivenAboveProduced, metering.Producer, gave, made)
	case keeps && (freshMade || freshKept):
		err = compare(metering.SurplusAboveProduced, metering.Producer, kept, made)
	}
	return found, looked, err
}

// splitFindings finds the days of p on which the first curve is above the second or, where
// there is a third, differs from the sum of both, by more than the tolerance. Gaps do not count.
// Most months are whole and fit: one look without branches says so.
func splitFindings(g metering.MonthGrid, p pairing.Part, like metering.Finding, curves []loadcurve.Series) []metering.Finding {
	x, y := curves[0], curves[1]
	quality, excess := metering.Lower(x.Quality, y.Quality), func(t int) energy.MilliWh { return x.Values[t] - y.Values[t] }
	if len(curves) > 2 {
		z := curves[2]
		if !misses(x.Values[p.From:p.To], y.Values[p.From:p.To], z.Values[p.From:p.To]) {
			return nil
		}
		quality, excess = metering.Lower(quality, z.Quality), func(t int) energy.MilliWh {
			d := x.Values[t] - y.Values[t] - z.Values[t]
			return max(d, -d)
		}
	} else if !above(x.Values[p.From:p.To], y.Values[p.From:p.To]) {
		return nil
	}
	return g.Days(quality, p.From, p.To, SiteTolerance, like, excess)
}

// powerFindings finds the days of p with more power than 1.2 times the contract's (domain 4.2);
// g is the grid of the curve, as it was sent.
func powerFindings(g metering.MonthGrid, p pairing.Part, side metering.Side, s loadcurve.Series) []metering.Finding {
	limit := energy.MilliWh(p.ContractPowerW * int64(g.Step.Seconds()) / 3) // as where a file is read
	if limit == 0 {
		return nil
	}
	from, to := g.Starts[p.FirstDay], g.Starts[p.EndDay]
	if !over(s.Values[from:to], limit) {
		return nil
	}
	like := metering.Finding{DsoID: p.DsoID, Side: side, Kind: metering.AboveContractPower}
	return g.Days(s.Quality, from, to, 0, like, func(t int) energy.MilliWh { return s.Values[t] - limit })
}

// sharedFindings finds the days on which consumers together did not receive what producers
// together gave, both as the operator says it, and those on which they received more than
// was made: step by step on the sums, with a tolerance of 1 Wh a site (domain 1.4). The
// second is what remains where an operator does not say what each producer gave.
func sharedFindings(c SiteCurves, all totals) (found []metering.Finding) {
	tolerance := energy.MilliWh(len(c.parts)) * SiteTolerance
	had, received := all.curve(receivedKind)
	if gave, given := all.curve(givenKind); received && given {
		found = c.Grid.Days(metering.Lower(had.Quality, gave.Quality), 0, c.Grid.N, tolerance, metering.Finding{Kind: metering.SharedSides}, func(t int) energy.MilliWh {
			d := had.Values[t] - gave.Values[t]
			return max(d, -d)
		})
	}
	if made, produced := all.curve(madeKind); received && produced {
		found = append(found, c.Grid.Days(metering.Lower(had.Quality, made.Quality), 0, c.Grid.N, tolerance, metering.Finding{Kind: metering.SharedAboveProduced}, func(t int) energy.MilliWh {
			return had.Values[t] - made.Values[t]
		})...)
	}
	return found
}

// externalFindings compares what a meter behind the operator's says that a site used with what
// it drew from the grid and what it made and used on the spot, day by day; days of which
// one of the three is not whole are left out.
func externalFindings(c SiteCurves) (found []metering.Finding, err error) {
	if !c.Op.ACI {
		return nil, nil
	}
	var memory Scratch
	eitherSide := func(dsoID string, n metering.Nature) (row metering.SeriesMonth, side metering.Side, ok bool) {
		for _, side = range []metering.Side{metering.Consumer, metering.Producer} {
			if row, ok = c.row(dsoID, metering.NatureSide{Nature: n, Side: side}); ok {
				break
			}
		}
		return row, side, ok
	}
	for _, p := range c.parts {
		ext, side, ok := eitherSide(p.DsoID, metering.ConsExt)
		drawn, _, drew := eitherSide(p.DsoID, metering.Conso)
		if !ok || !drew || !p.Plays(side) {
			continue
		}
		spot, made, err := onSpotIn(c, p.Site, &memory)
		if err != nil {
			return nil, err
		}
		days := metering.Days(nil)
		if made {
			days = metering.DaysOf(c.Grid, spot, false)
		}
		for _, f := range externalUse(p, c.Month.First(), side, ext.Days, drawn.Days, days) {
			day := f.Day - c.Month.First()
			f.Steps = c.Grid.Starts[day+1] - c.Grid.Starts[day]
			found = append(found, f)
		}
	}
	return found, nil
}

// balanceWarning counts the steps at which consumers received more than was made. It only
// warns: the operator's figures are the truth.
func balanceWarning(m civil.Month, all []metering.Finding) []*fault.Error {
	count := 0
	for _, f := range all {
		if f.Kind == metering.SharedAboveProduced {
			count += f.Steps
		}
	}
	if count == 0 {
		return nil
	}
	return []*fault.Error{metering.WarnBalance.With("month", m.String()).With("count", count)}
}

// silentNames of sites are told; the others are counted.
const silentNames = 4

// silentWarning names the sites that owe a curve of the month and have sent nothing: where pmo
// shares, nothing is shared out on their days until they have.
func silentWarning(c SiteCurves) []*fault.Error {
	if !c.Op.Operator.Capabilities().AllocatesHere {
		return nil
	}
	var names []string
	for _, p := range c.parts {
		owed := usedKind
		if p.Side == metering.Producer {
			owed = madeKind
		}
		if _, ok := c.row(p.DsoID, owed); !ok {
			names = append(names, p.Name)
		}
	}
	if len(names) == 0 {
		return nil
	}
	told := strings.Join(names[:min(len(names), silentNames)], ", ")
	if len(names) > silentNames {
		told += " …"
	}
	return []*fault.Error{metering.WarnSilent.With("month", c.Month.String()).With("count", len(names)).With("names", told)}
}

// above reports whether a is above b by more than the tolerance at a step. Both have the
// same length.
func above(a, b []energy.MilliWh) bool {
	var signs energy.MilliWh
	b = b[:len(a)]
	for i, v := range a {
		signs |= SiteTolerance + b[i] - v
	}
	return signs < 0
}

// misses reports whether a misses the sum of b and c by more than the tolerance at a step.
func misses(a, b, c []energy.MilliWh) bool {
	var signs energy.MilliWh
	b, c = b[:len(a)], c[:len(a)]
	for i, v := range a {
		d := v - b[i] - c[i]
		signs |= (SiteTolerance - d) | (SiteTolerance + d)
	}
	return signs < 0
}

// over reports whether a value is above a limit.
func over(values []energy.MilliWh, limit energy.MilliWh) bool {
	var signs energy.MilliWh
	for _, v := range values {
		signs |= limit - v
	}
	return signs < 0
}
