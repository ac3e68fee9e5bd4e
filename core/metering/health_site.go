package metering

import (
	"slices"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

// curveDates are the days of one curve by date.
type curveDates map[civil.Date]Day

// siteCurves are all curves of a site, by key.
type siteCurves map[SeriesKey]curveDates

func (c siteCurves) add(row SeriesMonth) {
	of := c[row.SeriesKey]
	if of == nil {
		of = curveDates{}
		c[row.SeriesKey] = of
	}
	for i, day := range row.Days {
		of[row.Month.First()+civil.Date(i)] = day
	}
}

// sent tells which curves the sites of an operation have, and until when: a nature that
// nobody sends is not waited for, nor one that follows from the others, of which one gap
// would make every site miss it.
type sent map[sumKey]civil.Date // last day with data + 1

func (s sent) add(row SeriesMonth) {
	for i := len(row.Days) - 1; i >= 0 && row.Origin == DSO && !row.Derived; i-- {
		if row.Days[i].State.Has(HasData) {
			k := sumKey{row.Nature, row.Side}
			s[k] = max(s[k], row.Month.First()+civil.Date(i)+1)
			return
		}
	}
}

// expectedOf lists the curves that a site has to have. What a prosumer makes is one of
// them where there are several producers: what each gave, and is billed, depends on all.
func (s sent) expectedOf(site Site, producers int) (out []sumKey) {
	for _, k := range []sumKey{{Conso, Consumer}, {Autoconso, Consumer}, {Prod, Producer}, {Autoconso, Producer}, {Surplus, Producer}} {
		owed := site.Side == k.side || site.plays(k.side) && k == sumKey{Prod, Producer} && producers > 1
		if _, ok := s[k]; ok && owed {
			out = append(out, k)
		}
	}
	return out
}

// siteCheck looks at one site on the days it takes part and may be seen.
type siteCheck struct {
	site     Site
	days     civil.Range
	today    civil.Date
	late     civil.Date // data of months that ended before it is overdue
	finality finality
	sent     sent
	// producers is how many sites of the operation make something.
	producers int
	curves    siteCurves
	out       problems
}

func (c *siteCheck) all() {
	for _, k := range c.sent.expectedOf(c.site, c.producers) {
		c.missing(k)
	}
	for key, dates := range c.curves {
		if key.Origin == DSO {
			c.provisional(key, dates)
			continue
		}
		c.drift(key, dates)
	}
}

// missing notes days without all values: those on which another site has some, and those
// that are overdue for everybody.
func (c *siteCheck) missing(k sumKey) {
	dates := c.curves[SeriesKey{c.site.DsoID, k.nature, k.side, DSO}]
	until := min(max(c.sent[k], c.late), c.today, c.days.To)
	for d := c.days.From; d < until; d++ {
		if !dates[d].State.Has(HasData | Whole) {
			c.out.day(problemKey{kind: DataMissing, nature: k.nature}, d, 0, 0)
		}
	}
}

// provisional notes days of months long past that are not definitive yet.
func (c *siteCheck) provisional(key SeriesKey, dates curveDates) {
	for d, day := range dates {
		if c.days.Contains(d) && day.State.Has(HasData) && civil.MonthOf(d).Next().First() <= c.late && !c.finality.final(d, day.State) {
			c.out.day(problemKey{kind: DataLateProvisional, nature: key.Nature}, d, 0, 0)
		}
	}
}

// drift compares our own allocation with the operator's.
func (c *siteCheck) drift(key SeriesKey, ours curveDates) {
	key.Origin = DSO
	theirs := c.curves[key]
	for d, day := range ours {
		other, ok := theirs[d]
		if !ok || !c.days.Contains(d) || !day.State.Has(HasData|Whole) || !other.State.Has(HasData|Whole) {
			continue
		}
		if allocation.Drifts(other.Sum, day.Sum, allocation.DefaultDrift) {
			c.out.day(problemKey{kind: DataDrift, nature: key.Nature}, d, 0, max(day.Sum-other.Sum, other.Sum-day.Sum))
		}
	}
}

// doubts notes the steps of a curve that are estimated or that somebody doubts.
func (c *siteCheck) doubts(key SeriesKey, g monthGrid, quality loadcurve.Runs) {
	at := 0
	for _, run := range quality {
		end := at + run.Count
		kind, doubtful := map[loadcurve.Quality]DataProblemKind{loadcurve.Suspect: DataSuspect, loadcurve.Estimated: DataEstimated}[run.Quality]
		for at < end {
			day, _ := slices.BinarySearch(g.starts, at+1)
			next := min(end, g.starts[day])
			if date := g.month.First() + civil.Date(day-1); doubtful && c.days.Contains(date) {
				c.out.day(problemKey{kind: kind, nature: key.Nature}, date, next-at, 0)
			}
			at = next
		}
	}
}

// found notes what an import found.
func (c *siteCheck) found(f Finding) {
	if !c.days.Contains(f.Day) || !c.site.plays(f.Side) {
		return
	}
	k := problemKey{kind: DataImbalance, nature: f.Kind.nature(f.Side), rule: f.Kind}
	if f.Kind == AboveContractPower {
		k.kind, k.rule = DataAboveContractPower, 0
	}
	c.out.day(k, f.Day, f.Steps, f.Energy)
}

// total notes a reading that the curves do not add up to.
func (c *siteCheck) total(r ReadingCheck) {
	if miss, ok := r.Difference(); ok && r.Differs() && r.Days.Overlaps(c.days) && c.site.plays(r.Side) {
		nature := r.Nature
		if nature == Complement { // no curve of its own
			nature = Conso
		}
		c.out.on(problemKey{kind: DataTotalMismatch, nature: nature}, r.Days, 0, max(miss, -miss))
	}
}
