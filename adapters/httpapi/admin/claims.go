package admin

import (
	"context"

	"github.com/openpmo/pmo/adapters/httpapi/gen/admin"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/backoffice"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/entity"
	"github.com/openpmo/pmo/core/id"
)

func (a API) ListAdminSellerClaims(ctx context.Context, r admin.ListAdminSellerClaimsRequestObject) (admin.ListAdminSellerClaimsResponseObject, error) {
	rows, page, err := adminList[model.SellerClaim](ctx, a, backoffice.SellerClaims, adminParams{r.Params.Sort, r.Params.Range, r.Params.Filter})
	if err != nil {
		return nil, err
	}
	return admin.ListAdminSellerClaims200JSONResponse{Body: rows, Headers: admin.ListAdminSellerClaims200ResponseHeaders{ContentRange: page}}, nil
}

func (a API) GetAdminSellerClaim(ctx context.Context, r admin.GetAdminSellerClaimRequestObject) (admin.GetAdminSellerClaimResponseObject, error) {
	row, err := adminRow[model.SellerClaim](ctx, a, backoffice.SellerClaims, r.ClaimId)
	if err != nil {
		return nil, err
	}
	tag := wire.ETag(row.Version)
	return admin.GetAdminSellerClaim200JSONResponse{Body: row, Headers: admin.GetAdminSellerClaim200ResponseHeaders{ETag: &tag}}, nil
}

func (a API) DecideAdminSellerClaim(ctx context.Context, r admin.DecideAdminSellerClaimRequestObject) (admin.DecideAdminSellerClaimResponseObject, error) {
	version, err := wire.IfMatch(r.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	decision := entity.ClaimDecision{Status: billing.ClaimStatus(r.Body.Status), Remark: wire.Text(r.Body.Remark), IfVersion: version}
	err = a.Billing.Entities.DecideClaim(ctx, request.Principal(ctx), id.ID(r.ClaimId), decision)
	if err != nil {
		return nil, err
	}
	row, err := adminRow[model.SellerClaim](ctx, a, backoffice.SellerClaims, r.ClaimId)
	if err != nil {
		return nil, err
	}
	tag := wire.ETag(row.Version)
	return admin.DecideAdminSellerClaim200JSONResponse{Body: row, Headers: admin.DecideAdminSellerClaim200ResponseHeaders{ETag: &tag}}, nil
}
