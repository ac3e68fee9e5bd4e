package drafting

import (
	"slices"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/agreement"
	"github.com/openpmo/pmo/core/billing/period"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
)

// endsEarlier reports whether a subscription of inv, between the same parties, ends before
// the days that inv bills: those that are left are made anew.
func endsEarlier(b *agreement.Agreements, inv billing.Invoice) bool {
	byID := b.BySubscription()
	return slices.ContainsFunc(inv.Spans, func(span billing.Span) bool {
		s, ok := byID[span.SubscriptionID]
		if !ok {
			return false
		}
		pair, _ := b.Parties(s.Pair)
		return pair == billing.PartyPair{IssuerID: inv.IssuerID, ClientID: inv.ClientID} && !b.Present(s).Covers(span.Days)
	})
}

// releaseDays takes the days of an invoice off what is billed of its subscriptions; at is the
// place of each.
func releaseDays(b *agreement.Agreements, inv billing.Invoice, at map[id.ID]int) {
	for _, span := range inv.Spans {
		n, ok := at[span.SubscriptionID]
		if !ok {
			continue
		}
		var left []civil.Range
		for _, billed := range b.Subscriptions[n].Billed {
			left = append(left, period.Subtract(billed, []civil.Range{span.Days})...)
		}
		b.Subscriptions[n].Billed = left
	}
}
