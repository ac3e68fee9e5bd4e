package receivable

import (
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
)

// Document is an issued invoice or credit note with what was settled of it.
type Document struct {
	ID, OperationID        id.ID
	Number                 string
	Type                   billing.InvoiceType
	Status                 billing.InvoiceStatus
	Payment                billing.PaymentStatus
	Method                 billing.PaymentMethod
	IssuerID, ClientID     id.ID
	IssuerName, ClientName string
	Credits                id.ID // of a credit note: the invoice that it takes back
	Days                   civil.Range
	IssuedOn, DueDate      civil.Date
	Amount                 money.Cents
	Paid                   money.Cents // less what came back; of a credit note, to the client
	CollectOn              *civil.Date // of the collection that holds it; nil = none does
}

// Holds reports whether the client owes it, or has paid it.
func (d Document) Holds() bool {
	return billing.Invoice{Type: d.Type, Status: d.Status}.Holds()
}

// Open is what the client is still to pay of it.
func (d Document) Open() money.Cents {
	if !d.Holds() {
		return 0
	}
	return max(0, d.Amount-d.Paid)
}

// Overdue reports whether it should have been paid before a day. What the public accountant cashes
// has no due date that anybody knows.
func (d Document) Overdue(today civil.Date) bool {
	i := billing.Invoice{Type: d.Type, Status: d.Status, PaymentStatus: d.Payment, Method: d.Method, DueDate: &d.DueDate}
	return i.Overdue(today) && d.Open() > 0
}

// DaysLate is how long it is overdue on a day.
func (d Document) DaysLate(today civil.Date) int { return int(today - d.DueDate) }

// Overdue is an invoice that should have been paid.
type Overdue struct {
	Document
	OperationName string
	DaysLate      int
}
