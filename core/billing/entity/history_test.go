package entity_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres/pgtest"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/contract"
	"github.com/openpmo/pmo/core/billing/entity"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/party"
)

// TestPlansAreToldWhoNoLongerHasThem: a seller or a client that loses a site ends its subscriptions, which stands in
// the histories of their plans and sites, and of the plan that goes on instead.
func TestPlansAreToldWhoNoLongerHasThem(t *testing.T) {
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
	b.Run("2026-10-31")
	inv := b.Listed(billing.InvoiceFilter{Query: "Martin"})[0]
	require.Nil(t, b.Publish(inv.ID)[0].Refused)
	// told are the plans and sites of the last line.
	told := func() (out []id.ID) {
		t.Helper()
		for _, one := range pgtest.Column(t, b.DB, `select o.object_id::text from audit_objects o where o.object_kind in ('plan', 'participant')
			and o.entry_id = (select id from audit_entries order by at desc, id desc limit 1)`) {
			out = append(out, id.ID(one))
		}
		return out
	}

	_, err = b.Entities.UpdateBillableEntity(t.Context(), b.Organizer, b.Scope, inv.ClientID, entity.BillableEntityChange{ConsumerIDs: []id.ID{}})
	require.NoError(t, err)
	require.ElementsMatch(t, []id.ID{b.Plan.ID, b.Sites["Martin"], producer}, told(), "it ends with what was invoiced")

	_, err = b.Entities.UpdateBillingEntity(t.Context(), b.Organizer, b.Scope, inv.IssuerID, entity.BillingEntityChange{ProducerIDs: []id.ID{}})
	require.NoError(t, err)
	require.Equal(t, [][2]string{{"2026-10-01", "open"}}, b.Spans("Nouveau"))
	list := told()
	require.Subset(t, list, []id.ID{b.Plan.ID, b.Sites["CCAS"], producer}, "what was never invoiced goes")
	require.Subset(t, list, []id.ID{own, site}, "what goes on")
	require.NotContains(t, list, b.Sites["Martin"], "it ended before")
}
