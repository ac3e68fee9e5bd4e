package curve

import (
	"context"
	"strings"
	"time"

	"github.com/oapi-codegen/runtime/types"
	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// ofDays is a command about an operation and some days.
func ofDays(f *factory.Factory, use, short string, run func(ctx context.Context, c *pmo.ClientWithResponses, id pmo.Id, from, to types.Date) error) *cobra.Command {
	cmd := &cobra.Command{Use: use, Short: short, Args: cobra.NoArgs,
		Example: "  pmoctl curve " + use + " --operation ACC00000001 --from 2026-10-01 --to 2026-10-31"}
	operation := factory.OperationFlag(cmd)
	days := factory.DaysFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		from, to, err := days.Dates()
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
		return run(cmd.Context(), c, id, from, to)
	}
	return cmd
}

func newHealth(f *factory.Factory) *cobra.Command {
	return ofDays(f, "health", "List the sites whose data has a problem, the worst first",
		func(ctx context.Context, c *pmo.ClientWithResponses, id pmo.Id, from, to types.Date) error {
			reply, err := c.GetDataHealthWithResponse(ctx, id, &pmo.GetDataHealthParams{DateFrom: from, DateTo: to})
			h, err := pmo.OK(reply, err)
			if err != nil {
				return err
			}
			f.Note("sites without a problem: %d", h.HealthySites)
			return f.Print(reply.Body, healthTable(*h))
		})
}

func healthTable(h pmo.DataHealth) *output.Table {
	t := output.NewTable("dso_id", "name", "problem", "nature", "rule", ">days", ">steps", ">energy_kwh", "ranges")
	add := func(dsoID, name string, problems []pmo.DataProblem) {
		for _, p := range problems {
			ranges := make([]string, len(p.Ranges))
			for i, r := range p.Ranges {
				ranges[i] = r.From.String() + ".." + r.To.String()
			}
			t.Add(dsoID, name, string(p.Kind), output.Or(p.Nature), output.Or(p.Rule), output.Or(&p.Days), output.Or(p.Steps), output.KWhOr(p.EnergyMilliWh), strings.Join(ranges, " "))
		}
	}
	if h.Problems != nil {
		add("", "", *h.Problems)
	}
	for _, s := range h.Sites {
		add(s.DsoId, s.Name, s.Problems)
	}
	return t
}

func newReadings(f *factory.Factory) *cobra.Command {
	return ofDays(f, "readings", "Compare readings of whole periods with the curves",
		func(ctx context.Context, c *pmo.ClientWithResponses, id pmo.Id, from, to types.Date) error {
			reply, err := c.ListReadingsWithResponse(ctx, id, &pmo.ListReadingsParams{DateFrom: from, DateTo: to})
			all, err := pmo.OK(reply, err)
			if err != nil {
				return err
			}
			return f.Print(reply.Body, readingTable(*all))
		})
}

func readingTable(all []pmo.PeriodReading) *output.Table {
	t := output.NewTable("dso_id", "name", "nature", "side", "from", "to", ">reading_kwh", ">curve_kwh", ">difference_kwh", "differs", ">missing_days", "corrective", "source", "received")
	for _, r := range all {
		t.Add(r.DsoId, output.Or(r.Name), string(r.Nature), string(r.Side), r.DateFrom.String(), r.DateTo.String(), output.KWh(r.EnergyMilliWh),
			output.KWhOr(r.CurveMilliWh), output.KWhOr(r.DifferenceMilliWh), output.Or(&r.Differs), output.Or(&r.MissingDays), output.Or(&r.Corrective),
			r.Source, r.ReceivedAt.Format(time.RFC3339))
	}
	return t
}
