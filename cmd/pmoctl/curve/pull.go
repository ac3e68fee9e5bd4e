package curve

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
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
		return printPulls(f, reply.Body, *state)
	}
	return cmd
}

// printPulls tells what is offered, and why files that lie there are not taken.
func printPulls(f *factory.Factory, raw []byte, s pmo.CurvePulls) error {
	if s.Waiting != nil && s.WaitingCount != nil {
		for _, w := range *s.Waiting {
			f.Note("  %s: %s (since %s)", strings.ToLower(string(w.Place)), output.Item(w.Problem), w.Since.Format(time.RFC3339))
		}
		if *s.WaitingCount > len(*s.Waiting) {
			f.Note("  %d of %s shown", len(*s.Waiting), factory.Count(*s.WaitingCount, "file"))
		}
	}
	return f.Print(raw, pullsTable(s))
}

func newLook(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "look",
		Short: "Look into the folder for files now, instead of within five minutes",
		Long: `Look into the folder of the operation, or the one on a server for files, and import what
lies new there. A file is taken a minute after it was last touched. With --wait it is
told what could not be taken, and why; what was read and refused is among the imports.`,
		Example: `  pmoctl curve look --operation ACC00000001 --wait`,
		Args:    cobra.NoArgs,
	}
	operation := factory.OperationFlag(cmd)
	wait := factory.WaitFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		reply, err := c.StartCurveDropLookWithResponse(cmd.Context(), id, nil)
		state, err := pmo.Accepted(reply, err)
		if err != nil {
			return err
		}
		if !wait.On {
			return printPulls(f, reply.Body, *state)
		}
		return waitLook(cmd.Context(), f, c, id, wait.Limit)
	}
	return cmd
}

// waitLook asks each second whether the look is over.
func waitLook(ctx context.Context, f *factory.Factory, c *pmo.ClientWithResponses, operationID string, limit time.Duration) error {
	const every = time.Second
	for end := time.Now().Add(limit); ; {
		reply, err := c.GetCurvePullsWithResponse(ctx, operationID)
		state, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		if state.Looking == nil || !*state.Looking {
			return printPulls(f, reply.Body, *state)
		}
		if time.Now().After(end) {
			return exit.Partialf("the look goes on")
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(every):
		}
	}
}

func pullsTable(s pmo.CurvePulls) *output.Table {
	t := output.NewTable("from", "offered", "oldest", "next", "looked", ">waiting", "last", "status", "files")
	oldest, next := "", ""
	if s.Oldest != nil {
		oldest = s.Oldest.String()
	}
	if s.Next != nil {
		next = s.Next.Format(time.RFC3339)
	}
	looked, waiting := "", ""
	if s.Looked != nil {
		looked = s.Looked.Format(time.RFC3339)
	}
	if s.WaitingCount != nil {
		waiting = fmt.Sprint(*s.WaitingCount)
	}
	t.Add(append([]string{"service", offered(s.Service), oldest, next, "", ""}, lastOf(s.Last)...)...)
	t.Add(append([]string{"folder", offered(s.Folder), "", "", looked, waiting}, lastOf(s.Taken)...)...)
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
