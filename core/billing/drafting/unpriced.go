package drafting

import (
	"slices"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/agreement"
	"github.com/openpmo/pmo/core/civil"
)

// billedPeriods is from the first to the last day of the periods of dues, none after upTo.
func billedPeriods(dues []agreement.Due, upTo civil.Date) civil.Range {
	days := civil.Range{From: civil.MonthOf(upTo).First(), To: upTo + 1}
	for n, d := range dues {
		if n == 0 {
			days = d.Period
		}
		if !d.Excess {
			days = civil.Range{From: min(days.From, d.Period.From), To: max(days.To, d.Period.To)}
		}
	}
	days.To = min(days.To, upTo+1)
	return days
}

// covered are the days on which a subscription of the pair, or one of the consumer for what
// all give, holds.
func covered(b *agreement.Agreements, pair billing.Pair, of []billing.Subscription) []civil.Range {
	var days []civil.Range
	if until := b.BilledUntil(pair); until != nil {
		days = append(days, civil.Range{From: civil.Min, To: *until + 1})
	}
	for _, s := range of {
		if s.Pair == pair || s.ProducerID.IsZero() || b.Plans[s.PlanID].Reach(s.Pair) == billing.OfEverything {
			days = append(days, b.Present(s))
			days = append(days, s.Billed...) // what was billed is covered, whatever holds today
		}
	}
	return days
}

func unpricedBecause(b *agreement.Agreements, pair billing.Pair, of []billing.Subscription, days civil.Range) billing.UnpricedReason {
	switch {
	case b.ClientOf[pair.ConsumerID].IsZero():
		return billing.ClientMissing
	case b.IssuerOf[pair.ProducerID].IsZero() && b.Own.IsZero():
		return billing.IssuerMissing
	case slices.ContainsFunc(of, func(s billing.Subscription) bool {
		return (s.Pair == pair || s.ProducerID.IsZero()) && (s.Days.From < days.From || s.Days.To < days.To)
	}):
		return billing.SubscriptionOver
	case slices.ContainsFunc(of, func(s billing.Subscription) bool {
		return (s.Pair == pair || s.ProducerID.IsZero()) && s.Days.From >= days.To
	}):
		return billing.SubscriptionLater
	}
	return billing.NotSubscribed
}
