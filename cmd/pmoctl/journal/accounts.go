package journal

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/fields"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func accountsTable(a pmo.SellerAccounts) *output.Table {
	rates := make([]string, len(a.Rates))
	for n, r := range a.Rates {
		rates[n] = strings.TrimSpace(fmt.Sprintf("%s %g %%: %s %s", r.VatCategory, r.VatPercentage, r.SalesAccount, output.Or(r.VatAccount)))
	}
	return output.One("journal", "journal_name", "client", "client_name", "sales", "sales_name", "vat", "vat_name", "costs", "costs_name", "to_invoice", "to_invoice_name", "vat_to_come", "vat_to_come_name", "auxiliary", "prefix", "rates",
		"purchases", "purchases_name", "supplier", "supplier_name", "supplier_prefix", "energy", "energy_name", "deductible", "deductible_name", "told").
		Add(a.JournalCode, a.JournalName, a.ClientAccount, a.ClientAccountName, a.SalesAccount, a.SalesAccountName, a.VatAccount, a.VatAccountName, output.Or(a.CostsAccount), output.Or(a.CostsAccountName),
			a.ToInvoiceAccount, a.ToInvoiceAccountName, output.Or(a.VatToComeAccount), output.Or(a.VatToComeAccountName),
			string(a.AuxiliaryRule), a.AuxiliaryPrefix, strings.Join(rates, ", "),
			a.PurchaseJournalCode, a.PurchaseJournalName, a.SupplierAccount, a.SupplierAccountName, a.SupplierPrefix, a.PurchaseAccount, a.PurchaseAccountName, a.DeductibleVatAccount, a.DeductibleVatAccountName, output.Yes(a.Told))
}

func newAccounts(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "accounts", Short: "Show by which accounts a seller books its invoices", Args: cobra.NoArgs}
	who := sellerFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, operationID, entityID, err := who.at(cmd, f)
		if err != nil {
			return err
		}
		reply, err := c.GetSellerAccountsWithResponse(cmd.Context(), operationID, entityID)
		found, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, accountsTable(*found))
	}
	return cmd
}

func newUpdate(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "update-accounts", Short: "Tell by which accounts a seller books its invoices, in all its operations",
		Long: `Tell by which accounts a seller books its invoices, in all its operations. Accounts of
single rates of VAT are given with --file: {"rates": [{"vatCategory": "S", …}]}.`,
		Example: "  pmoctl journal update-accounts --operation ACC00000001 --issuer 'Commune de Fougères' --code VT --auxiliary REFERENCE --auxiliary-prefix C",
		Args:    cobra.NoArgs}
	who := sellerFlags(cmd)
	body := fields.BindUpdate(cmd, []fields.Field{
		{Flag: "code", Name: "journalCode", Usage: "of the journal: one to six capitals or digits"}, {Flag: "name", Name: "journalName", Usage: "of the journal"},
		{Flag: "client-account", Name: "clientAccount", Usage: "of the fourth class"}, {Flag: "client-account-name", Name: "clientAccountName"},
		{Flag: "sales-account", Name: "salesAccount", Usage: "of the seventh class"}, {Flag: "sales-account-name", Name: "salesAccountName"},
		{Flag: "vat-account", Name: "vatAccount", Usage: "of the fourth class"}, {Flag: "vat-account-name", Name: "vatAccountName"},
		{Flag: "costs-account", Name: "costsAccount", Usage: "of the seventh class, for network costs passed on; empty with an empty name: that of sales"}, {Flag: "costs-account-name", Name: "costsAccountName"},
		{Flag: "to-invoice-account", Name: "toInvoiceAccount", Usage: "of the fourth class, for what was delivered and is not invoiced"}, {Flag: "to-invoice-account-name", Name: "toInvoiceAccountName"},
		{Flag: "vat-to-come-account", Name: "vatToComeAccount", Usage: "of the fourth class, for VAT of that; empty with an empty name: it is booked without VAT"}, {Flag: "vat-to-come-account-name", Name: "vatToComeAccountName"},
		{Flag: "auxiliary", Name: "auxiliaryRule", Usage: "auxiliary accounts of clients", Values: []string{"NONE", "REFERENCE", "NUMBER"}}, {Flag: "auxiliary-prefix", Name: "auxiliaryPrefix"},
		{Flag: "purchase-code", Name: "purchaseJournalCode", Usage: "of the journal of what is owed to producers"}, {Flag: "purchase-name", Name: "purchaseJournalName", Usage: "of that journal"},
		{Flag: "supplier-account", Name: "supplierAccount", Usage: "of the fourth class"}, {Flag: "supplier-account-name", Name: "supplierAccountName"}, {Flag: "supplier-prefix", Name: "supplierPrefix"},
		{Flag: "purchase-account", Name: "purchaseAccount", Usage: "of the sixth class"}, {Flag: "purchase-account-name", Name: "purchaseAccountName"},
		{Flag: "deductible-account", Name: "deductibleVatAccount", Usage: "of the fourth class"}, {Flag: "deductible-account-name", Name: "deductibleVatAccountName"},
	})
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		raw, err := body.JSON(f.In)
		if err != nil {
			return err
		}
		c, operationID, entityID, err := who.at(cmd, f)
		if err != nil {
			return err
		}
		reply, err := c.UpdateSellerAccountsWithBodyWithResponse(cmd.Context(), operationID, entityID, nil, "application/json", bytes.NewReader(raw))
		changed, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, accountsTable(*changed))
	}
	return cmd
}
