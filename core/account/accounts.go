package account

import (
	"context"
	"errors"

	passwords "github.com/openpmo/pmo/core/account/password"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
)

// Accounts opens, changes and blocks accounts.
type Accounts struct{ d Deps }

// Info is an account with the person behind it.
// Errors: forbidden, notFound (somebody else's), user.notFound.
func (s *Accounts) Info(ctx context.Context, p policy.Principal, userID id.ID) (User, error) {
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
func (s *Accounts) UpdateInfo(ctx context.Context, p policy.Principal, in UpdateInfoInput) (User, error) {
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

// AppMap lists the three applications (domain 10): everybody may open the main one
// and the API reference, those who may read its lists the back-office.
// Error: forbidden.
func (s *Accounts) AppMap(ctx context.Context, p policy.Principal) ([]App, error) {
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

// ByID is for other contexts after their own permission check. Error: user.notFound.
func (s *Accounts) ByID(ctx context.Context, userID id.ID) (User, error) {
	return s.d.Users.ByID(ctx, userID)
}

// System is who acts when a command of the server itself does: the seed of the demo,
// `pmo-server admin create`. It is nobody's account.
var System = policy.Principal{Role: policy.RoleAdmin, Agent: "system"}

// CreateUserInput is an account to be opened.
type CreateUserInput struct {
	Email        string
	Username     string // "" = none
	Role         policy.Role
	Person       Person
	Language     Language // "" = French
	Password     string   // "" = one is made, and told in the answer
	Initialized  bool     // the password is the person's own already: no change asked at the first sign-in
	Invite       bool     // a mail with a one-time link goes to the address
	OperationIDs []id.ID  // organizers and observers only
}

// Created is an account with its operations and, if it was made here, its first password.
type Created struct {
	User
	OperationIDs    []id.ID
	InitialPassword string
}

// CreateUser opens an account. Errors: forbidden, email.invalid, username.invalid,
// role.unknown, language.unknown, field.tooLong, password.…, user.emailUsed,
// user.usernameUsed, user.roleWithoutOperations, user.operationUnknown.
func (s *Accounts) CreateUser(ctx context.Context, p policy.Principal, in CreateUserInput) (Created, error) {
	if err := s.d.Guard.Global(ctx, p, "user:create"); err != nil {
		return Created{}, err
	}
	c, err := s.opened(ctx, in)
	if err != nil {
		return Created{}, err
	}
	err = s.d.Tx.InTx(ctx, p.Change("user:create", "", "user", c.ID), func(ctx context.Context) error {
		if err := s.addUser(ctx, c); err != nil || !in.Invite {
			return err
		}
		return s.invite(ctx, c.User)
	})
	return c, err
}

// OpenInvited opens an account for who was invited by somebody who may not know whether there is
// one; it sees nothing before an invitation is accepted. Its one-time link is mailed by
// MailActivation. It is for other contexts after their own permission check. Errors: those of
// CreateUser.
func (s *Accounts) OpenInvited(ctx context.Context, email string, role policy.Role, language Language) (id.ID, error) {
	c, err := s.CreateUser(ctx, System, CreateUserInput{Email: email, Role: role, Language: language})
	return c.ID, err
}

// invite queues the activation mail of an account that waits for its password.
func (s *Accounts) invite(ctx context.Context, u User) error {
	if s.d.Queue == nil || u.Initialized || !u.Active {
		return nil
	}
	return s.d.Queue.ActivationMail(ctx, u.ID)
}

// CreateFirstAdmin opens the first account of an empty installation: an admin who
// chose the password. Errors: user.adminExists when there is any account, and those
// of CreateUser.
func (s *Accounts) CreateFirstAdmin(ctx context.Context, in CreateUserInput) (Created, error) {
	if err := s.d.Guard.Global(ctx, System, "user:create"); err != nil {
		return Created{}, err
	}
	in.Role, in.OperationIDs = policy.RoleAdmin, nil
	c, err := s.opened(ctx, in)
	if err != nil {
		return Created{}, err
	}
	err = s.d.Tx.InTx(ctx, System.Change("user:create", "", "user", c.ID), func(ctx context.Context) error {
		exists, err := s.d.Users.Any(ctx)
		if err != nil {
			return err
		}
		if exists {
			return ErrAdminExists
		}
		return s.addUser(ctx, c)
	})
	return c, err
}

// opened checks an account to be opened and hashes its password.
func (s *Accounts) opened(ctx context.Context, in CreateUserInput) (Created, error) {
	email, err := party.ParseEmail(in.Email)
	if err != nil {
		return Created{}, err
	}
	if in.Language == "" {
		in.Language = French
	}
	person, err := in.Person.check()
	if err != nil {
		return Created{}, err
	}
	c := Created{OperationIDs: in.OperationIDs, User: User{
		ID: id.New(), Email: email, Username: in.Username, Role: in.Role, Person: person, Language: in.Language,
		Initialized: in.Initialized, Active: true, Version: 1, CreatedAt: s.d.Now(),
	}}
	if err := checkUser(c.User, in.OperationIDs); err != nil {
		return Created{}, err
	}
	if in.Password == "" {
		in.Password = passwords.Initial()
		c.InitialPassword = in.Password
	} else if err := passwords.Check(in.Password, email); err != nil {
		return Created{}, atPassword(err)
	}
	c.PasswordHash, err = s.d.Hasher.Hash(ctx, in.Password)
	return c, err
}

func checkUser(u User, operationIDs []id.ID) error {
	if err := checkRole(u.Role); err != nil {
		return err
	}
	if err := checkUsername(u.Username); err != nil {
		return err
	}
	if len(operationIDs) > 0 && !hasOperations(u.Role) {
		return ErrNoOperations.With("role", string(u.Role))
	}
	return checkLanguage(u.Language)
}

func (s *Accounts) addUser(ctx context.Context, c Created) error {
	if err := s.d.Users.Add(ctx, c.User); err != nil {
		return err
	}
	if len(c.OperationIDs) == 0 {
		return nil
	}
	return s.d.Memberships.SetOperations(ctx, c.ID, c.Role, c.OperationIDs)
}

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
func (s *Accounts) UpdateUser(ctx context.Context, p policy.Principal, in UpdateUserInput) (Managed, error) {
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
			if err := s.d.Users.SetNewEmail(ctx, m.ID, ""); err != nil {
				return err
			}
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

func (s *Accounts) addReach(ctx context.Context, m *Managed) error {
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
