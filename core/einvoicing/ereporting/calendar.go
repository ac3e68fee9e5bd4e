package ereporting

import (
	"slices"

	"github.com/openpmo/pmo/core/civil"
)

// Regime is how a seller files its VAT, which says what periods it reports, and until when; "" = not told.
type Regime string

// The regimes.
const (
	NormalMonthly   Regime = "NORMAL_MONTHLY"   // thirds of a month
	NormalQuarterly Regime = "NORMAL_QUARTERLY" // months, until the 10th
	Simplified      Regime = "SIMPLIFIED"       // months, until the end of the next
	Franchise       Regime = "FRANCHISE"        // two months, until the end of the next
)

// PeriodOf is the period that holds a day.
func (r Regime) PeriodOf(day civil.Date) civil.Range {
	m := civil.MonthOf(day)
	switch r {
	case NormalMonthly:
		first := m.First()
		switch {
		case day.Day() <= 10:
			return civil.Range{From: first, To: first.AddDays(10)}
		case day.Day() <= 20:
			return civil.Range{From: first.AddDays(10), To: first.AddDays(20)}
		}
		return civil.Range{From: first.AddDays(20), To: m.Next().First()}
	case Franchise:
		if m.Month()%2 == 0 {
			m--
		}
		return civil.Range{From: m.First(), To: m.Add(2).First()}
	}
	return m.Range()
}

// Due is the last day on which a period may be reported.
func (r Regime) Due(period civil.Range) civil.Date {
	last := civil.MonthOf(period.Last())
	next := last.Next()
	switch r {
	case NormalMonthly:
		switch {
		case period.Last().Day() <= 10:
			return last.First().AddDays(19)
		case period.Last().Day() <= 20:
			return next.First() - 1
		}
		return next.First().AddDays(9)
	case NormalQuarterly:
		return next.First().AddDays(9)
	}
	return next.Next().First() - 1
}

// Calendar is the periods of a seller: those that were reported as they were, whatever its regime was then,
// and between and after them those of its regime of now.
type Calendar struct {
	Regime   Regime
	Reported []civil.Range
}

// Of is the period that holds a day.
func (c Calendar) Of(day civil.Date) civil.Range {
	if n := slices.IndexFunc(c.Reported, func(r civil.Range) bool { return r.Contains(day) }); n >= 0 {
		return c.Reported[n]
	}
	out := c.Regime.PeriodOf(day)
	for _, r := range c.Reported {
		if r.To <= day {
			out.From = max(out.From, r.To)
		} else {
			out.To = min(out.To, r.From)
		}
	}
	return out
}

// From lists the periods from that of a day on to that of another, in order.
func (c Calendar) From(first, last civil.Date) (out []civil.Range) {
	for day := first; day <= last; {
		r := c.Of(day)
		out, day = append(out, r), r.To
	}
	return out
}
