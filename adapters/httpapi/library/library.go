// Package library answers about the documents of an operation, their folders and who they are shared with.
package library

import (
	"context"
	"io"

	"golang.org/x/text/unicode/norm"

	genlibrary "github.com/openpmo/pmo/adapters/httpapi/gen/library"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/endpoint"
	"github.com/openpmo/pmo/adapters/httpapi/transport/parts"
	"github.com/openpmo/pmo/adapters/httpapi/transport/problem"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/id"
	core "github.com/openpmo/pmo/core/library"
)

// API serves the tag library.
type API struct {
	Library *core.Service
}

var _ genlibrary.StrictServerInterface = API{}

// Endpoints are the operations of the tag.
func (a API) Endpoints() []endpoint.Endpoint { return genlibrary.Endpoints(a) }

func (a API) ListDocuments(ctx context.Context, r genlibrary.ListDocumentsRequestObject) (genlibrary.ListDocumentsResponseObject, error) {
	folder, err := fromAPIFolder(r.Params.FolderId)
	if err != nil {
		return nil, err
	}
	found, err := a.Library.List(ctx, request.Principal(ctx), id.ID(r.OperationId), core.Query{FolderID: folder, Words: wire.Text(r.Params.Q), Trash: wire.IsTrue(r.Params.Trashed)})
	if err != nil {
		return nil, err
	}
	body := make([]model.Document, len(found))
	for n, one := range found {
		body[n] = toAPIDocument(one)
	}
	return genlibrary.ListDocuments200JSONResponse{Body: body}, nil
}

func (a API) UploadDocuments(ctx context.Context, r genlibrary.UploadDocumentsRequestObject) (genlibrary.UploadDocumentsResponseObject, error) {
	var folderID id.ID
	received, err := parts.Receive(r.Body, parts.Rules{MaxFiles: core.MostFiles, TooMany: core.ErrCount, Others: map[string]func(io.Reader) error{
		"folderId": func(part io.Reader) error {
			text, err := io.ReadAll(io.LimitReader(part, 64))
			if err == nil && len(text) > 0 {
				folderID, err = idOf(string(text))
			}
			return err
		}}})
	if err != nil {
		return nil, err
	}
	defer received.Remove()
	files := make([]core.File, len(received.Files))
	for n, f := range received.Files {
		files[n] = core.File{Name: norm.NFC.String(f.Name), Size: f.Size, SHA256: f.SHA256, Open: f.Open}
	}
	added, err := a.Library.Upload(ctx, request.Principal(ctx), id.ID(r.OperationId), folderID, files)
	if err != nil {
		return nil, err
	}
	body := make(genlibrary.UploadDocuments200JSONResponse, len(added))
	for n, one := range added {
		body[n] = model.UploadedDocument{Outcome: model.UploadOutcome(one.Outcome), Document: toAPIDocument(one.View)}
	}
	return body, nil
}

func (a API) CreateFolder(ctx context.Context, r genlibrary.CreateFolderRequestObject) (genlibrary.CreateFolderResponseObject, error) {
	v, err := a.Library.CreateFolder(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(wire.Text(r.Body.FolderId)), norm.NFC.String(r.Body.Name))
	if err != nil {
		return nil, err
	}
	tag, location := wire.ETag(v.Revision), "/api/operations/"+r.OperationId+"/documents/"+string(v.ID)
	return genlibrary.CreateFolder201JSONResponse{Body: toAPIDocument(v), Headers: genlibrary.CreateFolder201ResponseHeaders{ETag: &tag, Location: &location}}, nil
}

func (a API) GetDocument(ctx context.Context, r genlibrary.GetDocumentRequestObject) (genlibrary.GetDocumentResponseObject, error) {
	d, err := a.Library.Get(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.DocumentId))
	if err != nil {
		return nil, err
	}
	tag := wire.ETag(d.Revision)
	return genlibrary.GetDocument200JSONResponse{Body: toAPIDetail(d), Headers: genlibrary.GetDocument200ResponseHeaders{ETag: &tag}}, nil
}

func (a API) UpdateDocument(ctx context.Context, r genlibrary.UpdateDocumentRequestObject) (genlibrary.UpdateDocumentResponseObject, error) {
	revision, err := wire.IfMatch(r.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	folder, err := fromAPIFolder(r.Body.FolderId)
	if err != nil {
		return nil, err
	}
	v, err := a.Library.Change(ctx, request.Principal(ctx), core.ChangeInput{OperationID: id.ID(r.OperationId), EntryID: id.ID(r.DocumentId), IfRevision: revision,
		Name: composed(r.Body.Name), FolderID: folder})
	if err != nil {
		return nil, err
	}
	tag := wire.ETag(v.Revision)
	return genlibrary.UpdateDocument200JSONResponse{Body: toAPIDocument(v), Headers: genlibrary.UpdateDocument200ResponseHeaders{ETag: &tag}}, nil
}

func (a API) DeleteDocument(ctx context.Context, r genlibrary.DeleteDocumentRequestObject) (genlibrary.DeleteDocumentResponseObject, error) {
	revision, err := wire.IfMatch(r.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	return genlibrary.DeleteDocument204Response{}, a.Library.Trash(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.DocumentId), revision)
}

func (a API) RestoreDocument(ctx context.Context, r genlibrary.RestoreDocumentRequestObject) (genlibrary.RestoreDocumentResponseObject, error) {
	folder, err := fromAPIFolder(r.Body.FolderId)
	if err != nil {
		return nil, err
	}
	v, err := a.Library.Restore(ctx, request.Principal(ctx), core.RestoreInput{OperationID: id.ID(r.OperationId), EntryID: id.ID(r.DocumentId),
		Name: composed(r.Body.Name), FolderID: folder})
	if err != nil {
		return nil, err
	}
	tag := wire.ETag(v.Revision)
	return genlibrary.RestoreDocument200JSONResponse{Body: toAPIDocument(v), Headers: genlibrary.RestoreDocument200ResponseHeaders{ETag: &tag}}, nil
}

func (a API) PurgeDocument(ctx context.Context, r genlibrary.PurgeDocumentRequestObject) (genlibrary.PurgeDocumentResponseObject, error) {
	return genlibrary.PurgeDocument204Response{}, a.Library.Purge(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.DocumentId))
}

func (a API) EmptyTrash(ctx context.Context, r genlibrary.EmptyTrashRequestObject) (genlibrary.EmptyTrashResponseObject, error) {
	n, err := a.Library.EmptyTrash(ctx, request.Principal(ctx), id.ID(r.OperationId))
	if err != nil {
		return nil, err
	}
	return genlibrary.EmptyTrash200JSONResponse{RemovedNumber: n}, nil
}

func (a API) GetDocumentSharing(ctx context.Context, r genlibrary.GetDocumentSharingRequestObject) (genlibrary.GetDocumentSharingResponseObject, error) {
	s, err := a.Library.Sharing(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.DocumentId))
	if err != nil {
		return nil, err
	}
	return genlibrary.GetDocumentSharing200JSONResponse(toAPISharing(s)), nil
}

func (a API) ShareDocument(ctx context.Context, r genlibrary.ShareDocumentRequestObject) (genlibrary.ShareDocumentResponseObject, error) {
	s, err := a.Library.Share(ctx, request.Principal(ctx), core.ShareInput{OperationID: id.ID(r.OperationId), EntryID: id.ID(r.DocumentId),
		Sites: wire.IDs(r.Body.ParticipantIds), Everyone: wire.IsTrue(r.Body.Everyone)})
	if err != nil {
		return nil, err
	}
	return genlibrary.ShareDocument200JSONResponse(toAPISharing(s)), nil
}

func (a API) UnshareDocument(ctx context.Context, r genlibrary.UnshareDocumentRequestObject) (genlibrary.UnshareDocumentResponseObject, error) {
	return genlibrary.UnshareDocument204Response{}, a.Library.Unshare(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.DocumentId), id.ID(r.ShareId))
}

func (a API) CreateDocumentLink(ctx context.Context, r genlibrary.CreateDocumentLinkRequestObject) (genlibrary.CreateDocumentLinkResponseObject, error) {
	l, err := a.Library.AddLink(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.DocumentId), wire.Day(r.Body.LastDay))
	if err != nil {
		return nil, err
	}
	return genlibrary.CreateDocumentLink201JSONResponse(toAPILink(l)), nil
}

func (a API) RevokeDocumentLink(ctx context.Context, r genlibrary.RevokeDocumentLinkRequestObject) (genlibrary.RevokeDocumentLinkResponseObject, error) {
	return genlibrary.RevokeDocumentLink204Response{}, a.Library.RevokeLink(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.DocumentId), id.ID(r.LinkId))
}

// fromAPIFolder is a folder that is named, or the top; nil where nothing is. Error: request.invalid.
func fromAPIFolder(text *string) (*id.ID, error) {
	if text == nil {
		return nil, nil
	}
	var folder id.ID
	if *text != "top" {
		var err error
		if folder, err = idOf(*text); err != nil {
			return nil, err
		}
	}
	return &folder, nil
}

func idOf(text string) (id.ID, error) {
	folder, err := id.Parse(text)
	if err != nil {
		err = problem.ErrInvalidRequest.Of(id.ErrInvalid.With("value", text).At("folderId"))
	}
	return folder, err
}

// composed is a name with its accents in one letter each: some systems send them apart, and two names
// that look alike would be two.
func composed(name *string) *string {
	if name == nil {
		return nil
	}
	one := norm.NFC.String(*name)
	return &one
}
