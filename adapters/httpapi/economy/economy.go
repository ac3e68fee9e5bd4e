// Package economy answers about contracts of supply, the regulated tariff and what local energy is worth.
package economy

import (
	"context"

	geneconomy "github.com/openpmo/pmo/adapters/httpapi/gen/economy"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/endpoint"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	core "github.com/openpmo/pmo/core/economy"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
)

// API serves the tag economy.
type API struct {
	Economy *core.Service
}

var _ geneconomy.StrictServerInterface = API{}

// Endpoints are the operations of the tag.
func (a API) Endpoints() []endpoint.Endpoint { return geneconomy.Endpoints(a) }

func (a API) GetEconomy(ctx context.Context, r geneconomy.GetEconomyRequestObject) (geneconomy.GetEconomyResponseObject, error) {
	supply, err := supplyOf(r.Params)
	if err != nil {
		return nil, err
	}
	e, err := a.Economy.Estimate(ctx, request.Principal(ctx), core.EstimateInput{ParticipantID: id.ID(r.ParticipantId), Days: wire.Days(r.Params.StartDate, r.Params.EndDate), Supply: supply})
	if err != nil {
		return nil, asParameters(err)
	}
	return geneconomy.GetEconomy200JSONResponse(toAPIEconomy(e)), nil
}

func (a API) GetSupplierBill(ctx context.Context, r geneconomy.GetSupplierBillRequestObject) (geneconomy.GetSupplierBillResponseObject, error) {
	b, err := a.Economy.SupplierBill(ctx, request.Principal(ctx), core.BillInput{ParticipantID: id.ID(r.ParticipantId), Days: wire.Days(r.Params.StartDate, r.Params.EndDate),
		Billed: (*energy.MilliWh)(r.Params.BilledMilliWh)})
	if err != nil {
		return nil, asParameters(err)
	}
	return geneconomy.GetSupplierBill200JSONResponse(toAPISupplierBill(b)), nil
}

func (a API) GetPriceConfig(ctx context.Context, r geneconomy.GetPriceConfigRequestObject) (geneconomy.GetPriceConfigResponseObject, error) {
	c, err := a.Economy.PriceConfig(ctx, request.Principal(ctx), id.ID(r.ParticipantId))
	if err != nil {
		return nil, err
	}
	tag := wire.ETag(c.Version)
	return geneconomy.GetPriceConfig200JSONResponse{Body: toAPIPriceConfig(c), Headers: geneconomy.GetPriceConfig200ResponseHeaders{ETag: &tag}}, nil
}

func (a API) UpdatePriceConfig(ctx context.Context, r geneconomy.UpdatePriceConfigRequestObject) (geneconomy.UpdatePriceConfigResponseObject, error) {
	version, err := wire.IfMatch(r.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	changed, err := fromAPIPriceConfigUpdate(*r.Body)
	if err != nil {
		return nil, err
	}
	c, err := a.Economy.PutPriceConfig(ctx, request.Principal(ctx), id.ID(r.ParticipantId), version, changed)
	if err != nil {
		return nil, err
	}
	tag := wire.ETag(c.Version)
	return geneconomy.UpdatePriceConfig200JSONResponse{Body: toAPIPriceConfig(c), Headers: geneconomy.UpdatePriceConfig200ResponseHeaders{ETag: &tag}}, nil
}

func (a API) ListPriceConfigs(ctx context.Context, r geneconomy.ListPriceConfigsRequestObject) (geneconomy.ListPriceConfigsResponseObject, error) {
	found, err := a.Economy.PriceConfigs(ctx, request.Principal(ctx), wire.IDs(&r.Params.ParticipantsIds))
	if err != nil {
		return nil, err
	}
	out := make(geneconomy.ListPriceConfigs200JSONResponse, len(found))
	for n, c := range found {
		out[n] = toAPIPriceConfig(c)
	}
	return out, nil
}

func (a API) GetLastTRVPrices(ctx context.Context, _ geneconomy.GetLastTRVPricesRequestObject) (geneconomy.GetLastTRVPricesResponseObject, error) {
	grids, err := a.Economy.LastGrids(ctx, request.Principal(ctx))
	if err != nil {
		return nil, err
	}
	out := make(geneconomy.GetLastTRVPrices200JSONResponse, len(grids))
	for n, g := range grids {
		out[n] = model.TRVGrid{ConsumerType: model.ConsumerType(g.ConsumerType), StartDate: wire.Date(g.From), Prices: make([]model.TRVPrice, len(g.Prices))}
		for i, t := range g.Prices {
			out[n].Prices[i] = ToAPITRVPrice(t)
		}
	}
	return out, nil
}
