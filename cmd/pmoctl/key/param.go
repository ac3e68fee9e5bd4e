package key

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

type paramOptions struct{ consumer, producer, pool, value string }

func newParam(f *factory.Factory) *cobra.Command {
	var o paramOptions
	cmd := &cobra.Command{
		Use:   "param",
		Short: "Change one number of the key in force",
		Long: `Change one number of the key in force, which makes a new version that holds from today.
A priority or a number of parts of 0 takes the consumer out. Of a selection of sites
(by_equality) 1 takes a site in and 0 takes it out.`,
		Example: `  pmoctl key param --operation ACC00000001 --consumer 99100000000017 --value 2
  pmoctl key param --operation ACC00000001 --consumer 99100000000017 --pool Schools --value 0`,
		Args: cobra.NoArgs,
	}
	operation := factory.OperationFlag(cmd)
	cmd.Flags().StringVar(&o.consumer, "consumer", "", "id, PRM or EAN")
	cmd.Flags().StringVar(&o.producer, "producer", "", "of by_ungrouped_priority: id, PRM or EAN")
	cmd.Flags().StringVar(&o.pool, "pool", "", "name of the pool")
	cmd.Flags().StringVar(&o.value, "value", "", "percentage, priority, parts, or 1 and 0 of a selection")
	_, _ = cmd.MarkFlagRequired("consumer"), cmd.MarkFlagRequired("value")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		value, err := output.ParseNumber(o.value)
		if err != nil {
			return exit.Usagef("--value %q is not a number", o.value)
		}
		return inOperation(cmd.Context(), f, *operation, func(ctx context.Context, c *pmo.ClientWithResponses, id pmo.Id) error {
			return updateParam(ctx, f, c, id, o, value)
		})
	}
	return cmd
}

func updateParam(ctx context.Context, f *factory.Factory, c *pmo.ClientWithResponses, id pmo.Id, o paramOptions, value float64) error {
	consumer, err := f.Participant(ctx, id, o.consumer)
	if err != nil {
		return err
	}
	params, body := pmo.UpdateAllocationParameterParams{ConsumerId: consumer}, pmo.AllocationParameterUpdate{Value: value}
	if o.producer != "" {
		producer, err := f.Participant(ctx, id, o.producer)
		if err != nil {
			return err
		}
		params.ProducerId = &producer
	}
	if o.pool != "" {
		if body.AllocationPoolParametersId, err = poolID(ctx, c, id, o.pool); err != nil {
			return err
		}
	}
	reply, err := c.UpdateAllocationParameterWithResponse(ctx, &params, body)
	config, err := pmo.Created(reply, err)
	if err != nil {
		return err
	}
	return show(ctx, f, id, reply.Body, []pmo.AllocationConfig{*config})
}

// poolID finds a pool of the key in force by its name.
func poolID(ctx context.Context, c *pmo.ClientWithResponses, operationID pmo.Id, name string) (*pmo.Id, error) {
	reply, err := c.GetLastAllocationConfigWithResponse(ctx, &pmo.GetLastAllocationConfigParams{OperationId: operationID})
	config, err := pmo.OK(reply, err)
	if err != nil {
		return nil, err
	}
	if config.Pools != nil {
		for _, pool := range *config.Pools {
			if pool.Name == name {
				return &pool.Id, nil
			}
		}
	}
	return nil, exit.Usagef("the key in force has no pool %q", name)
}
