package delivery_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres/invoicestore"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/assembly"
	"github.com/openpmo/pmo/core/billing/delivery"
	"github.com/openpmo/pmo/core/billing/einvoice"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/event"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/mail"
)

// post is a town whose October is issued: Martin reads mail, the bakery wants e-invoices, CCAS is a
// public body.
type post struct {
	*coretest.Billing
	martin, bakery, ccas id.ID // invoices
}

func town(t *testing.T) *post {
	t.Helper()
	b := coretest.Town(t)
	b.Exec("update billable_entities set email = 'martin@exemple.org' where name = 'Martin'")
	b.Exec("update billable_entities set public_body = true where name = 'CCAS'")
	b.Exec("update operations set pmo_email = 'pmo@exemple.org' where id = $1", b.Operation)
	b.Run("2026-10-31")
	p := &post{Billing: b}
	for _, inv := range b.Listed(billing.InvoiceFilter{Statuses: []billing.InvoiceStatus{billing.Draft}}) {
		require.Nil(t, b.Publish(inv.ID)[0].Refused)
		switch {
		case strings.Contains(inv.ClientName, "Martin"):
			p.martin = inv.ID
		case strings.Contains(inv.ClientName, "Boulangerie"):
			p.bakery = inv.ID
		case strings.Contains(inv.ClientName, "CCAS"):
			p.ccas = inv.ID
		}
	}
	return p
}

// told is how many lines the histories of all invoices have together.
func (p *post) told() (lines int) {
	p.T.Helper()
	require.NoError(p.T, p.DB.Pool().QueryRow(p.T.Context(), "select count(*) from audit_objects where object_kind = 'invoice'").Scan(&lines))
	return lines
}

func (p *post) deliver(o delivery.Order) map[id.ID]*fault.Error {
	p.T.Helper()
	results, err := p.Delivery.Deliver(p.T.Context(), p.Organizer, p.Operation, o)
	require.NoError(p.T, err)
	out := map[id.ID]*fault.Error{}
	for _, r := range results {
		out[r.ID] = r.Refused
	}
	return out
}

func (p *post) current(invoiceID id.ID) delivery.Delivery {
	p.T.Helper()
	ways, err := p.Delivery.Of(p.T.Context(), p.Organizer, p.Operation, invoiceID)
	require.NoError(p.T, err)
	at := slices.IndexFunc(ways, func(d delivery.Delivery) bool { return d.Current })
	require.GreaterOrEqual(p.T, at, 0)
	return ways[at]
}

// work does the mails that are queued, as jobs do.
func (p *post) work() {
	p.T.Helper()
	for _, one := range p.Post.Queued {
		require.NoError(p.T, p.Delivery.DeliverMail(p.T.Context(), one))
	}
	p.Post.Queued = nil
}

// TestEachClientIsReachedByItsChannel: journey 1, step 6.
func TestEachClientIsReachedByItsChannel(t *testing.T) {
	t.Parallel()
	p := town(t)
	run, err := p.Invoices.Invoice(t.Context(), p.Organizer, p.Scope, p.martin)
	require.NoError(t, err)
	require.Nil(t, run.Delivery, "nothing is sent by itself")
	totals, err := p.Invoices.TotalInvoices(t.Context(), p.Organizer, p.Operation, billing.InvoiceFilter{})
	require.NoError(t, err)
	require.Equal(t, 3, totals.ToDeliver.Number)

	for _, refused := range p.deliver(delivery.Order{RunID: run.RunID}) {
		require.Nil(t, refused)
	}
	require.Len(t, p.Post.Queued, 1)
	for invoice, channel := range map[id.ID]billing.Channel{p.martin: billing.ByMail, p.bakery: billing.ByEInvoice, p.ccas: billing.ByPublicPortal} {
		d := p.current(invoice)
		require.Equal(t, []any{channel, billing.DeliveryWaiting}, []any{d.Channel, d.State})
		require.NotEmpty(t, d.Author)
	}
	require.Equal(t, []id.ID{p.bakery}, p.Told.Wanted, "platforms are told")
	p.work()
	require.Len(t, p.Post.Sent, 1)
	sent := p.Post.Sent[0]
	require.Equal(t, []string{"martin@exemple.org", "pmo@exemple.org"}, []string{sent.To, sent.ReplyTo})
	require.Len(t, sent.Attachments, 1)
	require.Equal(t, "application/pdf", sent.Attachments[0].ContentType)
	require.Contains(t, sent.Attachments[0].Name, "COM-2026-0000")
	file, err := p.Invoices.Download(t.Context(), p.Organizer, p.Scope, p.martin, "")
	require.NoError(t, err)
	require.Equal(t, file.Content, sent.Attachments[0].Content)
	require.Equal(t, billing.DeliverySent, p.current(p.martin).State)
	one, err := p.Invoices.Invoice(t.Context(), p.Organizer, p.Scope, p.martin)
	require.NoError(t, err)
	require.Equal(t, []any{billing.DeliverySent, billing.ByMail}, []any{one.Delivery.State, one.Delivery.Channel})

	listed := p.Listed(billing.InvoiceFilter{Deliveries: []billing.DeliveryFilter{billing.ToDeliver}})
	require.Len(t, listed, 2, "what waits for hands is to do")

	told := p.told()
	results, err := p.Delivery.MarkDone(t.Context(), p.Organizer, p.Operation, delivery.Mark{InvoiceIDs: []id.ID{p.bakery, p.ccas, p.martin}, Reference: "4711"})
	require.NoError(t, err)
	require.Nil(t, results[0].Refused)
	require.Nil(t, results[1].Refused)
	require.ErrorIs(t, results[2].Refused, delivery.ErrByItself)
	done := p.current(p.ccas)
	require.Equal(t, []any{billing.DeliveryTransmitted, "4711", p.Organizer.UserID}, []any{done.State, done.Reference, done.EndedBy})
	require.NotNil(t, done.Day)
	require.Empty(t, p.Listed(billing.InvoiceFilter{Deliveries: []billing.DeliveryFilter{billing.ToDeliver}}))
	require.Equal(t, told+2, p.told(), "it stands in the history of both")
}

// TestAnInvoiceGoesOnce: whoever asks, how often and at the same time.
func TestAnInvoiceGoesOnce(t *testing.T) {
	t.Parallel()
	p := town(t)
	var group sync.WaitGroup
	var mu sync.Mutex
	refused := 0
	for range 6 {
		group.Go(func() {
			results, err := p.Delivery.Deliver(t.Context(), p.Organizer, p.Operation, delivery.Order{IDs: []id.ID{p.martin}})
			mu.Lock()
			defer mu.Unlock()
			if err != nil || results[0].Refused != nil {
				refused++
			}
		})
	}
	group.Wait()
	require.Equal(t, 5, refused)
	require.Len(t, p.Post.Queued, 1)
	p.work()
	require.ErrorIs(t, p.deliver(delivery.Order{IDs: []id.ID{p.martin}})[p.martin], delivery.ErrDelivered)
	require.Len(t, p.Post.Sent, 1)
}

// dying is a store whose process dies once before it records that a mail left.
type dying struct {
	*invoicestore.Deliveries
	dead bool
}

func (d *dying) Close(ctx context.Context, deliveryID id.ID, e delivery.End) (bool, error) {
	if !d.dead {
		d.dead = true
		return false, errors.New("killed")
	}
	return d.Deliveries.Close(ctx, deliveryID, e)
}

// TestAMailIsOneMailAfterAKill: between the mail server and the database the mail keeps its name, by
// which a mailbox knows that it has it.
func TestAMailIsOneMailAfterAKill(t *testing.T) {
	t.Parallel()
	p := town(t)
	p.Rewire(func(parts *assembly.Parts) {
		parts.Delivery.Deliveries = &dying{Deliveries: invoicestore.NewDeliveries(p.DB)}
	})
	require.Nil(t, p.deliver(delivery.Order{IDs: []id.ID{p.martin}})[p.martin])
	one := p.Post.Queued[0]
	require.ErrorContains(t, p.Delivery.DeliverMail(t.Context(), one), "killed")
	require.NoError(t, p.Delivery.DeliverMail(t.Context(), one))
	require.NoError(t, p.Delivery.DeliverMail(t.Context(), one), "a third job finds nothing to do")
	names := map[id.ID]bool{}
	for _, m := range p.Post.Sent {
		names[m.ID] = true
	}
	require.Equal(t, map[id.ID]bool{one: true}, names)
	require.Len(t, p.Post.Sent, 2)
	d := p.current(p.martin)
	require.Equal(t, []any{billing.DeliverySent, 2}, []any{d.State, d.Attempts})
}

// TestWhatCannotBeSentSaysWhy: each row by itself, and nothing of it is stored.
func TestWhatCannotBeSentSaysWhy(t *testing.T) {
	t.Parallel()
	p := town(t)
	p.Exec("update billable_entities set email = '' where name = 'Martin'")
	p.Exec("update billable_entities set channel = 'MAIL' where name = 'Martin'")
	refused := p.deliver(delivery.Order{IDs: []id.ID{p.martin, p.bakery, id.New()}})
	require.ErrorIs(t, refused[p.martin], delivery.ErrNoAddress)
	require.Nil(t, refused[p.bakery])
	require.Len(t, refused, 3)
	require.Empty(t, p.Post.Queued)
	p.Exec("update billable_entities set email = 'not an address' where name = 'Martin'")
	require.ErrorIs(t, p.deliver(delivery.Order{IDs: []id.ID{p.martin}})[p.martin], delivery.ErrAddress)
	require.Nil(t, p.deliver(delivery.Order{IDs: []id.ID{p.martin}, Channel: billing.ByPrint})[p.martin], "another channel helps")

	p.Exec("alter table invoices disable trigger invoices_issued")
	p.Exec("update invoices set snapshot = jsonb_set(snapshot, '{Buyer,LegalNumber}', '\"\"') where id = $1", p.ccas)
	require.ErrorIs(t, p.deliver(delivery.Order{IDs: []id.ID{p.ccas}, Channel: billing.ByEInvoice})[p.ccas], einvoice.ErrIncomplete, "an enterprise that nobody can reach")
}

// TestSentAgain: to the address of now; what was before stays.
func TestSentAgain(t *testing.T) {
	t.Parallel()
	p := town(t)
	_, err := p.Delivery.Resend(t.Context(), p.Organizer, p.Operation, p.martin, "")
	require.ErrorIs(t, err, delivery.ErrNotStarted)
	require.Nil(t, p.deliver(delivery.Order{IDs: []id.ID{p.martin}})[p.martin])
	_, err = p.Delivery.Resend(t.Context(), p.Organizer, p.Operation, p.martin, "")
	require.ErrorIs(t, err, delivery.ErrUnderway)
	p.work()
	p.Exec("update billable_entities set email = 'martin@autre.example' where name = 'Martin'")
	again, err := p.Delivery.Resend(t.Context(), p.Organizer, p.Operation, p.martin, "")
	require.NoError(t, err)
	require.Equal(t, "martin@autre.example", again.Address)
	p.work()
	ways, err := p.Delivery.Of(t.Context(), p.Organizer, p.Operation, p.martin)
	require.NoError(t, err)
	require.Len(t, ways, 2)
	require.Equal(t, []bool{true, false}, []bool{ways[0].Current, ways[1].Current})
	require.Equal(t, []billing.DeliveryState{billing.DeliverySent, billing.DeliverySent}, []billing.DeliveryState{ways[0].State, ways[1].State})
	require.Len(t, p.Post.Sent, 2)
	paper, err := p.Delivery.Resend(t.Context(), p.Organizer, p.Operation, p.martin, billing.ByPrint)
	require.NoError(t, err)
	require.Equal(t, billing.ByPrint, paper.Channel)
}

// TestAMailThatNobodyTakes fails, and goes again when it is asked for.
func TestAMailThatNobodyTakes(t *testing.T) {
	t.Parallel()
	p := town(t)
	require.Nil(t, p.deliver(delivery.Order{IDs: []id.ID{p.martin}})[p.martin])
	one := p.Post.Queued[0]
	p.Post.Fails = mail.ErrUnavailable
	require.ErrorIs(t, p.Delivery.DeliverMail(t.Context(), one), mail.ErrUnavailable, "to be tried again")
	require.Equal(t, billing.DeliveryWaiting, p.current(p.martin).State)
	require.NoError(t, p.Delivery.GiveUp(t.Context(), one))
	require.Equal(t, []any{billing.DeliveryFailed, mail.ErrUnavailable.Key}, []any{p.current(p.martin).State, p.current(p.martin).Problem})
	p.Post.Queued, p.Post.Fails = nil, mail.ErrRejected
	require.Nil(t, p.deliver(delivery.Order{IDs: []id.ID{p.martin}})[p.martin], "what failed goes again")
	p.work()
	require.Equal(t, mail.ErrRejected.Key, p.current(p.martin).Problem)
	require.Len(t, p.Listed(billing.InvoiceFilter{Deliveries: []billing.DeliveryFilter{billing.ToDeliver}, IDs: []id.ID{p.martin}}), 1)
}

// TestPaper: one file of all in the order asked for, marked once, given again.
func TestPaper(t *testing.T) {
	t.Parallel()
	p := town(t)
	_, err := p.Delivery.Print(t.Context(), p.Organizer, p.Operation, delivery.Order{IDs: []id.ID{p.martin}})
	require.ErrorIs(t, err, delivery.ErrInvalid)
	p.deliver(delivery.Order{IDs: []id.ID{p.martin, p.ccas}, Channel: billing.ByPrint})
	p.deliver(delivery.Order{IDs: []id.ID{p.bakery}})
	_, err = p.Delivery.Print(t.Context(), p.Organizer, p.Operation, delivery.Order{IDs: []id.ID{p.martin, p.bakery}})
	require.ErrorIs(t, err, delivery.ErrInvalid)
	require.Equal(t, billing.DeliveryWaiting, p.current(p.martin).State, "nothing is printed then")
	first, err := p.Delivery.Print(t.Context(), p.Organizer, p.Operation, delivery.Order{IDs: []id.ID{p.ccas, p.martin}})
	require.NoError(t, err)
	again, err := p.Delivery.Print(t.Context(), p.Organizer, p.Operation, delivery.Order{IDs: []id.ID{p.martin, p.ccas}})
	require.NoError(t, err)
	require.Equal(t, len(first), len(again))
	require.NotEqual(t, first, again, "in the order asked for")
	require.Equal(t, billing.DeliveryPrinted, p.current(p.martin).State)
}

// TestASampleIsForOneself: it delivers nothing.
func TestASampleIsForOneself(t *testing.T) {
	t.Parallel()
	p := town(t)
	p.Post.Mail = "moi@exemple.org"
	address, err := p.Delivery.SendSample(t.Context(), p.Organizer, p.Operation, p.martin)
	require.NoError(t, err)
	require.Equal(t, "moi@exemple.org", address)
	require.NoError(t, p.Delivery.MailSample(t.Context(), p.Post.Samples[0]))
	require.Equal(t, []string{"moi@exemple.org"}, []string{p.Post.Sent[0].To})
	require.Len(t, p.Post.Sent[0].Attachments, 1)
	ways, err := p.Delivery.Of(t.Context(), p.Organizer, p.Operation, p.martin)
	require.NoError(t, err)
	require.Empty(t, ways)
}

// TestByItselfAfterPublishing: only where the operation says so.
func TestByItselfAfterPublishing(t *testing.T) {
	t.Parallel()
	p := town(t)
	require.NoError(t, p.Delivery.Published(t.Context(), p.Operation, []id.ID{p.martin}))
	require.Empty(t, p.Post.Queued, "off unless told")
	_, err := p.Delivery.ChangeSettings(t.Context(), p.Organizer, p.Operation, delivery.Settings{Automatic: true})
	require.NoError(t, err)
	for range 2 { // an event may be handled twice
		require.NoError(t, p.Delivery.Published(t.Context(), p.Operation, []id.ID{p.martin}))
	}
	require.Len(t, p.Post.Queued, 1)
	require.Empty(t, p.current(p.martin).Author, "nobody started it")
}

// TestAPlatformSaysWhatBecameOfAnEInvoice: whoever began, and never against what reached its client.
func TestAPlatformSaysWhatBecameOfAnEInvoice(t *testing.T) {
	t.Parallel()
	p := town(t)
	require.Nil(t, p.deliver(delivery.Order{IDs: []id.ID{p.bakery, p.martin}})[p.bakery])
	require.NoError(t, p.Delivery.Transmitted(t.Context(), p.Operation, p.bakery, delivery.Told{Refused: true, Problem: "no such address"}))
	require.Equal(t, []any{billing.DeliveryFailed, "no such address"}, []any{p.current(p.bakery).State, p.current(p.bakery).Problem})
	require.NoError(t, p.Delivery.Transmitted(t.Context(), p.Operation, p.bakery, delivery.Told{Reference: "flow-1"}))
	require.Equal(t, []any{billing.DeliveryTransmitted, "flow-1"}, []any{p.current(p.bakery).State, p.current(p.bakery).Reference})
	require.NoError(t, p.Delivery.Transmitted(t.Context(), p.Operation, p.ccas, delivery.Told{Reference: "flow-2"}), "its way began there")
	require.Equal(t, billing.ByEInvoice, p.current(p.ccas).Channel)
	p.work()
	require.NoError(t, p.Delivery.Transmitted(t.Context(), p.Operation, p.martin, delivery.Told{Reference: "flow-3"}))
	require.Equal(t, billing.ByMail, p.current(p.martin).Channel)
}

// TestTheDayOfADepositIsWithinItsLife: from the day of issue to today.
func TestTheDayOfADepositIsWithinItsLife(t *testing.T) {
	t.Parallel()
	p := town(t)
	p.deliver(delivery.Order{IDs: []id.ID{p.ccas}})
	today := civil.Paris.DateOf(p.Clock)
	for _, day := range []civil.Date{today + 1, today - 400} {
		results, err := p.Delivery.MarkDone(t.Context(), p.Organizer, p.Operation, delivery.Mark{InvoiceIDs: []id.ID{p.ccas}, Day: &day})
		require.NoError(t, err)
		require.ErrorIs(t, results[0].Refused, delivery.ErrDay)
	}
	require.Equal(t, billing.DeliveryWaiting, p.current(p.ccas).State)
	_, err := p.Delivery.MarkDone(t.Context(), p.Organizer, p.Operation, delivery.Mark{InvoiceIDs: []id.ID{p.ccas}, Reference: strings.Repeat("x", 101)})
	require.ErrorIs(t, err, fault.FieldTooLong)
	_, err = p.Delivery.Deliver(t.Context(), p.Organizer, p.Operation, delivery.Order{})
	require.ErrorIs(t, err, billing.ErrSelectionRequired)
}

var _ event.Event = delivery.EInvoiceWanted{}

// TestWhatAPlatformHasIsNotMarkedByHand: while a platform has an e-invoice it is no task of anybody, and nobody
// says by hand what became of it; what the platform refused may be transmitted otherwise.
func TestWhatAPlatformHasIsNotMarkedByHand(t *testing.T) {
	t.Parallel()
	p := town(t)
	require.Nil(t, p.deliver(delivery.Order{IDs: []id.ID{p.bakery, p.ccas}})[p.bakery])
	p.Exec(`insert into einvoice_connections (operation_id, id, billing_entity_id, seller, name, kind, active, settings, secret_sealed, hook_key_sealed, created_at, polled_until, next_poll_at)
		select operation_id, gen_random_uuid(), billing_entity_id, $2, 'PA', 'XP_Z12_013', true, '{}', '', '', now(), now(), now() from invoices where id = $1`, p.bakery, coretest.Commune)
	p.Exec(`insert into transmissions (operation_id, id, connection_id, invoice_id, subject, state, next_at, created_at, updated_at)
		select i.operation_id, gen_random_uuid(), c.id, i.id, 'INVOICE', 'QUEUED', now(), now(), now() from invoices i, einvoice_connections c where i.id = $1`, p.bakery)
	mark := func() []billing.Result {
		results, err := p.Delivery.MarkDone(t.Context(), p.Organizer, p.Operation, delivery.Mark{InvoiceIDs: []id.ID{p.bakery}})
		require.NoError(t, err)
		return results
	}
	actions := func() []billing.DeliveryAction {
		inv, err := p.Invoices.Invoice(t.Context(), p.Organizer, p.Scope, p.bakery)
		require.NoError(t, err)
		return inv.DeliveryActions()
	}
	toDo := func() (out []id.ID) {
		for _, inv := range p.Listed(billing.InvoiceFilter{Deliveries: []billing.DeliveryFilter{billing.ToDeliver}}) {
			out = append(out, inv.ID)
		}
		return out
	}
	for _, state := range []string{"QUEUED", "DEPOSITED", "ACCEPTED"} {
		p.Exec("update transmissions set state = $1", state)
		require.ErrorIs(t, mark()[0].Refused, delivery.ErrAtPlatform, state)
		require.Equal(t, []billing.DeliveryAction{billing.RepeatInvoice}, actions(), state)
		require.ElementsMatch(t, []id.ID{p.ccas, p.martin}, toDo(), state)
	}
	require.Equal(t, billing.DeliveryWaiting, p.current(p.bakery).State)
	p.Exec("update invoice_deliveries set channel = 'PRINT' where invoice_id = $1", p.bakery)
	require.Equal(t, []billing.DeliveryAction{billing.RepeatInvoice, billing.MarkDelivered, billing.PrintInvoice}, actions(), "paper goes beside")
	require.ElementsMatch(t, []id.ID{p.bakery, p.ccas, p.martin}, toDo())
	p.Exec("update invoice_deliveries set channel = 'EINVOICE' where invoice_id = $1", p.bakery)
	p.Exec("update transmissions set state = 'REFUSED'")
	require.Equal(t, []billing.DeliveryAction{billing.RepeatInvoice, billing.MarkDelivered}, actions())
	require.ElementsMatch(t, []id.ID{p.bakery, p.ccas, p.martin}, toDo())
	require.Nil(t, mark()[0].Refused)
}
