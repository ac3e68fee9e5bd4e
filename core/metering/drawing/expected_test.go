package drawing_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/billable"
	"github.com/openpmo/pmo/core/metering/drawing"
)

// TestOurOwnAllocationIsDrawnBeside the operator's, which it never replaces.
func TestOurOwnAllocationIsDrawnBeside(t *testing.T) {
	t.Parallel()
	f := coretest.MeteredTown(t, "ENEDIS")
	ctx, october := t.Context(), coretest.October.Range()
	f.Load(coretest.TownMonth(october)...)
	e, err := f.Billable.Energies(ctx, f.Operation, coretest.October)
	require.NoError(t, err)
	x := billable.Expectation{Month: e.Month, Step: e.Step, Consumers: e.Consumers, Missing: make([]bool, e.N)}
	for range e.Consumers { // one watt-hour a step to each
		column := make([]energy.MilliWh, e.N)
		for i := range column {
			column[i] = energy.WattHour
		}
		x.Shared = append(x.Shared, column)
	}
	in := drawing.CurveInput{OperationID: f.Operation, Days: october, Resolution: drawing.Daily, Natures: []metering.Nature{metering.Autoconso}, Origin: metering.Expected}
	none, err := f.Drawing.OperationCurve(ctx, f.Organizer, in)
	require.NoError(t, err)
	require.EqualValues(t, drawing.Gap, none.Series[0].Values[0], "there is none yet")
	require.NoError(t, f.DB.Enclose(ctx, func(ctx context.Context) error {
		_, _, err := f.Billable.PutExpectation(ctx, f.Operation, x, true)
		return err
	}))
	ours, err := f.Drawing.OperationCurve(ctx, f.Organizer, in)
	require.NoError(t, err)
	require.NotEqual(t, none.Revision, ours.Revision)
	require.Equal(t, metering.Expected, ours.Series[0].Origin)
	require.EqualValues(t, 96*5*energy.WattHour, ours.Series[0].Values[0])
	require.EqualValues(t, 100*5*energy.WattHour, ours.Series[0].Values[24], "25 October has 25 hours")
	in.Known = []metering.Revision{ours.Revision}
	again, err := f.Drawing.OperationCurve(ctx, f.Organizer, in)
	require.NoError(t, err)
	require.True(t, again.Unchanged)

	site := in
	site.ParticipantID, site.Known = f.Sites["Martin"], nil
	mine, err := f.Drawing.ParticipantCurve(ctx, f.Organizer, site)
	require.NoError(t, err)
	require.EqualValues(t, 96*energy.WattHour, mine.Series[0].Values[0])
	in.Origin, in.Known = metering.DSO, nil
	theirs, err := f.Drawing.OperationCurve(ctx, f.Organizer, in)
	require.NoError(t, err)
	require.EqualValues(t, 24*10*energy.KilowattHour, theirs.Series[0].Values[0], "as the operator said")
}

// TestBoundsOfSteps: those of the wall clock for days and months, of elapsed time below.
func TestBoundsOfSteps(t *testing.T) {
	t.Parallel()
	day := coretest.Days("2026-10-25", "2026-10-25")
	for step, n := range map[string]int{"PT5M": 300, "PT10M": 150, "PT15M": 100, "PT30M": 50, "PT1H": 25, "P1D": 1, "P1M": 1} {
		bounds := drawing.LoadCurve{Zone: civil.Paris, Days: day, Start: civil.Paris.Start(day.From), Step: step}.Bounds()
		require.Len(t, bounds, n+1, step)
		require.True(t, bounds[0].Equal(civil.Paris.Start(day.From)), step)
		require.True(t, bounds[n].Equal(civil.Paris.Start(day.To)), step)
	}
	months := drawing.LoadCurve{Zone: civil.Paris, Days: coretest.Days("2026-09-15", "2026-11-03"), Step: "P1M"}.Bounds()
	require.Len(t, months, 4)
	require.Equal(t, []time.Time{civil.Paris.Start(coretest.Date("2026-10-01")), civil.Paris.Start(coretest.Date("2026-11-01"))}, months[1:3])
}

// TestAnExportNamesItsSubject, and is of a site of its operation only.
func TestAnExportNamesItsSubject(t *testing.T) {
	t.Parallel()
	f := coretest.MeteredTown(t, "ENEDIS")
	f.Load(coretest.TownMonth(coretest.October.Range())...)
	in := drawing.CurveInput{OperationID: f.Operation, Days: coretest.October.Range(), Resolution: drawing.Monthly, Origin: metering.Expected}
	all, err := f.Drawing.Export(t.Context(), f.Organizer, in)
	require.NoError(t, err)
	require.Equal(t, "ACC00000001", all.Subject)
	require.NotEqual(t, metering.Expected, all.Series[0].Origin, "only the operator's figures are exported")
	require.NotNil(t, all.Series[0].Qualities)
	in.ParticipantID = f.Sites["Martin"]
	one, err := f.Drawing.Export(t.Context(), f.Organizer, in)
	require.NoError(t, err)
	require.Equal(t, "10000000000005", one.Subject)
	in.OperationID = "elsewhere"
	_, err = f.Drawing.Export(t.Context(), f.Organizer, in)
	require.Equal(t, "notFound", fault.KeyOf(err))
}
