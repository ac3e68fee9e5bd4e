package billable

import (
	"slices"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/loadcurve"
	"github.com/openpmo/pmo/core/metering/pairing"
)

// Expectation is an allocation of a month that was computed beside the operator's, on
// the grid of Energies (domain 6.6, origin expected). Invoices and metrics never
// read it.
type Expectation struct {
	Month                civil.Month
	Step                 time.Duration
	Consumers, Producers []metering.Site
	Shared               [][]energy.MilliWh // [consumer][step]
	Given, Production    [][]energy.MilliWh // [producer][step]
	Missing              []bool             // steps at which nothing can be said
}

// surplus is what producers made and did not give.
func (x Expectation) surplus() [][]energy.MilliWh {
	out := make([][]energy.MilliWh, len(x.Given))
	for p, given := range x.Given {
		out[p] = make([]energy.MilliWh, len(given))
		for t, v := range given {
			out[p][t] = x.Production[p][t] - v
		}
	}
	return out
}

// rows are the curves of an expectation. Where pmo is the operator only what consumers
// received is compared: the rest follows from it when the month is summed.
func (x Expectation) rows(zone civil.Zone, origin metering.Origin) ([]metering.SeriesMonth, error) {
	g := metering.GridOf(zone, x.Month, int32(x.Step/time.Second))
	curves := map[metering.SeriesKey]*loadcurve.Series{}
	put := func(nature metering.Nature, side metering.Side, sites []metering.Site, columns [][]energy.MilliWh) error {
		for i, site := range sites {
			if err := pairing.Join(curves, metering.SeriesKey{DsoID: site.DsoID, Nature: nature, Side: side, Origin: origin}, x.curve(g, site, columns[i])); err != nil {
				return err
			}
		}
		return nil
	}
	if err := put(metering.Autoconso, metering.Consumer, x.Consumers, x.Shared); err != nil {
		return nil, err
	}
	if origin == metering.Expected {
		if err := put(metering.Autoconso, metering.Producer, x.Producers, x.Given); err != nil {
			return nil, err
		}
		if err := put(metering.Surplus, metering.Producer, x.Producers, x.surplus()); err != nil {
			return nil, err
		}
	}
	var rows []metering.SeriesMonth
	for key, curve := range curves {
		row := metering.NewSeriesMonth(key, g, *curve)
		row.Derived = true
		rows = append(rows, row)
	}
	slices.SortFunc(rows, func(a, b metering.SeriesMonth) int { return a.Compare(b.SeriesKey) })
	return rows, nil
}

// curve is a column as a series with gaps outside the days of the site and wherever
// nothing can be said.
func (x Expectation) curve(g metering.MonthGrid, site metering.Site, column []energy.MilliWh) loadcurve.Series {
	out := loadcurve.Series{Grid: g.Grid, Values: slices.Clone(column)}
	from, to := g.Steps(site.Period)
	for t := range out.Values {
		quality := loadcurve.Definitive
		if t < from || t >= to || x.Missing[t] {
			quality, out.Values[t] = loadcurve.Missing, 0
		}
		out.Quality = out.Quality.Add(quality, 1)
	}
	return out
}

// differing are the rows that are stored otherwise or not at all.
func differing(rows, stored []metering.SeriesMonth) (changed []metering.SeriesMonth) {
	at := map[metering.SeriesKey]metering.SeriesMonth{}
	for _, row := range stored {
		at[row.SeriesKey] = row
	}
	for _, row := range rows {
		old, ok := at[row.SeriesKey]
		if ok && old.Hash == row.Hash {
			continue
		}
		row.Version = old.Version + 1
		changed = append(changed, row)
	}
	return changed
}

// ReceivedDay is what a site received on a day by the operator and by us; Both is
// false where one of them is not whole.
type ReceivedDay struct {
	Day           civil.Date
	DSO, Expected energy.MilliWh
	Both          bool
}

// SiteReceived is that of one site, ascending.
type SiteReceived struct {
	metering.Site
	Days []ReceivedDay
}

func (r *SiteReceived) add(m civil.Month, days civil.Range, rows map[metering.SeriesKey]metering.SeriesMonth) {
	dso, ok := rows[metering.SeriesKey{DsoID: r.DsoID, Nature: metering.Autoconso, Side: metering.Consumer, Origin: metering.DSO}]
	ours, both := rows[metering.SeriesKey{DsoID: r.DsoID, Nature: metering.Autoconso, Side: metering.Consumer, Origin: metering.Expected}]
	if !ok && !both {
		return
	}
	in := m.Range().Intersect(days).Intersect(r.Period)
	for d := in.From; d < in.To; d++ {
		i, day := int(d-m.First()), ReceivedDay{Day: d, Both: ok && both}
		if ok {
			day.DSO = dso.Days[i].Sum
			day.Both = day.Both && dso.Days[i].State.Has(metering.Whole)
		}
		if both {
			day.Expected = ours.Days[i].Sum
			day.Both = day.Both && ours.Days[i].State.Has(metering.Whole)
		}
		r.Days = append(r.Days, day)
	}
}
