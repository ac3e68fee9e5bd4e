package einvoicing

import (
	"context"
	"time"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/document"
	"github.com/openpmo/pmo/core/billing/entity"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/policy"
)

// Operations reads operations. Error: operation.notFound.
type Operations interface {
	ByID(ctx context.Context, operationID id.ID) (operation.Operation, error)
}

// Issuers reads who sells in an operation.
type Issuers interface {
	List(ctx context.Context, operationID id.ID) ([]billing.BillingEntity, error)
}

// Connections stores connections; their secrets are sealed. Errors: notFound, connection.taken,
// connection.used, object.changed.
type Connections interface {
	List(ctx context.Context, operationID id.ID) ([]Connection, error)
	ByID(ctx context.Context, operationID, connectionID id.ID) (Connection, error)
	// Find is one by its id alone, for what nobody asked for.
	Find(ctx context.Context, connectionID id.ID) (Connection, error)
	Add(ctx context.Context, c Connection) error
	// Change stores c when its stored version is c.Version - 1.
	Change(ctx context.Context, c Connection) error
	Remove(ctx context.Context, operationID, connectionID id.ID) error
	// Report keeps what is wrong with speaking to a carrier; nil = nothing any more.
	Report(ctx context.Context, connectionID id.ID, p *Problem) error
	// Due lists active ones that may be asked again, the longest first.
	Due(ctx context.Context, now time.Time, limit int) ([]id.ID, error)
	// Claim keeps others from asking the carrier of one until an instant; ok is false where another
	// does.
	Claim(ctx context.Context, connectionID id.ID, now, until time.Time) (ok bool, err error)
	// Polled records that all that changed up to an instant is known.
	Polled(ctx context.Context, connectionID id.ID, until, at, next time.Time) error
	// Postpone gives one up until an instant.
	Postpone(ctx context.Context, connectionID id.ID, next time.Time) error
	// Hurry has one asked as soon as may be.
	Hurry(ctx context.Context, connectionID id.ID, at time.Time) error
}

// Filter chooses transmissions; empty fields do not matter.
type Filter struct {
	InvoiceID, ConnectionID id.ID
	States                  []State
	Limit                   int
}

// Transmissions stores what is on its way. Errors: notFound, transmission.live.
type Transmissions interface {
	// List is those that a filter chooses, the newest first.
	List(ctx context.Context, operationID id.ID, f Filter) ([]Transmission, error)
	ByID(ctx context.Context, operationID, transmissionID id.ID) (Transmission, error)
	// Find is one by its id alone.
	Find(ctx context.Context, transmissionID id.ID) (Transmission, error)
	// Locked is the same, kept from others until the transaction ends.
	Locked(ctx context.Context, transmissionID id.ID) (Transmission, error)
	// LatestOf is the newest of each invoice; those without any have no entry.
	LatestOf(ctx context.Context, operationID id.ID, s Subject, invoiceIDs []id.ID) (map[id.ID]Transmission, error)
	Add(ctx context.Context, list []Transmission) error
	// Save stores the evidence of one; an attempt at it is over.
	Save(ctx context.Context, t Transmission) error
	// Retry stores that an attempt failed, and when the next one may be made.
	Retry(ctx context.Context, t Transmission) error
	// Announce stores which file is about to be handed over.
	Announce(ctx context.Context, transmissionID id.ID, sha256 string, s Syntax) error
	// Due lists queued ones of active connections that may be tried, the oldest first.
	Due(ctx context.Context, now time.Time, limit int) ([]id.ID, error)
	// Claim keeps others from one until an instant, and notes that an attempt begins: until its outcome
	// is known it is in doubt. ok is false where another has it, or it is no more to be sent. The answer
	// is as it was before.
	Claim(ctx context.Context, transmissionID id.ID, now, until time.Time) (before Transmission, ok bool, err error)
	// Outstanding are deposits of a connection of which it is not known that they arrived or failed,
	// those that are not accepted first, in any order.
	Outstanding(ctx context.Context, connectionID id.ID, limit int) ([]Transmission, error)
	// ByTracking finds those of a connection among some ids, whoever gave these.
	ByTracking(ctx context.Context, connectionID id.ID, ids []string) ([]id.ID, error)
	// ByNumber finds the newest of a connection for an invoice of that number; ok is false where there
	// is none.
	ByNumber(ctx context.Context, connectionID id.ID, number string) (transmissionID id.ID, ok bool, err error)
	// Unseen are those of some flows that were not met in this state of theirs.
	Unseen(ctx context.Context, connectionID id.ID, flows []Flow) ([]Flow, error)
	// Remember keeps what was received, and what came of it.
	Remember(ctx context.Context, connectionID id.ID, received []Received) error
	// Unclear lists what was received and is of nothing that is known, the newest first.
	Unclear(ctx context.Context, operationID id.ID, limit int) ([]Received, error)
	// Paid lists invoices that were delivered, are paid in full and of which that was not said, of
	// connections that say it.
	Paid(ctx context.Context, limit int) ([]Transmission, error)
}

// Outcome is what came of something that was received.
type Outcome string

// The outcomes.
const (
	Applied    Outcome = "APPLIED"    // it says something of a transmission
	Ignored    Outcome = "IGNORED"    // it is of something that is not ours to follow
	Unmatched  Outcome = "UNMATCHED"  // of an invoice that was not sent by this connection
	Unreadable Outcome = "UNREADABLE" // nobody understands it
)

// Received is something that a carrier gave.
type Received struct {
	Flow
	ConnectionID   id.ID
	ConnectionName string // read only
	TransmissionID id.ID
	Outcome        Outcome
	Number         string // of the invoice that it names
	ReceivedAt     time.Time
}

// Head is what a transmission knows of an invoice besides what is frozen of it.
type Head struct {
	ID, OperationID id.ID
	Number          string // empty until it is issued
	Type            billing.InvoiceType
	CreditsID       id.ID // of a credit note: the invoice that it takes back
}

// Invoices reads what is to be sent.
type Invoices interface {
	// Heads are those that are there.
	Heads(ctx context.Context, operationID id.ID, invoiceIDs []id.ID) (map[id.ID]Head, error)
}

// Snapshots reads what was frozen of invoices.
type Snapshots interface {
	Snapshots(ctx context.Context, operationID id.ID, invoiceIDs []id.ID) (map[id.ID]billing.Document, error)
}

// Documents gives the stored documents of issued invoices. Errors: invoice.notFound, those of einvoice.Of.
type Documents interface {
	Travelling(ctx context.Context, operationID, invoiceID id.ID) (document.Travelling, error)
}

// EReports gives the files of reports of sales.
type EReports interface {
	EReport(ctx context.Context, reportID id.ID) (number string, content []byte, err error)
}

// Clients reads who buys in an operation, and keeps where a client receives its e-invoices. Errors: those
// of billing.
type Clients interface {
	BillableEntity(ctx context.Context, p policy.Principal, scope billing.Scope, entityID id.ID) (billing.BillableEntity, error)
	UpdateBillableEntity(ctx context.Context, p policy.Principal, scope billing.Scope, entityID id.ID, in entity.BillableEntityChange) (billing.BillableEntity, error)
}

// Queue has work done when the transaction of ctx commits.
type Queue interface {
	Submit(ctx context.Context, transmissionIDs []id.ID) error
	Poll(ctx context.Context, connectionID id.ID) error
}

// Told says what a platform said of the e-invoice of an invoice: it has it, or refuses it.
type Told struct {
	OperationID, InvoiceID id.ID
	Refused                bool
	CarrierID              string
	Reason                 string // the first of a refusal, in the platform's words
}

// EventName of event.Event.
func (Told) EventName() string { return "einvoicing.told" }

// Changed says that transmissions of an operation stand elsewhere.
type Changed struct{ OperationID id.ID }

// EventName of event.Event.
func (Changed) EventName() string { return "einvoicing.changed" }
