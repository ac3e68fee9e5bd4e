package librarystore

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/librarystore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/library"
	"github.com/openpmo/pmo/core/naming"
)

// Shares keeps who an entry is shared with, and links.
type Shares struct{ db *postgres.DB }

var _ library.Shares = (*Shares)(nil)

// NewShares is the store over db.
func NewShares(db *postgres.DB) *Shares { return &Shares{db} }

// Of lists the shares of entries: that with everybody first, then by name of the site.
func (s *Shares) Of(ctx context.Context, operationID id.ID, entryIDs []id.ID) ([]library.Share, error) {
	rows, err := queries(ctx, s.db).ListLibraryShares(ctx, operationID, entryIDs)
	out := make([]library.Share, len(rows))
	for n, r := range rows {
		out[n] = library.Share{ID: r.ID, EntryID: r.EntryID, SiteID: postgres.IDOf(r.ParticipantID), SiteName: r.SiteName, SharedAt: r.SharedAt, SharedBy: r.SharedBy}
	}
	slices.SortFunc(out, func(a, b library.Share) int {
		return cmp.Or(naming.Compare(a.SiteName, b.SiteName), cmp.Compare(a.ID, b.ID)) // everybody has no name
	})
	return out, err
}

// With answers the entries that are shared with one of some sites, or with everybody.
func (s *Shares) With(ctx context.Context, operationID id.ID, siteIDs []id.ID) (map[id.ID]bool, error) {
	rows, err := queries(ctx, s.db).ListLibrarySharedWith(ctx, operationID, siteIDs)
	shared := make(map[id.ID]bool, len(rows))
	for _, one := range rows {
		shared[one] = true
	}
	return shared, err
}

// Add stores shares; one that is there stays.
func (s *Shares) Add(ctx context.Context, operationID id.ID, shares []library.Share) error {
	q := queries(ctx, s.db)
	for _, one := range shares {
		err := q.InsertLibraryShare(ctx, sqlcgen.InsertLibraryShareParams{ID: one.ID, OperationID: operationID, EntryID: one.EntryID,
			ParticipantID: postgres.OptionalID(one.SiteID), SharedAt: one.SharedAt, SharedBy: one.SharedBy})
		if err != nil {
			return err
		}
	}
	return nil
}

// Remove takes one away.
func (s *Shares) Remove(ctx context.Context, operationID, entryID, shareID id.ID) (library.Share, bool, error) {
	r, err := queries(ctx, s.db).DeleteLibraryShare(ctx, sqlcgen.DeleteLibraryShareParams{OperationID: operationID, EntryID: entryID, ID: shareID})
	if errors.Is(err, pgx.ErrNoRows) {
		return library.Share{}, false, nil
	}
	return library.Share{ID: r.ID, EntryID: r.EntryID, SiteID: postgres.IDOf(r.ParticipantID)}, err == nil, err
}

// Strangers answers those of some sites that are not of the operation.
func (s *Shares) Strangers(ctx context.Context, operationID id.ID, siteIDs []id.ID) ([]id.ID, error) {
	return queries(ctx, s.db).ListLibraryStrangers(ctx, siteIDs, operationID)
}

func fromDBLink(r sqlcgen.LibraryLink) library.Link {
	return library.Link{ID: r.ID, EntryID: r.EntryID, OperationID: r.OperationID, ExpiresAt: r.ExpiresAt, CreatedAt: r.CreatedAt, CreatedBy: r.CreatedBy,
		RevokedAt: r.RevokedAt, Opened: int(r.Opened), LastOpenedAt: r.LastOpenedAt}
}

// Links lists those of a document, newest first.
func (s *Shares) Links(ctx context.Context, operationID, entryID id.ID) ([]library.Link, error) {
	rows, err := queries(ctx, s.db).ListLibraryLinks(ctx, operationID, entryID)
	out := make([]library.Link, len(rows))
	for n, r := range rows {
		out[n] = fromDBLink(r)
	}
	return out, err
}

// Link finds one of any operation.
func (s *Shares) Link(ctx context.Context, linkID id.ID) (library.Link, bool, error) {
	r, err := queries(ctx, s.db).GetLibraryLink(ctx, linkID)
	if errors.Is(err, pgx.ErrNoRows) {
		return library.Link{}, false, nil
	}
	return fromDBLink(r), err == nil, err
}

// AddLink stores a link.
func (s *Shares) AddLink(ctx context.Context, l library.Link) error {
	return queries(ctx, s.db).InsertLibraryLink(ctx, sqlcgen.InsertLibraryLinkParams{ID: l.ID, OperationID: l.OperationID, EntryID: l.EntryID,
		ExpiresAt: l.ExpiresAt, CreatedAt: l.CreatedAt, CreatedBy: l.CreatedBy})
}

// Revoke ends a link.
func (s *Shares) Revoke(ctx context.Context, operationID, entryID, linkID id.ID, at time.Time) (bool, error) {
	n, err := queries(ctx, s.db).RevokeLibraryLink(ctx, sqlcgen.RevokeLibraryLinkParams{At: &at, OperationID: operationID, EntryID: entryID, ID: linkID})
	return n > 0, err
}

// Count adds a download to a link.
func (s *Shares) Count(ctx context.Context, linkID id.ID, at time.Time) error {
	return queries(ctx, s.db).CountLibraryLink(ctx, &at, linkID)
}
