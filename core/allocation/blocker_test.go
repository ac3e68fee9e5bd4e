package allocation

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/allocation/share"
	"github.com/openpmo/pmo/core/id"
)

// TestBlockersOfPools: each group that something is wrong with is told, in the order of the
// page, and what a draft would lose is marked.
func TestBlockersOfPools(t *testing.T) {
	t.Parallel()
	a, b := id.New(), id.New()
	both := Sites{Consumers: []id.ID{a, b}, Names: map[id.ID]string{a: "Anne", b: "Bruno"}}
	pool := func(name string, percentage Value, destination string, members ...id.ID) Pool {
		p := Pool{Name: name, Percentage: percentage * One, Destination: destination, Algorithm: share.ByDefault}
		for _, m := range members {
			p.Members = append(p.Members, PoolMember{ConsumerID: m})
		}
		return p
	}
	bare := pool("B", 10, "")
	bare.Algorithm = ""
	type told struct {
		key   string
		pool  int
		site  id.ID
		draft bool
	}
	for name, c := range map[string]struct {
		pools []Pool
		want  []told
	}{
		"complete":     {[]Pool{pool("A", 60, "B", a), pool("B", 40, Surplus, b)}, nil},
		"none":         {nil, []told{{"key.parametersRequired", 0, "", false}}},
		"two nameless": {[]Pool{pool(" ", 60, Surplus, a), pool("", 40, Surplus, b)}, []told{{"pool.nameRequired", 1, "", true}, {"pool.nameRequired", 2, "", true}}},
		"three of one name": {[]Pool{pool("A", 10, Surplus, a, b), pool("a ", 10, Surplus), pool("A", 10, Surplus)},
			[]told{{"pool.nameTwice", 1, "", true}, {"pool.nameTwice", 2, "", true}, {"pool.nameTwice", 3, "", true}}},
		"called surplus": {[]Pool{pool("SURPLUS", 10, Surplus, a, b)}, []told{{"pool.nameReserved", 1, "", true}}},
		"two to one": {[]Pool{pool("A", 1, "C", a), pool("B", 1, "C", b), pool("C", 1, Surplus)},
			[]told{{"pool.destinationTwice", 1, "", true}, {"pool.destinationTwice", 2, "", true}}},
		"all at once": {[]Pool{pool("A", 95, Surplus, a), bare},
			[]told{{"pool.destinationRequired", 2, "", true}, {"pool.algorithm", 2, "", false}, {"key.sumOver100", 0, "", false}, {"pool.participantMissing", 0, b, false}}},
	} {
		var got []told
		for _, one := range (Config{Type: ByPool, Pools: c.pools}).Blockers(both) {
			got = append(got, told{one.Key, one.Pool, one.Site, one.OfDraft})
		}
		require.Equal(t, c.want, got, name)
	}
}

// TestBlockersAreWhatCheckRefuses: a key without any is taken, and one with some is not.
func TestBlockersAreWhatCheckRefuses(t *testing.T) {
	t.Parallel()
	a, b := id.New(), id.New()
	sites := Sites{Consumers: []id.ID{a, b}}
	for name, c := range map[string]struct {
		config Config
		draft  bool
	}{
		"pro rata":           {Config{Type: ByDefault}, false},
		"among all":          {Config{Type: ByEquality}, false},
		"among nobody":       {Config{Type: ByEquality, Params: []Param{{a, "", 0}, {b, "", 0}}}, true},
		"whole":              {Config{Type: Static, Params: []Param{{a, "", 60 * One}, {b, "", 40 * One}}}, false},
		"more than whole":    {Config{Type: Static, Params: []Param{{a, "", 60 * One}, {b, "", 40*One + 1}}}, false},
		"parts of any sum":   {Config{Type: ByWeight, Params: []Param{{a, "", 60 * One}, {b, "", 60 * One}}}, false},
		"without any number": {Config{Type: ByPriority}, false},
	} {
		blockers := c.config.Blockers(sites)
		if c.config.Check(sites) == nil {
			require.Empty(t, blockers, name)
			continue
		}
		require.Len(t, blockers, 1, name)
		require.ErrorIs(t, c.config.Check(sites), blockers[0].Error, name)
		require.Equal(t, c.draft, blockers[0].OfDraft, name)
	}
}

func TestEmptyPoolsTakeAPart(t *testing.T) {
	t.Parallel()
	pools := []Pool{{Percentage: One}, {Percentage: One, Members: []PoolMember{{ConsumerID: id.New()}}}, {}, {Percentage: 1}}
	require.Equal(t, []int{1, 4}, Config{Type: ByPool, Pools: pools}.EmptyPools())
	require.Empty(t, Config{Type: Static, Pools: pools}.EmptyPools())
}
