package allocation

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openpmo/pmo/core/allocation/share"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
)

// TestCheckPools holds the rules of the pool editor (specification section 5).
func TestCheckPools(t *testing.T) {
	t.Parallel()
	a, b := id.New(), id.New()
	pool := func(name string, percentage Value, destination string, members ...id.ID) Pool {
		p := Pool{Name: name, Percentage: percentage * One, Destination: destination, Algorithm: share.ByDefault}
		for _, m := range members {
			p.Members = append(p.Members, PoolMember{ConsumerID: m})
		}
		return p
	}
	for name, c := range map[string]struct {
		pools []Pool
		want  string
		field string
	}{
		"good":               {[]Pool{pool("A", 60, "B", a), pool("B", 40, Surplus, b)}, "", ""},
		"surplus of several": {[]Pool{pool("A", 60, Surplus, a), pool("B", 40, Surplus, b)}, "", ""},
		"same name":          {[]Pool{pool("A", 60, Surplus, a), pool("A", 40, Surplus, b)}, "pool.nameTwice", "pools.1.name"},
		"but for case":       {[]Pool{pool("Grandes  écoles", 60, Surplus, a), pool(" grandes Écoles ", 40, Surplus, b)}, "pool.nameTwice", "pools.1.name"},
		"called surplus":     {[]Pool{pool("surplus", 60, Surplus, a, b)}, "pool.nameReserved", "pools.0.name"},
		"no name":            {[]Pool{pool(" ", 60, Surplus, a, b)}, "pool.nameRequired", "pools.0.name"},
		"upwards":            {[]Pool{pool("A", 60, Surplus, a), pool("B", 40, "A", b)}, "pool.destination", "pools.1.surplusDestinationPoolName"},
		"itself":             {[]Pool{pool("A", 60, "A", a, b)}, "pool.destination", "pools.0.surplusDestinationPoolName"},
		"no destination":     {[]Pool{pool("A", 60, "", a, b)}, "pool.destinationRequired", "pools.0.surplusDestinationPoolName"},
		"two to one":         {[]Pool{pool("A", 1, "C", a), pool("B", 1, "C", b), pool("C", 1, Surplus)}, "pool.destinationTwice", "pools.1.surplusDestinationPoolName"},
		"over 100":           {[]Pool{pool("A", 60, Surplus, a), pool("B", 41, Surplus, b)}, "key.sumOver100", "pools"},
		"negative":           {[]Pool{pool("A", -1, Surplus, a, b)}, "key.percentage", "pools.0.percentageProduction"},
		"somebody left out":  {[]Pool{pool("A", 60, Surplus, a)}, "pool.participantMissing", "pools"},
		"twice in one":       {[]Pool{pool("A", 60, Surplus, a, b, a)}, "key.consumerTwice", "pools.0.consumersInPool"},
		"no algorithm":       {[]Pool{{Name: "A", Destination: Surplus, Members: []PoolMember{{ConsumerID: a}, {ConsumerID: b}}}}, "pool.algorithm", "pools.0.algorithm"},
		"priority 0": {[]Pool{{Name: "A", Destination: Surplus, Algorithm: share.ByPriority, Members: []PoolMember{{a, One}, {b, 0}}}},
			"key.wholeNumber", "pools.0.withinPoolProductionParams." + string(b)},
		"default with a number": {[]Pool{{Name: "A", Destination: Surplus, Algorithm: share.ByDefault, Members: []PoolMember{{a, One}, {b, 0}}}},
			"pool.noParameters", "pools.0.withinPoolProductionParams"},
	} {
		err := Config{Type: ByPool, Pools: c.pools}.Check(Sites{Consumers: []id.ID{a, b}})
		if c.want == "" {
			require.NoError(t, err, name)
			continue
		}
		require.Equal(t, c.want, fault.KeyOf(err), "%s: %v", name, err)
		require.Equal(t, c.field, fault.From(err).Field, name)
	}
}

// TestDestinationsAreSpelledAsThePools: names are compared without case.
func TestDestinationsAreSpelledAsThePools(t *testing.T) {
	t.Parallel()
	kept := KeepPoolIDs([]Pool{{Name: "A", Destination: " grandes écoles"}, {Name: "Grandes Écoles ", Destination: "SURPLUS"}, {Name: "C", Destination: "D"}, {Name: "E"}}, nil)
	var destinations []string
	for _, p := range kept {
		destinations = append(destinations, p.Destination)
	}
	require.Equal(t, []string{"Grandes Écoles", Surplus, "D", ""}, destinations, "what names no pool stays for the check")
}

func TestCheckSeasons(t *testing.T) {
	t.Parallel()
	season := func(name string, m1, d1, m2, d2 int) Season { return Season{name, YearDay{m1, d1}, YearDay{m2, d2}} }
	for name, c := range map[string]struct {
		seasons []Season
		want    string
	}{
		"none":           {nil, ""},
		"proposed":       {ProposedSeasons(), ""},
		"whole year":     {[]Season{season("an", 1, 1, 12, 31)}, ""},
		"end of Feb":     {[]Season{season("a", 3, 1, 2, 28)}, ""},
		"hole":           {[]Season{season("a", 1, 1, 6, 29), season("b", 7, 1, 12, 31)}, "season.wholeYear"},
		"overlap":        {[]Season{season("a", 1, 1, 7, 1), season("b", 7, 1, 12, 31)}, "season.wholeYear"},
		"same name":      {[]Season{season("a", 1, 1, 6, 30), season("a", 7, 1, 12, 31)}, "season.name"},
		"but for case":   {[]Season{season("Été  long", 1, 1, 6, 30), season(" été Long ", 7, 1, 12, 31)}, "season.name"},
		"no such day":    {[]Season{season("a", 1, 1, 6, 31), season("b", 7, 1, 12, 31)}, "season.day"},
		"no such day, 2": {[]Season{season("a", 0, 1, 12, 31)}, "season.day"},
	} {
		err := checkSeasons(c.seasons)
		if c.want == "" {
			require.NoError(t, err, name)
		} else {
			require.Equal(t, c.want, fault.KeyOf(err), name)
		}
	}
	require.Equal(t, "06-30", fault.From(checkSeasons([]Season{season("a", 1, 1, 6, 29), season("b", 7, 1, 12, 31)})).Params["date"])
}

// TestTimelineOfSeasons has a key for each season, of which one begins in its middle.
func TestTimelineOfSeasons(t *testing.T) {
	t.Parallel()
	day := func(text string) civil.Date {
		d, err := civil.ParseDate(text)
		require.NoError(t, err)
		return d
	}
	line := Timeline{
		Versions: []Config{
			{ID: "year", Version: 1, Type: ByDefault, EffectiveDate: day("2025-01-01")},
			{ID: "high", Version: 2, Type: ByEquality, Season: "Saison haute", EffectiveDate: day("2025-01-01")},
			{ID: "low", Version: 3, Type: Static, Season: "Saison basse", EffectiveDate: day("2026-06-01")},
		},
		Seasonalities: []Seasonality{{Version: 1, Seasons: ProposedSeasons(), EffectiveDate: day("2026-01-01")}},
	}
	for text, want := range map[string]id.ID{
		"2024-12-31": "year", "2025-12-31": "year", // no seasons yet
		"2026-01-01": "high", "2026-03-31": "high",
		"2026-04-01": "year", "2026-05-31": "year", // the low season has no key of its own yet
		"2026-06-01": "low", "2026-10-31": "low", "2026-11-01": "high", "2027-04-01": "low",
	} {
		c, ok := line.On(day(text))
		require.True(t, ok)
		require.Equal(t, want, c.ID, text)
	}
	spans := line.Spans(civil.Range{From: day("2026-01-01"), To: day("2027-01-01")})
	var ids []id.ID
	for _, s := range spans {
		ids = append(ids, s.Key.ConfigID)
	}
	require.Equal(t, []id.ID{"high", "year", "low", "high"}, ids)
	rapid.Check(t, func(t *rapid.T) {
		d := civil.Date(rapid.IntRange(20_000, 22_000).Draw(t, "day"))
		in := 0
		for _, s := range ProposedSeasons() {
			if s.Has(YearDay{int(d.Month()), d.Day()}) {
				in++
			}
		}
		require.Equal(t, 1, in, "each day is in one season")
	})
}

// TestWhereAVersionStands: one for the whole year is in force only while some season has
// none of its own, one for a season only while there is such a season.
func TestWhereAVersionStands(t *testing.T) {
	t.Parallel()
	year := Config{ID: "year", Version: 1, EffectiveDate: 100}
	high := Config{ID: "high", Version: 2, Season: "Saison haute", EffectiveDate: 200}
	low := Config{ID: "low", Version: 3, Season: "Saison basse", EffectiveDate: 300}
	line := Timeline{Versions: []Config{year, high, low}, Seasonalities: []Seasonality{
		{Version: 1, Seasons: ProposedSeasons(), EffectiveDate: 150}, {Version: 2, EffectiveDate: 400}}}
	for day, want := range map[civil.Date][3]Status{
		120: {InForceNow, Scheduled, Scheduled},
		250: {InForceNow, InForceNow, Scheduled},
		350: {Scheduled, InForceNow, InForceNow}, // the seasons end on 400
		450: {InForceNow, Superseded, Superseded},
	} {
		require.Equal(t, want, [3]Status{line.Status(year, day), line.Status(high, day), line.Status(low, day)}, "%d", day)
	}
	on := func(day civil.Date) error { return line.CheckSeason(Config{ID: "n", Version: 4, EffectiveDate: day}) }
	require.NoError(t, on(299))
	require.NoError(t, on(300), "it holds when the seasons end")
	line.Seasonalities = line.Seasonalities[:1]
	require.NoError(t, on(299), "it holds for a day")
	require.Equal(t, "season.required", fault.KeyOf(on(300)))
	require.Equal(t, "Saison haute, Saison basse", fault.From(on(300)).Params["seasons"])
}

func TestFirstDaysHaveBounds(t *testing.T) {
	t.Parallel()
	today := civil.NewDate(2026, 11, 20)
	require.NoError(t, CheckDay(civil.NewDate(2016, 7, 1), today))
	require.NoError(t, CheckDay(civil.NewDate(2036, 12, 31), today))
	for _, day := range []civil.Date{civil.NewDate(2016, 6, 30), civil.NewDate(1, 1, 1), civil.NewDate(2037, 1, 1)} {
		require.Equal(t, "key.effectiveDate", fault.KeyOf(CheckDay(day, today)), day)
	}
}

// TestEveryDayOfTheYearIsInOneSeason: whichever lacks, or is in two, is the one that is named.
func TestEveryDayOfTheYearIsInOneSeason(t *testing.T) {
	t.Parallel()
	next := func(d YearDay) YearDay {
		if d.Day++; d.Day > daysOf[d.Month] {
			d = YearDay{d.Month%12 + 1, 1}
		}
		return d
	}
	var year []YearDay
	for d := (YearDay{1, 1}); len(year) == 0 || d != (YearDay{1, 1}); d = next(d) {
		year = append(year, d)
	}
	for n, d := range year {
		if d.Month == 2 && d.Day >= 28 || d == (YearDay{3, 1}) { // the end of February is one
			continue
		}
		before, after, half := year[(n+len(year)-1)%len(year)], year[(n+1)%len(year)], year[(n+180)%len(year)]
		lacks := []Season{{"a", after, half}, {"b", next(half), before}}
		if half.Month == 2 && half.Day >= 28 {
			continue
		}
		require.Equal(t, d.String(), fault.From(checkSeasons(lacks)).Params["date"], "lacks")
		twice := []Season{{"a", d, half}, {"b", next(half), d}}
		f := fault.From(checkSeasons(twice))
		require.Equal(t, []any{d.String(), 2}, []any{f.Params["date"], f.Params["seasons"]}, "twice")
		require.NoError(t, checkSeasons([]Season{{"a", d, half}, {"b", next(half), before}}))
	}
}
