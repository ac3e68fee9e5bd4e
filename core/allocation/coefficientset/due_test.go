package coefficientset_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/coefficientset"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// dueOn is what is due of the world's operation on a day.
func (w senders) dueOn(t *testing.T, day civil.Date) (due []coefficientset.CoefficientsDue) {
	t.Helper()
	due, err := w.On(day, nil).CoefficientSet.CoefficientsDue(t.Context(), w.Observer(), []id.ID{w.Operation, w.Operation})
	require.NoError(t, err)
	return due
}

// TestCoefficientsDue: near from five days before the deadline on, missed after it, and
// gone once the operator has them; the same months as the list of months calls late.
func TestCoefficientsDue(t *testing.T) {
	w := newSenders(t, dso.Enedis)
	w.SetKey(coretest.October.First(), allocation.ByEquality)
	one := func(month civil.Month, left int, late, prepared bool) coefficientset.CoefficientsDue {
		return coefficientset.CoefficientsDue{OperationID: w.Operation, Month: month, Deadline: month.Next().First().AddDays(4), DaysLeft: left, Late: late, Prepared: prepared}
	}
	november := coretest.October + 1
	require.Empty(t, w.dueOn(t, civil.NewDate(2026, 10, 30)), "six days are left")
	require.Equal(t, []coefficientset.CoefficientsDue{one(coretest.October, 5, false, false)}, w.dueOn(t, civil.NewDate(2026, 10, 31)))
	require.Equal(t, []coefficientset.CoefficientsDue{one(coretest.October, 0, false, false)}, w.dueOn(t, civil.NewDate(2026, 11, 5)))
	require.Equal(t, []coefficientset.CoefficientsDue{one(coretest.October, -1, true, false)}, w.dueOn(t, civil.NewDate(2026, 11, 6)))
	require.Equal(t, []coefficientset.CoefficientsDue{one(november, -1, true, false), one(coretest.October, -31, true, false)},
		w.dueOn(t, civil.NewDate(2026, 12, 6)), "newest first")

	set := w.MakeSet(coretest.October)
	require.Equal(t, []coefficientset.CoefficientsDue{one(coretest.October, -5, true, true)}, w.dueOn(t, civil.NewDate(2026, 11, 10)), "made is not sent")
	require.NoError(t, w.Record(set, coefficientset.CoefficientsSent))
	require.Empty(t, w.dueOn(t, civil.NewDate(2026, 11, 10)))
	require.NoError(t, w.Record(set, coefficientset.CoefficientsRefused))
	require.Len(t, w.dueOn(t, civil.NewDate(2026, 11, 10)), 1)

	w.SetKey(coretest.October.First(), allocation.ByDefault)
	require.Empty(t, w.dueOn(t, civil.NewDate(2026, 11, 10)), "the operator computes the key itself")
}

func TestCoefficientsDueOfOthersIsNotTold(t *testing.T) {
	w := newSenders(t, dso.Enedis)
	_, err := w.CoefficientSet.CoefficientsDue(t.Context(), w.Organizer, []id.ID{w.Operation, id.New()})
	require.ErrorIs(t, err, policy.ErrNotFound, "one foreign operation refuses them all")
	_, err = w.CoefficientSet.CoefficientsDue(t.Context(), policy.Principal{UserID: id.New(), Role: policy.RoleParticipant, Operations: []id.ID{w.Operation}}, []id.ID{w.Operation})
	require.ErrorIs(t, err, policy.ErrForbidden)
}
