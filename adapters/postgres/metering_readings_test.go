package postgres_test

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/pgtest"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/assembly"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/policy"
)

const (
	readConsumer = "99100000000017"
	readProducer = "99100000000024"
)

// readingTown has curves of October: 1000 W used, of which 400 W are shared.
func readingTown(t *testing.T) *meteringFixture {
	f := newMeteringFixture(t, pgtest.New(t), "ENEDIS", time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC), []fixtureSite{
		{name: "baker", dsoID: readConsumer, from: "2026-01-01"}, {name: "roof", dsoID: readProducer, producer: true, from: "2026-01-01"}})
	f.service = assembly.New(assembly.Deps{Guard: policy.Guard{Decider: allowCurves{}, Locator: postgres.NewParticipants(f.db)}, Tx: f.db,
		Now: func() time.Time { return f.now }, Perimeter: postgres.NewPerimeters(f.db), Curves: postgres.NewCurves(f.db),
		Rollups: postgres.NewRollups(f.db), Imports: postgres.NewCurveImports(f.db), Declarations: postgres.NewDefinitiveMonths(f.db),
		Readings: postgres.NewPeriodReadings(f.db)})
	october := curveDays(t, "2026-10-01", "2026-10-31")
	var sets []curvefile.Dataset
	for nature, watts := range map[metering.Nature]map[string]int64{
		metering.Conso: {readConsumer: 1000}, metering.Autoconso: {readConsumer: 400, readProducer: 400},
		metering.Prod: {readProducer: 500}, metering.Surplus: {readProducer: 100},
	} {
		sets = append(sets, constantCurve(civil.Paris, nature, curvefile.StatusDefinitive, october, watts))
	}
	_, err := f.service.Ingest.ImportDatasets(t.Context(), f.organizer, f.operationID, sets)
	require.NoError(t, err)
	return f
}

// read imports readings and gives the keys of the warnings.
func (f *meteringFixture) read(t *testing.T, readings ...metering.PeriodReading) (warnings []*fault.Error, unchanged bool) {
	t.Helper()
	result, err := f.service.Ingest.ImportDatasets(t.Context(), f.organizer, f.operationID, []curvefile.Dataset{{FileName: "r15.xml", Format: "R15", Periods: readings}})
	require.NoError(t, err)
	return result.Warnings, result.Unchanged
}

func periodReading(t *testing.T, nature metering.Nature, side metering.Side, kilowattHours energy.MilliWh) metering.PeriodReading {
	r := metering.PeriodReading{DsoID: readConsumer, Nature: nature, Side: side, Days: curveDays(t, "2026-10-01", "2026-10-31"),
		Energy: kilowattHours * energy.KilowattHour, Rounding: energy.WattHour, Source: "R15"}
	if side == metering.Producer {
		r.DsoID = readProducer
	}
	return r
}

// TestReadingsBesideCurves has an October of 745 hours.
func TestReadingsBesideCurves(t *testing.T) {
	t.Parallel()
	f := readingTown(t)
	all := []metering.PeriodReading{
		periodReading(t, metering.Autoconso, metering.Consumer, 298), periodReading(t, metering.Complement, metering.Consumer, 447),
		periodReading(t, metering.Autoconso, metering.Producer, 298), periodReading(t, metering.Surplus, metering.Producer, 75),
	}
	warnings, unchanged := f.read(t, all...)
	require.False(t, unchanged)
	require.Len(t, warnings, 1, "74.5 kWh of surplus are not 75")
	require.Equal(t, "reading.differs", warnings[0].Key)
	require.Equal(t, map[string]any{"value": readProducer, "nature": "Surplus", "from": "2026-10-01", "to": "2026-10-31",
		"readingKilowattHours": "75.000", "curveKilowattHours": "74.500"}, warnings[0].Params)
	_, unchanged = f.read(t, all...)
	require.True(t, unchanged)

	checks, err := f.service.Readings.ReadingChecks(t.Context(), f.organizer, f.operationID, curveDays(t, "2026-10-31", "2026-11-30"))
	require.NoError(t, err)
	require.Len(t, checks, 4)
	for _, c := range checks {
		d, ok := c.Difference()
		require.True(t, ok)
		require.Equal(t, c.Nature == metering.Surplus, c.Differs())
		require.Equal(t, c.Nature == metering.Surplus, d != 0)
		require.Equal(t, f.now, c.ReceivedAt.UTC())
		require.Contains(t, []string{"baker", "roof"}, c.Name)
	}
	own := policyParticipant(f, "baker", civil.Range{From: civil.Min, To: civil.Forever})
	checks, err = f.service.Readings.ReadingChecks(t.Context(), own, f.operationID, curveDays(t, "2026-10-01", "2026-10-31"))
	require.NoError(t, err)
	require.Len(t, checks, 2, "its own alone")
	late := policyParticipant(f, "baker", curveDays(t, "2026-10-02", "2026-12-31"))
	checks, err = f.service.Readings.ReadingChecks(t.Context(), late, f.operationID, curveDays(t, "2026-10-01", "2026-10-31"))
	require.NoError(t, err)
	require.Empty(t, checks, "a period that began before")
}

// TestCorrectiveReadingsReplace in whatever order they come.
func TestCorrectiveReadingsReplace(t *testing.T) {
	t.Parallel()
	f := readingTown(t)
	wrong, right := periodReading(t, metering.Autoconso, metering.Consumer, 310), periodReading(t, metering.Autoconso, metering.Consumer, 298)
	right.Corrective = true
	warnings, _ := f.read(t, wrong)
	require.Len(t, warnings, 1)
	warnings, unchanged := f.read(t, wrong, right, wrong)
	require.Empty(t, warnings)
	require.False(t, unchanged)
	_, unchanged = f.read(t, wrong)
	require.True(t, unchanged, "an initial one does not come back")

	// Curves that come later are compared with what is known.
	result, err := f.service.Ingest.ImportDatasets(t.Context(), f.organizer, f.operationID, []curvefile.Dataset{
		constantCurve(civil.Paris, metering.Autoconso, curvefile.StatusDefinitive, curveDays(t, "2026-10-05", "2026-10-06"), map[string]int64{readConsumer: 500})})
	require.NoError(t, err)
	require.True(t, slices.ContainsFunc(result.Warnings, func(w *fault.Error) bool { return w.Key == "reading.differs" }), "%v", result.Warnings)
}

// TestReadingsThatCannotBeCompared are kept, without a word about curves.
func TestReadingsThatCannotBeCompared(t *testing.T) {
	t.Parallel()
	f := readingTown(t)
	other := periodReading(t, metering.Autoconso, metering.Consumer, 1)
	other.DsoID = "99100000000099"
	longer := periodReading(t, metering.Autoconso, metering.Consumer, 1)
	longer.Days.To += 3
	warnings, _ := f.read(t, other, longer)
	require.Len(t, warnings, 1)
	require.Equal(t, "reading.otherSites", warnings[0].Key)
	checks, err := f.service.Readings.ReadingChecks(t.Context(), f.organizer, f.operationID, longer.Days)
	require.NoError(t, err)
	require.Len(t, checks, 1)
	require.Nil(t, checks[0].Curve)
	require.Equal(t, 3, checks[0].MissingDays)
	require.False(t, checks[0].Differs())
}

// TestReadingsOfTheFuture are refused: the month of the clock of these tests has not ended.
func TestReadingsOfTheFuture(t *testing.T) {
	t.Parallel()
	f := readingTown(t)

	today := civil.Paris.DateOf(f.now)
	future := periodReading(t, metering.Autoconso, metering.Consumer, 1)
	future.Days, future.Row = civil.Range{From: today - 3, To: today + 1}, 7
	_, err := f.service.Ingest.ImportDatasets(t.Context(), f.organizer, f.operationID, []curvefile.Dataset{{FileName: "r15.xml", Format: "R15", Periods: []metering.PeriodReading{future}}})
	require.Equal(t, "import.rejected", fault.KeyOf(err))
	item := fault.From(err).Items[0]
	require.Equal(t, []any{"reading.inFuture", 7, readConsumer, (today + 1).String()}, []any{item.Key, item.Row, item.Params["value"], item.Params["date"]})
	checks, err := f.service.Readings.ReadingChecks(t.Context(), f.organizer, f.operationID, future.Days)
	require.NoError(t, err)
	require.Empty(t, checks)

	ended := future
	ended.Days.To = today // the index at the start of today was read
	_, unchanged := f.read(t, ended)
	require.False(t, unchanged)
}
