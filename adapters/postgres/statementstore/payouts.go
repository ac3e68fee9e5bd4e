package statementstore

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/statementstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/statement"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/payment/payout"
	"github.com/openpmo/pmo/core/payment/settlement"
	"github.com/openpmo/pmo/core/policy"
)

// Payouts stores payment lists and what was paid of statements.
type Payouts struct {
	db     *postgres.DB
	cipher Cipher
}

// NewPayouts is the store over db.
func NewPayouts(db *postgres.DB, c Cipher) *Payouts { return &Payouts{db, c} }

var _ payout.Payouts = (*Payouts)(nil)

var payoutConstraints = postgres.Constraints{"payout_statements_held_key": payout.ErrAlreadyOrdered, "payouts_set_key": payout.ErrAlreadyOrdered}

func (s *Payouts) claims(ctx context.Context, p sqlcgen.ListClaimsParams) ([]payout.Claim, error) {
	if p.Ids == nil {
		p.Ids = []id.ID{}
	}
	rows, err := queries(ctx, s.db).ListClaims(ctx, p)
	if err != nil {
		return nil, err
	}
	out := make([]payout.Claim, len(rows))
	for n, r := range rows {
		payee, err := account(s.cipher, r.IBANSealed, r.BIC)
		if err != nil {
			return nil, err
		}
		out[n] = payout.Claim{ID: r.ID, OperationID: r.OperationID, Number: r.Number, ProducerID: r.ProducerID, ProducerName: r.ProducerName, PayerID: r.PayerID, SellerName: r.SellerName,
			Payee: payee, Status: statement.Status(r.Status), Payment: billing.PaymentStatus(r.PaymentStatus), Amount: money.Cents(r.AmountCents), Days: postgres.FromRange(r.PeriodFrom, r.PeriodTo),
			IssueDate: postgres.FromOptionalDate(r.IssueDate), DueDate: postgres.FromOptionalDate(r.DueDate), PayoutID: postgres.IDOf(r.PayoutID), Times: int(r.Times)}
	}
	return out, nil
}

// Claims are those of some ids that are there.
func (s *Payouts) Claims(ctx context.Context, operationID id.ID, ids []id.ID) ([]payout.Claim, error) {
	return s.claims(ctx, sqlcgen.ListClaimsParams{OperationID: operationID, Ids: ids})
}

// Open are the published statements that are to be paid.
func (s *Payouts) Open(ctx context.Context, operationID id.ID) ([]payout.Claim, error) {
	return s.claims(ctx, sqlcgen.ListClaimsParams{OperationID: operationID, Open: true})
}

// Payer is the operation's own issuer.
func (s *Payouts) Payer(ctx context.Context, operationID id.ID) (payout.Payer, bool, error) {
	r, err := queries(ctx, s.db).GetPayer(ctx, operationID)
	if errors.Is(err, pgx.ErrNoRows) {
		return payout.Payer{}, false, nil
	}
	if err != nil {
		return payout.Payer{}, false, err
	}
	a, err := account(s.cipher, r.IBANSealed, r.BIC)
	return payout.Payer{ID: r.ID, Name: r.Name, Account: a}, true, err
}

func (s *Payouts) list(ctx context.Context, p sqlcgen.ListPayoutsParams) ([]payout.Payout, error) {
	rows, err := queries(ctx, s.db).ListPayouts(ctx, p)
	out := make([]payout.Payout, len(rows))
	for n, r := range rows {
		x := r.Payout
		out[n] = payout.Payout{ID: x.ID, OperationID: x.OperationID, PayerID: x.PayerID, PayerName: r.PayerName, MessageID: x.MessageID, Version: payout.MessageVersion(x.MessageVersion), Set: x.SetHash,
			Status: payout.Status(x.Status), On: postgres.FromDate(x.PayOn), Amount: money.Cents(x.AmountCents), Statements: int(x.Statements), Paid: int(r.Paid), Failed: int(r.Failed),
			DocumentID: x.DocumentID, CreatedBy: x.CreatedBy, CreatedByName: r.CreatedByName, CreatedAt: x.CreatedAt, CancelledAt: x.CancelledAt, Revision: int(x.Revision)}
	}
	return out, err
}

// ByID finds one.
func (s *Payouts) ByID(ctx context.Context, operationID, payoutID id.ID) (payout.Payout, error) {
	found, err := s.list(ctx, sqlcgen.ListPayoutsParams{OperationID: operationID, ID: &payoutID})
	if err == nil && len(found) == 0 {
		err = policy.ErrNotFound
	}
	if err != nil {
		return payout.Payout{}, err
	}
	return found[0], nil
}

// Holding is the one that holds all of a set.
func (s *Payouts) Holding(ctx context.Context, operationID id.ID, set []byte) (payout.Payout, bool, error) {
	found, err := s.list(ctx, sqlcgen.ListPayoutsParams{OperationID: operationID, SetHash: set})
	if err != nil || len(found) == 0 {
		return payout.Payout{}, false, err
	}
	return found[0], true, nil
}

// List is last first.
func (s *Payouts) List(ctx context.Context, operationID id.ID) ([]payout.Payout, error) {
	return s.list(ctx, sqlcgen.ListPayoutsParams{OperationID: operationID})
}

// Ordered are the statements of one, by number.
func (s *Payouts) Ordered(ctx context.Context, operationID, payoutID id.ID) ([]payout.Ordered, error) {
	rows, err := queries(ctx, s.db).ListPayoutStatements(ctx, operationID, payoutID)
	if err != nil {
		return nil, err
	}
	ids := make([]id.ID, len(rows))
	for n, r := range rows {
		ids[n] = r.StatementID
	}
	claims, err := s.Claims(ctx, operationID, ids)
	if err != nil {
		return nil, err
	}
	of := make(map[id.ID]payout.Claim, len(claims))
	for _, c := range claims {
		of[c.ID] = c
	}
	out := make([]payout.Ordered, len(rows))
	for n, r := range rows {
		c := of[r.StatementID]
		c.Amount = money.Cents(r.AmountCents)
		out[n] = payout.Ordered{Claim: c, EndToEndID: r.EndToEndID, Held: r.Held}
	}
	return out, nil
}

// Add stores one.
func (s *Payouts) Add(ctx context.Context, p payout.Payout, o payout.Order) error {
	q := queries(ctx, s.db)
	ids, rows := make([]id.ID, len(o.Transfers)), make([]sqlcgen.InsertPayoutStatementParams, len(o.Transfers))
	for n, t := range o.Transfers {
		ids[n] = t.ID
		rows[n] = sqlcgen.InsertPayoutStatementParams{OperationID: p.OperationID, PayoutID: p.ID, StatementID: t.ID, EndToEndID: t.EndToEndID, AmountCents: int64(t.Amount)}
	}
	locked, err := q.LockOwedStatements(ctx, p.OperationID, ids)
	if err != nil {
		return err
	}
	if len(locked) < len(ids) {
		return payout.ErrChanged
	}
	err = q.InsertPayout(ctx, sqlcgen.InsertPayoutParams{OperationID: p.OperationID, ID: p.ID, PayerID: p.PayerID, MessageID: p.MessageID, MessageVersion: string(p.Version), SetHash: p.Set,
		Status: string(p.Status), PayOn: postgres.ToDate(p.On), AmountCents: int64(p.Amount), Statements: int32(p.Statements), DocumentID: p.DocumentID, CreatedBy: p.CreatedBy, CreatedAt: p.CreatedAt,
		Revision: int32(p.Revision)})
	if err != nil {
		return payoutConstraints.Translate(err)
	}
	var failed error
	q.InsertPayoutStatement(ctx, rows).Exec(func(_ int, err error) { failed = errors.Join(failed, err) })
	return payoutConstraints.Translate(failed)
}

// Cancel lets the statements of a list go.
func (s *Payouts) Cancel(ctx context.Context, p payout.Payout, at time.Time) error {
	q := queries(ctx, s.db)
	n, err := q.CancelPayout(ctx, sqlcgen.CancelPayoutParams{At: &at, OperationID: p.OperationID, ID: p.ID, Revision: int32(p.Revision)})
	if err == nil && n == 0 {
		err = fault.ObjectChanged
	}
	if err != nil {
		return err
	}
	answered, err := q.CountAnsweredStatements(ctx, p.OperationID, p.ID)
	if err == nil && answered > 0 {
		err = payout.ErrAnswered
	}
	if err != nil {
		return err
	}
	return q.ReleasePayoutStatements(ctx, p.OperationID, p.ID)
}

// Accounts reads statements with what was paid of them.
func (s *Payouts) Accounts(ctx context.Context, operationID id.ID, ids []id.ID, locked bool) ([]payout.Account, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	q := queries(ctx, s.db)
	if locked {
		if _, err := q.LockStatements(ctx, operationID, ids); err != nil {
			return nil, err
		}
	}
	claims, err := s.Claims(ctx, operationID, ids)
	if err != nil {
		return nil, err
	}
	rows, err := q.ListStatementPayments(ctx, operationID, ids)
	out, at := make([]payout.Account, len(claims)), map[id.ID]*payout.Account{}
	for n, c := range claims {
		out[n].Claim = c
		at[c.ID] = &out[n]
	}
	for _, r := range rows {
		m := r.StatementPayment
		if a := at[m.StatementID]; a != nil {
			a.Moved = append(a.Moved, payout.Movement{ID: m.ID, OperationID: m.OperationID, StatementID: m.StatementID, Number: r.Number, ProducerName: r.ProducerName, Kind: settlement.Kind(m.Kind),
				Amount: money.Cents(m.AmountCents), BookedOn: postgres.FromDate(m.BookedOn), Reference: m.Reference, LineID: postgres.IDOf(m.LineID), CreatedBy: m.CreatedBy,
				CreatedByName: r.CreatedByName, CreatedAt: m.CreatedAt, WithdrawnAt: m.WithdrawnAt})
		}
	}
	return out, err
}

// AddMovements stores new ones.
func (s *Payouts) AddMovements(ctx context.Context, list []payout.Movement) error {
	rows := make([]sqlcgen.InsertStatementPaymentParams, len(list))
	for n, m := range list {
		rows[n] = sqlcgen.InsertStatementPaymentParams{OperationID: m.OperationID, ID: m.ID, StatementID: m.StatementID, Kind: string(m.Kind), AmountCents: int64(m.Amount),
			BookedOn: postgres.ToDate(m.BookedOn), Reference: m.Reference, LineID: postgres.OptionalID(m.LineID), CreatedBy: m.CreatedBy, CreatedAt: m.CreatedAt}
	}
	var failed error
	queries(ctx, s.db).InsertStatementPayment(ctx, rows).Exec(func(_ int, err error) { failed = errors.Join(failed, err) })
	return failed
}

// WithdrawMovements marks some that hold as withdrawn.
func (s *Payouts) WithdrawMovements(ctx context.Context, operationID id.ID, ids []id.ID, by id.ID, at time.Time) error {
	return queries(ctx, s.db).WithdrawStatementPayments(ctx, sqlcgen.WithdrawStatementPaymentsParams{WithdrawnBy: &by, WithdrawnAt: &at, OperationID: operationID, Ids: ids})
}

// Movement finds the statement of one.
func (s *Payouts) Movement(ctx context.Context, operationID, movementID id.ID) (id.ID, error) {
	statementID, err := queries(ctx, s.db).GetStatementPayment(ctx, operationID, movementID)
	return statementID, postgres.OrMissing(err, policy.ErrNotFound)
}

// OfLine are the statements of which a line of a bank says something.
func (s *Payouts) OfLine(ctx context.Context, operationID, lineID id.ID) ([]id.ID, error) {
	return queries(ctx, s.db).ListStatementsOfLine(ctx, operationID, &lineID)
}

// SetPayment says whether a statement was paid.
func (s *Payouts) SetPayment(ctx context.Context, operationID, statementID id.ID, status billing.PaymentStatus) error {
	return queries(ctx, s.db).SetStatementPayment(ctx, sqlcgen.SetStatementPaymentParams{PaymentStatus: string(status), OperationID: operationID, ID: statementID})
}

// Release lets the list go of a statement.
func (s *Payouts) Release(ctx context.Context, operationID, statementID id.ID) error {
	return queries(ctx, s.db).ReleaseStatement(ctx, operationID, statementID)
}

// Names are how published statements are named to banks.
func (s *Payouts) Names(ctx context.Context, operationID id.ID) ([]payout.Named, error) {
	rows, err := queries(ctx, s.db).ListStatementNames(ctx, operationID)
	out := make([]payout.Named, len(rows))
	for n, r := range rows {
		out[n] = payout.Named{StatementID: r.ID, Number: r.Number, Amount: money.Cents(r.AmountCents)}
		if r.MessageID != "" {
			out[n].EndToEndID, out[n].MessageID = r.EndToEndID, r.MessageID
		}
	}
	return out, err
}

// Settings of an operation; the newer message where nothing is set.
func (s *Payouts) Settings(ctx context.Context, operationID id.ID) (payout.Settings, error) {
	r, err := queries(ctx, s.db).GetPayoutSettings(ctx, operationID)
	if errors.Is(err, pgx.ErrNoRows) {
		return payout.Settings{Message: payout.Pain00100109}, nil
	}
	return payout.Settings{Message: payout.MessageVersion(r.MessageVersion)}, err
}

// SetSettings stores them.
func (s *Payouts) SetSettings(ctx context.Context, operationID id.ID, to payout.Settings) error {
	return queries(ctx, s.db).SetPayoutSettings(ctx, operationID, string(to.Message))
}
