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
	"github.com/openpmo/pmo/core/metering/dashboard"
	"github.com/openpmo/pmo/core/metering/drawing"
	"github.com/openpmo/pmo/core/metering/ingest"
	"github.com/openpmo/pmo/core/metering/ingest/intake"
	"github.com/openpmo/pmo/core/policy"
)

// publishedMonths are months on published invoices.
type publishedMonths map[civil.Month]bool

func (b publishedMonths) Invoiced(_ context.Context, _ id.ID, m civil.Month) (bool, error) {
	return b[m], nil
}
func (publishedMonths) NotCharged(context.Context, id.ID, civil.Month) (bool, error) {
	return false, nil
}

// decisionTown is importTown with all that an import stores, and with invoices.
func decisionTown(t *testing.T) (*meteringFixture, *curveShelf, publishedMonths) {
	f, shelf := importTown(t)
	billed := publishedMonths{}
	f.service = assembly.New(assembly.Deps{Guard: policy.Guard{Decider: allowCurves{}, Locator: postgres.NewParticipants(f.db)}, Tx: f.db,
		Now: func() time.Time { return f.now }, Perimeter: postgres.NewPerimeters(f.db), Curves: postgres.NewCurves(f.db),
		Rollups: postgres.NewRollups(f.db), Imports: postgres.NewCurveImports(f.db), Declarations: postgres.NewDefinitiveMonths(f.db),
		Readings: postgres.NewPeriodReadings(f.db), Registers: postgres.NewRegisters(f.db), Files: shelf, Reader: shelf, Queue: shelf, Invoices: billed})
	return f, shelf, billed
}

// importWord imports the file of a word to the end.
func (f *meteringFixture) importWord(t *testing.T, word string, dryRun bool) ingest.Import {
	t.Helper()
	i, err := f.send(t, word, dryRun)
	require.NoError(t, err)
	return f.run(t, i.ID)
}

func (f *meteringFixture) run(t *testing.T, importID id.ID) ingest.Import {
	t.Helper()
	require.NoError(t, f.service.Ingest.RunImport(t.Context(), importID))
	i, err := f.service.Ingest.ImportJob(t.Context(), f.organizer, importID)
	require.NoError(t, err)
	return i
}

// consumed is what the town drew, and whether all of it is definitive.
func (f *meteringFixture) consumed(t *testing.T, days civil.Range) (energy.MilliWh, bool) {
	t.Helper()
	m, err := f.service.Dashboard.OperationMetrics(t.Context(), f.organizer, dashboard.MetricsInput{OperationID: f.operationID, Days: days})
	require.NoError(t, err)
	return m.Values[metering.Conso].Energy, m.ProvisionalFrom == nil
}

func thousandth(watts map[string]int64) map[string]int64 {
	out := map[string]int64{}
	for number, w := range watts {
		out[number] = w / 100
	}
	return out
}

func TestAnImportThatLooksLikeAMistakeWaitsForAYes(t *testing.T) {
	t.Parallel()
	f, shelf, _ := decisionTown(t)
	ctx := t.Context()
	october := curveDays(t, "2026-10-01", "2026-10-31")
	shelf.sets["a"] = func() ([]curvefile.Dataset, error) { return curveTownMonth(october), nil }
	shelf.sets["d"] = func() ([]curvefile.Dataset, error) {
		return []curvefile.Dataset{constantCurve(civil.Paris, metering.Conso, curvefile.StatusProvisional, october, thousandth(townConso))}, nil
	}
	require.Equal(t, ingest.ImportSucceeded, f.importWord(t, "a", false).Status)
	whole, final := f.consumed(t, october)
	require.True(t, final)

	dry := f.importWord(t, "d", true)
	require.Equal(t, ingest.ImportSucceeded, dry.Status, "a dry run shows it")
	require.Equal(t, len(townConso), dry.Result.SuspectedCount)
	one := dry.Result.Suspected[0]
	require.Equal(t, intake.SuspectLost, one.Reason)
	require.NotEmpty(t, one.Name)
	require.Equal(t, one.After*100, *one.Before)

	held := f.importWord(t, "d", false)
	require.Equal(t, ingest.ImportSuspected, held.Status)
	require.Len(t, held.Errors, len(townConso))
	require.Equal(t, "curve.suspectedLoss", held.Errors[0].Key)
	require.Equal(t, dry.Result.Suspected, held.Result.Suspected)
	now, final := f.consumed(t, october)
	require.Equal(t, whole, now, "nothing is stored")
	require.True(t, final)

	// Something else took the place of what was compared: what was shown is not what would change.
	shelf.sets["b"] = func() ([]curvefile.Dataset, error) {
		set := curveTownMonth(october)[:1]
		set[0] = constantCurve(civil.Paris, metering.Conso, curvefile.StatusDefinitive, october, map[string]int64{one.DsoID: townConso[one.DsoID] + 40})
		return set, nil
	}
	require.Equal(t, ingest.ImportSucceeded, f.importWord(t, "b", false).Status)
	again, err := f.service.Ingest.ConfirmImport(ctx, f.organizer, f.operationID, held.ID)
	require.NoError(t, err)
	require.Equal(t, ingest.ImportStarted, again.Status)
	require.Equal(t, ingest.ImportSuspected, f.run(t, held.ID).Status, "it is asked once more")

	_, err = f.service.Ingest.ConfirmImport(ctx, f.organizer, f.operationID, held.ID)
	require.NoError(t, err)
	done := f.run(t, held.ID)
	require.Equal(t, ingest.ImportSucceeded, done.Status)
	require.Empty(t, done.Errors)
	now, final = f.consumed(t, october)
	require.Equal(t, whole/100, now)
	require.False(t, final)
	twice, err := f.service.Ingest.ConfirmImport(ctx, f.organizer, f.operationID, held.ID)
	require.NoError(t, err, "a second yes changes nothing")
	require.Equal(t, ingest.ImportSucceeded, twice.Status)
	_, err = f.service.Ingest.ConfirmImport(ctx, f.organizer, f.operationID, dry.ID)
	require.ErrorIs(t, err, metering.ErrNotHeld)
}

func TestAnImportIsUndoneUntilItIsBilled(t *testing.T) {
	t.Parallel()
	f, shelf, billed := decisionTown(t)
	ctx := t.Context()
	october := curveDays(t, "2026-10-01", "2026-10-31")
	shelf.sets["a"] = func() ([]curvefile.Dataset, error) { return curveTownMonth(october), nil }
	month := func(watts int64, status curvefile.Status) func() ([]curvefile.Dataset, error) {
		return func() ([]curvefile.Dataset, error) {
			conso := map[string]int64{}
			for number, w := range townConso {
				conso[number] = w + watts
			}
			return []curvefile.Dataset{constantCurve(civil.Paris, metering.Conso, status, october, conso)}, nil
		}
	}
	shelf.sets["b"], shelf.sets["c"] = month(10, curvefile.StatusProvisional), month(20, curvefile.StatusDefinitive)
	first, before := f.importWord(t, "a", false), f.everything(t, october)
	second := f.importWord(t, "b", false)
	require.Equal(t, ingest.ImportSucceeded, second.Status)
	between := f.everything(t, october)
	require.NotEqual(t, before, between)
	third := f.importWord(t, "c", false)

	_, err := f.service.Ingest.UndoImport(ctx, f.organizer, f.operationID, second.ID)
	require.ErrorIs(t, err, metering.ErrUndoLater)
	require.Equal(t, string(third.ID), fault.From(err).Params["id"])
	billed[civil.MonthOf(october.From)] = true
	_, err = f.service.Ingest.UndoImport(ctx, f.organizer, f.operationID, third.ID)
	require.ErrorIs(t, err, metering.ErrUndoInvoiced)
	require.Equal(t, "2026-10", fault.From(err).Params["month"])
	delete(billed, civil.MonthOf(october.From))

	undone, err := f.service.Ingest.UndoImport(ctx, f.organizer, f.operationID, third.ID)
	require.NoError(t, err)
	require.Equal(t, ingest.ImportUndone, undone.Status)
	require.Equal(t, between, f.everything(t, october))
	undone, err = f.service.Ingest.UndoImport(ctx, f.organizer, f.operationID, third.ID)
	require.NoError(t, err, "again changes nothing")
	require.Equal(t, ingest.ImportUndone, undone.Status)
	require.Equal(t, between, f.everything(t, october))

	_, err = f.service.Ingest.UndoImport(ctx, f.organizer, f.operationID, second.ID)
	require.NoError(t, err)
	require.Equal(t, before, f.everything(t, october), "definitive as it was")
	_, final := f.consumed(t, october)
	require.True(t, final)

	// The same files come again, and go again, down to nothing.
	require.Equal(t, ingest.ImportSucceeded, f.importWord(t, "b", false).Status)
	require.Equal(t, between, f.everything(t, october))
	_, err = f.service.Ingest.UndoImport(ctx, f.organizer, f.operationID, first.ID)
	require.ErrorIs(t, err, metering.ErrUndoLater)
	all, _, err := f.service.Ingest.Imports(ctx, f.organizer, f.operationID, 0, 1)
	require.NoError(t, err)
	_, err = f.service.Ingest.UndoImport(ctx, f.organizer, f.operationID, all[0].ID)
	require.NoError(t, err)
	_, err = f.service.Ingest.UndoImport(ctx, f.organizer, f.operationID, first.ID)
	require.NoError(t, err)
	months, err := postgres.NewCurves(f.db).MonthsWithData(ctx, f.operationID, october)
	require.NoError(t, err)
	require.Empty(t, months)
	nothing, _ := f.consumed(t, october)
	require.Zero(t, nothing)
	require.Equal(t, ingest.ImportSucceeded, f.importWord(t, "a", false).Status)
	require.Equal(t, before, f.everything(t, october))

	dry := f.importWord(t, "b", true)
	_, err = f.service.Ingest.UndoImport(ctx, f.organizer, f.operationID, dry.ID)
	require.ErrorIs(t, err, metering.ErrNotUndoable)
}

func TestUndoingBringsBackReadingsAndLinesOfAMonthlyFile(t *testing.T) {
	t.Parallel()
	f, shelf, _ := decisionTown(t)
	ctx := t.Context()
	october := curveDays(t, "2026-10-01", "2026-10-31")
	reading := func(kilowattHours energy.MilliWh) metering.PeriodReading {
		return metering.PeriodReading{DsoID: "10000000000001", Nature: metering.Autoconso, Side: metering.Consumer, Days: october,
			Energy: kilowattHours * energy.KilowattHour, Source: "R15"}
	}
	for word, value := range map[string]energy.MilliWh{"e": 10, "f": 12} {
		shelf.sets[word] = func() ([]curvefile.Dataset, error) {
			return []curvefile.Dataset{{FileName: "r15.xml", Format: "R15", Periods: []metering.PeriodReading{reading(value)}}}, nil
		}
	}
	dry := f.importWord(t, "e", true)
	require.False(t, dry.Result.Unchanged, "readings alone are something to import")
	require.Equal(t, 1, dry.Result.ReadingsChanged)
	require.Equal(t, []ingest.ReadingSite{{ParticipantID: f.sites["Mairie"], Name: "Mairie", DsoID: "10000000000001", Readings: 1, Changed: 1}}, dry.Result.ReadingSites)
	first := f.importWord(t, "e", false)
	require.True(t, f.importWord(t, "e", true).Result.Unchanged)
	second := f.importWord(t, "f", false)
	require.Equal(t, 1, second.Result.ReadingsChanged)
	_, err := f.service.Ingest.UndoImport(ctx, f.organizer, f.operationID, first.ID)
	require.ErrorIs(t, err, metering.ErrUndoLater)
	_, err = f.service.Ingest.UndoImport(ctx, f.organizer, f.operationID, second.ID)
	require.NoError(t, err)
	stored, err := postgres.NewPeriodReadings(f.db).List(ctx, f.operationID, october)
	require.NoError(t, err)
	require.Len(t, stored, 1)
	require.Equal(t, 10*energy.KilowattHour, stored[0].Energy)
	require.Equal(t, first.ID, stored[0].ImportID)
	_, err = f.service.Ingest.UndoImport(ctx, f.organizer, f.operationID, first.ID)
	require.NoError(t, err)
	stored, err = postgres.NewPeriodReadings(f.db).List(ctx, f.operationID, october)
	require.NoError(t, err)
	require.Empty(t, stored)

	registers := postgres.NewRegisters(f.db)
	months := []civil.Month{civil.MonthOf(october.From)}
	lines := func(shared energy.MilliWh) metering.RegisterMonths {
		return metering.RegisterMonths{Volumes: []metering.RegisterVolume{{DsoID: "541448000000000017", Days: october, Register: metering.RegisterHigh,
			Meter: "1SAG", Shared: shared}}, Costs: []metering.NetworkCost{{DsoID: "541448000000000017", Days: october,
			NetworkCosts: metering.NetworkCosts{Total: 100}}}}
	}
	a, b := id.New(), id.New()
	require.NoError(t, registers.Replace(ctx, f.operationID, a, months, lines(5)))
	require.NoError(t, registers.Replace(ctx, f.operationID, b, months, lines(7)))
	_, later, err := registers.Written(ctx, f.operationID, a)
	require.NoError(t, err)
	require.Equal(t, b, later)
	of, later, err := registers.Written(ctx, f.operationID, b)
	require.NoError(t, err)
	require.Empty(t, later)
	require.Equal(t, months, of)
	require.NoError(t, registers.Restore(ctx, f.operationID, b))
	back, err := registers.List(ctx, f.operationID, october)
	require.NoError(t, err)
	require.Equal(t, lines(5), back)
	_, later, err = registers.Written(ctx, f.operationID, a)
	require.NoError(t, err)
	require.Empty(t, later)
}

// everything is what the screens of a town's month rest on. An answer of the same curves may
// have another tag.
func (f *meteringFixture) everything(t *testing.T, days civil.Range) []any {
	t.Helper()
	s := f.forgetful()
	metrics, err := s.Dashboard.OperationMetrics(t.Context(), f.organizer, dashboard.MetricsInput{OperationID: f.operationID, Days: days})
	require.NoError(t, err)
	metrics.Tag = ""
	curve, err := s.Drawing.OperationCurve(t.Context(), f.organizer, drawing.CurveInput{OperationID: f.operationID, Days: days, Resolution: drawing.Daily, Quality: true})
	require.NoError(t, err)
	pairs, err := s.Billable.PairEnergy(t.Context(), f.operationID, days)
	require.NoError(t, err)
	return []any{metrics, curve.Series, pairs}
}
