package invoicestore

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/billingstore"
	"github.com/openpmo/pmo/adapters/postgres/invoicestore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/id"
)

// Documents reads what was frozen of published invoices, and records their stored documents.
type Documents struct {
	db     *postgres.DB
	cipher billingstore.Cipher
}

// NewDocuments is the store over db.
func NewDocuments(db *postgres.DB, c billingstore.Cipher) *Documents { return &Documents{db, c} }

var _ billing.Documents = (*Documents)(nil)

// Snapshots reads what was frozen when invoices were published; others are left out.
func (s *Documents) Snapshots(ctx context.Context, operationID id.ID, ids []id.ID) (map[id.ID]billing.Document, error) {
	rows, err := queries(ctx, s.db).ListInvoiceSnapshots(ctx, operationID, ids)
	if err != nil {
		return nil, err
	}
	out := make(map[id.ID]billing.Document, len(rows))
	for _, row := range rows {
		if out[row.ID], err = s.thawed(row.Snapshot); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (s *Documents) thawed(frozen []byte) (billing.Document, error) {
	var doc billing.Document
	if err := json.Unmarshal(frozen, &doc); err != nil {
		return doc, err
	}
	accounts := []*string{&doc.Payment.IBAN}
	if m := doc.Payment.Mandate; m != nil {
		accounts = append(accounts, &m.IBAN)
	}
	for _, account := range accounts {
		if *account == "" {
			continue
		}
		sealed, err := base64.StdEncoding.DecodeString(*account)
		if err != nil {
			return doc, err
		}
		iban, err := s.cipher.Open(sealed)
		if err != nil {
			return doc, err
		}
		*account = string(iban)
	}
	return doc, nil
}

// SetDocuments records the stored documents of invoices, each once.
func (s *Documents) SetDocuments(ctx context.Context, operationID id.ID, documents map[id.ID]billing.StoredFiles) error {
	in := sqlcgen.SetInvoiceDocumentsParams{OperationID: operationID}
	var of, electronic []id.ID
	for _, i := range slices.Sorted(maps.Keys(documents)) { // the order in which invoices are locked
		in.Ids, in.Documents = append(in.Ids, i), append(in.Documents, documents[i].PrintedID)
		if e := documents[i].ElectronicID; !e.IsZero() {
			of, electronic = append(of, i), append(electronic, e)
		}
	}
	q := queries(ctx, s.db)
	if err := q.SetInvoiceDocuments(ctx, in); err != nil || len(of) == 0 {
		return err
	}
	return q.AddElectronicInvoices(ctx, of, electronic)
}

// Electronic is the stored e-invoice of an invoice; no id where there is none.
func (s *Documents) Electronic(ctx context.Context, operationID, invoiceID id.ID) (id.ID, error) {
	found, err := queries(ctx, s.db).FindElectronicInvoice(ctx, operationID, invoiceID)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", nil
	}
	return found, err
}
