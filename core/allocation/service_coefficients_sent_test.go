package allocation_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/dso"
)

// TestASetThatWasSentStays until the operator has another: what it says of it is recorded
// meanwhile, and the month is not late.
func TestASetThatWasSentStays(t *testing.T) {
	w := newSenders(t, dso.Enedis)
	w.key(t, march.First(), allocation.ByEquality)
	status := func(set allocation.CoefficientSet) allocation.CoefficientStatus {
		t.Helper()
		stored, err := w.s.GetCoefficients(t.Context(), w.organizer, w.operation, set.ID)
		require.NoError(t, err)
		return stored.Status()
	}
	month := func() allocation.CoefficientMonth {
		t.Helper()
		months, err := w.s.CoefficientMonths(t.Context(), w.observer(), w.operation, march.Range())
		require.NoError(t, err)
		return months[0]
	}
	never, first := w.made(t, march), w.made(t, march)
	require.Equal(t, allocation.CoefficientsSuperseded, status(never), "nobody has it")
	require.ErrorIs(t, w.step(never, allocation.CoefficientsSent), allocation.ErrCoefficientState)
	require.True(t, month().Late)
	require.NoError(t, w.step(first, allocation.CoefficientsSent))
	require.Nil(t, month().Sent, "it is the current one")

	second := w.made(t, march)
	require.Equal(t, []any{second.ID, first.ID, false}, []any{month().Current.ID, month().Sent.ID, month().Late})
	require.NoError(t, w.step(first, allocation.CoefficientsAcknowledged))
	require.NoError(t, w.step(first, allocation.CoefficientsApplied))
	require.Equal(t, []any{allocation.CoefficientsApplied, allocation.CoefficientsPrepared}, []any{month().Sent.Status(), month().Current.Status()})
	april := w.made(t, march.Next())
	require.Equal(t, first.ID, april.Previous.ID, "the operator has that one")

	require.NoError(t, w.step(second, allocation.CoefficientsSent))
	require.Equal(t, allocation.CoefficientsSuperseded, status(first))
	require.Nil(t, month().Sent)
	require.NoError(t, w.step(second, allocation.CoefficientsRefused))
	require.Equal(t, []any{allocation.CoefficientsApplied, first.ID, false}, []any{status(first), month().Sent.ID, month().Late}, "it still has the former")
	third := w.made(t, march)
	require.Equal(t, allocation.CoefficientsSuperseded, status(second), "it has been refused")
	require.NoError(t, w.step(third, allocation.CoefficientsSent))
	require.Equal(t, w.text(t, first, 0), w.text(t, third, 0), "what was sent can still be read")
	require.Equal(t, []any{third.ID, allocation.CoefficientsSuperseded}, []any{month().Current.ID, status(first)})
}
