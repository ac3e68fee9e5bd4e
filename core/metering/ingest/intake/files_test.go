package intake_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

func hours(at time.Time, row int, kWh ...int64) curvefile.Run {
	values := make([]energy.MilliWh, len(kWh))
	for i, v := range kWh {
		values[i] = energy.MilliWh(v) * energy.KilowattHour
	}
	return curvefile.Run{Start: at.Unix(), Step: 3600, Values: values, Row: row}
}

// TestNobodyMeasuresTheFuture: the first value of a step that is still to come refuses
// the file with its line; one step of grace is for clocks that differ.
func TestNobodyMeasuresTheFuture(t *testing.T) {
	t.Parallel()
	m := coretest.MeteredTown(t, "ENEDIS") // 2026-11-06 09:00 in Paris
	file := func(history bool, run curvefile.Run) []curvefile.Dataset {
		return []curvefile.Dataset{{FileName: "a.csv", Format: "ACC_CSV_LONG", History: history,
			Readings: []curvefile.Readings{coretest.OneRun("10000000000001", metering.Conso, run)}}}
	}
	for _, history := range []bool{false, true} {
		_, err := m.Ingest.ImportDatasets(t.Context(), m.Organizer, m.Operation, file(history, hours(coretest.MeterClock.Add(-2*time.Hour), 10, 1, 1, 1, 1, 1)))
		items := coretest.ItemsOf(t, err)
		require.Equal(t, []string{"curve.inFuture"}, coretest.KeysOf(items))
		require.Equal(t, 14, items[0].Row)
		require.Equal(t, "2026-11-06T11:00:00+01:00", items[0].Params["date"])
		_, err = m.Ingest.ImportDatasets(t.Context(), m.Organizer, m.Operation, file(history, hours(time.Date(2027, 6, 1, 0, 0, 0, 0, time.UTC), 2, 1)))
		require.Equal(t, 2, coretest.ItemsOf(t, err)[0].Row, "a year typed wrong")
	}
	var stored int
	require.NoError(t, m.DB.Pool().QueryRow(t.Context(), "select count(*) from series_months").Scan(&stored))
	require.Zero(t, stored)
	m.Load(file(false, hours(coretest.MeterClock.Add(-2*time.Hour), 10, 1, 1, 1, 1))...)
}

// TestFilesOfOneImportAgree: files that come at once have no later one, so that two
// values for one step are refused, whatever their steps.
func TestFilesOfOneImportAgree(t *testing.T) {
	t.Parallel()
	m := coretest.MeteredTown(t, "ENEDIS")
	from := time.Date(2026, 10, 1, 0, 0, 0, 0, time.UTC)
	file := func(name string, run curvefile.Run) curvefile.Dataset {
		return curvefile.Dataset{FileName: name, Format: "ACC_CSV_LONG", Readings: []curvefile.Readings{coretest.OneRun("10000000000001", metering.Conso, run)}}
	}
	quarters := func(values ...energy.MilliWh) curvefile.Run {
		return curvefile.Run{Start: from.Unix(), Step: 900, Values: values, Row: 2}
	}
	first := file("a.csv", hours(from, 2, 1, 2, 3))
	for name, c := range map[string]struct {
		other curvefile.Dataset
		date  string // "" = they agree
	}{
		"equal":           {file("b.csv", hours(from, 2, 1, 2, 3)), ""},
		"other days":      {file("b.csv", hours(from.AddDate(0, 0, 1), 2, 9)), ""},
		"later in it":     {file("b.csv", hours(from.Add(2*time.Hour), 2, 3, 4)), ""},
		"one differs":     {file("b.csv", hours(from.Add(time.Hour), 2, 2, 4)), "2026-10-01"},
		"before and over": {file("b.csv", hours(from.Add(-time.Hour), 2, 7, 1, 2, 8)), "2026-10-01"},
		"finer, equal":    {file("b.csv", quarters(0, energy.KilowattHour, 0, 0, 0, 2*energy.KilowattHour)), ""},
		"finer, other":    {file("b.csv", quarters(energy.KilowattHour, energy.KilowattHour, 0, 0)), "2026-10-01"},
	} {
		_, err := m.Ingest.ImportDatasets(t.Context(), m.Organizer, m.Operation, []curvefile.Dataset{first, c.other})
		if c.date == "" {
			require.NoError(t, err, name)
			continue
		}
		items := coretest.ItemsOf(t, err)
		require.Equal(t, []string{"curve.filesDiffer"}, coretest.KeysOf(items), name)
		require.Equal(t, map[string]any{"value": "10000000000001", "nature": "Conso", "date": c.date, "fileName": "a.csv", "otherFile": "b.csv"},
			items[0].Params, name)
	}
}
