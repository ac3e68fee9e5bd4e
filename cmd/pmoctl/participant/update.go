package participant

import (
	"bytes"
	"context"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/fields"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newUpdate(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:               "update SITE",
		Short:             "Change a site",
		Long:              "Change what the flags name, nothing else. A last day asks the operator for the exit.",
		Example:           "  pmoctl participant update 99100000000017 --operation ACC00000001 --exit 2026-12-31",
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: f.CompleteSites,
	}
	operation := factory.OperationFlag(cmd)
	body := fields.BindUpdate(cmd, append([]fields.Field{
		{Flag: "entry", Name: "entry", Kind: fields.Day, Usage: "first day in the perimeter"},
		{Flag: "exit", Name: "exit", Kind: fields.Day, Usage: "last day in the perimeter (included)"},
	}, siteFields()...))
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return update(cmd.Context(), f, *operation, args[0], body)
	}
	return cmd
}

func update(ctx context.Context, f *factory.Factory, operation, name string, body *fields.Body) error {
	raw, err := body.JSON(f.In)
	if err != nil {
		return err
	}
	c, id, err := f.At(ctx, operation)
	if err != nil {
		return err
	}
	siteID, err := f.Participant(ctx, id, name)
	if err != nil {
		return err
	}
	reply, err := c.UpdateParticipantWithBodyWithResponse(ctx, siteID, nil, "application/json", bytes.NewReader(raw))
	site, err := pmo.OK(reply, err)
	if err != nil {
		return err
	}
	noteTouched(f, site.TouchedInvoices)
	return f.Print(reply.Body, output.One(columns()...).Add(row(*site)...))
}
