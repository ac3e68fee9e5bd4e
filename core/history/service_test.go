package history_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres/historystore"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/contract"
	"github.com/openpmo/pmo/core/billing/entity"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/history"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/openapi"
)

func historyOf(w *coretest.World) *history.Service {
	return history.New(history.Deps{Guard: w.Guard, Trail: historystore.NewTrail(w.DB)})
}

// actsOf are the acts of a thing, oldest first.
func actsOf(t *testing.T, w *coretest.World, p policy.Principal, kind history.Kind, object id.ID) []history.Act {
	t.Helper()
	entries, total, err := historyOf(w).Of(t.Context(), p, history.Input{OperationID: w.Operation, Kind: kind, ObjectID: object, Limit: 100})
	require.NoError(t, err)
	require.Len(t, entries, total)
	acts := make([]history.Act, 0, len(entries))
	for _, e := range entries {
		acts = append(acts, e.Act)
	}
	slices.Reverse(acts)
	return acts
}

// town is a town whose October was drafted and published, with the id of the bakery's invoice.
func town(t *testing.T) (*coretest.Billing, billing.Invoice) {
	t.Helper()
	b := coretest.Town(t)
	b.Run("2026-10-31")
	drafts := b.Listed(billing.InvoiceFilter{Statuses: []billing.InvoiceStatus{billing.Draft}})
	i := slices.IndexFunc(drafts, func(inv billing.Invoice) bool { return inv.ClientName == "Boulangerie" })
	require.GreaterOrEqual(t, i, 0)
	for _, r := range b.Publish(drafts[i].ID) {
		require.Nil(t, r.Refused)
	}
	return b, drafts[i]
}

// What was done to one thing, or to many at once, stands in the history of each.
func TestAChangeStandsInTheHistoryOfAllThatItIsAbout(t *testing.T) {
	t.Parallel()
	b, invoice := town(t)
	require.Equal(t, []history.Act{"RUN_STARTED", "INVOICES_PUBLISHED"}, actsOf(t, b.World, b.Organizer, history.Bill, invoice.ID))
	require.Equal(t, []history.Act{"CLIENT_CREATED", "INVOICES_PUBLISHED"}, actsOf(t, b.World, b.Organizer, history.Client, invoice.ClientID))
	require.Equal(t, []history.Act{"CLIENT_CREATED", "SUBSCRIBED"}, actsOf(t, b.World, b.Organizer, history.Site, b.Sites["Boulangerie"]))
	require.Equal(t, []history.Act{"ISSUER_CREATED", "INVOICES_PUBLISHED"}, actsOf(t, b.World, b.Organizer, history.Issuer, invoice.IssuerID))
	require.Equal(t, append([]history.Act{"PLAN_CREATED"}, slices.Repeat([]history.Act{"SUBSCRIBED"}, 5)...), actsOf(t, b.World, b.Organizer, history.Plan, b.Plan.ID))
	require.Equal(t, []history.Act{"RUN_STARTED"}, actsOf(t, b.World, b.Organizer, history.Run, invoice.RunID), "its parts are no acts")

	// A client that gets another site is told with the fields, and both sites hear of it.
	clients, err := b.Entities.ListBillableEntities(t.Context(), b.Organizer, b.Scope)
	require.NoError(t, err)
	ccas := clients[slices.IndexFunc(clients, func(e billing.BillableEntity) bool { return e.Name == "CCAS" })]
	empty := []id.ID{}
	city := "Rennes"
	change := entity.BillableEntityChange{ConsumerIDs: empty}
	change.City = &city
	_, err = b.Entities.UpdateBillableEntity(t.Context(), b.Organizer, b.Scope, ccas.ID, change)
	require.NoError(t, err)
	entries, _, err := historyOf(b.World).Of(t.Context(), b.Organizer, history.Input{OperationID: b.Operation, Kind: history.Site, ObjectID: b.Sites["CCAS"], Limit: 1})
	require.NoError(t, err)
	require.Equal(t, history.Act("CLIENT_UPDATED"), entries[0].Act)
	require.Equal(t, []string{"city", "consumerIds"}, entries[0].Details.Fields)
}

// A change that is refused leaves no line, and so no history.
func TestWhatWasRefusedIsInNoHistory(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	before := actsOf(t, b.World, b.Organizer, history.Plan, b.Plan.ID)
	name := ""
	_, err := b.Contracts.UpdatePlan(t.Context(), b.Organizer, b.Scope, b.Plan.ID, contract.PlanChange{Name: &name})
	require.Error(t, err)
	require.Equal(t, before, actsOf(t, b.World, b.Organizer, history.Plan, b.Plan.ID))
}

// Who reads what of a history: lines about what one may not read are left out; names and
// details are for those who may read the audit.
func TestWhoReadsWhatOfAHistory(t *testing.T) {
	t.Parallel()
	b, invoice := town(t)
	bakery := b.Sites["Boulangerie"]
	b.Exec("update users set firstname = 'Odile', lastname = 'Organiste' where id = $1", b.Organizer.UserID)
	own, neighbour, producer := b.Account("Boulangerie"), b.Account("Martin"), b.Account("Commune")
	for _, c := range []struct {
		who     string
		p       policy.Principal
		kind    history.Kind
		object  id.ID
		refused error
		acts    []history.Act
		name    string
	}{
		{"organizer", b.Organizer, history.Site, bakery, nil, []history.Act{"CLIENT_CREATED", "SUBSCRIBED"}, "Odile Organiste"},
		{"admin", b.Admin(), history.Site, bakery, nil, []history.Act{"CLIENT_CREATED", "SUBSCRIBED"}, "Odile Organiste"},
		{"observer", b.Observer(), history.Site, bakery, nil, []history.Act{}, ""},
		{"own account", own, history.Site, bakery, nil, []history.Act{"SUBSCRIBED"}, ""},
		{"neighbour", neighbour, history.Site, bakery, policy.ErrNotFound, nil, ""},
		{"producer", producer, history.Site, bakery, policy.ErrNotFound, nil, ""},
		{"observer", b.Observer(), history.Bill, invoice.ID, policy.ErrForbidden, nil, ""},
		{"own account", own, history.Bill, invoice.ID, policy.ErrForbidden, nil, ""},
		{"observer", b.Observer(), history.Client, invoice.ClientID, policy.ErrForbidden, nil, ""},
		{"producer", producer, history.Issuer, invoice.IssuerID, policy.ErrNotFound, nil, ""},
		{"observer", b.Observer(), history.Plan, b.Plan.ID, policy.ErrForbidden, nil, ""},
		{"observer", b.Observer(), "", "", policy.ErrForbidden, nil, ""},
		{"organizer, what nobody has", b.Organizer, history.Bill, id.New(), policy.ErrNotFound, nil, ""},
		{"organizer, of another kind", b.Organizer, history.Plan, invoice.ID, policy.ErrNotFound, nil, ""},
		{"organizer, a site that nobody has", b.Organizer, history.Site, id.New(), policy.ErrNotFound, nil, ""},
	} {
		entries, _, err := historyOf(b.World).Of(t.Context(), c.p, history.Input{OperationID: b.Operation, Kind: c.kind, ObjectID: c.object, Limit: 100})
		if c.refused != nil {
			require.ErrorIs(t, err, c.refused, "%s of %s", c.who, c.kind)
			continue
		}
		require.NoError(t, err, c.who)
		acts := []history.Act{}
		for _, e := range slices.Backward(entries) {
			acts = append(acts, e.Act)
			require.Equal(t, policy.RoleOrganizer, e.By.Role)
			require.Equal(t, c.name, e.By.Name, c.who)
			require.Equal(t, c.who == "organizer", e.By.You)
			if c.name == "" {
				require.Zero(t, e.Details, c.who)
			}
		}
		require.Equal(t, c.acts, acts, c.who)
	}

	// An operation of somebody else knows none of it, not even with the right id.
	other := b.Elsewhere(policy.Principal{UserID: b.User(policy.RoleOrganizer), Role: policy.RoleOrganizer, Operations: []id.ID{id.New()}})
	for kind, object := range map[history.Kind]id.ID{history.Site: bakery, history.Bill: invoice.ID, history.Client: invoice.ClientID, history.Plan: b.Plan.ID} {
		_, _, err := historyOf(b.World).Of(t.Context(), other.Organizer, history.Input{OperationID: other.Operation, Kind: kind, ObjectID: object, Limit: 1})
		require.ErrorIs(t, err, policy.ErrNotFound, kind)
		_, _, err = historyOf(b.World).Of(t.Context(), b.Admin(), history.Input{OperationID: other.Operation, Kind: kind, ObjectID: object, Limit: 1})
		require.Error(t, err, kind)
	}
}

// The whole of an operation, page by page.
func TestTheHistoryOfAnOperationIsReadInPages(t *testing.T) {
	t.Parallel()
	b, _ := town(t)
	all, total, err := historyOf(b.World).Of(t.Context(), b.Organizer, history.Input{OperationID: b.Operation, Limit: 100})
	require.NoError(t, err)
	require.Len(t, all, total)
	require.True(t, slices.IsSortedFunc(all, func(a, c history.Entry) int { return c.At.Compare(a.At) }))
	var paged []history.Entry
	in := history.Input{OperationID: b.Operation, Limit: 3}
	for {
		page, n, err := historyOf(b.World).Of(t.Context(), b.Organizer, in)
		require.NoError(t, err)
		require.Equal(t, total, n, "also behind the last line")
		if len(page) == 0 {
			break
		}
		paged, in.Behind = append(paged, page...), page[len(page)-1].ID
	}
	require.Equal(t, all, paged)
}

// Every permission by which something of an operation changes has a word of its own.
func TestEveryChangeHasAWord(t *testing.T) {
	t.Parallel()
	w := coretest.New(t)
	words := 0
	for _, p := range []policy.Principal{w.Organizer, w.Admin()} {
		known, err := w.Guard.Decider.Permissions(t.Context(), p)
		require.NoError(t, err)
		for _, perm := range known {
			_, verb, _ := strings.Cut(string(perm), ":")
			if _, told := history.Read(perm); !told || slices.Contains([]string{"visit", "view", "read", "readOwn", "readContact", "export"}, verb) {
				continue
			}
			words++
			require.NotEqual(t, history.Changed, history.ActOf(perm), perm)
		}
	}
	require.Greater(t, words, 20)
	contract, err := openapi3.NewLoader().LoadFromData(openapi.Bundle)
	require.NoError(t, err)
	var inContract []history.Act
	for _, value := range contract.Components.Schemas["HistoryAct"].Value.Enum {
		inContract = append(inContract, history.Act(value.(string)))
	}
	require.ElementsMatch(t, inContract, history.Acts())
}
