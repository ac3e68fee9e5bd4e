package billing

import (
	"context"
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/policy"
)

// enterOwn is enter for reading invoices: an operation's need invoice:read, a
// participant's invoice:readOwn. It also says which invoices the family answers.
func (s *Service) enterOwn(ctx context.Context, p policy.Principal, scope Scope) (operation.Operation, Side, error) {
	if scope.ParticipantID.IsZero() {
		op, err := s.enter(ctx, p, "invoice:read", scope)
		return op, Side{}, err
	}
	op, err := s.enter(ctx, p, "invoice:readOwn", scope)
	if err != nil {
		return op, Side{}, err
	}
	sites, err := s.Sites.OfOperation(ctx, op.ID)
	side := Side{Published: p.Role == policy.RoleParticipant}
	for _, site := range sites {
		if site.ID != scope.ParticipantID {
			continue
		}
		if site.Produces {
			side.IssuedBy = site.ID
		}
		if site.Consumes {
			side.ReceivedBy = site.ID
		}
	}
	if side.IssuedBy.IsZero() && side.ReceivedBy.IsZero() {
		side.ReceivedBy = scope.ParticipantID
	}
	return op, side, err
}

// MaxListed is how many invoices a list answers that names no limit.
const MaxListed = 10_000

// ListInvoices lists invoices, newest first, with the number there are in all.
// Error: list.tooLong where there are more than MaxListed and the filter has no limit.
func (s *Service) ListInvoices(ctx context.Context, p policy.Principal, scope Scope, f InvoiceFilter) ([]Invoice, int, error) {
	op, side, err := s.enterOwn(ctx, p, scope)
	if err != nil {
		return nil, 0, err
	}
	f.Side = side
	bounded := f
	if f.Limit == 0 {
		bounded.Limit = MaxListed
	}
	list, total, err := s.Invoices.List(ctx, op.ID, bounded)
	if err == nil && f.Limit == 0 && total > MaxListed {
		return nil, total, ErrListTooLong.With("max", MaxListed)
	}
	return list, total, err
}

// Invoice reads one with its lines. Error: invoice.notFound.
func (s *Service) Invoice(ctx context.Context, p policy.Principal, scope Scope, invoiceID id.ID) (Invoice, error) {
	op, side, err := s.enterOwn(ctx, p, scope)
	if err != nil {
		return Invoice{}, err
	}
	return s.visible(ctx, op.ID, side, invoiceID)
}

func (s *Service) visible(ctx context.Context, operationID id.ID, side Side, invoiceID id.ID) (Invoice, error) {
	f := InvoiceFilter{Side: side, IDs: []id.ID{invoiceID}, Types: []InvoiceType{TypeInvoice, TypeCreditNote, TypeStatement}}
	rows, _, err := s.Invoices.List(ctx, operationID, f)
	if err != nil {
		return Invoice{}, err
	}
	if len(rows) == 0 {
		return Invoice{}, ErrInvoiceNotFound
	}
	inv, err := s.Invoices.Get(ctx, operationID, invoiceID)
	inv.IssuerName, inv.ClientName = rows[0].IssuerName, rows[0].ClientName
	return inv, err
}

// LastInvoiceDate is the last day invoiced between an issuer and a client; nil when
// nothing was. In the family of a participant one of them is its own.
// Error: billingEntity.notFound.
func (s *Service) LastInvoiceDate(ctx context.Context, p policy.Principal, scope Scope, issuerID, clientID id.ID) (*civil.Date, error) {
	op, err := s.enter(ctx, p, "invoice:read", scope)
	if err != nil {
		return nil, err
	}
	seller, err := s.sellerOf(ctx, op.ID, scope)
	if err != nil {
		return nil, err
	}
	if seller != nil && !slices.Contains(seller.Issuers, issuerID) {
		billed, err := s.Sites.BilledAs(ctx, op.ID, []id.ID{scope.ParticipantID})
		if err != nil {
			return nil, err
		}
		if client := billed[scope.ParticipantID].BillableEntity; client == nil || client.ID != clientID {
			return nil, ErrIssuerNotFound
		}
	}
	return s.Invoices.LastDate(ctx, op.ID, issuerID, clientID)
}

// DeleteInvoices deletes drafts. Refused one by one: invoice.notFound,
// invoice.notDraft.
func (s *Service) DeleteInvoices(ctx context.Context, p policy.Principal, scope Scope, sel Selection) ([]Result, error) {
	op, err := s.enter(ctx, p, "invoice:delete", scope)
	if err != nil {
		return nil, err
	}
	ids, heads, err := s.selected(ctx, op.ID, scope, sel)
	if err != nil {
		return nil, err
	}
	var results []Result
	change := p.Change("invoice:delete", op.ID, "invoice", "")
	change.Details = map[string]any{"invoices": len(ids)}
	err = s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		results = nil
		if err := s.Locks.Operation(ctx, op.ID, false); err != nil {
			return err
		}
		var wanted []id.ID
		for _, i := range ids {
			if _, ok := heads[i]; ok {
				wanted = append(wanted, i)
			}
		}
		drafts, err := s.Invoices.Drafts(ctx, op.ID, wanted)
		if err != nil {
			return err
		}
		is := map[id.ID]bool{}
		for _, d := range drafts {
			is[d.ID] = true
		}
		for _, i := range ids {
			results = append(results, Result{ID: i, Refused: notDeletable(heads, is, i)})
		}
		return s.Invoices.Delete(ctx, op.ID, wanted)
	})
	return results, err
}

func notDeletable(heads map[id.ID]Invoice, draft map[id.ID]bool, i id.ID) *fault.Error {
	h, known := heads[i]
	switch {
	case !known:
		return ErrInvoiceNotFound
	case !draft[i]:
		return ErrInvoiceNotDraft.With("status", string(h.Status))
	}
	return nil
}
