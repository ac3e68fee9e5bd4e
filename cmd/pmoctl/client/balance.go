package client

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newBalance(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "balance [CLIENT]",
		Short: "Show what clients owe, or the account of one",
		Long: `Show what each client who was ever invoiced owes or is owed, or the account of one, line by
line: what was invoiced and taken back, paid and paid back, and what is owed after each. Below
nothing it is owed to the client.`,
		Example: `  pmoctl client balance --operation ACC00000001
  pmoctl client balance 'Boulangerie Martin' --operation ACC00000001 -o csv`,
		Args: cobra.MaximumNArgs(1),
	}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, operationID, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		if len(args) == 0 {
			reply, err := c.ListClientBalancesWithResponse(cmd.Context(), operationID, nil)
			list, err := pmo.OK(reply, err)
			if err != nil {
				return err
			}
			return f.Print(reply.Body, balances(*list))
		}
		clientID, err := f.BillingClient(cmd.Context(), operationID, args[0])
		if err != nil {
			return err
		}
		reply, err := c.GetClientAccountWithResponse(cmd.Context(), operationID, clientID)
		account, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, accountLines(account.Lines))
	}
	return cmd
}

func balances(list []pmo.ClientBalance) *output.Table {
	t := output.NewTable("id", "client", ">invoices", ">invoiced", ">credited", ">settled", ">open", ">overpaid", ">owed", ">overdue", ">overdue_invoices", ">days_late")
	for _, b := range list {
		t.Add(output.Or(b.BillableEntityId), b.BillableEntityName, fmt.Sprint(b.InvoiceCount), output.Euro(b.InvoicedCents), output.Euro(b.CreditedCents), output.Euro(b.SettledCents),
			output.Euro(b.OpenCents), output.Euro(b.OverpaidCents), output.Euro(b.OwedCents), output.Euro(b.OverdueCents), fmt.Sprint(b.OverdueCount), fmt.Sprint(b.LongestLateDays))
	}
	return t
}

func accountLines(lines []pmo.AccountLine) *output.Table {
	t := output.NewTable("date", "kind", "number", "due", "reference", ">euro", ">owed", "invoice")
	for _, l := range lines {
		t.Add(l.Date.String(), string(l.Kind), l.Number, output.Or(l.DueDate), output.Or(l.Reference), output.Euro(l.AmountCents), output.Euro(l.OwedCents), l.InvoiceId)
	}
	return t
}
