package contract

import (
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/agreement"
	"github.com/openpmo/pmo/core/civil"
)

// SubscriptionView is a subscription with what depends on the day.
type SubscriptionView struct {
	billing.Subscription
	Status   billing.SubscriptionStatus
	Deletion Deletion
}

// view is a subscription as it stands on a day: it ends with its sites, yet never before
// the last day that is invoiced.
func view(b *agreement.Agreements, sub billing.Subscription, today civil.Date) SubscriptionView {
	present := b.Present(sub)
	if !present.IsEmpty() {
		end := present.To
		if sub.InvoicedUntil != nil {
			end = max(end, *sub.InvoicedUntil+1)
		}
		sub.Days.To = min(sub.Days.To, end)
	}
	v := SubscriptionView{Subscription: sub, Status: sub.StatusOn(today)}
	if present.IsEmpty() && sub.InvoicedUntil == nil {
		v.Status = billing.SubscriptionEnded // a site left before it began
	}
	return v
}
