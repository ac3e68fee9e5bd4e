package legacy

import (
	"bytes"
	"context"

	"github.com/openpmo/pmo/adapters/httpapi/gen/legacy"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/billing/legacy/bill"
	"github.com/openpmo/pmo/core/id"
)

func typeOf(t *model.BillType) bill.Type {
	if t == nil {
		return ""
	}
	return bill.Type(*t)
}

func (a API) ListBills(ctx context.Context, r legacy.ListBillsRequestObject) (legacy.ListBillsResponseObject, error) {
	found, err := a.Bills.List(ctx, request.Principal(ctx), id.ID(r.OperationId), typeOf(r.Params.BillType))
	if err != nil {
		return nil, err
	}
	return legacy.ListBills200JSONResponse{Body: toAPIBills(found)}, nil
}

func (a API) ListParticipantBills(ctx context.Context, r legacy.ListParticipantBillsRequestObject) (legacy.ListParticipantBillsResponseObject, error) {
	found, err := a.Bills.OfSite(ctx, request.Principal(ctx), id.ID(r.ParticipantId), typeOf(r.Params.BillType))
	if err != nil {
		return nil, err
	}
	return legacy.ListParticipantBills200JSONResponse{Body: toAPIBills(found)}, nil
}

func (a API) GenerateBills(ctx context.Context, r legacy.GenerateBillsRequestObject) (legacy.GenerateBillsResponseObject, error) {
	made, err := a.Bills.Generate(ctx, request.Principal(ctx), id.ID(r.OperationId), wire.OptionalDay(r.Body.BillUpTo))
	if err != nil {
		return nil, err
	}
	return legacy.GenerateBills200JSONResponse(toAPIGeneration(made)), nil
}

func (a API) UpdateBill(ctx context.Context, r legacy.UpdateBillRequestObject) (legacy.UpdateBillResponseObject, error) {
	version, err := wire.IfMatch(r.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	b, err := a.Bills.Update(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.BillId),
		FromAPIBillUpdate(version, *r.Body))
	if err != nil {
		return nil, err
	}
	return legacy.UpdateBill200JSONResponse{Body: toAPIBill(b), Headers: legacy.UpdateBill200ResponseHeaders{ETag: tag(b.Version)}}, nil
}

func (a API) GetBillLink(ctx context.Context, r legacy.GetBillLinkRequestObject) (legacy.GetBillLinkResponseObject, error) {
	url, expires, err := a.Bills.Link(ctx, request.Principal(ctx), id.ID(r.BillId))
	if err != nil {
		return nil, err
	}
	return legacy.GetBillLink200JSONResponse{Url: url, ExpiresAt: wire.InParis(expires)}, nil
}

func (a API) DownloadBills(ctx context.Context, r legacy.DownloadBillsRequestObject) (legacy.DownloadBillsResponseObject, error) {
	file, err := a.Bills.StatusOf(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(wire.Text(r.Params.ProducerId)), wire.IDs(&r.Params.BillsIds))
	if err != nil {
		return nil, err
	}
	disposition := wire.Attachment(file.Name)
	return legacy.DownloadBills200ApplicationoctetStreamResponse{Body: bytes.NewReader(file.Content), ContentLength: int64(len(file.Content)),
		Headers: legacy.DownloadBills200ResponseHeaders{ContentDisposition: &disposition}}, nil
}

func (a API) DownloadParticipantBills(ctx context.Context, r legacy.DownloadParticipantBillsRequestObject) (legacy.DownloadParticipantBillsResponseObject, error) {
	file, err := a.Bills.StatusOfSite(ctx, request.Principal(ctx), id.ID(r.ParticipantId), wire.IDs(&r.Params.BillsIds))
	if err != nil {
		return nil, err
	}
	disposition := wire.Attachment(file.Name)
	return legacy.DownloadParticipantBills200ApplicationoctetStreamResponse{Body: bytes.NewReader(file.Content), ContentLength: int64(len(file.Content)),
		Headers: legacy.DownloadParticipantBills200ResponseHeaders{ContentDisposition: &disposition}}, nil
}

func toAPIBills(found []bill.Bill) []model.Bill {
	out := make([]model.Bill, len(found))
	for n, b := range found {
		out[n] = toAPIBill(b)
	}
	return out
}

// milliWh of a ten-thousandth of a kWh.
const milliWh = 100

func toAPIBill(b bill.Bill) model.Bill {
	return model.Bill{Id: string(b.ID), OperationId: string(b.OperationID), BillType: model.BillType(b.Type), ProducerId: string(b.ProducerID), ProducerName: b.ProducerName,
		ConsumerId: wire.OptionalText(string(b.ConsumerID)), ConsumerName: wire.OptionalText(b.ConsumerName), BillingPeriodStart: wire.Date(b.Days.From),
		BillingPeriodEnd: wire.Date(b.Days.Last()), SharedMilliWh: int64(b.Quantity) * milliWh, AmountCents: int64(b.Amount), DueDate: wire.Date(b.Due),
		DocumentName: b.DocumentName, PaymentStatus: model.PaymentStatus(b.Payment), IsLegacyBill: true, CreatedAt: wire.InParis(b.CreatedAt)}
}

func toAPIGeneration(g bill.Generation) model.BillGeneration {
	out := model.BillGeneration{ParticipantBills: g.Participants, ProducerBills: g.Producers, WaitingCount: g.WaitingCount, More: g.More, Waiting: make([]model.BillWaiting, len(g.Waiting))}
	for n, w := range g.Waiting {
		out.Waiting[n] = model.BillWaiting{ProducerId: string(w.ProducerID), ProducerName: w.ProducerName, ConsumerId: string(w.ConsumerID), ConsumerName: w.ConsumerName,
			DateFrom: wire.Date(w.Days.From), DateTo: wire.Date(w.Days.Last())}
		for _, day := range w.Missing {
			out.Waiting[n].MissingDays = append(out.Waiting[n].MissingDays, wire.Date(day))
		}
	}
	return out
}

// FromAPIBillUpdate is what changes of a bill, for the calls of operations and of the back-office.
func FromAPIBillUpdate(version int, b model.BillUpdate) bill.Change {
	return bill.Change{Payment: (*bill.Payment)(b.PaymentStatus), DocumentName: b.DocumentName, IfVersion: version}
}
