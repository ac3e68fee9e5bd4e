package billing

import (
	"bytes"
	"context"
	"slices"
	"strings"

	"github.com/openpmo/pmo/adapters/httpapi/gen/billing"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	core "github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/legacy/bill"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
)

// listBills are the bills of the old engine in the form of invoices (ADR 88): what consumers pay, in
// the calls of a site also what it sells. They are all of a list, which is cut into pages where it is answered.
func (a API) listBills(ctx context.Context, scope core.Scope, q billing.ListOperationInvoicesParams) ([]model.Invoice, error) {
	if err := notOfBills(q); err != nil {
		return nil, err
	}
	month, err := monthOf(q.Month)
	if err != nil {
		return nil, err
	}
	var found []bill.Bill
	if scope.ParticipantID.IsZero() {
		found, err = a.Bills.List(ctx, request.Principal(ctx), scope.OperationID, bill.OfParticipant)
	} else {
		found, err = a.Bills.OfSite(ctx, request.Principal(ctx), scope.ParticipantID, bill.OfParticipant)
	}
	if err != nil {
		return nil, err
	}
	return toAPILegacyInvoices(scope.ParticipantID, billsThat(found, month, wire.Text(q.Q))), nil
}

// notOfBills refuses filters of invoices that bills know nothing of. Error: invoice.legacyFilter.
func notOfBills(q billing.ListOperationInvoicesParams) error {
	var wrong fault.List
	for _, one := range []struct {
		field string
		is    bool
	}{{"status", q.Status != nil}, {"type", q.Type != nil}, {"billableEntityId", q.BillableEntityId != nil}, {"billingEntityId", q.BillingEntityId != nil},
		{"runId", q.RunId != nil}, {"planId", q.PlanId != nil}, {"overdue", q.Overdue != nil}, {"paid", q.Paid != nil}, {"delivery", q.Delivery != nil}} {
		if one.is {
			wrong.Add(core.ErrInvoiceLegacy.At(one.field))
		}
	}
	return wrong.Err(core.ErrInvoiceLegacy)
}

// billsThat leaves those whose last day is in a month, and in whose names a text is.
func billsThat(found []bill.Bill, month civil.Month, text string) []bill.Bill {
	text = strings.ToLower(strings.TrimSpace(text))
	return slices.DeleteFunc(found, func(b bill.Bill) bool {
		return month != 0 && civil.MonthOf(b.Days.Last()) != month ||
			!strings.Contains(strings.ToLower(b.DocumentName+" "+b.ProducerName+" "+b.ConsumerName), text)
	})
}

func toAPILegacyInvoices(site id.ID, found []bill.Bill) []model.Invoice {
	out := make([]model.Invoice, len(found))
	for n, b := range found {
		out[n] = toAPILegacyInvoice(site, b)
	}
	return out
}

// tenThousandthMilliWh is the energy of a ten-thousandth of a kWh.
const tenThousandthMilliWh = 100

func toAPILegacyInvoice(site id.ID, b bill.Bill) model.Invoice {
	is, energy := true, int64(b.Quantity)*tenThousandthMilliWh
	out := model.Invoice{Id: string(b.ID), OperationId: string(b.OperationID), Type: model.InvoiceType(core.TypeInvoice), Status: model.InvoiceStatus(core.Finalized),
		PaymentStatus: model.PaymentStatus(b.Payment), PeriodStart: wire.Date(b.Days.From), PeriodEnd: wire.Date(b.Days.Last()), DueDate: wire.OptionalDate(&b.Due),
		BillingEntity: model.InvoiceParty{Id: string(b.ProducerID), Name: b.ProducerName}, BillableEntity: model.InvoiceParty{Id: string(b.ConsumerID), Name: b.ConsumerName},
		ProducerId: wire.OptionalText(string(b.ProducerID)), EnergyMilliWh: &energy, NetCents: int64(b.Amount), AmountCents: int64(b.Amount), HasDocument: true,
		IsLegacyBill: &is, DocumentName: &b.DocumentName, CreatedAt: wire.InParis(b.CreatedAt)}
	if !site.IsZero() {
		side := model.RECEIVED
		if site == b.ProducerID {
			side = model.ISSUED
		}
		out.Side = &side
	}
	return out
}

// downloadBill is the document of one.
func (a API) downloadBill(ctx context.Context, scope core.Scope, billID string) (content *bytes.Reader, disposition string, err error) {
	pages, err := a.Bills.Pages(ctx, request.Principal(ctx), scope, []id.ID{id.ID(billID)})
	if err != nil {
		return nil, "", err
	}
	return bytes.NewReader(pages.Files[0].Content), wire.Attachment(pages.Files[0].Name), nil
}
