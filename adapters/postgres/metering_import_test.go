package postgres_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
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
	"github.com/openpmo/pmo/core/metering/dashboard"
	"github.com/openpmo/pmo/core/metering/drawing"
	"github.com/openpmo/pmo/core/metering/ingest"
	"github.com/openpmo/pmo/core/object"
	"github.com/openpmo/pmo/core/policy"
)

// curveShelf keeps files in memory and reads the one word in them.
type curveShelf struct {
	object.Store
	kept   map[string][]byte
	sets   map[string]func() ([]curvefile.Dataset, error)
	queued []id.ID
}

func (s *curveShelf) Stat(_ context.Context, key string) (object.Info, error) {
	if _, ok := s.kept[key]; !ok {
		return object.Info{}, object.ErrNotFound
	}
	return object.Info{}, nil
}

func (s *curveShelf) Put(_ context.Context, key string, content io.Reader, _ int64, _ string) error {
	text, err := io.ReadAll(content)
	s.kept[key] = text
	return err
}

type noClose struct{ *bytes.Reader }

func (noClose) Close() error { return nil }

func (s *curveShelf) Get(_ context.Context, key string) (io.ReadSeekCloser, object.Info, error) {
	return noClose{Reader: bytes.NewReader(s.kept[key])}, object.Info{}, nil
}

func (s *curveShelf) Read(_ context.Context, _ string, _ int64, open func() (io.ReadCloser, error), _ civil.Zone) ([]curvefile.Dataset, error) {
	content, err := open()
	if err != nil {
		return nil, err
	}
	word, err := io.ReadAll(content)
	if err != nil {
		return nil, err
	}
	return s.sets[string(word)]()
}

// With knows no hints.
func (s *curveShelf) With(curvefile.FileHints) curvefile.FileReader { return s }

func (s *curveShelf) CurveImport(_ context.Context, importID id.ID) error {
	s.queued = append(s.queued, importID)
	return nil
}

func importTown(t *testing.T) (*meteringFixture, *curveShelf) {
	f := curveTown(t, "ENEDIS")
	shelf := &curveShelf{kept: map[string][]byte{}, sets: map[string]func() ([]curvefile.Dataset, error){}}
	f.service = assembly.New(assembly.Deps{Guard: policy.Guard{Decider: allowCurves{}, Locator: postgres.NewParticipants(f.db)}, Tx: f.db,
		Now: func() time.Time { return f.now }, Perimeter: postgres.NewPerimeters(f.db), Curves: postgres.NewCurves(f.db),
		Rollups: postgres.NewRollups(f.db), Imports: postgres.NewCurveImports(f.db), Declarations: postgres.NewDefinitiveMonths(f.db),
		Files: shelf, Reader: shelf, Queue: shelf})
	return f, shelf
}

// send starts an import of one file whose content is word.
func (f *meteringFixture) send(t *testing.T, word string, dryRun bool) (ingest.Import, error) {
	sum := strings.Repeat("ab", 31) + map[bool]string{true: "01", false: "02"}[dryRun]
	return f.service.Ingest.StartImport(t.Context(), f.organizer, ingest.ImportInput{OperationID: f.operationID, Kind: ingest.KindUpload, DryRun: dryRun,
		Files: []ingest.ReceivedFile{{Name: word + ".csv", Size: int64(len(word)), SHA256: sum[:62] + word[:1] + "0",
			Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(word)), nil }}}})
}

func TestAnImportIsAllOrNothing(t *testing.T) {
	t.Parallel()
	f, shelf := importTown(t)
	ctx := t.Context()
	october := curveDays(t, "2026-10-01", "2026-10-31")
	shelf.sets["a"] = func() ([]curvefile.Dataset, error) { return curveTownMonth(october), nil }
	shelf.sets["b"] = func() ([]curvefile.Dataset, error) {
		bad := curveTownMonth(october)
		bad[0].Readings = append(bad[0].Readings,
			oneRun("99999999999999", metering.Conso, curvefile.Run{Start: 1790805600, Step: 900, Values: []energy.MilliWh{1}, Row: 40}),
			oneRun("10000000000001", metering.Conso, curvefile.Run{Start: 1790805600, Step: 900, Values: []energy.MilliWh{1, -5}, Row: 50}),
			oneRun("10000000000002", metering.Conso, curvefile.Run{Start: 1772323200, Step: 900, Values: []energy.MilliWh{1}, Row: 60}),
			oneRun("10000000000003", metering.Conso, curvefile.Run{Start: 1790805600, Step: 420, Values: []energy.MilliWh{1}, Row: 70}),
			oneRun("10000000000004", metering.Surplus, curvefile.Run{Start: 1790805600, Step: 900, Values: []energy.MilliWh{1}, Row: 80}))
		return bad, nil
	}
	shelf.sets["c"] = func() ([]curvefile.Dataset, error) { return nil, errors.New("disk") }

	dry, err := f.send(t, "a", true)
	require.NoError(t, err)
	require.NoError(t, f.service.Ingest.RunImport(ctx, dry.ID))
	dry, err = f.service.Ingest.ImportJob(ctx, f.organizer, dry.ID)
	require.NoError(t, err)
	require.Equal(t, ingest.ImportSucceeded, dry.Status)
	require.True(t, dry.Result.DryRun)
	require.Equal(t, 6, dry.Result.ChangedSites)
	require.Len(t, dry.Result.Sites, 11)
	require.Equal(t, "ACC_CSV_LONG", dry.Files[0].Format)
	var stored int
	require.NoError(t, f.db.Pool().QueryRow(ctx, "select count(*) from series_months").Scan(&stored))
	require.Zero(t, stored)

	bad, err := f.send(t, "b", false)
	require.NoError(t, err)
	_, err = f.send(t, "a", false)
	require.ErrorIs(t, err, metering.ErrUploadInProgress)
	require.Equal(t, string(bad.ID), fault.From(err).Params["id"])
	require.NoError(t, f.service.Ingest.RunImport(ctx, bad.ID))
	bad, err = f.service.Ingest.ImportJob(ctx, f.organizer, bad.ID)
	require.NoError(t, err)
	require.Equal(t, ingest.ImportFailed, bad.Status)
	rows := map[string]int{}
	for _, e := range bad.Errors {
		rows[e.Key] = e.Row
	}
	require.Equal(t, map[string]int{"prm.unknown": 40, "curve.duplicate": 50, "curve.outsideActivation": 60, "curve.step": 70, "curve.natureOfSite": 80}, rows)
	require.NoError(t, f.db.Pool().QueryRow(ctx, "select count(*) from series_months").Scan(&stored))
	require.Zero(t, stored)

	broken, err := f.send(t, "c", false)
	require.NoError(t, err)
	cause := f.service.Ingest.RunImport(ctx, broken.ID)
	require.ErrorContains(t, cause, "disk")
	require.NoError(t, f.service.Ingest.FailImport(ctx, broken.ID, cause))

	good, err := f.send(t, "a", false)
	require.NoError(t, err)
	require.NoError(t, f.service.Ingest.RunImport(ctx, good.ID))
	require.NoError(t, f.service.Ingest.RunImport(ctx, good.ID), "a closed import is left alone")
	all, total, err := f.service.Ingest.Imports(ctx, f.organizer, f.operationID, 0, 10)
	require.NoError(t, err)
	require.Equal(t, 4, total)
	require.Equal(t, ingest.ImportSucceeded, all[0].Status)
	require.Equal(t, "internal", all[1].Errors[0].Key)
	for i, one := range all { // where a page begins that lies behind it
		n, err := f.service.Ingest.ImportPosition(ctx, f.organizer, f.operationID, one.ID)
		require.NoError(t, err)
		require.Equal(t, i+1, n)
	}
	n, err := f.service.Ingest.ImportPosition(ctx, f.organizer, f.operationID, id.New())
	require.NoError(t, err)
	require.Zero(t, n, "not in the list")

	// A job that died leaves a live row; the sweep closes it.
	lost, err := f.send(t, "a", false)
	require.NoError(t, err)
	f.now = f.now.Add(48 * time.Hour * 365)
	n, err = f.service.Ingest.SweepImports(ctx)
	require.NoError(t, err)
	require.Equal(t, 1, n)
	lost, err = f.service.Ingest.ImportJob(ctx, f.organizer, lost.ID)
	require.NoError(t, err)
	require.Equal(t, "import.abandoned", lost.Errors[0].Key)
}

func TestPartOfAMonthReplacesOnlyItsSteps(t *testing.T) {
	t.Parallel()
	f := curveTown(t, "ENEDIS")
	ctx := t.Context()
	october := curveDays(t, "2026-10-01", "2026-10-31")
	f.load(t, curveTownMonth(october)...)
	// Half-hours on the day with 25 hours, provisional.
	day := curveDays(t, "2026-10-25", "2026-10-25")
	from, _ := civil.Paris.Span(day)
	values := make([]energy.MilliWh, 50)
	for i := range values {
		values[i] = 700_001 // odd: its quarters differ by one
	}
	set := curvefile.Dataset{FileName: "part.csv", Format: "R63", History: true, Readings: []curvefile.Readings{{DsoID: "10000000000005",
		Nature: metering.Conso, Runs: []curvefile.Run{{Start: from.Unix(), Step: 1800, Values: values, Row: 2}}}}}
	result := f.load(t, set)
	require.Equal(t, 1, result.ChangedSites)
	require.Equal(t, 1, result.ChangedDays)
	c, err := f.service.Drawing.ParticipantCurve(ctx, f.organizer, drawing.CurveInput{ParticipantID: f.sites["Martin"], Days: day, Natures: []metering.Nature{metering.Conso}})
	require.NoError(t, err)
	require.Len(t, c.Series[0].Values, 100)
	require.Equal(t, "PT15M", c.Step)
	require.Equal(t, from, *c.ProvisionalFrom)
	var sum int64
	for _, v := range c.Series[0].Values {
		sum += v
	}
	require.EqualValues(t, 50*700_001, sum)
	before, err := f.service.Drawing.ParticipantCurve(ctx, f.organizer, drawing.CurveInput{ParticipantID: f.sites["Martin"], Days: curveDays(t, "2026-10-24", "2026-10-24"), Natures: []metering.Nature{metering.Conso}})
	require.NoError(t, err)
	require.Nil(t, before.ProvisionalFrom)
	require.EqualValues(t, 250_000, before.Series[0].Values[0])
	ranges, err := f.service.Dashboard.OperationDateRanges(ctx, f.organizer, f.operationID, "")
	require.NoError(t, err)
	require.Equal(t, []civil.Range{day}, ranges.NonDefinitive)
	require.NotNil(t, ranges.LatestComplete, "Autoconso is whole and definitive")

	again, err := f.service.Dashboard.OperationDateRanges(ctx, f.organizer, f.operationID, ranges.Tag)
	require.NoError(t, err)
	require.True(t, again.Unchanged)
}

func TestQuestionsHaveAnOrderAndALength(t *testing.T) {
	t.Parallel()
	f := curveTown(t, "ENEDIS")
	for _, c := range []struct {
		days civil.Range
		want *fault.Error
		at   string
	}{
		{civil.Range{From: 20000, To: 20000}, metering.ErrOrder, "dateFrom"},
		{civil.Range{From: 20000, To: 19990}, metering.ErrOrder, "dateFrom"},
		{curveDays(t, "2025-01-01", "2026-01-01"), metering.ErrTooLong, "dateTo"},
	} {
		_, err := f.service.Dashboard.OperationMetrics(t.Context(), f.organizer, dashboard.MetricsInput{OperationID: f.operationID, Days: c.days})
		require.ErrorIs(t, err, c.want)
		require.Equal(t, c.at, fault.From(err).Field)
	}
	m, err := f.service.Dashboard.OperationMetrics(t.Context(), f.organizer, dashboard.MetricsInput{OperationID: f.operationID, Days: curveDays(t, "2025-01-01", "2025-12-31")})
	require.NoError(t, err)
	require.Empty(t, m.Values)
	require.Nil(t, m.SelfConsumption)
	require.Equal(t, 365, m.MissingDays)
}
