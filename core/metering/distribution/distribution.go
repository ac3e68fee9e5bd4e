package distribution

import (
	"cmp"
	"context"
	"maps"
	"math/bits"
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/monthly"
	"github.com/openpmo/pmo/core/metering/view"
	"github.com/openpmo/pmo/core/policy"
)

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
	Revision             metering.Revision
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
	Known       []metering.Revision // If-None-Match
}

type distributing struct {
	view.Question
	had monthly.Parts
}

// columns are the energies of one side by place, looked up once.
type columns struct{ consumption, production, shared, surplus, alone, sharedAlone []energy.MilliWh }

func columnsOf(p monthly.Parts, side metering.Side) columns {
	c := columns{shared: p.Values[metering.NatureSide{Nature: metering.Autoconso, Side: side}], alone: p.Values[metering.NatureSide{Nature: metering.Unmatched, Side: side}],
		sharedAlone: p.Values[metering.NatureSide{Nature: metering.UnmatchedShared, Side: side}]}
	if side == metering.Consumer {
		c.consumption = p.Values[metering.NatureSide{Nature: metering.Conso, Side: side}]
		return c
	}
	c.production, c.surplus = p.Values[metering.NatureSide{Nature: metering.Prod, Side: side}], p.Values[metering.NatureSide{Nature: metering.Surplus, Side: side}]
	return c
}

// Share is the line of one participant; ok is false when it has no data.
func (c columns) share(at int) (s Share, ok bool) {
	s.take(metering.Autoconso, c.shared, at)
	s.take(metering.Conso, c.consumption, at)
	s.take(metering.Prod, c.production, at)
	s.take(metering.Surplus, c.surplus, at)
	s.alone, s.sharedAlone = known(c.alone, at), known(c.sharedAlone, at)
	return s, s.known != 0
}

// known is a value, zero without one.
func known(values []energy.MilliWh, at int) energy.MilliWh {
	if at < len(values) && values[at] != metering.Absent {
		return values[at]
	}
	return 0
}

// size is what the line of a participant is ordered by; ok is false when it has no data.
func (c columns) size(at int) (size energy.MilliWh, ok bool) {
	has := func(values []energy.MilliWh) bool { return at < len(values) && values[at] != metering.Absent }
	switch {
	case has(c.production):
		return c.production[at], true
	case has(c.shared):
		return max(c.shared[at], 0), true
	default:
		return 0, has(c.consumption) || has(c.surplus)
	}
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

// place is where a participant is, with what its line is ordered by.
type place struct {
	at   int
	size energy.MilliWh
}

// side makes the lines of a side.
func (d distributing) side(side metering.Side, top int) []Share {
	var others Share
	columns := columnsOf(d.had, side)
	order := make([]place, 0, len(d.had.IDs)) // of those that may have a line of their own
	for at, participantID := range d.had.IDs {
		size, ok := columns.size(at)
		switch {
		case !ok:
		case metering.MaySee(d.P, participantID):
			order = append(order, place{at, size})
		default:
			s, _ := columns.share(at)
			others.add(s)
		}
	}
	largest, rest := d.largest(order, top)
	lines := make([]Share, 0, len(largest)+1)
	for _, one := range largest {
		s, _ := columns.share(one.at)
		s.ParticipantID = d.had.IDs[one.at]
		lines = append(lines, s)
	}
	if others.Others < metering.MinOthers {
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
		return cmp.Compare(d.had.IDs[a.at], d.had.IDs[b.at])
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

// name gives those lines that are about one participant its name.
func (d distributing) name(ctx context.Context, sides ...[]Share) error {
	missing := nameLines(d.Monthly.KnownNames(d.Op), sides)
	if len(missing) == 0 {
		return nil
	}
	names, err := d.Monthly.Names(ctx, d.Op, slices.Values(missing))
	nameLines(names, sides)
	return err
}

// flows are what producers gave consumers, those without a line of their own together.
// A participant sees only those with itself at one end.
func (d distributing) flows(all *monthly.Pairs, consumers, producers map[id.ID]bool) []Flow {
	sums := map[metering.Pair]energy.MilliWh{}
	rest := slices.Clone(all.All)
	add := func(consumerID id.ID, producer int, e energy.MilliWh) {
		producerID := all.Producers.IDs[producer]
		mine := metering.MaySee(d.P, producerID) || consumerID != "" && metering.MaySee(d.P, consumerID)
		if e == 0 || !mine {
			return
		}
		if !producers[producerID] && d.P.Role != policy.RoleParticipant {
			producerID = ""
		}
		sums[metering.Pair{ConsumerID: consumerID, ProducerID: producerID}] += e
	}
	for at, consumerID := range all.Consumers.IDs {
		if !consumers[consumerID] {
			continue
		}
		for producer, e := range all.Row(at) {
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

// best finds, for each line, who gave it the most. The line of the others has what is
// left of all.
func (d distributing) best(ctx context.Context, all *monthly.Pairs, lines []Share) error {
	rest := slices.Clone(all.All)
	named := map[id.ID]bool{}
	for i := range lines {
		if lines[i].Others > 0 {
			continue
		}
		if at, ok := all.Consumers.Find(lines[i].ParticipantID); ok {
			row := all.Row(at)
			lines[i].Best = largestOf(all, row)
			for producer, e := range row {
				rest[producer] -= e
			}
		}
	}
	for i := range lines {
		if lines[i].Others > 0 {
			lines[i].Best = largestOf(all, rest)
		}
		for _, b := range lines[i].Best {
			named[b.ProducerID] = true
		}
	}
	names, err := d.Monthly.Names(ctx, d.Op, maps.Keys(named))
	for i := range lines {
		for j := range lines[i].Best {
			lines[i].Best[j].Name = names[lines[i].Best[j].ProducerID]
		}
	}
	return err
}

// Percentages are what each line of the consumers had of all that was shared, in
// ten-thousandths of a percent, rounded by largest remainder: where every consumer is in a
// line they add up to 100 exactly. Below zero = nothing was shared.
func (d Distribution) Percentages() []int64 {
	out := make([]int64, len(d.Consumers))
	if d.TotalShared <= 0 {
		for i := range out {
			out[i] = -1
		}
		return out
	}
	rests := make([]remainder, 0, len(out)+1)
	left, hidden := int64(wholePercent), d.TotalShared
	take := func(line int, e energy.MilliWh) int64 {
		hi, lo := bits.Mul64(uint64(max(e, 0)), wholePercent)
		units, rest := bits.Div64(hi, lo, uint64(d.TotalShared))
		rests = append(rests, remainder{rest, line})
		left -= int64(units)
		return int64(units)
	}
	for i, s := range d.Consumers {
		hidden -= max(s.Shared, 0)
		out[i] = take(i, min(s.Shared, d.TotalShared))
	}
	if hidden > 0 { // what others had, whom one does not see
		take(len(out), hidden)
	}
	slices.SortFunc(rests, remainder.compare)
	for _, r := range rests[:min(max(left, 0), int64(len(rests)))] {
		if r.line < len(out) {
			out[r.line]++
		}
	}
	return out
}

// maxBest is how many producers a line names.
const maxBest = 3

// largestOf are the producers that gave the most of a row.
func largestOf(p *monthly.Pairs, row []energy.MilliWh) (out []BestProducer) {
	for producer, e := range row {
		if e > 0 {
			out = append(out, BestProducer{ProducerID: p.Producers.IDs[producer], Shared: e})
		}
	}
	slices.SortFunc(out, func(a, b BestProducer) int {
		return cmp.Or(cmp.Compare(b.Shared, a.Shared), cmp.Compare(a.ProducerID, b.ProducerID))
	})
	return out[:min(len(out), maxBest)]
}

// wholePercent is all that was shared, in ten-thousandths of a percent.
const wholePercent = 1_000_000

// remainder is what rounding down left of a line.
type remainder struct {
	rest uint64
	line int
}

// compare puts the largest first, then the line that comes first.
func (a remainder) compare(b remainder) int {
	switch {
	case a.rest > b.rest:
		return -1
	case a.rest < b.rest:
		return 1
	}
	return a.line - b.line
}
