package publishing

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/agreement"
	"github.com/openpmo/pmo/core/billing/document"
	"github.com/openpmo/pmo/core/billing/drafting"
	"github.com/openpmo/pmo/core/billing/invoicing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/event"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

// Deps is what publishing needs.
type Deps struct {
	billing.Access
	Agreements  agreement.Loader
	Sources     drafting.Sources
	Documents   *document.Service
	Finder      invoicing.Finder
	Invoices    billing.InvoiceQueries
	Drafts      billing.Drafts
	Publication billing.Publication
	Series      Series
	Events      event.Publisher
}

// Series gives the numbers of a legal seller, and says in which months it gives none.
type Series struct {
	billing.Numberings
	billing.MonthLocks
}

// Service gives drafts their numbers, and takes invoices back.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

// PublishInvoices gives drafts their numbers and freezes them, each issuer's in one
// transaction. Refused one by one: invoice.notFound, invoice.notDraft, invoice.stale
// with the difference, billingEntity.incomplete, billingEntity.unconfirmed,
// billingEntity.legalNumberTaken, billableEntity.incomplete, invoice.heldByCorrection,
// invoice.alreadyBilled. Errors: invoice.selectionRequired, invoice.selectionTwice,
// run.notFound, invoice.energyUnpriced as long as nobody has said yes to it.
func (s *Service) PublishInvoices(ctx context.Context, p policy.Principal, scope billing.Scope, sel billing.Selection) ([]billing.Result, error) {
	op, err := s.Enter(ctx, p, "invoice:publish", scope)
	if err != nil {
		return nil, err
	}
	ids, heads, err := s.Finder.Resolve(ctx, op.ID, scope, sel)
	if err != nil {
		return nil, err
	}
	unpriced, err := s.unpricedBy(ctx, op, heads, scope)
	if err != nil {
		return nil, err
	}
	if refused := unpriced.Refusal(); refused != nil && !sel.ConfirmUnpriced {
		return nil, refused
	}
	results := make(map[id.ID]*fault.Error, len(ids))
	byIssuer := map[id.ID][]billing.Invoice{}
	for _, i := range ids {
		switch h, ok := heads[i]; {
		case !ok:
			results[i] = billing.ErrInvoiceNotFound
		case h.Status != billing.Draft:
			results[i] = billing.ErrInvoiceNotDraft.With("status", string(h.Status))
		default:
			byIssuer[h.IssuerID] = append(byIssuer[h.IssuerID], h)
		}
	}
	err = eachIssuer(byIssuer, results, func(issuerID id.ID, heads []billing.Invoice) (map[id.ID]*fault.Error, error) {
		return s.publishOf(ctx, p, op, issuerID, heads, unpriced)
	})
	return outcome(ids, results), err
}

// eachIssuer does the invoices of one issuer after the other's. What refuses an issuer refuses all
// of its own; any other error ends it.
func eachIssuer(byIssuer map[id.ID][]billing.Invoice, results map[id.ID]*fault.Error,
	do func(issuerID id.ID, heads []billing.Invoice) (map[id.ID]*fault.Error, error)) error {
	for _, issuerID := range slices.Sorted(maps.Keys(byIssuer)) {
		refused, err := do(issuerID, byIssuer[issuerID])
		if err != nil {
			f := fault.From(err)
			if f == nil {
				return err
			}
			for _, h := range byIssuer[issuerID] {
				results[h.ID] = f
			}
			continue
		}
		maps.Copy(results, refused)
	}
	return nil
}

// outcome is what became of each, in the order in which they were named.
func outcome(ids []id.ID, results map[id.ID]*fault.Error) []billing.Result {
	out := make([]billing.Result, len(ids))
	for n, i := range ids {
		out[n] = billing.Result{ID: i, Refused: results[i]}
	}
	return out
}

// publishOf publishes the drafts of one issuer in one transaction, locks in the order
// of ADR 0003: operation, months, pairs, numbering, invoices. The months keep the
// curves as they are compared with until the invoices are there.
func (s *Service) publishOf(ctx context.Context, p policy.Principal, op operation.Operation, issuerID id.ID, heads []billing.Invoice, confirmed billing.Unpriced) (map[id.ID]*fault.Error, error) {
	ids, clients := make([]id.ID, len(heads)), map[billing.PartyPair]bool{}
	for i, h := range heads {
		ids[i] = h.ID
		clients[billing.PartyPair{IssuerID: h.IssuerID, ClientID: h.ClientID}] = true
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
		if fields := issuer.Missing(); len(fields) > 0 {
			return billing.ErrIssuerIncomplete.With("name", issuer.Name).With("fields", fields)
		}
		if refused := issuer.MayIssue(); refused != nil {
			return refused
		}
		last, err := s.Series.LastIssue(ctx, issuer.NumberingOwner(), issuer.SeriesCode)
		if err != nil {
			return err
		}
		drafts, err := s.Drafts.Drafts(ctx, op.ID, ids)
		if err != nil {
			return err
		}
		fresh, err := s.keepCurrent(ctx, b, drafts, ids, refused)
		if err != nil || len(fresh) == 0 {
			return err
		}
		for _, inv := range fresh {
			tx.Concern(ctx, "invoice", inv.ID)
			tx.Concern(ctx, "billableEntity", inv.ClientID)
		}
		return s.assignNumbers(ctx, b, issuer, fresh, last)
	})
	return refused, err
}

// keepCurrent keeps the drafts that are still what they were computed as; the others are
// refused with their difference.
func (s *Service) keepCurrent(ctx context.Context, b *agreement.Agreements, drafts []billing.Invoice, ids []id.ID, refused map[id.ID]*fault.Error) ([]billing.Invoice, error) {
	if err := s.refuseGone(ctx, b.Op.ID, drafts, ids, refused); err != nil {
		return nil, err
	}
	again, dues := map[id.ID]agreement.Due{}, make([]agreement.Due, 0, len(drafts))
	for _, inv := range drafts {
		if d, ok := b.Rebuild(inv); ok {
			again[inv.ID] = d
			dues = append(dues, d)
		}
	}
	f, err := s.Sources.Session(b.Op).Facts(ctx, b, dues)
	if err != nil {
		return nil, err
	}
	held, err := s.Publication.Held(ctx, b.Op.ID, ids)
	if err != nil {
		return nil, err
	}
	var fresh []billing.Invoice
	for _, inv := range drafts {
		if by, waits := held[inv.ID]; waits {
			refused[inv.ID] = billing.ErrHeld.With("number", by.Number)
			continue
		}
		if why := f.Differs(inv, again); why != nil {
			refused[inv.ID] = why
			continue
		}
		client := b.Clients[inv.ClientID]
		if fields := client.Missing(); len(fields) > 0 {
			refused[inv.ID] = billing.ErrClientIncomplete.With("name", client.Name).With("fields", fields)
			continue
		}
		if client.CommitmentRequired && client.Commitment == "" {
			refused[inv.ID] = billing.ErrCommitment.With("name", client.Name)
			continue
		}
		fresh = append(fresh, inv)
	}
	slices.SortFunc(fresh, func(a, c billing.Invoice) int {
		return cmp.Or(cmp.Compare(a.Days.From, c.Days.From), cmp.Compare(b.Place[a.ClientID], b.Place[c.ClientID]), cmp.Compare(a.ID, c.ID))
	})
	return fresh, nil
}

// refuseGone refuses what was published or deleted a moment ago.
func (s *Service) refuseGone(ctx context.Context, operationID id.ID, drafts []billing.Invoice, ids []id.ID, refused map[id.ID]*fault.Error) error {
	gone := slices.DeleteFunc(slices.Clone(ids), func(i id.ID) bool {
		return slices.ContainsFunc(drafts, func(d billing.Invoice) bool { return d.ID == i })
	})
	if len(gone) == 0 {
		return nil
	}
	heads, err := s.Invoices.Heads(ctx, operationID, gone)
	for _, i := range gone {
		refused[i] = billing.ErrInvoiceNotFound
		if h, ok := heads[i]; ok {
			refused[i] = billing.ErrInvoiceNotDraft.With("status", string(h.Status))
		}
	}
	return err
}

// assignNumbers gives the drafts the next numbers of the series and stores what is printed.
func (s *Service) assignNumbers(ctx context.Context, b *agreement.Agreements, issuer billing.BillingEntity, fresh []billing.Invoice, last *civil.Date) error {
	issue, err := s.issueDate(ctx, b, issuer, last)
	if err != nil {
		return err
	}
	owner, year := issuer.NumberingOwner(), issue.Year()
	first, err := s.Series.Take(ctx, owner, issuer.SeriesCode, year, len(fresh), issue)
	if err != nil {
		return err
	}
	drawing := s.Documents.Draft(b)
	if err := drawing.Measure(ctx, fresh...); err != nil {
		return err
	}
	references, err := s.references(ctx, b.Op, issuer, fresh)
	if err != nil {
		return err
	}
	mandates, err := s.mandates(ctx, b.Op.ID, issuer.ID, fresh)
	if err != nil {
		return err
	}
	numbers, ids := make([]billing.Numbers, len(fresh)), make([]id.ID, len(fresh))
	for i, inv := range fresh {
		n := billing.Numbers{InvoiceID: inv.ID, Owner: owner, Series: issuer.SeriesCode, Year: year, Sequence: first + i, IssueDate: issue}
		if n.Number, err = FormatNumber(issuer.SeriesCode, year, n.Sequence); err != nil {
			return err
		}
		inv.Number, inv.Status = n.Number, billing.Finalized
		if n.Snapshot, err = drawing.Document(ctx, inv, "", issue); err != nil {
			return err
		}
		if references != nil {
			n.Snapshot.Payment.Reference = StructuredCommunication(references[i])
		}
		n.DueDate = n.Snapshot.DueDate
		n.Snapshot.Payment.Mandate = announced(b, inv, mandates, n.DueDate)
		numbers[i], ids[i] = n, inv.ID
	}
	// All are the issuer's, and have one logo.
	err = s.Documents.Logos.Hold(ctx, b.Op.ID, numbers[0].Snapshot.LogoID, func(ctx context.Context) error {
		return s.Publication.Publish(ctx, b.Op.ID, numbers, s.Now())
	})
	if err != nil {
		return err
	}
	for part := range slices.Chunk(ids, billing.PublishedTogether) {
		if err := event.Publish(ctx, s.Events, billing.InvoicesPublished{OperationID: b.Op.ID, InvoiceIDs: part}); err != nil {
			return err
		}
	}
	return nil
}

// mandates are those by which invoices of an issuer may be collected; none where none is to be.
func (s *Service) mandates(ctx context.Context, operationID, issuerID id.ID, invoices []billing.Invoice) ([]billing.DebitMandate, error) {
	if s.Sources.Mandates == nil || !slices.ContainsFunc(invoices, func(inv billing.Invoice) bool { return inv.Method == billing.Debit }) {
		return nil, nil
	}
	return s.Sources.Mandates.Holding(ctx, operationID, issuerID)
}

// announced is the mandate by which an invoice will be collected when it is due; nil where it is not
// collected, or no mandate holds then.
func announced(b *agreement.Agreements, inv billing.Invoice, mandates []billing.DebitMandate, due civil.Date) *billing.DocumentMandate {
	if inv.Method != billing.Debit {
		return nil
	}
	sites, of := []id.ID{}, b.BySubscription()
	for _, span := range inv.Spans {
		sites = append(sites, of[span.SubscriptionID].ConsumerID)
	}
	n := billing.MandateOf(mandates, inv.ClientID, sites, due)
	if n < 0 {
		return nil
	}
	return &billing.DocumentMandate{RUM: mandates[n].RUM, ICS: mandates[n].ICS, IBAN: string(mandates[n].IBAN)}
}

// issueDate is today, or the last issue date of the series where that lies later: dates of a series
// never go back. Error: invoice.monthLocked.
func (s *Service) issueDate(ctx context.Context, b *agreement.Agreements, issuer billing.BillingEntity, last *civil.Date) (civil.Date, error) {
	issue := s.Today(b.Op)
	if last != nil {
		issue = max(issue, *last)
	}
	m := civil.MonthOf(issue)
	locked, err := s.Series.Locked(ctx, issuer.NumberingOwner(), m)
	if err == nil && locked {
		err = billing.ErrMonthLocked.With("name", issuer.Name).With("month", m.String())
	}
	return issue, err
}

// references are the numbers by which Belgian invoices are paid; nil in other countries,
// where the payer quotes the number of the invoice. Without an account they belong to the
// seller.
func (s *Service) references(ctx context.Context, op operation.Operation, issuer billing.BillingEntity, invoices []billing.Invoice) ([]int64, error) {
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
	return s.Publication.TakeReferences(ctx, account, ids)
}

// CancelInvoices takes invoices back. A draft is put aside. A published one stays as it is: a
// credit note with a number of its own takes it back, each issuer's in one
// transaction. The days of both are due again, and the next run bills them. One that was paid may
// be cancelled too; its note is then open until the client has its money back. Refused one by one:
// invoice.notFound, invoice.notCancellable, invoice.inCollection, billingEntity.unconfirmed,
// billingEntity.legalNumberTaken, invoice.monthLocked. Errors: invoice.selectionRequired, invoice.selectionTwice,
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
	err = eachIssuer(byIssuer, results, func(issuerID id.ID, heads []billing.Invoice) (map[id.ID]*fault.Error, error) {
		return s.creditOf(ctx, p, op, issuerID, heads, sel.Reason)
	})
	return outcome(ids, results), err
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
		last, err := s.Series.LastIssue(ctx, issuer.NumberingOwner(), issuer.SeriesCode)
		if err != nil {
			return err
		}
		invoices, err := s.Publication.Published(ctx, op.ID, ids)
		if err != nil {
			return err
		}
		if err := s.refuseTaken(ctx, op.ID, invoices, ids, refused); err != nil {
			return err
		}
		if invoices, err = s.refuseCollected(ctx, invoices, refused); err != nil || len(invoices) == 0 {
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

// refuseCollected refuses what the bank is asked to collect, and answers the others: what a note
// settles would be paid all the same. An order locks its invoices as this does.
func (s *Service) refuseCollected(ctx context.Context, invoices []billing.Invoice, refused map[id.ID]*fault.Error) ([]billing.Invoice, error) {
	ids := make([]id.ID, len(invoices))
	for i, inv := range invoices {
		ids[i] = inv.ID
	}
	orders, err := s.Publication.Collected(ctx, ids)
	for i, o := range orders {
		refused[i] = billing.ErrInCollection.With("message", o.Message).With("date", o.On.String())
	}
	return slices.DeleteFunc(invoices, func(inv billing.Invoice) bool { _, taken := orders[inv.ID]; return taken }), err
}

// credit gives each invoice its credit note, with the next numbers of the series, in the order of
// the invoices' own.
func (s *Service) credit(ctx context.Context, b *agreement.Agreements, issuer billing.BillingEntity, invoices []billing.Invoice, last *civil.Date, reason string) error {
	invoices = slices.Clone(invoices)
	slices.SortFunc(invoices, func(a, c billing.Invoice) int {
		return cmp.Or(cmp.Compare(*a.IssueDate, *c.IssueDate), cmp.Compare(a.Number, c.Number))
	})
	issue, err := s.issueDate(ctx, b, issuer, last)
	if err != nil {
		return err
	}
	owner, year := issuer.NumberingOwner(), issue.Year()
	first, err := s.Series.Take(ctx, owner, issuer.SeriesCode, year, len(invoices), issue)
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
	drawing := s.Documents.Draft(b)
	notes, numbers := make([]billing.Invoice, len(invoices)), make([]billing.Numbers, len(invoices))
	for i, inv := range invoices {
		note := inv.CreditNote(id.New(), s.Now())
		n := billing.Numbers{InvoiceID: note.ID, Owner: owner, Series: issuer.SeriesCode, Year: year, Sequence: first + i, IssueDate: issue, DueDate: issue}
		if n.Number, err = FormatNumber(issuer.SeriesCode, year, n.Sequence); err != nil {
			return err
		}
		if n.Snapshot, err = drawing.CreditNote(ctx, snapshots[inv.ID], n.Number, issue, reason); err != nil {
			return err
		}
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

// unpricedBy is the energy without a subscription in the months that drafts bill, up to the
// last day of these: what comes after is asked about when it is billed.
func (s *Service) unpricedBy(ctx context.Context, op operation.Operation, heads map[id.ID]billing.Invoice, scope billing.Scope) (billing.Unpriced, error) {
	var days civil.Range
	for _, inv := range heads {
		switch {
		case inv.Status != billing.Draft:
		case days.IsEmpty():
			days = inv.Days
		default:
			days = civil.Range{From: min(days.From, inv.Days.From), To: max(days.To, inv.Days.To)}
		}
	}
	if days.IsEmpty() {
		return billing.Unpriced{}, nil
	}
	days.From = civil.MonthOf(days.From).First() // what was received before a draft begins is part of its month
	seller, err := s.Agreements.Seller(ctx, op.ID, scope)
	if err != nil {
		return billing.Unpriced{}, err
	}
	b, err := s.Agreements.Load(ctx, op, agreement.Extent{Printed: true})
	if err != nil {
		return billing.Unpriced{}, err
	}
	return s.Sources.Session(op).Unpriced(ctx, b, []agreement.Due{{Period: days}}, min(days.Last(), s.Today(op)), seller)
}

// monthsOf are the months that invoices bill, ascending.
func monthsOf(invoices []billing.Invoice) []civil.Month {
	var months []civil.Month
	for _, i := range invoices {
		months = append(months, civil.MonthsOf(i.Days)...)
	}
	slices.Sort(months)
	return slices.Compact(months)
}
