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
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/participant"
)

var today = civil.NewDate(2026, 11, 20) // of the world

// group is a key with one pool of these sites.
func group(w *coretest.Senders, from civil.Date, sites ...id.ID) key.CreateInput {
	pool := allocation.Pool{Name: "Tous", Percentage: allocation.Whole, Destination: allocation.Surplus, Algorithm: share.ByDefault}
	for _, site := range sites {
		pool.Members = append(pool.Members, allocation.PoolMember{ConsumerID: site})
	}
	return key.CreateInput{OperationID: w.Operation, Type: allocation.ByPool, EffectiveDate: &from, Pools: []allocation.Pool{pool}, Reason: "vote"}
}

// missing are the names of those that a refusal wants in a group.
func missing(t *testing.T, err error) (names []string) {
	t.Helper()
	if err == nil {
		return nil
	}
	items := fault.From(err).Items
	if len(items) == 0 {
		items = []*fault.Error{fault.From(err)}
	}
	for _, item := range items {
		require.Equal(t, "pool.participantMissing", item.Key)
		names = append(names, item.Params["name"].(string))
	}
	return names
}

// TestWhoGetsNothingOfAKeyIsTold, also who has left since.
func TestWhoGetsNothingOfAKeyIsTold(t *testing.T) {
	w := coretest.NewSenders(t, dso.Enedis)
	only := []allocation.Param{{ConsumerID: w.A, Value: allocation.One}}
	for _, c := range []struct { // in this order: what holds later cuts the days of what is set now
		from civil.Date
		want []id.ID
	}{
		{coretest.March.First(), append([]id.ID{w.B1, w.B2}, w.Consumers...)},
		{coretest.Handover, append([]id.ID{w.B2}, w.Consumers...)},
		{coretest.March.First(), []id.ID{w.B1}},
	} {
		require.ElementsMatch(t, c.want, w.SetKey(c.from, allocation.ByWeight, only...).WithoutPart, c.from)
	}
	require.ElementsMatch(t, append([]id.ID{w.B2}, w.Consumers...), w.SetKey(today, allocation.ByEquality, only...).WithoutPart)
	require.Empty(t, w.SetKey(today, allocation.ByEquality).WithoutPart, "everybody takes part")
	require.Empty(t, w.SetKey(today, allocation.ByDefault).WithoutPart)
}

// TestAKeyIsCheckedAgainstTheSitesOfItsDays: those that take part on a day of it must
// stand in some group, whether they have left since or are to come; others need not.
func TestAKeyIsCheckedAgainstTheSitesOfItsDays(t *testing.T) {
	later := today + 30
	for name, c := range map[string]struct {
		from civil.Date
		next civil.Date // first day of the key that follows; 0 = none
		want []string   // with Ariane alone in the group
	}{
		"before the change of occupant":   {coretest.March.First(), 0, []string{"a", "b", "Bruno", "Berthe", "New"}},
		"until the change of occupant":    {coretest.March.First(), coretest.Handover, []string{"Bruno"}},
		"on the day of the change":        {coretest.Handover, 0, []string{"a", "b", "Berthe", "New"}},
		"from today":                      {today, 0, []string{"a", "b", "Berthe", "New"}},
		"before somebody comes":           {today, later, []string{"a", "b", "Berthe"}},
		"after somebody came":             {later + 1, 0, []string{"a", "b", "Berthe", "New"}},
		"over before today, none to come": {coretest.Handover, coretest.March.Next().First(), []string{"Berthe"}},
	} {
		t.Run(name, func(t *testing.T) {
			w := coretest.NewSenders(t, dso.Enedis)
			w.AddSite("New", "99100000000013", participant.Consumer, civil.Range{From: later, To: civil.Forever})
			if c.next != 0 {
				w.SetKey(c.next, allocation.ByEquality)
			}
			_, err := w.Key.Create(t.Context(), w.Organizer, group(w, c.from, w.A))
			require.ElementsMatch(t, c.want, missing(t, err))
			draft := group(w, c.from, w.A)
			draft.Draft = true
			kept, err := w.Key.Create(t.Context(), w.Organizer, draft)
			require.NoError(t, err, "a draft need not be whole")
			_, err = w.Key.PublishDraft(t.Context(), w.Organizer, key.PublishDraftInput{OperationID: w.Operation, DraftID: kept.ID, Reason: "vote"})
			require.ElementsMatch(t, c.want, missing(t, err), "when it is put in force it must be")
			all := append([]id.ID{w.A, w.B1, w.B2}, w.Consumers...)
			for _, s := range w.Meters.Consumers {
				if s.Name == "New" {
					all = append(all, s.ID)
				}
			}
			_, err = w.Key.Create(t.Context(), w.Organizer, group(w, c.from, all...))
			require.NoError(t, err, "who is not there may be named")
		})
	}
}
