//go:build real

package apptest_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/server/apptest"
)

// TestRealTables sends files of studies, homes and weather services in their own layouts
// through the public entrance, with what they do not say, and compares the energy that
// is stored with the numbers in them.
func TestRealTables(t *testing.T) {
	t.Parallel()
	o := newRealOperation(t, "ENEDIS", "ENGINE_2025", "ACC00000064")
	for n, c := range []struct {
		folder, file, side string
		open               []string
		column             int // of values
		answers            map[string]any
		first, last        string
	}{
		{"acc_curves_15min", "Courbe_charge_consommateur1.csv", "consumer", []string{"ZONE", "SITE", "NATURE", "UNIT"}, 1, map[string]any{"unit": "WH", "zone": "LEGAL"}, "2024-11-01T00:00:00+01:00", "2024-12-01T00:00:00+01:00"},
		{"acc_curves_15min", "Parking_Harmony1_Conso_202312_202412_V1.csv", "consumer", []string{"LAST_LINE", "SITE", "NATURE", "UNIT"}, 1, map[string]any{"unit": "WH", "lastLine": "WHOLE"}, "2024-01-01T00:00:00+01:00", "2025-01-01T00:00:00+01:00"},
		{"acc_curves_15min", "Simu_Prod.csv", "producer", []string{"YEAR", "SITE", "NATURE", "UNIT"}, 1, map[string]any{"unit": "WH", "year": 2023, "zone": "UTC_PLUS_1"}, "2023-01-01T00:00:00+01:00", "2024-01-01T00:00:00+01:00"},
		{"pv_production", "pvgis_Timeseries_50.995_5.540_SA2_0deg_0deg_2018_2018.csv", "producer", []string{"COLUMNS"}, 2, map[string]any{"unit": "W"}, "2018-01-01T01:00:00+01:00", "2019-01-01T01:00:00+01:00"},
	} {
		// A site of its own: another study of the same months would wait for a yes.
		dsoID := fmt.Sprintf("992640000000%d%d", n+1, n+1)
		o.site(fmt.Sprintf("Site %d", n+1), c.side, dsoID, "2018-01-01")
		content, err := os.ReadFile(realFile(t, "dso", c.folder, c.file))
		require.NoError(t, err)
		seen := o.sent(c.file, content, true, nil)
		require.Equal(t, c.open, questionsOf(fileOf(t, seen)), c.file)

		c.answers["nature"] = map[string]string{"producer": "Prod", "consumer": "Conso"}[c.side]
		c.answers["columns"] = []any{map[string]any{"index": c.column, "role": "VALUE", "dsoId": dsoID}}
		done := o.sent(c.file, content, false, c.answers)
		file := fileOf(t, done)
		require.Empty(t, questionsOf(file), c.file)
		require.Equal(t, []any{c.first, c.last}, []any{file["from"], file["to"]}, c.file)
		var stored int64
		for _, line := range done["result"].(map[string]any)["sites"].([]any) {
			stored += int64(line.(map[string]any)["totalMilliWh"].(float64))
		}
		require.Equal(t, numbersIn(string(content), c.column), stored, c.file)
		t.Logf("%s: %v points, %d mWh, notes %v", c.file, done["result"].(map[string]any)["points"], stored, file["notes"])
	}
}

// sent sends one file, with answers where there are some, and waits for the end.
func (o realOperation) sent(name string, content []byte, dryRun bool, answers map[string]any) map[string]any {
	o.t.Helper()
	fields := map[string]string{"dryRun": strconv.FormatBool(dryRun)}
	if answers != nil {
		text, err := json.Marshal(answers)
		require.NoError(o.t, err)
		fields["mapping"] = string(text)
	}
	reply := o.Upload(o.path("/measurements/imports"), "files", []apptest.File{{Name: name, Content: content}}, fields)
	require.Equal(o.t, http.StatusAccepted, reply.Status, "%s", reply.Body)
	return o.WaitJob(reply.Map()["id"].(string))
}

// numbersIn adds up the numbers of a column, times a thousand, read on their own.
func numbersIn(content string, column int) (sum int64) {
	for line := range strings.Lines(content) {
		cells := strings.Split(strings.TrimSpace(line), ";")
		if len(cells) <= column || len(cells[0]) < 11 || cells[0][0] > '9' {
			continue
		}
		whole, part, _ := strings.Cut(strings.ReplaceAll(cells[column], ",", "."), ".")
		n, err := strconv.ParseInt(whole+(part + "000")[:3], 10, 64)
		if err == nil {
			sum += n
		}
	}
	return sum
}
