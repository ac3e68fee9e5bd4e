package operation

import (
	"context"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// Operations keeps the operations.
type Operations interface {
	// Add stores a new one. Error: operation.externalIdUsed.
	Add(ctx context.Context, o Operation) error
	// Save replaces one, version included. Error: operation.externalIdUsed.
	Save(ctx context.Context, o Operation) error
	// ByID finds one. Error: operation.notFound.
	ByID(ctx context.Context, operationID id.ID) (Operation, error)
	// Locked is ByID that keeps others from changing it or its perimeter until the
	// transaction ends; it is the first lock of ADR 0003.
	Locked(ctx context.Context, operationID id.ID) (Operation, error)
	// ByIDs finds those that exist, by name in the order of a French reader.
	ByIDs(ctx context.Context, operationIDs []id.ID) ([]Operation, error)
	// All are all of them, by name in the order of a French reader.
	All(ctx context.Context) ([]Operation, error)
}

// Members keeps who runs and who observes an operation.
type Members interface {
	// Set makes users the only members with this role.
	Set(ctx context.Context, operationID id.ID, role policy.Role, users []id.ID) error
	// FullOrganizers counts those who are no accountants or readers, and not blocked.
	FullOrganizers(ctx context.Context, operationID id.ID) (int, error)
	// Of lists the users with this role, by operation.
	Of(ctx context.Context, operationIDs []id.ID, role policy.Role) (map[id.ID][]id.ID, error)
	// OperationsOf lists where a user has this role.
	OperationsOf(ctx context.Context, userID id.ID, role policy.Role) ([]id.ID, error)
}

// Accounts finds accounts; unknown ones are left out.
type Accounts interface {
	ByIDs(ctx context.Context, userIDs []id.ID) ([]Account, error)
	ByEmails(ctx context.Context, emails []string) ([]Account, error)
}

// Site is a site as operations list them.
type Site struct {
	OperationID id.ID
	ID          id.ID
	Name        string
	Producer    bool         // by its energy type; else a consumer
	Prosumer    bool         // is on the other side too
	Activation  *civil.Range // days in the perimeter; nil = no entry date yet
	Own         bool         // the caller's
	Unnamed     int          // of a producer whose name is not for the caller: a number in its place; 0 = named
}

func (s Site) consumes() bool { return !s.Producer || s.Prosumer }

func (s Site) produces() bool { return s.Producer || s.Prosumer }

// Count is how many sites an operation has that have not left; a prosumer is one of them,
// and counts on both sides.
type Count struct{ Sites, Consumers, Producers int }

// Sites reads the sites of operations.
type Sites interface {
	// OfOperations lists them, also those that have left, by name in the order of a
	// French reader.
	OfOperations(ctx context.Context, operationIDs []id.ID) ([]Site, error)
	// Counts counts those that have not left before today; an operation without any
	// is left out.
	Counts(ctx context.Context, operationIDs []id.ID, today civil.Date) (map[id.ID]Count, error)
}

// Data finds what there is of curves.
type Data interface {
	// LatestDays finds the last day with data of each operation that has any.
	LatestDays(ctx context.Context, operationIDs []id.ID) (map[id.ID]civil.Date, error)
	// LatestDaysOfSites finds the last day with data of each site that has any.
	LatestDaysOfSites(ctx context.Context, participantIDs []id.ID) (map[id.ID]civil.Date, error)
}

// Bills tells what the engines hold.
type Bills interface {
	// SellersOf finds the producers that sell to some of these sites, now or once.
	SellersOf(ctx context.Context, siteIDs []id.ID) (map[id.ID]bool, error)
	// InUse reports whether an operation has plans, subscriptions or invoices.
	InUse(ctx context.Context, operationID id.ID) (bool, error)
	// OldContracts reports whether an operation has contracts of the old engine.
	OldContracts(ctx context.Context, operationID id.ID) (bool, error)
}

// rank is how much a site counts as the producer that somebody looks at.
func (s Site) rank() int {
	switch {
	case s.Producer && s.Own:
		return 2
	case s.Producer:
		return 1
	}
	return 0
}
