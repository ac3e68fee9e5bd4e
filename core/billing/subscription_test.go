package billing_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/period"
	"github.com/openpmo/pmo/core/civil"
)

// The past that is billed is skipped, and nothing that is due with it.
func TestBilledPastChangesNothingThatIsDue(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		start := civil.NewDate(2024, 1, 1).AddDays(rapid.IntRange(0, 100).Draw(t, "start"))
		days := civil.Range{From: start, To: start.AddDays(rapid.IntRange(1, 900).Draw(t, "days"))}
		var billed []civil.Range
		for range rapid.IntRange(0, 4).Draw(t, "stretches") {
			from := start.AddDays(rapid.IntRange(-50, 800).Draw(t, "from"))
			billed = append(billed, civil.Range{From: from, To: from.AddDays(rapid.IntRange(1, 200).Draw(t, "length"))})
		}
		s := billing.Subscription{Days: days, Billed: civil.Merge(billed)}
		months := rapid.SampledFrom([]int{1, 2, 3, 6, 12}).Draw(t, "months")
		upTo := start.AddDays(rapid.IntRange(0, 1000).Draw(t, "upTo"))
		due := func(days civil.Range) (spans []civil.Range, periods []civil.Range) {
			for _, seg := range period.Segments(civil.NewDate(2020, 1, 31), months, days, upTo, 1000) {
				for _, span := range period.Subtract(seg.Days, s.Billed) {
					spans, periods = append(spans, span), append(periods, seg.Period)
				}
			}
			return spans, periods
		}
		wantSpans, wantPeriods := due(days)
		spans, periods := due(s.Unbilled(days))
		require.Equal(t, wantSpans, spans)
		require.Equal(t, wantPeriods, periods)
	})
}
