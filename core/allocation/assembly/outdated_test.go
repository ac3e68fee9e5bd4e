package assembly_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/coefficientset"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/participant"
)

// outdated is what list and detail say of a set; both say the same.
func (w senders) outdated(t *testing.T, set coefficientset.CoefficientSet) []coefficientset.Input {
	t.Helper()
	stored, err := w.s.CoefficientSet.GetCoefficients(t.Context(), w.organizer, w.operation, set.ID)
	require.NoError(t, err)
	months, err := w.s.CoefficientSet.CoefficientMonths(t.Context(), w.organizer, w.operation, set.Month.Range())
	require.NoError(t, err)
	require.Equal(t, stored.Outdated, months[0].Current.Outdated)
	return stored.Outdated
}

// TestASetSaysWhatChangedSinceItWasMade: the key of its days, its curves, its sites; and
// nothing else.
func TestASetSaysWhatChangedSinceItWasMade(t *testing.T) {
	equal := func(w senders, from civil.Date) { w.key(t, from, allocation.ByEquality) }
	for name, c := range map[string]struct {
		change func(w senders)
		want   []coefficientset.Input
	}{
		"nothing":                    {func(senders) {}, nil},
		"a key of later days":        {func(w senders) { w.key(t, march.Next().First(), allocation.ByWeight, w.weights()...) }, nil},
		"the same key once more":     {func(w senders) { equal(w, march.First()) }, nil},
		"another key":                {func(w senders) { w.key(t, march.First(), allocation.ByWeight, w.weights()...) }, []coefficientset.Input{coefficientset.KeyInput}},
		"another key in mid-month":   {func(w senders) { w.key(t, change, allocation.ByWeight, w.weights()...) }, []coefficientset.Input{coefficientset.KeyInput}},
		"a curve of the month":       {func(w senders) { w.meters.more[march] = 1 }, []coefficientset.Input{coefficientset.CurveInput}},
		"a curve of the month after": {func(w senders) { w.meters.more[march.Next()] = 1 }, nil},
		"a gap":                      {func(w senders) { w.meters.gap = march.First() }, []coefficientset.Input{coefficientset.CurveInput}},
		"a site more": {func(w senders) {
			w.site(t, "New", "99100000000013", participant.Consumer, civil.Range{From: change, To: civil.Forever})
		}, []coefficientset.Input{coefficientset.SiteInput}},
		"a site of later days": {func(w senders) {
			w.site(t, "New", "99100000000013", participant.Consumer, civil.Range{From: march.Next().First(), To: civil.Forever})
		}, nil},
		"key and site": {func(w senders) {
			w.site(t, "New", "99100000000013", participant.Consumer, civil.Range{From: change, To: civil.Forever})
			w.key(t, march.First(), allocation.ByWeight, w.weights()...)
		}, []coefficientset.Input{coefficientset.KeyInput, coefficientset.SiteInput}},
	} {
		t.Run(name, func(t *testing.T) {
			w := newSenders(t, dso.Enedis)
			equal(w, march.First())
			set := w.made(t, march)
			require.Empty(t, w.outdated(t, set))
			c.change(w)
			require.Equal(t, c.want, w.outdated(t, set))
		})
	}
}

// TestAnOutdatedSetIsSentOnlyKnowingly, and said to be outdated until it is applied.
func TestAnOutdatedSetIsSentOnlyKnowingly(t *testing.T) {
	w := newSenders(t, dso.Enedis)
	w.key(t, march.First(), allocation.ByEquality)
	set := w.made(t, march)
	w.meters.more[march] = 1
	err := w.step(set, coefficientset.CoefficientsSent)
	require.ErrorIs(t, err, allocation.ErrCoefficientsOutdated)
	require.Equal(t, []any{[]string{"CURVES"}, "acceptOutdated"}, []any{fault.From(err).Params["inputs"], fault.From(err).Field})
	stored, err := w.s.CoefficientSet.GetCoefficients(t.Context(), w.organizer, w.operation, set.ID)
	require.NoError(t, err)
	require.Len(t, stored.History, 1, "nothing was recorded")

	again := w.made(t, march)
	require.Empty(t, w.outdated(t, again))
	w.meters.more[march] = 2
	stored, err = w.s.CoefficientSet.RecordStep(t.Context(), w.organizer, coefficientset.StepInput{OperationID: w.operation, SetID: again.ID,
		Status: coefficientset.CoefficientsSent, AcceptOutdated: true})
	require.NoError(t, err)
	require.Equal(t, []coefficientset.Input{coefficientset.CurveInput}, stored.Outdated)
	require.NoError(t, w.step(again, coefficientset.CoefficientsAcknowledged), "what the operator says is not asked about")
	require.NotEmpty(t, w.outdated(t, again))
	require.NoError(t, w.step(again, coefficientset.CoefficientsApplied))
	require.Empty(t, w.outdated(t, again), "the month is shared by it")
	var audited int
	require.NoError(t, w.db.Pool().QueryRow(t.Context(), "select count(*) from audit_entries where details->'outdated' = '[\"CURVES\"]'").Scan(&audited))
	require.Equal(t, 1, audited)
}

// TestFilesFromElsewhereAreOutdatedBySites only: their key and curves are not known.
func TestFilesFromElsewhereAreOutdatedBySites(t *testing.T) {
	w := newSenders(t, dso.Enedis)
	w.key(t, march.First(), allocation.ByEquality)
	set := w.made(t, march)
	taken, err := w.imports(false, named(set.Files[0].Name, w.text(t, set, 0)))
	require.NoError(t, err)
	w.meters.more[march] = 1
	w.key(t, march.First(), allocation.ByWeight, w.weights()...)
	require.Empty(t, w.outdated(t, taken[0]))
	w.site(t, "New", "99100000000013", participant.Consumer, civil.Range{From: change, To: civil.Forever})
	require.Equal(t, []coefficientset.Input{coefficientset.SiteInput}, w.outdated(t, taken[0]))
}
