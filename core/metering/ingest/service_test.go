package ingest_test

import (
	"errors"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/drawing"
	"github.com/openpmo/pmo/core/metering/ingest"
)

func TestAnImportIsAllOrNothing(t *testing.T) {
	t.Parallel()
	m := coretest.MeteredTown(t, "ENEDIS")
	ctx := t.Context()
	october := coretest.Days("2026-10-01", "2026-10-31")
	m.Words["a"] = func() ([]curvefile.Dataset, error) { return coretest.TownMonth(october), nil }
	m.Words["b"] = func() ([]curvefile.Dataset, error) {
		bad := coretest.TownMonth(october)
		bad[0].Readings = append(bad[0].Readings,
			coretest.OneRun("99999999999999", metering.Conso, curvefile.Run{Start: 1790805600, Step: 900, Values: []energy.MilliWh{1}, Row: 40}),
			coretest.OneRun("10000000000001", metering.Conso, curvefile.Run{Start: 1790805600, Step: 900, Values: []energy.MilliWh{1, -5}, Row: 50}),
			coretest.OneRun("10000000000002", metering.Conso, curvefile.Run{Start: 1772323200, Step: 900, Values: []energy.MilliWh{1}, Row: 60}),
			coretest.OneRun("10000000000003", metering.Conso, curvefile.Run{Start: 1790805600, Step: 420, Values: []energy.MilliWh{1}, Row: 70}),
			coretest.OneRun("10000000000004", metering.Surplus, curvefile.Run{Start: 1790805600, Step: 900, Values: []energy.MilliWh{1}, Row: 80}))
		return bad, nil
	}
	m.Words["c"] = func() ([]curvefile.Dataset, error) { return nil, errors.New("disk") }

	dry, err := m.Send("a", true)
	require.NoError(t, err)
	require.NoError(t, m.Ingest.RunImport(ctx, dry.ID))
	dry, err = m.Followed(m.Organizer, dry.ID)
	require.NoError(t, err)
	require.Equal(t, ingest.ImportSucceeded, dry.Status)
	require.True(t, dry.Result.DryRun)
	require.Equal(t, 6, dry.Result.ChangedSites)
	require.Len(t, dry.Result.Sites, 11)
	require.Equal(t, "ACC_CSV_LONG", dry.Files[0].Format)
	var stored int
	require.NoError(t, m.DB.Pool().QueryRow(ctx, "select count(*) from series_months").Scan(&stored))
	require.Zero(t, stored)

	bad, err := m.Send("b", false)
	require.NoError(t, err)
	_, err = m.Send("a", false)
	require.ErrorIs(t, err, metering.ErrUploadInProgress)
	require.Equal(t, string(bad.ID), fault.From(err).Params["id"])
	require.NoError(t, m.Ingest.RunImport(ctx, bad.ID))
	bad, err = m.Followed(m.Organizer, bad.ID)
	require.NoError(t, err)
	require.Equal(t, ingest.ImportFailed, bad.Status)
	rows := map[string]int{}
	for _, e := range bad.Errors {
		rows[e.Key] = e.Row
	}
	require.Equal(t, map[string]int{"prm.unknown": 40, "curve.duplicate": 50, "curve.outsideActivation": 60, "curve.step": 70, "curve.natureOfSite": 80}, rows)
	require.NoError(t, m.DB.Pool().QueryRow(ctx, "select count(*) from series_months").Scan(&stored))
	require.Zero(t, stored)

	broken, err := m.Send("c", false)
	require.NoError(t, err)
	cause := m.Ingest.RunImport(ctx, broken.ID)
	require.ErrorContains(t, cause, "disk")
	require.NoError(t, m.Jobs.Fail(ctx, broken.ID, 0, cause))

	good, err := m.Send("a", false)
	require.NoError(t, err)
	require.NoError(t, m.Ingest.RunImport(ctx, good.ID))
	require.NoError(t, m.Ingest.RunImport(ctx, good.ID), "a closed import is left alone")
	all, total, err := m.Ingest.Imports(ctx, m.Organizer, m.Operation, 0, 10)
	require.NoError(t, err)
	require.Equal(t, 4, total)
	require.Equal(t, ingest.ImportSucceeded, all[0].Status)
	require.Equal(t, "internal", all[1].Errors[0].Key)
	for i, one := range all { // where a page begins that lies behind it
		n, err := m.Ingest.ImportPosition(ctx, m.Organizer, m.Operation, one.ID)
		require.NoError(t, err)
		require.Equal(t, i+1, n)
	}
	n, err := m.Ingest.ImportPosition(ctx, m.Organizer, m.Operation, id.New())
	require.NoError(t, err)
	require.Zero(t, n, "not in the list")

	// A job that died leaves a live row; the sweep closes it.
	lost, err := m.Send("a", false)
	require.NoError(t, err)
	m.Clock = m.Clock.Add(48 * time.Hour * 365)
	require.NoError(t, m.Jobs.Sweep(ctx))
	lost, err = m.Followed(m.Organizer, lost.ID)
	require.NoError(t, err)
	require.Equal(t, "import.abandoned", lost.Errors[0].Key)
}

func TestPartOfAMonthReplacesOnlyItsSteps(t *testing.T) {
	t.Parallel()
	m := coretest.MeteredTown(t, "ENEDIS")
	ctx := t.Context()
	october := coretest.Days("2026-10-01", "2026-10-31")
	m.Load(coretest.TownMonth(october)...)
	// Half-hours on the day with 25 hours, provisional.
	day := coretest.Days("2026-10-25", "2026-10-25")
	from, _ := civil.Paris.Span(day)
	values := make([]energy.MilliWh, 50)
	for i := range values {
		values[i] = 700_001 // odd: its quarters differ by one
	}
	set := curvefile.Dataset{FileName: "part.csv", Format: "R63", History: true, Readings: []curvefile.Readings{{DsoID: "10000000000005",
		Nature: metering.Conso, Runs: []curvefile.Run{{Start: from.Unix(), Step: 1800, Values: values, Row: 2}}}}}
	result := m.Load(set)
	require.Equal(t, 1, result.ChangedSites)
	require.Equal(t, 1, result.ChangedDays)
	c, err := m.Drawing.ParticipantCurve(ctx, m.Organizer, drawing.CurveInput{ParticipantID: m.Sites["Martin"], Days: day, Natures: []metering.Nature{metering.Conso}})
	require.NoError(t, err)
	require.Len(t, c.Series[0].Values, 100)
	require.Equal(t, "PT15M", c.Step)
	require.Equal(t, from, *c.ProvisionalFrom)
	var sum int64
	for _, v := range c.Series[0].Values {
		sum += v
	}
	require.EqualValues(t, 50*700_001, sum)
	before, err := m.Drawing.ParticipantCurve(ctx, m.Organizer, drawing.CurveInput{ParticipantID: m.Sites["Martin"], Days: coretest.Days("2026-10-24", "2026-10-24"), Natures: []metering.Nature{metering.Conso}})
	require.NoError(t, err)
	require.Nil(t, before.ProvisionalFrom)
	require.EqualValues(t, 250_000, before.Series[0].Values[0])
	ranges, err := m.Dashboard.OperationDateRanges(ctx, m.Organizer, m.Operation, nil)
	require.NoError(t, err)
	require.Equal(t, []civil.Range{day}, ranges.NonDefinitive)
	require.NotNil(t, ranges.LatestComplete, "Autoconso is whole and definitive")

	again, err := m.Dashboard.OperationDateRanges(ctx, m.Organizer, m.Operation, []metering.Revision{ranges.Revision})
	require.NoError(t, err)
	require.True(t, again.Unchanged)
}

// TestWarningsBeyondTheFirstAreCounted: of 312 remarks 200 are kept, and a dry run, an
// import and its row all say 312 and what the import itself adds.
func TestWarningsBeyondTheFirstAreCounted(t *testing.T) {
	t.Parallel()
	m := coretest.MeteredTown(t, "ENEDIS")
	few := 0
	for _, remarks := range []int{0, 312} {
		word := map[int]string{0: "a few", 312: "bulk"}[remarks]
		m.Words[word] = func() ([]curvefile.Dataset, error) {
			sets := coretest.TownMonth(coretest.Days("2026-10-01", "2026-10-31"))
			for n := range remarks {
				sets[0].Warnings = append(sets[0].Warnings, metering.WarnCheckDigit.With("value", strconv.Itoa(n)).With("name", ""))
			}
			return sets, nil
		}
		for _, dryRun := range []bool{true, false} {
			i, err := m.Send(word, dryRun)
			require.NoError(t, err)
			require.NoError(t, m.Ingest.RunImport(t.Context(), i.ID))
			i, err = m.Followed(m.Organizer, i.ID)
			require.NoError(t, err)
			require.Equal(t, ingest.ImportSucceeded, i.Status, "%v", i.Errors)
			if remarks == 0 {
				few = i.Result.WarningCount
				require.Len(t, i.Result.Warnings, few)
				continue
			}
			require.GreaterOrEqual(t, i.Result.WarningCount, 312)
			require.LessOrEqual(t, i.Result.WarningCount, 312+few, "dry run %t", dryRun)
			require.Len(t, i.Result.Warnings, 200)
		}
	}
}

// TestWhatACorrectionUndoesIsSaid: a provisional file replaces definitive values, as every
// later file does, and the result names the days; so it does for a month with invoices.
func TestWhatACorrectionUndoesIsSaid(t *testing.T) {
	t.Parallel()
	m := coretest.MeteredTown(t, "ENEDIS")
	october := coretest.Days("2026-10-01", "2026-10-31")
	m.Billed[civil.MonthOf(october.From)], m.Uncharged[civil.MonthOf(october.From)] = true, true
	first := m.Load(coretest.TownMonth(october)...)
	require.NotContains(t, coretest.KeysOf(first.Warnings), "curve.lessFinal")
	latest := func() *civil.Month {
		r, err := m.Dashboard.OperationDateRanges(t.Context(), m.Organizer, m.Operation, nil)
		require.NoError(t, err)
		if r.LatestComplete != nil {
			require.Empty(t, r.NonDefinitive, "a complete definitive month has no other days")
		}
		return r.LatestComplete
	}
	require.Equal(t, civil.MonthOf(october.From), *latest())

	days := coretest.Days("2026-10-05", "2026-10-16")
	for _, nature := range []metering.Nature{metering.Autoconso, metering.Conso} {
		result := m.Load(coretest.Constant(civil.Paris, nature, curvefile.StatusProvisional, days, map[string]int64{"10000000000001": 2500}))
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
	again := m.Load(coretest.Constant(civil.Paris, metering.Conso, curvefile.StatusProvisional, days, map[string]int64{"10000000000001": 2500}))
	require.NotContains(t, coretest.KeysOf(again.Warnings), "curve.lessFinal")
	require.NotContains(t, coretest.KeysOf(again.Warnings), "curve.invoicedMonth")
}

// TestWhatIsNoCurveIsSaid: the index of a meter, which never goes down, and curves of a
// nature that an operation without ACI shows nowhere.
func TestWhatIsNoCurveIsSaid(t *testing.T) {
	t.Parallel()
	m := coretest.MeteredTown(t, "ENEDIS")
	from := time.Date(2026, 10, 1, 22, 0, 0, 0, time.UTC)
	file := func(nature metering.Nature, value func(i int) int64) curvefile.Dataset {
		values := make([]energy.MilliWh, 7*96)
		for i := range values {
			values[i] = energy.MilliWh(value(i))
		}
		return curvefile.Dataset{FileName: "a.csv", Format: "TABLE", History: true, Readings: []curvefile.Readings{coretest.OneRun("10000000000001", nature,
			curvefile.Run{Start: from.Unix(), Step: 900, Values: values, Row: 2})}}
	}
	index := func(i int) int64 { return 1_000_000_000 + int64(i)*100_000 }
	day := func(i int) int64 { return int64(i%96) * 1000 }
	flat := func(int) int64 { return 250_000 }
	result := m.Load(file(metering.Conso, index))
	require.Contains(t, coretest.KeysOf(result.Warnings), "curve.looksLikeIndex")
	require.Equal(t, map[string]any{"value": "10000000000001", "nature": "Conso", "count": 7 * 96}, result.Warnings[0].Params)
	for _, curve := range []func(int) int64{day, flat} {
		require.NotContains(t, coretest.KeysOf(m.Load(file(metering.Conso, curve)).Warnings), "curve.looksLikeIndex")
	}
	external := m.Load(file(metering.ProdExt, flat))
	require.Contains(t, coretest.KeysOf(external.Warnings), "curve.externalWithoutAci")
	m.Exec("update operations set functionalities = '{ACI}'")
	require.NotContains(t, coretest.KeysOf(m.Load(file(metering.ConsExt, flat)).Warnings), "curve.externalWithoutAci")

	off := file(metering.Conso, flat)
	off.Readings[0].Runs[0].Start += 7 * 60
	_, err := m.Ingest.ImportDatasets(t.Context(), m.Organizer, m.Operation, []curvefile.Dataset{off})
	require.Equal(t, []string{"curve.offGrid"}, coretest.KeysOf(coretest.ItemsOf(t, err)))
	require.Equal(t, "2026-10-02T00:07:00+02:00", coretest.ItemsOf(t, err)[0].Params["date"])
}

// TestWhatTheSumsOfAMonthFindIsSaid by a dry run and by the import.
func TestWhatTheSumsOfAMonthFindIsSaid(t *testing.T) {
	t.Parallel()
	m := coretest.MeteredTown(t, "ENEDIS")
	require.NotContains(t, coretest.KeysOf(m.Load(coretest.TownMonth(coretest.Days("2026-10-01", "2026-10-31"))...).Warnings), "balance.receivedAboveConsumed")
	m.Words["more than was drawn"] = func() ([]curvefile.Dataset, error) {
		return []curvefile.Dataset{coretest.Constant(civil.Paris, metering.Autoconso, curvefile.StatusDefinitive, coretest.Days("2026-10-10", "2026-10-11"), map[string]int64{"10000000000001": 4100})}, nil
	}
	for _, dryRun := range []bool{true, false} {
		done := m.Import("more than was drawn", dryRun)
		require.Equal(t, ingest.ImportSucceeded, done.Status, "%v", done.Errors)
		require.Contains(t, coretest.KeysOf(done.Result.Warnings), "balance.receivedAboveConsumed", "dry run %t", dryRun)
	}
}
