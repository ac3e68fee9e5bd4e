package backoffice

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/fault"
)

var lists = []List{Users, Approvals, Outbox, SellerClaims, Operations, Participants, Jobs}

// A name that is no field would reach the database as a column that does not exist.
func TestListsNameTheirFieldsOnly(t *testing.T) {
	for _, l := range lists {
		names := slices.Concat(l.Sortable, l.Filterable, l.Searched, l.Hidden, []string{l.Sort, "id"})
		for _, name := range names {
			require.Contains(t, l.Fields, name, l.Name)
		}
		require.Contains(t, l.Sortable, l.Sort, l.Name)
		require.Contains(t, l.Sortable, "id", "%s: the back-office sorts by id when nobody says", l.Name)
		for _, name := range l.Searched {
			require.Contains(t, []Kind{Text, Name}, l.Fields[name], "%s.%s", l.Name, name)
		}
		for _, name := range l.Filterable {
			require.NotEqual(t, Moment, l.Fields[name], "%s.%s", l.Name, name)
		}
	}
}

func TestQueriesAreCheckedAndCompleted(t *testing.T) {
	got, err := Users.complete(Query{})
	require.NoError(t, err)
	require.Equal(t, Query{Sort: "email", Count: MaxRows}, got)
	for _, c := range []struct {
		q   Query
		key string
	}{
		{Query{Sort: "password_hash"}, "list.sortUnknown"},
		{Query{Sort: `email" desc; drop table users --`}, "list.sortUnknown"},
		{Query{From: -1}, "list.rangeInvalid"},
		{Query{Count: MaxRows + 1}, "list.rangeInvalid"},
		{Query{Filters: map[string][]string{"password_hash": {"x"}}}, "list.filterUnknown"},
		{Query{Filters: map[string][]string{"createdAt": {"x"}}}, "list.filterUnknown"},
		{Query{Filters: map[string][]string{"active": {"yes"}}}, "list.filterInvalid"},
		{Query{Filters: map[string][]string{"id": {"1"}}}, "list.filterInvalid"},
		{Query{Filters: map[string][]string{"operationIds": {"x"}}}, "list.filterInvalid"},
		{Query{Filters: map[string][]string{"role": {"admin", "observer"}, "active": {"true"}}, Count: MaxRows}, ""},
	} {
		_, err := Users.complete(c.q)
		if c.key == "" {
			require.NoError(t, err)
			continue
		}
		require.Equal(t, c.key, fault.KeyOf(err), "%+v", c.q)
	}
}

// TestTheFirstWrongFilterIsTold: of several the same one each time, by its name.
func TestTheFirstWrongFilterIsTold(t *testing.T) {
	for range 20 {
		_, err := Users.complete(Query{Filters: map[string][]string{"zeta": {"1"}, "alpha": {"1"}, "mu": {"1"}}})
		require.Equal(t, "alpha", fault.From(err).Params["field"])
	}
}
