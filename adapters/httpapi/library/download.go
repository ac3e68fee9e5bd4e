package library

import (
	"archive/zip"
	"context"
	"fmt"
	"io"
	"iter"
	"net/http"
	"strings"

	genlibrary "github.com/openpmo/pmo/adapters/httpapi/gen/library"
	"github.com/openpmo/pmo/adapters/httpapi/transport/endpoint"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/id"
	core "github.com/openpmo/pmo/core/library"
)

// DownloadDocument answers a file to be saved, of no type that a browser opens: nothing of it runs in
// the session of who asks.
func (a API) DownloadDocument(ctx context.Context, r genlibrary.DownloadDocumentRequestObject) (genlibrary.DownloadDocumentResponseObject, error) {
	version := 0
	if r.Params.Version != nil {
		version = *r.Params.Version
	}
	d, err := a.Library.Open(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.DocumentId), version)
	if err != nil {
		return nil, err
	}
	disposition := wire.Attachment(d.Name)
	return genlibrary.DownloadDocument200ApplicationoctetStreamResponse{Body: d.Content, ContentLength: d.Size,
		Headers: genlibrary.DownloadDocument200ResponseHeaders{ContentDisposition: &disposition}}, nil
}

func (a API) PreviewDocument(ctx context.Context, r genlibrary.PreviewDocumentRequestObject) (genlibrary.PreviewDocumentResponseObject, error) {
	version := 0
	if r.Params.Version != nil {
		version = *r.Params.Version
	}
	d, err := a.Library.Preview(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.DocumentId), version)
	return preview{d}, err
}

// preview is a PDF or a picture that a page of ours shows.
type preview struct{ core.Download }

// VisitPreviewDocumentResponse answers it by its type, which no browser takes for a page; were it one, it
// would have no scripts.
func (p preview) VisitPreviewDocumentResponse(w http.ResponseWriter) error {
	h := w.Header()
	h.Set("X-Frame-Options", "SAMEORIGIN")
	h.Set("Content-Security-Policy", "script-src 'none'; frame-ancestors 'self'")
	inline := strings.Replace(wire.Attachment(p.Name), "attachment", "inline", 1)
	return endpoint.WriteFile(w, http.StatusOK, p.ContentType, p.Content, p.Size, endpoint.Header{Name: "Content-Disposition", Value: &inline})
}

func (a API) DownloadLinkedDocument(ctx context.Context, r genlibrary.DownloadLinkedDocumentRequestObject) (genlibrary.DownloadLinkedDocumentResponseObject, error) {
	d, err := a.Library.OpenLink(ctx, r.Token)
	if err != nil {
		return nil, err
	}
	disposition := wire.Attachment(d.Name)
	return genlibrary.DownloadLinkedDocument200ApplicationoctetStreamResponse{Body: d.Content, ContentLength: d.Size,
		Headers: genlibrary.DownloadLinkedDocument200ResponseHeaders{ContentDisposition: &disposition}}, nil
}

func (a API) DownloadDocuments(ctx context.Context, r genlibrary.DownloadDocumentsRequestObject) (genlibrary.DownloadDocumentsResponseObject, error) {
	ids := make([]id.ID, len(r.Params.DocumentIds))
	for n, one := range r.Params.DocumentIds {
		ids[n] = id.ID(one)
	}
	files, err := a.Library.Archive(ctx, request.Principal(ctx), id.ID(r.OperationId), ids)
	if err != nil {
		return nil, err
	}
	return archive{files}, nil
}

// archive writes documents into the answer as they are read, so that many of them need no memory.
type archive struct {
	files iter.Seq2[core.Archived, error]
}

// VisitDownloadDocumentsResponse answers with the zip. What fails after it began breaks the connection
// off, since half an archive must not look like a whole one.
func (a archive) VisitDownloadDocumentsResponse(w http.ResponseWriter) error {
	var out *zip.Writer
	begin := func() {
		w.Header().Set("Content-Type", "application/zip")
		w.Header().Set("Content-Disposition", wire.Attachment("documents.zip"))
		w.WriteHeader(http.StatusOK)
		out = zip.NewWriter(w)
	}
	for file, err := range a.files {
		switch {
		case err != nil && out == nil:
			return err
		case err != nil:
			panic(fmt.Errorf("archive of documents: %w", err))
		case out == nil:
			begin()
		}
		// PDF, pictures and office documents are compressed already.
		entry, err := out.CreateHeader(&zip.FileHeader{Name: file.Path, Method: zip.Store})
		if err != nil {
			return nil //nolint:nilerr // whoever asked is gone
		}
		if _, err := io.Copy(entry, file.Content); err != nil {
			panic(fmt.Errorf("archive of documents: %w", err))
		}
	}
	if out == nil {
		begin()
	}
	_ = out.Close()
	return nil
}
