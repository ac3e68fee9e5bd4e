package apptest_test

import (
	"net/http"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestSeasonRules: domain 2.4.
func TestSeasonRules(t *testing.T) {
	w := newKeyWorld(t)
	path := "/energy-allocation/seasonality?operationId=" + w.operation
	season := func(name, start, end string) map[string]any {
		return map[string]any{"name": name, "start": start, "end": end}
	}
	for _, c := range []struct {
		seasons          []any
		key, field, text string
	}{
		{[]any{season("a", "01-01", "06-29"), season("b", "07-01", "12-31")}, "season.wholeYear", "seasons",
			"Les saisons doivent couvrir toute l’année sans se chevaucher (voir le 06-30)"},
		{[]any{season("a", "01-01", "07-01"), season("b", "07-01", "12-31")}, "season.wholeYear", "seasons",
			"Les saisons doivent couvrir toute l’année sans se chevaucher (voir le 07-01)"},
		{[]any{season("a", "01-01", "06-30"), season("a", "07-01", "12-31")}, "season.name", "seasons.1.name", "Donnez à chaque saison un nom différent"},
		{[]any{season("a", "01-01", "06-31"), season("b", "07-01", "12-31")}, "season.day", "seasons.0.end", "Ce jour n’existe pas dans l’année"},
	} {
		w.refused(path, map[string]any{"seasons": c.seasons}, http.StatusBadRequest, c.key, c.field, c.text)
	}
	proposed := w.c.Get(path).Map()["proposed"].([]any)
	require.Equal(t, []any{season("Saison haute", "11-01", "03-31"), season("Saison basse", "04-01", "10-31")}, proposed)

	// The low season has a key of its own from August on; the year's holds in the other.
	set := w.c.Post(path, map[string]any{"seasons": proposed, "effectiveDate": "2026-08-01", "reason": "été"})
	require.Equal(t, http.StatusCreated, set.Status, "%s", set.Body)
	low := w.set(map[string]any{"type": "by_equality", "season": "Saison basse", "effectiveDate": "2026-08-01"})
	require.Equal(t, "by_default", w.last()["type"], "20 November is in the high season")
	require.Equal(t, "IN_FORCE", low["status"])
	inSeason := w.c.Get(path).Map()["seasons"].([]any)
	require.Equal(t, low["id"], inSeason[1].(map[string]any)["configId"])
	require.NotContains(t, inSeason[0], "configId")
	for day, want := range map[string]string{"2026-09-15": "by_equality", "2026-11-12": "by_default"} {
		explained := w.c.Get("/operations/" + w.operation + "/energy-allocation/explanation?at=" + day + "T12:00:00%2B02:00").Map()
		require.Equal(t, want, explained["type"], "%s: %v", day, explained)
	}
	// With a key for each season one for the whole year would hold on no day.
	w.set(map[string]any{"type": "by_default", "season": "Saison haute", "effectiveDate": "2026-08-01"})
	w.refused(w.config(), map[string]any{"type": "by_default", "effectiveDate": "2026-08-01"}, http.StatusConflict, "season.required", "season",
		"Chaque saison a sa propre clé\u00a0: une clé pour toute l’année ne s’appliquerait aucun jour. Choisissez une saison (Saison haute, Saison basse), ou supprimez d’abord les saisons.")
	var states []any
	for _, c := range w.c.Get(w.versions()).List() {
		states = append(states, c["status"])
	}
	require.Equal(t, []any{"IN_FORCE", "IN_FORCE", "SUPERSEDED"}, states, "the list and config/last say the same")
	// No seasons again: one key all year.
	none := w.c.Post(path, map[string]any{"seasons": []any{}})
	require.Equal(t, http.StatusCreated, none.Status, "%s", none.Body)
	require.Empty(t, none.Map()["seasons"])
	require.Equal(t, []any{"by_default", "IN_FORCE", 1.0}, []any{w.last()["type"], w.last()["status"], w.last()["version"]})
}

// nextMonth is the first day of the month after a day.
func nextMonth(t *testing.T, day string) string {
	t.Helper()
	year, err := strconv.Atoi(day[:4])
	require.NoError(t, err)
	month, err := strconv.Atoi(day[5:7])
	require.NoError(t, err)
	return time.Date(year, time.Month(month+1), 1, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
}
