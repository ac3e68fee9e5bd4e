package subscription

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

type createOptions struct {
	operation, plan, start, end string
	consumers, producers        []string
	endOthers                   bool
}

func newCreate(f *factory.Factory) *cobra.Command {
	var o createOptions
	cmd := &cobra.Command{
		Use:   "create",
		Short: "Subscribe sites to a plan, all or none",
		Long: `Subscribe each consumer, with each producer, to a plan. With consumers alone the
PMO of the operation is the other side. A running subscription of the same pair ends
the day before the new one starts. One that prices the same energy otherwise, as of all
producers beside one of them, is a refusal unless --end-others ends it too. With producers
alone the PMO owes them what they shared, by a plan that prices INJECTION_PARTAGE.`,
		Example: "  pmoctl subscription create --operation ACC00000001 --plan 'Plan solaire' --consumer 99100000000017,99100000000024 --producer 99100000000031 --start 2026-10-01",
		Args:    cobra.NoArgs,
	}
	operation := factory.OperationFlag(cmd)
	flags := cmd.Flags()
	flags.StringVar(&o.plan, "plan", "", "the plan: id or exact name")
	flags.StringVar(&o.start, "start", "", "first day")
	flags.StringVar(&o.end, "end", "", "last day (default open)")
	flags.StringSliceVar(&o.consumers, "consumer", nil, "consumers: id, PRM or EAN")
	flags.StringSliceVar(&o.producers, "producer", nil, "producers: id, PRM or EAN")
	flags.BoolVar(&o.endOthers, "end-others", false, "end others that price the same energy the day before")
	_ = cmd.MarkFlagRequired("plan")
	_ = cmd.MarkFlagRequired("start")
	cmd.MarkFlagsOneRequired("consumer", "producer")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		o.operation = *operation
		return create(cmd.Context(), f, o)
	}
	return cmd
}

func create(ctx context.Context, f *factory.Factory, o createOptions) error {
	start, err := factory.Day("start", o.start)
	if err != nil {
		return err
	}
	end, err := factory.DayOr("end", o.end)
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
	planID, err := f.Plan(ctx, id, o.plan)
	if err != nil {
		return err
	}
	pairs, err := o.pairs(ctx, f, id)
	if err != nil {
		return err
	}
	if len(pairs) == 1 {
		return createOne(ctx, f, c, id, pmo.SubscriptionCreation{ConsumerId: pairs[0].ConsumerId, ProducerId: pairs[0].ProducerId,
			PlanId: planID, StartDate: start, EndDate: end, EndOthers: o.others()})
	}
	reply, err := c.CreateMultipleOperationSubscriptionsWithResponse(ctx, id, nil,
		pmo.SubscriptionsCreation{PlanId: planID, StartDate: start, EndDate: end, EndOthers: o.others(), Pairs: pairs})
	list, err := pmo.Created(reply, err)
	if err != nil {
		return err
	}
	return f.Print(reply.Body, table(*list))
}

// others is whether other subscriptions end; absent = they do not.
func (o createOptions) others() *bool {
	if !o.endOthers {
		return nil
	}
	return &o.endOthers
}

func createOne(ctx context.Context, f *factory.Factory, c *pmo.ClientWithResponses, id pmo.Id, body pmo.SubscriptionCreation) error {
	reply, err := c.CreateOperationSubscriptionWithResponse(ctx, id, nil, body)
	s, err := pmo.Created(reply, err)
	if err != nil {
		return err
	}
	return f.Print(reply.Body, table([]pmo.Subscription{*s}))
}

// pairs is each consumer with each producer, or one side alone.
func (o createOptions) pairs(ctx context.Context, f *factory.Factory, operationID pmo.Id) ([]pmo.SubscriptionPair, error) {
	consumers, err := f.Participants(ctx, operationID, o.consumers)
	if err != nil {
		return nil, err
	}
	producers, err := f.Participants(ctx, operationID, o.producers)
	if err != nil {
		return nil, err
	}
	var pairs []pmo.SubscriptionPair
	for i := range max(len(consumers), 1) {
		for j := range max(len(producers), 1) {
			var pair pmo.SubscriptionPair
			if len(consumers) > 0 {
				pair.ConsumerId = &consumers[i]
			}
			if len(producers) > 0 {
				pair.ProducerId = &producers[j]
			}
			pairs = append(pairs, pair)
		}
	}
	if len(pairs) > 2000 {
		return nil, exit.Usagef("one call takes at most 2000 pairs, these are %d", len(pairs))
	}
	return pairs, nil
}
