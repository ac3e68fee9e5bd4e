package statementstore

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/statementstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/statement"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
)

// Statements stores statements.
type Statements struct{ db *postgres.DB }

// NewStatements is the store over db.
func NewStatements(db *postgres.DB) *Statements { return &Statements{db} }

var _ statement.Statements = (*Statements)(nil)

var statementConstraints = postgres.Constraints{"statements_days_excl": statement.ErrStated}

// mostTogether bounds what is read by ids, which are bounded by who asks.
const mostTogether = 10_000

func fromDB(r sqlcgen.ListStatementsRow) statement.Statement {
	x := r.Statement
	s := statement.Statement{ID: x.ID, OperationID: x.OperationID, SubscriptionID: x.SubscriptionID, ProducerID: x.ProducerID, ProducerName: r.ProducerName, SellerID: x.SellerID, SellerName: r.SellerName,
		PayerID: x.PayerID, PayerName: r.PayerName, Kind: statement.Kind(x.Kind), Status: statement.Status(x.Status), Days: postgres.FromRange(x.PeriodFrom, x.PeriodTo), TermDays: int(x.TermDays),
		Language: x.Language, Energy: energy.MilliWh(x.EnergyMilliWh), Net: money.Cents(x.NetCents), VAT: money.Cents(x.VATCents), Amount: money.Cents(x.AmountCents), CreatedAt: x.CreatedAt,
		IssueDate: postgres.FromOptionalDate(x.IssueDate), DueDate: postgres.FromOptionalDate(x.DueDate), Payment: billing.PaymentStatus(x.PaymentStatus), Reason: x.Reason,
		DocumentID: postgres.IDOf(x.DocumentID), ElectronicID: postgres.IDOf(x.ElectronicID), PayoutID: postgres.IDOf(r.PayoutID)}
	if x.Number != nil {
		s.Number = *x.Number
	}
	if x.MailID != nil {
		s.Mail = statement.Mail{ID: *x.MailID, State: statement.MailState(x.MailState), Address: x.MailAddress, Problem: x.MailProblem}
		if x.MailAt != nil {
			s.Mail.At = *x.MailAt
		}
	}
	return s
}

// List is the latest days first.
func (s *Statements) List(ctx context.Context, operationID id.ID, f statement.Filter, limit int) ([]statement.Statement, error) {
	p := sqlcgen.ListStatementsParams{OperationID: operationID, Ids: f.IDs, Statuses: make([]string, len(f.Statuses)), Query: f.Query, Most: int32(limit), ProducerID: postgres.OptionalID(f.ProducerID)}
	if p.Ids == nil {
		p.Ids = []id.ID{}
	}
	for n, status := range f.Statuses {
		p.Statuses[n] = string(status)
	}
	if f.Month != 0 {
		p.Month = postgres.ToMonth(f.Month)
	}
	rows, err := queries(ctx, s.db).ListStatements(ctx, p)
	out := make([]statement.Statement, len(rows))
	for n, r := range rows {
		out[n] = fromDB(r)
	}
	return out, err
}

// ByIDs reads some with their lines.
func (s *Statements) ByIDs(ctx context.Context, operationID id.ID, ids []id.ID, locked bool) ([]statement.Statement, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	q := queries(ctx, s.db)
	if locked {
		if _, err := q.LockStatements(ctx, operationID, ids); err != nil {
			return nil, err
		}
	}
	rows, err := q.ListStatements(ctx, sqlcgen.ListStatementsParams{OperationID: operationID, Ids: ids, Statuses: []string{}, Most: mostTogether})
	if err != nil {
		return nil, err
	}
	lines, err := q.ListStatementLines(ctx, operationID, ids)
	if err != nil {
		return nil, err
	}
	out := make([]statement.Statement, len(rows))
	for n, r := range rows {
		out[n] = fromDB(r)
		for _, l := range lines {
			if l.StatementID == out[n].ID {
				out[n].Lines = append(out[n].Lines, billing.Line{SubscriptionID: out[n].SubscriptionID, SiteName: r.ProducerName, DsoID: r.DsoID, ProducerName: r.ProducerName, Label: l.Label,
					Days: out[n].Days, Quantity: money.QuantityE4(l.QuantityE4), Unit: billing.Unit(l.Unit), Price: money.MicroEuro(l.PriceMicroEuro), Net: money.Cents(l.NetCents),
					Rate: money.VATRate(l.VATRate), Energy: energy.MilliWh(l.EnergyMilliWh)})
			}
		}
	}
	return out, nil
}

// Replace deletes all drafts of an operation and stores others.
func (s *Statements) Replace(ctx context.Context, operationID id.ID, drafts []statement.Statement) error {
	q := queries(ctx, s.db)
	if err := q.DeleteDraftStatements(ctx, operationID, nil); err != nil {
		return err
	}
	rows, lines := make([]sqlcgen.InsertStatementParams, len(drafts)), []sqlcgen.InsertStatementLineParams{}
	for n, d := range drafts {
		rows[n] = sqlcgen.InsertStatementParams{OperationID: d.OperationID, ID: d.ID, SubscriptionID: d.SubscriptionID, ProducerID: d.ProducerID, SellerID: d.SellerID, PayerID: d.PayerID,
			Kind: string(d.Kind), PeriodFrom: postgres.ToDate(d.Days.From), PeriodTo: postgres.ToDate(d.Days.To), TermDays: int32(d.TermDays), Language: d.Language, EnergyMilliWh: int64(d.Energy),
			NetCents: int64(d.Net), VATCents: int64(d.VAT), AmountCents: int64(d.Amount), CreatedAt: d.CreatedAt}
		for k, l := range d.Lines {
			lines = append(lines, sqlcgen.InsertStatementLineParams{OperationID: d.OperationID, StatementID: d.ID, Position: int32(k), Label: l.Label, QuantityE4: int64(l.Quantity), Unit: string(l.Unit),
				PriceMicroEuro: int64(l.Price), NetCents: int64(l.Net), VATRate: int32(l.Rate), EnergyMilliWh: int64(l.Energy)})
		}
	}
	var failed error
	note := func(_ int, err error) { failed = errors.Join(failed, err) }
	q.InsertStatement(ctx, rows).Exec(note)
	if failed != nil {
		return failed
	}
	q.InsertStatementLine(ctx, lines).Exec(note)
	return failed
}

// Delete removes a draft.
func (s *Statements) Delete(ctx context.Context, operationID, statementID id.ID) error {
	return queries(ctx, s.db).DeleteDraftStatements(ctx, operationID, &statementID)
}

// Publish gives drafts their numbers.
func (s *Statements) Publish(ctx context.Context, operationID id.ID, numbers []statement.Numbers, at time.Time) error {
	rows := make([]sqlcgen.PublishStatementParams, len(numbers))
	for n, one := range numbers {
		snapshot, err := json.Marshal(one.Snapshot)
		if err != nil {
			return err
		}
		year, sequence := int32(one.Year), int32(one.Sequence)
		rows[n] = sqlcgen.PublishStatementParams{OperationID: operationID, ID: one.StatementID, NumberOwner: &one.Owner, PayerOwner: &one.Payer, PayerRecovers: &one.Recovers, Series: &one.Series, Year: &year, Sequence: &sequence, Number: &one.Number,
			IssueDate: postgres.ToDate(one.IssueDate), DueDate: postgres.ToDate(one.DueDate), Snapshot: snapshot, LogoID: postgres.OptionalID(one.Snapshot.LogoID), PublishedAt: &at}
	}
	var failed error
	queries(ctx, s.db).PublishStatement(ctx, rows).Exec(func(_ int, err error) { failed = errors.Join(failed, err) })
	return statementConstraints.Translate(failed)
}

// Cancel marks a published one as cancelled.
func (s *Statements) Cancel(ctx context.Context, operationID, statementID id.ID, reason string, by id.ID, at time.Time, day civil.Date) error {
	n, err := queries(ctx, s.db).CancelStatement(ctx, sqlcgen.CancelStatementParams{Reason: reason, CancelledBy: postgres.OptionalID(by), CancelledAt: &at, CancelledOn: postgres.ToDate(day), OperationID: operationID, ID: statementID})
	if err == nil && n == 0 {
		err = fault.ObjectChanged
	}
	return err
}

// Snapshot is what was frozen of a published one.
func (s *Statements) Snapshot(ctx context.Context, operationID, statementID id.ID) (billing.Document, error) {
	raw, err := queries(ctx, s.db).GetStatementSnapshot(ctx, operationID, statementID)
	if err != nil {
		return billing.Document{}, postgres.OrMissing(err, statement.ErrNotFound)
	}
	var d billing.Document
	return d, json.Unmarshal(raw, &d)
}

// SetDocuments records the files of a published one, once.
func (s *Statements) SetDocuments(ctx context.Context, operationID, statementID id.ID, stored billing.StoredFiles) error {
	return queries(ctx, s.db).SetStatementDocuments(ctx, sqlcgen.SetStatementDocumentsParams{DocumentID: &stored.PrintedID, ElectronicID: postgres.OptionalID(stored.ElectronicID),
		OperationID: operationID, ID: statementID})
}

// SetMail says where the mail of one is.
func (s *Statements) SetMail(ctx context.Context, operationID, statementID id.ID, m statement.Mail) error {
	return queries(ctx, s.db).SetStatementMail(ctx, sqlcgen.SetStatementMailParams{MailID: &m.ID, MailState: string(m.State), MailAddress: m.Address, MailProblem: m.Problem, MailAt: &m.At,
		OperationID: operationID, ID: statementID})
}

// ByMail finds the statement of a mail.
func (s *Statements) ByMail(ctx context.Context, mailID id.ID) (statement.Statement, bool, error) {
	r, err := queries(ctx, s.db).FindStatementMail(ctx, &mailID)
	if errors.Is(err, pgx.ErrNoRows) {
		return statement.Statement{}, false, nil
	}
	if err != nil {
		return statement.Statement{}, false, err
	}
	found, err := s.ByIDs(ctx, r.OperationID, []id.ID{r.ID}, false)
	if err != nil || len(found) == 0 {
		return statement.Statement{}, false, err
	}
	return found[0], true, nil
}

// Languages are those in which the holders of sites are written to.
func (s *Statements) Languages(ctx context.Context, operationID id.ID, sites []id.ID) (map[id.ID]string, error) {
	rows, err := queries(ctx, s.db).ListSiteLanguages(ctx, operationID, sites)
	out := make(map[id.ID]string, len(rows))
	for _, r := range rows {
		if r.Language != "" {
			out[r.ID] = r.Language
		}
	}
	return out, err
}
