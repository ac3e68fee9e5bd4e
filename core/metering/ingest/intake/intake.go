// Package intake turns the files of an import into curves of civil months, and collects all
// that is wrong, odd or worth a question.
package intake

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/loadcurve"
	"github.com/openpmo/pmo/core/metering/rollup"
)

// splitFindings looks at a consumer of whom a file gives all three: what it consumed is
// what it received and what it bought.
func (in *Intake) splitFindings(m civil.Month, used, received, bought Arrival) error {
	sum := received.Series.Clone()
	if err := addAt(&sum, bought.Series); err != nil {
		return err
	}
	x, y := used.Series, sum
	if x.Step != y.Step {
		var err error
		if x, y, err = onOneStep(x, y); err != nil {
			return err
		}
	}
	g := metering.GridOf(in.Zone, m, int32(x.Step.Seconds()))
	like := metering.Finding{DsoID: used.Key.DsoID, Side: used.Key.Side, Kind: metering.ConsumptionSplit}
	in.Splits[m] = append(in.Splits[m], g.Days(metering.Lower(x.Quality, y.Quality), 0, g.N, rollup.SiteTolerance, like, func(t int) energy.MilliWh {
		d := x.Values[t] - y.Values[t]
		return max(d, -d)
	})...)
	return nil
}

// Refused is what is wrong with the files; nil when nothing is.
func (in *Intake) Refused() error {
	in.compareFiles()
	if len(in.Faults.Items) == 0 && in.Points == 0 && len(in.Periods) == 0 && !in.open {
		// What was noticed may be why: a pull of which every site was refused.
		return metering.ErrRejected.Of(append([]*fault.Error{metering.ErrNoValues}, in.Warnings.First...)...)
	}
	if in.further > 0 {
		in.Faults.Add(metering.ErrMore.With("count", in.further))
	}
	return in.Faults.Err(metering.ErrRejected)
}

// FailAll keeps the details of a refusal, or itself when it has none.
func (in *Intake) FailAll(f *fault.Error) {
	if len(f.Items) == 0 {
		in.Fail(f)
	}
	for _, item := range f.Items {
		in.Fail(item)
	}
}

const (
	// maxFaults of one import are kept, and as many warnings: a person mends the first
	// ones and tries again.
	MaxFaults = 200
	// maxValue of one step, 100 MWh: more than any site of an operation has, and small
	// enough that no sum of an operation month can overflow.
	maxValue = 100 * energy.MegawattHour
)

// Intake turns the datasets of an import into curves of civil months, and collects
// everything that is wrong with them.
type Intake struct {
	Zone       civil.Zone
	now        int64                      // unix seconds
	Sites      map[string][]metering.Site // by number, ascending by first day
	definitive bool                       // files without a status are definitive
	Faults     fault.List
	further    int // faults that are only counted
	Warnings   Remarks
	Curves     map[civil.Month]map[metering.SeriesKey]*incoming
	Points     int64
	Periods    []metering.PeriodReading
	Files      []curvefile.FileUnderstanding
	taken      []string // names of the files whose values are in curves
	open       bool     // a file leaves something open
	Splits     map[civil.Month][]metering.Finding
	Today      civil.Date
	spans      map[civil.Month][2]int64 // instants of a month, unix seconds

	Registers      []metering.RegisterVolume // of a monthly file
	RegisterMonths []civil.Month
}

// incoming is one curve of one month as the files give it.
type incoming struct {
	Key      metering.SeriesKey
	pieces   []piece
	unit     string
	labels   curvefile.Labels
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

func NewIntake(zone civil.Zone, now time.Time, sites []metering.Site, definitive bool) *Intake {
	in := &Intake{Zone: zone, now: now.Unix(), definitive: definitive, Sites: map[string][]metering.Site{},
		Curves: map[civil.Month]map[metering.SeriesKey]*incoming{}, spans: map[civil.Month][2]int64{}, Splits: map[civil.Month][]metering.Finding{}}
	for _, s := range sites {
		in.Sites[s.DsoID] = append(in.Sites[s.DsoID], s)
	}
	for _, of := range in.Sites {
		slices.SortFunc(of, func(a, b metering.Site) int { return cmp.Compare(a.Period.From, b.Period.From) })
	}
	return in
}

func (in *Intake) Fail(f *fault.Error) {
	switch further, _ := f.Params["count"].(int); {
	case len(in.Faults.Items) < MaxFaults:
		in.Faults.Add(in.local(f))
	case f.Key == metering.ErrMore.Key: // a file with many of its own
		in.further += further
	default:
		in.further++
	}
}

func (in *Intake) Warn(f *fault.Error) {
	in.Warnings.Add(in.local(f))
}

// local puts the instant of a fault onto the clocks of the operator: readers of files
// that name instants know no other than UTC. What it quotes of a file becomes text that
// can be kept.
func (in *Intake) local(f *fault.Error) *fault.Error {
	for name, value := range f.Params {
		if quoted, ok := value.(string); ok && (!utf8.ValidString(quoted) || strings.Contains(quoted, "\x00")) {
			f = f.With(name, strings.ToValidUTF8(strings.ReplaceAll(quoted, "\x00", "?"), "?"))
		}
	}
	text, _ := f.Params["date"].(string)
	if at, err := time.Parse(time.RFC3339, text); err == nil {
		return f.With("date", at.In(in.Zone.Location()).Format(time.RFC3339))
	}
	return f
}

// Add takes a file in.
func (in *Intake) Add(d curvefile.Dataset) {
	for _, w := range d.Warnings {
		in.Warn(w)
	}
	in.addPeriods(d)
	in.taken = append(in.taken, d.FileName)
	taken := map[metering.SeriesKey]*stretches{}
	for _, r := range d.Readings {
		sites := in.Sites[r.DsoID]
		if len(sites) == 0 {
			in.Fail(metering.ErrUnknownSite.With("value", r.DsoID).With("fileName", d.FileName).At("prm").OnRow(firstRow(r)))
			continue
		}
		side := sideOf(r, sites)
		if side == metering.NoSide {
			f := metering.ErrNatureOfSite.With("value", r.DsoID).With("nature", r.Nature.String()).With("fileName", d.FileName).At("nature").OnRow(firstRow(r))
			if d.History {
				in.Warn(f)
			} else {
				in.Fail(f)
			}
			continue
		}
		reading := reading{Readings: r, Intake: in, file: d, key: metering.SeriesKey{DsoID: r.DsoID, Nature: r.Nature, Side: side, Origin: metering.DSO},
			active: metering.Activation(sites)}
		if taken[reading.key] == nil {
			taken[reading.key] = &stretches{}
		}
		reading.take(taken[reading.key])
	}
}

func firstRow(r curvefile.Readings) int {
	if len(r.Runs) == 0 {
		return 0
	}
	return r.Runs[0].Row
}

// sideOf is the side of a curve: what the file says, else what the nature has by
// itself, else that of the participant. NoSide = no occupant of the site plays it.
func sideOf(r curvefile.Readings, sites []metering.Site) metering.Side {
	side := r.Side
	first := sites[len(sites)-1]
	if side == metering.NoSide {
		switch {
		case r.Nature == metering.Prod || r.Nature == metering.Surplus:
			side = metering.Producer
		case r.Nature == metering.Complement || r.Nature == metering.Conso && first.Plays(metering.Consumer):
			side = metering.Consumer
		default:
			side = first.Side
		}
	}
	if slices.ContainsFunc(sites, func(s metering.Site) bool { return s.Plays(side) }) {
		return side
	}
	return metering.NoSide
}

// month is the civil month that holds an instant, with its span.
func (in *Intake) month(at int64) (civil.Month, [2]int64) {
	m := civil.MonthOf(in.Zone.DateOf(time.Unix(at, 0)))
	span, ok := in.spans[m]
	if !ok {
		from, to := in.Zone.Span(m.Range())
		span = [2]int64{from.Unix(), to.Unix()}
		in.spans[m] = span
	}
	return m, span
}

// store keeps a piece, cut at the ends of months.
func (in *Intake) store(r *reading, p piece, row int) {
	for len(p.values) > 0 {
		m, span := in.month(p.start)
		n := min(len(p.values), int((span[1]-p.start+int64(p.step)-1)/int64(p.step)))
		head := piece{p.start, p.step, p.file, p.values[:n:n], p.quality}
		if n < len(p.values) {
			head.quality = p.quality.Window(nil, 0, n)
			p.quality = p.quality.Window(nil, n, len(p.values))
		}
		of := in.Curves[m]
		if of == nil {
			of = map[metering.SeriesKey]*incoming{}
			in.Curves[m] = of
		}
		c := of[r.key]
		if c == nil {
			c = &incoming{Key: r.key, unit: r.Unit, labels: r.Labels, row: row, file: r.file.FileName}
			of[r.key] = c
		}
		c.pieces = append(c.pieces, head)
		c.doubtful += head.quality.Count(loadcurve.Suspect)
		in.Points += int64(n)
		p.start += int64(n) * int64(p.step)
		p.values = p.values[n:]
		row += n
	}
}

// Months lists those the files touch, ascending.
func (in *Intake) Months() []civil.Month {
	out := make([]civil.Month, 0, len(in.Curves))
	for m := range in.Curves {
		out = append(out, m)
	}
	slices.Sort(out)
	return out
}

// Describe makes the line of an arrival. own is the arrival alone, row the curve as it
// will be stored; before is that of the month before (nil = none).
func (in *Intake) Describe(a Arrival, own, row metering.SeriesMonth, before *metering.SeriesMonth, changed int, until civil.Date, f metering.Finality) ImportSite {
	line := ImportSite{DsoID: a.Key.DsoID, Nature: a.Key.Nature, Month: row.Month, Step: int32(a.Series.Step.Seconds()),
		Unit: a.unit, Labels: a.labels, Doubtful: a.doubtful, ChangedDays: changed}
	line.Points, line.Total = own.N-own.Missing, own.Total
	month := row.Month.Range()
	g := metering.GridOf(in.Zone, row.Month, row.Step)
	line.Definitive = true
	for _, s := range in.Sites[a.Key.DsoID] {
		days := s.Period.Intersect(month)
		if days.IsEmpty() || !s.Plays(a.Key.Side) {
			continue
		}
		if line.ParticipantID.IsZero() {
			line.ParticipantID, line.Name = s.ParticipantID, s.Name
		}
		if days = days.Intersect(civil.Range{From: civil.Min, To: until}); !days.IsEmpty() {
			line.Missing += row.MissingIn(g, days)
		}
	}
	for i, d := range row.Days {
		if d.State.Has(metering.HasData) && !f.Final(month.From+civil.Date(i), d.State) {
			line.Definitive = false
		}
	}
	if before != nil {
		line.Previous = &before.Total
		now, ok := meanDay(own.Days)
		if then, was := meanDay(before.Days); ok && was && then > 0 {
			ratio := now / then
			line.Ratio, line.Factor = &ratio, suspectedFactor(ratio)
		}
	}
	return line
}

// Gaps warns of the days a curve has a value on but not all of them, and of days of
// the site without any between others that have.
func (in *Intake) Gaps(row metering.SeriesMonth) {
	var list DayList
	last := -1
	for i, d := range row.Days {
		if d.State.Has(metering.HasData) {
			last = i
		}
	}
	for i := 0; i <= last; i++ {
		date := row.Month.First() + civil.Date(i)
		if row.Days[i].State.Has(metering.Whole) || !in.activeOn(row.DsoID, date) {
			continue
		}
		list.Add(date)
	}
	if list.Count > 0 {
		in.Warn(metering.WarnGap.With("value", row.DsoID).With("nature", row.Nature.String()).With("count", list.Count).With("days", list.Text()))
	}
}

func (in *Intake) activeOn(dsoID string, d civil.Date) bool {
	for _, s := range in.Sites[dsoID] {
		if s.Period.Contains(d) {
			return true
		}
	}
	return false
}

// addPeriods takes the readings of a file in. Those of sites that are not in the
// operation are left out: the file is about all sites of a supplier. One that ends after
// now is refused: no meter was read then.
func (in *Intake) addPeriods(d curvefile.Dataset) {
	others := map[string]bool{}
	for _, r := range d.Periods {
		if len(in.Sites[r.DsoID]) == 0 {
			others[r.DsoID] = true
			continue
		}
		if in.Zone.Start(r.Days.To).Unix() > in.now {
			in.Fail(metering.ErrReadingFuture.With("value", r.DsoID).With("date", r.Days.To.String()).With("fileName", d.FileName).At("date").OnRow(r.Row))
			continue
		}
		in.Periods = append(in.Periods, r)
	}
	if len(others) > 0 {
		in.Warn(metering.WarnReadingSites.With("count", len(others)))
	}
}

// Understand keeps how files were read, and gives those that leave nothing open. One
// that does is told in a dry run, and refused else.
func (in *Intake) Understand(sets []curvefile.Dataset, dryRun bool) []curvefile.Dataset {
	closed := make([]curvefile.Dataset, 0, len(sets))
	for _, set := range sets {
		u := set.AsUnderstood()
		in.Files = append(in.Files, u)
		switch {
		case !u.Open():
			closed = append(closed, set)
		case dryRun:
			in.open = true
		default:
			in.Fail(metering.ErrMappingNeeded.With("fileName", set.FileName).With("questions", u.Asked()))
		}
	}
	return closed
}

// compareFiles refuses files of one import that have other values for the same steps of
// a site and nature: they came at once, so that none of them corrects another. What is
// said twice alike is taken.
func (in *Intake) compareFiles() {
	if len(in.taken) < 2 {
		return
	}
	for _, m := range in.Months() {
		for _, key := range in.keys(m) {
			c := in.Curves[m][key]
			if !c.meets() {
				continue
			}
			if a, b, at := c.disagreement(); at != 0 {
				in.Fail(metering.ErrFilesDiffer.With("value", key.DsoID).With("nature", key.Nature.String()).
					With("date", in.Zone.DateOf(time.Unix(at, 0)).String()).
					With("fileName", in.taken[a]).With("otherFile", in.taken[b]).At("valeur"))
			}
		}
	}
}

// keys of the curves of a month that more than one piece makes, ascending.
func (in *Intake) keys(m civil.Month) []metering.SeriesKey {
	var out []metering.SeriesKey
	for key, c := range in.Curves[m] {
		if len(c.pieces) > 1 {
			out = append(out, key)
		}
	}
	slices.SortFunc(out, metering.SeriesKey.Compare)
	return out
}

func (p piece) end() int64 { return p.start + int64(len(p.values))*int64(p.step) }

// meets reports whether a piece begins before the end of those before it. Pieces of one
// file never share a step, and files mostly come in the order of their days: then this
// is all that is asked.
func (c *incoming) meets() bool {
	end := c.pieces[0].end()
	for _, p := range c.pieces[1:] {
		if p.start < end {
			return true
		}
		end = p.end()
	}
	return false
}

// disagreement finds two files that differ and the first instant at which they do; 0 =
// none.
func (c *incoming) disagreement() (file, other int32, at int64) {
	sorted := slices.Clone(c.pieces)
	slices.SortStableFunc(sorted, func(a, b piece) int { return cmp.Compare(a.start, b.start) })
	open := sorted[:0:0] // pieces that have not ended
	for _, p := range sorted {
		open = slices.DeleteFunc(open, func(o piece) bool { return o.end() <= p.start })
		for _, o := range open {
			if o.file == p.file {
				continue
			}
			if at := o.differs(p); at != 0 {
				return min(o.file, p.file), max(o.file, p.file), at
			}
		}
		open = append(open, p)
	}
	return 0, 0, 0
}

// differs is the first instant at which two pieces have other values; 0 = none. Where
// their steps differ, energies over steps that both divide are compared, as far as both
// have them whole.
func (p piece) differs(q piece) int64 {
	step := int64(p.step) / int64(metering.Gcd(uint64(p.step), uint64(q.step))) * int64(q.step)
	from := max(p.start, q.start)
	from += (step - from%step) % step
	for at := from; at+step <= min(p.end(), q.end()); at += step {
		if p.energy(at, step) != q.energy(at, step) {
			return at
		}
	}
	return 0
}

// energy of the piece from an instant on for some seconds.
func (p piece) energy(at, seconds int64) (sum energy.MilliWh) {
	i := (at - p.start) / int64(p.step)
	for _, v := range p.values[i : i+seconds/int64(p.step)] {
		sum += v
	}
	return sum
}

// assemble puts the pieces of a curve on the grid of its month, at the widest step
// that divides all of them: a wider value is split evenly, so its energy stays
// (domain 2.1). A piece replaces those of earlier files.
func (in *Intake) assemble(m civil.Month, c *incoming) (Arrival, error) {
	step := uint64(0)
	for _, p := range c.pieces {
		step = metering.Gcd(step, uint64(p.step))
	}
	g := metering.GridOf(in.Zone, m, int32(step))
	if p := c.pieces[0]; len(c.pieces) == 1 && len(p.values) == g.N {
		return Arrival{c, loadcurve.Series{Grid: g.Grid, Values: p.values, Quality: p.quality}}, nil
	}
	whole := loadcurve.NewSeries(g.Grid)
	var even loadcurve.Series
	for _, p := range c.pieces {
		s := loadcurve.Series{Grid: loadcurve.Grid{Start: time.Unix(p.start, 0).UTC(), Step: metering.Seconds(p.step), N: len(p.values)},
			Values: p.values, Quality: p.quality}
		if s.Step != g.Step {
			if err := loadcurve.Resample(&even, s, g.Step); err != nil {
				return Arrival{}, err
			}
			s = even
		}
		if err := loadcurve.Overlay(&whole, s); err != nil {
			return Arrival{}, err
		}
	}
	return Arrival{c, whole}, nil
}

// Arrivals assembles all curves of a month, ascending by key. Gross volumes that an
// operator leaves out are added up: Conso from Autoconso and Complement, Prod from
// Autoconso and Surplus (domain 1.3).
func (in *Intake) Arrivals(m civil.Month) ([]Arrival, error) {
	byKey := map[metering.SeriesKey]Arrival{}
	for _, key := range slices.SortedFunc(maps.Keys(in.Curves[m]), metering.SeriesKey.Compare) {
		a, err := in.assemble(m, in.Curves[m][key])
		if err != nil {
			return nil, err
		}
		byKey[key] = a
	}
	in.Splits[m] = nil // a transaction may run twice
	for _, key := range slices.SortedFunc(maps.Keys(byKey), metering.SeriesKey.Compare) {
		a, gross := byKey[key], metering.SeriesKey{DsoID: key.DsoID, Nature: metering.Conso, Side: key.Side, Origin: metering.DSO}
		other := metering.SeriesKey{DsoID: key.DsoID, Nature: metering.Complement, Side: key.Side, Origin: metering.DSO}
		if key.Nature != metering.Autoconso {
			continue
		}
		if key.Side == metering.Producer {
			gross.Nature, other.Nature = metering.Prod, metering.Surplus
		}
		b, ok := byKey[other]
		if used, given := byKey[gross]; given && ok && other.Nature == metering.Complement {
			if err := in.splitFindings(m, used, a, b); err != nil {
				return nil, err
			}
		}
		if _, given := byKey[gross]; given || !ok {
			continue
		}
		sum := a.Series.Clone()
		if err := addAt(&sum, b.Series); err != nil {
			return nil, err
		}
		c := *a.incoming
		c.Key = gross
		byKey[gross] = Arrival{&c, sum}
	}
	out := make([]Arrival, 0, len(byKey))
	for key, a := range byKey {
		if key.Nature != metering.Complement {
			out = append(out, a)
		}
	}
	slices.SortFunc(out, func(a, b Arrival) int { return a.Key.Compare(b.Key) })
	return out, nil
}
