package metering

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// minOthers is how few sites a sum of others may hold: fewer would tell what one of
// them has (decisions 6.2).
const minOthers = 3

// Share is what one participant had, or several together as the others.
type Share struct {
	ParticipantID id.ID // none for the others
	Name          string
	Others        int // how many sites the line sums; 0 = one participant
	Consumption   energy.MilliWh
	Production    energy.MilliWh
	Shared        energy.MilliWh
	Surplus       energy.MilliWh
	Best          []BestProducer // of a consumer, largest first; see Distribution
	known         uint8          // bit n: there is data for nature n
}

// Knows tells whether there is data for one of the energies.
func (s Share) Knows(n Nature) bool { return s.known&(1<<n) != 0 }

// Set records the energy of a nature that a line has.
func (s *Share) Set(n Nature, e energy.MilliWh) {
	switch n {
	case Conso:
		s.Consumption = e
	case Prod:
		s.Production = e
	case Autoconso:
		s.Shared = e
	case Surplus:
		s.Surplus = e
	}
	s.known |= 1 << n
}

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
	had, err := s.parts(ctx, q.known, in.OperationID, in.Days, []Nature{Conso, Prod, Autoconso, Surplus})
	if err != nil {
		return Distribution{}, err
	}
	d := distributing{question: q, had: had}
	out := Distribution{Tag: q.tag, Days: in.Days}
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

// namesOf is what an answer with names depends on beside the curves, as one text.
func namesOf(sites []Site) string {
	var b strings.Builder
	for _, s := range sites {
		b.WriteString(s.Name)
		b.WriteByte(0)
	}
	return b.String()
}

type distributing struct {
	question
	had parts
}

// name gives those lines that are about one participant its name.
func (d distributing) name(ctx context.Context, sides ...[]Share) error {
	var known []id.ID
	for _, lines := range sides {
		known = slices.Grow(known, len(lines))
		for _, line := range lines {
			if line.Others == 0 {
				known = append(known, line.ParticipantID)
			}
		}
	}
	names, err := d.s.names(ctx, d.op, known)
	for _, lines := range sides {
		for i := range lines {
			lines[i].Name = names[lines[i].ParticipantID]
		}
	}
	return err
}

// columns are the energies of one side by place, looked up once.
type columns struct{ consumption, production, shared, surplus []energy.MilliWh }

func (p parts) columns(side Side) columns {
	c := columns{shared: p.values[sumKey{Autoconso, side}]}
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
	return s, s.known != 0
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
	order := make([]place, 0, len(d.had.ids)) // of those that may have a line of their own
	for at, participantID := range d.had.ids {
		s, ok := columns.share(at)
		switch {
		case !ok:
		case own(d.p, participantID):
			order = append(order, place{at, s.size()})
		default:
			others.add(s)
		}
	}
	largest, rest := d.largest(order, top)
	lines := make([]Share, 0, len(largest)+1)
	for _, one := range largest {
		s, _ := columns.share(one.at)
		s.ParticipantID = d.had.ids[one.at]
		lines = append(lines, s)
	}
	for _, one := range rest {
		s, _ := columns.share(one.at)
		others.add(s)
	}
	if others.Others > 0 && (d.p.Role != policy.RoleParticipant || others.Others >= minOthers) {
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

func (s Share) size() energy.MilliWh {
	if s.Knows(Prod) {
		return s.Production
	}
	return max(s.Shared, 0)
}

// add puts a participant among the others.
func (s *Share) add(o Share) {
	s.Others++
	s.Consumption += o.Consumption
	s.Production += o.Production
	s.Shared += o.Shared
	s.Surplus += o.Surplus
	s.known |= o.known
}
