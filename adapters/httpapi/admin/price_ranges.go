package admin

import (
	"context"

	"github.com/openpmo/pmo/adapters/httpapi/billing"
	"github.com/openpmo/pmo/adapters/httpapi/gen/admin"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/contract"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/backoffice"
	"github.com/openpmo/pmo/core/id"
)

func (a API) ListAdminPriceRanges(ctx context.Context, r admin.ListAdminPriceRangesRequestObject) (admin.ListAdminPriceRangesResponseObject, error) {
	rows, page, err := adminList[model.PriceRange](ctx, a, backoffice.PriceRanges, adminParams{r.Params.Sort, r.Params.Range, r.Params.Filter})
	if err != nil {
		return nil, err
	}
	return admin.ListAdminPriceRanges200JSONResponse{Body: rows, Headers: admin.ListAdminPriceRanges200ResponseHeaders{ContentRange: page}}, nil
}

func (a API) GetAdminPriceRange(ctx context.Context, r admin.GetAdminPriceRangeRequestObject) (admin.GetAdminPriceRangeResponseObject, error) {
	row, err := adminRow[model.PriceRange](ctx, a, backoffice.PriceRanges, r.PriceRangeId)
	if err != nil {
		return nil, err
	}
	tag := wire.ETag(row.Version)
	return admin.GetAdminPriceRange200JSONResponse{Body: row, Headers: admin.GetAdminPriceRange200ResponseHeaders{ETag: &tag}}, nil
}

func (a API) CreateAdminPriceRange(ctx context.Context, r admin.CreateAdminPriceRangeRequestObject) (admin.CreateAdminPriceRangeResponseObject, error) {
	t, err := a.Billing.PriceRanges.Create(ctx, request.Principal(ctx), billing.FromAPIPriceRangeCreation(*r.Body))
	if err != nil {
		return nil, err
	}
	location, tag := contract.Base+"/admin/price-ranges/"+string(t.ID), wire.ETag(t.Version)
	return admin.CreateAdminPriceRange201JSONResponse{Body: billing.ToAPIPriceRange(t), Headers: admin.CreateAdminPriceRange201ResponseHeaders{Location: &location, ETag: &tag}}, nil
}

func (a API) UpdateAdminPriceRange(ctx context.Context, r admin.UpdateAdminPriceRangeRequestObject) (admin.UpdateAdminPriceRangeResponseObject, error) {
	version, err := wire.IfMatch(r.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	t, err := a.Billing.PriceRanges.Update(ctx, request.Principal(ctx), id.ID(r.PriceRangeId), version, billing.FromAPIPriceRangeUpdate(*r.Body))
	if err != nil {
		return nil, err
	}
	tag := wire.ETag(t.Version)
	return admin.UpdateAdminPriceRange200JSONResponse{Body: billing.ToAPIPriceRange(t), Headers: admin.UpdateAdminPriceRange200ResponseHeaders{ETag: &tag}}, nil
}
