package rollup

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/openpmo/pmo/core/allocation/margin"
	"github.com/openpmo/pmo/core/allocation/share"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/loadcurve"
	"github.com/openpmo/pmo/core/metering/pairing"
)

// sharing reads it; ok is false when nobody uses or nobody makes.
func (b *Build) sharing() (in pairing.Sharing, ok bool, err error) {
	var demand, supply *curveSum
	if in.Used, in.Users, demand, err = b.columns(metering.NatureSide{Nature: metering.Conso, Side: metering.Consumer}); err != nil || len(in.Used) == 0 {
		return in, false, err
	}
	if in.Made, in.Makers, supply, err = b.columns(metering.NatureSide{Nature: metering.Prod, Side: metering.Producer}); err != nil || len(in.Made) == 0 {
		return in, false, err
	}
	drawn, made := demand.series(), supply.series()
	in.All, in.Quality = made.Values, metering.Lower(drawn.Quality, made.Quality)
	return in, true, nil
}

// MinStep of summed curves: finer ones are added up to quarters of an hour first.
const MinStep = 900

// Input is an operation month before it is summed.
type Input struct {
	Op     metering.Operation
	Month  civil.Month
	Sites  []metering.Site        // ascending by participant id
	Curves []metering.SeriesMonth // of origin DSO, with chunks
	keys   func(q pairing.KeyQuery) ([]pairing.KeySpan, error)
	// algorithm is the version of the arithmetic (share.Version); 0 = this one.
	algorithm int
	// What was found of the month before, and what was found of the files on the way in.
	before, arrived []metering.Finding
}

// Output is what follows from it.
type Output struct {
	Derived  []metering.SeriesMonth // those that differ from what is stored
	Rollup   Rollup
	Warnings []*fault.Error
}

// Build sums one operation month. It decodes each curve once, so that its memory
// does not grow with the number of sites but for producers.
type Build struct {
	Input
	grids    *metering.Grids
	Grid     metering.MonthGrid // of the summed curves
	parts    []pairing.Part
	rows     map[metering.SeriesKey]metering.SeriesMonth
	previous map[metering.SeriesKey]metering.SeriesMonth // derived rows as stored
	scratch  Scratch
	second   Scratch // where two curves are looked at together
	third    Scratch
	sums     map[metering.NatureSide]*curveSum
	apart    *pairing.ByProducer // nil = all production is shared together
	// conflicts are days on which consumers received what no producer can have given.
	conflicts []metering.Finding
	Out       Output
}

// Summed derives what operators leave to others, and sums everything.
func Summed(in Input) (Output, error) {
	b := NewBuild(in)
	if err := b.allocate(); err != nil {
		return Output{}, err
	}
	if err := b.shares(); err != nil {
		return Output{}, err
	}
	for _, k := range []metering.NatureSide{{Nature: metering.Conso, Side: metering.Consumer}, {Nature: metering.Conso, Side: metering.Producer}, {Nature: metering.Autoconso, Side: metering.Producer}, {Nature: metering.Surplus, Side: metering.Producer},
		{Nature: metering.ProdExt, Side: metering.Consumer}, {Nature: metering.ProdExt, Side: metering.Producer}, {Nature: metering.ConsExt, Side: metering.Consumer}, {Nature: metering.ConsExt, Side: metering.Producer}} {
		if err := b.Sum(k, nil); err != nil {
			return Output{}, err
		}
	}
	if err := b.aci(); err != nil {
		return Output{}, err
	}
	if err := b.unmatched(); err != nil {
		return Output{}, err
	}
	if err := b.unmatchedACI(); err != nil {
		return Output{}, err
	}
	if err := b.finish(); err != nil {
		return Output{}, err
	}
	return b.Out, nil
}

// NewBuild puts the curves of a month in their places; nothing is summed yet.
func NewBuild(in Input) *Build {
	b := &Build{Input: in, grids: metering.GridsOf(in.Op.Operator.Zone(), in.Month), rows: map[metering.SeriesKey]metering.SeriesMonth{},
		previous: map[metering.SeriesKey]metering.SeriesMonth{}, sums: map[metering.NatureSide]*curveSum{}}
	b.algorithm = cmp.Or(in.algorithm, share.Version)
	b.Out.Rollup.Month = in.Month
	for _, row := range in.Curves {
		if row.Derived {
			b.previous[row.SeriesKey] = row
			continue
		}
		b.rows[row.SeriesKey] = row
	}
	b.Grid = b.grids.At(stepOf(in.Curves))
	b.placeSites()
	return b
}

// stepOf is the step of the summed curves: the widest that divides all, at least a
// quarter of an hour.
func stepOf(curves []metering.SeriesMonth) int32 {
	step := uint64(0)
	for _, c := range curves {
		step = metering.Gcd(step, uint64(c.Step))
	}
	switch {
	case step == 0 || step < 600:
		return MinStep
	case step%MinStep != 0: // ten minutes
		return 1800
	}
	return int32(step)
}

func (b *Build) placeSites() {
	r := b.Month.Range()
	for _, s := range b.Sites {
		days := s.Period.Intersect(r)
		if days.IsEmpty() {
			continue
		}
		p := pairing.Part{Site: s, FirstDay: int(days.From - r.From), EndDay: int(days.To - r.From)}
		p.From, p.To = b.Grid.Starts[p.FirstDay], b.Grid.Starts[p.EndDay]
		b.parts = append(b.parts, p)
	}
}

// each visits the parts that play a side, in ascending order, with their row of a
// nature; ok is false where there is none.
func (b *Build) each(k metering.NatureSide, visit func(p pairing.Part, row metering.SeriesMonth, ok bool) error) error {
	for _, p := range b.parts {
		if !p.Plays(k.Side) {
			continue
		}
		row, ok := b.rows[metering.SeriesKey{DsoID: p.DsoID, Nature: k.Nature, Side: k.Side, Origin: metering.DSO}]
		if err := visit(p, row, ok); err != nil {
			return err
		}
	}
	return nil
}

// decode gives a curve on the month's grid, in memory that the next call reuses or that
// is not to be written to.
func (b *Build) decode(row metering.SeriesMonth) (loadcurve.Series, error) {
	return b.scratch.Decode(row, b.Grid.Step)
}

// Scratch is the memory of one decoded curve.
type Scratch struct{ plain, even loadcurve.Series }

// Decode gives a stored curve on a step, in memory that the next call reuses.
func (m *Scratch) Decode(row metering.SeriesMonth, step time.Duration) (loadcurve.Series, error) {
	s := row.Curve
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

// Sum adds the curves of one nature and side, and keeps what each participant had. As long
// as a site that owes the curve has sent nothing, the sum of the others is not final.
// use, where given, sees each curve too.
func (b *Build) Sum(k metering.NatureSide, use func(i int, p pairing.Part, s loadcurve.Series)) error {
	if !b.has(k.Nature, k.Side) {
		return nil
	}
	total := newCurveSum(b.Grid)
	days := b.Month.Days()
	d := DistributionMonth{Month: b.Month, Nature: k.Nature, Side: k.Side, Days: make([]energy.MilliWh, 0, days*b.playing(k.Side))}
	complete := slices.Repeat([]bool{true}, days)
	err := b.each(k, func(p pairing.Part, row metering.SeriesMonth, ok bool) error {
		d.Participants = append(d.Participants, p.ParticipantID)
		if !ok {
			d.Totals = append(d.Totals, metering.Absent)
			if p.Side == k.Side && !k.Nature.External() {
				markIncomplete(complete, nil, p)
				total.await(p.From, p.To)
			}
			for range days {
				d.Days = append(d.Days, metering.Absent)
			}
			return nil
		}
		markIncomplete(complete, row.Days, p)
		d.add(row.Days, p)
		s, err := b.decode(row)
		if err != nil {
			return err
		}
		total.add(s, p.From, p.To)
		if use != nil {
			use(len(d.Participants)-1, p, s)
		}
		return nil
	})
	if err != nil || total.curves == 0 {
		return err
	}
	b.sums[k] = total
	b.Out.Rollup.Distributions = append(b.Out.Rollup.Distributions, d)
	b.addSum(k, total, d, complete)
	return nil
}

func markIncomplete(complete []bool, days metering.Days, p pairing.Part) {
	for i := p.FirstDay; i < p.EndDay; i++ {
		complete[i] = complete[i] && days != nil && days[i].State.Has(metering.Whole)
	}
}

// addSum stores the summed curve. The energy of a day is that of all known values,
// as the distribution has it; the curve itself has a gap where one site has one.
func (b *Build) addSum(k metering.NatureSide, total *curveSum, d DistributionMonth, complete []bool) {
	s := total.series()
	m := SumMonth{Month: b.Month, Nature: k.Nature, Side: k.Side, Step: int32(b.Grid.Step.Seconds()), N: b.Grid.N,
		Days: metering.DaysOf(b.Grid, s, true)}
	count := len(m.Days)
	for i := range m.Days {
		var sum energy.MilliWh
		known := false
		for j := i; j < len(d.Days); j += count {
			if d.Days[j] != metering.Absent {
				sum += d.Days[j]
				known = true
			}
		}
		m.Days[i].Sum = sum
		if known {
			m.Days[i].State |= metering.HasData
		}
		if !complete[i] {
			m.Days[i].State &^= metering.Complete
		}
		m.Total += sum
		if first := b.Month.First() + civil.Date(i); known && (b.Out.Rollup.LatestDay == nil || *b.Out.Rollup.LatestDay < first) {
			b.Out.Rollup.LatestDay = &first
		}
	}
	m.Chunk = metering.Encode(s)
	b.Out.Rollup.Sums = append(b.Out.Rollup.Sums, m)
}

// derive adds a curve that no operator sent, to be stored where it differs.
func (b *Build) derive(key metering.SeriesKey, s loadcurve.Series) {
	row := metering.NewSeriesMonth(key, b.Grid, s)
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
	b.Out.Derived = append(b.Out.Derived, row)
}

func (b *Build) finish() error {
	b.ceased()
	slices.SortFunc(b.Out.Derived, func(a, c metering.SeriesMonth) int { return a.Compare(c.SeriesKey) })
	if err := b.find(); err != nil {
		return err
	}
	b.Out.Warnings = slices.Concat(b.Out.Warnings, b.balance(), b.silent())
	return nil
}

// producers derives each producer's Autoconso and Surplus, the rest (domain 6.1). Where
// neither the operator nor the key says what each producer gave, it is its part of all
// that was shared, by weights. Both are exact at each step, also as sums; what one
// producer gave to single consumers, each rounded, may then differ from its part by
// 1 mWh a consumer and step. A curve that the operator sent of a producer stands for its
// month; those of the others are derived even so.
func (b *Build) producers(columns, weights, margins [][]energy.MilliWh, makers []pairing.Part, shared loadcurve.Series) error {
	total, before := make([]energy.MilliWh, b.Grid.N), make([]energy.MilliWh, b.Grid.N)
	for _, column := range weights {
		for t, v := range column {
			total[t] += v
		}
	}
	curves := map[metering.SeriesKey]*loadcurve.Series{}
	still := pairing.NewNight(columns)
	for i, p := range makers {
		produced, err := b.decode(b.rows[metering.SeriesKey{DsoID: p.DsoID, Nature: metering.Prod, Side: metering.Producer, Origin: metering.DSO}])
		if err != nil {
			return err
		}
		quality := metering.Lower(shared.Quality, produced.Quality)
		given := make([]energy.MilliWh, b.Grid.N)
		still.Next()
		pairing.GiveBy(given, before, weights[i], total, shared.Values, still)
		b.apart.Steps(b.Grid, func(_, from, to int) { copy(given[from:to], b.apart.Given[i][from:to]) })
		if margins != nil {
			for t, v := range margins[i] {
				if v == margin.Unknown {
					v = min(given[t], columns[i][t])
				}
				given[t] = v
			}
		}
		if row, sent := b.rows[metering.SeriesKey{DsoID: p.DsoID, Nature: metering.Autoconso, Side: metering.Producer, Origin: metering.DSO}]; sent {
			s, err := b.decode(row)
			if err != nil {
				return err
			}
			quality = metering.Lower(produced.Quality, s.Quality)
			copy(given, s.Values)
		} else {
			own := b.within(p, slices.Clone(given), quality)
			if err := pairing.Join(curves, metering.SeriesKey{DsoID: p.DsoID, Nature: metering.Autoconso, Side: metering.Producer, Origin: metering.DSO}, own); err != nil {
				return err
			}
		}
		if _, sent := b.rows[metering.SeriesKey{DsoID: p.DsoID, Nature: metering.Surplus, Side: metering.Producer, Origin: metering.DSO}]; sent {
			continue
		}
		kept := make([]energy.MilliWh, b.Grid.N)
		for t, v := range columns[i] {
			kept[t] = max(0, v-given[t])
		}
		if err := pairing.Join(curves, metering.SeriesKey{DsoID: p.DsoID, Nature: metering.Surplus, Side: metering.Producer, Origin: metering.DSO}, b.within(p, kept, quality)); err != nil {
			return err
		}
	}
	b.deriveAll(curves)
	return nil
}

func (b *Build) deriveAll(curves map[metering.SeriesKey]*loadcurve.Series) {
	keys := make([]metering.SeriesKey, 0, len(curves))
	for key := range curves {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, metering.SeriesKey.Compare)
	for _, key := range keys {
		b.derive(key, *curves[key])
	}
}

// Energies decodes the curves of one kind and tells the quality of their sum.
func (b *Build) Energies(k metering.NatureSide, without *[]metering.Site) (out energyColumns, quality loadcurve.Runs, err error) {
	columns, parts, sum, err := b.columns(k)
	if err != nil {
		return out, nil, err
	}
	out.Columns = columns
	has := map[id.ID]bool{}
	for _, p := range parts {
		out.Sites = append(out.Sites, p.Site)
		has[p.ParticipantID] = true
		if p.Gaps {
			out.Gaps = append(out.Gaps, p.Site)
		}
	}
	for _, p := range b.parts {
		if p.Side == k.Side && !has[p.ParticipantID] {
			*without = append(*without, p.Site)
		}
	}
	if len(parts) == 0 {
		return out, loadcurve.Runs(nil).Add(loadcurve.Missing, b.Grid.N), nil
	}
	return out, sum.series().Quality, nil
}

// margins are what the operator says that each of the makers gave, by step of the month;
// nil where it does not say it of any.
func (b *Build) margins(makers []pairing.Part) ([][]energy.MilliWh, error) {
	given := make([][]energy.MilliWh, len(makers))
	for i, p := range makers {
		kept, err := b.sent(p, metering.Surplus, &b.second)
		if err != nil {
			return nil, err
		}
		told, err := b.sent(p, metering.Autoconso, &b.third)
		if err != nil {
			return nil, err
		}
		if kept == nil && told == nil {
			continue
		}
		made, err := b.decode(b.rows[metering.SeriesKey{DsoID: p.DsoID, Nature: metering.Prod, Side: metering.Producer, Origin: metering.DSO}])
		if err != nil {
			return nil, err
		}
		given[i] = pairing.GivenCurve(made, kept, told, p.From, p.To)
	}
	return pairing.Margins(given, b.Grid.N), nil
}

// sent is a curve of a producer that the operator sent; nil = none.
func (b *Build) sent(p pairing.Part, n metering.Nature, m *Scratch) (*loadcurve.Series, error) {
	row, ok := b.rows[metering.SeriesKey{DsoID: p.DsoID, Nature: n, Side: metering.Producer, Origin: metering.DSO}]
	if !ok || row.Derived {
		return nil, nil
	}
	s, err := m.Decode(row, b.Grid.Step)
	return &s, err
}

// measured reports whether the operator says what consumers received.
func (b *Build) measured() bool {
	for key, row := range b.rows {
		if key.Nature == metering.Autoconso && key.Side == metering.Consumer && !row.Derived {
			return true
		}
	}
	return false
}

// received is what consumers received together, step by step, gaps as zero.
func (b *Build) received() ([]energy.MilliWh, error) {
	out := make([]energy.MilliWh, b.Grid.N)
	columns, _, _, err := b.columns(metering.NatureSide{Nature: metering.Autoconso, Side: metering.Consumer})
	for _, column := range columns {
		for t, v := range column {
			out[t] += v
		}
	}
	return out, err
}

// fitted is what pairs that the key says are fitted to: what the operator says of both
// sides. A consumer used at least what it received, a producer made at least what it gave.
func (b *Build) fitted() (in pairing.Sharing, ok bool, err error) {
	if in.Received, in.Users, _, err = b.columns(metering.NatureSide{Nature: metering.Autoconso, Side: metering.Consumer}); err != nil || len(in.Users) == 0 {
		return in, false, err
	}
	var made [][]energy.MilliWh
	if made, in.Makers, _, err = b.columns(metering.NatureSide{Nature: metering.Prod, Side: metering.Producer}); err != nil || len(in.Makers) < 2 {
		return in, false, err
	}
	if in.Given, err = b.margins(in.Makers); err != nil {
		return in, false, err
	}
	if in.Given == nil {
		in.Given = pairing.Margins(append(make([][]energy.MilliWh, len(in.Makers)-1), pairing.Unknown(b.Grid.N)), b.Grid.N)
	}
	in.Made = pairing.AtLeast(made, in.Given)
	for i, p := range in.Users {
		used := make([]energy.MilliWh, b.Grid.N)
		if row, ok := b.rows[metering.SeriesKey{DsoID: p.DsoID, Nature: metering.Conso, Side: metering.Consumer, Origin: metering.DSO}]; ok {
			s, err := b.decode(row)
			if err != nil {
				return in, false, err
			}
			copy(used[p.From:p.To], s.Values[p.From:p.To])
		}
		in.Used = append(in.Used, pairing.AtLeast([][]energy.MilliWh{used}, in.Received[i:i+1])[0])
	}
	return in, true, nil
}

// fitKeys finds the pairs of the days on which the operator shares by a key that says who
// has what from whom, or by coefficients of each producer: by the key, fitted to the
// operator's own figures.
func (b *Build) fitKeys() error {
	if b.keys == nil || b.apart != nil || b.algorithm < 2 || !b.measured() {
		return nil
	}
	in, ok, err := b.fitted()
	if err != nil || !ok {
		return err
	}
	spans, err := b.keys(in.Query(b.Month.Range(), b.Grid.Step, b.algorithm))
	if err != nil {
		return err
	}
	for _, span := range spans {
		with, ok := span.ByProducer()
		days := span.Days.Intersect(b.Month.Range())
		if !ok || days.IsEmpty() {
			continue
		}
		if b.apart == nil {
			b.apart = pairing.NewByProducer(b.Grid, len(in.Makers))
		}
		if err := b.apart.Share(b.Grid, in, days, with, nil); err != nil {
			return err
		}
	}
	return nil
}

// aci sums what the sites of an operation with ACI made and used themselves.
func (b *Build) aci() error {
	if !b.Op.ACI {
		return nil
	}
	total, d := newCurveSum(b.Grid), DistributionMonth{Month: b.Month, Nature: metering.ACI, Side: metering.Producer}
	complete := make([]bool, b.Month.Days())
	for i := range complete {
		complete[i] = true
	}
	for _, p := range b.parts {
		s, ok, err := OnSpotOf(p.Site, b.rows, b.decode)
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		days := metering.DaysOf(b.Grid, s, false)
		markIncomplete(complete, days, p)
		d.Participants = append(d.Participants, p.ParticipantID)
		d.add(days, p)
		total.add(s, p.From, p.To)
	}
	if total.curves == 0 {
		return nil
	}
	b.Out.Rollup.Distributions = append(b.Out.Rollup.Distributions, d)
	b.addSum(metering.NatureSide{Nature: metering.ACI, Side: metering.Producer}, total, d, complete)
	return nil
}

// sharedAbove finds the days on which consumers together received more than was made,
// step by step on the sums, with a tolerance of 1 Wh a site (domain 1.4). Single sites, and
// what consumers received against what producers gave, are looked at one by one; this is
// what remains where an operator does not say what each producer gave.
func (b *Build) sharedAbove() []metering.Finding {
	received, made := b.sums[metering.NatureSide{Nature: metering.Autoconso, Side: metering.Consumer}], b.sums[metering.NatureSide{Nature: metering.Prod, Side: metering.Producer}]
	if received == nil || made == nil {
		return nil
	}
	tolerance := energy.MilliWh(len(b.parts)) * SiteTolerance
	quality := metering.Lower(received.series().Quality, made.series().Quality)
	return b.Grid.Days(quality, 0, b.Grid.N, tolerance, metering.Finding{Kind: metering.SharedAboveProduced}, func(t int) energy.MilliWh {
		return received.values[t] - made.values[t]
	})
}

// balance warns of what sharedAbove found. It only warns: the operator's figures are the
// truth.
func (b *Build) balance() []*fault.Error {
	count := 0
	for _, f := range b.Out.Rollup.Findings {
		if f.Kind == metering.SharedAboveProduced {
			count += f.Steps
		}
	}
	if count == 0 {
		return nil
	}
	return []*fault.Error{metering.WarnBalance.With("month", b.Month.String()).With("count", count)}
}

// externalUse compares what a meter behind the operator's says that a site used with what
// it drew from the grid and what it made and used on the spot, day by day; days of which
// one of the three is not whole are left out.
func (b *Build) externalUse() (found []metering.Finding, err error) {
	if !b.Op.ACI {
		return nil, nil
	}
	for _, p := range b.parts {
		side := metering.Consumer
		ext, ok := b.rows[metering.SeriesKey{DsoID: p.DsoID, Nature: metering.ConsExt, Side: side, Origin: metering.DSO}]
		if !ok {
			side = metering.Producer
			ext, ok = b.rows[metering.SeriesKey{DsoID: p.DsoID, Nature: metering.ConsExt, Side: side, Origin: metering.DSO}]
		}
		drawn, drew := b.rows[metering.SeriesKey{DsoID: p.DsoID, Nature: metering.Conso, Side: metering.Consumer, Origin: metering.DSO}]
		if !drew {
			drawn, drew = b.rows[metering.SeriesKey{DsoID: p.DsoID, Nature: metering.Conso, Side: metering.Producer, Origin: metering.DSO}]
		}
		if !ok || !drew || !p.Plays(side) {
			continue
		}
		spot, made, err := OnSpotOf(p.Site, b.rows, b.decode)
		if err != nil {
			return nil, err
		}
		days := metering.Days(nil)
		if made {
			days = metering.DaysOf(b.Grid, spot, false)
		}
		for _, f := range externalUse(p, b.Month.First(), side, ext.Days, drawn.Days, days) {
			day := f.Day - b.Month.First()
			f.Steps = b.Grid.Starts[day+1] - b.Grid.Starts[day]
			found = append(found, f)
		}
	}
	return found, nil
}

// find looks whether the curves of each site fit together, step by step. Curves that no
// import changed and curves that were computed here are not looked at again: what was
// found of them stays.
func (b *Build) find() error {
	looked := map[lookedKey]bool{}
	found := slices.Clone(b.arrived)
	for _, f := range b.arrived {
		looked[lookedKey{f.DsoID, f.Side, f.Kind}] = true
	}
	for _, p := range b.parts {
		of := balancing{Build: b, Part: p, looked: looked}
		if err := of.all(); err != nil {
			return err
		}
		found = append(found, of.found...)
	}
	external, err := b.externalUse()
	if err != nil {
		return err
	}
	found = slices.Concat(found, b.sharedSides(), b.sharedAbove(), external, b.conflicts)
	if b.apart != nil {
		found = append(found, b.apart.Conflicts...)
	}
	slices.SortFunc(found, metering.Finding.Compare)
	b.Out.Warnings = append(b.Out.Warnings, metering.FindingFaults(found)...)
	for _, f := range b.before {
		if !f.Kind.OfBuild() && !looked[lookedKey{f.DsoID, f.Side, f.Kind}] && b.takesPart(f) {
			found = append(found, f)
		}
	}
	slices.SortFunc(found, metering.Finding.Compare)
	b.Out.Rollup.Findings = slices.CompactFunc(found, func(a, c metering.Finding) bool { return a.Compare(c) == 0 })
	return nil
}

func (b *Build) takesPart(f metering.Finding) bool {
	return slices.ContainsFunc(b.parts, func(p pairing.Part) bool { return p.DsoID == f.DsoID && p.Period.Contains(f.Day) })
}

// sharedSides finds the days on which consumers together did not receive what producers
// together gave, both as the operator says it.
func (b *Build) sharedSides() []metering.Finding {
	received, given := b.sums[metering.NatureSide{Nature: metering.Autoconso, Side: metering.Consumer}], b.sums[metering.NatureSide{Nature: metering.Autoconso, Side: metering.Producer}]
	if received == nil || given == nil {
		return nil
	}
	tolerance := energy.MilliWh(len(b.parts)) * SiteTolerance
	quality := metering.Lower(received.series().Quality, given.series().Quality)
	return b.Grid.Days(quality, 0, b.Grid.N, tolerance, metering.Finding{Kind: metering.SharedSides}, func(t int) energy.MilliWh {
		d := received.values[t] - given.values[t]
		return max(d, -d)
	})
}

// allocate plays the operator where pmo is one: from Conso and Prod it computes what
// each consumer received, by the key in force (domain 4.3). Nothing is shared at a
// step where a site that takes part has a gap, or has sent nothing yet: the gap is passed
// on. A month for which Autoconso was sent is left alone.
func (b *Build) allocate() error {
	if !b.Op.Operator.Capabilities().AllocatesHere || b.has(metering.Autoconso, metering.NoSide) {
		return nil
	}
	in, ok, err := b.sharing()
	if err != nil || !ok {
		return err
	}
	shares := make([][]energy.MilliWh, len(in.Used))
	block := make([]energy.MilliWh, len(in.Used)*b.Grid.N)
	for i := range shares {
		shares[i] = block[i*b.Grid.N : (i+1)*b.Grid.N]
	}
	if err := b.share(shares, in); err != nil {
		return err
	}
	curves := map[metering.SeriesKey]*loadcurve.Series{}
	for i, p := range in.Users {
		own := b.within(p, shares[i], in.Quality)
		if err := pairing.Join(curves, metering.SeriesKey{DsoID: p.DsoID, Nature: metering.Autoconso, Side: metering.Consumer, Origin: metering.DSO}, own); err != nil {
			return err
		}
	}
	b.deriveAll(curves)
	return nil
}

// has reports whether a curve of a nature is there; NoSide = of either side.
func (b *Build) has(n metering.Nature, s metering.Side) bool {
	for key := range b.rows {
		if key.Nature == n && (s == metering.NoSide || key.Side == s) {
			return true
		}
	}
	return false
}

// columns decodes the curves of a nature, zero outside the days of each site. A site
// without a curve that it owes has no column, and is a gap of the sum; what a prosumer
// draws or makes on its second side is not owed.
func (b *Build) columns(k metering.NatureSide) (columns [][]energy.MilliWh, parts []pairing.Part, sum *curveSum, err error) {
	sum = newCurveSum(b.Grid)
	room := columnRoom{steps: b.Grid.N}
	err = b.each(k, func(p pairing.Part, row metering.SeriesMonth, ok bool) error {
		if !ok {
			if p.Side == k.Side {
				sum.lack(p.From, p.To)
			}
			return nil
		}
		s, err := b.decode(row)
		if err != nil {
			return err
		}
		sum.add(s, p.From, p.To)
		p.Gaps = s.Quality.Window(nil, p.From, p.To).Count(loadcurve.Missing) > 0
		column := room.next()
		copy(column[p.From:p.To], s.Values[p.From:p.To])
		columns, parts = append(columns, column), append(parts, p)
		return nil
	})
	return columns, parts, sum, err
}

// share runs the allocators of the month over their days.
func (b *Build) share(dst [][]energy.MilliWh, in pairing.Sharing) error {
	spans := []pairing.KeySpan{{Days: b.Month.Range(), Allocator: pairing.Prorata()}}
	if b.keys != nil {
		var err error
		if spans, err = b.keys(in.Query(b.Month.Range(), b.Grid.Step, b.algorithm)); err != nil {
			return err
		}
	}
	for _, span := range spans {
		days := span.Days.Intersect(b.Month.Range())
		if days.IsEmpty() {
			continue
		}
		if with, ok := span.ByProducer(); ok {
			if b.apart == nil {
				b.apart = pairing.NewByProducer(b.Grid, len(in.Makers))
			}
			if err := b.apart.Share(b.Grid, in, days, with, dst); err != nil {
				return err
			}
			continue
		}
		from := b.Grid.Starts[days.From-b.Month.First()]
		to := b.Grid.Starts[days.To-b.Month.First()]
		if err := span.Allocator.Allocate(pairing.Window(dst, from, to), in.All[from:to], pairing.Window(in.Used, from, to)); err != nil {
			return err
		}
	}
	return nil
}

// ceased empties the curves that were derived once and no longer are, as those of a site
// that has left: nobody may go on reading them.
func (b *Build) ceased() {
	for _, key := range slices.SortedFunc(maps.Keys(b.previous), metering.SeriesKey.Compare) {
		before := b.previous[key]
		if before.Missing == before.N {
			continue // it is empty already
		}
		row := metering.NewSeriesMonth(key, b.Grid, loadcurve.NewSeries(b.Grid.Grid))
		row.Derived, row.Version = true, before.Version+1
		b.Out.Derived = append(b.Out.Derived, row)
	}
}

// within is a curve on the month's grid that is a gap outside the days of p, and
// wherever quality says so. It takes values over.
func (b *Build) within(p pairing.Part, values []energy.MilliWh, quality loadcurve.Runs) loadcurve.Series {
	s := loadcurve.Series{Grid: b.Grid.Grid, Values: values}
	s.Quality = s.Quality.Add(loadcurve.Missing, p.From)
	s.Quality = quality.Window(s.Quality, p.From, p.To)
	s.Quality = s.Quality.Add(loadcurve.Missing, b.Grid.N-p.To)
	at := 0
	for _, run := range s.Quality {
		if run.Quality == loadcurve.Missing {
			clear(s.Values[at : at+run.Count])
		}
		at += run.Count
	}
	return s
}

// shares sums Prod and Autoconso, finds what each consumer had from each producer, and
// gives producers the curves of what they shared and kept where the operator does not.
func (b *Build) shares() error {
	columns, makers, _, err := b.columns(metering.NatureSide{Nature: metering.Prod, Side: metering.Producer})
	if err != nil {
		return err
	}
	if err := b.Sum(metering.NatureSide{Nature: metering.Prod, Side: metering.Producer}, nil); err != nil {
		return err
	}
	weights, given, orphans, err := b.weights(columns, makers)
	if err != nil {
		return err
	}
	if err := b.fitKeys(); err != nil {
		return err
	}
	split := pairing.NewSplitter(weights, pairing.SumsOf(columns), b.Grid.N)
	days, pairs := make([]energy.MilliWh, len(makers)*b.Month.Days()), newPairMonth(b.Month, makers)
	pairs.Algorithm = b.algorithm
	err = b.Sum(metering.NatureSide{Nature: metering.Autoconso, Side: metering.Consumer}, func(_ int, p pairing.Part, s loadcurve.Series) {
		if len(makers) < 2 {
			return
		}
		b.orphaned(p, s.Values, orphans)
		split.Days(days, b.Grid, s.Values, p.From, p.To)
		b.apart.Overlay(days, p.ParticipantID)
		pairs.add(p.ParticipantID, days)
	})
	if err != nil {
		return err
	}
	if b.apart != nil {
		pairs.Apart = b.apart.Mask
	}
	if len(pairs.Consumers) > 1 {
		b.Out.Rollup.Pairs = pairs
	}
	shared := b.sums[metering.NatureSide{Nature: metering.Autoconso, Side: metering.Consumer}]
	if shared == nil || len(makers) == 0 {
		return nil
	}
	return b.producers(columns, weights, given, makers, shared.series())
}

// weights is what energy is split by, what is known of it, and the steps at which nobody
// can have given all that was received, by what the operator says of all.
func (b *Build) weights(made [][]energy.MilliWh, makers []pairing.Part) (weights, given [][]energy.MilliWh, orphans []int, err error) {
	if b.algorithm < 2 {
		return made, nil, nil, nil
	}
	if given, err = b.margins(makers); err != nil {
		return nil, nil, nil, err
	}
	weights, orphans, err = pairing.Weights(made, given, b.received, SiteTolerance*energy.MilliWh(len(b.parts)))
	return weights, given, orphans, err
}

// orphaned notes the days on which a consumer received at steps at which no producer can
// have given it, by more than roundings.
func (b *Build) orphaned(p pairing.Part, received []energy.MilliWh, orphans []int) {
	for _, t := range orphans {
		v := received[t]
		if v <= SiteTolerance || t < p.From || t >= p.To { // nearly all: the nights
			continue
		}
		day := b.Grid.DayOf(t)
		if b.apart != nil && b.apart.Mask&(1<<(day-b.Month.First())) != 0 {
			continue // the pairs of the key tell
		}
		b.conflicts = pairing.AddConflict(b.conflicts, p, day, v)
	}
}

// silent warns of sites that owe a curve of the month and have sent nothing: where pmo
// shares, nothing is shared out on their days until they have.
func (b *Build) silent() []*fault.Error {
	if !b.Op.Operator.Capabilities().AllocatesHere {
		return nil
	}
	var names []string
	for _, p := range b.parts {
		nature := metering.Conso
		if p.Side == metering.Producer {
			nature = metering.Prod
		}
		if _, ok := b.rows[metering.SeriesKey{DsoID: p.DsoID, Nature: nature, Side: p.Side, Origin: metering.DSO}]; !ok {
			names = append(names, p.Name)
		}
	}
	if len(names) == 0 {
		return nil
	}
	told := strings.Join(names[:min(len(names), silentNames)], ", ")
	if len(names) > silentNames {
		told += " …"
	}
	return []*fault.Error{metering.WarnSilent.With("month", b.Month.String()).With("count", len(names)).With("names", told)}
}

// playing counts the parts that play a side.
func (b *Build) playing(side metering.Side) (count int) {
	for _, p := range b.parts {
		if p.Plays(side) {
			count++
		}
	}
	return count
}

// unmatched finds it for consumers (Conso) and producers (Prod).
func (b *Build) unmatched() error {
	for _, k := range []metering.NatureSide{{Nature: metering.Conso, Side: metering.Consumer}, {Nature: metering.Prod, Side: metering.Producer}} {
		if !b.has(k.Nature, k.Side) || !b.has(metering.Autoconso, k.Side) {
			continue
		}
		if err := b.unmatchedOf(k); err != nil {
			return err
		}
	}
	return nil
}

func (b *Build) unmatchedOf(k metering.NatureSide) error {
	alone := DistributionMonth{Month: b.Month, Nature: metering.Unmatched, Side: k.Side}
	shared := DistributionMonth{Month: b.Month, Nature: metering.UnmatchedShared, Side: k.Side}
	err := b.each(k, func(p pairing.Part, row metering.SeriesMonth, ok bool) error {
		other, both := b.rows[metering.SeriesKey{DsoID: p.DsoID, Nature: metering.Autoconso, Side: k.Side, Origin: metering.DSO}]
		if !ok && !both || ok && both && Match(row.Days[p.FirstDay:p.EndDay], other.Days[p.FirstDay:p.EndDay]) {
			return nil
		}
		x, y := b.blank(), b.blank()
		var err error
		if ok {
			if x, err = b.scratch.Decode(row, b.Grid.Step); err != nil {
				return err
			}
		}
		if both {
			if y, err = b.second.Decode(other, b.Grid.Step); err != nil {
				return err
			}
		}
		quality := metering.Lower(x.Quality, y.Quality)
		alone.take(p, StepsAlone(b.Grid, x.Values, quality, p.From, p.To))
		shared.take(p, StepsAlone(b.Grid, y.Values, quality, p.From, p.To))
		return nil
	})
	if err != nil {
		return err
	}
	for _, d := range []DistributionMonth{alone, shared} {
		if len(d.Participants) > 0 {
			b.Out.Rollup.Distributions = append(b.Out.Rollup.Distributions, d)
			b.addSum(metering.NatureSide{Nature: d.Nature, Side: d.Side}, newCurveSum(b.Grid), d, make([]bool, b.Month.Days()))
		}
	}
	return nil
}

// blank is a curve of gaps only.
func (b *Build) blank() loadcurve.Series {
	s := loadcurve.Series{Grid: b.Grid.Grid, Values: make([]energy.MilliWh, b.Grid.N)}
	s.Quality = s.Quality.Add(loadcurve.Missing, b.Grid.N)
	return s
}

// unmatchedACI finds it for consumers (Conso) and producers (Prod).
func (b *Build) unmatchedACI() error {
	if !b.Op.ACI {
		return nil
	}
	for _, k := range []metering.NatureSide{{Nature: metering.Conso, Side: metering.Consumer}, {Nature: metering.Prod, Side: metering.Producer}} {
		if !b.has(metering.Autoconso, k.Side) {
			continue // such a month is in no rate
		}
		if err := b.unmatchedACIOf(k); err != nil {
			return err
		}
	}
	return nil
}

func (b *Build) unmatchedACIOf(k metering.NatureSide) error {
	out := [3]DistributionMonth{}
	for i, n := range [3]metering.Nature{metering.UnmatchedACI, metering.WithoutACI, metering.WithoutACIShared} {
		out[i] = DistributionMonth{Month: b.Month, Nature: n, Side: k.Side}
	}
	err := b.each(k, func(p pairing.Part, row metering.SeriesMonth, ok bool) error {
		aci, known, err := OnSpotOf(p.Site, b.rows, b.decode)
		if err != nil || !known {
			return err
		}
		whole, shared := b.blank(), b.blank()
		if ok {
			if whole, err = b.scratch.Decode(row, b.Grid.Step); err != nil {
				return err
			}
		}
		if other, both := b.rows[metering.SeriesKey{DsoID: p.DsoID, Nature: metering.Autoconso, Side: k.Side, Origin: metering.DSO}]; both {
			if shared, err = b.second.Decode(other, b.Grid.Step); err != nil {
				return err
			}
		}
		alone := AloneOfACIIn(b.Grid, whole, shared, aci, p.From, p.To)
		for i, days := range [3][]energy.MilliWh{alone.Aci, alone.Whole, alone.Shared} {
			out[i].take(p, days)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, d := range out {
		if len(d.Participants) > 0 {
			b.Out.Rollup.Distributions = append(b.Out.Rollup.Distributions, d)
			b.addSum(metering.NatureSide{Nature: d.Nature, Side: d.Side}, newCurveSum(b.Grid), d, make([]bool, b.Month.Days()))
		}
	}
	return nil
}

func newPairMonth(m civil.Month, makers []pairing.Part) *PairMonth {
	pairs := &PairMonth{Month: m, Consumers: []id.ID{""}, Totals: make([]energy.MilliWh, len(makers)),
		Days: make([]energy.MilliWh, len(makers)*m.Days())}
	for _, p := range makers {
		pairs.Producers = append(pairs.Producers, p.ParticipantID)
	}
	return pairs
}

// silentNames of sites are told; the others are counted.
const silentNames = 4

// LackingDays are the days of r on which one curve of a month has a value and the other has none.
func LackingDays(r civil.Range, drawn, had metering.Days) (days []civil.Date) {
	if drawn == nil {
		return nil
	}
	for d := r.From; d < r.To; d++ {
		i := int(d - civil.MonthOf(d).First())
		if drawn[i].State.Has(metering.HasData) && (had == nil || !had[i].State.Has(metering.HasData)) {
			days = append(days, d)
		}
	}
	return days
}

type energyColumns struct {
	Sites   []metering.Site
	Gaps    []metering.Site
	Columns [][]energy.MilliWh
}
