package readings_test

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

const (
	readConsumer = "99100000000017"
	readProducer = "99100000000024"
)

// readingTown has curves of October: 1000 W used, of which 400 W are shared.
func readingTown(t *testing.T) *coretest.Metering {
	m := coretest.NewMetering(t, "ENEDIS", coretest.MeteredSite{Name: "baker", DsoID: readConsumer, From: "2026-01-01"},
		coretest.MeteredSite{Name: "roof", DsoID: readProducer, Producer: true, From: "2026-01-01"})
	m.Clock = time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	october := coretest.Days("2026-10-01", "2026-10-31")
	for nature, watts := range map[metering.Nature]map[string]int64{
		metering.Conso: {readConsumer: 1000}, metering.Autoconso: {readConsumer: 400, readProducer: 400},
		metering.Prod: {readProducer: 500}, metering.Surplus: {readProducer: 100},
	} {
		m.Put(nature, curvefile.StatusDefinitive, october, watts)
	}
	return m
}

// read imports readings and gives the keys of the warnings.
func read(t *testing.T, m *coretest.Metering, readings ...metering.PeriodReading) (warnings []*fault.Error, unchanged bool) {
	t.Helper()
	result, err := m.Ingest.ImportDatasets(t.Context(), m.Organizer, m.Operation, []curvefile.Dataset{{FileName: "r15.xml", Format: "R15", Periods: readings}})
	require.NoError(t, err)
	return result.Warnings, result.Unchanged
}

func periodReading(nature metering.Nature, side metering.Side, kilowattHours energy.MilliWh) metering.PeriodReading {
	r := metering.PeriodReading{DsoID: readConsumer, Nature: nature, Side: side, Days: coretest.Days("2026-10-01", "2026-10-31"),
		Energy: kilowattHours * energy.KilowattHour, Rounding: energy.WattHour, Source: "R15"}
	if side == metering.Producer {
		r.DsoID = readProducer
	}
	return r
}

// TestReadingsBesideCurves has an October of 745 hours.
func TestReadingsBesideCurves(t *testing.T) {
	t.Parallel()
	m := readingTown(t)
	all := []metering.PeriodReading{
		periodReading(metering.Autoconso, metering.Consumer, 298), periodReading(metering.Complement, metering.Consumer, 447),
		periodReading(metering.Autoconso, metering.Producer, 298), periodReading(metering.Surplus, metering.Producer, 75),
	}
	warnings, unchanged := read(t, m, all...)
	require.False(t, unchanged)
	require.Len(t, warnings, 1, "74.5 kWh of surplus are not 75")
	require.Equal(t, "reading.differs", warnings[0].Key)
	require.Equal(t, map[string]any{"value": readProducer, "nature": "Surplus", "from": "2026-10-01", "to": "2026-10-31",
		"readingKilowattHours": "75.000", "curveKilowattHours": "74.500"}, warnings[0].Params)
	_, unchanged = read(t, m, all...)
	require.True(t, unchanged)

	checks, err := m.Readings.ReadingChecks(t.Context(), m.Organizer, m.Operation, coretest.Days("2026-10-31", "2026-11-30"))
	require.NoError(t, err)
	require.Len(t, checks, 4)
	for _, c := range checks {
		d, ok := c.Difference()
		require.True(t, ok)
		require.Equal(t, c.Nature == metering.Surplus, c.Differs())
		require.Equal(t, c.Nature == metering.Surplus, d != 0)
		require.Equal(t, m.Clock, c.ReceivedAt.UTC())
		require.Contains(t, []string{"baker", "roof"}, c.Name)
	}
	own := m.SiteAccount("baker", civil.Range{From: civil.Min, To: civil.Forever})
	checks, err = m.Readings.ReadingChecks(t.Context(), own, m.Operation, coretest.Days("2026-10-01", "2026-10-31"))
	require.NoError(t, err)
	require.Len(t, checks, 2, "its own alone")
	late := m.SiteAccount("baker", coretest.Days("2026-10-02", "2026-12-31"))
	checks, err = m.Readings.ReadingChecks(t.Context(), late, m.Operation, coretest.Days("2026-10-01", "2026-10-31"))
	require.NoError(t, err)
	require.Empty(t, checks, "a period that began before")
}

// TestCorrectiveReadingsReplace in whatever order they come.
func TestCorrectiveReadingsReplace(t *testing.T) {
	t.Parallel()
	m := readingTown(t)
	wrong, right := periodReading(metering.Autoconso, metering.Consumer, 310), periodReading(metering.Autoconso, metering.Consumer, 298)
	right.Corrective = true
	warnings, _ := read(t, m, wrong)
	require.Len(t, warnings, 1)
	warnings, unchanged := read(t, m, wrong, right, wrong)
	require.Empty(t, warnings)
	require.False(t, unchanged)
	_, unchanged = read(t, m, wrong)
	require.True(t, unchanged, "an initial one does not come back")

	// Curves that come later are compared with what is known.
	result, err := m.Ingest.ImportDatasets(t.Context(), m.Organizer, m.Operation, []curvefile.Dataset{
		coretest.Constant(civil.Paris, metering.Autoconso, curvefile.StatusDefinitive, coretest.Days("2026-10-05", "2026-10-06"), map[string]int64{readConsumer: 500})})
	require.NoError(t, err)
	require.True(t, slices.ContainsFunc(result.Warnings, func(w *fault.Error) bool { return w.Key == "reading.differs" }), "%v", result.Warnings)
}

// TestReadingsThatCannotBeCompared are kept, without a word about curves.
func TestReadingsThatCannotBeCompared(t *testing.T) {
	t.Parallel()
	m := readingTown(t)
	other := periodReading(metering.Autoconso, metering.Consumer, 1)
	other.DsoID = "99100000000099"
	longer := periodReading(metering.Autoconso, metering.Consumer, 1)
	longer.Days.To += 3
	warnings, _ := read(t, m, other, longer)
	require.Len(t, warnings, 1)
	require.Equal(t, "reading.otherSites", warnings[0].Key)
	checks, err := m.Readings.ReadingChecks(t.Context(), m.Organizer, m.Operation, longer.Days)
	require.NoError(t, err)
	require.Len(t, checks, 1)
	require.Nil(t, checks[0].Curve)
	require.Equal(t, 3, checks[0].MissingDays)
	require.False(t, checks[0].Differs())
}

// TestReadingsOfTheFuture are refused: the month of the clock of these tests has not ended.
func TestReadingsOfTheFuture(t *testing.T) {
	t.Parallel()
	m := readingTown(t)

	today := civil.Paris.DateOf(m.Clock)
	future := periodReading(metering.Autoconso, metering.Consumer, 1)
	future.Days, future.Row = civil.Range{From: today - 3, To: today + 1}, 7
	_, err := m.Ingest.ImportDatasets(t.Context(), m.Organizer, m.Operation, []curvefile.Dataset{{FileName: "r15.xml", Format: "R15", Periods: []metering.PeriodReading{future}}})
	require.Equal(t, "import.rejected", fault.KeyOf(err))
	item := fault.From(err).Items[0]
	require.Equal(t, []any{"reading.inFuture", 7, readConsumer, (today + 1).String()}, []any{item.Key, item.Row, item.Params["value"], item.Params["date"]})
	checks, err := m.Readings.ReadingChecks(t.Context(), m.Organizer, m.Operation, future.Days)
	require.NoError(t, err)
	require.Empty(t, checks)

	ended := future
	ended.Days.To = today // the index at the start of today was read
	_, unchanged := read(t, m, ended)
	require.False(t, unchanged)
}
