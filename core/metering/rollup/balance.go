package rollup

import (
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
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

// balancing looks at one site within its days.
type balancing struct {
	*Build
	pairing.Part
	looked map[lookedKey]bool
	found  []metering.Finding
}

// row is a curve of the site that an operator sent; fresh is whether this import did.
func (b *balancing) row(n metering.Nature, s metering.Side) (row metering.SeriesMonth, fresh, ok bool) {
	row, ok = b.rows[metering.SeriesKey{DsoID: b.DsoID, Nature: n, Side: s, Origin: metering.DSO}]
	return row, row.Curve != nil && !row.Derived, ok && !row.Derived
}

func (b *balancing) all() error {
	if b.Plays(metering.Consumer) {
		used, freshUse, ok := b.row(metering.Conso, metering.Consumer)
		received, fresh, both := b.row(metering.Autoconso, metering.Consumer)
		if freshUse || fresh {
			b.looked[lookedKey{b.DsoID, metering.Consumer, metering.ConsumptionSplit}] = true // found on the way in, or not any more
		}
		if ok && freshUse {
			b.power(used, metering.Consumer)
		}
		if ok && both && (freshUse || fresh) {
			if err := b.compare(metering.ReceivedAboveConsumed, metering.Consumer, received, used, nil); err != nil {
				return err
			}
		}
	}
	if !b.Plays(metering.Producer) {
		return nil
	}
	made, freshMade, ok := b.row(metering.Prod, metering.Producer)
	given, freshGiven, gave := b.row(metering.Autoconso, metering.Producer)
	kept, freshKept, kepts := b.row(metering.Surplus, metering.Producer)
	if ok && freshMade {
		b.power(made, metering.Producer)
	}
	switch {
	case !ok:
	case gave && kepts && (freshMade || freshGiven || freshKept):
		return b.compare(metering.ProductionSplit, metering.Producer, made, given, &kept)
	case gave && (freshMade || freshGiven):
		return b.compare(metering.GivenAboveProduced, metering.Producer, given, made, nil)
	case kepts && (freshMade || freshKept):
		return b.compare(metering.SurplusAboveProduced, metering.Producer, kept, made, nil)
	}
	return nil
}

// compare finds the days on which x is above y or, where there is more, differs from
// both together. Most months are whole and fit: one look without branches says so.
func (b *balancing) compare(kind metering.FindingKind, side metering.Side, x, y metering.SeriesMonth, more *metering.SeriesMonth) error {
	b.looked[lookedKey{b.DsoID, side, kind}] = true
	xs, err := b.scratch.Decode(x, b.Grid.Step)
	if err != nil {
		return err
	}
	ys, err := b.second.Decode(y, b.Grid.Step)
	if err != nil {
		return err
	}
	if more == nil {
		if !above(xs.Values[b.From:b.To], ys.Values[b.From:b.To]) {
			return nil
		}
		b.note(kind, side, metering.Lower(xs.Quality, ys.Quality), func(t int) energy.MilliWh { return xs.Values[t] - ys.Values[t] })
		return nil
	}
	zs, err := b.third.Decode(*more, b.Grid.Step)
	if err != nil || !misses(xs.Values[b.From:b.To], ys.Values[b.From:b.To], zs.Values[b.From:b.To]) {
		return err
	}
	b.note(kind, side, metering.Lower(metering.Lower(xs.Quality, ys.Quality), zs.Quality), func(t int) energy.MilliWh {
		d := xs.Values[t] - ys.Values[t] - zs.Values[t]
		return max(d, -d)
	})
	return nil
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

// note keeps the days on which excess is above the tolerance. Gaps do not count.
func (b *balancing) note(kind metering.FindingKind, side metering.Side, quality loadcurve.Runs, excess func(t int) energy.MilliWh) {
	b.found = append(b.found, b.Grid.Days(quality, b.From, b.To, SiteTolerance, metering.Finding{DsoID: b.DsoID, Side: side, Kind: kind}, excess)...)
}

// power finds the days with more power than 1.2 times the contract's (domain 4.2).
func (b *balancing) power(row metering.SeriesMonth, side metering.Side) {
	b.looked[lookedKey{b.DsoID, side, metering.AboveContractPower}] = true
	s := row.Curve
	limit := energy.MilliWh(b.ContractPowerW * int64(row.Step) / 3) // as where a file is read
	if limit == 0 {
		return
	}
	g := b.grids.At(row.Step)
	from, to := g.Starts[b.FirstDay], g.Starts[b.EndDay]
	if !over(s.Values[from:to], limit) {
		return
	}
	like := metering.Finding{DsoID: b.DsoID, Side: side, Kind: metering.AboveContractPower}
	b.found = append(b.found, g.Days(s.Quality, from, to, 0, like, func(t int) energy.MilliWh { return s.Values[t] - limit })...)
}
