package operation

import (
	"context"

	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// View is how much of an operation its reader is shown. The simple view leaves out what small
// operations can do without; nothing is forbidden by it, and pages that are left out still open.
type View struct {
	Simple bool
	Chosen bool     // by the reader; else by the number of sites
	Hidden []Option // what the simple view leaves out, in the order of the menu
	InUse  []Option // those of them that hold data
}

// Option is what the simple view leaves out: an entry of the menu, columns, or a part of forms.
type Option string

// The options.
const (
	OptionPayment       Option = "PAYMENT"              // creditors, mandates and collections
	OptionAccounting    Option = "ACCOUNTING"           // the sales journal
	OptionEInvoicing    Option = "EINVOICING"           // platforms of e-invoices
	OptionBillCheck     Option = "BILL_CHECK"           // contracts of supply and what sharing saves
	OptionExpense       Option = "EXPENSE"              // expenses
	OptionIncome        Option = "INCOME"               // incomes
	OptionMonitoring    Option = "FINANCIAL_MONITORING" // both over time
	OptionExports       Option = "EXPORTS"              // files of sites and curves
	OptionSeasons       Option = "SEASONS"              // keys by season
	OptionOwnReferences Option = "OWN_REFERENCES"       // own references and tags of sites and clients
)

// Views says how much of operations their reader is shown; one that is not told is shown whole.
type Views interface {
	Of(ctx context.Context, p policy.Principal, operations []Detail) (map[id.ID]View, error)
}
