package billing

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// File is a document to download.
type File struct {
	Name    string // with its extension, of letters, digits and -_. only
	Content []byte // PDF
}

// Download gives the document of an invoice. A published one is what was stored, or is
// rendered from its snapshot by the same function; another language than its own gives
// a copy marked as a translation. A draft is rendered from the facts of now. What is
// not charged has none. Errors: invoice.notFound, invoice.noDocument.
func (s *Service) Download(ctx context.Context, p policy.Principal, scope Scope, invoiceID id.ID, language string) (File, error) {
	op, side, err := s.enterOwn(ctx, p, scope)
	if err != nil {
		return File{}, err
	}
	inv, err := s.visible(ctx, op.ID, side, invoiceID)
	if err != nil {
		return File{}, err
	}
	switch {
	case inv.Number != "":
		return s.published(ctx, inv, language)
	case inv.Status != Draft:
		return File{}, ErrInvoiceNoDocument.With("status", string(inv.Status))
	}
	b, err := s.book(ctx, op)
	if err != nil {
		return File{}, err
	}
	drawing := s.newDrawing(b)
	if err := drawing.measure(ctx, inv); err != nil {
		return File{}, err
	}
	doc, err := drawing.document(ctx, inv, language, s.today(op))
	if err != nil {
		return File{}, err
	}
	content, err := s.Renderer.Render(doc)
	return File{Name: "brouillon-" + inv.Days.From.String() + "-" + inv.ID.String()[24:] + ".pdf", Content: content}, err
}

func (s *Service) published(ctx context.Context, inv Invoice, language string) (File, error) {
	file := File{Name: "facture-" + inv.Number + ".pdf"}
	snapshots, err := s.Invoices.Snapshots(ctx, inv.OperationID, []id.ID{inv.ID})
	if err != nil {
		return File{}, err
	}
	doc, ok := snapshots[inv.ID]
	if !ok {
		return File{}, ErrInvoiceNotFound
	}
	if language != "" && language != doc.Language {
		if doc, err = s.newDrawing(nil).translated(ctx, doc, language); err != nil {
			return File{}, err
		}
		file.Name = "facture-" + inv.Number + "-" + language + ".pdf"
		file.Content, err = s.Renderer.Render(doc)
		return file, err
	}
	if inv.DocumentSHA256 != nil {
		content, _, err := s.Objects.Get(ctx, documentKey(inv.OperationID, inv.DocumentSHA256))
		if err == nil {
			defer content.Close()
			file.Content, err = io.ReadAll(content)
			return file, err
		}
		// A lost object is made again: the snapshot is what counts.
	}
	file.Content, err = s.Renderer.Render(doc)
	return file, err
}

func documentKey(operationID id.ID, sum []byte) string {
	return "invoices/" + operationID.String() + "/" + hex.EncodeToString(sum) + ".pdf"
}

// StoreDocuments renders published invoices and keeps the documents by the hash of
// their content; those that are stored already are left alone. It is what a job calls
// and checks no permission.
func (s *Service) StoreDocuments(ctx context.Context, operationID id.ID, invoiceIDs []id.ID) error {
	heads, err := s.Invoices.Heads(ctx, operationID, invoiceIDs)
	if err != nil {
		return err
	}
	lacking := slices.DeleteFunc(firstOnly(invoiceIDs), func(i id.ID) bool {
		inv, ok := heads[i]
		return !ok || inv.Number == "" || inv.DocumentSHA256 != nil
	})
	for some := range slices.Chunk(lacking, maxDrawn) {
		snapshots, err := s.Invoices.Snapshots(ctx, operationID, some)
		if err != nil {
			return err
		}
		sums, err := s.draw(ctx, operationID, snapshots)
		if err != nil {
			return err
		}
		if err := s.Invoices.SetDocuments(ctx, operationID, sums); err != nil {
			return err
		}
	}
	return nil
}

// Documents are drawn and stored side by side: a store that writes to disk waits most
// of the time.
const (
	maxDrawn = 64 // read, drawn and recorded at once
	drawers  = 8
)

// draw renders and stores documents and returns the hashes of their contents.
func (s *Service) draw(ctx context.Context, operationID id.ID, documents map[id.ID]Document) (map[id.ID][]byte, error) {
	var mu sync.Mutex
	var failed error
	sums := make(map[id.ID][]byte, len(documents))
	todo := make(chan id.ID, len(documents))
	for _, i := range slices.Sorted(maps.Keys(documents)) {
		todo <- i
	}
	close(todo)
	var all sync.WaitGroup
	for range min(drawers, len(documents)) {
		all.Go(func() {
			for i := range todo {
				sum, err := s.drawOne(ctx, operationID, documents[i])
				mu.Lock()
				sums[i], failed = sum, errors.Join(failed, err)
				stop := failed != nil
				mu.Unlock()
				if stop {
					return
				}
			}
		})
	}
	all.Wait()
	return sums, failed
}

func (s *Service) drawOne(ctx context.Context, operationID id.ID, doc Document) ([]byte, error) {
	content, err := s.Renderer.Render(doc)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(content)
	err = s.Objects.Put(ctx, documentKey(operationID, sum[:]), bytes.NewReader(content), int64(len(content)), "application/pdf")
	return sum[:], err
}

// SweepDocuments stores documents whose job was lost.
func (s *Service) SweepDocuments(ctx context.Context) error {
	const limit = 1000
	lost, err := s.Invoices.Undocumented(ctx, s.Now().Add(-10*time.Minute), limit)
	if err != nil {
		return err
	}
	for _, operationID := range slices.Sorted(maps.Keys(lost)) {
		if err := s.StoreDocuments(ctx, operationID, lost[operationID]); err != nil {
			return err
		}
	}
	return nil
}
