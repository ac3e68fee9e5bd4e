package billingstore

import (
	"context"
	"fmt"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/billingstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/party"
)

// Cipher encrypts account numbers at rest (see adapters/seal).
type Cipher interface {
	Seal(value []byte) []byte
	Open(sealed []byte) ([]byte, error)
	Hash(value []byte) []byte
}

// BillingEntities stores issuers; their IBAN is encrypted.
type BillingEntities struct {
	db     *postgres.DB
	cipher Cipher
}

// NewBillingEntities is the store over db.
func NewBillingEntities(db *postgres.DB, c Cipher) *BillingEntities { return &BillingEntities{db, c} }

var _ billing.BillingEntities = (*BillingEntities)(nil)

var billingEntityConstraints = postgres.Constraints{
	"billing_entities_owned_key":    billing.ErrOperationHasIssuer,
	"billing_entity_producers_pkey": billing.ErrProducerTaken,
}

// errVersion is an object that changed since it was read.
var errVersion = fault.ObjectChanged

// List reads the issuers of an operation, by name.
func (s *BillingEntities) List(ctx context.Context, operationID id.ID) ([]billing.BillingEntity, error) {
	rows, err := queries(ctx, s.db).ListBillingEntities(ctx, operationID)
	if err != nil {
		return nil, err
	}
	links, err := queries(ctx, s.db).ListBillingEntityProducers(ctx, operationID)
	if err != nil {
		return nil, err
	}
	producers := map[id.ID][]id.ID{}
	for _, l := range links {
		producers[l.BillingEntityID] = append(producers[l.BillingEntityID], l.ProducerID)
	}
	out := make([]billing.BillingEntity, len(rows))
	for i, r := range rows {
		if out[i], err = s.fromDB(r.BillingEntity); err != nil {
			return nil, err
		}
		out[i].ProducerIDs = producers[r.BillingEntity.ID]
		out[i].Claim, out[i].HeldElsewhere = billing.ClaimStatus(r.ClaimStatus), r.HeldElsewhere
		out[i].NumberYear, out[i].NextNumber = int(r.NumberYear), int(r.NextNumber)
	}
	return out, nil
}

func (s *BillingEntities) fromDB(r sqlcgen.BillingEntity) (billing.BillingEntity, error) {
	e := billing.BillingEntity{ID: r.ID, OperationID: r.OperationID, OwnedByOperation: r.OwnedByOperation,
		Identity: billing.Identity{Name: r.Name, Street: r.Street, PostCode: r.PostCode, City: r.City, Country: dso.Country(r.Country),
			Email: r.Email, Phone: r.Phone, Street2: r.Street2, Contact: r.Contact, EAddress: party.EAddress{Scheme: party.Scheme(r.EAddressScheme), Value: r.EAddress}, LegalNumber: r.LegalNumber, TaxID: r.TaxID, VATRegime: party.VATRegime(r.VATRegime)},
		LegalForm: r.LegalForm, ShareCapital: money.Cents(r.ShareCapital), Registration: r.Registration, FranchiseForm: billing.FranchiseForm(r.FranchiseForm), VATOnDebits: r.VATOnDebits,
		BillingMandate: billing.BillingMandate{Signed: postgres.FromOptionalDate(r.MandateSigned), Reference: r.MandateReference},
		ExemptionText:  r.ExemptionText, BIC: party.BIC(r.BIC), SeriesCode: r.SeriesCode, LogoID: postgres.IDOf(r.LogoID), Version: int(r.Version), CreatedAt: r.CreatedAt}
	var err error
	if e.IBAN, err = openedIBAN(s.cipher, r.IBANSealed); err != nil {
		return e, fmt.Errorf("iban of billing entity %s: %w", r.ID, err)
	}
	return e, nil
}

// sealedIBAN is an account number as it is stored, and its hash; nil for none.
func sealedIBAN(c Cipher, iban party.IBAN) (sealed, hash []byte) {
	if iban == "" {
		return nil, nil
	}
	return c.Seal([]byte(iban)), c.Hash([]byte(iban))
}

func openedIBAN(c Cipher, sealed []byte) (party.IBAN, error) {
	if sealed == nil {
		return "", nil
	}
	iban, err := c.Open(sealed)
	return party.IBAN(iban), err
}

// Add stores a new issuer with its producers.
func (s *BillingEntities) Add(ctx context.Context, e billing.BillingEntity) error {
	sealed, hash := sealedIBAN(s.cipher, e.IBAN)
	err := queries(ctx, s.db).InsertBillingEntity(ctx, sqlcgen.InsertBillingEntityParams{
		Street2: e.Street2, Contact: e.Contact, EAddressScheme: string(e.EAddress.Scheme), EAddress: e.EAddress.Value,
		LegalForm: e.LegalForm, ShareCapital: int64(e.ShareCapital), Registration: e.Registration, FranchiseForm: string(e.FranchiseForm), VATOnDebits: e.VATOnDebits,
		MandateSigned: postgres.ToOptionalDate(e.BillingMandate.Signed), MandateReference: e.BillingMandate.Reference,
		OperationID: e.OperationID, ID: e.ID, OwnedByOperation: e.OwnedByOperation, Name: e.Name, Street: e.Street, PostCode: e.PostCode,
		City: e.City, Country: string(e.Country), Email: e.Email, Phone: e.Phone, LegalNumber: e.LegalNumber, TaxID: e.TaxID,
		VATRegime: string(e.VATRegime), ExemptionText: e.ExemptionText, IBANSealed: sealed, IBANHash: hash, BIC: string(e.BIC),
		SeriesCode: e.SeriesCode, Version: int32(e.Version), CreatedAt: e.CreatedAt,
	})
	if err != nil {
		return billingEntityConstraints.Translate(err)
	}
	return s.link(ctx, e)
}

// Change stores an issuer whose stored version is one less.
func (s *BillingEntities) Change(ctx context.Context, e billing.BillingEntity) error {
	sealed, hash := sealedIBAN(s.cipher, e.IBAN)
	n, err := queries(ctx, s.db).UpdateBillingEntity(ctx, sqlcgen.UpdateBillingEntityParams{
		Street2: e.Street2, Contact: e.Contact, EAddressScheme: string(e.EAddress.Scheme), EAddress: e.EAddress.Value,
		LegalForm: e.LegalForm, ShareCapital: int64(e.ShareCapital), Registration: e.Registration, FranchiseForm: string(e.FranchiseForm), VATOnDebits: e.VATOnDebits,
		MandateSigned: postgres.ToOptionalDate(e.BillingMandate.Signed), MandateReference: e.BillingMandate.Reference,
		OperationID: e.OperationID, ID: e.ID, Name: e.Name, Street: e.Street, PostCode: e.PostCode, City: e.City, Country: string(e.Country),
		Email: e.Email, Phone: e.Phone, LegalNumber: e.LegalNumber, TaxID: e.TaxID, VATRegime: string(e.VATRegime),
		ExemptionText: e.ExemptionText, IBANSealed: sealed, IBANHash: hash, BIC: string(e.BIC), SeriesCode: e.SeriesCode, LogoID: postgres.OptionalID(e.LogoID), Version: int32(e.Version),
	})
	if err != nil {
		return err
	}
	if n == 0 {
		return errVersion
	}
	if err := queries(ctx, s.db).DeleteBillingEntityProducers(ctx, e.OperationID, e.ID); err != nil {
		return err
	}
	return s.link(ctx, e)
}

func (s *BillingEntities) link(ctx context.Context, e billing.BillingEntity) error {
	if len(e.ProducerIDs) == 0 {
		return nil
	}
	err := queries(ctx, s.db).InsertBillingEntityProducers(ctx, sqlcgen.InsertBillingEntityProducersParams{
		OperationID: e.OperationID, ProducerIds: e.ProducerIDs, BillingEntityID: e.ID})
	return billingEntityConstraints.Translate(err)
}

// Numbered reports whether an invoice of the issuer has a number.
func (s *BillingEntities) Numbered(ctx context.Context, operationID, entityID id.ID) (bool, error) {
	return queries(ctx, s.db).BillingEntityNumbered(ctx, operationID, entityID)
}
