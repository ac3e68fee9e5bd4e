package allocation

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openpmo/pmo/core/allocation/share"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
)

func on(s string) civil.Date {
	d, err := civil.ParseDate(s)
	if err != nil {
		panic(err)
	}
	return d
}

// TestInForce: a later day wins, on one day the later version; the first holds before.
func TestInForce(t *testing.T) {
	t.Parallel()
	versions := []Config{
		{Version: 4, EffectiveDate: on("2026-03-01")},
		{Version: 3, EffectiveDate: on("2026-06-01")},
		{Version: 2, EffectiveDate: on("2026-03-01")},
		{Version: 1, EffectiveDate: on("2026-01-15")},
	}
	for day, want := range map[string]int{"2020-01-01": 1, "2026-01-15": 1, "2026-02-28": 1, "2026-03-01": 4, "2026-05-31": 4, "2026-06-01": 3, "2030-01-01": 3} {
		c, ok := InForce(versions, on(day))
		require.True(t, ok)
		require.Equal(t, want, c.Version, day)
	}
	early, _ := InForce(append(versions, Config{Version: 5, EffectiveDate: on("2025-01-01")}), on("2024-12-31"))
	require.Equal(t, 1, early.Version)
	late, _ := InForce(append(versions, Config{Version: 5, EffectiveDate: on("2025-01-01")}), on("2026-02-01"))
	require.Equal(t, 5, late.Version, "the day of the first is no day from which it takes the place of others")
	_, ok := InForce(nil, 0)
	require.False(t, ok)

	require.Equal(t, 5, Timeline{Versions: versions}.NextVersion())
	slices.Reverse(versions)
	require.Equal(t, 5, Timeline{Versions: versions}.NextVersion(), "in any order")
	require.Equal(t, 1, Timeline{}.NextVersion())
}

// TestSpansCoverEachDayOnce compares the spans with the version of every day.
func TestSpansCoverEachDayOnce(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var versions []Config
		for v := range rapid.IntRange(1, 6).Draw(t, "versions") {
			versions = append(versions, Config{ID: id.New(), Version: v + 1, EffectiveDate: civil.Date(rapid.Int32Range(0, 40).Draw(t, "day"))})
		}
		from := civil.Date(rapid.Int32Range(-5, 45).Draw(t, "from"))
		days := civil.Range{From: from, To: from + civil.Date(rapid.Int32Range(0, 50).Draw(t, "length"))}
		next := days.From
		var last id.ID
		for _, s := range (Timeline{Versions: versions}).Spans(days) {
			require.Equal(t, next, s.Days.From)
			require.NotEqual(t, last, s.Key.ConfigID)
			for d := s.Days.From; d < s.Days.To; d++ {
				c, _ := InForce(versions, d)
				require.Equal(t, c.ID, s.Key.ConfigID)
			}
			next, last = s.Days.To, s.Key.ConfigID
		}
		require.Equal(t, days.To, next)
	})
}

func TestParseValue(t *testing.T) {
	t.Parallel()
	for number, want := range map[float64]Value{0: 0, 25: 250_000, 33.3333: 333_333, 0.0001: 1, 100: Whole} {
		v := ParseValue(number)
		require.Equal(t, want, v)
		require.Equal(t, number, v.Float())
	}
	for _, number := range []float64{-1, 33.33333, 0.00001, 1e13} {
		require.Equal(t, NoNumber, ParseValue(number), number)
	}
	rapid.Check(t, func(t *rapid.T) {
		v := Value(rapid.Int64Range(0, int64(Whole)).Draw(t, "value"))
		require.Equal(t, v, ParseValue(v.Float()))
	})
	require.Equal(t, "12.5", Value(125_000).String())
}

func TestCheck(t *testing.T) {
	t.Parallel()
	a, b, stranger, maker := id.New(), id.New(), id.New(), id.New()
	pct := func(who id.ID, v Value) Param { return Param{ConsumerID: who, Value: v} }
	for name, c := range map[string]struct {
		config Config
		keys   []string
	}{
		"prorata":             {Config{Type: ByDefault}, nil},
		"static":              {Config{Type: Static, Params: []Param{pct(a, 333_333), pct(b, 666_667)}}, nil},
		"a rest is allowed":   {Config{Type: Static, Params: []Param{pct(a, 0), pct(b, 10)}}, nil},
		"over 100":            {Config{Type: Static, Params: []Param{pct(a, 333_334), pct(b, 666_667)}}, []string{"key.sumOver100"}},
		"one over 100":        {Config{Type: Static, Params: []Param{pct(a, Whole+1)}}, []string{"key.percentage"}},
		"twice":               {Config{Type: Static, Params: []Param{pct(a, 1), pct(a, 2)}}, []string{"key.consumerTwice"}},
		"stranger":            {Config{Type: Static, Params: []Param{pct(stranger, 1)}}, []string{"key.consumerUnknown"}},
		"producer":            {Config{Type: Static, Params: []Param{{ConsumerID: a, ProducerID: b, Value: 1}}}, []string{"key.producerNotAllowed"}},
		"static without":      {Config{Type: Static}, []string{"key.parametersRequired"}},
		"prorata with":        {Config{Type: ByDefault, Params: []Param{pct(a, 1)}}, []string{"key.noParameters"}},
		"unknown type":        {Config{Type: "by_luck", Params: []Param{pct(a, One)}}, []string{"key.type"}},
		"priority":            {Config{Type: ByPriority, Params: []Param{pct(a, One), pct(b, 2*One)}}, nil},
		"priority 0":          {Config{Type: ByPriority, Params: []Param{pct(a, 0)}}, []string{"key.wholeNumber"}},
		"half a part":         {Config{Type: ByWeight, Params: []Param{pct(a, One/2)}}, []string{"key.wholeNumber"}},
		"equality of all":     {Config{Type: ByEquality}, nil},
		"equality of some":    {Config{Type: ByEquality, Params: []Param{pct(a, One), pct(b, 0)}}, nil},
		"equality of nobody":  {Config{Type: ByEquality, Params: []Param{pct(a, 0), pct(b, 0)}}, []string{"key.selectionEmpty"}},
		"equality by numbers": {Config{Type: ByEquality, Params: []Param{pct(a, 2*One)}}, []string{"key.selection"}},
		"equality: stranger":  {Config{Type: ByEquality, Params: []Param{pct(stranger, One)}}, []string{"key.consumerUnknown"}},
		"equality: twice":     {Config{Type: ByEquality, Params: []Param{pct(a, One), pct(a, One)}}, []string{"key.consumerTwice"}},
		"equality: producer":  {Config{Type: ByEquality, Params: []Param{{ConsumerID: a, ProducerID: maker, Value: One}}}, []string{"key.producerNotAllowed"}},
		"pair":                {Config{Type: ByUngroupedPriority, Params: []Param{{ConsumerID: a, ProducerID: maker, Value: One}}}, nil},
		"pair without":        {Config{Type: ByUngroupedPriority, Params: []Param{pct(a, One)}}, []string{"key.producerRequired"}},
		"pair of a stranger":  {Config{Type: ByUngroupedPriority, Params: []Param{{ConsumerID: a, ProducerID: b, Value: One}}}, []string{"key.producerUnknown"}},
		"pools of prorata":    {Config{Type: ByDefault, Pools: []Pool{{Name: "x"}}}, []string{"key.noPools"}},
		"no pools":            {Config{Type: ByPool}, []string{"key.parametersRequired"}},
		"everything at once":  {Config{Type: Static, Params: []Param{pct(stranger, 1), pct(a, -1)}}, []string{"key.consumerUnknown", "key.percentage"}},
		"a word on the cause": {Config{Type: ByDefault, Reason: string(make([]byte, 501))}, []string{"field.tooLong"}},
	} {
		var got []string
		if f := fault.From(c.config.Check(Sites{Consumers: []id.ID{a, b}, Producers: []id.ID{maker}})); f != nil && len(f.Items) == 0 {
			got = append(got, f.Key)
		} else if f != nil {
			for _, item := range f.Items {
				got = append(got, item.Key)
			}
		}
		require.Equal(t, c.keys, got, name)
	}
}

func TestHashNamesTheContent(t *testing.T) {
	t.Parallel()
	a, b := id.New(), id.New()
	sealed := func(c Config) Config { c.Seal(); return c }
	one := sealed(Config{Type: Static, Params: []Param{{ConsumerID: a, Value: 1}, {ConsumerID: b, Value: 2}}})
	same := sealed(Config{Version: 9, Reason: "other", Type: Static, Params: []Param{{ConsumerID: b, Value: 2}, {ConsumerID: a, Value: 1}}})
	require.Equal(t, one.Hash, same.Hash)
	require.Equal(t, one.Params, same.Params)
	for _, other := range []Config{{Type: ByDefault}, {Type: Static, Params: []Param{{ConsumerID: a, Value: 1}}},
		{Type: Static, Params: []Param{{ConsumerID: a, Value: 2}, {ConsumerID: b, Value: 2}}}} {
		require.NotEqual(t, one.Hash, sealed(other).Hash)
	}
	pool := func() Pool {
		return Pool{Name: "Écoles", Percentage: 5000, Destination: Surplus, Algorithm: share.Static, Members: []PoolMember{{a, 3}, {b, 4}}}
	}
	pooled := sealed(Config{Type: ByPool, Pools: []Pool{pool()}})
	backwards := pool()
	slices.Reverse(backwards.Members)
	require.Equal(t, pooled.Hash, sealed(Config{Type: ByPool, Pools: []Pool{backwards}}).Hash)
	for name, change := range map[string]func(*Pool){
		"name": func(p *Pool) { p.Name = "Mairies" }, "percentage": func(p *Pool) { p.Percentage++ }, "destination": func(p *Pool) { p.Destination = "Mairies" },
		"algorithm": func(p *Pool) { p.Algorithm = share.ByUngroupedPriority }, "member": func(p *Pool) { p.Members[0].ConsumerID = id.New() },
		"value": func(p *Pool) { p.Members[1].Value++ },
	} {
		other := pool()
		change(&other)
		require.NotEqual(t, pooled.Hash, sealed(Config{Type: ByPool, Pools: []Pool{other}}).Hash, name)
	}
	some := sealed(Config{Type: ByEquality, Params: []Param{{ConsumerID: a, Value: One}}})
	require.Equal(t, some.Hash, sealed(Config{Type: ByEquality, Params: []Param{{ConsumerID: b}, {ConsumerID: a, Value: One}}}).Hash, "who is not selected is not kept")
	require.NotEqual(t, some.Hash, sealed(Config{Type: ByEquality}).Hash)
}

// TestAllocate takes the goldens of domain 6.5 (C = 30, 10, 20, 40; static 40, 30, 20,
// 10; E = 50) in any order of the parameters.
func TestAllocate(t *testing.T) {
	t.Parallel()
	ids := []id.ID{"0a", "0b", "0c", "0d"}
	consumption := [][]energy.MilliWh{{30_000}, {10_000}, {20_000}, {40_000}}
	run := func(c Config) []energy.MilliWh {
		c.Seal()
		dst := [][]energy.MilliWh{{0}, {0}, {0}, {0}}
		shares, err := Span{Key: c.Key()}.For(ids, nil)
		require.NoError(t, err)
		require.NoError(t, shares.Allocate(dst, []energy.MilliWh{50_000}, consumption))
		return []energy.MilliWh{dst[0][0], dst[1][0], dst[2][0], dst[3][0]}
	}
	require.Equal(t, []energy.MilliWh{15_000, 5_000, 10_000, 20_000}, run(Config{Type: ByDefault}))
	static := Config{Type: Static, Params: []Param{{ConsumerID: "0d", Value: 10 * One}, {ConsumerID: "0b", Value: 30 * One},
		{ConsumerID: "0a", Value: 40 * One}, {ConsumerID: "0c", Value: 20 * One}, {ConsumerID: "gone", Value: 0}}}
	require.Equal(t, []energy.MilliWh{20_000, 10_000, 10_000, 5_000}, run(static))
	number := func(t Type, numbers ...Value) Config {
		c := Config{Type: t}
		for i, n := range numbers {
			c.Params = append(c.Params, Param{ConsumerID: ids[i], Value: n * One})
		}
		return c
	}
	require.Equal(t, []energy.MilliWh{13_333, 10_000, 13_333, 13_334}, run(Config{Type: ByEquality}))
	require.Equal(t, []energy.MilliWh{20_000, 10_000, 20_000, 0}, run(number(ByEquality, 1, 1, 1, 0)), "who is not selected gets nothing")
	require.Equal(t, []energy.MilliWh{0, 0, 0, 0}, run(Config{Type: ByEquality, Params: []Param{{ConsumerID: "gone", Value: One}}}), "a selection of those who left is none of the others")
	require.Equal(t, []energy.MilliWh{22_857, 10_000, 11_428, 5_715}, run(number(ByWeight, 4, 3, 2, 1)))
	require.Equal(t, []energy.MilliWh{20_000, 10_000, 20_000, 0}, run(number(ByWeight, 1, 1, 1)), "who has no part gets nothing")
	require.Equal(t, []energy.MilliWh{30_000, 6_666, 13_334, 0}, run(number(ByPriority, 1, 2, 2, 3)))
	pools := Config{Type: ByPool, Pools: []Pool{
		{Name: "G1", Percentage: 40 * One, Destination: "G2", Algorithm: share.ByDefault, Members: []PoolMember{{ConsumerID: "0b"}, {ConsumerID: "0a"}}},
		{Name: "G2", Percentage: 40 * One, Destination: Surplus, Algorithm: share.ByPriority,
			Members: []PoolMember{{ConsumerID: "0c", Value: One}, {ConsumerID: "0d", Value: 2 * One}}},
	}}
	require.Equal(t, []energy.MilliWh{15_000, 5_000, 20_000, 0}, run(pools))
	apart, err := Span{Key: Key{Type: ByUngroupedPriority}}.For(ids, []id.ID{"0p"})
	require.NoError(t, err)
	require.True(t, apart.ByProducer())
	require.Equal(t, "key.shape", fault.KeyOf(apart.Allocate(nil, nil, nil)), "it does not pool the production")
}
