// Package mandate holds the commands of creditors and mandates of SEPA direct debit.
package mandate

import (
	"bytes"
	"context"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/fields"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// json is what bodies are.
const json = "application/json"

// New is the noun with its verbs.
func New(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "mandate", Short: "Mandates of SEPA direct debit", Aliases: []string{"mandates"}}
	cmd.AddCommand(newList(f), newShow(f), newCreate(f), newUpdate(f), newImport(f), newTemplate(f))
	return cmd
}

func issuerFlag(cmd *cobra.Command) *string {
	issuer := cmd.Flags().String("issuer", "", "the issuer of invoices: id or exact name")
	_ = cmd.MarkFlagRequired("issuer")
	return issuer
}

// at is the server and the issuer.
func at(ctx context.Context, f *factory.Factory, operation, issuer string) (*pmo.ClientWithResponses, pmo.Id, error) {
	c, operationID, err := f.At(ctx, operation)
	if err != nil {
		return nil, "", err
	}
	issuerID, err := f.Issuer(ctx, operationID, issuer)
	return c, issuerID, err
}

func changeable() []fields.Field {
	return []fields.Field{
		{Flag: "debtor", Name: "debtorName", Usage: "name of the debtor"},
		{Flag: "iban", Name: "iban", Usage: "of the debtor"},
		{Flag: "bic", Name: "bic"},
		{Flag: "reconciliation-id", Name: "bankReconciliationId"},
	}
}

func columns() []string {
	return []string{"id", "rum", "debtor", "iban", "scheme", "signed", "status", "lapses", "creditor"}
}

func table(t *output.Table, list ...pmo.Mandate) *output.Table {
	for _, m := range list {
		t.Add(m.Id, m.MandateId, m.DebtorName, m.Iban, string(m.Scheme), m.SignatureDate.String(), string(m.Status), m.LapsesOn.String(), m.CreditorName)
	}
	return t
}

func newList(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "list", Short: "List the mandates of the creditor of an issuer", Args: cobra.NoArgs}
	operation, issuer := factory.OperationFlag(cmd), issuerFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, issuerID, err := at(cmd.Context(), f, *operation, *issuer)
		if err != nil {
			return err
		}
		reply, err := c.ListMandatesByBillingEntityWithResponse(cmd.Context(), issuerID, nil)
		list, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, table(output.NewTable(columns()...), *list...))
	}
	return cmd
}

func newShow(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "show ID", Short: "Show a mandate; -o json names the accounts before", Args: cobra.ExactArgs(1)}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, err := f.Client()
		if err != nil {
			return err
		}
		reply, err := c.GetMandateWithResponse(cmd.Context(), args[0])
		m, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, table(output.One(columns()...), *m))
	}
	return cmd
}

func newCreate(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "create",
		Short:   "Keep a mandate that a participant signed",
		Example: "  pmoctl mandate create --operation ACC00000001 --issuer 'Commune de Fougères' --participant 99100000000017 --rum SOLEIL-0001 --debtor 'Anne Martin' --iban FR7630006000011234567890189 --signed 2026-10-01",
		Args:    cobra.NoArgs,
	}
	operation, issuer := factory.OperationFlag(cmd), issuerFlag(cmd)
	participant := cmd.Flags().String("participant", "", "the debtor's site: id, PRM or EAN")
	_ = cmd.MarkFlagRequired("participant")
	body := fields.Bind(cmd, append(changeable(),
		fields.Field{Flag: "rum", Name: "mandateId", Usage: "reference of the mandate (RUM)"},
		fields.Field{Flag: "scheme", Name: "scheme", Values: []string{"CORE", "B2B"}},
		fields.Field{Flag: "signed", Name: "signatureDate", Kind: fields.Day, Usage: "day of the signature"}))
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, issuerID, err := at(cmd.Context(), f, *operation, *issuer)
		if err != nil {
			return err
		}
		operationID, err := f.Operation(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		participantID, err := f.Participant(cmd.Context(), operationID, *participant)
		if err != nil {
			return err
		}
		body.Set("participantId", participantID)
		raw, err := body.JSON(f.In)
		if err != nil {
			return err
		}
		reply, err := c.CreateBillingEntityMandateWithBodyWithResponse(cmd.Context(), issuerID, nil, json, bytes.NewReader(raw))
		m, err := pmo.Created(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, table(output.One(columns()...), *m))
	}
	return cmd
}

func newUpdate(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "update ID",
		Short:   "Amend or revoke a mandate",
		Long:    "Change what the flags name, nothing else. Another IBAN amends the mandate; the former one is kept.",
		Example: "  pmoctl mandate update 0199b0aa-0000-7000-8000-000000000001 --revoked 2026-12-01",
		Args:    cobra.ExactArgs(1),
	}
	body := fields.BindUpdate(cmd, append(changeable(),
		fields.Field{Flag: "revoked", Name: "revokedOn", Kind: fields.Day, Usage: "first day that it no longer holds"}))
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, content, err := f.Written(body)
		if err != nil {
			return err
		}
		reply, err := c.UpdateMandateWithBodyWithResponse(cmd.Context(), args[0], nil, json, content)
		m, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, table(output.One(columns()...), *m))
	}
	return cmd
}
