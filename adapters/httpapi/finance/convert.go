package finance

import (
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	core "github.com/openpmo/pmo/core/finance"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
)

func toAPILacks(lacks []core.Lack) []model.FinanceLack {
	out := make([]model.FinanceLack, len(lacks))
	for n, l := range lacks {
		out[n] = model.FinanceLack{Reason: model.FinanceLackReason(l.Why), Count: l.Times}
	}
	return out
}

func toAPILine(l core.Line) model.FinanceLine {
	out := model.FinanceLine{ParticipantId: wire.OptionalText(string(l.ParticipantID)), Name: wire.OptionalText(l.Name), ProducedMilliWh: (*int64)(l.Produced), SharedMilliWh: (*int64)(l.Shared),
		RestMilliWh: (*int64)(l.Rest.Energy), PricedMilliWh: int64(l.Rest.Of), RestCents: (*int64)(l.Rest.Amount), Lacks: toAPILacks(l.Rest.Lacks), LackingDays: l.LackingDays,
		InvoicedNetCents: int64(l.Sold.Net), InvoicedCents: int64(l.Sold.Gross), CollectedCents: int64(l.Sold.Collected), AssignedCents: int64(l.Assigned),
		TotalCents: int64(l.Total()), TaxIncluded: l.TaxIncluded}
	if l.Basis != "" {
		basis := model.SupplyBasis(l.Basis)
		out.Basis = &basis
	}
	return out
}

func toAPIMonths(months []core.Month) []model.FinanceMonth {
	out := make([]model.FinanceMonth, len(months))
	for n, m := range months {
		out[n] = model.FinanceMonth{Month: m.Month.String(), ProducedMilliWh: (*int64)(m.Produced), SharedMilliWh: (*int64)(m.Shared), RestMilliWh: (*int64)(m.Rest.Energy),
			PricedMilliWh: int64(m.Rest.Of), RestCents: (*int64)(m.Rest.Amount), Lacks: toAPILacks(m.Rest.Lacks), InvoicedNetCents: int64(m.Sold.Net), InvoicedCents: int64(m.Sold.Gross),
			CollectedCents: int64(m.Sold.Collected), AssignedCents: int64(m.Assigned)}
	}
	return out
}

func toAPIHeadings(sums []core.HeadingSum) []model.HeadingSum {
	out := make([]model.HeadingSum, len(sums))
	for n, h := range sums {
		out[n] = model.HeadingSum{Kind: model.AffectationKind(h.Kind), Heading: model.AffectationHeading(h.Heading), AmountCents: int64(h.Amount)}
	}
	return out
}

func toAPIStatement(st core.Statement) model.FinanceStatement {
	out := model.FinanceStatement{DateFrom: wire.Date(st.Days.From), DateTo: wire.Date(st.Days.Last()), AssumedTRV: st.Assumed, Lines: make([]model.FinanceLine, len(st.Lines)),
		Months: toAPIMonths(st.Months), Headings: toAPIHeadings(st.Headings)}
	for n, l := range st.Lines {
		out.Lines[n] = toAPILine(l)
	}
	return out
}

func toAPIMonitoring(m core.Monitoring) model.FinanceMonitoring {
	out := model.FinanceMonitoring{DateFrom: wire.Date(m.Days.From), DateTo: wire.Date(m.Days.Last()), Expenses: toAPIMonths(m.Expenses), Incomes: toAPIMonths(m.Incomes),
		Headings: toAPIHeadings(m.Headings), Projection: make([]model.ProjectedMonth, len(m.Projection)), SubscriptionsCount: m.Subscribed}
	if m.Reference != nil {
		from, to := wire.Date(m.Reference.From), wire.Date(m.Reference.Last())
		out.ReferenceFrom, out.ReferenceTo = &from, &to
	}
	for n, p := range m.Projection {
		out.Projection[n] = model.ProjectedMonth{Month: p.Month.String(), ReferenceMonth: p.Reference.String(), SharedMilliWh: (*int64)(p.Shared), SurplusMilliWh: (*int64)(p.Surplus),
			EnergyNetCents: int64(p.PerUnit), FixedNetCents: int64(p.Fixed), SurplusCents: (*int64)(p.Sale), SubscriptionsWithoutEnergy: p.Without, ProducersWithoutPrice: p.Unpriced}
	}
	return out
}

func toAPIAffectation(a core.Affectation) model.Affectation {
	return model.Affectation{Id: string(a.ID), Kind: model.AffectationKind(a.Kind), Heading: model.AffectationHeading(a.Heading), Label: a.Label, Date: wire.Date(a.Day),
		AmountCents: int64(a.Amount), ParticipantId: wire.OptionalText(string(a.ParticipantID)), ParticipantName: wire.OptionalText(a.ParticipantName), Version: a.Version}
}

func fromAPIAffectationCreation(operationID id.ID, b model.AffectationCreation) core.Affectation {
	return core.Affectation{OperationID: operationID, Kind: core.Kind(b.Kind), Heading: core.Heading(b.Heading), Label: wire.Text(b.Label), Day: wire.Day(b.Date),
		Amount: money.Cents(b.AmountCents), ParticipantID: id.ID(wire.Text(b.ParticipantId))}
}

// fromAPIAffectationUpdate is a change of an assigned amount: what is absent stays.
func fromAPIAffectationUpdate(b model.AffectationUpdate) func(core.Affectation) core.Affectation {
	return func(a core.Affectation) core.Affectation {
		if b.Kind != nil {
			a.Kind = core.Kind(*b.Kind)
		}
		if b.Heading != nil {
			a.Heading = core.Heading(*b.Heading)
		}
		if b.Label != nil {
			a.Label = *b.Label
		}
		if b.Date != nil {
			a.Day = wire.Day(*b.Date)
		}
		if b.AmountCents != nil {
			a.Amount = money.Cents(*b.AmountCents)
		}
		if to := wire.ChangedText(b.ParticipantId); to != nil {
			a.ParticipantID = id.ID(*to)
		}
		return a
	}
}

func toAPISurplusPrice(s core.SurplusPrice) model.SurplusPrice {
	return model.SurplusPrice{Id: string(s.ID), ParticipantId: string(s.ProducerID), ParticipantName: s.ProducerName, StartDate: wire.Date(s.From), PriceMicroEuro: int64(s.Price)}
}

func fromAPISurplusPriceCreation(operationID id.ID, b model.SurplusPriceCreation) core.SurplusPrice {
	return core.SurplusPrice{OperationID: operationID, ProducerID: id.ID(b.ParticipantId), From: wire.Day(b.StartDate), Price: money.MicroEuro(b.PriceMicroEuro)}
}
