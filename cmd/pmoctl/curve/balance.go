package curve

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newBalance(f *factory.Factory) *cobra.Command {
	var month string
	cmd := &cobra.Command{
		Use:     "balance SITE",
		Short:   "What a site used and made in a year, month by month, and how much of it was local",
		Long:    "The months of a year of one site, all producers together. Energies are rounded as screens print them, so that they add up.",
		Example: "  pmoctl curve balance 30001234567890 --operation ACC00000001 --month 2026-10",
		Args:    cobra.ExactArgs(1),
	}
	operation := factory.OperationFlag(cmd)
	cmd.Flags().StringVar(&month, "month", "", "the month that is noted, as 2026-10 (default: the last one that is whole)")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return siteBalance(cmd.Context(), f, *operation, args[0], month)
	}
	return cmd
}

func siteBalance(ctx context.Context, f *factory.Factory, operation, site, month string) error {
	c, err := f.Client()
	if err != nil {
		return err
	}
	_, siteID, err := f.Target(ctx, operation, site)
	if err != nil {
		return err
	}
	if siteID == "" {
		return exit.Usagef("name a site: its id, PRM or EAN")
	}
	params := pmo.GetSiteBalanceParams{}
	if month != "" {
		params.Month = &month
	}
	reply, err := c.GetSiteBalanceWithResponse(ctx, siteID, &params)
	b, err := pmo.OK(reply, err)
	if err != nil {
		return err
	}
	noteBalance(f, *b)
	t := output.NewTable("month", "side", ">whole_kwh", ">local_kwh", ">grid_kwh", ">rate")
	for _, m := range b.Year {
		for _, one := range []struct {
			side string
			of   *pmo.EnergyBalance
		}{{"used", m.Used}, {"made", m.Made}} {
			if of := one.of; of != nil {
				t.Add(m.Month, one.side, output.KWh(of.WholeMilliWh), output.KWh(of.SharedMilliWh), output.KWh(of.GridMilliWh), fmt.Sprintf("%.3f", of.Rate))
			}
		}
	}
	return f.Print(reply.Body, t)
}

// noteBalance says of the month what comes first on screens.
func noteBalance(f *factory.Factory, b pmo.SiteBalance) {
	if b.Month == nil {
		f.Note("no data yet")
		return
	}
	if u := b.Used; u != nil {
		f.Note("%s: %.0f %% of what was used is local", *b.Month, u.Rate*100)
	}
	if m := b.Made; m != nil {
		f.Note("%s: %.0f %% of what was made was shared", *b.Month, m.Rate*100)
	}
	if a := b.Advice; a != nil {
		f.Note("advice %s: %02d:00 to %02d:00, up to %s kWh a day", a.Kind, a.FromHour, a.ToHour, output.KWh(a.EnergyMilliWh))
	}
}
