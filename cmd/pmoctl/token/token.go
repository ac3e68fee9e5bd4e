// Package token holds the commands of one's own API tokens.
package token

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// New is the noun with its verbs.
func New(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "token", Short: "Your own API tokens", Aliases: []string{"tokens"},
		Long: `Your own API tokens. They end when you change your password or are blocked, and one
made here ends with the login of pmoctl that made it.`}
	cmd.AddCommand(newList(f), newCreate(f), newDelete(f))
	return cmd
}

func newList(f *factory.Factory) *cobra.Command {
	return &cobra.Command{
		Use:   "list",
		Short: "List your tokens, newest first, with the day they end",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := f.Client()
			if err != nil {
				return err
			}
			reply, err := c.ListTokensWithResponse(cmd.Context(), nil)
			list, err := pmo.OK(reply, err)
			if err != nil {
				return err
			}
			t := output.NewTable(columns...)
			for _, one := range *list {
				t.Add(row(one)...)
			}
			return f.Print(reply.Body, t)
		},
	}
}

type createOptions struct {
	name, expires string
	scopes        []string
}

func newCreate(f *factory.Factory) *cobra.Command {
	var o createOptions
	cmd := &cobra.Command{
		Use:     "create",
		Short:   "Make a token; its secret is told once",
		Example: "  pmoctl token create --name 'import nocturne' --scope curve:import,curve:read --expires 2026-12-31",
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return create(cmd.Context(), f, o) },
	}
	cmd.Flags().StringVar(&o.name, "name", "", "what it is for")
	cmd.Flags().StringSliceVar(&o.scopes, "scope", nil, "permissions, as curve:read (default all you have)")
	cmd.Flags().StringVar(&o.expires, "expires", "", "its last day (UTC), as 2026-12-31 (default none)")
	_ = cmd.MarkFlagRequired("name")
	return cmd
}

func create(ctx context.Context, f *factory.Factory, o createOptions) error {
	body := pmo.TokenCreation{Name: o.name}
	if len(o.scopes) > 0 {
		body.Scopes = &o.scopes
	}
	if o.expires != "" {
		day, err := time.Parse(time.DateOnly, o.expires)
		if err != nil {
			return exit.Usagef("--expires is a day as 2026-12-31, not %q", o.expires)
		}
		end := day.AddDate(0, 0, 1)
		body.ExpiresAt = &end
	}
	c, err := f.Client()
	if err != nil {
		return err
	}
	reply, err := c.CreateTokenWithResponse(ctx, nil, body)
	made, err := pmo.Created(reply, err)
	if err != nil {
		return err
	}
	return f.Print(reply.Body, output.One(append(columns, "secret")...).Add(append(row(*made), output.Or(made.Secret))...))
}

func newDelete(f *factory.Factory) *cobra.Command {
	yes := false
	cmd := &cobra.Command{
		Use:   "delete ID",
		Short: "Revoke a token, and those made with it",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := f.Client()
			if err != nil {
				return err
			}
			if err := f.Confirm(cmd.Context(), yes, fmt.Sprintf("Revoke the token %s", args[0])); err != nil {
				return err
			}
			return pmo.Done(c.DeleteTokenWithResponse(cmd.Context(), args[0]))
		},
	}
	cmd.Flags().BoolVar(&yes, "yes", false, "do not ask")
	return cmd
}

var columns = []string{"id", "name", "scopes", "created", "expires", "last_used"}

func row(t pmo.Token) []string {
	return []string{t.Id, t.Name, cmp.Or(strings.Join(t.Scopes, " "), "all"), t.CreatedAt.Format(time.DateOnly), at(t.ExpiresAt), at(t.LastUsedAt)}
}

func at(instant *time.Time) string {
	if instant == nil {
		return ""
	}
	return instant.Format(time.RFC3339)
}
