package apptest_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/server/apptest"
	"github.com/openpmo/pmo/openapi"
)

// TestWalk calls every operation of the contract as every role on the objects of an
// operation that the caller has nothing to do with, with valid bodies: 403 or 404,
// never data, never 400. New operations are walked by themselves.
func TestWalk(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	x := newStranger(t, s)
	doc, err := openapi3.NewLoader().LoadFromData(openapi.Bundle)
	require.NoError(t, err)
	before := x.state(t)
	all := calls(t, doc, x.params)
	for _, call := range all {
		t.Run(call.name, func(t *testing.T) {
			call.asNobody(t, s.Anonymous())
			for _, role := range []string{"organizer", "participant", "observer"} {
				call.asOutsider(t, role, s.As(role+"@demo.pmo"), x)
			}
			call.asAdmin(t, s.As("admin@demo.pmo"))
		})
	}
	t.Logf("%d calls tried as nobody, three roles and an admin", len(all))
	require.Equal(t, before, x.state(t), "a refused call changed something")
}

// state is what the stranger's operation looks like to its own organizer.
func (x stranger) state(t *testing.T) string {
	t.Helper()
	var all strings.Builder
	for _, path := range []string{"", "/participants", "/billing/plans", "/billing/subscriptions", "/billing/invoices", "/billing/billing-entities",
		"/billing/billable-entities", "/billing/run/last", "/documents", "/measurements/imports", "/energy-allocation/configs"} {
		reply := x.organizer.Get("/operations/" + x.params["operationId"] + path)
		require.Equal(t, http.StatusOK, reply.Status, path)
		all.Write(reply.Body)
	}
	return all.String()
}

// unscoped are the operations that name no object: the caller gets its own, or
// nothing at all. The value says who is answered; everybody else gets 403 or 404.
var unscoped = map[string][]string{
	"login": {}, "logout": {}, "getTerms": {}, "getConfig": {}, "downloadFile": {}, "downloadLinkedDocument": {}, "acceptAccountLink": {}, "renewAccountLink": {}, "createPasswordReset": {}, "confirmEmailChange": {}, // public, tested elsewhere
	"getSession":              {"organizer", "participant", "observer", "admin"},
	"getAppMap":               {"organizer", "participant", "observer", "admin"},
	"getLastTRVPrices":        {"organizer", "participant", "observer", "admin"},
	"updatePassword":          {}, // answers 400 or 401 by its rules, see TestSession
	"updateAuthenticatedUser": {},
	"listTokens":              {"organizer", "participant", "observer", "admin"},
	"listSessions":            {"organizer", "participant", "observer", "admin"},
	"deleteOtherSessions":     {"organizer", "participant", "observer", "admin"},
	"createToken":             {},
	"listOperations":          {"organizer", "participant", "observer", "admin"},
	"getSetup":                {"organizer", "participant", "observer", "admin"},
	"search":                  {"organizer", "participant", "observer", "admin"},
	"listOwnJobs":             {"organizer", "participant", "observer", "admin"},
	"listMonths":              {"organizer", "participant", "observer", "admin"},
	"listAlertCounts":         {"organizer", "admin"},
	"getOwnOrganizer":         {"organizer"},
	"listObserverOperations":  {"organizer", "participant", "observer", "admin"}, // one's own: none for others
	"listOwnParticipants":     {"organizer", "participant", "observer", "admin"},
	"createOperation":         {"admin"},
	"createAdminOperation":    {"admin"},
	"createAdminUser":         {"admin"},
	"listAdminOperations":     {"admin"}, "listAdminUsers": {"admin"}, "listAdminParticipants": {"admin"},
	"listAdminJobs": {"admin"}, "getAdminJob": {"admin"}, "listTermsApprovals": {"admin"}, "listOutboxMessages": {"admin"},
}

// call is one operation with everything filled in.
type call struct {
	name, method, path string
	pattern            string // of the path, as the contract has it
	header             http.Header
	body               any
	upload             string // part of a multipart body
	public             bool
}

// calls fills every operation of the contract with the stranger's ids and the
// contract's own examples.
func calls(t *testing.T, doc *openapi3.T, ids map[string]string) []call {
	t.Helper()
	var all []call
	paths := doc.Paths.Map()
	for _, path := range slices.Sorted(maps.Keys(paths)) { // what one call changes, the next may meet
		item, operations := paths[path], paths[path].Operations()
		for _, method := range slices.Sorted(maps.Keys(operations)) {
			op := operations[method]
			c := call{name: op.OperationID, method: method, path: path, public: op.Extensions["x-permission"] == "public"}
			query := url.Values{}
			for _, p := range append(slices.Clone(item.Parameters), op.Parameters...) {
				fill(t, &c, query, p.Value, ids)
			}
			if len(query) > 0 {
				c.path += "?" + query.Encode()
			}
			if op.RequestBody != nil {
				fillBody(t, &c, op.RequestBody.Value, ids)
			}
			all = append(all, c)
		}
	}
	sort.Slice(all, func(i, j int) bool { return all[i].name < all[j].name })
	return all
}

func fill(t *testing.T, c *call, query url.Values, p *openapi3.Parameter, ids map[string]string) {
	t.Helper()
	value, known := ids[p.Name]
	if strings.HasPrefix(c.path, "/admin/jobs/") && p.Name == "jobId" {
		value = fmt.Sprint(p.Example)
	}
	if p.Name == "operationIds" {
		value, known = ids["operationId"], true
	}
	if p.Name == "ids" || p.Name == "invoicesIds" || p.Name == "billsIds" {
		value, known = ids["invoiceId"], true
	}
	switch {
	case p.In == "path":
		require.NotEmpty(t, value, "%s: give path parameter %s a value", c.name, p.Name)
		c.path = strings.ReplaceAll(c.path, "{"+p.Name+"}", value)
	case p.In == "query" && (p.Required || p.Name == "ids" && c.method == http.MethodDelete):
		if !known {
			require.NotNil(t, p.Example, "%s: query parameter %s needs an example", c.name, p.Name)
			value = fmt.Sprint(p.Example)
		}
		query.Set(p.Name, value)
	}
}

func fillBody(t *testing.T, c *call, body *openapi3.RequestBody, ids map[string]string) {
	t.Helper()
	if media := body.Content["multipart/form-data"]; media != nil {
		for part := range media.Schema.Value.Properties {
			if part == "file" || part == "files" {
				c.upload = part
			}
		}
		return
	}
	schema := body.Content["application/json"].Schema.Value
	require.NotNil(t, schema.Example, "%s: the request schema needs an example", c.name)
	text, err := json.Marshal(schema.Example)
	require.NoError(t, err)
	var value map[string]any
	require.NoError(t, json.Unmarshal(text, &value))
	for field := range value {
		if id, ok := ids[field]; ok {
			value[field] = id
		}
	}
	c.body = value
}

func (c call) send(client *apptest.Client) apptest.Reply {
	for name, values := range c.header {
		client.Header[name] = values
		defer client.Header.Del(name)
	}
	if c.upload != "" {
		return client.Upload(c.path, c.upload, []apptest.File{{Name: "a.csv", Content: []byte("prm;nature\n")}}, nil)
	}
	return client.Do(c.method, c.path, c.body)
}

func (c call) asNobody(t *testing.T, nobody *apptest.Client) {
	t.Helper()
	if reply := c.send(nobody); !c.public {
		require.Equal(t, http.StatusUnauthorized, reply.Status, "%s without a session: %s", c.name, reply.Body)
	}
}

func (c call) asOutsider(t *testing.T, role string, client *apptest.Client, x stranger) {
	t.Helper()
	answered, free := unscoped[c.name]
	if free && len(answered) == 0 {
		return
	}
	reply := c.send(client)
	for _, word := range x.words {
		require.False(t, bytes.Contains(reply.Body, []byte(word)), "%s tells %s of the stranger: %s", c.name, role, reply.Body)
	}
	if free && slices.Contains(answered, role) {
		require.Less(t, reply.Status, 300, "%s as %s: %s", c.name, role, reply.Body)
		return
	}
	require.Contains(t, []int{http.StatusForbidden, http.StatusNotFound}, reply.Status, "%s as %s: %d %s", c.name, role, reply.Status, reply.Body)
}

// asAdmin only reads: what admins may change is tested with what it does. Nothing
// that they ask may fail without a word.
func (c call) asAdmin(t *testing.T, client *apptest.Client) {
	t.Helper()
	if c.method != http.MethodGet {
		return
	}
	reply := c.send(client)
	require.Less(t, reply.Status, 500, "%s as admin: %s", c.name, reply.Body)
}
