package demo

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

var fakeDay = time.Date(2026, 11, 20, 8, 0, 0, 0, time.UTC)

func writtenFake(t *testing.T, f fakeFiles) (curves, perimeter string) {
	t.Helper()
	f.out = t.TempDir()
	paths, err := f.write(fakeDay)
	require.NoError(t, err)
	for _, path := range paths {
		content, err := os.ReadFile(path)
		require.NoError(t, err)
		if strings.HasPrefix(filepath.Base(path), "PERIM_") {
			perimeter = string(content)
		} else {
			curves += string(content)
		}
	}
	return curves, perimeter
}

func TestFakeWritesWhatIsAskedForAndWhatGoesWrong(t *testing.T) {
	t.Parallel()
	plain := fakeFiles{operation: "ACC00000099", format: "ACC_CSV_LONG", seed: 1, consumers: 2, producers: 1}
	curves, perimeter := writtenFake(t, plain)
	require.Contains(t, curves, "2026-10-31T", "the month before")
	require.NotContains(t, curves, "2026-11-01T0")
	prm := strings.Split(strings.Split(perimeter, "\n")[1], ";")[0]
	again, _ := writtenFake(t, plain)
	require.Equal(t, curves, again)

	gap := plain
	gap.gaps = []string{prm + "=2026-10-12..2026-10-14"}
	holed, _ := writtenFake(t, gap)
	require.Less(t, strings.Count(holed, prm), strings.Count(curves, prm))
	require.NotContains(t, holed, prm+";CONSO;2026-10-13T")

	troubled := plain
	troubled.silent, troubled.repeat = []string{prm}, 10
	without, said := writtenFake(t, troubled)
	require.NotContains(t, without, prm)
	require.Contains(t, said, "NO_TRAIL_ERR")
	lines := strings.Split(without, "\n")
	repeated := 0
	for i := 1; i < len(lines); i++ {
		if lines[i] != "" && lines[i] == lines[i-1] {
			repeated++
		}
	}
	require.Positive(t, repeated)

	demo := plain
	demo.operation = "ACC00000003"
	ofDemo, none := writtenFake(t, demo)
	require.Empty(t, none, "the demo's sites have names")
	require.Contains(t, ofDemo, demoOperations[2].meters()[0].DsoID)
}

func TestFakeRefuses(t *testing.T) {
	t.Parallel()
	for want, f := range map[string]fakeFiles{
		"--month":             {month: "octobre"},
		"--today":             {today: "2026-02-30"},
		"no format":           {format: "PDF"},
		"--gap":               {gaps: []string{"99=2026-10-14..2026-10-12"}},
		"--corrective: no":    {correctives: []string{"1"}},
		"PRM=STATUS/ACTION":   {says: []string{"1=EN_VIGUEUR"}},
		"nothing is measured": {month: "2026-12"},
	} {
		f.operation, f.out, f.consumers = "ACC00000099", t.TempDir(), 1
		if f.format == "" {
			f.format = "R63"
		}
		_, err := f.write(fakeDay)
		require.ErrorContains(t, err, want)
		left, err := os.ReadDir(f.out)
		require.NoError(t, err)
		require.Empty(t, left)
	}
}
