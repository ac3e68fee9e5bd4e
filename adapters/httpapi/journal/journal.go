// Package journal answers about the accounts of sellers, their sales journal and closed months.
package journal

import (
	"bytes"
	"context"

	genjournal "github.com/openpmo/pmo/adapters/httpapi/gen/journal"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/endpoint"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/billing/cutoff"
	core "github.com/openpmo/pmo/core/billing/journal"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
)

// API serves the tag journal.
type API struct {
	Journal   *core.Service
	CutOff    *cutoff.Service
	Workbooks Workbooks
}

var _ genjournal.StrictServerInterface = API{}

// Endpoints are the operations of the tag.
func (a API) Endpoints() []endpoint.Endpoint { return genjournal.Endpoints(a) }

func (a API) ListSellers(ctx context.Context, r genjournal.ListSellersRequestObject) (genjournal.ListSellersResponseObject, error) {
	found, err := a.Journal.Sellers(ctx, request.Principal(ctx), id.ID(r.OperationId))
	if err != nil {
		return nil, err
	}
	out := make(genjournal.ListSellers200JSONResponse, len(found))
	for n, s := range found {
		out[n] = toAPISeller(s)
	}
	return out, nil
}

func (a API) GetSellerAccounts(ctx context.Context, r genjournal.GetSellerAccountsRequestObject) (genjournal.GetSellerAccountsResponseObject, error) {
	found, err := a.Journal.Accounts(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.EntityId), request.Language(ctx))
	if err != nil {
		return nil, err
	}
	tag := wire.ETag(found.Version)
	return genjournal.GetSellerAccounts200JSONResponse{Body: toAPIAccounts(found), Headers: genjournal.GetSellerAccounts200ResponseHeaders{ETag: &tag}}, nil
}

func (a API) UpdateSellerAccounts(ctx context.Context, r genjournal.UpdateSellerAccountsRequestObject) (genjournal.UpdateSellerAccountsResponseObject, error) {
	version, err := wire.IfMatch(r.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	change, err := fromAPIAccounts(*r.Body)
	if err != nil {
		return nil, err
	}
	stored, err := a.Journal.PutAccounts(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.EntityId), request.Language(ctx), version, change)
	if err != nil {
		return nil, err
	}
	tag := wire.ETag(stored.Version)
	return genjournal.UpdateSellerAccounts200JSONResponse{Body: toAPIAccounts(stored), Headers: genjournal.UpdateSellerAccounts200ResponseHeaders{ETag: &tag}}, nil
}

func (a API) DownloadJournal(ctx context.Context, r genjournal.DownloadJournalRequestObject) (genjournal.DownloadJournalResponseObject, error) {
	book, err := a.Journal.Journal(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.EntityId), wire.Days(r.Params.DateFrom, r.Params.DateTo), request.Language(ctx))
	if err != nil {
		return nil, err
	}
	switch format := r.Params.Format; {
	case format == nil || *format == "fec":
		return fec{book}, nil
	case *format == "csv":
		return list{book}, nil
	}
	return a.workbook(book)
}

func (a API) ListJournalExports(ctx context.Context, r genjournal.ListJournalExportsRequestObject) (genjournal.ListJournalExportsResponseObject, error) {
	found, total, err := a.Journal.ListExports(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.EntityId))
	if err != nil {
		return nil, err
	}
	out := genjournal.ListJournalExports200JSONResponse{Exports: make([]model.JournalExport, len(found)), TotalCount: total}
	for n, e := range found {
		out.Exports[n] = toAPIExport(e)
	}
	return out, nil
}

func (a API) CreateJournalExport(ctx context.Context, r genjournal.CreateJournalExportRequestObject) (genjournal.CreateJournalExportResponseObject, error) {
	made, err := a.Journal.Export(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.EntityId), wire.OptionalDay(r.Body.Until), request.Language(ctx))
	if err != nil {
		return nil, err
	}
	where := base(r.OperationId, r.EntityId) + "/journal-exports/" + string(made.ID)
	return genjournal.CreateJournalExport201JSONResponse{Body: toAPIExport(made), Headers: genjournal.CreateJournalExport201ResponseHeaders{Location: &where}}, nil
}

// base is where an issuer of an operation is.
func base(operationID, entityID string) string {
	return "/api/operations/" + operationID + "/billing/billing-entities/" + entityID
}

func (a API) DownloadJournalExport(ctx context.Context, r genjournal.DownloadJournalExportRequestObject) (genjournal.DownloadJournalExportResponseObject, error) {
	e, content, err := a.Journal.Exported(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.EntityId), id.ID(r.JournalExportId))
	if err != nil {
		return nil, err
	}
	disposition := wire.Attachment(e.FileName)
	return genjournal.DownloadJournalExport200ApplicationoctetStreamResponse{Body: bytes.NewReader(content), ContentLength: int64(len(content)),
		Headers: genjournal.DownloadJournalExport200ResponseHeaders{ContentDisposition: &disposition}}, nil
}

func (a API) ListMonthLocks(ctx context.Context, r genjournal.ListMonthLocksRequestObject) (genjournal.ListMonthLocksResponseObject, error) {
	found, err := a.Journal.ListLocks(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.EntityId))
	if err != nil {
		return nil, err
	}
	out := make(genjournal.ListMonthLocks200JSONResponse, len(found))
	for n, l := range found {
		out[n] = toAPILock(l)
	}
	return out, nil
}

func (a API) LockMonth(ctx context.Context, r genjournal.LockMonthRequestObject) (genjournal.LockMonthResponseObject, error) {
	m, err := monthOf(r.Body.Month)
	if err != nil {
		return nil, err
	}
	made, err := a.Journal.LockMonth(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.EntityId), m)
	if err != nil {
		return nil, err
	}
	where := base(r.OperationId, r.EntityId) + "/month-locks/" + m.String()
	return genjournal.LockMonth201JSONResponse{Body: toAPILock(made), Headers: genjournal.LockMonth201ResponseHeaders{Location: &where}}, nil
}

func (a API) UnlockMonth(ctx context.Context, r genjournal.UnlockMonthRequestObject) (genjournal.UnlockMonthResponseObject, error) {
	m, err := monthOf(r.Month)
	if err != nil {
		return nil, err
	}
	if err := a.Journal.UnlockMonth(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.EntityId), m); err != nil {
		return nil, err
	}
	return genjournal.UnlockMonth204Response{}, nil
}

func monthOf(s string) (civil.Month, error) {
	m, err := civil.ParseMonth(s)
	if err != nil {
		return 0, core.ErrMonth.With("value", s)
	}
	return m, nil
}
