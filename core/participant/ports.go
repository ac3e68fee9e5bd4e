package participant

import (
	"context"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/participant/folder"
	"github.com/openpmo/pmo/core/policy"
)

// Occupancy is the days in which a number belongs to one site; an empty period
// holds none.
type Occupancy struct {
	ParticipantID id.ID
	OperationID   id.ID
	DsoID         string
	Period        civil.Range
}

// Participants keeps the participants and their occupancies. It is also the
// policy.Locator.
type Participants interface {
	policy.Locator
	// ByID finds one. Error: participant.notFound.
	ByID(ctx context.Context, participantID id.ID) (Participant, error)
	// ByIDs finds those that exist, by name in the order of a French reader.
	ByIDs(ctx context.Context, participantIDs []id.ID) ([]Participant, error)
	// OfOperation lists those of an operation, by name in the order of a French reader.
	OfOperation(ctx context.Context, operationID id.ID) ([]Participant, error)
	// Add stores new ones; Save replaces stored ones, version included.
	Add(ctx context.Context, ps ...Participant) error
	Save(ctx context.Context, ps ...Participant) error
	// Delete removes one for good, with what is about it alone. Errors: participant.inKey,
	// participant.startedRuns, participant.hasInvoices, participant.hasBills, when something else names it.
	Delete(ctx context.Context, operationID, participantID id.ID) error
	// Taken lists the occupancies of other participants that meet one of these.
	Taken(ctx context.Context, wanted []Occupancy) ([]Occupancy, error)
	// Occupy replaces the occupancies of these participants, all at once. Error:
	// prm.alreadyUsed when another transaction was first.
	Occupy(ctx context.Context, os []Occupancy) error
}

// Operations is package operation as seen from here.
type Operations interface {
	ByID(ctx context.Context, operationID id.ID) (operation.Operation, error)
	Locked(ctx context.Context, operationID id.ID) (operation.Operation, error)
	Details(ctx context.Context, p policy.Principal, operationIDs []id.ID) ([]operation.Detail, error)
}

// Accounts finds accounts; unknown ones are left out.
type Accounts interface {
	ByIDs(ctx context.Context, userIDs []id.ID) ([]operation.Account, error)
	ByEmails(ctx context.Context, emails []string) ([]operation.Account, error)
}

// Invoices tells what is billed. Where pmo shares itself, other days of one site are other
// shares of all.
type Invoices interface {
	// LastInvoiced is the last day of the published invoices that bill a day of the range;
	// nil = none does.
	LastInvoiced(ctx context.Context, operationID id.ID, days civil.Range) (*civil.Date, error)
	// Touching is the published invoices that bill some of these days of these sites, by
	// period and number; one of several sites comes with each of their days.
	Touching(ctx context.Context, operationID id.ID, asked []SiteDays) ([]Touch, error)
	// Bills reports whether an invoice, drafts among them, bills a site or is issued for it, or
	// days of its subscriptions are billed.
	Bills(ctx context.Context, operationID, participantID id.ID) (bool, error)
	// FirstOf is the published invoice with the earliest period that bills a site or is issued
	// for it; nil = none is.
	FirstOf(ctx context.Context, operationID, participantID id.ID) (*FirstInvoice, error)
}

// FirstInvoice is the first one of a site.
type FirstInvoice struct {
	ID     id.ID
	Number string
	Day    civil.Date // of its issue
}

// Curves tells what was measured.
type Curves interface {
	// DaysWithData are the days on which the number of a site has a value of the operator's,
	// ascending, apart from one another.
	DaysWithData(ctx context.Context, operationID id.ID, dsoID string) ([]civil.Range, error)
}

// RecordedAnswer is an answer of the operator that somebody wrote down.
type RecordedAnswer struct {
	folder.Answer
	At time.Time
}

// Answers reads what was written down of the operator's answers.
type Answers interface {
	// OfSite are those about a site, the oldest first.
	OfSite(ctx context.Context, operationID, participantID id.ID) ([]RecordedAnswer, error)
}

// BilledAs is the entities of billing that stand for a participant; nil = none.
type BilledAs struct {
	BillingEntity, BillableEntity *Entity
	// Detail is who the client is, or the issuer where there is no client.
	Detail BillingDetail
}

// Entity is an issuer or a client.
type Entity struct {
	ID   id.ID
	Name string
}

// BillingDetail is the name and address on invoices.
type BillingDetail struct {
	Name, Address, PostCode, City string
	Email, PhoneNumber            string
	LegalNumber                   string // SIREN, SIRET or enterprise number
}

// Billing finds the entities of participants.
type Billing interface {
	BilledAs(ctx context.Context, operationID id.ID, participantIDs []id.ID) (map[id.ID]BilledAs, error)
}
