package admin

import (
	"context"
	"encoding/json"

	"github.com/openpmo/pmo/adapters/httpapi/gen/admin"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/legacy"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/backoffice"
	"github.com/openpmo/pmo/core/id"
)

// ofBillType puts the parameter of the specification into the filter; it wins over one that the
// filter names.
func ofBillType(filter *string, billType *model.BillType) (*string, error) {
	if billType == nil {
		return filter, nil
	}
	fields := map[string]any{}
	if filter != nil && json.Unmarshal([]byte(*filter), &fields) != nil {
		return nil, errFilterInvalid
	}
	if fields == nil { // the text null
		return nil, errFilterInvalid
	}
	fields["billType"] = string(*billType)
	text, err := json.Marshal(fields)
	out := string(text)
	return &out, err
}

func (a API) ListAdminBills(ctx context.Context, r admin.ListAdminBillsRequestObject) (admin.ListAdminBillsResponseObject, error) {
	filter, err := ofBillType(r.Params.Filter, r.Params.BillType)
	if err != nil {
		return nil, err
	}
	rows, page, err := adminList[model.AdminBill](ctx, a, backoffice.Bills, adminParams{r.Params.Sort, r.Params.Range, filter})
	if err != nil {
		return nil, err
	}
	return admin.ListAdminBills200JSONResponse{Body: rows, Headers: admin.ListAdminBills200ResponseHeaders{ContentRange: page}}, nil
}

func (a API) GetAdminBill(ctx context.Context, r admin.GetAdminBillRequestObject) (admin.GetAdminBillResponseObject, error) {
	row, err := adminRow[model.AdminBill](ctx, a, backoffice.Bills, r.BillId)
	if err != nil {
		return nil, err
	}
	tag := wire.ETag(row.Version)
	return admin.GetAdminBill200JSONResponse{Body: row, Headers: admin.GetAdminBill200ResponseHeaders{ETag: &tag}}, nil
}

func (a API) UpdateAdminBill(ctx context.Context, r admin.UpdateAdminBillRequestObject) (admin.UpdateAdminBillResponseObject, error) {
	version, err := wire.IfMatch(r.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	if err := a.Bills.Correct(ctx, request.Principal(ctx), id.ID(r.BillId), legacy.FromAPIBillUpdate(version, *r.Body)); err != nil {
		return nil, err
	}
	row, err := adminRow[model.AdminBill](ctx, a, backoffice.Bills, r.BillId)
	if err != nil {
		return nil, err
	}
	tag := wire.ETag(row.Version)
	return admin.UpdateAdminBill200JSONResponse{Body: row, Headers: admin.UpdateAdminBill200ResponseHeaders{ETag: &tag}}, nil
}
