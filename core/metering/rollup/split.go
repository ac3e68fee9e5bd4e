package rollup

import (
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/loadcurve"
	"github.com/openpmo/pmo/core/metering/pairing"
)

// MonthSplit divides the shared energy of consumers in one month as its rollups do:
// the same producers, in the same order, at the same step.
type MonthSplit struct {
	Grid      metering.MonthGrid
	from, to  int // the steps that the splitter has
	splitter  *pairing.Splitter
	producers []id.ID
	apart     *pairing.ByProducer // days that were not split in proportion; nil = none
}

// WholeMonth are the days of a month for which a split of all of it is wanted.
func WholeMonth(m civil.Month) civil.Range { return m.Range() }

// splitOf takes every producer of the month, with what it made and gave on the given days.
// received is what consumers received in the month.
func splitOf(g metering.MonthGrid, sites []metering.Site, rows map[metering.SeriesKey]metering.SeriesMonth, days civil.Range, received func() ([]energy.MilliWh, error)) (MonthSplit, error) {
	out := MonthSplit{Grid: g}
	out.from, out.to = g.Steps(days)
	var columns, given [][]energy.MilliWh
	var months []energy.MilliWh // what each made in all of the month
	var memory [3]Scratch
	for _, site := range sites {
		row, ok := rows[metering.SeriesKey{DsoID: site.DsoID, Nature: metering.Prod, Side: metering.Producer, Origin: metering.DSO}]
		from, to := g.Steps(site.Period)
		if !ok || to == 0 || !site.Plays(metering.Producer) {
			continue
		}
		s, err := memory[0].Decode(row, g.Step)
		if err != nil {
			return out, err
		}
		var sent [2]*loadcurve.Series
		for i, nature := range []metering.Nature{metering.Surplus, metering.Autoconso} {
			if row, ok := rows[metering.SeriesKey{DsoID: site.DsoID, Nature: nature, Side: metering.Producer, Origin: metering.DSO}]; ok {
				curve, err := memory[i+1].Decode(row, g.Step)
				if err != nil {
					return out, err
				}
				sent[i] = &curve
			}
		}
		column, gave := make([]energy.MilliWh, out.to-out.from), pairing.GivenCurve(s, sent[0], sent[1], from, to)
		if gave != nil {
			gave = gave[out.from:out.to]
		}
		if from, to := g.Steps(site.Period.Intersect(days)); from < to {
			copy(column[from-out.from:], s.Values[from:to])
		}
		columns, given, months = append(columns, column), append(given, gave), append(months, pairing.SumsOf([][]energy.MilliWh{s.Values[from:to]})...)
		out.producers = append(out.producers, site.ParticipantID)
	}
	weights, _, err := pairing.Weights(columns, pairing.Margins(given, out.to-out.from), func() ([]energy.MilliWh, error) {
		all, err := received()
		if err != nil {
			return nil, err
		}
		return all[out.from:out.to], nil
	}, 0)
	out.splitter = pairing.NewSplitter(weights, months, out.to-out.from)
	return out, err
}

// fewer are the days of a month that are split again when r is wanted of it: those, or
// the rest where that is shorter and in one piece; it is then taken off the month.
func fewer(m civil.Month, r civil.Range) (days civil.Range, rest bool) {
	whole := m.Range()
	days = r.Intersect(whole)
	other := civil.Range{From: days.To, To: whole.To}
	if days.To == whole.To {
		other = civil.Range{From: whole.From, To: days.From}
	} else if days.From != whole.From {
		return days, false
	}
	if other.Days() < days.Days() {
		return other, true
	}
	return days, false
}

// Part is the curve of what came from one producer of a month's split; a producer that
// is not in it gave nothing. Days that were shared apart are right only for the consumer
// whose curves the split holds.
func (m MonthSplit) Part(shared loadcurve.Series, producerID id.ID) loadcurve.Series {
	out := loadcurve.Series{Grid: m.Grid.Grid, Values: make([]energy.MilliWh, m.Grid.N), Quality: shared.Quality}
	p := slices.Index(m.producers, producerID)
	if p < 0 {
		return out
	}
	m.splitter.Of(out.Values, shared.Values, p)
	m.apart.Steps(m.Grid, func(_, from, to int) {
		clear(out.Values[from:to])
		if m.apart.Curves != nil {
			copy(out.Values[from:to], m.apart.Curves[p][from:to])
		}
	})
	return out
}

// Days is what a pair had on each day of the month.
func (m MonthSplit) Days(shared loadcurve.Series, pair metering.Pair) metering.Days {
	out := metering.DaysOf(m.Grid, m.Part(shared, pair.ProducerID), false)
	p, sums := slices.Index(m.producers, pair.ProducerID), []energy.MilliWh(nil)
	m.apart.Steps(m.Grid, func(day, _, _ int) {
		if sums = m.apart.Days[pair.ConsumerID]; sums != nil && p >= 0 {
			out[day].Sum = sums[p*m.apart.Count+day]
		}
	})
	return out
}
