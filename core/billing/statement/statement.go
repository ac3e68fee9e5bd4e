package statement

import (
	"time"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/event"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
)

// Kind is what a statement is in law.
type Kind string

// The kinds: what is owed to who is not liable for VAT, or an invoice of the producer that the operation
// writes for it.
const (
	Plain      Kind = "STATEMENT"
	SelfBilled Kind = "SELF_BILLED"
)

// Status is where a statement stands.
type Status string

// The states. A draft has no number. What was cancelled stays, and its days are stated anew.
const (
	Draft     Status = "DRAFT"
	Published Status = "PUBLISHED"
	Cancelled Status = "CANCELLED"
)

// MailState is where the mail of a published statement is.
type MailState string

// The states; "" = it was never sent.
const (
	MailWaiting MailState = "WAITING"
	MailSent    MailState = "SENT"
	MailFailed  MailState = "FAILED"
)

// Mail is the last mail of a statement.
type Mail struct {
	ID      id.ID // names the message for ever
	State   MailState
	Address string
	Problem string // key of why it failed
	At      time.Time
}

// Statement is what a producer is owed for the days of a subscription.
type Statement struct {
	ID, OperationID id.ID
	SubscriptionID  id.ID
	ProducerID      id.ID
	ProducerName    string
	SellerID        id.ID // the producer's issuer, whom it is owed
	SellerName      string
	PayerID         id.ID // the operation's own issuer
	PayerName       string
	Kind            Kind
	Status          Status
	Days            civil.Range
	TermDays        int
	Language        string
	Lines           []billing.Line
	Energy          energy.MilliWh
	Net             money.Cents
	VAT             money.Cents
	Amount          money.Cents // Net and VAT: what is to be paid
	CreatedAt       time.Time

	// Of what was published.
	Number             string
	IssueDate, DueDate *civil.Date
	Payment            billing.PaymentStatus
	Mail               Mail
	Reason             string // why it was cancelled
	DocumentID         id.ID
	ElectronicID       id.ID
	// Read only: of the payment list that holds it; "" = of none.
	PayoutID id.ID
}

// Owed reports whether it is still to be paid.
func (s Statement) Owed() bool {
	return s.Status == Published && s.Amount > 0 && s.Payment != billing.PaymentSucceeded
}

// SameContent reports whether two computations of a statement say the same.
func (s Statement) SameContent(o Statement) bool {
	if s.Kind != o.Kind || s.Amount != o.Amount || s.Energy != o.Energy || s.SellerID != o.SellerID || s.PayerID != o.PayerID || len(s.Lines) != len(o.Lines) {
		return false
	}
	for n, l := range s.Lines {
		m := o.Lines[n]
		if l.Quantity != m.Quantity || l.Price != m.Price || l.Rate != m.Rate || l.Label != m.Label || l.Days != m.Days {
			return false
		}
	}
	return true
}

// Refusal is a stretch of days of a producer of which no statement can be made, and why.
type Refusal struct {
	ProducerID   id.ID
	ProducerName string
	Days         civil.Range
	Why          *fault.Error
}

// Filter narrows a list.
type Filter struct {
	IDs        []id.ID
	ProducerID id.ID
	Statuses   []Status
	Month      civil.Month // of the last day; 0 = any
	Query      string      // part of the number or of a name
}

// StatementsPublished says that statements have their numbers and what is printed of them. Their
// documents are drawn and stored after it.
type StatementsPublished struct {
	OperationID  id.ID
	StatementIDs []id.ID
}

// EventName of event.Event.
func (StatementsPublished) EventName() string { return "billing.statementsPublished" }

var _ event.Event = StatementsPublished{}
