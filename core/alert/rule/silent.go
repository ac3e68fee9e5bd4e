package rule

import (
	"github.com/openpmo/pmo/core/alert"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
)

// severe is urgent from twice the threshold on.
func severe(days, threshold int) alert.Severity {
	if days >= 2*max(threshold, 1) {
		return alert.Urgent
	}
	return alert.Warning
}

// silentOperation is an operation for whose sites nothing has come for some days, counted up to
// yesterday: from the day after the last with data, or from the entry of its first site.
func silentOperation(sites []metering.Site, latest *civil.Date, today civil.Date, threshold int) []alert.Fact {
	from, active := civil.Forever, 0
	for _, site := range sites {
		if site.Period.Contains(today - 1) {
			active, from = active+1, min(from, site.Period.From)
		}
	}
	if active == 0 {
		return nil
	}
	if latest != nil {
		from = max(*latest+1, from)
	}
	days := int(today - from)
	if days < threshold {
		return nil
	}
	return []alert.Fact{{Severity: severe(days, threshold), Action: alert.ImportCurves,
		Figures: alert.Figures{Days: days, Day: latest, Sites: active}}}
}

// lastKnown is what is known of a curve in a window.
type lastKnown struct {
	last *civil.Date
	sum  energy.MilliWh
	days int64
}

// silentSites are the sites whose last day with a value lies some days before the last day of the
// window, on which others have some. What they draw or make in a day is guessed by the days that
// are known; where none is the energy is not known. Of a site with two sides the one that lacks
// more counts.
func silentSites(sites []metering.Site, rows []metering.SeriesMonth, window civil.Range, threshold int) (out []alert.Fact) {
	byCurve := map[metering.SeriesKey][]metering.SeriesMonth{}
	keyOf := func(dsoID string, nature metering.Nature) metering.SeriesKey {
		return metering.SeriesKey{DsoID: dsoID, Nature: nature}
	}
	for _, row := range rows {
		if row.Origin == metering.DSO {
			byCurve[keyOf(row.DsoID, row.Nature)] = append(byCurve[keyOf(row.DsoID, row.Nature)], row)
		}
	}
	natures := map[metering.Side]metering.Nature{metering.Consumer: metering.Conso, metering.Producer: metering.Prod}
	for _, site := range sites {
		if !site.Period.Contains(window.Last()) {
			continue
		}
		var worst *alert.Fact
		for _, side := range []metering.Side{metering.Consumer, metering.Producer} {
			if !site.Plays(side) {
				continue
			}
			known := knownOf(byCurve[keyOf(site.DsoID, natures[side])], site.Period.Intersect(window))
			if f := silentFact(site, known, window, threshold); f != nil && (worst == nil || f.Figures.Days > worst.Figures.Days) {
				worst = f
			}
		}
		if worst != nil {
			out = append(out, *worst)
		}
	}
	return out
}

func silentFact(site metering.Site, known lastKnown, window civil.Range, threshold int) *alert.Fact {
	from := max(site.Period.From, window.From)
	if known.last != nil {
		from = *known.last + 1
	}
	days := int(window.To - from)
	if days < threshold {
		return nil
	}
	last := window.Last()
	f := &alert.Fact{Subject: alert.Subject{SiteID: site.ParticipantID}, Severity: severe(days, max(threshold, 15)), Action: alert.SeeSite,
		Figures: alert.Figures{Days: days, Day: known.last, From: &from, To: &last}}
	if known.days > 0 {
		guess := energy.MilliWh(int64(known.sum) / known.days * int64(days))
		f.Energy = &guess
	}
	return f
}

func knownOf(rows []metering.SeriesMonth, days civil.Range) (out lastKnown) {
	for _, row := range rows {
		for i, day := range row.Days {
			date := row.Month.First() + civil.Date(i)
			if !days.Contains(date) || !day.State.Has(metering.HasData) {
				continue
			}
			out.sum, out.days = out.sum+day.Sum, out.days+1
			if out.last == nil || date > *out.last {
				out.last = &date
			}
		}
	}
	return out
}
