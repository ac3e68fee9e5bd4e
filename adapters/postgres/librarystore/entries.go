// Package librarystore keeps folders, documents, their versions, and who they are shared with.
package librarystore

import (
	"cmp"
	"context"
	"encoding/hex"
	"slices"
	"time"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/librarystore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/document"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/library"
	"github.com/openpmo/pmo/core/naming"
)

// queries asks in the transaction of ctx, if there is one.
func queries(ctx context.Context, db *postgres.DB) *sqlcgen.Queries { return sqlcgen.New(db.Conn(ctx)) }

// Entries keeps folders and documents.
type Entries struct {
	db  *postgres.DB
	now func() time.Time
}

var _ library.Entries = (*Entries)(nil)

// NewEntries is the store over db; now says which links have ended.
func NewEntries(db *postgres.DB, now func() time.Time) *Entries { return &Entries{db, now} }

// All lists what an operation keeps, by name.
func (s *Entries) All(ctx context.Context, operationID id.ID) ([]library.Entry, error) {
	rows, err := queries(ctx, s.db).ListLibraryEntries(ctx, operationID, s.now())
	out := make([]library.Entry, len(rows))
	for n, r := range rows {
		out[n] = library.Entry{ID: r.ID, OperationID: r.OperationID, Kind: library.Kind(r.Kind), ParentID: postgres.IDOf(r.ParentID), Depth: int(r.Depth),
			Name: r.Name, Revision: int(r.Revision), CreatedAt: r.CreatedAt, ChangedAt: r.ChangedAt, ChangedBy: r.ChangedBy, Author: r.Author, TrashedAt: r.TrashedAt,
			Number: int(r.Number), Everyone: r.Everyone, Sites: int(r.Sites), Links: int(r.Links)}
		if id := postgres.IDOf(r.DocumentID); !id.IsZero() {
			out[n].Content = content(id, r.OperationID, r.Sha256, r.Size, r.ContentType)
		}
	}
	slices.SortFunc(out, func(a, b library.Entry) int { return cmp.Or(naming.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID)) })
	return out, err
}

func content(documentID, operationID id.ID, sum []byte, size int64, contentType string) document.Document {
	return document.Document{ID: documentID, OperationID: operationID, Kind: library.Stored, SHA256: hex.EncodeToString(sum), Size: size, ContentType: contentType}
}

// Bytes is what all versions of an operation weigh.
func (s *Entries) Bytes(ctx context.Context, operationID id.ID) (int64, error) {
	return queries(ctx, s.db).CountLibraryBytes(ctx, operationID)
}

// parent is the folder of an entry as rows have it.
func parent(e library.Entry) (folderID *id.ID, depth *int16, kind *string) {
	if e.ParentID.IsZero() {
		return nil, nil, nil
	}
	above, folder := int16(e.Depth-1), string(library.Folder)
	return &e.ParentID, &above, &folder
}

// Add stores an entry; of a document with its first version.
func (s *Entries) Add(ctx context.Context, e library.Entry) error {
	in := sqlcgen.InsertLibraryEntryParams{OperationID: e.OperationID, ID: e.ID, Kind: string(e.Kind), Depth: int16(e.Depth), Name: e.Name, NameKey: library.NameKey(e.Name),
		CreatedAt: e.CreatedAt, ChangedAt: e.ChangedAt, ChangedBy: e.ChangedBy}
	in.ParentID, in.ParentDepth, in.ParentKind = parent(e)
	if err := queries(ctx, s.db).InsertLibraryEntry(ctx, in); err != nil || e.Kind != library.Paper {
		return err
	}
	return s.addVersion(ctx, e)
}

// AddVersion stores what is in force of a document from now on.
func (s *Entries) AddVersion(ctx context.Context, e library.Entry) error {
	if err := s.addVersion(ctx, e); err != nil {
		return err
	}
	return queries(ctx, s.db).TouchLibraryEntry(ctx, sqlcgen.TouchLibraryEntryParams{ChangedAt: e.ChangedAt, ChangedBy: e.ChangedBy, OperationID: e.OperationID, ID: e.ID})
}

func (s *Entries) addVersion(ctx context.Context, e library.Entry) error {
	return queries(ctx, s.db).InsertLibraryVersion(ctx, sqlcgen.InsertLibraryVersionParams{OperationID: e.OperationID, EntryID: e.ID, Number: int32(e.Number),
		DocumentID: e.Content.ID, AddedAt: e.ChangedAt, AddedBy: e.ChangedBy})
}

// Save stores the first entry anew, and the depths of the others, which are in it.
func (s *Entries) Save(ctx context.Context, e library.Entry, further int, below []id.ID) error {
	q := queries(ctx, s.db)
	in := sqlcgen.UpdateLibraryEntryParams{OperationID: e.OperationID, ID: e.ID, Depth: int16(e.Depth), Name: e.Name, NameKey: library.NameKey(e.Name),
		ChangedAt: e.ChangedAt, ChangedBy: e.ChangedBy, TrashedAt: e.TrashedAt}
	in.ParentID, in.ParentDepth, in.ParentKind = parent(e)
	if err := q.UpdateLibraryEntry(ctx, in); err != nil || further == 0 || len(below) == 0 {
		return err
	}
	return q.UpdateLibraryDepths(ctx, sqlcgen.UpdateLibraryDepthsParams{Further: int16(further), OperationID: e.OperationID, Ids: below})
}

// Versions are those of a document, newest first.
func (s *Entries) Versions(ctx context.Context, operationID, entryID id.ID) ([]library.Version, error) {
	rows, err := queries(ctx, s.db).ListLibraryVersions(ctx, operationID, entryID)
	out := make([]library.Version, len(rows))
	for n, r := range rows {
		out[n] = library.Version{Number: int(r.Number), AddedAt: r.AddedAt, AddedBy: r.AddedBy, Author: r.Author,
			Content: content(r.ID, r.OperationID, r.Sha256, r.Size, r.ContentType)}
	}
	return out, err
}

// Remove takes entries away, and answers the contents that they named.
func (s *Entries) Remove(ctx context.Context, operationID id.ID, ids []id.ID) ([]id.ID, error) {
	q := queries(ctx, s.db)
	contents, err := q.ListLibraryContents(ctx, operationID, ids)
	if err != nil {
		return nil, err
	}
	return contents, q.DeleteLibraryEntries(ctx, operationID, ids)
}
