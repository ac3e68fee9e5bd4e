package delivery

import (
	"cmp"
	"time"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/mail"
)

// Delivery is one way of an invoice to its client. Of the several that an invoice may have had one is
// current; the others are read only. Its id names its mail for ever, so that one that is sent twice
// arrives once.
type Delivery struct {
	ID, OperationID, InvoiceID id.ID
	Channel                    billing.Channel // "" = nobody knows
	State                      billing.DeliveryState
	Current                    bool
	Address                    string // of a mail
	Attempts                   int    // of a mail, to hand it over
	StartedBy                  id.ID  // none: by itself after publishing
	StartedAt                  time.Time
	At                         time.Time   // since when it is in its state
	Day                        *civil.Date // of what was done by hand
	EndedBy                    id.ID       // who told what was done by hand
	Reference                  string      // that a portal or platform gave
	Problem                    string      // key of why it failed
	AtPlatform                 bool        // a platform has the e-invoice, or is about to; read only, of the current ones

	Author string // read only: name of who started it, else the address
}

// Bounds.
const (
	MaxTogether   = 1_000 // delivered or marked in one call
	MaxPrinted    = 200   // in one file
	MaxOfRun      = 10_000
	MostReference = 100
	maxWays       = 100 // of one invoice that are told
)

// wanted is the delivery of an invoice to its client, by the channel asked for or by the client's own.
// Errors: invoice.noDocument, delivery.addressMissing, delivery.addressInvalid.
func wanted(inv billing.Invoice, client billing.BillableEntity, channel billing.Channel, by id.ID, at time.Time) (Delivery, *fault.Error) {
	if inv.Number == "" || !inv.HasDocument() {
		return Delivery{}, billing.ErrInvoiceNoDocument.With("status", string(inv.Status))
	}
	d := Delivery{ID: id.New(), OperationID: inv.OperationID, InvoiceID: inv.ID, Channel: cmp.Or(channel, client.Channel()), State: billing.DeliveryWaiting,
		Current: true, StartedBy: by, StartedAt: at, At: at}
	if d.Channel != billing.ByMail {
		return d, nil
	}
	if d.Address = client.Email; d.Address == "" {
		return d, ErrNoAddress.With("name", client.Name)
	}
	if (mail.Message{To: d.Address}).Check() != nil {
		return d, ErrAddress.With("name", client.Name).With("address", d.Address)
	}
	return d, nil
}

// again refuses to send an invoice once more by mere repetition: only one that has failed is, or of
// which nobody knows whether it ever was.
func (d Delivery) again() *fault.Error {
	if d.State == billing.DeliveryFailed || d.State == billing.DeliveryUnknown {
		return nil
	}
	return ErrDelivered
}

// repeatable refuses to send an invoice again while a mail of it is on its way.
func (d Delivery) repeatable() *fault.Error {
	if d.Channel == billing.ByMail && d.State == billing.DeliveryWaiting {
		return ErrUnderway
	}
	return nil
}

// done is the state of what was done by hand: a mail is not.
func (d Delivery) done() (billing.DeliveryState, *fault.Error) {
	switch {
	case d.Channel == billing.ByMail:
		return "", ErrByItself
	case d.State != billing.DeliveryWaiting:
		return "", ErrDone.With("state", string(d.State))
	case d.AtPlatform:
		return "", ErrAtPlatform
	case d.Channel == billing.ByPrint:
		return billing.DeliveryPrinted, nil
	}
	return billing.DeliveryTransmitted, nil
}

// End is what became of a delivery that waited.
type End struct {
	State     billing.DeliveryState
	At        time.Time
	Day       *civil.Date
	By        id.ID
	Reference string
	Problem   string
}

// Mark is what an organizer did by hand: transmitted, deposited or posted.
type Mark struct {
	InvoiceIDs []id.ID
	Day        *civil.Date // nil = today
	Reference  string
}

// check holds the day within the invoice's life. Error: delivery.dayInvalid.
func (m Mark) check(inv billing.Invoice, today civil.Date) (civil.Date, *fault.Error) {
	day := today
	if m.Day != nil {
		day = *m.Day
	}
	if inv.IssueDate != nil && (day < *inv.IssueDate || day > max(today, *inv.IssueDate)) {
		return day, ErrDay.With("first", inv.IssueDate.String()).With("last", today.String())
	}
	return day, nil
}

// Settings is how an operation delivers.
type Settings struct {
	Automatic bool // what is published is sent by itself
}

// EInvoiceWanted says that e-invoices are to be transmitted: whoever has a connection to a platform
// takes them, others wait for an organizer.
type EInvoiceWanted struct {
	OperationID id.ID
	InvoiceIDs  []id.ID
}

// EventName of event.Event.
func (EInvoiceWanted) EventName() string { return "delivery.eInvoiceWanted" }
