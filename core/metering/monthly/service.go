// Package monthly reads the stored sums of months for any days, through a memory of those lately
// read: what a month is, its version says (docs/adr/0011).
package monthly

import (
	"context"
	"crypto/sha256"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/rollup"
)

// Deps are what the service works with.
type Deps struct {
	Memory    Memory // nil = nothing is remembered
	Perimeter metering.Perimeter
	Rollups   rollup.Rollups
	Rollup    *rollup.Service
}

// Service reads the sums of months.
type Service struct {
	perimeter metering.Perimeter
	rollups   rollup.Rollups
	rollup    *rollup.Service
	memory    Memory
}

// New makes the service.
func New(d Deps) *Service {
	if d.Memory == nil {
		d.Memory = forgetful{}
	}
	return &Service{perimeter: d.Perimeter, rollups: d.Rollups, rollup: d.Rollup, memory: d.Memory}
}

// KnownNames are the names that were read for others, of some participants or none.
func (s *Service) KnownNames(op metering.Operation) map[id.ID]string {
	if value, ok := s.memory.Recall(nameKey(op)); ok {
		return value.(map[id.ID]string)
	}
	return nil
}

// Names are what participants are called.
func (s *Service) Names(ctx context.Context, op metering.Operation, participantIDs iter.Seq[id.ID]) (map[id.ID]string, error) {
	held := s.KnownNames(op)
	var missing []id.ID
	for one := range participantIDs {
		if _, ok := held[one]; !ok {
			missing = append(missing, one)
		}
	}
	if len(missing) == 0 {
		return held, nil
	}
	sites, err := s.perimeter.SitesOf(ctx, op.ID, missing)
	if err != nil {
		return nil, err
	}
	all, bytes := make(map[id.ID]string, len(held)+len(missing)), 0
	maps.Copy(all, held)
	for _, one := range missing {
		all[one] = ""
	}
	for _, site := range sites {
		all[site.ParticipantID] = site.Name
	}
	for _, name := range all {
		bytes += 100 + len(name)
	}
	s.keep(nameKey(op), all, bytes)
	return all, nil
}

// Parts reads and adds up the distributions of a period.
func (s *Service) Parts(ctx context.Context, known States, operationID id.ID, r civil.Range, natures []metering.Nature) (Parts, error) {
	all, err := s.tables(ctx, known, operationID, civil.MonthsOf(r), r, natures)
	out := Parts{NewRoll(), map[metering.NatureSide][]energy.MilliWh{}}
	for _, t := range all {
		places := out.Place(t.Participants)
		k := metering.NatureSide{Nature: t.Nature, Side: t.Side}
		values := WithGaps(out.Values[k], len(out.IDs))
		t.Add(values, places, r)
		out.Values[k] = values
	}
	if metering.Has(natures, metering.Unmatched) {
		out.takeUnshared(all, r)
	}
	return out, err
}

// Pairs reads and adds up what consumers had from producers; chosen nil = all of them.
// Months with one producer keep no pairs: what a consumer had is its pair there. Months
// of which the period has only some days are split again from the curves.
func (s *Service) Pairs(ctx context.Context, known States, op metering.Operation, r civil.Range, chosen []id.ID) (*Pairs, error) {
	out := &Pairs{Consumers: NewRoll(), Producers: NewRoll()}
	all, err := s.pairMonths(ctx, known, op, r, chosen)
	if err != nil {
		return out, err
	}
	seen := make(map[civil.Month]bool, len(all))
	for _, m := range all {
		seen[m.Month] = true
		producers := out.Producers.Place(m.Producers)
		for c, consumer := range m.Consumers {
			out.add(consumer, producers, m.Totals[c*len(producers):(c+1)*len(producers)])
		}
	}
	months := slices.DeleteFunc(civil.MonthsOf(r), func(m civil.Month) bool { return seen[m] })
	if len(months) == 0 {
		return out, nil
	}
	whole := civil.Range{From: months[0].First(), To: months[len(months)-1].Next().First()}
	made, err := s.Distributions(ctx, known, op.ID, months, whole, []metering.Nature{metering.Prod})
	if err != nil {
		return out, err
	}
	received, err := s.Distributions(ctx, known, op.ID, months, r, []metering.Nature{metering.Autoconso})
	out.addSingles(made, received)
	return out, err
}

// lookUp looks up what is remembered of some months, and lists those that have to
// be read. A month known to have no rollups is neither.
func (s *Service) lookUp(known States, months []civil.Month, key MemoryKey, use func(m civil.Month, value any)) (missing []civil.Month) {
	for _, m := range months {
		var ok bool
		if key.state, ok = known.of(m); ok && key.state.Version == 0 {
			continue
		}
		if ok {
			if value, found := s.memory.Recall(key); found {
				use(m, value)
				continue
			}
		}
		missing = append(missing, m)
	}
	return missing
}

// overhead is what a kept value takes beside itself.
const overhead = 256

// keep remembers a value of about so many bytes.
func (s *Service) keep(key MemoryKey, value any, bytes int) {
	s.memory.Keep(key, value, bytes+overhead+len(key.about))
}

// keepMonth keeps what was read of a month, if its state is known.
func (s *Service) keepMonth(known States, m civil.Month, key MemoryKey, value any, bytes int) {
	var ok bool
	if key.state, ok = known.of(m); ok {
		s.keep(key, value, bytes)
	}
}

// Sums are the summed curves of months without chunks, by month, nature and side.
func (s *Service) Sums(ctx context.Context, known States, operationID id.ID, months []civil.Month, natures []metering.Nature) ([]rollup.SumMonth, error) {
	held := map[civil.Month][]rollup.SumMonth{}
	key := MemoryKey{operationID: operationID, kind: recallSums}
	missing := s.lookUp(known, months, key, func(m civil.Month, value any) { held[m] = value.([]rollup.SumMonth) })
	if len(missing) > 0 {
		read, err := s.rollups.Sums(ctx, operationID, rollup.SumQuery{Months: missing, Natures: metering.Summed()})
		if err != nil {
			return nil, err
		}
		for _, sum := range read {
			held[sum.Month] = append(held[sum.Month], sum)
		}
		for _, m := range missing {
			s.keepMonth(known, m, key, held[m], 1200*len(held[m]))
		}
	}
	out := make([]rollup.SumMonth, 0, len(months)*len(natures))
	for _, m := range months {
		for _, sum := range held[m] {
			if slices.Contains(natures, sum.Nature) {
				out = append(out, sum)
			}
		}
	}
	return out, nil
}

// Distributions are what each participant had on those days of r that lie in the given
// months, by month, nature and side.
func (s *Service) Distributions(ctx context.Context, known States, operationID id.ID, months []civil.Month, r civil.Range, natures []metering.Nature) ([]rollup.DistributionMonth, error) {
	tables, err := s.tables(ctx, known, operationID, months, r, natures)
	out := make([]rollup.DistributionMonth, len(tables))
	for i, t := range tables {
		out[i] = t.on(r)
	}
	return out, err
}

// tables are what distributions come from: totals of the months that r holds whole, days
// of the others.
func (s *Service) tables(ctx context.Context, known States, operationID id.ID, months []civil.Month, r civil.Range, natures []metering.Nature) ([]*dayTable, error) {
	h := holding{s, known, operationID, map[heldKey][]dayTable{}}
	var missing []civil.Month
	for _, n := range natures {
		missing = append(missing, h.recall(months, r, n)...)
	}
	slices.Sort(missing)
	if missing = slices.Compact(missing); len(missing) > 0 {
		if err := h.read(ctx, missing, r, natures); err != nil {
			return nil, err
		}
	}
	out := make([]*dayTable, 0, 2*len(months)*len(natures))
	for _, m := range months {
		for _, n := range natures {
			held := h.held[heldKey{m, n}]
			for i := range held {
				out = append(out, &held[i])
			}
		}
	}
	return out, nil
}

// roster gives equal lists of participants as one, so that they are looked up once.
func (s *Service) roster(operationID id.ID, participants []id.ID) []id.ID {
	if len(participants) == 0 {
		return participants
	}
	key := MemoryKey{operationID: operationID, kind: recallRoster, about: string(participants[0] + participants[len(participants)-1])}
	if held, ok := s.memory.Recall(key); ok && slices.Equal(held.([]id.ID), participants) {
		return held.([]id.ID)
	}
	s.keep(key, participants, 52*len(participants))
	return participants
}

// pairMonths are what some consumers (nil = all) had from each producer on the days of
// r, by month; those with fewer than two producers are left out.
func (s *Service) pairMonths(ctx context.Context, known States, op metering.Operation, r civil.Range, chosen []id.ID) ([]rollup.PairMonth, error) {
	sum := sha256.New()
	for _, one := range chosen {
		sum.Write([]byte(one))
	}
	whose := string(sum.Sum(nil))
	key := func(m civil.Month) MemoryKey {
		return MemoryKey{operationID: op.ID, kind: recallPairs, about: r.Intersect(m.Range()).String() + whose}
	}
	held := map[civil.Month]*rollup.PairMonth{}
	var missing []civil.Month
	for _, m := range civil.MonthsOf(r) {
		missing = append(missing, s.lookUp(known, []civil.Month{m}, key(m), func(m civil.Month, value any) { held[m] = value.(*rollup.PairMonth) })...)
	}
	if len(missing) > 0 {
		read, err := s.readPairs(ctx, op, missing, r, chosen)
		if err != nil {
			return nil, err
		}
		for i := range read {
			held[read[i].Month] = &read[i]
		}
		for _, m := range missing {
			var bytes int
			if p := held[m]; p != nil {
				bytes = 8*len(p.Totals) + 52*(len(p.Consumers)+len(p.Producers))
			}
			s.keepMonth(known, m, key(m), held[m], bytes)
		}
	}
	var out []rollup.PairMonth
	for _, m := range civil.MonthsOf(r) {
		if p := held[m]; p != nil {
			out = append(out, *p)
		}
	}
	return out, nil
}

func (s *Service) readPairs(ctx context.Context, op metering.Operation, months []civil.Month, r civil.Range, chosen []id.ID) ([]rollup.PairMonth, error) {
	all, err := s.rollups.Pairs(ctx, op.ID, rollup.PairQuery{Months: months, Partial: partial(months, r), Consumers: chosen})
	if err != nil {
		return nil, err
	}
	if err := s.rollup.SplitAgain(ctx, op, all, r); err != nil {
		return nil, err
	}
	for i := range all {
		all[i].Producers, all[i].Days = s.roster(op.ID, all[i].Producers), nil
	}
	return all, nil
}

// NamesOf is what an answer with names depends on beside the curves, as one text.
func NamesOf(sites []metering.Site) string {
	var b strings.Builder
	for _, s := range sites {
		b.WriteString(s.Name)
		b.WriteByte(0)
	}
	return b.String()
}

func nameKey(op metering.Operation) MemoryKey {
	return MemoryKey{operationID: op.ID, kind: recallNames, about: op.SitesStamp}
}
