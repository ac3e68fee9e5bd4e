package key_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/key"
	"github.com/openpmo/pmo/core/allocation/share"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/id"
)

func pools(w *coretest.Keys) []allocation.Pool {
	return []allocation.Pool{
		{Name: "Écoles", Percentage: 60 * allocation.One, Destination: "Autres", Algorithm: share.ByDefault,
			Members: []allocation.PoolMember{{ConsumerID: w.Consumers[0]}}},
		{Name: "Autres", Percentage: 30 * allocation.One, Destination: allocation.Surplus, Algorithm: share.ByPriority,
			Members: []allocation.PoolMember{{ConsumerID: w.Consumers[1], Value: allocation.One}, {ConsumerID: w.Consumers[0], Value: 2 * allocation.One}}},
	}
}

// TestPoolsGoTheWayOfTheSpecification: config with the type, then config-pools with
// the id that came back.
func TestPoolsGoTheWayOfTheSpecification(t *testing.T) {
	w := coretest.NewKeys(t, dso.Fake)
	draft, err := w.Key.Create(t.Context(), w.Organizer, key.CreateInput{OperationID: w.Operation, Type: allocation.ByPool})
	require.NoError(t, err)
	require.Equal(t, allocation.Draft, draft.Status)
	last, err := w.Key.Last(t.Context(), w.Organizer, w.Operation)
	require.NoError(t, err)
	require.Equal(t, allocation.ByDefault, last.Type, "a draft holds on no day")

	set, err := w.Key.UpdatePools(t.Context(), w.Organizer, key.UpdatePoolsInput{ConfigID: draft.ID, Pools: pools(w)})
	require.NoError(t, err)
	require.Equal(t, []any{allocation.InForceNow, 2, w.Today}, []any{set.Status, set.Version, set.EffectiveDate})
	drafts, err := w.Key.ListDrafts(t.Context(), w.Organizer, w.Operation)
	require.NoError(t, err)
	require.Empty(t, drafts, "it became the version")
	again, err := w.Key.Get(t.Context(), w.Organizer, set.ID)
	require.NoError(t, err)
	require.Equal(t, set.Pools, again.Pools)
	require.Equal(t, set.Hash, again.Hash)
	require.Equal(t, []string{w.Today.String()}, w.Noted.Told)

	pools := set.Pools
	pools[0].Name, pools[0].Percentage = "Collèges", 70*allocation.One
	second, err := w.Key.UpdatePools(t.Context(), w.Organizer, key.UpdatePoolsInput{ConfigID: set.ID, Pools: pools})
	require.NoError(t, err)
	require.Equal(t, set.Pools[0].ID, second.Pools[0].ID, "an id names the same pool in every version")
	_, err = w.Key.UpdatePools(t.Context(), w.Organizer, key.UpdatePoolsInput{ConfigID: set.ID, Pools: pools})
	require.ErrorIs(t, err, allocation.ErrNotInForce)
}

// TestTheDayAndTheReasonOfADraft: the two calls of the specification lose neither, and
// what the second call says counts.
func TestTheDayAndTheReasonOfADraft(t *testing.T) {
	w := coretest.NewKeys(t, dso.Fake)
	day := civil.NewDate(2025, 9, 1)
	in := key.CreateInput{OperationID: w.Operation, Type: allocation.ByPool, EffectiveDate: &day, Reason: "assemblée"}
	draft, err := w.Key.Create(t.Context(), w.Organizer, in)
	require.NoError(t, err)
	kept, err := w.Key.GetDraft(t.Context(), w.Organizer, w.Operation, draft.ID)
	require.NoError(t, err)
	require.Equal(t, []any{day, "assemblée"}, []any{*kept.Planned, kept.Reason})
	set, err := w.Key.UpdatePools(t.Context(), w.Organizer, key.UpdatePoolsInput{ConfigID: draft.ID, Pools: pools(w)})
	require.NoError(t, err)
	require.Equal(t, []any{day, "assemblée", allocation.InForceNow}, []any{set.EffectiveDate, set.Reason, set.Status})

	second, err := w.Key.Create(t.Context(), w.Organizer, in)
	require.NoError(t, err)
	other := w.Today + 1
	set, err = w.Key.UpdatePools(t.Context(), w.Organizer, key.UpdatePoolsInput{ConfigID: second.ID, Pools: pools(w), EffectiveDate: &other, Reason: "autre"})
	require.NoError(t, err)
	require.Equal(t, []any{other, "autre", allocation.Scheduled}, []any{set.EffectiveDate, set.Reason, set.Status})

	in = w.Static(1, 1)
	in.Draft, in.EffectiveDate = true, &other
	third, err := w.Key.Create(t.Context(), w.Organizer, in)
	require.NoError(t, err)
	set, err = w.Key.PublishDraft(t.Context(), w.Organizer, key.PublishDraftInput{OperationID: w.Operation, DraftID: third.ID, Reason: "vote"})
	require.NoError(t, err)
	require.Equal(t, other, set.EffectiveDate)

	early := civil.NewDate(1, 1, 1)
	in.EffectiveDate = &early
	_, err = w.Key.Create(t.Context(), w.Organizer, in)
	require.ErrorIs(t, err, allocation.ErrEffectiveDate, "of a draft too")
	in.Draft = false
	_, err = w.Key.Create(t.Context(), w.Organizer, in)
	require.ErrorIs(t, err, allocation.ErrEffectiveDate)
	_, err = w.Key.CreateSeasonality(t.Context(), w.Organizer, key.CreateSeasonalityInput{OperationID: w.Operation, Seasons: allocation.ProposedSeasons(), EffectiveDate: &early})
	require.ErrorIs(t, err, allocation.ErrEffectiveDate)
}

// TestAKeyOfTheYearBesideTheSeasons is refused where it would hold on no day.
func TestAKeyOfTheYearBesideTheSeasons(t *testing.T) {
	w := coretest.NewKeys(t, dso.Enedis)
	_, err := w.Key.CreateSeasonality(t.Context(), w.Organizer, key.CreateSeasonalityInput{OperationID: w.Operation, Seasons: allocation.ProposedSeasons()})
	require.NoError(t, err)
	for _, season := range allocation.ProposedSeasons() {
		in := w.Static(1, 1)
		in.Season = season.Name
		_, err = w.Key.Create(t.Context(), w.Organizer, in)
		require.NoError(t, err)
	}
	_, err = w.Key.Create(t.Context(), w.Organizer, w.Static(2, 2))
	require.ErrorIs(t, err, allocation.ErrSeasonRequired)
	all, err := w.Key.List(t.Context(), w.Organizer, w.Operation)
	require.NoError(t, err)
	var states []allocation.Status
	for _, c := range all {
		states = append(states, c.Status)
	}
	require.Equal(t, []allocation.Status{allocation.InForceNow, allocation.InForceNow, allocation.Superseded}, states)
	_, err = w.Key.CreateSeasonality(t.Context(), w.Organizer, key.CreateSeasonalityInput{OperationID: w.Operation})
	require.NoError(t, err)
	last, err := w.Key.Last(t.Context(), w.Organizer, w.Operation)
	require.NoError(t, err)
	require.Equal(t, []any{allocation.ByDefault, allocation.InForceNow}, []any{last.Type, last.Status})
	_, err = w.Key.Create(t.Context(), w.Organizer, w.Static(2, 2))
	require.NoError(t, err)
}

func TestJoiningAndLeavingAPool(t *testing.T) {
	w := coretest.NewKeys(t, dso.Enedis)
	set, err := w.Key.Create(t.Context(), w.Organizer, key.CreateInput{OperationID: w.Operation, Type: allocation.ByPool, Pools: pools(w)})
	require.NoError(t, err)
	join := key.UpdateParamInput{ConsumerID: w.Consumers[1], PoolID: set.Pools[0].ID, Value: allocation.One}
	joined, err := w.Key.UpdateParam(t.Context(), w.Organizer, join)
	require.NoError(t, err)
	require.Len(t, joined.Pools[0].Members, 2)
	join.PoolID, join.Value = set.Pools[1].ID, 0
	left, err := w.Key.UpdateParam(t.Context(), w.Organizer, join)
	require.NoError(t, err)
	require.Equal(t, []allocation.PoolMember{{ConsumerID: w.Consumers[0], Value: 2 * allocation.One}}, left.Pools[1].Members)
	join.PoolID = set.Pools[0].ID
	_, err = w.Key.UpdateParam(t.Context(), w.Organizer, join)
	require.ErrorIs(t, err, allocation.ErrNotInPool, "everybody stays in some pool")
	join.PoolID = id.New()
	_, err = w.Key.UpdateParam(t.Context(), w.Organizer, join)
	require.ErrorIs(t, err, allocation.ErrPoolUnknown)
}

func TestDraftsChangeUntilTheyArePublished(t *testing.T) {
	w := coretest.NewKeys(t, dso.Fake)
	in := w.Static(700_000, 700_000) // over 100: a draft may be
	in.Draft, in.Name = true, "Essai"
	draft, err := w.Key.Create(t.Context(), w.Organizer, in)
	require.NoError(t, err)
	publish := key.PublishDraftInput{OperationID: w.Operation, DraftID: draft.ID, Reason: "vote"}
	_, err = w.Key.PublishDraft(t.Context(), w.Organizer, publish)
	require.ErrorIs(t, err, allocation.ErrSum)

	params := w.Static(300_000, 700_000).Params
	changed, err := w.Key.UpdateDraft(t.Context(), w.Organizer, key.UpdateDraftInput{OperationID: w.Operation, DraftID: draft.ID, IfRevision: 1, Params: &params})
	require.NoError(t, err)
	require.Equal(t, []any{2, "Essai"}, []any{changed.Revision, changed.Name})
	_, err = w.Key.UpdateDraft(t.Context(), w.Organizer, key.UpdateDraftInput{OperationID: w.Operation, DraftID: draft.ID, IfRevision: 1, Params: &params})
	require.ErrorIs(t, err, allocation.ErrDraftChanged)

	set, err := w.Key.PublishDraft(t.Context(), w.Organizer, publish)
	require.NoError(t, err)
	require.Equal(t, []any{allocation.InForceNow, "vote"}, []any{set.Status, set.Reason})
	_, err = w.Key.GetDraft(t.Context(), w.Organizer, w.Operation, draft.ID)
	require.ErrorIs(t, err, allocation.ErrNotFound)
}

func TestSeasonsHaveKeysOfTheirOwn(t *testing.T) {
	w := coretest.NewKeys(t, dso.Fake)
	in := w.Static(400_000, 600_000)
	in.Season = "Saison haute"
	_, err := w.Key.Create(t.Context(), w.Organizer, in)
	require.ErrorIs(t, err, allocation.ErrSeason)
	_, err = w.Key.CreateSeasonality(t.Context(), w.Organizer, key.CreateSeasonalityInput{OperationID: w.Operation, Seasons: allocation.ProposedSeasons()[:1]})
	require.ErrorIs(t, err, allocation.ErrSeasonYear)
	_, err = w.Key.CreateSeasonality(t.Context(), w.Organizer, key.CreateSeasonalityInput{OperationID: w.Operation, Seasons: allocation.ProposedSeasons(), Reason: "hiver"})
	require.NoError(t, err)
	set, err := w.Key.Create(t.Context(), w.Organizer, in)
	require.NoError(t, err)
	seasons, err := w.Key.GetSeasonality(t.Context(), w.Organizer, w.Operation)
	require.NoError(t, err)
	require.Equal(t, map[string]id.ID{"Saison haute": set.ID}, seasons.Keys)
	require.Equal(t, "Ode Rieu", seasons.Author)

	spans, err := w.Applied.KeysIn(t.Context(), w.Operation, civil.Range{From: civil.NewDate(2027, 1, 1), To: civil.NewDate(2028, 1, 1)})
	require.NoError(t, err)
	var types []allocation.Type
	for _, s := range spans {
		types = append(types, s.Key.Type)
	}
	require.Equal(t, []allocation.Type{allocation.Static, allocation.ByDefault, allocation.Static}, types)
	require.Equal(t, civil.NewDate(2027, 4, 1), spans[1].Days.From)
}
