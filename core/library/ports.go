package library

import (
	"context"
	"io"
	"time"

	"github.com/openpmo/pmo/core/document"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
)

// Entries keeps folders, documents and their versions.
type Entries interface {
	// All lists what an operation keeps, the trash included, by name.
	All(ctx context.Context, operationID id.ID) ([]Entry, error)
	// Bytes is what all versions of an operation weigh.
	Bytes(ctx context.Context, operationID id.ID) (int64, error)
	// Add stores an entry; of a document with its first version.
	Add(ctx context.Context, e Entry) error
	// AddVersion stores what is in force of a document from now on.
	AddVersion(ctx context.Context, e Entry) error
	// Save stores the name, the folder, the depth and the trash of an entry, and counts its revision on;
	// what is below, in a folder, stands so many depths further down.
	Save(ctx context.Context, e Entry, further int, below []id.ID) error
	// Versions are those of a document, newest first.
	Versions(ctx context.Context, operationID, entryID id.ID) ([]Version, error)
	// Remove takes entries away with versions, shares and links, and answers the contents that they named.
	Remove(ctx context.Context, operationID id.ID, ids []id.ID) (contents []id.ID, err error)
}

// Shares keeps who an entry is shared with, and links.
type Shares interface {
	// Of lists the shares of entries, that with everybody first, then by name of the site.
	Of(ctx context.Context, operationID id.ID, entryIDs []id.ID) ([]Share, error)
	// With answers the entries that are shared with one of some sites, or with everybody.
	With(ctx context.Context, operationID id.ID, siteIDs []id.ID) (map[id.ID]bool, error)
	// Add stores shares; one that is there stays.
	Add(ctx context.Context, operationID id.ID, shares []Share) error
	// Remove takes one away; found is false where there was none.
	Remove(ctx context.Context, operationID, entryID, shareID id.ID) (s Share, found bool, err error)
	// Strangers answers those of some sites that are not of the operation.
	Strangers(ctx context.Context, operationID id.ID, siteIDs []id.ID) ([]id.ID, error)

	// Links lists those of a document, newest first.
	Links(ctx context.Context, operationID, entryID id.ID) ([]Link, error)
	// Link finds one of any operation; ok is false where there is none.
	Link(ctx context.Context, linkID id.ID) (l Link, ok bool, err error)
	AddLink(ctx context.Context, l Link) error
	// Revoke ends a link; found is false where there is none that was not revoked.
	Revoke(ctx context.Context, operationID, entryID, linkID id.ID, at time.Time) (found bool, err error)
	// Count adds a download to a link.
	Count(ctx context.Context, linkID id.ID, at time.Time) error
}

// Operations is package operation as seen from here.
type Operations interface {
	ByID(ctx context.Context, operationID id.ID) (operation.Operation, error)
	Locked(ctx context.Context, operationID id.ID) (operation.Operation, error)
}

// Documents keeps the contents; *document.Service is one.
type Documents interface {
	Keep(ctx context.Context, operationID id.ID, kind document.Kind, contents ...document.Content) ([]document.Document, error)
	Attach(ctx context.Context, docs []document.Document, name func(ctx context.Context) error) error
	Release(ctx context.Context, ids ...id.ID) error
	Open(ctx context.Context, d document.Document) (io.ReadSeekCloser, error)
}

// Signatures make the texts that links end with: who has not got one cannot make it up.
type Signatures interface {
	// Sign is the text of a link.
	Sign(linkID id.ID) string
	// Read finds the link of a text; ok is false where Sign did not make it.
	Read(token string) (linkID id.ID, ok bool)
}
