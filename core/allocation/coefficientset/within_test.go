package coefficientset_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/coefficientset"
	"github.com/openpmo/pmo/core/allocation/coefficientset/preparation"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/participant"
)

// TestTwoOccupantsShareAColumn: the operator knows the meter, not who lives there.
func TestTwoOccupantsShareAColumn(t *testing.T) {
	w := coretest.NewSenders(t, dso.Enedis)
	w.SetKey(coretest.March.First(), allocation.ByEquality)
	set := w.MakeSet(coretest.March)
	require.Equal(t, []string{coretest.PRMA, coretest.PRMB}, set.Files[0].Sites)
	before, after := false, false
	for step, v := range set.Files[0].Values[1] {
		day := civil.Paris.DateOf(set.Files[0].At(step))
		before, after = before || v > 0 && day < coretest.Handover, after || v > 0 && day >= coretest.Handover
	}
	require.True(t, before && after, "both have something")
	require.Equal(t, "Berthe", set.Names[coretest.PRMB].Name, "the later is named")
}

// TestTwoOccupantsOfAProducersSiteShareAFile: one for its number, which gives both the
// energy of the key on their days, and reads back as it was written.
func TestTwoOccupantsOfAProducersSiteShareAFile(t *testing.T) {
	const prm = "99100000000093"
	w := coretest.NewSenders(t, dso.Enedis)
	before := w.AddSite("Farm", prm, participant.Producer, civil.Range{From: civil.NewDate(2025, 1, 1), To: coretest.Handover})
	after := w.AddSite("Heirs", prm, participant.Producer, civil.Range{From: coretest.Handover, To: civil.Forever})
	levels := append(w.Levels(), allocation.Param{ConsumerID: w.A, ProducerID: before, Value: allocation.One},
		allocation.Param{ConsumerID: w.B2, ProducerID: after, Value: allocation.One})
	w.SetKey(coretest.March.First(), allocation.ByUngroupedPriority, levels...)
	set := w.MakeSet(coretest.March)
	require.Equal(t, []string{coretest.PRMP1, coretest.PRMP2, prm}, []string{set.Files[0].Producer, set.Files[1].Producer, set.Files[2].Producer})
	require.Len(t, set.Files, 3)
	require.Equal(t, "Heirs", set.Names[prm].Name, "the later is named")
	coretest.RequireSameEnergy(t, w, set)
	shares := map[bool]map[string]bool{false: {}, true: {}} // from the handover on: who has a part of the site
	for column, number := range set.Files[2].Sites {
		for step, v := range set.Files[2].Values[column] {
			if v > 0 {
				shares[civil.Paris.DateOf(set.Files[2].At(step)) >= coretest.Handover][number] = true
			}
		}
	}
	require.Equal(t, map[bool]map[string]bool{false: {coretest.PRMA: true}, true: {coretest.PRMB: true}}, shares)

	var files []preparation.NamedFile
	for i, f := range set.Files {
		files = append(files, coretest.Named(f.Name, w.Text(set, i)))
	}
	check, err := w.Preparation.Check(t.Context(), w.Organizer, w.Operation, set.ID, files)
	require.NoError(t, err)
	require.Equal(t, []any{0, 0, energy.MilliWh(0)}, []any{check.Differences, len(check.Errors), *check.Energy})
	for i, f := range set.Files {
		files[i] = coretest.Named(f.Name, w.Text(set, i))
	}
	taken, err := w.Import(false, files...)
	require.NoError(t, err)
	require.Len(t, taken[0].Files, 3)
}

func TestKeysThatChangeWithinAMonth(t *testing.T) {
	w := coretest.NewSenders(t, dso.Enedis)
	w.SetKey(coretest.March.First(), allocation.ByDefault)
	w.SetKey(coretest.Handover, allocation.ByPriority, allocation.Param{ConsumerID: w.A, Value: allocation.One},
		allocation.Param{ConsumerID: w.B2, Value: 2 * allocation.One}, allocation.Param{ConsumerID: w.B1, Value: 2 * allocation.One})
	set := w.MakeSet(coretest.March)
	require.Equal(t, []int{2, 3}, set.ConfigVersions)
	at, _ := w.Meters.MonthEnergies(t.Context(), w.Operation, coretest.March)
	first, second := 0, 0
	for step, v := range set.Files[0].Values[1] {
		p := at.Production[0][step] + at.Production[1][step]
		if p > 0 && p < at.Consumption[0][step] && v > 0 { // little: the first in order takes all
			if civil.Paris.DateOf(set.Files[0].At(step)) < coretest.Handover {
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
			w := coretest.NewSenders(t, dso.Enedis)
			for i := range 4 { // the more sites, the more each mWh that is rounded up counts
				w.AddSite("Site", "9910000000002"+string(rune('0'+i)), participant.Consumer, civil.Range{From: civil.NewDate(2025, 1, 1), To: civil.Forever})
			}
			days := []civil.Date{coretest.March.First(), coretest.Handover}
			if !pooledFirst {
				slices.Reverse(days)
			}
			w.SetKey(days[0], allocation.ByEquality)
			w.SetKey(days[1], allocation.ByUngroupedPriority, w.Levels()...)
			set := w.MakeSet(coretest.March)
			require.Equal(t, []any{coefficientset.FullCoefficients, 2}, []any{set.Mode, len(set.Files)})
			for _, f := range set.Files {
				before, after := false, false
				for _, column := range f.Values {
					for step, v := range column {
						day := civil.Paris.DateOf(f.At(step))
						before, after = before || v > 0 && day < coretest.Handover, after || v > 0 && day >= coretest.Handover
					}
				}
				require.True(t, before && after)
			}
		})
	}
}
