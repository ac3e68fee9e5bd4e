package participant

import (
	"context"

	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/gen/participant"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/id"
	core "github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/participant/extent"
)

func (a API) GetOperationExtent(ctx context.Context, r participant.GetOperationExtentRequestObject) (participant.GetOperationExtentResponseObject, error) {
	found, err := a.Participant.Extent.Measure(ctx, request.Principal(ctx), id.ID(r.OperationId))
	if err != nil {
		return nil, err
	}
	return participant.GetOperationExtent200JSONResponse(toAPIExtent(found)), nil
}

func (a API) ListOperationExtents(ctx context.Context, r participant.ListOperationExtentsRequestObject) (participant.ListOperationExtentsResponseObject, error) {
	found, err := a.Participant.Extent.List(ctx, request.Principal(ctx), wire.IDs(&r.Params.OperationIds))
	if err != nil {
		return nil, err
	}
	out := make([]model.OperationExtentLine, len(found))
	for i, one := range found {
		out[i] = toAPIExtentLine(one)
	}
	return participant.ListOperationExtents200JSONResponse{Body: out}, nil
}

func toAPIExtentLine(l extent.Line) model.OperationExtentLine {
	e := toAPIExtent(l.Extent)
	return model.OperationExtentLine{OperationId: string(l.OperationID), OperationName: l.OperationName, SitesNumber: e.SitesNumber, Meters: e.Meters, Limits: e.Limits,
		UnplacedNumber: e.UnplacedNumber, ProducersNumber: e.ProducersNumber, KnownWatts: e.KnownWatts, PowerlessNumber: e.PowerlessNumber, Cap: e.Cap}
}

// mostNamed is how many sites of which something is not known are named; all are counted.
const mostNamed = 20

func toAPIExtent(e extent.Extent) model.OperationExtent {
	out := model.OperationExtent{SitesNumber: e.Sites, Meters: e.Metres, Limits: make([]model.DistanceLimit, len(e.Limits)),
		UnplacedNumber: len(e.Unplaced), Unplaced: toAPIExtentSites(e.Unplaced), ProducersNumber: e.Producers, KnownWatts: e.Watts,
		PowerlessNumber: len(e.Powerless), Powerless: toAPIExtentSites(e.Powerless)}
	if len(e.Farthest) > 0 {
		pair := toAPIExtentSites(e.Farthest)
		out.Farthest = &pair
	}
	for i, l := range e.Limits {
		out.Limits[i] = model.DistanceLimit{Name: model.DistanceLimitName(l.Name), Meters: l.Metres, Within: l.Within}
	}
	if e.Cap != nil {
		out.Cap = &model.PowerCap{Name: model.PowerCapName(e.Cap.Name), Watts: e.Cap.Watts, Within: e.Cap.Within}
	}
	return out
}

func toAPIExtentSites(sites []core.Participant) []model.ExtentSite {
	out := make([]model.ExtentSite, min(len(sites), mostNamed))
	for i := range out {
		out[i] = model.ExtentSite{Id: string(sites[i].ID), Name: sites[i].Name}
	}
	return out
}
