package metering

import (
	"cmp"
	"context"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// HoursInput asks for one nature hour by hour, of an operation or of one of its sites.
type HoursInput struct {
	OperationID   id.ID
	ParticipantID id.ID // none = the whole operation
	Scope         Scope // none = the side that the nature belongs to, else Global, of a site its own
	Nature        Nature
	Days          civil.Range
	Known         string // If-None-Match
}

// HeatMap is energy by civil day and hour of the day, in legal time.
type HeatMap struct {
	Tag       string
	Unchanged bool
	Zone      civil.Zone
	Days      civil.Range
	Nature    Nature
	Highest   energy.MilliWh // of one hour; of the doubled one the mean of both counts
	Rows      []HeatDay      // one a day
}

// HeatDay is one day. The hour that spring leaves out is a gap; the one that autumn has
// twice is the sum of both, so that the hours add up to the day.
type HeatDay struct {
	Date        civil.Date
	Values      [24]int64 // mWh; Gap = not known
	Provisional bool      // some of it is not definitive
}

// HourProfile is the mean energy of each hour of the day, in legal time.
type HourProfile struct {
	Tag       string
	Unchanged bool
	Zone      civil.Zone
	Days      civil.Range
	Nature    Nature
	Counted   int // days with a value
	Means     [24]int64
	Totals    [24]int64 // both occurrences of the doubled hour count
	Best      *BestHours
}

// BestHours are the two hours in a row of a mean day that have the most energy: of the
// surplus, those in which an appliance runs on what is left over.
type BestHours struct {
	From   int            // full hour of legal time, 0 to 22; they end two hours later
	Energy energy.MilliWh // of both together, on a mean day
}

// bestHours are those of mean hours, the earliest of equals; nil where there is nothing.
// Both have to be known.
func bestHours(means [24]int64) (best *BestHours) {
	for from := range 23 {
		if means[from] == Gap || means[from+1] == Gap {
			continue
		}
		if sum := energy.MilliWh(means[from] + means[from+1]); sum > 0 && (best == nil || sum > best.Energy) {
			best = &BestHours{From: from, Energy: sum}
		}
	}
	return best
}

// HeatMap is the energy of each hour of some days.
// Errors: forbidden, notFound, range.reversed, range.tooLong, featureNotAvailable
// (an external nature without ACI).
func (s *Service) HeatMap(ctx context.Context, p policy.Principal, in HoursInput) (HeatMap, error) {
	if err := s.guard.Operation(ctx, p, permRead, in.OperationID); err != nil {
		return HeatMap{}, err
	}
	h, unchanged, err := s.hours(ctx, p, in, "heatMap")
	if err != nil || unchanged {
		return HeatMap{Tag: h.tag, Unchanged: unchanged}, err
	}
	out := HeatMap{Tag: h.tag, Zone: h.zone, Days: in.Days, Nature: in.Nature}
	out.Rows, out.Highest = h.rows(in.Days)
	return out, nil
}

// HourProfile is the mean of each hour of the day over the days that have it.
// Errors: as HeatMap.
func (s *Service) HourProfile(ctx context.Context, p policy.Principal, in HoursInput) (HourProfile, error) {
	if err := s.guard.Operation(ctx, p, permRead, in.OperationID); err != nil {
		return HourProfile{}, err
	}
	h, unchanged, err := s.hours(ctx, p, in, "hourProfile")
	if err != nil || unchanged {
		return HourProfile{Tag: h.tag, Unchanged: unchanged}, err
	}
	out := HourProfile{Tag: h.tag, Zone: h.zone, Days: in.Days, Nature: in.Nature}
	var counts [24]int
	for day := in.Days.From; day < in.Days.To; day++ {
		values, of := h.day(day)
		any := false
		for hour, n := range of {
			out.Totals[hour] += values[hour]
			counts[hour] += n
			any = any || n > 0
		}
		if any {
			out.Counted++
		}
	}
	for hour, n := range counts {
		if out.Means[hour] = mean(out.Totals[hour], n); n == 0 {
			out.Totals[hour] = Gap
		}
	}
	out.Best = bestHours(out.Means)
	return out, nil
}

// mean rounds half up; nothing has none.
func mean(sum int64, n int) int64 {
	if n == 0 {
		return Gap
	}
	return (sum + int64(n)/2) / int64(n)
}

// hours are the hours of some days in time order.
type hours struct {
	tag         string
	zone        civil.Zone
	start       time.Time
	values      []int64 // Gap = not known
	provisional map[civil.Date]bool
}

// day sums a day by hour of the wall clock, and counts what there is of each.
func (h hours) day(d civil.Date) (sums [24]int64, counts [24]int) {
	from, to := h.zone.Start(d), h.zone.Start(d+1)
	for at := from; at.Before(to); at = at.Add(hour) {
		v := h.values[int(at.Sub(h.start)/hour)]
		if v == Gap {
			continue
		}
		wall := at.In(h.zone.Location()).Hour()
		sums[wall] += v
		counts[wall]++
	}
	return sums, counts
}

// rows are days by hour of the wall clock, and the highest of one hour.
func (h hours) rows(days civil.Range) (rows []HeatDay, highest energy.MilliWh) {
	rows = make([]HeatDay, days.Days())
	for i := range rows {
		date := days.From + civil.Date(i)
		sums, counts := h.day(date)
		for hour, n := range counts {
			if n == 0 {
				sums[hour] = Gap
				continue
			}
			highest = max(highest, energy.MilliWh(mean(sums[hour], n)))
		}
		rows[i] = HeatDay{Date: date, Values: sums, Provisional: h.provisional[date]}
	}
	return rows, highest
}

// hours reads what HeatMap and HourProfile are made of. The guard has been asked about
// the operation.
func (s *Service) hours(ctx context.Context, p policy.Principal, in HoursInput, kind string) (h hours, unchanged bool, err error) {
	if in.ParticipantID != "" {
		of, err := s.guard.Participant(ctx, p, permRead, in.ParticipantID)
		if err != nil {
			return h, false, err
		}
		if of != in.OperationID {
			return h, false, policy.ErrNotFound
		}
	}
	q, unchanged, err := s.ask(ctx, p, in.OperationID, in.Days, []Nature{in.Nature}, in.Known, kind, in.ParticipantID, in.Scope)
	if err != nil {
		return h, false, err
	}
	if len(q.natures) == 0 {
		return h, false, ErrFeature.With("feature", "ACI").With("dso", string(q.op.Operator))
	}
	d := drawing{question: q, resolution: Hour, scope: cmp.Or(in.Scope, ScopeGlobal), asked: q.natures, within: in.Days}
	if in.ParticipantID != "" {
		view, err := q.site(ctx, in.ParticipantID, siteQuestion{Scope: in.Scope, Natures: []Nature{in.Nature}})
		if err != nil || unchanged {
			return hours{tag: q.tag}, unchanged, err
		}
		d.question, d.scope, d.within = view.question, view.scope, view.within
		if d.months, err = view.months(ctx, civil.MonthsOf(view.within), view.natures); err != nil {
			return h, false, err
		}
	}
	if unchanged {
		return hours{tag: q.tag}, true, nil
	}
	if in.ParticipantID == "" {
		sums, err := s.rollups.Sums(ctx, in.OperationID, SumQuery{Months: civil.MonthsOf(in.Days), Natures: q.natures, Chunks: true})
		if err != nil {
			return h, false, err
		}
		d.add(sums)
	}
	curve, err := d.draw()
	if err != nil {
		return h, false, err
	}
	h = hours{tag: q.tag, zone: curve.Zone, start: curve.Start, provisional: d.openDays()}
	if len(curve.Series) == 0 { // of a side that the site does not have
		h.values = gaps(int(curve.Zone.Start(in.Days.To).Sub(curve.Start) / hour))
		return h, false, nil
	}
	h.values = curve.Series[0].Values
	return h, false, nil
}

// openDays are the days with data that is not definitive.
func (d *drawing) openDays() map[civil.Date]bool {
	out := map[civil.Date]bool{}
	for _, m := range d.months {
		if !has(d.scope.sides(m.nature), m.side) {
			continue
		}
		first, days := m.days.in(m.month, d.days.Intersect(d.within))
		for i, day := range days {
			if date := first + civil.Date(i); day.State.Has(HasData) && !d.finality.final(date, day.State) {
				out[date] = true
			}
		}
	}
	return out
}
