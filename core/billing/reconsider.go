package billing

import (
	"context"
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
)

// reconsider finds what was not charged and would come out otherwise today, since the
// energy of its days was corrected or the parties became one legal person or two. Its
// days are due again in b. What was charged is on an issued invoice, which never
// changes. It returns what is to be taken back.
func (s *session) reconsider(ctx context.Context, b *book) ([]id.ID, error) {
	settled, err := s.Invoices.NotCharged(ctx, s.op.ID)
	if err != nil || len(settled) == 0 {
		return nil, err
	}
	s.measures.mu.Lock()
	defer s.measures.mu.Unlock()
	at := make(map[id.ID]int, len(b.subscriptions))
	for n, sub := range b.subscriptions {
		at[sub.ID] = n
	}
	var back []id.ID
	for _, inv := range settled {
		d, same := b.again(inv)
		switch {
		case same:
			for _, p := range d.Parts {
				if err := s.weigh(ctx, p.Span); err != nil {
					return nil, err
				}
			}
			if now, refused := (facts{book: b, energy: s.weights}).amounts(d); !inv.comesOutAs(now, refused) {
				back = append(back, inv.ID)
				b.unbill(inv, at)
			}
		case b.shortened(inv):
			back = append(back, inv.ID)
			b.unbill(inv, at)
		}
	}
	return back, nil
}

// comesOutAs tells whether what was not charged would be the same today.
func (i Invoice) comesOutAs(now Invoice, refused *fault.Error) bool {
	return refused == nil && i.Type == now.Type && i.Amount == now.Amount && i.Energy == now.Energy
}

// shortened tells whether a subscription of inv, between the same parties, ends before
// the days that inv bills: those that are left are made anew.
func (b *book) shortened(inv Invoice) bool {
	byID := b.bySubscription()
	return slices.ContainsFunc(inv.Spans, func(span Span) bool {
		s, ok := byID[span.SubscriptionID]
		if !ok {
			return false
		}
		pair, _ := b.parties(s.Pair)
		return pair == PartyPair{inv.IssuerID, inv.ClientID} && !b.present(s).Covers(span.Days)
	})
}

// unbill takes the days of an invoice off what is billed of its subscriptions; at is the
// place of each.
func (b *book) unbill(inv Invoice, at map[id.ID]int) {
	for _, span := range inv.Spans {
		n, ok := at[span.SubscriptionID]
		if !ok {
			continue
		}
		var left []civil.Range
		for _, billed := range b.subscriptions[n].Billed {
			left = append(left, without(billed, []civil.Range{span.Days})...)
		}
		b.subscriptions[n].Billed = left
	}
}
