package apptest_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSeasonRules: decisions 3.7.
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
			"Les saisons doivent couvrir toute l'année sans se chevaucher (voir le 06-30)"},
		{[]any{season("a", "01-01", "07-01"), season("b", "07-01", "12-31")}, "season.wholeYear", "seasons",
			"Les saisons doivent couvrir toute l'année sans se chevaucher (voir le 07-01)"},
		{[]any{season("a", "01-01", "06-30"), season("a", "07-01", "12-31")}, "season.name", "seasons.1.name", "Donnez à chaque saison un nom différent"},
		{[]any{season("a", "01-01", "06-31"), season("b", "07-01", "12-31")}, "season.day", "seasons.0.end", "Ce jour n'existe pas dans l'année"},
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
	// No seasons again: one key all year.
	none := w.c.Post(path, map[string]any{"seasons": []any{}})
	require.Equal(t, http.StatusCreated, none.Status, "%s", none.Body)
	require.Empty(t, none.Map()["seasons"])
}
