package coretest

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/openpmo/pmo/adapters/blob"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/event"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/object"
)

// Told keeps which invoices were published.
type Told struct {
	mu        sync.Mutex
	Documents []id.ID
}

// Publish of event.Publisher.
func (q *Told) Publish(_ context.Context, e event.Event) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if published, ok := e.(billing.InvoicesPublished); ok {
		q.Documents = append(q.Documents, published.InvoiceIDs...)
	}
	return nil
}

// printer writes a document as text and keeps the last one.
type printer struct {
	mu   *sync.Mutex
	last *billing.Document
}

func (p printer) Render(d billing.Document) ([]byte, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	*p.last = d
	return fmt.Appendf(nil, "%s %s %s %s %v %+v", d.Number, d.Language, d.Total, d.Payment.IBAN, d.Draft, d.Mentions), nil
}

func (p printer) RenderAll(ds []billing.Document) (out [][]byte, err error) {
	for _, d := range ds {
		file, _ := p.Render(d)
		out = append(out, file)
	}
	return out, nil
}

// Shelf is an object store in memory.
type Shelf struct {
	mu    sync.Mutex
	Bytes map[string][]byte
}

type opened struct{ *bytes.Reader }

func (opened) Close() error { return nil }

// Put of object.Store.
func (s *Shelf) Put(_ context.Context, key string, content io.Reader, _ int64, _ string) error {
	b, err := io.ReadAll(content)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.Bytes[key] = b
	return err
}

// PutAll of object.Store.
func (s *Shelf) PutAll(ctx context.Context, objects []object.Object) error {
	return blob.PutAll(ctx, s, objects)
}

// Get of object.Store.
func (s *Shelf) Get(_ context.Context, key string) (io.ReadSeekCloser, object.Info, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	b, ok := s.Bytes[key]
	if !ok {
		return nil, object.Info{}, object.ErrNotFound
	}
	return opened{bytes.NewReader(b)}, object.Info{Size: int64(len(b))}, nil
}

// Stat of object.Store.
func (s *Shelf) Stat(context.Context, string) (object.Info, error) { return object.Info{}, nil }

// Delete of object.Store.
func (s *Shelf) Delete(_ context.Context, key string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.Bytes, key)
	return nil
}

// SignGet of object.Store.
func (s *Shelf) SignGet(_ context.Context, key, fileName string, ttl time.Duration) (string, error) {
	return "/" + key + "/" + fileName + "/" + ttl.String(), nil
}
