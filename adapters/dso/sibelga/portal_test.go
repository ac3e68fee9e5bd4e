package sibelga_test

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/dso/files"
	"github.com/openpmo/pmo/adapters/dso/sibelga"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

const portalHeader = "Start Date;Start Time;End Date;End Time;EAN;Meter Nr;Metertype;Register;Volume;Unit;Validation Status\n"

func readPortal(t *testing.T, content string) (curvefile.Dataset, error) {
	t.Helper()
	sets, err := files.New(files.DefaultLimits(), sibelga.Monthly{}, sibelga.WallClock(), sibelga.GMT(), sibelga.Portal{}).Read(t.Context(), "export.csv",
		int64(len(content)), func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(content)), nil }, civil.Brussels)
	if err != nil {
		return curvefile.Dataset{}, err
	}
	return sets[0], nil
}

// portalDay writes a day as the portal does: by register, the doubled hour interleaved, the
// end on the clock of the wall.
func portalDay(day civil.Date, registers map[string]string) string {
	from, to := civil.Brussels.Span(civil.Range{From: day, To: day + 1})
	var lines []string
	zone := civil.Brussels.Location()
	for _, register := range slices.Sorted(maps.Keys(registers)) {
		volume := registers[register]
		var own []string
		for at := from; at.Before(to); at = at.Add(15 * time.Minute) {
			end := at.Add(15 * time.Minute)
			own = append(own, fmt.Sprintf("%s;%s;%s;%s;=\"%s\";1SAG;Smart;%s;%s;kWh;Validated\n", at.In(zone).Format("02-01-2006"), at.In(zone).Format("15:04"),
				end.In(zone).Format("02-01-2006"), end.In(zone).Format("15:04"), school, register, volume))
		}
		if len(own) == 100 { // the second time of an hour stands behind its first
			var mixed []string
			mixed = append(mixed, own[:8]...)
			for i := range 4 {
				mixed = append(mixed, own[8+i], own[12+i])
			}
			own = append(mixed, own[16:]...)
		}
		lines = append(lines, own...)
	}
	return strings.Join(lines, "")
}

func TestThePortalsExportIsReadByDirection(t *testing.T) {
	t.Parallel()
	registers := map[string]string{"Peak offtake": "0.125", "Off-peak offtake": "0.025", "Peak injection": "0", "Off-peak injection": "0.5"}
	for _, c := range []struct {
		day      civil.Date
		quarters int
	}{{civil.NewDate(2025, 10, 25), 96}, {civil.NewDate(2025, 10, 26), 100}, {civil.NewDate(2026, 3, 29), 92}} {
		set, err := readPortal(t, portalHeader+portalDay(c.day, registers))
		require.NoError(t, err)
		require.Equal(t, sibelga.FormatPortal, set.Format)
		require.True(t, set.History)
		require.Len(t, set.Readings, 2)
		for _, r := range set.Readings {
			require.Equal(t, school, r.DsoID)
			require.Len(t, r.Runs, 1, "no hole")
			require.Len(t, r.Runs[0].Values, c.quarters)
			require.Equal(t, civil.Brussels.Start(c.day).Unix(), r.Runs[0].Start)
			want := energy.MilliWh(150_000)
			if r.Nature == metering.Prod {
				require.Equal(t, metering.Producer, r.Side)
				want = 500_000
			} else {
				require.Equal(t, metering.Conso, r.Nature)
			}
			for i, v := range r.Runs[0].Values {
				require.Equal(t, want, v)
				require.Equal(t, loadcurve.Provisional, r.Runs[0].Quality[i], "the portal is no bill")
			}
		}
	}
}

func TestWhatThePortalDoesNotSayIsRefused(t *testing.T) {
	t.Parallel()
	good := portalDay(civil.NewDate(2025, 10, 25), map[string]string{"Peak offtake": "0.125"})
	for name, c := range map[string]struct {
		content, key, field string
	}{
		"a daily export":          {strings.Replace(good, "25-10-2025;00:15;", "26-10-2025;00:00;", 1), "curve.step", "End Time"},
		"another unit":            {strings.Replace(good, ";kWh;", ";m3;", 1), "field.enum", "Unit"},
		"another register":        {strings.Replace(good, "Peak offtake", "Gas", 1), "field.enum", "Register"},
		"a total and parts":       {good + strings.ReplaceAll(good, "Peak offtake", "Total offtake"), "field.enum", "Register"},
		"no EAN":                  {strings.Replace(good, school, "123", 1), "ean.invalid", "EAN"},
		"other values for a time": {good + strings.Replace(strings.SplitAfter(good, "\n")[0], "0.125", "0.126", 1), "curve.duplicate", ""},
	} {
		_, err := readPortal(t, portalHeader+c.content)
		f := fault.From(err)
		require.NotNil(t, f, name)
		require.Equal(t, metering.ErrRejected.Key, f.Key, name)
		require.Equal(t, c.key, f.Items[0].Key, name)
		require.Equal(t, c.field, f.Items[0].Field, name)
	}
	estimated, err := readPortal(t, portalHeader+strings.ReplaceAll(good, "Validated", "Estimated"))
	require.NoError(t, err)
	require.Equal(t, loadcurve.Estimated, estimated.Readings[0].Runs[0].Quality[0])
	reactive := strings.ReplaceAll(strings.ReplaceAll(good, ";kWh;", ";kVArh;"), "Peak offtake", "Inductive")
	both, err := readPortal(t, portalHeader+good+reactive)
	require.NoError(t, err)
	require.Len(t, both.Readings, 1)
}
