package key

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newSeason(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "season", Short: "Parts of the year with a key of their own"}
	cmd.AddCommand(newSeasonList(f), newSeasonSet(f))
	return cmd
}

func newSeasonList(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "list", Short: "List the seasons in force", Args: cobra.NoArgs}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		return inOperation(cmd.Context(), f, *operation, func(ctx context.Context, c *pmo.ClientWithResponses, id pmo.Id) error {
			reply, err := c.GetSeasonalityWithResponse(ctx, &pmo.GetSeasonalityParams{OperationId: id})
			seasons, err := pmo.OK(reply, err)
			if err != nil {
				return err
			}
			return f.Print(reply.Body, seasonTable(*seasons))
		})
	}
	return cmd
}

func newSeasonSet(f *factory.Factory) *cobra.Command {
	var from, reason string
	var seasons []string
	none := false
	cmd := &cobra.Command{
		Use:   "set",
		Short: "Cut the year into seasons from a day on",
		Long: `Cut the year into seasons from a day on. Together they make the whole year, each day in
one of them. A season has the key that was set for it (key set --season), else that of
the whole year. --none goes back to one key all year.`,
		Example: `  pmoctl key season set --operation ACC00000001 --season "Saison haute=11-01..03-31" --season "Saison basse=04-01..10-31"
  pmoctl key season set --operation ACC00000001 --none`,
		Args: cobra.NoArgs,
	}
	operation := factory.OperationFlag(cmd)
	cmd.Flags().StringArrayVar(&seasons, "season", nil, "name=MM-DD..MM-DD, both days included")
	cmd.Flags().BoolVar(&none, "none", false, "one key all year")
	cmd.Flags().StringVar(&from, "effective-date", "", "first day they hold (default today)")
	cmd.Flags().StringVar(&reason, "reason", "", "why; kept with them")
	cmd.MarkFlagsMutuallyExclusive("season", "none")
	cmd.MarkFlagsOneRequired("season", "none")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		body := pmo.SeasonalityCreation{Seasons: []pmo.Season{}}
		for _, text := range seasons {
			season, err := parseSeason(text)
			if err != nil {
				return err
			}
			body.Seasons = append(body.Seasons, season)
		}
		day, err := factory.DayOr("effective-date", from)
		if err != nil {
			return err
		}
		body.EffectiveDate = day
		if reason != "" {
			body.Reason = &reason
		}
		return inOperation(cmd.Context(), f, *operation, func(ctx context.Context, c *pmo.ClientWithResponses, id pmo.Id) error {
			reply, err := c.CreateSeasonalityWithResponse(ctx, &pmo.CreateSeasonalityParams{OperationId: id}, body)
			set, err := pmo.Created(reply, err)
			if err != nil {
				return err
			}
			return f.Print(reply.Body, seasonTable(*set))
		})
	}
	return cmd
}

// parseSeason reads name=MM-DD..MM-DD.
func parseSeason(text string) (pmo.Season, error) {
	i := strings.LastIndex(text, "=")
	if i > 0 {
		if start, end, ok := strings.Cut(text[i+1:], ".."); ok {
			return pmo.Season{Name: strings.TrimSpace(text[:i]), Start: strings.TrimSpace(start), End: strings.TrimSpace(end)}, nil
		}
	}
	return pmo.Season{}, exit.Usagef("--season %q is not name=MM-DD..MM-DD", text)
}

func seasonTable(s pmo.Seasonality) *output.Table {
	t := output.NewTable("name", "start", "end", "config_id")
	for _, season := range s.Seasons {
		t.Add(season.Name, season.Start, season.End, output.Or(season.ConfigId))
	}
	return t
}
