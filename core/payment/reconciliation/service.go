package reconciliation

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/payment"
	"github.com/openpmo/pmo/core/payment/bankfile"
	"github.com/openpmo/pmo/core/payment/payout"
	"github.com/openpmo/pmo/core/payment/settlement"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

const (
	read   policy.Permission = "bankFile:read"
	take   policy.Permission = "bankFile:import"
	update policy.Permission = "bankFile:update"
)

// Deps is what the use cases need.
type Deps struct {
	Guard       policy.Guard
	Tx          tx.Runner
	Now         func() time.Time
	Operations  payment.Operations
	Lines       Lines
	Mappings    Mappings
	Settlements settlement.Settlements
	Payouts     payout.Payouts
	Readers     bankfile.Readers
}

// Service holds the use cases of files from banks.
type Service struct {
	Deps
	ledger  settlement.Ledger
	payouts payout.Ledger
}

// New makes the service.
func New(d Deps) *Service {
	return &Service{d, settlement.Ledger{Store: d.Settlements, Now: d.Now}, payout.Ledger{Store: d.Payouts, Now: d.Now}}
}

// enter asks for a right, and whether the operation has invoices at all.
// Errors: forbidden, notFound, featureNotAvailable.
func (s *Service) enter(ctx context.Context, p policy.Principal, perm policy.Permission, operationID id.ID) (operation.Operation, error) {
	if err := s.Guard.Operation(ctx, p, perm, operationID); err != nil {
		return operation.Operation{}, err
	}
	op, err := s.Operations.ByID(ctx, operationID)
	if err == nil {
		err = op.Require(operation.FeatureBilling)
	}
	return op, err
}

// Full reports whether somebody sees account numbers whole: who may change what becomes of lines.
func (s *Service) Full(ctx context.Context, p policy.Principal, operationID id.ID) bool {
	return s.Guard.Operation(ctx, p, update, operationID) == nil
}

// Upload is a file that somebody gives, and what its columns mean where it is a table.
type Upload struct {
	Name    string
	Content []byte
	Mapping *Mapping // nil = as it was told before
	DryRun  bool
}

// mostTold are how many operations are looked into for whose a table is.
const mostTold = 50

// errDryRun ends a transaction of which nothing is to stay.
var errDryRun = errors.New("reconciliation: dry run")

// Import takes the lines of a file that are new, and matches all that are open. A dry run does the same
// and keeps nothing. Errors: those of enter and of bankfile, import.tooLarge, bankFile.accountUnknown,
// bankFile.orderUnknown, bankFile.orderDiffers, bankFile.otherFormat, bankFile.ahead.
func (s *Service) Import(ctx context.Context, p policy.Principal, operationID id.ID, u Upload) (Report, error) {
	op, err := s.enter(ctx, p, take, operationID)
	if err != nil {
		return Report{}, err
	}
	found, mapping, err := s.read(ctx, op, u)
	if err != nil {
		return Report{}, named(err, u.Name)
	}
	r := Report{DryRun: u.DryRun, Read: found.Lines()}
	f := File{ID: id.New(), OperationID: op.ID, Name: u.Name, Format: found.Format, CreatedBy: p.UserID, CreatedAt: s.Now().UTC()}
	change := p.Change(take, op.ID, "bankFile", f.ID)
	err = s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		r = Report{File: f, DryRun: u.DryRun, Read: found.Lines()}
		if err := s.Lines.Hold(ctx, op.ID); err != nil {
			return err
		}
		lines, err := s.lines(ctx, op, found, &r)
		if err != nil {
			return err
		}
		if err := s.keep(ctx, &r, lines, mapping); err != nil {
			return err
		}
		if err := s.match(ctx, p, op.ID, &r); err != nil {
			return err
		}
		tx.Note(ctx, "lines", r.Lines)
		tx.Note(ctx, "settled", r.Tally.Paid.String())
		if u.DryRun {
			return errDryRun
		}
		return nil
	})
	if errors.Is(err, errDryRun) {
		err = nil
	}
	return r, named(err, u.Name)
}

// Concerned are the operations that a file may be of, by every account that it is a statement of and every
// order that it answers. A table names no account: it is of the operations that were told what its columns
// mean and whose documents its lines name. None where nothing of ours is named. It is asked by the server of
// what nobody uploaded, and checks no permission. Errors: those of bankfile, import.tooLarge.
func (s *Service) Concerned(ctx context.Context, content []byte) ([]id.ID, error) {
	if len(content) > bankfile.MaxBytes {
		return nil, fault.ImportTooLarge.With("megabytes", bankfile.MaxBytes>>20)
	}
	reader := s.Readers.Of(content)
	if reader == nil {
		return s.concernedByTable(ctx, content)
	}
	f, err := reader.Read(content)
	if err != nil {
		return nil, err
	}
	var all [][]id.ID
	for _, st := range f.Statements {
		holding, err := s.Lines.Holding(ctx, st.Account)
		if err != nil {
			return nil, err
		}
		all = append(all, holding)
	}
	seen := map[string]bool{}
	for _, a := range f.Answers {
		if seen[a.MessageID] {
			continue
		}
		seen[a.MessageID] = true
		o, _, err := s.Lines.Order(ctx, a.MessageID)
		if err != nil {
			return nil, err
		}
		var of []id.ID
		for _, t := range o.Transactions {
			of = append(of, t.OperationID)
		}
		all = append(all, of)
	}
	return inAll(all), nil
}

// concernedByTable are the operations that a table is of. What is told of its columns elsewhere may not fit:
// where no operation is named, why it could not be read is the answer.
func (s *Service) concernedByTable(ctx context.Context, content []byte) ([]id.ID, error) {
	columns, err := s.Readers.Table.Columns(content)
	if err != nil {
		return nil, nil // it is no table: nothing is known of it
	}
	told, err := s.Mappings.Told(ctx, columns, mostTold+1)
	if err != nil {
		return nil, err
	}
	var out []id.ID
	var unreadable error
	for _, m := range told {
		if len(told) > mostTold { // too many to look into each: it may be of any
			out = append(out, m.OperationID)
			continue
		}
		f, err := s.Readers.Table.Read(content, m.Mapping)
		if err != nil {
			if unreadable == nil {
				unreadable = err
			}
			continue
		}
		facts, transactions, clients, err := s.Lines.Index(ctx, m.OperationID)
		if err != nil {
			return nil, err
		}
		if x := NewIndex(facts, transactions, clients); slices.ContainsFunc(f.Statements[0].Lines, x.names) {
			out = append(out, m.OperationID)
		}
	}
	if len(out) == 0 {
		return nil, unreadable
	}
	return out, nil
}

// inAll are those that are in each of some lists, in the order of the first; each once.
func inAll(lists [][]id.ID) []id.ID {
	if len(lists) == 0 {
		return nil
	}
	var out []id.ID
	for _, one := range lists[0] {
		if !slices.Contains(out, one) && !slices.ContainsFunc(lists[1:], func(l []id.ID) bool { return !slices.Contains(l, one) }) {
			out = append(out, one)
		}
	}
	return out
}

// named says of a fault in which file it is.
func named(err error, name string) error {
	f := fault.From(err)
	if f == nil || !strings.HasPrefix(f.Key, "bankFile.") && !strings.HasPrefix(f.Key, "import.") {
		return err
	}
	return f.With("fileName", name)
}

// read reads a file by its format, or as a table by what its columns mean.
func (s *Service) read(ctx context.Context, op operation.Operation, u Upload) (bankfile.File, *Mapping, error) {
	if len(u.Content) > bankfile.MaxBytes {
		return bankfile.File{}, nil, fault.ImportTooLarge.With("megabytes", bankfile.MaxBytes>>20)
	}
	if r := s.Readers.Of(u.Content); r != nil {
		f, err := r.Read(u.Content)
		return f, nil, err
	}
	columns, err := s.Readers.Table.Columns(u.Content)
	if err != nil {
		if u.Mapping == nil && fault.KeyOf(err) == bankfile.ErrTable.Key {
			err = bankfile.ErrUnknown.With("taken", "camt.053.001.02, camt.053.001.08, pain.002.001.03, pain.002.001.10, CODA, CSV")
		}
		return bankfile.File{}, nil, err
	}
	m, known := Mapping{}, u.Mapping != nil
	if known {
		m = *u.Mapping
	} else if m, known, err = s.Mappings.Of(ctx, op.ID, columns); err != nil {
		return bankfile.File{}, nil, err
	}
	if !known {
		return bankfile.File{}, nil, bankfile.ErrMapping.With("columns", columns)
	}
	wrong := m.Check(columns)
	accounts, err := s.Lines.Accounts(ctx, op.ID)
	if err != nil {
		return bankfile.File{}, nil, err
	}
	at := slices.IndexFunc(accounts, func(a Account) bool { return a.BillingEntityID == m.BillingEntityID })
	if at < 0 {
		wrong.Add(billing.ErrIssuerNotFound.At("billingEntityId"))
	}
	if err := wrong.Err(bankfile.ErrMapping.With("columns", columns)); err != nil {
		return bankfile.File{}, nil, err
	}
	f, err := s.Readers.Table.Read(u.Content, m.Mapping)
	if err != nil {
		return f, nil, err
	}
	f.Statements[0].Account = accounts[at].IBAN
	m.ID, m.OperationID, m.Columns = id.New(), op.ID, columns
	return f, &m, nil
}

// lines are those of a file as they are kept, with what the report says of the others.
func (s *Service) lines(ctx context.Context, op operation.Operation, f bankfile.File, r *Report) ([]Line, error) {
	accounts, err := s.Lines.Accounts(ctx, op.ID)
	if err != nil {
		return nil, err
	}
	var out []Line
	today := op.Zone().DateOf(s.Now())
	for _, st := range f.Statements {
		if !slices.ContainsFunc(accounts, func(a Account) bool { return a.IBAN == st.Account }) {
			return nil, ErrAccount.With("iban", st.Account.Masked())
		}
		if !slices.Contains(r.Accounts, st.Account) {
			r.Accounts = append(r.Accounts, st.Account)
		}
		r.Unbooked += st.Unbooked
		if len(st.Lines) == 0 {
			continue
		}
		days := civil.Range{From: st.Lines[0].BookedOn, To: st.Lines[0].BookedOn + 1}
		for n, identity := range st.Identities() {
			l := st.Lines[n]
			if l.BookedOn > today {
				return nil, ErrAhead.With("day", l.BookedOn.String()).OnRow(l.Row)
			}
			days.From, days.To = min(days.From, l.BookedOn), max(days.To, l.BookedOn+1)
			out = append(out, s.line(op.ID, r.ID, Line{Line: l, Kind: Booked, Account: st.Account, Identity: identity}))
		}
		was, known, other, err := s.Lines.OtherFormat(ctx, op.ID, st.Account, f.Format, days)
		if err != nil {
			return nil, err
		}
		if other {
			return nil, ErrOtherFormat.With("format", string(was)).With("first", known.From.String()).With("last", known.Last().String())
		}
	}
	refused, err := s.refused(ctx, op, f.Answers, r)
	return append(out, refused...), err
}

func (s *Service) line(operationID, fileID id.ID, l Line) Line {
	l.ID, l.OperationID, l.FileID, l.Version, l.CreatedAt = id.New(), operationID, fileID, 1, s.Now().UTC()
	return l
}

// refused are the transactions of our orders that a bank says it did not carry out. What it says of one
// transaction goes before what it says of the batch, and that before what it says of all.
func (s *Service) refused(ctx context.Context, op operation.Operation, answers []bankfile.Answer, r *Report) ([]Line, error) {
	type said struct {
		bankfile.Answer
		depth int
	}
	orders := map[string]Order{}
	last := map[string]said{} // by message and transaction
	today := op.Zone().DateOf(s.Now())
	for _, a := range answers {
		if a.On > today {
			return nil, ErrAhead.With("day", a.On.String()).OnRow(a.Row)
		}
		o, ok := orders[a.MessageID]
		if !ok {
			found, there, err := s.Lines.Order(ctx, a.MessageID)
			if err != nil {
				return nil, err
			}
			if !there || !slices.ContainsFunc(found.Transactions, func(t OrderedTransaction) bool { return t.OperationID == op.ID }) {
				return nil, ErrOrder.With("message", a.MessageID)
			}
			o, orders[a.MessageID] = found, found
			r.Accounts = append(r.Accounts, o.Account)
		}
		if a.Number > 0 && a.Number != len(o.Transactions) {
			return nil, ErrOrderDiffers.With("message", a.MessageID).With("told", a.Number).With("ours", len(o.Transactions))
		}
		depth, meant := 0, 0
		if a.EndToEndID != "" {
			depth = 2
		} else if a.BatchID != "" {
			depth = 1
		}
		for _, t := range o.Transactions {
			if a.BatchID != "" && a.BatchID != t.batch() || a.EndToEndID != "" && a.EndToEndID != t.EndToEndID {
				continue
			}
			meant++
			key := a.MessageID + "\n" + t.EndToEndID
			if was, told := last[key]; !told || was.depth <= depth {
				last[key] = said{a, depth}
			}
		}
		if meant == 0 {
			return nil, ErrOrder.With("message", cmp.Or(a.EndToEndID, a.BatchID)).OnRow(a.Row)
		}
	}
	var out []Line
	for message, o := range orders {
		for _, t := range o.Transactions {
			a, told := last[message+"\n"+t.EndToEndID]
			switch {
			case !told:
			case t.OperationID != op.ID:
				r.Others++
			case a.Status != bankfile.Rejected:
				r.Accepted++
			default:
				amount := -t.Amount // does not come
				if !t.StatementID.IsZero() {
					amount = t.Amount // does not go
				}
				out = append(out, s.line(op.ID, r.ID, Line{Kind: Refused, Account: o.Account, Identity: a.Identity(t.EndToEndID),
					Line: bankfile.Line{Row: a.Row, BookedOn: a.On, Amount: amount, EndToEndID: t.EndToEndID, Text: a.Text, Returned: true, ReturnReason: a.Reason}}))
			}
		}
	}
	slices.SortFunc(out, func(x, y Line) int { return cmp.Or(x.Row-y.Row, strings.Compare(x.EndToEndID, y.EndToEndID)) })
	return out, nil
}

// keep stores the file and those of its lines that are new.
func (s *Service) keep(ctx context.Context, r *Report, lines []Line, mapping *Mapping) error {
	if mapping != nil {
		if err := s.Mappings.Save(ctx, *mapping); err != nil {
			return err
		}
	}
	for _, l := range lines {
		r.First, r.Last = earlier(r.First, l.BookedOn), later(r.Last, l.BookedOn)
	}
	fresh, err := s.Lines.Fresh(ctx, r.OperationID, lines)
	r.Known, r.File.Lines = len(lines)-len(fresh), len(fresh)
	if err != nil || len(fresh) == 0 {
		return err
	}
	return s.Lines.Add(ctx, r.File, fresh)
}

func earlier(a *civil.Date, b civil.Date) *civil.Date {
	if a != nil {
		b = min(*a, b)
	}
	return &b
}

func later(a *civil.Date, b civil.Date) *civil.Date {
	if a != nil {
		b = max(*a, b)
	}
	return &b
}

// book opens the book for some lines.
func (s *Service) book(ctx context.Context, operationID id.ID, lines []Line, locked bool) (*Book, error) {
	facts, transactions, clients, err := s.Lines.Index(ctx, operationID)
	if err != nil {
		return nil, err
	}
	x := NewIndex(facts, transactions, clients)
	needed := x.Open()
	var names []string
	for _, l := range lines {
		needed = append(needed, x.Needed(l)...)
		if l.EndToEndID != "" {
			names = append(names, l.EndToEndID)
		}
		for _, t := range x.byBatch[l.BatchID] {
			names = append(names, t.EndToEndID)
		}
	}
	slices.Sort(needed)
	slices.Sort(names)
	accounts, err := s.Settlements.Accounts(ctx, operationID, slices.Compact(needed), locked)
	if err != nil {
		return nil, err
	}
	told, elsewhere, err := s.Lines.Told(ctx, operationID, slices.Compact(names))
	return NewBook(x, accounts, told, elsewhere), err
}

// match matches the open lines that nothing was ever done with.
func (s *Service) match(ctx context.Context, p policy.Principal, operationID id.ID, r *Report) error {
	lines, err := s.Lines.Untried(ctx, operationID, MostListed)
	if err != nil || len(lines) == 0 {
		return err
	}
	b, err := s.book(ctx, operationID, lines, true)
	if err != nil {
		return err
	}
	paid, err := s.paidOut(ctx, operationID)
	if err != nil {
		return err
	}
	var went []payout.Movement
	var fresh []settlement.Settlement
	var marks []Mark
	touched := map[id.ID]bool{}
	at := s.Now().UTC()
	for _, l := range lines {
		var o Outcome
		moves, verdict := paid.Match(l.told())
		if verdict == payout.Foreign {
			o = b.Match(l)
		} else {
			o = outcomeOf(verdict)
		}
		mine := l.FileID == r.ID
		switch {
		case verdict == payout.Matched:
			for n := range moves {
				moves[n].ID, moves[n].CreatedAt = id.New(), at
				l.Settled += moves[n].Amount
				l.PaidOut = append(l.PaidOut, PaidOut{moves[n].StatementID, moves[n].Number, moves[n].ProducerName, moves[n].Kind, moves[n].Amount, moves[n].BookedOn, false})
				tx.Concern(ctx, "statement", moves[n].StatementID)
			}
			paid.Apply(moves)
			went = append(went, moves...)
			l.Reason = ""
			marks = append(marks, Mark{LineID: l.ID})
		case o.Aside != "":
			l.Aside, l.Reason = &Aside{Reason: o.Aside, At: at}, ""
			marks = append(marks, Mark{LineID: l.ID, Aside: l.Aside})
		case o.Reason != "":
			if l.Reason != o.Reason {
				l.Reason = o.Reason
				marks = append(marks, Mark{LineID: l.ID, Reason: o.Reason})
			}
		default:
			for n := range o.Settlements {
				one := &o.Settlements[n]
				one.ID, one.CreatedAt = id.New(), at
				touched[one.InvoiceID] = true
				a := b.Account(one.InvoiceID)
				l.Parts = append(l.Parts, Part{*one, a.Number, a.ClientName})
				l.Settled += one.Amount
				tx.Concern(ctx, "invoice", one.InvoiceID)
			}
			b.Apply(o.Settlements)
			fresh = append(fresh, o.Settlements...)
			l.Reason = ""
			marks = append(marks, Mark{LineID: l.ID})
		}
		r.count(l, o, mine)
	}
	if err := s.Lines.Mark(ctx, marks); err != nil {
		return err
	}
	if err := s.payouts.Book(ctx, operationID, p.UserID, paid.Of(went), went); err != nil {
		return err
	}
	return s.ledger.Book(ctx, operationID, p.UserID, b.these(touched), fresh)
}

// paidOut opens the book of what is paid to producers.
func (s *Service) paidOut(ctx context.Context, operationID id.ID) (*payout.Book, error) {
	names, err := s.Payouts.Names(ctx, operationID)
	if err != nil {
		return nil, err
	}
	var ids []id.ID
	for _, n := range names {
		ids = append(ids, n.StatementID)
	}
	accounts, err := s.Payouts.Accounts(ctx, operationID, slices.Compact(slices.Sorted(slices.Values(ids))), true)
	return payout.NewBook(names, accounts), err
}

// Match matches the open lines again that nothing was ever done with, as after invoices were published.
// Errors: those of enter.
func (s *Service) Match(ctx context.Context, p policy.Principal, operationID id.ID) (Report, error) {
	op, err := s.enter(ctx, p, update, operationID)
	if err != nil {
		return Report{}, err
	}
	var r Report
	return r, s.Tx.InTx(ctx, p.Change(update, op.ID, "bankFile", ""), func(ctx context.Context) error {
		r = Report{}
		if err := s.Lines.Hold(ctx, op.ID); err != nil {
			return err
		}
		return s.match(ctx, p, op.ID, &r)
	})
}

// Files are those that were taken, last first. Errors: those of enter.
func (s *Service) Files(ctx context.Context, p policy.Principal, operationID id.ID) ([]File, error) {
	op, err := s.enter(ctx, p, read, operationID)
	if err != nil {
		return nil, err
	}
	return s.Lines.Files(ctx, op.ID, MostListed)
}

// List are lines, newest first. Errors: those of enter, list.tooLong.
func (s *Service) List(ctx context.Context, p policy.Principal, operationID id.ID, f Filter) ([]Line, error) {
	op, err := s.enter(ctx, p, read, operationID)
	if err != nil {
		return nil, err
	}
	out, err := s.Lines.List(ctx, op.ID, f, MostListed)
	if err == nil && len(out) > MostListed {
		err = fault.ListTooLong.With("max", MostListed)
	}
	if err != nil {
		return nil, err
	}
	return out, s.withParts(ctx, op.ID, out)
}

// withParts adds to lines what of them settles invoices.
func (s *Service) withParts(ctx context.Context, operationID id.ID, lines []Line) error {
	at, ids := map[id.ID]int{}, make([]id.ID, len(lines))
	for n, l := range lines {
		at[l.ID], ids[n] = n, l.ID
	}
	parts, err := s.Lines.Parts(ctx, operationID, ids)
	for _, p := range parts {
		if n, ok := at[p.LineID]; ok {
			lines[n].Parts = append(lines[n].Parts, p)
		}
	}
	if err != nil {
		return err
	}
	paid, err := s.Lines.Payouts(ctx, operationID, ids)
	for n := range lines {
		lines[n].PaidOut = paid[lines[n].ID]
	}
	return err
}

// one finds a line. Error: notFound.
func (s *Service) one(ctx context.Context, operationID, lineID id.ID, locked bool) (Line, error) {
	found, err := s.Lines.ByIDs(ctx, operationID, []id.ID{lineID}, locked)
	if err == nil && len(found) == 0 {
		err = policy.ErrNotFound
	}
	if err != nil {
		return Line{}, err
	}
	return found[0], s.withParts(ctx, operationID, found)
}

// Line is one with the invoices that it may be for, where it is open. Errors: those of enter, notFound.
func (s *Service) Line(ctx context.Context, p policy.Principal, operationID, lineID id.ID) (Line, []Proposal, error) {
	op, err := s.enter(ctx, p, read, operationID)
	if err != nil {
		return Line{}, nil, err
	}
	l, err := s.one(ctx, op.ID, lineID, false)
	if err != nil || l.State() != Open {
		return l, nil, err
	}
	b, err := s.book(ctx, op.ID, []Line{l}, false)
	if err != nil {
		return l, nil, err
	}
	return l, b.Propose(l), nil
}

// Share is what of a line is to settle an invoice; without an amount, what is open of it and left of the
// line.
type Share struct {
	InvoiceID id.ID
	Amount    *money.Cents
}

// Settle settles invoices by an open line, all of them or none. What is left of the line stays open.
// Errors: those of enter, notFound, bankLine.notOpen, bankLine.remainder, bankLine.invalid with those of
// settlements.
func (s *Service) Settle(ctx context.Context, p policy.Principal, operationID, lineID id.ID, shares []Share) (Line, error) {
	op, err := s.enter(ctx, p, update, operationID)
	if err != nil {
		return Line{}, err
	}
	if len(shares) > MostSettled {
		return Line{}, fault.ListTooLong.With("max", MostSettled).At("invoices")
	}
	err = s.Tx.InTx(ctx, p.Change(update, op.ID, "bankLine", lineID), func(ctx context.Context) error {
		if err := s.Lines.Hold(ctx, op.ID); err != nil {
			return err
		}
		l, err := s.one(ctx, op.ID, lineID, true)
		if err != nil {
			return err
		}
		if l.State() != Open {
			return ErrNotOpen
		}
		return s.settle(ctx, p, l, shares)
	})
	if err != nil {
		return Line{}, err
	}
	return s.one(ctx, op.ID, lineID, false)
}

func (s *Service) settle(ctx context.Context, p policy.Principal, l Line, shares []Share) error {
	ids := make([]id.ID, len(shares))
	for n, share := range shares {
		ids[n] = share.InvoiceID
	}
	sorted := slices.Sorted(slices.Values(ids))
	if len(slices.Compact(slices.Clone(sorted))) < len(ids) {
		return ErrInvoiceTwice.At("invoices")
	}
	accounts, err := s.Settlements.Accounts(ctx, l.OperationID, sorted, true)
	if err != nil {
		return err
	}
	var fresh []settlement.Settlement
	var wrong fault.List
	left := l.Left()
	for n, share := range shares {
		at := slices.IndexFunc(accounts, func(a settlement.Account) bool { return a.ID == share.InvoiceID })
		if at < 0 {
			wrong.Add(billing.ErrInvoiceNotFound.At("invoices").OnRow(n + 1))
			continue
		}
		a := &accounts[at]
		kind, most := possible(l, a)
		amount := min(most, left)
		if share.Amount != nil {
			amount = *share.Amount
		}
		switch {
		case a.Refuse() != nil:
			wrong.Add(a.Refuse().At("invoices").OnRow(n + 1))
			continue
		case amount <= 0 && share.Amount == nil && left > 0:
			wrong.Add(settlement.ErrPaid.With("number", a.Number).At("invoices").OnRow(n + 1))
			continue
		case amount <= 0 && share.Amount != nil:
			wrong.Add(settlement.ErrAmount.With("max", int(settlement.MostCents/100)).At("invoices").OnRow(n + 1))
			continue
		case amount > left || amount <= 0:
			return ErrRemainder.With("left", left.String()).At("invoices").OnRow(n + 1)
		}
		one, refused := l.record(kind, amount).Of(*a)
		if refused != nil {
			wrong.Add(refused.At("invoices").OnRow(n + 1))
			continue
		}
		one.ID, one.LineID, one.CreatedAt = id.New(), l.ID, s.Now().UTC()
		a.Settled = append(a.Settled, one)
		fresh, left = append(fresh, one), left-amount
		tx.Concern(ctx, "invoice", one.InvoiceID)
	}
	if err := wrong.Err(ErrSettle); err != nil {
		return err
	}
	if err := s.Lines.Mark(ctx, []Mark{{LineID: l.ID}}); err != nil {
		return err
	}
	return s.ledger.Book(ctx, l.OperationID, p.UserID, accounts, fresh)
}

// SetAside says of open lines why they concern no invoice, all of them or none; one that was set aside
// already keeps what was said. Errors: those of enter, notFound, list.tooLong, field.enum,
// field.tooLong, bankLine.partly, bankLine.notOpen.
func (s *Service) SetAside(ctx context.Context, p policy.Principal, operationID id.ID, lineIDs []id.ID, reason AsideReason, note string) ([]Line, error) {
	op, err := s.enter(ctx, p, update, operationID)
	if err != nil {
		return nil, err
	}
	lineIDs, note = slices.Compact(slices.Sorted(slices.Values(lineIDs))), strings.TrimSpace(note)
	switch {
	case len(lineIDs) > MostTogether:
		return nil, fault.ListTooLong.With("max", MostTogether).At("ids")
	case !slices.Contains([]AsideReason{Fee, OwnTransfer, OtherBusiness, Known, OtherOperation}, reason):
		return nil, fault.FieldEnum.With("allowed", "FEE, OWN_TRANSFER, OTHER_BUSINESS, ALREADY_KNOWN, OTHER_OPERATION").With("value", string(reason)).At("reason")
	case utf8.RuneCountInString(note) > mostOfNote:
		return nil, fault.FieldTooLong.With("max", mostOfNote).At("note")
	}
	change := p.Change(update, op.ID, "bankLine", id.Only(lineIDs))
	change.Details = map[string]any{"lines": len(lineIDs), "reason": string(reason)}
	err = s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		if err := s.Lines.Hold(ctx, op.ID); err != nil {
			return err
		}
		found, err := s.Lines.ByIDs(ctx, op.ID, lineIDs, true)
		if err != nil {
			return err
		}
		if len(found) < len(lineIDs) {
			return policy.ErrNotFound
		}
		var marks []Mark
		for _, l := range found {
			switch {
			case l.State() == SetAside:
			case l.State() == Settled:
				return ErrNotOpen
			case l.Settled > 0 && l.Kind == Refused:
				return ErrPartly.With("settled", l.Settled.String())
			default:
				marks = append(marks, Mark{LineID: l.ID, Aside: &Aside{Reason: reason, Note: note, At: s.Now().UTC()}, By: p.UserID})
			}
		}
		return s.Lines.Mark(ctx, marks)
	})
	if err != nil {
		return nil, err
	}
	out, err := s.Lines.ByIDs(ctx, op.ID, lineIDs, false)
	if err != nil {
		return nil, err
	}
	return out, s.withParts(ctx, op.ID, out)
}

// Reopen opens a line again: what it settled is withdrawn, and nobody says any more that it concerns no
// invoice. It is not matched by itself any more. Errors: those of enter, notFound, bankLine.open,
// settlement.returnedSince, settlement.cancelled, payout.returnedSince.
func (s *Service) Reopen(ctx context.Context, p policy.Principal, operationID, lineID id.ID) (Line, error) {
	op, err := s.enter(ctx, p, update, operationID)
	if err != nil {
		return Line{}, err
	}
	err = s.Tx.InTx(ctx, p.Change(update, op.ID, "bankLine", lineID), func(ctx context.Context) error {
		if err := s.Lines.Hold(ctx, op.ID); err != nil {
			return err
		}
		l, err := s.one(ctx, op.ID, lineID, true)
		if err != nil {
			return err
		}
		var invoices []id.ID
		for _, part := range l.Parts {
			if part.Holds() {
				invoices = append(invoices, part.InvoiceID)
				tx.Concern(ctx, "invoice", part.InvoiceID)
			}
		}
		paid := slices.ContainsFunc(l.PaidOut, func(o PaidOut) bool { return !o.Withdrawn })
		if l.Aside == nil && len(invoices) == 0 && !paid {
			return ErrOpen
		}
		if err := s.payouts.WithdrawLine(ctx, op.ID, p.UserID, l.ID); err != nil {
			return err
		}
		slices.Sort(invoices)
		accounts, err := s.Settlements.Accounts(ctx, op.ID, slices.Compact(invoices), true)
		if err != nil {
			return err
		}
		if err := s.ledger.Withdraw(ctx, op.ID, p.UserID, accounts, l.ID); err != nil {
			return err
		}
		return s.Lines.Mark(ctx, []Mark{{LineID: l.ID, Reason: ByHand}})
	})
	if err != nil {
		return Line{}, err
	}
	return s.one(ctx, op.ID, lineID, false)
}

// TableMappings are what columns of tables mean, by their issuer. Errors: those of enter.
func (s *Service) TableMappings(ctx context.Context, p policy.Principal, operationID id.ID) ([]Mapping, error) {
	op, err := s.enter(ctx, p, read, operationID)
	if err != nil {
		return nil, err
	}
	return s.Mappings.List(ctx, op.ID)
}

// ForgetMapping forgets one. Errors: those of enter, notFound.
func (s *Service) ForgetMapping(ctx context.Context, p policy.Principal, operationID, mappingID id.ID) error {
	op, err := s.enter(ctx, p, update, operationID)
	if err != nil {
		return err
	}
	return s.Tx.InTx(ctx, p.Change(update, op.ID, "bankFile", ""), func(ctx context.Context) error { return s.Mappings.Delete(ctx, op.ID, mappingID) })
}
