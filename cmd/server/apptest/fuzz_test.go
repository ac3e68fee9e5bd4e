package apptest_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/server/apptest"
)

// odd are texts that have broken parsers before.
var odd = []string{"", " ", "0", "-1", "1e999", "NaN", "9223372036854775807", "9223372036854775808", "-9223372036854775809", "00", "1,2",
	"null", "true", "[]", "{}", `["name","ASC"]`, `[0,9223372036854775807]`, `[9223372036854775807,9223372036854775807]`, `[-1,0]`, `{"q":{}}`, `{"id":[[]]}`,
	`{"id":["x"]}`, `{"createdAt":"x"}`, `{"a":null}`, "'", "\"", "`", "';--", "%", "%00", "\x00", "\xff", "\ufeff", "\u202e", "é", "🏭", "..", "../..", "/", `\`,
	"2026-02-30", "2026-10-01", "0000-00-00", "9999-12-31", "10000-01-01", "-0001-01-01", "2026-10-25T02:30:00+02:00", "2026-13", "0000-00", "9999-12",
	"0199b0aa-0000-7000-8000-000000000001", "00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff", "falsch",
	"*", "W/", `"`, `"0"`, `"99999999999999999999"`, "-", ",", ",,", "-name,-name", "createdAt",
	base64.RawURLEncoding.EncodeToString([]byte("9223372036854775807")), base64.RawURLEncoding.EncodeToString([]byte("x")),
	strings.Repeat("x", 5000), strings.Repeat("9", 400), strings.Repeat("[", 2000)}

// dice are choices that are the same at each run.
type dice struct{ *rand.Rand }

func (d dice) text() string {
	one := odd[d.IntN(len(odd))]
	if d.IntN(4) == 0 {
		one += odd[d.IntN(len(odd))]
	}
	return one
}

// value is a JSON value, near what a schema wants or far from it.
func (d dice) value(s *openapi3.Schema, depth int) any {
	switch kind := d.IntN(8); {
	case kind == 0 || depth > 4:
		return d.text()
	case kind == 1:
		return []any{nil, true, -1, 1e300, json.Number("9223372036854775808"), []any{}, map[string]any{}, []any{nil}}[d.IntN(8)]
	case kind == 2 && len(s.Enum) > 0:
		return s.Enum[d.IntN(len(s.Enum))]
	}
	switch {
	case len(s.Enum) > 0:
		return s.Enum[d.IntN(len(s.Enum))]
	case s.Type.Is("object"):
		object := map[string]any{}
		for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
			if d.IntN(5) > 0 {
				object[name] = d.value(s.Properties[name].Value, depth+1)
			}
		}
		return object
	case s.Type.Is("array"):
		list := make([]any, d.IntN(4))
		for i := range list {
			list[i] = d.value(s.Items.Value, depth+1)
		}
		return list
	case s.Type.Is("boolean"):
		return d.IntN(2) == 0
	case s.Type.Is("integer"):
		return []any{0, 1, -1, 1 << 40, int64(1<<63 - 1), -1 << 62}[d.IntN(6)]
	case s.Type.Is("number"):
		return []any{0, 0.1, -1.5, 1e18, 1e-18, 100}[d.IntN(6)]
	case s.Format == "date":
		return []any{"2026-10-01", "2026-11-30", "1900-01-01", "9999-12-31", "2026-02-30"}[d.IntN(5)]
	}
	return d.text()
}

// TestFuzz asks every call with parameters, bodies and parts that mean little, from right
// requests with one or two places spoilt to rubbish: never a 500, whatever is answered else.
func TestFuzz(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	x := newStranger(t, s)
	admin := s.As("admin@demo.pmo")
	asked := map[int]int{}
	for _, r := range contractRoutes(t) {
		if r.id == "logout" || r.id == "updatePassword" { // the fuzz would be over
			continue
		}
		d := dice{rand.New(rand.NewPCG(uint64(len(r.id)), 2026))}
		client := x.organizer
		if strings.HasPrefix(r.path, "/admin/") {
			client = admin
		}
		for range 24 {
			f := d.request(t, r, x.params)
			reply := client.Raw(f.method, f.path, f.body, f.header)
			require.Less(t, reply.Status, 500, "%s %s %v: %s\n%.600s", f.method, f.path, f.header, reply.Body, f.sent)
			asked[reply.Status]++
		}
	}
	t.Log("answers by status: ", asked)
	require.Greater(t, asked[http.StatusBadRequest], 500)
	require.Greater(t, asked[http.StatusOK], 50, "some requests are nearly right")
}

// spoilt is a request that is not quite right.
type spoilt struct {
	method, path string
	header       http.Header
	body         io.Reader
	sent         string
}

func (d dice) request(t *testing.T, r route, ids map[string]string) spoilt {
	t.Helper()
	good := callOf(t, r, ids)
	f := spoilt{method: r.method, header: http.Header{}}
	path, text, _ := strings.Cut(good.path, "?")
	values, _ := url.ParseQuery(text)
	for _, p := range r.parameters() {
		switch {
		case d.IntN(3) > 0:
		case p.In == "query":
			values.Set(p.Name, d.text())
		case p.In == "path" && d.IntN(3) == 0:
			path = strings.Replace(path, ids[p.Name], url.PathEscape(d.text()), 1)
		case p.In == "header":
			f.header.Set(p.Name, strings.Map(printable, d.text()))
		}
	}
	f.path = path
	if len(values) > 0 {
		f.path += "?" + values.Encode()
	}
	switch {
	case good.upload != "":
		d.parts(&f, good.upload)
	case r.op.RequestBody != nil:
		d.json(&f, r.op.RequestBody.Value.Content["application/json"].Schema.Value, good.body)
	}
	return f
}

// printable keeps what a client lets into a header.
func printable(c rune) rune {
	if c < ' ' || c > '~' {
		return -1
	}
	return c
}

func (d dice) json(f *spoilt, s *openapi3.Schema, good any) {
	body := good
	switch d.IntN(6) {
	case 0:
		body = d.value(s, 0)
	case 1, 2, 3: // one or two fields of a right body
		if object, ok := good.(map[string]any); ok {
			spoiltOne := maps.Clone(object)
			names := slices.Sorted(maps.Keys(s.Properties))
			for range 1 + d.IntN(2) {
				if len(names) > 0 {
					name := names[d.IntN(len(names))]
					spoiltOne[name] = d.value(s.Properties[name].Value, 1)
				}
			}
			body = spoiltOne
		}
	}
	text, _ := json.Marshal(body)
	if d.IntN(8) == 0 {
		text = text[:d.IntN(len(text)+1)]
	}
	f.sent, f.body = string(text), bytes.NewReader(text)
	f.header.Set("Content-Type", []string{"application/json", "application/json", "application/json; charset=utf-8", "application/json",
		"text/plain", "", "multipart/form-data", ";"}[d.IntN(8)])
}

// parts is a body of parts: right ones, cut ones, of other names, of rubbish; and content
// types that do not fit them.
func (d dice) parts(f *spoilt, name string) {
	const boundary = "edge"
	var b bytes.Buffer
	for range d.IntN(4) {
		part := []string{name, name, name, "dryRun", "status", "mapping", d.text()}[d.IntN(7)]
		file := ""
		if d.IntN(4) > 0 {
			file = fmt.Sprintf("; filename=%q", []string{"a.csv", "a.xlsx", "a.zip", "PERIM_ACC00000001_20261120.csv", d.text()}[d.IntN(5)])
		}
		content := []string{"prm;nature\n", "true", "definitive", "PK\x03\x04", "PK\x05\x06" + strings.Repeat("\x00", 18), `{"columns":[]}`, "{", d.text(),
			"Horodate;99700000000001\n01/09/2026 00:00;100,00\n", strings.Repeat("x;", 40_000), "prm;nature;horodate;pas;valeur;unite;statut\n" + d.text() + ";CONSO;" + d.text()}[d.IntN(11)]
		fmt.Fprintf(&b, "--%s\r\nContent-Disposition: form-data; name=%q%s\r\n\r\n%s\r\n", boundary, part, file, content)
	}
	b.WriteString("--" + boundary + "--\r\n")
	body := b.Bytes()
	if d.IntN(5) == 0 {
		body = body[:d.IntN(len(body)+1)]
	}
	f.sent, f.body = string(body), bytes.NewReader(body)
	f.header.Set("Content-Type", []string{"multipart/form-data; boundary=edge", "multipart/form-data; boundary=edge", "multipart/form-data; boundary=edge",
		"multipart/form-data; boundary=edge", "multipart/form-data; boundary=other", "multipart/form-data", "multipart/mixed; boundary=edge",
		"text/csv", "application/json", "", "multipart/form-data; boundary=" + strings.Repeat("x", 100)}[d.IntN(11)])
	if d.IntN(6) == 0 {
		f.header.Set("Idempotency-Key", "fuzz")
	}
}

// TestUploadsSayWhatTheyAre sends other content types, and none, to each call that takes files.
func TestUploadsSayWhatTheyAre(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	x := newStranger(t, s)
	seen := 0
	for _, r := range contractRoutes(t) {
		call := callOf(t, r, x.params)
		if call.upload == "" {
			continue
		}
		seen++
		for _, kind := range []string{"", "text/csv", "application/json", "multipart/form-data", "multipart/mixed; boundary=x", "multipart/form-data; boundary=", ";"} {
			for _, key := range []string{"", "again"} {
				header := http.Header{"Content-Type": {kind}}
				if key != "" {
					header.Set("Idempotency-Key", key)
				}
				reply := x.organizer.Raw(r.method, call.path, strings.NewReader("--x\r\n\r\n--x--\r\n"), header)
				require.Equal(t, http.StatusBadRequest, reply.Status, "%s as %q: %s", r.id, kind, reply.Body)
				requireField(t, reply, r.id, "Content-Type", kind)
			}
		}
	}
	require.GreaterOrEqual(t, seen, 5)
}

// TestWorkbooksOfAnyOperation: what no sheet and no file may be called is refused in a new id,
// and does not stop the workbook of one that is stored.
func TestWorkbooksOfAnyOperation(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	admin := s.As("admin@demo.pmo")
	for _, wrong := range []string{`AC:1`, `AC\1`, "AC/1", "AC?", "AC*", "AC[1]", " AC", "", "AC\n1"} {
		reply := admin.Post("/admin/operations", map[string]any{"name": "x", "externalId": wrong, "dso": "FAKE"})
		requireField(t, reply, "createAdminOperation", "externalId", wrong)
	}
	x := newStranger(t, s)
	x.exec(t, s, `alter table operations drop constraint operations_external_id_form`) // one that came another way
	x.exec(t, s, `update operations set external_id = 'AC:\/?*[1]' where id = $1`, x.params["operationId"])
	path := "/operations/" + x.params["operationId"] + "/measurements/load-curve/download?dateFrom=2026-09-01&dateTo=2026-09-30&format="
	for _, format := range []string{"xlsx", "csv"} {
		reply := x.organizer.Get(path + format)
		require.Equal(t, http.StatusOK, reply.Status, "%s: %s", format, reply.Body)
		name := reply.Header.Get("Content-Disposition")
		require.NotContains(t, name, "/", name)
		require.NotContains(t, name, `\`, name)
		require.Contains(t, name, "_AC-----[1]_", name)
	}
}

// exec changes what no call changes.
func (x stranger) exec(t *testing.T, s *apptest.Server, sql string, args ...any) {
	t.Helper()
	db, err := pgx.Connect(t.Context(), s.DatabaseURL)
	require.NoError(t, err)
	defer func() { _ = db.Close(t.Context()) }()
	_, err = db.Exec(t.Context(), sql, args...)
	require.NoError(t, err)
}
