package metering

import (
	"context"
	"maps"
	"math/bits"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/allocation/margin"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

// A key may share the production of each producer apart instead of all together (full
// dynamique). What a consumer had from a producer is then what the key says, and no split
// in proportion to what producers gave. Where pmo is the operator the key says all of it;
// else its pairs are fitted to what the operator says of both sides.

// DayMask has a bit for each day of a month.
type DayMask uint32

// maskOf are the days of r in a month.
func maskOf(m civil.Month, r civil.Range) (mask DayMask) {
	in := r.Intersect(m.Range())
	for d := in.From; d < in.To; d++ {
		mask |= 1 << (d - m.First())
	}
	return mask
}

// apart is what consumers had from producers on the days of a month that were shared so.
type apart struct {
	mask  DayMask
	count int                        // of days in the month
	given [][]energy.MilliWh         // [producer][step] of the month; zero on other days
	days  map[id.ID][]energy.MilliWh // by consumer: [producer × days]
	// curves are those of one consumer, [producer][step], where they were asked for.
	consumer id.ID
	curves   [][]energy.MilliWh
	// conflicts are days on which consumers would have to receive from somebody of whom
	// they have no part.
	conflicts []Finding
}

// sharing is what a key shares in a month: columns with zero outside the days of each
// site and in gaps.
type sharing struct {
	users, makers []part
	used, made    [][]energy.MilliWh
	all           []energy.MilliWh // made, together
	quality       loadcurve.Runs   // the lowest of all sites that take part
	// Where the operator shares: what it says that consumers received and producers gave,
	// margin.Unknown where it does not.
	received, given [][]energy.MilliWh
}

// sharing reads it; ok is false when nobody uses or nobody makes.
func (b *monthBuild) sharing() (in sharing, ok bool, err error) {
	var demand, supply *curveSum
	if in.used, in.users, demand, err = b.columns(sumKey{Conso, Consumer}); err != nil || len(in.used) == 0 {
		return in, false, err
	}
	if in.made, in.makers, supply, err = b.columns(sumKey{Prod, Producer}); err != nil || len(in.made) == 0 {
		return in, false, err
	}
	drawn, made := demand.series(), supply.series()
	in.all, in.quality = made.Values, lower(drawn.Quality, made.Quality)
	return in, true, nil
}

// known leaves the production of steps at which nothing is shared out: what is shared
// apart is summed before the gaps are passed on.
func (s sharing) known(from, to int) [][]energy.MilliWh {
	made := window(s.made, from, to)
	at := 0
	for _, run := range s.quality {
		if run.Quality == loadcurve.Missing {
			for _, column := range made {
				if i, j := max(at, from), min(at+run.Count, to); i < j {
					clear(column[i-from : j-from])
				}
			}
		}
		at += run.Count
	}
	return made
}

func (s sharing) query(days civil.Range, step time.Duration, algorithm int) KeyQuery {
	return KeyQuery{Days: days, Step: step, Consumers: idsOf(s.users), Producers: idsOf(s.makers), Algorithm: algorithm, Applied: s.received != nil}
}

func window(columns [][]energy.MilliWh, from, to int) [][]energy.MilliWh {
	out := make([][]energy.MilliWh, len(columns))
	for i, c := range columns {
		out[i] = c[from:to]
	}
	return out
}

func idsOf(parts []part) []id.ID {
	ids := make([]id.ID, len(parts))
	for i, p := range parts {
		ids[i] = p.ParticipantID
	}
	return ids
}

func newApart(g monthGrid, producers int) *apart {
	a := &apart{count: g.month.Days(), given: make([][]energy.MilliWh, producers), days: map[id.ID][]energy.MilliWh{}}
	for p := range a.given {
		a.given[p] = make([]energy.MilliWh, g.N)
	}
	return a
}

// share runs an allocator over days of the month, and writes what consumers received
// to dst unless that is nil.
func (a *apart) share(g monthGrid, in sharing, days civil.Range, with PairAllocator, dst [][]energy.MilliWh) error {
	first, end := int(days.From-g.month.First()), int(days.To-g.month.First())
	from, to := g.starts[first], g.starts[end]
	pairs := make([][][]energy.MilliWh, len(in.made))
	block := make([]energy.MilliWh, len(in.made)*len(in.used)*(to-from))
	for p := range pairs {
		pairs[p] = make([][]energy.MilliWh, len(in.used))
		for c := range pairs[p] {
			pairs[p][c], block = block[:to-from:to-from], block[to-from:]
		}
	}
	if in.received == nil {
		if err := with.AllocatePairs(pairs, in.known(from, to), window(in.used, from, to)); err != nil {
			return err
		}
	} else {
		conflicts, err := with.FitPairs(pairs, margin.Margins{Consumption: window(in.used, from, to), Received: window(in.received, from, to),
			Production: window(in.made, from, to), Given: window(in.given, from, to)})
		if err != nil {
			return err
		}
		for _, c := range conflicts {
			a.conflict(in.users[c.Consumer], g.dayOf(from+c.Step), c.Energy)
		}
	}
	a.mask |= maskOf(g.month, days)
	for p := range pairs {
		for c, column := range pairs[p] {
			a.take(g, p, in.users[c].ParticipantID, first, end, column)
			if dst == nil {
				continue
			}
			out := dst[c][from:to]
			for t, v := range column {
				out[t] += v
			}
		}
	}
	return nil
}

// conflict notes that the pairs of a consumer are in doubt at a step of a day.
func (a *apart) conflict(p part, day civil.Date, missed energy.MilliWh) {
	a.conflicts = addConflict(a.conflicts, p, day, missed)
}

func addConflict(all []Finding, p part, day civil.Date, missed energy.MilliWh) []Finding {
	i := slices.IndexFunc(all, func(f Finding) bool { return f.DsoID == p.DsoID && f.Day == day })
	if i < 0 {
		i = len(all)
		all = append(all, Finding{DsoID: p.DsoID, Side: Consumer, Kind: PairsContradict, Day: day})
	}
	all[i].Steps++
	all[i].Energy += missed
	return all
}

// dayOf is the civil day of a step.
func (g monthGrid) dayOf(step int) civil.Date {
	day, found := slices.BinarySearch(g.starts, step)
	if !found {
		day--
	}
	return g.month.First() + civil.Date(day)
}

// take adds what one consumer had from one producer on days first to end.
func (a *apart) take(g monthGrid, producer int, consumer id.ID, first, end int, column []energy.MilliWh) {
	sums := a.days[consumer]
	if sums == nil {
		sums = make([]energy.MilliWh, len(a.given)*a.count)
		a.days[consumer] = sums
	}
	from := g.starts[first]
	given := a.given[producer][from:]
	for t, v := range column {
		given[t] += v
	}
	for d := first; d < end; d++ {
		for _, v := range column[g.starts[d]-from : g.starts[d+1]-from] {
			sums[producer*a.count+d] += v
		}
	}
	if consumer == a.consumer {
		copy(a.curves[producer][from:], column)
	}
}

// overlay puts the sums of a consumer in the place of others, [producer × days].
func (a *apart) overlay(days []energy.MilliWh, consumer id.ID) {
	if a == nil {
		return
	}
	sums := a.days[consumer]
	for mask := a.mask; mask != 0; mask &= mask - 1 {
		for at := bits.TrailingZeros32(uint32(mask)); at < len(days); at += a.count {
			days[at] = 0
			if sums != nil {
				days[at] = sums[at]
			}
		}
	}
}

// add adds up what one consumer had from each producer.
func (a *apart) add(sums []energy.MilliWh, consumer id.ID) {
	if a == nil {
		return
	}
	for at, v := range a.days[consumer] {
		sums[at/a.count] += v
	}
}

// steps visits the steps of each day that was shared so.
func (a *apart) steps(g monthGrid, visit func(day, from, to int)) {
	if a == nil {
		return
	}
	for mask := a.mask; mask != 0; mask &= mask - 1 {
		day := bits.TrailingZeros32(uint32(mask))
		visit(day, g.starts[day], g.starts[day+1])
	}
}

// apartAgain shares again those of some days of a month that were shared apart, as the
// month's rollup says it was; nil when none was. consumer is the one whose curves are
// wanted; none = only days.
func (s *Service) apartAgain(ctx context.Context, op Operation, g monthGrid, of PairMonth, days civil.Range, consumer id.ID) (*apart, error) {
	shared := of.Apart
	if shared&maskOf(g.month, days) == 0 || s.keys == nil {
		return nil, nil
	}
	b, err := s.sentOf(ctx, op, g)
	if err != nil {
		return nil, err
	}
	from := b.sharing
	if b.measured() {
		from = b.fitted
	}
	in, ok, err := from()
	if err != nil || !ok {
		return nil, err
	}
	spans, err := s.keys.KeysIn(ctx, op.ID, in.query(days.Intersect(g.month.Range()), g.Step, of.Algorithm))
	if err != nil {
		return nil, err
	}
	out := newApart(g, len(in.makers))
	if !consumer.IsZero() {
		out.consumer = consumer
		for range in.makers {
			out.curves = append(out.curves, make([]energy.MilliWh, g.N))
		}
	}
	for _, span := range spans {
		with, ok := span.apart()
		some := span.Days.Intersect(days).Intersect(g.month.Range())
		if !ok || some.IsEmpty() || shared&maskOf(g.month, some) == 0 {
			continue
		}
		if err := out.share(g, in, some, with, nil); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// sentOf is a month with the curves that the operator sent of what is shared.
func (s *Service) sentOf(ctx context.Context, op Operation, g monthGrid) (*monthBuild, error) {
	sites, err := s.perimeter.Sites(ctx, op.ID)
	if err != nil {
		return nil, err
	}
	rows, err := s.monthRows(ctx, op.ID, g.month, func(row SeriesMonth) bool {
		return isEnergy(row) || !row.Derived && (row.Nature == Autoconso || row.Nature == Surplus)
	})
	if err != nil {
		return nil, err
	}
	b := newMonthBuild(monthInput{op: op, month: g.month, sites: sites, curves: rows})
	b.grid, b.parts = g, nil
	b.placeSites()
	return b, nil
}

// pairHeads reads of months with several producers how they were split: producers, days
// that were shared apart, and what all consumers had together.
func (s *Service) pairHeads(ctx context.Context, op Operation, months []civil.Month) (map[civil.Month]PairMonth, error) {
	all, err := s.rollups.Pairs(ctx, op.ID, PairQuery{Months: months, Consumers: []id.ID{}})
	return byMonthOf(all), err
}

func byMonthOf(all []PairMonth) map[civil.Month]PairMonth {
	out := make(map[civil.Month]PairMonth, len(all))
	for _, m := range all {
		out[m.Month] = m
	}
	return out
}

// markApart gives splits of months what was shared apart in them, as their rollups say.
// consumer is the one whose curves are wanted; none = only days.
func (s *Service) markApart(ctx context.Context, op Operation, splits map[civil.Month]monthSplit, heads map[civil.Month]PairMonth, consumer id.ID) error {
	for _, month := range slices.Sorted(maps.Keys(splits)) {
		split, head := splits[month], heads[month]
		var err error
		if split.apart, err = s.apartAgain(ctx, op, split.grid, head, wholeMonth(month), consumer); err != nil {
			return err
		}
		splits[month] = split
	}
	return nil
}

// apartOf gives splits of months that are read by day what was shared apart on the days
// that are split again for r.
func (s *Service) apartOf(ctx context.Context, op Operation, splits map[civil.Month]monthSplit, all []PairMonth, r civil.Range) error {
	for _, m := range all {
		split, ok := splits[m.Month]
		if !ok || m.Days == nil || m.Apart == 0 {
			continue
		}
		days, _ := fewer(m.Month, r)
		var err error
		if split.apart, err = s.apartAgain(ctx, op, split.grid, m, days, ""); err != nil {
			return err
		}
		splits[m.Month] = split
	}
	return nil
}
