package backofficestore_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/accountstore"
	"github.com/openpmo/pmo/adapters/postgres/backofficestore"
	"github.com/openpmo/pmo/adapters/postgres/kernelstore"
	"github.com/openpmo/pmo/adapters/postgres/pgtest"
	"github.com/openpmo/pmo/core/account"
	"github.com/openpmo/pmo/core/backoffice"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/mail"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
)

// Every list that has a query is sorted and filtered by each field it offers.
func TestAdminListsAnswerWhatTheyOffer(t *testing.T) {
	t.Parallel()
	lists := backofficestore.NewLists(pgtest.New(t))
	value := map[backoffice.Kind]string{
		backoffice.Text: "x", backoffice.Name: "x", backoffice.ID: string(id.New()), backoffice.IDs: string(id.New()),
		backoffice.Bool: "true", backoffice.Number: "7",
	}
	for _, l := range backofficestore.AdminListsWithQuery() {
		for _, field := range l.Sortable {
			for _, descending := range []bool{true, false} {
				rows, err := lists.Rows(t.Context(), l, backoffice.Query{Sort: field, Descending: descending, Count: 10})
				require.NoError(t, err, "%s by %s", l.Name, field)
				require.Zero(t, rows.Total)
			}
		}
		for _, field := range append([]string{"id"}, l.Filterable...) {
			_, err := lists.Rows(t.Context(), l, backoffice.Query{Sort: l.Sort, Count: 10, Text: "x",
				Filters: map[string][]string{field: {value[l.Fields[field]]}}})
			require.NoError(t, err, "%s with %s", l.Name, field)
		}
		_, err := lists.Row(t.Context(), l, value[l.Fields["id"]])
		require.ErrorIs(t, err, backoffice.ErrNotFound, l.Name)
	}
}

func TestAdminUsersAreSortedFilteredAndCut(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	users, lists := accountstore.NewUsers(db), backofficestore.NewLists(db)
	at := time.Date(2026, 11, 20, 8, 0, 0, 0, time.UTC)
	names := []string{"Zoé", "Émile", "Etienne", "eve", "Anna", ""}
	ids := map[string]string{}
	for i, name := range names {
		u := account.User{ID: id.New(), Email: party.Email(fmt.Sprintf("u%d@exemple.fr", i)), Role: policy.RoleObserver,
			Person: account.Person{Firstname: name}, Language: account.French, PasswordHash: "secret", Active: i != 1, Version: 1,
			CreatedAt: at.Add(time.Duration(i) * time.Hour)}
		if i == 0 {
			u.Role, u.Username = policy.RoleAdmin, "zz_top"
		}
		require.NoError(t, users.Add(t.Context(), u))
		ids[name] = string(u.ID)
	}
	read := func(q backoffice.Query) (found []string, total int) {
		t.Helper()
		if q.Sort == "" {
			q.Sort = "email"
		}
		if q.Count == 0 {
			q.Count = 100
		}
		rows, err := lists.Rows(t.Context(), backoffice.Users, q)
		require.NoError(t, err)
		for _, text := range rows.JSON {
			require.NotContains(t, string(text), "secret")
			require.NotContains(t, string(text), "null")
			var row struct{ Firstname string }
			require.NoError(t, json.Unmarshal(text, &row))
			found = append(found, row.Firstname)
		}
		return found, rows.Total
	}
	filter := func(field string, values ...string) map[string][]string { return map[string][]string{field: values} }
	for _, c := range []struct {
		q     backoffice.Query
		want  []string
		total int
	}{
		{backoffice.Query{}, names, 6},
		{backoffice.Query{Sort: "firstname"}, []string{"Anna", "Émile", "Etienne", "eve", "Zoé", ""}, 6},
		{backoffice.Query{Sort: "createdAt", Descending: true, From: 1, Count: 2}, []string{"Anna", "eve"}, 6},
		{backoffice.Query{From: 6}, nil, 6},
		{backoffice.Query{Filters: filter("active", "false")}, []string{"Émile"}, 1},
		{backoffice.Query{Filters: filter("id", ids["Zoé"], ids["eve"], string(id.New()))}, []string{"Zoé", "eve"}, 2},
		{backoffice.Query{Filters: filter("role", "admin", "organizer")}, []string{"Zoé"}, 1},
		{backoffice.Query{Filters: filter("username", "")}, names[1:], 5},
		{backoffice.Query{Text: "ÉMI"}, []string{"Émile"}, 1},
		{backoffice.Query{Text: "u3@"}, []string{"eve"}, 1},
		{backoffice.Query{Text: "%"}, nil, 0},
		{backoffice.Query{Text: "z_t"}, []string{"Zoé"}, 1},
	} {
		found, total := read(c.q)
		require.Equal(t, c.want, found, "%+v", c.q)
		require.Equal(t, c.total, total, "%+v", c.q)
	}
}

func TestAdminOutboxHidesTextsInTheList(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	m := mail.Sent{At: time.Now(), Message: mail.Message{ID: id.New(), To: "a@exemple.fr", Subject: "Bonjour", Text: "le corps"}}
	require.NoError(t, kernelstore.NewOutboxMessages(db).Add(t.Context(), m))
	lists := backofficestore.NewLists(db)
	rows, err := lists.Rows(t.Context(), backoffice.Outbox, backoffice.Query{Sort: "createdAt", Count: 10})
	require.NoError(t, err)
	require.Len(t, rows.JSON, 1)
	require.NotContains(t, string(rows.JSON[0]), "le corps")
	row, err := lists.Row(t.Context(), backoffice.Outbox, string(m.ID))
	require.NoError(t, err)
	require.Contains(t, string(row), "le corps")
}

// TestSitesOfAnOperationHaveNotLeftToday: today is the civil day of the operator's zone, by the
// clock of the core.
func TestSitesOfAnOperationHaveNotLeftToday(t *testing.T) {
	t.Parallel()
	now := time.Date(2031, 6, 30, 21, 59, 0, 0, time.UTC) // a minute before July in Paris and Brussels
	db := pgtest.Open(t, postgres.Options{MaxConns: 4, Now: func() time.Time { return now }})
	lists := backofficestore.NewLists(db)
	for n, operator := range []string{"ENEDIS", "SIBELGA"} {
		operationID := id.New()
		_, err := db.Pool().Exec(t.Context(), `insert into operations (id, name, external_id, type, dso, billing_engine, pmo_legal_name, pmo_country, created_at)
			values ($1, $2, $2, 'OPEN', $2, 'ENGINE_2025', 'PMO', 'FR', $3)`, operationID, operator, now)
		require.NoError(t, err)
		_, err = db.Pool().Exec(t.Context(), `insert into participants (operation_id, id, name, energy_type, dso_id, activation, created_at, updated_at)
			values ($1, $2, 'A', 'consumer', $3, '[2031-01-01,2031-07-01)', $4, $4)`, operationID, id.New(), fmt.Sprintf("%014d", n), now)
		require.NoError(t, err)
	}
	consumers := func() (found []int) {
		rows, err := lists.Rows(t.Context(), backoffice.Operations, backoffice.Query{Sort: "name", Count: 10})
		require.NoError(t, err)
		for _, text := range rows.JSON {
			var row struct{ ConsumersNumber int }
			require.NoError(t, json.Unmarshal(text, &row))
			found = append(found, row.ConsumersNumber)
		}
		return found
	}
	require.Equal(t, []int{1, 1}, consumers(), "the last day of June")
	now = now.Add(time.Minute)
	require.Equal(t, []int{0, 0}, consumers())
}
