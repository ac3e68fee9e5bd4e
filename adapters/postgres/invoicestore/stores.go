package invoicestore

import (
	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/billingstore"
	"github.com/openpmo/pmo/core/billing"
)

// Stores are all of billing over db; bank accounts are sealed with c.
func Stores(db *postgres.DB, c billingstore.Cipher) billing.Stores {
	return billing.Stores{Sites: billingstore.NewSites(db), Accounts: billingstore.NewAccountSites(db), Claims: billingstore.NewSellerClaims(db), BillingEntities: billingstore.NewBillingEntities(db, c),
		BillableEntities: billingstore.NewBillableEntities(db, c), Plans: billingstore.NewPlans(db), PriceRanges: billingstore.NewPriceRanges(db), Subscriptions: billingstore.NewSubscriptions(db),
		Numberings: billingstore.NewNumberings(db), LegalTexts: billingstore.NewLegalTexts(db), Locks: billingstore.NewLocks(db),
		Invoices: NewInvoices(db), Drafts: NewDrafts(db), Publication: NewPublication(db, c), Documents: NewDocuments(db, c), Runs: NewRuns(db)}
}
