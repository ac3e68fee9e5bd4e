package coefficientset_test

import (
	"encoding/hex"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/coefficientset"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/participant"
)

// TestAnyInputOfASetIsInItsHash: whatever differs makes another one, the order in which sites are read does not, and
// what is stored stays comparable: the same inputs have the hash that they always had.
func TestAnyInputOfASetIsInItsHash(t *testing.T) {
	t.Parallel()
	july := civil.NewMonth(2026, 7)
	site := func(change func(p *participant.Participant)) participant.Participant {
		p := participant.Participant{ID: "a", DsoID: "14", EnergyType: participant.Consumer, Activation: &civil.Range{From: july.First() + 3, To: civil.Forever}}
		if change != nil {
			change(&p)
		}
		return p
	}
	other := site(func(p *participant.Participant) { p.ID, p.DsoID, p.EnergyType = "b", "15", participant.Producer })
	gone := site(func(p *participant.Participant) {
		p.ID, p.Activation = "c", &civil.Range{From: july.First() - 60, To: july.First()}
	})
	all := []participant.Participant{site(nil), other, gone}
	hash := func(list ...participant.Participant) string {
		return hex.EncodeToString(coefficientset.HashSites(list, july))
	}
	require.Equal(t, "3263ab6d90caa7ec8724682c6d6d3edde6bc04882b0ac522e8329b9e1d97ab97", hash(all...))
	slices.Reverse(all)
	require.Equal(t, hash(site(nil), other), hash(all...), "in any order, and without who is not there")
	seen := map[string]bool{hash(site(nil), other): true}
	for _, change := range []func(p *participant.Participant){
		func(p *participant.Participant) { p.ID = "aa" }, func(p *participant.Participant) { p.DsoID = "141" },
		func(p *participant.Participant) {
			p.Activation = &civil.Range{From: july.First() + 4, To: civil.Forever}
		},
		func(p *participant.Participant) {
			p.Activation = &civil.Range{From: july.First() + 3, To: july.First() + 30}
		},
		func(p *participant.Participant) { p.EnergyType = participant.Producer },
	} {
		h := hash(site(change), other)
		require.False(t, seen[h])
		seen[h] = true
	}
	require.Equal(t, hash(site(nil)), hash(site(func(p *participant.Participant) { p.Activation.To = july.Next().First() })), "what comes after the month is no input")

	energies := func(change func(e *allocation.MonthEnergies)) string {
		e := allocation.MonthEnergies{Step: 15 * time.Minute, Consumers: []allocation.Site{{ID: "a"}}, Producers: []allocation.Site{{ID: "b"}},
			Consumption: [][]energy.MilliWh{{1, 2, 3}}, Production: [][]energy.MilliWh{{4, 5, 6}}, Missing: []bool{false, true, false}}
		if change != nil {
			change(&e)
		}
		return hex.EncodeToString(coefficientset.HashCurves(e))
	}
	require.Equal(t, "e41a7865d43902b382136f23d0db10955698371d8b9212ed248beee4365340a1", energies(nil))
	known := map[string]bool{energies(nil): true}
	for _, change := range []func(e *allocation.MonthEnergies){
		func(e *allocation.MonthEnergies) { e.Step = time.Hour }, func(e *allocation.MonthEnergies) { e.Consumers[0].ID = "c" },
		func(e *allocation.MonthEnergies) { e.Producers[0].ID = "c" }, func(e *allocation.MonthEnergies) { e.Consumption[0][2]++ },
		func(e *allocation.MonthEnergies) { e.Production[0][0]++ }, func(e *allocation.MonthEnergies) { e.Missing[2] = true },
		func(e *allocation.MonthEnergies) { e.Missing[1] = false },
	} {
		h := energies(change)
		require.False(t, known[h])
		known[h] = true
	}
}

// TestWhatChangedOfTheInputsIsNamed: nothing where it is not known on one side, and of other sites not their other curves.
func TestWhatChangedOfTheInputsIsNamed(t *testing.T) {
	t.Parallel()
	was := coefficientset.Inputs{Key: []byte("k"), Curves: []byte("c"), Sites: []byte("s")}
	with := func(change func(*coefficientset.Inputs)) coefficientset.Inputs {
		now := was
		change(&now)
		return now
	}
	key, curves, sites := func(i *coefficientset.Inputs) { i.Key = []byte("other") }, func(i *coefficientset.Inputs) { i.Curves = []byte("other") },
		func(i *coefficientset.Inputs) { i.Sites = []byte("other") }
	require.Empty(t, was.Changed(was))
	require.Empty(t, was.Changed(coefficientset.Inputs{}), "nothing is known now")
	require.Empty(t, coefficientset.Inputs{}.Changed(was), "nothing was known then")
	require.Equal(t, []coefficientset.Input{coefficientset.KeyInput}, was.Changed(with(key)))
	require.Equal(t, []coefficientset.Input{coefficientset.CurveInput}, was.Changed(with(curves)))
	require.Equal(t, []coefficientset.Input{coefficientset.SiteInput}, was.Changed(with(sites)))
	require.Equal(t, []coefficientset.Input{coefficientset.KeyInput, coefficientset.CurveInput}, was.Changed(with(func(i *coefficientset.Inputs) { key(i); curves(i) })))
	require.Equal(t, []coefficientset.Input{coefficientset.KeyInput, coefficientset.SiteInput}, was.Changed(with(func(i *coefficientset.Inputs) { key(i); curves(i); sites(i) })))
}
