package billing

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/policy"
)

// Selection names invoices in one way: by id in the query, by id in the body, or all
// drafts of a run.
type Selection struct {
	Query []id.ID
	IDs   []id.ID
	RunID id.ID
	// ConfirmUnpriced publishes although energy of these months is billed to nobody.
	ConfirmUnpriced bool
}

// Result is what became of one invoice of a bulk call; a nil Refused is success.
type Result struct {
	ID      id.ID
	Refused *fault.Error
}

// PublishInvoices gives drafts their numbers and freezes them, each issuer's in one
// transaction. Refused one by one: invoice.notFound, invoice.notDraft, invoice.stale
// with the difference, billingEntity.incomplete, billingEntity.unconfirmed,
// billingEntity.legalNumberTaken, billableEntity.incomplete,
// invoice.alreadyBilled. Errors: invoice.selectionRequired, invoice.selectionTwice,
// run.notFound, invoice.energyUnpriced as long as nobody has said yes to it.
func (s *Service) PublishInvoices(ctx context.Context, p policy.Principal, scope Scope, sel Selection) ([]Result, error) {
	op, err := s.enter(ctx, p, "invoice:publish", scope)
	if err != nil {
		return nil, err
	}
	ids, heads, err := s.selected(ctx, op.ID, scope, sel)
	if err != nil {
		return nil, err
	}
	unpriced, err := s.unpricedBy(ctx, op, heads, scope)
	if err != nil {
		return nil, err
	}
	if refused := unpriced.refusal(); refused != nil && !sel.ConfirmUnpriced {
		return nil, refused
	}
	results := make(map[id.ID]*fault.Error, len(ids))
	byIssuer := map[id.ID][]Invoice{}
	for _, i := range ids {
		switch h, ok := heads[i]; {
		case !ok:
			results[i] = ErrInvoiceNotFound
		case h.Status != Draft:
			results[i] = ErrInvoiceNotDraft.With("status", string(h.Status))
		default:
			byIssuer[h.IssuerID] = append(byIssuer[h.IssuerID], h)
		}
	}
	for _, issuerID := range slices.Sorted(maps.Keys(byIssuer)) {
		refused, err := s.publishOf(ctx, p, op, issuerID, byIssuer[issuerID], unpriced)
		if err != nil {
			f := fault.From(err)
			if f == nil {
				return nil, err
			}
			refused = map[id.ID]*fault.Error{}
			for _, h := range byIssuer[issuerID] {
				refused[h.ID] = f
			}
		}
		for i, f := range refused {
			results[i] = f
		}
	}
	out := make([]Result, len(ids))
	for n, i := range ids {
		out[n] = Result{ID: i, Refused: results[i]}
	}
	return out, nil
}

// selected resolves a selection, within the family of the call.
func (s *Service) selected(ctx context.Context, operationID id.ID, scope Scope, sel Selection) ([]id.ID, map[id.ID]Invoice, error) {
	ids := slices.Concat(sel.Query, sel.IDs)
	switch {
	case len(sel.Query) > 0 && len(sel.IDs) > 0 || len(ids) > 0 && !sel.RunID.IsZero():
		return nil, nil, ErrSelectionTwice
	case len(ids) == 0 && sel.RunID.IsZero():
		return nil, nil, ErrSelectionRequired
	}
	if len(ids) == 0 {
		if _, err := s.Runs.Head(ctx, operationID, sel.RunID); err != nil {
			return nil, nil, err
		}
		var err error
		if ids, err = s.Invoices.DraftIDs(ctx, operationID, sel.RunID); err != nil {
			return nil, nil, err
		}
	}
	ids = firstOnly(ids)
	heads, err := s.Invoices.Heads(ctx, operationID, ids)
	if err == nil && !scope.ParticipantID.IsZero() {
		visible, _, listErr := s.Invoices.List(ctx, operationID, InvoiceFilter{Side: Side{IssuedBy: scope.ParticipantID}, IDs: ids})
		heads, err = map[id.ID]Invoice{}, listErr
		for _, v := range visible {
			heads[v.ID] = v
		}
		if !sel.RunID.IsZero() { // of a run of all, the part of the family
			ids = slices.DeleteFunc(ids, func(i id.ID) bool { _, own := heads[i]; return !own })
		}
	}
	return ids, heads, err
}

// firstOnly drops repeated ids and keeps the order.
func firstOnly(ids []id.ID) []id.ID {
	seen := make(map[id.ID]bool, len(ids))
	return slices.DeleteFunc(slices.Clone(ids), func(i id.ID) bool { was := seen[i]; seen[i] = true; return was })
}

// publishOf publishes the drafts of one issuer in one transaction, locks in the order
// of decisions 8.2: operation, months, pairs, numbering, invoices. The months keep the
// curves as they are compared with until the invoices are there.
func (s *Service) publishOf(ctx context.Context, p policy.Principal, op operation.Operation, issuerID id.ID, heads []Invoice, confirmed Unpriced) (map[id.ID]*fault.Error, error) {
	ids, clients := make([]id.ID, len(heads)), map[PartyPair]bool{}
	for i, h := range heads {
		ids[i] = h.ID
		clients[PartyPair{h.IssuerID, h.ClientID}] = true
	}
	pairs := slices.Collect(maps.Keys(clients))
	var refused map[id.ID]*fault.Error
	change := p.Change("invoice:publish", op.ID, "billingEntity", issuerID)
	change.Details = map[string]any{"invoices": len(ids)}
	if confirmed.Asked > 0 {
		change.Details["unpricedMilliWh"], change.Details["unpricedPairs"] = int64(confirmed.AskedEnergy), confirmed.Asked
	}
	err := s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		refused = map[id.ID]*fault.Error{}
		if err := s.lockPairs(ctx, op.ID, pairs, monthsOf(heads)...); err != nil {
			return err
		}
		b, err := s.bookOf(ctx, op, pairs)
		if err != nil {
			return err
		}
		issuer, ok := b.issuers[issuerID]
		if !ok {
			return ErrIssuerNotFound
		}
		if fields := issuer.Missing(); len(fields) > 0 {
			return ErrIssuerIncomplete.With("name", issuer.Name).With("fields", fields)
		}
		if refused := issuer.mayIssue(); refused != nil {
			return refused
		}
		last, err := s.Numberings.LastIssue(ctx, issuer.NumberingOwner(), issuer.SeriesCode)
		if err != nil {
			return err
		}
		drafts, err := s.Invoices.Drafts(ctx, op.ID, ids)
		if err != nil {
			return err
		}
		fresh, err := s.current(ctx, b, drafts, ids, refused)
		if err != nil || len(fresh) == 0 {
			return err
		}
		return s.number(ctx, b, issuer, fresh, last)
	})
	return refused, err
}

// lockPairs keeps others from what is billed between some issuers and clients. Many of
// them are locked with the operation: a database holds some thousand locks, not more.
func (s *Service) lockPairs(ctx context.Context, operationID id.ID, pairs []PartyPair, months ...civil.Month) error {
	many := len(pairs) > maxBatchPairs
	if err := s.Locks.Operation(ctx, operationID, many); err != nil {
		return err
	}
	if err := s.Locks.Months(ctx, operationID, months); err != nil || many {
		return err
	}
	return s.Locks.Pairs(ctx, operationID, pairs)
}

// monthsOf are the months that invoices bill, ascending.
func monthsOf(invoices []Invoice) []civil.Month {
	var months []civil.Month
	for _, i := range invoices {
		months = append(months, civil.MonthsOf(i.Days)...)
	}
	slices.Sort(months)
	return slices.Compact(months)
}

// current keeps the drafts that are still what they were computed as; the others are
// refused with their difference.
func (s *Service) current(ctx context.Context, b *book, drafts []Invoice, ids []id.ID, refused map[id.ID]*fault.Error) ([]Invoice, error) {
	if err := s.noLonger(ctx, b.op.ID, drafts, ids, refused); err != nil {
		return nil, err
	}
	again, dues := map[id.ID]due{}, map[itemKey]due{}
	for n, inv := range drafts {
		if d, ok := b.again(inv); ok {
			again[inv.ID] = d
			dues[itemKey{PartyPair{inv.IssuerID, inv.ClientID}, civil.Range{From: civil.Date(n)}, d.Method}] = d
		}
	}
	f, err := s.newSession(b.op).facts(ctx, b, dues)
	if err != nil {
		return nil, err
	}
	var fresh []Invoice
	for _, inv := range drafts {
		if why := f.differs(inv, again); why != nil {
			refused[inv.ID] = why
			continue
		}
		client := b.clients[inv.ClientID]
		if fields := client.Missing(); len(fields) > 0 {
			refused[inv.ID] = ErrClientIncomplete.With("name", client.Name).With("fields", fields)
			continue
		}
		fresh = append(fresh, inv)
	}
	slices.SortFunc(fresh, func(a, c Invoice) int {
		return cmp.Or(cmp.Compare(a.Days.From, c.Days.From), cmp.Compare(b.place[a.ClientID], b.place[c.ClientID]), cmp.Compare(a.ID, c.ID))
	})
	return fresh, nil
}

// noLonger refuses what was published or deleted a moment ago.
func (s *Service) noLonger(ctx context.Context, operationID id.ID, drafts []Invoice, ids []id.ID, refused map[id.ID]*fault.Error) error {
	gone := slices.DeleteFunc(slices.Clone(ids), func(i id.ID) bool {
		return slices.ContainsFunc(drafts, func(d Invoice) bool { return d.ID == i })
	})
	if len(gone) == 0 {
		return nil
	}
	heads, err := s.Invoices.Heads(ctx, operationID, gone)
	for _, i := range gone {
		refused[i] = ErrInvoiceNotFound
		if h, ok := heads[i]; ok {
			refused[i] = ErrInvoiceNotDraft.With("status", string(h.Status))
		}
	}
	return err
}

// differs computes a draft again and says how it differs, nil when it does not.
func (f facts) differs(inv Invoice, again map[id.ID]due) *fault.Error {
	stale := ErrInvoiceStale.With("amountBefore", inv.Amount.String())
	d, ok := again[inv.ID]
	if !ok {
		return stale
	}
	now, refused := f.compute(d)
	switch {
	case refused != nil:
		return stale.Of(refused)
	case !inv.sameContent(now):
		return stale.With("amountAfter", now.Amount.String())
	}
	return nil
}

// number gives the drafts the next numbers of the series and stores what is printed.
func (s *Service) number(ctx context.Context, b *book, issuer BillingEntity, fresh []Invoice, last *civil.Date) error {
	issue := s.today(b.op)
	if last != nil {
		issue = max(issue, *last)
	}
	owner, year := issuer.NumberingOwner(), issue.Year()
	first, err := s.Numberings.Take(ctx, owner, issuer.SeriesCode, year, len(fresh), issue)
	if err != nil {
		return err
	}
	drawing := s.newDrawing(b)
	if err := drawing.measure(ctx, fresh...); err != nil {
		return err
	}
	references, err := s.references(ctx, b.op, issuer, fresh)
	if err != nil {
		return err
	}
	numbers, ids := make([]Numbers, len(fresh)), make([]id.ID, len(fresh))
	for i, inv := range fresh {
		n := Numbers{InvoiceID: inv.ID, Owner: owner, Series: issuer.SeriesCode, Year: year, Sequence: first + i, IssueDate: issue}
		if n.Number, err = FormatNumber(issuer.SeriesCode, year, n.Sequence); err != nil {
			return err
		}
		inv.Number, inv.Status = n.Number, Finalized
		if n.Snapshot, err = drawing.document(ctx, inv, "", issue); err != nil {
			return err
		}
		if references != nil {
			n.Snapshot.Payment.Reference = StructuredCommunication(references[i])
		}
		n.DueDate = n.Snapshot.DueDate
		numbers[i], ids[i] = n, inv.ID
	}
	if err := s.Invoices.Publish(ctx, b.op.ID, numbers); err != nil {
		return err
	}
	return s.Queue.InvoiceDocuments(ctx, b.op.ID, ids)
}

// references are the numbers by which Belgian invoices are paid; nil in other countries,
// where the payer quotes the number of the invoice. Without an account they belong to the
// seller.
func (s *Service) references(ctx context.Context, op operation.Operation, issuer BillingEntity, invoices []Invoice) ([]int64, error) {
	if op.DSO.Country() != dso.Belgium {
		return nil, nil
	}
	account := string(issuer.IBAN)
	if account == "" {
		account = issuer.NumberingOwner()
	}
	ids := make([]id.ID, len(invoices))
	for i, inv := range invoices {
		ids[i] = inv.ID
	}
	return s.Invoices.TakeReferences(ctx, account, ids)
}
