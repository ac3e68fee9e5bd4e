package adjustment

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/agreement"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

// Bounds of what is kept.
const (
	MaxReason  = 100                     // characters, as they are printed
	MaxAmount  = money.Cents(99_999_999) // of one adjustment
	MaxOfPair  = 100                     // discounts of a pair
	MaxWaiting = 50                      // amounts of an issuer to a client that wait
)

// Deps is what the use cases need.
type Deps struct {
	billing.Access
	Agreements agreement.Loader
	Store      Store
}

// Service holds the use cases of discounts and one-off amounts.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

// DiscountInput is a new discount.
type DiscountInput struct {
	billing.Pair
	Days    civil.Range // an open end is civil.Forever
	Percent money.Percent
	Reason  string
}

// Input is a new one-off amount, of the parties of a subscription or of those that are named.
type Input struct {
	SubscriptionID id.ID
	billing.PartyPair
	Kind   billing.AdjustmentKind
	Amount money.Cents
	Rate   *money.VATRate // nil = that of the issuer's regime
	Reason string
}

// ListDiscounts lists discounts, by pair and first day; in the calls of a site those of the site.
func (s *Service) ListDiscounts(ctx context.Context, p policy.Principal, scope billing.Scope) ([]DiscountView, error) {
	op, err := s.Enter(ctx, p, "adjustment:read", scope)
	if err != nil {
		return nil, err
	}
	b, err := s.Agreements.Load(ctx, op, agreement.Extent{Printed: true})
	if err != nil {
		return nil, err
	}
	all, err := s.Store.Discounts(ctx, op.ID)
	if err != nil {
		return nil, err
	}
	return s.viewed(ctx, b, slices.DeleteFunc(all, func(d agreement.Discount) bool { return !scope.Holds(d.Pair) })...)
}

func (s *Service) viewed(ctx context.Context, b *agreement.Agreements, discounts ...agreement.Discount) ([]DiscountView, error) {
	authors := make([]id.ID, len(discounts))
	for n, d := range discounts {
		authors[n] = d.CreatedBy
	}
	names, err := s.Store.Names(ctx, authors)
	out := make([]DiscountView, len(discounts))
	for n, d := range discounts {
		out[n] = DiscountView{Discount: d, ConsumerName: b.Sites[d.ConsumerID].Name, ProducerName: b.Sites[d.ProducerID].Name, AuthorName: names[d.CreatedBy]}
	}
	return out, err
}

// AddDiscount lets a pair pay less for some days. Errors: discount.percentage, adjustment.reason,
// discount.datesReversed, discount.notSubscribed, discount.wholeMonths, discount.alreadyInvoiced,
// discount.overlap, discount.tooMany.
func (s *Service) AddDiscount(ctx context.Context, p policy.Principal, scope billing.Scope, in DiscountInput) (DiscountView, error) {
	op, err := s.Enter(ctx, p, "adjustment:create", scope)
	if err != nil {
		return DiscountView{}, err
	}
	d := agreement.Discount{ID: id.New(), OperationID: op.ID, Pair: in.Pair, Days: in.Days, Percent: in.Percent, CreatedBy: p.UserID, CreatedAt: s.Now()}
	if d.Reason, err = reason(in.Reason); err != nil {
		return DiscountView{}, err
	}
	switch {
	case d.Percent <= 0 || d.Percent > money.Whole:
		return DiscountView{}, ErrPercent
	case d.Days.IsEmpty():
		return DiscountView{}, ErrDates
	}
	var view DiscountView
	change := p.Change("adjustment:create", op.ID, "discount", d.ID)
	change.Details = map[string]any{"startDate": d.Days.From.String()}
	err = s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		b, err := s.locked(ctx, op)
		if err != nil {
			return err
		}
		if !scope.Holds(d.Pair) || billing.OfProducer(d.Pair) {
			return ErrNotSubscribed.With("date", d.Days.From.String())
		}
		if len(b.Discounts[d.Pair]) >= MaxOfPair {
			return ErrTooMany.With("max", MaxOfPair)
		}
		if err := s.admit(ctx, b, d, d.Days, d.Days); err != nil {
			return err
		}
		concern(ctx, d)
		if err := s.Store.AddDiscount(ctx, d); err != nil {
			return err
		}
		views, err := s.viewed(ctx, b, d)
		if err == nil {
			view = views[0]
		}
		return err
	})
	return view, err
}

// EndDiscount says which is the last day of a discount. Errors: discount.notFound and those of AddDiscount.
func (s *Service) EndDiscount(ctx context.Context, p policy.Principal, scope billing.Scope, discountID id.ID, last civil.Date) (DiscountView, error) {
	op, err := s.Enter(ctx, p, "adjustment:update", scope)
	if err != nil {
		return DiscountView{}, err
	}
	var view DiscountView
	change := p.Change("adjustment:update", op.ID, "discount", discountID)
	err = s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		b, err := s.locked(ctx, op)
		if err != nil {
			return err
		}
		d, err := find(b, scope, discountID)
		if err != nil {
			return err
		}
		was := d.Days
		d.Days.To = last + 1
		if d.Days.IsEmpty() {
			return ErrDates
		}
		changed := civil.Range{From: min(was.To, d.Days.To), To: max(was.To, d.Days.To)}
		if err := s.admit(ctx, b, d, d.Days, changed); err != nil {
			return err
		}
		concern(ctx, d)
		tx.NoteValue(ctx, "endDate", lastOf(was), lastOf(d.Days))
		if err := s.Store.EndDiscount(ctx, op.ID, d.ID, d.Days.To); err != nil {
			return err
		}
		views, err := s.viewed(ctx, b, d)
		if err == nil {
			view = views[0]
		}
		return err
	})
	return view, err
}

// RemoveDiscount deletes a discount of which no day is invoiced. Errors: discount.notFound, discount.alreadyInvoiced.
func (s *Service) RemoveDiscount(ctx context.Context, p policy.Principal, scope billing.Scope, discountID id.ID) error {
	op, err := s.Enter(ctx, p, "adjustment:delete", scope)
	if err != nil {
		return err
	}
	return s.Tx.InTx(ctx, p.Change("adjustment:delete", op.ID, "discount", discountID), func(ctx context.Context) error {
		b, err := s.locked(ctx, op)
		if err != nil {
			return err
		}
		d, err := find(b, scope, discountID)
		if err != nil {
			return err
		}
		if err := s.refuseInvoiced(ctx, d, d.Days); err != nil {
			return err
		}
		concern(ctx, d)
		return s.Store.RemoveDiscount(ctx, op.ID, d.ID)
	})
}

// locked reads agreements and keeps runs and publishing out until the transaction ends.
func (s *Service) locked(ctx context.Context, op operation.Operation) (*agreement.Agreements, error) {
	if err := s.Locks.Operation(ctx, op.ID, true); err != nil {
		return nil, err
	}
	return s.Agreements.Load(ctx, op, agreement.Extent{Printed: true})
}

func find(b *agreement.Agreements, scope billing.Scope, discountID id.ID) (agreement.Discount, error) {
	for pair, of := range b.Discounts {
		n := slices.IndexFunc(of, func(d agreement.Discount) bool { return d.ID == discountID })
		if n >= 0 && scope.Holds(pair) {
			return of[n], nil
		}
	}
	return agreement.Discount{}, ErrDiscountNotFound
}

// admit refuses days on which the pair is not subscribed at their beginning and end, that cut the months of
// registers, or that change what is invoiced.
func (s *Service) admit(ctx context.Context, b *agreement.Agreements, d agreement.Discount, days, changed civil.Range) error {
	ends := []civil.Date{days.From}
	if !days.IsOpen() {
		ends = append(ends, days.Last())
	}
	for _, day := range ends {
		if !slices.ContainsFunc(b.Subscriptions, func(sub billing.Subscription) bool { return sub.Pair == d.Pair && sub.Days.Contains(day) }) {
			return ErrNotSubscribed.With("date", day.String())
		}
	}
	for _, sub := range b.Subscriptions {
		cut := !firstOfMonth(days.From) || !days.IsOpen() && !firstOfMonth(days.To)
		if plan := b.Plans[sub.PlanID]; cut && sub.Pair == d.Pair && sub.Days.Overlaps(days) && byRegisters(plan) {
			return ErrWholeMonths.With("plan", plan.Name)
		}
	}
	return s.refuseInvoiced(ctx, d, changed)
}

// refuseInvoiced refuses to change days of an invoice that stands: it never changes, and would be taken for one
// that is to be corrected.
func (s *Service) refuseInvoiced(ctx context.Context, d agreement.Discount, changed civil.Range) error {
	invoiced, err := s.Store.InvoicedDays(ctx, d.OperationID, d.Pair)
	if err != nil {
		return err
	}
	for _, days := range civil.Merge(invoiced) {
		if both := days.Intersect(changed); !both.IsEmpty() {
			return ErrInvoiced.With("from", both.From.String()).With("to", both.Last().String())
		}
	}
	return nil
}

func firstOfMonth(d civil.Date) bool { return civil.MonthOf(d).First() == d }

func byRegisters(plan billing.Plan) bool {
	return slices.ContainsFunc(plan.Charges, func(c billing.Charge) bool {
		return c.Usage == billing.UsageHigh || c.Usage == billing.UsageLow || c.Usage == billing.UsageTotal
	})
}

// lastOf is the last day of days; "" where they do not end.
func lastOf(days civil.Range) string {
	if days.IsOpen() {
		return ""
	}
	return days.Last().String()
}

func reason(text string) (string, error) {
	text = strings.TrimSpace(text)
	if text == "" || utf8.RuneCountInString(text) > MaxReason {
		return "", ErrReason.With("max", MaxReason)
	}
	return text, nil
}

// concern puts a change of a discount into the history of its sites.
func concern(ctx context.Context, d agreement.Discount) {
	tx.Concern(ctx, "participant", d.ConsumerID, d.ProducerID)
}

// List lists one-off amounts, the latest first; in the calls of a producer those of its issuers.
func (s *Service) List(ctx context.Context, p policy.Principal, scope billing.Scope, f Filter) ([]View, error) {
	op, err := s.Enter(ctx, p, "adjustment:read", scope)
	if err != nil {
		return nil, err
	}
	seller, err := s.Agreements.Seller(ctx, op.ID, scope)
	if err != nil {
		return nil, err
	}
	all, err := s.Store.List(ctx, op.ID)
	return slices.DeleteFunc(all, func(v View) bool {
		return seller != nil && !slices.Contains(seller.Issuers, v.IssuerID) || !f.ClientID.IsZero() && v.ClientID != f.ClientID || f.Status != "" && v.Status() != f.Status
	}), err
}

// Add puts an amount on the next invoice of an issuer to a client. Errors: adjustment.kindUnknown,
// adjustment.amount, adjustment.vatRate, adjustment.reason, adjustment.partiesRequired,
// subscription.notFound, billingEntity.notFound, billableEntity.notFound, adjustment.noInvoices, adjustment.tooMany.
func (s *Service) Add(ctx context.Context, p policy.Principal, scope billing.Scope, in Input) (View, error) {
	op, err := s.Enter(ctx, p, "adjustment:create", scope)
	if err != nil {
		return View{}, err
	}
	a := agreement.Adjustment{ID: id.New(), OperationID: op.ID, Kind: in.Kind, Amount: in.Amount, Rate: in.Rate, CreatedBy: p.UserID, CreatedAt: s.Now()}
	if a.Reason, err = reason(in.Reason); err != nil {
		return View{}, err
	}
	rates := party.VATRatesOn(op.DSO.Country(), s.Today(op))
	switch {
	case a.Kind != billing.Allowance && a.Kind != billing.Surcharge:
		return View{}, ErrKind
	case a.Amount <= 0 || a.Amount > MaxAmount:
		return View{}, ErrAmount.With("max", int(MaxAmount/100))
	case a.Rate != nil && !slices.Contains(rates, *a.Rate):
		known := billing.VatRefused(*a.Rate, rates)
		return View{}, ErrRate.With("rate", known.Params["rate"]).With("rates", known.Params["rates"])
	case in.SubscriptionID.IsZero() == (in.IssuerID.IsZero() || in.ClientID.IsZero()), !in.SubscriptionID.IsZero() && in.PartyPair != (billing.PartyPair{}):
		return View{}, ErrParties
	}
	var view View
	change := p.Change("adjustment:create", op.ID, "adjustment", a.ID)
	change.Details = map[string]any{"kind": string(a.Kind)}
	err = s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		b, err := s.locked(ctx, op)
		if err != nil {
			return err
		}
		if a.PartyPair, err = parties(b, scope, in); err != nil {
			return err
		}
		if b.WaitingOf(a.PartyPair) >= MaxWaiting {
			return ErrWaiting.With("max", MaxWaiting)
		}
		tx.Concern(ctx, "billableEntity", a.ClientID)
		if err := s.Store.Add(ctx, a); err != nil {
			return err
		}
		view, err = s.Store.Get(ctx, op.ID, a.ID)
		return err
	})
	return view, err
}

// parties are those that an amount is for: one has invoices of the other.
func parties(b *agreement.Agreements, scope billing.Scope, in Input) (billing.PartyPair, error) {
	pair := in.PartyPair
	if !in.SubscriptionID.IsZero() {
		sub, known := b.BySubscription()[in.SubscriptionID]
		if !known || !scope.Holds(sub.Pair) {
			return pair, billing.ErrSubscriptionNotFound.At("subscriptionId")
		}
		pair, _ = b.Parties(sub.Pair)
	}
	issuer, known := b.Issuers[pair.IssuerID]
	if !known || !scope.ParticipantID.IsZero() && b.IssuerOf[scope.ParticipantID] != pair.IssuerID {
		return pair, billing.ErrIssuerNotFound.At("billingEntityId")
	}
	client, known := b.Clients[pair.ClientID]
	if !known {
		return pair, billing.ErrClientNotFound.At("billableEntityId")
	}
	if b.SamePerson(pair) || !slices.ContainsFunc(b.Subscriptions, func(sub billing.Subscription) bool { of, tied := b.Parties(sub.Pair); return tied && of == pair }) {
		return pair, ErrNoInvoices.With("issuer", issuer.Name).With("client", client.Name)
	}
	return pair, nil
}

// Remove withdraws an amount that is on no issued invoice; a draft that has it is then no longer what it was
// computed as. Errors: adjustment.notFound, adjustment.issued.
func (s *Service) Remove(ctx context.Context, p policy.Principal, scope billing.Scope, adjustmentID id.ID) error {
	op, err := s.Enter(ctx, p, "adjustment:delete", scope)
	if err != nil {
		return err
	}
	return s.Tx.InTx(ctx, p.Change("adjustment:delete", op.ID, "adjustment", adjustmentID), func(ctx context.Context) error {
		if err := s.Locks.Operation(ctx, op.ID, true); err != nil {
			return err
		}
		seller, err := s.Agreements.Seller(ctx, op.ID, scope)
		if err != nil {
			return err
		}
		v, err := s.Store.Get(ctx, op.ID, adjustmentID)
		switch {
		case err != nil:
			return err
		case seller != nil && !slices.Contains(seller.Issuers, v.IssuerID):
			return ErrNotFound
		case v.Invoice.Number != "":
			return ErrIssued.With("number", v.Invoice.Number)
		}
		tx.Concern(ctx, "billableEntity", v.ClientID)
		return s.Store.Withdraw(ctx, op.ID, v.ID, p.UserID, s.Now())
	})
}
