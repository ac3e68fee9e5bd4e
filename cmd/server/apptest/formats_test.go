package apptest_test

import (
	"bytes"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/dso/fake"
	"github.com/openpmo/pmo/cmd/server/apptest"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

// played is an operation of a French operator, whose part FAKE plays with files.
type played struct {
	*apptest.Client
	t        *testing.T
	path     string
	operator *fake.Operator
	today    civil.Date
}

func newPlayed(t *testing.T, dso, externalID string) played {
	t.Helper()
	s := apptest.Demo(t, apptest.Today)
	admin := s.As("admin@demo.pmo")
	email := dso + "@played.example"
	user := admin.Post("/admin/users", map[string]any{"email": email, "role": "organizer", "password": apptest.Password + "-first"})
	require.Equal(t, http.StatusCreated, user.Status, "%s", user.Body)
	op := admin.Post("/admin/operations", map[string]any{"name": "Played " + dso, "externalId": externalID, "dso": dso,
		"billingEngine": "ENGINE_2025", "organizerIds": []any{user.Map()["id"]}})
	require.Equal(t, http.StatusCreated, op.Status, "%s", op.Body)
	p := played{Client: signUp(t, s, email), t: t, path: "/operations/" + op.Map()["id"].(string), today: civil.Paris.DateOf(apptest.Today)}
	p.operator = fake.New(externalID, 3, civil.Paris, fake.Sites(externalID, 3, 3, 1))
	var perimeter bytes.Buffer
	require.NoError(t, p.operator.WritePerim(&perimeter, p.today))
	reply := p.Upload(p.path+"/participants/import", "file", []apptest.File{{Name: p.operator.PerimName(p.today), Content: perimeter.Bytes()}}, nil)
	require.Equal(t, http.StatusOK, reply.Status, "%s", reply.Body)
	require.Equal(t, 4.0, reply.Map()["created"], "%s", reply.Body)
	return p
}

// sent sends files together and waits.
func (p played) sent(files ...fake.File) map[string]any {
	p.t.Helper()
	var all []apptest.File
	for _, f := range files {
		all = append(all, apptest.File{Name: f.Name, Content: f.Content})
	}
	reply := p.Upload(p.path+"/measurements/imports", "files", all, nil)
	require.Equal(p.t, http.StatusAccepted, reply.Status, "%s", reply.Body)
	return p.WaitJob(reply.Map()["id"].(string))
}

// TestEveryFormatThroughTheServer sends a month in one format, then in each other: they
// say the same, so that nothing changes. The month has a day of 25 hours.
func TestEveryFormatThroughTheServer(t *testing.T) {
	t.Parallel()
	p := newPlayed(t, "SRD", "ACC00000071")
	month := civil.NewMonth(2026, time.October)
	readings := p.operator.Datasets(month.Range(), p.today)[0].Readings
	for i, format := range []fake.Format{fake.ACCWide, fake.ACCWide, fake.R63, fake.CustomerCSV, fake.CustomerXLSX} {
		files, err := p.operator.Files(format, month, readings)
		require.NoError(t, err)
		job := p.sent(files...)
		require.Equal(t, "SUCCESS", job["status"], "%s: %v", format, job["errors"])
		result := job["result"].(map[string]any)
		require.EqualValues(t, 4*(31*96+4), result["points"], format)
		require.Equal(t, i > 0, result["unchanged"], format)
		imports := p.Get(p.path + "/measurements/imports").List()
		require.Equal(t, string(format), imports[0]["files"].([]any)[0].(map[string]any)["format"])
	}
}

// TestR15ThroughTheServer compares what the operator reads with curves that are there.
func TestR15ThroughTheServer(t *testing.T) {
	t.Parallel()
	p := newPlayed(t, "ENEDIS", "ACC00000072")
	month := civil.NewMonth(2026, time.September)
	set := p.operator.Datasets(month.Range(), p.today)[0]
	shared := make([]curvefile.Readings, 0, len(set.Readings))
	for _, r := range set.Readings { // a third of everything is shared
		run := r.Runs[0]
		run.Values = append(run.Values[:0:0], run.Values...)
		for i, v := range run.Values {
			run.Values[i] = v / 750 * 250
		}
		r.Nature, r.Runs = metering.Autoconso, []curvefile.Run{run}
		shared = append(shared, r)
	}
	all := append(set.Readings, shared...)
	curves, err := p.operator.Files(fake.ACCLong, month, all)
	require.NoError(t, err)
	require.Equal(t, "SUCCESS", p.sent(curves...)["status"])

	flow, err := p.operator.Files(fake.R15, month, all)
	require.NoError(t, err)
	job := p.sent(flow...)
	require.Equal(t, "SUCCESS", job["status"], "%v", job["errors"])
	result := job["result"].(map[string]any)
	require.EqualValues(t, 3*2+1, result["readings"])
	require.EqualValues(t, 0, result["points"])
	require.NotContains(t, result, "warnings")

	wrong := fake.PeriodReadings(civil.Paris, all)
	wrong[0].Energy += 50_000_000
	wrong[0].Corrective = true
	var file bytes.Buffer
	require.NoError(t, fake.WriteR15(&file, civil.Paris, wrong[:1]))
	job = p.sent(fake.File{Name: "r15.xml", Content: file.Bytes()})
	require.Equal(t, "SUCCESS", job["status"], "%v", job["errors"])
	warnings := job["result"].(map[string]any)["warnings"].([]any)
	require.Len(t, warnings, 1)
	require.Equal(t, "reading.differs", warnings[0].(map[string]any)["key"])
	require.Contains(t, warnings[0].(map[string]any)["detail"], wrong[0].DsoID)
}

// TestRefusedFilesNameColumnAndValue for the table of what is wrong.
func TestRefusedFilesNameColumnAndValue(t *testing.T) {
	t.Parallel()
	p := newPlayed(t, "SER", "ACC00000073")
	site := fake.Sites("ACC00000073", 3, 3, 1)[0].DsoID
	for name, c := range map[string]struct {
		file          fake.File
		key           string
		column, value any
	}{
		"wide": {fake.File{Name: "ACC00000073_CONSO_15_01102026_31102026.csv", Content: []byte("Horodate;" + site + "\n01/10/2026 00:00;1\n01/10/2026 00:15;douze\n")},
			"number.invalid", site, "douze"},
		"long": {fake.File{Name: "a.csv", Content: []byte("prm;nature;horodate;pas;valeur;unite;statut\n" + site + ";CONSO;2026-10-01T00:00:00+02:00;PT15M;1;W;D\n" +
			site + ";CONSO;2026-10-01T00:07:00+02:00;PT15M;1;W;D\n")}, "curve.offGrid", "horodate", "2026-10-01T00:07:00+02:00"},
		"old workbook": {fake.File{Name: "courbes.xls", Content: []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\x00\x00")}, "file.xls", nil, nil},
	} {
		job := p.sent(c.file)
		require.Equal(t, "FAILURE", job["status"], name)
		first := job["errors"].([]any)[0].(map[string]any)
		require.Equal(t, c.key, first["key"], name)
		params := first["params"].(map[string]any)
		require.Equal(t, []any{c.column, c.value, c.file.Name}, []any{params["column"], params["value"], params["fileName"]}, name)
	}
}
