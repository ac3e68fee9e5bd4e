package reminder_test

import (
	"bytes"
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres/operationstore"
	"github.com/openpmo/pmo/adapters/postgres/paymentstore"
	"github.com/openpmo/pmo/adapters/seal"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/mail"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/payment/receivable"
	"github.com/openpmo/pmo/core/payment/reminder"
	"github.com/openpmo/pmo/core/payment/settlement"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/sdk/ui/catalogues"
)

// owed is the town whose October is invoiced, with what reminds its clients.
type owed struct {
	*coretest.Billing
	reminders   *reminder.Service
	settlements *settlement.Service
	balances    *receivable.Service
	mu          sync.Mutex
	store       *paymentstore.Reminders
	queued      []id.ID
	sent        []mail.Message
	fails       error
}

type reach struct {
	*operationstore.Operations
	of *owed
}

func (r reach) Reached(ctx context.Context, p policy.Principal) (out []operation.Operation, _ error) {
	for _, one := range p.Operations {
		op, err := r.ByID(ctx, one)
		if err != nil {
			return nil, err
		}
		out = append(out, op)
	}
	return out, nil
}

func (w *owed) Reminders(_ context.Context, ids []id.ID) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.queued = append(w.queued, ids...)
	return nil
}

func (w *owed) LayReminder(_ operation.Operation, d reminder.Draft, _ string) mail.Message {
	return mail.Message{Subject: d.Subject, Text: d.Body}
}

func (w *owed) Send(_ context.Context, m mail.Message) error {
	if w.fails == nil {
		w.sent = append(w.sent, m)
	}
	return w.fails
}

// post is the mail server of the world.
type post struct{ *owed }

func (p post) Send(ctx context.Context, m mail.Message) error { return p.owed.Send(ctx, m) }

// newOwed publishes October to CCAS, Boulangerie and Martin, to be paid by a method.
func newOwed(t *testing.T, method billing.PaymentMethod) *owed {
	t.Helper()
	w := &owed{Billing: coretest.Town(t)}
	cipher, err := seal.New(bytes.Repeat([]byte{1}, 32), "iban")
	require.NoError(t, err)
	w.store = paymentstore.NewReminders(w.DB, cipher)
	operations := operationstore.NewOperations(w.DB)
	w.reminders = reminder.New(reminder.Deps{Guard: w.Guard, Tx: w.DB, Now: w.Now, Operations: operations, Reminders: w.store, Choices: w.store, Words: catalogues.Text, Letters: w, Queue: w, Mail: post{w}})
	w.settlements = settlement.New(settlement.Deps{Guard: w.Guard, Tx: w.DB, Now: w.Now, Operations: operations, Settlements: paymentstore.NewSettlements(w.DB)})
	w.balances = receivable.New(receivable.Deps{Guard: w.Guard, Now: w.Now, Operations: reach{operations, w}, Receivables: paymentstore.NewReceivables(w.DB)})
	w.Exec("update plans set payment_method = $1", string(method))
	w.Exec("update billable_entities set email = lower(name) || '@example.org' where name <> 'Martin'")
	w.Run("2026-10-31")
	var drafts []id.ID
	for _, i := range w.Listed(billing.InvoiceFilter{Statuses: []billing.InvoiceStatus{billing.Draft}}) {
		drafts = append(drafts, i.ID)
	}
	for _, r := range w.Publish(drafts...) {
		require.Nil(t, r.Refused)
	}
	return w
}

func (w *owed) on(day string) {
	w.Clock = civil.Paris.Start(coretest.Date(day)).Add(9 * time.Hour)
}

func (w *owed) enable() {
	w.T.Helper()
	_, err := w.reminders.Choose(w.T.Context(), w.Organizer, w.Operation, reminder.Change{Enabled: coretest.Ptr(true)})
	require.NoError(w.T, err)
}

// sweep is the daily job, and the mails that it queues.
func (w *owed) sweep() []mail.Message {
	w.T.Helper()
	w.sent, w.queued = nil, nil
	require.NoError(w.T, w.reminders.Sweep(w.T.Context()))
	w.deliver()
	return w.sent
}

func (w *owed) deliver() {
	for _, one := range w.queued {
		require.NoError(w.T, w.reminders.Deliver(w.T.Context(), one))
	}
}

func (w *owed) invoice(client string) billing.Invoice {
	w.T.Helper()
	return w.Listed(billing.InvoiceFilter{Query: client, Statuses: []billing.InvoiceStatus{billing.Finalized}})[0]
}

// pay records what came from a client: an amount, or all that is open.
func (w *owed) pay(client string, amount *money.Cents) {
	w.T.Helper()
	_, err := w.settlements.Record(w.T.Context(), w.Organizer, w.Operation, settlement.Record{Kind: settlement.Payment, InvoiceIDs: []id.ID{w.invoice(client).ID},
		BookedOn: coretest.Date("2026-11-20"), Amount: amount})
	require.NoError(w.T, err)
}

// TestNobodyRemindsOfWhatThePublicAccountantCashes: sixty days after the invoices, as after a hundred.
func TestNobodyRemindsOfWhatThePublicAccountantCashes(t *testing.T) {
	t.Parallel()
	w := newOwed(t, billing.PublicTreasuryPaymentOrder)
	w.enable()
	for _, day := range []string{"2027-01-05", "2027-03-01"} {
		w.on(day)
		require.Empty(t, w.sweep(), day)
		p, err := w.reminders.Preview(t.Context(), w.Organizer, w.Operation)
		require.NoError(t, err)
		require.Empty(t, p.Mails)
		require.Len(t, p.Withheld, 3)
		require.Equal(t, reminder.PublicTreasury, p.Withheld[0].Reason)
	}
	require.Zero(t, w.Count("reminders"))
}

// TestClientsAreRemindedLevelByLevel: off unless it is switched on, one mail a client, of what is open.
func TestClientsAreRemindedLevelByLevel(t *testing.T) {
	t.Parallel()
	w := newOwed(t, billing.Transfer)
	w.on("2026-12-13") // seven days after the due date
	require.Empty(t, w.sweep(), "nobody switched it on")
	w.enable()
	w.on("2026-12-12")
	require.Empty(t, w.sweep())
	w.pay("CCAS", coretest.Ptr(money.Cents(10_000)))
	w.on("2026-12-13")
	mails := w.sweep()
	require.Len(t, mails, 2, "Martin has no address")
	require.Equal(t, "boulangerie@example.org", mails[0].To)
	ccas := mails[1]
	require.Equal(t, "VAL\u00a0: 70,03\u202f€ à régler", ccas.Subject)
	number := w.invoice("CCAS").Number
	require.Contains(t, ccas.Text, number)
	require.Contains(t, ccas.Text, "70,03")
	require.Contains(t, ccas.Text, "FR14 2004 1010 0505 0001 3M02 606")
	require.NotContains(t, ccas.Text, "%{")
	require.Empty(t, w.sweep(), "a level goes once")
	p, err := w.reminders.Preview(t.Context(), w.Organizer, w.Operation)
	require.NoError(t, err)
	require.Equal(t, []reminder.Reason{reminder.NotYet, reminder.NotYet, reminder.NoAddress}, []reminder.Reason{p.Withheld[0].Reason, p.Withheld[1].Reason, p.Withheld[2].Reason})
	require.Equal(t, coretest.Date("2026-12-27"), *p.Withheld[0].From)

	w.pay("CCAS", nil)
	w.on("2026-12-27")
	second := w.sweep()
	require.Len(t, second, 1, "who has paid is left alone")
	require.Contains(t, second[0].Subject, "deuxième")
	w.on("2027-01-20")
	require.Contains(t, w.sweep()[0].Subject, "dernière")
	w.on("2027-06-01")
	require.Empty(t, w.sweep())

	all, err := w.reminders.List(t.Context(), w.Organizer, w.Operation, "", "")
	require.NoError(t, err)
	require.Len(t, all, 4)
	require.EqualValues(t, 3, all[0].Level)
	require.Equal(t, reminder.Sent, all[0].Status)
	one, err := w.reminders.Get(t.Context(), w.Organizer, w.Operation, all[0].ID)
	require.NoError(t, err)
	require.Contains(t, one.Body, "notre dernier rappel")
	of, err := w.reminders.List(t.Context(), w.Organizer, w.Operation, "", w.invoice("CCAS").ID)
	require.NoError(t, err)
	require.Len(t, of, 1)
}

// TestClientsInBrusselsAreRemindedToo: what is owed is owed whoever the grid operator is.
func TestClientsInBrusselsAreRemindedToo(t *testing.T) {
	t.Parallel()
	w := newOwed(t, billing.Transfer)
	w.Exec("update operations set dso = 'SIBELGA' where id = $1", w.Operation)
	w.enable()
	w.on("2026-12-13")
	mails := w.sweep()
	require.Len(t, mails, 2, "Martin has no address")
	require.Contains(t, mails[0].Text, w.invoice("Boulangerie").Number)
	all, err := w.reminders.List(t.Context(), w.Organizer, w.Operation, "", "")
	require.NoError(t, err)
	require.Equal(t, []reminder.Status{reminder.Sent, reminder.Sent}, []reminder.Status{all[0].Status, all[1].Status})
}

// TestWhatIsSettledBeforeTheMailGoesIsNotInIt: nor what is taken back; a mail of nothing goes nowhere.
func TestWhatIsSettledBeforeTheMailGoesIsNotInIt(t *testing.T) {
	t.Parallel()
	w := newOwed(t, billing.Transfer)
	w.enable()
	w.on("2026-12-20")
	require.NoError(t, w.reminders.Sweep(t.Context()))
	require.Len(t, w.queued, 2)
	w.pay("CCAS", nil)
	w.deliver()
	require.Len(t, w.sent, 1)
	w.deliver() // as after a crash: a mail that went is closed
	require.Len(t, w.sent, 1)
	all, err := w.reminders.List(t.Context(), w.Organizer, w.Operation, "", "")
	require.NoError(t, err)
	require.ElementsMatch(t, []reminder.Status{reminder.Sent, reminder.Obsolete}, []reminder.Status{all[0].Status, all[1].Status})
}

// TestAMailGoesAgainUnderItsNameUntilItIsTaken: the server that refuses closes it, one that is away does not.
func TestAMailGoesAgainUnderItsNameUntilItIsTaken(t *testing.T) {
	t.Parallel()
	w := newOwed(t, billing.Transfer)
	w.on("2026-12-20")
	made, err := w.reminders.Send(t.Context(), w.Organizer, w.Operation, []id.ID{w.invoice("CCAS").ClientID})
	require.NoError(t, err, "by hand, whether it is switched on or not")
	require.Len(t, made, 1)
	w.fails = mail.ErrUnavailable
	require.ErrorIs(t, w.reminders.Deliver(t.Context(), made[0].ID), mail.ErrUnavailable)
	w.fails = nil
	w.deliver()
	require.Equal(t, made[0].ID, w.sent[0].ID)
	_, err = w.reminders.Send(t.Context(), w.Organizer, w.Operation, []id.ID{w.invoice("CCAS").ClientID})
	require.ErrorIs(t, err, reminder.ErrNothing)

	rest, err := w.reminders.Send(t.Context(), w.Organizer, w.Operation, nil)
	require.NoError(t, err)
	w.fails = mail.ErrRejected
	require.NoError(t, w.reminders.Deliver(t.Context(), rest[0].ID))
	one, err := w.reminders.Get(t.Context(), w.Organizer, w.Operation, rest[0].ID)
	require.NoError(t, err)
	require.Equal(t, reminder.Rejected, one.Status)
	require.NoError(t, w.reminders.GiveUp(t.Context(), rest[0].ID), "what is closed stays")
}

// TestALevelOfAnInvoiceIsKeptOnce: however many look at once, and whatever a program wants to add.
func TestALevelOfAnInvoiceIsKeptOnce(t *testing.T) {
	t.Parallel()
	w := newOwed(t, billing.Transfer)
	w.enable()
	w.on("2026-12-20")
	var all sync.WaitGroup
	for range 6 {
		all.Go(func() {
			if err := w.reminders.Sweep(context.WithoutCancel(t.Context())); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	require.Len(t, w.queued, 2)
	require.Equal(t, 2, w.Count("reminded_invoices"))
	inv := w.invoice("CCAS")
	twice := reminder.Reminder{ID: id.New(), OperationID: w.Operation, ClientID: inv.ClientID, Level: 1, Status: reminder.Queued, Address: "a@example.org", Language: "fr", Open: 1, MadeOn: coretest.Date("2026-12-20"),
		CreatedAt: w.Clock, At: w.Clock, Invoices: []reminder.Reminded{{InvoiceID: inv.ID, Open: 1, DueDate: coretest.Date("2026-12-06")}}}
	err := w.DB.Enclose(t.Context(), func(ctx context.Context) error {
		return w.store.Add(ctx, []reminder.Reminder{twice})
	})
	require.ErrorContains(t, err, "reminded_invoices_pkey")
}

func TestAPauseIsOfAClientOrAnInvoice(t *testing.T) {
	t.Parallel()
	w := newOwed(t, billing.Transfer)
	w.enable()
	w.on("2026-12-20")
	ctx, ccas, baker := t.Context(), w.invoice("CCAS"), w.invoice("Boulangerie")
	until := coretest.Date("2026-12-31")
	for key, in := range map[string]reminder.PauseInput{
		"reminder.pauseOf":   {Reason: "x"},
		"field.required":     {ClientID: ccas.ClientID, Reason: "  "},
		"reminder.pausePast": {ClientID: ccas.ClientID, Reason: "x", Until: coretest.Ptr(coretest.Date("2026-12-19"))},
	} {
		_, err := w.reminders.Pause(ctx, w.Organizer, w.Operation, in)
		require.Equal(t, key, fault.From(err).Items[0].Key)
	}
	_, err := w.reminders.Pause(ctx, w.Organizer, w.Operation, reminder.PauseInput{ClientID: id.New(), Reason: "x"})
	require.ErrorIs(t, err, billing.ErrClientNotFound)
	_, err = w.reminders.Pause(ctx, w.Organizer, w.Operation, reminder.PauseInput{InvoiceID: id.New(), Reason: "x"})
	require.ErrorIs(t, err, billing.ErrInvoiceNotFound)

	first, err := w.reminders.Pause(ctx, w.Organizer, w.Operation, reminder.PauseInput{ClientID: ccas.ClientID, Reason: " Échéancier ", Until: &until})
	require.NoError(t, err)
	require.Equal(t, []any{"Échéancier", "CCAS", true}, []any{first.Reason, first.ClientName, first.Holds})
	second, err := w.reminders.Pause(ctx, w.Organizer, w.Operation, reminder.PauseInput{InvoiceID: baker.ID, Reason: "Litige"})
	require.NoError(t, err)
	require.Equal(t, []any{baker.Number, "Boulangerie"}, []any{second.Number, second.ClientName})
	require.Empty(t, w.sweep())
	w.on("2027-01-01")
	require.Len(t, w.sweep(), 1, "the last day is over")
	ended, err := w.reminders.EndPause(ctx, w.Organizer, w.Operation, second.ID)
	require.NoError(t, err)
	require.NotNil(t, ended.EndedAt)
	_, err = w.reminders.EndPause(ctx, w.Organizer, w.Operation, second.ID)
	require.ErrorIs(t, err, reminder.ErrPauseOver)
	_, err = w.reminders.EndPause(ctx, w.Organizer, w.Operation, id.New())
	require.ErrorIs(t, err, policy.ErrNotFound)
	require.Len(t, w.sweep(), 1)
	list, err := w.reminders.Pauses(ctx, w.Organizer, w.Operation)
	require.NoError(t, err)
	require.Equal(t, []bool{false, false}, []bool{list[0].Holds, list[1].Holds})
}

// TestAnOperationHasItsOwnWords: in the languages that it says them in, and those of the product else.
func TestAnOperationHasItsOwnWords(t *testing.T) {
	t.Parallel()
	w := newOwed(t, billing.Transfer)
	ctx := t.Context()
	set, err := w.reminders.Settings(ctx, w.Organizer, w.Operation)
	require.NoError(t, err)
	require.Equal(t, []any{false, [3]int{7, 21, 45}, 9, 0}, []any{set.Enabled, set.Days, len(set.Texts), set.Version})
	for _, text := range set.Texts {
		require.NoError(t, reminder.Settings{Days: set.Days, Texts: []reminder.Text{text}}.Check(), "%d %s: the product's own words", text.Level, text.Language)
	}
	own := []reminder.Text{{Level: 1, Language: "fr", Subject: " Rappel ", Body: "Cher %{client}, merci :\r\n%{invoices}"}}
	set, err = w.reminders.Choose(ctx, w.Organizer, w.Operation, reminder.Change{Texts: &own, Days: &[3]int{5, 10, 15}, IfVersion: coretest.Ptr(0)})
	require.NoError(t, err)
	require.True(t, set.Texts[0].Own)
	require.False(t, set.Texts[1].Own)
	_, err = w.reminders.Choose(ctx, w.Organizer, w.Operation, reminder.Change{Enabled: coretest.Ptr(true), IfVersion: coretest.Ptr(0)})
	require.ErrorIs(t, err, fault.ObjectChanged)
	_, err = w.reminders.Choose(ctx, w.Organizer, w.Operation, reminder.Change{Days: &[3]int{5, 4, 15}})
	require.Equal(t, "days[1]", fault.From(err).Items[0].Field)
	w.on("2026-12-11")
	made, err := w.reminders.Send(ctx, w.Organizer, w.Operation, []id.ID{w.invoice("CCAS").ClientID})
	require.NoError(t, err)
	require.Len(t, made, 1)
	w.deliver()
	require.Equal(t, "Rappel", w.sent[0].Subject)
	require.Contains(t, w.sent[0].Text, "Cher CCAS, merci :\n– "+w.invoice("CCAS").Number)

	for _, refused := range []error{
		func() error { _, err := w.reminders.Settings(ctx, w.Observer(), w.Operation); return err }(),
		func() error { _, err := w.reminders.Send(ctx, w.Account("CCAS"), w.Operation, nil); return err }(),
	} {
		require.ErrorIs(t, refused, policy.ErrForbidden)
	}
	_, err = w.reminders.Preview(ctx, w.Organizer, id.New())
	require.ErrorIs(t, err, policy.ErrNotFound)
}

// TestWhatClientsOwe: the balance of each is the last line of its account, also where it is read by the
// database; a site sees its own alone.
func TestWhatClientsOwe(t *testing.T) {
	t.Parallel()
	w := newOwed(t, billing.Transfer)
	ctx := t.Context()
	w.on("2026-12-20")
	w.pay("CCAS", coretest.Ptr(money.Cents(20_000))) // 29.97 too much
	w.pay("Martin", coretest.Ptr(money.Cents(1_000)))
	martin := w.invoice("Martin")
	_, err := w.Publication.CancelInvoices(ctx, w.Organizer, w.Scope, billing.Selection{IDs: []id.ID{martin.ID}})
	require.NoError(t, err)
	all, err := w.balances.Balances(ctx, w.Organizer, w.Operation)
	require.NoError(t, err)
	require.Len(t, all, 3)
	for _, b := range all {
		account, err := w.balances.Account(ctx, w.Organizer, w.Operation, b.ClientID)
		require.NoError(t, err)
		require.Equal(t, b, account.Balance, "the database and the rule")
		require.Equal(t, b.Owed(), account.Lines[len(account.Lines)-1].Owed)
	}
	require.Equal(t, []string{"Boulangerie", "CCAS", "Martin"}, []string{all[0].ClientName, all[1].ClientName, all[2].ClientName})
	require.Equal(t, []money.Cents{33_766, -2_997, -1_000}, []money.Cents{all[0].Owed(), all[1].Owed(), all[2].Owed()})
	require.Equal(t, []any{money.Cents(33_766), 1, 14}, []any{all[0].Overdue, all[0].OverdueInvoices, all[0].LongestLate})

	overdue, err := w.balances.OfOperation(ctx, w.Organizer, w.Operation, receivable.OverdueInput{})
	require.NoError(t, err)
	require.Len(t, overdue, 1)
	require.Equal(t, []any{"Boulangerie", 14, "VAL"}, []any{overdue[0].ClientName, overdue[0].DaysLate, overdue[0].OperationName})
	for _, none := range []receivable.OverdueInput{{MinDays: 15}, {ClientID: id.New()}, {Method: billing.Debit}, {Q: "garage"}} {
		found, err := w.balances.OfMine(ctx, w.Organizer, none)
		require.NoError(t, err)
		require.Empty(t, found)
	}
	mine, err := w.balances.OfMine(ctx, w.Organizer, receivable.OverdueInput{Q: "boulang"})
	require.NoError(t, err)
	require.Equal(t, overdue, mine)

	own, err := w.balances.OwnAccount(ctx, w.Account("CCAS"), w.Sites["CCAS"])
	require.NoError(t, err)
	require.Len(t, own.Lines, 2)
	require.Equal(t, money.Cents(-2_997), own.Owed())
	_, err = w.balances.OwnAccount(ctx, w.Account("CCAS"), w.Sites["Martin"])
	require.ErrorIs(t, err, policy.ErrNotFound)
	_, err = w.balances.Account(ctx, w.Account("CCAS"), w.Operation, all[0].ClientID)
	require.ErrorIs(t, err, policy.ErrForbidden)
	_, err = w.balances.Account(ctx, w.Organizer, w.Operation, id.New())
	require.ErrorIs(t, err, billing.ErrClientNotFound)
	_, err = w.balances.OfMine(ctx, w.Account("CCAS"), receivable.OverdueInput{})
	require.True(t, errors.Is(err, policy.ErrForbidden))
}

// crowd are debts without number of one client, as many as are asked for; it notes how many that were.
type crowd struct {
	reminder.Reminders
	there int
	asked []int
}

func (c *crowd) Debts(_ context.Context, operationID id.ID, _ civil.Date, _ []id.ID, limit int) ([]reminder.Debt, error) {
	c.asked = append(c.asked, limit)
	return make([]reminder.Debt, min(c.there, limit)), nil
}

func (c *crowd) Clients(context.Context, id.ID, []id.ID) (map[id.ID]reminder.Client, error) {
	return map[id.ID]reminder.Client{}, nil
}

// TestAPreviewIsWholeOrRefused: of more overdue invoices than are looked at together none is left out in silence.
func TestAPreviewIsWholeOrRefused(t *testing.T) {
	t.Parallel()
	w := newOwed(t, billing.Transfer)
	for there, key := range map[int]string{0: "", reminder.MostDebts: "", reminder.MostDebts + 1: "list.tooLong", 2 * reminder.MostDebts: "list.tooLong"} {
		debts := &crowd{there: there}
		s := reminder.New(reminder.Deps{Guard: w.Guard, Tx: w.DB, Now: w.Now, Operations: operationstore.NewOperations(w.DB), Reminders: debts, Choices: w.store, Words: catalogues.Text, Letters: w, Queue: w, Mail: post{w}})
		_, err := s.Preview(t.Context(), w.Organizer, w.Operation)
		require.Equal(t, key != "", err != nil, "%d: %v", there, err)
		if key != "" {
			require.Equal(t, key, fault.KeyOf(err), there)
		}
		require.Equal(t, []int{reminder.MostDebts + 1}, debts.asked, "one more than is looked at says that there are more")
	}
}
