//go:build real

package apptest_test

import (
	"bufio"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/server/apptest"
)

// realFile is a file of an operator, below the folder PMO_REAL_DATA.
func realFile(t *testing.T, elements ...string) string {
	t.Helper()
	folder := os.Getenv("PMO_REAL_DATA")
	require.NotEmpty(t, folder, "set PMO_REAL_DATA to the folder of the real files")
	found, err := filepath.Glob(filepath.Join(append([]string{folder}, elements...)...))
	require.NoError(t, err)
	require.Len(t, found, 1, "%v below %s", elements, folder)
	return found[0]
}

func paris(t *testing.T) *time.Location {
	t.Helper()
	zone, err := time.LoadLocation("Europe/Paris")
	require.NoError(t, err)
	return zone
}

// realOperation is an operation of its own in an otherwise small demo.
type realOperation struct {
	*apptest.Client
	admin *apptest.Client
	t     *testing.T
	id    string
}

func newRealOperation(t *testing.T, dso, engine, externalID string) realOperation {
	t.Helper()
	s := apptest.Demo(t, apptest.Today)
	admin := s.As("admin@demo.pmo")
	email := strings.ToLower(externalID) + "@real.example"
	user := admin.Post("/admin/users", map[string]any{"email": email, "role": "organizer", "password": apptest.Password + "-first"})
	require.Equal(t, http.StatusCreated, user.Status, "%s", user.Body)
	o := realOperation{Client: signUp(t, s, email), admin: admin, t: t}
	op := admin.Post("/admin/operations", map[string]any{"name": "Real " + dso, "externalId": externalID, "dso": dso,
		"billingEngine": engine, "organizerIds": []any{user.Map()["id"]}})
	require.Equal(t, http.StatusCreated, op.Status, "%s", op.Body)
	o.id = op.Map()["id"].(string)
	return o
}

// path is below the operation.
func (o realOperation) path(rest string) string { return "/operations/" + o.id + rest }

// created posts and gives the id of what was made.
func (o realOperation) created(path string, body map[string]any) string {
	o.t.Helper()
	reply := o.Post(path, body)
	require.Equal(o.t, http.StatusCreated, reply.Status, "%s: %s", path, reply.Body)
	return reply.Map()["id"].(string)
}

func (o realOperation) site(name, side, dsoID, entry string) string {
	o.t.Helper()
	body := map[string]any{"name": name, "energyType": side, "dsoId": dsoID, "address": "1 rue Haute", "postCode": "67000",
		"city": "Strasbourg", "entityType": "proOther", "activationRange": map[string]any{"entry": entry},
		"dsoStatus": "EN_VIGUEUR", "dsoAction": "CREATION"}
	if side == "producer" {
		body["productionTypeId"] = 3
	}
	return o.created(o.path("/participants"), body)
}

// imported is the result of an import that went well.
func (o realOperation) imported(name string, content []byte) map[string]any {
	o.t.Helper()
	upload := o.Upload(o.path("/measurements/imports"), "files", []apptest.File{{Name: name, Content: content}}, nil)
	require.Equal(o.t, http.StatusAccepted, upload.Status, "%s", upload.Body)
	job := o.WaitJob(upload.Map()["id"].(string))
	require.Equal(o.t, "SUCCESS", job["status"], "%v", job["errors"])
	return job["result"].(map[string]any)
}

const gap = int64(-1) // in the curves of these tests: values are never negative

type wireCurve struct {
	Start  time.Time `json:"start"`
	Step   string    `json:"step"`
	Source string    `json:"sourceStep"`
	Series []struct {
		Nature string   `json:"nature"`
		Values []*int64 `json:"values"`
	} `json:"series"`
}

// raw asks for curves as they are stored, by nature.
func (o realOperation) raw(path, from, to, query string) (curve wireCurve, byNature map[string][]int64) {
	o.t.Helper()
	reply := o.Get(fmt.Sprintf("/measurements/load-curve/%s?resolution=raw&dateFrom=%s&dateTo=%s%s", path, from, to, query))
	require.Equal(o.t, http.StatusOK, reply.Status, "%s", reply.Body)
	reply.Into(o.t, &curve)
	byNature = map[string][]int64{}
	for _, s := range curve.Series {
		values := make([]int64, len(s.Values))
		for i, v := range s.Values {
			if values[i] = gap; v != nil {
				values[i] = *v
			}
		}
		byNature[s.Nature] = values
	}
	return curve, byNature
}

// lines reads label and value of a two-column file, without its heading.
func lines(t *testing.T, path string, each func(label, value string)) {
	t.Helper()
	file, err := os.Open(path)
	require.NoError(t, err)
	defer func() { _ = file.Close() }()
	in := bufio.NewScanner(file)
	for in.Scan() {
		label, value, ok := strings.Cut(strings.TrimSpace(in.Text()), ";")
		if ok && value != "" {
			each(label, value)
		}
	}
	require.NoError(t, in.Err())
}

// milliOf is a decimal with a comma, times a thousand, exact.
func milliOf(t *testing.T, text string) int64 {
	t.Helper()
	whole, part, _ := strings.Cut(text, ",")
	require.LessOrEqual(t, len(part), 3, text)
	v, err := strconv.ParseInt(whole+(part + "000")[:3], 10, 64)
	require.NoError(t, err)
	return v
}
