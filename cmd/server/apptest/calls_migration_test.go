package apptest_test

import (
	"net/http"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/server/apptest"
)

// migration moves an operation of its own from the old engine to the newer one: what lacks is told, a dry
// run keeps nothing, and afterwards old bills stand beside what is billed from then on.
func (v *tour) migration() {
	v.Helper()
	kind := strangerKind{"Umzug", "umzug@elsewhere.example", "ACC00000115", "9915000000000", "662042449", "UMZUG", ""}
	user := v.admin.Post("/admin/users", map[string]any{"email": kind.email, "role": "organizer", "password": apptest.Password + "-first"}).Map()
	x := stranger{kind: kind, server: v.server, organizer: signUp(v.T, v.server, kind.email), params: map[string]string{}}
	op := v.admin.Post("/admin/operations", map[string]any{"name": "Umzughausen", "externalId": kind.externalID, "dso": "FAKE", "organizerIds": []any{user["id"]}})
	require.Equal(v, http.StatusCreated, op.Status, "%s", op.Body)
	x.params["operationId"] = op.Map()["id"].(string)
	x.addSites(v.T)
	base := "/operations/" + x.params["operationId"]
	x.created(v.T, base+"/billing-config", map[string]any{"producers": []any{x.params["producerId"]}, "consumers": []any{x.params["consumerId"]}, "startDate": "2026-09-01",
		"sellingPriceMicroEuro": 120_000, "subscriptionPriceMicroEuro": 3_000_000, "period": 1})
	made := x.organizer.Post(base+"/bills", map[string]any{"billUpTo": "2026-09-30"}).Map()
	require.Equal(v, 1.0, made["participantBills"], "%v", made)

	path := base + "/billing-migration"
	blocked := x.organizer.Post(path, map[string]any{"dryRun": true}).Map()
	v.has(blocked, "migrated", "dryRun", "planCount", "subscriptionCount", "finishedCount", "plans", "subscriptions", "blocks", "warnings")
	require.Len(v, blocked["blocks"], 2)
	v.hardToMove(x, base)
	require.Equal(v, "migration.blocked", x.organizer.Post(path, map[string]any{}).Key())
	require.Equal(v, "billingEngine.contracts", v.admin.Put("/admin/operations/"+x.params["operationId"], map[string]any{"billingEngine": "ENGINE_2025"}).Key())
	require.Equal(v, http.StatusForbidden, v.participant.Post("/operations/"+v.val+"/billing-migration", map[string]any{"dryRun": true}).Status)

	x.created(v.T, base+"/billing/billing-entities", map[string]any{"name": "Umzugdach", "address": "1 rue Haute", "postCode": "67000", "city": "Strasbourg", "legalNumber": kind.legalNumber,
		"vatRegime": "normal", "seriesCode": kind.series, "producerIds": []any{x.params["producerId"]}})
	clients := x.organizer.Post(base+"/billing/billable-entities/multiple", map[string]any{"consumerIds": []any{x.params["consumerId"]}})
	require.Equal(v, http.StatusOK, clients.Status, "%s", clients.Body)
	config := x.organizer.Get(base + "/billing-config").List()[0]
	anniversary := func(day any, period float64) []any {
		reply := x.organizer.Put(base+"/billing-config/"+config["id"].(string), map[string]any{"anniversary": day, "period": period})
		require.Equal(v, http.StatusOK, reply.Status, "%s", reply.Body)
		return keysOf(x.organizer.Post(path, map[string]any{"dryRun": true, "prices": "INCLUDING_VAT"}).Map()["warnings"])
	}
	require.Contains(v, anniversary("2026-02-01", 3), "migration.anniversary", "quarters from February are not those of a year that begins in January")
	require.NotContains(v, anniversary("2026-04-01", 3), "migration.anniversary")
	require.NotContains(v, anniversary(config["anniversary"], 1), "migration.anniversary")
	basis := x.organizer.Post(path, map[string]any{"dryRun": true}).Map()["blocks"]
	require.Equal(v, []any{"REQUEST"}, kindsOf(basis))
	require.Equal(v, []any{"migration.prices"}, keysOf(basis))
	dry := x.organizer.Post(path, map[string]any{"dryRun": true, "prices": "INCLUDING_VAT"}).Map()
	require.Equal(v, []any{false, true, 1.0, 1.0}, []any{dry["migrated"], dry["dryRun"], dry["planCount"], dry["subscriptionCount"]}, "%v", dry)
	require.Equal(v, "2026-09-30", dry["subscriptions"].([]any)[0].(map[string]any)["billedUntil"])
	moved := v.do(x.organizer, http.MethodPost, path, map[string]any{"prices": "INCLUDING_VAT"}).Map()
	require.Equal(v, []any{true, dry["subscriptions"]}, []any{moved["migrated"], moved["subscriptions"]})
	again := x.organizer.Post(path, map[string]any{}).Map()
	require.Equal(v, []any{true, moved["migratedAt"], 1.0}, []any{again["migrated"], again["migratedAt"], again["subscriptionCount"]})
	require.Equal(v, "ENGINE_2025", x.organizer.Get(base).Map()["billingEngine"])
	require.Len(v, x.organizer.Get(base+"/billing/plans").List(), 1)
	require.Len(v, x.organizer.Get(base+"/billing/invoices?isLegacyBill=true").List(), 1)
	require.Empty(v, x.organizer.Get(base+"/billing/invoices").List())
	require.Equal(v, "featureNotAvailable", x.organizer.Get(base+"/billing-config").Key())
}

// hardToMove changes the one config until it could be no plan, then back: each lack has its key.
func (v *tour) hardToMove(x stranger, base string) {
	v.Helper()
	config := base + "/billing-config/" + x.organizer.Get(base + "/billing-config").List()[0]["id"].(string)
	change := func(body map[string]any) {
		v.Helper()
		reply := x.organizer.Put(config, body)
		require.Equal(v, http.StatusOK, reply.Status, "%s", reply.Body)
	}
	change(map[string]any{"period": 4, "paymentDeadline": 90, "sellingPriceMicroEuro": 0, "subscriptionPriceMicroEuro": 0})
	require.Subset(v, keysOf(x.organizer.Post(base+"/billing-migration", map[string]any{"dryRun": true}).Map()["blocks"]), []any{"migration.period", "migration.term", "migration.free"})
	change(map[string]any{"period": 1, "paymentDeadline": 30, "sellingPriceMicroEuro": 120_000, "subscriptionPriceMicroEuro": 3_000_000})
}

func keysOf(lacks any) (out []any) {
	for _, one := range lacks.([]any) {
		out = append(out, one.(map[string]any)["problem"].(map[string]any)["key"])
	}
	return out
}

func kindsOf(lacks any) (out []any) {
	for _, one := range lacks.([]any) {
		out = append(out, one.(map[string]any)["kind"])
	}
	return out
}
