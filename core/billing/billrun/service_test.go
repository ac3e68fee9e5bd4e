package billrun_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/billrun"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/billable"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
)

// The town's month: figures computed by hand.
func TestTheTownsMonth(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	b.Meter.Missing = map[billable.Billed][]civil.Date{{ParticipantID: b.Sites["Boulangerie"], Side: metering.Consumer}: {coretest.Date("2026-10-14")}}

	run := b.Run("2026-10-31")
	pending, success, failure := run.Progress()
	require.Equal(t, []int{0, 2, 1}, []int{pending, success, failure})
	require.Equal(t, billing.RunSuccess, run.Status)
	failed := run.Items[slices.IndexFunc(run.Items, func(i billing.RunItem) bool { return i.Status == billing.RunFailure })]
	require.Equal(t, "Boulangerie", failed.ClientName)
	require.Equal(t, "Incomplete measurements for the following days: 2026-10-14", failed.Error)
	require.Equal(t, "measurements.incomplete", failed.Failure.Key)
	require.Equal(t, []any{"Boulangerie"}, failed.Failure.Params["sites"], "the site that lacks data")

	b.Meter.Missing = nil
	run = b.Run("2026-10-31")
	_, success, failure = run.Progress()
	require.Equal(t, []int{3, 0}, []int{success, failure})

	drafts := b.Listed(billing.InvoiceFilter{Statuses: []billing.InvoiceStatus{billing.Draft}})
	require.Len(t, drafts, 3)
	amounts := map[string]string{}
	var sum money.Cents
	for _, d := range drafts {
		amounts[d.ClientName] = d.Net.String() + " + " + d.VAT.String() + " = " + d.Amount.String()
		sum += d.Amount
	}
	require.Equal(t, map[string]string{"CCAS": "141.69 + 28.34 = 170.03", "Boulangerie": "281.38 + 56.28 = 337.66", "Martin": "48.56 + 9.71 = 58.27"}, amounts)
	require.Equal(t, "565.96", sum.String())

	kWh := map[string]string{}
	for _, s := range b.Listed(billing.InvoiceFilter{Types: []billing.InvoiceType{billing.TypeStatement}}) {
		require.Equal(t, billing.NotCharged, s.Status)
		require.Empty(t, s.Number)
		kWh[s.ClientName] = money.KilowattHours(s.Energy).String()
	}
	require.Equal(t, map[string]string{"Mairie": "1862.5", "École": "931.25"}, kWh)

	results, err := b.Publication.PublishInvoices(t.Context(), b.Organizer, b.Scope, billing.Selection{RunID: run.ID})
	require.NoError(t, err)
	require.Len(t, results, 3)
	var numbers []string
	for _, r := range results {
		require.Nil(t, r.Refused)
		inv, err := b.Invoices.Invoice(t.Context(), b.Organizer, b.Scope, r.ID)
		require.NoError(t, err)
		require.Equal(t, billing.Finalized, inv.Status)
		require.Equal(t, "2026-11-06", inv.IssueDate.String())
		require.Equal(t, "2026-12-06", inv.DueDate.String())
		numbers = append(numbers, inv.Number)
	}
	slices.Sort(numbers)
	require.Equal(t, []string{"COM-2026-00001", "COM-2026-00002", "COM-2026-00003"}, numbers)
	require.Len(t, b.Told.Documents, 3)

	// Everything is billed: a second run finds nothing, and the same ids publish nothing.
	require.Empty(t, b.Run("2026-10-31").Items)
	for _, r := range b.Publish(drafts[0].ID) {
		require.Equal(t, "invoice.notDraft", r.Refused.Key)
	}
}

// The tenant leaves: two parts of a month on one meter.
// TestRunsAreListedWithWhatEachMade: newest first, of this operation only, and for those who may read runs.
func TestRunsAreListedWithWhatEachMade(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	list := func() []billing.RunSummary {
		runs, err := b.Runs.ListRuns(t.Context(), b.Organizer, b.Operation)
		require.NoError(t, err)
		return runs
	}
	require.Empty(t, list())
	b.Meter.Missing = map[billable.Billed][]civil.Date{{ParticipantID: b.Sites["Boulangerie"], Side: metering.Consumer}: {coretest.Date("2026-10-14")}}
	first := b.Run("2026-10-31")
	b.Meter.Missing = nil
	second := b.Run("2026-10-31")
	runs := list()
	require.Equal(t, []id.ID{second.ID, first.ID}, []id.ID{runs[0].ID, runs[1].ID})
	require.Equal(t, []int{3, 0, 2, 1}, []int{runs[0].Invoices, runs[0].Failures, runs[1].Invoices, runs[1].Failures}, "statements are no invoices")
	require.Equal(t, []string{"565.96", "228.30"}, []string{runs[0].Amount.String(), runs[1].Amount.String()})
	require.Equal(t, []any{billing.RunSuccess, "2026-10-31", b.Operation}, []any{runs[0].Status, runs[0].BillUpTo.String(), runs[0].OperationID})
	_, err := b.Runs.ListRuns(t.Context(), b.Account("Commune"), b.Operation)
	require.ErrorIs(t, err, policy.ErrForbidden)
}

func TestTheTenantLeaves(t *testing.T) {
	t.Parallel()
	b := coretest.NewBilling(t)
	producer := b.Site("Commune", "producer", "")
	b.Issuer("Commune", coretest.Commune, producer)
	b.Plan = b.MakePlan("Plan", 100_000)
	perHour := energy.MilliWh(625_000)
	for _, of := range [][2]string{{"A", "[2026-01-01,2026-10-15)"}, {"B", "[2026-10-15,)"}} {
		name, activation := of[0], of[1]
		site := b.Site(name, "consumer", activation)
		b.Client(name, "", party.Individual, site)
		b.Subscribe(site, producer, map[string]string{"A": "2026-10-01", "B": "2026-10-15"}[name])
		b.Meter.Hourly[billing.Pair{ConsumerID: site, ProducerID: producer}] = perHour
	}
	b.Run("2026-10-31")
	got := map[string][]string{}
	for _, d := range b.Listed(billing.InvoiceFilter{}) {
		inv, err := b.Invoices.Invoice(t.Context(), b.Organizer, b.Scope, d.ID)
		require.NoError(t, err)
		for _, l := range inv.Lines {
			got[d.ClientName] = append(got[d.ClientName], fmt.Sprintf("%s %s %s", l.Label, l.Quantity, l.Net))
		}
	}
	require.Equal(t, map[string][]string{
		"A": {"ENERGIE 210 21.00", "ABONNEMENT 0.4516 0.90"},
		"B": {"ENERGIE 255.625 25.56", "ABONNEMENT 0.5484 1.10"},
	}, got)
}

func TestASecondRunNamesTheLiveOne(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	live, err := b.Runs.StartRun(t.Context(), b.Organizer, b.Scope, billrun.RunInput{BillUpTo: coretest.Ptr(coretest.Date("2026-10-31"))})
	require.NoError(t, err)
	require.Equal(t, billing.RunPending, live.Status)
	require.Equal(t, []int{0}, b.Parts(billing.RunJob))
	_, err = b.Runs.StartRun(t.Context(), b.Organizer, b.Scope, billrun.RunInput{Mode: billing.Sync})
	require.ErrorIs(t, err, billing.ErrRunInProgress)
	require.Equal(t, live.ID.String(), fault.From(err).Params["id"])

	require.NoError(t, b.Runs.BillBatch(t.Context(), b.Operation, live.ID, 0))
	require.NoError(t, b.Runs.BillBatch(t.Context(), b.Operation, live.ID, 0)) // a job that is done again
	done, err := b.Runs.LastRun(t.Context(), b.Organizer, b.Scope)
	require.NoError(t, err)
	require.Equal(t, billing.RunSuccess, done.Status)
	require.Len(t, b.Listed(billing.InvoiceFilter{}), 3)
}

// TestARunBillsWhatItFoundWhenItBegan: the days of each subscription are kept with it, and
// what is no longer agreed when its jobs begin is not billed.
func TestARunBillsWhatItFoundWhenItBegan(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	run, err := b.Runs.StartRun(t.Context(), b.Organizer, b.Scope, billrun.RunInput{BillUpTo: coretest.Ptr(coretest.Date("2026-10-31"))})
	require.NoError(t, err)
	require.Len(t, run.Items, 3)
	stored, err := b.Runs.Run(t.Context(), b.Organizer, b.Scope, run.ID)
	require.NoError(t, err)
	for n, i := range stored.Items {
		require.Equal(t, run.Items[n].Spans, i.Spans)
		require.NotEmpty(t, i.Spans)
	}
	require.NoError(t, b.Contracts.DeleteSubscription(t.Context(), b.Organizer, b.Scope, run.Items[0].Spans[0].SubscriptionID))
	require.NoError(t, b.Runs.BillBatch(t.Context(), b.Operation, run.ID, 0))
	done, err := b.Runs.Run(t.Context(), b.Organizer, b.Scope, run.ID)
	require.NoError(t, err)
	require.Equal(t, "run.nothingDue", done.Items[0].Failure.Key)
	require.Equal(t, []billing.RunStatus{billing.RunSuccess, billing.RunSuccess}, []billing.RunStatus{done.Items[1].Status, done.Items[2].Status})
	for n := 1; n < 3; n++ {
		inv, err := b.Invoices.Invoice(t.Context(), b.Organizer, b.Scope, done.Items[n].InvoiceID)
		require.NoError(t, err)
		require.Equal(t, run.Items[n].Spans, inv.Spans)
	}
}

func TestARunThatStaysSilentIsResumedThenClosed(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	live, err := b.Runs.StartRun(t.Context(), b.Organizer, b.Scope, billrun.RunInput{BillUpTo: coretest.Ptr(coretest.Date("2026-10-31"))})
	require.NoError(t, err)
	require.NoError(t, b.Jobs.Sweep(t.Context()))
	require.Len(t, b.Parts(billing.RunJob), 1)
	b.Clock = b.Clock.Add(5 * 60e9)
	require.NoError(t, b.Jobs.Sweep(t.Context()))
	require.Len(t, b.Parts(billing.RunJob), 2)
	b.Clock = b.Clock.Add(2 * 3600e9)
	require.NoError(t, b.Jobs.Sweep(t.Context()))
	closed, err := b.Runs.Run(t.Context(), b.Organizer, b.Scope, live.ID)
	require.NoError(t, err)
	require.Equal(t, billing.RunSuccess, closed.Status)
	_, _, failure := closed.Progress()
	require.Equal(t, 3, failure)
	require.Equal(t, "run.interrupted", closed.Items[0].Failure.Key)
}

func TestCheckingARun(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	b.Meter.Missing = map[billable.Billed][]civil.Date{{ParticipantID: b.Sites["CCAS"], Side: metering.Consumer}: {coretest.Date("2026-10-31")}}
	c, err := b.Runs.CheckRun(t.Context(), b.Organizer, b.Scope, billrun.RunInput{})
	require.NoError(t, err)
	require.Equal(t, "2026-10-31", c.Proposed.String())
	require.Equal(t, "2026-11-06", c.BillUpTo.String())
	require.Len(t, c.Clients, 3)
	for _, client := range c.Clients {
		require.Equal(t, []civil.Range{{From: coretest.Date("2026-10-01"), To: coretest.Date("2026-11-01")}}, client.Periods)
		if client.ClientName == "CCAS" {
			require.Equal(t, "measurements.missing", client.Problems[0].Key)
		} else {
			require.Empty(t, client.Problems)
		}
	}
	b.Meter.Missing = nil
	b.Run("2026-10-31")
	c, err = b.Runs.CheckRun(t.Context(), b.Organizer, b.Scope, billrun.RunInput{})
	require.NoError(t, err)
	require.Equal(t, 3, c.OverwrittenDrafts)
	require.Empty(t, c.Clients[0].Problems)
}

// An asynchronous run of many pairs, all batches at once.
func TestBatchesInParallelBillEverybodyOnce(t *testing.T) {
	t.Parallel()
	b := coretest.Many(t, 450)
	run, err := b.Runs.StartRun(t.Context(), b.Organizer, b.Scope, billrun.RunInput{BillUpTo: coretest.Ptr(coretest.Date("2026-10-31"))})
	require.NoError(t, err)
	batches := b.Parts(billing.RunJob)
	require.Equal(t, []int{0, 1, 2}, batches)
	done := make(chan error)
	for _, batch := range append(batches, batches...) {
		go func() { done <- b.Runs.BillBatch(context.WithoutCancel(t.Context()), b.Operation, run.ID, batch) }()
	}
	for range 6 {
		require.NoError(t, <-done)
	}
	run, err = b.Runs.Run(t.Context(), b.Organizer, b.Scope, run.ID)
	require.NoError(t, err)
	require.Equal(t, billing.RunSuccess, run.Status)
	require.Len(t, b.Listed(billing.InvoiceFilter{}), 450)
	_, success, _ := run.Progress()
	require.Equal(t, 450, success)
}

// TestNoDayToComeIsBilled: months that have not been are not owed, nor is a mistyped year.
func TestNoDayToComeIsBilled(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t) // on the 6th of November
	for _, upTo := range []string{"2026-11-07", "2027-10-31", "9999-12-31"} {
		in := billrun.RunInput{BillUpTo: coretest.Ptr(coretest.Date(upTo)), Mode: billing.Sync}
		_, err := b.Runs.StartRun(t.Context(), b.Organizer, b.Scope, in)
		_, checked := b.Runs.CheckRun(t.Context(), b.Organizer, b.Scope, in)
		for _, err := range []error{err, checked} {
			f := fault.From(err)
			require.Equal(t, []any{"run.billUpToInFuture", "billUpTo", "2026-11-06"}, []any{f.Key, f.Field, f.Params["today"]})
		}
	}
	require.Len(t, b.Run("2026-11-06").Items, 3)
	b.Clock = time.Date(2026, 11, 6, 23, 30, 0, 0, time.UTC) // the 7th in Paris
	b.Run("2026-11-07")
}

// TestAProducersFamilyAnswersItsOwnRuns: neither another producer's run, nor its part of a
// run of all, nor its last invoice date.
func TestAProducersFamilyAnswersItsOwnRuns(t *testing.T) {
	t.Parallel()
	b := coretest.TwoSellers(t)
	of := func(site string) billing.Scope { return billing.Scope{ParticipantID: b.Sites[site]} }
	start := func(scope billing.Scope) billing.Run {
		b.Clock = b.Clock.Add(time.Minute)
		r, err := b.Runs.StartRun(t.Context(), b.Organizer, scope, billrun.RunInput{BillUpTo: coretest.Ptr(coretest.Date("2026-10-31")), Mode: billing.Sync})
		require.NoError(t, err)
		return r
	}
	last := func(scope billing.Scope) *billing.Run {
		r, err := b.Runs.LastRun(t.Context(), b.Organizer, scope)
		require.NoError(t, err)
		return r
	}
	clients := func(r billing.Run) (names []string) {
		for _, i := range r.Items {
			names = append(names, i.ClientName)
		}
		return names
	}
	require.Nil(t, last(of("Ferme")))

	first := start(of("Commune"))
	require.Nil(t, last(of("Ferme")), "another producer's run")
	require.Equal(t, first.ID, last(of("Commune")).ID)
	_, err := b.Runs.Run(t.Context(), b.Organizer, of("Ferme"), first.ID)
	require.ErrorIs(t, err, billing.ErrRunNotFound)

	all := start(b.Scope)
	require.Equal(t, []string{"Garage"}, clients(*last(of("Ferme"))), "its part of a run of all")
	r, err := b.Runs.Run(t.Context(), b.Organizer, of("Commune"), all.ID)
	require.NoError(t, err)
	require.ElementsMatch(t, []string{"CCAS", "Boulangerie", "Martin"}, clients(r))
	whole, err := b.Runs.Run(t.Context(), b.Organizer, b.Scope, all.ID)
	require.NoError(t, err)
	require.Len(t, whole.Items, 4)

	dropped, err := b.Invoices.DeleteInvoices(t.Context(), b.Organizer, of("Ferme"), billing.Selection{RunID: all.ID})
	require.NoError(t, err)
	require.Len(t, dropped, 1, "of the drafts of a run of all, its own")
	require.Len(t, b.Listed(billing.InvoiceFilter{}), 3)

	own := start(of("Ferme"))
	require.Equal(t, own.ID, last(of("Ferme")).ID)
	require.Equal(t, all.ID, last(of("Commune")).ID, "its last run, though another's came after")
	require.Equal(t, own.ID, last(b.Scope).ID)

	martin, garage := b.Listed(billing.InvoiceFilter{Query: "Martin"})[0], b.Listed(billing.InvoiceFilter{Query: "Garage"})[0]
	require.Nil(t, b.Publish(martin.ID)[0].Refused)
	lastDate := func(scope billing.Scope, inv billing.Invoice) (*civil.Date, error) {
		return b.Invoices.LastInvoiceDate(t.Context(), b.Organizer, scope, inv.IssuerID, inv.ClientID)
	}
	for _, site := range []string{"Commune", "Martin"} {
		day, err := lastDate(of(site), martin)
		require.NoError(t, err, site)
		require.Equal(t, "2026-10-31", day.String(), site)
	}
	_, err = lastDate(of("Ferme"), martin)
	require.Equal(t, "billingEntity.notFound", fault.KeyOf(err))
	day, err := lastDate(of("Ferme"), garage)
	require.NoError(t, err)
	require.Nil(t, day)
}

// TestAProducersRunBillsItsOwnIssuerOnly, and leaves the drafts of the others as they are.
func TestAProducersRunBillsItsOwnIssuerOnly(t *testing.T) {
	t.Parallel()
	b := coretest.TwoSellers(t)
	names := func() (names []string) {
		for _, inv := range b.Listed(billing.InvoiceFilter{}) {
			names = append(names, inv.ClientName)
		}
		return names
	}
	start := func(site string) {
		_, err := b.Runs.StartRun(t.Context(), b.Organizer, billing.Scope{ParticipantID: b.Sites[site]}, billrun.RunInput{BillUpTo: coretest.Ptr(coretest.Date("2026-10-31")), Mode: billing.Sync})
		require.NoError(t, err)
	}
	start("Ferme")
	require.Equal(t, []string{"Garage"}, names())
	start("Commune")
	require.ElementsMatch(t, []string{"Garage", "CCAS", "Boulangerie", "Martin"}, names())
	check, err := b.Runs.CheckRun(t.Context(), b.Organizer, billing.Scope{ParticipantID: b.Sites["Ferme"]}, billrun.RunInput{})
	require.NoError(t, err)
	require.Len(t, check.Clients, 1)
	require.Equal(t, "Garage", check.Clients[0].ClientName)
	require.Equal(t, 1, check.OverwrittenDrafts)
}

// TestAWrongExitLosesNothing: a last day that is corrected, or taken back, and the days
// that were left out are billed by the next run.
func TestAWrongExitLosesNothing(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	b.Leave("Martin", "2026-10-05")
	b.Run("2026-10-31")
	require.Nil(t, b.Publish(b.Listed(billing.InvoiceFilter{Query: "Martin"})[0].ID)[0].Refused)
	for _, exit := range [][2]string{{"2026-10-25", "2026-10-25"}, {"", "open"}} {
		b.Leave("Martin", exit[0])
		require.Equal(t, [][2]string{{"2026-10-01", exit[1]}}, b.Spans("Martin"))
	}
	b.Run("2026-10-31")
	rest := b.Listed(billing.InvoiceFilter{Query: "Martin", Statuses: []billing.InvoiceStatus{billing.Draft}})
	require.Len(t, rest, 1)
	require.Equal(t, civil.Range{From: coretest.Date("2026-10-06"), To: coretest.Date("2026-11-01")}, rest[0].Days)
}
