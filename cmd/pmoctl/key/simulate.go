package key

import (
	"context"
	"strconv"

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
		Example: `  pmoctl key simulate --operation ACC00000001 --from 2026-09-01 --to 2026-09-30 --type by_equality
  pmoctl key simulate --operation ACC00000001 --from 2026-09-01 --to 2026-09-30 --file pools.json`,
		Args: cobra.NoArgs,
	}
	operation, days := factory.OperationFlag(cmd), factory.DaysFlags(cmd)
	cmd.Flags().StringVar(&o.kind, "type", "", "type of the key")
	cmd.Flags().StringArrayVar(&o.params, "param", nil, "consumer=number, or consumer/producer=number")
	cmd.Flags().StringVar(&o.file, "file", "", "CSV of the parameters or JSON document")
	cmd.Flags().StringVar(&config, "config", "", "id of a version or draft instead")
	cmd.MarkFlagsMutuallyExclusive("config", "type")
	cmd.MarkFlagsMutuallyExclusive("config", "file")
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
			f.Note("In force: %s kWh shared, %s kWh surplus. Simulated: %s kWh shared, %s kWh surplus. %d days left out.",
				output.KWh(result.InForce.SharedMilliWh), output.KWh(result.InForce.SurplusMilliWh),
				output.KWh(result.Simulated.SharedMilliWh), output.KWh(result.Simulated.SurplusMilliWh), result.MissingDays)
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

func simulationTable(r pmo.AllocationSimulationResult) *output.Table {
	t := output.NewTable("participant_id", "name", ">consumption_kwh", ">in_force_kwh", ">simulated_kwh", ">difference_kwh", ">in_force_rate", ">simulated_rate")
	for _, p := range r.Participants {
		t.Add(p.ParticipantId, p.Name, output.KWh(p.ConsumptionMilliWh), output.KWh(p.InForceMilliWh), output.KWh(p.SimulatedMilliWh),
			output.KWh(p.DifferenceMilliWh), output.Percent(p.InForceCoverageRate), output.Percent(p.SimulatedCoverageRate))
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

func newDrift(f *factory.Factory) *cobra.Command {
	threshold := 0.0
	cmd := &cobra.Command{Use: "drift", Short: "Our allocation against the operator's, by site", Args: cobra.NoArgs}
	operation, days := factory.OperationFlag(cmd), factory.DaysFlags(cmd)
	cmd.Flags().Float64Var(&threshold, "threshold", 0, "alert from so many percent (default the setting)")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		from, to, err := days.Dates()
		if err != nil {
			return err
		}
		params := pmo.GetAllocationDriftParams{DateFrom: from, DateTo: to}
		if cmd.Flags().Changed("threshold") {
			params.Threshold = &threshold
		}
		return inOperation(cmd.Context(), f, *operation, func(ctx context.Context, c *pmo.ClientWithResponses, id pmo.Id) error {
			reply, err := c.GetAllocationDriftWithResponse(ctx, id, &params)
			d, err := pmo.OK(reply, err)
			if err != nil {
				return err
			}
			t := output.NewTable("dso_id", "name", ">shared_kwh", ">expected_kwh", ">difference_kwh", ">days", "alert")
			for _, s := range d.Sites {
				t.Add(s.DsoId, s.Name, output.KWh(s.SharedMilliWh), output.KWh(s.ExpectedMilliWh), output.KWh(s.DifferenceMilliWh),
					strconv.Itoa(len(s.Days)), output.Yes(s.Alert))
			}
			return f.Print(reply.Body, t)
		})
	}
	return cmd
}
