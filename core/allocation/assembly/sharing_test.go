package assembly_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/key"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// TestAParticipantReadsItsOwnSharing: its site and no other, and never the key itself.
func TestAParticipantReadsItsOwnSharing(t *testing.T) {
	w := newWorld(t, dso.Fake)
	_, err := w.s.Key.Create(t.Context(), w.organizer, w.static(300_000, 700_000))
	require.NoError(t, err)
	me := policy.Principal{UserID: id.New(), Role: policy.RoleParticipant, Operations: []id.ID{w.operation},
		Sites: []policy.Site{{ParticipantID: w.consumers[0], OperationID: w.operation}}}
	mine, err := w.s.Analysis.SharingOf(t.Context(), me, w.consumers[0])
	require.NoError(t, err)
	require.Equal(t, []any{allocation.Static, "30", true, true, false, today},
		[]any{mine.Config.Type, mine.Percentage.String(), mine.Described, mine.Consumes, mine.Produces, mine.Day})
	for _, other := range []id.ID{w.consumers[1], w.producer, id.New()} {
		_, err = w.s.Analysis.SharingOf(t.Context(), me, other)
		require.ErrorIs(t, err, policy.ErrNotFound)
	}
	_, err = w.s.Key.Last(t.Context(), me, w.operation)
	require.ErrorIs(t, err, policy.ErrForbidden)

	producer, err := w.s.Analysis.SharingOf(t.Context(), w.organizer, w.producer)
	require.NoError(t, err)
	require.Equal(t, []bool{false, true, false}, []bool{producer.Consumes, producer.Produces, producer.Receives})
}

// TestAnOperatorsOwnRuleIsNotDescribed until somebody has said which it is.
func TestAnOperatorsOwnRuleIsNotDescribed(t *testing.T) {
	w := newWorld(t, dso.Sibelga)
	out, err := w.s.Analysis.SharingOf(t.Context(), w.organizer, w.consumers[0])
	require.NoError(t, err)
	require.False(t, out.Described)
	_, err = w.s.Key.Create(t.Context(), w.organizer, key.CreateInput{OperationID: w.operation, Type: allocation.ByEquality})
	require.NoError(t, err)
	out, err = w.s.Analysis.SharingOf(t.Context(), w.organizer, w.consumers[0])
	require.NoError(t, err)
	require.True(t, out.Described)
}

// TestASelectionOfSites: some take part in equal parts; one joins, one leaves, the last
// one cannot.
func TestASelectionOfSites(t *testing.T) {
	w := newWorld(t, dso.Fake)
	a, b := w.consumers[0], w.consumers[1]
	create := key.CreateInput{OperationID: w.operation, Type: allocation.ByEquality}
	all, err := w.s.Key.Create(t.Context(), w.organizer, create)
	require.NoError(t, err)
	require.Empty(t, all.Params)
	create.Params = []allocation.Param{{ConsumerID: a}, {ConsumerID: b}}
	_, err = w.s.Key.Create(t.Context(), w.organizer, create)
	require.ErrorIs(t, err, allocation.ErrSelectionEmpty)

	left, err := w.s.Key.UpdateParam(t.Context(), w.organizer, key.UpdateParamInput{ConsumerID: a, ConfigID: all.ID})
	require.NoError(t, err)
	only := []allocation.Param{{ConsumerID: b, Value: allocation.One}}
	require.Equal(t, only, left.Params, "who leaves when all take part leaves the others")
	last, err := w.s.Key.Last(t.Context(), w.organizer, w.operation)
	require.NoError(t, err)
	require.Equal(t, only, last.Params, "as stored")
	_, err = w.s.Key.UpdateParam(t.Context(), w.organizer, key.UpdateParamInput{ConsumerID: b})
	require.ErrorIs(t, err, allocation.ErrSelectionEmpty)
	_, err = w.s.Key.UpdateParam(t.Context(), w.organizer, key.UpdateParamInput{ConsumerID: a, Value: 2 * allocation.One})
	require.ErrorIs(t, err, allocation.ErrSelection)
	joined, err := w.s.Key.UpdateParam(t.Context(), w.organizer, key.UpdateParamInput{ConsumerID: a, Value: allocation.One})
	require.NoError(t, err)
	require.Len(t, joined.Params, 2)

	out, err := w.s.Analysis.SharingOf(t.Context(), w.organizer, a)
	require.NoError(t, err)
	require.True(t, out.Receives)
}
