// Package run holds the commands of bill runs: drafts of everything that is due.
package run

import (
	"cmp"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// New is the noun with its verbs.
func New(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "run", Short: "Bill runs: drafts of everything that is due", Aliases: []string{"runs"}}
	cmd.AddCommand(newCheck(f), newReview(f), newStart(f), newList(f), newShow(f), newLast(f))
	return cmd
}

// alsoUpTo takes --bill-up-to by its former name too.
func alsoUpTo(cmd *cobra.Command) {
	cmd.Flags().SetNormalizeFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		if name == "up-to" {
			name = "bill-up-to"
		}
		return pflag.NormalizedName(name)
	})
}

// printRun prints a run: a line for each issuer, client and period. It ends with 8
// while the run goes on or when some of it failed.
func printRun(f *factory.Factory, raw []byte, r pmo.BillRun) error {
	t := output.NewTable("issuer", "client", "period_start", "period_end", "status", ">amount_eur", "invoice_id", "error")
	noteUnpriced(f, r.Unpriced)
	drafts, failed := 0, 0
	for _, item := range r.Invoices {
		switch item.Status {
		case pmo.BillRunItemStatusSUCCESS:
			drafts++
		case pmo.BillRunItemStatusFAILURE:
			failed++
		case pmo.BillRunItemStatusPENDING:
		}
		t.Add(nameOr(item.BillingEntityName, item.BillingEntityId), nameOr(item.BillableEntityName, item.BillableEntityId),
			item.PeriodStart.String(), item.PeriodEnd.String(), statusOf(item), output.EuroOr(item.AmountCents), output.Or(item.InvoiceId), output.Or(cmp.Or(item.Detail, item.Error)))
	}
	f.Note("run %s up to %s: %s, %d drafts, %d failed", r.Id, r.BillUpTo, r.Status, drafts, failed)
	if err := f.Print(raw, t); err != nil {
		return err
	}
	switch {
	case r.Status == pmo.JobStatusPENDING:
		return exit.Partialf("the run goes on")
	case failed > 0:
		return exit.Partialf("%d of %d failed", failed, len(r.Invoices))
	case r.Status == pmo.JobStatusFAILURE:
		return fmt.Errorf("the run failed")
	}
	return nil
}

func statusOf(item pmo.BillRunItem) string {
	if item.NotCharged != nil && *item.NotCharged {
		return "NOT_CHARGED"
	}
	return string(item.Status)
}

func nameOr(name *string, id pmo.Id) string {
	if name != nil && *name != "" {
		return *name
	}
	return id
}
