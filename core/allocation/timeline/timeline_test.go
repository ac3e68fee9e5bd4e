package timeline_test

import (
	"context"
	"sync"
	"testing"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/key"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/stretchr/testify/require"
)

func TestEveryOperationBeginsWithTheRuleOfTheLaw(t *testing.T) {
	w := coretest.NewKeys(t, dso.Enedis)
	c, err := w.Key.Last(t.Context(), w.Organizer, w.Operation)
	require.NoError(t, err)
	require.Equal(t, []any{1, allocation.ByDefault, w.Today, ""}, []any{c.Version, c.Type, c.EffectiveDate, c.Author})
	require.Empty(t, c.Params)
	key, err := w.Timeline.KeyOn(t.Context(), w.Operation, civil.NewDate(2024, 1, 1))
	require.NoError(t, err)
	require.Equal(t, c.ID, key.ConfigID, "it holds before its day too")
	require.Nil(t, c.Since(), "so that no day is its first")
	seen, err := w.Key.Get(t.Context(), w.Organizer, c.ID)
	require.NoError(t, err)
	require.Equal(t, c.Hash, seen.Hash)
	require.Zero(t, w.Count("allocation_configs"), "who reads stores nothing")

	// The first change stores it as it was read; several at once count up.
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			if _, err := w.Key.Create(context.Background(), w.Organizer, w.Static(1, 1)); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	all, err := w.Key.List(t.Context(), w.Organizer, w.Operation)
	require.NoError(t, err)
	require.Len(t, all, 5)
	require.Equal(t, []*civil.Date{&all[3].EffectiveDate, nil}, []*civil.Date{all[3].Since(), all[4].Since()})
	c.Status = allocation.Superseded
	require.Equal(t, []any{c.ID, c.Hash, c.EffectiveDate, c.CreatedAt, c.Status},
		[]any{all[4].ID, all[4].Hash, all[4].EffectiveDate, all[4].CreatedAt.UTC(), all[4].Status})
}

// TestSeasonsAreOnTheTimeline: and an operation that is not there has none.
func TestSeasonsAreOnTheTimeline(t *testing.T) {
	w := coretest.NewKeys(t, dso.Enedis)
	_, err := w.Key.CreateSeasonality(t.Context(), w.Organizer, key.CreateSeasonalityInput{OperationID: w.Operation, Seasons: []allocation.Season{
		{Name: "Winter", Start: allocation.YearDay{Month: 11, Day: 1}, End: allocation.YearDay{Month: 3, Day: 31}}, {Name: "Summer", Start: allocation.YearDay{Month: 4, Day: 1}, End: allocation.YearDay{Month: 10, Day: 31}}}})
	require.NoError(t, err)
	o, line, err := w.Timeline.Of(t.Context(), w.Operation)
	require.NoError(t, err)
	require.Equal(t, []any{w.Operation, 1, 1}, []any{o.ID, len(line.Versions), len(line.Seasonalities)})
	_, _, err = w.Timeline.Of(t.Context(), id.New())
	require.ErrorIs(t, err, operation.ErrNotFound)
	_, err = w.Timeline.KeyOn(t.Context(), id.New(), w.Today)
	require.ErrorIs(t, err, operation.ErrNotFound)
	_, err = w.Timeline.FirstOf(t.Context(), id.New())
	require.ErrorIs(t, err, allocation.ErrNotFound)
}

// TestWhoSendsCoefficients: an operation whose operator takes none is refused.
func TestWhoSendsCoefficients(t *testing.T) {
	w := coretest.NewKeys(t, dso.Fake)
	_, _, err := w.Timeline.Sender(t.Context(), w.Operation)
	require.Equal(t, "featureNotAvailable", fault.KeyOf(err))
	w.Exec("update operations set dso = 'ENEDIS' where id = $1", w.Operation)
	o, _, err := w.Timeline.Sender(t.Context(), w.Operation)
	require.NoError(t, err)
	require.Equal(t, w.Operation, o.ID)
}
