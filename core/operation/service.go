package operation

import (
	"context"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

// Deps is what a Service needs. DataDates and LatestData may be nil: there is no
// data then.
type Deps struct {
	Guard      policy.Guard
	Tx         tx.Runner
	Now        func() time.Time
	Operations Operations
	Members    Members
	Accounts   Accounts
	Sites      Sites
	DataDates  DataDates
	LatestData LatestData
	Bills      Bills // nil = none
}

// Service is the use cases of operations.
type Service struct {
	guard      policy.Guard
	tx         tx.Runner
	now        func() time.Time
	operations Operations
	members    Members
	accounts   Accounts
	sites      Sites
	dataDates  DataDates
	latestData LatestData
	bills      Bills
}

// New makes the service.
func New(d Deps) *Service {
	if d.Now == nil {
		d.Now = time.Now
	}
	return &Service{guard: d.Guard, tx: d.Tx, now: d.Now, operations: d.Operations, members: d.Members,
		accounts: d.Accounts, sites: d.Sites, dataDates: d.DataDates, latestData: d.LatestData, bills: d.Bills}
}

const read policy.Permission = "operation:read"

// ListInput narrows a list. Detailed adds the lists of sites.
type ListInput struct {
	Q        string // part of the name, the external id or the PMO's name
	Detailed bool
}

// List is the operations in the caller's scope, by name; admins have all.
// Error: forbidden.
func (s *Service) List(ctx context.Context, p policy.Principal, in ListInput) ([]Detail, error) {
	if err := s.guard.Global(ctx, p, read); err != nil {
		return nil, err
	}
	var (
		found []Operation
		err   error
	)
	if p.Role == policy.RoleAdmin {
		found, err = s.operations.All(ctx)
	} else {
		found, err = s.operations.ByIDs(ctx, scope(p))
	}
	if err != nil {
		return nil, err
	}
	found = slices.DeleteFunc(found, func(o Operation) bool {
		return !Matches(in.Q, o.Name, o.ExternalID, o.Interlocutor.LegalName)
	})
	return s.detail(ctx, p, found, in.Detailed)
}

// ListOfOrganizer is the operations that an organizer runs, by name. Organizers ask
// for themselves; admins for anybody. Errors: forbidden, notFound.
func (s *Service) ListOfOrganizer(ctx context.Context, p policy.Principal, organizerID id.ID, in ListInput) ([]Detail, error) {
	if err := s.guard.Require(ctx, p, read, policy.Resource{UserID: organizerID}); err != nil {
		return nil, err
	}
	return s.listOfMember(ctx, p, organizerID, policy.RoleOrganizer, in)
}

// ListOfObserver is the operations that the caller observes, by name; nothing for
// other roles. Error: forbidden.
func (s *Service) ListOfObserver(ctx context.Context, p policy.Principal, in ListInput) ([]Detail, error) {
	if err := s.guard.Global(ctx, p, read); err != nil {
		return nil, err
	}
	return s.listOfMember(ctx, p, p.UserID, policy.RoleObserver, in)
}

func (s *Service) listOfMember(ctx context.Context, p policy.Principal, userID id.ID, role policy.Role, in ListInput) ([]Detail, error) {
	ids, err := s.members.OperationsOf(ctx, userID, role)
	if err != nil {
		return nil, err
	}
	if p.Role != policy.RoleAdmin {
		mine := scope(p)
		ids = slices.DeleteFunc(ids, func(i id.ID) bool { return !slices.Contains(mine, i) })
	}
	found, err := s.operations.ByIDs(ctx, ids)
	if err != nil {
		return nil, err
	}
	return s.detail(ctx, p, found, in.Detailed)
}

// Get is one operation with its lists of sites. Errors: forbidden, notFound.
func (s *Service) Get(ctx context.Context, p policy.Principal, operationID id.ID) (Detail, error) {
	if err := s.guard.Operation(ctx, p, read, operationID); err != nil {
		return Detail{}, err
	}
	return s.one(ctx, p, operationID)
}

func (s *Service) one(ctx context.Context, p policy.Principal, operationID id.ID) (Detail, error) {
	o, err := s.operations.ByID(ctx, operationID)
	if err != nil {
		return Detail{}, err
	}
	d, err := s.detail(ctx, p, []Operation{o}, true)
	if err != nil {
		return Detail{}, err
	}
	return d[0], nil
}

// Details describes operations the caller has in scope, without the lists a
// participant may not see; others are left out. It is for other contexts after
// their own permission check.
func (s *Service) Details(ctx context.Context, p policy.Principal, operationIDs []id.ID) ([]Detail, error) {
	if p.Role != policy.RoleAdmin {
		mine := scope(p)
		operationIDs = slices.DeleteFunc(slices.Clone(operationIDs), func(i id.ID) bool { return !slices.Contains(mine, i) })
	}
	found, err := s.operations.ByIDs(ctx, operationIDs)
	if err != nil {
		return nil, err
	}
	return s.detail(ctx, p, found, false)
}

// ByID is for other contexts, after their own permission check.
// Error: operation.notFound.
func (s *Service) ByID(ctx context.Context, operationID id.ID) (Operation, error) {
	return s.operations.ByID(ctx, operationID)
}

// Locked is ByID within a transaction: nobody else changes the operation or its
// perimeter until it ends (the first lock of decisions 8.2).
func (s *Service) Locked(ctx context.Context, operationID id.ID) (Operation, error) {
	return s.operations.Locked(ctx, operationID)
}

// scope is where a caller other than an admin belongs.
func scope(p policy.Principal) []id.ID {
	ids := slices.Clone(p.Operations)
	for _, site := range p.Sites {
		ids = append(ids, site.OperationID)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// LatestDays is the last day with data of each operation that has any, for lists
// read after their own permission check.
func (s *Service) LatestDays(ctx context.Context, operationIDs []id.ID) (map[id.ID]civil.Date, error) {
	if s.dataDates == nil || len(operationIDs) == 0 {
		return nil, nil
	}
	return s.dataDates.LatestDays(ctx, operationIDs)
}
