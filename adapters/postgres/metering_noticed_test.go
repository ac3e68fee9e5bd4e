package postgres_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/assembly"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/policy"
)

// itemsOf are the details of a refusal.
func itemsOf(t *testing.T, err error) []*fault.Error {
	t.Helper()
	f := fault.From(err)
	require.NotNil(t, f, "%v", err)
	return f.Items
}

func hours(at time.Time, row int, kWh ...int64) curvefile.Run {
	values := make([]energy.MilliWh, len(kWh))
	for i, v := range kWh {
		values[i] = energy.MilliWh(v) * kiloWh
	}
	return curvefile.Run{Start: at.Unix(), Step: 3600, Values: values, Row: row}
}

// TestNobodyMeasuresTheFuture: the first value of a step that is still to come refuses
// the file with its line; one step of grace is for clocks that differ.
func TestNobodyMeasuresTheFuture(t *testing.T) {
	t.Parallel()
	f := curveTown(t, "ENEDIS") // 2026-11-06 09:00 in Paris
	file := func(history bool, run curvefile.Run) []curvefile.Dataset {
		return []curvefile.Dataset{{FileName: "a.csv", Format: "ACC_CSV_LONG", History: history,
			Readings: []curvefile.Readings{oneRun("10000000000001", metering.Conso, run)}}}
	}
	for _, history := range []bool{false, true} {
		_, err := f.service.Ingest.ImportDatasets(t.Context(), f.organizer, f.operationID, file(history, hours(curveClock.Add(-2*time.Hour), 10, 1, 1, 1, 1, 1)))
		items := itemsOf(t, err)
		require.Equal(t, []string{"curve.inFuture"}, keysOf(items))
		require.Equal(t, 14, items[0].Row)
		require.Equal(t, "2026-11-06T11:00:00+01:00", items[0].Params["date"])
		_, err = f.service.Ingest.ImportDatasets(t.Context(), f.organizer, f.operationID, file(history, hours(time.Date(2027, 6, 1, 0, 0, 0, 0, time.UTC), 2, 1)))
		require.Equal(t, 2, itemsOf(t, err)[0].Row, "a year typed wrong")
	}
	var stored int
	require.NoError(t, f.db.Pool().QueryRow(t.Context(), "select count(*) from series_months").Scan(&stored))
	require.Zero(t, stored)
	f.load(t, file(false, hours(curveClock.Add(-2*time.Hour), 10, 1, 1, 1, 1))...)
}

// TestFilesOfOneImportAgree: files that come at once have no later one, so that two
// values for one step are refused, whatever their steps.
func TestFilesOfOneImportAgree(t *testing.T) {
	t.Parallel()
	f := curveTown(t, "ENEDIS")
	from := time.Date(2026, 10, 1, 0, 0, 0, 0, time.UTC)
	file := func(name string, run curvefile.Run) curvefile.Dataset {
		return curvefile.Dataset{FileName: name, Format: "ACC_CSV_LONG", Readings: []curvefile.Readings{oneRun("10000000000001", metering.Conso, run)}}
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
		"finer, equal":    {file("b.csv", quarters(0, kiloWh, 0, 0, 0, 2*kiloWh)), ""},
		"finer, other":    {file("b.csv", quarters(kiloWh, kiloWh, 0, 0)), "2026-10-01"},
	} {
		_, err := f.service.Ingest.ImportDatasets(t.Context(), f.organizer, f.operationID, []curvefile.Dataset{first, c.other})
		if c.date == "" {
			require.NoError(t, err, name)
			continue
		}
		items := itemsOf(t, err)
		require.Equal(t, []string{"curve.filesDiffer"}, keysOf(items), name)
		require.Equal(t, map[string]any{"value": "10000000000001", "nature": "Conso", "date": c.date, "fileName": "a.csv", "otherFile": "b.csv"},
			items[0].Params, name)
	}
}

// billedMonths says which months are on invoices.
type billedMonths map[civil.Month]bool

func (b billedMonths) Invoiced(_ context.Context, _ id.ID, m civil.Month) (bool, error) {
	return b[m], nil
}

func (b billedMonths) NotCharged(_ context.Context, _ id.ID, m civil.Month) (bool, error) {
	return b[m], nil
}

// TestWhatACorrectionUndoesIsSaid: a provisional file replaces definitive values, as every
// later file does, and the result names the days; so it does for a month with invoices.
func TestWhatACorrectionUndoesIsSaid(t *testing.T) {
	t.Parallel()
	f := curveTown(t, "ENEDIS")
	october := curveDays(t, "2026-10-01", "2026-10-31")
	f.service = assembly.New(assembly.Deps{Guard: policy.Guard{Decider: allowCurves{}, Locator: postgres.NewParticipants(f.db)}, Tx: f.db,
		Now: func() time.Time { return f.now }, Perimeter: postgres.NewPerimeters(f.db), Curves: postgres.NewCurves(f.db),
		Rollups: postgres.NewRollups(f.db), Imports: postgres.NewCurveImports(f.db), Declarations: postgres.NewDefinitiveMonths(f.db),
		Invoices: billedMonths{civil.MonthOf(october.From): true}})
	first := f.load(t, curveTownMonth(october)...)
	require.NotContains(t, keysOf(first.Warnings), "curve.lessFinal")
	latest := func() *civil.Month {
		r, err := f.service.Dashboard.OperationDateRanges(t.Context(), f.organizer, f.operationID, "")
		require.NoError(t, err)
		if r.LatestComplete != nil {
			require.Empty(t, r.NonDefinitive, "a complete definitive month has no other days")
		}
		return r.LatestComplete
	}
	require.Equal(t, civil.MonthOf(october.From), *latest())

	days := curveDays(t, "2026-10-05", "2026-10-16")
	for _, nature := range []metering.Nature{metering.Autoconso, metering.Conso} {
		result := f.load(t, constantCurve(civil.Paris, nature, curvefile.StatusProvisional, days, map[string]int64{"10000000000001": 2500}))
		byKey := map[string]*fault.Error{}
		for _, w := range result.Warnings {
			byKey[w.Key] = w
		}
		require.Equal(t, 12, byKey["curve.lessFinal"].Params["count"])
		require.Equal(t, "10000000000001", byKey["curve.lessFinal"].Params["value"])
		list := byKey["curve.lessFinal"].Params["days"].([]string)
		require.Len(t, list, 11)
		require.Equal(t, []string{"2026-10-05", "…"}, []string{list[0], list[10]})
		require.Equal(t, "2026-10", byKey["curve.invoicedMonth"].Params["month"])
		require.Equal(t, 12, byKey["curve.notChargedMonth"].Params["count"])
		require.Nil(t, latest(), "the two answers of date-ranges agree")
	}
	again := f.load(t, constantCurve(civil.Paris, metering.Conso, curvefile.StatusProvisional, days, map[string]int64{"10000000000001": 2500}))
	require.NotContains(t, keysOf(again.Warnings), "curve.lessFinal")
	require.NotContains(t, keysOf(again.Warnings), "curve.invoicedMonth")
}

// TestWhatIsNoCurveIsSaid: the index of a meter, which never goes down, and curves of a
// nature that an operation without ACI shows nowhere.
func TestWhatIsNoCurveIsSaid(t *testing.T) {
	t.Parallel()
	f := curveTown(t, "ENEDIS")
	from := time.Date(2026, 10, 1, 22, 0, 0, 0, time.UTC)
	file := func(nature metering.Nature, value func(i int) int64) curvefile.Dataset {
		values := make([]energy.MilliWh, 7*96)
		for i := range values {
			values[i] = energy.MilliWh(value(i))
		}
		return curvefile.Dataset{FileName: "a.csv", Format: "TABLE", History: true, Readings: []curvefile.Readings{oneRun("10000000000001", nature,
			curvefile.Run{Start: from.Unix(), Step: 900, Values: values, Row: 2})}}
	}
	index := func(i int) int64 { return 1_000_000_000 + int64(i)*100_000 }
	day := func(i int) int64 { return int64(i%96) * 1000 }
	flat := func(int) int64 { return 250_000 }
	result := f.load(t, file(metering.Conso, index))
	require.Contains(t, keysOf(result.Warnings), "curve.looksLikeIndex")
	require.Equal(t, map[string]any{"value": "10000000000001", "nature": "Conso", "count": 7 * 96}, result.Warnings[0].Params)
	for _, curve := range []func(int) int64{day, flat} {
		require.NotContains(t, keysOf(f.load(t, file(metering.Conso, curve)).Warnings), "curve.looksLikeIndex")
	}
	external := f.load(t, file(metering.ProdExt, flat))
	require.Contains(t, keysOf(external.Warnings), "curve.externalWithoutAci")
	_, err := f.db.Pool().Exec(t.Context(), "update operations set functionalities = '{ACI}'")
	require.NoError(t, err)
	require.NotContains(t, keysOf(f.load(t, file(metering.ConsExt, flat)).Warnings), "curve.externalWithoutAci")

	off := file(metering.Conso, flat)
	off.Readings[0].Runs[0].Start += 7 * 60
	_, err = f.service.Ingest.ImportDatasets(t.Context(), f.organizer, f.operationID, []curvefile.Dataset{off})
	require.Equal(t, []string{"curve.offGrid"}, keysOf(itemsOf(t, err)))
	require.Equal(t, "2026-10-02T00:07:00+02:00", itemsOf(t, err)[0].Params["date"])
}
