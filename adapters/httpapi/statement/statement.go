// Package statement answers about what producers are owed for the energy that they shared, and about the
// lists by which it is paid.
package statement

import (
	"bytes"
	"context"

	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	gen "github.com/openpmo/pmo/adapters/httpapi/gen/statement"
	"github.com/openpmo/pmo/adapters/httpapi/transport/endpoint"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	core "github.com/openpmo/pmo/core/billing/statement"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/payment/payout"
	"github.com/openpmo/pmo/core/payment/settlement"
)

// API serves the tag statement.
type API struct {
	Statements *core.Service
	Payouts    *payout.Service
}

var _ gen.StrictServerInterface = API{}

// Endpoints are the operations of the tag.
func (a API) Endpoints() []endpoint.Endpoint { return gen.Endpoints(a) }

// ListStatements lists those of an operation.
func (a API) ListStatements(ctx context.Context, r gen.ListStatementsRequestObject) (gen.ListStatementsResponseObject, error) {
	f := core.Filter{ProducerID: id.ID(wire.Text(r.Params.ProducerId)), Query: wire.Text(r.Params.Q)}
	if r.Params.Status != nil {
		for _, status := range *r.Params.Status {
			f.Statuses = append(f.Statuses, core.Status(status))
		}
	}
	if r.Params.Month != nil {
		m, err := civil.ParseMonth(*r.Params.Month)
		if err != nil {
			return nil, fault.From(err).At("month")
		}
		f.Month = m
	}
	found, err := a.Statements.List(ctx, request.Principal(ctx), id.ID(r.OperationId), f)
	if err != nil {
		return nil, err
	}
	return gen.ListStatements200JSONResponse{Body: toAPIStatements(found)}, nil
}

// ListParticipantStatements lists the published ones of a site.
func (a API) ListParticipantStatements(ctx context.Context, r gen.ListParticipantStatementsRequestObject) (gen.ListParticipantStatementsResponseObject, error) {
	found, err := a.Statements.OfProducer(ctx, request.Principal(ctx), id.ID(r.ParticipantId))
	if err != nil {
		return nil, err
	}
	return gen.ListParticipantStatements200JSONResponse{Body: toAPIStatements(found)}, nil
}

// GetStatementSummary says what is owed for the energy of a site, or of all of a person.
func (a API) GetStatementSummary(ctx context.Context, r gen.GetStatementSummaryRequestObject) (gen.GetStatementSummaryResponseObject, error) {
	found, err := a.Statements.Summary(ctx, request.Principal(ctx), id.ID(r.ParticipantId))
	if err != nil {
		return nil, err
	}
	return gen.GetStatementSummary200JSONResponse(toAPISummary(found)), nil
}

// GetStatement reads one.
func (a API) GetStatement(ctx context.Context, r gen.GetStatementRequestObject) (gen.GetStatementResponseObject, error) {
	st, err := a.Statements.Get(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.StatementId))
	if err != nil {
		return nil, err
	}
	return gen.GetStatement200JSONResponse(toAPIStatement(st)), nil
}

// DraftStatements drafts what is owed.
func (a API) DraftStatements(ctx context.Context, r gen.DraftStatementsRequestObject) (gen.DraftStatementsResponseObject, error) {
	made, err := a.Statements.DraftUpTo(ctx, request.Principal(ctx), id.ID(r.OperationId), wire.OptionalDay(r.Body.BillUpTo))
	if err != nil {
		return nil, err
	}
	return gen.DraftStatements200JSONResponse(toAPIDrafted(made, request.Language(ctx))), nil
}

// PublishStatements publishes drafts.
func (a API) PublishStatements(ctx context.Context, r gen.PublishStatementsRequestObject) (gen.PublishStatementsResponseObject, error) {
	results, err := a.Statements.Publish(ctx, request.Principal(ctx), id.ID(r.OperationId), wire.IDs(&r.Body.Ids))
	if err != nil {
		return nil, err
	}
	return gen.PublishStatements200JSONResponse(toAPIResults(ctx, results)), nil
}

// SendStatements mails published ones.
func (a API) SendStatements(ctx context.Context, r gen.SendStatementsRequestObject) (gen.SendStatementsResponseObject, error) {
	results, err := a.Statements.Send(ctx, request.Principal(ctx), id.ID(r.OperationId), wire.IDs(&r.Body.Ids))
	if err != nil {
		return nil, err
	}
	return gen.SendStatements200JSONResponse(toAPIResults(ctx, results)), nil
}

// DeleteStatement deletes a draft.
func (a API) DeleteStatement(ctx context.Context, r gen.DeleteStatementRequestObject) (gen.DeleteStatementResponseObject, error) {
	if err := a.Statements.Delete(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.StatementId)); err != nil {
		return nil, err
	}
	return gen.DeleteStatement204Response{}, nil
}

// CancelStatement takes a published one back.
func (a API) CancelStatement(ctx context.Context, r gen.CancelStatementRequestObject) (gen.CancelStatementResponseObject, error) {
	st, err := a.Statements.Cancel(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.StatementId), r.Body.Reason)
	if err != nil {
		return nil, err
	}
	return gen.CancelStatement200JSONResponse(toAPIStatement(st)), nil
}

// DownloadStatement draws one.
func (a API) DownloadStatement(ctx context.Context, r gen.DownloadStatementRequestObject) (gen.DownloadStatementResponseObject, error) {
	language := ""
	if r.Params.Language != nil {
		language = string(*r.Params.Language)
	}
	f, err := a.Statements.Download(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.StatementId), language)
	if err != nil {
		return nil, err
	}
	name := wire.Attachment(fileName(f))
	return gen.DownloadStatement200ApplicationpdfResponse{Body: bytes.NewReader(f.Content), ContentLength: int64(len(f.Content)),
		Headers: gen.DownloadStatement200ResponseHeaders{ContentDisposition: &name}}, nil
}

// DownloadParticipantStatement draws a published one of a site.
func (a API) DownloadParticipantStatement(ctx context.Context, r gen.DownloadParticipantStatementRequestObject) (gen.DownloadParticipantStatementResponseObject, error) {
	language := ""
	if r.Params.Language != nil {
		language = string(*r.Params.Language)
	}
	f, err := a.Statements.DownloadOwn(ctx, request.Principal(ctx), id.ID(r.ParticipantId), id.ID(r.StatementId), language)
	if err != nil {
		return nil, err
	}
	name := wire.Attachment(fileName(f))
	return gen.DownloadParticipantStatement200ApplicationpdfResponse{Body: bytes.NewReader(f.Content), ContentLength: int64(len(f.Content)),
		Headers: gen.DownloadParticipantStatement200ResponseHeaders{ContentDisposition: &name}}, nil
}

// DownloadStatementInvoice is the e-invoice of one.
func (a API) DownloadStatementInvoice(ctx context.Context, r gen.DownloadStatementInvoiceRequestObject) (gen.DownloadStatementInvoiceResponseObject, error) {
	f, err := a.Statements.Electronic(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.StatementId))
	if err != nil {
		return nil, err
	}
	name := wire.Attachment(f.Number + ".xml")
	return gen.DownloadStatementInvoice200ApplicationxmlResponse{Body: bytes.NewReader(f.Content), ContentLength: int64(len(f.Content)),
		Headers: gen.DownloadStatementInvoice200ResponseHeaders{ContentDisposition: &name}}, nil
}

// ListOwedStatements lists what is to be paid.
func (a API) ListOwedStatements(ctx context.Context, r gen.ListOwedStatementsRequestObject) (gen.ListOwedStatementsResponseObject, error) {
	found, err := a.Payouts.Owed(ctx, request.Principal(ctx), id.ID(r.OperationId))
	if err != nil {
		return nil, err
	}
	out := make([]model.OwedStatement, len(found))
	for n, c := range found {
		out[n] = toAPIOwed(c, request.Language(ctx))
	}
	return gen.ListOwedStatements200JSONResponse{Body: out}, nil
}

// ListPayouts lists payment lists.
func (a API) ListPayouts(ctx context.Context, r gen.ListPayoutsRequestObject) (gen.ListPayoutsResponseObject, error) {
	found, err := a.Payouts.List(ctx, request.Principal(ctx), id.ID(r.OperationId))
	if err != nil {
		return nil, err
	}
	out := make([]model.Payout, len(found))
	for n, p := range found {
		out[n] = toAPIPayout(p, nil)
	}
	return gen.ListPayouts200JSONResponse{Body: out}, nil
}

// ExportPayout orders the payment of statements.
func (a API) ExportPayout(ctx context.Context, r gen.ExportPayoutRequestObject) (gen.ExportPayoutResponseObject, error) {
	f, err := a.Payouts.Export(ctx, request.Principal(ctx), id.ID(r.OperationId), wire.IDs(&r.Body.Ids), wire.OptionalDay(r.Body.ExecutionDate))
	if err != nil {
		return nil, err
	}
	location := "/api/operations/" + string(f.OperationID) + "/payouts/" + string(f.ID)
	return gen.ExportPayout201JSONResponse{Body: toAPIPayout(f.Payout, nil), Headers: gen.ExportPayout201ResponseHeaders{Location: &location}}, nil
}

// GetPayout reads one list.
func (a API) GetPayout(ctx context.Context, r gen.GetPayoutRequestObject) (gen.GetPayoutResponseObject, error) {
	p, all, err := a.Payouts.Get(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.PayoutId))
	if err != nil {
		return nil, err
	}
	return gen.GetPayout200JSONResponse(toAPIPayout(p, all)), nil
}

// DownloadPayout is the file of a list.
func (a API) DownloadPayout(ctx context.Context, r gen.DownloadPayoutRequestObject) (gen.DownloadPayoutResponseObject, error) {
	f, err := a.Payouts.Download(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.PayoutId))
	if err != nil {
		return nil, err
	}
	name := wire.Attachment(payoutName(f.Payout))
	return gen.DownloadPayout200ApplicationxmlResponse{Body: bytes.NewReader(f.Content), ContentLength: int64(len(f.Content)),
		Headers: gen.DownloadPayout200ResponseHeaders{ContentDisposition: &name}}, nil
}

// CancelPayout takes a list back.
func (a API) CancelPayout(ctx context.Context, r gen.CancelPayoutRequestObject) (gen.CancelPayoutResponseObject, error) {
	p, err := a.Payouts.Cancel(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.PayoutId))
	if err != nil {
		return nil, err
	}
	return gen.CancelPayout200JSONResponse(toAPIPayout(p, nil)), nil
}

// ListStatementPayments lists what was paid of a statement.
func (a API) ListStatementPayments(ctx context.Context, r gen.ListStatementPaymentsRequestObject) (gen.ListStatementPaymentsResponseObject, error) {
	found, err := a.Payouts.Movements(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.Params.StatementId))
	if err != nil {
		return nil, err
	}
	return gen.ListStatementPayments200JSONResponse(toAPIMovements(found)), nil
}

// RecordStatementPayments records what was paid.
func (a API) RecordStatementPayments(ctx context.Context, r gen.RecordStatementPaymentsRequestObject) (gen.RecordStatementPaymentsResponseObject, error) {
	in := payout.Record{Kind: settlement.Payment, StatementIDs: wire.IDs(&r.Body.Ids), BookedOn: wire.Day(r.Body.BookedOn), Reference: wire.Text(r.Body.Reference)}
	if r.Body.Kind != nil {
		in.Kind = settlement.Kind(*r.Body.Kind)
	}
	made, err := a.Payouts.Record(ctx, request.Principal(ctx), id.ID(r.OperationId), in)
	if err != nil {
		return nil, err
	}
	return gen.RecordStatementPayments200JSONResponse(toAPIMovements(made)), nil
}

// WithdrawStatementPayment takes back what was recorded by mistake.
func (a API) WithdrawStatementPayment(ctx context.Context, r gen.WithdrawStatementPaymentRequestObject) (gen.WithdrawStatementPaymentResponseObject, error) {
	m, err := a.Payouts.Withdraw(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.StatementPaymentId))
	if err != nil {
		return nil, err
	}
	return gen.WithdrawStatementPayment200JSONResponse(toAPIMovement(m)), nil
}

// GetPayoutSettings says which order the bank takes.
func (a API) GetPayoutSettings(ctx context.Context, r gen.GetPayoutSettingsRequestObject) (gen.GetPayoutSettingsResponseObject, error) {
	s, err := a.Payouts.Settings(ctx, request.Principal(ctx), id.ID(r.OperationId))
	if err != nil {
		return nil, err
	}
	return gen.GetPayoutSettings200JSONResponse(toAPISettings(s)), nil
}

// UpdatePayoutSettings sets it.
func (a API) UpdatePayoutSettings(ctx context.Context, r gen.UpdatePayoutSettingsRequestObject) (gen.UpdatePayoutSettingsResponseObject, error) {
	s, err := a.Payouts.ChangeSettings(ctx, request.Principal(ctx), id.ID(r.OperationId), payout.Settings{Message: payout.MessageVersion(r.Body.MessageVersion)})
	if err != nil {
		return nil, err
	}
	return gen.UpdatePayoutSettings200JSONResponse(toAPISettings(s)), nil
}
