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
	"github.com/openpmo/pmo/core/billing/legacy/bill"
	"github.com/openpmo/pmo/core/id"
)

// archive writes documents into the answer as they are read, so that many of them need no memory.
type archive struct {
	invoicing.Bundle
	bills []bill.File // of the old engine, behind those of invoices
}

// write answers with the zip. What fails before the first document is an answer like any other; later
// the connection is broken off, since half an archive must not look like a whole one.
func (a archive) write(w http.ResponseWriter) error {
	var out *zip.Writer
	names := map[string]int{}
	entry := func(name string, content []byte) {
		if out == nil {
			w.Header().Set("Content-Type", "application/zip")
			w.Header().Set("Content-Disposition", wire.Attachment("f-"+a.Last.String()+"-"+a.Name+".zip"))
			w.WriteHeader(http.StatusOK)
			out = zip.NewWriter(w)
		}
		// A PDF is compressed already. Who asked may be gone: then nothing more is to be said.
		if to, err := out.CreateHeader(&zip.FileHeader{Name: distinct(names, name), Method: zip.Store}); err == nil {
			_, _ = to.Write(content)
		}
	}
	if a.Files != nil {
		for file, err := range a.Files {
			switch {
			case err != nil && out == nil:
				return err
			case err != nil:
				panic(fmt.Errorf("archive of invoices: %w", err))
			}
			entry(documentName(file), file.Content)
		}
	}
	for _, file := range a.bills {
		entry(file.Name, file.Content)
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
	return archive{Bundle: found}, err
}

// mixed are the documents of invoices and of bills of the old engine, either of which may be none.
func (a API) mixed(ctx context.Context, scope core.Scope, invoices, bills *[]string) (out archive, err error) {
	if invoices != nil || bills == nil {
		sel := core.Selection{Query: wire.IDs(invoices)}
		if out, err = a.bundle(ctx, scope, sel); err != nil {
			return out, err
		}
	}
	if bills == nil {
		return out, nil
	}
	pages, err := a.Bills.Pages(ctx, request.Principal(ctx), scope, wire.IDs(bills))
	if out.Name == "" {
		out.Name = pages.Name
	}
	out.bills, out.Last = pages.Files, max(out.Last, pages.Last)
	return out, err
}

// chosen are the invoices that a GET names.
func chosen(invoices []string) (sel core.Selection) {
	for _, one := range invoices {
		sel.Query = append(sel.Query, id.ID(one))
	}
	return sel
}

func (a API) DownloadOperationInvoices(ctx context.Context, r billing.DownloadOperationInvoicesRequestObject) (billing.DownloadOperationInvoicesResponseObject, error) {
	return a.mixed(ctx, ofOperation(r.OperationId), r.Params.InvoicesIds, r.Params.BillsIds)
}

func (a API) DownloadParticipantInvoices(ctx context.Context, r billing.DownloadParticipantInvoicesRequestObject) (billing.DownloadParticipantInvoicesResponseObject, error) {
	return a.mixed(ctx, ofParticipant(r.ParticipantId), r.Params.InvoicesIds, r.Params.BillsIds)
}

func (a API) ExportOperationInvoices(ctx context.Context, r billing.ExportOperationInvoicesRequestObject) (billing.ExportOperationInvoicesResponseObject, error) {
	return a.bundle(ctx, ofOperation(r.OperationId), fromAPISelection(nil, r.Body))
}

func (a API) ExportParticipantInvoices(ctx context.Context, r billing.ExportParticipantInvoicesRequestObject) (billing.ExportParticipantInvoicesResponseObject, error) {
	return a.bundle(ctx, ofParticipant(r.ParticipantId), fromAPISelection(nil, r.Body))
}
