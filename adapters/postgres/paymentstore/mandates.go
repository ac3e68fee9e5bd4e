package paymentstore

import (
	"context"
	"time"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/paymentstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/payment"
	"github.com/openpmo/pmo/core/policy"
)

// Mandates stores mandates; their IBAN is encrypted.
type Mandates struct {
	db     *postgres.DB
	cipher Cipher
	now    func() time.Time
}

// NewMandates is the store over db; now says which mandates hold today.
func NewMandates(db *postgres.DB, c Cipher, now func() time.Time) *Mandates {
	return &Mandates{db, c, now}
}

var (
	_ payment.Mandates = (*Mandates)(nil)
	_ billing.Mandates = (*Mandates)(nil)
)

var mandateConstraints = postgres.Constraints{
	"mandates_rum_key":       payment.ErrMandateDuplicate,
	"mandates_creditor_fkey": fault.ObjectChanged,
}

func (s *Mandates) fromDB(r sqlcgen.Mandate, creditorName string) (payment.Mandate, error) {
	account, err := account(s.cipher, r.IBANSealed, r.BIC)
	return payment.Mandate{ID: r.ID, OperationID: r.OperationID, CreditorID: r.CreditorID, ICS: party.ICS(r.ICS), CreditorName: creditorName,
		RUM: party.RUM(r.RUM), ParticipantID: r.ParticipantID, DebtorName: r.DebtorName, Account: account, Scheme: payment.Scheme(r.Scheme),
		SignedOn: postgres.FromDate(r.SignedOn), LastCollectedOn: postgres.FromOptionalDate(r.LastCollectedOn), RevokedOn: postgres.FromOptionalDate(r.RevokedOn),
		ReconciliationID: r.ReconciliationID, Version: int(r.Version), CreatedAt: r.CreatedAt}, err
}

// ByID finds one.
func (s *Mandates) ByID(ctx context.Context, mandateID id.ID) (payment.Mandate, error) {
	r, err := queries(ctx, s.db).GetMandate(ctx, mandateID)
	if err != nil {
		return payment.Mandate{}, postgres.OrMissing(err, policy.ErrNotFound)
	}
	return s.fromDB(r.Mandate, r.CreditorName)
}

// List are the mandates of a creditor, by debtor.
func (s *Mandates) List(ctx context.Context, operationID, creditorID id.ID) ([]payment.Mandate, error) {
	rows, err := queries(ctx, s.db).ListMandates(ctx, operationID, creditorID)
	if err != nil {
		return nil, err
	}
	out := make([]payment.Mandate, len(rows))
	for i, r := range rows {
		if out[i], err = s.fromDB(r.Mandate, r.CreditorName); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Kept are the mandates of an ICS with some RUM in capitals.
func (s *Mandates) Kept(ctx context.Context, ics party.ICS, rums []party.RUM) ([]payment.Mandate, error) {
	texts := make([]string, len(rums))
	for i, r := range rums {
		texts[i] = string(r)
	}
	rows, err := queries(ctx, s.db).ListMandatesByRUM(ctx, string(ics), texts)
	if err != nil {
		return nil, err
	}
	out := make([]payment.Mandate, len(rows))
	for i, r := range rows {
		if out[i], err = s.fromDB(r.Mandate, r.CreditorName); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Add stores new mandates.
func (s *Mandates) Add(ctx context.Context, mandates []payment.Mandate) error {
	for _, m := range mandates {
		err := queries(ctx, s.db).InsertMandate(ctx, sqlcgen.InsertMandateParams{
			OperationID: m.OperationID, ID: m.ID, CreditorID: m.CreditorID, ICS: string(m.ICS), RUM: string(m.RUM), ParticipantID: m.ParticipantID,
			DebtorName: m.DebtorName, IBANSealed: s.cipher.Seal([]byte(m.IBAN)), BIC: string(m.BIC), Scheme: string(m.Scheme),
			SignedOn: postgres.ToDate(m.SignedOn), LastCollectedOn: postgres.ToOptionalDate(m.LastCollectedOn), RevokedOn: postgres.ToOptionalDate(m.RevokedOn),
			ReconciliationID: m.ReconciliationID, Version: int32(m.Version), CreatedAt: m.CreatedAt,
		})
		if err != nil {
			return mandateConstraints.Translate(err)
		}
	}
	return nil
}

// Change stores a mandate whose stored version is one less, and the account before.
func (s *Mandates) Change(ctx context.Context, m payment.Mandate, before *payment.Amendment) error {
	n, err := queries(ctx, s.db).UpdateMandate(ctx, sqlcgen.UpdateMandateParams{
		OperationID: m.OperationID, ID: m.ID, DebtorName: m.DebtorName, IBANSealed: s.cipher.Seal([]byte(m.IBAN)), BIC: string(m.BIC),
		LastCollectedOn: postgres.ToOptionalDate(m.LastCollectedOn), RevokedOn: postgres.ToOptionalDate(m.RevokedOn), ReconciliationID: m.ReconciliationID, Version: int32(m.Version),
	})
	if err != nil {
		return mandateConstraints.Translate(err)
	}
	if n == 0 {
		return fault.ObjectChanged
	}
	if before == nil {
		return nil
	}
	return queries(ctx, s.db).InsertMandateAmendment(ctx, sqlcgen.InsertMandateAmendmentParams{
		OperationID: m.OperationID, MandateID: m.ID, Version: int32(m.Version - 1), IBANSealed: s.cipher.Seal([]byte(before.IBAN)), BIC: string(before.BIC), Until: before.Until,
	})
}

// Amendments are the accounts before, last first.
func (s *Mandates) Amendments(ctx context.Context, operationID, mandateID id.ID) ([]payment.Amendment, error) {
	rows, err := queries(ctx, s.db).ListMandateAmendments(ctx, operationID, mandateID)
	if err != nil {
		return nil, err
	}
	out := make([]payment.Amendment, len(rows))
	for i, r := range rows {
		out[i].Until = r.Until
		if out[i].Account, err = account(s.cipher, r.IBANSealed, r.BIC); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Collectable are the clients of whom a mandate for the creditor of an issuer holds today; nil
// where it has no creditor.
func (s *Mandates) Collectable(ctx context.Context, operationID, issuerID id.ID) (map[id.ID]bool, error) {
	today := civil.Paris.DateOf(s.now())
	creditors, err := queries(ctx, s.db).ListCreditors(ctx, []id.ID{issuerID})
	if err != nil || len(creditors) == 0 {
		return nil, err
	}
	clients, err := queries(ctx, s.db).ListCollectable(ctx, sqlcgen.ListCollectableParams{OperationID: operationID, IssuerID: issuerID, Today: postgres.ToDate(today)})
	out := make(map[id.ID]bool, len(clients))
	for _, c := range clients {
		out[c] = true
	}
	return out, err
}

// Holding are the mandates given to the creditor of an issuer that hold today, one entry a client.
func (s *Mandates) Holding(ctx context.Context, operationID, issuerID id.ID) ([]billing.DebitMandate, error) {
	rows, err := queries(ctx, s.db).ListHoldingMandates(ctx, sqlcgen.ListHoldingMandatesParams{OperationID: operationID, IssuerID: issuerID,
		Today: postgres.ToDate(civil.Paris.DateOf(s.now()))})
	out := make([]billing.DebitMandate, len(rows))
	for n, r := range rows {
		m, err := s.fromDB(r.Mandate, "")
		if err != nil {
			return nil, err
		}
		out[n] = m.Debit(r.BillableEntityID)
	}
	return out, err
}
