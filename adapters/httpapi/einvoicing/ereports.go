package einvoicing

import (
	"bytes"
	"context"

	"github.com/openpmo/pmo/adapters/httpapi/gen/einvoicing"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/problem"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/einvoicing/ereporting"
	"github.com/openpmo/pmo/core/id"
)

func toAPIEReportingSettings(s ereporting.Settings) model.EReportingSettings {
	out := model.EReportingSettings{Untaxed: model.EReportingCategory(s.Untaxed), DayOf: model.EReportingDay(s.DayOf), Since: wire.Date(s.Since), PlatformCode: s.PlatformCode}
	if s.Regime != "" {
		regime := model.EReportingRegime(s.Regime)
		out.Regime = &regime
	}
	return out
}

func fromAPIEReportingSettings(b model.EReportingSettingsUpdate) func(*ereporting.Settings) {
	return func(s *ereporting.Settings) {
		if b.Regime != nil {
			s.Regime = ereporting.Regime(*b.Regime)
		}
		if b.Untaxed != nil {
			s.Untaxed = ereporting.Category(*b.Untaxed)
		}
		if b.DayOf != nil {
			s.DayOf = ereporting.DayOf(*b.DayOf)
		}
		if b.Since != nil {
			s.Since = wire.Day(*b.Since)
		}
		if b.PlatformCode != nil {
			s.PlatformCode = *b.PlatformCode
		}
	}
}

func toAPIEReport(r ereporting.Report) model.EReport {
	out := model.EReport{Id: string(r.ID), Sequence: r.Sequence, Kind: model.EReportKind(r.Kind), Number: r.Number, Sha256: r.SHA256, ByHand: r.ByHand, Invoices: r.Invoices,
		NetCents: int64(r.Net), VatCents: int64(r.Tax), CreatedByName: wire.OptionalText(r.Author), CreatedAt: wire.InParis(r.CreatedAt)}
	if t := r.Transmission; t != nil {
		state, reasons := model.TransmissionState(t.State()), toAPIReasons(t.Reasons())
		out.State, out.Problem = &state, toAPIProblem(t.Problem)
		if len(reasons) > 0 {
			out.Reasons = &reasons
		}
	}
	return out
}

func toAPIEReportingPeriod(s ereporting.Standing) model.EReportingPeriod {
	out := model.EReportingPeriod{PeriodStart: wire.Date(s.Period.From), PeriodEnd: wire.Date(s.Period.Last()), DueDate: wire.Date(s.Due), State: model.EReportingState(s.State), Invoices: len(s.In),
		NetCents: int64(s.Net), VatCents: int64(s.Tax), Reports: make([]model.EReport, len(s.Reports))}
	for n, r := range s.Reports {
		out.Reports[n] = toAPIEReport(r)
	}
	return out
}

func toAPIEReportEntries(list []ereporting.Entry) []model.EReportEntry {
	out := make([]model.EReportEntry, len(list))
	for n, e := range list {
		net, tax := e.Amounts()
		one := model.EReportEntry{InvoiceId: string(e.ID), OperationId: string(e.OperationID), Number: e.Number, Type: model.InvoiceType(e.Type), IssueDate: wire.Date(e.IssuedOn), Day: wire.Date(e.Day),
			ClientName: e.Document.Buyer.Name, NetCents: int64(net), VatCents: int64(tax)}
		if e.Flow != "" {
			flow := model.EReportFlow(e.Flow)
			one.Flow = &flow
		}
		if e.Reason != "" {
			reason := model.EReportReason(e.Reason)
			one.Reason = &reason
		}
		if len(e.Lacks) > 0 {
			lacks := make([]model.EReportLack, len(e.Lacks))
			for i, l := range e.Lacks {
				lacks[i] = model.EReportLack(l)
			}
			one.Lacks = &lacks
		}
		out[n] = one
	}
	return out
}

func toAPIEReportRows(list []ereporting.Row) []model.EReportRow {
	out := make([]model.EReportRow, len(list))
	for n, r := range list {
		out[n] = model.EReportRow{Day: wire.Date(r.Day), Category: model.EReportingCategory(r.Category), Transactions: r.Count, NetCents: int64(r.Net), VatCents: int64(r.Tax), Rates: make([]model.EReportRate, len(r.Rates))}
		for i, s := range r.Rates {
			out[n].Rates[i] = model.EReportRate{PercentageVat: float32(s.Rate) / 100, NetCents: int64(s.Net), VatCents: int64(s.Tax)}
		}
	}
	return out
}

func toAPIEReportingPreview(v ereporting.Preview) model.EReportingPreview {
	return model.EReportingPreview{BillingEntityId: string(v.EntityID), Name: v.Name, LegalNumber: v.Settings.Seller, HiddenOperations: v.Hidden, Period: toAPIEReportingPeriod(v.Standing),
		Rows: toAPIEReportRows(v.Rows), Included: toAPIEReportEntries(v.In), Excluded: toAPIEReportEntries(v.Out)}
}

func (a API) ListEReporting(ctx context.Context, r einvoicing.ListEReportingRequestObject) (einvoicing.ListEReportingResponseObject, error) {
	list, err := a.EInvoicing.EReports.List(ctx, request.Principal(ctx), id.ID(r.OperationId))
	if err != nil {
		return nil, err
	}
	out := make(einvoicing.ListEReporting200JSONResponse, len(list))
	for n, s := range list {
		out[n] = model.EReportingSeller{BillingEntityId: string(s.EntityID), Name: s.Name, LegalNumber: s.Settings.Seller, Settings: toAPIEReportingSettings(s.Settings), Version: s.Settings.Version,
			HiddenOperations: s.Hidden, Periods: make([]model.EReportingPeriod, len(s.Periods))}
		for i, one := range s.Periods {
			out[n].Periods[i] = toAPIEReportingPeriod(one)
		}
		if s.Problem != nil {
			p := problem.Of(s.Problem, request.Language(ctx), request.ID(ctx))
			out[n].Problem = &p
		}
	}
	return out, nil
}

func (a API) UpdateEReportingSettings(ctx context.Context, r einvoicing.UpdateEReportingSettingsRequestObject) (einvoicing.UpdateEReportingSettingsResponseObject, error) {
	version, err := wire.IfMatch(r.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	s, err := a.EInvoicing.EReports.PutSettings(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.EntityId), version, fromAPIEReportingSettings(*r.Body))
	if err != nil {
		return nil, err
	}
	tag := wire.ETag(s.Version)
	return einvoicing.UpdateEReportingSettings200JSONResponse{Body: toAPIEReportingSettings(s), Headers: einvoicing.UpdateEReportingSettings200ResponseHeaders{ETag: &tag}}, nil
}

func (a API) GetEReportingPeriod(ctx context.Context, r einvoicing.GetEReportingPeriodRequestObject) (einvoicing.GetEReportingPeriodResponseObject, error) {
	v, err := a.EInvoicing.EReports.Preview(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.EntityId), wire.Day(r.PeriodStart))
	if err != nil {
		return nil, err
	}
	return einvoicing.GetEReportingPeriod200JSONResponse(toAPIEReportingPreview(v)), nil
}

func (a API) DownloadEReport(ctx context.Context, r einvoicing.DownloadEReportRequestObject) (einvoicing.DownloadEReportResponseObject, error) {
	file, err := a.EInvoicing.EReports.File(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.EntityId), wire.Day(r.PeriodStart))
	if err != nil {
		return nil, err
	}
	disposition := wire.Attachment(file.Name)
	return einvoicing.DownloadEReport200ApplicationxmlResponse{Body: bytes.NewReader(file.Content), ContentLength: int64(len(file.Content)),
		Headers: einvoicing.DownloadEReport200ResponseHeaders{ContentDisposition: &disposition}}, nil
}

func (a API) SendEReport(ctx context.Context, r einvoicing.SendEReportRequestObject) (einvoicing.SendEReportResponseObject, error) {
	order := ereporting.Order{Correct: wire.IsTrue(r.Body.Correct), ByHand: wire.IsTrue(r.Body.ByHand)}
	v, err := a.EInvoicing.EReports.Send(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.EntityId), wire.Day(r.PeriodStart), order)
	if err != nil {
		return nil, err
	}
	return einvoicing.SendEReport200JSONResponse(toAPIEReportingPreview(v)), nil
}
