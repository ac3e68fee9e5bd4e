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

func newCreate(f *factory.Factory) *cobra.Command {
	var producers []string
	cmd := &cobra.Command{
		Use:     "create",
		Short:   "Add an issuer to an operation",
		Example: "  pmoctl issuer create --operation ACC00000001 --name 'Commune de Fougères' --legal-number 444608442 --vat-regime normal --series COM --producer 99100000000031",
		Args:    cobra.NoArgs,
	}
	operation := factory.OperationFlag(cmd)
	body := fields.Bind(cmd, entityFields())
	cmd.Flags().StringSliceVar(&producers, "producer", nil, producerHelp)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		return create(cmd.Context(), f, *operation, body, producers)
	}
	return cmd
}

func create(ctx context.Context, f *factory.Factory, operation string, body *fields.Body, producers []string) error {
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
	reply, err := c.CreateOperationBillingEntityWithBodyWithResponse(ctx, id, nil, "application/json", bytes.NewReader(raw))
	e, err := pmo.Created(reply, err)
	if err != nil {
		return err
	}
	return f.Print(reply.Body, output.One(columns()...).Add(row(*e)...))
}
