package metering

import (
	"context"
	"encoding/json"

	"github.com/openpmo/pmo/adapters/httpapi/gen/metering"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	core "github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/ingest"
	"github.com/openpmo/pmo/core/metering/readings"
	"github.com/openpmo/pmo/core/money"
)

func (a API) GetOperationRegisters(ctx context.Context, r metering.GetOperationRegistersRequestObject) (metering.GetOperationRegistersResponseObject, error) {
	found, err := a.Metering.Readings.OperationRegisters(ctx, request.Principal(ctx), id.ID(r.OperationId), wire.Days(r.Params.DateFrom, r.Params.DateTo))
	if err != nil {
		return nil, err
	}
	return metering.GetOperationRegisters200JSONResponse{Body: toAPIRegisters(found)}, nil
}

func toAPIRegisters(r readings.RegisterReading) model.RegisterReading {
	out := model.RegisterReading{Volumes: make([]model.RegisterVolume, len(r.Volumes)), Costs: make([]model.NetworkCost, len(r.Costs))}
	for i, v := range r.Volumes {
		holder := r.Holder(v.DsoID, v.Days)
		out.Volumes[i] = model.RegisterVolume{DsoId: v.DsoID, ParticipantId: wire.OptionalText(string(holder.ParticipantID)), Name: wire.OptionalText(holder.Name),
			DateFrom: wire.Date(v.Days.From), DateTo: wire.Date(v.Days.Last()), Register: model.Register(v.Register), Meter: wire.OptionalText(v.Meter),
			SharedMilliWh: int64(v.Shared), ComplementMilliWh: int64(v.Complement), GivenMilliWh: int64(v.Given), SurplusMilliWh: int64(v.Surplus)}
	}
	for i, c := range r.Costs {
		holder := r.Holder(c.DsoID, c.Days)
		out.Costs[i] = model.NetworkCost{DsoId: c.DsoID, ParticipantId: wire.OptionalText(string(holder.ParticipantID)), Name: wire.OptionalText(holder.Name),
			DateFrom: wire.Date(c.Days.From), DateTo: wire.Date(c.Days.Last()), UseCents: partInCents(c.Use), SurchargesCents: partInCents(c.Surcharges),
			CapacityCents: partInCents(c.Capacity), MeteringCents: partInCents(c.Metering), PublicServiceCents: partInCents(c.PublicService),
			TransportCents: partInCents(c.Transport), RoadFeeCents: partInCents(c.RoadFee)}
		if c.Told {
			total := inCents(c.Total)
			out.Costs[i].TotalCents = &total
		}
	}
	return out
}

// inCents rounds micro-euro once, half away from zero.
func inCents(e money.MicroEuro) int64 {
	const perCent = 10_000
	if e < 0 {
		return (int64(e) - perCent/2) / perCent
	}
	return (int64(e) + perCent/2) / perCent
}

// partInCents is a part of the costs; nil where the file tells none, or nothing to pay.
func partInCents(e money.MicroEuro) *int64 {
	if e == 0 {
		return nil
	}
	cents := inCents(e)
	return &cents
}

// toAPIUploadEvent is the latest upload as upload-event tells it.
func toAPIUploadEvent(i ingest.Import, language string) (model.UploadEvent, error) {
	out := model.UploadEvent{Id: wire.OptionalText(string(i.ID)), Status: uploadStatuses[i.Status], StartedBy: wire.OptionalText(i.Author)}
	started := wire.InParis(i.CreatedAt)
	out.StartedAt = &started
	if i.FinishedAt != nil {
		at := wire.InParis(*i.FinishedAt)
		out.FinishedAt = &at
	}
	body := toAPICurveImport(i, language)
	out.Files, out.Errors = &body.Files, body.Errors
	if r := i.Result; r != nil {
		months := r.Months()
		names := make([]string, len(months))
		for n, m := range months {
			names[n] = m.String()
		}
		out.Months, out.Points, out.Registers, out.Unchanged = &names, &r.Points, &r.Registers, &r.Unchanged
		out.Warnings, out.WarningCount = body.Result.Warnings, body.Result.WarningCount
	}
	switch {
	case i.Status == ingest.ImportUndone:
		out.Error = &model.UploadError{Name: core.ErrUndone.Key}
		return out, nil
	case i.Status == ingest.ImportSuspected:
		out.Error = &model.UploadError{Name: core.ErrSuspected.Key}
		return out, nil
	case len(i.Errors) == 0:
		return out, nil
	}
	fields, err := uploadFields(i.Errors[0])
	out.Error = &model.UploadError{Name: i.Errors[0].Key, Fields: fields}
	return out, err
}

// uploadFields are the parameters of a refusal under the names of the contract, which
// they have already.
func uploadFields(f *fault.Error) (*model.UploadErrorFields, error) {
	if len(f.Params) == 0 {
		return nil, nil
	}
	data, err := json.Marshal(f.Params)
	if err != nil {
		return nil, err
	}
	var fields model.UploadErrorFields
	return &fields, json.Unmarshal(data, &fields)
}
