// Package search answers the operation that looks for things by part of their names.
package search

import (
	"context"

	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	gensearch "github.com/openpmo/pmo/adapters/httpapi/gen/search"
	"github.com/openpmo/pmo/adapters/httpapi/transport/endpoint"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	core "github.com/openpmo/pmo/core/search"
)

// API serves the tag search.
type API struct{ Things *core.Service }

var _ gensearch.StrictServerInterface = API{}

// Endpoints are the operations of the tag.
func (a API) Endpoints() []endpoint.Endpoint { return gensearch.Endpoints(a) }

// usualEach is how many are answered of each kind unless the caller says it.
const usualEach = 6

// Search finds what the caller may read.
func (a API) Search(ctx context.Context, r gensearch.SearchRequestObject) (gensearch.SearchResponseObject, error) {
	each := usualEach
	if r.Params.Each != nil {
		each = *r.Params.Each
	}
	groups, err := a.Things.Find(ctx, request.Principal(ctx), r.Params.Q, each)
	if err != nil {
		return nil, err
	}
	return gensearch.Search200JSONResponse(toSearchReply(groups)), nil
}

func toSearchReply(groups []core.Group) model.SearchReply {
	out := model.SearchReply{Groups: make([]model.SearchGroup, len(groups))}
	for i, g := range groups {
		hits := make([]model.SearchHit, len(g.Hits))
		for n, h := range g.Hits {
			hits[n] = model.SearchHit{Id: h.ID.String(), OperationId: h.OperationID.String(), OperationName: h.OperationName, Name: h.Name,
				Detail: wire.OptionalText(h.Detail)}
		}
		out.Groups[i] = model.SearchGroup{Kind: model.SearchKind(g.Kind), Total: g.Total, Hits: hits}
	}
	return out
}
