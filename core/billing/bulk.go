package billing

import (
	"slices"

	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
)

// Selection names invoices in one way: by id in the query, by id in the body, or all
// drafts of a run.
type Selection struct {
	Query []id.ID
	IDs   []id.ID
	RunID id.ID
	// Reason is why invoices are cancelled; it is printed on their credit notes.
	Reason string
	// ConfirmUnpriced publishes although energy of these months is billed to nobody.
	ConfirmUnpriced bool
}

// Result is what became of one invoice of a bulk call; a nil Refused is success.
type Result struct {
	ID      id.ID
	Refused *fault.Error
}

// Distinct drops repeated ids and keeps the order.
func Distinct(ids []id.ID) []id.ID {
	seen := make(map[id.ID]bool, len(ids))
	return slices.DeleteFunc(slices.Clone(ids), func(i id.ID) bool { was := seen[i]; seen[i] = true; return was })
}
