package dashboard

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/view"
)

// tallied counts days of some curves: what each of them is worth on a day, Absent where it
// is not complete.
func tallied(days, within civil.Range, today civil.Date, scope metering.Scope, curves map[metering.NatureSide]func(civil.Date) energy.MilliWh) Tally {
	c := Tally{Question: view.Question{Op: metering.Operation{Operator: dso.Enedis}, Days: days, Today: today}, Scope: scope, Within: within}
	for k, worth := range curves {
		for _, m := range ComparedMonths(days, metering.AllDays) {
			month := view.CurveMonth{Month: m, Nature: k.Nature, Side: k.Side, Step: 900, Days: make(metering.Days, m.Days())}
			for i := range month.Days {
				if e := worth(m.First() + civil.Date(i)); e != metering.Absent {
					month.Days[i] = metering.Day{Sum: e, State: metering.HasData | metering.Whole | metering.Complete}
				} else {
					month.Days[i] = metering.Day{Sum: 1, State: metering.HasData} // something of it is known
				}
			}
			c.Months = append(c.Months, month)
		}
	}
	return c
}

func dayOf(t require.TestingT, s string) civil.Date {
	d, err := civil.ParseDate(s)
	require.NoError(t, err)
	return d
}

// Two periods are compared on the days that are complete in both, and on no other.
func TestPeriodsAreComparedOnTheSameDays(t *testing.T) {
	t.Parallel()
	used, received, made := metering.NatureSide{Nature: metering.Conso, Side: metering.Consumer}, metering.NatureSide{Nature: metering.Autoconso, Side: metering.Consumer}, metering.NatureSide{Nature: metering.Prod, Side: metering.Producer}
	november := civil.Range{From: dayOf(t, "2026-11-01"), To: dayOf(t, "2026-12-01")}
	from := func(day string, gaps ...string) func(civil.Date) energy.MilliWh {
		return func(d civil.Date) energy.MilliWh {
			for _, gap := range gaps {
				if d.String() == gap {
					return metering.Absent
				}
			}
			if d < dayOf(t, day) {
				return metering.Absent
			}
			return 10
		}
	}
	for name, one := range map[string]struct {
		curve  func(civil.Date) energy.MilliWh
		within civil.Range
		today  string
		with   Comparison
		want   ComparedEnergy
		of     int
	}{
		"all":                  {from("2025-01-01"), metering.AllDays, "2026-12-10", WithPrevious, ComparedEnergy{30, 300, 300}, 30},
		"a gap now":            {from("2025-01-01", "2026-11-07"), metering.AllDays, "2026-12-10", WithPrevious, ComparedEnergy{29, 290, 290}, 30},
		"a gap before":         {from("2025-01-01", "2026-10-02"), metering.AllDays, "2026-12-10", WithPrevious, ComparedEnergy{29, 290, 290}, 30},
		"gaps that meet":       {from("2025-01-01", "2026-11-02", "2026-10-03"), metering.AllDays, "2026-12-10", WithPrevious, ComparedEnergy{29, 290, 290}, 30},
		"a year before":        {from("2025-01-01", "2025-11-07", "2026-10-07"), metering.AllDays, "2026-12-10", WithYearBefore, ComparedEnergy{29, 290, 290}, 30},
		"half of it":           {from("2026-10-17"), metering.AllDays, "2026-12-10", WithPrevious, ComparedEnergy{15, 150, 150}, 30},
		"less than half":       {from("2026-10-18"), metering.AllDays, "2026-12-10", WithPrevious, ComparedEnergy{}, 0},
		"past days count":      {from("2025-01-01"), metering.AllDays, "2026-11-11", WithPrevious, ComparedEnergy{10, 100, 100}, 10},
		"those of the site":    {from("2025-01-01"), civil.Range{From: dayOf(t, "2026-10-02"), To: dayOf(t, "2026-11-21")}, "2026-12-10", WithPrevious, ComparedEnergy{20, 200, 200}, 20},
		"nothing before at it": {from("2025-01-01"), civil.Range{From: dayOf(t, "2026-11-01"), To: civil.Forever}, "2026-12-10", WithPrevious, ComparedEnergy{}, 0},
	} {
		got := tallied(november, one.within, dayOf(t, one.today), metering.ScopeGlobal, map[metering.NatureSide]func(civil.Date) energy.MilliWh{used: one.curve}).Compared(one.with)
		if one.of == 0 {
			require.Nil(t, got, name)
			continue
		}
		require.Equal(t, map[metering.Nature]ComparedEnergy{metering.Conso: one.want}, got.Energies, name)
		require.Equal(t, one.of, got.Days, name)
		require.Nil(t, got.Complement, name)
	}

	// A rate needs both of its energies, each energy only itself.
	half := func(d civil.Date) energy.MilliWh {
		if d < november.From {
			return 2
		}
		return 4
	}
	got := tallied(november, metering.AllDays, dayOf(t, "2026-12-10"), metering.ScopeGlobal, map[metering.NatureSide]func(civil.Date) energy.MilliWh{
		used: from("2025-01-01", "2026-11-07"), received: half, made: from("2025-01-01", "2026-10-02"), {Nature: metering.Autoconso, Side: metering.Producer}: half}).Compared(WithPrevious)
	require.Equal(t, map[metering.Nature]ComparedEnergy{metering.Conso: {29, 290, 290}, metering.Autoconso: {30, 120, 60}, metering.Prod: {29, 290, 290}}, got.Energies)
	require.Equal(t, &ComparedEnergy{29, 290 - 29*4, 290 - 29*2}, got.Complement)
	require.Equal(t, &ComparedRate{29, 0.4, 0.2}, got.SelfProduction)
	require.Equal(t, &ComparedRate{29, 0.4, 0.2}, got.Sharing)
	require.Equal(t, &ComparedRate{28, 1, 1}, got.Coverage)
}

// Each day stands beside the same date of the year before; the 29 February beside none.
func TestDaysStandBesideTheSameDateOfTheYearBefore(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		first := dayOf(t, "2023-01-01") + civil.Date(rapid.IntRange(0, 1500).Draw(t, "first"))
		r := civil.Range{From: first, To: first + civil.Date(rapid.IntRange(1, 366).Draw(t, "days"))}
		then := view.YearBefore(r)
		places := yearPlaces(r)
		require.Len(t, places, r.Days())
		for i, at := range places {
			day := r.From + civil.Date(i)
			if _, month, number := day.YearMonthDay(); month == 2 && number == 29 {
				require.Equal(t, -1, at)
				continue
			}
			require.Equal(t, day.AddMonths(-12), then.From+civil.Date(at))
			require.True(t, then.Contains(then.From+civil.Date(at)))
		}
	})
}

// TestOneLineIsCountedOnce: a sum of one line is that line, of two it is both.
func TestOneLineIsCountedOnce(t *testing.T) {
	t.Parallel()
	used, received := metering.NatureSide{Nature: metering.Conso, Side: metering.Consumer}, metering.NatureSide{Nature: metering.Autoconso, Side: metering.Consumer}
	b := beside{now: dayLines{used: {5, 7}, received: {1, 2}}, before: dayLines{used: {4, 4}, received: {1, 1}}, days: 2}
	one, ok := b.energy(used)
	require.True(t, ok)
	require.Equal(t, ComparedEnergy{2, 12, 8}, one)
	both, ok := b.energy(used, received)
	require.True(t, ok)
	require.Equal(t, ComparedEnergy{2, 15, 10}, both)
	require.Equal(t, &ComparedEnergy{2, 9, 6}, b.rest(used, received))
	b.now[used][0] = metering.Absent
	half, ok := b.energy(used)
	require.True(t, ok, "half of the days")
	require.Equal(t, ComparedEnergy{1, 7, 4}, half)
	b.days = 3
	_, ok = b.energy(used)
	require.False(t, ok, "fewer than half")
	_, ok = b.energy()
	require.False(t, ok)
}
