package table_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

func TestNewestFirst(t *testing.T) {
	t.Parallel()
	lines := strings.Split(strings.TrimSpace(rows("", "02/01/2006 15:04", at(2024, 11, 1), quarter, 192)), "\n")
	content := "Horodate;Conso (Wh) " + site + "\n"
	for i := len(lines) - 1; i >= 0; i-- {
		content += lines[i] + "\n"
	}
	set, err := read(t, "a.csv", content)
	require.NoError(t, err)
	require.Equal(t, []string{"file.newestFirst"}, keys(set.Understood.Notes))
	values := set.Readings[0].Runs[0].Values
	require.EqualValues(t, []energy.MilliWh{2000, 1000}, values[:2])
}

func TestLabelsAreTheEndWhereDaysSaySo(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		from   time.Time
		layout string
	}{{at(2024, 11, 1).Add(quarter), "02/01/2006 15:04"}} {
		set, err := read(t, "a.csv", rows("H;Conso (Wh) "+site+"\n", c.layout, c.from, quarter, 96))
		require.NoError(t, err)
		require.Equal(t, curvefile.LabelsEnd, set.Understood.Labels)
		require.Equal(t, civil.Paris.Start(civil.NewDate(2024, 11, 1)).Unix(), set.Readings[0].Runs[0].Start)
	}
	content := strings.Replace(rows("H;Conso (Wh) "+site+"\n", "02/01/2006 15:04", at(2024, 11, 20).Add(quarter), quarter, 96), "21/11/2024 00:00", "20/11/2024 24:00", 1)
	set, err := read(t, "a.csv", content)
	require.NoError(t, err)
	require.Equal(t, curvefile.LabelsEnd, set.Understood.Labels)
	require.Len(t, set.Readings[0].Runs, 1)
}

func TestTimesOffTheGridGoToTheNearestStep(t *testing.T) {
	t.Parallel()
	content := "H;Conso (Wh) " + site + "\n"
	for i := range 24 {
		minute := []int{-5, 3, 10, 0}[i%4]
		content += at(2024, 11, 1).Add(time.Duration(i)*time.Hour+time.Duration(minute)*time.Minute).Format("02/01/2006 15:04") + ";7\n"
	}
	set, err := read(t, "a.csv", content, curvefile.FileAnswers{Labels: curvefile.LabelsStart})
	require.NoError(t, err)
	u := set.Understood
	require.Equal(t, []string{"file.shifted"}, keys(u.Notes))
	require.Equal(t, map[string]any{"count": 18, "minutes": int64(10)}, u.Notes[0].Params)
	require.Len(t, set.Readings[0].Runs, 1)
	require.Len(t, set.Readings[0].Runs[0].Values, 24)
	require.Equal(t, civil.Paris.Start(civil.NewDate(2024, 11, 1)).Unix(), set.Readings[0].Runs[0].Start)
}

func TestNightsWhenTheClockChanges(t *testing.T) {
	t.Parallel()
	for _, day := range []civil.Date{civil.NewDate(2024, 3, 31), civil.NewDate(2024, 10, 27)} {
		for _, labels := range []curvefile.Labels{curvefile.LabelsStart, curvefile.LabelsEnd} {
			start, end := civil.Paris.Start(day-1), civil.Paris.Start(day+2)
			content, n := "H;Conso (Wh) "+site+"\n", 0
			for at := start; at.Before(end); at = at.Add(quarter) {
				label := at
				if labels == curvefile.LabelsEnd {
					label = at.Add(quarter)
				}
				n++
				content += fmt.Sprintf("%s;%d\n", label.In(civil.Paris.Location()).Format("02/01/2006 15:04"), n*67%150)
			}
			set, err := read(t, "a.csv", content)
			require.NoError(t, err)
			require.Empty(t, kinds(*set.Understood))
			require.Equal(t, labels, set.Understood.Labels)
			require.Len(t, set.Readings[0].Runs, 1, "%v %v", day, labels)
			run := set.Readings[0].Runs[0]
			require.Equal(t, start.Unix(), run.Start)
			require.Len(t, run.Values, n)
			for i, v := range run.Values {
				require.EqualValues(t, (i+1)*67%150*1000, v, "%v %v", day, labels)
			}
		}
	}
}

func TestTheLegalClockWhenSomebodySaysSo(t *testing.T) {
	t.Parallel()
	content := rows("H;Conso Wh "+site+"\n", "02/01/2006 15:04", at(2024, 3, 30), quarter, 96*3)
	u := understood(t, "a.csv", content)
	require.Equal(t, "UTC_PLUS_1", u.Questions[0].Suggested)
	set, err := read(t, "a.csv", content, curvefile.FileAnswers{Zone: curvefile.ZoneLegal})
	require.NoError(t, err)
	require.Equal(t, []string{"file.skippedHour"}, keys(set.Understood.Notes))
	_, n := total(set)
	require.Equal(t, 96*3-4, n)
	set, err = read(t, "a.csv", content, curvefile.FileAnswers{Zone: curvefile.ZoneWinter})
	require.NoError(t, err)
	require.Len(t, set.Readings[0].Runs, 1)
}

func TestAYearTurnsWithin(t *testing.T) {
	t.Parallel()
	set, err := read(t, "a.csv", rows("H;Conso Wh "+site+"\n", "02.01. 15:04", at(2023, 12, 30), quarter, 96*4), curvefile.FileAnswers{Year: 2023})
	require.NoError(t, err)
	require.Len(t, set.Readings[0].Runs, 1)
	require.Equal(t, civil.Paris.Start(civil.NewDate(2024, 1, 3)).Unix(), set.Understood.To)
}

func TestTheStepMayChange(t *testing.T) {
	t.Parallel()
	content := rows("H;Conso (W) "+site+"\n", "02/01/2006 15:04", at(2024, 11, 1), time.Hour, 24) +
		rows("", "02/01/2006 15:04", at(2024, 11, 2), 30*time.Minute, 48)
	set, err := read(t, "a.csv", content, wider)
	require.NoError(t, err)
	require.Equal(t, []string{"file.steps"}, keys(set.Understood.Notes))
	require.Len(t, set.Readings[0].Runs, 2)
	require.Equal(t, []int32{3600, 1800}, []int32{set.Readings[0].Runs[0].Step, set.Readings[0].Runs[1].Step})
	halves := rows("H;Conso (Wh) "+site+"\n", "02/01/2006 15:04", at(2024, 11, 1), 30*time.Minute, 35) +
		rows("", "02/01/2006 15:04", at(2024, 11, 1).Add(17*time.Hour+30*time.Minute), time.Hour, 6) + rows("", "02/01/2006 15:04", at(2024, 11, 1).Add(23*time.Hour+30*time.Minute), 30*time.Minute, 1+48)
	set, err = read(t, "a.csv", halves, wider)
	require.NoError(t, err)
	require.Len(t, set.Readings[0].Runs, 1, "hours that begin at a half are two halves")
	sum, n := total(set)
	require.Equal(t, 96, n)
	require.EqualValues(t, (35*36/2+6*7/2+49*50/2)*1000, sum, "energy stays")
	holes := strings.Replace(rows("H;Conso (W) "+site+"\n", "02/01/2006 15:04", at(2024, 11, 20), quarter, 96), "20/11/2024 10:15;41\n", "", 1)
	set, err = read(t, "a.csv", holes)
	require.NoError(t, err)
	require.Len(t, set.Readings[0].Runs, 2, "a value that is missing is a gap and no longer step")
	require.EqualValues(t, 900, set.Readings[0].Runs[0].Step)
}

// wider and gaps are the answers to lines that are further apart for a while.
var (
	wider = curvefile.FileAnswers{StepChange: curvefile.StepChanged}
	gaps  = curvefile.FileAnswers{StepChange: curvefile.RowsMissing}
)

// TestLinesFurtherApartAreAskedAbout: nothing tells a wider step from lines that are
// missing, before or after, by two or by four.
func TestLinesFurtherApartAreAskedAbout(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		factor  int
		first   bool // the lines that are further apart come first
		minutes []int
	}{"every second is missing": {2, false, []int{30}}, "from the beginning": {2, true, []int{30}}, "three of four": {4, false, []int{60}}} {
		var content strings.Builder
		content.WriteString("Début;Conso (W) " + site + "\n")
		kept := map[int64]bool{}
		for i := range 96 * 14 {
			if (i >= 96*7) != c.first && i%c.factor != 0 {
				continue
			}
			when := at(2024, 11, 4).Add(time.Duration(i) * quarter)
			kept[when.Unix()-3600] = true
			fmt.Fprintf(&content, "%s;%d\n", when.Format("02/01/2006 15:04"), 1000+i%7)
		}
		u := understood(t, "a.csv", content.String(), curvefile.FileAnswers{Zone: curvefile.ZoneLegal})
		require.Equal(t, []string{"STEP_CHANGE"}, kinds(u), name)
		require.Equal(t, []string{"NEW_STEP", "ROWS_MISSING"}, u.Questions[0].Options)
		require.Empty(t, u.Questions[0].Suggested)
		require.Equal(t, []string{"file.apart"}, keys(u.Notes), name)
		require.Equal(t, c.minutes, u.Notes[0].Params["minutes"])
		require.Equal(t, 15, u.Notes[0].Params["expected"])
		require.Equal(t, map[bool]string{true: "2024-11-04", false: "2024-11-11"}[c.first], u.Notes[0].Params["date"])

		set, err := read(t, "a.csv", content.String(), gaps)
		require.NoError(t, err, name)
		require.Equal(t, []string{"file.rowsMissing"}, keys(set.Understood.Notes))
		_, n := total(set)
		require.Equal(t, len(kept), n, "a line that is missing is a gap")
		for _, run := range set.Readings[0].Runs {
			require.EqualValues(t, 900, run.Step)
			for i := range run.Values {
				require.True(t, kept[run.Start+int64(i)*900], name)
			}
		}
		set, err = read(t, "a.csv", content.String(), wider)
		require.NoError(t, err, name)
		require.Equal(t, []string{"file.steps"}, keys(set.Understood.Notes))
		require.Len(t, set.Readings[0].Runs, 2, "a step that changes once")
	}
}

// TestTheSpringNightBreaksNoStep: lines before the hour that the clock leaves out have the step of
// those behind it, also where they are too few to show it.
func TestTheSpringNightBreaksNoStep(t *testing.T) {
	t.Parallel()
	var content strings.Builder
	content.WriteString("Début;Conso (W) " + site + "\n")
	change, end := time.Date(2024, 3, 30, 22, 0, 0, 0, time.UTC), time.Date(2024, 3, 31, 20, 0, 0, 0, time.UTC)
	want := 0
	for when := time.Date(2024, 3, 30, 8, 0, 0, 0, time.UTC); when.Before(end); {
		fmt.Fprintf(&content, "%s;%d\n", when.In(civil.Paris.Location()).Format("02/01/2006 15:04"), 1000+want%7)
		step := time.Hour
		if when.Before(change) {
			step = 10 * time.Minute
		}
		when, want = when.Add(step), want+1
	}
	set, err := read(t, "a.csv", content.String(), curvefile.FileAnswers{Zone: curvefile.ZoneLegal, StepChange: curvefile.StepChanged})
	require.NoError(t, err)
	require.Len(t, set.Readings[0].Runs, 2)
	require.EqualValues(t, 3600, set.Readings[0].Runs[1].Step)
	require.Equal(t, change.Unix(), set.Readings[0].Runs[1].Start)
	require.Len(t, set.Readings[0].Runs[1].Values, 22)
}

// TestGapsWhereTheStepChanged: lines missing in the narrower part are gaps as well, also
// where most lines of the file are of the wider one.
func TestGapsWhereTheStepChanged(t *testing.T) {
	t.Parallel()
	content := rows("Début;Conso (W) "+site+"\n", "02/01/2006 15:04", at(2024, 11, 4), 30*time.Minute, 48*7) +
		rows("", "02/01/2006 15:04", at(2024, 11, 11), quarter, 96)
	content = strings.Replace(content, "11/11/2024 10:15;41\n", "", 1)
	set, err := read(t, "a.csv", content, wider)
	require.NoError(t, err)
	runs := set.Readings[0].Runs
	require.Equal(t, []int32{1800, 900, 900}, []int32{runs[0].Step, runs[1].Step, runs[2].Step})
	require.Equal(t, []int{336, 41, 54}, []int{len(runs[0].Values), len(runs[1].Values), len(runs[2].Values)})
}

// TestLateAndEarlyByTurns: each time is within five minutes of its quarter of an hour.
func TestLateAndEarlyByTurns(t *testing.T) {
	t.Parallel()
	content := "H;Conso (Wh) " + site + "\n"
	for i := range 96 {
		minute := []int{0, 3, -5}[(i+1)%2+1]
		content += at(2024, 11, 20).Add(time.Duration(i)*quarter+time.Duration(minute)*time.Minute).Format("02/01/2006 15:04") + fmt.Sprintf(";%d\n", i%5+1)
	}
	content = strings.Replace(content, "19/11/2024 23:55", "20/11/2024 00:00", 1)
	set, err := read(t, "a.csv", content, curvefile.FileAnswers{Labels: curvefile.LabelsStart})
	require.NoError(t, err)
	require.Equal(t, []string{"file.shifted"}, keys(set.Understood.Notes))
	require.Equal(t, map[string]any{"count": 95, "minutes": int64(5)}, set.Understood.Notes[0].Params)
	require.Len(t, set.Readings[0].Runs, 1)
	run := set.Readings[0].Runs[0]
	require.Equal(t, []any{civil.Paris.Start(civil.NewDate(2024, 11, 20)).Unix(), int32(900), 96}, []any{run.Start, run.Step, len(run.Values)})
	for i, v := range run.Values {
		require.EqualValues(t, (i%5+1)*1000, v)
	}
}

// TestAnHourThatIsThereOnceIsNotRead: of the hour that autumn repeats, nothing tells
// which of the two it is.
func TestAnHourThatIsThereOnceIsNotRead(t *testing.T) {
	t.Parallel()
	begin := civil.Paris.Start(civil.NewDate(2024, 10, 26))
	file := func(lost func(i int) bool) string {
		content := "Début;Conso (Wh) " + site + "\n"
		for i := range 96 + 100 {
			if !lost(i - 26*4) {
				content += fmt.Sprintf("%s;%d\n", begin.Add(time.Duration(i)*quarter).In(civil.Paris.Location()).Format("02/01/2006 15:04"), i%5+1)
			}
		}
		return content
	}
	for name, c := range map[string]struct {
		lost   func(i int) bool
		unread int
	}{
		"summer time is missing": {func(i int) bool { return i >= 0 && i < 4 }, 4},
		"winter time is missing": {func(i int) bool { return i >= 4 && i < 8 }, 4},
		"one of summer time":     {func(i int) bool { return i == 1 }, 0},
		"one of winter time":     {func(i int) bool { return i == 6 }, 0},
		"the clock goes back":    {func(i int) bool { return i == 3 || i == 4 }, 0},
	} {
		set, err := read(t, "a.csv", file(c.lost), curvefile.FileAnswers{Zone: curvefile.ZoneLegal})
		require.NoError(t, err, name)
		want := []string(nil)
		if c.unread > 0 {
			want = []string{"file.doubledHour"}
		}
		require.Equal(t, want, keys(set.Understood.Notes), name)
		for _, run := range set.Readings[0].Runs {
			for n, v := range run.Values {
				i := int(run.Start+int64(n)*900-begin.Unix()) / 900
				require.False(t, c.lost(i-26*4), "%s: %d", name, i)
				require.EqualValues(t, (i%5+1)*1000, v, name)
			}
		}
	}
}

func TestNumbersAsProgramsWriteThem(t *testing.T) {
	t.Parallel()
	for cell, want := range map[string]energy.MilliWh{"1,5": 1500, `"1 234,5"`: 1_234_500, "'12": 12_000, `="7,25"`: 7250, "3 Wh": 3000, "1\u202f000": 1_000_000, "0,0001": 0, "+4": 4000} {
		content := "H;Conso (Wh) " + site + "\n"
		for i := range 96 {
			content += at(2024, 11, 20).Add(time.Duration(i)*quarter).Format("02/01/2006 15:04") + ";" + map[bool]string{true: cell, false: "0,5"}[i == 4] + "\n"
		}
		set, err := read(t, "a.csv", content)
		require.NoError(t, err, cell)
		require.Equal(t, want, set.Readings[0].Runs[0].Values[4], cell)
	}
}
