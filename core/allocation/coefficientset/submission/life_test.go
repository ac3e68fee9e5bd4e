package submission_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/coefficientset"
	"github.com/openpmo/pmo/core/allocation/coefficientset/submission"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/dso"
)

// TestTheLifeOfCoefficients walks every way through the states, and refuses all others.
func TestTheLifeOfCoefficients(t *testing.T) {
	const sent, acknowledged, refused, applied = coefficientset.CoefficientsSent, coefficientset.CoefficientsAcknowledged, coefficientset.CoefficientsRefused, coefficientset.CoefficientsApplied
	w := coretest.NewSenders(t, dso.Enedis)
	w.SetKey(coretest.March.First(), allocation.ByEquality)
	for _, c := range []struct {
		way   []coefficientset.CoefficientStatus
		never []coefficientset.CoefficientStatus // may not follow
	}{
		{nil, []coefficientset.CoefficientStatus{acknowledged, refused, applied, "PREPARED"}},
		{[]coefficientset.CoefficientStatus{sent}, []coefficientset.CoefficientStatus{sent}},
		{[]coefficientset.CoefficientStatus{sent, acknowledged}, []coefficientset.CoefficientStatus{sent, acknowledged}},
		{[]coefficientset.CoefficientStatus{sent, refused}, []coefficientset.CoefficientStatus{acknowledged, refused, applied}},
		{[]coefficientset.CoefficientStatus{sent, refused, sent, applied}, []coefficientset.CoefficientStatus{sent, acknowledged, refused, applied}},
		{[]coefficientset.CoefficientStatus{sent, acknowledged, refused}, []coefficientset.CoefficientStatus{applied}},
		{[]coefficientset.CoefficientStatus{sent, acknowledged, applied}, []coefficientset.CoefficientStatus{refused}},
	} {
		set := w.MakeSet(coretest.March)
		for _, to := range c.way {
			require.NoError(t, w.Record(set, to), "%v", c.way)
		}
		for _, to := range c.never {
			require.ErrorIs(t, w.Record(set, to), allocation.ErrCoefficientState, "%v then %s", c.way, to)
		}
		stored, err := w.Calendar.Get(t.Context(), w.Organizer, w.Operation, set.ID)
		require.NoError(t, err)
		require.Len(t, stored.History, 1+len(c.way))
	}
}

func TestAStepSaysWhoWhenAndWhy(t *testing.T) {
	w := coretest.NewSenders(t, dso.Enedis)
	w.SetKey(coretest.March.First(), allocation.ByEquality)
	set := w.MakeSet(coretest.March)
	tomorrow, past := w.Today+1, civil.NewDate(2026, 4, 3)
	in := submission.StepInput{OperationID: w.Operation, SetID: set.ID, Status: coefficientset.CoefficientsSent, Day: &tomorrow, Note: " by the portal "}
	_, err := w.Submission.RecordStep(t.Context(), w.Organizer, in)
	require.ErrorIs(t, err, allocation.ErrFuture)
	in.Day = &past
	stored, err := w.Submission.RecordStep(t.Context(), w.Organizer, in)
	require.NoError(t, err)
	last := stored.History[1]
	require.Equal(t, []any{coefficientset.CoefficientsSent, past, "Ode Rieu", "by the portal"}, []any{last.Status, last.Day, last.Author, last.Note})
	require.True(t, last.At.Equal(w.Clock))
	_, err = w.DB.Pool().Exec(t.Context(), "update allocation_coefficient_events set note = ''")
	require.Error(t, err, "what was recorded stays")
}

func TestMonthsOfCoefficients(t *testing.T) {
	w := coretest.NewSenders(t, dso.Enedis)
	w.SetKey(coretest.March.First(), allocation.ByEquality)
	set, april := w.MakeSet(coretest.March), w.MakeSet(coretest.March.Next())
	require.Equal(t, []any{set.ID, coretest.March}, []any{april.Previous.ID, april.Previous.Month})
	months, err := w.Calendar.Months(t.Context(), w.Observer(), w.Operation, civil.Range{From: coretest.March.First() - 1, To: coretest.March.Next().Next().First()})
	require.NoError(t, err)
	require.Len(t, months, 3)
	require.Equal(t, []any{april.ID, set.ID, true, true, false}, []any{months[0].Current.ID, months[1].Current.ID, months[1].Needed, months[1].Late, months[2].Needed})
	require.Nil(t, months[2].Current)
	require.Equal(t, set.ID, months[0].Current.Previous.ID)
	require.Equal(t, civil.NewDate(2026, 4, 5), months[1].Deadline)
	require.Equal(t, int(months[1].Deadline-w.Today), months[1].DaysLeft)
	require.NoError(t, w.Record(set, coefficientset.CoefficientsSent))
	months, err = w.Calendar.Months(t.Context(), w.Organizer, w.Operation, coretest.March.Range())
	require.NoError(t, err)
	require.False(t, months[0].Late, "it is sent")
	_, err = w.Calendar.Months(t.Context(), w.Organizer, w.Operation, civil.Range{From: coretest.March.First(), To: coretest.March.First()})
	require.ErrorIs(t, err, civil.ErrReversed)
	_, err = w.Calendar.Months(t.Context(), w.Organizer, w.Operation, civil.Range{From: coretest.March.First(), To: coretest.March.Add(13).First()})
	require.ErrorIs(t, err, civil.ErrTooLong)
}
