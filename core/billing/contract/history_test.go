package contract_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres/pgtest"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/contract"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/party"
)

// newest is the action of the last line of all where the history of a thing has it, and else "".
func newest(b *coretest.Billing, kind string, of id.ID) string {
	b.T.Helper()
	lines := pgtest.Column(b.T, b.DB, fmt.Sprintf(`select e.action from audit_entries e where e.id = (select id from audit_entries order by at desc, id desc limit 1)
		and (e.object_kind = '%[1]s' and e.object_id = '%[2]s' or exists (select from audit_objects o where o.entry_id = e.id and o.object_kind = '%[1]s' and o.object_id = '%[2]s'))`, kind, of))
	if len(lines) == 0 {
		return ""
	}
	return lines[0]
}

// TestAChangeOfASubscriptionStandsInEachHistory: in its own, in those of its plan and of both its sites, and in
// those of what it ends, takes along or lets go on.
func TestAChangeOfASubscriptionStandsInEachHistory(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	martin, producer, first := b.Sites["Martin"], b.Sites["Commune"], b.Plan.ID
	second, third := b.MakePlan("Deux", 120_000).ID, b.MakePlan("Trois", 130_000).ID
	told := func(action string, plans, subscriptions []id.ID) {
		t.Helper()
		for kind, of := range map[string][]id.ID{"participant": {martin, producer}, "plan": plans, "subscription": subscriptions} {
			for n, one := range of {
				require.Equal(t, action, newest(b, kind, one), "%s %d", kind, n)
			}
		}
		require.Empty(t, newest(b, "participant", b.Sites["CCAS"]), "it has nothing to do with it")
	}
	of := func(from string) id.ID { return b.SubscriptionOf(martin, producer, from).ID }
	october := of("2026-10-01")

	require.NoError(t, b.TrySubscribe(second, martin, producer, "2026-12-01"))
	december := of("2026-12-01")
	told("subscription:create", []id.ID{first, second}, []id.ID{october, december})
	require.NoError(t, b.TrySubscribe(third, martin, producer, "2027-02-01"))
	february := of("2027-02-01")
	told("subscription:create", []id.ID{second, third}, []id.ID{december, february})
	require.Empty(t, newest(b, "plan", first), "nothing of it was changed")

	require.NoError(t, b.Contracts.DeleteSubscription(t.Context(), b.Organizer, b.Scope, december))
	told("subscription:delete", []id.ID{first, second, third}, []id.ID{october, december, february})

	change, _, err := b.Contracts.ChangePrice(t.Context(), b.Organizer, b.Scope, contract.PriceChangeInput{PlanID: first, From: coretest.Date("2026-12-01"),
		SubscriptionIDs: []id.ID{october}, NewPlan: dearer("2027", 120_000)})
	require.NoError(t, err)
	told("subscription:create", []id.ID{first, change.New.ID}, []id.ID{october, of("2026-12-01")})
}

// TestWhatGoesOnWithoutASiteIsToldOfIt: the plan that is in force again once a site is removed has that in its history.
func TestWhatGoesOnWithoutASiteIsToldOfIt(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	b.CompleteInterlocutor()
	own, producer := b.MakePlan("Régie", 120_000).ID, b.Sites["Commune"]
	site := b.Site("Nouveau", "consumer", "")
	b.Client("Nouveau", "", party.Individual, site)
	require.NoError(t, b.TrySubscribe(own, site, "", "2026-10-01"))
	_, err := b.Contracts.Subscribe(t.Context(), b.Organizer, b.Scope, contract.SubscriptionsInput{PlanID: b.Plan.ID, EndOthers: true,
		Pairs: []billing.Pair{{ConsumerID: site, ProducerID: producer}}, Days: civil.Range{From: coretest.Date("2026-11-01"), To: civil.Forever}})
	require.NoError(t, err)
	require.Equal(t, "subscription:create", newest(b, "plan", own), "it ends there")
	require.NoError(t, b.DB.InTx(t.Context(), b.Organizer.Change("participant:delete", b.Operation, "participant", producer), func(ctx context.Context) error {
		return b.Contracts.ParticipantDeleted(ctx, b.Operation, producer)
	}))
	require.Equal(t, [][2]string{{"2026-10-01", "open"}}, b.Spans("Nouveau"))
	for kind, of := range map[string]id.ID{"plan": own, "subscription": b.SubscriptionOf(site, "", "2026-10-01").ID, "participant": site} {
		require.Equal(t, "participant:delete", newest(b, kind, of), kind)
	}
}
