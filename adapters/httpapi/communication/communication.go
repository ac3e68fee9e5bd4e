// Package communication answers about messages to the people of an operation.
package communication

import (
	"context"

	gencommunication "github.com/openpmo/pmo/adapters/httpapi/gen/communication"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/endpoint"
	"github.com/openpmo/pmo/adapters/httpapi/transport/parts"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	core "github.com/openpmo/pmo/core/communication"
	"github.com/openpmo/pmo/core/id"
)

// API serves the tag communication.
type API struct {
	Communication *core.Service
}

var _ gencommunication.StrictServerInterface = API{}

// Endpoints are the operations of the tag.
func (a API) Endpoints() []endpoint.Endpoint { return gencommunication.Endpoints(a) }

func (a API) ListRecipients(ctx context.Context, r gencommunication.ListRecipientsRequestObject) (gencommunication.ListRecipientsResponseObject, error) {
	var group core.Group
	if r.Params.Group != nil {
		group = core.Group(*r.Params.Group)
	}
	found, err := a.Communication.List(ctx, request.Principal(ctx), id.ID(r.OperationId), group, wire.Text(r.Params.Q))
	if err != nil {
		return nil, err
	}
	body := make([]model.Recipient, len(found))
	for n, one := range found {
		body[n] = toAPIRecipient(one)
	}
	return gencommunication.ListRecipients200JSONResponse{Body: body}, nil
}

func (a API) PreviewMessage(ctx context.Context, r gencommunication.PreviewMessageRequestObject) (gencommunication.PreviewMessageResponseObject, error) {
	language := "fr"
	if r.Body.Language != nil {
		language = string(*r.Body.Language)
	}
	m, err := a.Communication.Preview(ctx, request.Principal(ctx), id.ID(r.OperationId), core.Draft{Subject: r.Body.Subject, Body: r.Body.Body}, language)
	if err != nil {
		return nil, err
	}
	return gencommunication.PreviewMessage200JSONResponse{Subject: m.Subject, Text: m.Text, Html: m.HTML, ReplyTo: wire.OptionalText(m.ReplyTo)}, nil
}

func (a API) UploadMessageAttachment(ctx context.Context, r gencommunication.UploadMessageAttachmentRequestObject) (gencommunication.UploadMessageAttachmentResponseObject, error) {
	received, err := parts.Receive(r.Body, parts.Rules{MaxFiles: 1, TooMany: core.ErrAttachmentCount})
	if err != nil {
		return nil, err
	}
	defer received.Remove()
	if len(received.Files) == 0 {
		return nil, core.ErrAttachmentCount.With("max", 1).At("file")
	}
	f := received.Files[0]
	kept, err := a.Communication.Upload(ctx, request.Principal(ctx), id.ID(r.OperationId), core.File{Name: f.Name, Size: f.Size, SHA256: f.SHA256, Open: f.Open})
	if err != nil {
		return nil, err
	}
	return gencommunication.UploadMessageAttachment201JSONResponse(toAPIAttachment(kept)), nil
}

func (a API) SendMessage(ctx context.Context, r gencommunication.SendMessageRequestObject) (gencommunication.SendMessageResponseObject, error) {
	report, err := a.Communication.Send(ctx, request.Principal(ctx), fromAPISending(*r.Body))
	if err != nil {
		return nil, err
	}
	return gencommunication.SendMessage200JSONResponse{Id: wire.OptionalText(string(report.MessageID)), Accepted: toAPIRecipients(report.Accepted),
		Rejected: toAPIRecipients(report.Rejected), Missing: toAPIRecipients(report.Missing)}, nil
}

func (a API) ListMessages(ctx context.Context, r gencommunication.ListMessagesRequestObject) (gencommunication.ListMessagesResponseObject, error) {
	found, err := a.Communication.Sent(ctx, request.Principal(ctx), id.ID(r.OperationId))
	if err != nil {
		return nil, err
	}
	body := make([]model.MessageSummary, len(found))
	for n, m := range found {
		body[n] = model.MessageSummary{Id: string(m.ID), Subject: m.Subject, SentAt: wire.InParis(m.SentAt), Author: m.Author,
			Counts: toAPICounts(m.Counts), AttachmentsNumber: m.Attachments}
	}
	return gencommunication.ListMessages200JSONResponse{Body: body}, nil
}

func (a API) GetMessage(ctx context.Context, r gencommunication.GetMessageRequestObject) (gencommunication.GetMessageResponseObject, error) {
	m, err := a.Communication.Get(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.MessageId))
	if err != nil {
		return nil, err
	}
	return gencommunication.GetMessage200JSONResponse(toAPIMessage(m)), nil
}

func (a API) ResendMessage(ctx context.Context, r gencommunication.ResendMessageRequestObject) (gencommunication.ResendMessageResponseObject, error) {
	d, err := a.Communication.Resend(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.MessageId), id.ID(r.RecipientId))
	if err != nil {
		return nil, err
	}
	return gencommunication.ResendMessage202JSONResponse(toAPIDelivery(d)), nil
}
