// Package entity holds the verbs that issuers and clients of invoices have in common:
// both are somebody in law, with sites.
package entity

import (
	"bytes"
	"context"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/fields"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// Kind is what makes an issuer an issuer and a client a client.
type Kind[E any] struct {
	Noun, Article string // as "issuer", "an"
	Short         string
	Fields        []fields.Field
	Changes       []fields.Field // beside them, of an update alone
	// Site is the flag that names sites, by id, PRM or EAN; SiteField is where they go
	// in the contract.
	Site, SiteField              string
	CreateExample, UpdateExample string
	Columns                      []string
	Row                          func(E) []string
	Calls                        Calls[E]
}

// Calls are those of the contract. Find gives the id of one by its id or name.
type Calls[E any] struct {
	Find   func(ctx context.Context, f *factory.Factory, operationID pmo.Id, name string) (pmo.Id, error)
	List   func(ctx context.Context, c *pmo.ClientWithResponses, operationID pmo.Id) (Read[[]E], error)
	Get    func(ctx context.Context, c *pmo.ClientWithResponses, operationID, entityID pmo.Id) (Read[E], error)
	Create func(ctx context.Context, c *pmo.ClientWithResponses, operationID pmo.Id, body io.Reader) (Made[E], error)
	Update func(ctx context.Context, c *pmo.ClientWithResponses, operationID, entityID pmo.Id, body io.Reader) (Read[E], error)
}

// JSON is what bodies are.
const JSON = "application/json"

// Read is an answer to a question or a change.
type Read[T any] interface {
	StatusCode() int
	GetBody() []byte
	GetJSON200() *T
}

// Made is an answer to a creation.
type Made[T any] interface {
	StatusCode() int
	GetBody() []byte
	GetJSON201() *T
}

// New is the noun with its verbs.
func (k Kind[E]) New(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: k.Noun, Short: k.Short, Aliases: []string{k.Noun + "s"}}
	cmd.AddCommand(k.list(f), k.show(f), k.create(f), k.update(f))
	return cmd
}

func (k Kind[E]) list(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "list", Short: "List the " + k.Noun + "s of invoices of an operation", Args: cobra.NoArgs}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		reply, err := k.Calls.List(cmd.Context(), c, id)
		list, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		t := output.NewTable(k.Columns...)
		for _, e := range *list {
			t.Add(k.Row(e)...)
		}
		return f.Print(reply.GetBody(), t)
	}
	return cmd
}

func (k Kind[E]) show(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "show NAME", Short: "Show one " + k.Noun, Args: cobra.ExactArgs(1)}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		entityID, err := k.Calls.Find(cmd.Context(), f, id, args[0])
		if err != nil {
			return err
		}
		reply, err := k.Calls.Get(cmd.Context(), c, id, entityID)
		e, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return k.print(f, reply.GetBody(), *e)
	}
	return cmd
}

func (k Kind[E]) print(f *factory.Factory, raw []byte, e E) error {
	return f.Print(raw, output.One(k.Columns...).Add(k.Row(e)...))
}

// written is a create or an update before it is sent.
type written struct {
	operation *string
	body      *fields.Body
	sites     []string
}

// bind adds the flags that create and update share.
func (k Kind[E]) bind(cmd *cobra.Command, body func(*cobra.Command, []fields.Field) *fields.Body, more ...fields.Field) *written {
	w := &written{operation: factory.OperationFlag(cmd)}
	w.body = body(cmd, slices.Concat(k.Fields, more))
	cmd.Flags().StringSliceVar(&w.sites, k.Site, nil, "its "+k.Site+" sites: id, PRM or EAN")
	return w
}

// at is the server, the operation and the body, with sites by their ids.
func (k Kind[E]) at(ctx context.Context, f *factory.Factory, w *written) (*pmo.ClientWithResponses, pmo.Id, io.Reader, error) {
	c, id, err := f.At(ctx, *w.operation)
	if err != nil {
		return nil, "", nil, err
	}
	if err := f.SetSites(ctx, w.body, k.SiteField, id, w.sites); err != nil {
		return nil, "", nil, err
	}
	raw, err := w.body.JSON(f.In)
	return c, id, bytes.NewReader(raw), err
}

func (k Kind[E]) create(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "create", Short: "Add " + k.Article + " " + k.Noun + " to an operation", Example: k.CreateExample, Args: cobra.NoArgs}
	w := k.bind(cmd, fields.Bind)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, id, body, err := k.at(cmd.Context(), f, w)
		if err != nil {
			return err
		}
		reply, err := k.Calls.Create(cmd.Context(), c, id, body)
		e, err := pmo.Created(reply, err)
		if err != nil {
			return err
		}
		return k.print(f, reply.GetBody(), *e)
	}
	return cmd
}

func (k Kind[E]) update(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "update NAME",
		Short:   "Change " + k.Article + " " + k.Noun,
		Long:    "Change what the flags name, nothing else. --" + k.Site + " replaces all its " + k.Site + "s.",
		Example: k.UpdateExample,
		Args:    cobra.ExactArgs(1),
	}
	w := k.bind(cmd, fields.BindUpdate, k.Changes...)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, id, body, err := k.at(cmd.Context(), f, w)
		if err != nil {
			return err
		}
		entityID, err := k.Calls.Find(cmd.Context(), f, id, args[0])
		if err != nil {
			return err
		}
		reply, err := k.Calls.Update(cmd.Context(), c, id, entityID, body)
		e, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return k.print(f, reply.GetBody(), *e)
	}
	return cmd
}
