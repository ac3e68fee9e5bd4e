package health

import (
	"slices"

	"github.com/openpmo/pmo/core/allocation/analysis"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

// curveDates are the days of one curve by date.
type curveDates map[civil.Date]metering.Day

// siteCurves are all curves of a site, by key.
type siteCurves map[metering.SeriesKey]curveDates

func (c siteCurves) add(row metering.SeriesMonth) {
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
type sent map[metering.NatureSide]civil.Date // last day with data + 1

func (s sent) add(row metering.SeriesMonth) {
	for i := len(row.Days) - 1; i >= 0 && row.Origin == metering.DSO && !row.Derived; i-- {
		if row.Days[i].State.Has(metering.HasData) {
			k := metering.NatureSide{Nature: row.Nature, Side: row.Side}
			s[k] = max(s[k], row.Month.First()+civil.Date(i)+1)
			return
		}
	}
}

// expectedOf lists the curves that a site has to have. What a prosumer makes is one of
// them where there are several producers: what each gave, and is billed, depends on all.
func (s sent) expectedOf(site metering.Site, producers int) (out []metering.NatureSide) {
	for _, k := range []metering.NatureSide{{Nature: metering.Conso, Side: metering.Consumer}, {Nature: metering.Autoconso, Side: metering.Consumer}, {Nature: metering.Prod, Side: metering.Producer}, {Nature: metering.Autoconso, Side: metering.Producer}, {Nature: metering.Surplus, Side: metering.Producer}} {
		owed := site.Side == k.Side || site.Plays(k.Side) && k == metering.NatureSide{Nature: metering.Prod, Side: metering.Producer} && producers > 1
		if _, ok := s[k]; ok && owed {
			out = append(out, k)
		}
	}
	return out
}

// siteCheck looks at one site on the days it takes part and may be seen.
type siteCheck struct {
	site     metering.Site
	days     civil.Range
	today    civil.Date
	late     civil.Date // data of months that ended before it is overdue
	finality metering.Finality
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
		if key.Origin == metering.DSO {
			c.provisional(key, dates)
			continue
		}
		c.drift(key, dates)
	}
}

// missing notes days without all values: those on which another site has some, and those
// that are overdue for everybody.
func (c *siteCheck) missing(k metering.NatureSide) {
	dates := c.curves[metering.SeriesKey{DsoID: c.site.DsoID, Nature: k.Nature, Side: k.Side, Origin: metering.DSO}]
	until := min(max(c.sent[k], c.late), c.today, c.days.To)
	for d := c.days.From; d < until; d++ {
		if !dates[d].State.Has(metering.HasData | metering.Whole) {
			c.out.day(problemKey{kind: DataMissing, nature: k.Nature}, d, 0, 0)
		}
	}
}

// provisional notes days of months long past that are not definitive yet.
func (c *siteCheck) provisional(key metering.SeriesKey, dates curveDates) {
	for d, day := range dates {
		if c.days.Contains(d) && day.State.Has(metering.HasData) && civil.MonthOf(d).Next().First() <= c.late && !c.finality.Final(d, day.State) {
			c.out.day(problemKey{kind: DataLateProvisional, nature: key.Nature}, d, 0, 0)
		}
	}
}

// drift compares our own allocation with the operator's.
func (c *siteCheck) drift(key metering.SeriesKey, ours curveDates) {
	key.Origin = metering.DSO
	theirs := c.curves[key]
	for d, day := range ours {
		other, ok := theirs[d]
		if !ok || !c.days.Contains(d) || !day.State.Has(metering.HasData|metering.Whole) || !other.State.Has(metering.HasData|metering.Whole) {
			continue
		}
		if analysis.Drifts(other.Sum, day.Sum, analysis.DefaultDrift) {
			c.out.day(problemKey{kind: DataDrift, nature: key.Nature}, d, 0, max(day.Sum-other.Sum, other.Sum-day.Sum))
		}
	}
}

// doubts notes the steps of a curve that are estimated or that somebody doubts.
func (c *siteCheck) doubts(key metering.SeriesKey, g metering.MonthGrid, quality loadcurve.Runs) {
	at := 0
	for _, run := range quality {
		end := at + run.Count
		kind, doubtful := map[loadcurve.Quality]DataProblemKind{loadcurve.Suspect: DataSuspect, loadcurve.Estimated: DataEstimated}[run.Quality]
		for at < end {
			day, _ := slices.BinarySearch(g.Starts, at+1)
			next := min(end, g.Starts[day])
			if date := g.Month.First() + civil.Date(day-1); doubtful && c.days.Contains(date) {
				c.out.day(problemKey{kind: kind, nature: key.Nature}, date, next-at, 0)
			}
			at = next
		}
	}
}

// found notes what an import found.
func (c *siteCheck) found(f metering.Finding) {
	if !c.days.Contains(f.Day) || !c.site.Plays(f.Side) {
		return
	}
	k := problemKey{kind: DataImbalance, nature: f.Kind.Nature(f.Side), rule: f.Kind}
	if f.Kind == metering.AboveContractPower {
		k.kind, k.rule = DataAboveContractPower, 0
	}
	c.out.day(k, f.Day, f.Steps, f.Energy)
}

// total notes a reading that the curves do not add up to.
func (c *siteCheck) total(r metering.ReadingCheck) {
	if miss, ok := r.Difference(); ok && r.Differs() && r.Days.Overlaps(c.days) && c.site.Plays(r.Side) {
		nature := r.Nature
		if nature == metering.Complement { // no curve of its own
			nature = metering.Conso
		}
		c.out.on(problemKey{kind: DataTotalMismatch, nature: nature}, r.Days, 0, max(miss, -miss))
	}
}
