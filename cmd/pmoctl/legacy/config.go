// Package legacy holds the commands of the old billing engine: configs, contracts and bills.
package legacy

import (
	"bytes"
	"context"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/fields"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// json is what bodies are.
const json = "application/json"

// NewConfigs is the noun of configs with its verbs.
func NewConfigs(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "billing-config", Short: "Prices of the old billing engine", Aliases: []string{"billing-configs"}}
	cmd.AddCommand(newListConfigs(f), newCreateConfig(f), newUpdateConfig(f), newDeleteConfig(f))
	return cmd
}

func configColumns() []string {
	return []string{"id", "start", "price_per_kwh", "subscription_per_month", "months", "anniversary", "payment", "days", "producers", "consumers"}
}

// euros prints a price of millionths of a euro.
func euros(micro int64) string { return strconv.FormatFloat(float64(micro)/1e6, 'f', -1, 64) }

func configTable(t *output.Table, list ...pmo.BillingConfig) *output.Table {
	for _, c := range list {
		t.Add(c.Id, c.StartDate.String(), euros(c.SellingPriceMicroEuro), euros(c.SubscriptionPriceMicroEuro), strconv.Itoa(int(c.Period)), c.Anniversary.String(),
			string(c.PaymentMethod), strconv.Itoa(c.PaymentDeadline), strconv.Itoa(len(c.Producers)), strconv.Itoa(len(c.Consumers)))
	}
	return t
}

// asked is how a list is asked for: of a producer, or of all where there is none.
type asked[T any] func(ctx context.Context, c *pmo.ClientWithResponses, operationID, producer pmo.Id) (raw []byte, list *[]T, err error)

// newList is the verb that lists what an operation has, or what one of its producers has.
func newList[T any](f *factory.Factory, short string, ask asked[T], table func([]T) *output.Table) *cobra.Command {
	cmd := &cobra.Command{Use: "list", Short: short, Args: cobra.NoArgs}
	operation := factory.OperationFlag(cmd)
	producer := cmd.Flags().String("producer", "", "of one producer: id or PRM")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, operationID, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		var site pmo.Id
		if *producer != "" {
			if site, err = f.Participant(cmd.Context(), operationID, *producer); err != nil {
				return err
			}
		}
		raw, list, err := ask(cmd.Context(), c, operationID, site)
		if err != nil {
			return err
		}
		return f.Print(raw, table(*list))
	}
	return cmd
}

// newDelete is the verb that deletes one by its id, after a question.
func newDelete(f *factory.Factory, short, question string, remove func(ctx context.Context, c *pmo.ClientWithResponses, operationID, one pmo.Id) error) *cobra.Command {
	cmd := &cobra.Command{Use: "delete ID", Short: short, Args: cobra.ExactArgs(1)}
	operation := factory.OperationFlag(cmd)
	yes := cmd.Flags().Bool("yes", false, "do not ask")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := f.Confirm(cmd.Context(), *yes, question); err != nil {
			return err
		}
		c, operationID, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		return remove(cmd.Context(), c, operationID, args[0])
	}
	return cmd
}

func newListConfigs(f *factory.Factory) *cobra.Command {
	ask := func(ctx context.Context, c *pmo.ClientWithResponses, operationID, producer pmo.Id) ([]byte, *[]pmo.BillingConfig, error) {
		if producer == "" {
			reply, err := c.ListBillingConfigsWithResponse(ctx, operationID, nil)
			list, err := pmo.OK(reply, err)
			if err != nil {
				return nil, nil, err
			}
			return reply.Body, list, nil
		}
		reply, err := c.ListBillingConfigsByProducerWithResponse(ctx, operationID, producer, nil)
		list, err := pmo.OK(reply, err)
		if err != nil {
			return nil, nil, err
		}
		return reply.Body, list, nil
	}
	return newList(f, "List the configs of an operation, or those that a producer sells by", ask, func(list []pmo.BillingConfig) *output.Table {
		return configTable(output.NewTable(configColumns()...), list...)
	})
}

func configFields() []fields.Field {
	return []fields.Field{
		{Flag: "start", Name: "startDate", Kind: fields.Day, Usage: "first day"},
		{Flag: "price", Name: "sellingPriceMicroEuro", Kind: fields.Whole, Usage: "of a shared kWh, in millionths of a euro"},
		{Flag: "subscription", Name: "subscriptionPriceMicroEuro", Kind: fields.Whole, Usage: "of a month, in millionths of a euro"},
		{Flag: "period", Name: "period", Kind: fields.Whole, Usage: "months of a bill: 1, 2, 3, 4, 6 or 12"},
		{Flag: "anniversary", Name: "anniversary", Kind: fields.Day, Usage: "a day whose month begins a period"},
		{Flag: "payment", Name: "paymentMethod", Values: []string{"transfer", "debit", "cheque", "publicTreasuryPaymentOrder", "publicTreasuryDebit"}},
		{Flag: "deadline", Name: "paymentDeadline", Kind: fields.Whole, Usage: "days to pay"},
	}
}

type sides struct{ producers, consumers *[]string }

func sidesOf(cmd *cobra.Command) sides {
	return sides{cmd.Flags().StringSlice("producer", nil, "who sells: ids or PRMs"), cmd.Flags().StringSlice("consumer", nil, "who buys: ids or PRMs")}
}

// into puts the ids of the sides that are given into a body.
func (s sides) into(cmd *cobra.Command, f *factory.Factory, body *fields.Body, operationID pmo.Id) error {
	if err := f.SetSites(cmd.Context(), body, "producers", operationID, *s.producers); err != nil {
		return err
	}
	return f.SetSites(cmd.Context(), body, "consumers", operationID, *s.consumers)
}

func newCreateConfig(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "create", Short: "Add a config, with a contract of each producer and consumer", Args: cobra.NoArgs,
		Example: "  pmoctl billing-config create --operation ACC00000003 --producer 99100000000031 --consumer 99100000000017 --start 2026-01-01 --price 112000 --period 1"}
	operation, of := factory.OperationFlag(cmd), sidesOf(cmd)
	body := fields.Bind(cmd, configFields())
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, operationID, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		if err := of.into(cmd, f, body, operationID); err != nil {
			return err
		}
		raw, err := body.JSON(f.In)
		if err != nil {
			return err
		}
		reply, err := c.CreateBillingConfigWithBodyWithResponse(cmd.Context(), operationID, nil, json, bytes.NewReader(raw))
		made, err := pmo.Created(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, configTable(output.One(configColumns()...), *made))
	}
	return cmd
}

func newUpdateConfig(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "update ID", Short: "Change a config", Args: cobra.ExactArgs(1),
		Long:    "Change what the flags name, nothing else. Another start, producer or consumer makes the\ncontracts anew; other prices leave them.",
		Example: "  pmoctl billing-config update 0199b0aa-0000-7000-8000-000000000001 --operation ACC00000003 --price 115000"}
	operation, of := factory.OperationFlag(cmd), sidesOf(cmd)
	body := fields.Bind(cmd, configFields())
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, operationID, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		if err := of.into(cmd, f, body, operationID); err != nil {
			return err
		}
		raw, err := body.JSON(f.In)
		if err != nil {
			return err
		}
		reply, err := c.UpdateBillingConfigWithBodyWithResponse(cmd.Context(), operationID, args[0], nil, json, bytes.NewReader(raw))
		changed, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, configTable(output.One(configColumns()...), *changed))
	}
	return cmd
}

func newDeleteConfig(f *factory.Factory) *cobra.Command {
	return newDelete(f, "Delete a config and its contracts; bills stay", "Delete the config and its contracts?", func(ctx context.Context, c *pmo.ClientWithResponses, operationID, one pmo.Id) error {
		reply, err := c.DeleteBillingConfigWithResponse(ctx, operationID, one, nil)
		return pmo.Done(reply, err)
	})
}
