package legacystore

import (
	"context"
	"encoding/hex"
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/legacystore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/legacy/bill"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/document"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
)

var billConstraints = postgres.Constraints{"legacy_bills_days_excl": bill.ErrThere}

// Bills keeps bills.
type Bills struct{ db *postgres.DB }

var _ bill.Bills = (*Bills)(nil)

// NewBills is the store over db.
func NewBills(db *postgres.DB) *Bills { return &Bills{db} }

func fromDB(row sqlcgen.GetLegacyBillRow) bill.Bill {
	r := row.LegacyBill
	return bill.Bill{OperationID: r.OperationID, ID: r.ID, Type: bill.Type(r.BillType), ProducerID: r.ProducerID, ConsumerID: postgres.IDOf(r.ConsumerID),
		ProducerName: row.ProducerName, ConsumerName: row.ConsumerName, Days: postgres.FromRange(r.FirstDay, r.EndDay), Cycle: postgres.FromRange(r.CycleStart, r.CycleEnd),
		Quantity: money.QuantityE4(r.Quantity), Amount: money.Cents(r.AmountCents), Due: postgres.FromDate(r.DueOn), DocumentName: r.DocumentName,
		Content: document.Document{ID: r.DocumentID, OperationID: r.OperationID, Kind: bill.Stored, SHA256: hex.EncodeToString(row.Sha256), Size: row.Size, ContentType: row.ContentType},
		Payment: bill.Payment(r.PaymentStatus), Version: int(r.Version), CreatedAt: r.CreatedAt, StatementID: postgres.IDOf(r.StatementID)}
}

// OfOperation are those of an operation that a filter leaves, the latest period first.
func (s *Bills) OfOperation(ctx context.Context, operationID id.ID, f bill.Filter, limit int) ([]bill.Bill, error) {
	rows, err := queries(ctx, s.db).ListLegacyBills(ctx, sqlcgen.ListLegacyBillsParams{OperationID: operationID, BillType: string(f.Type), Site: postgres.OptionalID(f.SiteID), Most: int32(limit)})
	out := make([]bill.Bill, len(rows))
	for n, row := range rows {
		out[n] = fromDB(sqlcgen.GetLegacyBillRow(row))
	}
	return out, err
}

// Billed are the days of pairs that bills of participants are for.
func (s *Bills) Billed(ctx context.Context, operationID id.ID) (map[billing.Pair][]civil.Range, error) {
	rows, err := queries(ctx, s.db).ListLegacyBilledDays(ctx, operationID)
	out := make(map[billing.Pair][]civil.Range, len(rows))
	for _, row := range rows {
		pair := billing.Pair{ProducerID: row.ProducerID, ConsumerID: row.ConsumerID}
		out[pair] = append(out[pair], postgres.FromRange(row.FirstDay, row.EndDay))
	}
	return out, err
}

// Unstated are bills of participants that are in no producer's bill yet, by period and producer.
func (s *Bills) Unstated(ctx context.Context, operationID id.ID, limit int) ([]bill.Bill, error) {
	rows, err := queries(ctx, s.db).ListLegacyUnstatedBills(ctx, operationID, int32(limit))
	out := make([]bill.Bill, len(rows))
	for n, row := range rows {
		out[n] = fromDB(sqlcgen.GetLegacyBillRow(row))
	}
	return out, err
}

// Count is how many an operation has.
func (s *Bills) Count(ctx context.Context, operationID id.ID) (int, error) {
	n, err := queries(ctx, s.db).CountLegacyBills(ctx, operationID)
	return int(n), err
}

// ByID finds one.
func (s *Bills) ByID(ctx context.Context, billID id.ID) (bill.Bill, bool, error) {
	row, err := queries(ctx, s.db).GetLegacyBill(ctx, billID)
	if errors.Is(err, pgx.ErrNoRows) {
		return bill.Bill{}, false, nil
	}
	return fromDB(row), err == nil, err
}

// Add stores a new one.
func (s *Bills) Add(ctx context.Context, b bill.Bill) error {
	return billConstraints.Translate(queries(ctx, s.db).InsertLegacyBill(ctx, sqlcgen.InsertLegacyBillParams{OperationID: b.OperationID, ID: b.ID, BillType: string(b.Type),
		ProducerID: b.ProducerID, ConsumerID: postgres.OptionalID(b.ConsumerID), FirstDay: postgres.ToDate(b.Days.From), EndDay: postgres.ToDate(b.Days.To),
		CycleStart: postgres.ToDate(b.Cycle.From), CycleEnd: postgres.ToDate(b.Cycle.To), Quantity: int64(b.Quantity), AmountCents: int64(b.Amount), DueOn: postgres.ToDate(b.Due),
		DocumentName: b.DocumentName, DocumentID: b.Content.ID, PaymentStatus: string(b.Payment), Version: int32(b.Version), CreatedAt: b.CreatedAt}))
}

// State writes into which producer's bill some were taken.
func (s *Bills) State(ctx context.Context, operationID, statementID id.ID, bills []id.ID) error {
	return queries(ctx, s.db).StateLegacyBills(ctx, sqlcgen.StateLegacyBillsParams{OperationID: operationID, StatementID: &statementID, Ids: bills})
}

// Change stores one whose stored version is one less.
func (s *Bills) Change(ctx context.Context, b bill.Bill) error {
	n, err := queries(ctx, s.db).UpdateLegacyBill(ctx, sqlcgen.UpdateLegacyBillParams{OperationID: b.OperationID, ID: b.ID, PaymentStatus: string(b.Payment),
		DocumentName: b.DocumentName, Version: int32(b.Version)})
	if err == nil && n == 0 {
		err = fault.ObjectChanged
	}
	return err
}

// Operations of the old engine that have contracts.
func (s *Bills) Operations(ctx context.Context) ([]id.ID, error) {
	return queries(ctx, s.db).ListLegacyOperations(ctx)
}
