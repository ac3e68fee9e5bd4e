package einvoicingstore

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/einvoicingstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/einvoicing"
	"github.com/openpmo/pmo/core/einvoicing/ereporting"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/policy"
)

// EReports stores what was reported to the administration.
type EReports struct{ db *postgres.DB }

// NewEReports is the store over db.
func NewEReports(db *postgres.DB) *EReports { return &EReports{db} }

var _ ereporting.Reports = (*EReports)(nil)

var ereportConstraints = postgres.Constraints{
	"ereports_sequence_key":        ereporting.ErrTaken,
	"ereport_invoices_period_excl": ereporting.ErrTaken,
	"transmissions_live_key":       einvoicing.ErrLive,
}

// Settings of a seller.
func (s *EReports) Settings(ctx context.Context, seller string) (ereporting.Settings, bool, error) {
	r, err := queries(ctx, s.db).GetEReportSettings(ctx, seller)
	if errors.Is(err, pgx.ErrNoRows) {
		return ereporting.Settings{}, false, nil
	}
	return ereporting.Settings{Seller: r.Seller, Regime: ereporting.Regime(r.Regime), Untaxed: ereporting.Category(r.Untaxed), DayOf: ereporting.DayOf(r.DayOf),
		Since: postgres.FromDate(r.Since), PlatformCode: r.PlatformCode, Version: int(r.Version), ChangedBy: postgres.IDOf(r.ChangedBy), ChangedAt: r.ChangedAt}, err == nil, err
}

// PutSettings stores them over those of the version before.
func (s *EReports) PutSettings(ctx context.Context, to ereporting.Settings) (bool, error) {
	n, err := queries(ctx, s.db).PutEReportSettings(ctx, sqlcgen.PutEReportSettingsParams{Seller: to.Seller, Regime: string(to.Regime), Untaxed: string(to.Untaxed), DayOf: string(to.DayOf),
		Since: postgres.ToDate(to.Since), PlatformCode: to.PlatformCode, Version: int32(to.Version), ChangedBy: postgres.OptionalID(to.ChangedBy), ChangedAt: to.ChangedAt})
	return n > 0, err
}

// Operations are those in which a seller sells, or may.
func (s *EReports) Operations(ctx context.Context, seller string) ([]id.ID, error) {
	return queries(ctx, s.db).ListSellerOperations(ctx, seller)
}

// Sales are issued invoices and credit notes of a seller.
func (s *EReports) Sales(ctx context.Context, seller string, days civil.Range, limit int) ([]ereporting.Sale, error) {
	rows, err := queries(ctx, s.db).ListReportableInvoices(ctx, sqlcgen.ListReportableInvoicesParams{Seller: seller, First: postgres.ToDate(days.From), After: postgres.ToDate(days.To), Most: int32(limit)})
	if err != nil {
		return nil, err
	}
	out := make([]ereporting.Sale, len(rows))
	for n, r := range rows {
		one := ereporting.Sale{ID: r.ID, OperationID: r.OperationID, Number: r.Number, Type: billing.InvoiceType(r.Type), IssuedOn: postgres.FromDate(r.IssueDate),
			ReportedOf: postgres.FromOptionalDate(r.ReportedOf)}
		if err := json.Unmarshal(r.Facts, &one.Document); err != nil {
			return nil, err
		}
		out[n] = one
	}
	return out, nil
}

// Hold keeps others from reporting of a seller.
func (s *EReports) Hold(ctx context.Context, seller string) error {
	return queries(ctx, s.db).HoldEReportSeller(ctx, seller)
}

func reportFromDB(r sqlcgen.Ereport) ereporting.Report {
	return ereporting.Report{ID: r.ID, OperationID: r.OperationID, Seller: r.Seller, Period: civil.Range{From: postgres.FromDate(r.PeriodStart), To: postgres.FromDate(r.PeriodEnd)},
		Sequence: int(r.Sequence), Kind: ereporting.Kind(r.Kind), Number: r.Number, DocumentID: r.DocumentID, SHA256: r.Sha256, Digest: r.Digest, ByHand: r.ByHand, Invoices: int(r.Invoices),
		Net: money.Cents(r.NetCents), Tax: money.Cents(r.TaxCents), CreatedBy: postgres.IDOf(r.CreatedBy), CreatedAt: r.CreatedAt.UTC().Truncate(time.Microsecond)}
}

// List is the reports of periods, with their newest transmission.
func (s *EReports) List(ctx context.Context, seller string, days civil.Range) ([]ereporting.Report, error) {
	rows, err := queries(ctx, s.db).ListEReports(ctx, sqlcgen.ListEReportsParams{Seller: seller, First: postgres.ToDate(days.From), After: postgres.ToDate(days.To)})
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	out, at, ids := make([]ereporting.Report, len(rows)), map[id.ID]int{}, make([]id.ID, len(rows))
	for n, r := range rows {
		out[n], ids[n] = reportFromDB(r.Ereport), r.Ereport.ID
		out[n].Author, at[r.Ereport.ID] = r.Author, n
	}
	sent, err := queries(ctx, s.db).ListReportTransmissions(ctx, ids)
	if err != nil {
		return nil, err
	}
	list := make([]einvoicing.Transmission, len(sent))
	for n, r := range sent {
		if list[n], err = transmissionFromDB(r); err != nil {
			return nil, err
		}
	}
	if err := NewTransmissions(s.db).addStatuses(ctx, list); err != nil {
		return nil, err
	}
	for n := range list { // of several the newest
		out[at[list[n].EReportID]].Transmission = &list[n]
	}
	return out, nil
}

// ByID finds one, without its transmissions.
func (s *EReports) ByID(ctx context.Context, reportID id.ID) (ereporting.Report, error) {
	r, err := queries(ctx, s.db).GetEReport(ctx, reportID)
	return reportFromDB(r), postgres.OrMissing(err, policy.ErrNotFound)
}

// Add stores one with the invoices that it counts.
func (s *EReports) Add(ctx context.Context, r ereporting.Report, invoices []id.ID) error {
	q, start := queries(ctx, s.db), postgres.ToDate(r.Period.From)
	err := q.InsertEReport(ctx, sqlcgen.InsertEReportParams{ID: r.ID, OperationID: r.OperationID, Seller: r.Seller, PeriodStart: start, PeriodEnd: postgres.ToDate(r.Period.To), Sequence: int32(r.Sequence),
		Kind: string(r.Kind), Number: r.Number, DocumentID: r.DocumentID, Sha256: r.SHA256, Digest: r.Digest, ByHand: r.ByHand, Invoices: int32(r.Invoices), NetCents: int64(r.Net), TaxCents: int64(r.Tax),
		CreatedBy: postgres.OptionalID(r.CreatedBy), CreatedAt: r.CreatedAt})
	if err == nil {
		err = q.InsertEReportInvoices(ctx, sqlcgen.InsertEReportInvoicesParams{EreportID: r.ID, Ids: invoices, PeriodStart: start})
	}
	return ereportConstraints.Translate(err)
}
