// Package payment answers the operations about creditors, mandates and collections.
package payment

import (
	"bytes"
	"context"
	"io"
	"mime/multipart"

	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/gen/payment"
	"github.com/openpmo/pmo/adapters/httpapi/transport/contract"
	"github.com/openpmo/pmo/adapters/httpapi/transport/endpoint"
	"github.com/openpmo/pmo/adapters/httpapi/transport/parts"
	"github.com/openpmo/pmo/adapters/httpapi/transport/problem"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/participant/perimeterfile"
	core "github.com/openpmo/pmo/core/payment"
	"github.com/openpmo/pmo/core/payment/collection"
	"github.com/openpmo/pmo/core/payment/handover"
	"github.com/openpmo/pmo/core/payment/receivable"
	"github.com/openpmo/pmo/core/payment/reconciliation"
	"github.com/openpmo/pmo/core/payment/reminder"
	"github.com/openpmo/pmo/core/payment/settlement"
)

// API serves the tag payment.
type API struct {
	Payment     *core.Service
	Collections *collection.Service
	Settlements *settlement.Service
	Receivables *receivable.Service
	Reminders   *reminder.Service
	Bank        *reconciliation.Service
	Handovers   *handover.Service
	// Workbook writes a workbook of one sheet: its name, the words above, the rows.
	Workbook func(w io.Writer, sheet string, header []string, rows [][]any) error
}

var _ payment.StrictServerInterface = API{}

// Endpoints are the operations of the tag.
func (a API) Endpoints() []endpoint.Endpoint { return payment.Endpoints(a) }

// created and changed have the fields of the headers of what was added or changed.
type (
	created struct{ ETag, Location *string }
	changed struct{ ETag *string }
)

func createdAt(path string, one id.ID, version int) created {
	location, tag := contract.Base+path+string(one), wire.ETag(version)
	return created{ETag: &tag, Location: &location}
}

func changedTo(version int) changed {
	tag := wire.ETag(version)
	return changed{ETag: &tag}
}

const (
	creditorsPath = "/payments/creditors/"
	mandatesPath  = "/payments/mandates/"
)

func (a API) ListCreditorsByBillingEntities(ctx context.Context, r payment.ListCreditorsByBillingEntitiesRequestObject) (payment.ListCreditorsByBillingEntitiesResponseObject, error) {
	list, full, err := a.Payment.CreditorsOfIssuers(ctx, request.Principal(ctx), ids(r.Params.BillingEntityIds))
	if err != nil {
		return nil, err
	}
	return payment.ListCreditorsByBillingEntities200JSONResponse{Body: toAPICreditors(list, full)}, nil
}

func (a API) ListCreditorsByProducers(ctx context.Context, r payment.ListCreditorsByProducersRequestObject) (payment.ListCreditorsByProducersResponseObject, error) {
	list, full, err := a.Payment.CreditorsOfProducers(ctx, request.Principal(ctx), ids(r.Params.ParticipantsIds))
	if err != nil {
		return nil, err
	}
	return payment.ListCreditorsByProducers200JSONResponse{Body: toAPICreditors(list, full)}, nil
}

func (a API) GetCreditor(ctx context.Context, r payment.GetCreditorRequestObject) (payment.GetCreditorResponseObject, error) {
	c, full, err := a.Payment.Creditor(ctx, request.Principal(ctx), id.ID(r.CreditorId))
	if err != nil {
		return nil, err
	}
	return payment.GetCreditor200JSONResponse{Body: toAPICreditor(c, full), Headers: payment.GetCreditor200ResponseHeaders(changedTo(c.Version))}, nil
}

func (a API) CreateBillingEntityCreditor(ctx context.Context, r payment.CreateBillingEntityCreditorRequestObject) (payment.CreateBillingEntityCreditorResponseObject, error) {
	c, err := a.Payment.CreateCreditor(ctx, request.Principal(ctx), id.ID(r.EntityId), fromAPICreditorCreation(*r.Body))
	if err != nil {
		return nil, err
	}
	return payment.CreateBillingEntityCreditor201JSONResponse{Body: toAPICreditor(c, true),
		Headers: payment.CreateBillingEntityCreditor201ResponseHeaders(createdAt(creditorsPath, c.ID, c.Version))}, nil
}

func (a API) CreateParticipantCreditor(ctx context.Context, r payment.CreateParticipantCreditorRequestObject) (payment.CreateParticipantCreditorResponseObject, error) {
	c, err := a.Payment.CreateCreditorOfProducer(ctx, request.Principal(ctx), id.ID(r.ParticipantId), fromAPICreditorCreation(*r.Body))
	if err != nil {
		return nil, err
	}
	return payment.CreateParticipantCreditor201JSONResponse{Body: toAPICreditor(c, true),
		Headers: payment.CreateParticipantCreditor201ResponseHeaders(createdAt(creditorsPath, c.ID, c.Version))}, nil
}

func (a API) UpdateCreditor(ctx context.Context, r payment.UpdateCreditorRequestObject) (payment.UpdateCreditorResponseObject, error) {
	version, err := wire.IfMatch(r.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	c, err := a.Payment.UpdateCreditor(ctx, request.Principal(ctx), id.ID(r.CreditorId), fromAPICreditorUpdate(version, *r.Body))
	if err != nil {
		return nil, err
	}
	return payment.UpdateCreditor200JSONResponse{Body: toAPICreditor(c, true), Headers: payment.UpdateCreditor200ResponseHeaders(changedTo(c.Version))}, nil
}

func (a API) ListMandatesByCreditor(ctx context.Context, r payment.ListMandatesByCreditorRequestObject) (payment.ListMandatesByCreditorResponseObject, error) {
	view, err := a.Payment.MandatesOfCreditor(ctx, request.Principal(ctx), id.ID(r.CreditorId))
	if err != nil {
		return nil, err
	}
	return payment.ListMandatesByCreditor200JSONResponse{Body: toAPIMandates(view)}, nil
}

func (a API) ListMandatesByBillingEntity(ctx context.Context, r payment.ListMandatesByBillingEntityRequestObject) (payment.ListMandatesByBillingEntityResponseObject, error) {
	view, err := a.Payment.MandatesOfIssuer(ctx, request.Principal(ctx), id.ID(r.EntityId))
	if err != nil {
		return nil, err
	}
	return payment.ListMandatesByBillingEntity200JSONResponse{Body: toAPIMandates(view)}, nil
}

func (a API) GetMandate(ctx context.Context, r payment.GetMandateRequestObject) (payment.GetMandateResponseObject, error) {
	view, before, err := a.Payment.Mandate(ctx, request.Principal(ctx), id.ID(r.PaymentMandateId))
	if err != nil {
		return nil, err
	}
	body := toAPIMandate(view.Mandates[0], view)
	body.Amendments = toAPIAmendments(before, view.Full)
	return payment.GetMandate200JSONResponse{Body: body, Headers: payment.GetMandate200ResponseHeaders(changedTo(view.Mandates[0].Version))}, nil
}

func (a API) CreateBillingEntityMandate(ctx context.Context, r payment.CreateBillingEntityMandateRequestObject) (payment.CreateBillingEntityMandateResponseObject, error) {
	view, err := a.Payment.CreateMandate(ctx, request.Principal(ctx), id.ID(r.EntityId), fromAPIMandateCreation(*r.Body))
	if err != nil {
		return nil, err
	}
	m := view.Mandates[0]
	return payment.CreateBillingEntityMandate201JSONResponse{Body: toAPIMandate(m, view),
		Headers: payment.CreateBillingEntityMandate201ResponseHeaders(createdAt(mandatesPath, m.ID, m.Version))}, nil
}

func (a API) CreateParticipantMandate(ctx context.Context, r payment.CreateParticipantMandateRequestObject) (payment.CreateParticipantMandateResponseObject, error) {
	view, err := a.Payment.CreateMandateOfProducer(ctx, request.Principal(ctx), id.ID(r.ParticipantId), fromAPIMandateCreation(*r.Body))
	if err != nil {
		return nil, err
	}
	m := view.Mandates[0]
	return payment.CreateParticipantMandate201JSONResponse{Body: toAPIMandate(m, view),
		Headers: payment.CreateParticipantMandate201ResponseHeaders(createdAt(mandatesPath, m.ID, m.Version))}, nil
}

func (a API) UpdateMandate(ctx context.Context, r payment.UpdateMandateRequestObject) (payment.UpdateMandateResponseObject, error) {
	version, err := wire.IfMatch(r.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	view, err := a.Payment.UpdateMandate(ctx, request.Principal(ctx), id.ID(r.PaymentMandateId), fromAPIMandateUpdate(version, *r.Body))
	if err != nil {
		return nil, err
	}
	m := view.Mandates[0]
	return payment.UpdateMandate200JSONResponse{Body: toAPIMandate(m, view), Headers: payment.UpdateMandate200ResponseHeaders(changedTo(m.Version))}, nil
}

func (a API) ImportMandatesByCreditor(ctx context.Context, r payment.ImportMandatesByCreditorRequestObject) (payment.ImportMandatesByCreditorResponseObject, error) {
	report, err := a.Payment.ImportMandates(ctx, request.Principal(ctx), id.ID(r.CreditorId), fromAPIMandateImport(*r.Body), wire.IsTrue(r.Params.DryRun))
	if err != nil {
		return nil, err
	}
	return payment.ImportMandatesByCreditor200JSONResponse(toAPIReport(report, request.Language(ctx))), nil
}

func (a API) ImportMandatesByBillingEntity(ctx context.Context, r payment.ImportMandatesByBillingEntityRequestObject) (payment.ImportMandatesByBillingEntityResponseObject, error) {
	report, err := a.Payment.ImportMandatesOfIssuer(ctx, request.Principal(ctx), id.ID(r.EntityId), fromAPIMandateImport(*r.Body), wire.IsTrue(r.Params.DryRun))
	if err != nil {
		return nil, err
	}
	return payment.ImportMandatesByBillingEntity200JSONResponse(toAPIReport(report, request.Language(ctx))), nil
}

// mandateFileOf reads a list of mandates, of one that is too large one byte more than may be: the use case
// refuses it.
func mandateFileOf(body *multipart.Reader, dryRun bool) (core.List, error) {
	received, err := parts.Receive(body, parts.Rules{Words: []string{parts.DryRun}, MaxFiles: 1, MaxBytes: perimeterfile.MaxFileBytes, TooMany: problem.ErrInvalidRequest})
	if err != nil {
		return core.List{}, err
	}
	defer received.Remove()
	if len(received.Files) == 0 {
		return core.List{}, problem.ErrInvalidRequest.Of(problem.ErrFieldRequired.At("file"))
	}
	content, err := received.Files[0].Open()
	if err != nil {
		return core.List{}, err
	}
	defer func() { _ = content.Close() }()
	out := core.List{FileName: received.Files[0].Name, DryRun: dryRun || received.Says(parts.DryRun, "true")}
	out.Content, err = io.ReadAll(content)
	return out, err
}

func (a API) ImportMandateFileByBillingEntity(ctx context.Context, r payment.ImportMandateFileByBillingEntityRequestObject) (payment.ImportMandateFileByBillingEntityResponseObject, error) {
	list, err := mandateFileOf(r.Body, wire.IsTrue(r.Params.DryRun))
	if err != nil {
		return nil, err
	}
	report, err := a.Payment.ImportMandateFile(ctx, request.Principal(ctx), id.ID(r.EntityId), list)
	if err != nil {
		return nil, err
	}
	return payment.ImportMandateFileByBillingEntity200JSONResponse(toAPIReport(report, request.Language(ctx))), nil
}

func (a API) GetMandateImportTemplate(ctx context.Context, r payment.GetMandateImportTemplateRequestObject) (payment.GetMandateImportTemplateResponseObject, error) {
	blank, err := a.Payment.BlankMandateList(ctx, request.Principal(ctx), id.ID(r.EntityId))
	if err != nil {
		return nil, err
	}
	var file bytes.Buffer
	disposition := wire.Attachment(blank.Name)
	err = a.Workbook(&file, "Mandats", blank.Header, cellsOf(blank.Rows))
	return payment.GetMandateImportTemplate200ApplicationvndOpenxmlformatsOfficedocumentSpreadsheetmlSheetResponse{Body: &file, ContentLength: int64(file.Len()),
		Headers: payment.GetMandateImportTemplate200ResponseHeaders{ContentDisposition: &disposition}}, err
}

// cellsOf are texts as a workbook holds them.
func cellsOf(rows [][]string) [][]any {
	out := make([][]any, len(rows))
	for i, row := range rows {
		out[i] = make([]any, len(row))
		for j, cell := range row {
			out[i][j] = cell
		}
	}
	return out
}

func ids(texts []model.Id) []id.ID {
	out := make([]id.ID, len(texts))
	for i, t := range texts {
		out[i] = id.ID(t)
	}
	return out
}
