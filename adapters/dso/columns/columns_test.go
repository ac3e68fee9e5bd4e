package columns_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/dso/columns"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

func TestParseWall(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"01/06/2026 00:30":    "2026-06-01 30m0s",
		" 1/6/2026 0:30 ":     "2026-06-01 30m0s",
		"29/02/2024 23:59:59": "2024-02-29 23h59m59s",
		"46174.5":             "2026-06-01 12h0m0s",
		"46174.0833333333":    "2026-06-01 2h0m0s",
		"29/02/2026 00:00":    "", "01/13/2026 00:00": "", "00/01/2026 00:00": "", "01/06/26 00:00": "", "01/06/2026": "",
		"01/06/2026 24:00": "", "01/06/2026 00:60": "", "01/06/2026 00": "", "": "", "12": "", "01/06/2026 00:00:00:00": "", "x/y/zzzz a:b": "",
	} {
		got, err := columns.ParseWall(text)
		if want == "" {
			require.Equal(t, "time.invalid", fault.KeyOf(err), text)
			continue
		}
		require.NoError(t, err, text)
		require.Equal(t, want, got.Day.String()+" "+got.Clock.String(), text)
	}
}

func TestParseValue(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][2]int64{
		"0,984": {984, 3}, "0.984": {984, 3}, "7": {7, 0}, "0.98399999999999999": {984_000, 6}, "1.5E-3": {1500, 6}, "-2": {-2, 0},
	} {
		value, decimals, ok := columns.ParseValue(text)
		require.True(t, ok, text)
		require.Equal(t, want, [2]int64{value, int64(decimals)}, text)
	}
	for _, text := range []string{"", "x", "1,2,3", "NaN", "Inf", "1e99", "1 000"} {
		_, _, ok := columns.ParseValue(text)
		require.False(t, ok, text)
	}
}

// TestUnclearMoments finds out which of the doubled hours a line is of.
func TestUnclearMoments(t *testing.T) {
	t.Parallel()
	type line struct {
		clock string
		value energy.MilliWh
	}
	for name, c := range map[string]struct {
		lines []line
		want  []energy.MilliWh // in the order of time
	}{
		"in order":     {[]line{{clock: "01:30", value: 1}, {clock: "02:00", value: 2}, {clock: "02:30", value: 3}, {clock: "02:00", value: 4}, {clock: "02:30", value: 5}, {clock: "03:00", value: 6}}, []energy.MilliWh{1, 2, 3, 4, 5, 6}},
		"newest first": {[]line{{clock: "03:00", value: 6}, {clock: "02:30", value: 5}, {clock: "02:00", value: 4}, {clock: "02:30", value: 3}, {clock: "02:00", value: 2}, {clock: "01:30", value: 1}}, []energy.MilliWh{1, 2, 3, 4, 5, 6}},
		"side by side": {[]line{{clock: "01:30", value: 1}, {clock: "02:00", value: 2}, {clock: "02:00", value: 4}, {clock: "02:30", value: 3}, {clock: "02:30", value: 5}, {clock: "03:00", value: 6}}, []energy.MilliWh{1, 2, 3, 4, 5, 6}},
		"gaps said":    {[]line{{clock: "02:00", value: columns.Gap}, {clock: "02:30", value: columns.Gap}, {clock: "02:00", value: 4}, {clock: "02:30", value: 5}}, []energy.MilliWh{4, 5}},
		"no order": {[]line{{clock: "03:00", value: 6}, {clock: "02:00", value: 2}, {clock: "02:30", value: 3}, {clock: "01:30", value: 1}, {clock: "02:00", value: 4}, {clock: "02:30", value: 5}, {clock: "03:30", value: 7}},
			[]energy.MilliWh{1, 2, 3, 4, 5, 6, 7}},
	} {
		set := columns.New(1)
		for i, l := range c.lines {
			wall, err := columns.ParseWall("25/10/2026 " + l.clock)
			require.NoError(t, err)
			first, second, err := wall.Instants(civil.Paris)
			require.NoError(t, err)
			set.Add(columns.Moment{At: first, Second: second, Step: 1800, Row: int32(i + 1)}, l.value)
		}
		got, err := set.Dataset("a.csv", "F", []columns.Head{{DsoID: "1", Nature: metering.Conso}})
		require.NoError(t, err, name)
		var values []energy.MilliWh
		for _, run := range got.Readings[0].Runs {
			values = append(values, run.Values...)
		}
		require.Equal(t, c.want, values, name)
		require.Len(t, got.Readings[0].Runs, 1, name)
	}
}

// TestColumnsShareTheirTimes but not their gaps and what is there twice.
func TestColumnsShareTheirTimes(t *testing.T) {
	t.Parallel()
	at := func(step int) columns.Moment {
		start := civil.Paris.Start(civil.NewDate(2026, time.June, 1)).Unix() + int64(step)*900
		return columns.Moment{At: start, Second: start, Step: 900, Row: int32(step + 2)}
	}
	set := columns.New(2)
	set.Add(at(3), 4, 40)
	set.Add(at(0), 1, 10)
	set.Add(at(1), 2, columns.Gap)
	set.Add(at(2), 3, 30)
	set.Add(at(0), 1, 10)
	heads := []columns.Head{{DsoID: "1", Nature: metering.Conso}, {DsoID: "2", Nature: metering.Conso}}
	got, err := set.Dataset("a.csv", "F", heads)
	require.NoError(t, err)
	require.Equal(t, []curvefile.Run{{Start: at(0).At, Step: 900, Values: []energy.MilliWh{1, 2, 3, 4}, Row: 2}}, got.Readings[0].Runs)
	require.Equal(t, []curvefile.Run{{Start: at(0).At, Step: 900, Values: []energy.MilliWh{10}, Row: 2},
		{Start: at(2).At, Step: 900, Values: []energy.MilliWh{30, 40}, Row: 4}}, got.Readings[1].Runs)
	require.Len(t, got.Warnings, 2)

	set = columns.New(2)
	set.Add(at(0), 1, 10)
	set.Add(at(0), 1, 11)
	_, err = set.Dataset("a.csv", "F", heads)
	items := fault.From(err).Items
	require.Len(t, items, 1)
	require.Equal(t, "curve.duplicate", items[0].Key)
	require.Equal(t, "2", items[0].Params["value"])
}
