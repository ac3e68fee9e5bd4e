// Package invoice holds the commands of invoices.
package invoice

import (
	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// New is the noun with its verbs.
func New(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "invoice", Short: "Invoices and their drafts", Aliases: []string{"invoices"}}
	cmd.AddCommand(newList(f), newTotals(f), newSummary(f), newPublish(f), newCancel(f), newSettle(f), newSettlements(f), newUnsettle(f), newOverdue(f), newDownload(f), newZip(f), newAccounting(f), newDelete(f), newCorrections(f), newDecision(f, false), newDecision(f, true))
	return cmd
}

func table(list []pmo.Invoice) *output.Table {
	t := output.NewTable("id", "number", "type", "status", "payment_status", "issuer", "client", "period_start", "period_end",
		">energy_kwh", ">net_eur", ">vat_eur", ">amount_eur", "issue_date", "due_date")
	for _, i := range list {
		t.Add(i.Id, output.Or(i.Number), string(i.Type), string(i.Status), string(i.PaymentStatus), i.BillingEntity.Name, i.BillableEntity.Name,
			i.PeriodStart.String(), i.PeriodEnd.String(), output.KWhOr(i.EnergyMilliWh), output.Euro(i.NetCents), output.Euro(i.VatCents),
			output.Euro(i.AmountCents), output.Or(i.IssueDate), output.Or(i.DueDate))
	}
	return t
}
