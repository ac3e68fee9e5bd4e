package communication

import (
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	core "github.com/openpmo/pmo/core/communication"
	"github.com/openpmo/pmo/core/id"
)

func fromAPISending(m model.MessageSending) core.SendInput {
	in := core.SendInput{OperationID: id.ID(m.OperationId), Draft: core.Draft{Subject: m.Subject, Body: m.Body}, Recipients: make([]id.ID, len(m.Recipients))}
	for n, one := range m.Recipients {
		in.Recipients[n] = id.ID(one)
	}
	if m.Attachments != nil {
		for _, a := range *m.Attachments {
			in.Attachments = append(in.Attachments, core.Named{DocumentID: id.ID(a.AttachmentId), Name: a.Name})
		}
	}
	return in
}

func toAPIRecipient(r core.Recipient) model.Recipient {
	out := model.Recipient{Id: string(r.ID), Kind: model.RecipientKind(r.Kind), Name: r.Name, Holder: wire.OptionalText(r.Holder), Email: wire.OptionalText(r.Address),
		Reach: model.Reach(r.Reach()), Language: model.Language(r.Language), Groups: make([]model.ParticipantGroup, len(r.Groups))}
	for n, g := range r.Groups {
		out.Groups[n] = model.ParticipantGroup(g)
	}
	return out
}

func toAPIRecipients(rs []core.Recipient) []model.MessageRecipient {
	out := make([]model.MessageRecipient, len(rs))
	for n, r := range rs {
		out[n] = model.MessageRecipient{Id: string(r.ID), Name: r.Name, Email: wire.OptionalText(r.Address)}
	}
	return out
}

func toAPIAttachment(a core.Attachment) model.Attachment {
	return model.Attachment{Id: string(a.Document.ID), Name: a.Name, Size: a.Document.Size, ContentType: a.Document.ContentType}
}

func toAPICounts(c core.Counts) model.MessageCounts {
	return model.MessageCounts{Queued: c.Queued, Sent: c.Sent, Rejected: c.Rejected, Failed: c.Failed, Unreached: c.Unreached}
}

func toAPIDelivery(d core.Delivery) model.Delivery {
	language := model.Language(d.Language)
	return model.Delivery{Id: string(d.ID), Email: d.Address, Language: &language, Status: model.DeliveryStatus(d.Status), At: wire.InParis(d.At),
		Recipients: toAPIRecipients(d.Recipients)}
}

func toAPIMessage(m core.Message) model.Message {
	out := model.Message{Id: string(m.ID), Subject: m.Subject, Body: m.Body, SentAt: wire.InParis(m.SentAt), Author: m.Author, Counts: toAPICounts(m.Counts()),
		Attachments: make([]model.Attachment, len(m.Attachments)), Deliveries: make([]model.Delivery, len(m.Deliveries)),
		Unreached: make([]model.UnreachedRecipient, len(m.Unreached))}
	for n, a := range m.Attachments {
		out.Attachments[n] = toAPIAttachment(a)
	}
	for n, d := range m.Deliveries {
		out.Deliveries[n] = toAPIDelivery(d)
	}
	for n, r := range m.Unreached {
		out.Unreached[n] = model.UnreachedRecipient{Id: string(r.ID), Name: r.Name, Email: wire.OptionalText(r.Address), Reach: model.Reach(r.Reach())}
	}
	return out
}
