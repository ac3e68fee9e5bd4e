package allocation

import (
	"strconv"
	"time"

	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/analysis"
	"github.com/openpmo/pmo/core/allocation/sentence"
	"github.com/openpmo/pmo/core/allocation/share"
	"github.com/openpmo/pmo/core/economy"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
)

func fromAPIAllocationSimulation(operationID id.ID, b model.AllocationSimulation) analysis.SimulateInput {
	in := analysis.SimulateInput{OperationID: operationID, Days: wire.Days(b.DateFrom, b.DateTo), ConfigID: id.ID(wire.Text(b.ConfigId))}
	if b.Type != nil {
		in.Type = allocation.Type(*b.Type)
	}
	if b.Params != nil {
		in.Params = fromAPIAllocationParams(*b.Params)
	}
	if b.Pools != nil {
		in.Pools = fromAPIPools(*b.Pools)
	}
	return in
}

func toAPIAllocationSimulation(s economy.Simulated) model.AllocationSimulationResult {
	out := model.AllocationSimulationResult{DateFrom: wire.Date(s.Days.From), DateTo: wire.Date(s.Days.Last()), Steps: s.Steps, MissingDays: s.MissingDays,
		InForce: toAPISimulatedTotals(s.InForce, s.Production), Simulated: toAPISimulatedTotals(s.Simulated, s.Production),
		Participants: make([]model.SimulatedParticipant, len(s.Participants))}
	for i, p := range s.Participants {
		out.Participants[i] = model.SimulatedParticipant{ParticipantId: string(p.ID), Name: p.Name, ConsumptionMilliWh: int64(p.Consumption),
			InForceMilliWh: int64(p.InForce), SimulatedMilliWh: int64(p.Simulated), DifferenceMilliWh: int64(p.Difference()),
			InForceCoverageRate: rateOf(p.InForce, p.Consumption), SimulatedCoverageRate: rateOf(p.Simulated, p.Consumption)}
		switch gain, told := s.Gains[p.ID]; {
		case told && gain.Why == "":
			out.Participants[i].GainCents = (*int64)(&gain.Amount)
		case told:
			why := model.SimulationGainLack(gain.Why)
			out.Participants[i].GainLack = &why
		}
	}
	if s.Gains != nil {
		total, priced := s.Total()
		out.GainCents, out.PricedParticipants = (*int64)(&total), &priced
	}
	return out
}

func toAPISimulatedTotals(t analysis.SimulatedTotals, production energy.MilliWh) model.SimulatedTotals {
	out := model.SimulatedTotals{SharedMilliWh: int64(t.Shared), SurplusMilliWh: int64(t.Surplus),
		SelfConsumptionRate: rateOf(t.Shared, production), SelfProductionRate: rateOf(t.Shared, t.Consumption)}
	if t.Spreads {
		out.MinCoverageRate, out.MedianCoverageRate, out.MaxCoverageRate = &t.Spread.Min, &t.Spread.Median, &t.Spread.Max
	}
	return out
}

// rateOf is nil where the rate is undefined.
func rateOf(part, whole energy.MilliWh) *float64 {
	rate, ok := energy.Rate(part, whole)
	if !ok {
		return nil
	}
	return &rate
}

func toAPIExplanation(e analysis.Explained, lang string) model.AllocationExplanation {
	shared := sumOf(e.Received)
	out := model.AllocationExplanation{At: wire.InParis(e.At), Step: "PT" + strconv.Itoa(int(e.Step/time.Minute)) + "M", Type: model.AllocationType(e.Key.Type), ConfigVersion: e.Key.Version,
		ProductionMilliWh: int64(e.Produced), AllocatedMilliWh: int64(shared), SurplusMilliWh: int64(sumOf(e.Surplus)),
		Rounds: make([]model.ExplainedRound, len(e.Rounds)), Sentences: wordsOf(lang, sentence.OfExplanation(e))}
	if e.Asked != share.None {
		drawn := int64(e.Consumption[e.Asked])
		out.AllocatedMilliWh, out.ConsumptionMilliWh, out.DsoMilliWh = int64(e.Received[e.Asked]), &drawn, (*int64)(e.DSO)
	}
	for i, r := range e.Rounds {
		out.Rounds[i] = toAPIExplainedRound(e, r)
	}
	if len(e.LeftOut) > 0 {
		sites := make([]model.ExplainedSite, len(e.LeftOut))
		for i, at := range e.LeftOut {
			sites[i] = model.ExplainedSite{ParticipantId: string(e.Consumers[at].ID), Name: e.Consumers[at].Name}
		}
		out.LeftOut = &sites
	}
	return out
}

func toAPIExplainedRound(e analysis.Explained, r share.Round) model.ExplainedRound {
	out := model.ExplainedRound{Round: r.Number, Rule: string(r.Rule), OfferedMilliWh: int64(r.Offered), LeftMilliWh: int64(r.Left), Shares: []model.ExplainedShare{}}
	if r.Pool != share.None {
		out.Pool = wire.OptionalText(e.Key.Pools[r.Pool].Name)
		carried := int64(r.Carried)
		out.CarriedMilliWh = &carried
	}
	if r.Producer != share.None {
		out.ProducerId = wire.OptionalText(string(e.Producers[r.Producer].ID))
	}
	if r.Level > 0 {
		level := int(r.Level)
		out.Level = &level
	}
	if r.Left > 0 {
		out.LeftFor = wire.OptionalText(string(r.LeftTo))
	}
	if r.LeftTo == share.ToPool {
		out.LeftTo = wire.OptionalText(e.Key.Pools[r.Destination].Name)
	}
	for _, m := range r.Members {
		site, offered := e.Consumers[m.Consumer], int64(m.Offered)
		s := model.ExplainedShare{ParticipantId: string(site.ID), Name: site.Name, NeedMilliWh: int64(m.Asked), GotMilliWh: int64(m.Got), OfferedMilliWh: &offered, Capped: m.Capped()}
		if m.Parameter > 0 {
			s.Parameter = parameterOf(e.Key, m.Parameter)
		}
		out.Shares = append(out.Shares, s)
	}
	return out
}

// parameterOf is a parameter as people set it: percentages of static come in
// ten-thousandths.
func parameterOf(k allocation.Key, parameter int64) *float64 {
	number := float64(parameter)
	if k.Type == allocation.Static {
		number = allocation.Value(parameter).Float()
	}
	return &number
}

func sumOf(list []energy.MilliWh) (sum energy.MilliWh) {
	for _, v := range list {
		sum += v
	}
	return sum
}
