package invoice

import (
	"context"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newSummary(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "summary SITE",
		Short:   "What a site owes, what it is owed, and what was invoiced in each year",
		Example: "  pmoctl invoice summary 30001234567890 --operation ACC00000001",
		Args:    cobra.ExactArgs(1),
	}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return summary(cmd.Context(), f, *operation, args[0])
	}
	return cmd
}

func summary(ctx context.Context, f *factory.Factory, operation, site string) error {
	c, err := f.Client()
	if err != nil {
		return err
	}
	_, siteID, err := f.Target(ctx, operation, site)
	if err != nil {
		return err
	}
	reply, err := c.GetInvoiceSummaryWithResponse(ctx, siteID)
	s, err := pmo.OK(reply, err)
	if err != nil {
		return err
	}
	for _, open := range []struct {
		what string
		of   pmo.OpenInvoices
	}{{"to pay", s.ToPay}, {"to receive", s.ToReceive}} {
		for _, party := range open.of.Parties {
			due := ""
			if party.DueDate != nil {
				due = ", due " + party.DueDate.String()
			}
			f.Note("%s: %s €, %s%s", open.what, output.Euro(party.AmountCents), party.Name, due)
		}
	}
	t := output.NewTable(">year", "side", ">invoices", ">kwh", ">net", ">amount")
	for _, y := range s.Years {
		t.Add(strconv.Itoa(y.Year), string(y.Side), strconv.Itoa(y.Count), output.KWh(y.EnergyMilliWh), output.Euro(y.NetCents), output.Euro(y.AmountCents))
	}
	return f.Print(reply.Body, t)
}
