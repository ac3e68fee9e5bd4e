package month

import (
	openapi_types "github.com/oapi-codegen/runtime/types"

	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/problem"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/billable"
	core "github.com/openpmo/pmo/core/month"
	"github.com/openpmo/pmo/core/month/setup"
)

// maxRows is how many checks and sites one answer holds.
const maxRows = 200

func toAPISummary(s core.Status) model.MonthSummary {
	return model.MonthSummary{OperationId: string(s.OperationID), Month: s.Month.String(), State: model.MonthState(s.State), Steps: toAPISteps(s.Steps), Next: toAPINext(s.Next)}
}

func toAPIMonth(s core.Status, lang string) model.OperationMonth {
	summary := toAPISummary(s)
	out := model.OperationMonth{OperationId: summary.OperationId, Month: summary.Month, State: summary.State, Steps: summary.Steps, Next: summary.Next,
		Checks: []model.MonthCheck{}, Sites: []model.MonthSite{}, SitesNumber: len(s.Lacking)}
	for _, c := range s.Checks[:min(len(s.Checks), maxRows)] {
		out.Checks = append(out.Checks, toAPICheck(c, lang))
	}
	for _, side := range s.Lacking[:min(len(s.Lacking), maxRows)] {
		out.Sites = append(out.Sites, toAPISite(side))
	}
	return out
}

func toAPILine(l core.Line) model.MonthLine {
	out := model.MonthLine{OperationId: string(l.Operation.ID), OperationName: l.Operation.Name, ExternalId: l.Operation.ExternalID, Dso: model.Dso(l.Operation.DSO),
		Month: l.Month.String(), State: model.MonthState(l.State), Urgency: model.MonthUrgency(l.Urgency), Next: toAPINext(l.Next), Steps: toAPISteps(l.Steps),
		SitesNumber: l.Sites, Consumed: toAPIEnergy(l.Consumed), Shared: toAPIEnergy(l.Shared), Produced: toAPIEnergy(l.Produced)}
	out.Latitude, out.Longitude = wire.ToAPIPosition(l.Operation.Position)
	if l.Overdue != nil {
		out.Overdue = &model.MonthOverdue{Number: l.Overdue.Number, AmountCents: int64(l.Overdue.Amount)}
	}
	return out
}

func toAPIEnergy(e *core.KnownEnergy) *model.MonthEnergy {
	if e == nil {
		return nil
	}
	return &model.MonthEnergy{MilliWh: int64(e.Energy), Partial: e.Partial}
}

func toAPISteps(steps []core.Step) []model.MonthStep {
	out := make([]model.MonthStep, len(steps))
	for i, s := range steps {
		one := model.MonthStep{Kind: model.MonthStepKind(s.Kind), State: model.MonthStepState(s.State), Reason: optional[model.MonthReason](s.Reason),
			Actor: optional[model.MonthActor](s.Actor), Action: optional[model.MonthAction](s.Action)}
		one.Deadline, one.DaysLeft = toAPIDeadline(s.Deadline, s.DaysLeft)
		switch s.Kind {
		case core.StepData:
			one.Data = &model.MonthData{SidesNumber: s.Sides, ReadyNumber: s.ReadySides}
		case core.StepCoefficients:
			one.Coefficients = &model.MonthCoefficients{Needed: s.Needed}
			if set := s.Coefficients; set != nil {
				setID, status := string(set.ID), model.CoefficientStatus(set.Status())
				one.Coefficients.SetId, one.Coefficients.Status = &setID, &status
			}
		case core.StepChecks:
			one.Checks = &model.MonthCheckCount{BlockingNumber: s.Blocking, OddNumber: s.Odd}
		case core.StepDrafts:
			one.Drafts = &model.MonthDrafts{Number: s.Drafts, AmountCents: int64(s.Drafted), DueNumber: s.Due, RunId: wire.OptionalText(string(s.RunID))}
			if s.Previous != nil {
				before := int64(*s.Previous)
				one.Drafts.PreviousAmountCents = &before
			}
		case core.StepPublished:
			one.Published = &model.MonthInvoices{Number: s.Published, AmountCents: int64(s.Invoiced), OverdueNumber: s.Overdue}
		case core.StepPaid:
			one.Paid = &model.MonthPayments{Number: s.Published, CollectedCents: int64(s.Collected), OverpaidCents: int64(s.Overpaid), OpenCents: int64(s.Unpaid), OverdueNumber: s.Overdue, OverdueCents: int64(s.Late)}
		case core.StepStatements:
			sum := s.Stated
			one.Statements = &model.MonthStatements{DueNumber: sum.Due, DraftNumber: sum.Drafts, DraftCents: int64(sum.Drafted), Number: sum.Published, AmountCents: int64(sum.Owed),
				PaidCents: int64(sum.Owed - sum.Unpaid), OpenCents: int64(sum.Unpaid), UnorderedNumber: sum.Unordered, OverdueNumber: sum.Overdue}
		case core.StepSent:
			one.Sent = &model.MonthWays{UnsentNumber: s.Unsent, Ways: make([]model.MonthWay, len(s.Ways))}
			for n, w := range s.Ways {
				one.Sent.Ways[n] = model.MonthWay{Channel: optional[model.InvoiceChannel](w.Channel), State: model.DeliveryState(w.State), Number: w.Number}
			}
		}
		out[i] = one
	}
	return out
}

// optional is a word of the contract, absent where there is none.
func optional[To, From ~string](word From) *To {
	if word == "" {
		return nil
	}
	to := To(word)
	return &to
}

func toAPINext(n *core.Next) *model.MonthNext {
	if n == nil {
		return nil
	}
	out := &model.MonthNext{Step: model.MonthStepKind(n.Step), Action: optional[model.MonthAction](n.Action), Actor: optional[model.MonthActor](n.Actor)}
	out.Deadline, out.DaysLeft = toAPIDeadline(n.Deadline, n.DaysLeft)
	return out
}

func toAPIDeadline(deadline *civil.Date, left int) (*openapi_types.Date, *int) {
	if deadline == nil {
		return nil, nil
	}
	return wire.OptionalDate(deadline), &left
}

func toAPISite(s billable.SideMonth) model.MonthSite {
	out := model.MonthSite{ParticipantId: string(s.Site.ParticipantID), Name: s.Site.Name, DsoId: s.Site.DsoID, EnergyType: *energyType(s.Side),
		Missing: toAPIRanges(s.Missing), Provisional: toAPIRanges(s.Provisional), MissingDays: daysOf(s.Missing), ProvisionalDays: daysOf(s.Provisional)}
	if s.Measured && len(s.Missing) > 0 {
		measured := true
		out.Measured = &measured
	}
	return out
}

func energyType(side metering.Side) *model.EnergyType {
	words := map[metering.Side]model.EnergyType{metering.Consumer: model.Consumer, metering.Producer: model.Producer}
	if word, ok := words[side]; ok {
		return &word
	}
	return nil
}

func daysOf(ranges []civil.Range) (n int) {
	for _, r := range ranges {
		n += r.Days()
	}
	return n
}

func toAPIRanges(ranges []civil.Range) *[]model.DayRange {
	if len(ranges) == 0 {
		return nil
	}
	out := make([]model.DayRange, len(ranges))
	for i, r := range ranges {
		out[i] = model.DayRange{From: wire.Date(r.From), To: wire.Date(r.Last())}
	}
	return &out
}

func toAPICheck(c core.Check, lang string) model.MonthCheck {
	out := model.MonthCheck{Kind: model.MonthCheckKind(c.Kind), Severity: model.MonthSeverity(c.Severity),
		ParticipantId: wire.OptionalText(string(c.SiteID)), ParticipantName: wire.OptionalText(c.SiteName),
		ProducerId: wire.OptionalText(string(c.ProducerID)), ProducerName: wire.OptionalText(c.ProducerName),
		BillingEntityId: wire.OptionalText(string(c.IssuerID)), BillingEntityName: wire.OptionalText(c.IssuerName),
		BillableEntityId: wire.OptionalText(string(c.ClientID)), BillableEntityName: wire.OptionalText(c.ClientName),
		InvoiceId: wire.OptionalText(string(c.InvoiceID)), EnergyType: energyType(c.Side), Periods: toAPIRanges(c.Days), Days: wire.OptionalCount(daysOf(c.Days)),
		Deadline: wire.OptionalDate(c.Deadline), Number: wire.OptionalCount(c.Periods), Reason: optional[model.UnpricedReason](c.Reason)}
	if c.Energy != 0 {
		energy := int64(c.Energy)
		out.EnergyMilliWh = &energy
	}
	if c.Kind == core.CheckUnusual || c.Kind == core.CheckCorrection {
		now, before := int64(c.Amount), int64(c.Previous)
		out.AmountCents, out.PreviousAmountCents = &now, &before
	}
	if c.Problem != nil {
		out.Problem = &problem.Items([]*fault.Error{c.Problem}, lang)[0]
	}
	return out
}

func toAPISetup(l setup.List) model.SetupList {
	out := model.SetupList{OperationId: wire.OptionalText(string(l.OperationID)), Complete: l.Complete, Steps: make([]model.SetupStep, len(l.Steps))}
	if l.Next != nil {
		out.Next = optional[model.SetupKind](l.Next.Kind)
	}
	if !l.OperationID.IsZero() {
		lacks := make([]model.SetupLack, len(l.Lacks))
		for i, lack := range l.Lacks {
			lacks[i] = model.SetupLack{Field: lack.Field, Blocks: make([]model.SetupAct, len(lack.Blocks))}
			for n, act := range lack.Blocks {
				lacks[i].Blocks[n] = model.SetupAct(act)
			}
		}
		out.Lacks, out.FieldsNumber = &lacks, &l.Fields
	}
	for i, s := range l.Steps {
		out.Steps[i] = model.SetupStep{Kind: model.SetupKind(s.Kind), State: model.SetupState(s.State), Actor: model.SetupStepActor(s.Actor), Number: s.Number,
			LackingNumber: s.Lacking, WaitsFor: optional[model.SetupKind](s.WaitsFor)}
	}
	return out
}
