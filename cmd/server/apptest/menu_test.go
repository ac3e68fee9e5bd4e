package apptest_test

import (
	"encoding/json"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/server/apptest"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/policy"
)

// menus is specification section 2 by hand: which entries there are,
// by kind of operation and role. The entries that every operation has are left out, as
// is production, which is ENEDIS's.
var menus = map[string]map[policy.Role]string{
	"old": {
		policy.RoleOrganizer:   "billingParticipants billingConfigs payment billCheck expense income monitoring communication",
		policy.RoleObserver:    "billingParticipants payment billCheck expense income monitoring communication",
		policy.RoleAdmin:       "billingParticipants payment billCheck expense income monitoring communication",
		policy.RoleParticipant: "billingParticipants billCheck expense income monitoring communication",
	},
	"new": {
		policy.RoleOrganizer:   "plans subscriptions payment invoices accounting receivables einvoicing billCheck expense income monitoring communication",
		policy.RoleObserver:    "plans subscriptions payment invoices accounting receivables einvoicing billCheck expense income monitoring communication",
		policy.RoleAdmin:       "plans subscriptions payment invoices accounting receivables einvoicing billCheck expense income monitoring communication",
		policy.RoleParticipant: "plans billCheck expense income monitoring communication",
	},
	"new with runs": {
		policy.RoleOrganizer:   "plans subscriptions payment invoicesRun editedInvoices accounting receivables einvoicing billCheck expense income monitoring communication",
		policy.RoleObserver:    "plans subscriptions payment invoicesRun editedInvoices accounting receivables einvoicing billCheck expense income monitoring communication",
		policy.RoleAdmin:       "plans subscriptions payment invoicesRun editedInvoices accounting receivables einvoicing billCheck expense income monitoring communication",
		policy.RoleParticipant: "plans billCheck expense income monitoring communication",
	},
	"SIBELGA": {
		policy.RoleOrganizer:   "plans subscriptions payment invoices accounting receivables statements einvoicing",
		policy.RoleObserver:    "payment invoices accounting receivables statements einvoicing",
		policy.RoleAdmin:       "payment invoices accounting receivables statements einvoicing",
		policy.RoleParticipant: "statements", // with the right only, which it has not
	},
}

const everyOperation = "month alerts dashboard distribution participants documents exports operation"

// kindOf is the row of menus that an operation belongs to.
func kindOf(v operation.Variant) string {
	switch {
	case v.DSO == dso.Sibelga:
		return "SIBELGA"
	case v.Engine != operation.Engine2025:
		return "old"
	case v.JdbToggle:
		return "new with runs"
	}
	return "new"
}

func entries(v operation.Variant, role policy.Role) []string {
	all := strings.Fields(everyOperation + " curves " + menus[kindOf(v)][role])
	if v.DSO == dso.Enedis {
		all = append(all, "production")
	}
	return all
}

var (
	dsos  = []dso.Operator{dso.Enedis, dso.SRD, dso.SER, dso.Greenalp, dso.Sibelga, dso.Fake}
	roles = []policy.Role{policy.RoleOrganizer, policy.RoleObserver, policy.RoleParticipant, policy.RoleAdmin}
)

// variants are all operators, engines and toggles.
func variants() []operation.Variant {
	var all []operation.Variant
	for _, operator := range dsos {
		for _, engine := range []operation.Engine{"", operation.Engine2025} {
			all = append(all, operation.Variant{DSO: operator, Engine: engine}, operation.Variant{DSO: operator, Engine: engine, JdbToggle: true})
		}
	}
	return all
}

// TestMenuAgreesWithTheScreens compares the table above with the core and with the
// table of the front-end's own test.
func TestMenuAgreesWithTheScreens(t *testing.T) {
	t.Parallel()
	var cases []struct {
		DSO      dso.Operator
		Engine   operation.Engine
		Toggle   bool
		Role     policy.Role
		Entries  []string
		Features []operation.Feature
	}
	text, err := os.ReadFile("../../../webapp/src/app/navigation.cases.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &cases))
	require.Len(t, cases, len(variants())*len(roles))
	for _, c := range cases {
		v := operation.Variant{DSO: c.DSO, Engine: c.Engine, JdbToggle: c.Toggle}
		require.ElementsMatch(t, entries(v, c.Role), c.Entries, "%+v as %s", v, c.Role)
		require.Equal(t, c.Features, operation.MenuOf(v, c.Role), "%+v as %s", v, c.Role)
	}
	// Words of the core for an entry, and features that are calls and no entry.
	entryOf := map[operation.Feature]string{operation.FeatureCoefficients: "production", operation.FeatureMonitoring: "monitoring"}
	calls := []operation.Feature{operation.FeatureMetrics, operation.FeatureOldBilling, operation.FeatureBilling}
	for _, v := range variants() {
		for _, role := range roles {
			got := strings.Fields(everyOperation + " curves")
			for _, f := range operation.MenuOf(v, role) {
				entry, named := entryOf[f]
				if !named {
					entry = string(f)
				}
				if !slices.Contains(calls, f) {
					got = append(got, entry)
				}
				if f == operation.FeatureInvoices || f == operation.FeatureEditedInvoices {
					got = append(got, "accounting", "receivables")
				}
			}
			require.ElementsMatch(t, entries(v, role), got, "%+v as %s", v, role)
		}
	}
}

// TestMenuNeedsTheVisitRight is what each role sees in the end: the entries whose visit
// right it holds, by hand.
func TestMenuNeedsTheVisitRight(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	permission := map[string]string{"alerts": "alertManagement", "plans": "billingPlan", "subscriptions": "billingSubscriptions", "payment": "paymentConfig", "invoicesRun": "billing",
		"editedInvoices": "invoices", "billingParticipants": "billing", "billingConfigs": "billingConfig", "monitoring": "financialMonitoring"}
	const money = " plans subscriptions payment billCheck expense income monitoring"
	for _, c := range []struct {
		kind operation.Variant
		role policy.Role
		want string
	}{
		{operation.Variant{DSO: dso.Enedis, Engine: operation.Engine2025, JdbToggle: true}, policy.RoleOrganizer, everyOperation + " curves" + money + " production communication invoicesRun editedInvoices accounting receivables"},
		{operation.Variant{DSO: dso.Enedis, Engine: operation.Engine2025, JdbToggle: true}, policy.RoleAdmin, everyOperation + money + " production invoicesRun editedInvoices accounting receivables"},
		{operation.Variant{DSO: dso.Enedis, Engine: operation.Engine2025, JdbToggle: true}, policy.RoleObserver, strings.Replace(strings.Replace(everyOperation, " alerts", "", 1), " exports", "", 1)},
		{operation.Variant{DSO: dso.Enedis, Engine: operation.Engine2025, JdbToggle: true}, policy.RoleParticipant, "dashboard documents billCheck"},
		{operation.Variant{DSO: dso.SER}, policy.RoleOrganizer, everyOperation + " curves" + " billingParticipants billingConfigs payment billCheck expense income monitoring communication"},
		{operation.Variant{DSO: dso.Sibelga}, policy.RoleOrganizer, everyOperation + " curves" + " plans subscriptions payment invoices accounting receivables statements"},
		{operation.Variant{DSO: dso.Sibelga}, policy.RoleObserver, strings.Replace(strings.Replace(everyOperation, " alerts", "", 1), " exports", "", 1)},
		{operation.Variant{DSO: dso.Sibelga}, policy.RoleParticipant, "dashboard documents"},
	} {
		held := s.As(string(c.role) + "@demo.pmo").Get("/session").Map()["policy"].([]any)
		seen := slices.DeleteFunc(entries(c.kind, c.role), func(entry string) bool {
			name, named := permission[entry]
			if !named {
				name = entry
			}
			if entry == "curves" {
				return !slices.Contains(held, any("upload:view"))
			}
			if entry == "accounting" {
				return !slices.Contains(held, any("journal:read"))
			}
			if entry == "receivables" {
				return !slices.Contains(held, any("balance:read"))
			}
			if entry == "statements" {
				return !slices.Contains(held, any("statement:read"))
			}
			return !slices.Contains(held, any(name+":visit"))
		})
		require.ElementsMatch(t, strings.Fields(c.want), seen, "%+v as %s", c.kind, c.role)
	}
}

// TestMenuAgreesWithTheCalls asks the calls behind the entries of every kind of
// operation: 409 where no menu has the entry, 403 where the role has no right.
func TestMenuAgreesWithTheCalls(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	clients := map[policy.Role]*apptest.Client{}
	for _, role := range roles {
		clients[role] = s.As(string(role) + "@demo.pmo")
	}
	me, looks := clients[policy.RoleOrganizer].Get("/session").Map()["id"], clients[policy.RoleObserver].Get("/session").Map()["id"]
	reads := map[policy.Role]bool{policy.RoleOrganizer: true, policy.RoleAdmin: true}
	for i, v := range variants() {
		body := map[string]any{"name": "Menü", "externalId": "ACC000009" + string(rune('a'+i)), "dso": v.DSO, "jdbToggle": v.JdbToggle,
			"organizerIds": []any{me}, "observerIds": []any{looks}}
		if v.Engine != "" {
			body["billingEngine"] = v.Engine
		}
		made := clients[policy.RoleAdmin].Post("/admin/operations", body)
		require.Equal(t, http.StatusCreated, made.Status, "%s", made.Body)
		base := "/operations/" + made.Map()["id"].(string)
		exists := kindOf(v) != "old"
		for _, path := range []string{"/billing/plans", "/billing/subscriptions", "/billing/invoices", "/billing/run/last", "/billing/billing-entities", "/billing/billable-entities"} {
			for _, role := range roles {
				if own := strings.HasSuffix(path, "/subscriptions") || strings.HasSuffix(path, "/billing-entities"); own && role == policy.RoleParticipant {
					// It holds the right for its own sites only: the operation's list is not there.
					require.Equal(t, http.StatusNotFound, clients[role].Get(base+path).Status, path)
					continue
				}
				// Who sells and who buys is told before an operation moves to the newer engine.
				requireExists(t, clients[role].Get(base+path), exists || strings.HasSuffix(path, "-entities"), reads[role], base+path+" of "+kindOf(v)+" as "+string(role))
			}
		}
		for _, path := range metricsOf(base) {
			requireExists(t, clients[policy.RoleObserver].Get(path), kindOf(v) != "SIBELGA", true, path+" of "+kindOf(v))
		}
		run := clients[policy.RoleOrganizer].Post(base+"/billing/run/check", map[string]any{})
		requireExists(t, run, exists, true, "run/check of "+kindOf(v))
		start := clients[policy.RoleAdmin].Post(base+"/billing/run", map[string]any{})
		require.Equal(t, http.StatusForbidden, start.Status, "only organizers start runs: %s", start.Body)
	}
}

// metricsOf are the questions for the totals of an operation.
func metricsOf(base string) []string {
	one := "operationId=" + strings.TrimPrefix(base, "/operations/") + "&" + october
	return []string{base + "/measurements/metrics?" + october, "/measurements/metrics/by-operation?" + one, "/measurements/metrics/by-operation/group?group=consumers&" + one}
}

// TestSibelgaHasNoMetrics: its totals come with the curves.
func TestSibelgaHasNoMetrics(t *testing.T) {
	t.Parallel()
	c := apptest.Demo(t, apptest.Today).As("organizer-be@demo.pmo")
	base := "/operations/" + c.Operation("BE00000001")
	site := c.Get(base + "/participants?limit=1").List()[0]["id"].(string)
	for _, path := range append(metricsOf(base), "/participants/"+site+"/measurements/metrics?"+october, "/measurements/metrics/by-participant?participantId="+site+"&"+october) {
		requireExists(t, c.Get(path), false, true, path)
		require.Equal(t, map[string]any{"feature": "metrics", "dso": "SIBELGA"}, c.Get(path).Map()["params"])
	}
	require.NotEmpty(t, c.Get(base + "/distribution?" + october).Map()["consumers"])
	for _, path := range []string{"/measurements/load-curve/by-operation/" + strings.TrimPrefix(base, "/operations/"), "/measurements/load-curve/by-participant/" + site} {
		totals, ok := c.Get(path + "?" + october).Map()["totals"].(map[string]any)
		require.True(t, ok, path)
		require.Contains(t, totals, "autoConsumption")
		require.NotContains(t, totals, "previous")
	}
}

// requireExists wants 403 without the right, 409 featureNotAvailable where there is no
// such thing, else an answer (204 for the last run of none).
func requireExists(t *testing.T, reply apptest.Reply, exists, may bool, what string) {
	t.Helper()
	switch {
	case !may:
		require.Equal(t, []any{http.StatusForbidden, "forbidden"}, []any{reply.Status, reply.Key()}, what)
	case !exists:
		require.Equal(t, []any{http.StatusConflict, "featureNotAvailable"}, []any{reply.Status, reply.Key()}, what)
	case strings.Contains(what, "/run/last"):
		require.Equal(t, http.StatusNoContent, reply.Status, what)
	default:
		require.Equal(t, http.StatusOK, reply.Status, "%s: %s", what, reply.Body)
	}
}
