package key_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/key"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/policy"
)

func keysOf(blockers []allocation.Blocker) (keys []string) {
	for _, b := range blockers {
		keys = append(keys, b.Key)
	}
	return keys
}

// TestCheckTellsWhomAKeyConcerns: who takes part on one of its days, and who is to come on
// days that are not over, with the day that is over or to come.
func TestCheckTellsWhomAKeyConcerns(t *testing.T) {
	later := today + 30
	for name, c := range map[string]struct {
		from civil.Date
		next civil.Date // first day of the key that follows; 0 = none
		want []string
	}{
		"from today":                      {today, 0, []string{"Ariane", "Berthe", "New", "a", "b"}},
		"before somebody comes":           {today, later, []string{"Ariane", "Berthe", "a", "b"}},
		"until the change of occupant":    {coretest.March.First(), coretest.Handover, []string{"Ariane", "Bruno"}},
		"on the day of the change":        {coretest.Handover, 0, []string{"Ariane", "Berthe", "New", "a", "b"}},
		"over before today, none to come": {coretest.Handover, coretest.March.Next().First(), []string{"Ariane", "Berthe"}},
	} {
		t.Run(name, func(t *testing.T) {
			w := coretest.NewSenders(t, dso.Enedis)
			w.AddSite("New", "99100000000013", participant.Consumer, civil.Range{From: later, To: civil.Forever})
			if c.next != 0 {
				w.SetKey(c.next, allocation.ByEquality)
			}
			in := group(w, c.from, w.A)
			checked, err := w.Key.Check(t.Context(), w.Organizer, in)
			require.NoError(t, err)
			_, refused := w.Key.Create(t.Context(), w.Organizer, in)
			var missed []string
			for _, b := range checked.Blockers {
				missed = append(missed, b.Params["name"].(string))
			}
			require.ElementsMatch(t, missing(t, refused), missed, "it says what the call that sets the key says")
			var consumers []string
			for _, s := range checked.Sites {
				if s.Consumes() {
					consumers = append(consumers, s.Name)
				}
				require.Equal(t, s.Name == "New", s.ComesOn != nil, s.Name)
				require.Equal(t, s.Name == "Bruno", s.LeftOn != nil, s.Name)
				if s.LeftOn != nil {
					require.Equal(t, coretest.Handover-1, *s.LeftOn)
				}
			}
			require.ElementsMatch(t, c.want, consumers)
			if c.next == 0 {
				require.Equal(t, civil.Forever, checked.Days.To)
			} else {
				require.Equal(t, c.next, checked.Days.To)
			}
		})
	}
}

// TestCheckTellsWhatTheDayForbids apart from what is wrong with the key, and changes nothing.
func TestCheckTellsWhatTheDayForbids(t *testing.T) {
	w := coretest.NewKeys(t, dso.Fake)
	check := func(in key.CreateInput) key.Checked {
		checked, err := w.Key.Check(t.Context(), w.Organizer, in)
		require.NoError(t, err)
		return checked
	}
	in := w.Static(600_000, 400_001)
	require.Equal(t, []string{"key.sumOver100"}, keysOf(check(in).Blockers))
	in = w.Static(600_000, 400_000)
	require.Empty(t, check(in).Blockers)
	require.Empty(t, check(in).DayBlockers)
	w.Noted.InvoicedMonths["2026-09"] = true
	september := civil.NewDate(2026, 9, 1)
	in.EffectiveDate = &september
	require.Equal(t, []string{"key.invoiced"}, keysOf(check(in).DayBlockers))
	require.Empty(t, check(in).Blockers)
	far := civil.NewDate(2090, 1, 1)
	in.EffectiveDate, in.Season = &far, "Saison haute"
	require.Equal(t, []string{"key.effectiveDate", "season.unknown"}, keysOf(check(in).DayBlockers))

	one := key.CreateInput{OperationID: w.Operation, Type: allocation.ByEquality, Params: []allocation.Param{{ConsumerID: w.Consumers[0], Value: allocation.One}}}
	require.Equal(t, w.Consumers[1:], check(one).WithoutPart)
	require.Equal(t, []allocation.Type{allocation.Static, allocation.ByDefault}, check(one).ByOperator)
	require.Zero(t, w.Count("allocation_configs"), "nothing is stored")

	_, err := w.Key.Check(t.Context(), policy.Principal{}, one)
	require.Error(t, err)
}

// TestADraftKeepsNoGroupWithoutAName: everything else may be missing.
func TestADraftKeepsNoGroupWithoutAName(t *testing.T) {
	w := coretest.NewKeys(t, dso.Fake)
	in := key.CreateInput{OperationID: w.Operation, Type: allocation.ByPool, Draft: true, Pools: []allocation.Pool{{Name: " "}}}
	_, err := w.Key.Create(t.Context(), w.Organizer, in)
	require.ErrorIs(t, err, allocation.ErrPoolNameRequired)
	in.Pools[0].Name = "A"
	_, err = w.Key.Create(t.Context(), w.Organizer, in)
	require.NoError(t, err)
}
