package contract

import (
	"cmp"
	"slices"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
)

// Effect is what a new subscription of some pairs would do to those that they have.
type Effect struct {
	Ending   []id.ID     // they run on the first day, and end the day before
	Earliest *civil.Date // the first day that is free of their invoices; nil where there are none
}

// effectOf is the effect of subscribing pairs from a day on; without a day nothing ends.
func effectOf(existing []billing.Subscription, pairs []billing.Pair, start *civil.Date) Effect {
	wanted := map[billing.Pair]bool{}
	for _, p := range pairs {
		wanted[p] = true
	}
	var e Effect
	for _, s := range existing {
		if !wanted[s.Pair] {
			continue
		}
		if start != nil && s.Days.From < *start && s.Days.Contains(*start) {
			e.Ending = append(e.Ending, s.ID)
		}
		if s.InvoicedUntil != nil && (e.Earliest == nil || *e.Earliest <= *s.InvoicedUntil) {
			free := *s.InvoicedUntil + 1
			e.Earliest = &free
		}
	}
	return e
}

// Deletion is what goes with a subscription that is deleted.
type Deletion struct {
	Later []id.ID     // the later ones of its pair, in their order
	Held  *civil.Date // last invoiced day among them all: they cannot be deleted; nil = they can
}

// deletionOf is what the deletion of a subscription takes along.
func deletionOf(existing []billing.Subscription, s billing.Subscription) Deletion {
	all := laterOf(existing, s)
	slices.SortStableFunc(all, func(a, b billing.Subscription) int { return cmp.Compare(a.Days.From, b.Days.From) })
	var d Deletion
	for _, o := range all {
		if o.ID != s.ID {
			d.Later = append(d.Later, o.ID)
		}
		if o.InvoicedUntil != nil && (d.Held == nil || *o.InvoicedUntil > *d.Held) {
			d.Held = o.InvoicedUntil
		}
	}
	return d
}
