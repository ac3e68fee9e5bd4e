package coretest

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/share"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/assembly"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/distribution"
	"github.com/openpmo/pmo/core/metering/pairing"
)

// HoledTown is the metered town with September and October, of which Boulangerie lacks
// 14 October.
func HoledTown(t testing.TB) *Metering {
	t.Helper()
	m := MeteredTown(t, "ENEDIS")
	m.Load(TownMonth(Days("2026-09-01", "2026-09-30"))...)
	sets := TownMonth(October.Range())
	from, to := civil.Paris.Span(Days("2026-10-14", "2026-10-14"))
	for i := range sets {
		for j := range sets[i].Readings {
			if r := &sets[i].Readings[j]; r.DsoID == "10000000000004" {
				r.Runs = cutOut(r.Runs, [][2]time.Time{{from, to}})
			}
		}
	}
	m.Load(sets...)
	return m
}

// Neighbours is an operation of which pmo is the operator: the producers P1 to P3, of whom
// P2 begins and P3 ends within October, and the consumers A to D, of whom D has C's meter
// after it. What they drew and made in October is stored.
func Neighbours(t testing.TB) *Metering {
	t.Helper()
	m := newNeighbours(t)
	loadNeighbours(m)
	return m
}

// NeighboursSharing are neighbours with a key of their own from the 6th to the 25th of
// October, and from November on; on the other days it is by_default.
func NeighboursSharing(t testing.TB, key func(*Metering) allocation.Key) (*Metering, KeysByDay) {
	t.Helper()
	m := newNeighbours(t)
	own := key(m)
	keys := KeysByDay(func(day civil.Date) allocation.Key {
		if Days("2026-10-06", "2026-10-25").Contains(day) || day >= Date("2026-11-01") {
			return own
		}
		return allocation.Key{Type: allocation.ByDefault}
	})
	m.Rewire(func(d *assembly.Parts) { d.Keys = keys })
	loadNeighbours(m)
	return m, keys
}

func newNeighbours(t testing.TB) *Metering {
	return NewMetering(t, "FAKE",
		MeteredSite{Name: "P1", DsoID: "20000000000001", Producer: true, From: "2026-09-01"},
		MeteredSite{Name: "P2", DsoID: "20000000000002", Producer: true, From: "2026-10-10"},
		MeteredSite{Name: "P3", DsoID: "20000000000003", Producer: true, From: "2026-09-01", To: "2026-10-27"},
		MeteredSite{Name: "A", DsoID: "10000000000001", From: "2026-09-01"},
		MeteredSite{Name: "B", DsoID: "10000000000002", From: "2026-10-05"},
		MeteredSite{Name: "C", DsoID: "10000000000003", From: "2026-09-01", To: "2026-10-20"},
		MeteredSite{Name: "D", DsoID: "10000000000003", From: "2026-10-20"})
}

// loadNeighbours stores curves of whole watts; a fifth of the steps are zero.
func loadNeighbours(m *Metering) {
	rng := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // the same curves each time
	from, to := civil.Paris.Span(October.Range())
	random := func(watts int) curvefile.Run {
		values := make([]energy.MilliWh, to.Sub(from)/(15*time.Minute))
		for i := range values {
			if rng.IntN(5) > 0 {
				values[i] = energy.MilliWh(rng.IntN(watts)) * 250
			}
		}
		return curvefile.Run{Start: from.Unix(), Step: 900, Values: values, Row: 2}
	}
	set := curvefile.Dataset{FileName: "neighbours.csv", Format: "ACC_CSV_LONG", History: true}
	for _, dsoID := range []string{"20000000000001", "20000000000002", "20000000000003"} {
		set.Readings = append(set.Readings, OneRun(dsoID, metering.Prod, random(9000)))
	}
	for _, dsoID := range []string{"10000000000001", "10000000000002", "10000000000003"} {
		set.Readings = append(set.Readings, OneRun(dsoID, metering.Conso, random(12000)))
	}
	m.Load(set)
}

// KeysByDay says which key holds on a day (pairing.Keys).
type KeysByDay func(day civil.Date) allocation.Key

// KeysIn of pairing.Keys.
func (k KeysByDay) KeysIn(_ context.Context, _ id.ID, q pairing.KeyQuery) ([]pairing.KeySpan, error) {
	var out []pairing.KeySpan
	for d := q.Days.From; d < q.Days.To; d++ {
		shares, err := k.Shares(d, q.Consumers, q.Producers)
		if err != nil {
			return nil, err
		}
		out = append(out, pairing.KeySpan{Days: civil.Range{From: d, To: d + 1}, Allocator: shares})
	}
	return out, nil
}

// Shares is how the key of a day shares among these participants.
func (k KeysByDay) Shares(day civil.Date, consumers, producers []id.ID) (*allocation.Shares, error) {
	return allocation.Span{Key: k(day)}.For(consumers, producers)
}

// KeyOfEachType is a key of each type for the neighbours. C is only somewhere in the pools,
// and B has nothing of P1.
var KeyOfEachType = map[allocation.Type]func(m *Metering) allocation.Key{
	allocation.Static: func(m *Metering) allocation.Key {
		return allocation.Key{Type: allocation.Static, Params: partsOf(m, 25, 40, 20, 15)}
	},
	allocation.ByDefault:  func(*Metering) allocation.Key { return allocation.Key{Type: allocation.ByDefault} },
	allocation.ByEquality: func(*Metering) allocation.Key { return allocation.Key{Type: allocation.ByEquality} },
	allocation.ByWeight: func(m *Metering) allocation.Key {
		return allocation.Key{Type: allocation.ByWeight, Params: partsOf(m, 4, 1, 2, 2)}
	},
	allocation.ByPriority: func(m *Metering) allocation.Key {
		return allocation.Key{Type: allocation.ByPriority, Params: partsOf(m, 2, 1, 2, 3)}
	},
	allocation.ByPool: func(m *Metering) allocation.Key {
		n := partsOf(m, 1, 2, 1, 1)
		member := func(i int) allocation.PoolMember {
			return allocation.PoolMember{ConsumerID: n[i].ConsumerID, Value: n[i].Value}
		}
		plain := member(1)
		plain.Value = 0
		return allocation.Key{Type: allocation.ByPool, Pools: []allocation.Pool{
			{Name: "G1", Percentage: 60 * allocation.One, Destination: "G2", Algorithm: share.ByPriority, Members: []allocation.PoolMember{member(0), member(1)}},
			{Name: "G2", Percentage: 30 * allocation.One, Destination: allocation.Surplus, Algorithm: share.ByShareWithMinimum, Members: []allocation.PoolMember{member(2), member(3)}},
			{Name: "G3", Percentage: 10 * allocation.One, Destination: allocation.Surplus, Algorithm: share.ByDefault, Members: []allocation.PoolMember{plain}},
		}}
	},
	allocation.SimpleDynamic: func(*Metering) allocation.Key { return allocation.Key{Type: allocation.SimpleDynamic} },
	allocation.ByUngroupedPriority: func(m *Metering) allocation.Key {
		key := allocation.Key{Type: allocation.ByUngroupedPriority}
		levels := map[string]map[string]int{"A": {"P1": 1, "P2": 2, "P3": 1}, "B": {"P2": 1, "P3": 3}, "C": {"P1": 1, "P2": 1, "P3": 2}, "D": {"P1": 2, "P2": 1}}
		for _, consumer := range []string{"A", "B", "C", "D"} {
			for _, producer := range []string{"P1", "P2", "P3"} {
				if n := levels[consumer][producer]; n > 0 {
					key.Params = append(key.Params, allocation.Param{ConsumerID: m.Sites[consumer], ProducerID: m.Sites[producer], Value: allocation.Value(n) * allocation.One})
				}
			}
		}
		return key
	},
}

// partsOf are the parameters of A, B, C and D.
func partsOf(m *Metering, values ...int) (params []allocation.Param) {
	for i, name := range []string{"A", "B", "C", "D"} {
		params = append(params, allocation.Param{ConsumerID: m.Sites[name], Value: allocation.Value(values[i]) * allocation.One})
	}
	return params
}

// Shared is what each consumer received and each producer gave, as the distribution has it.
func Shared(m *Metering, days civil.Range) (received, given map[id.ID]energy.MilliWh) {
	m.T.Helper()
	d, err := m.Distribution.Distribution(m.T.Context(), m.Organizer, distribution.DistributionInput{OperationID: m.Operation, Days: days})
	require.NoError(m.T, err)
	of := func(lines []distribution.Share) map[id.ID]energy.MilliWh {
		out := map[id.ID]energy.MilliWh{}
		for _, line := range lines {
			out[line.ParticipantID] = line.Shared
		}
		return out
	}
	return of(d.Consumers), of(d.Producers)
}

// ProsumerTown is the metered town whose Martin also makes 1 kW. Pmo is its operator, and
// all that is made in October, 11 kW, is shared among 16.
func ProsumerTown(t testing.TB) *Metering {
	t.Helper()
	m := MeteredTown(t, "FAKE")
	m.Exec("update participants set is_prosumer = true where id = $1", m.Sites["Martin"])
	m.Load(Constant(civil.Paris, metering.Conso, curvefile.StatusDefinitive, October.Range(), TownConso),
		Constant(civil.Paris, metering.Prod, curvefile.StatusDefinitive, October.Range(), map[string]int64{"10000000000010": 10000, "10000000000005": 1000}))
	return m
}
