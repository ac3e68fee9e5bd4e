package ingest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres/meteringstore"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/dashboard"
	"github.com/openpmo/pmo/core/metering/drawing"
	"github.com/openpmo/pmo/core/metering/ingest"
)

func TestAnImportIsUndoneUntilItIsBilled(t *testing.T) {
	t.Parallel()
	m := coretest.MeteredTown(t, "ENEDIS")
	ctx := t.Context()
	october := coretest.Days("2026-10-01", "2026-10-31")
	m.Words["a"] = func() ([]curvefile.Dataset, error) { return coretest.TownMonth(october), nil }
	month := func(watts int64, status curvefile.Status) func() ([]curvefile.Dataset, error) {
		return func() ([]curvefile.Dataset, error) {
			conso := map[string]int64{}
			for number, w := range coretest.TownConso {
				conso[number] = w + watts
			}
			return []curvefile.Dataset{coretest.Constant(civil.Paris, metering.Conso, status, october, conso)}, nil
		}
	}
	m.Words["b"], m.Words["c"] = month(10, curvefile.StatusProvisional), month(20, curvefile.StatusDefinitive)
	first, before := m.Import("a", false), everything(t, m, october)
	second := m.Import("b", false)
	require.Equal(t, ingest.ImportSucceeded, second.Status)
	between := everything(t, m, october)
	require.NotEqual(t, before, between)
	third := m.Import("c", false)

	_, err := m.Ingest.UndoImport(ctx, m.Organizer, m.Operation, second.ID)
	require.ErrorIs(t, err, metering.ErrUndoLater)
	require.Equal(t, string(third.ID), fault.From(err).Params["id"])
	m.Billed[civil.MonthOf(october.From)] = true
	_, err = m.Ingest.UndoImport(ctx, m.Organizer, m.Operation, third.ID)
	require.ErrorIs(t, err, metering.ErrUndoInvoiced)
	require.Equal(t, "2026-10", fault.From(err).Params["month"])
	delete(m.Billed, civil.MonthOf(october.From))

	undone, err := m.Ingest.UndoImport(ctx, m.Organizer, m.Operation, third.ID)
	require.NoError(t, err)
	require.Equal(t, ingest.ImportUndone, undone.Status)
	require.Equal(t, between, everything(t, m, october))
	undone, err = m.Ingest.UndoImport(ctx, m.Organizer, m.Operation, third.ID)
	require.NoError(t, err, "again changes nothing")
	require.Equal(t, ingest.ImportUndone, undone.Status)
	require.Equal(t, between, everything(t, m, october))

	_, err = m.Ingest.UndoImport(ctx, m.Organizer, m.Operation, second.ID)
	require.NoError(t, err)
	require.Equal(t, before, everything(t, m, october), "definitive as it was")
	_, final := consumed(m, october)
	require.True(t, final)

	// The same files come again, and go again, down to nothing.
	require.Equal(t, ingest.ImportSucceeded, m.Import("b", false).Status)
	require.Equal(t, between, everything(t, m, october))
	_, err = m.Ingest.UndoImport(ctx, m.Organizer, m.Operation, first.ID)
	require.ErrorIs(t, err, metering.ErrUndoLater)
	all, _, err := m.Ingest.Imports(ctx, m.Organizer, m.Operation, 0, 1)
	require.NoError(t, err)
	_, err = m.Ingest.UndoImport(ctx, m.Organizer, m.Operation, all[0].ID)
	require.NoError(t, err)
	_, err = m.Ingest.UndoImport(ctx, m.Organizer, m.Operation, first.ID)
	require.NoError(t, err)
	months, err := meteringstore.NewCurves(m.DB).MonthsWithData(ctx, m.Operation, october)
	require.NoError(t, err)
	require.Empty(t, months)
	nothing, _ := consumed(m, october)
	require.Zero(t, nothing)
	require.Equal(t, ingest.ImportSucceeded, m.Import("a", false).Status)
	require.Equal(t, before, everything(t, m, october))

	dry := m.Import("b", true)
	_, err = m.Ingest.UndoImport(ctx, m.Organizer, m.Operation, dry.ID)
	require.ErrorIs(t, err, metering.ErrNotUndoable)
}

func TestUndoingBringsBackReadingsAndLinesOfAMonthlyFile(t *testing.T) {
	t.Parallel()
	m := coretest.MeteredTown(t, "ENEDIS")
	ctx := t.Context()
	october := coretest.Days("2026-10-01", "2026-10-31")
	reading := func(kilowattHours energy.MilliWh) metering.PeriodReading {
		return metering.PeriodReading{DsoID: "10000000000001", Nature: metering.Autoconso, Side: metering.Consumer, Days: october,
			Energy: kilowattHours * energy.KilowattHour, Source: "R15"}
	}
	for word, value := range map[string]energy.MilliWh{"e": 10, "f": 12} {
		m.Words[word] = func() ([]curvefile.Dataset, error) {
			return []curvefile.Dataset{{FileName: "r15.xml", Format: "R15", Periods: []metering.PeriodReading{reading(value)}}}, nil
		}
	}
	dry := m.Import("e", true)
	require.False(t, dry.Result.Unchanged, "readings alone are something to import")
	require.Equal(t, 1, dry.Result.ReadingsChanged)
	require.Equal(t, []ingest.ReadingSite{{ParticipantID: m.Sites["Mairie"], Name: "Mairie", DsoID: "10000000000001", Readings: 1, Changed: 1}}, dry.Result.ReadingSites)
	first := m.Import("e", false)
	require.True(t, m.Import("e", true).Result.Unchanged)
	second := m.Import("f", false)
	require.Equal(t, 1, second.Result.ReadingsChanged)
	_, err := m.Ingest.UndoImport(ctx, m.Organizer, m.Operation, first.ID)
	require.ErrorIs(t, err, metering.ErrUndoLater)
	_, err = m.Ingest.UndoImport(ctx, m.Organizer, m.Operation, second.ID)
	require.NoError(t, err)
	stored, err := meteringstore.NewPeriodReadings(m.DB).List(ctx, m.Operation, october)
	require.NoError(t, err)
	require.Len(t, stored, 1)
	require.Equal(t, 10*energy.KilowattHour, stored[0].Energy)
	require.Equal(t, first.ID, stored[0].ImportID)
	_, err = m.Ingest.UndoImport(ctx, m.Organizer, m.Operation, first.ID)
	require.NoError(t, err)
	stored, err = meteringstore.NewPeriodReadings(m.DB).List(ctx, m.Operation, october)
	require.NoError(t, err)
	require.Empty(t, stored)

	registers := meteringstore.NewRegisters(m.DB)
	months := []civil.Month{civil.MonthOf(october.From)}
	lines := func(shared energy.MilliWh) metering.RegisterMonths {
		return metering.RegisterMonths{Volumes: []metering.RegisterVolume{{DsoID: "541448000000000017", Days: october, Register: metering.RegisterHigh,
			Meter: "1SAG", Shared: shared}}, Costs: []metering.NetworkCost{{DsoID: "541448000000000017", Days: october,
			NetworkCosts: metering.NetworkCosts{Total: 100, Told: true}}}}
	}
	a, b := m.Import("e", true).ID, m.Import("e", true).ID
	require.NoError(t, registers.Replace(ctx, m.Operation, a, months, lines(5)))
	require.NoError(t, registers.Replace(ctx, m.Operation, b, months, lines(7)))
	_, later, err := registers.Written(ctx, m.Operation, a)
	require.NoError(t, err)
	require.Equal(t, b, later)
	of, later, err := registers.Written(ctx, m.Operation, b)
	require.NoError(t, err)
	require.Empty(t, later)
	require.Equal(t, months, of)
	require.NoError(t, registers.Restore(ctx, m.Operation, b))
	back, err := registers.List(ctx, m.Operation, october)
	require.NoError(t, err)
	require.Equal(t, lines(5), back)
	_, later, err = registers.Written(ctx, m.Operation, a)
	require.NoError(t, err)
	require.Empty(t, later)
}

// everything is what the screens of a town's month rest on. An answer of the same curves may
// have another tag.
func everything(t *testing.T, m *coretest.Metering, days civil.Range) []any {
	t.Helper()
	s := m.Forgetful()
	metrics, err := s.Dashboard.OperationMetrics(t.Context(), m.Organizer, dashboard.MetricsInput{OperationID: m.Operation, Days: days})
	require.NoError(t, err)
	metrics.Revision = ""
	curve, err := s.Drawing.OperationCurve(t.Context(), m.Organizer, drawing.CurveInput{OperationID: m.Operation, Days: days, Resolution: drawing.Daily, Quality: true})
	require.NoError(t, err)
	pairs, err := s.Billable.PairEnergy(t.Context(), m.Operation, days)
	require.NoError(t, err)
	return []any{metrics, curve.Series, pairs}
}
