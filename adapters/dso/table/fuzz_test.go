package table_test

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/openpmo/pmo/adapters/dso/files"
	"github.com/openpmo/pmo/adapters/dso/table"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

// FuzzTable reads anything: it answers with readings that the core can take, with
// questions, or with a fault, and never with two of them.
func FuzzTable(f *testing.F) {
	f.Add([]byte(rows("Horodate;\n", "02/01/2006 15:04", at(2024, 11, 1), quarter, 8)), "")
	f.Add([]byte(rows("Horodate;Conso (kWh)\n", "02.01. 15:04", at(2024, 3, 31), time.Hour, 30)), "LEGAL")
	f.Add([]byte("Jour;Heure;P (W)\n01/02/2024;00:00;1\n;00:30;2,5\n\n;01:00;-\nTotal;;3\n"), "UTC")
	f.Add([]byte(strings.ReplaceAll(rows("time;;Gb(i)\n", "20060102:1504", at(2018, 1, 1).Add(10*time.Minute), time.Hour, 5), ";", ",")), "")
	f.Add([]byte("PRM\tDate\tW\n99100000000017\t2024-01-01T00:00:00+01:00\t\"1 000\"\n99100000000017\t2024-01-01T00:15:00+01:00\t='2\n"), "UTC_PLUS_1")
	f.Fuzz(func(t *testing.T, content []byte, zone string) {
		answers := answered
		answers.Year, answers.Labels, answers.DateOrder = 2024, curvefile.LabelsEnd, curvefile.DayMonthYear
		answers.Zone = curvefile.FileZone(zone)
		reader := files.New(files.DefaultLimits()).Otherwise(table.Format{}).With(curvefile.FileHints{Answers: []curvefile.FileAnswers{answers}})
		open := func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(content)), nil }
		sets, err := reader.Read(context.Background(), "f.csv", int64(len(content)), open, civil.Paris)
		if err != nil {
			if fault.From(err) == nil {
				t.Fatalf("an error that is no fault: %v", err)
			}
			return
		}
		for _, set := range sets {
			if set.Understood == nil || set.Understood.Open() != (len(set.Readings) == 0) {
				t.Fatalf("open and read, or neither: %+v", set.Understood)
			}
			for _, r := range set.Readings {
				checkRuns(t, r.Runs)
			}
		}
	})
}

func checkRuns(t *testing.T, runs []curvefile.Run) {
	t.Helper()
	end := int64(-1 << 62)
	for _, run := range runs {
		if run.Start < end || run.Start%int64(run.Step) != 0 || len(run.Values) == 0 || run.Row < 1 {
			t.Fatalf("a run that no curve has: %+v", run)
		}
		end = run.Start + int64(run.Step)*int64(len(run.Values))
		for _, v := range run.Values {
			if v < 0 {
				t.Fatalf("a value below zero: %+v", run)
			}
		}
	}
}
