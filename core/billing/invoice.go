package billing

import (
	"slices"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
)

// InvoiceType is what a document is.
type InvoiceType string

// The types. A statement records energy within one legal person: it has no number and
// no document and is never sent (domain 8.5).
const (
	TypeInvoice    InvoiceType = "INVOICE"
	TypeCreditNote InvoiceType = "CREDIT_NOTE"
	TypeStatement  InvoiceType = "STATEMENT"
)

// InvoiceStatus is where an invoice stands.
type InvoiceStatus string

// The states: a draft is overwritten by the next run; a finalized one has a number and
// never changes; one that is not charged has nothing to pay, yet its days are billed.
const (
	Draft      InvoiceStatus = "DRAFT"
	Finalized  InvoiceStatus = "FINALIZED"
	NotCharged InvoiceStatus = "NOT_CHARGED"
	Cancelled  InvoiceStatus = "CANCELLED"
)

// PaymentStatus is whether an invoice was paid.
type PaymentStatus string

// The payment states.
const (
	PaymentPending   PaymentStatus = "PENDING"
	PaymentFailed    PaymentStatus = "FAILED"
	PaymentSucceeded PaymentStatus = "SUCCEEDED"
)

// Invoice is what an issuer asks of a client for some days.
type Invoice struct {
	ID, OperationID    id.ID
	Type               InvoiceType
	Status             InvoiceStatus
	PaymentStatus      PaymentStatus
	IssuerID, ClientID id.ID
	ProducerID         id.ID // none when lines are of several producers
	RunID              id.ID
	Days               civil.Range // from the first to the last billed day
	Method             PaymentMethod
	TermDays           int
	Energy             energy.MilliWh // of all lines per kWh
	Net, VAT, Amount   money.Cents    // Amount = Net + VAT
	// SourceHash names what it was computed from: chunks, plans, split. Publishing compares
	// what they give; the hash stays as evidence of what an issued invoice rests on.
	SourceHash []byte
	CreatedAt  time.Time

	Number             string // empty until published
	IssueDate, DueDate *civil.Date
	DocumentID         id.ID // of the stored document; none until it was rendered

	Lines       []Line
	Adjustments []Adjustment // of the whole, in the order of their making
	Spans       []Span

	Delivery *InvoiceDelivery // read only: the way to the client that counts; nil = never sent

	Paid money.Cents // read only: paid less what came back; of a credit note, paid to the client

	IssuerName, ClientName string // read only
	// Credits is the invoice that a credit note takes back, CreditedBy the note that took an
	// invoice back; the latter is read only.
	Credits, CreditedBy InvoiceReference
}

// InvoiceReference names another invoice; without an id it names none.
type InvoiceReference struct {
	ID     id.ID
	Number string
}

// Due is when the invoice is to be paid; nil before it is issued, and when the public
// accountant collects: then nobody pays before his notice, whose day nobody knows.
func (i Invoice) Due() *civil.Date {
	if i.Method.PublicTreasury() {
		return nil
	}
	return i.DueDate
}

// HasDocument reports whether the invoice has a document: what is not charged has none, nor has
// energy within one legal person, nor a draft that was cancelled.
func (i Invoice) HasDocument() bool {
	return i.Type != TypeStatement && i.Status != NotCharged && (i.Status != Cancelled || i.Number != "")
}

// Cancellable reports whether the invoice can be cancelled: a draft is put aside, a published one
// is taken back by a credit note. What was taken back, or takes back, stays.
func (i Invoice) Cancellable() bool {
	return i.Type == TypeInvoice && (i.Status == Draft || i.Status == Finalized)
}

// Overdue reports whether the invoice should have been paid before a day: its due date has
// passed, and nothing was received.
func (i Invoice) Overdue(today civil.Date) bool {
	due := i.Due()
	return i.Holds() && i.PaymentStatus != PaymentSucceeded && due != nil && *due < today
}

// Holds reports whether the client owes the invoice, or has paid it.
func (i Invoice) Holds() bool { return i.Type == TypeInvoice && i.Status == Finalized }

// Final reports whether the invoice is for good: it was given a number, or it shows energy within
// one legal person.
func (i Invoice) Final() bool { return i.Type == TypeStatement || i.Number != "" }

// Counts reports whether the invoice is one that its issuer and client look back to: it holds,
// or it shows energy within one legal person.
func (i Invoice) Counts() bool { return i.Type == TypeStatement || i.Holds() }

// CreditNote is the note that takes the invoice back, without a number: the same lines and amounts,
// as positive. It is settled with the invoice, unless some of that was paid: then the client is owed it.
func (i Invoice) CreditNote(noteID id.ID, at time.Time) Invoice {
	note := i
	note.ID, note.Type, note.Status, note.RunID, note.CreatedAt = noteID, TypeCreditNote, Draft, "", at
	note.Number, note.IssueDate, note.DueDate, note.DocumentID, note.Spans = "", nil, nil, "", nil
	note.Credits, note.CreditedBy = InvoiceReference{ID: i.ID, Number: i.Number}, InvoiceReference{}
	note.PaymentStatus = PaymentSucceeded
	note.Paid = 0
	if i.PaymentStatus == PaymentSucceeded || i.Paid > 0 {
		note.PaymentStatus = PaymentPending
	}
	return note
}

// Totals adds up lines and what adjusts them: the tax of each rate once.
func (i Invoice) Totals() (money.Totals, error) {
	lines := make([]money.Line, len(i.Lines), len(i.Lines)+len(i.Adjustments))
	for n, l := range i.Lines {
		lines[n] = money.Line{Net: l.Net, Rate: l.Rate}
	}
	for _, a := range i.Adjustments {
		lines = append(lines, money.Line{Net: a.Signed(), Rate: a.Rate})
	}
	return money.Total(lines)
}

// SameContent reports whether two computations of an invoice ask for the same.
func (i Invoice) SameContent(o Invoice) bool {
	if i.Amount != o.Amount || i.Net != o.Net || len(i.Lines) != len(o.Lines) || i.Type != o.Type || !slices.Equal(i.Adjustments, o.Adjustments) {
		return false
	}
	for n, l := range i.Lines {
		m := o.Lines[n]
		if l.Quantity != m.Quantity || l.Price != m.Price || l.Rate != m.Rate || l.Label != m.Label || l.ConsumerID != m.ConsumerID || l.Days != m.Days ||
			(l.Hours == nil) != (m.Hours == nil) || l.Hours != nil && *l.Hours != *m.Hours || (l.Discount == nil) != (m.Discount == nil) || l.Discount != nil && *l.Discount != *m.Discount {
			return false
		}
	}
	return true
}

// SameOutcome reports whether what was not charged would be the same today.
func (i Invoice) SameOutcome(now Invoice, refused *fault.Error) bool {
	return refused == nil && i.Type == now.Type && i.Amount == now.Amount && i.Energy == now.Energy
}

// CountsEnergy reports whether a line is per kWh.
func (i Invoice) CountsEnergy() bool {
	return slices.ContainsFunc(i.Lines, func(l Line) bool { return l.Unit == UnitKWh })
}

// Line is one line of an invoice.
type Line struct {
	SubscriptionID  id.ID
	ConsumerID      id.ID
	SiteName, DsoID string
	ProducerName    string // whose energy it is; empty for a consumer who subscribed alone
	Label           string
	Days            civil.Range
	Quantity        money.QuantityE4
	Unit            Unit
	Price           money.MicroEuro
	Net             money.Cents
	Rate            money.VATRate
	Energy          energy.MilliWh // exact; 0 for months
	Option          PricingOption  // at which hours of the site it is; empty = at any
	Hours           *civil.Hours   // these hours as they were; nil = any
	Discount        *LineDiscount  // what Net is less than quantity times price; nil = nothing
	Within          *VATWithin     // of a cost that is passed on with VAT in it; nil = of no such line
}

// PeakHours are the peak hours of the site that the line was made by; nil = by none.
func (l Line) PeakHours() *civil.Hours {
	if l.Hours == nil || l.Option != AtOffPeakHours {
		return l.Hours
	}
	peak := l.Hours.Others()
	return &peak
}

// Span is which days of a subscription an invoice bills. No day of a subscription is
// in two published invoices.
type Span struct {
	SubscriptionID id.ID
	Days           civil.Range
}

// Side is whose invoices a family of calls answers; both empty = everybody's.
type Side struct {
	IssuedBy   id.ID // producer: what it issues
	ReceivedBy id.ID // consumer: the published ones it received, without cancelled ones
	Published  bool  // without drafts and what is not charged, also of what it issues
}

// Issues reports whether an invoice of the family is one that its producer issues, by the issuers
// that it has; else it is one that the site received.
func (s Side) Issues(i Invoice, issuers []id.ID) bool {
	if s.IssuedBy.IsZero() {
		return false
	}
	return i.ProducerID == s.IssuedBy || i.ProducerID.IsZero() && slices.Contains(issuers, i.IssuerID)
}

// Sees reports whether a side sees an invoice: a producer what it issues, a consumer what holds
// and has a line of it. A cancelled one is not shown to the consumer. No side sees all.
func (s Side) Sees(i Invoice, issuers []id.ID) bool {
	if s.IssuedBy.IsZero() && s.ReceivedBy.IsZero() {
		return true
	}
	if s.Issues(i, issuers) && (!s.Published || i.Number != "") {
		return true
	}
	return !s.ReceivedBy.IsZero() && i.Holds() && slices.ContainsFunc(i.Lines, func(l Line) bool { return l.ConsumerID == s.ReceivedBy })
}

// InvoiceFilter chooses rows of a list; empty fields do not matter.
type InvoiceFilter struct {
	Side               Side
	IDs                []id.ID
	Statuses           []InvoiceStatus
	Types              []InvoiceType // empty = invoices and credit notes
	IssuerID, ClientID id.ID
	RunID, PlanID      id.ID       // made by the run; with a line by the plan
	Month              civil.Month // of the last day of the period; 0 = any
	Deliveries         []DeliveryFilter
	Overdue            *bool      // whether it should have been paid before Today
	Today              civil.Date // where Overdue is asked for
	Paid               *bool      // whether it holds and is paid in full
	Query              string     // part of number, issuer's or client's name
	Sort               []InvoiceOrder
	Behind             id.ID // the page begins behind this one, wherever it stands; none = at Offset
	Offset, Limit      int   // Limit 0 = all; Offset holds where Behind is not in the list
}

// StateTotal is what the invoices of one type and state come to, the overdue and the paid ones apart.
type StateTotal struct {
	Type          InvoiceType
	Status        InvoiceStatus
	Overdue, Paid bool
	InvoiceTotal
}

// InvoiceTotal is a number of invoices and their sums.
type InvoiceTotal struct {
	Number           int
	Energy           energy.MilliWh
	Net, VAT, Amount money.Cents
}

// Plus is both together.
func (t InvoiceTotal) Plus(o InvoiceTotal) InvoiceTotal {
	return InvoiceTotal{Number: t.Number + o.Number, Energy: t.Energy + o.Energy, Net: t.Net + o.Net, VAT: t.VAT + o.VAT, Amount: t.Amount + o.Amount}
}

// MonthAmounts is what an issuer bills a client for a month, incl. VAT, and for the month before it.
type MonthAmounts struct{ Now, Before money.Cents }

// SmallDifference is under which a difference is not worth a look, whatever its share: a euro.
const SmallDifference money.Cents = 100

// Unusual reports whether somebody is billed much more or less than the month before: by more
// than half, and by more than what nobody looks at. Who was not billed then is not compared.
func (a MonthAmounts) Unusual() bool {
	d := a.Now - a.Before
	if d < 0 {
		d = -d
	}
	return a.Before > 0 && 2*d > a.Before && d >= SmallDifference
}

// ChangeRate is by which part of the month before the month differs from it; 0 where nothing was billed then.
func (a MonthAmounts) ChangeRate() float64 {
	if a.Before == 0 {
		return 0
	}
	return float64(a.Now-a.Before) / float64(a.Before)
}

// InvoiceOrder is a field of invoices to sort a list by, in the contract's word for it.
type InvoiceOrder struct {
	Field      string
	Descending bool
}

// DeliveryState is where an issued invoice is on its way to its client.
type DeliveryState string

// The states. What waits is a mail on its way, or something that somebody has to transmit, deposit or
// print. Of what was issued before deliveries were followed nobody knows.
const (
	DeliveryWaiting     DeliveryState = "WAITING"
	DeliverySent        DeliveryState = "SENT"        // a mail server has taken it
	DeliveryTransmitted DeliveryState = "TRANSMITTED" // to a platform, or to the portal of public bodies
	DeliveryPrinted     DeliveryState = "PRINTED"
	DeliveryFailed      DeliveryState = "FAILED"
	DeliveryUnknown     DeliveryState = "UNKNOWN"
)

// InvoiceDelivery is the way of an invoice to its client that counts.
type InvoiceDelivery struct {
	State   DeliveryState
	Channel Channel // "" = nobody knows
	At      time.Time
	Problem string // key of why it failed
	// AtPlatform reports whether the invoice waits at a platform, which says itself what becomes of it; paper
	// is sent beside, and waits for nobody but who prints it.
	AtPlatform bool
}

// DeliveryAction is what an organizer can do for the way of an invoice to its client.
type DeliveryAction string

// The actions.
const (
	SendInvoice   DeliveryAction = "SEND"   // for the first time, or where that failed
	RepeatInvoice DeliveryAction = "REPEAT" // once more, to the address of now or by another channel
	MarkDelivered DeliveryAction = "MARK"   // say that it was transmitted, deposited or posted by hand
	PrintInvoice  DeliveryAction = "PRINT"
)

// ByHand reports whether what waits is for somebody to transmit, deposit or print: a mail leaves by
// itself, and of what is at a platform the platform says what becomes of it.
func (d InvoiceDelivery) ByHand() bool {
	return d.State == DeliveryWaiting && d.Channel != ByMail && !d.AtPlatform
}

// DeliveryActions are what can be done for the way of the invoice to its client now.
func (i Invoice) DeliveryActions() (out []DeliveryAction) {
	if i.Number == "" {
		return nil
	}
	d := i.Delivery
	switch {
	case d == nil || d.State == DeliveryFailed || d.State == DeliveryUnknown:
		if i.HasDocument() && i.Status != Cancelled {
			out = append(out, SendInvoice)
		}
	case d.State != DeliveryWaiting || d.Channel != ByMail:
		out = append(out, RepeatInvoice)
	}
	if d != nil && d.ByHand() {
		out = append(out, MarkDelivered)
	}
	if d != nil && d.Channel == ByPrint && d.State != DeliveryFailed {
		out = append(out, PrintInvoice)
	}
	return out
}

// DeliveryFilter is a state of deliveries, or one of those below.
type DeliveryFilter string

// What is asked of an organizer: to send what was not or has failed, and to do what waits for hands.
const (
	ToDeliver   DeliveryFilter = "TO_DO"
	Undelivered DeliveryFilter = "NONE" // issued, and never sent
)

// InvoicesPublished says that invoices have their numbers and what is printed of them: those of
// one transaction, in parts of at most PublishedTogether. Their documents are drawn and stored
// after it (document.Service.StoreDocuments).
type InvoicesPublished struct {
	OperationID id.ID
	InvoiceIDs  []id.ID
}

// EventName of event.Event.
func (InvoicesPublished) EventName() string { return "billing.invoicesPublished" }

// PublishedTogether keeps what handles an event well under 30 seconds, at 10 ms a document.
const PublishedTogether = 200
