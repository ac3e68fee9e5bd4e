package drafting_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/entity"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/party"
)

// TestEnergyWithoutASubscriptionIsTold: a consumer with one of two sellers, a site without a
// client, one that moved to another: check and run list the kWh of each pair and why, and
// publishing asks for a yes (domain 8.6).
func TestEnergyWithoutASubscriptionIsTold(t *testing.T) {
	t.Parallel()
	b := coretest.TwoSellers(t)
	require.Zero(t, b.Check("2026-10-31").Unpriced.Number)
	require.Equal(t, 6, b.Check("2026-10-31").Subscriptions)
	// Martin buys of the Commune alone, and gets energy of the Ferme too.
	second := billing.Pair{ConsumerID: b.Sites["Martin"], ProducerID: b.Sites["Ferme"]}
	b.Meter.Hourly[second] = 1_000_000
	// A site that nobody made a client of.
	orphan := billing.Pair{ConsumerID: b.Site("Sans client", "consumer", ""), ProducerID: b.Sites["Commune"]}
	b.Meter.Hourly[orphan] = 2_000_000

	want := []billing.UnpricedPair{
		{Pair: orphan, ConsumerName: "Sans client", ProducerName: "Commune", Days: civil.MonthOf(coretest.Date("2026-10-01")).Range(), Energy: 745 * 2_000_000, Reason: billing.ClientMissing},
		{Pair: second, ConsumerName: "Martin", ProducerName: "Ferme", Days: civil.MonthOf(coretest.Date("2026-10-01")).Range(), Energy: 745 * 1_000_000, Reason: billing.NotSubscribed},
	}
	require.Equal(t, want, b.Check("2026-10-31").Unpriced.Pairs)
	run := b.Run("2026-10-31")
	require.Equal(t, billing.Unpriced{Energy: 745 * 3_000_000, Number: 2, Pairs: want, ByProducer: map[id.ID]billing.UnpricedSum{
		b.Sites["Commune"]: {Energy: 745 * 2_000_000, Number: 1}, b.Sites["Ferme"]: {Energy: 745 * 1_000_000, Number: 1}}}, run.Unpriced)
	again, err := b.Runs.Run(t.Context(), b.Organizer, b.Scope, run.ID)
	require.NoError(t, err)
	require.Equal(t, run.Unpriced, again.Unpriced)
	own, err := b.Runs.Run(t.Context(), b.Organizer, billing.Scope{ParticipantID: b.Sites["Ferme"]}, run.ID)
	require.NoError(t, err)
	require.Equal(t, want[1:], own.Unpriced.Pairs, "a producer's part")
	require.Equal(t, []any{1, want[1].Energy}, []any{own.Unpriced.Number, own.Unpriced.Energy})

	b.Confirm()
	draft := b.Listed(billing.InvoiceFilter{Query: "Boulangerie"})[0]
	_, err = b.Publication.PublishInvoices(t.Context(), b.Organizer, b.Scope, billing.Selection{IDs: []id.ID{draft.ID}})
	f := fault.From(err)
	require.Equal(t, "invoice.energyUnpriced", f.Key)
	require.Equal(t, "2235", f.Params["quantity"])
	require.Len(t, f.Items, 2)
	require.Equal(t, billing.Draft, b.Listed(billing.InvoiceFilter{Query: "Boulangerie"})[0].Status)
	results, err := b.Publication.PublishInvoices(t.Context(), b.Organizer, b.Scope, billing.Selection{IDs: []id.ID{draft.ID}, ConfirmUnpriced: true})
	require.NoError(t, err)
	require.Nil(t, results[0].Refused)
	var told int64
	require.NoError(t, b.DB.Pool().QueryRow(t.Context(), "select (details->>'unpricedMilliWh')::bigint from audit_entries where action = 'invoice:publish' order by id desc limit 1").Scan(&told))
	require.Equal(t, int64(745*3_000_000), told, "who said yes to how much is kept")

	// Mended: nothing is asked any more.
	b.Client("Sans client", "", party.Individual, b.Sites["Sans client"])
	b.Subscribe(orphan.ConsumerID, orphan.ProducerID, "2026-10-01")
	b.Subscribe(second.ConsumerID, second.ProducerID, "2026-10-01")
	require.Zero(t, b.Run("2026-10-31").Unpriced.Number)
	results, err = b.Publication.PublishInvoices(t.Context(), b.Organizer, b.Scope, billing.Selection{IDs: []id.ID{b.Listed(billing.InvoiceFilter{Query: "CCAS"})[0].ID}})
	require.NoError(t, err)
	require.Nil(t, results[0].Refused)
}

// TestEnergyBeforeASubscriptionIsToldAndNotAsked: somebody chose the day on which a pair
// begins to pay, so that publishing does not stop at what came before; it does at what comes
// after an end, and not before that is billed.
func TestEnergyBeforeASubscriptionIsToldAndNotAsked(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	pair := billing.Pair{ConsumerID: b.Site("Lavoir", "consumer", ""), ProducerID: b.Sites["Commune"]}
	b.Meter.Hourly[pair] = 1_000_000
	b.Client("Lavoir", "", party.Individual, pair.ConsumerID)
	first := b.Subscribe(pair.ConsumerID, pair.ProducerID, "2026-10-11")
	u := b.Check("2026-10-31").Unpriced
	require.Equal(t, []int{1, 0}, []int{u.Number, u.Asked})
	require.Equal(t, billing.UnpricedPair{Pair: pair, ConsumerName: "Lavoir", ProducerName: "Commune", Days: civil.Range{From: coretest.Date("2026-10-01"), To: coretest.Date("2026-10-11")},
		Energy: 240 * 1_000_000, Reason: billing.SubscriptionLater}, u.Pairs[0])
	publish := func(name string) error {
		b.Run("2026-10-31")
		_, err := b.Publication.PublishInvoices(t.Context(), b.Organizer, b.Scope, billing.Selection{IDs: []id.ID{b.Listed(billing.InvoiceFilter{Query: name})[0].ID}})
		return err
	}
	b.Confirm()
	require.NoError(t, publish("Boulangerie"))

	b.Exec("update subscriptions set end_date = '2026-10-20' where id = $1", first.ID)
	require.NoError(t, publish("Lavoir"), "the days after its end are not billed yet")
	u = b.Check("2026-10-31").Unpriced
	require.Equal(t, 1, u.Asked)
	require.Equal(t, billing.SubscriptionOver, u.Pairs[0].Reason)
	require.Equal(t, "invoice.energyUnpriced", fault.KeyOf(publish("CCAS")))
}

// TestASiteThatMovesIsNotForgotten: its subscription ended on the last invoiced day, and what
// it receives since is told until somebody subscribes it again; days that were invoiced are not.
func TestASiteThatMovesIsNotForgotten(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	martin := billing.Pair{ConsumerID: b.Sites["Martin"], ProducerID: b.Sites["Commune"]}
	b.Run("2026-10-31")
	inv := b.Listed(billing.InvoiceFilter{Query: "Martin"})[0]
	require.Nil(t, b.Publish(inv.ID)[0].Refused)
	_, err := b.Entities.UpdateBillableEntity(t.Context(), b.Organizer, b.Scope, inv.ClientID, entity.BillableEntityChange{ConsumerIDs: []id.ID{}})
	require.NoError(t, err)
	require.Zero(t, b.Check("2026-10-31").Unpriced.Number, "October is invoiced")

	b.Clock = b.Clock.AddDate(0, 1, 0)
	november := civil.MonthOf(coretest.Date("2026-11-01")).Range()
	told := func() billing.UnpricedPair {
		u := b.Check("2026-11-30").Unpriced
		require.Len(t, u.Pairs, 1)
		return u.Pairs[0]
	}
	require.Equal(t, billing.UnpricedPair{Pair: martin, ConsumerName: "Martin", ProducerName: "Commune", Days: november, Energy: 720 * 625_000, Reason: billing.ClientMissing}, told())
	b.Client("Durand", "", party.Individual, martin.ConsumerID)
	require.Equal(t, billing.SubscriptionOver, told().Reason)
	b.Subscribe(martin.ConsumerID, martin.ProducerID, "2026-11-11")
	left := told()
	require.Equal(t, civil.Range{From: november.From, To: coretest.Date("2026-11-11")}, left.Days)
	require.Equal(t, energy.MilliWh(240*625_000), left.Energy, "ten days")
}

// TestNobodySubscribed: a check that finds nothing due says that nobody is subscribed.
func TestNobodySubscribed(t *testing.T) {
	t.Parallel()
	b := coretest.NewBilling(t)
	producer, consumer := b.Site("Commune", "producer", ""), b.Site("Martin", "consumer", "")
	b.Meter.Hourly[billing.Pair{ConsumerID: consumer, ProducerID: producer}] = 1_000_000
	c := b.Check("2026-10-31")
	require.Empty(t, c.Clients)
	require.Zero(t, c.Subscriptions)
	require.Equal(t, 1, c.Unpriced.Number)
	b.Issuer("Jean Martin", "", producer)
	b.Client("jean martin", "", party.Individual, consumer)
	require.Equal(t, billing.NotSubscribed, b.Check("2026-10-31").Unpriced.Pairs[0].Reason)
	b.Exec("update participants set identity = 'M. Jean Martin'")
	require.Empty(t, b.Check("2026-10-31").Unpriced.Pairs, "nobody owes himself")
}
