package app

import (
	"context"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/correction"
	"github.com/openpmo/pmo/core/billing/delivery"
	"github.com/openpmo/pmo/core/billing/statement"
	"github.com/openpmo/pmo/core/consent"
	"github.com/openpmo/pmo/core/einvoicing"
	"github.com/openpmo/pmo/core/event"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/participant"
)

// handlers is who does what when something happens, in the transaction of the change or after
// its commit (ADR 0035).
func (a *App) handlers() []event.Handler {
	s := &a.Services
	return []event.Handler{
		event.InTransaction("rollup", func(ctx context.Context, e participant.PerimeterChanged) error {
			return s.Metering.Rollup.Rebuild(ctx, e.OperationID, e.Days)
		}),
		event.InTransaction("alerts", func(ctx context.Context, e participant.PerimeterChanged) error {
			return s.Alerts.Changed(ctx, e.OperationID)
		}),
		event.InTransaction("invoicing", func(ctx context.Context, e participant.Left) error {
			return s.Billing.Invoices.ParticipantLeaves(ctx, e.OperationID, e.ParticipantID, e.LastDay)
		}),
		event.InTransaction("contracts", func(ctx context.Context, e participant.Deleted) error {
			return s.Billing.Contracts.ParticipantDeleted(ctx, e.OperationID, e.ParticipantID)
		}),
		event.InTransaction("rollup", func(ctx context.Context, e allocation.KeyChanged) error {
			return s.Metering.Rollup.KeyChanged(ctx, e.OperationID, e.From)
		}),
		event.InTransaction("replay", func(ctx context.Context, e allocation.KeyChanged) error {
			return s.Allocation.Replay.ExpectAgain(ctx, e.OperationID, e.From)
		}),
		event.InTransaction("replay", func(ctx context.Context, e allocation.CoefficientsMade) error {
			return s.Allocation.Replay.ExpectAgain(ctx, e.OperationID, e.From)
		}),
		event.InTransaction("rollup", func(ctx context.Context, e allocation.CoefficientsApplied) error {
			return s.Metering.Rollup.KeyChanged(ctx, e.OperationID, e.From)
		}),
		event.InTransaction("replay", func(ctx context.Context, e metering.CurvesChanged) error {
			return s.Allocation.Replay.CurvesChanged(ctx, e.OperationID, e.Months)
		}),
		event.InTransaction("alerts", func(ctx context.Context, e allocation.CoefficientsMade) error {
			return s.Alerts.Changed(ctx, e.OperationID)
		}),
		event.InTransaction("alerts", func(ctx context.Context, e metering.CurvesChanged) error {
			return s.Alerts.Changed(ctx, e.OperationID)
		}),
		event.InTransaction("alerts", func(ctx context.Context, e consent.RequestsChanged) error {
			return s.Alerts.Changed(ctx, e.OperationID)
		}),
		event.InTransaction("alerts", func(ctx context.Context, e billing.InvoicesPublished) error {
			return s.Alerts.Changed(ctx, e.OperationID)
		}),
		event.InTransaction("einvoicing", func(ctx context.Context, e billing.InvoicesPublished) error {
			return s.EInvoicing.Transmissions.Published(ctx, e.OperationID, e.InvoiceIDs)
		}),
		event.InTransaction("einvoicing", func(ctx context.Context, e delivery.EInvoiceWanted) error {
			return s.EInvoicing.Transmissions.Published(ctx, e.OperationID, e.InvoiceIDs)
		}),
		event.InTransaction("delivery", func(ctx context.Context, e einvoicing.Told) error {
			return s.Billing.Delivery.Transmitted(ctx, e.OperationID, e.InvoiceID, delivery.Told{Refused: e.Refused, Reference: e.CarrierID, Problem: e.Reason})
		}),
		event.InTransaction("alerts", func(ctx context.Context, e einvoicing.Changed) error {
			return s.Alerts.Changed(ctx, e.OperationID)
		}),
		event.AfterCommit("corrections", func(ctx context.Context, e metering.CurvesChanged) error {
			return s.Billing.Corrections.CurvesChanged(ctx, e.OperationID, e.Months)
		}),
		event.InTransaction("alerts", func(ctx context.Context, e correction.CorrectionsFound) error {
			return s.Alerts.Changed(ctx, e.OperationID)
		}),
		event.AfterCommit("documents", func(ctx context.Context, e billing.InvoicesPublished) error {
			return s.Billing.Documents.StoreDocuments(ctx, e.OperationID, e.InvoiceIDs)
		}),
		event.AfterCommit("statements", func(ctx context.Context, e statement.StatementsPublished) error {
			return s.Billing.Statements.StoreDocuments(ctx, e.OperationID, e.StatementIDs)
		}),
		event.AfterCommit("delivery", func(ctx context.Context, e billing.InvoicesPublished) error {
			return s.Billing.Delivery.Published(ctx, e.OperationID, e.InvoiceIDs)
		}),
	}
}
