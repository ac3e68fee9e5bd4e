package folder_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/participant/folder"
)

// TestAReasonForEachStatus: every pair of status and action over every place of the dates has one
// cause, which stands for one status; the table is in testdata, and no cause is without a row.
func TestAReasonForEachStatus(t *testing.T) {
	t.Parallel()
	const today = civil.Date(20_000)
	seen := map[folder.Cause]folder.Status{}
	var b strings.Builder
	for _, status := range []string{"", "EN_VIGUEUR", "EN_COURS", "AUTRE", "NO_TRAIL_ERR"} {
		for _, action := range []string{"", "CREATION", "SUPPRESSION", "MODIFICATION", "NO_TRAIL_ERR"} {
			for _, d := range places(today) {
				f := folder.Of(status, action, d.activation)
				r := folder.Why(f, today)
				require.Equal(t, f.StatusOn(today), r.Status)
				if before, ok := seen[r.Cause]; ok {
					require.Equal(t, before, r.Status, "%s stands for one status", r.Cause)
				}
				seen[r.Cause] = r.Status
				day := "-"
				if r.Day != nil {
					day = fmt.Sprintf("%+d", int(*r.Day-today))
				}
				fmt.Fprintf(&b, "%-12s %-12s %-14s %-10s %-14s %4s %s\n", or(status, "-"), or(action, "-"), d.name, r.Status, r.Cause, day, or(r.Word, "-"))
			}
		}
	}
	golden(t, "folder_reason.txt", b.String())
	for _, cause := range folder.Causes() {
		require.Contains(t, seen, cause)
	}
	require.Len(t, slices.Compact(folder.Causes()), len(seen))
}
