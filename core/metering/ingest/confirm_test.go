package ingest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/ingest"
	"github.com/openpmo/pmo/core/metering/ingest/intake"
)

func TestAnImportThatLooksLikeAMistakeWaitsForAYes(t *testing.T) {
	t.Parallel()
	m := coretest.MeteredTown(t, "ENEDIS")
	ctx := t.Context()
	october := coretest.Days("2026-10-01", "2026-10-31")
	m.Words["a"] = func() ([]curvefile.Dataset, error) { return coretest.TownMonth(october), nil }
	m.Words["d"] = func() ([]curvefile.Dataset, error) {
		return []curvefile.Dataset{coretest.Constant(civil.Paris, metering.Conso, curvefile.StatusProvisional, october, thousandth(coretest.TownConso))}, nil
	}
	require.Equal(t, ingest.ImportSucceeded, m.Import("a", false).Status)
	whole, final := consumed(m, october)
	require.True(t, final)

	dry := m.Import("d", true)
	require.Equal(t, ingest.ImportSucceeded, dry.Status, "a dry run shows it")
	require.Equal(t, len(coretest.TownConso), dry.Result.SuspectedCount)
	one := dry.Result.Suspected[0]
	require.Equal(t, intake.SuspectLost, one.Reason)
	require.NotEmpty(t, one.Name)
	require.Equal(t, one.After*100, *one.Before)

	held := m.Import("d", false)
	require.Equal(t, ingest.ImportSuspected, held.Status)
	require.Len(t, held.Errors, len(coretest.TownConso))
	require.Equal(t, "curve.suspectedLoss", held.Errors[0].Key)
	require.Equal(t, dry.Result.Suspected, held.Result.Suspected)
	now, final := consumed(m, october)
	require.Equal(t, whole, now, "nothing is stored")
	require.True(t, final)

	// Something else took the place of what was compared: what was shown is not what would change.
	m.Words["b"] = func() ([]curvefile.Dataset, error) {
		set := coretest.TownMonth(october)[:1]
		set[0] = coretest.Constant(civil.Paris, metering.Conso, curvefile.StatusDefinitive, october, map[string]int64{one.DsoID: coretest.TownConso[one.DsoID] + 40})
		return set, nil
	}
	require.Equal(t, ingest.ImportSucceeded, m.Import("b", false).Status)
	again, err := m.Ingest.ConfirmImport(ctx, m.Organizer, m.Operation, held.ID)
	require.NoError(t, err)
	require.Equal(t, ingest.ImportStarted, again.Status)
	require.Equal(t, ingest.ImportSuspected, m.Run(held.ID).Status, "it is asked once more")

	_, err = m.Ingest.ConfirmImport(ctx, m.Organizer, m.Operation, held.ID)
	require.NoError(t, err)
	done := m.Run(held.ID)
	require.Equal(t, ingest.ImportSucceeded, done.Status)
	require.Empty(t, done.Errors)
	now, final = consumed(m, october)
	require.Equal(t, whole/100, now)
	require.False(t, final)
	twice, err := m.Ingest.ConfirmImport(ctx, m.Organizer, m.Operation, held.ID)
	require.NoError(t, err, "a second yes changes nothing")
	require.Equal(t, ingest.ImportSucceeded, twice.Status)
	_, err = m.Ingest.ConfirmImport(ctx, m.Organizer, m.Operation, dry.ID)
	require.ErrorIs(t, err, metering.ErrNotHeld)
}

func thousandth(watts map[string]int64) map[string]int64 {
	out := map[string]int64{}
	for number, w := range watts {
		out[number] = w / 100
	}
	return out
}

// consumed is what the town drew, and whether all of it is definitive.
func consumed(m *coretest.Metering, days civil.Range) (energy.MilliWh, bool) {
	m.T.Helper()
	metrics := m.Metrics(days)
	return metrics.Values[metering.Conso].Energy, metrics.ProvisionalFrom == nil
}

// TestMonthsOfAFileAreComparedWithOneAnother: the month before is the one that comes in the same file,
// also where nothing is stored, as in a dry run.
func TestMonthsOfAFileAreComparedWithOneAnother(t *testing.T) {
	t.Parallel()
	m := coretest.MeteredTown(t, "ENEDIS")
	september, october := coretest.Days("2026-09-01", "2026-09-30"), coretest.Days("2026-10-01", "2026-10-31")
	small, thousandfold := map[string]int64{}, map[string]int64{}
	for dsoID := range coretest.TownConso {
		small[dsoID], thousandfold[dsoID] = 2, 2000
	}
	m.Words["a"] = func() ([]curvefile.Dataset, error) {
		return []curvefile.Dataset{coretest.Constant(civil.Paris, metering.Conso, curvefile.StatusProvisional, september, small),
			coretest.Constant(civil.Paris, metering.Conso, curvefile.StatusProvisional, october, thousandfold)}, nil
	}
	dry := m.Import("a", true)
	require.NotEmpty(t, dry.Result.Suspected)
	require.Equal(t, intake.SuspectPrevious, dry.Result.Suspected[0].Reason)
	held := m.Import("a", false)
	require.Equal(t, ingest.ImportSuspected, held.Status)
	require.Equal(t, dry.Result.Suspected, held.Result.Suspected)
}

// TestAMonthIsComparedWithTheStoredOneBefore, and with none where that one has no curve.
func TestAMonthIsComparedWithTheStoredOneBefore(t *testing.T) {
	t.Parallel()
	m := coretest.MeteredTown(t, "ENEDIS")
	const site = "10000000000001"
	m.Words["october"] = func() ([]curvefile.Dataset, error) {
		return []curvefile.Dataset{coretest.Constant(civil.Paris, metering.Conso, curvefile.StatusProvisional, coretest.Days("2026-10-01", "2026-10-31"), map[string]int64{site: 2000})}, nil
	}
	require.Empty(t, m.Import("october", true).Result.Suspected)
	m.Put(metering.Conso, curvefile.StatusProvisional, coretest.Days("2026-09-01", "2026-09-30"), map[string]int64{site: 2})
	told := m.Import("october", true).Result.Suspected
	require.Len(t, told, 1)
	require.Equal(t, []any{intake.SuspectPrevious, 2 * 30 * 24 * energy.WattHour}, []any{told[0].Reason, *told[0].Before})
}
