package month

import (
	"context"

	"github.com/openpmo/pmo/core/allocation/coefficientset/calendar"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/billrun"
	"github.com/openpmo/pmo/core/billing/correction"
	"github.com/openpmo/pmo/core/billing/statement"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering/billable"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/policy"
)

// Operations reads operations; *operation.Service is one.
type Operations interface {
	// ByID error: operation.notFound.
	ByID(ctx context.Context, operationID id.ID) (operation.Operation, error)
	// Reached are those in the scope of the principal, by name; all of an admin. Error: forbidden.
	Reached(ctx context.Context, p policy.Principal) ([]operation.Operation, error)
}

// Curves says which days of data lack; *billable.Service is one.
type Curves interface {
	// Coverage is of each side of each site that takes part in the months, in the order of the
	// months; a participant's is of its own sites.
	Coverage(ctx context.Context, p policy.Principal, operationID id.ID, months []civil.Month) ([]billable.SideMonth, error)
}

// Coefficients says what the operator has been sent; *calendar.Service is one.
type Coefficients interface {
	// MonthStates is one a month, in their order; none where the operation sends none.
	// Errors: forbidden, notFound.
	MonthStates(ctx context.Context, p policy.Principal, operationID id.ID, months []civil.Month) ([]calendar.Month, error)
}

// Runs says whom a run would bill; *billrun.Service is one.
type Runs interface {
	// CheckRun errors: forbidden, notFound, featureNotAvailable.
	CheckRun(ctx context.Context, p policy.Principal, scope billing.Scope, in billrun.RunInput) (billrun.Check, error)
}

// Clients says who pays for sites; those of which nobody does have no client.
type Clients interface {
	BilledAs(ctx context.Context, operationID id.ID, sites []id.ID) (map[id.ID]participant.BilledAs, error)
}

// Invoices reads what was drafted and published, without lines.
type Invoices interface {
	// Pairs sums the invoices of each issuer and client whose last day is in one of the months
	// from first to last, by month and state; credit notes, cancelled ones and statements are
	// left out. today decides what is overdue.
	Pairs(ctx context.Context, operationID id.ID, first, last civil.Month, today civil.Date) ([]PairMonth, error)
	// Ways counts the published invoices whose last day is in one of the months, by month and by where
	// they are on their way to the client; cancelled ones and credit notes are left out.
	Ways(ctx context.Context, operationID id.ID, first, last civil.Month) ([]WayCount, error)
	// Overdue sums what should have been paid before today and is not, of all months; operations
	// without any are left out.
	Overdue(ctx context.Context, operationIDs []id.ID, today civil.Date) (map[id.ID]Overdue, error)
	// LiveRun is the bill run that goes on; none when there is none.
	LiveRun(ctx context.Context, operationID id.ID) (id.ID, error)
}

// Corrections reads the corrections of invoices that wait for a decision; *correction.Service is one.
type Corrections interface {
	Waiting(ctx context.Context, operationID id.ID) ([]correction.Correction, error)
}

// Statements says what producers are owed; *statement.Service is one.
type Statements interface {
	// Months is one a month, from the first to the last. Errors: forbidden, featureNotAvailable.
	Months(ctx context.Context, p policy.Principal, operationID id.ID, first, last civil.Month) ([]statement.MonthSum, error)
}

// WayCount is how many invoices of a month are where on their way; without a state they were never sent.
type WayCount struct {
	Month   civil.Month
	Channel billing.Channel // "" = nobody knows
	State   billing.DeliveryState
	// AtPlatform: what waits is at a platform, which says itself what becomes of it.
	AtPlatform bool
	Number     int
}

// PairMonth is what an issuer bills a client in a month, in one state.
type PairMonth struct {
	billing.PartyPair
	IssuerName, ClientName string
	Month                  civil.Month
	Status                 billing.InvoiceStatus // DRAFT, FINALIZED or NOT_CHARGED
	Number                 int
	Amount                 money.Cents
	Overdue                int
	Collected              money.Cents // received of published ones
	Unpaid, Late           money.Cents // still open of them, and of that overdue
	InvoiceID              id.ID       // one of them
}
