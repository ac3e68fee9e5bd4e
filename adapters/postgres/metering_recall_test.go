package postgres_test

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/assembly"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/dashboard"
	"github.com/openpmo/pmo/core/metering/distribution"
	"github.com/openpmo/pmo/core/metering/drawing"
	"github.com/openpmo/pmo/core/policy"
)

// forgetful is a service over the same database that remembers nothing yet.
func (f *meteringFixture) forgetful() *assembly.Services {
	return assembly.New(assembly.Deps{Guard: policy.Guard{Decider: allowCurves{}, Locator: postgres.NewParticipants(f.db)}, Tx: f.db,
		Now: func() time.Time { return f.now }, Perimeter: postgres.NewPerimeters(f.db), Curves: postgres.NewCurves(f.db),
		Rollups: postgres.NewRollups(f.db)})
}

// answers to all questions that are answered from memory.
func (f *meteringFixture) answers(t *testing.T, s *assembly.Services, p policy.Principal, days civil.Range, top int) []any {
	t.Helper()
	ctx := t.Context()
	metrics, err := s.Dashboard.OperationMetrics(ctx, p, dashboard.MetricsInput{OperationID: f.operationID, Days: days})
	require.NoError(t, err)
	curve, err := s.Drawing.OperationCurve(ctx, p, drawing.CurveInput{OperationID: f.operationID, Days: days, Resolution: drawing.Daily})
	require.NoError(t, err)
	distribution, err := s.Distribution.Distribution(ctx, p, distribution.DistributionInput{OperationID: f.operationID, Days: days, Top: top})
	require.NoError(t, err)
	group, _, _, err := s.Dashboard.Group(ctx, p, dashboard.GroupInput{OperationID: f.operationID, Side: metering.Consumer, Days: days})
	require.NoError(t, err)
	return []any{metrics, curve, distribution, group}
}

// change alters something that answers depend on.
func (f *meteringFixture) change(t *testing.T, rng *rand.Rand) {
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
		f.load(t, constantCurve(civil.Paris, metering.Conso, status, days, map[string]int64{"10000000000001": int64(rng.IntN(5000))}))
	case 1:
		f.load(t, constantCurve(civil.Paris, metering.Prod, status, days, map[string]int64{"20000000000001": int64(rng.IntN(5000))}))
	case 2:
		_, err := f.db.Pool().Exec(ctx, "update participants set name = name || 'x' where id = $1", f.sites["A"])
		require.NoError(t, err)
	case 3:
		_, err := f.db.Pool().Exec(ctx, "update participants set activation = daterange($2::date, null) where id = $1", f.sites["D"],
			time.Date(2026, 10, 20+rng.IntN(4), 0, 0, 0, 0, time.UTC))
		require.NoError(t, err)
		require.NoError(t, f.db.InTx(ctx, f.organizer.Change("participant:update", f.operationID, "participant", f.sites["D"]),
			func(ctx context.Context) error {
				return f.service.Rollup.Rebuild(ctx, f.operationID, curveDays(t, "2026-10-01", "2026-12-31"))
			}))
	}
}

// What is remembered answers as the database does, whatever was asked and changed
// before: for whole months and parts of them, with gaps and provisional days.
func TestMemoryAnswersAsTheDatabase(t *testing.T) {
	t.Parallel()
	f, _ := fakeOperation(t)
	rng := rand.New(rand.NewPCG(7, 8))
	participant := policyParticipant(f, "A", curveDays(t, "2026-09-01", "2026-12-31"))
	for i := range 60 {
		if i%3 == 2 {
			f.change(t, rng)
		}
		from := civil.NewDate(2026, 9, 1) + civil.Date(rng.IntN(80))
		days := civil.Range{From: from, To: from + 1 + civil.Date(rng.IntN(60))}
		if rng.IntN(3) == 0 {
			days = curveDays(t, "2026-10-01", "2026-11-30")
		}
		p := f.organizer
		if rng.IntN(4) == 0 {
			p = participant
		}
		top := rng.IntN(4)
		require.Equal(t, f.answers(t, f.forgetful(), p, days, top), f.answers(t, f.service, p, days, top), "%s top %d", days, top)
	}
}

// Days of a distribution add up: those before a day and those from it on are all.
func TestDaysOfADistributionAddUp(t *testing.T) {
	t.Parallel()
	f, october := fakeOperation(t)
	f.load(t, constantCurve(civil.Paris, metering.Prod, curvefile.StatusProvisional, curveDays(t, "2026-11-03", "2026-11-05"),
		map[string]int64{"20000000000001": 2000}))
	all := civil.Range{From: october.From, To: october.To + 30}
	for _, top := range []int{0, 2} {
		in := distribution.DistributionInput{OperationID: f.operationID, Days: all, Top: top}
		whole, err := f.service.Distribution.Distribution(t.Context(), f.organizer, in)
		require.NoError(t, err)
		for cut := all.From + 1; cut < all.To; cut += 4 {
			in.Days = civil.Range{From: all.From, To: cut}
			before, err := f.service.Distribution.Distribution(t.Context(), f.organizer, in)
			require.NoError(t, err)
			in.Days = civil.Range{From: cut, To: all.To}
			after, err := f.service.Distribution.Distribution(t.Context(), f.organizer, in)
			require.NoError(t, err)
			require.Equal(t, whole.TotalShared, before.TotalShared+after.TotalShared)
			require.Equal(t, whole.Surplus, before.Surplus+after.Surplus)
			require.Equal(t, total(whole.Producers), total(before.Producers)+total(after.Producers))
			require.Equal(t, total(whole.Consumers), total(before.Consumers)+total(after.Consumers))
		}
	}
}

func total(lines []distribution.Share) (sum int64) {
	for _, line := range lines {
		sum += int64(line.Consumption + line.Production)
	}
	return sum
}

func TestTheStampOfSitesChangesWithWhatIsShown(t *testing.T) {
	t.Parallel()
	f, _ := fakeOperation(t)
	perimeters := postgres.NewPerimeters(f.db)
	stamp := func() string {
		op, _, err := perimeters.State(t.Context(), f.operationID, nil)
		require.NoError(t, err)
		return op.SitesStamp
	}
	for _, c := range []struct {
		sql     string
		changes bool
	}{
		{"update participants set name = 'New' where id = $1", true},
		{"update participants set name = 'New' where id = $1", false},
		{"update participants set city = 'Lille', version = version + 1 where id = $1", false},
		{"update participants set activation = '[2026-09-02,)' where id = $1", true},
		{"delete from participants where id = $1", true},
	} {
		before := stamp()
		_, err := f.db.Pool().Exec(t.Context(), c.sql, f.sites["B"])
		require.NoError(t, err)
		require.Equal(t, c.changes, before != stamp(), c.sql)
	}
}
