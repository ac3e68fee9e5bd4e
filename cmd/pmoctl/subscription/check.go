package subscription

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newCheck(f *factory.Factory) *cobra.Command {
	var o createOptions
	cmd := &cobra.Command{
		Use:   "check",
		Short: "What subscribing sites would do to the subscriptions that they have",
		Long: `Tell which running subscriptions of the same pairs would end the day before a new one
starts, and the first day that is free of their invoices. Nothing is changed.`,
		Example: "  pmoctl subscription check --operation ACC00000001 --consumer 99100000000017 --producer 99100000000031 --start 2026-10-01",
		Args:    cobra.NoArgs,
	}
	operation := factory.OperationFlag(cmd)
	flags := cmd.Flags()
	flags.StringVar(&o.start, "start", "", "first day (default not known yet; then nothing ends)")
	flags.StringSliceVar(&o.consumers, "consumer", nil, "consumers: id, PRM or EAN")
	flags.StringSliceVar(&o.producers, "producer", nil, "producers: id, PRM or EAN")
	_ = cmd.MarkFlagRequired("consumer")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		o.operation = *operation
		return check(cmd.Context(), f, o)
	}
	return cmd
}

func check(ctx context.Context, f *factory.Factory, o createOptions) error {
	start, err := factory.DayOr("start", o.start)
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
	pairs, err := o.pairs(ctx, f, id)
	if err != nil {
		return err
	}
	reply, err := c.CheckOperationSubscriptionsWithResponse(ctx, id, pmo.SubscriptionsCheck{Pairs: pairs, StartDate: start})
	effect, err := pmo.OK(reply, err)
	if err != nil {
		return err
	}
	if effect.EarliestStart != nil {
		f.Note("invoiced until the day before %s", effect.EarliestStart)
	}
	t := output.NewTable("ending_id")
	for _, ending := range effect.EndingIds {
		t.Add(ending)
	}
	return f.Print(reply.Body, t)
}
