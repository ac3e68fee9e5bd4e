package invoice

import (
	"strconv"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newTotals(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "totals",
		Short:   "How many invoices there are of each state, and what they come to",
		Example: "  pmoctl invoice totals --operation ACC00000001",
		Args:    cobra.NoArgs,
	}
	operation := factory.OperationFlag(cmd)
	query := cmd.Flags().StringP("query", "q", "", "only of those that contain this text")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, err := f.Client()
		if err != nil {
			return err
		}
		id, err := f.Operation(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		params := pmo.GetOperationInvoiceTotalsParams{}
		if *query != "" {
			params.Q = query
		}
		reply, err := c.GetOperationInvoiceTotalsWithResponse(cmd.Context(), id, &params)
		totals, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, totalsTable(*totals))
	}
	return cmd
}

func totalsTable(t pmo.InvoiceTotals) *output.Table {
	table := output.NewTable("state", ">number", ">energy_kwh", ">net_eur", ">vat_eur", ">amount_eur")
	for _, row := range []struct {
		state string
		of    pmo.InvoiceTotal
	}{{"drafts", t.Drafts}, {"published", t.Published}, {"toDeliver", t.ToDeliver}, {"overdue", t.Overdue}, {"paid", t.Paid}, {"cancelled", t.Cancelled}, {"creditNotes", t.CreditNotes}, {"statements", t.Statements}} {
		table.Add(row.state, strconv.Itoa(row.of.Number), output.KWh(row.of.EnergyMilliWh), output.Euro(row.of.NetCents), output.Euro(row.of.VatCents), output.Euro(row.of.AmountCents))
	}
	return table
}
