package monthly_test

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/assembly"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/dashboard"
	"github.com/openpmo/pmo/core/metering/distribution"
	"github.com/openpmo/pmo/core/metering/drawing"
	"github.com/openpmo/pmo/core/policy"
)

// answers to all questions that are answered from memory.
func answers(t *testing.T, f *coretest.Metering, s *assembly.Services, p policy.Principal, days civil.Range, top int) []any {
	t.Helper()
	ctx := t.Context()
	metrics, err := s.Dashboard.OperationMetrics(ctx, p, dashboard.MetricsInput{OperationID: f.Operation, Days: days})
	require.NoError(t, err)
	curve, err := s.Drawing.OperationCurve(ctx, p, drawing.CurveInput{OperationID: f.Operation, Days: days, Resolution: drawing.Daily})
	require.NoError(t, err)
	distribution, err := s.Distribution.Distribution(ctx, p, distribution.DistributionInput{OperationID: f.Operation, Days: days, Top: top})
	require.NoError(t, err)
	group, _, _, err := s.Dashboard.Group(ctx, p, dashboard.GroupInput{OperationID: f.Operation, Side: metering.Consumer, Days: days})
	require.NoError(t, err)
	return []any{metrics, curve, distribution, group}
}

// change alters something that answers depend on.
func change(t *testing.T, f *coretest.Metering, rng *rand.Rand) {
	t.Helper()
	ctx := t.Context()
	from := civil.NewDate(2026, 9, 20) + civil.Date(rng.IntN(60))
	days := civil.Range{From: from, To: from + 1 + civil.Date(rng.IntN(9))}
	status := curvefile.StatusDefinitive
	if rng.IntN(2) == 0 {
		status = curvefile.StatusProvisional
	}
	switch rng.IntN(4) {
	case 0:
		f.Load(coretest.Constant(civil.Paris, metering.Conso, status, days, map[string]int64{"10000000000001": int64(rng.IntN(5000))}))
	case 1:
		f.Load(coretest.Constant(civil.Paris, metering.Prod, status, days, map[string]int64{"20000000000001": int64(rng.IntN(5000))}))
	case 2:
		_, err := f.DB.Pool().Exec(ctx, "update participants set name = name || 'x' where id = $1", f.Sites["A"])
		require.NoError(t, err)
	case 3:
		_, err := f.DB.Pool().Exec(ctx, "update participants set activation = daterange($2::date, null) where id = $1", f.Sites["D"],
			time.Date(2026, 10, 20+rng.IntN(4), 0, 0, 0, 0, time.UTC))
		require.NoError(t, err)
		require.NoError(t, f.DB.InTx(ctx, f.Organizer.Change("participant:update", f.Operation, "participant", f.Sites["D"]),
			func(ctx context.Context) error {
				return f.Rollup.Rebuild(ctx, f.Operation, coretest.Days("2026-10-01", "2026-12-31"))
			}))
	}
}

// What is remembered answers as the database does, whatever was asked and changed
// before: for whole months and parts of them, with gaps and provisional days.
func TestMemoryAnswersAsTheDatabase(t *testing.T) {
	t.Parallel()
	f := coretest.Neighbours(t)
	rng := rand.New(rand.NewPCG(7, 8))
	participant := f.SiteAccount("A", coretest.Days("2026-09-01", "2026-12-31"))
	for i := range 60 {
		if i%3 == 2 {
			change(t, f, rng)
		}
		from := civil.NewDate(2026, 9, 1) + civil.Date(rng.IntN(80))
		days := civil.Range{From: from, To: from + 1 + civil.Date(rng.IntN(60))}
		if rng.IntN(3) == 0 {
			days = coretest.Days("2026-10-01", "2026-11-30")
		}
		p := f.Organizer
		if rng.IntN(4) == 0 {
			p = participant
		}
		top := rng.IntN(4)
		require.Equal(t, answers(t, f, f.Forgetful(), p, days, top), answers(t, f, f.Services, p, days, top), "%s top %d", days, top)
	}
}
