package publishing

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/agreement"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/event"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

// CancelInvoices takes invoices back. A draft is put aside. A published one stays as it is: a
// credit note with a number of its own takes it back (decisions 5.4), each issuer's in one
// transaction. The days of both are due again, and the next run bills them. One that was paid may
// be cancelled too; its note is then open until the client has its money back. Refused one by one:
// invoice.notFound, invoice.notCancellable, billingEntity.unconfirmed,
// billingEntity.legalNumberTaken. Errors: invoice.selectionRequired, invoice.selectionTwice,
// run.notFound.
func (s *Service) CancelInvoices(ctx context.Context, p policy.Principal, scope billing.Scope, sel billing.Selection) ([]billing.Result, error) {
	op, err := s.Enter(ctx, p, "invoice:cancel", scope)
	if err != nil {
		return nil, err
	}
	ids, heads, err := s.Finder.Resolve(ctx, op.ID, scope, sel)
	if err != nil {
		return nil, err
	}
	results := make(map[id.ID]*fault.Error, len(ids))
	var drafts []id.ID
	byIssuer := map[id.ID][]billing.Invoice{}
	for _, i := range ids {
		switch h, ok := heads[i]; {
		case !ok:
			results[i] = billing.ErrInvoiceNotFound
		case !h.Cancellable():
			results[i] = notCancellable(h)
		case h.Status == billing.Draft:
			drafts = append(drafts, i)
		default:
			byIssuer[h.IssuerID] = append(byIssuer[h.IssuerID], h)
		}
	}
	refused, err := s.putAside(ctx, p, op, drafts)
	if err != nil {
		return nil, err
	}
	maps.Copy(results, refused)
	for _, issuerID := range slices.Sorted(maps.Keys(byIssuer)) {
		if refused, err = s.creditOf(ctx, p, op, issuerID, byIssuer[issuerID], sel.Reason); err != nil {
			f := fault.From(err)
			if f == nil {
				return nil, err
			}
			refused = map[id.ID]*fault.Error{}
			for _, h := range byIssuer[issuerID] {
				refused[h.ID] = f
			}
		}
		maps.Copy(results, refused)
	}
	out := make([]billing.Result, len(ids))
	for n, i := range ids {
		out[n] = billing.Result{ID: i, Refused: results[i]}
	}
	return out, nil
}

func notCancellable(h billing.Invoice) *fault.Error {
	return billing.ErrNotCancellable.With("status", string(h.Status))
}

// putAside cancels drafts. One that was published or deleted a moment ago is refused.
func (s *Service) putAside(ctx context.Context, p policy.Principal, op operation.Operation, ids []id.ID) (map[id.ID]*fault.Error, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	var refused map[id.ID]*fault.Error
	change := p.Change("invoice:cancel", op.ID, "invoice", "")
	change.Details = map[string]any{"drafts": len(ids)}
	err := s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		refused = map[id.ID]*fault.Error{}
		if err := s.Locks.Operation(ctx, op.ID, false); err != nil {
			return err
		}
		drafts, err := s.Drafts.Drafts(ctx, op.ID, ids)
		if err != nil {
			return err
		}
		if err := s.refuseGone(ctx, op.ID, drafts, ids, refused); err != nil {
			return err
		}
		return s.cancel(ctx, op, drafts)
	})
	return refused, err
}

// cancel marks invoices as cancelled.
func (s *Service) cancel(ctx context.Context, op operation.Operation, invoices []billing.Invoice) error {
	ids := make([]id.ID, len(invoices))
	for i, inv := range invoices {
		ids[i] = inv.ID
		tx.Concern(ctx, "invoice", inv.ID)
		tx.Concern(ctx, "billableEntity", inv.ClientID)
	}
	return s.Publication.Cancel(ctx, op.ID, ids)
}

// creditOf takes back published invoices of one issuer in one transaction, with the locks of
// publishing.
func (s *Service) creditOf(ctx context.Context, p policy.Principal, op operation.Operation, issuerID id.ID, heads []billing.Invoice, reason string) (map[id.ID]*fault.Error, error) {
	ids, clients := make([]id.ID, len(heads)), map[billing.PartyPair]bool{}
	for i, h := range heads {
		ids[i] = h.ID
		clients[billing.PartyPair{IssuerID: h.IssuerID, ClientID: h.ClientID}] = true
	}
	pairs := slices.Collect(maps.Keys(clients))
	var refused map[id.ID]*fault.Error
	change := p.Change("invoice:cancel", op.ID, "billingEntity", issuerID)
	change.Details = map[string]any{"invoices": len(ids)}
	if reason != "" {
		change.Details["reason"] = reason
	}
	err := s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		refused = map[id.ID]*fault.Error{}
		if err := s.LockPairs(ctx, op.ID, pairs, monthsOf(heads)...); err != nil {
			return err
		}
		b, err := s.Agreements.Load(ctx, op, agreement.Extent{Pairs: pairs, Printed: true})
		if err != nil {
			return err
		}
		issuer, ok := b.Issuers[issuerID]
		if !ok {
			return billing.ErrIssuerNotFound
		}
		if refused := issuer.MayIssue(); refused != nil {
			return refused
		}
		last, err := s.Numberings.LastIssue(ctx, issuer.NumberingOwner(), issuer.SeriesCode)
		if err != nil {
			return err
		}
		invoices, err := s.Publication.Published(ctx, op.ID, ids)
		if err != nil {
			return err
		}
		if err := s.refuseTaken(ctx, op.ID, invoices, ids, refused); err != nil || len(invoices) == 0 {
			return err
		}
		if err := s.credit(ctx, b, issuer, invoices, last, reason); err != nil {
			return err
		}
		return s.cancel(ctx, op, invoices)
	})
	return refused, err
}

// refuseTaken refuses what somebody else has taken back a moment ago.
func (s *Service) refuseTaken(ctx context.Context, operationID id.ID, held []billing.Invoice, ids []id.ID, refused map[id.ID]*fault.Error) error {
	if len(held) == len(ids) {
		return nil
	}
	heads, err := s.Invoices.Heads(ctx, operationID, ids)
	for _, i := range ids {
		if !slices.ContainsFunc(held, func(h billing.Invoice) bool { return h.ID == i }) {
			refused[i] = notCancellable(heads[i])
		}
	}
	return err
}

// credit gives each invoice its credit note, with the next numbers of the series, in the order of
// the invoices' own.
func (s *Service) credit(ctx context.Context, b *agreement.Agreements, issuer billing.BillingEntity, invoices []billing.Invoice, last *civil.Date, reason string) error {
	invoices = slices.Clone(invoices)
	slices.SortFunc(invoices, func(a, c billing.Invoice) int {
		return cmp.Or(cmp.Compare(*a.IssueDate, *c.IssueDate), cmp.Compare(a.Number, c.Number))
	})
	issue := s.Today(b.Op)
	if last != nil {
		issue = max(issue, *last)
	}
	owner, year := issuer.NumberingOwner(), issue.Year()
	first, err := s.Numberings.Take(ctx, owner, issuer.SeriesCode, year, len(invoices), issue)
	if err != nil {
		return err
	}
	ids := make([]id.ID, len(invoices))
	for i, inv := range invoices {
		ids[i] = inv.ID
	}
	snapshots, err := s.Documents.Documents.Snapshots(ctx, b.Op.ID, ids)
	if err != nil {
		return err
	}
	notes, numbers := make([]billing.Invoice, len(invoices)), make([]billing.Numbers, len(invoices))
	for i, inv := range invoices {
		note := inv.CreditNote(id.New(), s.Now())
		n := billing.Numbers{InvoiceID: note.ID, Owner: owner, Series: issuer.SeriesCode, Year: year, Sequence: first + i, IssueDate: issue, DueDate: issue}
		if n.Number, err = billing.FormatNumber(issuer.SeriesCode, year, n.Sequence); err != nil {
			return err
		}
		n.Snapshot = snapshots[inv.ID].CreditNote(n.Number, issue, reason)
		notes[i], numbers[i], ids[i] = note, n, note.ID
		tx.Concern(ctx, "invoice", note.ID)
	}
	if err := s.Publication.Credit(ctx, notes); err != nil {
		return err
	}
	// The pictures are those of the invoices, which hold them.
	if err := s.Publication.Publish(ctx, b.Op.ID, numbers, s.Now()); err != nil {
		return err
	}
	for part := range slices.Chunk(ids, billing.PublishedTogether) {
		if err := event.Publish(ctx, s.Events, billing.InvoicesPublished{OperationID: b.Op.ID, InvoiceIDs: part}); err != nil {
			return err
		}
	}
	return nil
}
