package legacy

import (
	"bytes"
	"context"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/fields"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// NewContracts is the noun of contracts with its verbs.
func NewContracts(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "billing-contract", Short: "Who buys of whom by the old billing engine", Aliases: []string{"billing-contracts"}}
	cmd.AddCommand(newListContracts(f), newCreateContract(f), newUpdateContract(f), newDeleteContract(f))
	return cmd
}

func contractColumns() []string { return []string{"id", "producer", "consumer", "start", "config"} }

func contractTable(t *output.Table, list ...pmo.BillingContract) *output.Table {
	for _, c := range list {
		t.Add(c.Id, c.ProducerName, c.ConsumerName, c.StartDate.String(), c.ConfigId)
	}
	return t
}

func newListContracts(f *factory.Factory) *cobra.Command {
	ask := func(ctx context.Context, c *pmo.ClientWithResponses, operationID, producer pmo.Id) ([]byte, *[]pmo.BillingContract, error) {
		if producer == "" {
			reply, err := c.ListBillingContractsWithResponse(ctx, operationID, nil)
			list, err := pmo.OK(reply, err)
			if err != nil {
				return nil, nil, err
			}
			return reply.Body, list, nil
		}
		reply, err := c.ListBillingContractsByProducerWithResponse(ctx, operationID, producer, nil)
		list, err := pmo.OK(reply, err)
		if err != nil {
			return nil, nil, err
		}
		return reply.Body, list, nil
	}
	return newList(f, "List the contracts of an operation, or of one producer", ask, func(list []pmo.BillingContract) *output.Table {
		return contractTable(output.NewTable(contractColumns()...), list...)
	})
}

func newCreateContract(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "create", Short: "Add a contract of a producer and a consumer of a config", Args: cobra.NoArgs,
		Example: "  pmoctl billing-contract create --operation ACC00000003 --config 0199b0aa-0000-7000-8000-000000000001 --producer 99100000000031 --consumer 99100000000017 --start 2026-03-01"}
	operation := factory.OperationFlag(cmd)
	producer := cmd.Flags().String("producer", "", "who sells: id or PRM")
	consumer := cmd.Flags().String("consumer", "", "who buys: id or PRM")
	_ = cmd.MarkFlagRequired("producer")
	_ = cmd.MarkFlagRequired("consumer")
	body := fields.Bind(cmd, contractFields())
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, operationID, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		seller, err := f.Participant(cmd.Context(), operationID, *producer)
		if err != nil {
			return err
		}
		buyer, err := f.Participant(cmd.Context(), operationID, *consumer)
		if err != nil {
			return err
		}
		body.Set("producerId", seller)
		body.Set("consumerId", buyer)
		raw, err := body.JSON(f.In)
		if err != nil {
			return err
		}
		reply, err := c.CreateBillingContractWithBodyWithResponse(cmd.Context(), operationID, nil, json, bytes.NewReader(raw))
		made, err := pmo.Created(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, contractTable(output.One(contractColumns()...), *made))
	}
	return cmd
}

func contractFields() []fields.Field {
	return []fields.Field{{Flag: "config", Name: "configId", Usage: "the config, by id"}, {Flag: "start", Name: "startDate", Kind: fields.Day, Usage: "first day"}}
}

func newUpdateContract(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "update ID", Short: "Change the start or the config of a contract", Args: cobra.ExactArgs(1),
		Example: "  pmoctl billing-contract update 0199b0aa-0000-7000-8000-000000000001 --operation ACC00000003 --start 2026-04-01"}
	operation := factory.OperationFlag(cmd)
	body := fields.Bind(cmd, contractFields())
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, operationID, content, err := f.WrittenAt(cmd.Context(), *operation, body)
		if err != nil {
			return err
		}
		reply, err := c.UpdateBillingContractWithBodyWithResponse(cmd.Context(), operationID, args[0], nil, json, content)
		changed, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, contractTable(output.One(contractColumns()...), *changed))
	}
	return cmd
}

func newDeleteContract(f *factory.Factory) *cobra.Command {
	return newDelete(f, "Delete a contract; bills stay", "Delete the contract?", func(ctx context.Context, c *pmo.ClientWithResponses, operationID, one pmo.Id) error {
		reply, err := c.DeleteBillingContractWithResponse(ctx, operationID, one, nil)
		return pmo.Done(reply, err)
	})
}
