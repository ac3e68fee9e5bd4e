package key

import (
	"context"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newDrift(f *factory.Factory) *cobra.Command {
	threshold, byDay, contradictions := 0.0, false, false
	cmd := &cobra.Command{
		Use:   "drift",
		Short: "Our allocation against the operator's, by site and day",
		Long: `Our allocation against the operator's, by site, the largest differences first. A site is
in alert when some day is: moved_kwh adds up the differences of the days without their
sign, so that days that make up for each other do not hide. --by-day has a line for each
day with a difference. --contradictions lists the days on which what a site received cannot
come from the producers of which the key or the coefficients give it a part: its energy of
each producer is not billed as long as that is so.`,
		Example: `  pmoctl key drift --operation ACC00000001 --from 2026-10-01 --to 2026-10-31 --by-day
  pmoctl key drift --operation ACC00000001 --from 2026-10-01 --to 2026-10-31 --contradictions`,
		Args: cobra.NoArgs,
	}
	operation, days := factory.OperationFlag(cmd), factory.DaysFlags(cmd)
	cmd.Flags().Float64Var(&threshold, "threshold", 0, "alert from so many percent of a day (default the setting)")
	cmd.Flags().BoolVar(&byDay, "by-day", false, "a line for each site and day")
	cmd.Flags().BoolVar(&contradictions, "contradictions", false, "a line for each site and day whose figures contradict the key")
	cmd.MarkFlagsMutuallyExclusive("by-day", "contradictions")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		from, to, err := days.Dates()
		if err != nil {
			return err
		}
		params := pmo.GetAllocationDriftParams{DateFrom: from, DateTo: to}
		if cmd.Flags().Changed("threshold") {
			params.Threshold = &threshold
		}
		return inOperation(cmd.Context(), f, *operation, func(ctx context.Context, c *pmo.ClientWithResponses, id pmo.Id) error {
			reply, err := c.GetAllocationDriftWithResponse(ctx, id, &params)
			d, err := pmo.OK(reply, err)
			if err != nil {
				return err
			}
			if contradictions {
				return f.Print(reply.Body, driftContradictions(d))
			}
			if byDay {
				return f.Print(reply.Body, driftDays(d.Sites))
			}
			return f.Print(reply.Body, driftSites(d.Sites))
		})
	}
	return cmd
}

func driftSites(sites []pmo.SiteDrift) *output.Table {
	t := output.NewTable("dso_id", "name", ">shared_kwh", ">expected_kwh", ">difference_kwh", ">moved_kwh", ">days", ">alert_days", "alert")
	for _, s := range sites {
		alerts := 0
		for _, day := range s.Days {
			if day.Alert {
				alerts++
			}
		}
		t.Add(s.DsoId, s.Name, output.KWh(s.SharedMilliWh), output.KWh(s.ExpectedMilliWh), output.KWh(s.DifferenceMilliWh), output.KWh(s.MovedMilliWh),
			strconv.Itoa(len(s.Days)), strconv.Itoa(alerts), output.Yes(s.Alert))
	}
	return t
}

func driftContradictions(d *pmo.AllocationDrift) *output.Table {
	t := output.NewTable("dso_id", "name", "date", ">steps", ">missing_kwh")
	if d.Contradictions != nil {
		for _, c := range *d.Contradictions {
			t.Add(c.DsoId, c.Name, c.Date.String(), strconv.Itoa(c.Steps), output.KWh(c.EnergyMilliWh))
		}
	}
	return t
}

func driftDays(sites []pmo.SiteDrift) *output.Table {
	t := output.NewTable("dso_id", "name", "date", ">shared_kwh", ">expected_kwh", ">difference_kwh", "alert")
	for _, s := range sites {
		for _, day := range s.Days {
			t.Add(s.DsoId, s.Name, day.Date.String(), output.KWh(day.SharedMilliWh), output.KWh(day.ExpectedMilliWh), output.KWh(day.DifferenceMilliWh), output.Yes(day.Alert))
		}
	}
	return t
}
