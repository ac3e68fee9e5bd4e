package statement_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/contract"
	"github.com/openpmo/pmo/core/billing/statement"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/mail"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/policy"
)

func refused(d statement.Drafted) map[id.ID]string {
	out := map[id.ID]string{}
	for _, r := range d.Refused {
		out[r.ProducerID] = r.Why.Key
	}
	return out
}

func drafted(t *testing.T, d statement.Drafted, producer id.ID) statement.Statement {
	t.Helper()
	for _, st := range d.Statements {
		if st.ProducerID == producer {
			return st
		}
	}
	require.FailNow(t, "no draft of the producer")
	return statement.Statement{}
}

// TestAProducerIsOwedWhatTheOperatorSaysItShared: journey J2, step 7.
func TestAProducerIsOwedWhatTheOperatorSaysItShared(t *testing.T) {
	t.Parallel()
	b := coretest.NewBrussels(t)
	b.Mandate(b.Toits, "2026-01-15")
	of := b.State()
	lambert := of[b.Lambert]
	require.Equal(t, statement.Plain, lambert.Kind)
	require.Equal(t, []any{money.Cents(5446), money.Cents(0), "ASBL"}, []any{lambert.Amount, lambert.VAT, lambert.PayerName[len(lambert.PayerName)-4:]})
	require.Equal(t, []civil.Date{coretest.Date("2026-10-01"), coretest.Date("2026-11-01")}, []civil.Date{lambert.Days.From, lambert.Days.To})
	require.Len(t, lambert.Lines, 1)
	require.EqualValues(t, 6_807_500, lambert.Lines[0].Quantity)
	require.True(t, strings.HasSuffix(lambert.Number, "-R-2026-00001"), lambert.Number)
	require.Equal(t, coretest.Date("2026-12-06"), *lambert.DueDate)

	require.Empty(t, b.Draft().Statements, "the days are stated")
	require.Zero(t, b.Count("invoices"), "nobody is invoiced by it")
	later, err := b.Statements.DraftUpTo(t.Context(), b.Organizer, b.Operation, coretest.Ptr(coretest.Date("2026-11-05")))
	require.NoError(t, err)
	require.Empty(t, later.Statements, "a month that is not over is not due")
	_, err = b.Statements.DraftUpTo(t.Context(), b.Organizer, b.Operation, coretest.Ptr(coretest.Date("2026-11-30")))
	require.Equal(t, billing.ErrBillUpToInFuture.Key, fault.KeyOf(err))
}

// TestFiguresThatAreNotWholeAreNotStated: a register is counted by the month, and nothing is guessed.
func TestFiguresThatAreNotWholeAreNotStated(t *testing.T) {
	t.Parallel()
	b := coretest.NewBrussels(t)
	b.Mandate(b.Toits, "2026-01-15")
	b.Torn[b.Lambert] = true
	d := b.Draft()
	require.Equal(t, map[id.ID]string{b.Lambert: billing.ErrVolumesBroken.Key}, refused(d))
	require.Len(t, d.Statements, 1, "the others are drafted")
	delete(b.Torn, b.Lambert)
	delete(b.Given, b.Lambert)
	require.Equal(t, map[id.ID]string{b.Lambert: billing.ErrVolumesBroken.Key}, refused(b.Draft()), "nothing known is not nothing shared")
}

// TestAMonthWithoutEnergyIsStatedAndPaid: a producer reads that nothing was shared, and nobody owes it.
func TestAMonthWithoutEnergyIsStatedAndPaid(t *testing.T) {
	t.Parallel()
	b := coretest.NewBrussels(t)
	b.Mandate(b.Toits, "2026-01-15")
	b.Given[b.Lambert], b.Given[b.Toits] = 0, 0
	for _, st := range b.State() {
		require.Equal(t, []any{money.Cents(0), billing.PaymentSucceeded, statement.Plain}, []any{st.Amount, st.Payment, st.Kind}, "there is no invoice of nothing")
		require.False(t, st.Owed())
	}
}

// TestAProducerLiableForVATIsInvoicedForByMandateOnly.
func TestAProducerLiableForVATIsInvoicedForByMandateOnly(t *testing.T) {
	t.Parallel()
	b := coretest.NewBrussels(t)
	require.Equal(t, map[id.ID]string{b.Toits: statement.ErrMandate.Key}, refused(b.Draft()))
	b.Mandate(b.Toits, "2026-01-15")
	draft := drafted(t, b.Draft(), b.Toits)
	require.Equal(t, []any{statement.SelfBilled, money.Cents(8000), money.Cents(1680), money.Cents(9680)}, []any{draft.Kind, draft.Net, draft.VAT, draft.Amount})

	b.Mandate(b.Toits, "")
	results, err := b.Statements.Publish(t.Context(), b.Organizer, b.Operation, []id.ID{draft.ID})
	require.NoError(t, err)
	require.Equal(t, statement.ErrMandate.Key, results[0].Refused.Key, "it was taken away meanwhile")

	b.Mandate(b.Toits, "2026-01-15")
	st := b.State()[b.Toits]
	require.Equal(t, "TOI-A-2026-00001", st.Number, "a series of the producer, of its own")
	f, err := b.Statements.Electronic(t.Context(), b.Organizer, b.Operation, st.ID)
	require.NoError(t, err)
	for _, want := range []string{"<cbc:InvoiceTypeCode>389</cbc:InvoiceTypeCode>", "poacc:selfbilling:3.0", "Toits SRL", "Autofacturation", ">96.80<"} {
		require.Contains(t, string(f.Content), want)
	}
	_, err = b.Statements.Cancel(t.Context(), b.Organizer, b.Operation, st.ID, "erreur")
	require.Equal(t, statement.ErrSelfBilled.Key, fault.KeyOf(err), "its seller takes it back")
	_, err = b.DB.Pool().Exec(t.Context(), "update statements set status = 'CANCELLED', cancelled_at = now() where id = $1", st.ID)
	require.ErrorContains(t, err, "cannot change", "whoever tries")
	plain := b.StatementOf(b.Lambert)
	_, err = b.Statements.Electronic(t.Context(), b.Organizer, b.Operation, plain.ID)
	require.Equal(t, statement.ErrNoInvoice.Key, fault.KeyOf(err))
}

// TestADraftThatIsNotTrueAnyMoreIsNotPublished.
func TestADraftThatIsNotTrueAnyMoreIsNotPublished(t *testing.T) {
	t.Parallel()
	b := coretest.NewBrussels(t)
	draft := drafted(t, b.Draft(), b.Lambert)
	b.Given[b.Lambert] = 700_000_000
	results, err := b.Statements.Publish(t.Context(), b.Organizer, b.Operation, []id.ID{draft.ID, id.New()})
	require.NoError(t, err)
	require.Equal(t, []string{statement.ErrStale.Key, statement.ErrNotFound.Key}, []string{results[0].Refused.Key, results[1].Refused.Key})
	require.Equal(t, "56.00", results[0].Refused.Params["amountAfter"])
	require.Zero(t, b.Count("numberings where next > 1"), "no number was given")
}

// TestNoDayIsOnTwoStatements holds in the database, whoever publishes.
func TestNoDayIsOnTwoStatements(t *testing.T) {
	t.Parallel()
	b := coretest.NewBrussels(t)
	b.Mandate(b.Toits, "2026-01-15")
	st := b.State()[b.Lambert]
	_, err := b.DB.Pool().Exec(t.Context(), `insert into statements select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'sequence', 99, 'number', 'X-99'))).* from statements s where s.id = $1`, st.ID)
	require.ErrorContains(t, err, "statements_days_excl")
	list := b.Subscriptions()
	for _, s := range list {
		require.Equal(t, coretest.Date("2026-10-31"), *s.InvoicedUntil)
	}
	require.Equal(t, billing.ErrSubscriptionInvoiced.Key, fault.KeyOf(b.Contracts.DeleteSubscription(t.Context(), b.Organizer, b.Scope, list[0].ID)))
}

// TestWhatIsTakenBackIsStatedAnew, with its number for ever.
func TestWhatIsTakenBackIsStatedAnew(t *testing.T) {
	t.Parallel()
	b := coretest.NewBrussels(t)
	b.Mandate(b.Toits, "2026-01-15")
	st := b.State()[b.Lambert]
	_, err := b.Statements.Cancel(t.Context(), b.Organizer, b.Operation, st.ID, "  ")
	require.Equal(t, statement.ErrReason.Key, fault.KeyOf(err))
	gone, err := b.Statements.Cancel(t.Context(), b.Organizer, b.Operation, st.ID, "prix convenu autrement")
	require.NoError(t, err)
	require.Equal(t, []any{statement.Cancelled, st.Number, "prix convenu autrement"}, []any{gone.Status, gone.Number, gone.Reason})
	again := drafted(t, b.Draft(), b.Lambert)
	_, err = b.Statements.Publish(t.Context(), b.Organizer, b.Operation, []id.ID{again.ID})
	require.NoError(t, err)
	require.True(t, strings.HasSuffix(b.StatementOf(b.Lambert).Number, "-R-2026-00002"))
	own, err := b.Statements.OfProducer(t.Context(), b.Account("Lambert"), b.Lambert)
	require.NoError(t, err)
	require.Len(t, own, 1, "what was taken back is not shown to it")
	_, err = b.Statements.Cancel(t.Context(), b.Organizer, b.Operation, st.ID, "encore")
	require.Equal(t, statement.ErrNotPublished.Key, fault.KeyOf(err))
}

// TestAProducerSeesItsOwnStatementsOnly.
func TestAProducerSeesItsOwnStatementsOnly(t *testing.T) {
	t.Parallel()
	b := coretest.NewBrussels(t)
	b.Mandate(b.Toits, "2026-01-15")
	b.Draft()
	lambert := b.Account("Lambert")
	own, err := b.Statements.OfProducer(t.Context(), lambert, b.Lambert)
	require.NoError(t, err)
	require.Empty(t, own, "drafts are the organizer's")
	of := b.State()
	own, err = b.Statements.OfProducer(t.Context(), lambert, b.Lambert)
	require.NoError(t, err)
	require.Len(t, own, 1)
	summary, err := b.Statements.Summary(t.Context(), lambert, b.Lambert)
	require.NoError(t, err)
	require.Equal(t, own, summary.Statements)
	require.Equal(t, statement.ToReceive{Amount: own[0].Amount, Count: 1, Due: own[0].DueDate}, summary.ToReceive)
	_, err = b.Statements.Summary(t.Context(), lambert, b.Toits)
	require.Error(t, err, "of another's site")
	f, err := b.Statements.DownloadOwn(t.Context(), lambert, b.Lambert, of[b.Lambert].ID, "")
	require.NoError(t, err)
	require.NotEmpty(t, f.Content)
	_, err = b.Statements.DownloadOwn(t.Context(), lambert, b.Lambert, of[b.Toits].ID, "")
	require.Equal(t, statement.ErrNotFound.Key, fault.KeyOf(err), "by the id of another's")
	_, err = b.Statements.OfProducer(t.Context(), lambert, b.Toits)
	require.Error(t, err)
	for _, who := range []policy.Principal{lambert, b.Observer()} {
		_, err = b.Statements.List(t.Context(), who, b.Operation, statement.Filter{})
		require.Equal(t, "forbidden", fault.KeyOf(err))
	}
}

// TestAStatementIsMailedOnceAndAgainWhenAsked.
func TestAStatementIsMailedOnceAndAgainWhenAsked(t *testing.T) {
	t.Parallel()
	b := coretest.NewBrussels(t)
	b.Mandate(b.Toits, "2026-01-15")
	st := b.State()[b.Lambert]
	send := func() *fault.Error {
		results, err := b.Statements.Send(t.Context(), b.Organizer, b.Operation, []id.ID{st.ID})
		require.NoError(t, err)
		return results[0].Refused
	}
	require.Nil(t, send())
	require.Equal(t, statement.ErrUnderway.Key, send().Key)
	b.Post.Fails = mail.ErrUnavailable
	require.ErrorIs(t, b.Statements.Deliver(t.Context(), b.Post.Queued[0]), mail.ErrUnavailable, "it is tried again")
	b.Post.Fails = nil
	require.NoError(t, b.Statements.Deliver(t.Context(), b.Post.Queued[0]))
	require.NoError(t, b.Statements.Deliver(t.Context(), b.Post.Queued[0]), "a second attempt sends nothing")
	require.Len(t, b.Post.Sent, 1)
	m := b.Post.Sent[0]
	require.Equal(t, []string{"p@example.org", "fr-BE " + st.Number, "pmo@example.org", st.Number + ".pdf"}, []string{m.To, m.Subject, m.ReplyTo, m.Attachments[0].Name})
	require.Equal(t, statement.MailSent, b.StatementOf(b.Lambert).Mail.State)
	require.Nil(t, send())
	b.Post.Fails = mail.ErrRejected
	require.NoError(t, b.Statements.Deliver(t.Context(), b.Post.Queued[1]))
	require.Equal(t, "mail.rejected", b.StatementOf(b.Lambert).Mail.Problem)
	require.NoError(t, b.Statements.GiveUp(t.Context(), b.Post.Queued[0]), "of an earlier mail nothing is told")
	require.Equal(t, statement.MailFailed, b.StatementOf(b.Lambert).Mail.State)
	b.Exec("update billing_entities set email = '' where id = $1", b.Seller[b.Lambert].ID)
	require.Equal(t, statement.ErrNoAddress.Key, send().Key)
}

// TestDocumentsAreDrawnOnceAndKept, and in another language as a copy.
func TestDocumentsAreDrawnOnceAndKept(t *testing.T) {
	t.Parallel()
	b := coretest.NewBrussels(t)
	b.Mandate(b.Toits, "2026-01-15")
	of := b.State()
	require.NoError(t, b.Statements.StoreDocuments(t.Context(), b.Operation, []id.ID{of[b.Lambert].ID, of[b.Toits].ID}))
	kept := b.StatementOf(b.Toits)
	require.False(t, kept.DocumentID.IsZero() || kept.ElectronicID.IsZero(), "an invoice has both")
	require.True(t, b.StatementOf(b.Lambert).ElectronicID.IsZero())
	require.NoError(t, b.Statements.StoreDocuments(t.Context(), b.Operation, []id.ID{of[b.Toits].ID}))
	require.Equal(t, kept.DocumentID, b.StatementOf(b.Toits).DocumentID)
	one, err := b.Statements.Download(t.Context(), b.Organizer, b.Operation, kept.ID, "")
	require.NoError(t, err)
	two, err := b.Statements.Download(t.Context(), b.Organizer, b.Operation, kept.ID, "")
	require.NoError(t, err)
	require.True(t, bytes.Equal(one.Content, two.Content))
	copied, err := b.Statements.Download(t.Context(), b.Organizer, b.Operation, kept.ID, "nl")
	require.NoError(t, err)
	require.Equal(t, []any{"nl", true, "nl"}, []any{copied.Translation, b.Printed.Translation, b.Printed.Language})
	require.Equal(t, "selfBilled", b.Printed.Mentions[len(b.Printed.Mentions)-1].Key)
	require.Equal(t, "Toits SRL", b.Printed.Seller.Name)
	require.NotContains(t, b.Printed.Payment.Account, "12345676", "the account is not printed whole")
}

// TestPlansAreOfConsumersOrOfProducers.
func TestPlansAreOfConsumersOrOfProducers(t *testing.T) {
	t.Parallel()
	b := coretest.NewBrussels(t)
	plan := func(charges ...billing.Charge) error {
		_, err := b.Contracts.CreatePlan(t.Context(), b.Organizer, b.Scope, contract.PlanInput{Name: "P" + string(id.New()), Period: billing.Monthly, Charges: charges})
		return err
	}
	injection := billing.Charge{Code: "I", Type: billing.PerUnit, Usage: billing.UsageInjection, Price: 80_000}
	energy := billing.Charge{Code: "E", Type: billing.PerUnit, Usage: billing.UsageTotal, Price: 140_000}
	require.NoError(t, plan(injection))
	require.Equal(t, billing.ErrPlanInvalid.Key, fault.KeyOf(plan(injection, energy)))
	var f *fault.Error
	require.True(t, errors.As(plan(injection, energy), &f))
	require.Equal(t, billing.ErrChargeUsageMixed.Key, f.Items[0].Key)

	site := b.Household("Dupont")
	fee, err := b.Contracts.CreatePlan(t.Context(), b.Organizer, b.Scope, contract.PlanInput{Name: "Abonnement", Period: billing.Monthly, Charges: []billing.Charge{{Code: "ABO", Type: billing.Fixed, Price: 2_000_000}}})
	require.NoError(t, err)
	b.Plan = fee
	key := func(err error) string { return fault.KeyOf(err) }
	require.Equal(t, billing.ErrPlanOfProducers.Key, key(b.TrySubscribe(b.Injection.ID, site, "", "2026-10-01")))
	require.Equal(t, billing.ErrPlanOfConsumers.Key, key(b.TrySubscribe(b.Plan.ID, "", b.Lambert, "2026-11-01")))
	require.Equal(t, billing.ErrConsumerRequired.Key, key(b.TrySubscribe(b.Plan.ID, "", "", "2026-11-01")))
	require.NoError(t, b.TrySubscribe(b.Plan.ID, site, "", "2026-10-01"))
	_, err = b.Contracts.UpdatePlan(t.Context(), b.Organizer, b.Scope, b.Injection.ID, contract.PlanChange{Charges: []billing.Charge{energy}})
	require.Equal(t, billing.ErrPlanSide.Key, key(err), "its subscribers are producers")
	lonely := b.Site("Sans émetteur", "producer", "")
	require.Equal(t, billing.ErrIssuerMissing.Key, key(b.TrySubscribe(b.Injection.ID, "", lonely, "2026-10-01")))
}

// TestNobodyOwesHimself: the roof of the association itself.
func TestNobodyOwesHimself(t *testing.T) {
	t.Parallel()
	b := coretest.NewBrussels(t)
	b.Exec("update billing_entities set legal_number = $2, vat_regime = 'none' where id = $1", b.Seller[b.Toits].ID, coretest.Association)
	require.Equal(t, map[id.ID]string{b.Toits: statement.ErrSamePerson.Key}, refused(b.Draft()))
}

// TestMonthsOfWhatIsOwed: what is due, drafted, published, ordered and paid, month by month, as the list
// says it.
func TestMonthsOfWhatIsOwed(t *testing.T) {
	t.Parallel()
	b := coretest.NewBrussels(t)
	b.Mandate(b.Toits, "2026-01-15")
	october := civil.MonthOf(coretest.Date("2026-10-01"))
	months := func() statement.MonthSum {
		sums, err := b.Statements.Months(t.Context(), b.Organizer, b.Operation, october-1, october+1)
		require.NoError(t, err)
		require.Equal(t, []statement.MonthSum{{Month: october - 1}, {Month: october + 1}}, []statement.MonthSum{sums[0], sums[2]}, "before there was one, and what is not over")
		return sums[1]
	}
	require.Equal(t, statement.MonthSum{Month: october, Due: 2}, months())
	b.Draft()
	require.Equal(t, statement.MonthSum{Month: october, Drafts: 2, Drafted: 5446 + 9680}, months())
	of := b.State()
	require.Equal(t, statement.MonthSum{Month: october, Published: 2, Owed: 5446 + 9680, Unpaid: 5446 + 9680, Unordered: 2}, months())
	b.Exec("update statements set payment_status = 'SUCCEEDED' where id = $1", of[b.Lambert].ID)
	require.Equal(t, statement.MonthSum{Month: october, Published: 2, Owed: 5446 + 9680, Unpaid: 9680, Unordered: 1}, months())
	b.Exec("update statements set payment_status = 'PENDING' where id = $1", of[b.Lambert].ID)
	_, err := b.Statements.Cancel(t.Context(), b.Organizer, b.Operation, of[b.Lambert].ID, "erreur")
	require.NoError(t, err)
	require.Equal(t, statement.MonthSum{Month: october, Due: 1, Published: 1, Owed: 9680, Unpaid: 9680, Unordered: 1}, months(), "its days are stated anew")
	b.Clock = b.Clock.AddDate(0, 2, 0)
	late, err := b.Statements.Months(t.Context(), b.Organizer, b.Operation, october, october)
	require.NoError(t, err)
	require.Equal(t, 1, late[0].Overdue)
	_, err = b.Statements.Months(t.Context(), b.Observer(), b.Operation, october, october)
	require.Equal(t, "forbidden", fault.KeyOf(err))
}
