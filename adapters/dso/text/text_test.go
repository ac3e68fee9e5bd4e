package text

import (
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

func TestLines(t *testing.T) {
	t.Parallel()
	l := NewLines(iotest.OneByteReader(strings.NewReader("\xef\xbb\xbf\r\n\nhead;er\r\none\n\ntwo")))
	head, err := l.Head()
	require.NoError(t, err)
	require.Equal(t, "head;er", string(head))
	var rest []string
	for {
		line, err := l.Next()
		require.NoError(t, err)
		if line == nil {
			break
		}
		rest = append(rest, string(line))
	}
	require.Equal(t, []string{"one", "", "two"}, rest)
	require.Equal(t, 6, l.Row)
	require.False(t, l.Ended)

	_, err = NewLines(strings.NewReader(strings.Repeat("x", 10*LongestLine))).Next()
	require.ErrorIs(t, err, ErrLongLine)
}

func TestFold(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"Etat complémentaire", "ÉTAT  COMPLÉMENTAIRE", ` "Etat complementaire" `, "Etat compl\xe9mentaire"} {
		require.Equal(t, "etat complementaire", Fold([]byte(name)), name)
	}
}

func TestParseNumber(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text     string
		value    int64
		decimals int
		ok       bool
	}{
		{"412", 412, 0, true}, {"0", 0, 0, true}, {"-5", -5, 0, true}, {"1,25", 125, 2, true}, {"1.250", 1250, 3, true},
		{"007", 7, 0, true}, {".5", 5, 1, true}, {"5,", 5, 0, true},
		{"", 0, 0, false}, {"-", 0, 0, false}, {".", 0, 0, false}, {"1.2.3", 0, 0, false}, {"1 000", 0, 0, false},
		{"1e3", 0, 0, false}, {"+1", 0, 0, false}, {"NA", 0, 0, false}, {"1234567890123456789", 0, 0, false},
	} {
		value, decimals, ok := ParseNumber([]byte(c.text))
		require.Equal(t, c.ok, ok, c.text)
		if ok {
			require.Equal(t, []int64{c.value, int64(c.decimals)}, []int64{value, int64(decimals)}, c.text)
		}
	}
}

// TestScaleIsExact compares the shortcut for usual numbers with the kernel's rounding.
func TestScaleIsExact(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		step := time.Duration(rapid.SampledFrom([]int{300, 600, 900, 1800, 3600}).Draw(t, "step")) * time.Second
		value := rapid.Int64Range(0, 1<<33).Draw(t, "value")
		decimals := rapid.IntRange(0, 8).Draw(t, "decimals")
		for _, c := range []struct {
			unit Unit
			want func() (energy.MilliWh, error)
		}{
			{Watt, func() (energy.MilliWh, error) { return energy.FromWatts(value, decimals, step) }},
			{Kilowatt, func() (energy.MilliWh, error) { return energy.FromWatts(value*1000, decimals, step) }},
			{WattHour, func() (energy.MilliWh, error) { return energy.FromDecimal(value, decimals, 1000) }},
			{KilowattHour, func() (energy.MilliWh, error) { return energy.FromDecimal(value, decimals, 1_000_000) }},
		} {
			s, ok := NewScale(c.unit, step)
			require.True(t, ok)
			want, err := c.want()
			require.NoError(t, err)
			got, err := s.Energy(value, decimals)
			require.NoError(t, err)
			require.Equal(t, want, got, "%d e-%d %s %s", value, decimals, c.unit, step)
		}
	})
	_, ok := NewScale("GW", time.Hour)
	require.False(t, ok)
	for unit, want := range map[Unit]energy.MilliWh{Megawatt: 2_188_000_000 / 4, MegawattHour: 2_188_000_000} {
		s, ok := NewScale(unit, 15*time.Minute)
		require.True(t, ok)
		got, err := s.Energy(2_188, 3)
		require.NoError(t, err)
		require.Equal(t, want, got, "2.188 %s", unit)
	}
}

func TestOffsets(t *testing.T) {
	t.Parallel()
	var o Offsets
	read := func(s string) (int64, bool) {
		if at, ok := o.again([]byte(s)); ok {
			return at, true
		}
		return o.read([]byte(s))
	}
	for _, s := range []string{"2026-06-01T00:15:00+02:00", "2026-06-01T23:59:59+02:00", "2026-06-01T00:00:00+01:00", "2026-10-25T02:00:00-05:30"} {
		want, err := time.Parse(time.RFC3339, s)
		require.NoError(t, err)
		got, ok := read(s)
		require.True(t, ok, s)
		require.Equal(t, want.Unix(), got, s)
	}
	want, _ := read("2026-06-01T00:15:00+02:00")
	for _, s := range []string{"2026-05-31T22:15:00Z", "2026-05-31T22:15Z", "2026-06-01 00:15:00+02:00", "2026-06-01T00:15+0200", "2026-06-01T00:15:00+02"} {
		got, ok := read(s)
		require.True(t, ok, s)
		require.Equal(t, want, got, s)
	}
	for _, s := range []string{"", "2026-06-01", "2026-06-01T24:00:00+02:00", "2026-06-31T00:00:00+02:00", "2026-06-01T00:60:00+02:00",
		"2026-06-01T0a:00:00+02:00", "2026-06-01T00:00:00", "2026-06-01T00:00:00+99:00", "2026-06-01T00:00:0:+02:00"} {
		_, ok := read(s)
		require.False(t, ok, s)
	}
}

func TestClockReadsAllEightBytes(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := []byte("00:00:00")
		for i := range s {
			if rapid.IntRange(0, 9).Draw(t, "odd") == 0 {
				s[i] = rapid.Byte().Draw(t, "byte")
			} else if i != 2 && i != 5 {
				s[i] = '0' + rapid.ByteRange(0, 9).Draw(t, "digit")
			}
		}
		want, wantOK := clock(s)
		got, ok := clock8([8]byte(s))
		require.Equal(t, wantOK, ok, "%q", s)
		if ok {
			require.Equal(t, want, got, "%q", s)
		}
	})
}

func TestLegal(t *testing.T) {
	t.Parallel()
	l := NewLegal(civil.Paris)
	read := func(s string) (string, string, error) {
		at, second, err := l.Read([]byte(s))
		return time.Unix(at, 0).UTC().Format("15:04"), time.Unix(second, 0).UTC().Format("15:04"), err
	}
	for _, c := range []struct{ text, at, second string }{
		{"2023-03-13 00:30:00", "23:30", "23:30"},
		{"2023-10-29 01:30:00", "23:30", "23:30"},
		{"2023-10-29 02:00:00", "00:00", "01:00"},
		{"2023-10-29 02:30:00", "00:30", "01:30"},
		{"2023-10-29 03:00:00", "02:00", "02:00"},
		{"2024-03-31 01:30:00", "00:30", "00:30"},
		{"2024-03-31 02:00:00", "01:00", "01:00"}, // the end of the step before the change
		{"2024-03-31 03:00:00", "01:00", "01:00"},
	} {
		at, second, err := read(c.text)
		require.NoError(t, err, c.text)
		require.Equal(t, [2]string{c.at, c.second}, [2]string{at, second}, c.text)
	}
	_, _, err := read("2024-03-31 02:30:00")
	require.ErrorIs(t, err, ErrTimeSkipped)
	for _, bad := range []string{"", "2024-02-30 00:00:00", "2024-02-01", "2024-02-01 24:00:00", "01/02/2024 00:00"} {
		_, _, err := read(bad)
		require.ErrorIs(t, err, ErrTime, bad)
	}
}

// TestSettle gives the repeated hour of autumn in several orders: the value says the
// instant that is meant (minutes after 00:00 UTC, labels end half hours).
func TestSettle(t *testing.T) {
	t.Parallel()
	const midnight = int64(1_698_537_600) // 2023-10-29 00:00 UTC, 02:00 in summer time
	for name, order := range map[string][]int64{
		"in time":        {0, 30, 60, 90},
		"newest first":   {90, 60, 30, 0},
		"first missing":  {30, 60, 90},
		"last missing":   {0, 30, 60},
		"equal in a row": {0, 60, 30, 90},
	} {
		s := &Series{}
		before := []int64{-60, -30}
		if name == "newest first" {
			before = []int64{180, 150, 120}
		}
		for i, m := range before {
			require.True(t, s.add(midnight+m*60-1800, 1800, energy.MilliWh(m+1000), loadcurve.Provisional, int32(i)))
		}
		for i, m := range order {
			at := midnight + m%60*60
			s.unclear = append(s.unclear, unclear{at, at + 3600, 1800, energy.MilliWh(m + 1000), loadcurve.Provisional, int32(10 + i)})
		}
		require.Empty(t, s.settle())
		var refusals Refusals
		runs, repeated := s.runs(curvefile.StatusNone, &refusals)
		require.False(t, refusals.Any(), name)
		require.Zero(t, repeated)
		for _, run := range runs {
			for i, v := range run.Values {
				at := run.Start + int64(i)*1800
				require.Equal(t, (at+1800-midnight)/60+1000, int64(v), name)
			}
		}
	}
}

func TestOver(t *testing.T) {
	t.Parallel()
	run := func(start int64, step int32, values ...energy.MilliWh) curvefile.Run {
		return curvefile.Run{Start: start, Step: step, Values: values}
	}
	base := []curvefile.Run{run(0, 900, 1, 2, 3, 4), run(7200, 900, 5, 6)}
	require.Equal(t, []curvefile.Run{run(0, 900, 1), run(900, 900, 20), run(1800, 900, 3, 4), run(7200, 900, 5, 6)},
		withoutRows(Over(base, []curvefile.Run{run(900, 900, 20)})))
	require.Equal(t, []curvefile.Run{run(0, 1800, 9), run(1800, 900, 3, 4), run(7200, 900, 5, 6)},
		withoutRows(Over(base, []curvefile.Run{run(0, 1800, 9)})), "a wider step takes all that it touches")
	require.Equal(t, []curvefile.Run{run(0, 900, 1, 2, 3, 4), run(7200, 3600, 9)},
		withoutRows(Over(base, []curvefile.Run{run(7200, 3600, 9)})))
	require.Equal(t, []curvefile.Run{run(-900, 3600*3, 9)}, withoutRows(Over(base, []curvefile.Run{run(-900, 3600*3, 9)})))
	require.Equal(t, base, Over(base, nil))
}

func withoutRows(runs []curvefile.Run) []curvefile.Run {
	for i := range runs {
		runs[i].Row = 0
	}
	return runs
}

func TestRefusalsAreCountedBeyondAHundred(t *testing.T) {
	t.Parallel()
	var r Refusals
	for i := range 250 {
		r.Add(ErrNumber.OnRow(i + 2))
	}
	items := r.Items("a.csv")
	require.Len(t, items, 101)
	require.Equal(t, "import.moreErrors", items[100].Key)
	require.Equal(t, 150, items[100].Params["count"])
	require.Equal(t, "a.csv", items[0].Params["fileName"])
	require.Equal(t, fault.Invalid, items[0].Kind)
}
