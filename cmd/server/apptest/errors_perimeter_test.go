package apptest_test

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	"github.com/openpmo/pmo/cmd/server/apptest"
)

const (
	perimeterHead = "prm;type;nom;adresse;code_postal;ville;date_entree;date_sortie\n"
	goodLine      = "99700000000007;C;Nouveau;1 rue Haute;35300;Fougères;2026-11-01;\n"
)

func workbook(t *testing.T, rows ...[]any) []byte {
	t.Helper()
	book := excelize.NewFile()
	for i, row := range rows {
		cell, err := excelize.CoordinatesToCellName(1, i+1)
		require.NoError(t, err)
		require.NoError(t, book.SetSheetRow("Sheet1", cell, &row))
	}
	var b bytes.Buffer
	require.NoError(t, book.Write(&b))
	return b.Bytes()
}

// csvName is what the perimeter file of the operation is called.
const csvName = "PERIM_ACC00000003_20261101.csv"

type badPerimeter struct {
	name, content, key string
	status, row        int
}

// badPerimeters are files that no import takes, by what is wrong with them; taken is a
// PRM of another operation.
func badPerimeters(t *testing.T, taken string) map[string]badPerimeter {
	t.Helper()
	const csv = csvName
	book := workbook(t, []any{"PRM", "Type"}, []any{"99700000000007", "C"})
	return map[string]badPerimeter{
		"no name of a perimeter file": {"sites.csv", perimeterHead + goodLine, "import.fileName", 400, 0},
		"another operation":           {"PERIM_ACC00000001_20261101.csv", perimeterHead + goodLine, "import.otherOperation", 400, 0},
		"another kind":                {"sites.ods", "x", "import.fileType", 400, 0},
		"nothing":                     {csv, "", "import.empty", 400, 0},
		"a head only":                 {csv, perimeterHead, "import.empty", 400, 0},
		"too few columns":             {csv, "prm;type\n1;C\n", "import.columnsMissing", 400, 0},
		"a column twice":              {csv, "prm;" + perimeterHead + "1;" + goodLine, "import.columnTwice", 400, 0},
		"broken off":                  {csv, perimeterHead + goodLine + goodLine[:40], "import.truncated", 400, 0},
		"no text":                     {csv, "PK\x00\x01", "import.notText", 400, 0},
		"over 5 MB":                   {csv, perimeterHead + strings.Repeat(goodLine, 90_000), "import.tooLarge", 413, 0},
		"too many rows":               {csv, perimeterHead + strings.Repeat(goodLine, 10_001), "import.tooManyRows", 400, 0},
		"a short line":                {csv, perimeterHead + goodLine[:40] + "\n" + goodLine, "row.fields", 400, 2},
		"no workbook":                 {"sites.xlsx", "prm;type\n", "import.notSpreadsheet", 400, 0},
		"a cut workbook":              {"sites.xlsx", string(book[:len(book)-100]), "import.truncated", 400, 0},
		"a workbook without columns":  {"sites.xlsx", string(book), "import.columnsMissing", 400, 0},
		"a bomb": {"sites.xlsx", string(zipped(t, apptest.File{Name: "xl/workbook.xml", Content: []byte("x")},
			apptest.File{Name: "b", Content: make([]byte, 40<<20)})), "import.unpacksTooLarge", 413, 0},
		"a PRM too short":        {csv, perimeterHead + goodLine + "123;C;A;1 rue;35300;F;2026-11-01;\n", "prm.length", 400, 3},
		"a PRM in two lines":     {csv, perimeterHead + goodLine + goodLine, "import.duplicate", 400, 3},
		"a PRM elsewhere":        {csv, perimeterHead + taken + ";C;A;1 rue;35300;F;2026-11-01;\n", "prm.alreadyUsed", 400, 2},
		"a day that is none":     {csv, perimeterHead + "99700000000008;C;A;1 rue;35300;F;2026-02-30;\n", "date.invalid", 400, 2},
		"a type that is none":    {csv, perimeterHead + "99700000000008;Z;A;1 rue;35300;F;2026-11-01;\n", "import.type", 400, 2},
		"left before it came":    {csv, perimeterHead + "99700000000008;C;A;1 rue;35300;F;2026-11-01;2026-10-01\n", "activation.reversed", 400, 2},
		"an address that is not": {csv, perimeterHead + "99700000000008;C;A;;35300;F;2026-11-01;\n", "address.required", 400, 2},
	}
}

// TestBadPerimeterFiles sends files of participants that no import takes: status, key,
// line and column, and nothing changes.
func TestBadPerimeterFiles(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	c := s.As("organizer@demo.pmo")
	taken := c.Get("/operations/" + c.Operation("ACC00000001") + "/participants").List()[0]["dsoId"].(string)
	path := "/operations/" + c.Operation("ACC00000003") + "/participants/import"
	before := fingerprint(t, s)
	for what, bad := range badPerimeters(t, taken) {

		for _, query := range []string{"", "?dryRun=true"} {
			reply := c.Upload(path+query, "file", []apptest.File{{Name: bad.name, Content: []byte(bad.content)}}, nil)
			status := bad.status
			if query != "" && bad.row != 0 && bad.key != "row.fields" {
				status = http.StatusOK // a check of a file that can be read says what is wrong
				require.Greater(t, reply.Map()["rejected"], 0.0, "%s: %s", what, reply.Body)
			}
			require.Equal(t, status, reply.Status, "%s: %s", what, reply.Body)
			require.Contains(t, reply.Keys(), bad.key, "%s: %s", what, reply.Body)
			if bad.row == 0 {
				require.Equal(t, bad.name, reply.Map()["params"].(map[string]any)["fileName"], what)
				continue
			}
			items := reply.Map()["errors"].([]any)
			require.True(t, slices.ContainsFunc(items, func(item any) bool {
				m := item.(map[string]any)
				return m["key"] == bad.key && fmt.Sprint(m["row"]) == fmt.Sprint(bad.row)
			}), "%s: %s", what, reply.Body)
		}
	}
	require.Contains(t, c.Upload(path, "other", []apptest.File{{Name: csvName, Content: []byte("x")}}, nil).Keys(), "field.unknown")
	require.Contains(t, c.Upload(path, "file", nil, map[string]string{"dryRun": "true"}).Keys(), "import.fileRequired")
	require.Equal(t, before, fingerprint(t, s), "a refused file changed something")
	done := c.Upload(path, "file", []apptest.File{{Name: csvName, Content: []byte(perimeterHead + goodLine)}}, nil)
	require.Equal(t, http.StatusOK, done.Status, "%s", done.Body)
	require.NotEqual(t, before["participants"], fingerprint(t, s)["participants"])
}

// TestBodiesTooLarge: no JSON of more than a megabyte is read.
func TestBodiesTooLarge(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	c := s.As("organizer@demo.pmo")
	before := fingerprint(t, s)
	reply := c.Post("/tokens", map[string]any{"name": strings.Repeat("x", 1<<20)})
	require.Equal(t, http.StatusRequestEntityTooLarge, reply.Status, "%s", reply.Body)
	require.Contains(t, reply.Keys(), "body.tooLarge")
	for _, body := range []string{"", "{", "[]", "null", `"x"`, `{"name":}`} {
		reply, text := raw(t, s, http.MethodPost, "/api/session/login", body, "", map[string]string{"Content-Type": "application/json"})
		require.Equal(t, http.StatusBadRequest, reply.StatusCode, "%s: %s", body, text)
		require.Contains(t, text, `"key":"request.invalid"`)
	}
	require.Equal(t, before, fingerprint(t, s))
}
