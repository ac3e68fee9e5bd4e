package account

import (
	"context"
	"errors"

	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
)

// UpdateUserInput changes what is not nil; an empty text clears. The role of an
// account never changes: what it did was done in that role. A new address of somebody
// who has no password of their own yet is sent the activation mail; links sent to the old one end.
type UpdateUserInput struct {
	UserID       id.ID
	IfVersion    int // 0 = not asked
	Email        *string
	Username     *string
	Person       PersonChange
	Language     *Language
	Active       *bool
	OperationIDs *[]id.ID // organizers and observers: all of their operations from now on
}

// Managed is an account with what it may see.
type Managed struct {
	User
	OperationIDs   []id.ID
	ParticipantIDs []id.ID
}

// UpdateUser changes an account. Blocking it ends its sessions, tokens and links, which
// do not come back with it; nobody blocks themselves. Errors: forbidden, user.notFound,
// user.ownAccount, object.changed, and those of CreateUser.
func (s *Service) UpdateUser(ctx context.Context, p policy.Principal, in UpdateUserInput) (Managed, error) {
	if err := s.d.Guard.Global(ctx, p, "user:update"); err != nil {
		return Managed{}, err
	}
	if in.Active != nil && !*in.Active && in.UserID == p.UserID {
		return Managed{}, ErrOwnAccount
	}
	var m Managed
	err := s.d.Tx.InTx(ctx, p.Change("user:update", "", "user", in.UserID), func(ctx context.Context) (err error) {
		if m.User, err = s.d.Users.ByID(ctx, in.UserID); err != nil {
			return err
		}
		if in.IfVersion != 0 && in.IfVersion != m.Version {
			return ErrChanged
		}
		before, address := m.Version, m.Email
		if m.User, err = in.apply(m.User); err != nil {
			return err
		}
		m.Version++
		if m.Email != address {
			m.ActivationError = "" // of the old one
		}
		if err := s.d.Users.Update(ctx, m.User, before); err != nil {
			return err
		}
		if m.Email != address {
			// Who reads the old address opens nothing any more.
			if s.d.Links != nil {
				if err := s.d.Links.UseOf(ctx, m.ID, s.d.Now()); err != nil {
					return err
				}
			}
			if err := s.invite(ctx, m.User); err != nil {
				return err
			}
		}
		if in.OperationIDs != nil && hasOperations(m.Role) {
			if err := s.d.Memberships.SetOperations(ctx, m.ID, m.Role, *in.OperationIDs); err != nil {
				return err
			}
		}
		if m.Active {
			return nil
		}
		if err := s.d.Tokens.DeleteOf(ctx, m.ID); err != nil {
			return err
		}
		if s.d.Links != nil {
			if err := s.d.Links.UseOf(ctx, m.ID, s.d.Now()); err != nil {
				return err
			}
		}
		return s.d.Sessions.DeleteOf(ctx, m.ID, "")
	})
	if err != nil {
		return Managed{}, err
	}
	err = s.addReach(ctx, &m)
	return m, err
}

func (in UpdateUserInput) apply(u User) (_ User, err error) {
	if in.Email != nil {
		if u.Email, err = party.ParseEmail(*in.Email); err != nil {
			return u, err
		}
	}
	if in.Username != nil {
		u.Username = *in.Username
	}
	if in.Language != nil {
		u.Language = *in.Language
	}
	if in.Active != nil {
		u.Active = *in.Active
	}
	if u.Person, err = in.Person.apply(u.Person); err != nil {
		return u, err
	}
	var operations []id.ID
	if in.OperationIDs != nil {
		operations = *in.OperationIDs
	}
	return u, checkUser(u, operations)
}

func (s *Service) addReach(ctx context.Context, m *Managed) error {
	operations, sites, err := s.d.Principals.Reach(ctx, m.ID)
	if err != nil {
		return err
	}
	m.OperationIDs = operations
	for _, site := range sites {
		m.ParticipantIDs = append(m.ParticipantIDs, site.ParticipantID)
	}
	return nil
}

// atPassword names the field of an account to be opened.
func atPassword(err error) error {
	var f *fault.Error
	if errors.As(err, &f) {
		return f.At("password")
	}
	return err
}
