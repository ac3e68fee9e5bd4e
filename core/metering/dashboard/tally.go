package dashboard

import (
	"context"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/monthly"
	"github.com/openpmo/pmo/core/metering/rollup"
	"github.com/openpmo/pmo/core/metering/view"
)

// Compared sets the days of a tally beside those of another period; nil where nothing can
// be compared.
func (c Tally) Compared(with Comparison) *Compared {
	now := c.complete(c.Days)
	return c.comparedWith(now, with)
}

// Tally adds up days of curves.
type Tally struct {
	view.Question
	Scope  metering.Scope
	Within civil.Range // days that may be seen
	Months []view.CurveMonth
}

// missing is the periods of an answer, and what data they lack.
func (c Tally) missing() Metrics {
	out := Metrics{Revision: c.Revision, Zone: c.Op.Operator.Zone(), Days: c.Days, PreviousDays: view.PreviousDays(c.Days), YearBeforeDays: view.YearBefore(c.Days)}
	out.MissingDays, out.ProvisionalFrom = c.state(c.Days)
	out.PreviousMissing, _ = c.state(out.PreviousDays)
	out.YearBeforeMissing, _ = c.state(out.YearBeforeDays)
	return out
}

func (c Tally) metrics() Metrics {
	out := c.missing()
	out.Values = c.values(c.Days)
	out.Previous = c.values(out.PreviousDays)
	out.YearBefore = c.values(out.YearBeforeDays)
	c.compare(&out)
	c.rates(&out)
	return out
}

// totals is the period by itself, beside no other.
func (c Tally) totals() *Metrics {
	out := Metrics{Revision: c.Revision, Zone: c.Op.Operator.Zone(), Days: c.Days, Values: c.values(c.Days)}
	out.MissingDays, out.ProvisionalFrom = c.state(c.Days)
	c.rates(&out)
	return &out
}

// values adds up the days of r, nature by nature.
func (c Tally) values(r civil.Range) map[metering.Nature]Metric {
	out := map[metering.Nature]Metric{}
	r = r.Intersect(c.Within)
	peaks := map[metering.Nature]peak{}
	for _, m := range c.Months {
		if m.Nature > metering.ACI || !metering.Has(c.Scope.Sides(m.Nature), m.Side) || r.IsEmpty() {
			continue
		}
		metric, known := out[m.Nature]
		highest := peaks[m.Nature]
		first, days := m.Days.In(m.Month, r)
		for i, day := range days {
			if !day.State.Has(metering.HasData) {
				continue
			}
			known = true
			metric.Energy += day.Sum
			if one := (peak{day.Peak, m.Step, first + civil.Date(i), metering.Seconds(m.Step * day.PeakAt)}); one.above(highest) {
				metric.Power, highest = energy.Power(one.energy, metering.Seconds(one.step)), one
			}
		}
		if known {
			out[m.Nature], peaks[m.Nature] = metric, highest
		}
	}
	zone := c.Op.Operator.Zone()
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

// MissingDays counts the past days of a question on which the operation lacks data.
func MissingDays(ctx context.Context, q view.Question) (int, error) {
	sums, err := q.Monthly.Sums(ctx, q.Known, q.Op.ID, civil.MonthsOf(q.Days), q.Natures)
	if err != nil {
		return 0, err
	}
	missing, _ := TallyOf(q, sums, metering.ScopeGlobal).state(q.Days)
	return missing, nil
}

// TallyOf counts the sums of an operation.
func TallyOf(q view.Question, sums []rollup.SumMonth, scope metering.Scope) Tally {
	c := Tally{Question: q, Scope: scope, Within: metering.AllDays}
	for _, m := range sums {
		c.Months = append(c.Months, view.CurveMonth{Month: m.Month, Nature: m.Nature, Side: m.Side, Step: m.Step, Days: m.Days, Chunk: nil})
	}
	return c
}

// state counts the past days of r without complete data, and finds the first one with
// data that is not definitive. Only days that are seen count: nobody owes those of a site
// before it took part, or after. A nature nobody sent is not waited for, nor is a meter
// behind the operator's.
func (c Tally) state(r civil.Range) (missing int, provisional *civil.Date) {
	r = r.Intersect(c.Within)
	if r.IsEmpty() {
		return 0, nil
	}
	filled, earliest := map[metering.NatureSide]*filling{}, civil.Forever
	none := slices.ContainsFunc(c.Natures, func(n metering.Nature) bool { return !n.External() })
	for _, m := range c.Months {
		if m.Nature.External() || m.Nature >= metering.ACI || !metering.Has(c.Scope.Sides(m.Nature), m.Side) {
			continue
		}
		f := filled[metering.NatureSide{Nature: m.Nature, Side: m.Side}]
		if f == nil {
			f = &filling{days: make([]bool, r.Days())}
			filled[metering.NatureSide{Nature: m.Nature, Side: m.Side}] = f
		}
		first, days := m.Days.In(m.Month, r)
		for i, day := range days {
			date := first + civil.Date(i)
			if day.State.Has(metering.HasData) {
				f.seen, none = true, false
				if date < earliest && !c.Finality.Final(date, day.State) {
					earliest = date
				}
			}
			f.days[date-r.From] = day.State.Has(metering.Complete)
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
		if past := r.From+civil.Date(i) < c.Today; past && (one || none) {
			missing++
		}
	}
	return missing, provisional
}

// compare fills what the period is compared with, day by day.
func (c Tally) compare(out *Metrics) {
	now := c.complete(c.Days)
	if len(out.Previous) > 0 {
		out.PreviousCompared = c.comparedWith(now, WithPrevious)
	}
	if len(out.YearBefore) > 0 {
		out.YearBeforeCompared = c.comparedWith(now, WithYearBefore)
	}
}

// comparedWith is nil where nothing can be compared on enough days.
func (c Tally) comparedWith(now dayLines, with Comparison) *Compared {
	days, places := view.PreviousDays(c.Days), []int(nil)
	if with == WithYearBefore {
		days, places = view.YearBefore(c.Days), yearPlaces(c.Days)
	}
	before := c.complete(days)
	b := beside{now: now, before: before, places: places, days: c.Days.Intersect(c.Within).Intersect(civil.Range{From: civil.Min, To: c.Today}).Days()}
	out := Compared{Days: b.days, Energies: map[metering.Nature]ComparedEnergy{}}
	for _, n := range metering.Natures() {
		var lines []metering.NatureSide
		for _, side := range c.Scope.Sides(n) {
			if k := (metering.NatureSide{Nature: n, Side: side}); now[k] != nil {
				lines = append(lines, k)
			}
		}
		if e, ok := b.energy(lines...); ok {
			out.Energies[n] = e
		}
	}
	if len(out.Energies) == 0 {
		return nil
	}
	used, received := metering.NatureSide{Nature: metering.Conso, Side: metering.Consumer}, metering.NatureSide{Nature: metering.Autoconso, Side: metering.Consumer}
	made, given := metering.NatureSide{Nature: metering.Prod, Side: metering.Producer}, metering.NatureSide{Nature: metering.Autoconso, Side: metering.Producer}
	if c.Scope != metering.ScopeProducer {
		out.SelfProduction = b.rate(received, used, true)
		out.Complement = b.rest(used, received)
	}
	if c.Scope != metering.ScopeConsumer {
		out.Sharing = b.rate(given, made, true)
	}
	if c.Scope == metering.ScopeGlobal {
		out.Coverage = b.rate(made, used, false)
	}
	return &out
}

// complete is what is complete on the days of r that are seen, past ones only.
func (c Tally) complete(r civil.Range) dayLines {
	out, seen := dayLines{}, r.Intersect(c.Within).Intersect(civil.Range{From: civil.Min, To: c.Today})
	for _, m := range c.Months {
		if m.Nature >= metering.Complement {
			continue
		}
		first, days := m.Days.In(m.Month, seen)
		if len(days) == 0 {
			continue
		}
		k := metering.NatureSide{Nature: m.Nature, Side: m.Side}
		line := out[k]
		if line == nil {
			line = monthly.WithGaps(nil, r.Days())
			out[k] = line
		}
		line = line[first-r.From:]
		for i, day := range days {
			if day.State.Has(metering.HasData | metering.Complete) {
				line[i] = day.Sum
			}
		}
	}
	return out
}

func (c Tally) rates(m *Metrics) {
	var of splits
	of.consumed, of.consumedWithACI = c.split(metering.Conso, metering.Consumer)
	of.produced, of.producedWithACI = c.split(metering.Prod, metering.Producer)
	m.rates(of)
	if c.Scope == metering.ScopeGlobal {
		m.Coverage = c.coverage()
	}
}

// split adds up an energy of one side and what was shared of it, alone and with ACI; nil
// where that is not known of anything.
func (c Tally) split(whole metering.Nature, side metering.Side) (alone, counted *split) {
	if !metering.Has(c.Scope.Sides(whole), side) {
		return nil, nil
	}
	sharing := map[civil.Month]bool{} // months of which anything shared is known
	for _, m := range c.Months {
		if m.Nature == metering.Autoconso && m.Side == side {
			sharing[m.Month] = true
		}
	}
	days := c.Days.Intersect(c.Within)
	var of matching
	var aci withACI
	for _, m := range c.Months {
		if m.Side != side && m.Nature != metering.ACI || !sharing[m.Month] {
			continue
		}
		_, some := m.Days.In(m.Month, days)
		for _, day := range some {
			if !day.State.Has(metering.HasData) {
				continue
			}
			of.take(m.Nature, whole, day.Sum)
			aci.take(m.Nature, day.Sum)
		}
	}
	alone = of.into()
	return alone, aci.beside(alone)
}

// coverage is produced over consumed, of the days on which both are whole (domain 7).
func (c Tally) coverage() *float64 {
	made, used := c.wholeDays(metering.Prod, metering.Producer), c.wholeDays(metering.Conso, metering.Consumer)
	var sum split
	for i := range made {
		if made[i] != metering.Absent && used[i] != metering.Absent {
			sum.shared += made[i]
			sum.whole += used[i]
		}
	}
	return Rate(sum.shared, sum.whole)
}

// wholeDays is a nature day by day; Absent where it is not whole.
func (c Tally) wholeDays(n metering.Nature, side metering.Side) []energy.MilliWh {
	out := monthly.WithGaps(nil, c.Days.Days())
	for _, m := range c.Months {
		if m.Nature != n || m.Side != side {
			continue
		}
		first, days := m.Days.In(m.Month, c.Days.Intersect(c.Within))
		for i, day := range days {
			if day.State.Has(metering.HasData | metering.Whole) {
				out[int(first-c.Days.From)+i] = day.Sum
			}
		}
	}
	return out
}
