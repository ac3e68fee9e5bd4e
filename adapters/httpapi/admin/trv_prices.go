package admin

import (
	"context"

	"github.com/openpmo/pmo/adapters/httpapi/economy"
	"github.com/openpmo/pmo/adapters/httpapi/gen/admin"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/contract"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/backoffice"
	"github.com/openpmo/pmo/core/id"
)

func (a API) ListAdminTRVPrices(ctx context.Context, r admin.ListAdminTRVPricesRequestObject) (admin.ListAdminTRVPricesResponseObject, error) {
	rows, page, err := adminList[model.TRVPrice](ctx, a, backoffice.TRVPrices, adminParams{r.Params.Sort, r.Params.Range, r.Params.Filter})
	if err != nil {
		return nil, err
	}
	return admin.ListAdminTRVPrices200JSONResponse{Body: rows, Headers: admin.ListAdminTRVPrices200ResponseHeaders{ContentRange: page}}, nil
}

func (a API) GetAdminTRVPrice(ctx context.Context, r admin.GetAdminTRVPriceRequestObject) (admin.GetAdminTRVPriceResponseObject, error) {
	row, err := adminRow[model.TRVPrice](ctx, a, backoffice.TRVPrices, r.TrvPriceId)
	if err != nil {
		return nil, err
	}
	tag := wire.ETag(row.Version)
	return admin.GetAdminTRVPrice200JSONResponse{Body: row, Headers: admin.GetAdminTRVPrice200ResponseHeaders{ETag: &tag}}, nil
}

func (a API) CreateAdminTRVPrice(ctx context.Context, r admin.CreateAdminTRVPriceRequestObject) (admin.CreateAdminTRVPriceResponseObject, error) {
	t, err := a.Economy.CreateTRVPrice(ctx, request.Principal(ctx), economy.FromAPITRVPriceCreation(*r.Body))
	if err != nil {
		return nil, err
	}
	location, tag := contract.Base+"/admin/trv-prices/"+string(t.ID), wire.ETag(t.Version)
	return admin.CreateAdminTRVPrice201JSONResponse{Body: economy.ToAPITRVPrice(t), Headers: admin.CreateAdminTRVPrice201ResponseHeaders{Location: &location, ETag: &tag}}, nil
}

func (a API) UpdateAdminTRVPrice(ctx context.Context, r admin.UpdateAdminTRVPriceRequestObject) (admin.UpdateAdminTRVPriceResponseObject, error) {
	version, err := wire.IfMatch(r.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	t, err := a.Economy.UpdateTRVPrice(ctx, request.Principal(ctx), id.ID(r.TrvPriceId), version, economy.FromAPITRVPriceUpdate(*r.Body))
	if err != nil {
		return nil, err
	}
	tag := wire.ETag(t.Version)
	return admin.UpdateAdminTRVPrice200JSONResponse{Body: economy.ToAPITRVPrice(t), Headers: admin.UpdateAdminTRVPrice200ResponseHeaders{ETag: &tag}}, nil
}
