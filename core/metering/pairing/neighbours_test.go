package pairing_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/billable"
	"github.com/openpmo/pmo/core/metering/drawing"
)

func TestFakeSharesByEveryKeyAsTheKernelDoes(t *testing.T) {
	t.Parallel()
	require.Len(t, coretest.KeyOfEachType, len(allocation.Types()))
	for kind, key := range coretest.KeyOfEachType {
		t.Run(string(kind), func(t *testing.T) {
			t.Parallel()
			f, keys := coretest.NeighboursSharing(t, key)
			october := coretest.October.Range()
			e, err := f.Billable.Energies(t.Context(), f.Operation, civil.MonthOf(october.From))
			require.NoError(t, err)
			consumers, producers := namesOfSites(e.Consumers), namesOfSites(e.Producers)
			given := make([][]energy.MilliWh, len(producers))
			for p := range given {
				given[p] = make([]energy.MilliWh, e.N)
			}
			for c, consumer := range consumers {
				received := steps(t, f, drawing.CurveInput{ParticipantID: consumer, Days: october}, metering.Autoconso)
				ofAll := make([]int64, e.N)
				for p, producer := range producers {
					from := steps(t, f, drawing.CurveInput{ParticipantID: consumer, ProducerID: producer, Days: october}, metering.Autoconso)
					for d := range october.Days() {
						day := civil.Range{From: october.From + civil.Date(d), To: october.From + civil.Date(d) + 1}
						i, j := e.Starts[d], e.Starts[d+1]
						want := kernelPairs(t, keys, day.From, e, i, j)
						shares, err := keys.Shares(day.From, consumers, producers)
						require.NoError(t, err)
						for step := range want[p][c] {
							ofAll[i+step] += int64(want[p][c][step])
							if shares.ByProducer() {
								require.EqualValues(t, want[p][c][step], max(from[i+step], 0), "%s of %s at %d", consumer, producer, i+step)
								given[p][i+step] += want[p][c][step]
							} else { // two ways to round the same part
								require.InDelta(t, int64(want[p][c][step]), max(from[i+step], 0), 1)
							}
						}
					}
				}
				for step, want := range ofAll {
					require.Equal(t, want, max(received[step], 0), "%s at %d", consumer, step)
				}
			}
			surplusIsTheRest(t, f, e, producers, given)
		})
	}
}

// surplusIsTheRest looks at what producers kept on the days of the key.
func surplusIsTheRest(t *testing.T, f *coretest.Metering, e billable.Energies, producers []id.ID, given [][]energy.MilliWh) {
	t.Helper()
	october := e.Month.Range()
	for p, producer := range producers {
		kept := steps(t, f, drawing.CurveInput{ParticipantID: producer, Days: october}, metering.Surplus)
		gave := steps(t, f, drawing.CurveInput{ParticipantID: producer, Days: october}, metering.Autoconso)
		for step, made := range e.Production[p] {
			if kept[step] == drawing.Gap {
				require.Zero(t, given[p][step])
				continue
			}
			require.EqualValues(t, made, kept[step]+gave[step], "%s at %d", producer, step)
			if given[p][step] > 0 {
				require.EqualValues(t, given[p][step], gave[step], "%s at %d", producer, step)
			}
		}
	}
}

func kernelPairs(t *testing.T, keys coretest.KeysByDay, day civil.Date, e billable.Energies, from, to int) [][][]energy.MilliWh {
	t.Helper()
	cut := func(columns [][]energy.MilliWh) [][]energy.MilliWh {
		out := make([][]energy.MilliWh, len(columns))
		for i := range columns {
			out[i] = columns[i][from:to]
		}
		return out
	}
	pairs := make([][][]energy.MilliWh, len(e.Producers))
	for p := range pairs {
		for range e.Consumers {
			pairs[p] = append(pairs[p], make([]energy.MilliWh, to-from))
		}
	}
	shares, err := keys.Shares(day, namesOfSites(e.Consumers), namesOfSites(e.Producers))
	require.NoError(t, err)
	require.NoError(t, shares.AllocatePairs(pairs, cut(e.Production), cut(e.Consumption)))
	return pairs
}

func namesOfSites(sites []metering.Site) (ids []id.ID) {
	for _, s := range sites {
		ids = append(ids, s.ParticipantID)
	}
	return ids
}

// steps is a raw curve.
func steps(t *testing.T, f *coretest.Metering, in drawing.CurveInput, nature metering.Nature) []int64 {
	t.Helper()
	in.Natures, in.Resolution = []metering.Nature{nature}, drawing.Raw
	c, err := f.Drawing.ParticipantCurve(t.Context(), f.Organizer, in)
	require.NoError(t, err)
	require.Len(t, c.Series, 1)
	return c.Series[0].Values
}
