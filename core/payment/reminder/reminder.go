package reminder

import (
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
)

// Status is where a mail is. Obsolete is one of which nothing was open any more when it was to go.
type Status string

// The states. Sent means that a mail server has taken it.
const (
	Queued   Status = "QUEUED"
	Sent     Status = "SENT"
	Rejected Status = "REJECTED"
	Failed   Status = "FAILED"
	Obsolete Status = "OBSOLETE"
)

// Reminder is a mail that was made. Its id names the mail for ever, so that one that is sent twice
// arrives once.
type Reminder struct {
	ID, OperationID id.ID
	ClientID        id.ID
	ClientName      string // read only
	Level           Level
	Status          Status
	Address         string
	Language        string
	Open            money.Cents // of its invoices, when it was made
	Subject, Body   string      // as it was sent; empty before
	Invoices        []Reminded
	CreatedBy       id.ID  // none = the server by itself
	CreatedByName   string // read only
	MadeOn          civil.Date
	CreatedAt, At   time.Time
}

// Reminded is an invoice that a mail is about, as it was when the mail was made.
type Reminded struct {
	InvoiceID id.ID
	Number    string // read only
	Open      money.Cents
	DueDate   civil.Date
}

// reminderOf is the mail as it is kept.
func reminderOf(operationID id.ID, m Mail, language string, by id.ID, today civil.Date, at time.Time) Reminder {
	r := Reminder{ID: id.New(), OperationID: operationID, ClientID: m.Client.ID, ClientName: m.Client.Name, Level: m.Level, Status: Queued, Address: m.Client.Address,
		Language: language, Open: m.Open(), CreatedBy: by, MadeOn: today, CreatedAt: at, At: at}
	for _, d := range m.Debts {
		r.Invoices = append(r.Invoices, Reminded{InvoiceID: d.ID, Number: d.Number, Open: d.Open(), DueDate: d.DueDate})
	}
	return r
}

// Pause keeps a client, or an invoice, from being reminded of.
type Pause struct {
	ID, OperationID     id.ID
	ClientID, InvoiceID id.ID // one of them
	ClientName, Number  string
	Reason              string
	Until               *civil.Date // last day; nil = until somebody ends it
	CreatedBy           id.ID
	CreatedByName       string // read only
	CreatedAt           time.Time
	EndedAt             *time.Time
	EndedByName         string // read only
	Holds               bool   // read only: today
}

// HoldsOn reports whether nobody is reminded on a day.
func (p Pause) HoldsOn(day civil.Date) bool {
	return p.EndedAt == nil && (p.Until == nil || day <= *p.Until)
}
