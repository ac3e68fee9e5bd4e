package metering

import (
	"cmp"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
)

// PeriodReading is what an operator says that a site had on the days of a period,
// besides its curves: the classes 3 to 6 of an R15 (domain 1.2, 3.3 g). It checks the
// curves; it is never drawn and never billed.
type PeriodReading struct {
	DsoID  string
	Nature Nature // Autoconso, Complement or Surplus
	Side   Side
	Days   civil.Range
	Energy energy.MilliWh
	// Rounding is how far Energy may be from the truth because the operator writes whole
	// units: one unit for each value that was added up.
	Rounding energy.MilliWh
	// Corrective replaces what was said before of the same days; an initial reading
	// replaces no corrective one.
	Corrective bool
	Source     string // R15
	Row        int    // line of the file; not stored
}

func (r PeriodReading) compare(o PeriodReading) int {
	return cmp.Or(cmp.Compare(r.Days.From, o.Days.From), cmp.Compare(r.DsoID, o.DsoID), cmp.Compare(r.Nature, o.Nature),
		cmp.Compare(r.Side, o.Side), cmp.Compare(r.Days.To, o.Days.To))
}

// Place is what of a reading says which one it is.
func (r PeriodReading) Place() PeriodReading {
	return PeriodReading{DsoID: r.DsoID, Nature: r.Nature, Side: r.Side, Days: r.Days}
}

// ReplacedBy reports whether a later reading of the same place changes what is stored.
func (r PeriodReading) ReplacedBy(later PeriodReading) bool {
	if r.Corrective && !later.Corrective {
		return false
	}
	return r.Energy != later.Energy || r.Rounding != later.Rounding || r.Corrective != later.Corrective || r.Source != later.Source
}

// LatestReadings keeps one of each site, nature, side and period, in the order of
// compare: a corrective one in the place of an initial one, else the later.
func LatestReadings(readings []PeriodReading) []PeriodReading {
	sorted := slices.Clone(readings)
	slices.SortStableFunc(sorted, PeriodReading.compare)
	out := sorted[:0]
	for _, r := range sorted {
		n := len(out)
		switch {
		case n == 0 || out[n-1].compare(r) != 0:
			out = append(out, r)
		case r.Corrective || !out[n-1].Corrective:
			out[n-1] = r
		}
	}
	return out
}

// StoredReading is a reading with where it came from.
type StoredReading struct {
	PeriodReading
	ImportID   id.ID // none for what no import brought
	ReceivedAt time.Time
}

// ReadingCheck is a reading beside the curves of the same site and days.
type ReadingCheck struct {
	StoredReading
	ParticipantID id.ID // who held the site on the first of the days; none = nobody
	Name          string
	// Curve is the sum of the curves, nil unless they are whole on all of the days.
	Curve *energy.MilliWh
	// MissingDays are those on which a curve is not whole.
	MissingDays int
}

// readingTolerance is how much of a reading the curves may differ from it by.
const readingTolerance = 1000 // one part in so many: 0.1 percent

// Difference is the curve less the reading; ok is false without a whole curve.
func (c ReadingCheck) Difference() (d energy.MilliWh, ok bool) {
	if c.Curve == nil {
		return 0, false
	}
	return *c.Curve - c.Energy, true
}

// Differs reports whether the curves differ by more than 0.1 percent of the reading and
// by more than its rounding.
func (c ReadingCheck) Differs() bool {
	d, ok := c.Difference()
	return ok && max(d, -d) > max(c.Energy/readingTolerance, c.Rounding)
}

// WarnReading is curves whose sum is not what the operator's reading says; parameters
// value (the number of the site), nature, from, to, readingKilowattHours,
// curveKilowattHours.
var WarnReading = fault.New(fault.Invalid, "reading.differs", fault.Text("value", "nature", "from", "to", "readingKilowattHours", "curveKilowattHours"))

// WarnReadingSites is readings of sites that are not in the operation, left out;
// parameter count.
var WarnReadingSites = fault.New(fault.Invalid, "reading.otherSites", fault.Int("count"))

// Warning tells that the curves differ.
func (c ReadingCheck) Warning() *fault.Error {
	return WarnReading.With("value", c.DsoID).With("nature", c.Nature.String()).With("from", c.Days.From.String()).
		With("to", c.Days.Last().String()).With("readingKilowattHours", KilowattHours(c.Energy)).
		With("curveKilowattHours", KilowattHours(*c.Curve))
}

// CurveDays finds the days of curves by key and month.
type CurveDays map[SeriesKey]map[civil.Month]Days

func (c CurveDays) Add(rows []SeriesMonth) {
	for _, row := range rows {
		if row.Origin != DSO {
			continue
		}
		if c[row.SeriesKey] == nil {
			c[row.SeriesKey] = map[civil.Month]Days{}
		}
		c[row.SeriesKey][row.Month] = row.Days
	}
}

// sum adds up a curve on some days, and counts those on which it is not whole.
func (c CurveDays) sum(key SeriesKey, days civil.Range) (sum energy.MilliWh, missing int) {
	of := c[key]
	for d := days.From; d < days.To; d++ {
		month := civil.MonthOf(d)
		i := int(d - month.First())
		if i >= len(of[month]) || !of[month][i].State.Has(HasData|Whole) {
			missing++
			continue
		}
		sum += of[month][i].Sum
	}
	return sum, missing
}

// Check puts a reading beside the curves. A Complement, which is never stored, is the
// consumption less what was shared.
func (c CurveDays) Check(r StoredReading) ReadingCheck {
	out := ReadingCheck{StoredReading: r}
	key := SeriesKey{r.DsoID, r.Nature, r.Side, DSO}
	var sum energy.MilliWh
	if r.Nature == Complement {
		used, shared := key, key
		used.Nature, shared.Nature = Conso, Autoconso
		whole, missing := c.sum(used, r.Days)
		part, missingToo := c.sum(shared, r.Days)
		sum, out.MissingDays = whole-part, max(missing, missingToo)
	} else {
		sum, out.MissingDays = c.sum(key, r.Days)
	}
	if out.MissingDays == 0 {
		out.Curve = &sum
	}
	return out
}
