package metering

import (
	"cmp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

const (
	// maxFaults of one import are kept, and as many warnings: a person mends the first
	// ones and tries again.
	maxFaults = 200
	// maxValue of one step, 100 MWh: more than any site of an operation has, and small
	// enough that no sum of an operation month can overflow.
	maxValue = 100 * energy.MegawattHour
)

// intake turns the datasets of an import into curves of civil months, and collects
// everything that is wrong with them.
type intake struct {
	zone       civil.Zone
	now        int64             // unix seconds
	sites      map[string][]Site // by number, ascending by first day
	definitive bool              // files without a status are definitive
	faults     fault.List
	further    int // faults that are only counted
	warnings   remarks
	curves     map[civil.Month]map[SeriesKey]*incoming
	points     int64
	periods    []PeriodReading
	files      []FileUnderstanding
	taken      []string // names of the files whose values are in curves
	open       bool     // a file leaves something open
	splits     map[civil.Month][]Finding
	today      civil.Date
	spans      map[civil.Month][2]int64 // instants of a month, unix seconds

	registers      []RegisterVolume // of a monthly file
	registerMonths []civil.Month
}

// incoming is one curve of one month as the files give it.
type incoming struct {
	key      SeriesKey
	pieces   []piece
	unit     string
	labels   Labels
	doubtful int
	row      int // line of its first value
	file     string
}

// piece is a stretch of values within one month.
type piece struct {
	start   int64
	step    int32
	file    int32 // in intake.taken
	values  []energy.MilliWh
	quality loadcurve.Runs
}

func newIntake(zone civil.Zone, now time.Time, sites []Site, definitive bool) *intake {
	in := &intake{zone: zone, now: now.Unix(), definitive: definitive, sites: map[string][]Site{},
		curves: map[civil.Month]map[SeriesKey]*incoming{}, spans: map[civil.Month][2]int64{}, splits: map[civil.Month][]Finding{}}
	for _, s := range sites {
		in.sites[s.DsoID] = append(in.sites[s.DsoID], s)
	}
	for _, of := range in.sites {
		slices.SortFunc(of, func(a, b Site) int { return cmp.Compare(a.Period.From, b.Period.From) })
	}
	return in
}

func (in *intake) fail(f *fault.Error) {
	switch further, _ := f.Params["count"].(int); {
	case len(in.faults.Items) < maxFaults:
		in.faults.Add(in.local(f))
	case f.Key == ErrMore.Key: // a file with many of its own
		in.further += further
	default:
		in.further++
	}
}

func (in *intake) warn(f *fault.Error) {
	in.warnings.add(in.local(f))
}

// local puts the instant of a fault onto the clocks of the operator: readers of files
// that name instants know no other than UTC. What it quotes of a file becomes text that
// can be kept.
func (in *intake) local(f *fault.Error) *fault.Error {
	for name, value := range f.Params {
		if quoted, ok := value.(string); ok && (!utf8.ValidString(quoted) || strings.Contains(quoted, "\x00")) {
			f = f.With(name, strings.ToValidUTF8(strings.ReplaceAll(quoted, "\x00", "?"), "?"))
		}
	}
	text, _ := f.Params["date"].(string)
	if at, err := time.Parse(time.RFC3339, text); err == nil {
		return f.With("date", at.In(in.zone.Location()).Format(time.RFC3339))
	}
	return f
}

// add takes a file in.
func (in *intake) add(d Dataset) {
	for _, w := range d.Warnings {
		in.warn(w)
	}
	in.addPeriods(d)
	in.taken = append(in.taken, d.FileName)
	taken := map[SeriesKey]*stretches{}
	for _, r := range d.Readings {
		sites := in.sites[r.DsoID]
		if len(sites) == 0 {
			in.fail(ErrUnknownSite.With("value", r.DsoID).With("fileName", d.FileName).At("prm").OnRow(firstRow(r)))
			continue
		}
		side := sideOf(r, sites)
		if side == NoSide {
			f := ErrNatureOfSite.With("value", r.DsoID).With("nature", r.Nature.String()).With("fileName", d.FileName).At("nature").OnRow(firstRow(r))
			if d.History {
				in.warn(f)
			} else {
				in.fail(f)
			}
			continue
		}
		reading := reading{Readings: r, intake: in, file: d, key: SeriesKey{r.DsoID, r.Nature, side, DSO},
			active: activation(sites)}
		if taken[reading.key] == nil {
			taken[reading.key] = &stretches{}
		}
		reading.take(taken[reading.key])
	}
}

func firstRow(r Readings) int {
	if len(r.Runs) == 0 {
		return 0
	}
	return r.Runs[0].Row
}

// sideOf is the side of a curve: what the file says, else what the nature has by
// itself, else that of the participant. NoSide = no occupant of the site plays it.
func sideOf(r Readings, sites []Site) Side {
	side := r.Side
	first := sites[len(sites)-1]
	if side == NoSide {
		switch {
		case r.Nature == Prod || r.Nature == Surplus:
			side = Producer
		case r.Nature == Complement || r.Nature == Conso && first.plays(Consumer):
			side = Consumer
		default:
			side = first.Side
		}
	}
	if slices.ContainsFunc(sites, func(s Site) bool { return s.plays(side) }) {
		return side
	}
	return NoSide
}

// activation is when somebody occupies the site.
func activation(sites []Site) []civil.Range {
	ranges := make([]civil.Range, len(sites))
	for i, s := range sites {
		ranges[i] = s.Period
	}
	return civil.Merge(ranges)
}

// month is the civil month that holds an instant, with its span.
func (in *intake) month(at int64) (civil.Month, [2]int64) {
	m := civil.MonthOf(in.zone.DateOf(time.Unix(at, 0)))
	span, ok := in.spans[m]
	if !ok {
		from, to := in.zone.Span(m.Range())
		span = [2]int64{from.Unix(), to.Unix()}
		in.spans[m] = span
	}
	return m, span
}

// store keeps a piece, cut at the ends of months.
func (in *intake) store(r *reading, p piece, row int) {
	for len(p.values) > 0 {
		m, span := in.month(p.start)
		n := min(len(p.values), int((span[1]-p.start+int64(p.step)-1)/int64(p.step)))
		head := piece{p.start, p.step, p.file, p.values[:n:n], p.quality}
		if n < len(p.values) {
			head.quality = p.quality.Window(nil, 0, n)
			p.quality = p.quality.Window(nil, n, len(p.values))
		}
		of := in.curves[m]
		if of == nil {
			of = map[SeriesKey]*incoming{}
			in.curves[m] = of
		}
		c := of[r.key]
		if c == nil {
			c = &incoming{key: r.key, unit: r.Unit, labels: r.Labels, row: row, file: r.file.FileName}
			of[r.key] = c
		}
		c.pieces = append(c.pieces, head)
		c.doubtful += head.quality.Count(loadcurve.Suspect)
		in.points += int64(n)
		p.start += int64(n) * int64(p.step)
		p.values = p.values[n:]
		row += n
	}
}

// months lists those the files touch, ascending.
func (in *intake) months() []civil.Month {
	out := make([]civil.Month, 0, len(in.curves))
	for m := range in.curves {
		out = append(out, m)
	}
	slices.Sort(out)
	return out
}
