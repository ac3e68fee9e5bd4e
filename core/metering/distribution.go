package metering

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// minOthers is how few sites a sum of others may hold: fewer would tell what one of
// them has (decisions 6.2).
const minOthers = 3

// BestProducer is who gave a consumer much.
type BestProducer struct {
	ProducerID id.ID
	Name       string
	Shared     energy.MilliWh
}

// Flow is what a producer gave a consumer; an end without id is the line of the others.
type Flow struct {
	ConsumerID, ProducerID id.ID
	Shared                 energy.MilliWh
}

// Distribution tells who received what in a period, and from whom.
type Distribution struct {
	Tag                  string
	Unchanged            bool
	Days                 civil.Range
	Consumers, Producers []Share // largest first, the others last
	Flows                []Flow  // largest first; see Distribution
	TotalShared          energy.MilliWh
	Surplus              energy.MilliWh
	MissingDays          int // of the operation, without complete data
}

// DistributionInput asks for a distribution; Top > 0 sums all but so many lines.
type DistributionInput struct {
	OperationID id.ID
	Days        civil.Range
	Top         int
	Known       string // If-None-Match
}

// Distribution is who received what. Participants see their own lines, and the others
// of a side as one sum where these are three or more. Flows are between the lines of
// the answer; they are left out when every site has a line, for they would be as many
// as consumers times producers. With flows each consumer has its best producers, which a
// participant does not see.
// Errors: forbidden, notFound, range.reversed, range.tooLong.
func (s *Service) Distribution(ctx context.Context, p policy.Principal, in DistributionInput) (Distribution, error) {
	if err := s.guard.Operation(ctx, p, permRead, in.OperationID); err != nil {
		return Distribution{}, err
	}
	q, unchanged, err := s.ask(ctx, p, in.OperationID, in.Days, nil, in.Known, "distribution", in.Top)
	if err != nil || unchanged {
		return Distribution{Tag: q.tag, Unchanged: unchanged}, err
	}
	had, err := s.parts(ctx, q.known, in.OperationID, in.Days, []Nature{Conso, Prod, Autoconso, Surplus, Unmatched, UnmatchedShared})
	if err != nil {
		return Distribution{}, err
	}
	defer had.release()
	d := distributing{question: q, had: had}
	out := Distribution{Tag: q.tag, Days: in.Days}
	if out.MissingDays, err = q.missingDays(ctx); err != nil {
		return Distribution{}, err
	}
	for _, v := range had.values[sumKey{Autoconso, Consumer}] {
		out.TotalShared += max(v, 0)
	}
	for _, v := range had.values[sumKey{Surplus, Producer}] {
		out.Surplus += max(v, 0)
	}
	out.Consumers, out.Producers = d.side(Consumer, in.Top), d.side(Producer, in.Top)
	if err := d.name(ctx, out.Consumers, out.Producers); err != nil {
		return Distribution{}, err
	}
	if in.Top <= 0 && p.Role != policy.RoleParticipant {
		return out, nil
	}
	consumers, producers := shown(out.Consumers), shown(out.Producers)
	chosen := slices.Sorted(maps.Keys(consumers)) // all who have no line of their own are read as one
	if chosen == nil {
		chosen = []id.ID{}
	}
	flows, err := s.pairs(ctx, q.known, q.op, in.Days, chosen)
	if err != nil {
		return Distribution{}, err
	}
	out.Flows = d.flows(flows, consumers, producers)
	if p.Role != policy.RoleParticipant {
		err = d.best(ctx, flows, out.Consumers)
	}
	return out, err
}

type distributing struct {
	question
	had parts
}

// columns are the energies of one side by place, looked up once.
type columns struct{ consumption, production, shared, surplus, alone, sharedAlone []energy.MilliWh }

func (p parts) columns(side Side) columns {
	c := columns{shared: p.values[sumKey{Autoconso, side}], alone: p.values[sumKey{Unmatched, side}],
		sharedAlone: p.values[sumKey{UnmatchedShared, side}]}
	if side == Consumer {
		c.consumption = p.values[sumKey{Conso, side}]
		return c
	}
	c.production, c.surplus = p.values[sumKey{Prod, side}], p.values[sumKey{Surplus, side}]
	return c
}

// share is the line of one participant; ok is false when it has no data.
func (c columns) share(at int) (s Share, ok bool) {
	s.take(Autoconso, c.shared, at)
	s.take(Conso, c.consumption, at)
	s.take(Prod, c.production, at)
	s.take(Surplus, c.surplus, at)
	s.alone, s.sharedAlone = known(c.alone, at), known(c.sharedAlone, at)
	return s, s.known != 0
}

// known is a value, zero without one.
func known(values []energy.MilliWh, at int) energy.MilliWh {
	if at < len(values) && values[at] != Absent {
		return values[at]
	}
	return 0
}

// size is what the line of a participant is ordered by; ok is false when it has no data.
func (c columns) size(at int) (size energy.MilliWh, ok bool) {
	has := func(values []energy.MilliWh) bool { return at < len(values) && values[at] != Absent }
	switch {
	case has(c.production):
		return c.production[at], true
	case has(c.shared):
		return max(c.shared[at], 0), true
	default:
		return 0, has(c.consumption) || has(c.surplus)
	}
}

func (s *Share) take(n Nature, values []energy.MilliWh, at int) {
	if at < len(values) && values[at] != Absent {
		s.Set(n, values[at])
	}
}

// place is where a participant is, with what its line is ordered by.
type place struct {
	at   int
	size energy.MilliWh
}

// shown are those who have a line of their own.
func shown(lines []Share) map[id.ID]bool {
	out := make(map[id.ID]bool, len(lines))
	for _, line := range lines {
		if line.Others == 0 {
			out[line.ParticipantID] = true
		}
	}
	return out
}

// side makes the lines of a side.
func (d distributing) side(side Side, top int) []Share {
	var others Share
	columns := d.had.columns(side)
	order := slices.Grow((*orders.Get().(*[]place))[:0], len(d.had.ids)) // of those that may have a line of their own
	defer func() { orders.Put(&order) }()
	for at, participantID := range d.had.ids {
		size, ok := columns.size(at)
		switch {
		case !ok:
		case own(d.p, participantID):
			order = append(order, place{at, size})
		default:
			s, _ := columns.share(at)
			others.add(s)
		}
	}
	largest, rest := d.largest(order, top)
	lines := slices.Grow((*shares.Get().(*[]Share))[:0], len(largest)+1)
	for _, one := range largest {
		s, _ := columns.share(one.at)
		s.ParticipantID = d.had.ids[one.at]
		lines = append(lines, s)
	}
	if others.Others < minOthers {
		others = Share{} // for one's own sites that are cut are no crowd: one knows them
	}
	for _, one := range rest {
		s, _ := columns.share(one.at)
		others.add(s)
	}
	if others.Others > 0 {
		lines = append(lines, others)
	}
	return lines
}

// largest puts the greatest lines first, in order, and cuts after top of them; 0 = all.
// It sorts no more than it shows.
func (d distributing) largest(order []place, top int) (shown, rest []place) {
	compare := func(a, b place) int {
		if c := cmp.Compare(b.size, a.size); c != 0 {
			return c
		}
		return cmp.Compare(d.had.ids[a.at], d.had.ids[b.at])
	}
	if top <= 0 || top >= len(order) {
		slices.SortFunc(order, compare)
		return order, nil
	}
	slices.SortFunc(order[:top], compare)
	for i := top; i < len(order); i++ {
		if compare(order[i], order[top-1]) > 0 {
			continue
		}
		order[i], order[top-1] = order[top-1], order[i]
		for j := top - 1; j > 0 && compare(order[j], order[j-1]) < 0; j-- {
			order[j], order[j-1] = order[j-1], order[j]
		}
	}
	return order[:top], order[top:]
}
