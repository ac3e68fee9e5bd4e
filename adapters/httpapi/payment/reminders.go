package payment

import (
	"context"

	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/gen/payment"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/payment/reminder"
)

func toAPIReminder(r reminder.Reminder) model.Reminder {
	out := model.Reminder{Id: string(r.ID), BillableEntityId: string(r.ClientID), BillableEntityName: r.ClientName, Level: int(r.Level), Status: model.ReminderStatus(r.Status), Address: r.Address,
		Language: model.ReminderLanguage(r.Language), OpenCents: int64(r.Open), Invoices: make([]model.RemindedInvoice, len(r.Invoices)), Subject: wire.OptionalText(r.Subject),
		Body: wire.OptionalText(r.Body), CreatedByName: wire.OptionalText(r.CreatedByName), CreatedAt: wire.InParis(r.CreatedAt), At: wire.InParis(r.At)}
	for n, i := range r.Invoices {
		out.Invoices[n] = model.RemindedInvoice{InvoiceId: string(i.InvoiceID), Number: i.Number, OpenCents: int64(i.Open), DueDate: wire.Date(i.DueDate)}
	}
	return out
}

func toAPIReminders(list []reminder.Reminder) []model.Reminder {
	out := make([]model.Reminder, len(list))
	for n, r := range list {
		out[n] = toAPIReminder(r)
	}
	return out
}

func toAPIReminderPreview(p reminder.Previews) model.ReminderPreview {
	out := model.ReminderPreview{Day: wire.Date(p.Day), Mails: make([]model.DueReminder, len(p.Mails)), Withheld: make([]model.WithheldInvoice, len(p.Withheld))}
	for n, m := range p.Mails {
		due := model.DueReminder{BillableEntityId: string(m.Client.ID), BillableEntityName: m.Client.Name, Level: int(m.Level), Address: m.Client.Address, Language: model.ReminderLanguage(m.Language),
			OpenCents: int64(m.Open()), Invoices: make([]model.RemindedInvoice, len(m.Debts)), Subject: m.Draft.Subject, Body: m.Draft.Body}
		for k, d := range m.Debts {
			due.Invoices[k] = model.RemindedInvoice{InvoiceId: string(d.ID), Number: d.Number, OpenCents: int64(d.Open()), DueDate: wire.Date(d.DueDate)}
		}
		out.Mails[n] = due
	}
	for n, w := range p.Withheld {
		one := model.WithheldInvoice{InvoiceId: string(w.ID), Number: w.Number, BillableEntityId: string(w.ClientID), BillableEntityName: w.ClientName, OpenCents: int64(w.Open()),
			DueDate: wire.Date(w.DueDate), Level: int(w.Level), Reason: model.WithheldReason(w.Reason), From: wire.OptionalDate(w.From)}
		if w.Pause != nil {
			one.PauseReason, one.PauseUntil = wire.OptionalText(w.Pause.Reason), wire.OptionalDate(w.Pause.Until)
		}
		out.Withheld[n] = one
	}
	return out
}

func toAPIReminderSettings(s reminder.Settings) model.ReminderSettings {
	out := model.ReminderSettings{Enabled: s.Enabled, Days: s.Days[:], Texts: make([]model.ReminderText, len(s.Texts))}
	for n, t := range s.Texts {
		out.Texts[n] = model.ReminderText{Level: int(t.Level), Language: model.ReminderLanguage(t.Language), Subject: t.Subject, Body: t.Body, Own: t.Own}
	}
	return out
}

func fromAPIReminderSettings(b model.ReminderSettingsUpdate) reminder.Change {
	c := reminder.Change{Enabled: b.Enabled}
	if b.Days != nil {
		days := [reminder.Levels]int((*b.Days)[:reminder.Levels])
		c.Days = &days
	}
	if b.Texts != nil {
		texts := make([]reminder.Text, len(*b.Texts))
		for n, t := range *b.Texts {
			texts[n] = reminder.Text{Level: reminder.Level(t.Level), Language: string(t.Language), Subject: t.Subject, Body: t.Body}
		}
		c.Texts = &texts
	}
	return c
}

func toAPIReminderPause(p reminder.Pause) model.ReminderPause {
	return model.ReminderPause{Id: string(p.ID), BillableEntityId: wire.OptionalText(string(p.ClientID)), BillableEntityName: p.ClientName, InvoiceId: wire.OptionalText(string(p.InvoiceID)),
		Number: wire.OptionalText(p.Number), Reason: p.Reason, Until: wire.OptionalDate(p.Until), Holds: p.Holds, CreatedByName: wire.OptionalText(p.CreatedByName),
		CreatedAt: wire.InParis(p.CreatedAt), EndedAt: wire.OptionalInParis(p.EndedAt), EndedByName: wire.OptionalText(p.EndedByName)}
}

// settingsTag names settings, also those that nobody chose yet.
func settingsTag(s reminder.Settings) *string {
	tag := wire.ETag(s.Version + 1)
	return &tag
}

func (a API) ListReminders(ctx context.Context, r payment.ListRemindersRequestObject) (payment.ListRemindersResponseObject, error) {
	list, err := a.Reminders.List(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(wire.Text(r.Params.ClientId)), id.ID(wire.Text(r.Params.InvoiceId)))
	if err != nil {
		return nil, err
	}
	return payment.ListReminders200JSONResponse{Body: toAPIReminders(list)}, nil
}

func (a API) SendReminders(ctx context.Context, r payment.SendRemindersRequestObject) (payment.SendRemindersResponseObject, error) {
	made, err := a.Reminders.Send(ctx, request.Principal(ctx), id.ID(r.OperationId), wire.IDs(r.Body.ClientIds))
	if err != nil {
		return nil, err
	}
	return payment.SendReminders200JSONResponse(toAPIReminders(made)), nil
}

func (a API) GetReminder(ctx context.Context, r payment.GetReminderRequestObject) (payment.GetReminderResponseObject, error) {
	one, err := a.Reminders.Get(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.ReminderId))
	if err != nil {
		return nil, err
	}
	return payment.GetReminder200JSONResponse(toAPIReminder(one)), nil
}

func (a API) PreviewReminders(ctx context.Context, r payment.PreviewRemindersRequestObject) (payment.PreviewRemindersResponseObject, error) {
	found, err := a.Reminders.Preview(ctx, request.Principal(ctx), id.ID(r.OperationId))
	if err != nil {
		return nil, err
	}
	return payment.PreviewReminders200JSONResponse(toAPIReminderPreview(found)), nil
}

func (a API) GetReminderSettings(ctx context.Context, r payment.GetReminderSettingsRequestObject) (payment.GetReminderSettingsResponseObject, error) {
	set, err := a.Reminders.Settings(ctx, request.Principal(ctx), id.ID(r.OperationId))
	if err != nil {
		return nil, err
	}
	return payment.GetReminderSettings200JSONResponse{Body: toAPIReminderSettings(set), Headers: payment.GetReminderSettings200ResponseHeaders{ETag: settingsTag(set)}}, nil
}

func (a API) UpdateReminderSettings(ctx context.Context, r payment.UpdateReminderSettingsRequestObject) (payment.UpdateReminderSettingsResponseObject, error) {
	change := fromAPIReminderSettings(*r.Body)
	version, err := wire.IfMatch(r.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	if version != 0 {
		version--
		change.IfVersion = &version
	}
	set, err := a.Reminders.Choose(ctx, request.Principal(ctx), id.ID(r.OperationId), change)
	if err != nil {
		return nil, err
	}
	return payment.UpdateReminderSettings200JSONResponse{Body: toAPIReminderSettings(set), Headers: payment.UpdateReminderSettings200ResponseHeaders{ETag: settingsTag(set)}}, nil
}

func (a API) ListReminderPauses(ctx context.Context, r payment.ListReminderPausesRequestObject) (payment.ListReminderPausesResponseObject, error) {
	list, err := a.Reminders.Pauses(ctx, request.Principal(ctx), id.ID(r.OperationId))
	if err != nil {
		return nil, err
	}
	out := make([]model.ReminderPause, len(list))
	for n, p := range list {
		out[n] = toAPIReminderPause(p)
	}
	return payment.ListReminderPauses200JSONResponse{Body: out}, nil
}

func (a API) PauseReminders(ctx context.Context, r payment.PauseRemindersRequestObject) (payment.PauseRemindersResponseObject, error) {
	b := r.Body
	one, err := a.Reminders.Pause(ctx, request.Principal(ctx), id.ID(r.OperationId), reminder.PauseInput{ClientID: id.ID(wire.Text(b.ClientId)), InvoiceID: id.ID(wire.Text(b.InvoiceId)),
		Reason: b.Reason, Until: wire.OptionalDay(b.Until)})
	if err != nil {
		return nil, err
	}
	return payment.PauseReminders200JSONResponse(toAPIReminderPause(one)), nil
}

func (a API) EndReminderPause(ctx context.Context, r payment.EndReminderPauseRequestObject) (payment.EndReminderPauseResponseObject, error) {
	one, err := a.Reminders.EndPause(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.PauseId))
	if err != nil {
		return nil, err
	}
	return payment.EndReminderPause200JSONResponse(toAPIReminderPause(one)), nil
}
