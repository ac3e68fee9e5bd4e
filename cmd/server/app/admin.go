package app

import (
	"context"
	"errors"
	"fmt"

	"github.com/openpmo/pmo/core/account"
	"github.com/openpmo/pmo/core/fault"
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

// plain is an error for a terminal: the key and its parameters.
func plain(err error) error {
	if f := fault.From(err); f != nil {
		return errors.New(f.Error())
	}
	return err
}
