package coefficient_test

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/allocation/coefficient"
	"github.com/openpmo/pmo/core/allocation/share"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
)

const siteA, siteB, siteC = "99000000000001", "99000000000002", "99000000000003"

// october is the day with a repeated hour: 100 quarters.
func october(values ...int32) coefficient.Set {
	s := coefficient.Set{Operation: "ACC00000001", Zone: civil.Paris, Step: 15 * time.Minute, Decimals: 2,
		Days: civil.Range{From: civil.NewDate(2026, time.October, 25), To: civil.NewDate(2026, time.October, 26)}}
	for i, v := range values {
		s.Sites = append(s.Sites, []string{siteA, siteB, siteC}[i])
		s.Values = append(s.Values, slices.Repeat([]int32{v}, 100))
	}
	return s
}

func always(numbers ...string) (sites []coefficient.Site) {
	for _, n := range numbers {
		sites = append(sites, coefficient.Site{Number: n, Days: civil.Range{From: civil.Min, To: civil.Forever}})
	}
	return sites
}

func TestCheckOfASet(t *testing.T) {
	t.Parallel()
	require.NoError(t, october(5000, 5000).Check(always(siteA, siteB)))
	left := coefficient.Site{Number: siteB, Days: civil.Range{From: civil.Min, To: civil.NewDate(2026, time.October, 25)}}
	for name, c := range map[string]struct {
		change func(s *coefficient.Set)
		sites  []coefficient.Site
		want   *fault.Error
		params map[string]any
	}{
		"a sum over 100": {func(s *coefficient.Set) { s.Values[0][9], s.Values[0][10] = 5001, 6000 }, nil, coefficient.ErrSum,
			map[string]any{"at": "2026-10-25T02:15:00+02:00", "count": 2, "sum": "110"}},
		"a hole in the repeated hour": {func(s *coefficient.Set) { s.Values[1][13] = coefficient.Missing }, nil, coefficient.ErrStepMissing,
			map[string]any{"value": siteB, "at": "2026-10-25T02:15:00+01:00", "count": 1}},
		"over 100":                {func(s *coefficient.Set) { s.Values[0], s.Values[1][0] = make([]int32, 100), -7 }, nil, coefficient.ErrRange, map[string]any{"value": siteB}},
		"a site twice":            {func(s *coefficient.Set) { s.Sites[1] = siteA }, always(siteA), coefficient.ErrSiteTwice, map[string]any{"value": siteA}},
		"a site without a column": {func(*coefficient.Set) {}, always(siteA, siteB, siteC, siteC), coefficient.ErrSiteMissing, map[string]any{"value": siteC}},
		"a site nobody knows":     {func(*coefficient.Set) {}, always(siteA), coefficient.ErrSiteUnknown, map[string]any{"value": siteB}},
		"a site that has left":    {func(*coefficient.Set) {}, append(always(siteA), left), coefficient.ErrSiteUnknown, map[string]any{"value": siteB}},
		"a column that is too long": {func(s *coefficient.Set) { s.Values[0] = append(s.Values[0], 0) }, nil, coefficient.ErrSteps,
			map[string]any{"value": siteA, "expected": 100, "received": 101}},
	} {
		s := october(5000, 5000)
		c.change(&s)
		if c.sites == nil {
			c.sites = always(siteA, siteB)
		}
		err := s.Check(c.sites)
		require.ErrorIs(t, err, coefficient.ErrInvalid, name)
		items := fault.From(err).Items
		require.Len(t, items, 1, "%s: %v", name, err)
		require.Equal(t, c.want.Key, items[0].Key, name)
		for key, want := range c.params {
			require.Equal(t, want, items[0].Params[key], name)
		}
	}
	broken := october(1)
	broken.Sites = append(broken.Sites, siteB)
	require.ErrorIs(t, broken.Check(nil), coefficient.ErrShape)
}

// TestASiteThatComesInTheMonth needs values for its own days only, and may have no part
// on the others.
func TestASiteThatComesInTheMonth(t *testing.T) {
	t.Parallel()
	s := october(5000, 5000)
	s.Days.To++
	for i := range s.Values {
		s.Values[i] = append(s.Values[i], make([]int32, 96)...)
	}
	second := s.Days.From + 1
	sites := append(always(siteA), coefficient.Site{Number: siteB, Days: civil.Range{From: second, To: civil.Forever}})
	err := s.Check(sites)
	require.Len(t, fault.From(err).Items, 1)
	require.ErrorIs(t, fault.From(err).Items[0], coefficient.ErrSiteAbsent)
	require.Equal(t, 100, fault.From(err).Items[0].Params["count"])
	for step := range 100 {
		s.Values[1][step] = coefficient.Missing
	}
	require.NoError(t, s.Check(sites))
	// Two occupants of one site: each has its days.
	sites = append(sites, coefficient.Site{Number: siteB, Days: civil.Range{From: civil.Min, To: second}})
	require.ErrorIs(t, fault.From(s.Check(sites)).Items[0], coefficient.ErrStepMissing)
}

func TestCheckOfFilesByProducer(t *testing.T) {
	t.Parallel()
	of := func(producer string, values ...int32) coefficient.Set {
		s := october(values...)
		s.Producer = producer
		return s
	}
	sites, producers := always(siteA, siteB), []string{"P1", "P2"}
	require.NoError(t, coefficient.CheckFull([]coefficient.Set{of("P1", 5000, 5000), of("P2", 10_000, 0)}, sites, producers))
	err := coefficient.CheckFull([]coefficient.Set{of("P1", 5000, 5001), of("P1", 0, 0), of("P3", 0, 0)}, sites, producers)
	require.ErrorIs(t, err, coefficient.ErrInvalid)
	var keys []string
	for _, item := range fault.From(err).Items {
		keys = append(keys, item.Key)
	}
	require.Equal(t, []string{"coefficients.sumOver100", "coefficients.producerTwice", "coefficients.producerUnknown", "coefficients.producerMissing"}, keys)
	require.Equal(t, "P1", fault.From(err).Items[0].Params["producer"])
}

func TestCompare(t *testing.T) {
	t.Parallel()
	before, after := october(5000, 2500), october(5000, 2500)
	same, err := coefficient.Compare(before, after)
	require.NoError(t, err)
	require.Zero(t, coefficient.Changed(same))
	after.Values[0][3], after.Values[0][4] = 5100, 4700
	after.Values[1][7] = coefficient.Missing
	after.Sites[1] = siteC
	got, err := coefficient.Compare(before, after)
	require.NoError(t, err)
	require.Equal(t, []coefficient.Difference{
		{Site: siteA, Before: true, After: true, Changed: 2, Mean: 400, Max: 30_000},
		{Site: siteB, Before: true, Changed: 100, Mean: 250_000, Max: 250_000},
		{Site: siteC, After: true, Changed: 100, Mean: 247_500, Max: 250_000},
	}, got)
	require.Equal(t, 202, coefficient.Changed(got))
	other := october(5000)
	other.Days.To++
	_, err = coefficient.Compare(before, other)
	require.ErrorIs(t, err, coefficient.ErrCompare)
	// Other decimals are the same percentages.
	fine := october(500_000, 250_000)
	fine.Decimals = 4
	got, err = coefficient.Compare(before, fine)
	require.NoError(t, err)
	require.Zero(t, coefficient.Changed(got))
}

func TestMeans(t *testing.T) {
	t.Parallel()
	s := october(0, 0)
	s.Values[0][40], s.Values[0][41], s.Values[1][41] = 3000, 3001, 2000
	require.Equal(t, []coefficient.SiteMean{{siteA, 300_050}, {siteB, 100_000}}, s.Means(), "over the two steps at which something is shared")
	require.Equal(t, []coefficient.SiteMean{{siteA, 0}}, october(0).Means())
}

func TestRuleOfSets(t *testing.T) {
	t.Parallel()
	one, two := october(5000, 2500), october(0, 10_000)
	one.Producer, two.Producer = "P1", "P2"
	rule, err := coefficient.Rule(always(siteB, siteC, siteA), one, two)
	require.NoError(t, err)
	require.True(t, rule.ByProducer())
	production, consumption := columns(2, 100), columns(3, 100)
	production[0][0], production[1][0] = 1000, 100
	for i := range consumption {
		consumption[i][0] = 330
	}
	pairs := [][][]energy.MilliWh{columns(3, 100), columns(3, 100)}
	require.NoError(t, new(share.Kernel).ShareByProducer(pairs, production, consumption, rule))
	received := columns(3, 100)
	require.NoError(t, share.Received(received, pairs))
	require.Equal(t, []energy.MilliWh{330, 0, 330}, []energy.MilliWh{received[0][0], received[1][0], received[2][0]})
	require.Equal(t, energy.MilliWh(235), pairs[0][0][0], "250 and 100 are due, 330 needed")
	loss, err := coefficient.Loss(consumption, received)
	require.NoError(t, err)
	require.Equal(t, energy.MilliWh(330), loss)
	two.Decimals = 3
	_, err = coefficient.Rule(always(siteA), one, two)
	require.ErrorIs(t, err, coefficient.ErrCompare)
}

// TestOccupantsOfOneSiteHaveItsCoefficientsOnTheirDays, so that no sum is above 100.
func TestOccupantsOfOneSiteHaveItsCoefficientsOnTheirDays(t *testing.T) {
	t.Parallel()
	set := october(10_000)
	set.Days.To++ // a day of 100 quarters and one of 96
	for range 96 {
		set.Values[0] = append(set.Values[0], 10_000)
	}
	second := set.Days.From + 1
	rule, err := coefficient.Rule([]coefficient.Site{{Number: siteA, Days: civil.Range{From: civil.Min, To: second}},
		{Number: siteA, Days: civil.Range{From: second, To: civil.Forever}}, {Number: siteA}}, set)
	require.NoError(t, err)
	for step, whole := range set.Values[0] {
		first, then := whole, int32(0)
		if step >= 100 {
			first, then = 0, whole
		}
		require.Equal(t, []int32{first, then, 0}, []int32{rule.Coefficients[0][0][step], rule.Coefficients[0][1][step], rule.Coefficients[0][2][step]}, step)
	}
}

// TestAPartOfASetIsThatOfItsDays: every step of it is the set's at that instant, on the night when the clock
// changes too, and the set stays as it was.
func TestAPartOfASetIsThatOfItsDays(t *testing.T) {
	t.Parallel()
	whole := coefficient.Set{Operation: "ACC00000001", Producer: "P1", Zone: civil.Paris, Step: 15 * time.Minute, Decimals: 2, Sites: []string{siteA, siteB},
		Days: civil.Range{From: civil.NewDate(2026, time.October, 24), To: civil.NewDate(2026, time.October, 27)}}
	for step := range int32(whole.Steps()) {
		whole.Values = slices.Grow(whole.Values, 2)[:2]
		whole.Values[0], whole.Values[1] = append(whole.Values[0], step), append(whole.Values[1], 1000+step)
	}
	for from := whole.Days.From; from < whole.Days.To; from++ {
		for to := from + 1; to <= whole.Days.To; to++ {
			part, err := whole.On(civil.Range{From: from, To: to})
			require.NoError(t, err)
			require.Equal(t, []any{civil.Range{From: from, To: to}, whole.Sites, "P1"}, []any{part.Days, part.Sites, part.Producer})
			require.Len(t, part.Values, 2)
			for site, column := range part.Values {
				require.Len(t, column, part.Steps())
				for step, v := range column {
					require.Equal(t, part.At(step), whole.At(int(v)-1000*site), "%d to %d", from, to)
				}
			}
		}
	}
	require.Equal(t, []any{whole.Steps(), 292, 3}, []any{len(whole.Values[0]), len(whole.Values[1]), whole.Days.Days()})
	for _, days := range []civil.Range{{From: whole.Days.From - 1, To: whole.Days.To}, {From: whole.Days.From, To: whole.Days.To + 1}, {From: whole.Days.From, To: whole.Days.From}} {
		_, err := whole.On(days)
		require.ErrorIs(t, err, coefficient.ErrCompare)
	}
}

func TestPercent(t *testing.T) {
	t.Parallel()
	for want, c := range map[string][2]int64{"45.71": {4571, 2}, "45.7": {4570, 2}, "100": {10_000, 2}, "0.05": {5, 2}, "7": {7, 0}, "0.0001": {1, 4}} {
		require.Equal(t, want, coefficient.Percent(c[0], int(c[1])))
	}
}
