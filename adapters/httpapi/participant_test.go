package httpapi_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/dso/perim"
	"github.com/openpmo/pmo/adapters/httpapi"
	"github.com/openpmo/pmo/adapters/httpapi/transport"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/opa"
	"github.com/openpmo/pmo/adapters/postgres/backofficestore"
	"github.com/openpmo/pmo/adapters/postgres/operationstore"
	"github.com/openpmo/pmo/adapters/postgres/participantstore"
	"github.com/openpmo/pmo/adapters/postgres/pgtest"
	"github.com/openpmo/pmo/adapters/xlsx"
	"github.com/openpmo/pmo/core/backoffice"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	participantassembly "github.com/openpmo/pmo/core/participant/assembly"
	"github.com/openpmo/pmo/core/participant/perimeterfile"
	"github.com/openpmo/pmo/core/policy"
)

// callers signs everybody in by their name.
type callers map[string]policy.Principal

func (c callers) BySession(context.Context, string) (request.Caller, error) {
	return request.Caller{}, nil
}

func (c callers) ByToken(_ context.Context, name string) (request.Caller, error) {
	return request.Caller{Principal: c[name]}, nil
}

// perimeter is a server that knows operations and participants.
type perimeter struct {
	t       *testing.T
	url     string
	callers callers
}

func newPerimeter(t *testing.T) *perimeter {
	t.Helper()
	t.Parallel()
	contract, err := os.ReadFile("../../openapi/openapi.gen.json")
	require.NoError(t, err)
	db := pgtest.New(t)
	decider, err := opa.New(t.Context())
	require.NoError(t, err)
	sites, accounts := participantstore.NewParticipants(db), operationstore.NewAccounts(db)
	guard := policy.Guard{Decider: decider, Locator: sites}
	operations := operation.New(operation.Deps{Guard: guard, Tx: db, Now: time.Now, Operations: operationstore.NewOperations(db),
		Members: operationstore.NewMembers(db), Accounts: accounts, Sites: sites})
	participants := participantassembly.Assemble(participantassembly.Parts{Guard: guard, Tx: db, Now: time.Now, Participants: sites,
		Operations: operations, Accounts: accounts, Workbooks: xlsx.Reader{}, Texts: perim.Reader{}})
	p := &perimeter{t: t, callers: callers{"admin": {UserID: coretest.AddUser(t, db, policy.RoleAdmin), Role: policy.RoleAdmin}}}
	handler := httpapi.New(httpapi.Deps{Contract: contract, Authenticator: p.callers, Services: httpapi.Services{
		Operation: operations, Participant: participants, Backoffice: backoffice.New(backoffice.Deps{Guard: guard, Lists: backofficestore.NewLists(db)})}})
	checker, err := transport.NewReplyChecker(contract, func(complaint string) { t.Error(complaint) })
	require.NoError(t, err)
	server := httptest.NewServer(checker.Wrap(handler))
	t.Cleanup(server.Close)
	p.url = server.URL
	return p
}

// reply is an answer, read.
type reply struct {
	status int
	header http.Header
	one    map[string]any
	list   []map[string]any
}

func (p *perimeter) as(who, method, path, contentType string, body io.Reader, headers ...string) reply {
	p.t.Helper()
	r, err := http.NewRequestWithContext(p.t.Context(), method, p.url+"/api"+path, body)
	require.NoError(p.t, err)
	r.Header.Set("Authorization", "Bearer "+who)
	r.Header.Set("Content-Type", contentType)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	answer, err := http.DefaultClient.Do(r)
	require.NoError(p.t, err)
	defer func() { _ = answer.Body.Close() }()
	content, err := io.ReadAll(answer.Body)
	require.NoError(p.t, err)
	out := reply{status: answer.StatusCode, header: answer.Header}
	if bytes.HasPrefix(content, []byte("[")) {
		require.NoError(p.t, json.Unmarshal(content, &out.list))
	} else if len(content) > 0 {
		require.NoError(p.t, json.Unmarshal(content, &out.one), string(content))
	}
	return out
}

func (p *perimeter) admin(method, path, body string, headers ...string) reply {
	p.t.Helper()
	return p.as("admin", method, path, "application/json", strings.NewReader(body), headers...)
}

func (p *perimeter) upload(path, fileName, content string) reply {
	p.t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	if fileName != "" {
		part, err := w.CreateFormFile("file", fileName)
		require.NoError(p.t, err)
		_, err = part.Write([]byte(content))
		require.NoError(p.t, err)
	}
	require.NoError(p.t, w.Close())
	return p.as("admin", "POST", path, w.FormDataContentType(), &b, "Accept-Language", "nl")
}

func TestOperationsOverHTTP(t *testing.T) {
	p := newPerimeter(t)
	made := p.admin("POST", "/operations", `{"name":"Soleil du Val","externalId":"ACC00000042","dso":"FAKE","billingEngine":"ENGINE_2025","interlocutor":{"legalName":"PMO"}}`)
	require.Equal(t, 201, made.status, made.one)
	path := "/operations/" + made.one["id"].(string)
	require.Equal(t, "/api"+path, made.header.Get("Location"))
	require.Equal(t, `"1"`, made.header.Get("ETag"))
	require.Equal(t, "Europe/Paris", made.one["timezone"])
	require.Equal(t, "2020-01-01", made.one["anniversaryDate"])
	require.Equal(t, "#001e62", made.one["theme"].(map[string]any)["primary"])

	changed := p.admin("PUT", path, `{"name":"Soleil","interlocutor":{"legalName":""}}`, "If-Match", `"1"`)
	require.Equal(t, 200, changed.status)
	require.Equal(t, `"2"`, changed.header.Get("ETag"))
	require.NotContains(t, changed.one["interlocutor"], "legalName")
	require.Equal(t, 412, p.admin("PUT", path, `{"name":"Lune"}`, "If-Match", `"1"`).status)
	require.Equal(t, 400, p.admin("PUT", path, `{"billingEngine":"ENGINE_2025"}`).status, "not an organizer's to change")
	twice := p.admin("POST", "/operations", `{"name":"B","externalId":"ACC00000042","dso":"FAKE"}`)
	require.Equal(t, 409, twice.status)
	require.Equal(t, "operation.externalIdUsed", twice.one["key"])

	require.Len(t, p.admin("GET", "/operations?q=soleil", "").list, 1)
	require.Empty(t, p.admin("GET", "/operations?q=lune", "").list)
	require.Equal(t, "FR", p.admin("GET", path+"/interlocutor", "").one["country"])
	require.Empty(t, p.admin("GET", path+"/observers", "").list)
	require.Equal(t, 404, p.admin("GET", "/organizers/by-jwt", "").status)
	require.Equal(t, 404, p.admin("GET", "/operations/"+string(id.New()), "").status)

	row := p.admin("PUT", "/admin"+path, `{"billingEngine":null,"jdbToggle":true}`)
	require.Equal(t, 200, row.status, row.one)
	require.NotContains(t, row.one, "billingEngine")
	rows := p.admin("GET", `/admin/operations?filter={"q":"sol"}`, "")
	require.Equal(t, "operations 0-0/1", rows.header.Get("Content-Range"))
	require.Equal(t, row.one, rows.list[0], "the list says what the change answered")
	require.Equal(t, 201, p.admin("POST", "/admin/operations", `{"name":"C","externalId":"C","dso":"SIBELGA"}`).status)
}

func TestParticipantsOverHTTP(t *testing.T) {
	p := newPerimeter(t)
	o := "/operations/" + p.admin("POST", "/operations", `{"name":"Val","externalId":"ACC00000001","dso":"FAKE"}`).one["id"].(string)
	body := `{"name":"École Jules-Ferry","energyType":"consumer","dsoId":"99100000000017","entityType":"proTertiary","address":"4 rue des Tilleuls",
		"contractPower":36.5,"email":"ecole@exemple.org","activationRange":{"entry":"2026-01-01","exit":"2026-12-31"},"dsoStatus":"EN_VIGUEUR","dsoAction":"CREATION"}`
	made := p.admin("POST", o+"/participants", body)
	require.Equal(t, 201, made.status, made.one)
	require.Equal(t, map[string]any{"entry": "2026-01-01", "exit": "2026-12-31"}, made.one["activationRange"])
	require.InDelta(t, 36.5, made.one["contractPower"], 0)
	require.Equal(t, "professional", made.one["consumerType"])
	require.Equal(t, "NONE", made.one["dsoDetails"].(map[string]any)["account_status"])
	site := "/participants/" + made.one["id"].(string)

	taken := p.admin("POST", o+"/participants", body)
	require.Equal(t, 409, taken.status)
	require.Equal(t, "prm.alreadyUsed", taken.one["key"])
	require.Contains(t, taken.one["detail"], "99100000000017")
	bad := p.admin("POST", o+"/participants", `{"name":"X","energyType":"consumer","dsoId":"1","address":"1 rue"}`)
	require.Equal(t, 400, bad.status)
	require.Equal(t, "dsoId", bad.one["errors"].([]any)[0].(map[string]any)["field"])

	changed := p.admin("PUT", site, `{"exit":null,"email":null,"contractPower":null,"city":"Fougères"}`, "If-Match", `"1"`)
	require.Equal(t, 200, changed.status, changed.one)
	require.Equal(t, map[string]any{"entry": "2026-01-01"}, changed.one["activationRange"])
	require.NotContains(t, changed.one, "email")
	require.NotContains(t, changed.one, "contractPower")
	require.Equal(t, "Fougères", changed.one["city"])
	require.Equal(t, 412, p.admin("PUT", site, `{}`, "If-Match", `"1"`).status)
	require.Equal(t, `"2"`, p.admin("GET", site, "").header.Get("ETag"))

	p.callers["watcher"] = policy.Principal{UserID: id.New(), Role: policy.RoleObserver, Operations: []id.ID{id.ID(strings.TrimPrefix(o, "/operations/"))}}
	require.Equal(t, 403, p.as("watcher", "PUT", site, "application/json", strings.NewReader(`{}`)).status)
	require.Equal(t, 200, p.as("watcher", "GET", site, "", nil).status)
	rows := p.admin("GET", `/admin/participants?sort=["dsoId","DESC"]`, "")
	require.Equal(t, "participants 0-0/1", rows.header.Get("Content-Range"))
	require.Equal(t, "up", rows.list[0]["status"])
	require.Equal(t, "Val", p.admin("GET", "/admin"+site, "").one["operationName"])
}

func TestImportOverHTTP(t *testing.T) {
	p := newPerimeter(t)
	o := "/operations/" + p.admin("POST", "/operations", `{"name":"Val","externalId":"ACC00000001","dso":"FAKE"}`).one["id"].(string)
	const name = "PERIM_ACC00000001_20261120.csv"
	const file = "prm;type;nom;adresse;code_postal;ville;date_entree;date_sortie;note\n" +
		"9100000000017;C;Zoé;1 rue;35300;F;2026-01-01;;x\n99100000000018;C;Abel;1 rue;35300;F;2026-01-01;;x\n"
	// A zero that a spreadsheet may have cut is asked about; everything else is said too.
	asked := p.upload(o+"/participants/import?dryRun=true", name, file)
	require.Equal(t, 200, asked.status, asked.one)
	require.InDelta(t, 1, asked.one["rejected"], 0)
	require.InDelta(t, 1, asked.one["created"], 0)
	require.Equal(t, "REJECTED", asked.one["rows"].([]any)[0].(map[string]any)["outcome"])
	why := asked.one["errors"].([]any)[0].(map[string]any)
	require.Equal(t, []any{"import.zeroMissing", "prm", 2.0, map[string]any{"from": "9100000000017", "to": "09100000000017"}},
		[]any{why["key"], why["field"], why["row"], why["params"]})
	require.Equal(t, "import.rejected", p.upload(o+"/participants/import", name, file).one["key"])
	checked := p.upload(o+"/participants/import?dryRun=true&addZeros=true", name, file)
	require.Equal(t, 200, checked.status, checked.one)
	require.InDelta(t, 2, checked.one["created"], 0)
	require.InDelta(t, 0, checked.one["rejected"], 0)
	warnings := checked.one["warnings"].([]any)
	require.Len(t, warnings, 2)
	require.Contains(t, warnings[0].(map[string]any)["detail"], "kolom")
	require.Empty(t, p.admin("GET", o+"/participants", "").list)

	require.Equal(t, 200, p.upload(o+"/participants/import?addZeros=true", name, file).status)
	first := p.admin("GET", o+"/participants?limit=1&dateFrom=2026-02-01&dateTo=2026-02-01&group=consumers", "")
	require.Equal(t, "2", first.header.Get("Total-Count"))
	require.Equal(t, "Abel", first.list[0]["name"])
	second := p.admin("GET", o+"/participants?limit=1&dateFrom=2026-02-01&dateTo=2026-02-01&group=consumers&cursor="+first.header.Get("Next-Cursor"), "")
	require.Equal(t, "09100000000017", second.list[0]["dsoId"])
	require.Empty(t, second.header.Get("Next-Cursor"))
	require.Equal(t, 400, p.admin("GET", o+"/participants?dateFrom=2026-02-30", "").status)

	refused := p.upload(o+"/participants/import?addZeros=true", name, strings.Replace(file, "2026-01-01", "2026-13-01", 1))
	require.Equal(t, 400, refused.status)
	require.Equal(t, "import.rejected", refused.one["key"])
	require.Equal(t, map[string]any{"fileName": name}, refused.one["params"])
	item := refused.one["errors"].([]any)[0].(map[string]any)
	require.Equal(t, "date_entree", item["field"])
	require.InDelta(t, 2, item["row"], 0)
	require.Equal(t, "import.fileRequired", p.upload(o+"/participants/import", "", "").one["key"])
	require.Equal(t, "import.fileType", p.upload(o+"/participants/import", "sites.pdf", "x").one["key"])
	large := p.upload(o+"/participants/import", name, strings.Repeat("x", perimeterfile.MaxFileBytes+10))
	require.Equal(t, 413, large.status)
	require.Equal(t, "import.tooLarge", large.one["key"])
}
