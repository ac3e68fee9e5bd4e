package settlement

import (
	"cmp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
)

// Kind is which way money went.
type Kind string

// The kinds: of an invoice, money that came, and money that the bank took back, as of a direct debit that
// was rejected; of a credit note, money that went to the client, and money that came back from there.
const (
	Payment Kind = "PAYMENT"
	Return  Kind = "RETURN"
	// Rejection is an order that the bank refused before it booked anything: no money went, and the
	// invoice waits for another attempt.
	Rejection Kind = "REJECTION"
)

// Bounds.
const (
	MaxInvoices              = 500 // recorded together
	MostOf                   = 100 // of one invoice
	MostCents    money.Cents = 10_000_000_000
	mostOfPhrase             = 140
)

// Settlement is money that went for an invoice or a credit note. It never changes; one that was recorded
// by mistake is withdrawn, and stays.
type Settlement struct {
	ID, OperationID, InvoiceID id.ID
	Kind                       Kind
	Amount                     money.Cents // more than nothing
	BookedOn                   civil.Date
	Reference                  string // what the bank, or the payer, said
	LineID                     id.ID  // of the line of the bank that says so; none = told by somebody
	CreatedBy                  id.ID
	CreatedByName              string // read only
	CreatedAt                  time.Time
	WithdrawnAt                *time.Time
	WithdrawnByName            string // read only
}

// Holds reports whether it was not withdrawn.
func (s Settlement) Holds() bool { return s.WithdrawnAt == nil }

// Invoice is what a settlement knows of an invoice or a credit note. What a credit note owes is what was
// paid of the invoice that it takes back.
type Invoice struct {
	ID         id.ID
	Number     string // empty until it is issued
	ClientName string
	Type       billing.InvoiceType
	Status     billing.InvoiceStatus
	Payment    billing.PaymentStatus
	Amount     money.Cents
	IssuedOn   *civil.Date
}

// Refuse says why nothing can be recorded for an invoice; nil = something can.
func (i Invoice) Refuse() *fault.Error {
	switch {
	case i.Number == "" || i.Type == billing.TypeStatement:
		return ErrNotIssued.With("client", i.ClientName)
	case i.Type == billing.TypeInvoice && i.Status == billing.Cancelled:
		return ErrCancelled.With("number", i.Number)
	}
	return nil
}

// Account is an invoice with what was settled of it.
type Account struct {
	Invoice
	Settled []Settlement
}

// Paid is what holds: paid less what came back.
func (a Account) Paid() (sum money.Cents) {
	for _, s := range a.Settled {
		switch {
		case !s.Holds(), s.Kind == Rejection:
		case s.Kind == Payment:
			sum += s.Amount
		default:
			sum -= s.Amount
		}
	}
	return sum
}

// ByHand reports whether a payment holds that no line of a bank says: it may be the same money.
func (a Account) ByHand() bool {
	return slices.ContainsFunc(a.Settled, func(s Settlement) bool { return s.Holds() && s.Kind == Payment && s.LineID.IsZero() })
}

// Open is what is still to be paid; nothing where more was paid.
func (a Account) Open() money.Cents { return max(0, a.Amount-a.Paid()) }

// Status follows from what was settled: paid in full, or else failed where what went last came back or
// was refused.
func (a Account) Status() billing.PaymentStatus {
	held := slices.DeleteFunc(slices.Clone(a.Settled), func(s Settlement) bool { return !s.Holds() })
	slices.SortStableFunc(held, func(x, y Settlement) int {
		return cmp.Or(cmp.Compare(x.BookedOn, y.BookedOn), x.CreatedAt.Compare(y.CreatedAt))
	})
	switch {
	case len(held) > 0 && a.Paid() >= a.Amount:
		return billing.PaymentSucceeded
	case len(held) > 0 && held[len(held)-1].Kind != Payment:
		return billing.PaymentFailed
	}
	return billing.PaymentPending
}

// Record is what is asked to be recorded: of one invoice an amount, of several what is open of each.
type Record struct {
	Kind       Kind
	InvoiceIDs []id.ID
	BookedOn   civil.Date
	Amount     *money.Cents
	Reference  string
}

// Check says everything that is wrong with a record by itself, as items of settlement.invalid.
func (r Record) Check(today civil.Date) error {
	var wrong fault.List
	if len(r.InvoiceIDs) > MaxInvoices {
		wrong.Add(fault.ListTooLong.With("max", MaxInvoices).At("invoicesIds"))
	}
	if r.Amount != nil && len(r.InvoiceIDs) > 1 {
		wrong.Add(ErrOneInvoice.At("amountCents"))
	} else if r.Amount != nil && (*r.Amount <= 0 || *r.Amount > MostCents) {
		wrong.Add(ErrAmount.With("max", int(MostCents/100)).At("amountCents"))
	}
	if r.BookedOn > today {
		wrong.Add(ErrAhead.At("bookedOn"))
	}
	if utf8.RuneCountInString(strings.TrimSpace(r.Reference)) > mostOfPhrase {
		wrong.Add(fault.FieldTooLong.With("max", mostOfPhrase).At("reference"))
	}
	return wrong.Err(ErrInvalid)
}

// Of is what a record comes to for one invoice: a payment without amount is what is open, a return what
// was paid. Errors: settlement.notIssued, settlement.cancelled, settlement.beforeIssue,
// settlement.tooMany, settlement.returnTooMuch, settlement.paid.
func (r Record) Of(a Account) (Settlement, *fault.Error) {
	if refused := a.Refuse(); refused != nil {
		return Settlement{}, refused
	}
	if a.IssuedOn != nil && r.BookedOn < *a.IssuedOn {
		return Settlement{}, ErrBeforeIssue.With("number", a.Number).With("issued", a.IssuedOn.String())
	}
	if len(a.Settled) >= MostOf {
		return Settlement{}, ErrTooMany.With("number", a.Number).With("max", MostOf)
	}
	s := Settlement{InvoiceID: a.ID, Kind: r.Kind, BookedOn: r.BookedOn, Reference: strings.TrimSpace(r.Reference)}
	switch r.Kind {
	case Rejection:
		if s.Amount = a.Open(); s.Amount <= 0 {
			return s, ErrPaid.With("number", a.Number)
		}
		if r.Amount != nil {
			s.Amount = *r.Amount
		}
	case Return:
		s.Amount = a.Paid()
		if r.Amount != nil {
			s.Amount = *r.Amount
		}
		if s.Amount <= 0 || s.Amount > a.Paid() {
			return s, ErrReturnTooMuch.With("number", a.Number).With("paid", a.Paid().String())
		}
	default:
		s.Amount = a.Open()
		if r.Amount != nil {
			s.Amount = *r.Amount
		}
		if s.Amount <= 0 {
			return s, ErrPaid.With("number", a.Number)
		}
	}
	return s, nil
}
