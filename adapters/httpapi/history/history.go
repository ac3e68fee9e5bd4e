// Package history answers what became of operations and of the things in them.
package history

import (
	"context"
	"reflect"

	genhistory "github.com/openpmo/pmo/adapters/httpapi/gen/history"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/endpoint"
	"github.com/openpmo/pmo/adapters/httpapi/transport/paging"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	core "github.com/openpmo/pmo/core/history"
	"github.com/openpmo/pmo/core/id"
)

// API serves the tag history.
type API struct {
	History *core.Service
}

var _ genhistory.StrictServerInterface = API{}

// Endpoints are the operations of the tag.
func (a API) Endpoints() []endpoint.Endpoint { return genhistory.Endpoints(a) }

func (a API) ListOperationHistory(ctx context.Context, r genhistory.ListOperationHistoryRequestObject) (genhistory.ListOperationHistoryResponseObject, error) {
	in := core.Input{OperationID: id.ID(r.OperationId)}
	if (r.Params.ObjectKind == nil) != (r.Params.ObjectId == nil) {
		return nil, core.ErrHalfAThing
	}
	if r.Params.ObjectKind != nil {
		in.Kind, in.ObjectID = core.Kind(*r.Params.ObjectKind), id.ID(*r.Params.ObjectId)
	}
	in.By, in.DateFrom, in.DateTo = id.ID(wire.Text(r.Params.ActorId)), wire.OptionalDay(r.Params.DateFrom), wire.OptionalDay(r.Params.DateTo)
	if r.Params.About != nil {
		in.About = *r.Params.About
	}
	if r.Params.How != nil {
		in.How = core.How(*r.Params.How)
	}
	p, err := paging.PageOf(ctx, r.Params.Limit, r.Params.Cursor)
	if err != nil {
		return nil, err
	}
	sorted := r.Params.Sort != nil || r.Params.Ids != nil
	if sorted { // the database knows one order: the rest is done with all of them
		p = paging.Page{Limit: paging.MaxRows + 1}
	}
	if before := p.Cursor.IDs(); len(before) > 0 { // lines never go, and keep their order
		in.Behind = before[0]
	}
	in.Limit = p.Limit + 1
	found, total, err := a.History.Of(ctx, request.Principal(ctx), in)
	if err != nil {
		return nil, err
	}
	if p.Limit > paging.MaxRows && len(found) > paging.MaxRows {
		return nil, paging.ErrTooLong.With("max", paging.MaxRows)
	}
	more := len(found) > p.Limit
	found = found[:min(len(found), p.Limit)]
	body := make([]model.HistoryEntry, len(found))
	for i, e := range found {
		if body[i], err = toAPIEntry(e); err != nil {
			return nil, err
		}
	}
	if sorted {
		return genhistory.ListOperationHistory200JSONResponse{Body: body}, nil
	}
	return genhistory.ListOperationHistory200JSONResponse{Body: body,
		Headers: genhistory.ListOperationHistory200ResponseHeaders{NextCursor: p.NextOf(reflect.ValueOf(body), nil, more), TotalCount: &total}}, nil
}
