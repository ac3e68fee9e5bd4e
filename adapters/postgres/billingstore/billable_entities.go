package billingstore

import (
	"context"
	"fmt"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/billingstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/party"
)

// BillableEntities stores clients; their IBAN is encrypted.
type BillableEntities struct {
	db     *postgres.DB
	cipher Cipher
}

// NewBillableEntities is the store over db.
func NewBillableEntities(db *postgres.DB, c Cipher) *BillableEntities {
	return &BillableEntities{db, c}
}

var _ billing.BillableEntities = (*BillableEntities)(nil)

var billableEntityConstraints = postgres.Constraints{"billable_entity_consumers_pkey": billing.ErrConsumerTaken}

// List reads the clients of an operation, by name.
func (s *BillableEntities) List(ctx context.Context, operationID id.ID) ([]billing.BillableEntity, error) {
	rows, err := queries(ctx, s.db).ListBillableEntities(ctx, operationID)
	if err != nil {
		return nil, err
	}
	links, err := queries(ctx, s.db).ListBillableEntityConsumers(ctx, operationID)
	if err != nil {
		return nil, err
	}
	return s.withConsumers(rows, links)
}

// ByIDs reads some clients.
func (s *BillableEntities) ByIDs(ctx context.Context, operationID id.ID, ids []id.ID) ([]billing.BillableEntity, error) {
	rows, err := queries(ctx, s.db).ListBillableEntitiesByID(ctx, operationID, ids)
	if err != nil {
		return nil, err
	}
	links, err := queries(ctx, s.db).ListBillableEntityConsumersByID(ctx, operationID, ids)
	if err != nil {
		return nil, err
	}
	return s.withConsumers(rows, links)
}

func (s *BillableEntities) withConsumers(rows []sqlcgen.BillableEntity, links []sqlcgen.BillableEntityConsumer) ([]billing.BillableEntity, error) {
	consumers := map[id.ID][]id.ID{}
	for _, l := range links {
		consumers[l.BillableEntityID] = append(consumers[l.BillableEntityID], l.ConsumerID)
	}
	out := make([]billing.BillableEntity, len(rows))
	for i, r := range rows {
		e, err := s.fromDB(r)
		if err != nil {
			return nil, err
		}
		out[i] = e
		out[i].ConsumerIDs = consumers[r.ID]
	}
	return out, nil
}

// Add stores a new client with its consumers.
func (s *BillableEntities) Add(ctx context.Context, e billing.BillableEntity) error {
	sealed, hash := sealedIBAN(s.cipher, e.IBAN)
	err := queries(ctx, s.db).InsertBillableEntity(ctx, sqlcgen.InsertBillableEntityParams{
		Street2: e.Street2, Contact: e.Contact, EAddressScheme: string(e.EAddress.Scheme), EAddress: e.EAddress.Value,
		PublicBody: e.PublicBody, ServiceCode: e.ServiceCode, Commitment: e.Commitment, CommitmentRequired: e.CommitmentRequired, Contract: e.Contract, Channel: string(e.ChosenChannel),
		OperationID: e.OperationID, ID: e.ID, Name: e.Name, Street: e.Street, PostCode: e.PostCode, City: e.City, Country: string(e.Country),
		Email: e.Email, Phone: e.Phone, LegalNumber: e.LegalNumber, TaxID: e.TaxID, VATRegime: string(e.VATRegime),
		ConsumerType: string(e.ConsumerType), Language: e.Language, IBANSealed: sealed, IBANHash: hash, BIC: string(e.BIC),
		Reference: e.Reference, Tags: postgres.NotNull(e.Tags), Version: int32(e.Version), CreatedAt: e.CreatedAt,
	})
	if err != nil {
		return err
	}
	return s.link(ctx, e)
}

// Change stores a client whose stored version is one less.
func (s *BillableEntities) Change(ctx context.Context, e billing.BillableEntity) error {
	sealed, hash := sealedIBAN(s.cipher, e.IBAN)
	n, err := queries(ctx, s.db).UpdateBillableEntity(ctx, sqlcgen.UpdateBillableEntityParams{
		Street2: e.Street2, Contact: e.Contact, EAddressScheme: string(e.EAddress.Scheme), EAddress: e.EAddress.Value,
		PublicBody: e.PublicBody, ServiceCode: e.ServiceCode, Commitment: e.Commitment, CommitmentRequired: e.CommitmentRequired, Contract: e.Contract, Channel: string(e.ChosenChannel),
		OperationID: e.OperationID, ID: e.ID, Name: e.Name, Street: e.Street, PostCode: e.PostCode, City: e.City, Country: string(e.Country),
		Email: e.Email, Phone: e.Phone, LegalNumber: e.LegalNumber, TaxID: e.TaxID, VATRegime: string(e.VATRegime),
		ConsumerType: string(e.ConsumerType), Language: e.Language, IBANSealed: sealed, IBANHash: hash, BIC: string(e.BIC),
		Reference: e.Reference, Tags: postgres.NotNull(e.Tags), Version: int32(e.Version),
	})
	if err != nil {
		return err
	}
	if n == 0 {
		return errVersion
	}
	if err := queries(ctx, s.db).DeleteBillableEntityConsumers(ctx, e.OperationID, e.ID); err != nil {
		return err
	}
	return s.link(ctx, e)
}

func (s *BillableEntities) link(ctx context.Context, e billing.BillableEntity) error {
	if len(e.ConsumerIDs) == 0 {
		return nil
	}
	err := queries(ctx, s.db).InsertBillableEntityConsumers(ctx, sqlcgen.InsertBillableEntityConsumersParams{
		OperationID: e.OperationID, ConsumerIds: e.ConsumerIDs, BillableEntityID: e.ID})
	return billableEntityConstraints.Translate(err)
}

func (s *BillableEntities) fromDB(r sqlcgen.BillableEntity) (billing.BillableEntity, error) {
	iban, err := openedIBAN(s.cipher, r.IBANSealed)
	if err != nil {
		return billing.BillableEntity{}, fmt.Errorf("iban of billable entity %s: %w", r.ID, err)
	}
	return billing.BillableEntity{ID: r.ID, OperationID: r.OperationID,
		Identity: billing.Identity{Name: r.Name, Street: r.Street, PostCode: r.PostCode, City: r.City, Country: dso.Country(r.Country),
			Email: r.Email, Phone: r.Phone, Street2: r.Street2, Contact: r.Contact, EAddress: party.EAddress{Scheme: party.Scheme(r.EAddressScheme), Value: r.EAddress}, LegalNumber: r.LegalNumber, TaxID: r.TaxID, VATRegime: party.VATRegime(r.VATRegime)},
		PublicBody: r.PublicBody, ServiceCode: r.ServiceCode, Commitment: r.Commitment, CommitmentRequired: r.CommitmentRequired, Contract: r.Contract, ChosenChannel: billing.Channel(r.Channel),
		ConsumerType: party.ConsumerType(r.ConsumerType), Language: r.Language, IBAN: iban, BIC: party.BIC(r.BIC),
		Reference: r.Reference, Tags: postgres.NilOfNone(r.Tags), Version: int(r.Version), CreatedAt: r.CreatedAt}, nil
}
