package invoicestore

import (
	"context"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/invoicestore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
)

var invoiceConstraints = postgres.Constraints{
	"billed_spans_once_excl":   billing.ErrAlreadyBilled,
	"invoices_sequence_key":    billing.ErrAlreadyBilled,
	"invoices_credits_key":     billing.ErrNotCancellable,
	"invoice_adjustments_once": billing.ErrAlreadyBilled,
}

// complete adds lines and spans.
func complete(ctx context.Context, db *postgres.DB, operationID id.ID, list []billing.Invoice) ([]billing.Invoice, error) {
	at, ids := make(map[id.ID]int, len(list)), make([]id.ID, len(list))
	for i, inv := range list {
		at[inv.ID], ids[i] = i, inv.ID
	}
	lines, err := queries(ctx, db).ListInvoiceLines(ctx, operationID, ids)
	if err != nil {
		return nil, err
	}
	for _, l := range lines {
		inv := &list[at[l.InvoiceID]]
		inv.Lines = append(inv.Lines, fromDBInvoiceLine(l))
	}
	adjustments, err := queries(ctx, db).ListInvoiceAdjustments(ctx, ids)
	if err != nil {
		return nil, err
	}
	for _, a := range adjustments {
		inv := &list[at[a.InvoiceID]]
		inv.Adjustments = append(inv.Adjustments, billing.Adjustment{ID: a.AdjustmentID, Kind: billing.AdjustmentKind(a.Kind), Amount: money.Cents(a.AmountCents),
			Rate: money.VATRate(a.VATRate), Reason: a.Reason})
	}
	return list, addSpans(ctx, db, operationID, list, at, ids)
}

// addSpans adds the billed days; at is the place of each id in the list.
func addSpans(ctx context.Context, db *postgres.DB, operationID id.ID, list []billing.Invoice, at map[id.ID]int, ids []id.ID) error {
	spans, err := queries(ctx, db).ListInvoiceSpans(ctx, operationID, ids)
	for _, r := range spans {
		inv := &list[at[r.InvoiceID]]
		inv.Spans = append(inv.Spans, billing.Span{SubscriptionID: r.SubscriptionID, Days: postgres.FromRange(r.FromDate, r.ToDate)})
	}
	return err
}

func fromDBInvoice(r sqlcgen.Invoice) billing.Invoice {
	inv := billing.Invoice{OperationID: r.OperationID, ID: r.ID, Type: billing.InvoiceType(r.Type), Status: billing.InvoiceStatus(r.Status),
		PaymentStatus: billing.PaymentStatus(r.PaymentStatus), IssuerID: r.BillingEntityID, ClientID: r.BillableEntityID,
		ProducerID: postgres.IDOf(r.ProducerID), RunID: postgres.IDOf(r.RunID), Days: postgres.FromRange(r.PeriodFrom, r.PeriodTo),
		Method: billing.PaymentMethod(r.PaymentMethod), TermDays: int(r.TermDays), Energy: energy.MilliWh(r.EnergyMilliWh),
		Net: money.Cents(r.NetCents), VAT: money.Cents(r.VATCents), Amount: money.Cents(r.AmountCents), SourceHash: r.SourceHash,
		IssueDate: postgres.FromOptionalDate(r.IssueDate), DueDate: postgres.FromOptionalDate(r.DueDate), DocumentID: postgres.IDOf(r.DocumentID), CreatedAt: r.CreatedAt}
	if r.Number != nil {
		inv.Number = *r.Number
	}
	return inv
}

func fromDBInvoiceLine(r sqlcgen.InvoiceLine) billing.Line {
	line := billing.Line{SubscriptionID: r.SubscriptionID, ConsumerID: r.ConsumerID, SiteName: r.SiteName, DsoID: r.DsoID, ProducerName: r.ProducerName, Label: r.Label,
		Days: postgres.FromRange(r.FromDate, r.ToDate), Unit: billing.Unit(r.Unit), Quantity: money.QuantityE4(r.QuantityE4),
		Price: money.MicroEuro(r.PriceMicroEuro), Net: money.Cents(r.NetCents), Rate: money.VATRate(r.VATRate), Energy: energy.MilliWh(r.EnergyMilliWh), Option: billing.PricingOption(r.PricingOption)}
	if r.HoursFrom != nil && r.HoursTo != nil {
		line.Hours = &civil.Hours{From: civil.Clock(*r.HoursFrom), To: civil.Clock(*r.HoursTo)}
	}
	if r.DiscountPercentage != nil && r.DiscountReason != nil && r.DiscountCents != nil {
		off := money.Cents(*r.DiscountCents)
		line.Discount = &billing.LineDiscount{Percent: money.Percent(*r.DiscountPercentage), Reason: *r.DiscountReason, Base: line.Net + off, Amount: off}
	}
	if r.WithinCostMicroEuro != nil && r.WithinVATRate != nil {
		line.Within = &billing.VATWithin{Cost: money.MicroEuro(*r.WithinCostMicroEuro), Rate: money.VATRate(*r.WithinVATRate)}
	}
	return line
}
