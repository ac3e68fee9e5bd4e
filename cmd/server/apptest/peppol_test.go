package apptest_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/server/app/demo"
	"github.com/openpmo/pmo/cmd/server/apptest"
)

// TestInvoicesTravelByPeppol: the operation in Brussels sends to enterprises by an access point, by API from the
// connection to the delivery; what is under way is nobody's to mark, and households get paper.
func TestInvoicesTravelByPeppol(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	c := s.As("organizer-be@demo.pmo")
	base := "/operations/" + c.Operation("BE00000001")
	connections := base + "/einvoicing/connections"
	list := c.Get(connections).List()
	require.Len(t, list, 1)
	one := list[0]
	require.Equal(t, []any{"PEPPOL_RAW", true}, []any{one["kind"], one["active"]})
	require.NotContains(t, string(c.Get(connections).Body), "demonstration\"", "what lets us in is never told")
	path := connections + "/" + one["id"].(string)
	require.Equal(t, map[string]any{"works": true}, c.Post(path+"/test", nil).Map())

	// The shape is checked, each fault by its key; a change that is refused changes nothing.
	for key, change := range map[string]map[string]any{
		"connection.address": {"peppol": map[string]any{"submitUrl": "peppol.example"}},
	} {
		require.Contains(t, c.Put(path, change).Keys(), key)
	}
	require.Contains(t, c.Post(connections, map[string]any{"billingEntityId": one["billingEntityId"], "name": "Autre", "kind": "PEPPOL_RAW", "secret": "x", "peppol": peppolOf(t)}).Keys(), "connection.taken")
	require.Equal(t, http.StatusOK, c.Put(path, map[string]any{"name": "Point d’accès"}).Status)
	require.Equal(t, "Point d’accès", c.Get(path).Map()["name"])

	// A month more: run, publish, send; enterprises by Peppol.
	run := c.Post(base+"/billing/run", map[string]any{"billUpTo": "2026-09-30", "mode": "SYNC"})
	require.Equal(t, http.StatusAccepted, run.Status, "%s", run.Body)
	published := c.Post(base+"/billing/invoices/publish", map[string]any{"runId": run.Map()["id"], "confirmUnpriced": true})
	require.NotContains(t, string(published.Body), "FAILURE")
	transmissions := c.Get(base + "/einvoicing/transmissions").List()
	require.NotEmpty(t, transmissions)
	require.Eventually(t, func() bool {
		for _, one := range c.Get(base + "/einvoicing/transmissions").List() {
			if one["state"] != "DEPOSITED" { // its clock stands still in a test: nothing arrives
				return false
			}
		}
		return true
	}, apptest.Patience, 200*time.Millisecond)
	marked := 0
	for _, one := range c.Get(base + "/einvoicing/transmissions").List() {
		require.Equal(t, "UBL", one["syntax"])
		require.Len(t, one["sha256"], 64)
		sum := sha256.Sum256(c.Get(base + "/billing/invoices/" + one["invoiceId"].(string) + "/e-invoice").Body)
		require.Equal(t, hex.EncodeToString(sum[:]), one["sha256"], "what is sent is what is kept")
		inv := c.Get(base + "/billing/invoices/" + one["invoiceId"].(string)).Map()
		if way, ok := inv["delivery"].(map[string]any); ok {
			marked++
			require.Equal(t, []any{"WAITING", "EINVOICE"}, []any{way["state"], way["channel"]})
			require.Equal(t, []any{"REPEAT"}, inv["deliveryActions"])
			said := c.Post(base+"/billing/deliveries/mark", map[string]any{"ids": []any{inv["id"]}})
			require.Contains(t, string(said.Body), "delivery.atPlatform")
		}
	}
	require.Positive(t, marked, "what the demo sent")
	private := 0
	for _, inv := range c.Get(base + "/billing/invoices?status=FINALIZED&type=INVOICE").List() {
		if reply := c.Get(base + "/billing/invoices/" + inv["id"].(string) + "/e-invoice"); reply.Status != http.StatusOK {
			require.Equal(t, http.StatusConflict, reply.Status, "%s", reply.Body)
			require.Equal(t, []string{"einvoice.privateClient"}, reply.Keys())
			private++
		}
	}
	require.Positive(t, private, "in Belgium e-invoices go between enterprises")
	fr := s.As("organizer@demo.pmo")
	seller := "/operations/" + fr.Operation("ACC00000001") + "/einvoicing"
	require.Equal(t, http.StatusAccepted, fr.Post(seller+"/connections/"+fr.Get(seller + "/connections").List()[0]["id"].(string)+"/look", nil).Status)
	require.Empty(t, fr.Get(seller+"/messages").List(), "the platform of another seller says nothing of it")
	resent := c.Post(base+"/einvoicing/transmissions", map[string]any{"invoicesIds": []any{transmissions[0]["invoiceId"]}})
	require.Contains(t, string(resent.Body), "transmission.live", "nothing is sent twice")
}

// TestTheDemoReportsItsSales: its sellers have told how they report, and nothing of what is over is late: the excerpt
// of the demo that tests have sells to enterprises, of whom invoices tell.
func TestTheDemoReportsItsSales(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	c := s.As("organizer@demo.pmo")
	path := "/operations/" + c.Operation("ACC00000001") + "/einvoicing/e-reporting"
	sellers := c.Get(path).List()
	require.Len(t, sellers, 2)
	for _, seller := range sellers {
		require.Equal(t, "SIMPLIFIED", seller["settings"].(map[string]any)["regime"])
		for _, p := range seller["periods"].([]any) {
			require.NotContains(t, []any{"DUE", "LATE"}, p.(map[string]any)["state"])
		}
		preview := c.Get(path + "/" + seller["billingEntityId"].(string) + "/2026-09-01").Map()
		for _, one := range preview["excluded"].([]any) {
			require.Equal(t, "BUSINESS", one.(map[string]any)["reason"])
		}
	}
}

// peppolOf is how the access point of the demo is reached, as the contract says it.
func peppolOf(t *testing.T) (out map[string]any) {
	t.Helper()
	raw, err := json.Marshal(demo.AccessPoint())
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(raw, &out))
	return out
}
