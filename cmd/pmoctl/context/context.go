// Package context holds the commands of contexts: servers under a name, each with its
// token and its default operation.
package context

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// New is the noun with its verbs.
func New(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "context",
		Short:   "Servers under a name, with a token and a default operation",
		Aliases: []string{"contexts"},
		Long: `A context is a server under a name, with the token to ask it and the operation that
is meant where a command names none. 'pmoctl login' makes one too. They are kept in
your config folder, readable by you alone. --context, or PMO_CONTEXT, chooses another
one for a single command.`,
	}
	cmd.AddCommand(newAdd(f), newUse(f), newList(f), newRemove(f))
	return cmd
}

func newAdd(f *factory.Factory) *cobra.Command {
	var operation string
	var tokenStdin bool
	cmd := &cobra.Command{
		Use:   "add NAME URL",
		Short: "Keep a server under a name",
		Long: `Keep a server under a name. With --token-stdin an API token is read from standard
input; without, 'pmoctl login --context NAME' makes one. The first context is the
current one; later ones are chosen with 'context use'.`,
		Example: `  pmoctl context add prod https://pmo.example.org --token-stdin --operation ACC00000001 < token.txt
  pmoctl context add test http://127.0.0.1:8080`,
		Args: cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			return add(cmd.Context(), f, factory.Context{Name: args[0], URL: args[1], Operation: operation}, tokenStdin)
		},
	}
	cmd.Flags().StringVar(&operation, "operation", "", "the operation that is meant where none is named: id, externalId or exact name")
	cmd.Flags().BoolVar(&tokenStdin, "token-stdin", false, "read an API token (pmo_…) from standard input")
	return cmd
}

func add(ctx context.Context, f *factory.Factory, c factory.Context, tokenStdin bool) error {
	saved, err := factory.LoadSettings()
	if err != nil {
		return err
	}
	if _, ok := saved.Named(c.Name); ok {
		return exit.Usagef("there is a context %q already: remove it first, or sign in anew with 'pmoctl login --context %s'", c.Name, c.Name)
	}
	if c.Name == "" {
		return exit.Usagef("give the context a name")
	}
	if _, err := pmo.Connect(c.URL); err != nil {
		return exit.AsUsage(err)
	}
	if tokenStdin {
		if c.Token, err = f.Secret(ctx, true, "Token"); err != nil {
			return err
		}
	}
	saved.Put(c)
	if err := factory.SaveSettings(saved); err != nil {
		return err
	}
	f.Note("context %q of %s%s", c.Name, c.URL, map[bool]string{true: ", the current one"}[saved.Current == c.Name])
	return nil
}

func newUse(f *factory.Factory) *cobra.Command {
	var operation string
	var none bool
	cmd := &cobra.Command{
		Use:   "use [NAME]",
		Short: "Choose the current context, or its default operation",
		Example: `  pmoctl context use prod
  pmoctl context use --operation ACC00000001
  pmoctl context use test --no-operation`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			name := f.ContextName
			if len(args) == 1 {
				name = args[0]
			}
			return use(cmd.Context(), f, name, operation, none)
		},
		ValidArgsFunction: f.CompleteContexts,
	}
	cmd.Flags().StringVar(&operation, "operation", "", "the operation that is meant where none is named: id, externalId or exact name")
	cmd.Flags().BoolVar(&none, "no-operation", false, "no default operation any more")
	cmd.MarkFlagsMutuallyExclusive("operation", "no-operation")
	return cmd
}

func use(ctx context.Context, f *factory.Factory, name, operation string, none bool) error {
	saved, err := factory.LoadSettings()
	if err != nil {
		return err
	}
	name = cmp.Or(name, saved.Current)
	if name == "" {
		return exit.Usagef("which context? there is no current one, see 'pmoctl context list'")
	}
	c, ok := saved.Named(name)
	if !ok {
		return exit.Usagef("there is no context %q, see 'pmoctl context list'", name)
	}
	if operation != "" && c.Token != "" { // a name that means nothing is refused now, not at each command
		f.ContextName = name
		if _, err := f.Operation(ctx, operation); err != nil {
			return err
		}
	}
	if operation != "" || none {
		c.Operation = operation
	}
	saved.Put(c)
	saved.Current = c.Name
	if err := factory.SaveSettings(saved); err != nil {
		return err
	}
	where := "no default operation"
	if c.Operation != "" {
		where = "operation " + c.Operation
	}
	f.Note("context %q: %s, %s", c.Name, c.URL, where)
	return nil
}

// listed is a context as it may be shown: never its token.
type listed struct {
	Name      string `json:"name"`
	URL       string `json:"url"`
	Current   bool   `json:"current"`
	SignedIn  bool   `json:"signedIn"`
	Email     string `json:"email,omitempty"`
	Operation string `json:"operation,omitempty"`
}

func newList(f *factory.Factory) *cobra.Command {
	return &cobra.Command{
		Use:   "list",
		Short: "List the contexts; their tokens are not shown",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			saved, err := factory.LoadSettings()
			if err != nil {
				return err
			}
			all := []listed{}
			t := output.NewTable("current", "name", "url", "email", "operation", "signed_in")
			for _, c := range saved.Contexts {
				one := listed{c.Name, c.URL, c.Name == saved.Current, c.Token != "", c.Email, c.Operation}
				all = append(all, one)
				t.Add(map[bool]string{true: "*"}[one.Current], one.Name, one.URL, one.Email, one.Operation, output.Yes(one.SignedIn))
			}
			raw, err := json.Marshal(all)
			if err != nil {
				return err
			}
			return f.Print(raw, t)
		},
	}
}

func newRemove(f *factory.Factory) *cobra.Command {
	return &cobra.Command{
		Use:               "remove NAME",
		Short:             "Forget a context; a token that 'pmoctl login' made is revoked",
		Args:              cobra.ExactArgs(1),
		RunE:              func(cmd *cobra.Command, args []string) error { return remove(cmd.Context(), f, args[0]) },
		ValidArgsFunction: f.CompleteContexts,
	}
}

// remove forgets a context even where its server is gone: it says then that the token lives on.
func remove(ctx context.Context, f *factory.Factory, name string) error {
	saved, err := factory.LoadSettings()
	if err != nil {
		return err
	}
	c, ok := saved.Named(name)
	if !ok {
		return exit.Usagef("there is no context %q, see 'pmoctl context list'", name)
	}
	if c.TokenID != "" {
		err := f.Revoke(ctx, c)
		if s := pmo.StatusOf(err); err != nil && s != http.StatusUnauthorized && s != http.StatusNotFound {
			f.Note("warning: the token could not be revoked and still works, revoke it at %s: %v", c.URL, err)
		}
	}
	saved.Remove(name)
	if err := factory.SaveSettings(saved); err != nil {
		return err
	}
	f.Note("context %q is forgotten", name)
	return nil
}
