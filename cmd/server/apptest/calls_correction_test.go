package apptest_test

import (
	"bytes"
	"net/http"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/server/apptest"
	"github.com/openpmo/pmo/core/id"
)

// corrections corrects the curves of a month that is invoiced, in an operation of its own: the invoice is
// found, told by the month and by an alert, left as it is, asked about again, and corrected.
func (v *tour) corrections() {
	v.Helper()
	x := newStrangerOf(v.T, v.server, strangerKind{"Korrektur", "korrektur@elsewhere.example", "ACC00000095", "9940000000000", "552081317", "KORR", ""})
	confirmIssuers(v.T, v.admin)
	base := "/operations/" + x.params["operationId"]
	published := x.organizer.Post(base+"/billing/invoices/publish", map[string]any{"runId": x.params["runId"], "confirmUnpriced": true})
	require.NotContains(v, string(published.Body), "FAILURE")
	list := base + "/billing/corrections"
	require.Empty(v, v.get(x.organizer, list).List())

	corrected := func(watts string) {
		content := bytes.ReplaceAll(curves(x.kind.prm+"1", x.kind.prm+"2"), []byte(";PT15M;400;W;D"), []byte(";PT15M;"+watts+";W;D"))
		upload := x.organizer.Upload(base+"/measurements/imports", "files", []apptest.File{{Name: "september-" + watts + ".csv", Content: content}}, nil)
		require.Equal(v, http.StatusAccepted, upload.Status, "%s", upload.Body)
		job := x.organizer.WaitJob(upload.Map()["id"].(string))
		if job["status"] == "FAILURE" { // so much less is asked about
			confirmed := x.organizer.Post(base+"/measurements/imports/"+job["id"].(string)+"/confirm", nil)
			require.Equal(v, http.StatusAccepted, confirmed.Status, "%s", confirmed.Body)
			job = x.organizer.WaitJob(job["id"].(string))
		}
		require.Equal(v, "SUCCESS", job["status"], "%v", job)
	}
	found := func(state string) (c map[string]any) {
		require.Eventually(v, func() bool {
			all := x.organizer.Get(list + "?state=" + state).List()
			if len(all) == 1 {
				c = all[0]
			}
			return len(all) == 1
		}, apptest.Patience, 100*time.Millisecond, state)
		return c
	}
	corrected("300")
	one := found("OPEN")
	v.mark(http.MethodGet, list, "state")
	v.has(one, "id", "state", "invoiceId", "invoiceNumber", "billingEntityId", "billingEntityName", "billableEntityId", "billableEntityName", "periodStart", "periodEnd", "before", "after",
		"amountCents", "amountAfterCents", "priced", "paidCents", "pairs", "heldDraftsNumber", "foundAt", "seenAt")
	require.Equal(v, []any{x.params["invoiceId"], "2026-09-01", "2026-09-30", 6000.0, 4500.0, 600.0, 450.0}, []any{one["invoiceId"], one["periodStart"], one["periodEnd"],
		one["before"].(map[string]any)["energyMilliWh"].(float64) / 10000, one["after"].(map[string]any)["energyMilliWh"].(float64) / 10000, one["amountCents"], one["amountAfterCents"]})
	v.differ(x.organizer, list, "month", "2026-09", "2026-08")
	v.refused(x.organizer, list, "month", "2026-13", "field.pattern")
	v.differ(x.organizer, list, "invoiceId", x.params["invoiceId"], x.params["tokenId"])

	checks := v.get(x.organizer, base+"/months/2026-09").Map()["checks"].([]any)
	require.Equal(v, []any{"CORRECTION_OPEN", "ODD", x.params["invoiceId"]}, []any{checks[0].(map[string]any)["kind"], checks[0].(map[string]any)["severity"], checks[0].(map[string]any)["invoiceId"]})
	require.NoError(v, v.server.App.Services.Alerts.Evaluate(v.Context(), id.ID(x.params["operationId"])))
	told := v.get(x.organizer, base+"/alerts?rule=CORRECTION_OPEN").List()
	require.Len(v, told, 1)
	require.Equal(v, []any{"DECIDE_CORRECTIONS", 150.0, "2026-09"}, []any{told[0]["action"], told[0]["impactCents"], told[0]["month"]})

	settings := base + "/billing/correction-settings"
	require.Equal(v, map[string]any{"thresholdCents": 100.0}, v.get(x.organizer, settings).Map())
	set := v.do(x.organizer, http.MethodPut, settings, map[string]any{"thresholdCents": 200}).Map()
	v.has(set, "thresholdCents", "updatedAt")
	require.Equal(v, "RECORDED", found("RECORDED")["state"], "a euro and a half is below two")
	v.do(x.organizer, http.MethodPut, settings, map[string]any{"thresholdCents": 100})

	decide := func(how string, body map[string]any) map[string]any {
		return v.do(x.organizer, http.MethodPost, list+"/"+how, with(map[string]any{"ids": []any{one["id"]}}, body)).Map()["results"].([]any)[0].(map[string]any)
	}
	require.Contains(v, x.organizer.Post(list+"/keep", map[string]any{"ids": []any{one["id"]}, "reason": "  "}).Keys(), "correction.reasonRequired")
	require.Equal(v, "SUCCESS", decide("keep", map[string]any{"reason": "Accepté"})["status"])
	kept := found("KEPT")
	v.has(kept, "reason", "decidedByName", "decidedAt")
	corrected("200")
	require.NotContains(v, found("OPEN"), "reason", "other figures are asked about anew")
	require.Equal(v, "SUCCESS", decide("correct", map[string]any{"reason": "Données corrigées"})["status"])
	taken := found("DECIDED")
	v.has(taken, "creditNote", "replacementId", "replacementStatus")
	require.Contains(v, string(x.organizer.Post(list+"/correct", map[string]any{"ids": []any{one["id"]}}).Body), "correction.decided")
	again := v.do(x.organizer, http.MethodPost, base+"/billing/invoices/publish", map[string]any{"ids": []any{taken["replacementId"]}}).Map()
	require.Equal(v, "SUCCESS", again["results"].([]any)[0].(map[string]any)["status"])
	require.Equal(v, "FINALIZED", found("DONE")["replacementStatus"])
	require.Equal(v, 300.0, v.get(x.organizer, base+"/billing/invoices/"+taken["replacementId"].(string)).Map()["amountCents"], "as a first run over the curves of now")
}
