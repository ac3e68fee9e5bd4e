package participant

import (
	"strings"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// noteTouched tells on the error stream which published invoices bill days that moved.
func noteTouched(f *factory.Factory, t *pmo.TouchedInvoices) {
	if t == nil {
		return
	}
	numbers := make([]string, len(t.Invoices))
	for i, one := range t.Invoices {
		numbers[i] = one.Number
	}
	if t.Count > len(numbers) {
		numbers = append(numbers, "…")
	}
	f.Note("warning: published invoices bill days that move and stay as they are (%d, %s): %s",
		t.Count, strings.Join(t.Months, ", "), strings.Join(numbers, ", "))
}
