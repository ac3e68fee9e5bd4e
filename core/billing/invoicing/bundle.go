package invoicing

import (
	"iter"

	"github.com/openpmo/pmo/core/billing/accounting"
	"github.com/openpmo/pmo/core/billing/document"
	"github.com/openpmo/pmo/core/civil"
)

// MaxBundled is how many documents are given at once.
const MaxBundled = 5_000

// Bundle is the documents of published invoices.
type Bundle struct {
	Name string     // of the operation, or of the site whose family was asked
	Last civil.Date // the last day that any of the invoices bills
	// Files reads them one by one, by number: there may be more than fit into memory.
	// It ends with the first error.
	Files iter.Seq2[document.File, error]
}

// Accounts is the accounting summary of published invoices.
type Accounts struct {
	Name string     // of the operation, or of the site whose family was asked
	Last civil.Date // the last day that any of the invoices bills
	accounting.Summary
}
