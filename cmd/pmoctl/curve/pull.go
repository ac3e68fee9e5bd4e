package curve

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

type pullOptions struct {
	operation, from, to string
	wait                factory.Waiting
}

func newPull(f *factory.Factory) *cobra.Command {
	var o pullOptions
	cmd := &cobra.Command{
		Use:   "pull",
		Short: "Ask the grid operator's service for curves and import them",
		Long: `Ask the grid operator's service for the curves of some past days and import them, all
or none. Without days: those since the last day with data, and the last seven. Days
that are definitive are not asked for.`,
		Example: `  pmoctl curve pull --operation ACC00000001 --wait
  pmoctl curve pull --operation ACC00000001 --from 2026-11-01 --to 2026-11-15`,
		Args: cobra.NoArgs,
	}
	operation := factory.OperationFlag(cmd)
	cmd.Flags().StringVar(&o.from, "from", "", "first day, as 2026-11-01")
	cmd.Flags().StringVar(&o.to, "to", "", "last day (included)")
	wait := factory.WaitFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		o.operation, o.wait = *operation, *wait
		return pullCurves(cmd.Context(), f, o)
	}
	return cmd
}

func pullCurves(ctx context.Context, f *factory.Factory, o pullOptions) error {
	from, err := factory.DayOr("from", o.from)
	if err != nil {
		return err
	}
	to, err := factory.DayOr("to", o.to)
	if err != nil {
		return err
	}
	c, err := f.Client()
	if err != nil {
		return err
	}
	id, err := f.Operation(ctx, o.operation)
	if err != nil {
		return err
	}
	reply, err := c.PullCurvesWithResponse(ctx, id, nil, pmo.CurvePull{DateFrom: from, DateTo: to})
	job, err := pmo.Accepted(reply, err)
	if err != nil {
		return err
	}
	if !o.wait.On {
		return f.PrintJob(reply.Body, *job)
	}
	end, err := f.WaitJob(ctx, c, job.Id, o.wait)
	if err != nil {
		return err
	}
	return f.PrintImport(end)
}

func newPulls(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "pulls",
		Short:   "Tell what comes without anybody sending files, and what came last",
		Example: "  pmoctl curve pulls --operation ACC00000001",
		Args:    cobra.NoArgs,
	}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		reply, err := c.GetCurvePullsWithResponse(cmd.Context(), id)
		state, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, pullsTable(*state))
	}
	return cmd
}

func pullsTable(s pmo.CurvePulls) *output.Table {
	t := output.NewTable("from", "offered", "oldest", "next", "last", "status", "files")
	oldest, next := "", ""
	if s.Oldest != nil {
		oldest = s.Oldest.String()
	}
	if s.Next != nil {
		next = s.Next.Format(time.RFC3339)
	}
	t.Add(append([]string{"service", offered(s.Service), oldest, next}, lastOf(s.Last)...)...)
	t.Add(append([]string{"folder", offered(s.Folder), "", ""}, lastOf(s.Taken)...)...)
	return t
}

func offered(yes bool) string {
	if yes {
		return "yes"
	}
	return "no"
}

// lastOf is when the last import was, its status and its files.
func lastOf(i *pmo.CurveImport) []string {
	if i == nil {
		return []string{"", "", ""}
	}
	row := importRow(*i)
	return []string{row[1], row[3], row[6]}
}

func newExpected(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "expected",
		Short:   "Compare what solar producers made with what the weather allowed",
		Example: "  pmoctl curve expected --operation ACC00000001 --from 2026-10-01 --to 2026-10-31",
		Args:    cobra.NoArgs,
	}
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
		reply, err := c.ListExpectedProductionWithResponse(cmd.Context(), id, &pmo.ListExpectedProductionParams{DateFrom: from, DateTo: to})
		producers, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, expectedTable(*producers))
	}
	return cmd
}

func expectedTable(producers []pmo.ExpectedProducer) *output.Table {
	t := output.NewTable("producer", "day", ">expected_kwh", ">measured_kwh", ">measured_pct", ">performance_pct", ">calibration_days")
	for _, p := range producers {
		for _, d := range p.Days {
			t.Add(p.Name, d.Day.String(), output.KWhOr(d.ExpectedMilliWh), output.KWhOr(d.MeasuredMilliWh), output.Percent(d.Ratio),
				output.Percent(&p.PerformanceRatio), output.Number(float64(p.CalibrationDays), 0))
		}
	}
	return t
}
