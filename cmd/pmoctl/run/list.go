package run

import (
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newList(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "list", Short: "List the bill runs of an operation, newest first, with what each made", Args: cobra.NoArgs}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		reply, err := c.ListOperationBillRunsWithResponse(cmd.Context(), id, nil)
		list, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		t := output.NewTable("id", "started", "bill_up_to", "mode", "status", ">invoices", ">failures", ">amount_eur")
		for _, r := range *list {
			t.Add(r.Id, r.CreatedAt.Format(time.RFC3339), r.BillUpTo.String(), string(r.Mode), string(r.Status),
				strconv.Itoa(r.InvoicesNumber), strconv.Itoa(r.FailuresNumber), output.Euro(r.AmountCents))
		}
		return f.Print(reply.Body, t)
	}
	return cmd
}
