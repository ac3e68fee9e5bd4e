package metering

import (
	"bytes"
	"context"
	"encoding/csv"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/openpmo/pmo/adapters/httpapi/gen/metering"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	core "github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/drawing"
	"github.com/openpmo/pmo/core/metering/health"
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
		err := a.Workbook(&file, export.Subject, t.header(), t.cells())
		return metering.DownloadCurves200ApplicationvndOpenxmlformatsOfficedocumentSpreadsheetmlSheetResponse{Body: &file, ContentLength: int64(file.Len()),
			Headers: metering.DownloadCurves200ResponseHeaders{ContentDisposition: &disposition}}, err
	}
	disposition := wire.Attachment(t.name() + ".csv")
	err = t.writeCSV(&file)
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
	out := []string{inert(t.text("start", nil)), inert(t.text("end", nil))}
	_, names := t.columns()
	for _, name := range names {
		out = append(out, inert(t.text("energy", map[string]any{"nature": name})), inert(t.text("quality", map[string]any{"nature": name})))
	}
	return out
}

// each visits the steps with their bounds and, curve by curve, value and quality.
func (t exportTable) each(visit func(from, to string, values []int64, qualities []string) error) error {
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
	values, qualities, bounds := make([]int64, len(series)), make([]string, len(series)), t.Bounds()
	for at := range len(bounds) - 1 {
		for i, s := range series {
			values[i], qualities[i] = s.Values[at], words[i][at]
		}
		zone := t.Zone.Location()
		if err := visit(bounds[at].In(zone).Format(time.RFC3339), bounds[at+1].In(zone).Format(time.RFC3339), values, qualities); err != nil {
			return err
		}
	}
	return nil
}

// writeCSV writes the table as offices here open it: UTF-8 with a mark, semicolons,
// decimal commas.
func (t exportTable) writeCSV(file *bytes.Buffer) error {
	file.WriteString("\ufeff")
	w := csv.NewWriter(file)
	w.Comma, w.UseCRLF = ';', true
	if err := w.Write(t.header()); err != nil {
		return err
	}
	err := t.each(func(from, to string, values []int64, qualities []string) error {
		line := []string{from, to}
		for i, v := range values {
			line = append(line, kilowattHours(v), inert(qualities[i]))
		}
		return w.Write(line)
	})
	w.Flush()
	if err == nil {
		err = w.Error()
	}
	return err
}

func (t exportTable) cells() (rows [][]any) {
	_ = t.each(func(from, to string, values []int64, qualities []string) error { // visit never fails
		row := []any{from, to}
		for i, v := range values {
			var energy any
			if v != drawing.Gap {
				energy = float64(v) / 1e6
			}
			row = append(row, energy, qualities[i])
		}
		rows = append(rows, row)
		return nil
	})
	return rows
}

// kilowattHours is an energy of mWh, exact; nothing for a gap. Energies are not negative.
func kilowattHours(milliWh int64) string {
	if milliWh == drawing.Gap {
		return ""
	}
	digits := strconv.FormatInt(milliWh%1e6, 10)
	return strconv.FormatInt(milliWh/1e6, 10) + "," + strings.Repeat("0", 6-len(digits)) + digits
}

// inert keeps a text from being read as a formula.
func inert(s string) string {
	if s != "" && strings.ContainsRune("=+-@\t\r\n", rune(s[0])) {
		return "'" + s
	}
	return s
}
