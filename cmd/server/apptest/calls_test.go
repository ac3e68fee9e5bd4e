package apptest_test

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/oidc/oidctest"
	"github.com/openpmo/pmo/cmd/server/app"
	"github.com/openpmo/pmo/cmd/server/apptest"
	"github.com/openpmo/pmo/openapi"
)

// TestCalls calls every operation of the contract on the demo, as somebody who may,
// looks at what it answers, and shows that each query parameter changes the answer.
// What the contract gains must be called here too. It says how many of the calls that
// the product owes are answered.
func TestCalls(t *testing.T) {
	t.Parallel()
	v := newTour(t)
	v.accounts()
	v.operations()
	v.oldBilling()
	v.migration()
	v.logos()
	v.participants()
	v.invitations()
	v.team()
	v.viewing()
	v.secondFactor()
	v.signInByProvider()
	v.curves()
	v.imports()
	v.registers()
	v.keys()
	v.poolKeys()
	v.keyDrafts()
	v.seasons()
	v.sharing()
	v.coefficients()
	v.months()
	v.searches()
	v.whatIf()
	v.replays()
	v.monitoring() // before sites come of which nothing was measured
	v.entities()
	v.manyClients()
	v.payments()
	v.plans()
	v.subscriptions()
	v.prices()
	v.usualPrices()
	v.runs()
	v.review()
	v.invoices()
	v.delivered()
	v.journal()
	v.backOffice()
	v.corrections()
	v.collections()
	v.statements()
	v.transmissions()
	v.reporting()
	v.bank()
	v.links()
	v.pulls()
	v.files()
	v.communication()
	v.alerts()
	v.documents()
	v.exports()
	v.reports()
	v.papers()
	v.economy()
	v.finances()
	v.extent()
	v.enrolments()
	for _, alone := range aloneTours {
		alone(v)
	}
	v.history()
	v.report()
}

// aloneTours are those that need nothing of others and leave nothing to them. Each is named where it stands.
var aloneTours []func(*tour)

// alone adds a tour to them: `var _ = alone((*tour).consents)`.
func alone(of func(*tour)) struct{} {
	aloneTours = append(aloneTours, of)
	return struct{}{}
}

// tour goes through the calls and keeps book of them.
type tour struct {
	*testing.T
	server                                  *apptest.Server
	provider                                *oidctest.Provider
	folder, bankFolder                      string
	organizer, participant, observer, admin *apptest.Client
	// enedis and lices are billed, with issuers of their producers and with the
	// operation's own; val has the old engine.
	enedis, lices, val string
	routes             []route
	answered           map[string]bool // operationIds
	compared           map[string]bool // operationId and query parameter
	consumers          map[string][]site
	producers          map[string][]site
	made               int // sites made by newSite
}

type site struct{ id, dsoID, name string }

// route is an operation of the contract.
type route struct {
	id, method, path string
	pattern          *regexp.Regexp
	op               *openapi3.Operation
	item             *openapi3.PathItem
}

func newTour(t *testing.T, changes ...apptest.Change) *tour {
	t.Helper()
	v := &tour{T: t, answered: map[string]bool{}, compared: map[string]bool{}, consumers: map[string][]site{}, producers: map[string][]site{}}
	v.provider = oidctest.New(t, clockOfTests)
	v.server = apptest.Demo(t, apptest.Today, append(changes, func(c *app.Config, _ *app.Options) {
		v.folder, v.bankFolder, c.Pull.PullDir = c.DataDir, t.TempDir(), t.TempDir()
		c.Handover.Dir = v.bankFolder
	}, withProvider(v.provider))...)
	v.organizer, v.participant = v.server.As("organizer@demo.pmo"), v.server.As("participant@demo.pmo")
	v.observer, v.admin = v.server.As("observer@demo.pmo"), v.server.As("admin@demo.pmo")
	v.enedis, v.lices, v.val = v.organizer.Operation("ACC00000001"), v.organizer.Operation("ACC00000002"), v.organizer.Operation("ACC00000003")
	v.routes = contractRoutes(t)
	for _, operation := range []string{v.enedis, v.lices, v.val} {
		for _, p := range v.organizer.Get("/operations/" + operation + "/participants").List() {
			of := v.consumers
			if p["energyType"] == "producer" {
				of = v.producers
			}
			of[operation] = append(of[operation], site{id: p["id"].(string), dsoID: p["dsoId"].(string), name: p["name"].(string)})
		}
	}
	return v
}

// contractRoutes are all operations, those with the fewest parameters first.
func contractRoutes(t *testing.T) []route {
	t.Helper()
	doc, err := openapi3.NewLoader().LoadFromData(openapi.Bundle)
	require.NoError(t, err)
	var all []route
	parameter := regexp.MustCompile(`\\\{[^}]*\\\}`)
	for path, item := range doc.Paths.Map() {
		pattern := regexp.MustCompile("^" + parameter.ReplaceAllString(regexp.QuoteMeta(path), "[^/]+") + "$")
		for method, op := range item.Operations() {
			all = append(all, route{op.OperationID, method, path, pattern, op, item})
		}
	}
	slices.SortFunc(all, func(a, b route) int {
		if n := strings.Count(a.path, "{") - strings.Count(b.path, "{"); n != 0 {
			return n
		}
		return strings.Compare(a.id, b.id)
	})
	return all
}

// says reports whether the contract gives the operation an extension, as x-looks.
func (r route) says(extension string) bool { _, said := r.op.Extensions[extension]; return said }

// parameters are those of the path and of the operation.
func (r route) parameters() []*openapi3.Parameter {
	var all []*openapi3.Parameter
	for _, p := range append(slices.Clone(r.item.Parameters), r.op.Parameters...) {
		all = append(all, p.Value)
	}
	return all
}

func (v *tour) route(method, path string) route {
	v.Helper()
	path, _, _ = strings.Cut(path, "?")
	i := slices.IndexFunc(v.routes, func(r route) bool { return r.method == method && r.pattern.MatchString(path) })
	require.GreaterOrEqual(v, i, 0, "the contract does not hold %s %s", method, path)
	return v.routes[i]
}

// do calls and expects success.
func (v *tour) do(c *apptest.Client, method, path string, body any) apptest.Reply {
	v.Helper()
	reply := c.Do(method, path, body)
	v.seen(method, path, reply)
	return reply
}

func (v *tour) seen(method, path string, reply apptest.Reply) {
	v.Helper()
	require.Less(v, reply.Status, 300, "%s %s: %s", method, path, reply.Body)
	called := v.route(method, path)
	v.answered[called.id] = true
	// x-looks: it only looks, or confirms what another did.
	if method != http.MethodGet && !called.says("x-looks") && !strings.Contains(path, "dryRun=true") {
		require.NotEmpty(v, auditLines(v.T, v.server, reply.Header.Get("X-Request-Id")), "%s changed something without an audit line", called.id)
	}
}

func (v *tour) get(c *apptest.Client, path string) apptest.Reply {
	v.Helper()
	return v.do(c, http.MethodGet, path, nil)
}

// created posts, and expects 201 with the address of what was made.
func (v *tour) created(path string, body any) map[string]any {
	v.Helper()
	reply := v.do(v.organizer, http.MethodPost, path, body)
	require.Equal(v, http.StatusCreated, reply.Status, "%s", reply.Body)
	require.NotEmpty(v, reply.Header.Get("Location"), path)
	return reply.Map()
}

// with is path with query parameters set; an empty value takes one out.
func query(path string, pairs ...string) string {
	base, text, _ := strings.Cut(path, "?")
	values, _ := url.ParseQuery(text)
	for i := 0; i < len(pairs); i += 2 {
		values.Del(pairs[i])
		if pairs[i+1] != "" {
			values.Set(pairs[i], pairs[i+1])
		}
	}
	if len(values) == 0 {
		return base
	}
	return base + "?" + values.Encode()
}

// differ reads path with two values of a parameter ("" = without it): both are
// answered, and not alike.
func (v *tour) differ(c *apptest.Client, path, parameter, one, other string) (a, b apptest.Reply) {
	v.Helper()
	a, b = v.get(c, query(path, parameter, one)), v.get(c, query(path, parameter, other))
	require.NotEqual(v, string(a.Body), string(b.Body), "%s: %s=%s and %s=%s answer alike", path, parameter, one, parameter, other)
	v.mark(http.MethodGet, path, parameter)
	return a, b
}

// refused reads path with a value of a parameter that is refused or finds nothing,
// where without it there is an answer.
func (v *tour) refused(c *apptest.Client, path, parameter, value, key string) {
	v.Helper()
	v.get(c, path)
	require.Contains(v, c.Get(query(path, parameter, value)).Keys(), key, "%s with %s=%s", path, parameter, value)
	v.mark(http.MethodGet, path, parameter)
}

// mark notes that a parameter is shown to matter.
func (v *tour) mark(method, path string, parameters ...string) {
	v.Helper()
	for _, p := range parameters {
		v.compared[v.route(method, path).id+" "+p] = true
	}
}

// has looks for fields, and that none is empty text.
func (v *tour) has(object map[string]any, fields ...string) {
	v.Helper()
	for _, f := range fields {
		require.Contains(v, object, f)
		require.NotEmpty(v, fmt.Sprint(object[f]), f)
	}
}

// page reads a list with limit and cursor: the pages together are the whole list.
func (v *tour) page(c *apptest.Client, path string) {
	v.Helper()
	whole := v.get(c, path)
	require.Greater(v, len(whole.List()), 1, "%s has too few rows to cut", path)
	first, _ := v.differ(c, path, "limit", "1", "")
	require.Len(v, first.List(), 1)
	require.Equal(v, fmt.Sprint(len(whole.List())), first.Header.Get("Total-Count"))
	next := first.Header.Get("Next-Cursor")
	require.NotEmpty(v, next)
	_, second := v.differ(c, query(path, "limit", "1"), "cursor", "", next)
	require.Equal(v, whole.List()[1]["id"], second.List()[0]["id"])
	require.Empty(v, whole.Header.Get("Next-Cursor"))
}

// ofLists are the parameters that all lists share: TestListsHaveOneConvention asks each.
var ofLists = []string{"sort", "ids", "limit", "cursor"}

// report fails for what was not called, and counts.
func (v *tour) report() {
	v.Helper()
	var silent, alike []string
	for _, r := range v.routes {
		if !v.answered[r.id] {
			silent = append(silent, r.id)
		}
		for _, p := range r.parameters() {
			if p.In == "query" && !v.compared[r.id+" "+p.Name] && !slices.Contains(ofLists, p.Name) {
				alike = append(alike, r.id+" "+p.Name)
			}
		}
	}
	answered, owed := 0, owedCalls(v.T)
	for _, call := range owed {
		method, path, _ := strings.Cut(call, "\t")
		shape := openapiShape(path)
		if slices.ContainsFunc(v.routes, func(r route) bool {
			return r.method == method && openapiShape(r.path) == shape && v.answered[r.id]
		}) {
			answered++
		}
	}
	summary := fmt.Sprintf("%d of %d calls answered", answered, len(owed))
	// go test shows nothing of a green test: the Makefile prints this file.
	if file := os.Getenv("PMO_CALLS_REPORT"); file != "" {
		require.NoError(v.T, os.WriteFile(file, []byte(summary+"\n"), 0o600))
	}
	v.Log(summary)
	fmt.Println(summary)
	require.Empty(v, silent, "operations of the contract that nobody called here")
	require.Empty(v, alike, "query parameters that nobody has shown to matter")
}

var parameterName = regexp.MustCompile(`\{[^}]*\}`)

func openapiShape(path string) string { return parameterName.ReplaceAllString(path, "{}") }

// owedCalls is the list of calls, each METHOD<TAB>path.
func owedCalls(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile("testdata/calls.tsv")
	require.NoError(t, err)
	calls := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			require.False(t, calls[line], "%s is listed twice", line)
			calls[line] = true
		}
	}
	return slices.Sorted(maps.Keys(calls))
}

// query0 is the value of a query parameter of path.
func query0(path, parameter string) string {
	_, text, _ := strings.Cut(path, "?")
	values, _ := url.ParseQuery(text)
	return values.Get(parameter)
}
