package apptest_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/server/apptest"
)

// fingerprint is the content of every table but those that keep what was tried: two
// that are equal mean that nothing changed.
func fingerprint(t *testing.T, s *apptest.Server) map[string]string {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), s.DatabaseURL)
	require.NoError(t, err)
	defer func() { _ = conn.Close(t.Context()) }()
	require.NoError(t, apptest.UntilIdle(t.Context(), s.DatabaseURL))
	return contentOf(t, conn)
}

// fingerprintNow does not wait for jobs that run.
func fingerprintNow(t *testing.T, s *apptest.Server) map[string]string {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), s.DatabaseURL)
	require.NoError(t, err)
	defer func() { _ = conn.Close(t.Context()) }()
	return contentOf(t, conn)
}

func contentOf(t *testing.T, conn *pgx.Conn) map[string]string {
	t.Helper()
	rows, err := conn.Query(t.Context(), `select table_name::text from information_schema.tables
		where table_schema = 'public' and table_type = 'BASE TABLE' and table_name !~ '^(river|goose|curve_import|jobs|audit|session|login|alert|event|carrier_|einvoice_connections|transmission)'`) // alerts are looked for, events that were handled swept, and platforms asked, by themselves
	require.NoError(t, err)
	tables, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(t, err)
	require.Contains(t, tables, "series_months")
	require.Contains(t, tables, "participants")
	content := map[string]string{}
	for _, table := range tables {
		var sum string
		err := conn.QueryRow(t.Context(), `select count(*) || ' ' || coalesce(md5(string_agg(r::text, e'\n' order by r::text)), '') from `+
			pgx.Identifier{table}.Sanitize()+" r where to_jsonb(r)->>'kind' is distinct from 'curves'").Scan(&sum) // received files are kept as imports are
		require.NoError(t, err)
		content[table] = sum
	}
	return content
}

func zipped(t *testing.T, files ...apptest.File) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, f := range files {
		one, err := w.Create(f.Name)
		require.NoError(t, err)
		_, err = one.Write(f.Content)
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	return b.Bytes()
}

// locked says of each file in a zip that it has a password.
func locked(content []byte) []byte {
	content = slices.Clone(content)
	for _, mark := range []struct {
		head string
		flag int
	}{{"PK\x03\x04", 6}, {"PK\x01\x02", 8}} {
		for at := 0; ; {
			i := bytes.Index(content[at:], []byte(mark.head))
			if i < 0 {
				break
			}
			content[at+i+mark.flag] |= 1
			at += i + 4
		}
	}
	return content
}

const curveHead = "prm;nature;horodate;pas;valeur;unite;statut\n"

// badCurves are files that no import takes, by what is wrong with them; %s is a site of
// the operation.
type badCurve struct {
	name, content, key string
	row                int
}

var badCurves = []badCurve{
	{"empty.csv", "", "import.empty", 0},
	{"head-only.csv", curveHead, "import.empty", 0},
	{"columns.csv", "prm;nature;horodate;pas;valeur\n%s;CONSO;2026-10-01T00:00:00+02:00;PT15M;4\n", "MissingColumns", 0},
	{"other.csv", "day;value\n2026-10-01;4\n", "UnknownFile", 0},
	{"picture.csv", "\x89PNG\r\n\x1a\n\x00\x00\x00", "import.notText", 0},
	{"cut.csv", curveHead + "%[1]s;CONSO;2026-10-01T00:00:00+02:00;PT15M;4;W;D\n%[1]s;CONSO;2026-10-01T00:15:00+02:00;PT15M", "import.truncated", 3},
	{"stranger.csv", curveHead + "99000000000000;CONSO;2026-10-01T00:00:00+02:00;PT15M;4;W;D\n", "prm.unknown", 2},
	{"number.csv", curveHead + "%s;CONSO;2026-10-01T00:00:00+02:00;PT15M;vier;W;D\n", "number.invalid", 2},
	{"negative.csv", curveHead + "%s;CONSO;2026-10-01T00:00:00+02:00;PT15M;-4;W;D\n", "curve.negative", 2},
	{"time.csv", curveHead + "%[1]s;CONSO;2026-10-01T00:00:00+02:00;PT15M;4;W;D\n%[1]s;CONSO;2026-02-30T00:00:00+01:00;PT15M;4;W;D\n", "time.invalid", 3},
	{"nature.csv", curveHead + "%s;LUMIERE;2026-10-01T00:00:00+02:00;PT15M;4;W;D\n", "field.enum", 2},
	{"side.csv", curveHead + "%s;PROD;2026-10-01T00:00:00+02:00;PT15M;4;W;D\n", "curve.natureOfSite", 2},
	{"twice.csv", curveHead + "%[1]s;CONSO;2026-10-01T00:00:00+02:00;PT15M;4;W;D\n%[1]s;CONSO;2026-10-01T00:00:00+02:00;PT15M;5;W;D\n", "curve.duplicate", 3},
	{"early.csv", curveHead + "%s;CONSO;2026-06-01T00:00:00+02:00;PT15M;4;W;D\n", "curve.outsideActivation", 2},
	{"future.csv", curveHead + "%[1]s;CONSO;2026-10-01T00:00:00+02:00;PT15M;4;W;D\n%[1]s;CONSO;2027-06-01T00:00:00+02:00;PT15M;4;W;D\n", "curve.inFuture", 3},
	{"CDC_ACC99999999_202610_1.csv", curveHead + "%s;CONSO;2026-10-01T00:00:00+02:00;PT15M;4;W;D\n", "import.otherOperation", 0},
	{"scientific.csv", curveHead + "9,91E+13;CONSO;2026-10-01T00:00:00+02:00;PT15M;4;W;D\n", "prm.scientific", 2},
	{"huge.csv", curveHead + "%s;CONSO;2026-10-01T00:00:00+02:00;PT15M;999999999999;kWh;D\n", "curve.outOfRange", 2},
}

// meterReadings is a table of what a meter shows every quarter of an hour.
func meterReadings() string {
	var out strings.Builder
	out.WriteString("Début;Conso %[1]s (kWh)\n")
	for i := range 96 {
		fmt.Fprintf(&out, "01/10/2026 %02d:%02d;%d.%d\n", i/4, i%4*15, 1000+i/10, i%10)
	}
	return out.String()
}

// requireRefusedImport sends files that fail, with the key, the line and the file of want.
func requireRefusedImport(t *testing.T, c *apptest.Client, operation string, want badCurve, files []apptest.File) {
	t.Helper()
	reply := c.Upload("/operations/"+operation+"/measurements/imports", "files", files, nil)
	require.Equal(t, http.StatusAccepted, reply.Status, "%s", reply.Body)
	job := c.WaitJob(reply.Map()["id"].(string))
	require.Equal(t, "FAILURE", job["status"], "%s: %v", want.name, job)
	items := job["errors"].([]any)
	require.True(t, slices.ContainsFunc(items, func(item any) bool {
		m := item.(map[string]any)
		params, _ := m["params"].(map[string]any)
		at, _ := m["row"].(float64)
		return m["key"] == want.key && m["detail"] != nil && int(at) == want.row && params["fileName"] == want.name
	}), "%s wants %s in line %d: %v", want.name, want.key, want.row, items)
	require.NotContains(t, job, "result")
}

// TestBadCurveFiles sends each alone, in a zip and beside a good file: the import
// fails with key, file and line, and nothing else changes (house rule 8).
func TestBadCurveFiles(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	c := s.As("organizer@demo.pmo")
	operation := c.Operation("ACC00000003")
	sites := c.Get("/operations/" + operation + "/participants?group=consumers").List()
	site := sites[0]["dsoId"].(string)
	good := apptest.File{Name: "good.csv", Content: []byte(curveHead + sites[1]["dsoId"].(string) + ";CONSO;2026-10-01T00:00:00+02:00;PT15M;400;W;D\n")}
	before := fingerprint(t, s)
	try := func(key string, row int, name string, files ...apptest.File) {
		t.Helper()
		requireRefusedImport(t, c, operation, badCurve{name: name, key: key, row: row}, files)
	}
	for _, bad := range badCurves {
		content := bad.content
		if strings.Contains(content, "%") {
			content = fmt.Sprintf(content, site)
		}
		file := apptest.File{Name: bad.name, Content: []byte(content)}
		try(bad.key, bad.row, bad.name, file)
		try(bad.key, bad.row, bad.name, good, file)
		try(bad.key, bad.row, bad.name, apptest.File{Name: "all.zip", Content: zipped(t, good, file)})
	}
	whole := zipped(t, good)
	bomb := zipped(t, apptest.File{Name: "a.csv", Content: append(good.Content, bytes.Repeat([]byte("\n"), 64<<20)...)})
	many := make([]apptest.File, 201)
	for i := range many {
		many[i] = apptest.File{Name: fmt.Sprint(i, ".csv"), Content: good.Content}
	}
	require.Less(t, len(bomb), 1<<20)
	for key, content := range map[string][][]byte{
		"import.zipBomb":      {bomb, zipped(t, many...)},
		"import.zipDamaged":   {whole[:len(whole)/2], []byte("PK\x03\x04 no zip")},
		"import.zipEncrypted": {locked(whole)},
		"import.empty":        {zipped(t, apptest.File{Name: ".DS_Store", Content: []byte("x")})},
	} {
		for _, one := range content {
			try(key, 0, "all.zip", apptest.File{Name: "all.zip", Content: one})
		}
	}
	require.Equal(t, before, fingerprint(t, s), "a refused import changed something")
	none := c.Upload("/operations/"+operation+"/measurements/imports", "files", nil, map[string]string{"dryRun": "true"})
	require.Equal(t, http.StatusBadRequest, none.Status, "%s", none.Body)
	last := c.Upload("/operations/"+operation+"/measurements/imports", "files", []apptest.File{good}, nil)
	require.Equal(t, "SUCCESS", c.WaitJob(last.Map()["id"].(string))["status"], "the operation takes good files as before")
	require.NotEqual(t, before, fingerprint(t, s), "a good import does change something")
}

// TestBelgianUploadTakesTwoFiles: the monthly and the quarter-hourly one.
func TestBelgianUploadTakesTwoFiles(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	c, admin := s.As("organizer@demo.pmo"), s.As("admin@demo.pmo")
	made := admin.Post("/admin/operations", map[string]any{"name": "Brüssel", "externalId": "BX1", "dso": "SIBELGA",
		"organizerIds": []any{c.Get("/session").Map()["id"]}})
	require.Equal(t, http.StatusCreated, made.Status, "%s", made.Body)
	path := "/operations/" + made.Map()["id"].(string) + "/measurements/upload-permanent-dataset"
	file := apptest.File{Name: "a.csv", Content: []byte("x")}
	for _, files := range [][]apptest.File{{file}, {file, file, file}} {
		reply := c.Upload(path, "files", files, nil)
		require.Equal(t, []any{http.StatusBadRequest, "InvalidFilesNumber"}, []any{reply.Status, reply.Key()}, "%s", reply.Body)
		require.Equal(t, map[string]any{"expected": 2.0, "received": float64(len(files))}, reply.Map()["params"])
	}
	require.Equal(t, http.StatusAccepted, c.Upload(path, "files", []apptest.File{file, file}, nil).Status)
}

// TestUploadEventTellsTheError: what the grid operator's upload says (specification 8).
func TestUploadEventTellsTheError(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	c := s.As("organizer@demo.pmo")
	base := "/operations/" + c.Operation("ACC00000003") + "/measurements"
	for _, bad := range []struct{ content, name, field string }{
		{"day;value\n1;2\n", "UnknownFile", "fileName"},
		{"prm;nature;horodate;pas;valeur\n1;2;3;4;5\n", "MissingColumns", "columns"},
	} {
		started := c.Upload(base+"/upload-permanent-dataset", "files", []apptest.File{{Name: "a.csv", Content: []byte(bad.content)}}, nil)
		require.Equal(t, "started", started.Map()["status"], "%s", started.Body)
		c.WaitJob(started.Map()["jobId"].(string))
		event := c.Get(base + "/upload-event").Map()
		require.Equal(t, "failed", event["status"])
		told := event["error"].(map[string]any)
		require.Equal(t, bad.name, told["name"])
		require.Contains(t, told["fields"], bad.field)
	}
}
