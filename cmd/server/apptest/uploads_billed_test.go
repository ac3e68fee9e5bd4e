package apptest_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/server/app"
	"github.com/openpmo/pmo/cmd/server/apptest"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering/ingest"
	"github.com/openpmo/pmo/core/policy"
)

// TestRegistersAreBilled: what the monthly file says of a register is what the invoice
// has, to the Wh (domain 5.6); days that are not whole months are refused.
func TestRegistersAreBilled(t *testing.T) {
	t.Parallel()
	b := newBrussels(t)
	billing := "/operations/" + b.operation + "/billing"
	reply := b.Post(billing+"/run", map[string]any{"billUpTo": "2026-10-31", "mode": "SYNC"})
	require.Equal(t, http.StatusAccepted, reply.Status, "%s", reply.Body)
	progress := reply.Map()["progress"].(map[string]any)
	require.Zero(t, progress["failure"], "%s", reply.Body)
	require.Positive(t, progress["success"])

	registers := b.Get(b.path + "/registers?dateFrom=2026-10-01&dateTo=2026-10-31").Map()
	counted := map[string]map[string]float64{} // by number and label
	labels := map[string]string{"HI": "Volume partagé, jour", "LOW": "Volume partagé, nuit et week-end", "TH": "Volume partagé"}
	for _, v := range registers["volumes"].([]any) {
		line := v.(map[string]any)
		name := line["dsoId"].(string)
		if counted[name] == nil {
			counted[name] = map[string]float64{}
		}
		counted[name][labels[line["register"].(string)]] = line["sharedMilliWh"].(float64)
	}
	costs := map[string]float64{}
	for _, c := range registers["costs"].([]any) {
		cost := c.(map[string]any)
		costs[cost["dsoId"].(string)] += cost["totalCents"].(float64)
	}
	compared, passed := 0, 0
	for _, draft := range b.Get(billing + "/invoices?status=DRAFT").List() {
		if draft["periodEnd"] != "2026-10-31" {
			continue
		}
		invoice := b.Get(billing + "/invoices/" + draft["id"].(string)).Map()
		for _, l := range invoice["lines"].([]any) {
			line := l.(map[string]any)
			if line["unit"] == "ONE" { // network costs, as the file has them
				require.InDelta(t, costs[line["dsoId"].(string)], line["priceMicroEuro"].(float64)/1e4, 0.5, "%v", line)
				passed++
				continue
			}
			require.InDelta(t, counted[line["dsoId"].(string)][line["label"].(string)]/1e6, line["quantity"], 0.000_501, "%v", line)
			compared++
		}
	}
	require.Positive(t, passed)
	require.Greater(t, compared, len(b.sites)-3, "each consumer has a line, those with two tariffs have two")

	// A subscription that begins within a month cannot be billed by the register.
	consumer := b.sites[b.indexOf("consumer")]
	plan := b.Get(billing + "/plans").List()[0]["id"]
	other := b.Post(billing+"/plans", map[string]any{"name": "Autre", "period": "MONTHLY", "charges": []any{
		map[string]any{"code": "J", "type": "PER_UNIT", "usage": "VOLUME_PARTAGE_HI", "priceMicroEuro": 100000},
		map[string]any{"code": "N", "type": "PER_UNIT", "usage": "VOLUME_PARTAGE_LOW", "priceMicroEuro": 100000},
		map[string]any{"code": "S", "type": "PER_UNIT", "usage": "VOLUME_PARTAGE_TH", "priceMicroEuro": 100000}}})
	require.Equal(t, http.StatusCreated, other.Status, "%s", other.Body)
	require.NotEqual(t, plan, other.Map()["id"])
	made := b.Post(billing+"/subscriptions", map[string]any{"planId": other.Map()["id"], "consumerId": consumer["id"], "startDate": "2026-10-11"})
	require.Equal(t, http.StatusCreated, made.Status, "%s", made.Body)
	check := b.Post(billing+"/run/check", map[string]any{"billUpTo": "2026-10-31"})
	require.Contains(t, string(check.Body), "plan.volumesBroken")
}

// TestAnUploadOutlivesItsProcess: files that were taken by a process that ended before it
// could look at them are stored by the next one.
func TestAnUploadOutlivesItsProcess(t *testing.T) {
	t.Parallel()
	b := newBrussels(t)
	session := b.Get("/session").Map()
	data := t.TempDir()
	b.server.App.Close()
	config := workerConfig(b.server.DatabaseURL, data)
	first, err := app.Start(t.Context(), config, app.Options{Now: func() time.Time { return apptest.Today }})
	require.NoError(t, err)
	principal := policy.Principal{UserID: id.ID(session["id"].(string)), Role: policy.RoleOrganizer, Operations: []id.ID{id.ID(b.operation)}}
	in := ingest.ImportInput{OperationID: id.ID(b.operation), Kind: ingest.KindUpload, Confirmed: true}
	for _, f := range b.files() {
		sum := sha256.Sum256(f.Content)
		in.Files = append(in.Files, ingest.ReceivedFile{Name: f.Name, Size: int64(len(f.Content)), SHA256: hex.EncodeToString(sum[:]),
			Open: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(f.Content)), nil }})
	}
	started, err := first.Services.Metering.Ingest.StartImport(t.Context(), principal, in)
	require.NoError(t, err)
	first.Close() // it worked on no job

	second := apptest.New(t, apptest.Today, func(c *app.Config, _ *app.Options) { c.DatabaseURL, c.DataDir = b.server.DatabaseURL, data })
	c := second.As("organizer-be@demo.pmo")
	require.Equal(t, "SUCCESS", c.WaitJob(string(started.ID))["status"])
	event := c.Get(b.path + "/upload-event").Map()
	require.Equal(t, []any{"succeeded", string(started.ID)}, []any{event["status"], event["id"]})
	again := c.Upload(b.path+"/upload-permanent-dataset", "files", b.files(), nil)
	require.Equal(t, http.StatusAccepted, again.Status, "the place is free again: %s", again.Body)
}
