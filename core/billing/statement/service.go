package statement

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/agreement"
	"github.com/openpmo/pmo/core/billing/document"
	"github.com/openpmo/pmo/core/billing/publishing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/event"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/mail"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

const (
	read    policy.Permission = "statement:read"
	readOwn policy.Permission = "statement:readOwn"
	create  policy.Permission = "statement:create"
	publish policy.Permission = "statement:publish"
	remove  policy.Permission = "statement:delete"
	cancel  policy.Permission = "statement:cancel"
	send    policy.Permission = "statement:send"
)

// Bounds.
const (
	MaxListed   = 10_000
	MaxTogether = 500
	mostReason  = 500
)

// Deps is what the use cases need. Volumes may be nil: then nothing is known to have been shared.
type Deps struct {
	billing.Access
	Means
	Agreements agreement.Loader
	Volumes    billing.Volumes
	Documents  document.ByBuyer
	Series     publishing.Series
	Events     event.Publisher
}

// Service holds the use cases of statements.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

// enter asks for a right, and whether producers of the operation are owed anything by it.
// Errors: forbidden, notFound, featureNotAvailable.
func (s *Service) enter(ctx context.Context, p policy.Principal, perm policy.Permission, operationID id.ID) (operation.Operation, error) {
	op, err := s.Enter(ctx, p, perm, billing.Scope{OperationID: operationID})
	if err == nil {
		err = op.Require(operation.FeatureStatements)
	}
	return op, err
}

// List are the statements of an operation, the latest days first. Errors: those of enter, list.tooLong.
func (s *Service) List(ctx context.Context, p policy.Principal, operationID id.ID, f Filter) ([]Statement, error) {
	op, err := s.enter(ctx, p, read, operationID)
	if err != nil {
		return nil, err
	}
	out, err := s.Statements.List(ctx, op.ID, f, MaxListed+1)
	if err == nil && len(out) > MaxListed {
		err = fault.ListTooLong.With("max", MaxListed)
	}
	return out, err
}

// OfProducer are the published statements of a site; who sees the site sees them. Errors: forbidden,
// notFound, featureNotAvailable.
func (s *Service) OfProducer(ctx context.Context, p policy.Principal, participantID id.ID) ([]Statement, error) {
	op, err := s.own(ctx, p, participantID)
	if err != nil {
		return nil, err
	}
	return s.Statements.List(ctx, op.ID, Filter{ProducerID: participantID, Statuses: []Status{Published}}, MaxListed)
}

// Summary says what is owed for the energy of a site; a participant is told of all its sites in the
// operation, by whichever it asks. Errors: those of OfProducer, list.tooLong.
func (s *Service) Summary(ctx context.Context, p policy.Principal, participantID id.ID) (Summary, error) {
	op, err := s.own(ctx, p, participantID)
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
	var all []Statement
	for _, site := range sites {
		list, err := s.OfProducer(ctx, p, site)
		if err != nil {
			return Summary{}, err
		}
		if all = append(all, list...); len(all) > MaxListed {
			return Summary{}, fault.ListTooLong.With("max", MaxListed)
		}
	}
	slices.SortStableFunc(all, func(a, b Statement) int { return cmp.Compare(b.Days.To, a.Days.To) })
	return Summary{toReceive(all, s.Today(op)), all}, nil
}

// Months sums what producers are owed by month, from the first to the last. What is due counts up to
// the last day that is over. Errors: those of List.
func (s *Service) Months(ctx context.Context, p policy.Principal, operationID id.ID, first, last civil.Month) ([]MonthSum, error) {
	op, err := s.enter(ctx, p, read, operationID)
	if err != nil {
		return nil, err
	}
	today := s.Today(op)
	b, err := s.Agreements.Load(ctx, op, agreement.Extent{Printed: true})
	if err != nil {
		return nil, err
	}
	stated, err := s.Statements.List(ctx, op.ID, Filter{Statuses: []Status{Draft, Published}}, MaxListed)
	if err != nil {
		return nil, err
	}
	out := make([]MonthSum, last-first+1)
	for n := range out {
		out[n].Month = first.Add(n)
	}
	at := func(days civil.Range) *MonthSum {
		if m := civil.MonthOf(days.Last()); m >= first && m <= last {
			return &out[m-first]
		}
		return nil
	}
	for _, d := range dues(b, min(last.Next().First()-1, today-1)) {
		drafted := slices.ContainsFunc(stated, func(st Statement) bool { return st.Status == Draft && st.SubscriptionID == d.ID && st.Days == d.days })
		if sum := at(d.days); sum != nil && !drafted {
			sum.Due++
		}
	}
	for _, st := range stated {
		if sum := at(st.Days); sum != nil {
			sum.add(st, today)
		}
	}
	return out, nil
}

func (s *Service) own(ctx context.Context, p policy.Principal, participantID id.ID) (operation.Operation, error) {
	op, err := s.Enter(ctx, p, readOwn, billing.Scope{ParticipantID: participantID})
	if err == nil {
		err = op.Require(operation.FeatureStatements)
	}
	return op, err
}

// Get reads one with its lines. Errors: those of enter, statement.notFound.
func (s *Service) Get(ctx context.Context, p policy.Principal, operationID, statementID id.ID) (Statement, error) {
	op, err := s.enter(ctx, p, read, operationID)
	if err != nil {
		return Statement{}, err
	}
	return s.one(ctx, op.ID, statementID, false)
}

func (s *Service) one(ctx context.Context, operationID, statementID id.ID, locked bool) (Statement, error) {
	found, err := s.Statements.ByIDs(ctx, operationID, []id.ID{statementID}, locked)
	if err != nil {
		return Statement{}, err
	}
	if len(found) == 0 {
		return Statement{}, ErrNotFound
	}
	return found[0], nil
}

// Drafted is what was drafted, and of which days nothing could be.
type Drafted struct {
	Statements []Statement
	Refused    []Refusal
}

// DraftUpTo drafts anew all that is owed to producers up to a day, today unless it is told, and is on
// no published statement. Errors: those of enter, run.billUpToInFuture.
func (s *Service) DraftUpTo(ctx context.Context, p policy.Principal, operationID id.ID, upTo *civil.Date) (Drafted, error) {
	op, err := s.enter(ctx, p, create, operationID)
	if err != nil {
		return Drafted{}, err
	}
	today := s.Today(op)
	last := today
	if upTo != nil {
		last = *upTo
	}
	if last > today {
		return Drafted{}, billing.ErrBillUpToInFuture.With("today", today.String())
	}
	var out Drafted
	change := p.Change(create, op.ID, "operation", op.ID)
	return out, s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		out = Drafted{}
		if err := s.Locks.Operation(ctx, op.ID, true); err != nil {
			return err
		}
		m, list, err := s.maker(ctx, op, last)
		if err != nil {
			return err
		}
		at := s.Now().UTC()
		for _, d := range list {
			made, refused, err := m.make(ctx, d, at)
			switch {
			case err != nil:
				return err
			case refused != nil:
				out.Refused = append(out.Refused, Refusal{ProducerID: d.ProducerID, ProducerName: made.ProducerName, Days: d.days, Why: refused})
			default:
				out.Statements = append(out.Statements, made)
			}
		}
		tx.Note(ctx, "statements", len(out.Statements))
		return s.Statements.Replace(ctx, op.ID, out.Statements)
	})
}

// maker reads what was agreed, and what is due by it.
func (s *Service) maker(ctx context.Context, op operation.Operation, upTo civil.Date) (*maker, []due, error) {
	b, err := s.Agreements.Load(ctx, op, agreement.Extent{Printed: true})
	if err != nil {
		return nil, nil, err
	}
	list := dues(b, upTo)
	sites := make([]id.ID, len(list))
	for n, d := range list {
		sites[n] = d.ProducerID
	}
	m := &maker{b: b, volumes: s.Volumes, measured: map[civil.Range]given{}}
	if m.volumes == nil {
		m.volumes = none{}
	}
	m.languages, err = s.Statements.Languages(ctx, op.ID, billing.Distinct(sites))
	return m, list, err
}

// none knows of no volume.
type none struct{}

func (none) Volumes(context.Context, id.ID, civil.Range) (volumes map[billing.VolumeKey]energy.MilliWh, broken map[id.ID]bool, costs map[id.ID]billing.SiteCosts, err error) {
	return nil, nil, nil, nil
}

// Publish gives drafts their numbers and freezes what is printed of them. Refused one by one:
// statement.notFound, statement.notDraft, statement.stale, billingEntity.unconfirmed,
// billingEntity.legalNumberTaken, and why a draft could not be made any more. Errors: those of enter,
// invoice.selectionRequired, list.tooLong, invoice.monthLocked, statement.alreadyStated.
func (s *Service) Publish(ctx context.Context, p policy.Principal, operationID id.ID, ids []id.ID) ([]billing.Result, error) {
	op, err := s.enter(ctx, p, publish, operationID)
	if err != nil {
		return nil, err
	}
	ids = billing.Distinct(ids)
	if err := bounded(ids); err != nil {
		return nil, err
	}
	refused := map[id.ID]*fault.Error{}
	change := p.Change(publish, op.ID, "statement", only(ids))
	change.Details = map[string]any{"statements": len(ids)}
	err = s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		clear(refused)
		if err := s.Locks.Operation(ctx, op.ID, true); err != nil {
			return err
		}
		fresh, m, err := s.current(ctx, op, ids, refused)
		if err != nil || len(fresh) == 0 {
			return err
		}
		return s.number(ctx, op, m, fresh)
	})
	out := make([]billing.Result, len(ids))
	for n, i := range ids {
		out[n] = billing.Result{ID: i, Refused: refused[i]}
	}
	return out, err
}

func bounded(ids []id.ID) error {
	switch {
	case len(ids) == 0:
		return billing.ErrSelectionRequired
	case len(ids) > MaxTogether:
		return fault.ListTooLong.With("max", MaxTogether).At("ids")
	}
	return nil
}

// only is the one of which a line of the trail is; none where there are several.
func only(ids []id.ID) id.ID {
	if len(ids) == 1 {
		return ids[0]
	}
	return ""
}

// current keeps of some drafts those that would be made the same today; the months are held so that
// they stay so until the numbers are there.
func (s *Service) current(ctx context.Context, op operation.Operation, ids []id.ID, refused map[id.ID]*fault.Error) ([]Statement, *maker, error) {
	found, err := s.Statements.ByIDs(ctx, op.ID, ids, true)
	if err != nil {
		return nil, nil, err
	}
	there := map[id.ID]Statement{}
	var months []civil.Month
	for _, st := range found {
		there[st.ID] = st
		months = append(months, civil.MonthsOf(st.Days)...)
	}
	slices.Sort(months)
	if err := s.Locks.Months(ctx, op.ID, slices.Compact(months)); err != nil {
		return nil, nil, err
	}
	m, list, err := s.maker(ctx, op, s.Today(op))
	if err != nil {
		return nil, nil, err
	}
	var fresh []Statement
	for _, i := range ids {
		st, ok := there[i]
		switch {
		case !ok:
			refused[i] = ErrNotFound
			continue
		case st.Status != Draft:
			refused[i] = ErrNotDraft.With("status", string(st.Status))
			continue
		}
		why, err := s.differs(ctx, m, list, st)
		if err != nil {
			return nil, nil, err
		}
		if why != nil {
			refused[i] = why
			continue
		}
		fresh = append(fresh, st)
	}
	slices.SortFunc(fresh, func(x, y Statement) int {
		return cmp.Or(cmp.Compare(x.Days.From, y.Days.From), cmp.Compare(x.ID, y.ID))
	})
	return fresh, m, nil
}

// differs says why a draft is not what it would be today; nil where it is.
func (s *Service) differs(ctx context.Context, m *maker, list []due, st Statement) (*fault.Error, error) {
	stale := ErrStale.With("amountBefore", st.Amount.String())
	at := slices.IndexFunc(list, func(d due) bool { return d.ID == st.SubscriptionID && d.days == st.Days })
	if at < 0 {
		return stale, nil
	}
	now, refused, err := m.make(ctx, list[at], st.CreatedAt)
	switch {
	case err != nil:
		return nil, err
	case refused != nil:
		return refused, nil
	case !st.SameContent(now):
		return stale.With("amountAfter", now.Amount.String()), nil
	}
	issuer := m.b.Issuers[st.PayerID]
	if st.Kind == SelfBilled {
		issuer = m.b.Issuers[st.SellerID]
	}
	return issuer.MayIssue(), nil
}

// series is whose number a statement gets. An invoice of the producer is in a series of the producer,
// of its own: not that of the invoices which it issues. No code of an issuer holds a dash.
func series(m *maker, st Statement) (owner, code string, issuer billing.BillingEntity) {
	issuer, mark := m.b.Issuers[st.PayerID], "-R"
	if st.Kind == SelfBilled {
		issuer, mark = m.b.Issuers[st.SellerID], "-A"
	}
	return issuer.NumberingOwner(), issuer.SeriesCode + mark, issuer
}

// number gives drafts the next numbers of their series and stores what is printed.
func (s *Service) number(ctx context.Context, op operation.Operation, m *maker, fresh []Statement) error {
	slices.SortStableFunc(fresh, func(x, y Statement) int { // series are locked in one order
		a, b, _ := series(m, x)
		c, d, _ := series(m, y)
		return strings.Compare(a+"\n"+b, c+"\n"+d)
	})
	numbers, ids := make([]Numbers, len(fresh)), make([]id.ID, len(fresh))
	for n, st := range fresh {
		owner, code, issuer := series(m, st)
		payer := m.b.Issuers[st.PayerID]
		issue, err := s.issueDate(ctx, op, owner, code, issuer, payer)
		if err != nil {
			return err
		}
		sequence, err := s.Series.Take(ctx, owner, code, issue.Year(), 1, issue)
		if err != nil {
			return err
		}
		one := Numbers{StatementID: st.ID, Owner: owner, Payer: payer.NumberingOwner(), Recovers: payer.VATRegime.Charges(), Series: code, Year: issue.Year(), Sequence: sequence, IssueDate: issue, DueDate: issue.AddDays(st.TermDays)}
		if one.Number, err = publishing.FormatNumber(code, one.Year, sequence); err != nil {
			return err
		}
		st.Number, st.Status = one.Number, Published
		if one.Snapshot, err = s.document(ctx, m.b, st, issue); err != nil {
			return err
		}
		numbers[n], ids[n] = one, st.ID
		tx.Concern(ctx, "statement", st.ID)
		tx.Concern(ctx, "participant", st.ProducerID)
	}
	err := s.Documents.Logos.Hold(ctx, op.ID, numbers[0].Snapshot.LogoID, func(ctx context.Context) error {
		return s.Statements.Publish(ctx, op.ID, numbers, s.Now().UTC())
	})
	if err != nil {
		return err
	}
	return event.Publish(ctx, s.Events, StatementsPublished{OperationID: op.ID, StatementIDs: ids})
}

// issueDate is today, or the last day of issue of the series where that is later; its month is closed
// neither for whose number it is nor for who books what it owes. Error: invoice.monthLocked.
func (s *Service) issueDate(ctx context.Context, op operation.Operation, owner, code string, concerned ...billing.BillingEntity) (civil.Date, error) {
	issue := s.Today(op)
	last, err := s.Series.LastIssue(ctx, owner, code)
	if err != nil {
		return 0, err
	}
	if last != nil {
		issue = max(issue, *last)
	}
	return issue, s.unlocked(ctx, issue, concerned...)
}

// unlocked refuses a day in a month that is closed for one of some issuers. Error: invoice.monthLocked.
func (s *Service) unlocked(ctx context.Context, day civil.Date, concerned ...billing.BillingEntity) error {
	m := civil.MonthOf(day)
	for _, e := range concerned {
		locked, err := s.Series.Locked(ctx, e.NumberingOwner(), m)
		if err == nil && locked {
			err = billing.ErrMonthLocked.With("name", e.Name).With("month", m.String())
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// document is what is printed of a statement.
func (s *Service) document(ctx context.Context, b *agreement.Agreements, st Statement, issue civil.Date) (billing.Document, error) {
	lines := make([]money.Line, len(st.Lines))
	for n, l := range st.Lines {
		lines[n] = money.Line{Net: l.Net, Rate: l.Rate}
	}
	totals, err := money.Total(lines)
	if err != nil {
		return billing.Document{}, err
	}
	kind := billing.TypeStatement
	if st.Kind == SelfBilled {
		kind = billing.TypeSelfBilled
	}
	return s.Documents.Document(ctx, document.Owed{Op: b.Op, Kind: kind, Draft: st.Status == Draft, Language: st.Language, Number: st.Number, Issue: issue, TermDays: st.TermDays, Days: st.Days,
		Seller: b.Issuers[st.SellerID], Own: b.Issuers[st.PayerID], Lines: st.Lines, Totals: totals})
}

// Delete removes a draft. Errors: those of enter, statement.notFound, statement.notDraft.
func (s *Service) Delete(ctx context.Context, p policy.Principal, operationID, statementID id.ID) error {
	op, err := s.enter(ctx, p, remove, operationID)
	if err != nil {
		return err
	}
	return s.Tx.InTx(ctx, p.Change(remove, op.ID, "statement", statementID), func(ctx context.Context) error {
		st, err := s.one(ctx, op.ID, statementID, true)
		if err != nil {
			return err
		}
		if st.Status != Draft {
			return ErrNotDraft.With("status", string(st.Status))
		}
		return s.Statements.Delete(ctx, op.ID, st.ID)
	})
}

// Cancel takes a published statement back with a reason: it stays with its number, and its days are
// stated anew. An invoice of the producer is taken back by the producer alone: the mandate to write
// invoices does not cover its credit notes. Errors: those of enter, statement.reasonRequired,
// field.tooLong, statement.notFound, statement.notPublished, statement.selfBilled, statement.paid,
// statement.ordered, invoice.monthLocked.
func (s *Service) Cancel(ctx context.Context, p policy.Principal, operationID, statementID id.ID, reason string) (Statement, error) {
	op, err := s.enter(ctx, p, cancel, operationID)
	if err != nil {
		return Statement{}, err
	}
	if reason = strings.TrimSpace(reason); reason == "" {
		return Statement{}, ErrReason
	}
	if utf8.RuneCountInString(reason) > mostReason {
		return Statement{}, fault.FieldTooLong.With("max", mostReason).At("reason")
	}
	change := p.Change(cancel, op.ID, "statement", statementID)
	change.Details = map[string]any{"reason": reason}
	err = s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		if err := s.Locks.Operation(ctx, op.ID, true); err != nil {
			return err
		}
		st, err := s.one(ctx, op.ID, statementID, true)
		switch {
		case err != nil:
			return err
		case st.Status != Published:
			return ErrNotPublished.With("status", string(st.Status))
		case st.Kind == SelfBilled:
			return ErrSelfBilled.With("number", st.Number)
		case st.Amount > 0 && st.Payment == billing.PaymentSucceeded:
			return ErrPaid.With("number", st.Number)
		case !st.PayoutID.IsZero():
			return ErrOrdered.With("number", st.Number)
		}
		issuers, err := s.Agreements.BillingEntities.List(ctx, op.ID)
		if err != nil {
			return err
		}
		payer := slices.DeleteFunc(issuers, func(e billing.BillingEntity) bool { return e.ID != st.PayerID })
		if err := s.unlocked(ctx, s.Today(op), payer...); err != nil {
			return err
		}
		tx.Concern(ctx, "participant", st.ProducerID)
		return s.Statements.Cancel(ctx, op.ID, st.ID, reason, p.UserID, s.Now().UTC(), s.Today(op))
	})
	if err != nil {
		return Statement{}, err
	}
	return s.one(ctx, op.ID, statementID, false)
}

// File is a document to download, with what names it.
type File struct {
	Number      string // "" = a draft
	Producer    string
	Translation string // the language of a copy in another than its own; "" = none
	Content     []byte
}

// Download draws a statement; a published one is drawn once and kept. Errors: those of enter,
// statement.notFound.
func (s *Service) Download(ctx context.Context, p policy.Principal, operationID, statementID id.ID, language string) (File, error) {
	op, err := s.enter(ctx, p, read, operationID)
	if err != nil {
		return File{}, err
	}
	st, err := s.one(ctx, op.ID, statementID, false)
	if err != nil {
		return File{}, err
	}
	return s.printed(ctx, op, st, language)
}

// DownloadOwn is Download for a site of one's own, of what was published. Errors: those of OfProducer,
// statement.notFound.
func (s *Service) DownloadOwn(ctx context.Context, p policy.Principal, participantID, statementID id.ID, language string) (File, error) {
	op, err := s.own(ctx, p, participantID)
	if err != nil {
		return File{}, err
	}
	st, err := s.one(ctx, op.ID, statementID, false)
	if err == nil && (st.ProducerID != participantID || st.Status != Published) {
		err = ErrNotFound
	}
	if err != nil {
		return File{}, err
	}
	return s.printed(ctx, op, st, language)
}

func (s *Service) printed(ctx context.Context, op operation.Operation, st Statement, language string) (File, error) {
	f := File{Number: st.Number, Producer: st.ProducerName}
	if st.Status == Draft {
		b, err := s.Agreements.Load(ctx, op, agreement.Extent{Printed: true})
		if err != nil {
			return File{}, err
		}
		if language != "" {
			st.Language = language
		}
		doc, err := s.document(ctx, b, st, s.Today(op))
		if err != nil {
			return File{}, err
		}
		files, err := s.Documents.Draw(ctx, op.ID, doc, "")
		f.Content = files.Printed
		return f, err
	}
	if language != "" && language != st.Language {
		f.Translation = language
	} else if f.Content = s.Documents.Read(ctx, op.ID, document.OwedKind, st.DocumentID); f.Content != nil {
		return f, nil
	}
	doc, err := s.Statements.Snapshot(ctx, op.ID, st.ID)
	if err != nil {
		return File{}, err
	}
	files, err := s.Documents.Draw(ctx, op.ID, doc, f.Translation)
	f.Content = files.Printed
	return f, err
}

// Electronic is the e-invoice of a statement that is an invoice. Errors: those of enter,
// statement.notFound, statement.notPublished, statement.noInvoice, einvoice.incomplete.
func (s *Service) Electronic(ctx context.Context, p policy.Principal, operationID, statementID id.ID) (File, error) {
	op, err := s.enter(ctx, p, read, operationID)
	if err != nil {
		return File{}, err
	}
	st, err := s.one(ctx, op.ID, statementID, false)
	switch {
	case err != nil:
		return File{}, err
	case st.Number == "":
		return File{}, ErrNotPublished.With("status", string(st.Status))
	case st.Kind != SelfBilled:
		return File{}, ErrNoInvoice
	}
	f := File{Number: st.Number, Producer: st.ProducerName}
	if f.Content = s.Documents.Read(ctx, op.ID, document.OwedElectronicKind, st.ElectronicID); f.Content != nil {
		return f, nil
	}
	doc, err := s.Statements.Snapshot(ctx, op.ID, st.ID)
	if err != nil {
		return File{}, err
	}
	files, err := s.Documents.Draw(ctx, op.ID, doc, "")
	if f.Content = files.Electronic; err == nil && f.Content == nil {
		err = document.WhyNoInvoice(doc)
	}
	return f, err
}

// StoreDocuments draws published statements and keeps them; those that are kept already are left alone.
// It handles StatementsPublished, which comes again until it is done, and checks no permission.
func (s *Service) StoreDocuments(ctx context.Context, operationID id.ID, ids []id.ID) error {
	found, err := s.Statements.ByIDs(ctx, operationID, ids, false)
	if err != nil {
		return err
	}
	for _, st := range found {
		if st.Number == "" || !st.DocumentID.IsZero() {
			continue
		}
		doc, err := s.Statements.Snapshot(ctx, operationID, st.ID)
		if err != nil {
			return err
		}
		files, err := s.Documents.Draw(ctx, operationID, doc, "")
		if err != nil {
			return err
		}
		err = s.Documents.Keep(ctx, operationID, files, func(ctx context.Context, stored billing.StoredFiles) error {
			return s.Statements.SetDocuments(ctx, operationID, st.ID, stored)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Send mails published statements to those whom they are owed, again where that is asked. Refused one by
// one: statement.notFound, statement.notPublished, statement.addressMissing, statement.mailUnderway.
// Errors: those of enter, invoice.selectionRequired, list.tooLong.
func (s *Service) Send(ctx context.Context, p policy.Principal, operationID id.ID, ids []id.ID) ([]billing.Result, error) {
	op, err := s.enter(ctx, p, send, operationID)
	if err != nil {
		return nil, err
	}
	ids = billing.Distinct(ids)
	if err := bounded(ids); err != nil {
		return nil, err
	}
	refused := map[id.ID]*fault.Error{}
	change := p.Change(send, op.ID, "statement", only(ids))
	change.Details = map[string]any{"statements": len(ids)}
	err = s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		clear(refused)
		found, err := s.Statements.ByIDs(ctx, op.ID, ids, true)
		if err != nil {
			return err
		}
		sellers, err := s.Agreements.BillingEntities.List(ctx, op.ID)
		if err != nil {
			return err
		}
		var mails []id.ID
		for _, i := range ids {
			at := slices.IndexFunc(found, func(st Statement) bool { return st.ID == i })
			if at < 0 {
				refused[i] = ErrNotFound
				continue
			}
			m, why := letter(found[at], sellers, s.Now().UTC())
			if why != nil {
				refused[i] = why
				continue
			}
			if err := s.Statements.SetMail(ctx, op.ID, i, m); err != nil {
				return err
			}
			mails = append(mails, m.ID)
			tx.Concern(ctx, "statement", i)
		}
		return s.Queue.StatementMails(ctx, mails)
	})
	out := make([]billing.Result, len(ids))
	for n, i := range ids {
		out[n] = billing.Result{ID: i, Refused: refused[i]}
	}
	return out, err
}

// letter is a new mail of a statement, or why there is none.
func letter(st Statement, sellers []billing.BillingEntity, at time.Time) (Mail, *fault.Error) {
	seller := slices.IndexFunc(sellers, func(e billing.BillingEntity) bool { return e.ID == st.SellerID })
	switch {
	case st.Status != Published:
		return Mail{}, ErrNotPublished.With("status", string(st.Status))
	case st.Mail.State == MailWaiting:
		return Mail{}, ErrUnderway
	case seller < 0 || sellers[seller].Email == "":
		return Mail{}, ErrNoAddress.With("name", st.SellerName)
	}
	return Mail{ID: id.New(), State: MailWaiting, Address: sellers[seller].Email, At: at}, nil
}

// Deliver sends a mail that waits. It is the work of a job. Errors, to be tried again:
// mail.unavailable, those of reading.
func (s *Service) Deliver(ctx context.Context, mailID id.ID) error {
	st, ok, err := s.Statements.ByMail(ctx, mailID)
	if err != nil || !ok || st.Mail.State != MailWaiting {
		return err
	}
	op, err := s.Operations.ByID(ctx, st.OperationID)
	if err != nil {
		return err
	}
	doc, err := s.Statements.Snapshot(ctx, op.ID, st.ID)
	if err != nil {
		return err
	}
	file, err := s.printed(ctx, op, st, "")
	if err != nil {
		return err
	}
	language := doc.Language
	if language == "fr" && doc.Country == string(dso.Belgium) {
		language = "fr-BE"
	}
	m, err := s.Letters.Statement(ctx, op, language, doc)
	if err != nil {
		return err
	}
	m.ID, m.To = st.Mail.ID, st.Mail.Address
	if m.ReplyTo = op.Interlocutor.Email; m.ReplyTo != "" && (mail.Message{To: m.ReplyTo}).Check() != nil {
		m.ReplyTo = ""
	}
	m.Attachments = append(m.Attachments, mail.Attachment{Name: st.Number + ".pdf", ContentType: "application/pdf", Content: file.Content})
	end := st.Mail
	end.State, end.At = MailSent, s.Now().UTC()
	if err := s.Mail.Send(ctx, m); errors.Is(err, mail.ErrAddress) || errors.Is(err, mail.ErrRejected) {
		end.State, end.Problem = MailFailed, fault.From(err).Key
	} else if err != nil {
		return err
	}
	return s.Statements.SetMail(ctx, op.ID, st.ID, end)
}

// GiveUp closes a mail that no server took for days.
func (s *Service) GiveUp(ctx context.Context, mailID id.ID) error {
	st, ok, err := s.Statements.ByMail(ctx, mailID)
	if err != nil || !ok || st.Mail.State != MailWaiting {
		return err
	}
	end := st.Mail
	end.State, end.Problem, end.At = MailFailed, mail.ErrUnavailable.Key, s.Now().UTC()
	return s.Statements.SetMail(ctx, st.OperationID, st.ID, end)
}
