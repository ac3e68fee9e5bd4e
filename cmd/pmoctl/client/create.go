package client

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
	var consumers []string
	cmd := &cobra.Command{
		Use:     "create",
		Short:   "Add a client to an operation",
		Example: "  pmoctl client create --operation ACC00000001 --name 'Boulangerie Martin' --consumer-type professional --legal-number 444608442 --consumer 99100000000017",
		Args:    cobra.NoArgs,
	}
	operation := factory.OperationFlag(cmd)
	body := fields.Bind(cmd, entityFields())
	cmd.Flags().StringSliceVar(&consumers, "consumer", nil, consumerHelp)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		return create(cmd.Context(), f, *operation, body, consumers)
	}
	return cmd
}

func create(ctx context.Context, f *factory.Factory, operation string, body *fields.Body, consumers []string) error {
	c, id, err := f.At(ctx, operation)
	if err != nil {
		return err
	}
	if err := f.SetSites(ctx, body, "consumerIds", id, consumers); err != nil {
		return err
	}
	raw, err := body.JSON(f.In)
	if err != nil {
		return err
	}
	reply, err := c.CreateOperationBillableEntityWithBodyWithResponse(ctx, id, nil, "application/json", bytes.NewReader(raw))
	e, err := pmo.Created(reply, err)
	if err != nil {
		return err
	}
	return f.Print(reply.Body, output.One(columns()...).Add(row(*e)...))
}
