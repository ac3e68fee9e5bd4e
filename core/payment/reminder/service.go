package reminder

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/mail"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

const (
	read   policy.Permission = "reminder:read"
	update policy.Permission = "reminder:update"
	send   policy.Permission = "reminder:send"
)

// Bounds.
const (
	// MaxListed is how many mails and pauses are listed.
	MaxListed = 10_000
	// MostDebts are looked at together; the job looks again for the rest.
	MostDebts = 10_000
	// MostClients are named in a call.
	MostClients = 500

	mostPauses = 1_000 // that hold at once
	mostReason = 500
)

// Deps is what the use cases need.
type Deps struct {
	Guard      policy.Guard
	Tx         tx.Runner
	Now        func() time.Time
	Operations Operations
	Reminders  Reminders
	Choices    Choices
	Words      Words
	Letters    Letters
	Queue      Queue
	Mail       mail.Sender
}

// Service holds the use cases of reminders.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

// enter asks for a right, and whether the operation has invoices at all.
// Errors: forbidden, notFound, featureNotAvailable.
func (s *Service) enter(ctx context.Context, p policy.Principal, perm policy.Permission, operationID id.ID) (operation.Operation, error) {
	if err := s.Guard.Operation(ctx, p, perm, operationID); err != nil {
		return operation.Operation{}, err
	}
	op, err := s.Operations.ByID(ctx, operationID)
	if err == nil {
		err = op.Require(operation.FeatureBilling)
	}
	return op, err
}

// Settings are those of an operation, with the words of every level and language: its own, or those of
// the product. Errors: those of enter.
func (s *Service) Settings(ctx context.Context, p policy.Principal, operationID id.ID) (Settings, error) {
	op, err := s.enter(ctx, p, read, operationID)
	if err != nil {
		return Settings{}, err
	}
	set, err := s.Choices.Settings(ctx, op.ID)
	return s.worded(set), err
}

func (s *Service) worded(set Settings) Settings {
	var all []Text
	for level := Level(1); level <= Levels; level++ {
		for _, language := range Languages {
			all = append(all, s.Words.text(set, level, language))
		}
	}
	set.Texts = all
	return set
}

// Change is what is set; what is nil stays.
type Change struct {
	Enabled   *bool
	Days      *[Levels]int
	Texts     *[]Text // all of the operation's own
	IfVersion *int    // nil = whatever it is
}

// Choose changes the settings of an operation. Errors: those of enter, reminder.invalid, object.changed.
func (s *Service) Choose(ctx context.Context, p policy.Principal, operationID id.ID, c Change) (Settings, error) {
	op, err := s.enter(ctx, p, update, operationID)
	if err != nil {
		return Settings{}, err
	}
	var set Settings
	err = s.Tx.InTx(ctx, p.Change(update, op.ID, "reminderSettings", op.ID), func(ctx context.Context) error {
		if _, err := s.Operations.Locked(ctx, op.ID); err != nil {
			return err
		}
		old, err := s.Choices.Settings(ctx, op.ID)
		if err != nil {
			return err
		}
		if c.IfVersion != nil && *c.IfVersion != old.Version {
			return fault.ObjectChanged
		}
		set = old
		if c.Enabled != nil {
			set.Enabled = *c.Enabled
		}
		if c.Days != nil {
			set.Days = *c.Days
		}
		if c.Texts != nil {
			set.Texts = make([]Text, len(*c.Texts))
			for n, t := range *c.Texts {
				set.Texts[n] = t.tidy()
			}
		}
		if err := set.Check(); err != nil {
			return err
		}
		set.Version++
		tx.NoteFields(ctx, old, set)
		return s.Choices.Choose(ctx, set)
	})
	return s.worded(set), err
}

// Preview is a mail as it would go, and to whom.
type Preview struct {
	Mail
	Language string
	Draft    Draft
}

// Previews is what would be sent on a day.
type Previews struct {
	Day      civil.Date
	Mails    []Preview
	Withheld []Withheld
}

// Preview is what would be sent today, and of which overdue invoices nobody is reminded, and why.
// Errors: those of enter, list.tooLong.
func (s *Service) Preview(ctx context.Context, p policy.Principal, operationID id.ID) (Previews, error) {
	op, err := s.enter(ctx, p, read, operationID)
	if err != nil {
		return Previews{}, err
	}
	today := op.Zone().DateOf(s.Now())
	plan, set, whole, err := s.plan(ctx, op, today, nil)
	if err == nil && !whole {
		err = fault.ListTooLong.With("max", MostDebts)
	}
	if err != nil {
		return Previews{}, err
	}
	out := Previews{Day: today, Withheld: plan.Withheld}
	for _, m := range plan.Mails {
		language := languageOf(op, m.Client)
		out.Mails = append(out.Mails, Preview{Mail: m, Language: language, Draft: s.Words.write(op, set, m, language, today)})
	}
	return out, nil
}

// plan decides whom an operation reminds; of all its clients, or of some. whole is false where there
// are more overdue invoices than are looked at together.
func (s *Service) plan(ctx context.Context, op operation.Operation, today civil.Date, only []id.ID) (plan Plan, set Settings, whole bool, err error) {
	if set, err = s.Choices.Settings(ctx, op.ID); err != nil {
		return
	}
	debts, err := s.Reminders.Debts(ctx, op.ID, today, nil, MostDebts+1)
	if err != nil {
		return
	}
	whole = len(debts) <= MostDebts
	debts = debts[:min(len(debts), MostDebts)]
	if len(only) > 0 {
		debts = slices.DeleteFunc(debts, func(d Debt) bool { return !slices.Contains(only, d.ClientID) })
	}
	clients, err := s.Reminders.Clients(ctx, op.ID, clientsOf(debts))
	return planOf(set, debts, clients, today), set, whole, err
}

func clientsOf(debts []Debt) []id.ID {
	ids := make([]id.ID, len(debts))
	for n, d := range debts {
		ids[n] = d.ClientID
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// Send reminds the clients of an operation, or some of them, of what is overdue today, whether that is
// done each day or not. Errors: those of enter, list.tooLong, reminder.nothing.
func (s *Service) Send(ctx context.Context, p policy.Principal, operationID id.ID, clientIDs []id.ID) ([]Reminder, error) {
	op, err := s.enter(ctx, p, send, operationID)
	if err != nil {
		return nil, err
	}
	if len(clientIDs) > MostClients {
		return nil, fault.ListTooLong.With("max", MostClients).At("clientIds")
	}
	made, err := s.remind(ctx, p, op, clientIDs)
	if err == nil && len(made) == 0 {
		err = ErrNothing
	}
	return made, err
}

// errNobody undoes a transaction that has nothing to record.
var errNobody = errors.New("nobody is reminded")

// remind makes the mails of today. Two who do it at once take turns, and a level of an invoice is kept
// once whoever does it.
func (s *Service) remind(ctx context.Context, p policy.Principal, op operation.Operation, only []id.ID) (made []Reminder, err error) {
	today, at := op.Zone().DateOf(s.Now()), s.Now().UTC()
	change := p.Change(send, op.ID, "reminder", op.ID)
	err = s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		made = nil
		if _, err := s.Operations.Locked(ctx, op.ID); err != nil {
			return err
		}
		plan, _, _, err := s.plan(ctx, op, today, only)
		if err != nil {
			return err
		}
		if len(plan.Mails) == 0 {
			return errNobody
		}
		ids := make([]id.ID, len(plan.Mails))
		for n, m := range plan.Mails {
			r := reminderOf(op.ID, m, languageOf(op, m.Client), p.UserID, today, at)
			made, ids[n] = append(made, r), r.ID
			for _, i := range r.Invoices {
				tx.Concern(ctx, "invoice", i.InvoiceID)
			}
			tx.Concern(ctx, "billableEntity", r.ClientID)
		}
		if err := s.Reminders.Add(ctx, made); err != nil {
			return err
		}
		return s.Queue.Reminders(ctx, ids)
	})
	if errors.Is(err, errNobody) {
		return nil, nil
	}
	return made, err
}

// Sweep reminds the clients of all operations that want it. It is the work of a periodic job; twice is
// as once. The failure of one operation keeps no other from its turn.
func (s *Service) Sweep(ctx context.Context) error {
	wanted, err := s.Choices.Enabled(ctx)
	if err != nil {
		return err
	}
	server := policy.Principal{Role: policy.RoleAdmin, Agent: "system"}
	var failed []error
	for _, operationID := range wanted {
		op, err := s.Operations.ByID(ctx, operationID)
		if err == nil && op.Offers(operation.FeatureBilling) {
			_, err = s.remind(ctx, server, op, nil)
		}
		if err != nil {
			failed = append(failed, fmt.Errorf("reminders of %s: %w", operationID, err))
		}
	}
	return errors.Join(failed...)
}

// Deliver sends a mail that is queued, about what is open of its invoices now; where nothing is, it
// goes nowhere. It is the work of a job. Errors, to be tried again: mail.unavailable, those of reading.
func (s *Service) Deliver(ctx context.Context, reminderID id.ID) error {
	r, ok, err := s.Reminders.Mail(ctx, reminderID)
	if err != nil || !ok || r.Status != Queued {
		return err
	}
	op, err := s.Operations.ByID(ctx, r.OperationID)
	if err != nil {
		return err
	}
	m, set, err := s.due(ctx, op, r)
	if err != nil {
		return err
	}
	r.Status = Obsolete
	if len(m.Debts) > 0 {
		draft := s.Words.write(op, set, m, r.Language, op.Zone().DateOf(s.Now()))
		message := s.Letters.LayReminder(op, draft, r.Language)
		message.ID, message.To = r.ID, r.Address
		if message.ReplyTo = op.Interlocutor.Email; (mail.Message{To: message.ReplyTo}).Check() != nil {
			message.ReplyTo = ""
		}
		r.Status, r.Subject, r.Body = Sent, draft.Subject, draft.Body
		if err := s.Mail.Send(ctx, message); errors.Is(err, mail.ErrAddress) || errors.Is(err, mail.ErrRejected) {
			r.Status = Rejected
		} else if err != nil {
			return err
		}
	}
	r.At = s.Now().UTC()
	return s.Reminders.Close(ctx, r)
}

// due is what is left of a mail: what was paid, taken back, asked of the bank or paused since is none of it.
func (s *Service) due(ctx context.Context, op operation.Operation, r Reminder) (Mail, Settings, error) {
	ids := make([]id.ID, len(r.Invoices))
	for n, i := range r.Invoices {
		ids[n] = i.InvoiceID
	}
	today := op.Zone().DateOf(s.Now())
	debts, err := s.Reminders.Debts(ctx, op.ID, today, ids, len(ids))
	if err != nil {
		return Mail{}, Settings{}, err
	}
	m := Mail{Client: Client{ID: r.ClientID, Name: r.ClientName, Address: r.Address}, Level: r.Level}
	for _, d := range debts {
		if d.Holds() && d.Open() > 0 && d.CollectOn == nil && d.Pause == nil {
			m.Debts = append(m.Debts, d)
		}
	}
	slices.SortFunc(m.Debts, compareDebts)
	set, err := s.Choices.Settings(ctx, op.ID)
	return m, set, err
}

// GiveUp closes a mail that no server took for days.
func (s *Service) GiveUp(ctx context.Context, reminderID id.ID) error {
	r, ok, err := s.Reminders.Mail(ctx, reminderID)
	if err != nil || !ok {
		return err
	}
	r.Status, r.At = Failed, s.Now().UTC()
	return s.Reminders.Close(ctx, r)
}

// List are the mails of an operation, last first: of one client or invoice, where one is named.
// Errors: those of enter, list.tooLong.
func (s *Service) List(ctx context.Context, p policy.Principal, operationID, clientID, invoiceID id.ID) ([]Reminder, error) {
	op, err := s.enter(ctx, p, read, operationID)
	if err != nil {
		return nil, err
	}
	all, err := s.Reminders.List(ctx, op.ID, MaxListed+1)
	if err == nil && len(all) > MaxListed {
		err = fault.ListTooLong.With("max", MaxListed)
	}
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(all, func(r Reminder) bool {
		about := func(i Reminded) bool { return i.InvoiceID == invoiceID }
		return !clientID.IsZero() && r.ClientID != clientID || !invoiceID.IsZero() && !slices.ContainsFunc(r.Invoices, about)
	}), nil
}

// Get is one mail whole. Errors: those of enter.
func (s *Service) Get(ctx context.Context, p policy.Principal, operationID, reminderID id.ID) (Reminder, error) {
	op, err := s.enter(ctx, p, read, operationID)
	if err != nil {
		return Reminder{}, err
	}
	return s.Reminders.ByID(ctx, op.ID, reminderID)
}

// Pauses are those of an operation, last first. Errors: those of enter.
func (s *Service) Pauses(ctx context.Context, p policy.Principal, operationID id.ID) ([]Pause, error) {
	op, err := s.enter(ctx, p, read, operationID)
	if err != nil {
		return nil, err
	}
	return s.pauses(ctx, op)
}

// pauses are those of an operation with whether they hold today.
func (s *Service) pauses(ctx context.Context, op operation.Operation) ([]Pause, error) {
	all, err := s.Choices.Pauses(ctx, op.ID, MaxListed)
	today := op.Zone().DateOf(s.Now())
	for n := range all {
		all[n].Holds = all[n].HoldsOn(today)
	}
	return all, err
}

// PauseInput is whom, or of what, nobody is to remind.
type PauseInput struct {
	ClientID, InvoiceID id.ID
	Reason              string
	Until               *civil.Date
}

// Pause keeps a client, or an invoice, from being reminded of. Errors: those of enter, reminder.invalid,
// billableEntity.notFound, invoice.notFound, reminder.tooManyPauses.
func (s *Service) Pause(ctx context.Context, p policy.Principal, operationID id.ID, in PauseInput) (Pause, error) {
	op, err := s.enter(ctx, p, update, operationID)
	if err != nil {
		return Pause{}, err
	}
	today := op.Zone().DateOf(s.Now())
	in.Reason = strings.TrimSpace(in.Reason)
	if err := in.check(today); err != nil {
		return Pause{}, err
	}
	made := Pause{ID: id.New(), OperationID: op.ID, ClientID: in.ClientID, InvoiceID: in.InvoiceID, Reason: in.Reason, Until: in.Until, CreatedBy: p.UserID, CreatedAt: s.Now().UTC()}
	kind, of := "billableEntity", in.ClientID
	if of.IsZero() {
		kind, of = "invoice", in.InvoiceID
	}
	err = s.Tx.InTx(ctx, p.Change(update, op.ID, kind, of), func(ctx context.Context) error {
		if _, err := s.Operations.Locked(ctx, op.ID); err != nil {
			return err
		}
		all, err := s.pauses(ctx, op)
		if err != nil {
			return err
		}
		held := 0
		for _, one := range all {
			if one.Holds {
				held++
			}
		}
		if held >= mostPauses {
			return ErrTooMany.With("max", mostPauses)
		}
		return s.Choices.AddPause(ctx, made)
	})
	if err != nil {
		return Pause{}, err
	}
	return s.pause(ctx, op, made.ID)
}

func (in PauseInput) check(today civil.Date) error {
	var wrong fault.List
	if in.ClientID.IsZero() == in.InvoiceID.IsZero() {
		wrong.Add(ErrPauseOf.At("clientId"))
	}
	switch {
	case in.Reason == "":
		wrong.Add(fault.FieldRequired.At("reason"))
	case utf8.RuneCountInString(in.Reason) > mostReason:
		wrong.Add(fault.FieldTooLong.With("max", mostReason).At("reason"))
	}
	if in.Until != nil && *in.Until < today {
		wrong.Add(ErrPausePast.At("until"))
	}
	return wrong.Err(ErrInvalid)
}

// pause finds one. Error: notFound.
func (s *Service) pause(ctx context.Context, op operation.Operation, pauseID id.ID) (Pause, error) {
	all, err := s.pauses(ctx, op)
	if err != nil {
		return Pause{}, err
	}
	n := slices.IndexFunc(all, func(p Pause) bool { return p.ID == pauseID })
	if n < 0 {
		return Pause{}, policy.ErrNotFound
	}
	return all[n], nil
}

// EndPause has a client, or an invoice, reminded of again. Errors: those of enter, reminder.pauseOver.
func (s *Service) EndPause(ctx context.Context, p policy.Principal, operationID, pauseID id.ID) (Pause, error) {
	op, err := s.enter(ctx, p, update, operationID)
	if err != nil {
		return Pause{}, err
	}
	one, err := s.pause(ctx, op, pauseID)
	if err != nil {
		return Pause{}, err
	}
	kind, of := "billableEntity", one.ClientID
	if of.IsZero() {
		kind, of = "invoice", one.InvoiceID
	}
	err = s.Tx.InTx(ctx, p.Change(update, op.ID, kind, of), func(ctx context.Context) error {
		if _, err := s.Operations.Locked(ctx, op.ID); err != nil {
			return err
		}
		now, err := s.pause(ctx, op, pauseID)
		if err == nil && now.EndedAt != nil {
			err = ErrPauseOver
		}
		if err != nil {
			return err
		}
		return s.Choices.EndPause(ctx, now, p.UserID, s.Now().UTC())
	})
	if err != nil {
		return Pause{}, err
	}
	return s.pause(ctx, op, pauseID)
}
