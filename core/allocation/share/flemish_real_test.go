//go:build real

package share_test

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/energy"
)

// realTable is a table of the published example: rows are quarters.
type realTable struct {
	Columns []string
	Data    [][]float64
}

// at is a cell in mWh, 0 where the participant has no column.
func (r realTable) at(row int, participant string) energy.MilliWh {
	for i, name := range r.Columns {
		if name == participant {
			return milli(r.Data[row][i])
		}
	}
	return 0
}

func readReal(t *testing.T, name string, into any) {
	t.Helper()
	folder := os.Getenv("PMO_REAL_DATA")
	if folder == "" {
		folder = "../../../../shared/data"
	}
	text, err := os.ReadFile(filepath.Join(folder, "dso", "belgium_energiedelen", name))
	require.NoError(t, err, "set PMO_REAL_DATA to the folder of the real files")
	require.NoError(t, json.Unmarshal(text, into))
}

// TestRealFlemishExample reproduces the published results of the three methods.
func TestRealFlemishExample(t *testing.T) {
	t.Parallel()
	participants := []string{"P1", "P2", "P3", "P4", "P5", "P6"}
	var in struct{ GrossInjection, GrossOfftake, Key realTable }
	readReal(t, "sample_input.json", &in)
	require.Len(t, in.Key.Data, 4)
	for method, file := range map[string]string{"Vast": "expected_output_fixed.json", "Relatief": "expected_output_relative.json", "Optimaal": "expected_output_optimal.json"} {
		var want struct{ NetInjection, NetOfftake, SharedEnergy realTable }
		readReal(t, file, &want)
		require.Len(t, want.SharedEnergy.Data, len(in.Key.Data), method)
		for quarter := range in.Key.Data {
			var injection, use []energy.MilliWh
			var key []int64
			for _, p := range participants {
				injection, use = append(injection, in.GrossInjection.at(quarter, p)), append(use, in.GrossOfftake.at(quarter, p))
				key = append(key, int64(math.Round(float64(in.Key.at(quarter, p))/1000))) // thousandths
			}
			received, left := flemish(t, method, injection, use, key)
			for i, p := range participants {
				require.InDelta(t, float64(want.SharedEnergy.at(quarter, p)), float64(received[i]), 4, "%s, quarter %d: %s receives", method, quarter, p)
				require.InDelta(t, float64(want.NetOfftake.at(quarter, p)), float64(use[i]-received[i]), 4, "%s, quarter %d: %s still takes", method, quarter, p)
				require.InDelta(t, float64(want.NetInjection.at(quarter, p)), float64(left[i]), 4, "%s, quarter %d: %s still injects", method, quarter, p)
			}
		}
	}
}
