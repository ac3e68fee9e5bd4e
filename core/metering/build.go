package metering

import (
	"cmp"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/allocation/share"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

// minStep of summed curves: finer ones are added up to quarters of an hour first.
const minStep = 900

// monthInput is an operation month before it is summed.
type monthInput struct {
	op     Operation
	month  civil.Month
	sites  []Site        // ascending by participant id
	curves []SeriesMonth // of origin DSO, with chunks
	keys   func(q KeyQuery) ([]KeySpan, error)
	// algorithm is the version of the arithmetic (share.Version); 0 = this one.
	algorithm int
	// What was found of the month before, and what was found of the files on the way in.
	before, arrived []Finding
}

// monthOutput is what follows from it.
type monthOutput struct {
	derived  []SeriesMonth // those that differ from what is stored
	rollup   Rollup
	warnings []*fault.Error
}

// part is a site within the month: its days and its steps.
type part struct {
	Site
	firstDay, endDay int  // of the month, from 0
	from, to         int  // steps
	gaps             bool // its curve lacks some of these steps
}

// monthBuild sums one operation month. It decodes each curve once, so that its memory
// does not grow with the number of sites but for producers.
type monthBuild struct {
	monthInput
	zone     civil.Zone
	grid     monthGrid
	parts    []part
	rows     map[SeriesKey]SeriesMonth
	previous map[SeriesKey]SeriesMonth // derived rows as stored
	scratch  scratch
	second   scratch // where two curves are looked at together
	third    scratch
	sums     map[sumKey]*curveSum
	apart    *apart // nil = all production is shared together
	// conflicts are days on which consumers received what no producer can have given.
	conflicts []Finding
	out       monthOutput
}

type sumKey struct {
	nature Nature
	side   Side
}

// buildMonth derives what operators leave to others, and sums everything.
func buildMonth(in monthInput) (monthOutput, error) {
	b := newMonthBuild(in)
	if err := b.allocate(); err != nil {
		return monthOutput{}, err
	}
	if err := b.shares(); err != nil {
		return monthOutput{}, err
	}
	for _, k := range []sumKey{{Conso, Consumer}, {Conso, Producer}, {Autoconso, Producer}, {Surplus, Producer},
		{ProdExt, Consumer}, {ProdExt, Producer}, {ConsExt, Consumer}, {ConsExt, Producer}} {
		if err := b.sum(k, nil); err != nil {
			return monthOutput{}, err
		}
	}
	if err := b.aci(); err != nil {
		return monthOutput{}, err
	}
	if err := b.unmatched(); err != nil {
		return monthOutput{}, err
	}
	if err := b.unmatchedACI(); err != nil {
		return monthOutput{}, err
	}
	if err := b.finish(); err != nil {
		return monthOutput{}, err
	}
	return b.out, nil
}

func newMonthBuild(in monthInput) *monthBuild {
	b := &monthBuild{monthInput: in, zone: in.op.Operator.Zone(), rows: map[SeriesKey]SeriesMonth{},
		previous: map[SeriesKey]SeriesMonth{}, sums: map[sumKey]*curveSum{}}
	b.algorithm = cmp.Or(in.algorithm, share.Version)
	b.out.rollup.Month = in.month
	for _, row := range in.curves {
		if row.Derived {
			b.previous[row.SeriesKey] = row
			continue
		}
		b.rows[row.SeriesKey] = row
	}
	b.grid = gridOf(b.zone, in.month, stepOf(in.curves))
	b.placeSites()
	return b
}

// stepOf is the step of the summed curves: the widest that divides all, at least a
// quarter of an hour.
func stepOf(curves []SeriesMonth) int32 {
	step := uint64(0)
	for _, c := range curves {
		step = gcd(step, uint64(c.Step))
	}
	switch {
	case step == 0 || step < 600:
		return minStep
	case step%minStep != 0: // ten minutes
		return 1800
	}
	return int32(step)
}

func (b *monthBuild) placeSites() {
	r := b.month.Range()
	for _, s := range b.sites {
		days := s.Period.Intersect(r)
		if days.IsEmpty() {
			continue
		}
		p := part{Site: s, firstDay: int(days.From - r.From), endDay: int(days.To - r.From)}
		p.from, p.to = b.grid.starts[p.firstDay], b.grid.starts[p.endDay]
		b.parts = append(b.parts, p)
	}
}

// each visits the parts that play a side, in ascending order, with their row of a
// nature; ok is false where there is none.
func (b *monthBuild) each(k sumKey, visit func(p part, row SeriesMonth, ok bool) error) error {
	for _, p := range b.parts {
		if !p.plays(k.side) {
			continue
		}
		row, ok := b.rows[SeriesKey{p.DsoID, k.nature, k.side, DSO}]
		if err := visit(p, row, ok); err != nil {
			return err
		}
	}
	return nil
}

// decode gives a curve on the month's grid, in memory that the next call reuses or that
// is not to be written to.
func (b *monthBuild) decode(row SeriesMonth) (loadcurve.Series, error) {
	return b.scratch.decode(row, b.grid.Step)
}

// scratch is the memory of one decoded curve.
type scratch struct{ plain, even loadcurve.Series }

func (m *scratch) decode(row SeriesMonth, step time.Duration) (loadcurve.Series, error) {
	s := row.curve
	if s == nil {
		if err := loadcurve.Decode(row.Chunk, &m.plain); err != nil {
			return loadcurve.Series{}, err
		}
		s = &m.plain
	}
	if s.Step == step {
		return *s, nil
	}
	err := loadcurve.Resample(&m.even, *s, step)
	return m.even, err
}

// sum adds the curves of one nature and side, and keeps what each participant had. As long
// as a site that owes the curve has sent nothing, the sum of the others is not final.
// use, where given, sees each curve too.
func (b *monthBuild) sum(k sumKey, use func(i int, p part, s loadcurve.Series)) error {
	if !b.has(k.nature, k.side) {
		return nil
	}
	total := newCurveSum(b.grid)
	days := b.month.Days()
	d := DistributionMonth{Month: b.month, Nature: k.nature, Side: k.side, Days: make([]energy.MilliWh, 0, days*b.playing(k.side))}
	complete := slices.Repeat([]bool{true}, days)
	err := b.each(k, func(p part, row SeriesMonth, ok bool) error {
		d.Participants = append(d.Participants, p.ParticipantID)
		if !ok {
			d.Totals = append(d.Totals, Absent)
			if p.Side == k.side && !k.nature.External() {
				markIncomplete(complete, nil, p)
				total.await(p.from, p.to)
			}
			for range days {
				d.Days = append(d.Days, Absent)
			}
			return nil
		}
		markIncomplete(complete, row.Days, p)
		d.add(row.Days, p)
		s, err := b.decode(row)
		if err != nil {
			return err
		}
		total.add(s, p.from, p.to)
		if use != nil {
			use(len(d.Participants)-1, p, s)
		}
		return nil
	})
	if err != nil || total.curves == 0 {
		return err
	}
	b.sums[k] = total
	b.out.rollup.Distributions = append(b.out.rollup.Distributions, d)
	b.addSum(k, total, d, complete)
	return nil
}

func markIncomplete(complete []bool, days Days, p part) {
	for i := p.firstDay; i < p.endDay; i++ {
		complete[i] = complete[i] && days != nil && days[i].State.Has(Whole)
	}
}

// add appends a participant's days and their sum.
func (d *DistributionMonth) add(days Days, p part) {
	total, any := energy.MilliWh(0), false
	for i, day := range days {
		if i < p.firstDay || i >= p.endDay || !day.State.Has(HasData) {
			d.Days = append(d.Days, Absent)
			continue
		}
		any = true
		total += day.Sum
		d.Days = append(d.Days, day.Sum)
	}
	if !any {
		total = Absent
	}
	d.Totals = append(d.Totals, total)
}

// addSum stores the summed curve. The energy of a day is that of all known values,
// as the distribution has it; the curve itself has a gap where one site has one.
func (b *monthBuild) addSum(k sumKey, total *curveSum, d DistributionMonth, complete []bool) {
	s := total.series()
	m := SumMonth{Month: b.month, Nature: k.nature, Side: k.side, Step: int32(b.grid.Step.Seconds()), N: b.grid.N,
		Days: daysOf(b.grid, s, true)}
	count := len(m.Days)
	for i := range m.Days {
		var sum energy.MilliWh
		known := false
		for j := i; j < len(d.Days); j += count {
			if d.Days[j] != Absent {
				sum += d.Days[j]
				known = true
			}
		}
		m.Days[i].Sum = sum
		if known {
			m.Days[i].State |= HasData
		}
		if !complete[i] {
			m.Days[i].State &^= Complete
		}
		m.Total += sum
		if first := b.month.First() + civil.Date(i); known && (b.out.rollup.LatestDay == nil || *b.out.rollup.LatestDay < first) {
			b.out.rollup.LatestDay = &first
		}
	}
	m.Chunk = encode(s)
	b.out.rollup.Sums = append(b.out.rollup.Sums, m)
}

// derive adds a curve that no operator sent, to be stored where it differs.
func (b *monthBuild) derive(key SeriesKey, s loadcurve.Series) {
	row := newSeriesMonth(key, b.grid, s)
	row.Derived = true
	if before, ok := b.previous[key]; ok {
		row.Version = before.Version
		delete(b.previous, key)
		if before.Hash == row.Hash {
			b.rows[key] = row
			return
		}
	}
	row.Version++
	b.rows[key] = row
	b.out.derived = append(b.out.derived, row)
}

func (b *monthBuild) finish() error {
	b.ceased()
	slices.SortFunc(b.out.derived, func(a, c SeriesMonth) int { return a.compare(c.SeriesKey) })
	if err := b.find(); err != nil {
		return err
	}
	b.out.warnings = slices.Concat(b.out.warnings, b.balance(), b.silent())
	return nil
}
