package columns_test

import (
	"errors"
	"testing"

	"github.com/openpmo/pmo/adapters/dso/columns"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
)

// FuzzWall reads any text as a time on the clock: one that the calendar and the day have,
// with its instants, or a fault.
func FuzzWall(f *testing.F) {
	for _, text := range []string{"25/10/2026 02:30", "29/03/2026 02:30", "1/6/2026 0:15:00", "46174.0833333333", "31/02/2026 00:00", "9.9E+99", "NaN"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		wall, err := columns.ParseWall(text)
		if err != nil {
			if fault.From(err) == nil {
				t.Fatalf("an error that is no fault: %v", err)
			}
			return
		}
		if wall.Clock < 0 || wall.Clock.Hours() >= 24 || wall.Day < civil.NewDate(1900, 1, 1) {
			t.Fatalf("no time of a day: %+v", wall)
		}
		if first, second, err := wall.Instants(civil.Paris); err == nil && (first > second || second-first > 3600) {
			t.Fatalf("instants %d and %d of %+v", first, second, wall)
		}
	})
}

// FuzzColumns gives steps and values in any order: runs that ascend and never overlap, or
// a fault.
func FuzzColumns(f *testing.F) {
	f.Add([]byte{0, 1, 1, 2, 2, 3, 0, 1})
	f.Add([]byte{9, 1, 3, 2, 3, 3, 200, 255})
	f.Fuzz(func(t *testing.T, content []byte) {
		set := columns.New(1)
		night := civil.Paris.Start(civil.NewDate(2026, 10, 25)).Unix()
		for i := 0; i+1 < len(content); i += 2 {
			at := night + int64(content[i]%64)*900
			m := columns.Moment{At: at, Second: at, Step: 900, Row: int32(i/2 + 1)}
			if content[i] >= 128 {
				m.Second += 3600
			}
			v := energy.MilliWh(content[i+1])
			if content[i+1] == 255 {
				v = columns.Gap
			}
			set.Add(m, v)
		}
		got, err := set.Dataset("a.csv", "F", []columns.Head{{DsoID: "1", Nature: metering.Conso}})
		if err != nil {
			if fault.From(err) == nil && !errors.Is(err, metering.ErrNoValues) {
				t.Fatalf("an error that is no fault: %v", err)
			}
			return
		}
		end := int64(0)
		for _, r := range got.Readings {
			for _, run := range r.Runs {
				if run.Start < end || len(run.Values) == 0 || run.Row < 1 {
					t.Fatalf("a run that no curve has: %+v", run)
				}
				end = run.Start + int64(run.Step)*int64(len(run.Values))
			}
		}
	})
}
