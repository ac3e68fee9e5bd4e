package curve

import (
	"context"
	"fmt"

	"github.com/oapi-codegen/nullable"
	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// hoursQuestion is what profile and heat-map ask with.
type hoursQuestion struct {
	operation, participant, nature string
	scope                          scopeFlag
	days                           factory.Days
}

func (o *hoursQuestion) command(use, short, example string, run func(ctx context.Context) error) *cobra.Command {
	cmd := &cobra.Command{Use: use, Short: short, Example: example, Args: cobra.NoArgs}
	operation := factory.OperationFlag(cmd)
	cmd.Flags().StringVar(&o.participant, "participant", "", "one site of it: id, PRM or EAN")
	o.scope.add(cmd)
	cmd.Flags().StringVar(&o.nature, "nature", "Conso", "Conso, Prod, Autoconso, Surplus, ProdExt or ConsExt")
	o.days = factory.DaysFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		o.operation = *operation
		return run(cmd.Context())
	}
	return cmd
}

// params finds what the question names.
func (o *hoursQuestion) params(ctx context.Context, f *factory.Factory) (operationID pmo.Id, p pmo.GetHeatMapParams, err error) {
	natures, err := naturesOf([]string{o.nature})
	if err != nil {
		return "", p, err
	}
	p.Nature = (*natures)[0]
	if p.Scope, err = o.scope.of(o.participant); err != nil {
		return "", p, err
	}
	if p.DateFrom, p.DateTo, err = o.days.Dates(); err != nil {
		return "", p, err
	}
	operationID, siteID, err := f.Target(ctx, o.operation, o.participant)
	if siteID != "" {
		p.ParticipantId = &siteID
	}
	return operationID, p, err
}

func newHeatMap(f *factory.Factory) *cobra.Command {
	var o hoursQuestion
	return o.command("heat-map", "Energy by day and hour of the day, in legal time",
		"  pmoctl curve heat-map --operation ACC00000001 --nature Prod --from 2026-10-01 --to 2026-10-31 -o csv", func(ctx context.Context) error {
			c, err := f.Client()
			if err != nil {
				return err
			}
			id, params, err := o.params(ctx, f)
			if err != nil {
				return err
			}
			reply, err := c.GetHeatMapWithResponse(ctx, id, &params)
			m, err := pmo.OK(reply, err)
			if err != nil {
				return err
			}
			return f.Print(reply.Body, heatTable(*m))
		})
}

func heatTable(m pmo.HeatMap) *output.Table {
	t := output.NewTable("day")
	for hour := range 24 {
		t.Columns = append(t.Columns, fmt.Sprintf(">%02d_kwh", hour))
	}
	for _, day := range m.Days {
		row := []string{day.Date.String()}
		for _, v := range day.Values {
			row = append(row, hourCell(v))
		}
		t.Add(row...)
	}
	return t
}

// hourCell is empty for a gap.
func hourCell(v nullable.Nullable[int64]) string {
	if energy, err := v.Get(); err == nil {
		return output.KWh(energy)
	}
	return ""
}

func newProfile(f *factory.Factory) *cobra.Command {
	var o hoursQuestion
	return o.command("profile", "Mean and total energy of each hour of the day, in legal time",
		"  pmoctl curve profile --operation ACC00000001 --nature Prod --from 2026-10-01 --to 2026-10-31", func(ctx context.Context) error {
			c, err := f.Client()
			if err != nil {
				return err
			}
			id, params, err := o.params(ctx, f)
			if err != nil {
				return err
			}
			profile := pmo.GetHourProfileParams(params)
			reply, err := c.GetHourProfileWithResponse(ctx, id, &profile)
			p, err := pmo.OK(reply, err)
			if err != nil {
				return err
			}
			f.Note("%d days count", p.Days)
			return f.Print(reply.Body, profileTable(*p))
		})
}

func profileTable(p pmo.HourProfile) *output.Table {
	t := output.NewTable("hour", ">mean_kwh", ">total_kwh")
	for hour, v := range p.Values {
		total := ""
		if p.Totals != nil && hour < len(*p.Totals) {
			total = hourCell((*p.Totals)[hour])
		}
		t.Add(fmt.Sprintf("%02d:00", hour), hourCell(v), total)
	}
	return t
}
