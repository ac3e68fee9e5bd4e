package agreement

import (
	"context"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
)

// Discount is the part of its prices that a pair does not pay for some days. It stands at the pair, so that
// a price change keeps it (ADR 120).
type Discount struct {
	ID, OperationID id.ID
	billing.Pair
	Days      civil.Range // an open end is civil.Forever
	Percent   money.Percent
	Reason    string
	CreatedBy id.ID
	CreatedAt time.Time
}

// Off is what the discount takes off an amount. Error: money.overflow.
func (d Discount) Off(base money.Cents) (*billing.LineDiscount, error) {
	amount, err := d.Percent.Of(base)
	return &billing.LineDiscount{Percent: d.Percent, Reason: d.Reason, Base: base, Amount: amount}, err
}

// Adjustment is an amount that is to stand once on an invoice of an issuer to a client.
type Adjustment struct {
	ID, OperationID id.ID
	billing.PartyPair
	Kind   billing.AdjustmentKind
	Amount money.Cents // without VAT
	// Rate is nil where that of the issuer's regime holds. An issuer that charges no VAT charges none on it.
	Rate      *money.VATRate
	Reason    string
	Draft     id.ID // the draft, or what is not charged, that it is on; none = on none
	Settled   bool  // that is not charged, and stays
	CreatedBy id.ID
	CreatedAt time.Time
}

// Adjustments reads what changes amounts beside prices.
type Adjustments interface {
	// Discounts of an operation, by pair and first day.
	Discounts(ctx context.Context, operationID id.ID) ([]Discount, error)
	// Waiting are the adjustments that are on no issued invoice, the oldest first.
	Waiting(ctx context.Context, operationID id.ID) ([]Adjustment, error)
}

// addAdjustments reads them.
func (l Loader) addAdjustments(ctx context.Context, b *Agreements) error {
	discounts, err := l.Adjustments.Discounts(ctx, b.Op.ID)
	if err != nil {
		return err
	}
	b.Discounts = map[billing.Pair][]Discount{}
	for _, d := range discounts {
		b.Discounts[d.Pair] = append(b.Discounts[d.Pair], d)
	}
	b.waiting, err = l.Adjustments.Waiting(ctx, b.Op.ID)
	return err
}

// Stretches cuts a part where discounts of its pair begin and end.
func (b *Agreements) Stretches(p Part) []Part {
	of := b.Discounts[p.Pair]
	if len(of) == 0 {
		return []Part{p}
	}
	var out []Part
	add := func(days civil.Range, by *Discount) {
		if !days.IsEmpty() {
			q := p
			q.Span, q.Discount = days, by
			out = append(out, q)
		}
	}
	from := p.Span.From
	for n, d := range of { // in the order of days, none of which has two
		days := d.Days.Intersect(p.Span)
		if days.IsEmpty() {
			continue
		}
		add(civil.Range{From: from, To: days.From}, nil)
		add(days, &of[n])
		from = days.To
	}
	add(civil.Range{From: from, To: p.Span.To}, nil)
	return out
}

// toAdjust are the adjustments of a draft as they are now: those that it has, and those that were made since.
// One that is older waits for another invoice of the pair, which could not be made.
func (b *Agreements) toAdjust(draft billing.Invoice) (out []Adjustment) {
	pair := billing.PartyPair{IssuerID: draft.IssuerID, ClientID: draft.ClientID}
	for _, a := range b.waiting {
		since := draft.Status == billing.Draft && a.Draft.IsZero() && !a.CreatedAt.Before(draft.CreatedAt)
		if a.PartyPair == pair && (since || !draft.ID.IsZero() && a.Draft == draft.ID) {
			out = append(out, a)
		}
	}
	return out
}

// adjustFirst gives what waits to the first invoice of each pair, whatever draft it is on: a run makes the
// drafts of its pairs anew.
func (b *Agreements) adjustFirst(dues []*Due) {
	given := map[billing.PartyPair]bool{}
	for _, d := range dues {
		if d == nil {
			continue
		}
		if d.Adjustments = nil; d.Statement || d.Excess || given[d.PartyPair] {
			continue
		}
		given[d.PartyPair] = true
		d.Adjustments = slices.DeleteFunc(slices.Clone(b.waiting), func(a Adjustment) bool { return a.PartyPair != d.PartyPair || a.Settled })
	}
}

// asIssued are the adjustments of an issued invoice, at the rates that it has.
func asIssued(inv billing.Invoice) (out []Adjustment) {
	for _, a := range inv.Adjustments {
		out = append(out, Adjustment{ID: a.ID, Kind: a.Kind, Amount: a.Amount, Rate: &a.Rate, Reason: a.Reason})
	}
	return out
}

// WaitingOf is how many adjustments of a pair are on no issued invoice.
func (b *Agreements) WaitingOf(pair billing.PartyPair) (n int) {
	for _, a := range b.waiting {
		if a.PartyPair == pair {
			n++
		}
	}
	return n
}
