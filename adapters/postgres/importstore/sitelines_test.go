package importstore

import (
	"encoding/json"
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/ingest"
	"github.com/openpmo/pmo/core/metering/ingest/intake"
)

func someSites(n int) []intake.ImportSite {
	names := []string{"", "Mairie", "Crèche \"Les Lutins\"", `C:\\curves`, "a < b", "a > b", "A & B", "a\u2028b", "tab\t", "\x00\x7f", "broken \xff", "日本"}
	ratios := []float64{0, 1, 0.1, 1. / 3, 999.5, 1e-6, 9.99e-7, 1e21, 1e20, 123456789.25, -0.5, math.MaxFloat64, math.SmallestNonzeroFloat64}
	sites := make([]intake.ImportSite, n)
	for i := range sites {
		s := intake.ImportSite{Name: names[i%len(names)], DsoID: fmt.Sprintf("%014d", i), Nature: metering.Nature(i % 7),
			Month: civil.NewMonth(2025, time.Month(1+i%12)), Step: 900, Unit: "W", Labels: curvefile.LabelsStart, Points: i, Missing: i % 3,
			Doubtful: i % 5, Total: energy.MilliWh(i)*math.MaxInt32 - 5, ChangedDays: i % 31, Definitive: i%2 == 0}
		if i%11 > 0 {
			s.ParticipantID = id.New()
		}
		if i%4 > 0 {
			s.Previous, s.Ratio = &sites[max(0, i-1)].Total, &ratios[i%len(ratios)]
		}
		if i%9 == 0 {
			s.Factor = "×1000"
		}
		sites[i] = s
	}
	return sites
}

// TestLinesAreWrittenAsTheLibraryDoes, byte by byte.
func TestLinesAreWrittenAsTheLibraryDoes(t *testing.T) {
	t.Parallel()
	for _, s := range someSites(2_000) {
		want, err := json.Marshal(storedSite{string(s.ParticipantID), s.Name, s.DsoID, s.Nature, s.Month, s.Step, s.Unit, s.Labels,
			s.Points, s.Missing, s.Doubtful, s.Total, s.Previous, s.Ratio, s.Factor, s.ChangedDays, s.Definitive})
		require.NoError(t, err)
		got, err := appendSite(nil, &s)
		require.NoError(t, err)
		require.Equal(t, string(want), string(got))
	}
}

// TestResultsComeBackWhole, of no line, of some and of more than are compressed together.
func TestResultsComeBackWhole(t *testing.T) {
	t.Parallel()
	for _, n := range []int{0, 1, 3, 1_000} {
		r := ingest.ImportResult{DryRun: true, Points: 7, ChangedSites: n, Sites: someSites(n), SuspectedCount: 2}
		for i := range r.Sites {
			if r.Sites[i].Name == "broken \xff" {
				r.Sites[i].Name = "" // no text of JSON
			}
		}
		packed, err := toStoredResult(&r)
		require.NoError(t, err)
		back, err := fromStoredResult(packed)
		require.NoError(t, err)
		require.Equal(t, r.Sites, back.Sites)
		require.Equal(t, []any{true, int64(7), n, 2}, []any{back.DryRun, back.Points, back.ChangedSites, back.SuspectedCount})
	}
}

// TestNoNumberIsNoLine: what is no number is refused, as the library refuses it.
func TestNoNumberIsNoLine(t *testing.T) {
	t.Parallel()
	none := math.NaN()
	_, err := toStoredResult(&ingest.ImportResult{Sites: []intake.ImportSite{{Ratio: &none}}})
	require.Error(t, err)
}
