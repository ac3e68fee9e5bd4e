package app

import (
	"context"
	"errors"
	"fmt"

	"github.com/openpmo/pmo/adapters/postgres/accountstore"
	"github.com/openpmo/pmo/core/account"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
)

// CreateAdmin opens a back-office account and prints its first password once.
func (a *App) CreateAdmin(ctx context.Context, email string) error {
	in := account.CreateUserInput{Email: email, Role: policy.RoleAdmin}
	created, err := a.Services.Account.CreateUser(ctx, account.System, in)
	if err != nil {
		return plain(err)
	}
	fmt.Fprintf(a.out, "Account %s is open. First password, told only this once: %s\n", created.Email, created.InitialPassword)
	return nil
}

// ResetSecondFactor turns off the second factor of an account; its sessions end.
func (a *App) ResetSecondFactor(ctx context.Context, email string) error {
	address, err := party.ParseEmail(email)
	if err != nil {
		return plain(err)
	}
	u, err := accountstore.NewUsers(a.db).ByEmail(ctx, address)
	if err != nil {
		return plain(err)
	}
	if err := a.Services.SecondFactor.Reset(ctx, account.System, u.ID); err != nil {
		return plain(err)
	}
	fmt.Fprintf(a.out, "The sign-in of %s asks for the password only.\n", u.Email)
	return nil
}

// plain is an error for a terminal: the key and its parameters.
func plain(err error) error {
	if f := fault.From(err); f != nil {
		return errors.New(f.Error())
	}
	return err
}
