package key

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newExplain(f *factory.Factory) *cobra.Command {
	var at, site, config string
	cmd := &cobra.Command{
		Use:     "explain",
		Short:   "Say in words how one step was shared",
		Example: `  pmoctl key explain --operation ACC00000001 --site 99100000000017 --at 2026-09-15T13:00:00+02:00`,
		Args:    cobra.NoArgs,
	}
	operation := factory.OperationFlag(cmd)
	cmd.Flags().StringVar(&at, "at", "", "any instant of the step, with its offset")
	cmd.Flags().StringVar(&site, "site", "", "a consumer by id, PRM or EAN (default all)")
	cmd.Flags().StringVar(&config, "config", "", "id of a version or draft (default the key in force then)")
	_ = cmd.MarkFlagRequired("at")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		instant, err := time.Parse(time.RFC3339, at)
		if err != nil {
			return exit.Usagef("--at is an instant as 2026-09-15T13:00:00+02:00, not %q", at)
		}
		return inOperation(cmd.Context(), f, *operation, func(ctx context.Context, c *pmo.ClientWithResponses, id pmo.Id) error {
			params := pmo.GetAllocationExplanationParams{At: instant}
			if site != "" {
				who, err := f.Participant(ctx, id, site)
				if err != nil {
					return err
				}
				params.ParticipantId = &who
			}
			if config != "" {
				params.ConfigId = &config
			}
			reply, err := c.GetAllocationExplanationWithResponse(ctx, id, &params)
			explanation, err := pmo.OK(reply, err)
			if err != nil {
				return err
			}
			t := output.NewTable("sentence")
			for _, sentence := range explanation.Sentences {
				t.Add(sentence)
			}
			return f.Print(reply.Body, t)
		})
	}
	return cmd
}
