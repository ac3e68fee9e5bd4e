package correction

import (
	"bytes"
	"cmp"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/agreement"
	"github.com/openpmo/pmo/core/billing/drafting"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/naming"
)

// State is where a correction stands. It follows from the difference, the decision and the invoice.
type State string

// The states.
const (
	Open     State = "OPEN"     // it waits for a decision
	Recorded State = "RECORDED" // below the threshold: nobody need decide
	Kept     State = "KEPT"     // somebody left the invoice as it is
	Decided  State = "DECIDED"  // the invoice was taken back, its days are not all billed anew
	Done     State = "DONE"     // they are
	Gone     State = "GONE"     // the curves say again what was billed
)

// States are all of them, those to decide first.
var States = []State{Open, Decided, Recorded, Kept, Done, Gone}

// Decision is what somebody decided of an invoice; "" = nothing yet.
type Decision string

// The decisions: a credit note and a new draft, or nothing.
const (
	Correct Decision = "CORRECT"
	Keep    Decision = "KEEP"
)

// Figures are the energy of some invoiced days and what it costs.
type Figures struct {
	Energy energy.MilliWh `json:"energy"`
	Net    money.Cents    `json:"net"`
	Costs  money.Cents    `json:"costs,omitempty"` // of Net, network costs that are passed on; of pairs only
}

// Difference is what a pair was billed, and what it would be billed now.
type Difference struct {
	billing.Pair
	ConsumerName string  `json:"consumerName"`
	ProducerName string  `json:"producerName,omitempty"` // empty for a consumer who buys of all
	Before       Figures `json:"before"`
	After        Figures `json:"after"`
}

// Found is what an invoice would be now, beside what it is.
type Found struct {
	InvoiceID           id.ID
	SourceHash          []byte // what it was computed from now
	Differs             bool   // something that is printed would be different
	Priced              bool   // what it would cost now is known
	Before, After       Figures
	AmountNow           money.Cents // incl. VAT
	Pairs               []Difference
	Problem             *fault.Error // why its days cannot be drafted anew yet; nil = they can
	Amount              money.Cents  // of the invoice, incl. VAT
	draft               *billing.Invoice
	billing.PartyPair   // of the invoice
	Days                civil.Range
	rebuilt, noneBilled bool
}

// Correction is what was found of an invoice, and what was decided.
type Correction struct {
	ID, OperationID id.ID
	Found
	State            State // read only
	Decision         Decision
	Reason           string
	DecidedBy        id.ID
	DecidedByName    string // read only
	DecidedAt        *time.Time
	FoundAt, SeenAt  time.Time
	Offered          bool
	Number           string                   // of the invoice; read only, as what follows
	IssuerName       string                   //
	ClientName       string                   //
	CreditNote       billing.InvoiceReference // that took the invoice back
	Paid             money.Cents              // of the invoice
	HeldDrafts       int                      // drafts of other sellers that wait for the decision
	ReplacementID    id.ID                    // a draft or an invoice of the same days
	ReplacementState billing.InvoiceStatus
}

// Undecided reports whether something can still be decided.
func (c Correction) Undecided() bool {
	return c.State == Open || c.State == Recorded || c.State == Kept
}

// Greatest is the largest difference, of the invoice with VAT or of one of its pairs without, as what
// one pair pays more and another less is worth a look although the sum is the same.
func (f Found) Greatest() money.Cents {
	most := abs(f.AmountNow - f.Amount)
	for _, p := range f.Pairs {
		most = max(most, abs(p.After.Net-p.Before.Net))
	}
	return most
}

// CostsDiffer reports whether network costs that are passed on are others than those billed.
func (f Found) CostsDiffer() bool {
	return slices.ContainsFunc(f.Pairs, func(p Difference) bool { return p.Before.Costs != p.After.Costs })
}

func abs(c money.Cents) money.Cents { return max(c, -c) }

// OfferedAbove reports whether a difference is offered for a decision, by a threshold. What cannot be
// priced always is.
func (f Found) OfferedAbove(threshold money.Cents) bool {
	return f.Differs && (!f.Priced || f.Greatest() >= threshold)
}

// same reports whether two looks found the same.
func (f Found) same(o Found) bool {
	problem := func(p *fault.Error) string {
		if p == nil {
			return ""
		}
		return p.Error()
	}
	return bytes.Equal(f.SourceHash, o.SourceHash) && f.Differs == o.Differs && f.Priced == o.Priced && f.After == o.After && f.AmountNow == o.AmountNow &&
		problem(f.Problem) == problem(o.Problem) && slices.Equal(f.Pairs, o.Pairs)
}

// differenceOf compares an invoice with what it would be now.
func differenceOf(b *agreement.Agreements, inv billing.Invoice, now drafting.Again) Found {
	f := Found{InvoiceID: inv.ID, SourceHash: now.SourceHash, Priced: now.Unpriced == nil, Problem: cmp.Or(now.Refused, now.Unpriced), Amount: inv.Amount,
		PartyPair: billing.PartyPair{IssuerID: inv.IssuerID, ClientID: inv.ClientID}, Days: inv.Days, Before: Figures{Energy: inv.Energy, Net: inv.Net},
		rebuilt: now.Rebuilt, noneBilled: len(now.Due.Parts) == 0}
	if now.Same || f.Priced && inv.SameContent(now.Invoice) {
		f.After, f.AmountNow, f.Problem = f.Before, inv.Amount, nil
		return f
	}
	f.Differs = true
	if !f.Priced {
		f.After, f.AmountNow = f.Before, inv.Amount
		return f
	}
	f.After, f.AmountNow = Figures{Energy: now.Invoice.Energy, Net: now.Invoice.Net}, now.Invoice.Amount
	f.Pairs = pairsOf(b, inv.Lines, now.Invoice.Lines)
	if now.Refused == nil {
		f.draft = &now.Invoice
	}
	return f
}

// pairsOf are the pairs of two computations of an invoice that differ, those of most money first.
func pairsOf(b *agreement.Agreements, before, after []billing.Line) []Difference {
	was, is := byPair(b, before), byPair(b, after)
	var out []Difference
	for pair := range union(was, is) {
		if was[pair] != is[pair] {
			out = append(out, Difference{Pair: pair, ConsumerName: b.Sites[pair.ConsumerID].Name, ProducerName: b.Sites[pair.ProducerID].Name,
				Before: was[pair], After: is[pair]})
		}
	}
	slices.SortFunc(out, func(x, y Difference) int {
		return cmp.Or(cmp.Compare(abs(y.After.Net-y.Before.Net), abs(x.After.Net-x.Before.Net)), naming.Compare(x.ConsumerName, y.ConsumerName),
			cmp.Compare(x.ConsumerID, y.ConsumerID), cmp.Compare(x.ProducerID, y.ProducerID))
	})
	return out
}

func union(a, b map[billing.Pair]Figures) map[billing.Pair]bool {
	all := make(map[billing.Pair]bool, len(a))
	for pair := range a {
		all[pair] = true
	}
	for pair := range b {
		all[pair] = true
	}
	return all
}

// byPair adds lines up by their pairs. The energy of a subscription counts once, however many charges
// price it; registers are parts of it.
func byPair(b *agreement.Agreements, lines []billing.Line) map[billing.Pair]Figures {
	type part struct {
		subscription id.ID
		from         civil.Date
	}
	out, of := map[billing.Pair]Figures{}, b.BySubscription()
	counted := map[part]map[billing.Usage]energy.MilliWh{}
	for _, l := range lines {
		sub := of[l.SubscriptionID]
		f := out[sub.Pair]
		f.Net += l.Net
		if l.Unit == billing.UnitOne {
			f.Costs += l.Net
		}
		out[sub.Pair] = f
		if l.Unit != billing.UnitKWh {
			continue
		}
		at := part{l.SubscriptionID, l.Days.From}
		if counted[at] == nil {
			counted[at] = map[billing.Usage]energy.MilliWh{}
		}
		counted[at][usageOf(b.Plans[sub.PlanID], l)] = l.Energy
	}
	for at, usages := range counted {
		if all, ok := usages[billing.UsageEnergy]; ok {
			usages = map[billing.Usage]energy.MilliWh{billing.UsageEnergy: all}
		}
		pair := of[at.subscription].Pair
		f := out[pair]
		for _, e := range usages {
			f.Energy += e
		}
		out[pair] = f
	}
	return out
}

// usageOf is what a line counts, by the charge that made it. The charges of an invoiced plan do not
// change.
func usageOf(plan billing.Plan, l billing.Line) billing.Usage {
	for _, c := range plan.Charges {
		if c.Type == billing.PerUnit && c.Label() == l.Label && c.Price == l.Price {
			return c.Usage
		}
	}
	return billing.UsageEnergy
}

// CorrectionsFound says that corrections were found, changed or decided.
type CorrectionsFound struct{ OperationID id.ID }

// EventName of event.Event.
func (CorrectionsFound) EventName() string { return "billing.correctionsFound" }
