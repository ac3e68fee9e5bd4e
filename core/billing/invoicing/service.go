package invoicing

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/agreement"
	"github.com/openpmo/pmo/core/billing/document"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

// Deps is what the use cases need.
type Deps struct {
	billing.Access
	Agreements agreement.Loader
	Sites      billing.Sites
	Finder     Finder
	Invoices   billing.InvoiceQueries
	Drafts     billing.Drafts
	Documents  *document.Service
	Accounts   billing.AccountSites
}

// Service holds the use cases of invoices but their publication.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

// MaxListed is how many invoices a list answers that names no limit.
const MaxListed = 10_000

// enterOwn is enter for reading invoices: an operation's need invoice:read, a
// participant's invoice:readOwn. It also says which invoices the family answers.
func (s *Service) enterOwn(ctx context.Context, p policy.Principal, scope billing.Scope) (operation.Operation, billing.Side, error) {
	if scope.ParticipantID.IsZero() {
		op, err := s.Enter(ctx, p, "invoice:read", scope)
		return op, billing.Side{}, err
	}
	op, err := s.Enter(ctx, p, "invoice:readOwn", scope)
	if err != nil {
		return op, billing.Side{}, err
	}
	sites, err := s.Sites.OfOperation(ctx, op.ID)
	side := billing.Side{Published: p.Role == policy.RoleParticipant}
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

// View is an invoice as a caller sees it, on a day.
type View struct {
	billing.Invoice
	Overdue bool
	Side    InvoiceSide
	// Months compares a draft with the month before; nil where nothing was billed then.
	Months *billing.MonthAmounts
	// Electronic says of one issued invoice of an operation whether it is an e-invoice; nil of others.
	Electronic *document.Availability
}

// InvoiceSide is which end of an invoice a site is at.
type InvoiceSide string

// The sides; in the family of an operation there is none.
const (
	Issued   InvoiceSide = "ISSUED"
	Received InvoiceSide = "RECEIVED"
)

// views says of each invoice of a family which end of it the site is at, and whether it is late.
func (s *Service) views(ctx context.Context, op operation.Operation, scope billing.Scope, side billing.Side, list []billing.Invoice) ([]View, error) {
	var issuers []id.ID
	if !side.IssuedBy.IsZero() {
		own, err := s.Agreements.IssuersOf(ctx, op.ID, scope)
		if err != nil {
			return nil, err
		}
		for _, e := range own {
			issuers = append(issuers, e.ID)
		}
	}
	months, err := s.monthsOf(ctx, op, scope, list)
	if err != nil {
		return nil, err
	}
	today := s.Today(op)
	out := make([]View, len(list))
	for i, inv := range list {
		out[i] = View{Invoice: inv, Overdue: inv.Overdue(today)}
		if amounts, ok := months[inv.ID]; ok && amounts.Before > 0 {
			out[i].Months = &amounts
		}
		switch {
		case scope.ParticipantID.IsZero():
		case side.Issues(inv, issuers):
			out[i].Side = Issued
		default:
			out[i].Side = Received
		}
	}
	return out, nil
}

// monthsOf compares the drafts of an operation with the month before; the family of a participant
// does not look at drafts before they are published.
func (s *Service) monthsOf(ctx context.Context, op operation.Operation, scope billing.Scope, list []billing.Invoice) (map[id.ID]billing.MonthAmounts, error) {
	var drafts []id.ID
	for _, inv := range list {
		if inv.Status == billing.Draft && inv.Type == billing.TypeInvoice {
			drafts = append(drafts, inv.ID)
		}
	}
	if len(drafts) == 0 || !scope.ParticipantID.IsZero() {
		return nil, nil
	}
	return s.Invoices.MonthAmounts(ctx, op.ID, drafts)
}

// ListInvoices lists invoices, newest first, with the number there are in all.
// Error: list.tooLong where there are more than MaxListed and the filter has no limit.
func (s *Service) ListInvoices(ctx context.Context, p policy.Principal, scope billing.Scope, f billing.InvoiceFilter) ([]View, int, error) {
	op, side, err := s.enterOwn(ctx, p, scope)
	if err != nil {
		return nil, 0, err
	}
	f.Side, f.Today = side, s.Today(op)
	bounded := f
	if f.Limit == 0 {
		bounded.Limit = MaxListed
	}
	list, total, err := s.Invoices.List(ctx, op.ID, bounded)
	if err == nil && f.Limit == 0 && total > MaxListed {
		err = billing.ErrListTooLong.With("max", MaxListed)
	}
	if err != nil {
		return nil, total, err
	}
	views, err := s.views(ctx, op, scope, side, list)
	return views, total, err
}

// Summary adds up the invoices of a site; asked by a participant, those of all its sites in the
// operation, each once. Errors: forbidden, notFound, featureNotAvailable, list.tooLong.
func (s *Service) Summary(ctx context.Context, p policy.Principal, participantID id.ID) (Summary, error) {
	op, _, err := s.enterOwn(ctx, p, billing.Scope{ParticipantID: participantID})
	if err != nil {
		return Summary{}, err
	}
	sites := []id.ID{participantID}
	if p.Role == policy.RoleParticipant {
		for _, held := range p.Sites {
			if held.OperationID == op.ID && !slices.Contains(sites, held.ParticipantID) {
				sites = append(sites, held.ParticipantID)
			}
		}
	}
	var rows []OwnInvoice
	seen := map[id.ID]bool{}
	for _, site := range sites {
		list, _, err := s.ListInvoices(ctx, p, billing.Scope{ParticipantID: site}, billing.InvoiceFilter{})
		if err != nil {
			return Summary{}, err
		}
		for _, v := range list {
			if !seen[v.ID] {
				seen[v.ID] = true
				rows = append(rows, OwnInvoice{v, site})
			}
		}
	}
	return summarised(rows), nil
}

// Totals is what invoices come to by where they stand; statements are never added to them.
type Totals struct {
	Drafts, Published, Overdue, Paid, Cancelled, CreditNotes, Statements billing.InvoiceTotal
	// ToDeliver are those issued that somebody has to send or to do something about.
	ToDeliver billing.InvoiceTotal
}

// TotalInvoices adds up the invoices of an operation that the filter leaves, whatever their state.
// What is overdue or paid is also published.
func (s *Service) TotalInvoices(ctx context.Context, p policy.Principal, operationID id.ID, f billing.InvoiceFilter) (Totals, error) {
	op, err := s.Enter(ctx, p, "invoice:read", billing.Scope{OperationID: operationID})
	if err != nil {
		return Totals{}, err
	}
	f.Types, f.Today = []billing.InvoiceType{billing.TypeInvoice, billing.TypeCreditNote, billing.TypeStatement}, s.Today(op)
	states, err := s.Invoices.Totals(ctx, op.ID, f)
	if err != nil {
		return Totals{}, err
	}
	out := totalsOf(states)
	f.Types, f.Deliveries = nil, []billing.DeliveryFilter{billing.ToDeliver}
	states, err = s.Invoices.Totals(ctx, op.ID, f)
	for _, one := range states {
		out.ToDeliver = out.ToDeliver.Plus(one.InvoiceTotal)
	}
	return out, err
}

// totalsOf puts each state where people look for it: what is not charged is as final as what was
// published.
func totalsOf(states []billing.StateTotal) (out Totals) {
	add := func(to *billing.InvoiceTotal, of billing.StateTotal) { *to = to.Plus(of.InvoiceTotal) }
	for _, one := range states {
		switch {
		case one.Type == billing.TypeStatement:
			add(&out.Statements, one)
		case one.Type == billing.TypeCreditNote:
			add(&out.CreditNotes, one)
		case one.Status == billing.Draft:
			add(&out.Drafts, one)
		case one.Status == billing.Cancelled:
			add(&out.Cancelled, one)
		default:
			add(&out.Published, one)
			if one.Overdue {
				add(&out.Overdue, one)
			}
			if one.Paid {
				add(&out.Paid, one)
			}
		}
	}
	return out
}

// Invoice reads one with its lines. Error: invoice.notFound.
func (s *Service) Invoice(ctx context.Context, p policy.Principal, scope billing.Scope, invoiceID id.ID) (View, error) {
	op, side, err := s.enterOwn(ctx, p, scope)
	if err != nil {
		return View{}, err
	}
	inv, err := s.visible(ctx, op.ID, side, invoiceID)
	if err != nil {
		return View{}, err
	}
	views, err := s.views(ctx, op, scope, side, []billing.Invoice{inv})
	if err != nil {
		return View{}, err
	}
	if inv.Number != "" && scope.ParticipantID.IsZero() {
		electronic, err := s.Documents.Availability(ctx, inv)
		if err != nil {
			return View{}, err
		}
		views[0].Electronic = &electronic
	}
	return views[0], nil
}

func (s *Service) visible(ctx context.Context, operationID id.ID, side billing.Side, invoiceID id.ID) (billing.Invoice, error) {
	f := billing.InvoiceFilter{Side: side, IDs: []id.ID{invoiceID}, Types: []billing.InvoiceType{billing.TypeInvoice, billing.TypeCreditNote, billing.TypeStatement}}
	rows, _, err := s.Invoices.List(ctx, operationID, f)
	if err != nil {
		return billing.Invoice{}, err
	}
	if len(rows) == 0 {
		return billing.Invoice{}, billing.ErrInvoiceNotFound
	}
	inv, err := s.Invoices.Get(ctx, operationID, invoiceID)
	inv.IssuerName, inv.ClientName, inv.Delivery = rows[0].IssuerName, rows[0].ClientName, rows[0].Delivery
	return inv, err
}

// Download gives the document of an invoice. A published one is what was stored, or is
// rendered from its snapshot by the same function; another language than its own gives
// a copy marked as a translation. A draft is rendered from the facts of now. What is
// not charged has none. Errors: invoice.notFound, invoice.noDocument.
func (s *Service) Download(ctx context.Context, p policy.Principal, scope billing.Scope, invoiceID id.ID, language string) (document.File, error) {
	op, side, err := s.enterOwn(ctx, p, scope)
	if err != nil {
		return document.File{}, err
	}
	inv, err := s.visible(ctx, op.ID, side, invoiceID)
	if err != nil {
		return document.File{}, err
	}
	switch {
	case inv.Number != "":
		return s.Documents.Published(ctx, inv, language)
	case inv.Status != billing.Draft:
		return document.File{}, billing.ErrInvoiceNoDocument.With("status", string(inv.Status))
	}
	b, err := s.Agreements.Load(ctx, op, agreement.Extent{Printed: true})
	if err != nil {
		return document.File{}, err
	}
	drawing := s.Documents.Draft(b)
	if err := drawing.Measure(ctx, inv); err != nil {
		return document.File{}, err
	}
	doc, err := drawing.Document(ctx, inv, language, s.Today(op))
	if err != nil {
		return document.File{}, err
	}
	content, err := s.Documents.Render(ctx, op.ID, doc)
	return document.File{InvoiceID: inv.ID, From: inv.Days.From, Content: content}, err
}

// Electronic gives the e-invoice of a published invoice: CII in France, UBL in Belgium.
// Errors: invoice.notFound, invoice.noDocument (a draft, or what is not charged), einvoice.statement,
// einvoice.privateClient, einvoice.incomplete.
func (s *Service) Electronic(ctx context.Context, p policy.Principal, scope billing.Scope, invoiceID id.ID) (document.File, error) {
	op, side, err := s.enterOwn(ctx, p, scope)
	if err != nil {
		return document.File{}, err
	}
	inv, err := s.visible(ctx, op.ID, side, invoiceID)
	if err != nil {
		return document.File{}, err
	}
	if inv.Number == "" {
		return document.File{}, billing.ErrInvoiceNoDocument.With("status", string(inv.Status))
	}
	return s.Documents.Electronic(ctx, inv)
}

// Bundle gives the documents of invoices together, by ids or those that a run led to. All of them
// must be there and published before any is read. Errors: invoice.notFound, invoice.noDocument
// (a draft, or what has no document), invoice.tooManyDocuments, and those of selections.
func (s *Service) Bundle(ctx context.Context, p policy.Principal, scope billing.Scope, sel billing.Selection) (Bundle, error) {
	op, side, err := s.enterOwn(ctx, p, scope)
	if err != nil {
		return Bundle{}, err
	}
	list, err := s.published(ctx, op.ID, side, sel)
	if err != nil {
		return Bundle{}, err
	}
	name, err := s.bundleName(ctx, op, scope)
	if err != nil {
		return Bundle{}, err
	}
	last := slices.MaxFunc(list, func(a, b billing.Invoice) int { return cmp.Compare(a.Days.Last(), b.Days.Last()) }).Days.Last()
	return Bundle{Name: name, Last: last, Files: func(yield func(document.File, error) bool) {
		for _, inv := range list {
			file, err := s.Documents.Published(ctx, inv, "")
			if !yield(file, err) || err != nil {
				return
			}
		}
	}}, nil
}

// AccountingSummary is what an accountant books of published invoices, by ids or those that a run led
// to. Errors: those of Bundle.
func (s *Service) AccountingSummary(ctx context.Context, p policy.Principal, scope billing.Scope, sel billing.Selection) (Accounts, error) {
	op, side, err := s.enterOwn(ctx, p, scope)
	if err != nil {
		return Accounts{}, err
	}
	list, err := s.published(ctx, op.ID, side, sel)
	if err != nil {
		return Accounts{}, err
	}
	a := Accounts{}
	if a.Name, err = s.bundleName(ctx, op, scope); err != nil {
		return Accounts{}, err
	}
	for part := range slices.Chunk(list, billing.PublishedTogether) {
		ids := make([]id.ID, len(part))
		for i, inv := range part {
			ids[i], a.Last = inv.ID, max(a.Last, inv.Days.Last())
		}
		frozen, err := s.Documents.Documents.Snapshots(ctx, op.ID, ids)
		if err != nil {
			return Accounts{}, err
		}
		a.Add(part, frozen)
	}
	return a, nil
}

// published finds the invoices of a selection, by number; never none.
func (s *Service) published(ctx context.Context, operationID id.ID, side billing.Side, sel billing.Selection) ([]billing.Invoice, error) {
	ids := billing.Distinct(slices.Concat(sel.Query, sel.IDs))
	f := billing.InvoiceFilter{Side: side, Limit: MaxBundled + 1}
	switch {
	case len(ids) > 0 && !sel.RunID.IsZero() || len(sel.Query) > 0 && len(sel.IDs) > 0:
		return nil, billing.ErrSelectionTwice
	case len(ids) == 0 && sel.RunID.IsZero():
		return nil, billing.ErrSelectionRequired
	case len(ids) > MaxBundled:
		return nil, billing.ErrTooManyDocuments.With("max", MaxBundled)
	case len(ids) > 0:
		f.IDs, f.Types = ids, []billing.InvoiceType{billing.TypeInvoice, billing.TypeCreditNote, billing.TypeStatement}
	default:
		f.RunID, f.Statuses = sel.RunID, []billing.InvoiceStatus{billing.Finalized, billing.Cancelled}
	}
	list, total, err := s.Invoices.List(ctx, operationID, f)
	switch {
	case err != nil:
		return nil, err
	case total > MaxBundled:
		return nil, billing.ErrTooManyDocuments.With("max", MaxBundled)
	case len(list) == 0, len(list) < len(ids):
		return nil, billing.ErrInvoiceNotFound
	}
	for _, inv := range list {
		if inv.Number == "" {
			return nil, billing.ErrInvoiceNoDocument.With("status", string(inv.Status))
		}
	}
	slices.SortFunc(list, func(a, b billing.Invoice) int {
		return cmp.Or(cmp.Compare(a.Number, b.Number), cmp.Compare(a.ID, b.ID))
	})
	return list, nil
}

// bundleName is whose documents they are.
func (s *Service) bundleName(ctx context.Context, op operation.Operation, scope billing.Scope) (string, error) {
	if scope.ParticipantID.IsZero() {
		return op.Name, nil
	}
	sites, err := s.Sites.OfOperation(ctx, op.ID)
	for _, site := range sites {
		if site.ID == scope.ParticipantID {
			return site.Name, err
		}
	}
	return op.Name, err
}

// LastInvoiceDate is the last day invoiced between an issuer and a client; nil when
// nothing was. In the family of a participant one of them is its own.
// Errors: billingEntity.notFound, billableEntity.notFound.
func (s *Service) LastInvoiceDate(ctx context.Context, p policy.Principal, scope billing.Scope, issuerID, clientID id.ID) (*civil.Date, error) {
	op, err := s.Enter(ctx, p, "invoice:read", scope)
	if err != nil {
		return nil, err
	}
	seller, err := s.Agreements.Seller(ctx, op.ID, scope)
	if err != nil {
		return nil, err
	}
	if seller != nil && !slices.Contains(seller.Issuers, issuerID) {
		billed, err := s.Sites.BilledAs(ctx, op.ID, []id.ID{scope.ParticipantID})
		if err != nil {
			return nil, err
		}
		if client := billed[scope.ParticipantID].BillableEntity; client == nil || client.ID != clientID {
			return nil, billing.ErrIssuerNotFound
		}
	}
	issuers, err := s.Agreements.IssuersOf(ctx, op.ID, billing.Scope{OperationID: op.ID})
	if err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(issuers, func(e billing.BillingEntity) bool { return e.ID == issuerID }) {
		return nil, billing.ErrIssuerNotFound
	}
	clients, err := s.Agreements.BillableEntities.ByIDs(ctx, op.ID, []id.ID{clientID})
	if err != nil {
		return nil, err
	}
	if len(clients) == 0 {
		return nil, billing.ErrClientNotFound
	}
	last, err := s.Invoices.LastDate(ctx, op.ID, issuerID, clientID)
	if err != nil || last != nil || seller == nil || !slices.Contains(seller.Issuers, issuerID) {
		return last, err
	}
	if known, err := s.sellsTo(ctx, op.ID, seller.Producers, clientID); err != nil || !known {
		return nil, cmp.Or(err, error(billing.ErrClientNotFound))
	}
	return nil, nil
}

// sellsTo reports whether somebody whom a client pays for has a subscription with one of the
// producers: other clients of the operation are nobody in the family of a participant.
func (s *Service) sellsTo(ctx context.Context, operationID id.ID, producers []id.ID, clientID id.ID) (bool, error) {
	all, err := s.Agreements.Subscriptions.List(ctx, operationID)
	if err != nil {
		return false, err
	}
	var consumers []id.ID
	for _, one := range all {
		if slices.Contains(producers, one.ProducerID) {
			consumers = append(consumers, one.ConsumerID)
		}
	}
	billed, err := s.Sites.BilledAs(ctx, operationID, consumers)
	for _, site := range billed {
		if site.BillableEntity != nil && site.BillableEntity.ID == clientID {
			return true, err
		}
	}
	return false, err
}

// DeleteInvoices deletes drafts. Refused one by one: invoice.notFound,
// invoice.notDraft.
func (s *Service) DeleteInvoices(ctx context.Context, p policy.Principal, scope billing.Scope, sel billing.Selection) ([]billing.Result, error) {
	op, err := s.Enter(ctx, p, "invoice:delete", scope)
	if err != nil {
		return nil, err
	}
	ids, heads, err := s.Finder.Resolve(ctx, op.ID, scope, sel)
	if err != nil {
		return nil, err
	}
	var results []billing.Result
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
		drafts, err := s.Drafts.Drafts(ctx, op.ID, wanted)
		if err != nil {
			return err
		}
		is := map[id.ID]bool{}
		for _, d := range drafts {
			is[d.ID] = true
			tx.Concern(ctx, "invoice", d.ID)
			tx.Concern(ctx, "billableEntity", d.ClientID)
		}
		for _, i := range ids {
			results = append(results, billing.Result{ID: i, Refused: notDeletable(heads, is, i)})
		}
		return s.Drafts.Delete(ctx, op.ID, wanted)
	})
	return results, err
}

// ParticipantLeaves hears of a new or earlier last day of a site, in the transaction that
// sets it: drafts that bill later days are deleted, and the next run bills what is left.
// Its subscriptions stay as they are, since they count on the days of their sites only:
// they end with the site, and go on when the day turns out to be another.
func (s *Service) ParticipantLeaves(ctx context.Context, operationID, participantID id.ID, lastDay civil.Date) error {
	if err := s.Locks.Operation(ctx, operationID, true); err != nil {
		return err
	}
	return s.Drafts.DropDraftsAfter(ctx, operationID, participantID, lastDay)
}

func notDeletable(heads map[id.ID]billing.Invoice, draft map[id.ID]bool, i id.ID) *fault.Error {
	h, known := heads[i]
	switch {
	case !known:
		return billing.ErrInvoiceNotFound
	case !draft[i]:
		return billing.ErrInvoiceNotDraft.With("status", string(h.Status))
	}
	return nil
}

// OperationBillings tells how an account is billed in each of its operations: its roles and
// addresses, the last invoice as far as the caller may read it, and where the others are.
// Operations come by name. Errors: forbidden, notFound, user.notFound.
func (s *Service) OperationBillings(ctx context.Context, p policy.Principal, userID id.ID) ([]AccountBilling, error) {
	if err := s.Guard.Require(ctx, p, "account:read", policy.Resource{UserID: userID}); err != nil {
		return nil, err
	}
	held, err := s.Accounts.OfAccount(ctx, userID)
	if err != nil {
		return nil, err
	}
	operations := slices.Clone(held.Operations)
	for _, site := range held.Sites {
		if !slices.Contains(operations, site.OperationID) {
			operations = append(operations, site.OperationID)
		}
	}
	issued, err := s.Invoices.LastIssued(ctx, held.Operations)
	if err != nil {
		return nil, err
	}
	out := make([]AccountBilling, 0, len(operations))
	for _, operationID := range operations {
		op, err := s.Operations.ByID(ctx, operationID)
		if err != nil {
			return nil, err
		}
		b := AccountBilling{Operation: op, Parties: partiesOf(op, held), Path: pathOf(op, held.Role)}
		if held.Role == policy.RoleParticipant {
			err = s.lastOfSites(ctx, p, &b, held.Sites)
		} else if last, ok := issued[operationID]; ok {
			var may bool
			if may, err = s.allows(ctx, p, "invoice:read", policy.Resource{OperationID: operationID}); may {
				b.Last = &last
			}
		}
		if err != nil {
			return nil, err
		}
		out = append(out, b)
	}
	return out, nil
}

// lastOfSites finds the newest invoice of the sites of an account, those of which the caller may
// read.
func (s *Service) lastOfSites(ctx context.Context, p policy.Principal, b *AccountBilling, sites []billing.HeldSite) error {
	if !b.Operation.Offers(operation.FeatureBilling) {
		return nil
	}
	for _, site := range sites {
		if site.OperationID != b.Operation.ID {
			continue
		}
		if may, err := s.allows(ctx, p, "invoice:readOwn", policy.Resource{OperationID: site.OperationID, ParticipantID: site.ID}); err != nil || !may {
			if err != nil {
				return err
			}
			continue
		}
		side := billing.Side{Published: true}
		if site.Produces {
			side.IssuedBy = site.ID
		}
		if site.Consumes {
			side.ReceivedBy = site.ID
		}
		list, _, err := s.Invoices.List(ctx, site.OperationID, billing.InvoiceFilter{Side: side, Types: []billing.InvoiceType{billing.TypeInvoice}, Limit: 1})
		if err != nil {
			return err
		}
		if len(list) > 0 && (b.Last == nil || list[0].Days.From > b.Last.Days.From) {
			b.Last, b.LastSite = &list[0], site.ID
		}
	}
	return nil
}

func (s *Service) allows(ctx context.Context, p policy.Principal, perm policy.Permission, about policy.Resource) (bool, error) {
	err := s.Guard.Require(ctx, p, perm, about)
	if errors.Is(err, policy.ErrForbidden) || errors.Is(err, policy.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}
