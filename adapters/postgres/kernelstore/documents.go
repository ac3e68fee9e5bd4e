package kernelstore

import (
	"context"
	"encoding/hex"
	"time"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/kernelstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/document"
	"github.com/openpmo/pmo/core/id"
)

// Documents records which files lie in the object store.
type Documents struct{ db *postgres.DB }

var _ document.Documents = (*Documents)(nil)

// NewDocuments is the store over db.
func NewDocuments(db *postgres.DB) *Documents { return &Documents{db} }

func fromDBDocument(row sqlcgen.Document) document.Document {
	return document.Document{ID: row.ID, OperationID: row.OperationID, Kind: document.Kind(row.Kind), SHA256: hex.EncodeToString(row.Sha256),
		Size: row.Size, ContentType: row.ContentType}
}

// Expect records documents that arrive, in one statement.
func (s *Documents) Expect(ctx context.Context, ds []document.Document, at time.Time) ([]document.Expected, error) {
	in := sqlcgen.ExpectDocumentsParams{OperationID: ds[0].OperationID, ExpectedAt: at}
	for _, d := range ds {
		sum, err := hex.DecodeString(d.SHA256)
		if err != nil {
			return nil, err
		}
		in.Ids, in.Kinds, in.Sums = append(in.Ids, d.ID), append(in.Kinds, string(d.Kind)), append(in.Sums, sum)
		in.Sizes, in.ContentTypes = append(in.Sizes, d.Size), append(in.ContentTypes, d.ContentType)
	}
	rows, err := queries(ctx, s.db).ExpectDocuments(ctx, in)
	if err != nil {
		return nil, err
	}
	type content struct {
		kind   document.Kind
		sha256 string
	}
	of := make(map[content]document.Expected, len(rows))
	for _, row := range rows {
		d := fromDBDocument(row)
		of[content{d.Kind, d.SHA256}] = document.Expected{Document: d, Stored: row.State == "STORED"}
	}
	out := make([]document.Expected, len(ds))
	for n, d := range ds {
		out[n] = of[content{d.Kind, d.SHA256}]
	}
	return out, nil
}

// Settle records that contents are there.
func (s *Documents) Settle(ctx context.Context, ids []id.ID) (int, error) {
	n, err := queries(ctx, s.db).SettleDocuments(ctx, ids)
	return int(n), err
}

// Find answers those of an operation and kind that are there or arrive.
func (s *Documents) Find(ctx context.Context, operationID id.ID, kind document.Kind, ids []id.ID) ([]document.Document, error) {
	rows, err := queries(ctx, s.db).FindDocuments(ctx, sqlcgen.FindDocumentsParams{OperationID: operationID, Kind: string(kind), Ids: ids})
	out := make([]document.Document, len(rows))
	for n, row := range rows {
		out[n] = fromDBDocument(row)
	}
	return out, err
}

// Release makes stored documents ones that arrive.
func (s *Documents) Release(ctx context.Context, ids []id.ID, at time.Time) error {
	return queries(ctx, s.db).ReleaseDocuments(ctx, at, ids)
}

// Dismiss takes what nothing named out of reach.
func (s *Documents) Dismiss(ctx context.Context, before time.Time, limit int) ([]document.Document, error) {
	rows, err := queries(ctx, s.db).DismissDocuments(ctx, before, int32(limit))
	out := make([]document.Document, len(rows))
	for n, row := range rows {
		out[n] = fromDBDocument(row)
	}
	return out, err
}

// Forget removes a dismissed one.
func (s *Documents) Forget(ctx context.Context, documentID id.ID) error {
	return queries(ctx, s.db).ForgetDocument(ctx, documentID)
}
