package search_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres/operationstore"
	"github.com/openpmo/pmo/adapters/postgres/searchstore"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/search"
)

func service(w *coretest.World) *search.Service {
	return search.New(search.Deps{Guard: w.Guard, Things: searchstore.NewThings(w.DB),
		Operations: operation.New(operation.Deps{Guard: w.Guard, Operations: operationstore.NewOperations(w.DB)})})
}

// told is what was found, a line each: kind, total, names.
func told(groups []search.Group) map[search.Kind][]string {
	out := map[search.Kind][]string{}
	for _, g := range groups {
		for _, h := range g.Hits {
			out[g.Kind] = append(out[g.Kind], h.Name)
		}
	}
	return out
}

// TestWhatIsFound by name, number, in any order of words, without accents or capitals.
func TestWhatIsFound(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	b.Run("2026-10-31")
	for _, r := range b.Publish(b.Listed(billing.InvoiceFilter{Query: "martin"})[0].ID) {
		require.Nil(t, r.Refused)
	}
	s := service(b.World)
	find := func(text string) map[search.Kind][]string {
		groups, err := s.Find(t.Context(), b.Organizer, text, 6)
		require.NoError(t, err)
		return told(groups)
	}
	require.Equal(t, map[search.Kind][]string{search.Site: {"École"}, search.Client: {"École"}}, find(" ECOLE "))
	require.Equal(t, map[search.Kind][]string{search.Issuer: {"Commune de Fougères"}}, find("fougeres commune"))
	require.Equal(t, map[search.Kind][]string{search.Plan: {"Plan solaire"}}, find("solaire"))
	require.Equal(t, map[search.Kind][]string{search.Invoice: {"COM-2026-00001"}}, find("2026-00001"))
	require.Equal(t, map[search.Kind][]string{search.Operation: {"VAL"}}, find("acc0000"))
	require.Equal(t, map[search.Kind][]string{search.Client: {"CCAS"}}, find("35600000000048"), "by legal number")
	require.Empty(t, find("100%_"), "no letter means another")
	number := ""
	require.NoError(t, b.DB.Pool().QueryRow(t.Context(), "select dso_id from participants where name = 'Martin'").Scan(&number))
	require.Equal(t, []string{"Martin"}, find(number)[search.Site])
	groups, err := s.Find(t.Context(), b.Organizer, "martin", 6)
	require.NoError(t, err)
	require.Equal(t, []any{number, b.Operation, "VAL"}, []any{groups[0].Hits[0].Detail, groups[0].Hits[0].OperationID, groups[0].Hits[0].OperationName})

	for _, short := range []string{"", "  ", "é", "a "} {
		_, err := s.Find(t.Context(), b.Organizer, short, 6)
		require.ErrorIs(t, err, search.ErrTooShort, "%q", short)
	}
}

// TestTheBestComesFirstAndNothingIsCutInSilence: names that begin so, then as people order names.
func TestTheBestComesFirstAndNothingIsCutInSilence(t *testing.T) {
	t.Parallel()
	b := coretest.NewBilling(t)
	for _, name := range []string{"Rue de l’École 10", "École 10", "École 2", "La petite école"} {
		b.Site(name, "consumer", "")
	}
	groups, err := service(b.World).Find(t.Context(), b.Organizer, "école", 3)
	require.NoError(t, err)
	require.Equal(t, map[search.Kind][]string{search.Site: {"École 2", "École 10", "La petite école"}}, told(groups))
	require.Equal(t, 4, groups[0].Total)
}

// TestOnlyWhatOneMayRead is found, wherever it is.
func TestOnlyWhatOneMayRead(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	own := b.Site("Zoé", "consumer", "")
	b.Client("Zoé", "", party.Individual, own)
	b.Site("Zoé d’à côté", "consumer", "")
	stranger := policy.Principal{UserID: b.User(policy.RoleOrganizer), Role: policy.RoleOrganizer, Operations: []id.ID{id.New()}}
	all := map[search.Kind][]string{search.Site: {"Zoé", "Zoé d’à côté"}, search.Client: {"Zoé"}}
	for name, c := range map[string]struct {
		p    policy.Principal
		want map[search.Kind][]string
	}{
		"organizer": {b.Organizer, all}, "admin": {b.Admin(), all}, "another organizer": {stranger, map[search.Kind][]string{}},
		"observer": {b.Observer(), map[search.Kind][]string{search.Site: {"Zoé", "Zoé d’à côté"}}}, "participant": {b.Account("Zoé"), map[search.Kind][]string{search.Site: {"Zoé"}}},
		"narrowed token": {policy.Principal{UserID: b.Organizer.UserID, Role: policy.RoleOrganizer, Operations: b.Organizer.Operations,
			Agent: "token", Granted: []policy.Permission{"operation:read"}}, map[search.Kind][]string{}},
	} {
		groups, err := service(b.World).Find(t.Context(), c.p, "zoe", 6)
		require.NoError(t, err, name)
		require.Equal(t, c.want, told(groups), name)
	}
}

// broken is a policy that cannot be asked.
type broken struct{ policy.Decider }

var errBroken = errors.New("broken")

func (b broken) Decide(ctx context.Context, p policy.Principal, perm policy.Permission, r policy.Resource) (policy.Decision, error) {
	if perm == "plan:read" {
		return policy.Decision{}, fault.From(policy.ErrForbidden).Because(errBroken)
	}
	return b.Decider.Decide(ctx, p, perm, r)
}

// TestWhatCannotBeAskedIsNotFound: a policy that fails denies.
func TestWhatCannotBeAskedIsNotFound(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	b.Guard.Decider = broken{b.Guard.Decider}
	groups, err := service(b.World).Find(t.Context(), b.Organizer, "plan solaire", 6)
	require.NoError(t, err)
	require.Empty(t, groups)
}
