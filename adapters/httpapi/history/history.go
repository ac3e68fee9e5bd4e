// Package history answers what became of operations and of the things in them.
package history

import (
	"context"

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
	page, err := paging.StandingOf(ctx, r.Params.Limit, r.Params.Cursor, r.Params.Sort != nil || r.Params.Ids != nil,
		func(p paging.Page, limit int) ([]core.Entry, int, error) {
			if before := p.Cursor.IDs(); len(before) > 0 {
				in.Behind = before[0]
			}
			in.Limit = limit
			return a.History.Of(ctx, request.Principal(ctx), in)
		})
	if err != nil {
		return nil, err
	}
	body := make([]model.HistoryEntry, len(page.Rows))
	for i, e := range page.Rows {
		if body[i], err = toAPIEntry(e); err != nil {
			return nil, err
		}
	}
	next, total := page.Headers(body)
	return genhistory.ListOperationHistory200JSONResponse{Body: body,
		Headers: genhistory.ListOperationHistory200ResponseHeaders{NextCursor: next, TotalCount: total}}, nil
}
