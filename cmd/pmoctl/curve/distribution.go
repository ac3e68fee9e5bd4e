package curve

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

type distributionOptions struct {
	operation string
	top       int
	flows     bool
	days      factory.Days
}

// NewDistribution is the noun distribution.
func NewDistribution(f *factory.Factory) *cobra.Command {
	var o distributionOptions
	show := &cobra.Command{
		Use:     "show",
		Short:   "Show who received what",
		Example: "  pmoctl distribution show --operation ACC00000001 --from 2026-10-01 --to 2026-10-31 --top 10",
		Args:    cobra.NoArgs,
	}
	operation := factory.OperationFlag(show)
	show.Flags().IntVar(&o.top, "top", 0, "so many lines, the rest as one (1 to 1000)")
	show.Flags().BoolVar(&o.flows, "flows", false, "from which producer to which consumer")
	o.days = factory.DaysFlags(show)
	show.RunE = func(cmd *cobra.Command, _ []string) error {
		o.operation = *operation
		return distribution(cmd.Context(), f, o)
	}
	cmd := &cobra.Command{Use: "distribution", Short: "The distribution of what was produced"}
	cmd.AddCommand(show)
	return cmd
}

// mostLines is as many as the server shows of each side.
const mostLines = 1000

func distribution(ctx context.Context, f *factory.Factory, o distributionOptions) error {
	from, to, err := o.days.Dates()
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
	params := pmo.GetDistributionParams{DateFrom: from, DateTo: to}
	if o.flows && o.top == 0 {
		o.top = mostLines // flows come between the lines that are shown
	}
	if o.top != 0 {
		params.Top = &o.top
	}
	reply, err := c.GetDistributionWithResponse(ctx, id, &params)
	d, err := pmo.OK(reply, err)
	if err != nil {
		return err
	}
	if d.MissingDays > 0 {
		f.Note("days without complete data: %d", d.MissingDays)
	}
	if o.flows {
		return f.Print(reply.Body, flowTable(*d))
	}
	return f.Print(reply.Body, shareTable(*d))
}

// shareTable is consumers, then producers. rest is what a consumer took from its
// supplier, and what a producer could not share.
func shareTable(d pmo.Distribution) *output.Table {
	t := output.NewTable("side", "participant_id", "name", ">energy_kwh", ">shared_kwh", ">rest_kwh", ">share_pct", ">rate_pct")
	for _, c := range d.Consumers {
		share := ""
		if c.Percentage != nil {
			share = output.Number(*c.Percentage, 2)
		}
		t.Add("consumer", output.Or(c.ParticipantId), lineName(c.Name, c.Others), output.KWhOr(c.ConsumptionMilliWh), output.KWhOr(c.SharedMilliWh),
			output.KWhOr(c.ComplementMilliWh), share, output.Percent(c.SelfProductionRate))
	}
	for _, p := range d.Producers {
		t.Add("producer", output.Or(p.ParticipantId), lineName(p.Name, p.Others), output.KWhOr(p.ProductionMilliWh), output.KWhOr(p.SharedMilliWh),
			output.KWhOr(p.SurplusMilliWh), "", output.Percent(p.SelfConsumptionRate))
	}
	return t
}

func flowTable(d pmo.Distribution) *output.Table {
	names := map[pmo.Id]string{}
	for _, c := range d.Consumers {
		if c.ParticipantId != nil {
			names[*c.ParticipantId] = c.Name
		}
	}
	for _, p := range d.Producers {
		if p.ParticipantId != nil {
			names[*p.ParticipantId] = p.Name
		}
	}
	end := func(id *pmo.Id) string {
		if id == nil {
			return "others"
		}
		return names[*id]
	}
	t := output.NewTable("producer_id", "producer", "consumer_id", "consumer", ">shared_kwh")
	for _, flow := range d.Flows {
		t.Add(output.Or(flow.ProducerId), end(flow.ProducerId), output.Or(flow.ConsumerId), end(flow.ConsumerId), output.KWh(flow.SharedMilliWh))
	}
	return t
}

// lineName tells how many sites a line of others sums.
func lineName(name string, others *int) string {
	if others == nil {
		return name
	}
	return fmt.Sprintf("%s (%d)", name, *others)
}
