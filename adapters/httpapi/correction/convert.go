package correction

import (
	"context"

	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/problem"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/billing"
	core "github.com/openpmo/pmo/core/billing/correction"
	"github.com/openpmo/pmo/core/fault"
)

func toAPIFigures(f core.Figures) model.CorrectionFigures {
	out := model.CorrectionFigures{EnergyMilliWh: int64(f.Energy), NetCents: int64(f.Net)}
	if f.Costs != 0 {
		costs := int64(f.Costs)
		out.CostsCents = &costs
	}
	return out
}

func toAPICorrection(c core.Correction, lang string) model.Correction {
	out := model.Correction{Id: string(c.ID), State: model.CorrectionState(c.State), InvoiceId: string(c.InvoiceID), InvoiceNumber: c.Number,
		BillingEntityId: string(c.IssuerID), BillingEntityName: c.IssuerName, BillableEntityId: string(c.ClientID), BillableEntityName: c.ClientName,
		PeriodStart: wire.Date(c.Days.From), PeriodEnd: wire.Date(c.Days.Last()), Before: toAPIFigures(c.Before), After: toAPIFigures(c.After),
		AmountCents: int64(c.Amount), AmountAfterCents: int64(c.AmountNow), Priced: c.Priced, PaidCents: int64(c.Paid), Pairs: make([]model.CorrectionPair, len(c.Pairs)),
		HeldDraftsNumber: c.HeldDrafts, Reason: wire.OptionalText(c.Reason), DecidedByName: wire.OptionalText(c.DecidedByName), DecidedAt: wire.OptionalInParis(c.DecidedAt),
		ReplacementId: wire.OptionalText(string(c.ReplacementID)), FoundAt: wire.InParis(c.FoundAt), SeenAt: wire.InParis(c.SeenAt)}
	for n, p := range c.Pairs {
		out.Pairs[n] = model.CorrectionPair{ConsumerId: string(p.ConsumerID), ConsumerName: p.ConsumerName, ProducerId: wire.OptionalText(string(p.ProducerID)),
			ProducerName: wire.OptionalText(p.ProducerName), Before: toAPIFigures(p.Before), After: toAPIFigures(p.After)}
	}
	if differ := c.CostsDiffer(); differ {
		out.CostsDiffer = &differ
	}
	if c.Problem != nil {
		out.Problem = &problem.Items([]*fault.Error{c.Problem}, lang)[0]
	}
	if !c.CreditNote.ID.IsZero() {
		out.CreditNote = &model.InvoiceReference{Id: string(c.CreditNote.ID), Number: c.CreditNote.Number}
	}
	if c.ReplacementState != "" {
		status := model.InvoiceStatus(c.ReplacementState)
		out.ReplacementStatus = &status
	}
	return out
}

func toAPIResults(ctx context.Context, results []billing.Result) model.BulkResults {
	out := model.BulkResults{Results: make([]model.BulkResult, len(results))}
	for i, r := range results {
		out.Results[i] = model.BulkResult{Id: string(r.ID), Status: "SUCCESS"}
		if r.Refused != nil {
			p := problem.Of(r.Refused, request.Language(ctx), request.ID(ctx))
			out.Results[i].Status, out.Results[i].Problem = "FAILURE", &p
		}
	}
	return out
}
