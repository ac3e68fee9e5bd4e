package account

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newBilling(f *factory.Factory) *cobra.Command {
	return &cobra.Command{
		Use:   "billing",
		Short: "Show how you are billed in each of your operations: as what, at which address, and the last invoice",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := f.Client()
			if err != nil {
				return err
			}
			session, err := c.GetSessionWithResponse(cmd.Context())
			who, err := pmo.OK(session, err)
			if err != nil {
				return err
			}
			reply, err := c.ListOperationBillingsWithResponse(cmd.Context(), who.Id, nil)
			list, err := pmo.OK(reply, err)
			if err != nil {
				return err
			}
			t := output.NewTable("operation", "role", "billed_to", "address", "sites", "last_invoice", "amount_eur")
			for _, o := range *list {
				addBilling(t, o)
			}
			return f.Print(reply.Body, t)
		},
	}
}

// addBilling is a line for each address, the invoice on the first.
func addBilling(t *output.Table, o pmo.OperationBilling) {
	number, amount := "", ""
	if l := o.LastInvoice; l != nil {
		number, amount = l.Number, output.Euro(l.AmountCents)
	}
	if len(o.Parties) == 0 {
		t.Add(o.Name, "", "", "", "", number, amount)
	}
	for i, p := range o.Parties {
		if i > 0 {
			number, amount = "", ""
		}
		town := strings.TrimSpace(output.Or(p.PostCode) + " " + output.Or(p.City))
		t.Add(o.Name, string(p.Role), output.Or(p.Name), strings.Trim(output.Or(p.Address)+", "+town, ", "), strings.Join(p.Sites, ", "), number, amount)
	}
}
