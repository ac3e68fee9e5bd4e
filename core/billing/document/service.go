package document

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"maps"
	"slices"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/agreement"
	"github.com/openpmo/pmo/core/billing/einvoice"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/document"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/logo"
)

// Deps is what documents are made of and kept in.
type Deps struct {
	LegalTexts   billing.LegalTexts
	Measurements billing.Measurements
	Invoices     billing.InvoiceQueries
	Documents    billing.Documents
	Stored       *document.Service
	Logos        *logo.Service
	Renderer     billing.Renderer
	EInvoices    einvoice.Writer
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

// Kind of the stored documents.
const Kind document.Kind = "invoices"

// maxDrawn is how many are read, drawn and recorded at once.
const maxDrawn = 64

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
		file.Content, err = s.Render(ctx, inv.OperationID, doc)
		return file, err
	}
	if !inv.DocumentID.IsZero() {
		content, err := s.Stored.Open(ctx, document.Document{ID: inv.DocumentID, OperationID: inv.OperationID, Kind: Kind})
		if err == nil {
			defer content.Close()
			file.Content, err = io.ReadAll(content)
			return file, err
		}
		// A lost object is made again: the snapshot is what counts.
	}
	file.Content, err = s.Render(ctx, inv.OperationID, doc)
	return file, err
}

// Electronic is the e-invoice of a published invoice, made of what was frozen when it was issued.
// Errors: invoice.notFound, those of einvoice.Of.
func (s *Service) Electronic(ctx context.Context, inv billing.Invoice) (File, error) {
	snapshots, err := s.Documents.Snapshots(ctx, inv.OperationID, []id.ID{inv.ID})
	if err != nil {
		return File{}, err
	}
	doc, ok := snapshots[inv.ID]
	if !ok {
		return File{}, billing.ErrInvoiceNotFound
	}
	structured, err := einvoice.Of(doc)
	if err != nil {
		return File{}, err
	}
	content, err := s.EInvoices.Write(structured)
	return File{Number: inv.Number, InvoiceID: inv.ID, From: inv.Days.From, Content: content}, err
}

// Render draws a document of an operation, with its logo.
func (s *Service) Render(ctx context.Context, operationID id.ID, doc billing.Document) ([]byte, error) {
	docs := []billing.Document{doc}
	if err := s.addLogos(ctx, operationID, docs); err != nil {
		return nil, err
	}
	return s.Renderer.Render(docs[0])
}

// addLogos reads the logos of documents, each once.
func (s *Service) addLogos(ctx context.Context, operationID id.ID, docs []billing.Document) error {
	read := map[id.ID][]byte{}
	for n, doc := range docs {
		if doc.LogoID.IsZero() {
			continue
		}
		if _, ok := read[doc.LogoID]; !ok {
			content, err := s.Logos.Read(ctx, operationID, doc.LogoID)
			if err != nil {
				return err
			}
			read[doc.LogoID] = content
		}
		docs[n].Logo = read[doc.LogoID]
	}
	return nil
}

// StoreDocuments renders published invoices and keeps the documents; those that are stored already
// are left alone. It handles billing.InvoicesPublished, which is delivered again until it is done
// (core/event), and checks no permission: nothing else looks for documents that are not there. One
// that dies on its way finds what it kept when it comes again.
func (s *Service) StoreDocuments(ctx context.Context, operationID id.ID, invoiceIDs []id.ID) error {
	heads, err := s.Invoices.Heads(ctx, operationID, invoiceIDs)
	if err != nil {
		return err
	}
	lacking := slices.DeleteFunc(billing.Distinct(invoiceIDs), func(i id.ID) bool {
		inv, ok := heads[i]
		return !ok || inv.Number == "" || !inv.DocumentID.IsZero()
	})
	for some := range slices.Chunk(lacking, maxDrawn) {
		snapshots, err := s.Documents.Snapshots(ctx, operationID, some)
		if err != nil {
			return err
		}
		if err := s.store(ctx, operationID, snapshots); err != nil {
			return err
		}
	}
	return nil
}

// store renders documents, keeps them and records whose they are.
func (s *Service) store(ctx context.Context, operationID id.ID, snapshots map[id.ID]billing.Document) error {
	ids := slices.Sorted(maps.Keys(snapshots))
	drawn := make([]billing.Document, len(ids))
	for n, i := range ids {
		drawn[n] = snapshots[i]
	}
	if err := s.addLogos(ctx, operationID, drawn); err != nil {
		return err
	}
	files, err := s.Renderer.RenderAll(drawn)
	if err != nil {
		return err
	}
	contents := make([]document.Content, len(files))
	for n, file := range files {
		sum := sha256.Sum256(file)
		contents[n] = document.Content{SHA256: hex.EncodeToString(sum[:]), Size: int64(len(file)), ContentType: "application/pdf",
			Open: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(file)), nil }}
	}
	kept, err := s.Stored.Keep(ctx, operationID, Kind, contents...)
	if err != nil {
		return err
	}
	of := make(map[id.ID]id.ID, len(ids))
	for n, i := range ids {
		of[i] = kept[n].ID
	}
	return s.Stored.Attach(ctx, kept, func(ctx context.Context) error { return s.Documents.SetDocuments(ctx, operationID, of) })
}
