package analysis_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/key"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// TestAParticipantReadsItsOwnSharing: its site and no other, and never the key itself.
func TestAParticipantReadsItsOwnSharing(t *testing.T) {
	w := coretest.NewKeys(t, dso.Fake)
	_, err := w.Key.Create(t.Context(), w.Organizer, w.Static(300_000, 700_000))
	require.NoError(t, err)
	me := policy.Principal{UserID: id.New(), Role: policy.RoleParticipant, Operations: []id.ID{w.Operation},
		Sites: []policy.Site{{ParticipantID: w.Consumers[0], OperationID: w.Operation}}}
	mine, err := w.Analysis.SharingOf(t.Context(), me, w.Consumers[0])
	require.NoError(t, err)
	require.Equal(t, []any{allocation.Static, "30", true, true, false, w.Today},
		[]any{mine.Config.Type, mine.Percentage.String(), mine.Described, mine.Consumes, mine.Produces, mine.Day})
	for _, other := range []id.ID{w.Consumers[1], w.Producer, id.New()} {
		_, err = w.Analysis.SharingOf(t.Context(), me, other)
		require.ErrorIs(t, err, policy.ErrNotFound)
	}
	_, err = w.Key.Last(t.Context(), me, w.Operation)
	require.ErrorIs(t, err, policy.ErrForbidden)

	producer, err := w.Analysis.SharingOf(t.Context(), w.Organizer, w.Producer)
	require.NoError(t, err)
	require.Equal(t, []bool{false, true, false}, []bool{producer.Consumes, producer.Produces, producer.Receives})
}

// TestAnOperatorsOwnRuleIsNotDescribed until somebody has said which it is.
func TestAnOperatorsOwnRuleIsNotDescribed(t *testing.T) {
	w := coretest.NewKeys(t, dso.Sibelga)
	out, err := w.Analysis.SharingOf(t.Context(), w.Organizer, w.Consumers[0])
	require.NoError(t, err)
	require.False(t, out.Described)
	_, err = w.Key.Create(t.Context(), w.Organizer, key.CreateInput{OperationID: w.Operation, Type: allocation.ByEquality})
	require.NoError(t, err)
	out, err = w.Analysis.SharingOf(t.Context(), w.Organizer, w.Consumers[0])
	require.NoError(t, err)
	require.True(t, out.Described)
}

// TestASelectionOfSites: some take part in equal parts; one joins, one leaves, the last
// one cannot.
func TestASelectionOfSites(t *testing.T) {
	w := coretest.NewKeys(t, dso.Fake)
	a, b := w.Consumers[0], w.Consumers[1]
	create := key.CreateInput{OperationID: w.Operation, Type: allocation.ByEquality}
	all, err := w.Key.Create(t.Context(), w.Organizer, create)
	require.NoError(t, err)
	require.Empty(t, all.Params)
	create.Params = []allocation.Param{{ConsumerID: a}, {ConsumerID: b}}
	_, err = w.Key.Create(t.Context(), w.Organizer, create)
	require.ErrorIs(t, err, allocation.ErrSelectionEmpty)

	left, err := w.Key.UpdateParam(t.Context(), w.Organizer, key.UpdateParamInput{ConsumerID: a, ConfigID: all.ID})
	require.NoError(t, err)
	only := []allocation.Param{{ConsumerID: b, Value: allocation.One}}
	require.Equal(t, only, left.Params, "who leaves when all take part leaves the others")
	last, err := w.Key.Last(t.Context(), w.Organizer, w.Operation)
	require.NoError(t, err)
	require.Equal(t, only, last.Params, "as stored")
	_, err = w.Key.UpdateParam(t.Context(), w.Organizer, key.UpdateParamInput{ConsumerID: b})
	require.ErrorIs(t, err, allocation.ErrSelectionEmpty)
	_, err = w.Key.UpdateParam(t.Context(), w.Organizer, key.UpdateParamInput{ConsumerID: a, Value: 2 * allocation.One})
	require.ErrorIs(t, err, allocation.ErrSelection)
	joined, err := w.Key.UpdateParam(t.Context(), w.Organizer, key.UpdateParamInput{ConsumerID: a, Value: allocation.One})
	require.NoError(t, err)
	require.Len(t, joined.Params, 2)

	out, err := w.Analysis.SharingOf(t.Context(), w.Organizer, a)
	require.NoError(t, err)
	require.True(t, out.Receives)
}
