package applied_test

import (
	"testing"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/coefficientset"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/stretchr/testify/require"
)

// TestSimpleDynamicSharesByTheImportedSet, and by the rule of the law in months without.
func TestSimpleDynamicSharesByTheImportedSet(t *testing.T) {
	w := coretest.NewSenders(t, dso.Enedis)
	w.SetKey(coretest.March.First(), allocation.ByWeight, w.Weights()...)
	set := w.MakeSet(coretest.March)
	file := coretest.Named(set.Files[0].Name, w.Text(set, 0))
	w.SetKey(coretest.March.First(), allocation.SimpleDynamic)
	_, err := w.Import(false, file)
	require.NoError(t, err)
	spans, err := w.Applied.KeysIn(t.Context(), w.Operation, civil.Range{From: coretest.March.First(), To: coretest.March.Next().Next().First()})
	require.NoError(t, err)
	require.Len(t, spans, 2, "a span for each month")
	require.Equal(t, []any{coretest.March.Range(), 1, 0}, []any{spans[0].Days, len(spans[0].Sets), len(spans[1].Sets)})

	for month, want := range map[civil.Month]allocation.Type{coretest.March: allocation.SimpleDynamic, coretest.March.Next(): allocation.ByDefault} {
		e, err := w.Meters.MonthEnergies(t.Context(), w.Operation, month)
		require.NoError(t, err)
		got := coretest.SharedBy(t, spans[month-coretest.March], e)
		byDefault := coretest.SharedBy(t, allocation.Span{Days: month.Range(), Key: allocation.Key{Type: allocation.ByDefault}}, e)
		if want == allocation.ByDefault {
			require.Equal(t, byDefault, got)
			continue
		}
		require.NotEqual(t, byDefault, got)
		for step, p := range e.Production[0] {
			total := p + e.Production[1][step]
			percent := energy.MilliWh(set.Files[0].Values[0][step])
			ideal := min(total*percent/10_000, e.Consumption[0][step])
			require.InDelta(t, float64(ideal), float64(got[0][step]), 1, "step %d", step)
		}
	}
	again := w.MakeSet(coretest.March)
	require.Equal(t, set.Files[0].Values, again.Files[0].Values, "made of coefficients they are the same ones")
}

// TestWhatTheOperatorHasIsWhatItSharedBy: coefficients that were sent take the place of the key on
// the days of their month, and nothing else does.
func TestWhatTheOperatorHasIsWhatItSharedBy(t *testing.T) {
	w := coretest.NewSenders(t, dso.Enedis)
	w.SetKey(coretest.March.First(), allocation.ByWeight, w.Weights()...)
	days := civil.Range{From: coretest.March.First(), To: coretest.March.Next().Next().First()}
	types := func() (out []any) {
		t.Helper()
		spans, err := w.Applied.AppliedIn(t.Context(), w.Operation, days)
		require.NoError(t, err)
		for _, span := range spans {
			out = append(out, span.Days, span.Key.Type, len(span.Sets))
		}
		return out
	}
	require.Equal(t, []any{days, allocation.ByWeight, 0}, types())
	set := w.MakeSet(coretest.March)
	require.Equal(t, []any{days, allocation.ByWeight, 0}, types(), "made is not sent")
	require.NoError(t, w.Record(set, coefficientset.CoefficientsSent))
	require.Equal(t, []any{coretest.March.Range(), allocation.SimpleDynamic, 1, coretest.March.Next().Range(), allocation.ByWeight, 0}, types())
	require.NoError(t, w.Record(set, coefficientset.CoefficientsRefused))
	require.Equal(t, []any{days, allocation.ByWeight, 0}, types(), "the operator does not have it")
	_, err := w.Applied.AppliedIn(t.Context(), id.New(), days)
	require.ErrorIs(t, err, operation.ErrNotFound)

	w.Exec("update operations set dso = 'FAKE' where id = $1", w.Operation)
	require.Equal(t, []any{days, allocation.ByWeight, 0}, types(), "pmo shares by its own key")
}
