package metering

import (
	"context"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
)

// tally adds up days of curves.
type tally struct {
	question
	scope  Scope
	within civil.Range // days that may be seen
	months []curveMonth
}

// missing is the periods of an answer, and what data they lack.
func (c tally) missing() Metrics {
	out := Metrics{Tag: c.tag, Zone: c.op.Operator.Zone(), Days: c.days, PreviousDays: previousDays(c.days), YearBeforeDays: yearBefore(c.days)}
	out.MissingDays, out.ProvisionalFrom = c.state(c.days)
	out.PreviousMissing, _ = c.state(out.PreviousDays)
	out.YearBeforeMissing, _ = c.state(out.YearBeforeDays)
	return out
}

func (c tally) metrics() Metrics {
	out := c.missing()
	out.Values = c.values(c.days)
	out.Previous = c.values(out.PreviousDays)
	out.YearBefore = c.values(out.YearBeforeDays)
	c.compare(&out)
	c.rates(&out)
	return out
}

// values adds up the days of r, nature by nature.
func (c tally) values(r civil.Range) map[Nature]Metric {
	out := map[Nature]Metric{}
	r = r.Intersect(c.within)
	peaks := map[Nature]peak{}
	for _, m := range c.months {
		if m.nature > ACI || !has(c.scope.sides(m.nature), m.side) || r.IsEmpty() {
			continue
		}
		metric, known := out[m.nature]
		highest := peaks[m.nature]
		first, days := m.days.in(m.month, r)
		for i, day := range days {
			if !day.State.Has(HasData) {
				continue
			}
			known = true
			metric.Energy += day.Sum
			if one := (peak{day.Peak, m.step, first + civil.Date(i), seconds(m.step * day.PeakAt)}); one.above(highest) {
				metric.Power, highest = energy.Power(one.energy, seconds(one.step)), one
			}
		}
		if known {
			out[m.nature], peaks[m.nature] = metric, highest
		}
	}
	zone := c.op.Operator.Zone()
	for n, highest := range peaks {
		if metric := out[n]; highest.energy > 0 {
			at := zone.Start(highest.day).Add(highest.after)
			metric.Time = &at
			out[n] = metric
		}
	}
	return out
}

// peak is where the highest step is.
type peak struct {
	energy energy.MilliWh // 0 = there is none
	step   int32          // seconds
	day    civil.Date
	after  time.Duration // the start of the day
}

// above reports whether the mean power of the step is above that of another one, exactly:
// of two in the same watt the higher is the peak.
func (p peak) above(o peak) bool {
	return p.energy > 0 && (o.energy == 0 || p.energy*energy.MilliWh(o.step) > o.energy*energy.MilliWh(p.step))
}

// filling is which days of the period a curve has complete.
type filling struct {
	seen bool // there is data
	days []bool
}

// missingDays counts the past days of a question on which the operation lacks data.
func (q question) missingDays(ctx context.Context) (int, error) {
	sums, err := q.s.sums(ctx, q.known, q.op.ID, civil.MonthsOf(q.days), q.natures)
	if err != nil {
		return 0, err
	}
	missing, _ := q.tallyOf(sums, ScopeGlobal).state(q.days)
	return missing, nil
}

// tallyOf counts the sums of an operation.
func (q question) tallyOf(sums []SumMonth, scope Scope) tally {
	c := tally{question: q, scope: scope, within: allDays}
	for _, m := range sums {
		c.months = append(c.months, curveMonth{m.Month, m.Nature, m.Side, m.Step, m.Days, nil})
	}
	return c
}

// state counts the past days of r without complete data, and finds the first one with
// data that is not definitive. Only days that are seen count: nobody owes those of a site
// before it took part, or after. A nature nobody sent is not waited for, nor is a meter
// behind the operator's.
func (c tally) state(r civil.Range) (missing int, provisional *civil.Date) {
	r = r.Intersect(c.within)
	if r.IsEmpty() {
		return 0, nil
	}
	filled, earliest := map[sumKey]*filling{}, civil.Forever
	none := slices.ContainsFunc(c.natures, func(n Nature) bool { return !n.External() })
	for _, m := range c.months {
		if m.nature.External() || m.nature >= ACI || !has(c.scope.sides(m.nature), m.side) {
			continue
		}
		f := filled[sumKey{m.nature, m.side}]
		if f == nil {
			f = &filling{days: make([]bool, r.Days())}
			filled[sumKey{m.nature, m.side}] = f
		}
		first, days := m.days.in(m.month, r)
		for i, day := range days {
			date := first + civil.Date(i)
			if day.State.Has(HasData) {
				f.seen, none = true, false
				if date < earliest && !c.finality.final(date, day.State) {
					earliest = date
				}
			}
			f.days[date-r.From] = day.State.Has(Complete)
		}
	}
	if earliest < civil.Forever {
		provisional = &earliest
	}
	incomplete := make([]bool, r.Days())
	for _, f := range filled {
		for i, complete := range f.days {
			incomplete[i] = incomplete[i] || f.seen && !complete
		}
	}
	for i, one := range incomplete {
		if past := r.From+civil.Date(i) < c.today; past && (one || none) {
			missing++
		}
	}
	return missing, provisional
}
