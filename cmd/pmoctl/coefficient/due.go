package coefficient

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// operationsPerCall is how many operations one call asks about.
const operationsPerCall = 100

func newDue(f *factory.Factory) *cobra.Command {
	return &cobra.Command{
		Use:   "due",
		Short: "List the months of all operations that are late or due within five days",
		Long: `List the months of all operations you may see whose coefficients the operator has not been
sent, with the deadline past or at most five days ahead.`,
		Example: "  pmoctl coefficient due\n  pmoctl coefficient due -o csv",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := f.Client()
			if err != nil {
				return err
			}
			operations, err := pmo.OK(c.ListOperationsWithResponse(cmd.Context(), nil))
			if err != nil {
				return err
			}
			names, ids := map[pmo.Id]string{}, []pmo.Id{}
			for _, o := range *operations {
				names[o.Id], ids = o.ExternalId, append(ids, o.Id)
			}
			all := []pmo.CoefficientsDue{}
			for some := range slices.Chunk(ids, operationsPerCall) {
				due, err := pmo.OK(c.ListCoefficientsDueWithResponse(cmd.Context(), &pmo.ListCoefficientsDueParams{OperationIds: some}))
				if err != nil {
					return err
				}
				all = append(all, *due...)
			}
			t := output.NewTable("operation", "month", "deadline", ">days_left", "late", "prepared")
			for _, m := range all {
				t.Add(names[m.OperationId], m.Month, m.Deadline.String(), fmt.Sprint(m.DaysLeft), output.Yes(m.Late), output.Yes(m.Prepared))
			}
			raw, err := json.Marshal(all)
			if err != nil {
				return err
			}
			return f.Print(raw, t)
		},
	}
}
