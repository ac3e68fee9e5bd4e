package admin

import (
	"context"

	"github.com/openpmo/pmo/adapters/httpapi/gen/admin"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/core/backoffice"
)

func (a API) ListAdminJobs(ctx context.Context, r admin.ListAdminJobsRequestObject) (admin.ListAdminJobsResponseObject, error) {
	rows, page, err := adminList[model.AdminJob](ctx, a, backoffice.Jobs, adminParams{r.Params.Sort, r.Params.Range, r.Params.Filter})
	if err != nil {
		return nil, err
	}
	return admin.ListAdminJobs200JSONResponse{Body: rows, Headers: admin.ListAdminJobs200ResponseHeaders{ContentRange: page}}, nil
}

func (a API) GetAdminJob(ctx context.Context, r admin.GetAdminJobRequestObject) (admin.GetAdminJobResponseObject, error) {
	row, err := adminRow[model.AdminJob](ctx, a, backoffice.Jobs, r.JobId)
	if err != nil {
		return nil, err
	}
	return admin.GetAdminJob200JSONResponse(row), nil
}
