package metering

import (
	"context"
	"strings"

	"github.com/openpmo/pmo/adapters/httpapi/gen/metering"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/contract"
	"github.com/openpmo/pmo/adapters/httpapi/transport/problem"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering/forecast"
	"github.com/openpmo/pmo/core/metering/ingest"
	"github.com/openpmo/pmo/core/metering/pull"
	"github.com/openpmo/pmo/core/metering/pull/drop"
)

func (a API) PullCurves(ctx context.Context, r metering.PullCurvesRequestObject) (metering.PullCurvesResponseObject, error) {
	in := pull.PullInput{OperationID: id.ID(r.OperationId), From: wire.OptionalDay(r.Body.DateFrom), To: wire.OptionalDay(r.Body.DateTo)}
	if in.To != nil {
		*in.To++ // the wire includes the last day
	}
	i, err := a.Metering.Pull.StartPull(ctx, request.Principal(ctx), in)
	if err != nil {
		return nil, err
	}
	body, err := ToAPIImportJob(i, request.Language(ctx))
	location := contract.Base + "/jobs/" + string(i.ID)
	return metering.PullCurves202JSONResponse{Body: body, Headers: metering.PullCurves202ResponseHeaders{Location: &location}}, err
}

func (a API) GetCurvePulls(ctx context.Context, r metering.GetCurvePullsRequestObject) (metering.GetCurvePullsResponseObject, error) {
	state, err := a.Metering.Pull.Pulls(ctx, request.Principal(ctx), id.ID(r.OperationId))
	if err != nil {
		return nil, err
	}
	return metering.GetCurvePulls200JSONResponse{Body: toAPICurvePulls(state, request.Language(ctx))}, nil
}

func (a API) StartCurveDropLook(ctx context.Context, r metering.StartCurveDropLookRequestObject) (metering.StartCurveDropLookResponseObject, error) {
	state, err := a.Metering.Pull.StartDropLook(ctx, request.Principal(ctx), id.ID(r.OperationId))
	if err != nil {
		return nil, err
	}
	return metering.StartCurveDropLook202JSONResponse(toAPICurvePulls(state, request.Language(ctx))), nil
}

func toAPICurvePulls(s pull.PullState, lang string) model.CurvePulls {
	out := model.CurvePulls{Service: s.Service, Folder: s.Folder}
	if s.Service {
		oldest := wire.Date(s.Oldest)
		out.Oldest, out.Next = &oldest, wire.OptionalInParis(s.Next)
	}
	if s.Last != nil {
		last := toAPICurveImport(*s.Last, lang)
		out.Last = &last
	}
	if s.Taken != nil {
		taken := toAPICurveImport(*s.Taken, lang)
		out.Taken = &taken
	}
	if s.Folder {
		waiting := make([]model.DroppedCurveFile, len(s.Waiting))
		for i, w := range s.Waiting {
			waiting[i] = toAPIDroppedFile(w, lang)
		}
		out.Looked, out.Looking, out.Waiting, out.WaitingCount = wire.OptionalInParis(s.Looked), &s.Looking, &waiting, &s.Count
	}
	return out
}

func toAPIDroppedFile(w drop.WaitingFile, lang string) model.DroppedCurveFile {
	out := model.DroppedCurveFile{Place: model.CurveDropPlace(strings.ToUpper(w.Drop)), Since: wire.InParis(w.Since),
		Problem: problem.Items([]*fault.Error{w.Why}, lang)[0]}
	if w.Name != "" {
		modified := wire.InParis(w.ModifiedAt)
		out.Name, out.Size, out.ModifiedAt = &w.Name, &w.Size, &modified
	}
	return out
}

func (a API) ListExpectedProduction(ctx context.Context, r metering.ListExpectedProductionRequestObject) (metering.ListExpectedProductionResponseObject, error) {
	producers, err := a.Metering.Forecast.Expected(ctx, request.Principal(ctx), forecast.ExpectedInput{OperationID: id.ID(r.OperationId),
		Days: wire.Days(r.Params.DateFrom, r.Params.DateTo)})
	if err != nil {
		return nil, err
	}
	body := make([]model.ExpectedProducer, len(producers))
	for i, p := range producers {
		body[i] = toAPIExpectedProducer(p)
	}
	return metering.ListExpectedProduction200JSONResponse{Body: body}, nil
}

func toAPIExpectedProducer(p forecast.ExpectedProducer) model.ExpectedProducer {
	out := model.ExpectedProducer{ParticipantId: string(p.ParticipantID), Name: p.Name, PeakPower: float64(p.PeakPowerW) / 1000,
		PerformanceRatio: p.PerformanceRatio, CalibrationDays: p.CalibrationDays, ExpectedMilliWh: int64(p.Compared.Expected),
		MeasuredMilliWh: int64(p.Compared.Measured), ComparedDays: p.Compared.Days, Ratio: p.Compared.Ratio, Low: p.Compared.Low(), Days: make([]model.ExpectedProduction, len(p.Days))}
	for i, d := range p.Days {
		out.Days[i] = model.ExpectedProduction{Day: wire.Date(d.Day), ExpectedMilliWh: (*int64)(d.Expected),
			MeasuredMilliWh: (*int64)(d.Measured), Ratio: d.Ratio}
	}
	return out
}

var importSources = map[ingest.ImportKind]model.CurveImportSource{ingest.KindImport: model.SourceFiles, ingest.KindUpload: model.SourceFiles,
	ingest.KindPull: model.SourcePull, ingest.KindFolder: model.SourceFolder}

// importSource is absent for a kind that has no name in the contract.
func importSource(k ingest.ImportKind) *model.CurveImportSource {
	source, ok := importSources[k]
	if !ok {
		return nil
	}
	return &source
}
