package document

import (
	"context"
	"errors"
	"io"
	"maps"
	"slices"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/agreement"
	"github.com/openpmo/pmo/core/billing/einvoice"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/document"
	"github.com/openpmo/pmo/core/fault"
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

// Kinds of the stored documents: PDF, and e-invoices apart.
const (
	Kind           document.Kind = "invoices"
	ElectronicKind document.Kind = "einvoices"
)

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
		if file.Content, err = s.read(ctx, document.Document{ID: inv.DocumentID, OperationID: inv.OperationID, Kind: Kind}); err == nil {
			return file, nil
		}
		// A lost object is made again: the snapshot is what counts, and the e-invoice that was sent with it.
		if doc.Electronic, err = s.kept(ctx, inv); err != nil {
			return File{}, err
		}
	}
	file.Content, err = s.Render(ctx, inv.OperationID, doc)
	return file, err
}

// Electronic is the e-invoice of a published invoice: the one that was kept when it was issued, or, of
// those of before, one made of what was frozen. Errors: invoice.notFound, those of einvoice.Of.
func (s *Service) Electronic(ctx context.Context, inv billing.Invoice) (File, error) {
	file := File{Number: inv.Number, InvoiceID: inv.ID, From: inv.Days.From}
	var err error
	if file.Content, err = s.kept(ctx, inv); err != nil || file.Content != nil {
		return file, err
	}
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
	if doc.Archival && structured.Syntax == einvoice.UBL {
		printed, err := s.Published(ctx, inv, "")
		if err != nil {
			return File{}, err
		}
		structured.Printed = printed.Content
	}
	file.Content, err = s.EInvoices.Write(structured)
	return file, err
}

// Travelling is an issued invoice as it is handed to who brings it to its client: the stored document,
// with what it says in the terms of EN 16931.
type Travelling struct {
	Document    billing.Document
	Structured  einvoice.Invoice
	Printed     bool // PDF/A-3 with the e-invoice in it; otherwise the e-invoice itself
	ContentType string
	Content     []byte
}

// Travelling is the stored document of an issued invoice as it is sent: in France the PDF that holds the
// e-invoice, in Belgium the e-invoice that holds the PDF. What is not stored yet is stored first, so that
// what is sent is what is kept. Errors: invoice.notFound, those of einvoice.Of.
func (s *Service) Travelling(ctx context.Context, operationID, invoiceID id.ID) (Travelling, error) {
	snapshots, err := s.Documents.Snapshots(ctx, operationID, []id.ID{invoiceID})
	if err != nil {
		return Travelling{}, err
	}
	doc, ok := snapshots[invoiceID]
	if !ok {
		return Travelling{}, billing.ErrInvoiceNotFound
	}
	out := Travelling{Document: doc, ContentType: "application/xml"}
	if out.Structured, err = einvoice.Of(doc); err != nil {
		return Travelling{}, err
	}
	if err := s.StoreDocuments(ctx, operationID, []id.ID{invoiceID}); err != nil {
		return Travelling{}, err
	}
	heads, err := s.Invoices.Heads(ctx, operationID, []id.ID{invoiceID})
	if err != nil {
		return Travelling{}, err
	}
	inv, read := heads[invoiceID], s.storedElectronic
	if doc.Archival && out.Structured.Syntax == einvoice.CII {
		out.Printed, out.ContentType = true, "application/pdf"
		read = func(ctx context.Context, inv billing.Invoice) (File, error) { return s.Published(ctx, inv, "") }
	}
	file, err := read(ctx, inv)
	out.Content = file.Content
	return out, err
}

// storedElectronic is Electronic; one that was made anew is kept, and of two that are made at once the
// first.
func (s *Service) storedElectronic(ctx context.Context, inv billing.Invoice) (File, error) {
	known, err := s.Documents.Electronic(ctx, inv.OperationID, inv.ID)
	if err != nil {
		return File{}, err
	}
	file, err := s.Electronic(ctx, inv)
	if err != nil || !known.IsZero() {
		return file, err
	}
	apart, err := s.Stored.Keep(ctx, inv.OperationID, ElectronicKind, document.Of(file.Content, "application/xml"))
	if err != nil {
		return file, err
	}
	of := map[id.ID]billing.StoredFiles{inv.ID: {PrintedID: inv.DocumentID, ElectronicID: apart[0].ID}}
	err = s.Stored.Attach(ctx, apart, func(ctx context.Context) error { return s.Documents.SetDocuments(ctx, inv.OperationID, of) })
	if err != nil {
		return file, err
	}
	return s.Electronic(ctx, inv)
}

// Availability is whether a published invoice is an e-invoice too.
type Availability struct {
	Within  bool         // the document holds the e-invoice
	Refused *fault.Error // why there is none; nil where there is one
}

// Availability says whether a published invoice is an e-invoice too. Error: invoice.notFound.
func (s *Service) Availability(ctx context.Context, inv billing.Invoice) (Availability, error) {
	snapshots, err := s.Documents.Snapshots(ctx, inv.OperationID, []id.ID{inv.ID})
	if err != nil {
		return Availability{}, err
	}
	doc, ok := snapshots[inv.ID]
	if !ok {
		return Availability{}, billing.ErrInvoiceNotFound
	}
	structured, err := einvoice.Of(doc)
	if err != nil {
		return Availability{Refused: fault.From(err)}, nil
	}
	return Availability{Within: doc.Archival && structured.Syntax == einvoice.CII}, nil
}

// kept is the stored e-invoice of an invoice; nil where there is none, or where it is lost, so that
// it is made again, as a PDF is.
func (s *Service) kept(ctx context.Context, inv billing.Invoice) ([]byte, error) {
	stored, err := s.Documents.Electronic(ctx, inv.OperationID, inv.ID)
	if err != nil || stored.IsZero() {
		return nil, err
	}
	content, err := s.read(ctx, document.Document{ID: stored, OperationID: inv.OperationID, Kind: ElectronicKind})
	if err != nil {
		return nil, nil //nolint:nilerr // what is lost is made again
	}
	return content, nil
}

func (s *Service) read(ctx context.Context, d document.Document) (content []byte, err error) {
	file, err := s.Stored.Open(ctx, d)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	return io.ReadAll(file)
}

// Render draws a document of an operation, with its logo and with its e-invoice where it has one.
func (s *Service) Render(ctx context.Context, operationID id.ID, doc billing.Document) ([]byte, error) {
	docs := []billing.Document{doc}
	if err := s.addLogos(ctx, operationID, docs); err != nil {
		return nil, err
	}
	if _, err := s.addElectronic(docs); err != nil {
		return nil, err
	}
	return s.Renderer.Render(docs[0])
}

// addElectronic makes the e-invoices of documents and puts those of France in: in Belgium the
// e-invoice holds the document instead. A document that can have none, as that of a private client of
// Brussels, is drawn without. The answer is in the order of docs, nil where there is none.
func (s *Service) addElectronic(docs []billing.Document) ([]*einvoice.Invoice, error) {
	out := make([]*einvoice.Invoice, len(docs))
	for n := range docs {
		d := &docs[n]
		if !d.Archival || d.Draft || d.Translation {
			continue
		}
		structured, err := einvoice.Of(*d)
		if err != nil {
			continue // why is told where the invoice is shown (Availability)
		}
		out[n] = &structured
		if structured.Syntax != einvoice.CII {
			d.Electronic = nil
		} else if d.Electronic == nil {
			if d.Electronic, err = s.EInvoices.Write(structured); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
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
	structured, err := s.addElectronic(drawn)
	if err != nil {
		return err
	}
	files, err := s.Renderer.RenderAll(drawn)
	if err != nil {
		return err
	}
	contents, apart := make([]document.ContentOf, len(files)), make([]int, len(files)) // where the e-invoice of each is among the contents
	for n, file := range files {
		contents[n] = document.ContentOf{Kind: Kind, Content: document.Of(file, "application/pdf")}
		if structured[n] == nil {
			continue
		}
		content := drawn[n].Electronic
		if structured[n].Syntax == einvoice.UBL {
			structured[n].Printed = file
			if content, err = s.EInvoices.Write(*structured[n]); err != nil {
				return err
			}
		}
		apart[n] = len(contents)
		contents = append(contents, document.ContentOf{Kind: ElectronicKind, Content: document.Of(content, "application/xml")})
	}
	kept, err := s.Stored.KeepEach(ctx, operationID, contents)
	if err != nil {
		return err
	}
	of := make(map[id.ID]billing.StoredFiles, len(ids))
	for n, i := range ids {
		files := billing.StoredFiles{PrintedID: kept[n].ID}
		if structured[n] != nil {
			files.ElectronicID = kept[apart[n]].ID
		}
		of[i] = files
	}
	return s.Stored.Attach(ctx, kept, func(ctx context.Context) error { return s.Documents.SetDocuments(ctx, operationID, of) })
}
