package demo

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

// troubledOf are the days of the last two weeks that a consumer lacks, and those that
// are doubted, as the demo knows them on a day.
func troubledOf(t *testing.T, o demoOperation, consumer int, today civil.Date) (missing, suspect []civil.Date) {
	t.Helper()
	number, known := o.meters()[consumer].DsoID, map[civil.Date]bool{}
	two := civil.Range{From: today - 14, To: today}
	for _, set := range o.reader(civil.MonthOf(today)).Datasets(two, today) {
		for _, r := range set.Readings {
			if r.DsoID != number || r.Nature != metering.Conso {
				continue
			}
			for _, run := range r.Runs {
				for d := two.From; d < two.To; d++ {
					at := civil.Paris.Start(d).Unix() - run.Start
					if at < 0 || at >= int64(run.Step)*int64(len(run.Values)) {
						continue
					}
					known[d] = true
					if i := int(at / int64(run.Step)); run.Quality != nil && slices.Contains(run.Quality[i:i+92], loadcurve.Suspect) {
						suspect = append(suspect, d)
					}
				}
			}
		}
	}
	for d := two.From; d < two.To; d++ {
		if !known[d] {
			missing = append(missing, d)
		}
	}
	return missing, suspect
}

// TestTheDemoHasTroublesOnAnyDay: a gap, a silent site and a doubted reading, where
// nothing is billed on every day of a year; where it is, never before this month.
func TestTheDemoHasTroublesOnAnyDay(t *testing.T) {
	t.Parallel()
	for _, o := range (&Demo{}).operations() {
		if !o.troubled {
			continue
		}
		o.consumers = 6
		for today := civil.NewDate(2027, 1, 1); today < civil.NewDate(2028, 1, 1); today += 3 {
			first := civil.MonthOf(today).First()
			gap, _ := troubledOf(t, o, gapSite, today)
			silent, _ := troubledOf(t, o, silentSite, today)
			_, suspect := troubledOf(t, o, doubtedSite, today)
			if o.bills() {
				for _, d := range slices.Concat(gap, silent, suspect) {
					require.GreaterOrEqual(t, d, first, "%s on %s", o.externalID, today)
				}
				if today-first < 10 {
					continue
				}
			}
			require.NotEmpty(t, gap, "%s on %s", o.externalID, today)
			require.Less(t, len(gap), 5)
			require.Equal(t, today-1, slices.Max(silent), "%s on %s", o.externalID, today)
			require.GreaterOrEqual(t, len(silent), 2)
			require.NotEmpty(t, suspect, "%s on %s", o.externalID, today)
		}
	}
}

// TestASlipKeepsTheBalance: nobody gets more than it used or gives more than it gave, and
// what is received in all is what is given.
func TestASlipKeepsTheBalance(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string) energy.MilliWh {
			return energy.MilliWh(rapid.Int64Range(0, 1_000_000).Draw(t, name))
		}
		received := [][]energy.MilliWh{{draw("a")}, {draw("b")}, {draw("c")}}
		consumption := [][]energy.MilliWh{{received[0][0] + draw("x")}, {received[1][0] + draw("y")}, {received[2][0]}}
		total := received[0][0] + received[1][0] + received[2][0]
		part := rapid.Int64Range(0, int64(total)).Draw(t, "part")
		given := [][]energy.MilliWh{{energy.MilliWh(part)}, {total - energy.MilliWh(part)}}
		had := received[0][0]
		(&slip{}).shift(received, given, consumption, 0, 1)
		require.Equal(t, received[0][0]+received[1][0]+received[2][0], given[0][0]+given[1][0])
		require.Equal(t, had-had/2, received[0][0])
		for i := range received {
			require.LessOrEqual(t, received[i][0], consumption[i][0])
		}
		require.GreaterOrEqual(t, min(given[0][0], given[1][0]), energy.MilliWh(0))
	})
}

// TestTheOperatorSlipsTwiceAMonth: in every month of data the same days, none before.
func TestTheOperatorSlipsTwiceAMonth(t *testing.T) {
	t.Parallel()
	s := demoOperations[0].slipOf(civil.NewMonth(2026, 11))
	var days []string
	for d := civil.NewDate(2026, 9, 1); d < civil.NewDate(2026, 11, 20); d++ {
		if s.on(d) {
			days = append(days, d.String()[5:])
		}
	}
	require.Equal(t, []string{"10-07", "10-08", "10-09", "10-21", "10-22", "10-23", "11-07", "11-08", "11-09"}, days)
	require.False(t, demoOperations[1].slipOf(civil.NewMonth(2026, 11)).on(civil.NewDate(2026, 11, 8)), "FAKE shares by itself")
}
