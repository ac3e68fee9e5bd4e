package apptest_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/server/app"
	"github.com/openpmo/pmo/cmd/server/apptest"
)

// months asks where the months of an operation stand.
func (v *tour) months() {
	v.Helper()
	list := v.get(v.organizer, "/operations/"+v.enedis+"/months").List()
	require.Equal(v, []any{"2026-11", "IN_PROGRESS"}, []any{list[0]["month"], list[0]["state"]})
	one := v.get(v.organizer, "/operations/"+v.enedis+"/months/"+list[1]["month"].(string)).Map()
	require.Equal(v, list[1]["state"], one["state"])
	v.differ(v.organizer, "/operations/"+v.enedis+"/months", "limit", "", "1")
	v.lines(list[1])
	require.Equal(v, true, v.get(v.organizer, "/setup").Map()["complete"])
	ready := v.get(v.organizer, "/operations/"+v.enedis+"/setup").Map()
	require.NotEmpty(v, ready["steps"])
	require.Equal(v, http.StatusForbidden, v.observer.Get("/operations/"+v.enedis+"/setup").Status)
}

// lines asks for the last month of all operations, and compares one with the month of its own.
func (v *tour) lines(month map[string]any) {
	v.Helper()
	all := v.get(v.organizer, "/months").List()
	require.Len(v, all, len(v.get(v.organizer, "/operations").List()))
	for _, line := range all {
		if line["operationId"] == v.enedis {
			require.Equal(v, []any{month["month"], month["state"], month["steps"]}, []any{line["month"], line["state"], line["steps"]})
		}
	}
	v.differ(v.organizer, "/months", "limit", "", "1")
	v.differ(v.organizer, "/months", "q", "", "ACC00000001")
	v.differ(v.organizer, "/months", "month", "2026-10", "2026-09")
}

// stepsOf are the states of a month by step.
func stepsOf(month map[string]any) map[string]any {
	out := map[string]any{}
	for _, step := range month["steps"].([]any) {
		s := step.(map[string]any)
		out[s["kind"].(string)] = s["state"]
	}
	return out
}

// TestAMonthGoesFromDataToInvoices makes and publishes what is due of the demo's month, and reads
// at each turn what the month says.
func TestAMonthGoesFromDataToInvoices(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	organizer := s.As("organizer@demo.pmo")
	operation := organizer.Operation("ACC00000001")
	path := "/operations/" + operation + "/months/2026-10"
	before := organizer.Get(path).Map()
	require.Equal(t, map[string]any{"DATA": "DONE", "COEFFICIENTS": "MISSED", "CHECKS": "DONE", "DRAFTS": "TODO", "PUBLISHED": "WAITING", "PAID": "WAITING", "SENT": "WAITING"}, stepsOf(before), "%v", before["checks"])
	require.Equal(t, "MAKE_DRAFTS", before["next"].(map[string]any)["action"])

	run := organizer.Post("/operations/"+operation+"/billing/run", map[string]any{"billUpTo": "2026-10-31", "mode": "SYNC"})
	require.Equal(t, http.StatusAccepted, run.Status, string(run.Body))
	drafted := organizer.Get(path).Map()
	require.Equal(t, "PUBLISH_DRAFTS", drafted["next"].(map[string]any)["action"])
	drafts := drafted["steps"].([]any)[3].(map[string]any)["drafts"].(map[string]any)
	listed, sum := organizer.Get("/operations/"+operation+"/billing/invoices?status=DRAFT").List(), 0.0
	for _, i := range listed {
		sum += i["amountCents"].(float64)
	}
	require.Equal(t, []any{float64(len(listed)), sum, 0.0}, []any{drafts["number"], drafts["amountCents"], drafts["dueNumber"]})
	require.Positive(t, drafts["previousAmountCents"], "September was published")

	published := organizer.Post("/operations/"+operation+"/billing/invoices/publish", map[string]any{"runId": run.Map()["id"], "confirmUnpriced": true})
	require.Equal(t, http.StatusOK, published.Status, string(published.Body))
	require.Equal(t, "SEND_INVOICES", organizer.Get(path).Map()["next"].(map[string]any)["action"])
	deliveries := "/operations/" + operation + "/billing/deliveries"
	var ids []any
	for _, i := range organizer.Get("/operations/" + operation + "/billing/invoices?delivery=NONE&month=2026-10").List() {
		ids = append(ids, i["id"])
	}
	for _, call := range []string{"", "/mark"} {
		body := map[string]any{"ids": ids}
		if call == "" {
			body["channel"] = "PRINT"
		}
		sent := organizer.Post(deliveries+call, body)
		require.Equal(t, http.StatusOK, sent.Status, string(sent.Body))
	}
	after := organizer.Get(path).Map()
	require.Equal(t, "DONE", after["state"], "%v", after)
	require.NotContains(t, after, "next")
	invoiced := after["steps"].([]any)[4].(map[string]any)["published"].(map[string]any)
	require.Equal(t, []any{float64(len(listed)), sum}, []any{invoiced["number"], invoiced["amountCents"]})

	t.Run("beside other operations", func(t *testing.T) {
		lineOf := func(user string) map[string]any {
			for _, line := range s.As(user).Get("/months?month=2026-10").List() {
				if line["operationId"] == operation {
					return line
				}
			}
			return nil
		}
		line := lineOf("organizer@demo.pmo")
		require.Equal(t, []any{"DONE", after["steps"]}, []any{line["urgency"], line["steps"]}, "one rule for page and list")
		require.Contains(t, line, "overdue")
		metrics := organizer.Get("/measurements/metrics/by-operation?operationId=" + operation + "&dateFrom=2026-10-01&dateTo=2026-10-31").Map()
		for figure, metric := range map[string]string{"consumed": "consumption", "shared": "autoConsumption", "produced": "production"} {
			require.Equal(t, map[string]any{"milliWh": metrics[metric].(map[string]any)["energyMilliWh"], "partial": false}, line[figure], figure)
		}
		require.NotContains(t, lineOf("observer@demo.pmo"), "overdue")
		own := lineOf("participant@demo.pmo")
		require.Equal(t, 1.0, own["sitesNumber"], "its own site")
		require.Less(t, own["consumed"].(map[string]any)["milliWh"], line["consumed"].(map[string]any)["milliWh"])
		require.NotEmpty(t, lineOf("admin@demo.pmo"))
	})
	t.Run("each sees what it may", func(t *testing.T) {
		require.NotContains(t, stepsOf(s.As("observer@demo.pmo").Get(path).Map()), "DRAFTS")
		own := s.As("participant@demo.pmo").Get(path).Map()
		require.NotContains(t, stepsOf(own), "DRAFTS")
		require.NotContains(t, stepsOf(own), "COEFFICIENTS")
		require.Equal(t, 1.0, own["steps"].([]any)[0].(map[string]any)["data"].(map[string]any)["sidesNumber"], "its own site")
		require.Contains(t, stepsOf(s.As("admin@demo.pmo").Get(path).Map()), "DRAFTS")
	})
	t.Run("months that are none", func(t *testing.T) {
		require.Equal(t, []any{http.StatusBadRequest, "month.future"}, []any{organizer.Get("/operations/" + operation + "/months/2027-01").Status,
			organizer.Get("/operations/" + operation + "/months/2027-01").Key()})
		require.Equal(t, http.StatusBadRequest, organizer.Get("/operations/"+operation+"/months/2026-13").Status)
	})
	t.Run("the old engine has no drafts here", func(t *testing.T) {
		require.NotContains(t, stepsOf(organizer.Get("/operations/"+organizer.Operation("ACC00000003")+"/months/2026-10").Map()), "DRAFTS")
	})
}

// TestAReadyMonthIsMailed: one mail for each operation whose October is complete, once, with the way
// to the month.
func TestAReadyMonthIsMailed(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today, func(c *app.Config, _ *app.Options) { c.MonthMails = true })
	admin := s.As("admin@demo.pmo")
	id := s.As("organizer@demo.pmo").Operation("ACC00000001")
	letters := func() (found []map[string]any) {
		for _, m := range admin.Get(query("/admin/outbox", "filter", `{"to":"organizer@demo.pmo"}`)).List() {
			if one := admin.Get("/admin/outbox/" + m["id"].(string)).Map(); one["subject"] == "Fougères Solaire\u00a0: les données d’octobre 2026 sont complètes" {
				found = append(found, one)
			}
		}
		return found
	}
	require.NoError(t, s.App.Services.MonthNotices.NotifyReady(t.Context()))
	require.Eventually(t, func() bool { return len(letters()) > 0 }, apptest.Patience, 50*time.Millisecond)
	require.NoError(t, s.App.Services.MonthNotices.NotifyReady(t.Context()))
	require.Len(t, letters(), 1)
	require.Contains(t, letters()[0]["text"], "http://127.0.0.1/pmo/operations/"+id+"/month/2026-10")
}
