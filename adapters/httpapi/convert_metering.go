package httpapi

import (
	"context"
	"strconv"
	"time"

	openapi_types "github.com/oapi-codegen/runtime/types"

	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	core "github.com/openpmo/pmo/core/metering"
)

// fieldFault names the field of a fault that a parser of the core made.
func fieldFault(err error, field string) error {
	if f := fault.From(err); f != nil {
		return errInvalidRequest.Of(f.At(field))
	}
	return err
}

// wireDays are days that came over the wire, both ends included. An end before the
// start stays one, for the core to refuse.
func wireDays(from, to openapi_types.Date) civil.Range {
	return civil.Range{From: civilDay(from), To: civilDay(to) + 1}
}

func naturesOf(wire *model.Natures) ([]core.Nature, error) {
	if wire == nil {
		return nil, nil
	}
	out := make([]core.Nature, len(*wire))
	for i, n := range *wire {
		var err error
		if out[i], err = core.ParseNature(string(n)); err != nil {
			return nil, fieldFault(err, "nature")
		}
	}
	return out, nil
}

func scopeOf(wire *model.Scope) core.Scope {
	if wire == nil {
		return core.ScopeGlobal
	}
	return core.Scope(*wire)
}

func curveInput(ctx context.Context, natures *model.Natures, scope *model.Scope, from, to openapi_types.Date, resolution *model.Resolution) (core.CurveInput, error) {
	in := core.CurveInput{Scope: scopeOf(scope), Days: wireDays(from, to), Resolution: core.Auto, Known: knownTag(ctx)}
	if resolution != nil {
		in.Resolution = core.Resolution(*resolution)
	}
	var err error
	in.Natures, err = naturesOf(natures)
	return in, err
}

func metricsInput(ctx context.Context, natures *model.Natures, scope *model.Scope, from, to openapi_types.Date) (core.MetricsInput, error) {
	in := core.MetricsInput{Scope: scopeOf(scope), Days: wireDays(from, to), Known: knownTag(ctx)}
	var err error
	in.Natures, err = naturesOf(natures)
	return in, err
}

// appendLoadCurve writes a model.LoadCurve. Its names and words need no escaping.
func appendLoadCurve(dst []byte, c core.LoadCurve) []byte {
	size := 256
	for _, s := range c.Series {
		size += 64 + 8*len(s.Values)
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
		dst = append(dst, `","values":[`...)
		dst = appendValues(dst, s.Values)
		dst = append(dst, "]}"...)
	}
	return append(dst, "]}\n"...)
}

func appendValues(dst []byte, values []int64) []byte {
	for i, v := range values {
		if i > 0 {
			dst = append(dst, ',')
		}
		if v == core.Gap {
			dst = append(dst, "null"...)
			continue
		}
		dst = strconv.AppendInt(dst, v, 10)
	}
	return dst
}

func toAPIMetrics(m core.Metrics) model.Metrics {
	out := model.Metrics{DateFrom: wireDate(m.Days.From), DateTo: wireDate(m.Days.Last()), SelfConsumptionRate: m.SelfConsumption,
		SelfProductionRate: m.SelfProduction, SharingRate: m.Sharing, ComplementMilliWh: (*int64)(m.Complement), Co2Kg: m.CO2Kg,
		ProvisionalFrom: optionalWireDate(m.ProvisionalFrom), MissingDays: &m.MissingDays}
	of := func(values map[core.Nature]core.Metric, n core.Nature) *model.Metric {
		return toAPIMetric(values, n, m.Zone)
	}
	out.Consumption, out.Production = of(m.Values, core.Conso), of(m.Values, core.Prod)
	out.AutoConsumption, out.Surplus = of(m.Values, core.Autoconso), of(m.Values, core.Surplus)
	out.ExtProduction, out.ExtConsumption = of(m.Values, core.ProdExt), of(m.Values, core.ConsExt)
	if len(m.Previous) > 0 {
		out.Previous = &model.PreviousMetrics{DateFrom: wireDate(m.PreviousDays.From), DateTo: wireDate(m.PreviousDays.Last()),
			Consumption: of(m.Previous, core.Conso), Production: of(m.Previous, core.Prod), AutoConsumption: of(m.Previous, core.Autoconso),
			Surplus: of(m.Previous, core.Surplus), ExtProduction: of(m.Previous, core.ProdExt), ExtConsumption: of(m.Previous, core.ConsExt)}
	}
	return out
}

func toAPIMetric(values map[core.Nature]core.Metric, n core.Nature, zone civil.Zone) *model.Metric {
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

func toAPIDistribution(d core.Distribution) model.Distribution {
	out := model.Distribution{DateFrom: wireDate(d.Days.From), DateTo: wireDate(d.Days.Last()), SurplusMilliWh: int64(d.Surplus),
		Consumers: make([]model.ConsumerShare, len(d.Consumers)), Producers: make([]model.ProducerShare, len(d.Producers)),
		Flows: make([]model.Flow, len(d.Flows))}
	for i, s := range d.Consumers {
		out.Consumers[i] = toAPIConsumerShare(s, d.TotalShared)
	}
	for i, s := range d.Producers {
		out.Producers[i] = toAPIProducerShare(s)
	}
	for i, f := range d.Flows {
		out.Flows[i] = model.Flow{ConsumerId: optionalText(string(f.ConsumerID)), ProducerId: optionalText(string(f.ProducerID)), SharedMilliWh: int64(f.Shared)}
	}
	return out
}

func toAPIConsumerShare(s core.Share, total energy.MilliWh) model.ConsumerShare {
	out := model.ConsumerShare{ParticipantId: optionalText(string(s.ParticipantID)), Name: s.Name, Others: optionalCount(s.Others),
		SharedMilliWh: int64(s.Shared)}
	if r, ok := energy.Rate(s.Shared, total); ok {
		percent := 100 * r
		out.Percentage = &percent
	}
	if !s.Knows(core.Conso) {
		return out
	}
	out.ConsumptionMilliWh = (*int64)(&s.Consumption)
	if s.Knows(core.Autoconso) {
		complement := int64(s.Consumption - s.Shared)
		out.ComplementMilliWh = &complement
		if r, ok := energy.Rate(s.Shared, s.Consumption); ok {
			out.SelfProductionRate = &r
		}
	}
	return out
}

func toAPIProducerShare(s core.Share) model.ProducerShare {
	out := model.ProducerShare{ParticipantId: optionalText(string(s.ParticipantID)), Name: s.Name, Others: optionalCount(s.Others),
		ProductionMilliWh: int64(s.Production)}
	if s.Knows(core.Surplus) {
		out.SurplusMilliWh = (*int64)(&s.Surplus)
	}
	if s.Knows(core.Autoconso) {
		out.SharedMilliWh = (*int64)(&s.Shared)
		if r, ok := energy.Rate(s.Shared, s.Production); ok && s.Knows(core.Prod) {
			out.SelfConsumptionRate = &r
		}
	}
	return out
}

func optionalCount(n int) *int {
	if n == 0 {
		return nil
	}
	return &n
}

func toAPIDateRanges(d core.DateRanges) model.DateRanges {
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
		out[i] = model.DayRange{From: wireDate(r.From), To: wireDate(r.Last())}
	}
	return out
}

func toAPIDefinitiveMonth(d core.DefinitiveMonth) model.DefinitiveMonth {
	return model.DefinitiveMonth{Month: d.Month.String(), Reason: d.Reason, DeclaredAt: inParis(d.DeclaredAt), DeclaredBy: d.Author}
}
