package participant_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/httpapi/servertest"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/participant/perimeterfile"
	"github.com/openpmo/pmo/core/policy"
)

func TestParticipantsOverHTTP(t *testing.T) {
	t.Parallel()
	p := servertest.NewPerimeter(t)
	o := "/operations/" + p.Admin("POST", "/operations", `{"name":"Val","externalId":"ACC00000001","dso":"FAKE"}`).One["id"].(string)
	body := `{"name":"École Jules-Ferry","energyType":"consumer","dsoId":"99100000000017","entityType":"proTertiary","address":"4 rue des Tilleuls",
		"contractPower":36.5,"email":"ecole@exemple.org","activationRange":{"entry":"2026-01-01","exit":"2026-12-31"},"dsoStatus":"EN_VIGUEUR","dsoAction":"CREATION"}`
	made := p.Admin("POST", o+"/participants", body)
	require.Equal(t, 201, made.StatusCode, made.One)
	require.Equal(t, map[string]any{"entry": "2026-01-01", "exit": "2026-12-31"}, made.One["activationRange"])
	require.InDelta(t, 36.5, made.One["contractPower"], 0)
	require.Equal(t, "professional", made.One["consumerType"])
	require.Equal(t, "NONE", made.One["dsoDetails"].(map[string]any)["account_status"])
	site := "/participants/" + made.One["id"].(string)

	taken := p.Admin("POST", o+"/participants", body)
	require.Equal(t, 409, taken.StatusCode)
	require.Equal(t, "prm.alreadyUsed", taken.One["key"])
	require.Contains(t, taken.One["detail"], "99100000000017")
	bad := p.Admin("POST", o+"/participants", `{"name":"X","energyType":"consumer","dsoId":"1","address":"1 rue"}`)
	require.Equal(t, 400, bad.StatusCode)
	require.Equal(t, "dsoId", bad.One["errors"].([]any)[0].(map[string]any)["field"])

	changed := p.Admin("PUT", site, `{"exit":null,"email":null,"contractPower":null,"city":"Fougères"}`, "If-Match", `"1"`)
	require.Equal(t, 200, changed.StatusCode, changed.One)
	require.Equal(t, map[string]any{"entry": "2026-01-01"}, changed.One["activationRange"])
	require.NotContains(t, changed.One, "email")
	require.NotContains(t, changed.One, "contractPower")
	require.Equal(t, "Fougères", changed.One["city"])
	require.Equal(t, 412, p.Admin("PUT", site, `{}`, "If-Match", `"1"`).StatusCode)
	require.Equal(t, `"2"`, p.Admin("GET", site, "").Header.Get("ETag"))

	p.Callers["watcher"] = policy.Principal{UserID: id.New(), Role: policy.RoleObserver, Operations: []id.ID{id.ID(strings.TrimPrefix(o, "/operations/"))}}
	require.Equal(t, 403, p.As("watcher", "PUT", site, `{}`).StatusCode)
	require.Equal(t, 200, p.As("watcher", "GET", site, "").StatusCode)
	rows := p.Admin("GET", `/admin/participants?sort=["dsoId","DESC"]`, "")
	require.Equal(t, "participants 0-0/1", rows.Header.Get("Content-Range"))
	require.Equal(t, "up", rows.List[0]["status"])
	require.Equal(t, "Val", p.Admin("GET", "/admin"+site, "").One["operationName"])
}

func TestImportOverHTTP(t *testing.T) {
	t.Parallel()
	p := servertest.NewPerimeter(t)
	upload := func(path, fileName, content string) servertest.Reply {
		t.Helper()
		return p.Upload("admin", path, fileName, content, "Accept-Language", "nl")
	}
	o := "/operations/" + p.Admin("POST", "/operations", `{"name":"Val","externalId":"ACC00000001","dso":"FAKE"}`).One["id"].(string)
	const name = "PERIM_ACC00000001_20261120.csv"
	const file = "prm;type;nom;adresse;code_postal;ville;date_entree;date_sortie;note\n" +
		"9100000000017;C;Zoé;1 rue;35300;F;2026-01-01;;x\n99100000000018;C;Abel;1 rue;35300;F;2026-01-01;;x\n"
	// A zero that a spreadsheet may have cut is asked about; everything else is said too.
	asked := upload(o+"/participants/import?dryRun=true", name, file)
	require.Equal(t, 200, asked.StatusCode, asked.One)
	require.InDelta(t, 1, asked.One["rejected"], 0)
	require.InDelta(t, 1, asked.One["created"], 0)
	require.Equal(t, "REJECTED", asked.One["rows"].([]any)[0].(map[string]any)["outcome"])
	why := asked.One["errors"].([]any)[0].(map[string]any)
	require.Equal(t, []any{"import.zeroMissing", "prm", 2.0, map[string]any{"from": "9100000000017", "to": "09100000000017"}},
		[]any{why["key"], why["field"], why["row"], why["params"]})
	require.Equal(t, "import.rejected", upload(o+"/participants/import", name, file).One["key"])
	checked := upload(o+"/participants/import?dryRun=true&addZeros=true", name, file)
	require.Equal(t, 200, checked.StatusCode, checked.One)
	require.InDelta(t, 2, checked.One["created"], 0)
	require.InDelta(t, 0, checked.One["rejected"], 0)
	warnings := checked.One["warnings"].([]any)
	require.Len(t, warnings, 2)
	require.Contains(t, warnings[0].(map[string]any)["detail"], "kolom")
	require.Empty(t, p.Admin("GET", o+"/participants", "").List)

	require.Equal(t, 200, upload(o+"/participants/import?addZeros=true", name, file).StatusCode)
	first := p.Admin("GET", o+"/participants?limit=1&dateFrom=2026-02-01&dateTo=2026-02-01&group=consumers", "")
	require.Equal(t, "2", first.Header.Get("Total-Count"))
	require.Equal(t, "Abel", first.List[0]["name"])
	second := p.Admin("GET", o+"/participants?limit=1&dateFrom=2026-02-01&dateTo=2026-02-01&group=consumers&cursor="+first.Header.Get("Next-Cursor"), "")
	require.Equal(t, "09100000000017", second.List[0]["dsoId"])
	require.Empty(t, second.Header.Get("Next-Cursor"))
	require.Equal(t, 400, p.Admin("GET", o+"/participants?dateFrom=2026-02-30", "").StatusCode)

	refused := upload(o+"/participants/import?addZeros=true", name, strings.Replace(file, "2026-01-01", "2026-13-01", 1))
	require.Equal(t, 400, refused.StatusCode)
	require.Equal(t, "import.rejected", refused.One["key"])
	require.Equal(t, map[string]any{"fileName": name}, refused.One["params"])
	item := refused.One["errors"].([]any)[0].(map[string]any)
	require.Equal(t, "date_entree", item["field"])
	require.InDelta(t, 2, item["row"], 0)
	require.Equal(t, "import.fileRequired", upload(o+"/participants/import", "", "").One["key"])
	require.Equal(t, "import.fileType", upload(o+"/participants/import", "sites.pdf", "x").One["key"])
	large := upload(o+"/participants/import", name, strings.Repeat("x", perimeterfile.MaxFileBytes+10))
	require.Equal(t, 413, large.StatusCode)
	require.Equal(t, "import.tooLarge", large.One["key"])
}
