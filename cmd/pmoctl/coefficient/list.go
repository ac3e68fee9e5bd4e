package coefficient

import (
	"context"
	"fmt"
	"time"

	"github.com/oapi-codegen/runtime/types"
	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newList(f *factory.Factory) *cobra.Command {
	var from, to string
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List months, what is due and where it stands, newest first",
		Long: `List months, what is due and where it stands, newest first. outdated says what has
changed since the set was made: KEY, CURVES, SITES; prepare it again then. sent is the set
that the operator has, where another was made since.`,
		Example: "  pmoctl coefficient list --operation ACC00000001\n  pmoctl coefficient list --operation ACC00000001 --from 2026-01 --to 2026-06",
		Args:    cobra.NoArgs,
	}
	operation := factory.OperationFlag(cmd)
	cmd.Flags().StringVar(&from, "from", "", "first month, as 2026-01 (default: eleven months before the last)")
	cmd.Flags().StringVar(&to, "to", "", "last month (default: this one)")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		params, err := period(from, to, time.Now())
		if err != nil {
			return err
		}
		return list(cmd.Context(), f, *operation, params)
	}
	return cmd
}

// period is the days of --from and --to.
func period(from, to string, now time.Time) (*pmo.ListCoefficientMonthsParams, error) {
	if to == "" {
		to = now.Format("2006-01")
	}
	last, ok := monthOf(to)
	if !ok {
		return nil, exit.Usagef("--to is a month as 2026-10, not %q", to)
	}
	first := last.AddDate(0, -11, 0)
	if from != "" {
		if first, ok = monthOf(from); !ok {
			return nil, exit.Usagef("--from is a month as 2026-10, not %q", from)
		}
	}
	return &pmo.ListCoefficientMonthsParams{DateFrom: types.Date{Time: first}, DateTo: types.Date{Time: last.AddDate(0, 1, -1)}}, nil
}

func list(ctx context.Context, f *factory.Factory, operation string, params *pmo.ListCoefficientMonthsParams) error {
	c, id, err := f.At(ctx, operation)
	if err != nil {
		return err
	}
	reply, err := c.ListCoefficientMonthsWithResponse(ctx, id, params)
	months, err := pmo.OK(reply, err)
	if err != nil {
		return err
	}
	t := output.NewTable("month", "needed", "deadline", ">days_left", "late", "status", "id", "outdated", "sent", "sent_id")
	for _, m := range *months {
		status, set, changed, sent, sentID := "", "", "", "", ""
		if m.Current != nil {
			status, set, changed = string(m.Current.Status), m.Current.Id, outdated(m.Current)
		}
		if m.Sent != nil {
			sent, sentID = string(m.Sent.Status), m.Sent.Id
		}
		left := ""
		if m.DaysLeft != nil {
			left = fmt.Sprint(*m.DaysLeft)
		}
		t.Add(m.Month, output.Yes(m.Needed), output.Or(m.Deadline), left, output.Yes(m.Late), status, set, changed, sent, sentID)
	}
	return f.Print(reply.Body, t)
}
