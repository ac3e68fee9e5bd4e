package accountstore

import (
	"context"
	"slices"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/core/account"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// Principals reads who an account is to the policy.
type Principals struct {
	db   *postgres.DB
	kept *postgres.Kept[sessionOn, sessionPrincipal]
}

// sessionOn is a session on a day.
type sessionOn struct {
	hash account.SecretHash
	day  civil.Date
}

type sessionPrincipal struct {
	session   account.Session
	principal policy.Principal
}

// mostKept is how many sessions are known without reading them again.
const mostKept = 256

var _ account.Principals = (*Principals)(nil)

// NewPrincipals is the reader over db.
func NewPrincipals(db *postgres.DB) *Principals {
	return &Principals{db, postgres.NewKept[sessionOn, sessionPrincipal](db, mostKept)}
}

// Load reads role, operations and sites in one or two queries. Error: user.notFound, for a blocked account too.
func (s *Principals) Load(ctx context.Context, userID id.ID, on civil.Date) (policy.Principal, error) {
	row, err := queries(ctx, s.db).GetPrincipal(ctx, postgres.ToDate(on), userID)
	if err != nil {
		return policy.Principal{}, postgres.OrMissing(err, account.ErrNotFound)
	}
	return s.placed(ctx, policy.Principal{UserID: userID, Role: policy.Role(row.Role), Operations: row.OperationIds, Narrowed: narrowed(row.OperationIds, row.NarrowedTo),
		SecondFactor: row.HasSecondFactor, Duty: account.DutyOf(policy.Role(row.Role), row.Initialized, row.HasAcceptedTerms)})
}

// OfSession reads the same beside the session, for every request.
// Error: session.required.
func (s *Principals) OfSession(ctx context.Context, hash account.SecretHash, on civil.Date) (account.Session, policy.Principal, error) {
	out, err := s.kept.Read(ctx, sessionOn{hash, on}, func(ctx context.Context) (sessionPrincipal, error) { return s.ofSession(ctx, hash, on) })
	return out.session, out.principal, err
}

func (s *Principals) ofSession(ctx context.Context, hash account.SecretHash, on civil.Date) (out sessionPrincipal, err error) {
	row, err := queries(ctx, s.db).GetSessionPrincipal(ctx, postgres.ToDate(on), toDBHash(hash))
	if err != nil {
		return out, postgres.OrMissing(err, account.ErrNoSession)
	}
	out.principal, err = s.placed(ctx, policy.Principal{UserID: row.Session.UserID, Role: policy.Role(row.Role), Operations: row.OperationIds, Narrowed: narrowed(row.OperationIds, row.NarrowedTo),
		SecondFactor: row.HasSecondFactor, Duty: account.DutyOf(policy.Role(row.Role), row.Initialized, row.HasAcceptedTerms)})
	out.session = fromDBSession(row.Session)
	if row.ViewedParticipantID != nil && row.ViewedOperationID != nil && row.ViewedUntil != nil {
		out.session.View = &account.View{OperationID: *row.ViewedOperationID, ParticipantID: *row.ViewedParticipantID, EndsAt: *row.ViewedUntil}
	}
	return out, err
}

// narrowed are the operations in which an organizer is less than a full one.
func narrowed(operationIDs []id.ID, to []string) (out []policy.Narrowed) {
	for i, capacity := range to {
		if capacity != "" {
			out = append(out, policy.Narrowed{OperationID: operationIDs[i], To: policy.Capacity(capacity)})
		}
	}
	return out
}

// placed adds its sites to a participant, and the operations of these.
func (s *Principals) placed(ctx context.Context, p policy.Principal) (policy.Principal, error) {
	if p.Role != policy.RoleParticipant {
		return p, nil
	}
	var err error
	if p.Sites, err = s.sites(ctx, p.UserID); err != nil {
		return policy.Principal{}, err
	}
	p.Operations = nil
	for _, site := range p.Sites { // in the order of operations
		p.Operations = append(p.Operations, site.OperationID)
	}
	p.Operations = slices.Compact(p.Operations)
	return p, nil
}

// Reach is the operations of an organizer or observer and the sites of a participant.
func (s *Principals) Reach(ctx context.Context, userID id.ID) (operations []id.ID, sites []policy.Site, err error) {
	if operations, err = queries(ctx, s.db).ListOperationsOfUser(ctx, userID); err != nil {
		return nil, nil, err
	}
	sites, err = s.sites(ctx, userID)
	return operations, sites, err
}

// sites of a participant in the order of operations. One that has no entry date yet
// has no day.
func (s *Principals) sites(ctx context.Context, userID id.ID) ([]policy.Site, error) {
	rows, err := queries(ctx, s.db).ListSitesOfUser(ctx, &userID)
	if err != nil {
		return nil, err
	}
	sites := make([]policy.Site, len(rows))
	for i, r := range rows {
		sites[i] = policy.Site{ParticipantID: r.ID, OperationID: r.OperationID,
			Period: civil.Range{From: postgres.FromDate(r.Entry), To: postgres.FromDate(r.Leaving)}}
	}
	return sites, nil
}

// EnergyType is producer for who only produces, else consumer; "" without a site.
func (s *Principals) EnergyType(ctx context.Context, userID id.ID) (account.EnergyType, error) {
	types, err := queries(ctx, s.db).ListEnergyTypesOfUser(ctx, &userID)
	if err != nil || len(types) == 0 {
		return "", err
	}
	return account.EnergyType(slices.Min(types)), nil // "consumer" is before "producer"
}
