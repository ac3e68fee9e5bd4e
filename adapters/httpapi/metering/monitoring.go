package metering

import (
	"bytes"
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/openpmo/pmo/adapters/httpapi/gen/metering"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	core "github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/drawing"
	"github.com/openpmo/pmo/core/metering/health"
	"github.com/openpmo/pmo/core/table"
	"github.com/openpmo/pmo/sdk/ui/catalogues"
)

func (c curveReply) VisitGetDataHealthResponse(w http.ResponseWriter) error  { return c.write(w) }
func (c curveReply) VisitGetHeatMapResponse(w http.ResponseWriter) error     { return c.write(w) }
func (c curveReply) VisitGetHourProfileResponse(w http.ResponseWriter) error { return c.write(w) }

func (a API) GetDataHealth(ctx context.Context, r metering.GetDataHealthRequestObject) (metering.GetDataHealthResponseObject, error) {
	h, err := a.Metering.Health.Health(ctx, request.Principal(ctx), health.HealthInput{OperationID: id.ID(r.OperationId),
		Days: wire.Days(r.Params.DateFrom, r.Params.DateTo), Known: knownRevisions(ctx)})
	if err != nil {
		return nil, err
	}
	return replyOf(tagOf(h.Revision), h.Unchanged, toAPIHealth(h))
}

func (a API) GetHeatMap(ctx context.Context, r metering.GetHeatMapRequestObject) (metering.GetHeatMapResponseObject, error) {
	in, err := hoursInput(ctx, r.OperationId, r.Params.ParticipantId, r.Params.Scope, r.Params.Nature, wire.Days(r.Params.DateFrom, r.Params.DateTo))
	if err != nil {
		return nil, err
	}
	m, err := a.Metering.Drawing.HeatMap(ctx, request.Principal(ctx), in)
	if err != nil {
		return nil, err
	}
	return replyOf(tagOf(m.Revision), m.Unchanged, toAPIHeatMap(m))
}

func (a API) GetHourProfile(ctx context.Context, r metering.GetHourProfileRequestObject) (metering.GetHourProfileResponseObject, error) {
	in, err := hoursInput(ctx, r.OperationId, r.Params.ParticipantId, r.Params.Scope, r.Params.Nature, wire.Days(r.Params.DateFrom, r.Params.DateTo))
	if err != nil {
		return nil, err
	}
	p, err := a.Metering.Drawing.HourProfile(ctx, request.Principal(ctx), in)
	if err != nil {
		return nil, err
	}
	return replyOf(tagOf(p.Revision), p.Unchanged, toAPIHourProfile(p))
}

func hoursInput(ctx context.Context, operationID string, participantID *string, scope *model.Scope, nature model.Nature, days civil.Range) (drawing.HoursInput, error) {
	in := drawing.HoursInput{OperationID: id.ID(operationID), ParticipantID: id.ID(wire.Text(participantID)), Scope: scopeOf(scope), Days: days, Known: knownRevisions(ctx)}
	var err error
	if in.Nature, err = core.ParseNature(string(nature)); err != nil {
		return in, wire.FieldFault(err, "nature")
	}
	return in, nil
}

func (a API) ListReadings(ctx context.Context, r metering.ListReadingsRequestObject) (metering.ListReadingsResponseObject, error) {
	checks, err := a.Metering.Readings.ReadingChecks(ctx, request.Principal(ctx), id.ID(r.OperationId), wire.Days(r.Params.DateFrom, r.Params.DateTo))
	if err != nil {
		return nil, err
	}
	body := make([]model.PeriodReading, len(checks))
	for i, c := range checks {
		body[i] = toAPIReading(c)
	}
	return metering.ListReadings200JSONResponse{Body: body}, nil
}

func (a API) DownloadCurves(ctx context.Context, r metering.DownloadCurvesRequestObject) (metering.DownloadCurvesResponseObject, error) {
	in, err := curveInput(ctx, r.Params.Nature, r.Params.Scope, r.Params.DateFrom, r.Params.DateTo, r.Params.Resolution)
	if err != nil {
		return nil, err
	}
	in.OperationID, in.ParticipantID = id.ID(r.OperationId), id.ID(wire.Text(r.Params.ParticipantId))
	export, err := a.Metering.Drawing.Export(ctx, request.Principal(ctx), in)
	if err != nil {
		return nil, err
	}
	t := exportTable{export, request.Language(ctx)}
	var file bytes.Buffer
	if r.Params.Format != nil && *r.Params.Format == metering.Xlsx {
		disposition := wire.Attachment(t.name() + ".xlsx")
		cells, err := table.Cells(t.rows)
		if err == nil {
			err = a.Workbook(&file, export.Subject, t.header(), cells)
		}
		return metering.DownloadCurves200ApplicationvndOpenxmlformatsOfficedocumentSpreadsheetmlSheetResponse{Body: &file, ContentLength: int64(file.Len()),
			Headers: metering.DownloadCurves200ResponseHeaders{ContentDisposition: &disposition}}, err
	}
	disposition := wire.Attachment(t.name() + ".csv")
	err = table.WriteCSV(&file, t.header(), t.rows)
	return metering.DownloadCurves200TextcsvResponse{Body: &file, ContentLength: int64(file.Len()),
		Headers: metering.DownloadCurves200ResponseHeaders{ContentDisposition: &disposition}}, err
}

// exportTable is curves as a table for people: a line a step.
type exportTable struct {
	drawing.CurveExport
	LanguageOf string
}

func (t exportTable) text(key string, params map[string]any) string {
	return catalogues.Text(t.LanguageOf, "enums", "CurveColumn."+key, params)
}

// name of the file, without its ending. Its days are those of the contract, which a
// folder sorts; the catalogue would write them with slashes.
func (t exportTable) name() string {
	name := t.text("fileName", map[string]any{"subject": t.Subject})
	return strings.NewReplacer("%{from}", t.Days.From.String(), "%{to}", t.Days.Last().String()).Replace(name)
}

// columns are the curves with the words above them.
func (t exportTable) columns() (series []drawing.CurveSeries, names []string) {
	for _, s := range t.Series {
		series, names = append(series, s), append(names, catalogues.Text(t.LanguageOf, "enums", "Nature."+s.Nature.String(), nil))
	}
	if t.ACI != nil {
		series, names = append(series, *t.ACI), append(names, t.text("aci", nil))
	}
	return series, names
}

func (t exportTable) header() []string {
	out := []string{t.text("start", nil), t.text("end", nil)}
	_, names := t.columns()
	for _, name := range names {
		out = append(out, t.text("energy", map[string]any{"nature": name}), t.text("quality", map[string]any{"nature": name}))
	}
	return out
}

// rows are the steps with their bounds and, curve by curve, value and quality.
func (t exportTable) rows(yield func([]any, error) bool) {
	series, _ := t.columns()
	words := make([][]string, len(series))
	for i, s := range series {
		for _, run := range s.Qualities {
			word := catalogues.Text(t.LanguageOf, "enums", "PointQuality."+string(qualityWords[run.Quality]), nil)
			for range run.Count {
				words[i] = append(words[i], word)
			}
		}
	}
	bounds, zone := t.Bounds(), t.Zone.Location()
	for at := range len(bounds) - 1 {
		row := []any{bounds[at].In(zone).Format(time.RFC3339), bounds[at+1].In(zone).Format(time.RFC3339)}
		for i, s := range series {
			var value any
			if v := s.Values[at]; v != drawing.Gap {
				value = energy.MilliWh(v)
			}
			row = append(row, value, words[i][at])
		}
		if !yield(row, nil) {
			return
		}
	}
}
