package invoice

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// idsInQuery is how many ids one request takes in its address.
const idsInQuery = 100

func newDelete(f *factory.Factory) *cobra.Command {
	var s selection
	yes := false
	cmd := &cobra.Command{
		Use:     "delete [ID...]",
		Short:   "Delete drafts; a published invoice is never deleted",
		Example: "  pmoctl invoice delete --operation ACC00000001 --run last --yes",
	}
	operation := factory.OperationFlag(cmd)
	s.flags(cmd, "all drafts of the operation")
	cmd.Flags().BoolVar(&yes, "yes", false, "do not ask")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := s.check(args); err != nil {
			return err
		}
		return remove(cmd.Context(), f, *operation, s, yes)
	}
	return cmd
}

func remove(ctx context.Context, f *factory.Factory, operation string, s selection, yes bool) error {
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
	if err := f.Confirm(ctx, yes, fmt.Sprintf("Delete %d drafts", len(drafts))); err != nil {
		return err
	}
	var all pmo.BulkResults
	for some := range slices.Chunk(ids(drafts), idsInQuery) {
		r, err := pmo.OK(c.DeleteOperationInvoicesWithResponse(ctx, id, &pmo.DeleteOperationInvoicesParams{Ids: &some}))
		if err != nil {
			return err
		}
		all.Results = append(all.Results, r.Results...)
	}
	raw, err := json.Marshal(all)
	if err != nil {
		return err
	}
	return outcome(f, raw, drafts, all.Results, "deleted")
}
