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

func newReview(f *factory.Factory) *cobra.Command {
	var kinds []string
	cmd := &cobra.Command{
		Use:   "review [RUN]",
		Short: "Show what of a run deserves a look: failed, zero, gone, new, half more or less",
		Long: `Show the invoices of a run, the latest when none is named, with its exceptions first: what failed, what comes
to nothing, who was invoiced before and is not, who is new, and whose day costs half more or less than on the
last invoice. Exit 8 when something of it failed or is gone.`,
		Example: "  pmoctl run review --operation ACC00000001 --kind UNUSUAL,GONE",
		Args:    cobra.MaximumNArgs(1),
	}
	operation := factory.OperationFlag(cmd)
	cmd.Flags().StringSliceVar(&kinds, "kind", nil, "some kinds only: FAILED, ZERO, GONE, NEW, UNUSUAL, USUAL")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		var runID pmo.Id
		if len(args) > 0 {
			runID = args[0]
		} else {
			reply, err := c.GetLastOperationBillRunWithResponse(cmd.Context(), id)
			if err != nil {
				return err
			}
			if reply.StatusCode() == 204 {
				return exit.Usagef("there was no run yet")
			}
			last, err := pmo.OK(reply, err)
			if err != nil {
				return err
			}
			runID = last.Id
		}
		params := &pmo.ReviewOperationBillRunParams{}
		if len(kinds) > 0 {
			list := make([]pmo.ReviewKind, len(kinds))
			for n, kind := range kinds {
				list[n] = pmo.ReviewKind(kind)
			}
			params.Kind = &list
		}
		reply, err := c.ReviewOperationBillRunWithResponse(cmd.Context(), id, runID, params)
		r, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return printReview(f, reply.Body, *r)
	}
	return cmd
}

func printReview(f *factory.Factory, raw []byte, r pmo.BillRunReview) error {
	t := output.NewTable("kind", "issuer", "client", "period", ">amount_eur", ">change", "last", ">last_eur", "problem")
	for _, i := range r.Items {
		last, amount, problem := "", "", ""
		if i.Last != nil {
			last, amount = i.Last.Number, output.Euro(i.Last.AmountCents)
		}
		if i.Problem != nil {
			problem = output.Item(*i.Problem)
		}
		t.Add(string(i.Kind), i.BillingEntityName, i.BillableEntityName, i.PeriodStart.String()+".."+i.PeriodEnd.String(), output.EuroOr(i.AmountCents),
			output.Percent(i.ChangeRate), last, amount, problem)
	}
	n := r.Counts
	f.Note("%s", strings.Join([]string{fmt.Sprintf("run %s up to %s: %d failed", r.RunId, r.BillUpTo, n.Failed), fmt.Sprintf("%d at zero", n.Zero),
		fmt.Sprintf("%d gone", n.Gone), fmt.Sprintf("%d new", n.New), fmt.Sprintf("%d half more or less", n.Unusual), fmt.Sprintf("%d as usual", n.Usual)}, ", "))
	if shown := len(r.Items); shown < r.ItemsNumber {
		f.Note("%d of %d are shown", shown, r.ItemsNumber)
	}
	if err := f.Print(raw, t); err != nil {
		return err
	}
	if n.Failed+n.Gone > 0 {
		return exit.Partialf("%d failed, %d gone", n.Failed, n.Gone)
	}
	return nil
}
