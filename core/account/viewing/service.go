// Package viewing lets an organizer see an operation as one of its participants does: with the
// rights of that participant and no other, in one session, for a while, without changing anything.
package viewing

import (
	"context"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/account"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

// Life is how long it lasts, unless it is ended before.
const Life = 30 * time.Minute

// Refusals.
var (
	// ErrSession is a token, which sees as who made it.
	ErrSession = fault.New(fault.Conflict, "viewing.sessionRequired")
	// ErrNone is ending what is over.
	ErrNone = fault.New(fault.NotFound, "viewing.none")
)

// Named is whom a session sees as, by name.
type Named struct {
	account.View
	Name string
}

// Views keeps which sessions see as a participant does.
type Views interface {
	// Put stores what a session sees from now on.
	Put(ctx context.Context, session account.SecretHash, v account.View) error
	// Of is what a session sees. Error: viewing.none.
	Of(ctx context.Context, session account.SecretHash) (Named, error)
	// Delete ends it; ok is false when there is nothing to end any more.
	Delete(ctx context.Context, session account.SecretHash) (ok bool, err error)
	// Ended lists sessions whose view is over, a hundred at most.
	Ended(ctx context.Context, now time.Time) ([]account.Session, error)
	// Sites are those of a participant in an operation.
	Sites(ctx context.Context, operationID, participantID id.ID) ([]policy.Site, error)
}

// Deps are what the service works with.
type Deps struct {
	Guard policy.Guard
	Tx    tx.Runner
	Now   func() time.Time
	Views Views
}

// Service is the use cases.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

const (
	start policy.Permission = "viewing:create"
	end   policy.Permission = "viewing:delete"
)

// Start makes the session of who asks see as a participant does.
// Errors: forbidden, notFound, viewing.sessionRequired, viewing.readOnly.
func (s *Service) Start(ctx context.Context, c account.Caller, participantID id.ID) (Named, error) {
	operationID, err := s.Guard.Participant(ctx, c.Principal, start, participantID)
	if err != nil {
		return Named{}, err
	}
	if c.Session == "" {
		return Named{}, ErrSession
	}
	v := account.View{OperationID: operationID, ParticipantID: participantID, EndsAt: s.Now().UTC().Add(Life)}
	var seen Named
	err = s.Tx.InTx(ctx, c.Principal.Change(start, operationID, "participant", participantID), func(ctx context.Context) (err error) {
		if err = s.Views.Put(ctx, c.Session, v); err != nil {
			return err
		}
		seen, err = s.Views.Of(ctx, c.Session)
		return err
	})
	return seen, err
}

// Current is whom the session of who asks sees as. Errors: forbidden, viewing.none.
func (s *Service) Current(ctx context.Context, c account.Caller) (Named, error) {
	if err := s.Guard.Require(ctx, c.Principal, "session:read", policy.Resource{UserID: c.Principal.UserID}); err != nil {
		return Named{}, err
	}
	return s.Views.Of(ctx, c.Session)
}

// End makes the session of who asks see as themselves again. Errors: forbidden, viewing.none.
func (s *Service) End(ctx context.Context, c account.Caller) error {
	if err := s.Guard.Require(ctx, c.Principal, end, policy.Resource{UserID: c.Principal.UserID}); err != nil {
		return err
	}
	seen, err := s.Views.Of(ctx, c.Session)
	if err != nil {
		return err
	}
	return s.over(ctx, c.Principal, account.Session{Hash: c.Session, View: &seen.View})
}

// over ends a view with a line of its own, once.
func (s *Service) over(ctx context.Context, p policy.Principal, of account.Session) error {
	return s.Tx.InTx(ctx, p.Change(end, of.View.OperationID, "participant", of.View.ParticipantID), func(ctx context.Context) error {
		ok, err := s.Views.Delete(ctx, of.Hash)
		if err == nil && !ok {
			return ErrNone
		}
		return err
	})
}

// As is who a session asks as: the participant, with its sites in that operation and nothing else.
// What is over, or the organizer's no more, ends.
func (s *Service) As(ctx context.Context, p policy.Principal, of account.Session) (policy.Principal, error) {
	held := p.Role == policy.RoleOrganizer && slices.Contains(p.Operations, of.View.OperationID) &&
		!slices.ContainsFunc(p.Narrowed, func(n policy.Narrowed) bool { return n.OperationID == of.View.OperationID })
	if !held || !s.Now().Before(of.View.EndsAt) {
		return p, s.lapse(ctx, p.UserID, of)
	}
	sites, err := s.Views.Sites(ctx, of.View.OperationID, of.View.ParticipantID)
	return policy.Principal{UserID: p.UserID, Role: policy.RoleParticipant, Operations: []id.ID{of.View.OperationID}, Sites: sites, Viewing: true, Duty: p.Duty}, err
}

// lapse ends a view that nobody ended. Somebody else may have been first.
func (s *Service) lapse(ctx context.Context, userID id.ID, of account.Session) error {
	err := s.over(ctx, policy.Principal{UserID: userID, Role: policy.RoleOrganizer, Agent: "system"}, of)
	if fault.KeyOf(err) == ErrNone.Key {
		return nil
	}
	return err
}

// Sweep ends views that are over. It belongs into a periodic job: a session that asks no more
// would else leave no line of its end.
func (s *Service) Sweep(ctx context.Context) error {
	ended, err := s.Views.Ended(ctx, s.Now())
	for _, one := range ended {
		if err := s.lapse(ctx, one.UserID, one); err != nil {
			return err
		}
	}
	return err
}
