package apptest_test

import (
	"bytes"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/dso/sibelga"
	"github.com/openpmo/pmo/cmd/server/apptest"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
)

const brusselsOperation = "BE00000001"

// brussels is the demo's Sibelga operation, with files for its October.
type brussels struct {
	*testing.T
	*apptest.Client
	server    *apptest.Server
	operation string
	path      string
	sites     []map[string]any
	month     sibelga.Month
}

func newBrussels(t *testing.T, changes ...apptest.Change) *brussels {
	t.Helper()
	s := apptest.Demo(t, apptest.Today, changes...)
	b := &brussels{T: t, Client: s.As("organizer-be@demo.pmo"), server: s}
	b.operation = b.Operation(brusselsOperation)
	b.path = "/operations/" + b.operation + "/measurements"
	b.sites = b.Get("/operations/" + b.operation + "/participants").List()
	b.month = sibelga.Month{Sharing: "ES_TANNEURS", Month: civil.NewMonth(2026, 10), Zone: civil.Brussels}
	for i, site := range b.sites {
		n := civil.Brussels.StepsIn(b.month.Month.Range(), 15*time.Minute)
		values := func(scale int) []energy.MilliWh {
			out := make([]energy.MilliWh, n)
			for q := range out {
				out[q] = energy.MilliWh((q%96 + i + 1) * scale)
			}
			return out
		}
		p := sibelga.Point{EAN: site["dsoId"].(string), Meter: "M", Days: b.month.Month.Range()}
		if site["energyType"] == "consumer" {
			p.Shared, p.Complement = values(1000), values(700)
		}
		if site["energyType"] == "producer" || site["isProsumer"] == true {
			p.Given, p.Surplus = values(1200), values(10)
		}
		b.month.Points = append(b.month.Points, p)
	}
	return b
}

func (b *brussels) files() []apptest.File {
	b.Helper()
	var monthly, quarters bytes.Buffer
	require.NoError(b, b.month.Monthly(&monthly))
	require.NoError(b, b.month.Quarters(&quarters, sibelga.Newer))
	return []apptest.File{{Name: "VOLUMES_2026-10.csv", Content: monthly.Bytes()}, {Name: "QUARTS_OCT2026.csv", Content: quarters.Bytes()}}
}

// upload sends files and follows upload-event to the end.
func (b *brussels) upload(files ...apptest.File) map[string]any {
	b.Helper()
	reply := b.Upload(b.path+"/upload-permanent-dataset", "files", files, nil)
	require.Equal(b, http.StatusAccepted, reply.Status, "%s", reply.Body)
	require.Equal(b, "started", reply.Map()["status"])
	b.WaitJob(reply.Map()["jobId"].(string))
	event := b.Get(b.path + "/upload-event").Map()
	require.NotEqual(b, "started", event["status"])
	return event
}

// agreed says yes to an upload that replaces the demo's definitive October by a fraction
// of it, and follows upload-event to the end.
func (b *brussels) agreed(held map[string]any) map[string]any {
	b.Helper()
	require.Equal(b, "failed", held["status"])
	failure := held["error"].(map[string]any)
	require.Equal(b, "import.suspected", failure["name"], "%v", failure)
	uploadID := held["id"].(string)
	reply := b.Post(b.path+"/imports/"+uploadID+"/confirm", nil)
	require.Equal(b, http.StatusAccepted, reply.Status, "%s", reply.Body)
	b.WaitJob(uploadID)
	event := b.Get(b.path + "/upload-event").Map()
	require.Equal(b, uploadID, event["id"])
	return event
}

// TestUploadErrorsNameWhatTheyAreAbout sends pairs of files that no upload takes: the
// name of the error, its fields, the participants beside their numbers, and nothing is
// stored (specification 8, domain 5.5).
func TestUploadErrorsNameWhatTheyAreAbout(t *testing.T) {
	t.Parallel()
	b := newBrussels(t)
	consumer, producer := b.indexOf("consumer"), b.indexOf("producer")
	who := func(i int) map[string]any {
		return map[string]any{"ean": b.sites[i]["dsoId"], "name": b.sites[i]["name"]}
	}
	const stranger = "541448999999999995"
	before := fingerprint(t, b.server)
	for _, c := range []struct {
		name   string
		change func(files []apptest.File) []apptest.File
		key    string
		list   string
		person map[string]any
		fields map[string]any
	}{
		{"an unknown file", func(f []apptest.File) []apptest.File {
			return []apptest.File{f[0], {Name: "autre.csv", Content: []byte("jour;valeur\n1;2\n")}}
		}, "UnknownFile", "", nil, map[string]any{"fileName": "autre.csv"}},
		{"a curve of a study, which a plain import would ask about", func(f []apptest.File) []apptest.File {
			return []apptest.File{f[0], {Name: "etude.csv", Content: []byte("Date;kWh\n01/10/2026 00:00;1\n01/10/2026 00:15;2\n01/10/2026 00:30;1\n01/10/2026 00:45;2\n")}}
		}, "UnknownFile", "", nil, map[string]any{"fileName": "etude.csv"}},
		{"two monthly files", func(f []apptest.File) []apptest.File {
			return []apptest.File{f[0], {Name: "b.csv", Content: f[0].Content}}
		},
			"UnknownFile", "", nil, map[string]any{"fileName": "b.csv"}},
		{"a column less", func(f []apptest.File) []apptest.File {
			return []apptest.File{f[0], {Name: "q.csv", Content: bytes.Replace(f[1].Content, []byte("Type de volume"), []byte("Colonne"), 1)}}
		}, "MissingColumns", "", nil, map[string]any{"fileName": "q.csv", "columns": []any{"Type de volume"}}},
		{"a missing consumer", b.without(consumer), "InconsistentPerimeter", "missingConsumers", who(consumer), nil},
		{"a missing producer", b.without(producer), "InconsistentPerimeter", "missingProducers", who(producer), nil},
		{"an unexpected consumer", b.renamed(consumer, stranger), "InconsistentPerimeter", "unexpectedConsumers", map[string]any{"ean": stranger}, nil},
		{"an unexpected producer", b.renamed(producer, stranger), "InconsistentPerimeter", "unexpectedProducers", map[string]any{"ean": stranger}, nil},
		{"days that are not those of the activation", b.with(consumer, func(p *sibelga.Point) {
			p.Days.From += 9
			skip := civil.Brussels.StepsIn(civil.Range{From: b.month.Month.First(), To: p.Days.From}, 15*time.Minute)
			p.Shared, p.Complement = p.Shared[skip:], p.Complement[skip:]
		}), "InvalidPeriod", "participants", map[string]any{"ean": b.sites[consumer]["dsoId"], "name": b.sites[consumer]["name"],
			"from": "2026-10-10", "to": "2026-10-31", "entryDate": "2026-07-01"}, nil},
		{"holes", func(f []apptest.File) []apptest.File {
			number := b.sites[consumer]["dsoId"].(string)
			var kept []string
			for line := range strings.Lines(string(f[1].Content)) {
				if !strings.Contains(line, "/10/2026 14:30;") || !strings.Contains(line, number+";Consommation Partagée") || strings.HasPrefix(line, "01/") {
					kept = append(kept, line)
				}
			}
			return []apptest.File{f[0], {Name: "q.csv", Content: []byte(strings.Join(kept, ""))}}
		}, "IncompleteData", "consumers", who(consumer), map[string]any{"firstDates": []any{"2026-10-02", "2026-10-03", "2026-10-04", "2026-10-05", "…"}}},
		{"an EAN that is a number", func(f []apptest.File) []apptest.File {
			number := []byte(b.sites[consumer]["dsoId"].(string))
			return []apptest.File{{Name: "m.csv", Content: bytes.ReplaceAll(f[0].Content, number, []byte("5,41449E+17"))}, f[1]}
		}, "ean.numeric", "", nil, map[string]any{"value": "5,41449E+17", "column": "EAN", "fileName": "m.csv"}},
	} {
		event := b.upload(c.change(b.files())...)
		require.Equal(t, "failed", event["status"], c.name)
		failure := event["error"].(map[string]any)
		require.Equal(t, c.key, failure["name"], "%s: %v", c.name, failure)
		fields := failure["fields"].(map[string]any)
		for name, want := range c.fields {
			require.Equal(t, want, fields[name], "%s: %s", c.name, name)
		}
		if c.list == "" {
			continue
		}
		people := fields[c.list].([]any)
		require.Len(t, people, 1, c.name)
		for name, want := range c.person {
			require.Equal(t, want, people[0].(map[string]any)[name], "%s: %s", c.name, name)
		}
		if c.person["name"] != nil {
			require.NotEmpty(t, people[0].(map[string]any)["participantId"], c.name)
		}
	}
	require.Equal(t, before, fingerprint(t, b.server), "a refused upload changed something")
}

// TestOneUploadAtATime: a second one is told which is running, before anything else is
// looked at.
func TestOneUploadAtATime(t *testing.T) {
	t.Parallel()
	b := newBrussels(t)
	conn, err := pgx.Connect(t.Context(), b.server.DatabaseURL)
	require.NoError(t, err)
	defer func() { _ = conn.Close(t.Context()) }()
	live := string(id.New())
	_, err = conn.Exec(t.Context(), `with asked as (insert into jobs (id, operation_id, kind, alone_on, agent, parts, status, created_at, alive_at)
			values ($1, $2, 'curveImport', $2, '', 1, 'PENDING', now(), now()))
		insert into curve_imports (id, operation_id, kind, dry_run, definitive) values ($1, $2, 'upload', false, false)`, live, b.operation)
	require.NoError(t, err)
	reply := b.Upload(b.path+"/upload-permanent-dataset", "files", b.files()[:1], nil)
	require.Equal(t, []any{http.StatusConflict, "UploadInProgress", live}, []any{reply.Status, reply.Key(), reply.Map()["params"].(map[string]any)["id"]})
	require.Equal(t, "started", b.Get(b.path + "/upload-event").Map()["status"])
}

func (b *brussels) indexOf(energyType string) int {
	b.Helper()
	for i, site := range b.sites {
		if site["energyType"] == energyType && site["isProsumer"] != true {
			return i
		}
	}
	b.Fatalf("no %s", energyType)
	return 0
}

// with changes a point for one pair of files.
func (b *brussels) with(i int, change func(*sibelga.Point)) func([]apptest.File) []apptest.File {
	return func([]apptest.File) []apptest.File {
		kept := b.month.Points[i]
		defer func() { b.month.Points[i] = kept }()
		change(&b.month.Points[i])
		return b.files()
	}
}

// renamed gives a point another number, beside its own.
func (b *brussels) renamed(i int, number string) func([]apptest.File) []apptest.File {
	return func([]apptest.File) []apptest.File {
		kept := b.month.Points
		defer func() { b.month.Points = kept }()
		other := kept[i]
		other.EAN = number
		b.month.Points = append(kept[:len(kept):len(kept)], other)
		return b.files()
	}
}

func (b *brussels) without(i int) func([]apptest.File) []apptest.File {
	return func([]apptest.File) []apptest.File {
		kept := b.month.Points
		defer func() { b.month.Points = kept }()
		b.month.Points = append(append([]sibelga.Point{}, kept[:i]...), kept[i+1:]...)
		return b.files()
	}
}

// TestUploadStoresCurvesAndRegisters: what two good files bring, what a second time
// changes, and what may not be sent.
func TestUploadStoresCurvesAndRegisters(t *testing.T) {
	t.Parallel()
	b := newBrussels(t)
	before := fingerprint(t, b.server)
	held := b.upload(b.files()...)
	require.Equal(t, before, fingerprint(t, b.server), "what looks like a mistake waits for a yes")
	event := b.agreed(held)
	require.Equal(t, "succeeded", event["status"], "%v", event)
	require.Equal(t, []any{"2026-10"}, event["months"])
	require.Equal(t, "Lotte Peeters", event["startedBy"])
	require.Len(t, event["files"], 2)
	var changed []any
	for _, w := range event["warnings"].([]any) {
		changed = append(changed, w.(map[string]any)["key"])
	}
	require.Contains(t, changed, "upload.registerChanged", "the demo has two registers where these files have one")
	ranges := b.Get(b.path + "/date-ranges").Map()
	require.Empty(t, ranges["nonDefinitiveDataRange"])
	require.Equal(t, "2026-10", ranges["latestCompleteDefinitiveMonth"])

	registers := b.Get(b.path + "/registers?dateFrom=2026-10-01&dateTo=2026-10-31").Map()
	require.Len(t, registers["volumes"], len(b.sites))
	first := registers["volumes"].([]any)[0].(map[string]any)
	require.Equal(t, []any{"TH", "2026-10-01", "2026-10-31", "M"}, []any{first["register"], first["dateFrom"], first["dateTo"], first["meter"]})
	var shared, curve float64
	for _, v := range registers["volumes"].([]any) {
		shared += v.(map[string]any)["sharedMilliWh"].(float64)
	}
	reply := b.Get("/measurements/load-curve/by-operation/" + b.operation + "?nature=Autoconso,Conso&dateFrom=2026-10-01&dateTo=2026-10-31&resolution=month").Map()
	series := map[string]float64{}
	for _, s := range reply["series"].([]any) {
		one := s.(map[string]any)
		for _, v := range one["values"].([]any) {
			series[one["nature"].(string)] += v.(float64)
		}
	}
	curve = series["Autoconso"]
	require.Equal(t, shared, curve, "registers and curves are of the same energy")
	require.InDelta(t, 1.7*curve, series["Conso"], 1e6, "consumption is what was shared and the rest")
	require.NotEmpty(t, registers["costs"])

	again := b.upload(b.files()...)
	require.Equal(t, true, again["unchanged"])

	three := append(b.files(), apptest.File{Name: "c.csv", Content: []byte("x")})
	reply3 := b.Upload(b.path+"/upload-permanent-dataset", "files", three, nil)
	require.Equal(t, []any{http.StatusBadRequest, "InvalidFilesNumber", 2.0}, []any{reply3.Status, reply3.Key(), reply3.Map()["params"].(map[string]any)["expected"]})
	named := b.files()
	named[0].Name = "volumes d'octobre.csv"
	bad := b.Upload(b.path+"/upload-permanent-dataset", "files", named, nil)
	require.Equal(t, []any{http.StatusBadRequest, "InvalidFileName", "volumes d'octobre.csv"},
		[]any{bad.Status, bad.Key(), bad.Map()["params"].(map[string]any)["fileName"]})
}
