package transmission_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/einvoice/fakeplatform"
	"github.com/openpmo/pmo/adapters/postgres/einvoicingstore"
	"github.com/openpmo/pmo/core/alert"
	"github.com/openpmo/pmo/core/alert/rule"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/entity"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/einvoicing"
	"github.com/openpmo/pmo/core/einvoicing/ereporting"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
)

// TestAnInvoiceTravels: what is published to an enterprise is queued with it, sent, acknowledged and
// delivered, each as it is told, and one to a private person is not.
func TestAnInvoiceTravels(t *testing.T) {
	t.Parallel()
	d := newDesk(t, fakeplatform.Options{AckAfter: time.Minute, ClientID: "pmo", Secret: "s3cret"})
	inv, private := d.publish("Boulangerie"), d.publish("Martin")
	one := d.of(inv)
	require.Equal(t, []any{einvoicing.Queued, inv.Number, "Boulangerie", "Plateforme"}, []any{one.State(), one.Number, one.ClientName, one.ConnectionName})
	require.Equal(t, []id.ID{one.ID}, d.submits)
	list, err := d.Transmissions.List(t.Context(), d.Organizer, d.Operation, einvoicing.Filter{InvoiceID: private.ID})
	require.NoError(t, err)
	require.Empty(t, list)

	require.NoError(t, d.Worker.Submit(t.Context(), one.ID))
	one = d.of(inv)
	require.Equal(t, []any{einvoicing.Deposited, false}, []any{one.State(), one.InDoubt})
	require.NotNil(t, one.DepositedAt)
	flow := d.platform.Deposits()[0]
	require.Equal(t, []string{one.CarrierID, string(one.ID), inv.Number + ".pdf", "Factur-X", "CIUS", "B2B", inv.Number},
		[]string{flow.ID, flow.TrackingID, flow.Name, flow.Syntax, flow.Profile, flow.Rule, flow.Number})
	d.later(2 * time.Minute)
	require.Equal(t, einvoicing.Accepted, d.of(inv).State())
	d.platform.Say(inv.Number, fakeplatform.Step{Code: 203})
	d.later(6 * time.Minute)
	one = d.of(inv)
	require.Equal(t, einvoicing.Delivered, one.State())
	require.Equal(t, 203, one.Statuses[0].Code)
	require.NoError(t, d.Worker.Submit(t.Context(), one.ID))
	d.later(time.Hour)
	require.Equal(t, 1, d.invoices(), "nothing is sent twice")
	require.Equal(t, "transmission.live", d.send(inv))
}

// TestRefusedForGood: the buyer refuses, with a reason; the invoice cannot be sent again, becomes a task
// until it is cancelled, and its credit note is not sent, since the buyer has no invoice.
func TestRefusedForGood(t *testing.T) {
	t.Parallel()
	for _, code := range []int{einvoicing.CodeRefused, einvoicing.CodeRejected} {
		d := newDesk(t, fakeplatform.Options{})
		inv := d.publish("Boulangerie")
		d.later(time.Minute)
		d.platform.Say(inv.Number, fakeplatform.Step{Code: code, Reason: "TX_TVA_ERR", Words: "Taux erroné"})
		d.later(6 * time.Minute)
		one := d.of(inv)
		require.Equal(t, []any{einvoicing.Refused, true, true, false}, []any{one.State(), one.Ended(), one.Task, one.Resendable()})
		require.Equal(t, []einvoicing.Reason{{Code: "TX_TVA_ERR", Text: "Taux erroné"}}, one.Reasons())
		require.Equal(t, "transmission.ended", d.send(inv))
		results, err := d.Publication.CancelInvoices(t.Context(), d.Organizer, d.Scope, billing.Selection{IDs: []id.ID{inv.ID}})
		require.NoError(t, err)
		require.Nil(t, results[0].Refused)
		require.False(t, d.of(inv).Task, "it was cancelled")
		d.later(time.Hour)
		require.Equal(t, 1, d.invoices())
		note := d.Listed(billing.InvoiceFilter{Types: []billing.InvoiceType{billing.TypeCreditNote}})[0]
		require.Equal(t, "transmission.creditsUnsent", d.send(note))
		d.Run("2026-10-31")
		again := d.publish("Boulangerie")
		d.later(time.Hour)
		require.Equal(t, []any{2, einvoicing.Accepted}, []any{d.invoices(), d.of(again).State()}, "it is issued anew")
	}
}

// TestACreditNoteFollowsItsInvoice where the buyer has that.
func TestACreditNoteFollowsItsInvoice(t *testing.T) {
	t.Parallel()
	d := newDesk(t, fakeplatform.Options{})
	inv := d.publish("Boulangerie")
	d.later(time.Minute)
	_, err := d.Publication.CancelInvoices(t.Context(), d.Organizer, d.Scope, billing.Selection{IDs: []id.ID{inv.ID}})
	require.NoError(t, err)
	d.later(6 * time.Minute)
	note := d.Listed(billing.InvoiceFilter{Types: []billing.InvoiceType{billing.TypeCreditNote}})[0]
	require.Equal(t, []any{einvoicing.Accepted, 2}, []any{d.of(note).State(), d.invoices()})
}

// TestTheAnswerIsLost after the platform stored the document: it is found by our id, and not sent again.
func TestTheAnswerIsLost(t *testing.T) {
	t.Parallel()
	for name, rule := range map[string]fakeplatform.Rule{
		"no answer":      {Hangs: true},
		"500":            {Status: 500},
		"HTML page":      {Status: 502, Body: "html"},
		"no JSON":        {Status: 202, Body: "garbage"},
		"no flow":        {Status: 202, Body: "noFlowId"},
		"huge answer":    {Status: 202, Body: "huge"},
		"half an answer": {Status: 202, Body: "slow"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rule.Call, rule.Times, rule.Stores = "deposit", 1, true
			d := newDesk(t, fakeplatform.Options{Rules: []fakeplatform.Rule{rule}})
			inv := d.publish("Boulangerie")
			d.attempt(inv)
			one := d.of(inv)
			require.Equal(t, []any{einvoicing.Queued, true, 1}, []any{one.State(), one.InDoubt, one.Attempts})
			require.NotNil(t, one.Problem)
			_, err := d.Transmissions.Withdraw(t.Context(), d.Organizer, d.Operation, one.ID)
			require.ErrorIs(t, err, einvoicing.ErrUnderWay)
			d.later(10 * time.Minute)
			one = d.of(inv)
			require.Equal(t, []any{einvoicing.Accepted, false, 1}, []any{one.State(), one.InDoubt, d.platform.Calls("deposit")})
		})
	}
}

// TestTheQuestionIsLost: the platform has nothing, so that the document is sent again, once.
func TestTheQuestionIsLost(t *testing.T) {
	t.Parallel()
	d := newDesk(t, fakeplatform.Options{Rules: []fakeplatform.Rule{{Call: "deposit", Times: 1, Status: 500}}})
	inv := d.publish("Boulangerie")
	d.later(time.Second)
	require.True(t, d.of(inv).InDoubt)
	d.platform.Script(fakeplatform.Rule{Call: "search", Times: 1, Status: 500})
	d.later(2 * time.Minute)
	require.Equal(t, []any{true, 1}, []any{d.of(inv).InDoubt, d.platform.Calls("deposit")}, "not before the platform said that it has nothing")
	d.later(10 * time.Minute)
	require.Equal(t, []any{einvoicing.Accepted, 1}, []any{d.of(inv).State(), d.invoices()})
}

// TestAProcessDiesWithinAnAttempt: nobody takes the transmission before its lease ends; then what was
// handed over is looked for.
func TestAProcessDiesWithinAnAttempt(t *testing.T) {
	t.Parallel()
	d := newDesk(t, fakeplatform.Options{Rules: []fakeplatform.Rule{{Call: "deposit", Times: 1, Stores: true, Hangs: true}}})
	inv := d.publish("Boulangerie")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ended, one := make(chan error, 1), d.of(inv).ID
	go func() { ended <- d.Worker.Submit(ctx, one) }()
	require.Eventually(t, func() bool { return len(d.platform.Deposits()) == 1 }, 5*time.Minute, time.Millisecond)
	cancel() // the process ends while it waits
	require.Error(t, <-ended)
	require.Equal(t, []any{einvoicing.Queued, true}, []any{d.of(inv).State(), d.of(inv).InDoubt})
	d.Clock = d.Clock.Add(time.Minute)
	d.attempt(inv)
	require.Equal(t, []any{einvoicing.Queued, 0}, []any{d.of(inv).State(), d.platform.Calls("search")}, "its lease goes on")
	d.Clock = d.Clock.Add(2 * time.Minute)
	d.attempt(inv)
	require.Equal(t, []any{einvoicing.Accepted, 1}, []any{d.of(inv).State(), d.platform.Calls("deposit")})
}

// TestTwoAtOnce: of two workers one sends.
func TestTwoAtOnce(t *testing.T) {
	t.Parallel()
	d := newDesk(t, fakeplatform.Options{})
	inv := d.publish("Boulangerie")
	done, one := make(chan error, 4), d.of(inv).ID
	for range cap(done) {
		go func() { done <- d.Worker.Submit(t.Context(), one) }()
	}
	for range cap(done) {
		require.NoError(t, <-done)
	}
	require.Equal(t, 1, d.platform.Calls("deposit"))
}

// TestWhatIsRefusedIsRefused, and may be sent anew when it was mended.
func TestWhatIsRefusedIsRefused(t *testing.T) {
	t.Parallel()
	for name, rule := range map[string]fakeplatform.Rule{"400": {Status: 400}, "400 without JSON": {Status: 400, Body: "none"}, "413": {Status: 413}, "422": {Status: 422}} {
		d := newDesk(t, fakeplatform.Options{Rules: []fakeplatform.Rule{func() fakeplatform.Rule { rule.Call, rule.Times = "deposit", 1; return rule }()}})
		inv := d.publish("Boulangerie")
		d.later(time.Second)
		one := d.of(inv)
		require.Equal(t, []any{einvoicing.Refused, einvoicing.ByDeposit, true, true}, []any{one.State(), one.Refuser(), one.Resendable(), one.Task}, name)
		require.NotEmpty(t, one.Reasons()[0].Code, name)
		d.later(time.Hour)
		require.Equal(t, 1, d.platform.Calls("deposit"), name)
		require.Empty(t, d.send(inv), name)
		d.later(time.Second)
		d.later(10 * time.Minute)
		require.Equal(t, einvoicing.Accepted, d.of(inv).State(), name)
	}
}

// TestThePlatformFindsItWrong some time after it took it.
func TestThePlatformFindsItWrong(t *testing.T) {
	t.Parallel()
	d := newDesk(t, fakeplatform.Options{AckAfter: time.Minute, Rules: []fakeplatform.Rule{{Call: "deposit", Times: 1, Ack: "Error", Reason: "InvalidSchema"}}})
	inv := d.publish("Boulangerie")
	d.later(time.Second)
	require.Equal(t, einvoicing.Deposited, d.of(inv).State())
	d.later(6 * time.Minute)
	one := d.of(inv)
	require.Equal(t, []any{einvoicing.Refused, einvoicing.ByPlatform, true}, []any{one.State(), one.Refuser(), one.Resendable()})
	require.Equal(t, []einvoicing.Reason{{Code: "InvalidSchema", Text: "as InvalidSchema says", Item: "BT-49"}}, one.Reasons(), "without what is only remarked")
}

// TestLater: what a platform asks to wait is waited, and else longer each time; nothing is lost meanwhile.
func TestLater(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rule   fakeplatform.Rule
		before time.Duration // when it is not tried yet
	}{
		"429 with seconds": {fakeplatform.Rule{Call: "deposit", Status: 429, RetryAfter: "600"}, 9 * time.Minute},
		"429":              {fakeplatform.Rule{Call: "deposit", Status: 429}, 40 * time.Second},
		"503":              {fakeplatform.Rule{Call: "deposit", Status: 503, RetryAfter: "120"}, 90 * time.Second},
		"no token now":     {fakeplatform.Rule{Call: "token", Status: 503, Body: "html"}, 40 * time.Second},
	} {
		c.rule.Times = 1
		d := newDesk(t, fakeplatform.Options{Rules: []fakeplatform.Rule{c.rule}})
		inv := d.publish("Boulangerie")
		require.NoError(t, d.Worker.Submit(t.Context(), d.of(inv).ID), name)
		require.Equal(t, []any{einvoicing.Queued, false}, []any{d.of(inv).State(), d.of(inv).InDoubt}, name)
		calls := d.platform.Calls("deposit")
		d.later(c.before)
		require.Equal(t, calls, d.platform.Calls("deposit"), name)
		d.later(c.before)
		require.Equal(t, []any{false, 1}, []any{d.of(inv).State() == einvoicing.Queued, d.invoices()}, name)
	}
}

// TestTokens: one that ended is renewed once; where we are not let in at all nothing is lost, and the
// connection says so until it works again.
func TestTokens(t *testing.T) {
	t.Parallel()
	d := newDesk(t, fakeplatform.Options{})
	first, second := d.publish("Boulangerie"), d.publish("CCAS")
	require.NoError(t, d.Worker.Submit(t.Context(), d.of(first).ID))
	d.platform.ForgetTokens()
	require.NoError(t, d.Worker.Submit(t.Context(), d.of(second).ID))
	require.Equal(t, []any{einvoicing.Deposited, 2}, []any{d.of(second).State(), d.platform.Calls("token")})

	d = newDesk(t, fakeplatform.Options{Rules: []fakeplatform.Rule{{Call: "deposit", Times: 2, Status: 401}}})
	inv := d.publish("Boulangerie")
	require.NoError(t, d.Worker.Submit(t.Context(), d.of(inv).ID))
	require.Equal(t, 2, d.platform.Calls("deposit"), "renewed once, then it fails")
	v, err := d.Connections.ByID(t.Context(), d.Organizer, d.Operation, d.connection.ID)
	require.NoError(t, err)
	require.Equal(t, einvoicing.TroubleDenied, v.Problem.Kind)
	d.later(20 * time.Minute)
	d.later(6 * time.Minute)
	require.Equal(t, einvoicing.Accepted, d.of(inv).State())
	v, err = d.Connections.ByID(t.Context(), d.Organizer, d.Operation, d.connection.ID)
	require.NoError(t, err)
	require.Nil(t, v.Problem)
}

// TestSentTwiceByMishap: the first deposit could not be found in time; that the platform refuses the second
// is no refusal.
func TestSentTwiceByMishap(t *testing.T) {
	t.Parallel()
	d := newDesk(t, fakeplatform.Options{AckAfter: time.Second, Rules: []fakeplatform.Rule{{Call: "deposit", Times: 1, Stores: true, Status: 500}}})
	inv := d.publish("Boulangerie")
	d.attempt(inv)
	d.Exec("update transmissions set in_doubt = false") // as if the platform had not shown it yet
	d.Clock = d.Clock.Add(2 * time.Minute)
	d.attempt(inv)
	require.Equal(t, 2, d.platform.Calls("deposit"))
	for range 3 {
		d.later(6 * time.Minute)
	}
	require.Equal(t, einvoicing.Accepted, d.of(inv).State())
}

// TestWordsOfTomorrow: values of lists that nobody knows yet break nothing, nor does a message that nobody
// understands, or one of an invoice that was never sent; these are kept and shown.
func TestWordsOfTomorrow(t *testing.T) {
	t.Parallel()
	d := newDesk(t, fakeplatform.Options{Rules: []fakeplatform.Rule{{Call: "deposit", Times: 1, Ack: "Perhaps"}}})
	inv := d.publish("Boulangerie")
	d.later(time.Second)
	d.platform.Receive("StateCustomerInvoiceLC", []byte("<html/>"))
	d.platform.Receive("SomethingNew", []byte("?"))
	d.platform.Say("OTHER-1", fakeplatform.Step{Code: 203})
	d.platform.Say(inv.Number, fakeplatform.Step{Code: 299})
	d.later(6 * time.Minute)
	one := d.of(inv)
	require.Equal(t, []any{einvoicing.Deposited, 299}, []any{one.State(), one.Statuses[0].Code})
	unclear, err := d.Transmissions.Unclear(t.Context(), d.Organizer, d.Operation)
	require.NoError(t, err)
	got := map[einvoicing.Outcome]string{}
	for _, r := range unclear {
		require.Contains(t, string(r.Raw), r.CarrierID)
		got[r.Outcome] = r.Number
	}
	require.Equal(t, map[einvoicing.Outcome]string{einvoicing.Unmatched: "OTHER-1", einvoicing.Unreadable: ""}, got)
	before := d.changed
	d.later(6 * time.Minute)
	require.Equal(t, before, d.changed, "what was met is met once")
}

// TestManyPages: nothing is lost between pages, by cursor and by instants, also where many changes have
// one instant, and statuses may come doubled and in any order.
func TestManyPages(t *testing.T) {
	t.Parallel()
	for _, version := range []string{"1.1", "1.2", "1.3"} {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t, fakeplatform.Options{Version: version, PageOf: 3})
			inv := d.publish("Boulangerie")
			d.attempt(inv)
			at := d.Clock.Add(time.Minute)
			for n, code := range []int{205, 200, 203, 201, 202, 202, 203, 200} {
				f := d.platform.Say(inv.Number, fakeplatform.Step{Code: code})
				d.platform.Touch(f.ID, at.Add(time.Duration((n+1)/2)*time.Minute)) // one, then two of an instant: these lie at the edges of pages
			}
			d.later(10 * time.Minute)
			one := d.of(inv)
			require.Equal(t, einvoicing.Delivered, one.State())
			var codes []int
			for _, s := range one.Statuses {
				codes = append(codes, s.Code)
			}
			require.ElementsMatch(t, []int{200, 201, 202, 203, 205}, codes)
		})
	}
}

// TestTheDirectoryIsAskedBeforeSending: who is not there, or has no platform, is not sent to; when the
// directory does not answer nothing is sent either.
func TestTheDirectoryIsAskedBeforeSending(t *testing.T) {
	t.Parallel()
	line := func(kind, status string) map[string][]fakeplatform.Line {
		return map[string][]fakeplatform.Line{"356000000": {{Address: "356000000", Type: kind, Status: status, Siren: "356000000"}}}
	}
	directory := func(c *einvoicing.Connection) { c.DirectoryURL = c.FlowURL }
	for name, c := range map[string]struct {
		listed map[string][]fakeplatform.Line
		reason string
	}{
		"there": {nil, ""}, "open": {line("WK", "Enabled"), ""}, "nobody": {map[string][]fakeplatform.Line{}, "directory.unlisted"}, "portal only": {line("DFH", "Enabled"), "directory.portal"},
		"not yet": {line("WK", "Upcoming"), "directory.upcoming"}, "closed": {line("WK", "Disabled"), "directory.disabled"}, "a word of tomorrow": {line("WK", "Paused"), ""},
	} {
		d := newDesk(t, fakeplatform.Options{Listed: c.listed}, directory)
		inv := d.publish("Boulangerie")
		d.later(time.Second)
		one := d.of(inv)
		if c.reason == "" {
			require.NotEmpty(t, one.CarrierID, name)
			continue
		}
		require.Equal(t, []any{einvoicing.Refused, einvoicing.Ours, 0, true}, []any{one.State(), one.Refuser(), d.invoices(), one.Resendable()}, name)
		require.Equal(t, []einvoicing.Reason{{Code: c.reason, Item: "BT-49", Text: "356000000"}}, one.Reasons(), name)
	}
	d := newDesk(t, fakeplatform.Options{Rules: []fakeplatform.Rule{{Call: "directory", Times: 1, Status: 503}}}, directory)
	inv := d.publish("Boulangerie")
	d.later(time.Second)
	require.Equal(t, []any{einvoicing.Queued, 0, false}, []any{d.of(inv).State(), d.invoices(), d.of(inv).InDoubt})
	d.later(2 * time.Minute)
	require.NotEmpty(t, d.of(inv).CarrierID)
}

// TestCallsOfThePlatform shorten the wait and say nothing by themselves: signed in the way that was set, of
// now, and heard once.
func TestCallsOfThePlatform(t *testing.T) {
	t.Parallel()
	for _, variant := range []einvoicing.Signature{einvoicing.SignPlain, einvoicing.SignBytes, einvoicing.SignDigits} {
		d := newDesk(t, fakeplatform.Options{}, func(c *einvoicing.Connection) { c.Signature = variant })
		inv := d.publish("Boulangerie")
		d.later(time.Second)
		d.later(time.Minute)
		body := `{"flowId":"` + d.of(inv).CarrierID + `"}`
		require.NoError(t, d.call(body, d.Clock, variant, hookKey))
		require.Equal(t, 1, d.polls)
		require.ErrorIs(t, d.call(body, d.Clock, variant, hookKey), einvoicing.ErrHook, "it was heard")
		require.ErrorIs(t, d.call(body, d.Clock.Add(-6*time.Minute), variant, hookKey), einvoicing.ErrHook, "old")
		require.ErrorIs(t, d.call(body, d.Clock.Add(6*time.Minute), variant, hookKey), einvoicing.ErrHook, "of a clock that is ahead")
		require.ErrorIs(t, d.call(body, d.Clock.Add(time.Second), variant, "AAAA"), einvoicing.ErrHook, "another key")
		require.ErrorIs(t, d.call("{}", d.Clock, variant, hookKey), einvoicing.ErrHook, "of no flow")
		other := map[einvoicing.Signature]einvoicing.Signature{einvoicing.SignPlain: einvoicing.SignBytes, einvoicing.SignBytes: einvoicing.SignDigits, einvoicing.SignDigits: einvoicing.SignPlain}[variant]
		require.ErrorIs(t, d.call(body, d.Clock.Add(time.Second), other, hookKey), einvoicing.ErrHook, "signed in another way")
		require.ErrorIs(t, d.Transmissions.Call(t.Context(), "x", einvoicing.HookCall{Body: []byte(body)}), einvoicing.ErrHook, "to another address")
		require.Equal(t, 1, d.polls)
		require.NoError(t, d.Worker.Poll(t.Context(), d.connection.ID))
	}
}

// TestPaidIsSaid once, where the seller says so: with the day on which the money was there.
func TestPaidIsSaid(t *testing.T) {
	t.Parallel()
	d := newDesk(t, fakeplatform.Options{}, func(c *einvoicing.Connection) { c.DeclaresPayments = true })
	inv := d.publish("Boulangerie")
	d.later(time.Second)
	d.later(6 * time.Minute)
	d.Exec("insert into settlements (operation_id, id, invoice_id, kind, amount_cents, booked_on, created_by, created_at) values ($1, $2, $3, 'PAYMENT', $4, '2026-11-05', $5, now())",
		d.Operation, id.New(), inv.ID, int64(inv.Amount), d.Organizer.UserID)
	d.Exec("update invoices set payment_status = 'SUCCEEDED' where id = $1", inv.ID)
	for range 4 {
		d.later(6 * time.Minute)
	}
	var said []fakeplatform.Flow
	for _, f := range d.platform.Deposits() {
		if f.Syntax == "CDAR" {
			said = append(said, f)
		}
	}
	require.Len(t, said, 1)
	require.Contains(t, string(said[0].Content), ">20261105000000<")
	require.Equal(t, inv.Number, said[0].Number)
	require.Equal(t, []any{einvoicing.OfCollection, einvoicing.Accepted}, []any{d.of(inv).Subject, d.of(inv).State()})
}

// TestWhatWaits is taken back, or waits as long as its connection is stopped.
func TestWhatWaits(t *testing.T) {
	t.Parallel()
	d := newDesk(t, fakeplatform.Options{})
	first, second := d.publish("Boulangerie"), d.publish("CCAS")
	gone, err := d.Transmissions.Withdraw(t.Context(), d.Organizer, d.Operation, d.of(first).ID)
	require.NoError(t, err)
	require.Equal(t, einvoicing.Withdrawn, gone.State())
	_, err = d.Connections.Update(t.Context(), d.Organizer, d.Operation, d.connection.ID, 0, func(c *einvoicing.Connection) { c.Active = false })
	require.NoError(t, err)
	d.later(time.Hour)
	require.Equal(t, []any{einvoicing.Queued, 0}, []any{d.of(second).State(), d.platform.Calls("deposit")})
	require.Equal(t, "transmission.unconnected", d.send(first))
	_, err = d.Connections.Update(t.Context(), d.Organizer, d.Operation, d.connection.ID, 0, func(c *einvoicing.Connection) { c.Active = true })
	require.NoError(t, err)
	require.Empty(t, d.send(first))
	d.later(time.Hour)
	require.Equal(t, 2, d.invoices())
	require.ErrorIs(t, d.Connections.Delete(t.Context(), d.Organizer, d.Operation, d.connection.ID), einvoicing.ErrConnectionUsed)
	require.ErrorIs(t, d.Transmissions.Look(t.Context(), d.Organizer, d.Operation, id.New()), policy.ErrNotFound)
	require.NoError(t, d.Transmissions.Look(t.Context(), d.Organizer, d.Operation, d.connection.ID))
	require.Equal(t, 1, d.polls)
}

// TestSentWhenAskedFor: what was issued before there was a connection is sent when somebody asks.
func TestSentWhenAskedFor(t *testing.T) {
	t.Parallel()
	d := unconnected(t, fakeplatform.Options{})
	inv, private := d.publish("Boulangerie"), d.publish("Martin")
	require.Equal(t, []string{"transmission.unconnected", "transmission.privateClient", "invoice.notFound"}, []string{d.send(inv), d.send(private), d.send(billing.Invoice{ID: id.New()})})
	draft := d.Listed(billing.InvoiceFilter{Statuses: []billing.InvoiceStatus{billing.Draft}})[0]
	require.Equal(t, "transmission.notIssued", d.send(draft))
	many := make([]id.ID, 501)
	for n := range many {
		many[n] = id.New()
	}
	_, err := d.Transmissions.Send(t.Context(), d.Organizer, d.Operation, many)
	require.Equal(t, "list.tooLong", fault.KeyOf(err))
}

// TestWhoMayDoWhat: observers and other people's organizers read nothing and send nothing.
func TestWhoMayDoWhat(t *testing.T) {
	t.Parallel()
	d := newDesk(t, fakeplatform.Options{})
	inv := d.publish("Boulangerie")
	one := d.of(inv)
	for _, p := range []policy.Principal{{UserID: d.User(policy.RoleObserver), Role: policy.RoleObserver, Operations: []id.ID{d.Operation}},
		{UserID: d.User(policy.RoleOrganizer), Role: policy.RoleOrganizer, Operations: []id.ID{id.New()}}} {
		_, err := d.Transmissions.List(t.Context(), p, d.Operation, einvoicing.Filter{})
		require.Error(t, err)
		_, err = d.Transmissions.ByID(t.Context(), p, d.Operation, one.ID)
		require.Error(t, err)
		_, err = d.Transmissions.Send(t.Context(), p, d.Operation, []id.ID{inv.ID})
		require.Error(t, err)
		_, err = d.Transmissions.Withdraw(t.Context(), p, d.Operation, one.ID)
		require.Error(t, err)
		_, err = d.Transmissions.Unclear(t.Context(), p, d.Operation)
		require.Error(t, err)
		require.Error(t, d.Transmissions.Look(t.Context(), p, d.Operation, d.connection.ID))
	}
}

// TestWhatWaitsForACarrierIsAnAlert: what was refused and stands, and what has had no answer for hours.
func TestWhatWaitsForACarrierIsAnAlert(t *testing.T) {
	t.Parallel()
	d := newDesk(t, fakeplatform.Options{Rules: []fakeplatform.Rule{{Call: "deposit", Times: 1, Ack: "Pending"}, {Call: "deposit", Times: 1, Status: 400}}})
	first, second := d.publish("Boulangerie"), d.publish("CCAS")
	d.attempt(first)
	d.attempt(second)
	store := einvoicingstore.NewTransmissions(d.DB)
	find := func(key alert.Key) []alert.Fact {
		for _, r := range rule.All(rule.Deps{Network: rule.Network{Carriers: store}}) {
			if r.Key == key {
				found, err := r.Find(t.Context(), alert.Question{Operation: operation.Operation{ID: d.Operation, DSO: dso.Enedis}, Today: civil.Paris.DateOf(d.Clock), Now: d.Clock, Threshold: r.Threshold.Default})
				require.NoError(t, err)
				return found
			}
		}
		return nil
	}
	require.Empty(t, find(alert.EInvoiceStuck))
	require.Equal(t, 1, find(alert.EInvoiceRefused)[0].Figures.Number)
	d.Clock = d.Clock.Add(5 * time.Hour)
	stuck := find(alert.EInvoiceStuck)
	require.Len(t, stuck, 1)
	require.Equal(t, []any{1, alert.SeeEInvoices}, []any{stuck[0].Figures.Number, stuck[0].Action}, "what was refused waits for people, not for the carrier")
	d.Exec("update transmissions set state = 'DELIVERED'")
	require.Empty(t, find(alert.EInvoiceStuck))
	require.Empty(t, find(alert.EInvoiceRefused))
}

// TestWhatIsSentIsWhatIsKept: the stored document goes out, to the byte, and its checksum is known before an
// answer comes; one that was not stored yet is stored first, and sent again it is the same.
func TestWhatIsSentIsWhatIsKept(t *testing.T) {
	t.Parallel()
	d := newDesk(t, fakeplatform.Options{Rules: []fakeplatform.Rule{{Call: "deposit", Times: 1, Hangs: true}}})
	inv := d.publish("Boulangerie")
	d.attempt(inv)
	first := d.of(inv)
	require.Equal(t, []any{einvoicing.Queued, einvoicing.SyntaxFacturX}, []any{first.State(), first.Syntax})
	d.later(10 * time.Minute)
	sent := d.platform.Deposits()[0].Content
	known, err := d.Invoices.Invoice(t.Context(), d.Organizer, d.Scope, inv.ID)
	require.NoError(t, err)
	kept, err := d.Billing.Documents.Published(t.Context(), known.Invoice, "")
	require.NoError(t, err)
	require.Equal(t, kept.Content, sent)
	sum := sha256.Sum256(sent)
	require.Equal(t, []string{hex.EncodeToString(sum[:]), first.SHA256}, []string{d.of(inv).SHA256, d.of(inv).SHA256})

	other := d.issue("CCAS")
	d.attempt(other)
	var stored string
	require.NoError(t, d.DB.Pool().QueryRow(t.Context(), "select encode(o.sha256, 'hex') from invoices i join documents o on o.id = i.document_id where i.id = $1", other.ID).Scan(&stored))
	require.Equal(t, stored, d.of(other).SHA256, "it is stored first")
}

// TestPublicBodiesHaveARuleOfTheirOwn: they are named as such, and what the directory says that they want of
// an invoice is wanted before it is sent; what the portal would have taken by hand is then transmitted.
func TestPublicBodiesHaveARuleOfTheirOwn(t *testing.T) {
	t.Parallel()
	directory := func(c *einvoicing.Connection) { c.DirectoryURL = c.FlowURL }
	for name, c := range map[string]struct {
		wants   fakeplatform.Public
		change  entity.BillableEntityChange
		reasons []string
		version string
		rule    string
	}{
		"nothing wanted":    {wants: fakeplatform.Public{}, rule: "B2G"},
		"no word in 1.1":    {version: "1.1", rule: ""},
		"the order":         {wants: fakeplatform.Public{Commitment: true}, reasons: []string{"publicBody.commitment"}},
		"the order is told": {wants: fakeplatform.Public{Commitment: true}, change: entity.BillableEntityChange{Commitment: coretest.Ptr("ENG-1")}, rule: "B2G"},
		"service and order": {wants: fakeplatform.Public{Commitment: true, Service: true}, reasons: []string{"publicBody.commitment", "publicBody.service"}},
		"one of both":       {wants: fakeplatform.Public{Either: true}, reasons: []string{"publicBody.either"}},
		"the service does":  {wants: fakeplatform.Public{Either: true, Service: true}, change: entity.BillableEntityChange{ServiceCode: coretest.Ptr("SRV")}, rule: "B2G"},
		"no SIRET":          {change: entity.BillableEntityChange{IdentityChange: entity.IdentityChange{LegalNumber: coretest.Ptr("356000000")}}, reasons: []string{"publicBody.siret"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t, fakeplatform.Options{Version: c.version, Public: map[string]fakeplatform.Public{"35600000000048": c.wants}}, directory)
			c.change.PublicBody = coretest.Ptr(true)
			d.client("CCAS", c.change)
			d.Run("2026-10-31")
			inv := d.publish("CCAS")
			d.later(time.Second)
			var codes []string
			for _, r := range d.of(inv).Reasons() {
				codes = append(codes, r.Code)
			}
			require.Equal(t, c.reasons, codes)
			if c.reasons != nil {
				require.Equal(t, []any{einvoicing.Ours, 0}, []any{d.of(inv).Refuser(), d.invoices()})
				return
			}
			require.Equal(t, c.rule, d.platform.Deposits()[0].Rule)
			d.later(6 * time.Minute)
			require.Equal(t, einvoicing.Accepted, d.of(inv).State())
		})
	}
}

// TestAnAddressIsKept on the client when it is chosen, and none that is not there, closed or of another.
func TestAnAddressIsKept(t *testing.T) {
	t.Parallel()
	line := func(address, status string) fakeplatform.Line {
		return fakeplatform.Line{Address: address, Type: "WK", Status: status, Siren: "356000000"}
	}
	d := newDesk(t, fakeplatform.Options{Listed: map[string][]fakeplatform.Line{"356000000": {line("356000000", "Enabled"), line("356000000_ACHATS", "Enabled"), line("356000000_OLD", "Disabled")},
		"732829320": {{Address: "732829320", Type: "WK", Status: "Enabled", Siren: "732829320"}}}}, func(c *einvoicing.Connection) { c.DirectoryURL = c.FlowURL })
	client := d.client("Boulangerie", entity.BillableEntityChange{})
	keep := func(p policy.Principal, clientID id.ID, address string) error {
		_, err := d.Connections.KeepAddress(t.Context(), p, d.Operation, d.connection.ID, clientID, einvoicing.Address{Scheme: "0225", Value: address})
		return err
	}
	require.NoError(t, keep(d.Organizer, client.ID, "356000000_ACHATS"))
	require.Equal(t, party.EAddress{Scheme: "0225", Value: "356000000_ACHATS"}, d.client("Boulangerie", entity.BillableEntityChange{}).EAddress)
	var lines int
	require.NoError(t, d.DB.Pool().QueryRow(t.Context(), "select count(*) from audit_entries where action = 'client:update' and object_id = $1 and details::text like '%eAddress%'", client.ID).Scan(&lines))
	require.Equal(t, 1, lines, "the trail tells it")
	inv := d.publish("Boulangerie")
	d.later(time.Second)
	require.Contains(t, string(xmlOf(t, d.platform.Deposits()[0].Content)), ">356000000_ACHATS<")
	require.NotEmpty(t, d.of(inv).CarrierID)
	require.ErrorIs(t, keep(d.Organizer, client.ID, "356000000_OLD"), einvoicing.ErrLineClosed)
	require.ErrorIs(t, keep(d.Organizer, client.ID, "356000000_NONE"), einvoicing.ErrLineUnknown)
	require.ErrorIs(t, keep(d.Organizer, client.ID, "732829320"), einvoicing.ErrLineOther)
	private := d.client("Martin", entity.BillableEntityChange{})
	require.ErrorIs(t, keep(d.Organizer, private.ID, "356000000"), einvoicing.ErrClientNumber)
	observer := policy.Principal{UserID: d.User(policy.RoleObserver), Role: policy.RoleObserver, Operations: []id.ID{d.Operation}}
	require.Equal(t, "forbidden", fault.KeyOf(keep(observer, client.ID, "356000000")))
	d.platform.Script(fakeplatform.Rule{Call: "directory", Times: 1, Status: 503})
	require.ErrorIs(t, keep(d.Organizer, client.ID, "356000000"), einvoicing.ErrCarrier)
}

// TestAReportTravels as an invoice does: sent once, found again after a lost answer, told by the statuses of
// the administration; one that is refused for its period is sent anew.
func TestAReportTravels(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		step  fakeplatform.Step
		state ereporting.State
	}{
		"accepted": {fakeplatform.Step{Code: 300}, ereporting.Told},
		"rejected": {fakeplatform.Step{Code: 301, Reason: "REJ_PER", Words: "Période inattendue"}, ereporting.Refused},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t, fakeplatform.Options{Reports: c.step, Rules: []fakeplatform.Rule{{Call: "deposit", Times: 1, Stores: true, Hangs: true}}})
			d.publish("Martin")
			issuer := d.connection.IssuerID
			_, err := d.EReports.PutSettings(t.Context(), d.Organizer, d.Operation, issuer, 0, func(s *ereporting.Settings) {
				s.Regime, s.Since = ereporting.Franchise, civil.NewDate(2026, time.October, 1)
			})
			require.NoError(t, err)
			start := civil.NewDate(2026, time.September, 1)
			v, err := d.EReports.Send(t.Context(), d.Organizer, d.Operation, issuer, start, ereporting.Order{})
			require.NoError(t, err)
			d.later(time.Second)
			d.later(10 * time.Minute)
			d.later(10 * time.Minute)
			flows := d.platform.Deposits()
			require.Len(t, flows, 1)
			require.Equal(t, []string{"FRR", "", v.Reports[0].Number + ".xml", v.Reports[0].Number}, []string{flows[0].Syntax, flows[0].Profile, flows[0].Name, flows[0].Number})
			sum := sha256.Sum256(flows[0].Content)
			require.Equal(t, v.Reports[0].SHA256, hex.EncodeToString(sum[:]))
			v, err = d.EReports.Preview(t.Context(), d.Organizer, d.Operation, issuer, start)
			require.NoError(t, err)
			require.Equal(t, c.state, v.State)
			if c.state == ereporting.Refused {
				require.Equal(t, []einvoicing.Reason{{Code: "REJ_PER", Text: "Période inattendue"}}, v.Reports[0].Transmission.Reasons())
				v, err = d.EReports.Send(t.Context(), d.Organizer, d.Operation, issuer, start, ereporting.Order{})
				require.NoError(t, err)
				require.Equal(t, []any{ereporting.UnderWay, ereporting.Initial, 2}, []any{v.State, v.Reports[1].Kind, v.Reports[1].Sequence}, "the first was never told")
			}
		})
	}
}

// told is a carrier that says when things changed, and remembers since when it was asked.
type told struct {
	einvoicing.Carrier
	pages [][]time.Time
	asked []time.Time
}

func (c *told) Changes(_ context.Context, _ einvoicing.Connection, after time.Time, page func([]einvoicing.Flow) error) error {
	c.asked = append(c.asked, after)
	for n, times := range c.pages {
		var flows []einvoicing.Flow
		for k, at := range times {
			flows = append(flows, einvoicing.Flow{CarrierID: fmt.Sprint(len(c.asked), n, k), UpdatedAt: at})
		}
		if err := page(flows); err != nil {
			return err
		}
	}
	c.pages = nil
	return nil
}

// TestACarrierIsAskedOnFromWhatItToldLast: from the latest change, whatever the order, a minute before it, and
// never from a day to come, as a carrier's clock may be ahead.
func TestACarrierIsAskedOnFromWhatItToldLast(t *testing.T) {
	t.Parallel()
	d := newDesk(t, fakeplatform.Options{})
	carrier := &told{}
	d.Worker.Carriers = einvoicing.Carriers{einvoicing.AFNOR: carrier}
	started := d.Clock
	d.later(time.Hour)
	require.Len(t, carrier.asked, 1)
	require.False(t, carrier.asked[0].After(started), "all since the connection was made")
	since := carrier.asked[0]
	at := func(minutes int) time.Time { return started.Add(time.Duration(minutes) * time.Minute).UTC() }
	for _, c := range []struct {
		name  string
		pages [][]time.Time
		want  time.Time
	}{
		{"it tells nothing", nil, since},
		{"in any order", [][]time.Time{{at(50), at(20)}, {at(30)}}, at(49)},
		{"of earlier changes", [][]time.Time{{at(10)}}, at(49)},
		{"its clock is ahead", [][]time.Time{{at(100_000)}}, time.Time{}},
	} {
		carrier.pages = c.pages
		d.later(10 * time.Minute)
		now := d.Clock.UTC()
		d.later(10 * time.Minute)
		if c.want.IsZero() {
			c.want = now.Add(-time.Minute)
		}
		require.Equal(t, c.want, carrier.asked[len(carrier.asked)-1].UTC(), c.name)
	}
	require.Len(t, carrier.asked, 9, "each time that five minutes have passed")
	d.later(time.Minute)
	require.Len(t, carrier.asked, 9)
}
