package billing

import (
	"archive/zip"
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/openpmo/pmo/adapters/httpapi/gen/billing"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	core "github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/invoicing"
	"github.com/openpmo/pmo/core/id"
)

// archive writes documents into the answer as they are read, so that many of them need no memory.
type archive struct{ invoicing.Bundle }

// write answers with the zip. What fails before the first document is an answer like any other; later
// the connection is broken off, since half an archive must not look like a whole one.
func (a archive) write(w http.ResponseWriter) error {
	var out *zip.Writer
	names := map[string]int{}
	for file, err := range a.Files {
		switch {
		case err != nil && out == nil:
			return err
		case err != nil:
			panic(fmt.Errorf("archive of invoices: %w", err))
		case out == nil:
			w.Header().Set("Content-Type", "application/zip")
			w.Header().Set("Content-Disposition", wire.Attachment("f-"+a.Last.String()+"-"+a.Name+".zip"))
			w.WriteHeader(http.StatusOK)
			out = zip.NewWriter(w)
		}
		// A PDF is compressed already.
		entry, err := out.CreateHeader(&zip.FileHeader{Name: distinct(names, documentName(file)), Method: zip.Store})
		if err != nil {
			return nil //nolint:nilerr // whoever asked is gone
		}
		if _, err := entry.Write(file.Content); err != nil {
			return nil //nolint:nilerr // whoever asked is gone
		}
	}
	_ = out.Close()
	return nil
}

// distinct counts files of the same name: sellers number their invoices each by themselves.
func distinct(names map[string]int, name string) string {
	names[name]++
	if n := names[name]; n > 1 {
		return distinct(names, strings.TrimSuffix(name, ".pdf")+"-"+strconv.Itoa(n)+".pdf")
	}
	return name
}

func (a archive) VisitDownloadOperationInvoicesResponse(w http.ResponseWriter) error {
	return a.write(w)
}

func (a archive) VisitDownloadParticipantInvoicesResponse(w http.ResponseWriter) error {
	return a.write(w)
}

func (a archive) VisitExportOperationInvoicesResponse(w http.ResponseWriter) error {
	return a.write(w)
}

func (a archive) VisitExportParticipantInvoicesResponse(w http.ResponseWriter) error {
	return a.write(w)
}

func (a API) bundle(ctx context.Context, scope core.Scope, sel core.Selection) (archive, error) {
	found, err := a.Billing.Invoices.Bundle(ctx, request.Principal(ctx), scope, sel)
	return archive{found}, err
}

// queried is the selection of a GET: bills of the old engine are not there yet.
func queried(invoices []string, bills *[]string) (core.Selection, error) {
	if bills != nil {
		return core.Selection{}, core.ErrInvoiceLegacy
	}
	return chosen(invoices), nil
}

// chosen are the invoices that a GET names.
func chosen(invoices []string) (sel core.Selection) {
	for _, one := range invoices {
		sel.Query = append(sel.Query, id.ID(one))
	}
	return sel
}

func (a API) DownloadOperationInvoices(ctx context.Context, r billing.DownloadOperationInvoicesRequestObject) (billing.DownloadOperationInvoicesResponseObject, error) {
	sel, err := queried(r.Params.InvoicesIds, r.Params.BillsIds)
	if err != nil {
		return nil, err
	}
	return a.bundle(ctx, ofOperation(r.OperationId), sel)
}

func (a API) DownloadParticipantInvoices(ctx context.Context, r billing.DownloadParticipantInvoicesRequestObject) (billing.DownloadParticipantInvoicesResponseObject, error) {
	sel, err := queried(r.Params.InvoicesIds, r.Params.BillsIds)
	if err != nil {
		return nil, err
	}
	return a.bundle(ctx, ofParticipant(r.ParticipantId), sel)
}

func (a API) ExportOperationInvoices(ctx context.Context, r billing.ExportOperationInvoicesRequestObject) (billing.ExportOperationInvoicesResponseObject, error) {
	return a.bundle(ctx, ofOperation(r.OperationId), fromAPISelection(nil, r.Body))
}

func (a API) ExportParticipantInvoices(ctx context.Context, r billing.ExportParticipantInvoicesRequestObject) (billing.ExportParticipantInvoicesResponseObject, error) {
	return a.bundle(ctx, ofParticipant(r.ParticipantId), fromAPISelection(nil, r.Body))
}
