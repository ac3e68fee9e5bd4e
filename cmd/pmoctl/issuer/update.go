package issuer

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
	var producers []string
	cmd := &cobra.Command{
		Use:     "update ISSUER",
		Short:   "Change an issuer",
		Long:    "Change what the flags name, nothing else. --producer replaces all its producers.",
		Example: "  pmoctl issuer update 'Commune de Fougères' --operation ACC00000001 --city Fougères",
		Args:    cobra.ExactArgs(1),
	}
	operation := factory.OperationFlag(cmd)
	body := fields.BindUpdate(cmd, entityFields())
	cmd.Flags().StringSliceVar(&producers, "producer", nil, producerHelp)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return update(cmd.Context(), f, *operation, args[0], body, producers)
	}
	return cmd
}

func update(ctx context.Context, f *factory.Factory, operation, name string, body *fields.Body, producers []string) error {
	c, id, err := f.At(ctx, operation)
	if err != nil {
		return err
	}
	if err := f.SetSites(ctx, body, "producerIds", id, producers); err != nil {
		return err
	}
	raw, err := body.JSON(f.In)
	if err != nil {
		return err
	}
	entityID, err := f.Issuer(ctx, id, name)
	if err != nil {
		return err
	}
	reply, err := c.UpdateOperationBillingEntityWithBodyWithResponse(ctx, id, entityID, nil, "application/json", bytes.NewReader(raw))
	e, err := pmo.OK(reply, err)
	if err != nil {
		return err
	}
	return f.Print(reply.Body, output.One(columns()...).Add(row(*e)...))
}
