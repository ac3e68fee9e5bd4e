package postgres_test

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/ingest"
)

// TestWarningsBeyondTheFirstAreCounted: of 312 remarks 200 are kept, and a dry run, an
// import and its row all say 312 and what the import itself adds.
func TestWarningsBeyondTheFirstAreCounted(t *testing.T) {
	t.Parallel()
	f, shelf := importTown(t)
	few := 0
	for _, remarks := range []int{0, 312} {
		word := map[int]string{0: "a few", 312: "bulk"}[remarks]
		shelf.sets[word] = func() ([]curvefile.Dataset, error) {
			sets := curveTownMonth(curveDays(t, "2026-10-01", "2026-10-31"))
			for n := range remarks {
				sets[0].Warnings = append(sets[0].Warnings, metering.WarnCheckDigit.With("value", strconv.Itoa(n)).With("name", ""))
			}
			return sets, nil
		}
		for _, dryRun := range []bool{true, false} {
			i, err := f.send(t, word, dryRun)
			require.NoError(t, err)
			require.NoError(t, f.service.Ingest.RunImport(t.Context(), i.ID))
			i, err = f.service.Ingest.ImportJob(t.Context(), f.organizer, i.ID)
			require.NoError(t, err)
			require.Equal(t, ingest.ImportSucceeded, i.Status, "%v", i.Errors)
			if remarks == 0 {
				few = i.Result.WarningCount
				require.Len(t, i.Result.Warnings, few)
				continue
			}
			require.GreaterOrEqual(t, i.Result.WarningCount, 312)
			require.LessOrEqual(t, i.Result.WarningCount, 312+few, "dry run %t", dryRun)
			require.Len(t, i.Result.Warnings, 200)
		}
	}
}
