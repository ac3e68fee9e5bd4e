package allocation

import (
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/problem"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/allocation/analysis"
	"github.com/openpmo/pmo/core/allocation/replay"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
)

func toAPIMatrix(m analysis.Matrix) model.AllocationMatrix {
	out := model.AllocationMatrix{DateFrom: wire.Date(m.Days.From), DateTo: wire.Date(m.Days.Last()),
		Consumers: []model.MatrixConsumer{}, Producers: []model.MatrixProducer{}, Cells: make([]model.MatrixCell, len(m.Cells))}
	if m.ExpectedDays > 0 {
		out.ExpectedFrom, out.ExpectedTo = wire.OptionalDate(&m.ExpectedFrom), wire.OptionalDate(&m.ExpectedTo)
	}
	for _, c := range m.Consumers {
		out.Consumers = append(out.Consumers, model.MatrixConsumer{ParticipantId: string(c.ID), Name: c.Name,
			ConsumptionMilliWh: (*int64)(c.Consumption), SharedMilliWh: (*int64)(c.Shared), ExpectedMilliWh: (*int64)(c.Expected)})
	}
	made := map[id.ID]energy.MilliWh{}
	for _, p := range m.Producers {
		out.Producers = append(out.Producers, model.MatrixProducer{ParticipantId: string(p.ID), Name: p.Name,
			ProductionMilliWh: (*int64)(p.Production), SurplusMilliWh: (*int64)(p.Surplus), ExpectedSurplusMilliWh: (*int64)(p.Expected)})
		if p.Production != nil {
			made[p.ID] = *p.Production
		}
	}
	for i, c := range m.Cells {
		out.Cells[i] = toAPIMatrixCell(c, made[c.ProducerID])
	}
	return out
}

func toAPIMatrixCell(c analysis.MatrixCell, made energy.MilliWh) model.MatrixCell {
	out := model.MatrixCell{ProducerId: string(c.ProducerID), ConsumerId: string(c.ConsumerID), SharedMilliWh: (*int64)(c.Shared), ExpectedMilliWh: (*int64)(c.Expected)}
	shown := c.Shared
	if shown == nil {
		shown = c.Expected
	}
	if shown != nil && made > 0 {
		percentage := percentageOf(*shown, made)
		out.PercentageProduction = &percentage
	}
	if c.Shared != nil && c.Expected != nil {
		difference := int64(*c.Expected - *c.Shared)
		out.DifferenceMilliWh = &difference
	}
	return out
}

// percentageOf is a part of a whole in percent with four decimals (specification section 9).
func percentageOf(part, whole energy.MilliWh) float64 {
	return float64(int64(float64(part)/float64(whole)*1_000_000+0.5)) / 10_000
}

func toAPIDrift(d analysis.Drift) model.AllocationDrift {
	out := model.AllocationDrift{DateFrom: wire.Date(d.Days.From), DateTo: wire.Date(d.Days.Last()), ThresholdPercentage: d.Threshold,
		ComparedDays: d.ComparedDays, Sites: make([]model.SiteDrift, len(d.Sites))}
	for i, s := range d.Sites {
		site := model.SiteDrift{ParticipantId: string(s.ID), Name: s.Name, DsoId: s.DsoID, SharedMilliWh: int64(s.DSO), ExpectedMilliWh: int64(s.Expected),
			DifferenceMilliWh: int64(s.Difference()), MovedMilliWh: int64(s.Moved), Alert: s.Alert, Days: make([]model.DayDrift, len(s.Days))}
		for j, day := range s.Days {
			site.Days[j] = model.DayDrift{Date: wire.Date(day.Day), SharedMilliWh: int64(day.DSO), ExpectedMilliWh: int64(day.Expected),
				DifferenceMilliWh: int64(day.Expected - day.DSO), Alert: day.Alert}
		}
		out.Sites[i] = site
	}
	if len(d.Contradictions) > 0 {
		list := make([]model.PairContradiction, len(d.Contradictions))
		for i, c := range d.Contradictions {
			list[i] = model.PairContradiction{ParticipantId: string(c.ID), Name: c.Name, DsoId: c.DsoID, Date: wire.Date(c.Day), Steps: c.Steps,
				EnergyMilliWh: int64(c.Energy)}
		}
		out.Contradictions = &list
	}
	return out
}

// ToAPIReplayJob shows a replay as a job; its result is an AllocationReplay.
func ToAPIReplayJob(r replay.Replay, lang string) (model.Job, error) {
	total := int(r.Days.Days())
	out := model.Job{Id: string(r.ID), Kind: "keyReplay", Status: model.JobStatus(r.Status), CreatedAt: wire.InParis(r.CreatedAt),
		FinishedAt: wire.OptionalInParis(r.FinishedAt), Progress: model.Progress{Pending: total, Total: total}}
	switch r.Status {
	case replay.ReplaySucceeded:
		out.Progress = model.Progress{Success: total, Total: total}
	case replay.ReplayFailed:
		out.Progress = model.Progress{Failure: total, Total: total}
	}
	if items := problem.Items(r.Errors, lang); len(items) > 0 {
		out.Errors = &items
	}
	if r.Status != replay.ReplaySucceeded {
		return out, nil
	}
	var err error
	out.Result, err = wire.JobResult(toAPIReplay(r))
	return out, err
}

func toAPIReplay(r replay.Replay) model.AllocationReplay {
	out := model.AllocationReplay{Id: string(r.ID), DateFrom: wire.Date(r.Days.From), DateTo: wire.Date(r.Days.Last()), Verify: r.Verify,
		Status: model.JobStatus(r.Status), CreatedAt: wire.InParis(r.CreatedAt), CreatedBy: wire.OptionalText(r.Author), FinishedAt: wire.OptionalInParis(r.FinishedAt),
		Differences: r.Differences(), Months: make([]model.ReplayedMonth, len(r.Months))}
	for i, m := range r.Months {
		origin := model.OriginExpected
		if m.Published {
			origin = model.OriginDso
		}
		out.Months[i] = model.ReplayedMonth{Month: m.Month.String(), Origin: origin, Sites: m.Sites, DifferentSites: m.DifferentSites,
			AlgorithmVersion: m.Stamp.Algorithm, ConfigVersions: append([]int{}, m.Stamp.ConfigVersions...),
			InputHash: wire.OptionalText(m.Stamp.Inputs), Reason: wire.OptionalText(m.Reason)}
	}
	return out
}
