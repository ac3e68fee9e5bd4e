package billing_test

import (
	"context"
	"testing"
	"time"

	"github.com/openpmo/pmo/core/billing/billrun"
	"github.com/openpmo/pmo/core/billing/contract"
	"github.com/openpmo/pmo/core/billing/entity"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
)

func (b *billed) trySubscribe(plan, consumer, producer id.ID, from string) error {
	_, err := b.Contracts.Subscribe(b.T.Context(), b.Organizer, b.Scope, contract.SubscriptionsInput{PlanID: plan,
		Pairs: []billing.Pair{{ConsumerID: consumer, ProducerID: producer}}, Days: civil.Range{From: date(from), To: civil.Forever}})
	return err
}

func (b *billed) subscriptions() []contract.SubscriptionView {
	list, err := b.Contracts.ListSubscriptions(b.T.Context(), b.Organizer, b.Scope, "")
	require.NoError(b.T, err)
	return list
}

func TestSubscriptionsFollowEachOther(t *testing.T) {
	t.Parallel()
	b := town(t)
	martin, producer := b.Sites["Martin"], b.Sites["Commune"]
	dearer := b.MakePlan("Plan cher", 150_000)
	require.NoError(t, b.trySubscribe(dearer.ID, martin, producer, "2026-12-01"))
	of := func() (out []contract.SubscriptionView) {
		for _, s := range b.subscriptions() {
			if s.ConsumerID == martin {
				out = append(out, s)
			}
		}
		return out
	}
	require.Equal(t, date("2026-12-01"), of()[0].Days.To, "the running one ends the day before")
	require.Equal(t, billing.SubscriptionActive, of()[0].Status)
	require.Equal(t, billing.SubscriptionUpcoming, of()[1].Status)
	err := b.trySubscribe(b.Plan.ID, martin, producer, "2026-11-30")
	require.Equal(t, "subscription.alreadySubscribed", fault.KeyOf(err))

	require.NoError(t, b.Contracts.DeleteSubscription(t.Context(), b.Organizer, b.Scope, of()[1].ID))
	require.Len(t, of(), 1)
	require.True(t, of()[0].Days.IsOpen(), "the one it had closed goes on")

	b.Run("2026-10-31")
	inv := b.Listed(billing.InvoiceFilter{Query: "Martin"})[0]
	require.Nil(t, b.Publish(inv.ID)[0].Refused)
	require.Equal(t, "subscription.alreadyInvoiced", fault.KeyOf(b.Contracts.DeleteSubscription(t.Context(), b.Organizer, b.Scope, of()[0].ID)))
	require.Equal(t, "subscription.overlapsInvoicedPeriod", fault.KeyOf(b.trySubscribe(dearer.ID, martin, producer, "2026-10-15")))
	last, err := b.Invoices.LastInvoiceDate(t.Context(), b.Organizer, b.Scope, inv.IssuerID, inv.ClientID)
	require.NoError(t, err)
	require.Equal(t, "2026-10-31", last.String())
	invoiced, err := b.Invoices.Invoiced(t.Context(), b.Operation, civil.MonthOf(date("2026-10-01")))
	require.NoError(t, err)
	require.True(t, invoiced)
}

func TestManySubscriptionsAreAllOrNone(t *testing.T) {
	t.Parallel()
	b := town(t)
	producer := b.Sites["Commune"]
	free := b.Site("Sans client", "consumer", "")
	late := b.Site("Futur", "consumer", "[2027-01-01,)")
	fine := b.Site("Bon", "consumer", "")
	b.Client("Bon", "", party.Individual, fine)
	count := len(b.subscriptions())
	_, err := b.Contracts.SubscribeAll(t.Context(), b.Organizer, b.Scope, contract.SubscriptionsInput{PlanID: b.Plan.ID, Days: civil.Range{From: date("2026-10-01"), To: civil.Forever},
		Pairs: []billing.Pair{{ConsumerID: fine, ProducerID: producer}, {ConsumerID: free, ProducerID: producer}, {ConsumerID: late, ProducerID: producer}, {ConsumerID: fine, ProducerID: producer}}})
	f := fault.From(err)
	require.Equal(t, "subscription.rejected", f.Key)
	rows := map[int]string{}
	for _, i := range f.Items {
		rows[i.Row] = i.Key
	}
	require.Equal(t, map[int]string{2: "subscription.clientMissing", 3: "subscription.outsidePerimeter", 4: "subscription.alreadySubscribed"}, rows)
	require.Equal(t, "Sans client", f.Items[0].Params["consumerName"])
	require.Len(t, b.subscriptions(), count)
}

func TestAnInvoicedPlanKeepsItsPrices(t *testing.T) {
	t.Parallel()
	b := town(t)
	update := func(in contract.PlanChange) error {
		_, err := b.Contracts.UpdatePlan(t.Context(), b.Organizer, b.Scope, b.Plan.ID, in)
		return err
	}
	require.NoError(t, update(contract.PlanChange{TermDays: ptr(45), IfVersion: 1}))
	require.Equal(t, "object.changed", fault.KeyOf(update(contract.PlanChange{TermDays: ptr(30), IfVersion: 1})))
	b.Run("2026-10-31")
	require.Nil(t, b.Publish(b.Listed(billing.InvoiceFilter{})[0].ID)[0].Refused)
	one := billing.Charge{Code: "ENERGIE", Type: billing.PerUnit, Usage: billing.UsageEnergy, Price: 100_000}
	two := billing.Charge{Code: "ABONNEMENT", Type: billing.Fixed, Price: 2_000_000}
	priced, named, taxed := one, one, one
	priced.Price, named.Code, taxed.VATRate = 100_001, "AUTRE", ptr(money.VATRate(550))
	for what, change := range map[string]contract.PlanChange{
		"payment term": {TermDays: ptr(30)}, "period": {Period: ptr(billing.Yearly)}, "method": {Method: ptr(billing.Transfer)},
		"a charge less": {Charges: []billing.Charge{one}}, "a price": {Charges: []billing.Charge{priced, two}},
		"a code": {Charges: []billing.Charge{named, two}}, "a rate": {Charges: []billing.Charge{taxed, two}},
		"a name with it": {Name: ptr("Autre nom"), TermDays: ptr(30)},
	} {
		require.Equal(t, "planAlreadyInvoiced", fault.KeyOf(update(change)), what)
	}
	require.NoError(t, update(contract.PlanChange{Charges: []billing.Charge{one, two}}), "the same prices")
	require.NoError(t, update(contract.PlanChange{Name: ptr("Autre nom"), Description: ptr("texte")}))
	b.MakePlan("Second", 1)
	require.Equal(t, "plan.nameTaken", fault.KeyOf(update(contract.PlanChange{Name: ptr("Second")})))
	plans, err := b.Contracts.ListPlans(t.Context(), b.Organizer, b.Scope)
	require.NoError(t, err)
	require.Equal(t, "Autre nom", plans[0].Name)
	require.True(t, plans[0].Invoiced)
	require.Equal(t, 5, plans[0].Subscriptions)
	require.Len(t, plans[0].Charges, 2)
}

func TestASiteThatChangesClientStopsItsSubscriptions(t *testing.T) {
	t.Parallel()
	b := town(t)
	b.Run("2026-10-31")
	inv := b.Listed(billing.InvoiceFilter{Query: "Martin"})[0]
	require.Nil(t, b.Publish(inv.ID)[0].Refused)
	for _, client := range []id.ID{inv.ClientID, b.Listed(billing.InvoiceFilter{Query: "CCAS"})[0].ClientID} {
		_, err := b.Entities.UpdateBillableEntity(t.Context(), b.Organizer, b.Scope, client, entity.BillableEntityChange{ConsumerIDs: []id.ID{}})
		require.NoError(t, err)
	}
	left := map[string]contract.SubscriptionView{}
	for _, s := range b.subscriptions() {
		left[s.ConsumerName] = s
	}
	require.Equal(t, date("2026-11-01"), left["Martin"].Days.To, "invoiced until the end of October")
	require.NotContains(t, left, "CCAS", "never invoiced")
	require.Contains(t, left, "Boulangerie")
}

// TestASiteThatChangesClientEndsWhatAnotherHadClosed: the subscription that a later one
// had closed, invoiced until October, does not run again when the later one goes.
func TestASiteThatChangesClientEndsWhatAnotherHadClosed(t *testing.T) {
	t.Parallel()
	b := town(t)
	b.Run("2026-10-31")
	inv := b.Listed(billing.InvoiceFilter{Query: "Martin"})[0]
	require.Nil(t, b.Publish(inv.ID)[0].Refused)
	require.NoError(t, b.trySubscribe(b.MakePlan("Plan cher", 150_000).ID, b.Sites["Martin"], b.Sites["Commune"], "2026-12-01"))
	_, err := b.Entities.UpdateBillableEntity(t.Context(), b.Organizer, b.Scope, inv.ClientID, entity.BillableEntityChange{ConsumerIDs: []id.ID{}})
	require.NoError(t, err)
	var left []civil.Range
	for _, s := range b.subscriptions() {
		if s.ConsumerName == "Martin" {
			left = append(left, s.Days)
		}
	}
	require.Len(t, left, 1)
	require.Equal(t, date("2026-11-01"), left[0].To)
}

func TestTheOperationIssuesToAConsumerAlone(t *testing.T) {
	t.Parallel()
	b := town(t)
	site := b.Site("Seul", "consumer", "")
	b.Client("Seul", "", party.Individual, site)
	err := b.trySubscribe(b.Plan.ID, site, "", "2026-10-01")
	require.Equal(t, "interlocutor.incomplete", fault.KeyOf(err))
	require.Equal(t, []string{"legalNumber", "address", "postCode", "city"}, fault.From(err).Params["fields"])

	b.Exec(`update operations set pmo_legal_number = '35600000000048', pmo_address = '1 rue', pmo_post_code = '35300', pmo_city = 'Fougères'`)
	require.NoError(t, b.trySubscribe(b.Plan.ID, site, "", "2026-10-01"))
	own, err := b.Entities.EnsureOwnIssuer(t.Context(), b.Organizer, b.Operation)
	require.NoError(t, err)
	require.True(t, own.OwnedByOperation)
	b.Meter.Hourly[billing.Pair{ConsumerID: site, ProducerID: b.Sites["Commune"]}] = 1_000_000
	b.Meter.Hourly[billing.Pair{ConsumerID: site, ProducerID: id.New()}] = 500_000
	b.Run("2026-10-31")
	inv := b.Listed(billing.InvoiceFilter{IssuerID: own.ID})[0]
	require.Equal(t, energy.MilliWh(745*1_500_000), inv.Energy, "from all producers")
}

func TestNumbersBelongToTheLegalPerson(t *testing.T) {
	t.Parallel()
	b := town(t)
	entities, _, err := b.Entities.ListBillingEntities(t.Context(), b.Organizer, b.Scope)
	require.NoError(t, err)
	change := entity.BillingEntityChange{SeriesCode: ptr("NEW")}
	_, err = b.Entities.UpdateBillingEntity(t.Context(), b.Organizer, b.Scope, entities[0].ID, change)
	require.NoError(t, err)
	b.Run("2026-10-31")
	drafts := b.Listed(billing.InvoiceFilter{})
	b.Clock = time.Date(2026, 12, 31, 23, 30, 0, 0, time.UTC) // the first of January in Paris
	require.Nil(t, b.Publish(drafts[0].ID)[0].Refused)
	b.Clock = time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC) // a clock that went back
	require.Nil(t, b.Publish(drafts[1].ID)[0].Refused)
	var numbers []string
	for _, i := range b.Listed(billing.InvoiceFilter{Statuses: []billing.InvoiceStatus{billing.Finalized}}) {
		numbers = append(numbers, i.Number+" "+i.IssueDate.String())
	}
	require.ElementsMatch(t, []string{"NEW-2027-00001 2027-01-01", "NEW-2027-00002 2027-01-01"}, numbers)
	change.SeriesCode = ptr("OLD")
	_, err = b.Entities.UpdateBillingEntity(t.Context(), b.Organizer, b.Scope, entities[0].ID, change)
	require.Equal(t, "billingEntity.alreadyInvoiced", fault.KeyOf(err))

	var plain int
	require.NoError(t, b.DB.Pool().QueryRow(t.Context(), "select count(*) from billing_entities where encode(iban_sealed, 'escape') like '%FR14%'").Scan(&plain))
	require.Zero(t, plain)
}

func TestAFamilyAnswersByTheParticipantsSide(t *testing.T) {
	t.Parallel()
	b := town(t)
	b.Run("2026-10-31")
	martin := b.Listed(billing.InvoiceFilter{Query: "Martin"})[0]
	other := b.Listed(billing.InvoiceFilter{Query: "CCAS"})[0]
	of := func(site string) billing.Scope { return billing.Scope{ParticipantID: b.Sites[site]} }
	list := func(p policy.Principal, site string) []billing.Invoice {
		rows, _, err := b.Invoices.ListInvoices(t.Context(), p, of(site), billing.InvoiceFilter{})
		require.NoError(t, err)
		return rows
	}
	tenant := policy.Principal{UserID: id.New(), Role: policy.RoleParticipant, Sites: []policy.Site{{ParticipantID: b.Sites["Martin"], OperationID: b.Operation}}}
	require.Empty(t, list(tenant, "Martin"), "a draft is nobody's yet")
	require.Len(t, list(b.Organizer, "Commune"), 3, "what the producer issues, drafts too")
	require.Nil(t, b.Publish(martin.ID, other.ID)[0].Refused)
	require.Len(t, list(tenant, "Martin"), 1)
	_, err := b.Invoices.Invoice(t.Context(), tenant, of("Martin"), martin.ID)
	require.NoError(t, err)
	_, err = b.Invoices.Invoice(t.Context(), tenant, of("Martin"), other.ID)
	require.ErrorIs(t, err, billing.ErrInvoiceNotFound)
	_, err = b.Invoices.Download(t.Context(), tenant, of("Martin"), other.ID, "")
	require.ErrorIs(t, err, billing.ErrInvoiceNotFound)
	views, err := b.Contracts.ListSubscriptions(t.Context(), tenant, of("Martin"), "")
	require.NoError(t, err)
	require.Len(t, views, 1)
	require.Equal(t, "Martin", views[0].ConsumerName)
}

func TestCheckingARun(t *testing.T) {
	t.Parallel()
	b := town(t)
	b.Meter.Missing = map[metering.Billed][]civil.Date{{ParticipantID: b.Sites["CCAS"], Side: metering.Consumer}: {date("2026-10-31")}}
	c, err := b.Runs.CheckRun(t.Context(), b.Organizer, b.Scope, billrun.RunInput{})
	require.NoError(t, err)
	require.Equal(t, "2026-10-31", c.Proposed.String())
	require.Equal(t, "2026-11-06", c.BillUpTo.String())
	require.Len(t, c.Clients, 3)
	for _, client := range c.Clients {
		require.Equal(t, []civil.Range{{From: date("2026-10-01"), To: date("2026-11-01")}}, client.Periods)
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

func TestBillingDoesNotExistForTheOldEngine(t *testing.T) {
	t.Parallel()
	b := newBilled(t)
	b.Exec("update operations set billing_engine = null")
	_, err := b.Contracts.ListPlans(t.Context(), b.Organizer, b.Scope)
	require.ErrorIs(t, err, operation.ErrFeature)
}

// An asynchronous run of many pairs, all batches at once.
func TestBatchesInParallelBillEverybodyOnce(t *testing.T) {
	t.Parallel()
	b := coretest.Many(t, 450)
	run, err := b.Runs.StartRun(t.Context(), b.Organizer, b.Scope, billrun.RunInput{BillUpTo: ptr(date("2026-10-31"))})
	require.NoError(t, err)
	require.Equal(t, []int{0, 1, 2}, b.Queue.Batches)
	done := make(chan error)
	for _, batch := range append(b.Queue.Batches, b.Queue.Batches...) {
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
