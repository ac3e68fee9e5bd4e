package calendar_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/coefficientset"
	"github.com/openpmo/pmo/core/allocation/coefficientset/calendar"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// dueOn is what is due of the world's operation on a day.
func dueOn(t *testing.T, w *coretest.Senders, day civil.Date) (due []calendar.Due) {
	t.Helper()
	due, err := w.On(day, nil).Calendar.Due(t.Context(), w.Observer(), []id.ID{w.Operation, w.Operation})
	require.NoError(t, err)
	return due
}

// TestCoefficientsDue: near from five days before the deadline on, missed after it, and
// gone once the operator has them; the same months as the list of months calls late.
func TestCoefficientsDue(t *testing.T) {
	w := coretest.NewSenders(t, dso.Enedis)
	w.SetKey(coretest.October.First(), allocation.ByEquality)
	one := func(month civil.Month, left int, late, prepared bool) calendar.Due {
		return calendar.Due{OperationID: w.Operation, Month: month, Deadline: month.Next().First().AddDays(4), DaysLeft: left, Late: late, Prepared: prepared}
	}
	november := coretest.October + 1
	require.Empty(t, dueOn(t, w, civil.NewDate(2026, 10, 30)), "six days are left")
	require.Equal(t, []calendar.Due{one(coretest.October, 5, false, false)}, dueOn(t, w, civil.NewDate(2026, 10, 31)))
	require.Equal(t, []calendar.Due{one(coretest.October, 0, false, false)}, dueOn(t, w, civil.NewDate(2026, 11, 5)))
	require.Equal(t, []calendar.Due{one(coretest.October, -1, true, false)}, dueOn(t, w, civil.NewDate(2026, 11, 6)))
	require.Equal(t, []calendar.Due{one(november, -1, true, false), one(coretest.October, -31, true, false)},
		dueOn(t, w, civil.NewDate(2026, 12, 6)), "newest first")

	set := w.MakeSet(coretest.October)
	require.Equal(t, []calendar.Due{one(coretest.October, -5, true, true)}, dueOn(t, w, civil.NewDate(2026, 11, 10)), "made is not sent")
	require.NoError(t, w.Record(set, coefficientset.CoefficientsSent))
	require.Empty(t, dueOn(t, w, civil.NewDate(2026, 11, 10)))
	require.NoError(t, w.Record(set, coefficientset.CoefficientsRefused))
	require.Len(t, dueOn(t, w, civil.NewDate(2026, 11, 10)), 1)

	w.SetKey(coretest.October.First(), allocation.ByDefault)
	require.Empty(t, dueOn(t, w, civil.NewDate(2026, 11, 10)), "the operator computes the key itself")
}

func TestCoefficientsDueOfOthersIsNotTold(t *testing.T) {
	w := coretest.NewSenders(t, dso.Enedis)
	_, err := w.Calendar.Due(t.Context(), w.Organizer, []id.ID{w.Operation, id.New()})
	require.ErrorIs(t, err, policy.ErrNotFound, "one foreign operation refuses them all")
	_, err = w.Calendar.Due(t.Context(), policy.Principal{UserID: id.New(), Role: policy.RoleParticipant, Operations: []id.ID{w.Operation}}, []id.ID{w.Operation})
	require.ErrorIs(t, err, policy.ErrForbidden)
}

// Bill runs ask whether the operator still waits for the coefficients of a month.
func TestUnsentCoefficients(t *testing.T) {
	w := coretest.NewSenders(t, dso.Enedis)
	unsent := func(m civil.Month) bool {
		waits, err := w.Calendar.Unsent(t.Context(), w.Operation, m)
		require.NoError(t, err)
		return waits
	}
	require.False(t, unsent(coretest.October), "no key needs them")
	w.SetKey(coretest.October.First(), allocation.ByEquality)
	require.True(t, unsent(coretest.October))
	require.False(t, unsent(coretest.October-1), "before the key")
	set := w.MakeSet(coretest.October)
	require.True(t, unsent(coretest.October), "made is not sent")
	require.NoError(t, w.Record(set, coefficientset.CoefficientsSent))
	require.False(t, unsent(coretest.October))
	require.True(t, unsent(coretest.October+1))
}

// How months stand, in the order asked for; of nobody else's operation.
func TestStatesOfMonths(t *testing.T) {
	w := coretest.NewSenders(t, dso.Enedis)
	w.SetKey(coretest.October.First(), allocation.ByEquality)
	set := w.MakeSet(coretest.October)
	in := w.On(civil.NewDate(2026, 11, 6), nil).Calendar
	states, err := in.MonthStates(t.Context(), w.Organizer, w.Operation, []civil.Month{coretest.October + 1, coretest.October, coretest.October - 1})
	require.NoError(t, err)
	require.Len(t, states, 3)
	require.Equal(t, []civil.Month{coretest.October + 1, coretest.October, coretest.October - 1}, []civil.Month{states[0].Month, states[1].Month, states[2].Month})
	require.Equal(t, []bool{false, true, false}, []bool{states[0].Current != nil, states[1].Current != nil, states[2].Current != nil})
	require.Equal(t, set.ID, states[1].Current.ID)
	require.Equal(t, []bool{false, true}, []bool{states[0].Late, states[1].Late})
	none, err := in.MonthStates(t.Context(), w.Organizer, w.Operation, nil)
	require.NoError(t, err)
	require.Empty(t, none)
	_, err = in.MonthStates(t.Context(), w.Organizer, id.New(), []civil.Month{coretest.October})
	require.ErrorIs(t, err, policy.ErrNotFound)
}
