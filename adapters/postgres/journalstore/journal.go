// Package journalstore keeps by what sellers book, what they handed over, and their locked months.
package journalstore

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/journalstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/journal"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
)

// queries asks in the transaction of ctx, if there is one.
func queries(ctx context.Context, db *postgres.DB) *sqlcgen.Queries { return sqlcgen.New(db.Conn(ctx)) }

// Stores are all of them over db.
func Stores(db *postgres.DB) journal.Stores {
	return journal.Stores{Books: &Books{db}, Invoices: &Invoices{db}, Exports: &Exports{db}, Months: &Locks{db}}
}

// Books keeps accounts of sellers.
type Books struct{ db *postgres.DB }

// Of finds those of a seller.
func (s *Books) Of(ctx context.Context, owner string) (journal.Accounts, bool, error) {
	r, err := queries(ctx, s.db).GetSellerAccounts(ctx, owner)
	if errors.Is(err, pgx.ErrNoRows) {
		return journal.Accounts{}, false, nil
	}
	if err != nil {
		return journal.Accounts{}, false, err
	}
	a := journal.Accounts{Owner: r.NumberOwner, Code: r.JournalCode, Name: r.JournalName, Client: journal.Account{Number: r.ClientNumber, Name: r.ClientName},
		Sales: journal.Account{Number: r.SalesNumber, Name: r.SalesName}, VAT: journal.Account{Number: r.VATNumber, Name: r.VATName}, Costs: journal.Account{Number: r.CostsNumber, Name: r.CostsName},
		ToInvoice: journal.Account{Number: r.ToInvoiceNumber, Name: r.ToInvoiceName}, VATToCome: journal.Account{Number: r.VATToComeNumber, Name: r.VATToComeName},
		Auxiliary: journal.AuxiliaryRule(r.AuxiliaryRule), AuxiliaryPrefix: r.AuxiliaryPrefix, Version: int(r.Version), UpdatedAt: r.UpdatedAt,
		Purchases: journal.Purchases{Code: r.PurchaseCode, Name: r.PurchaseName, Prefix: r.SupplierPrefix, Supplier: journal.Account{Number: r.SupplierNumber, Name: r.SupplierName},
			Energy: journal.Account{Number: r.PurchaseNumber, Name: r.PurchaseAccountName}, VAT: journal.Account{Number: r.DeductibleNumber, Name: r.DeductibleName}}}
	return a, true, json.Unmarshal(r.Rates, &a.Rates)
}

// Put stores accounts over those of a version, 1 = none.
func (s *Books) Put(ctx context.Context, a journal.Accounts, by id.ID, over int) (bool, error) {
	if a.Rates == nil {
		a.Rates = []journal.RateAccounts{}
	}
	rates, err := json.Marshal(a.Rates)
	if err != nil {
		return false, err
	}
	bought := a.Purchases
	row := sqlcgen.InsertSellerAccountsParams{NumberOwner: a.Owner, JournalCode: a.Code, JournalName: a.Name, ClientNumber: a.Client.Number, ClientName: a.Client.Name,
		SalesNumber: a.Sales.Number, SalesName: a.Sales.Name, VATNumber: a.VAT.Number, VATName: a.VAT.Name, AuxiliaryRule: string(a.Auxiliary), AuxiliaryPrefix: a.AuxiliaryPrefix,
		Rates: rates, Version: int32(a.Version), UpdatedBy: by, UpdatedAt: a.UpdatedAt,
		PurchaseCode: bought.Code, PurchaseName: bought.Name, SupplierNumber: bought.Supplier.Number, SupplierName: bought.Supplier.Name, SupplierPrefix: bought.Prefix,
		PurchaseNumber: bought.Energy.Number, PurchaseAccountName: bought.Energy.Name, DeductibleNumber: bought.VAT.Number, DeductibleName: bought.VAT.Name, CostsNumber: a.Costs.Number, CostsName: a.Costs.Name,
		ToInvoiceNumber: a.ToInvoice.Number, ToInvoiceName: a.ToInvoice.Name, VATToComeNumber: a.VATToCome.Number, VATToComeName: a.VATToCome.Name}
	if over == 1 {
		n, err := queries(ctx, s.db).InsertSellerAccounts(ctx, row)
		return n == 1, err
	}
	n, err := queries(ctx, s.db).UpdateSellerAccounts(ctx, sqlcgen.UpdateSellerAccountsParams{NumberOwner: row.NumberOwner, JournalCode: row.JournalCode, JournalName: row.JournalName,
		ClientNumber: row.ClientNumber, ClientName: row.ClientName, SalesNumber: row.SalesNumber, SalesName: row.SalesName, VATNumber: row.VATNumber, VATName: row.VATName,
		AuxiliaryRule: row.AuxiliaryRule, AuxiliaryPrefix: row.AuxiliaryPrefix, Rates: row.Rates, Version: row.Version, UpdatedBy: row.UpdatedBy, UpdatedAt: row.UpdatedAt, Seen: int32(over),
		PurchaseCode: row.PurchaseCode, PurchaseName: row.PurchaseName, SupplierNumber: row.SupplierNumber, SupplierName: row.SupplierName, SupplierPrefix: row.SupplierPrefix,
		PurchaseNumber: row.PurchaseNumber, PurchaseAccountName: row.PurchaseAccountName, DeductibleNumber: row.DeductibleNumber, DeductibleName: row.DeductibleName, CostsNumber: row.CostsNumber, CostsName: row.CostsName,
		ToInvoiceNumber: row.ToInvoiceNumber, ToInvoiceName: row.ToInvoiceName, VATToComeNumber: row.VATToComeNumber, VATToComeName: row.VATToComeName})
	return n == 1, err
}

// Invoices reads issued invoices, and published statements.
type Invoices struct{ db *postgres.DB }

// Operations are those in which somebody may issue for a seller, or was refused it.
func (s *Invoices) Operations(ctx context.Context, owner string) ([]id.ID, error) {
	return queries(ctx, s.db).ListSellerOperations(ctx, owner)
}

// List reads invoices, credit notes and what producers are owed in the order of the journal: of both as
// many as are asked for, and the first of them together.
func (s *Invoices) List(ctx context.Context, q journal.Query) ([]journal.Piece, error) {
	sold, err := s.sold(ctx, q)
	if err != nil {
		return nil, err
	}
	bought, err := s.bought(ctx, q)
	if err != nil || len(bought) == 0 {
		return sold, err
	}
	all := slices.Concat(sold, bought)
	slices.SortStableFunc(all, func(a, b journal.Piece) int { return a.Place.Compare(b.Place) })
	return all[:min(len(all), q.Limit)], nil
}

func (s *Invoices) sold(ctx context.Context, q journal.Query) ([]journal.Piece, error) {
	asked := sqlcgen.ListJournalInvoicesParams{Owner: q.Owner, Operations: q.Operations, First: postgres.ToDate(q.Days.From), After: postgres.ToDate(q.Days.To), OnlyNew: q.New, Most: int32(q.Limit)}
	if b := q.Behind; b != nil {
		asked.BehindDate, asked.BehindSeries, asked.BehindYear, asked.BehindSequence = postgres.ToDate(b.Day), b.Series, int32(b.Year), int32(b.Sequence)
	}
	rows, err := queries(ctx, s.db).ListJournalInvoices(ctx, asked)
	if err != nil {
		return nil, err
	}
	out := make([]journal.Piece, len(rows))
	for n, r := range rows {
		out[n] = journal.Piece{ID: r.ID, OperationID: r.OperationID, Type: billing.InvoiceType(r.Type), Number: r.Number, PartyID: r.BillableEntityID, PartyName: r.ClientName,
			PartyReference: r.Reference, Total: money.Cents(r.AmountCents),
			Place: journal.Place{Day: postgres.FromDate(r.IssueDate), Series: r.Series, Year: int(r.Year), Sequence: int(r.Sequence)}}
		if err := json.Unmarshal(r.VAT, &out[n].VAT); err != nil {
			return nil, err
		}
		if out[n].Passed, err = passed(r.Passed); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// passed sums lines of network costs by their rate.
func passed(lines []byte) (map[money.VATRate]money.Cents, error) {
	var costs []struct {
		Rate money.VATRate
		Net  money.Cents
	}
	if err := json.Unmarshal(lines, &costs); err != nil || len(costs) == 0 {
		return nil, err
	}
	out := map[money.VATRate]money.Cents{}
	for _, c := range costs {
		out[c.Rate] += c.Net
	}
	return out, nil
}

func (s *Invoices) bought(ctx context.Context, q journal.Query) ([]journal.Piece, error) {
	asked := sqlcgen.ListJournalPurchasesParams{Owner: q.Owner, Operations: q.Operations, First: postgres.ToDate(q.Days.From), After: postgres.ToDate(q.Days.To), OnlyNew: q.New, Most: int32(q.Limit)}
	if b := q.Behind; b != nil {
		asked.BehindDate, asked.BehindSeries, asked.BehindYear, asked.BehindSequence = postgres.ToDate(b.Day), b.Series, int32(b.Year), int32(b.Sequence)
	}
	rows, err := queries(ctx, s.db).ListJournalPurchases(ctx, asked)
	if err != nil {
		return nil, err
	}
	out := make([]journal.Piece, len(rows))
	for n, r := range rows {
		out[n] = journal.Piece{ID: r.ID, OperationID: r.OperationID, Type: billing.InvoiceType(r.Kind), TakenBack: r.TakenBack, Recovers: r.PayerRecovers, Number: r.Number,
			PartyID: r.SellerID, PartyName: r.SellerName, PartyReference: r.SeriesCode, Total: money.Cents(r.AmountCents),
			Place: journal.Place{Day: postgres.FromDate(r.Day), Series: r.Series, Year: int(r.Year), Sequence: int(r.Sequence)}}
		if err := json.Unmarshal(r.VAT, &out[n].VAT); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Standing is what there is of a seller in some operations.
func (s *Invoices) Standing(ctx context.Context, owner string, operations []id.ID) (journal.Standing, error) {
	q := queries(ctx, s.db)
	r, err := q.GetStanding(ctx, owner, operations)
	if err != nil {
		return journal.Standing{}, err
	}
	owed, err := q.GetOwed(ctx, owner, operations)
	if err != nil {
		return journal.Standing{}, err
	}
	out := journal.Standing{Issued: int(r.Issued), Amount: money.Cents(r.AmountCents), New: int(r.Fresh), NewAmount: money.Cents(r.FreshCents), FirstNew: postgres.FromOptionalDate(r.FirstFresh),
		Owed: journal.Owed{Booked: int(owed.Booked), Amount: money.Cents(owed.AmountCents), New: int(owed.Fresh), NewAmount: money.Cents(owed.FreshCents)}}
	if first := postgres.FromOptionalDate(owed.FirstFresh); first != nil && (out.FirstNew == nil || *first < *out.FirstNew) {
		out.FirstNew = first
	}
	last, err := q.LastExportOf(ctx, owner, operations)
	if len(last) > 0 {
		out.LastExport = &last[0]
	}
	return out, err
}

// Exports keeps what was handed over.
type Exports struct{ db *postgres.DB }

// Hold keeps others from exporting of a seller until the transaction ends.
func (s *Exports) Hold(ctx context.Context, owner string) error {
	return s.db.Hold(ctx, "journal "+owner)
}

// Add stores one with the pieces that it holds.
func (s *Exports) Add(ctx context.Context, e journal.Export, content []byte, held []journal.Piece) error {
	q := queries(ctx, s.db)
	if err := q.InsertJournalExport(ctx, sqlcgen.InsertJournalExportParams{ID: e.ID, OperationID: e.OperationID, BillingEntityID: e.EntityID, NumberOwner: e.Owner,
		FirstDate: postgres.ToDate(e.First), LastDate: postgres.ToDate(e.Last), FirstNumber: e.FirstNumber, LastNumber: e.LastNumber, Entries: int32(e.Entries),
		DebitCents: int64(e.Debit), AmountCents: int64(e.Amount), OwedCents: int64(e.Owed), FileName: e.FileName, Sha256: e.SHA256, Size: e.Size, Content: postgres.Compress(content, nil),
		CreatedBy: e.CreatedBy, CreatedAt: e.CreatedAt}); err != nil {
		return err
	}
	var invoices []id.ID
	statements := map[bool][]id.ID{}
	for _, p := range held {
		if p.Bought() {
			statements[p.TakenBack] = append(statements[p.TakenBack], p.ID)
		} else {
			invoices = append(invoices, p.ID)
		}
	}
	for takenBack, ids := range statements {
		if err := q.InsertExportedStatements(ctx, sqlcgen.InsertExportedStatementsParams{Statements: ids, TakenBack: takenBack, ExportID: e.ID}); err != nil {
			return err
		}
	}
	return q.InsertExportedInvoices(ctx, invoices, e.ID)
}

// List are those of a seller all of whose pieces are of some operations, last first.
func (s *Exports) List(ctx context.Context, owner string, operations []id.ID, limit int) ([]journal.Export, int, error) {
	rows, err := queries(ctx, s.db).ListJournalExports(ctx, sqlcgen.ListJournalExportsParams{Owner: owner, Operations: operations, Most: int32(limit)})
	out, total := make([]journal.Export, len(rows)), 0
	for n, r := range rows {
		total = int(r.Total)
		out[n] = journal.Export{ID: r.ID, OperationID: r.OperationID, EntityID: r.BillingEntityID, Owner: r.NumberOwner, First: postgres.FromDate(r.FirstDate), Last: postgres.FromDate(r.LastDate),
			FirstNumber: r.FirstNumber, LastNumber: r.LastNumber, Entries: int(r.Entries), Debit: money.Cents(r.DebitCents), Amount: money.Cents(r.AmountCents), Owed: money.Cents(r.OwedCents), FileName: r.FileName,
			SHA256: r.Sha256, Size: r.Size, CreatedBy: r.CreatedBy, CreatedByName: r.CreatedByName, CreatedAt: r.CreatedAt}
	}
	return out, total, err
}

// Content is what one holds, with the operations of its pieces.
func (s *Exports) Content(ctx context.Context, owner string, exportID id.ID) (journal.Export, []byte, []id.ID, error) {
	r, err := queries(ctx, s.db).GetJournalExport(ctx, owner, exportID)
	if err != nil {
		return journal.Export{}, nil, nil, postgres.OrMissing(err, journal.ErrExportNotFound)
	}
	x := r.JournalExport
	content, err := postgres.Decompress(x.Content, nil)
	return journal.Export{ID: x.ID, OperationID: x.OperationID, EntityID: x.BillingEntityID, Owner: x.NumberOwner, FileName: x.FileName, SHA256: x.Sha256, Size: x.Size}, content, r.Operations, err
}

// Locks keeps locked months.
type Locks struct{ db *postgres.DB }

// monthsKey names the lock of a seller's months; the triggers of invoices that hold invoices_month_open know it too.
func monthsKey(owner string) string { return "months " + owner }

// Locked reports whether a month is, and keeps it as it is until the transaction ends.
func (s *Locks) Locked(ctx context.Context, owner string, m civil.Month) (bool, error) {
	if err := postgres.RequireTx(ctx); err != nil {
		return false, err
	}
	if _, err := s.db.Conn(ctx).Exec(ctx, "select pg_advisory_xact_lock_shared(hashtextextended($1, 0))", monthsKey(owner)); err != nil {
		return false, err
	}
	return queries(ctx, s.db).IsMonthLocked(ctx, owner, postgres.ToDate(m.First()))
}

// List are those of a seller, last month first.
func (s *Locks) List(ctx context.Context, owner string, limit int) ([]journal.Lock, error) {
	rows, err := queries(ctx, s.db).ListMonthLocks(ctx, owner, int32(limit))
	out := make([]journal.Lock, len(rows))
	for n, r := range rows {
		out[n] = journal.Lock{Owner: r.NumberOwner, Month: civil.MonthOf(postgres.FromDate(r.Month)), OperationID: r.OperationID, LockedBy: r.LockedBy, LockedByName: r.LockedByName, LockedAt: r.LockedAt}
	}
	return out, err
}

// Add locks a month, when nobody is about to issue in it.
func (s *Locks) Add(ctx context.Context, l journal.Lock) error {
	if err := s.db.Hold(ctx, monthsKey(l.Owner)); err != nil {
		return err
	}
	there, err := queries(ctx, s.db).IsMonthLocked(ctx, l.Owner, postgres.ToDate(l.Month.First()))
	switch {
	case err != nil:
		return err
	case there:
		return journal.ErrLocked.With("month", l.Month.String())
	}
	return queries(ctx, s.db).InsertMonthLock(ctx, sqlcgen.InsertMonthLockParams{NumberOwner: l.Owner, Month: postgres.ToDate(l.Month.First()),
		OperationID: l.OperationID, LockedBy: l.LockedBy, LockedAt: l.LockedAt})
}

// Remove opens a month again.
func (s *Locks) Remove(ctx context.Context, owner string, m civil.Month) (bool, error) {
	if err := s.db.Hold(ctx, monthsKey(owner)); err != nil {
		return false, err
	}
	n, err := queries(ctx, s.db).DeleteMonthLock(ctx, owner, postgres.ToDate(m.First()))
	return n == 1, err
}
