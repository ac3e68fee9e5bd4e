package account

import (
	"context"

	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
)

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
func (s *Service) CreateUser(ctx context.Context, p policy.Principal, in CreateUserInput) (Created, error) {
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

// invite queues the activation mail of an account that waits for its password.
func (s *Service) invite(ctx context.Context, u User) error {
	if s.d.Queue == nil || u.Initialized || !u.Active {
		return nil
	}
	return s.d.Queue.ActivationMail(ctx, u.ID)
}

// CreateFirstAdmin opens the first account of an empty installation: an admin who
// chose the password. Errors: user.adminExists when there is any account, and those
// of CreateUser.
func (s *Service) CreateFirstAdmin(ctx context.Context, in CreateUserInput) (Created, error) {
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
func (s *Service) opened(ctx context.Context, in CreateUserInput) (Created, error) {
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
		in.Password = initialPassword()
		c.InitialPassword = in.Password
	} else if err := checkPassword(in.Password, email); err != nil {
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

func (s *Service) addUser(ctx context.Context, c Created) error {
	if err := s.d.Users.Add(ctx, c.User); err != nil {
		return err
	}
	if len(c.OperationIDs) == 0 {
		return nil
	}
	return s.d.Memberships.SetOperations(ctx, c.ID, c.Role, c.OperationIDs)
}
