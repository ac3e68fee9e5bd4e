package invoice

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newOverdue(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "overdue",
		Short: "List the invoices that should have been paid, the longest late first",
		Long: `List the invoices of an operation, or with --all of all one's operations, that should have
been paid and are not in full. What the public accountant cashes is never overdue.`,
		Example: `  pmoctl invoice overdue --operation ACC00000001 --days 30
  pmoctl invoice overdue --all -o csv`,
		Args: cobra.NoArgs,
	}
	operation := factory.OperationFlag(cmd)
	all := cmd.Flags().Bool("all", false, "of all operations")
	client := cmd.Flags().String("client", "", "of one client: its id or name")
	method := cmd.Flags().String("method", "", "of one way to pay: transfer, debit or cheque")
	days := cmd.Flags().Int("days", 0, "late for so many days at least")
	query := cmd.Flags().String("query", "", "text in number, client or issuer")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if *all && *client != "" {
			return exit.Usagef("a client is one of an operation: --all and --client do not go together")
		}
		params := pmo.ListOverdueInvoicesParams{}
		if *method != "" {
			m := pmo.PaymentMethod(*method)
			params.PaymentMethod = &m
		}
		if *days > 0 {
			params.MinDaysLate = days
		}
		if *query != "" {
			params.Q = query
		}
		if *all {
			c, err := f.Client()
			if err != nil {
				return err
			}
			mine := pmo.ListMyOverdueInvoicesParams(params)
			reply, err := c.ListMyOverdueInvoicesWithResponse(cmd.Context(), &mine)
			list, err := pmo.OK(reply, err)
			if err != nil {
				return err
			}
			return f.Print(reply.Body, overdue(f, *list))
		}
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		if *client != "" {
			clientID, err := f.BillingClient(cmd.Context(), id, *client)
			if err != nil {
				return err
			}
			params.ClientId = &clientID
		}
		reply, err := c.ListOverdueInvoicesWithResponse(cmd.Context(), id, &params)
		list, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, overdue(f, *list))
	}
	return cmd
}

func overdue(f *factory.Factory, list []pmo.OverdueInvoice) *output.Table {
	t := output.NewTable("id", "operation", "number", "client", "issuer", "method", "issued", "due", ">days_late", ">euro", ">paid", ">open", "collected")
	var open int64
	for _, i := range list {
		open += i.OpenCents
		t.Add(i.Id, i.OperationName, i.Number, i.BillableEntityName, i.BillingEntityName, string(i.PaymentMethod), i.IssueDate.String(), i.DueDate.String(), fmt.Sprint(i.DaysLate),
			output.Euro(i.AmountCents), output.Euro(i.PaidCents), output.Euro(i.OpenCents), output.Or(i.CollectionDate))
	}
	f.Note("%d invoices, %s EUR open", len(list), output.Euro(open))
	return t
}
