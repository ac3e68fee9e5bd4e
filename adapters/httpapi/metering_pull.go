package httpapi

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"net/http"

	"github.com/openpmo/pmo/adapters/httpapi/gen/metering"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/core/id"
	core "github.com/openpmo/pmo/core/metering"
)

func (a meteringAPI) PullCurves(ctx context.Context, r metering.PullCurvesRequestObject) (metering.PullCurvesResponseObject, error) {
	in := core.PullInput{OperationID: id.ID(r.OperationId), From: optionalDay(r.Body.DateFrom), To: optionalDay(r.Body.DateTo)}
	if in.To != nil {
		*in.To++ // the wire includes the last day
	}
	i, err := a.deps.Metering.StartPull(ctx, principal(ctx), in)
	if err != nil {
		return nil, err
	}
	body, err := toAPIImportJob(i, callerLanguage(ctx))
	location := apiBase + "/jobs/" + string(i.ID)
	return metering.PullCurves202JSONResponse{Body: body, Headers: metering.PullCurves202ResponseHeaders{Location: &location}}, err
}

func (c curveReply) VisitListExpectedProductionResponse(w http.ResponseWriter) error {
	return c.write(w)
}

func (a meteringAPI) ListExpectedProduction(ctx context.Context, r metering.ListExpectedProductionRequestObject) (metering.ListExpectedProductionResponseObject, error) {
	producers, err := a.deps.Metering.Expected(ctx, principal(ctx), core.ExpectedInput{OperationID: id.ID(r.OperationId),
		Days: wireDays(r.Params.DateFrom, r.Params.DateTo)})
	if err != nil {
		return nil, err
	}
	body := make([]model.ExpectedProducer, len(producers))
	for i, p := range producers {
		body[i] = toAPIExpectedProducer(p)
	}
	reply, err := replyOf("", false, body)
	// The weather has no version: the answer is named by itself.
	sum := sha256.Sum256(reply.body)
	reply.tag = `"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`
	reply.unchanged = knownTag(ctx) == reply.tag
	return reply, err
}

func toAPIExpectedProducer(p core.ExpectedProducer) model.ExpectedProducer {
	out := model.ExpectedProducer{ParticipantId: string(p.ParticipantID), Name: p.Name, PeakPower: float64(p.PeakPowerW) / 1000,
		PerformanceRatio: p.PerformanceRatio, CalibrationDays: p.CalibrationDays, Days: make([]model.ExpectedProduction, len(p.Days))}
	for i, d := range p.Days {
		out.Days[i] = model.ExpectedProduction{Day: wireDate(d.Day), ExpectedMilliWh: (*int64)(d.Expected),
			MeasuredMilliWh: (*int64)(d.Measured), Ratio: d.Ratio}
	}
	return out
}

var importSources = map[core.ImportKind]model.CurveImportSource{core.KindImport: model.SourceFiles, core.KindUpload: model.SourceFiles,
	core.KindPull: model.SourcePull, core.KindFolder: model.SourceFolder}

// importSource is absent for a kind that has no name in the contract.
func importSource(k core.ImportKind) *model.CurveImportSource {
	source, ok := importSources[k]
	if !ok {
		return nil
	}
	return &source
}
