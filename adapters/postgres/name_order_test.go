package postgres_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres/backofficestore"
	"github.com/openpmo/pmo/adapters/postgres/billingstore"
	"github.com/openpmo/pmo/adapters/postgres/participantstore"
	"github.com/openpmo/pmo/adapters/postgres/pgtest"
	"github.com/openpmo/pmo/core/backoffice"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/contract"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/naming"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/party"
)

// namesInOrder are names as people order them, first in the list of bytes as last.
var namesInOrder = []string{"Crèche", "École", "Eglise", "mairie", "Mairie annexe", "Rue 9", "Rue 9 bis", "Rue 10", "Site 1", "Site 2", "Site 10", "Zoé"}

// The database and the core order names alike.
func TestNamesAreOrderedAsInTheCore(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	shuffled := slices.Sorted(slices.Values(namesInOrder))
	require.NotEqual(t, namesInOrder, shuffled)
	rows, err := db.Pool().Query(t.Context(), "select n from unnest($1::text[]) n order by n collate name_order", shuffled)
	require.NoError(t, err)
	got, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(t, err)
	require.Equal(t, namesInOrder, got)
	require.Equal(t, namesInOrder, slices.SortedFunc(slices.Values(shuffled), naming.Compare))
}

// Site 2 comes before Site 10 in the lists of sites, clients, plans and subscriptions, and in the back-office.
func TestListsAreInTheOrderOfNames(t *testing.T) {
	t.Parallel()
	b := coretest.NewBilling(t)
	roof := b.Site("Toiture", "producer", "")
	b.Issuer("Commune", coretest.Commune, roof)
	names := slices.Sorted(slices.Values(namesInOrder))
	for _, name := range names {
		site := b.Site(name, "consumer", "")
		b.Client(name, "", party.Individual, site)
		b.Plan = b.MakePlan(name, 100_000)
		b.Subscribe(site, roof, "2026-01-01")
	}
	sites, err := participantstore.NewParticipants(b.DB).OfOperation(t.Context(), b.Operation)
	require.NoError(t, err)
	requireInOrder(t, sites, func(one participant.Participant) string { return one.Name })
	billed, err := billingstore.NewSites(b.DB).OfOperation(t.Context(), b.Operation)
	require.NoError(t, err)
	requireInOrder(t, billed, func(one billing.Site) string { return one.Name })
	clients, err := b.Entities.ListBillableEntities(t.Context(), b.Organizer, b.Scope)
	require.NoError(t, err)
	requireInOrder(t, clients, func(one billing.BillableEntity) string { return one.Name })
	plans, err := b.Contracts.ListPlans(t.Context(), b.Organizer, b.Scope)
	require.NoError(t, err)
	requireInOrder(t, plans, func(one billing.Plan) string { return one.Name })
	subscriptions, err := b.Contracts.ListSubscriptions(t.Context(), b.Organizer, b.Scope, "")
	require.NoError(t, err)
	requireInOrder(t, subscriptions, func(one contract.SubscriptionView) string {
		at := slices.IndexFunc(billed, func(s billing.Site) bool { return s.ID == one.ConsumerID })
		return billed[at].Name
	})
	rows, err := backofficestore.NewLists(b.DB).Rows(t.Context(), backoffice.Participants, backoffice.Query{Sort: "name", Count: 100})
	require.NoError(t, err)
	requireInOrder(t, rows.JSON, func(row []byte) string {
		var one struct{ Name string }
		require.NoError(t, json.Unmarshal(row, &one))
		return one.Name
	})
}

func requireInOrder[T any](t *testing.T, list []T, name func(T) string) {
	t.Helper()
	var got []string
	for _, one := range list {
		if n := name(one); n != "Toiture" {
			got = append(got, n)
		}
	}
	require.Equal(t, namesInOrder, got)
}

var (
	ordering = regexp.MustCompile(`(?i)order by [^;]*`)
	byName   = regexp.MustCompile(`(?i)\b(?:name|lastname|firstname)\b(?:\s+collate\s+(\S+?),?(?:\s|$|;))?`)
)

// No list is sorted by a name in another order.
func TestEveryQueryOrdersNamesAlike(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("*/queries/*.sql")
	require.NoError(t, err)
	found := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, clause := range ordering.FindAllString(string(text), -1) {
			for _, by := range byName.FindAllStringSubmatch(clause, -1) {
				found++
				require.Equal(t, "name_order", by[1], "%s: %s", file, clause)
			}
		}
	}
	require.Greater(t, found, 10)
}
