package invoicing

import (
	"context"
	"slices"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/id"
)

// Finder finds the invoices that a selection names.
type Finder struct {
	Invoices billing.InvoiceQueries
	Drafts   billing.Drafts
	Runs     billing.Runs
}

// Resolve finds what is selected: the heads of a selection, within the family of the call.
func (s Finder) Resolve(ctx context.Context, operationID id.ID, scope billing.Scope, sel billing.Selection) ([]id.ID, map[id.ID]billing.Invoice, error) {
	ids := slices.Concat(sel.Query, sel.IDs)
	switch {
	case len(sel.Query) > 0 && len(sel.IDs) > 0 || len(ids) > 0 && !sel.RunID.IsZero():
		return nil, nil, billing.ErrSelectionTwice
	case len(ids) == 0 && sel.RunID.IsZero():
		return nil, nil, billing.ErrSelectionRequired
	}
	if len(ids) == 0 {
		if _, err := s.Runs.Head(ctx, operationID, sel.RunID); err != nil {
			return nil, nil, err
		}
		var err error
		if ids, err = s.Drafts.DraftIDs(ctx, operationID, sel.RunID); err != nil {
			return nil, nil, err
		}
	}
	ids = billing.Distinct(ids)
	heads, err := s.Invoices.Heads(ctx, operationID, ids)
	if err == nil && !scope.ParticipantID.IsZero() {
		visible, _, listErr := s.Invoices.List(ctx, operationID, billing.InvoiceFilter{Side: billing.Side{IssuedBy: scope.ParticipantID}, IDs: ids})
		heads, err = map[id.ID]billing.Invoice{}, listErr
		for _, v := range visible {
			heads[v.ID] = v
		}
		if !sel.RunID.IsZero() { // of a run of all, the part of the family
			ids = slices.DeleteFunc(ids, func(i id.ID) bool { _, own := heads[i]; return !own })
		}
	}
	return ids, heads, err
}
