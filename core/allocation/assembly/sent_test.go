package assembly_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/coefficientset"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/fault"
)

// TestASetThatWasSentStays until the operator has another: what it says of it is recorded
// meanwhile, and the month is not late.
func TestASetThatWasSentStays(t *testing.T) {
	w := newSenders(t, dso.Enedis)
	w.key(t, march.First(), allocation.ByEquality)
	status := func(set coefficientset.CoefficientSet) coefficientset.CoefficientStatus {
		t.Helper()
		stored, err := w.s.CoefficientSet.GetCoefficients(t.Context(), w.organizer, w.operation, set.ID)
		require.NoError(t, err)
		return stored.Status()
	}
	month := func() coefficientset.CoefficientMonth {
		t.Helper()
		months, err := w.s.CoefficientSet.CoefficientMonths(t.Context(), w.observer(), w.operation, march.Range())
		require.NoError(t, err)
		return months[0]
	}
	never, first := w.made(t, march), w.made(t, march)
	require.Equal(t, coefficientset.CoefficientsSuperseded, status(never), "nobody has it")
	require.ErrorIs(t, w.step(never, coefficientset.CoefficientsSent), allocation.ErrCoefficientState)
	require.True(t, month().Late)
	require.NoError(t, w.step(first, coefficientset.CoefficientsSent))
	require.Nil(t, month().Sent, "it is the current one")

	second := w.made(t, march)
	require.Equal(t, []any{second.ID, first.ID, false}, []any{month().Current.ID, month().Sent.ID, month().Late})
	require.NoError(t, w.step(first, coefficientset.CoefficientsAcknowledged))
	require.NoError(t, w.step(first, coefficientset.CoefficientsApplied))
	require.Equal(t, []any{coefficientset.CoefficientsApplied, coefficientset.CoefficientsPrepared}, []any{month().Sent.Status(), month().Current.Status()})
	april := w.made(t, march.Next())
	require.Equal(t, first.ID, april.Previous.ID, "the operator has that one")

	require.NoError(t, w.step(second, coefficientset.CoefficientsSent))
	require.Equal(t, coefficientset.CoefficientsSuperseded, status(first))
	require.Nil(t, month().Sent)
	require.NoError(t, w.step(second, coefficientset.CoefficientsRefused))
	require.Equal(t, []any{coefficientset.CoefficientsApplied, first.ID, false}, []any{status(first), month().Sent.ID, month().Late}, "it still has the former")
	third := w.made(t, march)
	require.Equal(t, coefficientset.CoefficientsSuperseded, status(second), "it has been refused")
	require.NoError(t, w.step(third, coefficientset.CoefficientsSent))
	require.Equal(t, w.text(t, first, 0), w.text(t, third, 0), "what was sent can still be read")
	require.Equal(t, []any{third.ID, coefficientset.CoefficientsSuperseded}, []any{month().Current.ID, status(first)})
}

// TestAnInvoicedMonthTakesNoOtherCoefficients: where coefficients of each producer say who
// had what from whom, a step by which the operator has others is refused in a month that is
// invoiced and changes nothing; what leaves it those it has is taken.
func TestAnInvoicedMonthTakesNoOtherCoefficients(t *testing.T) {
	w := newSenders(t, dso.Enedis)
	w.key(t, march.First(), allocation.ByUngroupedPriority, w.levels()...)
	set := w.made(t, march)
	require.Equal(t, coefficientset.FullCoefficients, set.Mode)
	history := func() (states []coefficientset.CoefficientStatus) {
		t.Helper()
		stored, err := w.s.CoefficientSet.GetCoefficients(t.Context(), w.organizer, w.operation, set.ID)
		require.NoError(t, err)
		for _, e := range stored.History {
			states = append(states, e.Status)
		}
		return states
	}
	w.other.told = nil
	w.other.invoiced["2026-03"] = true
	err := w.step(set, coefficientset.CoefficientsSent)
	require.ErrorIs(t, err, allocation.ErrCoefficientsInvoiced)
	require.Equal(t, "2026-03", fault.From(err).Params["month"])
	require.Equal(t, []coefficientset.CoefficientStatus{coefficientset.CoefficientsPrepared}, history())
	require.Empty(t, w.other.told)

	clear(w.other.invoiced)
	require.NoError(t, w.step(set, coefficientset.CoefficientsSent))
	require.Equal(t, []string{"2026-03-01"}, w.other.told, "who had what from whom is found again")
	w.other.invoiced["2026-03"] = true
	require.NoError(t, w.step(set, coefficientset.CoefficientsAcknowledged), "it has the same")
	require.ErrorIs(t, w.step(set, coefficientset.CoefficientsRefused), allocation.ErrCoefficientsInvoiced, "it would have none")
	require.Equal(t, []coefficientset.CoefficientStatus{coefficientset.CoefficientsPrepared, coefficientset.CoefficientsSent, coefficientset.CoefficientsAcknowledged}, history())
	require.Len(t, w.other.told, 1)

	april := march.Next()
	w.key(t, april.First(), allocation.ByEquality)
	w.other.told = nil
	plain := w.made(t, april)
	w.other.invoiced[april.String()] = true
	require.NoError(t, w.step(plain, coefficientset.CoefficientsSent), "coefficients of all production say nothing of producers")
	require.Empty(t, w.other.told)
}
