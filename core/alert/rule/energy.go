package rule

import (
	"slices"

	"github.com/openpmo/pmo/core/alert"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering/billable"
	"github.com/openpmo/pmo/core/metering/forecast"
)

// provisionalMonths are the months that ended long ago and have whole days that the operator may
// still change, with the shared energy of the sites concerned.
func provisionalMonths(sides []billable.SideMonth, today civil.Date, threshold int) (out []alert.Fact) {
	of := map[civil.Month][]billable.SideMonth{}
	var order []civil.Month
	for _, side := range sides {
		if len(side.Provisional) == 0 {
			continue
		}
		if of[side.Month] == nil {
			order = append(order, side.Month)
		}
		of[side.Month] = append(of[side.Month], side)
	}
	for _, m := range order {
		days := int(today - m.Next().First())
		if days < threshold {
			continue
		}
		sites, shared, known := map[id.ID]bool{}, energy.MilliWh(0), false
		for _, side := range of[m] {
			sites[side.Site.ParticipantID] = true
			shared, known = shared+side.Received.Energy, known || side.Received.Known > 0
		}
		f := alert.Fact{Subject: alert.Subject{Month: &m}, Severity: severe(days, threshold), Action: alert.DeclareDefinitive,
			Figures: alert.Figures{Days: days, Sites: len(sites)}}
		if known {
			f.Energy = &shared
		}
		out = append(out, f)
	}
	return out
}

// fewestSunDays is how many days have to be known of both before a producer is compared.
const fewestSunDays = 7

// lowProducers are those that made less than a part, in percent, of what the sun allowed.
func lowProducers(producers []forecast.ExpectedProducer, days civil.Range, threshold int) (out []alert.Fact) {
	for _, p := range producers {
		c := p.Compared
		if c.Ratio == nil || c.Days < fewestSunDays || *c.Ratio*100 >= float64(threshold) {
			continue
		}
		ratio, expected, lost := *c.Ratio, 1.0, c.Expected-c.Measured
		last, first := days.Last(), days.From
		f := alert.Fact{Subject: alert.Subject{SiteID: p.ParticipantID}, Severity: alert.Warning, Action: alert.SeeSite, Energy: &lost,
			Figures: alert.Figures{Days: c.Days, From: &first, To: &last, Rate: &ratio, Expected: &expected}}
		if ratio*200 < float64(threshold) {
			f.Severity = alert.Urgent
		}
		out = append(out, f)
	}
	return out
}

// monthRate is how much of consumption production covers in a month.
type monthRate struct {
	produced, consumed billable.KnownDays
}

// rate is not known where a tenth of the days of either lacks.
func (r monthRate) rate() (float64, bool) {
	if r.consumed.Energy <= 0 || r.produced.Owed == 0 || 10*r.produced.Whole < 9*r.produced.Owed || 10*r.consumed.Whole < 9*r.consumed.Owed {
		return 0, false
	}
	return float64(r.produced.Energy) / float64(r.consumed.Energy), true
}

// fallenCoverage compares the last month of which the rate is known, at most two before this one,
// with the same month a year before, or else with the mean of the three before it: how far it fell,
// in percent of what it was. The energy is what production would have had to be more.
func fallenCoverage(sides []billable.SideMonth, now civil.Month, threshold int) []alert.Fact {
	of := map[civil.Month]monthRate{}
	for _, side := range sides {
		r := of[side.Month] // a side owes no days of the other one's curve
		r.produced, r.consumed = r.produced.Plus(side.Produced), r.consumed.Plus(side.Consumed)
		of[side.Month] = r
	}
	for _, m := range []civil.Month{now - 1, now - 2} {
		rate, ok := of[m].rate()
		if !ok {
			continue
		}
		before, against, ok := coverageBefore(of, m)
		if !ok || before <= 0 || (before-rate)*100 < before*float64(threshold) {
			return nil
		}
		lost := energy.MilliWh((before - rate) * float64(of[m].consumed.Energy))
		f := alert.Fact{Subject: alert.Subject{Month: &m}, Severity: alert.Warning, Action: alert.SeeDashboard, Energy: &lost,
			Figures: alert.Figures{Rate: &rate, Expected: &before, Against: against}}
		if against == alert.WithThreeBefore { // the season may be all there is to it
			f.Severity = alert.Notice
		}
		return []alert.Fact{f}
	}
	return nil
}

func coverageBefore(of map[civil.Month]monthRate, m civil.Month) (float64, alert.Comparison, bool) {
	if rate, ok := of[m-12].rate(); ok {
		return rate, alert.WithYearBefore, true
	}
	var sum float64
	if slices.ContainsFunc([]civil.Month{m - 1, m - 2, m - 3}, func(one civil.Month) bool {
		rate, ok := of[one].rate()
		sum += rate
		return !ok
	}) {
		return 0, "", false
	}
	return sum / 3, alert.WithThreeBefore, true
}
