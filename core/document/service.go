package document

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/object"
)

// Deps are what the service works with.
type Deps struct {
	Documents Documents
	Objects   object.Store
	Tx        Enclosure
	Now       func() time.Time
}

// Service keeps documents. It asks nobody for a permission: the contexts whose things name them do.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service {
	if d.Now == nil {
		d.Now = time.Now
	}
	return &Service{d}
}

const (
	// patience is how long a content may be on its way, or wait for what names it: longer than any
	// request or attempt of a job.
	patience = 24 * time.Hour
	// swept is how many are looked at together.
	swept = 100
)

// Keep puts contents of one kind into the object store, before the transaction that names them, as
// KeepEach does.
func (s *Service) Keep(ctx context.Context, operationID id.ID, kind Kind, contents ...Content) ([]Document, error) {
	each := make([]ContentOf, len(contents))
	for n, c := range contents {
		each[n] = ContentOf{Kind: kind, Content: c}
	}
	return s.KeepEach(ctx, operationID, each)
}

// KeepEach puts contents into the object store together, each as of its kind, before the transaction
// that names them: each must be named through Attach. A content that the operation has already, of the
// same kind, is the same document and is not read. The answer is in the order of the contents. Errors:
// those of opening, object.sizeMismatch.
func (s *Service) KeepEach(ctx context.Context, operationID id.ID, contents []ContentOf) ([]Document, error) {
	at, asked := map[same]int{}, []Document{}
	for _, c := range contents {
		if _, ok := at[c.same()]; ok {
			continue
		}
		at[c.same()] = len(asked)
		asked = append(asked, Document{ID: id.New(), OperationID: operationID, Kind: c.Kind, SHA256: c.SHA256, Size: c.Size, ContentType: c.ContentType})
	}
	if len(asked) == 0 {
		return nil, nil
	}
	expected, err := s.Documents.Expect(ctx, asked, s.Now())
	if err != nil {
		return nil, err
	}
	docs, put := make([]Document, len(contents)), []object.Object{}
	for i, c := range contents {
		e := &expected[at[c.same()]]
		docs[i] = e.Document
		if !e.Stored {
			put = append(put, object.Object{Key: e.Key(), Open: c.Open, Size: c.Size, ContentType: c.ContentType})
			e.Stored = true // once for all that have this content
		}
	}
	return docs, s.Objects.PutAll(ctx, put)
}

// Attach records in one transaction that documents are there and, by name, what names them.
// Error: ErrGone when one was on its way for more than a day.
func (s *Service) Attach(ctx context.Context, docs []Document, name func(ctx context.Context) error) error {
	ids := make([]id.ID, 0, len(docs))
	seen := map[id.ID]bool{}
	for _, d := range docs {
		if !seen[d.ID] {
			seen[d.ID] = true
			ids = append(ids, d.ID)
		}
	}
	return s.Tx.Enclose(ctx, func(ctx context.Context) error {
		if n, err := s.Documents.Settle(ctx, ids); err != nil {
			return err
		} else if n < len(ids) {
			return ErrGone
		}
		return name(ctx)
	})
}

// Kept are documents of an operation and kind by id, that were kept lately or are named: others are
// left out.
func (s *Service) Kept(ctx context.Context, operationID id.ID, kind Kind, ids ...id.ID) (map[id.ID]Document, error) {
	found, err := s.Documents.Find(ctx, operationID, kind, ids)
	kept := make(map[id.ID]Document, len(found))
	for _, d := range found {
		kept[d.ID] = d
	}
	return kept, err
}

// Release lets go of documents, in the transaction that takes them from what named them. One that
// nothing else names goes with the next sweep after a day; until then it can be read.
func (s *Service) Release(ctx context.Context, ids ...id.ID) error {
	return s.Documents.Release(ctx, ids, s.Now())
}

// Link makes an address at which anybody can download a document, under a name, for a while.
func (s *Service) Link(ctx context.Context, d Document, fileName string, ttl time.Duration) (string, error) {
	return s.Objects.SignGet(ctx, d.Key(), fileName, ttl)
}

// Open reads a document that something names; the caller closes it. Error: object.notFound.
func (s *Service) Open(ctx context.Context, d Document) (io.ReadSeekCloser, error) {
	content, _, err := s.Objects.Get(ctx, d.Key())
	return content, err
}

// Sweep removes what arrived, or was let go of, and was named by nothing within a day: what a process
// left behind that died, a change that was refused, a logo that another took the place of.
func (s *Service) Sweep(ctx context.Context) error {
	for {
		left, err := s.Documents.Dismiss(ctx, s.Now().Add(-patience), swept)
		if err != nil || len(left) == 0 {
			return err
		}
		var failed error
		for _, d := range left {
			if err := s.Objects.Delete(ctx, d.Key()); err != nil {
				failed = errors.Join(failed, err)
				continue
			}
			if err := s.Documents.Forget(ctx, d.ID); err != nil {
				return err
			}
		}
		if failed != nil || len(left) < swept {
			return failed
		}
	}
}
