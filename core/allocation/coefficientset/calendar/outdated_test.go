package calendar_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/coefficientset"
	"github.com/openpmo/pmo/core/allocation/coefficientset/submission"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/participant"
)

// outdated is what list and detail say of a set; both say the same.
func outdated(t *testing.T, w *coretest.Senders, set coefficientset.CoefficientSet) []coefficientset.Input {
	t.Helper()
	stored, err := w.Calendar.Get(t.Context(), w.Organizer, w.Operation, set.ID)
	require.NoError(t, err)
	months, err := w.Calendar.Months(t.Context(), w.Organizer, w.Operation, set.Month.Range())
	require.NoError(t, err)
	require.Equal(t, stored.Outdated, months[0].Current.Outdated)
	return stored.Outdated
}

// TestASetSaysWhatChangedSinceItWasMade: the key of its days, its curves, its sites; and
// nothing else.
func TestASetSaysWhatChangedSinceItWasMade(t *testing.T) {
	equal := func(w *coretest.Senders, from civil.Date) { w.SetKey(from, allocation.ByEquality) }
	for name, c := range map[string]struct {
		change func(w *coretest.Senders)
		want   []coefficientset.Input
	}{
		"nothing": {func(*coretest.Senders) {}, nil},
		"a key of later days": {func(w *coretest.Senders) {
			w.SetKey(coretest.March.Next().First(), allocation.ByWeight, w.Weights()...)
		}, nil},
		"the same key once more":     {func(w *coretest.Senders) { equal(w, coretest.March.First()) }, nil},
		"another key":                {func(w *coretest.Senders) { w.SetKey(coretest.March.First(), allocation.ByWeight, w.Weights()...) }, []coefficientset.Input{coefficientset.KeyInput}},
		"another key in mid-month":   {func(w *coretest.Senders) { w.SetKey(coretest.Handover, allocation.ByWeight, w.Weights()...) }, []coefficientset.Input{coefficientset.KeyInput}},
		"a curve of the month":       {func(w *coretest.Senders) { w.Meters.More[coretest.March] = 1 }, []coefficientset.Input{coefficientset.CurveInput}},
		"a curve of the month after": {func(w *coretest.Senders) { w.Meters.More[coretest.March.Next()] = 1 }, nil},
		"a gap":                      {func(w *coretest.Senders) { w.Meters.Gap = coretest.March.First() }, []coefficientset.Input{coefficientset.CurveInput}},
		"a site more": {func(w *coretest.Senders) {
			w.AddSite("New", "99100000000013", participant.Consumer, civil.Range{From: coretest.Handover, To: civil.Forever})
		}, []coefficientset.Input{coefficientset.SiteInput}},
		"a site of later days": {func(w *coretest.Senders) {
			w.AddSite("New", "99100000000013", participant.Consumer, civil.Range{From: coretest.March.Next().First(), To: civil.Forever})
		}, nil},
		"key and site": {func(w *coretest.Senders) {
			w.AddSite("New", "99100000000013", participant.Consumer, civil.Range{From: coretest.Handover, To: civil.Forever})
			w.SetKey(coretest.March.First(), allocation.ByWeight, w.Weights()...)
		}, []coefficientset.Input{coefficientset.KeyInput, coefficientset.SiteInput}},
	} {
		t.Run(name, func(t *testing.T) {
			w := coretest.NewSenders(t, dso.Enedis)
			equal(w, coretest.March.First())
			set := w.MakeSet(coretest.March)
			require.Empty(t, outdated(t, w, set))
			c.change(w)
			require.Equal(t, c.want, outdated(t, w, set))
		})
	}
}

// TestAnOutdatedSetIsSentOnlyKnowingly, and said to be outdated until it is applied.
func TestAnOutdatedSetIsSentOnlyKnowingly(t *testing.T) {
	w := coretest.NewSenders(t, dso.Enedis)
	w.SetKey(coretest.March.First(), allocation.ByEquality)
	set := w.MakeSet(coretest.March)
	w.Meters.More[coretest.March] = 1
	err := w.Record(set, coefficientset.CoefficientsSent)
	require.ErrorIs(t, err, allocation.ErrCoefficientsOutdated)
	require.Equal(t, []any{[]string{"CURVES"}, "acceptOutdated"}, []any{fault.From(err).Params["inputs"], fault.From(err).Field})
	stored, err := w.Calendar.Get(t.Context(), w.Organizer, w.Operation, set.ID)
	require.NoError(t, err)
	require.Len(t, stored.History, 1, "nothing was recorded")

	again := w.MakeSet(coretest.March)
	require.Empty(t, outdated(t, w, again))
	w.Meters.More[coretest.March] = 2
	stored, err = w.Submission.RecordStep(t.Context(), w.Organizer, submission.StepInput{OperationID: w.Operation, SetID: again.ID,
		Status: coefficientset.CoefficientsSent, AcceptOutdated: true})
	require.NoError(t, err)
	require.Equal(t, []coefficientset.Input{coefficientset.CurveInput}, stored.Outdated)
	require.NoError(t, w.Record(again, coefficientset.CoefficientsAcknowledged), "what the operator says is not asked about")
	require.NotEmpty(t, outdated(t, w, again))
	require.NoError(t, w.Record(again, coefficientset.CoefficientsApplied))
	require.Empty(t, outdated(t, w, again), "the month is shared by it")
	var audited int
	require.NoError(t, w.DB.Pool().QueryRow(t.Context(), "select count(*) from audit_entries where details->'outdated' = '[\"CURVES\"]'").Scan(&audited))
	require.Equal(t, 1, audited)
}

// TestFilesFromElsewhereAreOutdatedBySites only: their key and curves are not known.
func TestFilesFromElsewhereAreOutdatedBySites(t *testing.T) {
	w := coretest.NewSenders(t, dso.Enedis)
	w.SetKey(coretest.March.First(), allocation.ByEquality)
	set := w.MakeSet(coretest.March)
	taken, err := w.Import(false, coretest.Named(set.Files[0].Name, w.Text(set, 0)))
	require.NoError(t, err)
	w.Meters.More[coretest.March] = 1
	w.SetKey(coretest.March.First(), allocation.ByWeight, w.Weights()...)
	require.Empty(t, outdated(t, w, taken[0]))
	w.AddSite("New", "99100000000013", participant.Consumer, civil.Range{From: coretest.Handover, To: civil.Forever})
	require.Equal(t, []coefficientset.Input{coefficientset.SiteInput}, outdated(t, w, taken[0]))
}
