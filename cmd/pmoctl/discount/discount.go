// Package discount holds the commands of what pairs pay less for some days.
package discount

import (
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// New is the noun with its verbs.
func New(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "discount", Short: "What pairs pay less for some days", Aliases: []string{"discounts"}}
	cmd.AddCommand(newList(f), newCreate(f), newEnd(f), newDelete(f))
	return cmd
}

func table(list ...pmo.Discount) *output.Table {
	t := output.NewTable("id", "consumer", "producer", "start", "end", ">percent", "reason", "author")
	for _, d := range list {
		t.Add(d.Id, d.ConsumerName, output.Or(d.ProducerName), d.StartDate.String(), output.Or(d.EndDate), output.Number(d.Percentage, 2), d.Reason, output.Or(d.CreatedByName))
	}
	return t
}

func newList(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "list", Short: "List the discounts of an operation", Args: cobra.NoArgs}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		reply, err := c.ListOperationDiscountsWithResponse(cmd.Context(), id, nil)
		list, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, table(*list...))
	}
	return cmd
}

func newCreate(f *factory.Factory) *cobra.Command {
	var consumer, producer, start, end, percent, reason string
	cmd := &cobra.Command{
		Use: "create", Short: "Let a pair pay less for some days", Args: cobra.NoArgs,
		Long: `Take a part off each line of the subscriptions of a pair, for days on which it is subscribed.
Costs of the network that are passed on stay as they are. The reason is printed.`,
		Example: "  pmoctl discount create --operation ACC00000001 --consumer 99100000000017 --producer 99100000000031 --start 2026-10-01 --end 2026-12-31 --percent 10 --reason 'Offre de bienvenue'",
	}
	operation := factory.OperationFlag(cmd)
	flags := cmd.Flags()
	flags.StringVar(&consumer, "consumer", "", "consumer: id, PRM or EAN")
	flags.StringVar(&producer, "producer", "", "producer: id, PRM or EAN (default all of them, where the PMO sells)")
	flags.StringVar(&start, "start", "", "first day")
	flags.StringVar(&end, "end", "", "last day (default until it is ended)")
	flags.StringVar(&percent, "percent", "", "what is taken off, 0.01 to 100")
	flags.StringVar(&reason, "reason", "", "why, as it is printed")
	for _, name := range []string{"consumer", "start", "percent", "reason"} {
		_ = cmd.MarkFlagRequired(name)
	}
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		part, err := strconv.ParseFloat(percent, 64)
		if err != nil {
			return exit.Usagef("--percent is a number, not %q", percent)
		}
		from, err := factory.Day("start", start)
		if err != nil {
			return err
		}
		last, err := factory.DayOr("end", end)
		if err != nil {
			return err
		}
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		body := pmo.DiscountCreation{StartDate: from, EndDate: last, Percentage: part, Reason: reason}
		if body.ConsumerId, err = f.Participant(cmd.Context(), id, consumer); err != nil {
			return err
		}
		if producer != "" {
			of, err := f.Participant(cmd.Context(), id, producer)
			if err != nil {
				return err
			}
			body.ProducerId = &of
		}
		reply, err := c.CreateOperationDiscountWithResponse(cmd.Context(), id, nil, body)
		d, err := pmo.Created(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, table(*d))
	}
	return cmd
}

func newEnd(f *factory.Factory) *cobra.Command {
	var end string
	cmd := &cobra.Command{Use: "end ID", Short: "Say which is the last day of a discount", Args: cobra.ExactArgs(1),
		Example: "  pmoctl discount end 0199b0aa-0000-7000-8000-000000000001 --operation ACC00000001 --end 2026-12-31"}
	operation := factory.OperationFlag(cmd)
	cmd.Flags().StringVar(&end, "end", "", "last day")
	_ = cmd.MarkFlagRequired("end")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		last, err := factory.Day("end", end)
		if err != nil {
			return err
		}
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		reply, err := c.EndOperationDiscountWithResponse(cmd.Context(), id, args[0], pmo.DiscountEnd{EndDate: last})
		d, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, table(*d))
	}
	return cmd
}

func newDelete(f *factory.Factory) *cobra.Command {
	yes := false
	cmd := &cobra.Command{Use: "delete ID", Short: "Delete a discount of which no day is invoiced", Args: cobra.ExactArgs(1)}
	operation := factory.OperationFlag(cmd)
	cmd.Flags().BoolVar(&yes, "yes", false, "do not ask")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := f.Confirm(cmd.Context(), yes, fmt.Sprintf("Delete discount %s", args[0])); err != nil {
			return err
		}
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		if err := pmo.Done(c.DeleteOperationDiscountWithResponse(cmd.Context(), id, args[0])); err != nil {
			return err
		}
		f.Note("deleted %s", args[0])
		return nil
	}
	return cmd
}
