package apptest_test

import (
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/server/apptest"
)

// measured are the questions about measurements, what is made of them and the key.
var measured = regexp.MustCompile(`/measurements(/|$)|/distribution$|/energy-allocation(/|$)`)

// TestMeasurementsAreNamed asks every question about measurements and the key twice:
// each answer has a name, and whoever knows it is told so without the answer. An import
// gives other names to what it changes, and to nothing else. Questions of the contract
// that come later are asked by themselves.
func TestMeasurementsAreNamed(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	x := newStranger(t, s)
	base := "/operations/" + x.params["operationId"] + "/measurements"
	x.created(t, base+"/definitive-months", map[string]any{"month": "2026-09", "reason": "Relu avec le gestionnaire"})
	x.params["dateFrom"], x.params["dateTo"], x.params["at"] = "2026-09-01", "2026-09-30", "2026-09-15T12:00:00+02:00"
	enedis := x // coefficients are made for ENEDIS only
	enedis.organizer = s.As("organizer@demo.pmo")
	enedis.params = maps.Clone(x.params)
	enedis.params["operationId"] = enedis.organizer.Operation("ACC00000001")
	before := x.tags(t, enedis)
	require.Greater(t, len(before), 30, "questions")
	named(t, x.organizer, base+"/load-curve/download?format=xlsx&dateFrom=2026-09-01&dateTo=2026-09-02")

	more := curves("99700000000001", "99700000000002")
	more = regexp.MustCompile(`PT15M;400;`).ReplaceAll(more, []byte("PT15M;440;"))
	upload := x.organizer.Upload(base+"/imports", "files", []apptest.File{{Name: "september.csv", Content: more}}, nil)
	require.Equal(t, http.StatusAccepted, upload.Status, "%s", upload.Body)
	require.Equal(t, "SUCCESS", x.organizer.WaitJob(upload.Map()["id"].(string))["status"])
	after := x.tags(t, enedis)
	var same []string
	for question, tag := range before {
		if after[question] == tag {
			same = append(same, question)
		}
	}
	slices.Sort(same)
	require.Equal(t, []string{"downloadCoefficientFile", "getAllocationDraft", "getAllocationDrift", "getCoefficientSet", "getCurveImport", "getCurvePulls", "getDefinitiveMonth", "getFileMapping",
		"getLastAllocationConfig", "getOperationRegisters", "getSeasonality", "getUploadEvent", "listActiveConfigParams",
		"listActiveConfigPools", "listAllocationConfigs", "listAllocationDrafts", "listAllocationReplays", "listCoefficientMonths", "listCoefficientsDue",
		"listDefinitiveMonths", "listExpectedProduction", "listFileMappings", "listReadings"}, same, "what an import of curves does not touch")
}

// tags are the names of all answers about measurements, by question.
func (x stranger) tags(t *testing.T, enedis stranger) map[string]string {
	t.Helper()
	tags := map[string]string{}
	for _, r := range contractRoutes(t) {
		if r.method != http.MethodGet || !measured.MatchString(r.path) {
			continue
		}
		by := x
		if r.id == "listCoefficientMonths" {
			by = enedis
		}
		require.NotNil(t, r.op.Responses.Status(http.StatusNotModified), "%s: the contract does not say 304", r.id)
		require.Contains(t, r.op.Responses.Status(http.StatusOK).Value.Headers, "ETag", r.id)
		tags[r.id] = named(t, by.organizer, callOf(t, r, by.params).path)
	}
	return tags
}

// named asks a question again and again, and gives the name of its answer.
func named(t *testing.T, c *apptest.Client, path string) string {
	t.Helper()
	reply := c.Get(path)
	require.Equal(t, http.StatusOK, reply.Status, "%s: %s", path, reply.Body)
	tag := reply.Header.Get("ETag")
	require.Regexp(t, `^(W/)?"[^"]+"$`, tag, path)
	tag = strings.TrimPrefix(tag, "W/") // weak where it was compressed
	require.Equal(t, "private, no-cache", reply.Header.Get("Cache-Control"), path)
	for _, known := range []string{tag, "W/" + tag} {
		c.Header.Set("If-None-Match", known)
		again := c.Get(path)
		require.Equal(t, http.StatusNotModified, again.Status, path)
		require.Equal(t, tag, strings.TrimPrefix(again.Header.Get("ETag"), "W/"), path)
		require.Empty(t, again.Body, path)
	}
	c.Header.Set("If-None-Match", `"another"`)
	require.Equal(t, http.StatusOK, c.Get(path).Status, path)
	c.Header.Del("If-None-Match")
	return tag
}

// TestObjectsTellTheirVersion reads each object that can be changed or deleted, changes
// it as it was read, and is refused with a version that is not its own. Changes that no version is
// asked for say why in the contract, by x-versionless.
func TestObjectsTellTheirVersion(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	x, admin := newStranger(t, s), s.As("admin@demo.pmo")
	x.created(t, "/operations/"+x.params["operationId"]+"/measurements/definitive-months", map[string]any{"month": "2026-09", "reason": "Relu"})
	claims := admin.Get(query("/admin/seller-claims", "filter", `{"operationId":"`+x.params["operationId"]+`"}`)).List()
	require.Len(t, claims, 1)
	x.params["claimId"] = claims[0]["id"].(string)
	asked := 0
	for _, method := range []string{http.MethodPut, http.MethodDelete} {
		for _, r := range contractRoutes(t) {
			if r.method == method && !r.says("x-versionless") {
				by := x.organizer
				if strings.HasPrefix(r.path, "/admin/") {
					by = admin
				}
				x.versioned(t, by, r)
				asked++
			}
		}
	}
	require.Greater(t, asked, 12, "changes")
}

func (x stranger) versioned(t *testing.T, by *apptest.Client, r route) {
	t.Helper()
	require.NotNil(t, r.op.Parameters.GetByInAndName("header", "If-Match"), "%s asks for no version: give it If-Match, or say why not (x-versionless)", r.id)
	x.params = maps.Clone(x.params)
	if strings.Contains(r.path, "billable-entities") {
		x.params["entityId"] = x.params["billableEntityId"]
	}
	if strings.HasPrefix(r.path, "/participants/{participantId}/billing") {
		x.params["participantId"] = x.params["producerId"]
	}
	if r.id == "deleteParticipant" { // what took part is never removed: one that only asked to
		x.params["participantId"] = x.created(t, "/operations/"+x.params["operationId"]+"/participants", map[string]any{"name": x.kind.word + "bach",
			"energyType": "consumer", "dsoId": x.kind.prm + "9", "address": "9 rue Haute", "postCode": "67000", "city": "Strasbourg", "entityType": "partIndiv",
			"activationRange": map[string]any{"entry": "2027-01-01"}, "dsoStatus": "EN_COURS", "dsoAction": "CREATION"})["id"].(string)
	}
	change := callOf(t, r, x.params)
	object := strings.TrimSuffix(strings.TrimSuffix(change.path, "/theme"), "/enrolment") // their versions are those of the operation, of the site
	read := by.Get(object)
	require.Equal(t, http.StatusOK, read.Status, "%s: %s", object, read.Body)
	tag := read.Header.Get("ETag")
	require.Regexp(t, `^"[1-9][0-9]*"$`, tag, object)
	change.header = http.Header{"If-Match": {`"1000000"`}}
	stale := change.send(by)
	require.Equal(t, []any{http.StatusPreconditionFailed, "object.changed"}, []any{stale.Status, stale.Key()}, "%s: %s", r.id, stale.Body)
	require.Equal(t, tag, by.Get(object).Header.Get("ETag"), "%s: a refused change left a trace", r.id)
	change.header = http.Header{"If-Match": {tag}}
	done := change.send(by)
	require.Less(t, done.Status, 300, "%s: %s", r.id, done.Body)
	if r.method == http.MethodPut {
		require.NotEqual(t, tag, done.Header.Get("ETag"), r.id)
		require.Equal(t, done.Header.Get("ETag"), by.Get(object).Header.Get("ETag"), r.id)
	}
}
