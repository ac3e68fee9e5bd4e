package paymentstore

import (
	"context"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/paymentstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/payment"
	"github.com/openpmo/pmo/core/policy"
)

// Creditors stores creditors; their IBAN is encrypted.
type Creditors struct {
	db     *postgres.DB
	cipher Cipher
}

// NewCreditors is the store over db.
func NewCreditors(db *postgres.DB, c Cipher) *Creditors { return &Creditors{db, c} }

var _ payment.Creditors = (*Creditors)(nil)

var creditorConstraints = postgres.Constraints{
	"creditors_entity_key":   payment.ErrCreditorExists,
	"mandates_creditor_fkey": payment.ErrICSFixed,
}

func (s *Creditors) fromDB(r sqlcgen.Creditor) (payment.Creditor, error) {
	account, err := account(s.cipher, r.IBANSealed, r.BIC)
	return payment.Creditor{ID: r.ID, OperationID: r.OperationID, BillingEntityID: r.BillingEntityID, Name: r.Name, ICS: party.ICS(r.ICS),
		Account: account, ReconciliationID: r.ReconciliationID, Message: payment.MessageVersion(r.Message), LeadDays: int(r.LeadDays), Version: int(r.Version), CreatedAt: r.CreatedAt}, err
}

// ByID finds one.
func (s *Creditors) ByID(ctx context.Context, creditorID id.ID) (payment.Creditor, error) {
	r, err := queries(ctx, s.db).GetCreditor(ctx, creditorID)
	if err != nil {
		return payment.Creditor{}, postgres.OrMissing(err, policy.ErrNotFound)
	}
	return s.fromDB(r)
}

// OfIssuers are the creditors of some issuers, by name.
func (s *Creditors) OfIssuers(ctx context.Context, entityIDs []id.ID) ([]payment.Creditor, error) {
	rows, err := queries(ctx, s.db).ListCreditors(ctx, entityIDs)
	return s.all(rows, err)
}

// OfICS are the creditors with an ICS, over all operations.
func (s *Creditors) OfICS(ctx context.Context, ics party.ICS) ([]payment.Creditor, error) {
	rows, err := queries(ctx, s.db).ListCreditorsOfICS(ctx, string(ics))
	return s.all(rows, err)
}

func (s *Creditors) all(rows []sqlcgen.Creditor, err error) ([]payment.Creditor, error) {
	if err != nil {
		return nil, err
	}
	out := make([]payment.Creditor, len(rows))
	for i, r := range rows {
		if out[i], err = s.fromDB(r); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Add stores a new creditor.
func (s *Creditors) Add(ctx context.Context, c payment.Creditor) error {
	return creditorConstraints.Translate(queries(ctx, s.db).InsertCreditor(ctx, sqlcgen.InsertCreditorParams{
		OperationID: c.OperationID, ID: c.ID, BillingEntityID: c.BillingEntityID, Name: c.Name, ICS: string(c.ICS),
		IBANSealed: s.cipher.Seal([]byte(c.IBAN)), BIC: string(c.BIC), ReconciliationID: c.ReconciliationID,
		Message: string(c.Message), LeadDays: int32(c.LeadDays), Version: int32(c.Version), CreatedAt: c.CreatedAt,
	}))
}

// Change stores a creditor whose stored version is one less.
func (s *Creditors) Change(ctx context.Context, c payment.Creditor) error {
	n, err := queries(ctx, s.db).UpdateCreditor(ctx, sqlcgen.UpdateCreditorParams{
		OperationID: c.OperationID, ID: c.ID, Name: c.Name, ICS: string(c.ICS), IBANSealed: s.cipher.Seal([]byte(c.IBAN)), BIC: string(c.BIC),
		ReconciliationID: c.ReconciliationID, Message: string(c.Message), LeadDays: int32(c.LeadDays), Version: int32(c.Version),
	})
	if err == nil && n == 0 {
		return fault.ObjectChanged
	}
	return creditorConstraints.Translate(err)
}
