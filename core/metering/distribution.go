package metering

import (
	"cmp"
	"context"
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
	known         uint8 // bit n: there is data for nature n
}

// Knows tells whether there is data for one of the energies.
func (s Share) Knows(n Nature) bool { return s.known&(1<<n) != 0 }

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
// as consumers times producers.
// Errors: forbidden, notFound, range.reversed, range.tooLong.
func (s *Service) Distribution(ctx context.Context, p policy.Principal, in DistributionInput) (Distribution, error) {
	if err := s.guard.Operation(ctx, p, permRead, in.OperationID); err != nil {
		return Distribution{}, err
	}
	names, err := s.perimeter.NameStamp(ctx, in.OperationID)
	if err != nil {
		return Distribution{}, err
	}
	q, unchanged, err := s.ask(ctx, p, in.OperationID, in.Days, nil, in.Known, "distribution", in.Top, names)
	if err != nil || unchanged {
		return Distribution{Tag: q.tag, Unchanged: unchanged}, err
	}
	had, err := s.parts(ctx, in.OperationID, in.Days, []Nature{Conso, Prod, Autoconso, Surplus})
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
	var consumers, producers map[id.ID]bool
	out.Consumers, consumers = d.side(Consumer, in.Top)
	out.Producers, producers = d.side(Producer, in.Top)
	var chosen []id.ID // all who have no line of their own are read as one
	if in.Top > 0 || p.Role == policy.RoleParticipant {
		chosen = make([]id.ID, 0, len(consumers))
		for consumerID := range consumers {
			chosen = append(chosen, consumerID)
		}
	}
	if err := d.name(ctx, out.Consumers, out.Producers); err != nil {
		return Distribution{}, err
	}
	if chosen == nil {
		return out, nil
	}
	flows, err := s.pairs(ctx, q.op, in.Days, chosen)
	if err != nil {
		return Distribution{}, err
	}
	out.Flows = d.flows(flows, consumers, producers)
	return out, nil
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
	var shown []id.ID
	for _, lines := range sides {
		for _, line := range lines {
			if line.Others == 0 {
				shown = append(shown, line.ParticipantID)
			}
		}
	}
	sites, err := d.s.perimeter.SitesOf(ctx, d.op.ID, shown)
	names := make(map[id.ID]string, len(sites))
	for _, site := range sites {
		names[site.ParticipantID] = site.Name
	}
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
	s.take(Autoconso, &s.Shared, c.shared, at)
	s.take(Conso, &s.Consumption, c.consumption, at)
	s.take(Prod, &s.Production, c.production, at)
	s.take(Surplus, &s.Surplus, c.surplus, at)
	return s, s.known != 0
}

func (s *Share) take(n Nature, into *energy.MilliWh, values []energy.MilliWh, at int) {
	if at < len(values) && values[at] != Absent {
		*into = values[at]
		s.known |= 1 << n
	}
}

// place is where a participant is, with what its line is ordered by.
type place struct {
	at   int
	size energy.MilliWh
}

// side makes the lines of a side, and says who has a line of its own.
func (d distributing) side(side Side, top int) (lines []Share, shown map[id.ID]bool) {
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
	shown = make(map[id.ID]bool, len(largest))
	for _, one := range largest {
		s, _ := columns.share(one.at)
		s.ParticipantID = d.had.ids[one.at]
		lines = append(lines, s)
		shown[s.ParticipantID] = true
	}
	for _, one := range rest {
		s, _ := columns.share(one.at)
		others.add(s)
	}
	if others.Others > 0 && (d.p.Role != policy.RoleParticipant || others.Others >= minOthers) {
		lines = append(lines, others)
	}
	return lines, shown
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

// flows are what producers gave consumers, those without a line of their own together.
// A participant sees only those with itself at one end.
func (d distributing) flows(all *pairs, consumers, producers map[id.ID]bool) []Flow {
	sums := map[Pair]energy.MilliWh{}
	rest := slices.Clone(all.all)
	add := func(consumerID id.ID, producer int, e energy.MilliWh) {
		producerID := all.producers.ids[producer]
		mine := own(d.p, producerID) || consumerID != "" && own(d.p, consumerID)
		if e == 0 || !mine {
			return
		}
		if !producers[producerID] && d.p.Role != policy.RoleParticipant {
			producerID = ""
		}
		sums[Pair{consumerID, producerID}] += e
	}
	for at, consumerID := range all.consumers.ids {
		if !consumers[consumerID] {
			continue
		}
		for producer, e := range all.row(at) {
			rest[producer] -= e
			add(consumerID, producer, e)
		}
	}
	for producer, e := range rest {
		add("", producer, e)
	}
	flows := make([]Flow, 0, len(sums))
	for pair, e := range sums {
		flows = append(flows, Flow{pair.ConsumerID, pair.ProducerID, e})
	}
	slices.SortFunc(flows, func(a, b Flow) int {
		return cmp.Or(cmp.Compare(b.Shared, a.Shared), cmp.Compare(a.ProducerID, b.ProducerID), cmp.Compare(a.ConsumerID, b.ConsumerID))
	})
	return flows
}
