package account

import (
	"context"

	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// Info is an account with the person behind it.
// Errors: forbidden, notFound (somebody else's), user.notFound.
func (s *Service) Info(ctx context.Context, p policy.Principal, userID id.ID) (User, error) {
	if err := s.d.Guard.Require(ctx, p, "account:read", policy.Resource{UserID: userID}); err != nil {
		return User{}, err
	}
	return s.d.Users.ByID(ctx, userID)
}

// UpdateInfoInput changes what is not nil; an empty text clears.
type UpdateInfoInput struct {
	UserID    id.ID
	IfVersion int // 0 = whatever the version is
	Person    PersonChange
	Language  *Language
}

// PersonChange changes what is not nil; an empty text clears.
type PersonChange struct {
	Firstname, Lastname, Structure, Address, PostCode, City *string
}

func (c PersonChange) apply(p Person) (Person, error) {
	for _, f := range []struct{ from, to *string }{
		{c.Firstname, &p.Firstname}, {c.Lastname, &p.Lastname}, {c.Structure, &p.Structure},
		{c.Address, &p.Address}, {c.PostCode, &p.PostCode}, {c.City, &p.City},
	} {
		if f.from != nil {
			*f.to = *f.from
		}
	}
	return p.check()
}

// UpdateInfo changes the person and the language of an account.
// Errors: forbidden, notFound, user.notFound, object.changed, field.tooLong,
// language.unknown.
func (s *Service) UpdateInfo(ctx context.Context, p policy.Principal, in UpdateInfoInput) (User, error) {
	if err := s.d.Guard.Require(ctx, p, "account:update", policy.Resource{UserID: in.UserID}); err != nil {
		return User{}, err
	}
	var u User
	err := s.d.Tx.InTx(ctx, p.Change("account:update", "", "user", in.UserID), func(ctx context.Context) (err error) {
		if u, err = s.d.Users.ByID(ctx, in.UserID); err != nil {
			return err
		}
		if in.IfVersion != 0 && in.IfVersion != u.Version {
			return ErrChanged
		}
		if u.Person, err = in.Person.apply(u.Person); err != nil {
			return err
		}
		if in.Language != nil {
			if err := checkLanguage(*in.Language); err != nil {
				return err
			}
			u.Language = *in.Language
		}
		before := u.Version
		u.Version++
		return s.d.Users.Update(ctx, u, before)
	})
	return u, err
}

// App is one of the applications of an installation.
type App struct {
	Key     string // pmo, admin, api
	Path    string // on this installation
	Allowed bool   // for the account that asks
}

// AppMap lists the three applications (decisions 7): everybody may open the main one
// and the API reference, those who may read its lists the back-office.
// Error: forbidden.
func (s *Service) AppMap(ctx context.Context, p policy.Principal) ([]App, error) {
	if err := s.d.Guard.Require(ctx, p, "session:read", policy.Resource{UserID: p.UserID}); err != nil {
		return nil, err
	}
	backOffice, err := s.d.Guard.Decider.Decide(ctx, p, "admin:read", policy.Resource{})
	if err != nil {
		return nil, err
	}
	return []App{
		{Key: "pmo", Path: "/pmo", Allowed: true},
		{Key: "admin", Path: "/admin", Allowed: backOffice.Allow},
		{Key: "api", Path: "/api/docs", Allowed: true},
	}, nil
}
