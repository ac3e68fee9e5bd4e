package invoice

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newPublish(f *factory.Factory) *cobra.Command {
	var s selection
	yes, unpriced := false, false
	cmd := &cobra.Command{
		Use:   "publish [ID...]",
		Short: "Publish drafts: they get their numbers and never change again",
		Long: `Publish drafts: by id, those of a run, or all of the operation. They get gapless
numbers and never change again. A draft whose data has changed since is refused; the
others are published. Energy of these months that no subscription covers is billed to
nobody: the call is refused until --confirm-unpriced says that this is meant.`,
		Example: "  pmoctl invoice publish --operation ACC00000001 --run last --yes",
	}
	operation := factory.OperationFlag(cmd)
	s.flags(cmd, "all drafts of the operation")
	cmd.Flags().BoolVar(&yes, "yes", false, "do not ask")
	cmd.Flags().BoolVar(&unpriced, "confirm-unpriced", false, "publish although energy of these months is billed to nobody")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := s.check(args); err != nil {
			return err
		}
		return publish(cmd.Context(), f, *operation, s, yes, unpriced)
	}
	return cmd
}

func publish(ctx context.Context, f *factory.Factory, operation string, s selection, yes, unpriced bool) error {
	c, err := f.Client()
	if err != nil {
		return err
	}
	id, err := f.Operation(ctx, operation)
	if err != nil {
		return err
	}
	drafts, err := s.find(ctx, f, id, pmo.InvoiceStatusDRAFT)
	if err != nil {
		return err
	}
	if len(drafts) == 0 {
		f.Note("there is no draft")
		return nil
	}
	if err := f.Confirm(ctx, yes, fmt.Sprintf("Publish %d invoices, %s EUR in all", len(drafts), output.Euro(total(drafts)))); err != nil {
		return err
	}
	selected := ids(drafts)
	body := pmo.InvoiceSelection{Ids: &selected}
	if unpriced {
		body.ConfirmUnpriced = &unpriced
	}
	reply, err := c.PublishOperationInvoicesWithResponse(ctx, id, nil, body)
	r, err := pmo.OK(reply, err)
	if err != nil {
		return err
	}
	return outcome(f, reply.Body, drafts, r.Results, "published")
}
