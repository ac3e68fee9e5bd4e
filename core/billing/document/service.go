package document

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

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/agreement"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/object"
)

// Deps is what documents are made of and kept in.
type Deps struct {
	LegalTexts   billing.LegalTexts
	Measurements billing.Measurements
	Invoices     billing.InvoiceQueries
	Documents    billing.Documents
	Objects      object.Store
	Renderer     billing.Renderer
}

// Service draws invoices and keeps the documents of published ones.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

// Draft makes documents of the invoices of one operation; b is nil for translations.
func (s *Service) Draft(b *agreement.Agreements) *drawing {
	return &drawing{Deps: s.Deps, b: b, texts: map[string]map[string]string{}}
}

// File is a document to download, with what names it.
type File struct {
	Number      string     // of the invoice; "" = a draft
	InvoiceID   id.ID      // of a draft
	From        civil.Date // of a draft: the first day it bills
	Translation string     // the language of a copy in another than the invoice's own; "" = none
	Content     []byte     // PDF
}

func documentKey(operationID id.ID, sum []byte) string {
	return "invoices/" + operationID.String() + "/" + hex.EncodeToString(sum) + ".pdf"
}

// Documents are drawn and stored side by side: a store that writes to disk waits most
// of the time.
const (
	maxDrawn = 64 // read, drawn and recorded at once
	drawers  = 8
)

func (s *Service) Published(ctx context.Context, inv billing.Invoice, language string) (File, error) {
	file := File{Number: inv.Number}
	snapshots, err := s.Documents.Snapshots(ctx, inv.OperationID, []id.ID{inv.ID})
	if err != nil {
		return File{}, err
	}
	doc, ok := snapshots[inv.ID]
	if !ok {
		return File{}, billing.ErrInvoiceNotFound
	}
	if language != "" && language != doc.Language {
		if doc, err = s.Draft(nil).translated(ctx, doc, language); err != nil {
			return File{}, err
		}
		file.Translation = language
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

// StoreDocuments renders published invoices and keeps the documents by the hash of
// their content; those that are stored already are left alone. It handles
// billing.InvoicesPublished, which is delivered again until it is done (core/event), and checks no
// permission: nothing else looks for documents that are not there. One that dies after the store
// has the content and before it is recorded puts the same content under the same key again.
func (s *Service) StoreDocuments(ctx context.Context, operationID id.ID, invoiceIDs []id.ID) error {
	heads, err := s.Invoices.Heads(ctx, operationID, invoiceIDs)
	if err != nil {
		return err
	}
	lacking := slices.DeleteFunc(billing.Distinct(invoiceIDs), func(i id.ID) bool {
		inv, ok := heads[i]
		return !ok || inv.Number == "" || inv.DocumentSHA256 != nil
	})
	for some := range slices.Chunk(lacking, maxDrawn) {
		snapshots, err := s.Documents.Snapshots(ctx, operationID, some)
		if err != nil {
			return err
		}
		sums, err := s.storeAll(ctx, operationID, snapshots)
		if err != nil {
			return err
		}
		if err := s.Documents.SetDocuments(ctx, operationID, sums); err != nil {
			return err
		}
	}
	return nil
}

// storeAll renders and stores documents and returns the hashes of their contents.
func (s *Service) storeAll(ctx context.Context, operationID id.ID, documents map[id.ID]billing.Document) (map[id.ID][]byte, error) {
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
				sum, err := s.store(ctx, operationID, documents[i])
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

func (s *Service) store(ctx context.Context, operationID id.ID, doc billing.Document) ([]byte, error) {
	content, err := s.Renderer.Render(doc)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(content)
	err = s.Objects.Put(ctx, documentKey(operationID, sum[:]), bytes.NewReader(content), int64(len(content)), "application/pdf")
	return sum[:], err
}
