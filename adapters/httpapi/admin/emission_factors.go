package admin

import (
	"context"

	"github.com/openpmo/pmo/adapters/httpapi/gen/admin"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/contract"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/backoffice"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering/emission"
)

func (a API) ListAdminEmissionFactors(ctx context.Context, r admin.ListAdminEmissionFactorsRequestObject) (admin.ListAdminEmissionFactorsResponseObject, error) {
	rows, page, err := adminList[model.EmissionFactor](ctx, a, backoffice.EmissionFactors, adminParams{r.Params.Sort, r.Params.Range, r.Params.Filter})
	if err != nil {
		return nil, err
	}
	return admin.ListAdminEmissionFactors200JSONResponse{Body: rows, Headers: admin.ListAdminEmissionFactors200ResponseHeaders{ContentRange: page}}, nil
}

func (a API) GetAdminEmissionFactor(ctx context.Context, r admin.GetAdminEmissionFactorRequestObject) (admin.GetAdminEmissionFactorResponseObject, error) {
	row, err := adminRow[model.EmissionFactor](ctx, a, backoffice.EmissionFactors, r.EmissionFactorId)
	if err != nil {
		return nil, err
	}
	tag := wire.ETag(row.Version)
	return admin.GetAdminEmissionFactor200JSONResponse{Body: row, Headers: admin.GetAdminEmissionFactor200ResponseHeaders{ETag: &tag}}, nil
}

func (a API) CreateAdminEmissionFactor(ctx context.Context, r admin.CreateAdminEmissionFactorRequestObject) (admin.CreateAdminEmissionFactorResponseObject, error) {
	f, err := a.Emissions.Create(ctx, request.Principal(ctx), fromAPIEmissionFactorCreation(*r.Body))
	if err != nil {
		return nil, err
	}
	location, tag := contract.Base+"/admin/emission-factors/"+string(f.ID), wire.ETag(f.Version)
	return admin.CreateAdminEmissionFactor201JSONResponse{Body: toAPIEmissionFactor(f), Headers: admin.CreateAdminEmissionFactor201ResponseHeaders{Location: &location, ETag: &tag}}, nil
}

func (a API) UpdateAdminEmissionFactor(ctx context.Context, r admin.UpdateAdminEmissionFactorRequestObject) (admin.UpdateAdminEmissionFactorResponseObject, error) {
	version, err := wire.IfMatch(r.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	f, err := a.Emissions.Update(ctx, request.Principal(ctx), id.ID(r.EmissionFactorId), version, fromAPIEmissionFactorUpdate(*r.Body))
	if err != nil {
		return nil, err
	}
	tag := wire.ETag(f.Version)
	return admin.UpdateAdminEmissionFactor200JSONResponse{Body: toAPIEmissionFactor(f), Headers: admin.UpdateAdminEmissionFactor200ResponseHeaders{ETag: &tag}}, nil
}

func fromAPIEmissionFactorCreation(b model.EmissionFactorCreation) emission.Factor {
	f := emission.Factor{Country: dso.Country(b.Country), From: wire.Day(b.StartDate), Milligrams: b.MilligramsPerKilowattHour, Source: b.Source}
	if b.ProductionTypeId != nil {
		f.ProductionType = *b.ProductionTypeId
	}
	return f
}

func fromAPIEmissionFactorUpdate(b model.EmissionFactorUpdate) func(emission.Factor) emission.Factor {
	return func(f emission.Factor) emission.Factor {
		if b.StartDate != nil {
			f.From = wire.Day(*b.StartDate)
		}
		if b.MilligramsPerKilowattHour != nil {
			f.Milligrams = *b.MilligramsPerKilowattHour
		}
		if b.Source != nil {
			f.Source = *b.Source
		}
		return f
	}
}

func toAPIEmissionFactor(f emission.Factor) model.EmissionFactor {
	return model.EmissionFactor{Id: string(f.ID), Country: string(f.Country), ProductionTypeId: wire.OptionalCount(f.ProductionType), StartDate: wire.Date(f.From),
		MilligramsPerKilowattHour: f.Milligrams, Source: f.Source, Version: f.Version}
}
