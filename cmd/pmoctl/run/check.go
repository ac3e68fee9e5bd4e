package run

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newCheck(f *factory.Factory) *cobra.Command {
	var upTo string
	cmd := &cobra.Command{
		Use:   "check",
		Short: "Show who a run would bill, and what it would stumble on",
		Args:  cobra.NoArgs,
	}
	operation := factory.OperationFlag(cmd)
	alsoUpTo(cmd)
	cmd.Flags().StringVar(&upTo, "bill-up-to", "", "periods whose last day is not after it (default today)")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		day, err := factory.DayOr("bill-up-to", upTo)
		if err != nil {
			return err
		}
		c, err := f.Client()
		if err != nil {
			return err
		}
		id, err := f.Operation(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		reply, err := c.CheckOperationBillRunWithResponse(cmd.Context(), id, pmo.BillRunCreation{BillUpTo: day})
		check, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return printCheck(f, reply.Body, *check)
	}
	return cmd
}

func printCheck(f *factory.Factory, raw []byte, check pmo.BillRunCheck) error {
	t := output.NewTable("issuer", "client", "periods", "problems")
	stumbles := 0
	for _, c := range check.Clients {
		periods := make([]string, len(c.Periods))
		for i, p := range c.Periods {
			periods[i] = p.From.String() + ".." + p.To.String()
		}
		var problems []string
		if c.Problems != nil {
			for _, p := range *c.Problems {
				problems = append(problems, output.Item(p))
			}
		}
		if len(problems) > 0 {
			stumbles++
		}
		t.Add(c.BillingEntityName, c.BillableEntityName, strings.Join(periods, " "), strings.Join(problems, "; "))
	}
	note := fmt.Sprintf("up to %s: %d clients, %d with problems", check.BillUpTo, len(check.Clients), stumbles)
	if check.OverwrittenDrafts > 0 {
		note += fmt.Sprintf("; %d drafts would be replaced", check.OverwrittenDrafts)
	}
	if check.LastDefinitive != nil {
		note += fmt.Sprintf("; last complete definitive month ends on %s", check.LastDefinitive)
	} else {
		note += "; no month is complete and definitive yet"
	}
	f.Note("%s", note)
	if check.SubscriptionsNumber == 0 {
		f.Note("nobody is subscribed: nothing can be due (pmoctl subscription create)")
	}
	noteUnpriced(f, check.Unpriced)
	if err := f.Print(raw, t); err != nil {
		return err
	}
	if stumbles > 0 {
		return exit.Partialf("%d of %d clients have problems", stumbles, len(check.Clients))
	}
	if asksForYes(check.Unpriced) {
		return exit.Partialf("%d pairs have energy that nobody is billed for", check.Unpriced.PairsNumber)
	}
	return nil
}
