package metering

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

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

// maxBest is how many producers a line names.
const maxBest = 3

// best finds, for each line, who gave it the most. The line of the others has what is
// left of all.
func (d distributing) best(ctx context.Context, all *pairs, lines []Share) error {
	rest := slices.Clone(all.all)
	named := map[id.ID]bool{}
	for i := range lines {
		if lines[i].Others > 0 {
			continue
		}
		if at, ok := all.consumers.find(lines[i].ParticipantID); ok {
			row := all.row(at)
			lines[i].Best = all.largest(row)
			for producer, e := range row {
				rest[producer] -= e
			}
		}
	}
	for i := range lines {
		if lines[i].Others > 0 {
			lines[i].Best = all.largest(rest)
		}
		for _, b := range lines[i].Best {
			named[b.ProducerID] = true
		}
	}
	names, err := d.s.names(ctx, d.op, maps.Keys(named))
	for i := range lines {
		for j := range lines[i].Best {
			lines[i].Best[j].Name = names[lines[i].Best[j].ProducerID]
		}
	}
	return err
}

// largest are the producers that gave the most of a row.
func (p *pairs) largest(row []energy.MilliWh) (out []BestProducer) {
	for producer, e := range row {
		if e > 0 {
			out = append(out, BestProducer{ProducerID: p.producers.ids[producer], Shared: e})
		}
	}
	slices.SortFunc(out, func(a, b BestProducer) int {
		return cmp.Or(cmp.Compare(b.Shared, a.Shared), cmp.Compare(a.ProducerID, b.ProducerID))
	})
	return out[:min(len(out), maxBest)]
}
