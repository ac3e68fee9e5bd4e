package key

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newSimulate(f *factory.Factory) *cobra.Command {
	var o setOptions
	config := ""
	cmd := &cobra.Command{
		Use:   "simulate",
		Short: "Try another key over stored curves, beside the key in force",
		Long: `Try another key over stored curves, beside the key in force. The first lines tell of all
consumers: energy and self-production rate, surplus, self-consumption rate, and the
lowest, median and highest coverage; then comes a line a consumer. A gain is in euros, at what
the supplier of the consumer asks less what the operation does; what is not known is named.`,
		Example: `  pmoctl key simulate --operation ACC00000001 --from 2026-09-01 --to 2026-09-30 --type by_equality
  pmoctl key simulate --operation ACC00000001 --from 2026-09-01 --to 2026-09-30 --type by_equality --site 99100000000017
  pmoctl key simulate --operation ACC00000001 --from 2026-09-01 --to 2026-09-30 --file pools.json`,
		Args: cobra.NoArgs,
	}
	operation, days := factory.OperationFlag(cmd), factory.DaysFlags(cmd)
	o.flags(cmd)
	cmd.Flags().StringVar(&config, "config", "", "id of a version or draft instead")
	for _, other := range []string{"type", "param", "site", "file"} {
		cmd.MarkFlagsMutuallyExclusive("config", other)
	}
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		from, to, err := days.Dates()
		if err != nil {
			return err
		}
		body := pmo.AllocationSimulation{DateFrom: from, DateTo: to}
		return inOperation(cmd.Context(), f, *operation, func(ctx context.Context, c *pmo.ClientWithResponses, id pmo.Id) error {
			if config != "" {
				body.ConfigId = &config
			} else if err := o.simulated(ctx, f, id, &body); err != nil {
				return err
			}
			reply, err := c.SimulateAllocationWithResponse(ctx, id, body)
			result, err := pmo.OK(reply, err)
			if err != nil {
				return err
			}
			f.Note("days left out: %d", result.MissingDays)
			return f.Print(reply.Body, simulationTable(*result))
		})
	}
	return cmd
}

// simulated fills in the key to try.
func (o setOptions) simulated(ctx context.Context, f *factory.Factory, operationID pmo.Id, body *pmo.AllocationSimulation) error {
	meant, err := o.read(f)
	if err != nil {
		return err
	}
	body.Type = &meant.kind
	body.Params, body.Pools, err = meant.content(ctx, f, operationID)
	return err
}

// simulationTable is what all had, how even it is, then a line a consumer.
func simulationTable(r pmo.AllocationSimulationResult) *output.Table {
	t := output.NewTable("participant_id", "name", ">consumption_kwh", ">in_force_kwh", ">simulated_kwh", ">difference_kwh", ">in_force_rate", ">simulated_rate", ">gain", "gain_lacks")
	var consumed int64
	for _, p := range r.Participants {
		consumed += p.ConsumptionMilliWh
	}
	before, after := r.InForce, r.Simulated
	t.Add("", "all", output.KWh(consumed), output.KWh(before.SharedMilliWh), output.KWh(after.SharedMilliWh), output.KWh(after.SharedMilliWh-before.SharedMilliWh),
		output.Percent(before.SelfProductionRate), output.Percent(after.SelfProductionRate), output.EuroOr(r.GainCents), "")
	t.Add("", "surplus", "", output.KWh(before.SurplusMilliWh), output.KWh(after.SurplusMilliWh), output.KWh(after.SurplusMilliWh-before.SurplusMilliWh), "", "", "", "")
	for _, line := range []struct {
		name          string
		before, after *float64
	}{{"self_consumption", before.SelfConsumptionRate, after.SelfConsumptionRate}, {"min", before.MinCoverageRate, after.MinCoverageRate},
		{"median", before.MedianCoverageRate, after.MedianCoverageRate}, {"max", before.MaxCoverageRate, after.MaxCoverageRate}} {
		t.Add("", line.name, "", "", "", "", output.Percent(line.before), output.Percent(line.after), "", "")
	}
	for _, p := range r.Participants {
		t.Add(p.ParticipantId, p.Name, output.KWh(p.ConsumptionMilliWh), output.KWh(p.InForceMilliWh), output.KWh(p.SimulatedMilliWh),
			output.KWh(p.DifferenceMilliWh), output.Percent(p.InForceCoverageRate), output.Percent(p.SimulatedCoverageRate), output.EuroOr(p.GainCents), output.Or(p.GainLack))
	}
	return t
}

func newMatrix(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "matrix", Short: "Who had what of whom, by the operator and by us", Args: cobra.NoArgs}
	operation, days := factory.OperationFlag(cmd), factory.DaysFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		from, to, err := days.Dates()
		if err != nil {
			return err
		}
		return inOperation(cmd.Context(), f, *operation, func(ctx context.Context, c *pmo.ClientWithResponses, id pmo.Id) error {
			reply, err := c.GetAllocationMatrixWithResponse(ctx, id, &pmo.GetAllocationMatrixParams{DateFrom: from, DateTo: to})
			m, err := pmo.OK(reply, err)
			if err != nil {
				return err
			}
			names := map[pmo.Id]string{}
			for _, p := range m.Producers {
				names[p.ParticipantId] = p.Name
			}
			for _, consumer := range m.Consumers {
				names[consumer.ParticipantId] = consumer.Name
			}
			t := output.NewTable("producer", "consumer", ">shared_kwh", ">expected_kwh", ">difference_kwh")
			for _, cell := range m.Cells {
				t.Add(names[cell.ProducerId], names[cell.ConsumerId], output.KWhOr(cell.SharedMilliWh), output.KWhOr(cell.ExpectedMilliWh), output.KWhOr(cell.DifferenceMilliWh))
			}
			return f.Print(reply.Body, t)
		})
	}
	return cmd
}
