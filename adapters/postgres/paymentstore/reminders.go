package paymentstore

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/paymentstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/payment/reminder"
	"github.com/openpmo/pmo/core/policy"
)

// Reminders keeps mails about what is overdue, and whom an operation reminds and when.
type Reminders struct {
	db     *postgres.DB
	cipher Cipher
}

// NewReminders is the store over db.
func NewReminders(db *postgres.DB, c Cipher) *Reminders { return &Reminders{db, c} }

var (
	_ reminder.Reminders = (*Reminders)(nil)
	_ reminder.Choices   = (*Reminders)(nil)
)

var reminderConstraints = postgres.Constraints{
	"reminder_pauses_operation_id_billable_entity_id_fkey": billing.ErrClientNotFound,
	"reminder_pauses_operation_id_invoice_id_fkey":         billing.ErrInvoiceNotFound,
}

// Debts are the invoices of an operation that are overdue, or those of some ids.
func (s *Reminders) Debts(ctx context.Context, operationID id.ID, today civil.Date, ids []id.ID, limit int) ([]reminder.Debt, error) {
	if ids == nil {
		ids = []id.ID{}
	}
	rows, err := queries(ctx, s.db).ListDebts(ctx, sqlcgen.ListDebtsParams{OperationID: operationID, Today: postgres.ToDate(today), Ids: ids, Most: int32(limit)})
	if err != nil {
		return nil, err
	}
	out := make([]reminder.Debt, len(rows))
	for n, r := range rows {
		iban, err := s.printed(r.IBAN)
		if err != nil {
			return nil, err
		}
		out[n] = reminder.Debt{Document: documentFromDB(sqlcgen.ListDocumentsOfClientRow{OperationID: r.OperationID, ID: r.ID, Number: r.Number, Type: r.Type, Status: r.Status,
			PaymentStatus: r.PaymentStatus, PaymentMethod: r.PaymentMethod, BillingEntityID: r.BillingEntityID, BillableEntityID: r.BillableEntityID,
			IssuerName: r.IssuerName, ClientName: r.ClientName, CreditsID: r.CreditsID, PeriodFrom: r.PeriodFrom, PeriodTo: r.PeriodTo,
			IssueDate: r.IssueDate, DueDate: r.DueDate, AmountCents: r.AmountCents, PaidCents: r.PaidCents, CollectOn: r.CollectOn}),
			Holder: r.Holder, IBAN: iban, Reference: r.Reference, Level: reminder.Level(r.Level)}
		if r.SentOn.Valid {
			out[n].SentOn = postgres.FromDate(r.SentOn)
		}
		if r.PauseID != "" {
			out[n].Pause = &reminder.Pause{ID: id.ID(r.PauseID), Reason: r.PauseReason, Until: postgres.FromOptionalDate(r.PauseUntil)}
		}
	}
	return out, nil
}

// printed opens the account that an invoice was printed with.
func (s *Reminders) printed(sealed string) (party.IBAN, error) {
	if sealed == "" {
		return "", nil
	}
	raw, err := base64.StdEncoding.DecodeString(sealed)
	if err != nil {
		return "", fmt.Errorf("printed iban: %w", err)
	}
	iban, err := s.cipher.Open(raw)
	return party.IBAN(iban), err
}

// Clients are some of an operation.
func (s *Reminders) Clients(ctx context.Context, operationID id.ID, ids []id.ID) (map[id.ID]reminder.Client, error) {
	rows, err := queries(ctx, s.db).ListReminderClients(ctx, operationID, ids)
	out := make(map[id.ID]reminder.Client, len(rows))
	for _, r := range rows {
		out[r.ID] = reminder.Client{ID: r.ID, Name: r.Name, Address: r.Email, Language: r.Language}
	}
	return out, err
}

// Add stores mails that are queued, with the levels of their invoices.
func (s *Reminders) Add(ctx context.Context, list []reminder.Reminder) error {
	q := queries(ctx, s.db)
	for _, r := range list {
		err := q.InsertReminder(ctx, sqlcgen.InsertReminderParams{OperationID: r.OperationID, ID: r.ID, BillableEntityID: r.ClientID, Level: int16(r.Level), Status: string(r.Status),
			Address: r.Address, Language: r.Language, OpenCents: int64(r.Open), CreatedBy: postgres.OptionalID(r.CreatedBy), MadeOn: postgres.ToDate(r.MadeOn), CreatedAt: r.CreatedAt, At: r.At})
		if err != nil {
			return err
		}
		p := sqlcgen.InsertRemindedInvoicesParams{OperationID: r.OperationID, ReminderID: r.ID, Level: int16(r.Level)}
		for _, i := range r.Invoices {
			p.InvoiceIds, p.Amounts, p.Due = append(p.InvoiceIds, i.InvoiceID), append(p.Amounts, int64(i.Open)), append(p.Due, postgres.ToDate(i.DueDate))
		}
		if err := q.InsertRemindedInvoices(ctx, p); err != nil {
			return err
		}
	}
	return nil
}

// List are the mails of an operation, last first.
func (s *Reminders) List(ctx context.Context, operationID id.ID, limit int) ([]reminder.Reminder, error) {
	return s.list(ctx, operationID, "", limit)
}

func (s *Reminders) list(ctx context.Context, operationID, reminderID id.ID, limit int) ([]reminder.Reminder, error) {
	q := queries(ctx, s.db)
	rows, err := q.ListReminders(ctx, sqlcgen.ListRemindersParams{OperationID: operationID, ID: postgres.OptionalID(reminderID), Most: int32(limit)})
	if err != nil {
		return nil, err
	}
	out, ids, at := make([]reminder.Reminder, len(rows)), make([]id.ID, len(rows)), map[id.ID]int{}
	for n, row := range rows {
		r := row.Reminder
		out[n] = reminder.Reminder{ID: r.ID, OperationID: r.OperationID, ClientID: r.BillableEntityID, ClientName: row.ClientName, Level: reminder.Level(r.Level), Status: reminder.Status(r.Status),
			Address: r.Address, Language: r.Language, Open: money.Cents(r.OpenCents), Subject: r.Subject, Body: r.Body, CreatedBy: postgres.IDOf(r.CreatedBy), CreatedByName: row.CreatedByName,
			MadeOn: postgres.FromDate(r.MadeOn), CreatedAt: r.CreatedAt, At: r.At}
		ids[n], at[r.ID] = r.ID, n
	}
	invoices, err := q.ListReminded(ctx, operationID, ids)
	for _, i := range invoices {
		n := at[i.ReminderID]
		out[n].Invoices = append(out[n].Invoices, reminder.Reminded{InvoiceID: i.InvoiceID, Number: i.Number, Open: money.Cents(i.OpenCents), DueDate: postgres.FromDate(i.DueOn)})
	}
	return out, err
}

// ByID finds one whole.
func (s *Reminders) ByID(ctx context.Context, operationID, reminderID id.ID) (reminder.Reminder, error) {
	found, err := s.list(ctx, operationID, reminderID, 1)
	if err == nil && len(found) == 0 {
		err = policy.ErrNotFound
	}
	if err != nil {
		return reminder.Reminder{}, err
	}
	return found[0], nil
}

// Mail finds one by its id alone.
func (s *Reminders) Mail(ctx context.Context, reminderID id.ID) (reminder.Reminder, bool, error) {
	operationID, err := queries(ctx, s.db).GetReminderOperation(ctx, reminderID)
	if errors.Is(err, pgx.ErrNoRows) {
		return reminder.Reminder{}, false, nil
	}
	if err != nil {
		return reminder.Reminder{}, false, err
	}
	r, err := s.ByID(ctx, operationID, reminderID)
	return r, err == nil, err
}

// Close says what became of a queued one, and what it said.
func (s *Reminders) Close(ctx context.Context, r reminder.Reminder) error {
	return queries(ctx, s.db).CloseReminder(ctx, sqlcgen.CloseReminderParams{Status: string(r.Status), Subject: r.Subject, Body: r.Body, At: r.At, OperationID: r.OperationID, ID: r.ID})
}

// Settings are those of an operation.
func (s *Reminders) Settings(ctx context.Context, operationID id.ID) (reminder.Settings, error) {
	q, set := queries(ctx, s.db), reminder.Defaults(operationID)
	r, err := q.GetReminderSettings(ctx, operationID)
	if errors.Is(err, pgx.ErrNoRows) {
		return set, nil
	}
	if err != nil {
		return set, err
	}
	set.Enabled, set.Version = r.Enabled, int(r.Version)
	set.Days = [reminder.Levels]int{int(r.FirstDays), int(r.SecondDays), int(r.ThirdDays)}
	texts, err := q.ListReminderTexts(ctx, operationID)
	for _, t := range texts {
		set.Texts = append(set.Texts, reminder.Text{Level: reminder.Level(t.Level), Language: t.Language, Subject: t.Subject, Body: t.Body})
	}
	return set, err
}

// Choose replaces settings.
func (s *Reminders) Choose(ctx context.Context, set reminder.Settings) error {
	q := queries(ctx, s.db)
	n, err := q.UpsertReminderSettings(ctx, sqlcgen.UpsertReminderSettingsParams{OperationID: set.OperationID, Enabled: set.Enabled, FirstDays: int32(set.Days[0]),
		SecondDays: int32(set.Days[1]), ThirdDays: int32(set.Days[2]), Version: int32(set.Version)})
	if err == nil && n == 0 {
		err = fault.ObjectChanged
	}
	if err != nil {
		return err
	}
	if err := q.DeleteReminderTexts(ctx, set.OperationID); err != nil {
		return err
	}
	for _, t := range set.Texts {
		err := q.InsertReminderText(ctx, sqlcgen.InsertReminderTextParams{OperationID: set.OperationID, Level: int16(t.Level), Language: t.Language, Subject: t.Subject, Body: t.Body})
		if err != nil {
			return err
		}
	}
	return nil
}

// Enabled are the operations whose clients are reminded without anybody's doing.
func (s *Reminders) Enabled(ctx context.Context) ([]id.ID, error) {
	return queries(ctx, s.db).ListRemindingOperations(ctx)
}

// Pauses are those of an operation, those that hold first.
func (s *Reminders) Pauses(ctx context.Context, operationID id.ID, limit int) ([]reminder.Pause, error) {
	rows, err := queries(ctx, s.db).ListReminderPauses(ctx, operationID, int32(limit))
	out := make([]reminder.Pause, len(rows))
	for n, r := range rows {
		p := r.ReminderPause
		out[n] = reminder.Pause{ID: p.ID, OperationID: p.OperationID, ClientID: postgres.IDOf(p.BillableEntityID), InvoiceID: postgres.IDOf(p.InvoiceID), ClientName: r.ClientName, Number: r.Number,
			Reason: p.Reason, Until: postgres.FromOptionalDate(p.Until), CreatedBy: p.CreatedBy, CreatedByName: r.CreatedByName, CreatedAt: p.CreatedAt, EndedAt: p.EndedAt, EndedByName: r.EndedByName}
	}
	return out, err
}

// AddPause stores one.
func (s *Reminders) AddPause(ctx context.Context, p reminder.Pause) error {
	in := sqlcgen.InsertReminderPauseParams{OperationID: p.OperationID, ID: p.ID, BillableEntityID: postgres.OptionalID(p.ClientID), InvoiceID: postgres.OptionalID(p.InvoiceID), Reason: p.Reason,
		CreatedBy: p.CreatedBy, CreatedAt: p.CreatedAt}
	if p.Until != nil {
		in.Until = postgres.ToDate(*p.Until)
	}
	return reminderConstraints.Translate(queries(ctx, s.db).InsertReminderPause(ctx, in))
}

// EndPause ends one.
func (s *Reminders) EndPause(ctx context.Context, p reminder.Pause, by id.ID, at time.Time) error {
	return queries(ctx, s.db).EndReminderPause(ctx, sqlcgen.EndReminderPauseParams{By: by, At: at, OperationID: p.OperationID, ID: p.ID})
}
