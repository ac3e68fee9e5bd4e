package assembly_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/coefficientset"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/participant"
)

// TestTwoOccupantsShareAColumn: the operator knows the meter, not who lives there.
func TestTwoOccupantsShareAColumn(t *testing.T) {
	w := newSenders(t, dso.Enedis)
	w.key(t, march.First(), allocation.ByEquality)
	set := w.made(t, march)
	require.Equal(t, []string{prmA, prmB}, set.Files[0].Sites)
	before, after := false, false
	for step, v := range set.Files[0].Values[1] {
		day := civil.Paris.DateOf(set.Files[0].At(step))
		before, after = before || v > 0 && day < change, after || v > 0 && day >= change
	}
	require.True(t, before && after, "both have something")
	require.Equal(t, "Berthe", set.Names[prmB].Name, "the later is named")
}

// TestTwoOccupantsOfAProducersSiteShareAFile: one for its number, which gives both the
// energy of the key on their days, and reads back as it was written.
func TestTwoOccupantsOfAProducersSiteShareAFile(t *testing.T) {
	const prm = "99100000000093"
	w := newSenders(t, dso.Enedis)
	before := w.site(t, "Farm", prm, participant.Producer, civil.Range{From: civil.NewDate(2025, 1, 1), To: change})
	after := w.site(t, "Heirs", prm, participant.Producer, civil.Range{From: change, To: civil.Forever})
	levels := append(w.levels(), allocation.Param{ConsumerID: w.a, ProducerID: before, Value: allocation.One},
		allocation.Param{ConsumerID: w.b2, ProducerID: after, Value: allocation.One})
	w.key(t, march.First(), allocation.ByUngroupedPriority, levels...)
	set := w.made(t, march)
	require.Equal(t, []string{prmP1, prmP2, prm}, []string{set.Files[0].Producer, set.Files[1].Producer, set.Files[2].Producer})
	require.Len(t, set.Files, 3)
	require.Equal(t, "Heirs", set.Names[prm].Name, "the later is named")
	w.requireSameEnergy(t, set)
	shares := map[bool]map[string]bool{false: {}, true: {}} // from the change on: who has a part of the site
	for column, number := range set.Files[2].Sites {
		for step, v := range set.Files[2].Values[column] {
			if v > 0 {
				shares[civil.Paris.DateOf(set.Files[2].At(step)) >= change][number] = true
			}
		}
	}
	require.Equal(t, map[bool]map[string]bool{false: {prmA: true}, true: {prmB: true}}, shares)

	var files []coefficientset.NamedFile
	for i, f := range set.Files {
		files = append(files, named(f.Name, w.text(t, set, i)))
	}
	check, err := w.s.CoefficientSet.CheckCoefficients(t.Context(), w.organizer, w.operation, set.ID, files)
	require.NoError(t, err)
	require.Equal(t, []any{0, 0, energy.MilliWh(0)}, []any{check.Differences, len(check.Errors), *check.Energy})
	for i, f := range set.Files {
		files[i] = named(f.Name, w.text(t, set, i))
	}
	taken, err := w.imports(false, files...)
	require.NoError(t, err)
	require.Len(t, taken[0].Files, 3)
}

func TestKeysThatChangeWithinAMonth(t *testing.T) {
	w := newSenders(t, dso.Enedis)
	w.key(t, march.First(), allocation.ByDefault)
	w.key(t, change, allocation.ByPriority, allocation.Param{ConsumerID: w.a, Value: allocation.One},
		allocation.Param{ConsumerID: w.b2, Value: 2 * allocation.One}, allocation.Param{ConsumerID: w.b1, Value: 2 * allocation.One})
	set := w.made(t, march)
	require.Equal(t, []int{2, 3}, set.ConfigVersions)
	at, _ := w.meters.MonthEnergies(t.Context(), w.operation, march)
	first, second := 0, 0
	for step, v := range set.Files[0].Values[1] {
		p := at.Production[0][step] + at.Production[1][step]
		if p > 0 && p < at.Consumption[0][step] && v > 0 { // little: the first in order takes all
			if civil.Paris.DateOf(set.Files[0].At(step)) < change {
				first++
			} else {
				second++
			}
		}
	}
	require.Positive(t, first)
	require.Zero(t, second)
}

// TestPooledAndUngroupedKeysInOneMonth: the days of both are in the file of each
// producer, which never gives more than it made.
func TestPooledAndUngroupedKeysInOneMonth(t *testing.T) {
	for name, pooledFirst := range map[string]bool{"pooled first": true, "pooled last": false} {
		t.Run(name, func(t *testing.T) {
			w := newSenders(t, dso.Enedis)
			for i := range 4 { // the more sites, the more each mWh that is rounded up counts
				w.site(t, "Site", "9910000000002"+string(rune('0'+i)), participant.Consumer, civil.Range{From: civil.NewDate(2025, 1, 1), To: civil.Forever})
			}
			days := []civil.Date{march.First(), change}
			if !pooledFirst {
				slices.Reverse(days)
			}
			w.key(t, days[0], allocation.ByEquality)
			w.key(t, days[1], allocation.ByUngroupedPriority, w.levels()...)
			set := w.made(t, march)
			require.Equal(t, []any{coefficientset.FullCoefficients, 2}, []any{set.Mode, len(set.Files)})
			for _, f := range set.Files {
				before, after := false, false
				for _, column := range f.Values {
					for step, v := range column {
						day := civil.Paris.DateOf(f.At(step))
						before, after = before || v > 0 && day < change, after || v > 0 && day >= change
					}
				}
				require.True(t, before && after)
			}
		})
	}
}
