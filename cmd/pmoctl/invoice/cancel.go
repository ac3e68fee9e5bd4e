package invoice

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newCancel(f *factory.Factory) *cobra.Command {
	var s selection
	yes, reason := false, ""
	cmd := &cobra.Command{
		Use:   "cancel [ID...]",
		Short: "Cancel invoices: a credit note takes back what was published",
		Long: `Cancel invoices: by id or number, those of a run, or all that are published. A
published invoice stays as it is; a credit note with a number of its own takes it back. A
draft that is named is put aside. The days of both are due again: the next run bills them.`,
		Example: "  pmoctl invoice cancel COM-2026-00012 --operation ACC00000001 --reason 'Relevé corrigé' --yes",
	}
	operation := factory.OperationFlag(cmd)
	s.flags(cmd, "all published invoices of the operation")
	cmd.Flags().StringVar(&reason, "reason", "", "why: printed on the credit notes (200 characters at most)")
	cmd.Flags().BoolVar(&yes, "yes", false, "do not ask")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := s.check(args); err != nil {
			return err
		}
		return cancel(cmd.Context(), f, *operation, s, yes, reason)
	}
	return cmd
}

func cancel(ctx context.Context, f *factory.Factory, operation string, s selection, yes bool, reason string) error {
	c, err := f.Client()
	if err != nil {
		return err
	}
	id, err := f.Operation(ctx, operation)
	if err != nil {
		return err
	}
	list, err := s.find(ctx, f, id, pmo.InvoiceStatusFINALIZED)
	if err != nil {
		return err
	}
	if len(list) == 0 {
		f.Note("there is no published invoice")
		return nil
	}
	if err := f.Confirm(ctx, yes, fmt.Sprintf("Cancel %d invoices, %s EUR in all", len(list), output.Euro(total(list)))); err != nil {
		return err
	}
	selected := ids(list)
	body := pmo.InvoiceCancellation{Ids: &selected}
	if reason != "" {
		body.Reason = &reason
	}
	reply, err := c.CancelOperationInvoicesWithResponse(ctx, id, nil, body)
	r, err := pmo.OK(reply, err)
	if err != nil {
		return err
	}
	return outcome(f, reply.Body, list, r.Results, "cancelled")
}
