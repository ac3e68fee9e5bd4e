package metering

import (
	"context"
	"encoding/json"
	"strconv"
	"time"

	openapi_types "github.com/oapi-codegen/runtime/types"

	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/civil"
	core "github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/dashboard"
	"github.com/openpmo/pmo/core/metering/drawing"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

func naturesOf(sent *model.Natures) ([]core.Nature, error) {
	if sent == nil {
		return nil, nil
	}
	out := make([]core.Nature, len(*sent))
	for i, n := range *sent {
		var err error
		if out[i], err = core.ParseNature(string(n)); err != nil {
			return nil, wire.FieldFault(err, "nature")
		}
	}
	return out, nil
}

// scopeOf is none where none was asked for: what that means depends on the site.
func scopeOf(sent *model.Scope) core.Scope {
	if sent == nil {
		return ""
	}
	return core.Scope(*sent)
}

func curveInput(ctx context.Context, natures *model.Natures, scope *model.Scope, from, to openapi_types.Date, resolution *model.Resolution) (drawing.CurveInput, error) {
	in := drawing.CurveInput{Scope: scopeOf(scope), Days: wire.Days(from, to), Resolution: drawing.Auto, Known: knownRevisions(ctx)}
	if resolution != nil {
		in.Resolution = drawing.Resolution(*resolution)
	}
	var err error
	in.Natures, err = naturesOf(natures)
	return in, err
}

func metricsInput(ctx context.Context, natures *model.Natures, scope *model.Scope, from, to openapi_types.Date) (dashboard.MetricsInput, error) {
	in := dashboard.MetricsInput{Scope: scopeOf(scope), Days: wire.Days(from, to), Known: knownRevisions(ctx)}
	var err error
	in.Natures, err = naturesOf(natures)
	return in, err
}

// appendLoadCurve writes a model.LoadCurve. Its names and words need no escaping.
func appendLoadCurve(dst []byte, c drawing.LoadCurve) []byte {
	size := 256
	for _, s := range c.Series {
		size += 64 + 8*len(s.Values) + 48*len(s.Qualities)
	}
	if cap(dst) < size {
		dst = make([]byte, 0, size)
	}
	zone := c.Zone.Location()
	dst = append(dst, `{"unit":"mWh","timezone":"`...)
	dst = append(dst, c.Zone.Name()...)
	dst = append(dst, `","start":"`...)
	dst = c.Start.In(zone).AppendFormat(dst, time.RFC3339)
	dst = append(dst, `","step":"`...)
	dst = append(dst, c.Step...)
	dst = append(dst, `","sourceStep":"`...)
	dst = append(dst, c.SourceStep...)
	dst = append(dst, '"')
	if c.ProvisionalFrom != nil {
		dst = append(dst, `,"provisionalFrom":"`...)
		dst = c.ProvisionalFrom.In(zone).AppendFormat(dst, time.RFC3339)
		dst = append(dst, '"')
	}
	dst = append(dst, `,"series":[`...)
	for i, s := range c.Series {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, `{"nature":"`...)
		dst = append(dst, s.Nature.String()...)
		dst = append(dst, `","scope":"`...)
		dst = append(dst, s.Scope...)
		if s.Origin == core.Expected {
			dst = append(dst, `","origin":"expected`...)
		}
		dst = append(dst, `",`...)
		dst = appendSeries(dst, s)
	}
	dst = append(dst, ']')
	if c.ACI != nil {
		dst = append(dst, `,"aci":{`...)
		dst = appendSeries(dst, *c.ACI)
	}
	if c.Received != nil {
		dst = append(dst, `,"received":{`...)
		dst = appendSeries(dst, *c.Received)
	}
	dst = appendTotals(dst, c.Totals)
	dst = appendCompared(dst, c.Compared)
	return append(dst, "}\n"...)
}

// appendTotals writes the totals of operators that offer no metrics.
func appendTotals(dst []byte, m *dashboard.Metrics) []byte {
	if m == nil {
		return dst
	}
	text, err := json.Marshal(toAPIMetrics(*m))
	if err != nil { // numbers and dates alone, and finite ones: there is nothing to fail
		return dst
	}
	return append(append(dst, `,"totals":`...), text...)
}

// appendSeries writes the values of a curve, with their qualities where these are known,
// and ends the object.
func appendSeries(dst []byte, s drawing.CurveSeries) []byte {
	dst = append(dst, `"values":[`...)
	dst = append(appendValues(dst, s.Values), ']')
	if s.Energy != nil {
		dst = append(dst, `,"energyMilliWh":`...)
		dst = strconv.AppendInt(dst, int64(*s.Energy), 10)
	}
	if s.Qualities != nil {
		dst = append(dst, `,"qualities":[`...)
		at := 0
		for i, run := range s.Qualities {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(dst, `{"from":`...)
			dst = strconv.AppendInt(dst, int64(at), 10)
			dst = append(dst, `,"count":`...)
			dst = strconv.AppendInt(dst, int64(run.Count), 10)
			dst = append(dst, `,"quality":"`...)
			dst = append(dst, qualityWords[run.Quality]...)
			dst = append(dst, `"}`...)
			at += run.Count
		}
		dst = append(dst, ']')
	}
	return append(dst, '}')
}

var qualityWords = map[loadcurve.Quality]model.PointQuality{loadcurve.Missing: model.QualityMissing, loadcurve.Suspect: model.QualitySuspect,
	loadcurve.Estimated: model.QualityEstimated, loadcurve.Provisional: model.QualityProvisional, loadcurve.Definitive: model.QualityDefinitive}

func appendValues(dst []byte, values []int64) []byte {
	for i, v := range values {
		if i > 0 {
			dst = append(dst, ',')
		}
		if v == drawing.Gap {
			dst = append(dst, "null"...)
			continue
		}
		dst = strconv.AppendInt(dst, v, 10)
	}
	return dst
}

func toAPIMetrics(m dashboard.Metrics) model.Metrics {
	out := model.Metrics{DateFrom: wire.Date(m.Days.From), DateTo: wire.Date(m.Days.Last()), SelfConsumptionRate: m.SelfConsumption,
		SelfProductionRate: m.SelfProduction, SharingRate: m.Sharing, CoverageRate: m.Coverage, ComplementMilliWh: (*int64)(m.Complement),
		ReceivedMilliWh: (*int64)(m.Received), Co2Kg: m.CO2Kg,
		ProvisionalFrom: wire.OptionalDate(m.ProvisionalFrom), MissingDays: &m.MissingDays}
	of := func(values map[core.Nature]dashboard.Metric, n core.Nature) *model.Metric {
		return toAPIMetric(values, n, m.Zone)
	}
	out.Consumption, out.Production = of(m.Values, core.Conso), of(m.Values, core.Prod)
	out.AutoConsumption, out.Surplus = of(m.Values, core.Autoconso), of(m.Values, core.Surplus)
	out.ExtProduction, out.ExtConsumption = of(m.Values, core.ProdExt), of(m.Values, core.ConsExt)
	out.AciMilliWh, out.Co2KgWithAci = (*int64)(m.ACI), m.CO2KgWithACI
	out.SelfConsumptionRateWithAci, out.SelfProductionRateWithAci = m.SelfConsumptionWithACI, m.SelfProductionWithACI
	out.Previous = toAPIPreviousMetrics(m.Previous, m.PreviousDays, m.PreviousMissing, m.Zone, m.PreviousCompared)
	out.YearBefore = toAPIPreviousMetrics(m.YearBefore, m.YearBeforeDays, m.YearBeforeMissing, m.Zone, m.YearBeforeCompared)
	return out
}

func toAPIMetric(values map[core.Nature]dashboard.Metric, n core.Nature, zone civil.Zone) *model.Metric {
	m, ok := values[n]
	if !ok {
		return nil
	}
	out := &model.Metric{EnergyMilliWh: int64(m.Energy)}
	if m.Time != nil {
		at := m.Time.In(zone.Location())
		out.Power, out.Time = &m.Power, &at
	}
	return out
}

func toAPIDateRanges(d dashboard.DateRanges) model.DateRanges {
	out := model.DateRanges{Timezone: d.Zone.Name(), UploadedData: toAPIDayRanges(d.Uploaded), NonDefinitiveDataRange: toAPIDayRanges(d.NonDefinitive)}
	if d.LatestComplete != nil {
		month := d.LatestComplete.String()
		out.LatestCompleteDefinitiveMonth = &month
	}
	return out
}

func toAPIDayRanges(ranges []civil.Range) []model.DayRange {
	out := make([]model.DayRange, len(ranges))
	for i, r := range ranges {
		out[i] = model.DayRange{From: wire.Date(r.From), To: wire.Date(r.Last())}
	}
	return out
}

func toAPIDefinitiveMonth(d core.DefinitiveMonth) model.DefinitiveMonth {
	return model.DefinitiveMonth{Month: d.Month.String(), Reason: d.Reason, DeclaredAt: wire.InParis(d.DeclaredAt), DeclaredBy: d.Author}
}
