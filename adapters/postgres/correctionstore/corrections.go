// Package correctionstore keeps what issued invoices would be by the curves of now, and what was
// decided of the difference.
package correctionstore

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/correctionstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/correction"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
)

// queries asks in the transaction of ctx, if there is one.
func queries(ctx context.Context, db *postgres.DB) *sqlcgen.Queries { return sqlcgen.New(db.Conn(ctx)) }

// Corrections stores what was found and decided.
type Corrections struct{ db *postgres.DB }

// New is the store over db.
func New(db *postgres.DB) *Corrections { return &Corrections{db} }

var _ correction.Corrections = (*Corrections)(nil)

// Touched lists the invoices that hold and bill a day of some months.
func (s *Corrections) Touched(ctx context.Context, operationID id.ID, months []civil.Month) ([]id.ID, error) {
	return queries(ctx, s.db).ListTouchedInvoices(ctx, operationID, postgres.ToMonths(months))
}

// List reads corrections, the latest days first.
func (s *Corrections) List(ctx context.Context, operationID id.ID, f correction.Filter, limit int) ([]correction.Correction, error) {
	asked := sqlcgen.ListCorrectionsParams{OperationID: operationID, InvoiceIds: []id.ID{}, States: make([]string, len(f.States)), Most: int32(limit)}
	for n, state := range f.States {
		asked.States[n] = string(state)
	}
	if f.Month != 0 {
		asked.Month = postgres.ToMonth(f.Month)
	}
	if !f.InvoiceID.IsZero() {
		asked.InvoiceIds = []id.ID{f.InvoiceID}
	}
	return s.read(ctx, asked)
}

// ByInvoices reads those of invoices.
func (s *Corrections) ByInvoices(ctx context.Context, operationID id.ID, invoiceIDs []id.ID) (map[id.ID]correction.Correction, error) {
	if len(invoiceIDs) == 0 {
		return nil, nil
	}
	list, err := s.read(ctx, sqlcgen.ListCorrectionsParams{OperationID: operationID, InvoiceIds: invoiceIDs, States: []string{}, Most: int32(len(invoiceIDs))})
	out := make(map[id.ID]correction.Correction, len(list))
	for _, c := range list {
		out[c.InvoiceID] = c
	}
	return out, err
}

// ByID reads one.
func (s *Corrections) ByID(ctx context.Context, operationID, correctionID id.ID) (correction.Correction, error) {
	list, err := s.read(ctx, sqlcgen.ListCorrectionsParams{OperationID: operationID, ID: &correctionID, InvoiceIds: []id.ID{}, States: []string{}, Most: 1})
	if err != nil {
		return correction.Correction{}, err
	}
	if len(list) == 0 {
		return correction.Correction{}, correction.ErrNotFound
	}
	return list[0], nil
}

func (s *Corrections) read(ctx context.Context, asked sqlcgen.ListCorrectionsParams) ([]correction.Correction, error) {
	rows, err := queries(ctx, s.db).ListCorrections(ctx, asked)
	if err != nil {
		return nil, err
	}
	out := make([]correction.Correction, len(rows))
	for n, r := range rows {
		if out[n], err = fromDB(r); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func fromDB(r sqlcgen.ListCorrectionsRow) (correction.Correction, error) {
	x := r.Correction
	c := correction.Correction{ID: x.ID, OperationID: x.OperationID, State: correction.State(r.State), Offered: x.Offered, Reason: x.Reason,
		DecidedBy: postgres.IDOf(x.DecidedBy), DecidedByName: r.DecidedByName, DecidedAt: x.DecidedAt, FoundAt: x.FoundAt, SeenAt: x.SeenAt,
		Number: r.Number, IssuerName: r.IssuerName, ClientName: r.ClientName, Paid: money.Cents(r.PaidCents), ReplacementID: id.ID(r.AgainID),
		ReplacementState: billing.InvoiceStatus(r.AgainStatus)}
	c.Found = correction.Found{InvoiceID: x.InvoiceID, SourceHash: x.SourceHash, Differs: x.Differs, Priced: x.Priced, Amount: money.Cents(r.AmountCents), AmountNow: money.Cents(x.AmountAfterCents),
		Before: correction.Figures{Energy: energy.MilliWh(r.EnergyMilliWh), Net: money.Cents(r.NetCents)}, After: correction.Figures{Energy: energy.MilliWh(x.EnergyAfter), Net: money.Cents(x.NetAfterCents)},
		PartyPair: billing.PartyPair{IssuerID: r.BillingEntityID, ClientID: r.BillableEntityID}, Days: postgres.FromRange(r.PeriodFrom, r.PeriodTo)}
	if x.Decision != nil {
		c.Decision = correction.Decision(*x.Decision)
	}
	if c.State == correction.Open {
		c.HeldDrafts = int(r.OtherDrafts)
	}
	if r.NoteID != nil && r.NoteNumber != nil {
		c.CreditNote = billing.InvoiceReference{ID: *r.NoteID, Number: *r.NoteNumber}
	}
	if err := json.Unmarshal(x.Pairs, &c.Pairs); err != nil {
		return c, err
	}
	if x.Problem != nil {
		var stored []postgres.StoredFault
		if err := json.Unmarshal(x.Problem, &stored); err != nil {
			return c, err
		}
		c.Problem = postgres.FromStoredFaults(stored)[0]
	}
	return c, nil
}

// Put stores what was found of invoices that hold.
func (s *Corrections) Put(ctx context.Context, found []correction.Correction) error {
	q := queries(ctx, s.db)
	for _, c := range found {
		pairs := c.Pairs
		if pairs == nil {
			pairs = []correction.Difference{}
		}
		told, err := json.Marshal(pairs)
		if err != nil {
			return err
		}
		var problem []byte
		if c.Problem != nil {
			if problem, err = json.Marshal(postgres.ToStoredFaults([]*fault.Error{c.Problem})); err != nil {
				return err
			}
		}
		row := sqlcgen.PutCorrectionsParams{OperationID: c.OperationID, ID: c.ID, InvoiceID: c.InvoiceID, SourceHash: c.SourceHash, Differs: c.Differs, Offered: c.Offered, Priced: c.Priced,
			EnergyAfter: int64(c.After.Energy), NetAfterCents: int64(c.After.Net), AmountAfterCents: int64(c.AmountNow), GreatestCents: int64(c.Greatest()), Pairs: told, Problem: problem,
			Decision: postgres.OptionalText(string(c.Decision)), Reason: c.Reason, DecidedBy: postgres.OptionalID(c.DecidedBy), DecidedAt: c.DecidedAt, FoundAt: c.FoundAt, SeenAt: c.SeenAt}
		if err := q.PutCorrections(ctx, row); err != nil {
			return err
		}
	}
	return nil
}

// Decide stores a decision.
func (s *Corrections) Decide(ctx context.Context, c correction.Correction) error {
	n, err := queries(ctx, s.db).DecideCorrection(ctx, sqlcgen.DecideCorrectionParams{Decision: postgres.OptionalText(string(c.Decision)), Reason: c.Reason,
		DecidedBy: postgres.OptionalID(c.DecidedBy), DecidedAt: c.DecidedAt, OperationID: c.OperationID, ID: c.ID})
	if err == nil && n == 0 {
		err = correction.ErrNotFound
	}
	return err
}

// Thresholds stores from which difference on operations are asked to decide.
type Thresholds struct{ db *postgres.DB }

// NewThresholds is the store over db.
func NewThresholds(db *postgres.DB) *Thresholds { return &Thresholds{db} }

var _ correction.Thresholds = (*Thresholds)(nil)

// Of is that of an operation; false where it has none of its own.
func (s *Thresholds) Of(ctx context.Context, operationID id.ID) (correction.Threshold, bool, error) {
	r, err := queries(ctx, s.db).GetCorrectionThreshold(ctx, operationID)
	if errors.Is(err, pgx.ErrNoRows) {
		return correction.Threshold{}, false, nil
	}
	return correction.Threshold{Amount: money.Cents(r.AmountCents), UpdatedBy: r.UpdatedBy, UpdatedAt: &r.UpdatedAt}, err == nil, err
}

// Set stores it, and offers by it what nobody has decided yet.
func (s *Thresholds) Set(ctx context.Context, operationID id.ID, t correction.Threshold) error {
	q := queries(ctx, s.db)
	if err := q.SetCorrectionThreshold(ctx, sqlcgen.SetCorrectionThresholdParams{OperationID: operationID, AmountCents: int64(t.Amount), UpdatedBy: t.UpdatedBy, UpdatedAt: *t.UpdatedAt}); err != nil {
		return err
	}
	return q.OfferCorrections(ctx, int64(t.Amount), operationID)
}
