package submission_test

import (
	"bytes"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/coefficient"
	"github.com/openpmo/pmo/core/allocation/coefficientset"
	"github.com/openpmo/pmo/core/allocation/coefficientset/calendar"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/fault"
)

// TestASetThatWasSentStays until the operator has another: what it says of it is recorded
// meanwhile, and the month is not late.
func TestASetThatWasSentStays(t *testing.T) {
	w := coretest.NewSenders(t, dso.Enedis)
	w.SetKey(coretest.March.First(), allocation.ByEquality)
	status := func(set coefficientset.CoefficientSet) coefficientset.CoefficientStatus {
		t.Helper()
		stored, err := w.Calendar.Get(t.Context(), w.Organizer, w.Operation, set.ID)
		require.NoError(t, err)
		return stored.Status()
	}
	month := func() calendar.Month {
		t.Helper()
		months, err := w.Calendar.Months(t.Context(), w.Observer(), w.Operation, coretest.March.Range())
		require.NoError(t, err)
		return months[0]
	}
	never, first := w.MakeSet(coretest.March), w.MakeSet(coretest.March)
	require.Equal(t, coefficientset.CoefficientsSuperseded, status(never), "nobody has it")
	require.ErrorIs(t, w.Record(never, coefficientset.CoefficientsSent), allocation.ErrCoefficientState)
	require.True(t, month().Late)
	require.NoError(t, w.Record(first, coefficientset.CoefficientsSent))
	require.Nil(t, month().Sent, "it is the current one")

	second := w.MakeSet(coretest.March)
	require.Equal(t, []any{second.ID, first.ID, false}, []any{month().Current.ID, month().Sent.ID, month().Late})
	require.NoError(t, w.Record(first, coefficientset.CoefficientsAcknowledged))
	require.NoError(t, w.Record(first, coefficientset.CoefficientsApplied))
	require.Equal(t, []any{coefficientset.CoefficientsApplied, coefficientset.CoefficientsPrepared}, []any{month().Sent.Status(), month().Current.Status()})
	april := w.MakeSet(coretest.March.Next())
	require.Equal(t, first.ID, april.Previous.ID, "the operator has that one")

	require.NoError(t, w.Record(second, coefficientset.CoefficientsSent))
	require.Equal(t, coefficientset.CoefficientsSuperseded, status(first))
	require.Nil(t, month().Sent)
	require.NoError(t, w.Record(second, coefficientset.CoefficientsRefused))
	require.Equal(t, []any{coefficientset.CoefficientsApplied, first.ID, false}, []any{status(first), month().Sent.ID, month().Late}, "it still has the former")
	third := w.MakeSet(coretest.March)
	require.Equal(t, coefficientset.CoefficientsSuperseded, status(second), "it has been refused")
	require.NoError(t, w.Record(third, coefficientset.CoefficientsSent))
	require.Equal(t, w.Text(first, 0), w.Text(third, 0), "what was sent can still be read")
	require.Equal(t, []any{third.ID, coefficientset.CoefficientsSuperseded}, []any{month().Current.ID, status(first)})
}

// TestAnInvoicedMonthTakesNoOtherCoefficients: where coefficients of each producer say who
// had what from whom, a step by which the operator has others is refused in a month that is
// invoiced and changes nothing; what leaves it those it has is taken.
func TestAnInvoicedMonthTakesNoOtherCoefficients(t *testing.T) {
	w := coretest.NewSenders(t, dso.Enedis)
	w.SetKey(coretest.March.First(), allocation.ByUngroupedPriority, w.Levels()...)
	set := w.MakeSet(coretest.March)
	require.Equal(t, coefficientset.FullCoefficients, set.Mode)
	history := func() (states []coefficientset.CoefficientStatus) {
		t.Helper()
		stored, err := w.Calendar.Get(t.Context(), w.Organizer, w.Operation, set.ID)
		require.NoError(t, err)
		for _, e := range stored.History {
			states = append(states, e.Status)
		}
		return states
	}
	w.Noted.Told = nil
	w.Noted.InvoicedMonths["2026-03"] = true
	err := w.Record(set, coefficientset.CoefficientsSent)
	require.ErrorIs(t, err, allocation.ErrCoefficientsInvoiced)
	require.Equal(t, "2026-03", fault.From(err).Params["month"])
	require.Equal(t, []coefficientset.CoefficientStatus{coefficientset.CoefficientsPrepared}, history())
	require.Empty(t, w.Noted.Told)

	clear(w.Noted.InvoicedMonths)
	require.NoError(t, w.Record(set, coefficientset.CoefficientsSent))
	require.Equal(t, []string{"2026-03-01"}, w.Noted.Told, "who had what from whom is found again")
	w.Noted.InvoicedMonths["2026-03"] = true
	require.NoError(t, w.Record(set, coefficientset.CoefficientsAcknowledged), "it has the same")
	require.ErrorIs(t, w.Record(set, coefficientset.CoefficientsRefused), allocation.ErrCoefficientsInvoiced, "it would have none")
	require.Equal(t, []coefficientset.CoefficientStatus{coefficientset.CoefficientsPrepared, coefficientset.CoefficientsSent, coefficientset.CoefficientsAcknowledged}, history())
	require.Len(t, w.Noted.Told, 1)

	april := coretest.March.Next()
	w.SetKey(april.First(), allocation.ByEquality)
	w.Noted.Told = nil
	plain := w.MakeSet(april)
	w.Noted.InvoicedMonths[april.String()] = true
	require.NoError(t, w.Record(plain, coefficientset.CoefficientsSent), "coefficients of all production say nothing of producers")
	require.Empty(t, w.Noted.Told)
}

// TestImportIsOpenToPMOsOwnOperator: FAKE shares by imported coefficients.
func TestImportIsOpenToPMOsOwnOperator(t *testing.T) {
	w := coretest.NewSenders(t, dso.Fake)
	set := coefficient.Set{Zone: civil.Paris, Days: coretest.March.Range(), Step: 15 * time.Minute, Decimals: 2, Sites: []string{coretest.PRMB, coretest.PRMA}, Values: [][]int32{{}, {}}}
	for range set.Steps() {
		set.Values[0], set.Values[1] = append(set.Values[0], 2500), append(set.Values[1], 5000)
	}
	var text bytes.Buffer
	require.NoError(t, w.Format.Write(&text, set))
	taken, err := w.Import(false, coretest.Named("coefficients.csv", text.Bytes()))
	require.NoError(t, err)
	require.Equal(t, set.Values, taken[0].Files[0].Values)
	require.Equal(t, []string{"2026-03-01"}, w.Noted.Told, "what it published is shared again")

	w.Noted.InvoicedMonths["2026-03"] = true
	_, err = w.Import(false, coretest.Named("coefficients.csv", text.Bytes()))
	require.NoError(t, err, "another key shares the month")
	w.Noted.InvoicedMonths["2026-03"] = false
	w.SetKey(coretest.March.First(), allocation.SimpleDynamic)
	w.Noted.InvoicedMonths["2026-03"] = true
	_, err = w.Import(false, coretest.Named("coefficients.csv", text.Bytes()))
	require.ErrorIs(t, err, allocation.ErrCoefficientsInvoiced)
}
