package mandate

import (
	"bytes"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/fields"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// NewCreditors is the noun of creditors with its verbs.
func NewCreditors(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "creditor", Short: "In whose name issuers collect by direct debit", Aliases: []string{"creditors"}}
	cmd.AddCommand(newListCreditors(f), newCreateCreditor(f), newUpdateCreditor(f))
	return cmd
}

func creditorFields() []fields.Field {
	return []fields.Field{
		{Flag: "name", Name: "name"},
		{Flag: "ics", Name: "ics", Usage: "SEPA creditor identifier (ICS, NIC)"},
		{Flag: "iban", Name: "iban"},
		{Flag: "bic", Name: "bic"},
		{Flag: "reconciliation-id", Name: "bankReconciliationId", Usage: "what the bank tells back with the credit"},
		{Flag: "message-version", Name: "messageVersion", Usage: "of the file that the bank takes", Values: []string{"PAIN_008_001_08", "PAIN_008_001_02"}},
		{Flag: "lead-days", Name: "leadDays", Kind: fields.Whole, Usage: "banking days that the bank wants before a collection"},
	}
}

func creditorTable(t *output.Table, list ...pmo.Creditor) *output.Table {
	for _, c := range list {
		t.Add(c.Id, c.Name, c.Ics, c.Iban, output.Or(c.Bic), output.Or(c.BankReconciliationId), c.BillingEntityId)
	}
	return t
}

func creditorColumns() []string {
	return []string{"id", "name", "ics", "iban", "bic", "reconciliation_id", "issuer"}
}

func newListCreditors(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "list", Short: "List the creditors of the issuers of an operation", Args: cobra.NoArgs}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, operationID, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		issuers, err := c.ListOperationBillingEntitiesWithResponse(cmd.Context(), operationID, nil)
		list, err := pmo.OK(issuers, err)
		if err != nil {
			return err
		}
		t := output.NewTable(creditorColumns()...)
		if len(*list) == 0 {
			return f.Print([]byte("[]"), t)
		}
		var ids []pmo.Id
		for _, i := range *list {
			ids = append(ids, i.Id)
		}
		if len(ids) > 100 {
			return exit.Usagef("the operation has %d issuers, and one call takes 100: name one with mandate list --issuer", len(ids))
		}
		reply, err := c.ListCreditorsByBillingEntitiesWithResponse(cmd.Context(), &pmo.ListCreditorsByBillingEntitiesParams{BillingEntityIds: ids})
		creditors, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, creditorTable(t, *creditors...))
	}
	return cmd
}

func newCreateCreditor(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "create",
		Short:   "Say in whose name an issuer collects",
		Example: "  pmoctl creditor create --operation ACC00000001 --issuer 'Commune de Fougères' --name 'Commune de Fougères' --ics FR72ZZZ123456 --iban FR1420041010050500013M02606",
		Args:    cobra.NoArgs,
	}
	operation, issuer := factory.OperationFlag(cmd), issuerFlag(cmd)
	body := fields.Bind(cmd, creditorFields())
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		raw, err := body.JSON(f.In)
		if err != nil {
			return err
		}
		c, issuerID, err := at(cmd.Context(), f, *operation, *issuer)
		if err != nil {
			return err
		}
		reply, err := c.CreateBillingEntityCreditorWithBodyWithResponse(cmd.Context(), issuerID, nil, json, bytes.NewReader(raw))
		made, err := pmo.Created(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, creditorTable(output.One(creditorColumns()...), *made))
	}
	return cmd
}

func newUpdateCreditor(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "update ID",
		Short:   "Change a creditor; its ICS is fixed once it has mandates",
		Long:    "Change what the flags name, nothing else.",
		Example: "  pmoctl creditor update 0199b0aa-0000-7000-8000-000000000001 --reconciliation-id SOLEIL",
		Args:    cobra.ExactArgs(1),
	}
	body := fields.BindUpdate(cmd, creditorFields())
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, content, err := f.Written(body)
		if err != nil {
			return err
		}
		reply, err := c.UpdateCreditorWithBodyWithResponse(cmd.Context(), args[0], nil, json, content)
		changed, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, creditorTable(output.One(creditorColumns()...), *changed))
	}
	return cmd
}
