package backoffice_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/opa"
	"github.com/openpmo/pmo/adapters/postgres/backofficestore"
	"github.com/openpmo/pmo/adapters/postgres/pgtest"
	"github.com/openpmo/pmo/core/backoffice"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// TestListsAreForAdmins: every list, row by row and as a whole; what is asked wrongly is refused
// before the database is.
func TestListsAreForAdmins(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	decider, err := opa.New(t.Context())
	require.NoError(t, err)
	s := backoffice.New(backoffice.Deps{Guard: policy.Guard{Decider: decider}, Lists: backofficestore.NewLists(db)})
	one := id.New()
	_, err = db.Pool().Exec(t.Context(), `insert into users (id, email, role, language, initialized, active, created_at)
		values ($1, 'p@ex.org', 'participant', 'fr', true, true, now()), ($2, 'a@ex.org', 'admin', 'fr', true, true, now())`, one, id.New())
	require.NoError(t, err)
	admin := policy.Principal{UserID: id.New(), Role: policy.RoleAdmin}

	rows, err := s.Rows(t.Context(), admin, backoffice.Users, backoffice.Query{})
	require.NoError(t, err)
	require.Equal(t, 2, rows.Total)
	require.Contains(t, string(rows.JSON[0]), "a@ex.org", "by the list's own order")
	rows, err = s.Rows(t.Context(), admin, backoffice.Users, backoffice.Query{From: 1, Count: 1})
	require.NoError(t, err)
	require.Len(t, rows.JSON, 1)
	require.Contains(t, string(rows.JSON[0]), "p@ex.org")
	row, err := s.Row(t.Context(), admin, backoffice.Users, string(one))
	require.NoError(t, err)
	require.Contains(t, string(row), "p@ex.org")
	_, err = s.Row(t.Context(), admin, backoffice.Users, string(id.New()))
	require.Equal(t, "notFound", fault.KeyOf(err))
	_, err = s.Row(t.Context(), admin, backoffice.Users, "1' or true --")
	require.ErrorIs(t, err, backoffice.ErrNotFound)
	_, err = s.Rows(t.Context(), admin, backoffice.Users, backoffice.Query{Sort: "password_hash"})
	require.ErrorIs(t, err, backoffice.ErrSort)
	rows, err = s.Rows(t.Context(), admin, backoffice.Jobs, backoffice.Query{Filters: map[string][]string{"id": {"1"}}})
	require.NoError(t, err)
	require.Zero(t, rows.Total)
	_, err = s.Rows(t.Context(), admin, backoffice.Jobs, backoffice.Query{Filters: map[string][]string{"id": {"one"}}})
	require.ErrorIs(t, err, backoffice.ErrValue)

	for _, l := range []backoffice.List{backoffice.Users, backoffice.Approvals, backoffice.Outbox, backoffice.SellerClaims,
		backoffice.Operations, backoffice.Participants, backoffice.Jobs} {
		_, err := s.Rows(t.Context(), admin, l, backoffice.Query{})
		require.NoError(t, err, l.Name)
		for _, role := range []policy.Role{policy.RoleOrganizer, policy.RoleObserver, policy.RoleParticipant, ""} {
			p := policy.Principal{UserID: one, Role: role}
			_, err := s.Rows(t.Context(), p, l, backoffice.Query{})
			require.Equal(t, "forbidden", fault.KeyOf(err), "%s %s", l.Name, role)
			_, err = s.Row(t.Context(), p, l, string(one))
			require.Equal(t, "forbidden", fault.KeyOf(err), "%s %s", l.Name, role)
		}
	}
}
