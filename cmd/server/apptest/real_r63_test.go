//go:build real

package apptest_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// r63 is the real file, read by this test on its own.
type r63 struct {
	prm     string
	rows    int
	total   int64            // mWh
	byDay   map[string]int64 // mWh by civil day
	perDay  map[string]int   // rows
	hourly  int              // rows of an hour
	hourDay string           // a whole day of hours
}

func readR63(t *testing.T, content string) r63 {
	t.Helper()
	f := r63{byDay: map[string]int64{}, perDay: map[string]int{}}
	hours := map[string]int{}
	for _, line := range strings.Split(strings.TrimSpace(content), "\n")[1:] {
		c := strings.Split(strings.TrimSpace(line), ";")
		f.prm = c[0]
		watts, err := strconv.ParseInt(c[8], 10, 64)
		require.NoError(t, err)
		energy := watts * 500
		if c[10] == "PT60M" {
			energy = watts * 1000
		}
		// The label is the end of the step, on the wall's clock: what ends at midnight is of the day before.
		label, err := time.Parse(time.DateTime, c[7])
		require.NoError(t, err)
		day := label.Add(-time.Minute).Format(time.DateOnly)
		if c[10] == "PT60M" {
			f.hourly++
			if hours[day]++; hours[day] == 24 {
				f.hourDay = day
			}
		}
		f.rows++
		f.total += energy
		f.byDay[day] += energy
		f.perDay[day]++
	}
	return f
}

// TestRealR63 sends two years of a real meter through the public entrance and reads
// them back.
func TestRealR63(t *testing.T) {
	t.Parallel()
	path := realFile(t, "dso", "enedis_r63", "*.csv")
	content, err := os.ReadFile(path)
	require.NoError(t, err)
	file := readR63(t, string(content))
	require.Equal(t, 34_733, file.rows)
	require.Equal(t, int64(27_370_227), (file.total+500)/1000)
	require.Equal(t, 307, file.hourly)

	o := newRealOperation(t, "ENEDIS", "ENGINE_2025", "ACC00000063")
	site := o.site("A real meter", "consumer", file.prm, "2023-03-13")
	result := o.imported(filepath.Base(path), content)
	o.requireUnderstood(result, file)

	var total int64
	for _, year := range []string{"2023-03-13&dateTo=2024-03-12", "2024-03-13&dateTo=2025-03-12"} {
		reply := o.Get("/measurements/metrics/by-participant?participantId=" + site + "&dateFrom=" + year)
		require.Equal(t, http.StatusOK, reply.Status, "%s", reply.Body)
		total += int64(reply.Map()["consumption"].(map[string]any)["energyMilliWh"].(float64))
	}
	require.Equal(t, file.total, total)

	for day, rows := range map[string]int{"2023-03-26": 46, "2023-10-29": 50, "2024-03-31": 46, "2024-10-27": 50} {
		require.Equal(t, rows, file.perDay[day], day)
		o.requireDay(site, day, file, rows)
	}
	o.requireDay(site, file.hourDay, file, 0)

	again := o.imported(filepath.Base(path), content)
	require.Equal(t, true, again["unchanged"])
	require.EqualValues(t, 0, again["changedDays"])
}

// requireUnderstood compares what the import says with the file.
func (o realOperation) requireUnderstood(result map[string]any, file r63) {
	o.t.Helper()
	require.EqualValues(o.t, file.rows, result["points"])
	require.EqualValues(o.t, len(file.byDay), result["changedDays"])
	var doubtful, points, total, missing int64
	months := 0
	for _, one := range result["sites"].([]any) {
		line := one.(map[string]any)
		months++
		doubtful += int64(line["doubtful"].(float64))
		points += int64(line["points"].(float64))
		total += int64(line["totalMilliWh"].(float64))
		require.Equal(o.t, false, line["definitive"], "an R63 is never definitive by itself: %v", line)
		if line["month"] != "2025-03" { // it ends within
			missing += int64(line["missing"].(float64))
		}
	}
	require.Equal(o.t, 25, months)
	require.EqualValues(o.t, 3, doubtful)
	require.Equal(o.t, file.total, total)
	// A month with both steps is kept at the finer one; the file itself is what points counts.
	require.GreaterOrEqual(o.t, points, int64(file.rows))
	o.t.Logf("values told by line: %d, steps missing inside: %d, warnings: %v", points, missing, result["warnings"])
}

// requireDay reads a day back; steps 0 = as many as there are.
func (o realOperation) requireDay(site, day string, file r63, steps int) {
	o.t.Helper()
	curve, natures := o.raw("by-participant/"+site, day, day, "&nature=Conso")
	var sum int64
	for _, v := range natures["Conso"] {
		require.NotEqual(o.t, gap, v, "a gap on %s", day)
		sum += v
	}
	require.Equal(o.t, file.byDay[day], sum, day)
	if steps > 0 {
		require.Equal(o.t, "PT30M", curve.Step, day)
		require.Len(o.t, natures["Conso"], steps, day)
	}
	o.t.Logf("%s: %d steps of %s, source %s", day, len(natures["Conso"]), curve.Step, curve.Source)
}
