package metering

import (
	"github.com/oapi-codegen/nullable"

	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	core "github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/drawing"
	"github.com/openpmo/pmo/core/metering/health"
)

func originOf(sent *model.SeriesOrigin) core.Origin {
	if sent != nil && *sent == model.OriginExpected {
		return core.Expected
	}
	return core.DSO
}

func toAPIHealth(h health.DataHealth) model.DataHealth {
	out := model.DataHealth{DateFrom: wire.Date(h.Days.From), DateTo: wire.Date(h.Days.Last()), HealthySites: h.HealthySites,
		Sites: make([]model.SiteHealth, len(h.Sites))}
	for i, s := range h.Sites {
		out.Sites[i] = model.SiteHealth{ParticipantId: string(s.ParticipantID), Name: s.Name, DsoId: s.DsoID, Problems: toAPIProblems(s.Problems)}
	}
	if len(h.Awaited.Months) > 0 {
		out.Awaited = &model.AwaitedFiles{Format: model.AwaitedFilesFormat(h.Awaited.Format), Months: make([]string, len(h.Awaited.Months))}
		for i, m := range h.Awaited.Months {
			out.Awaited.Months[i] = m.String()
		}
	}
	if len(h.Problems) > 0 {
		whole := toAPIProblems(h.Problems)
		out.Problems = &whole
	}
	return out
}

func toAPIProblems(problems []health.DataProblem) []model.DataProblem {
	out := make([]model.DataProblem, len(problems))
	for i, p := range problems {
		out[i] = model.DataProblem{Kind: model.DataProblemKind(p.Kind), Ranges: toAPIDayRanges(p.Ranges), Days: p.Days}
		if p.Nature != 0 {
			nature := model.Nature(p.Nature.String())
			out[i].Nature = &nature
		}
		if rule := model.BalanceRule(p.Rule.Rule()); rule != "" {
			out[i].Rule = &rule
		}
		if p.Steps > 0 {
			out[i].Steps = &p.Steps
		}
		if p.Energy > 0 {
			energy := int64(p.Energy)
			out[i].EnergyMilliWh = &energy
		}
	}
	return out
}

// wireHours are the hours of a day; a gap is null.
func wireHours(values [24]int64) []nullable.Nullable[int64] {
	out := make([]nullable.Nullable[int64], len(values))
	for i, v := range values {
		if v == drawing.Gap {
			out[i].SetNull()
			continue
		}
		out[i].Set(v)
	}
	return out
}

func toAPIHeatMap(m drawing.HeatMap) model.HeatMap {
	out := model.HeatMap{DateFrom: wire.Date(m.Days.From), DateTo: wire.Date(m.Days.Last()), Timezone: m.Zone.Name(),
		Nature: model.Nature(m.Nature.String()), MaxMilliWh: int64(m.Highest), Days: make([]model.HeatMapDay, len(m.Rows))}
	for i, row := range m.Rows {
		out.Days[i] = model.HeatMapDay{Date: wire.Date(row.Date), Values: wireHours(row.Values)}
		if row.Provisional {
			out.Days[i].Provisional = &row.Provisional
		}
	}
	return out
}

func toAPIHourProfile(p drawing.HourProfile) model.HourProfile {
	totals := wireHours(p.Totals)
	out := model.HourProfile{DateFrom: wire.Date(p.Days.From), DateTo: wire.Date(p.Days.Last()), Timezone: p.Zone.Name(),
		Nature: model.Nature(p.Nature.String()), Minutes: 60, Days: p.Counted, Values: wireHours(p.Means), Totals: &totals}
	if b := p.Best; b != nil {
		out.Best = &model.BestHours{From: b.From, To: b.From + 2, EnergyMilliWh: int64(b.Energy)}
	}
	return out
}

func toAPIReading(c core.ReadingCheck) model.PeriodReading {
	out := model.PeriodReading{DsoId: c.DsoID, ParticipantId: wire.OptionalText(string(c.ParticipantID)), Name: wire.OptionalText(c.Name),
		Nature: model.PeriodReadingNature(c.Nature.String()), Side: model.ReadingConsumer, DateFrom: wire.Date(c.Days.From), DateTo: wire.Date(c.Days.Last()),
		EnergyMilliWh: int64(c.Energy), CurveMilliWh: (*int64)(c.Curve), MissingDays: c.MissingDays, Differs: c.Differs(), Corrective: c.Corrective,
		Source: c.Source, ReceivedAt: wire.InParis(c.ReceivedAt)}
	if c.Side == core.Producer {
		out.Side = model.ReadingProducer
	}
	if d, ok := c.Difference(); ok {
		miss := int64(d)
		out.DifferenceMilliWh = &miss
	}
	return out
}
