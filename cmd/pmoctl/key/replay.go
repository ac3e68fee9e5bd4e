package key

import (
	"context"
	"encoding/json"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newReplay(f *factory.Factory) *cobra.Command {
	verify := false
	cmd := &cobra.Command{
		Use:   "replay",
		Short: "Share stored months again by the keys that held then",
		Long: `Share stored months again by the keys that held then. What comes out is kept beside the
operator's figures; where pmo is the operator itself (FAKE) it takes the place of what it
published. With --verify nothing is stored: months that come out otherwise are listed, and
the exit code is 8 when there are any. --verify waits.`,
		Example: `  pmoctl key replay --operation ACC00000002 --from 2026-09-01 --to 2026-10-31 --verify`,
		Args:    cobra.NoArgs,
	}
	operation, days, waiting := factory.OperationFlag(cmd), factory.DaysFlags(cmd), factory.WaitFlags(cmd)
	cmd.Flags().BoolVar(&verify, "verify", false, "only compare with what is stored")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		from, to, err := days.Dates()
		if err != nil {
			return err
		}
		waiting.On = waiting.On || verify
		body := pmo.AllocationReplayCreation{DateFrom: from, DateTo: to, Verify: &verify}
		return inOperation(cmd.Context(), f, *operation, func(ctx context.Context, c *pmo.ClientWithResponses, id pmo.Id) error {
			return runReplay(ctx, f, c, id, body, *waiting)
		})
	}
	return cmd
}

func runReplay(ctx context.Context, f *factory.Factory, c *pmo.ClientWithResponses, operationID pmo.Id, body pmo.AllocationReplayCreation, waiting factory.Waiting) error {
	reply, err := c.StartAllocationReplayWithResponse(ctx, operationID, nil, body)
	job, err := pmo.Accepted(reply, err)
	if err != nil {
		return err
	}
	if !waiting.On {
		return f.Print(reply.Body, output.One("job").Add(job.Id))
	}
	done, err := f.WaitJob(ctx, c, job.Id, waiting)
	if err != nil {
		return err
	}
	var ended struct {
		Status string                `json:"status"`
		Result *pmo.AllocationReplay `json:"result"`
	}
	if err := json.Unmarshal(done.Body, &ended); err != nil {
		return err
	}
	if ended.Result == nil {
		f.Items(done.JSON200.Errors)
		return exit.Partialf("the replay ended as %s", ended.Status)
	}
	t := output.NewTable("month", "origin", ">sites", ">different_sites", "key_versions", "input_hash", "reason")
	for _, m := range ended.Result.Months {
		versions := ""
		for i, v := range m.ConfigVersions {
			if i > 0 {
				versions += " "
			}
			versions += strconv.Itoa(v)
		}
		t.Add(m.Month, string(m.Origin), strconv.Itoa(m.Sites), strconv.Itoa(m.DifferentSites), versions, output.Or(m.InputHash), output.Or(m.Reason))
	}
	if err := f.Print(done.Body, t); err != nil {
		return err
	}
	if *body.Verify && ended.Result.Differences > 0 {
		return exit.Partialf("%d curves come out otherwise than stored", ended.Result.Differences)
	}
	return nil
}
