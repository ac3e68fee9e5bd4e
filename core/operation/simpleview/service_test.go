package simpleview_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres/operationstore"
	"github.com/openpmo/pmo/adapters/postgres/participantstore"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/operation/simpleview"
	"github.com/openpmo/pmo/core/operation/team"
	"github.com/openpmo/pmo/core/policy"
)

// crew is an operation of two sites with an organizer and an observer.
type crew struct {
	*coretest.World
	views    *simpleview.Service
	reads    *operation.Service
	observer policy.Principal
}

func newCrew(t *testing.T, limit int) crew {
	t.Helper()
	w := coretest.New(t)
	kept, sites := operationstore.NewViews(w.DB), participantstore.NewParticipants(w.DB)
	views := simpleview.New(simpleview.Deps{Guard: w.Guard, Tx: w.DB, Now: w.Now, Operations: operationstore.NewOperations(w.DB),
		Sites: sites, Choices: kept, Uses: kept, Limit: limit})
	c := crew{World: w, views: views, reads: operation.New(operation.Deps{Guard: w.Guard, Tx: w.DB, Now: w.Now,
		Operations: operationstore.NewOperations(w.DB), Members: operationstore.NewMembers(w.DB), Accounts: operationstore.NewAccounts(w.DB),
		Sites: sites, Views: views})}
	c.observer = policy.Principal{UserID: w.User(policy.RoleObserver), Role: policy.RoleObserver, Operations: w.Organizer.Operations}
	w.Site("École", "consumer", "")
	w.Site("Mairie", "consumer", "")
	for _, one := range []policy.Principal{w.Organizer, c.observer} {
		capacity := team.Organizer
		if one.Role == policy.RoleObserver {
			capacity = team.Observer
		}
		require.NoError(t, operationstore.NewTeam(w.DB).Put(t.Context(), w.Operation, one.UserID, capacity))
	}
	return c
}

func (c crew) seen(who policy.Principal) *operation.View {
	c.T.Helper()
	d, err := c.reads.Get(c.T.Context(), who, c.Operation)
	require.NoError(c.T, err)
	return d.View
}

func TestAViewIsKeptForWhoChoseIt(t *testing.T) {
	t.Parallel()
	c := newCrew(t, 3)
	require.True(t, c.seen(c.Organizer).Simple, "two sites are few")
	require.False(t, c.seen(c.Organizer).Chosen)
	v, err := c.views.Choose(t.Context(), c.Organizer, c.Operation, simpleview.Full)
	require.NoError(t, err)
	require.Equal(t, operation.View{Chosen: true}, v)
	require.Equal(t, v, *c.seen(c.Organizer))
	require.True(t, c.seen(c.observer).Simple, "nobody else's changes")
	v, err = c.views.Choose(t.Context(), c.Organizer, c.Operation, simpleview.BySize)
	require.NoError(t, err)
	require.True(t, v.Simple)
	require.False(t, v.Chosen)
	c.Site("Gymnase", "consumer", "")
	require.False(t, c.seen(c.Organizer).Simple, "three sites are not few")
	v, err = c.views.Choose(t.Context(), c.observer, c.Operation, simpleview.Simple)
	require.NoError(t, err)
	require.True(t, v.Simple && v.Chosen)
	require.Equal(t, 3, c.Count("audit_entries where action = 'operationView:update'"))
}

// TestWhatIsLeftOutAndUsedIsSaid: nothing that holds data is left out without a word.
func TestWhatIsLeftOutAndUsedIsSaid(t *testing.T) {
	t.Parallel()
	c := newCrew(t, 50)
	require.Empty(t, c.seen(c.Organizer).InUse)
	site := c.Sites["École"]
	for _, use := range []struct {
		option operation.Option
		sql    string
		args   []any
	}{
		{operation.OptionOwnReferences, `update participants set tags = '{école}' where id = $1`, []any{site}},
		{operation.OptionExpense, `insert into affectations (operation_id, id, kind, heading, label, day, amount_cents, created_by, created_at, updated_at)
			values ($1, gen_random_uuid(), 'EXPENSE', 'RENT', '', '2026-10-01', 1, $2, now(), now())`, []any{c.Operation, c.Organizer.UserID}},
		{operation.OptionIncome, `insert into affectations (operation_id, id, kind, heading, label, day, amount_cents, created_by, created_at, updated_at)
			values ($1, gen_random_uuid(), 'INCOME', 'SUBSIDY', '', '2026-10-01', 1, $2, now(), now())`, []any{c.Operation, c.Organizer.UserID}},
		{operation.OptionMonitoring, `insert into surplus_prices (operation_id, id, producer_id, start_date, price_micro_euro, created_by, created_at)
			values ($1, gen_random_uuid(), $3, '2026-10-01', 1, $2, now())`, []any{c.Operation, c.Organizer.UserID, site}},
		{operation.OptionBillCheck, `insert into price_configs (participant_id, operation_id, consumer_type, contract_type, base, on_trv, version, updated_at)
			values ($2, $1, 'individual', 'BASE', 1, false, 1, now())`, []any{c.Operation, site}},
	} {
		require.NotContains(t, c.seen(c.Organizer).InUse, use.option)
		c.Exec(use.sql, use.args...)
		v := c.seen(c.Organizer)
		require.Contains(t, v.InUse, use.option)
		require.Subset(t, v.Hidden, v.InUse)
	}
	v, err := c.views.Choose(t.Context(), c.Organizer, c.Operation, simpleview.Full)
	require.NoError(t, err)
	require.Empty(t, v.InUse, "what is shown is not named")
}

func TestWhoHasAView(t *testing.T) {
	t.Parallel()
	c := newCrew(t, 50)
	holder := c.Account("École")
	require.Nil(t, c.seen(holder), "participants have a menu of their own")
	require.Nil(t, c.seen(c.Admin()), "an admin is in no team")
	_, err := c.views.Choose(t.Context(), holder, c.Operation, simpleview.Full)
	require.ErrorIs(t, err, policy.ErrForbidden)
	stranger := policy.Principal{UserID: c.User(policy.RoleOrganizer), Role: policy.RoleOrganizer}
	_, err = c.views.Choose(t.Context(), stranger, c.Operation, simpleview.Full)
	require.Equal(t, fault.NotFound, fault.From(err).Kind)
	_, err = c.views.Choose(t.Context(), c.Organizer, c.Operation, "WIDE")
	require.ErrorIs(t, err, simpleview.ErrUnknown)
}
