package rollup_test

import (
	"context"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres/meteringstore"
	"github.com/openpmo/pmo/core/allocation/share"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/rollup"
)

// oldPairs is an operation whose operator says what each producer kept, with the pairs of
// October made by the first arithmetic, which split by production alone.
func oldPairs(t *testing.T) *coretest.Metering {
	f := coretest.NewMetering(t, "ENEDIS", []coretest.MeteredSite{
		{Name: "A", DsoID: "10000000000001", From: "2026-01-01"},
		{Name: "P1", DsoID: "20000000000001", Producer: true, From: "2026-01-01"}, {Name: "P2", DsoID: "20000000000002", Producer: true, From: "2026-01-01"}}...)
	f.Clock = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	october := coretest.Days("2026-10-01", "2026-10-31")
	curve := func(n metering.Nature, watts map[string]int64) curvefile.Dataset {
		return coretest.Constant(civil.Paris, n, curvefile.StatusDefinitive, october, watts)
	}
	// P1 gives 600 W of 800, P2 nothing of its 400.
	f.Load(curve(metering.Conso, map[string]int64{"10000000000001": 1000}), curve(metering.Autoconso, map[string]int64{"10000000000001": 600}),
		curve(metering.Prod, map[string]int64{"20000000000001": 800, "20000000000002": 400}),
		curve(metering.Surplus, map[string]int64{"20000000000001": 200, "20000000000002": 400}))
	require.Equal(t, [2]energy.MilliWh{600 * octoberHours, 0}, storedPairs(t, f), "by the present arithmetic")

	f.Exec("update operation_pairs set algorithm = 1")
	f.Billed[coretest.October] = true
	sumAgain(t, f)
	require.Equal(t, [2]energy.MilliWh{400 * octoberHours, 200 * octoberHours}, storedPairs(t, f), "an invoiced month that is summed again keeps its arithmetic")
	require.Equal(t, []string{"1"}, column(t, f, octoberAlgorithm))
	return f
}

const (
	octoberHours     = energy.KilowattHour / 1000 * (31*24 + 1) // mWh of a watt in October
	octoberAlgorithm = "select algorithm::text from operation_pairs where consumer_id = '00000000-0000-0000-0000-000000000000'"
)

func column(t *testing.T, f *coretest.Metering, sql string) []string {
	t.Helper()
	rows, err := f.DB.Pool().Query(t.Context(), sql)
	require.NoError(t, err)
	got, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(t, err)
	return got
}

func sumAgain(t *testing.T, f *coretest.Metering) {
	t.Helper()
	require.NoError(t, f.DB.InTx(t.Context(), f.Organizer.Change("curve:import", f.Operation, "operation", f.Operation), func(ctx context.Context) error {
		return f.Rollup.Rebuild(ctx, f.Operation, coretest.October.Range())
	}))
}

// storedPairs is what A had of P1 and of P2 in October.
func storedPairs(t *testing.T, f *coretest.Metering) (out [2]energy.MilliWh) {
	t.Helper()
	months, err := meteringstore.NewRollups(f.DB).Pairs(t.Context(), f.Operation, rollup.PairQuery{Months: []civil.Month{coretest.October}})
	require.NoError(t, err)
	require.Len(t, months, 1)
	require.Equal(t, []id.ID{"", f.Sites["A"]}, months[0].Consumers)
	for i, producer := range months[0].Producers {
		at := 0
		if producer == f.Sites["P2"] {
			at = 1
		}
		out[at] = months[0].Totals[2+i]
	}
	return out
}

// TestTheRenewalSumsOldPairsAgain: the job finds months of an older arithmetic, sums them
// again once, and says so in the audit.
func TestTheRenewalSumsOldPairsAgain(t *testing.T) {
	t.Parallel()
	f := oldPairs(t)
	clear(f.Billed)
	require.NoError(t, f.Rollup.RenewAll(t.Context()))
	require.Equal(t, [2]energy.MilliWh{600 * octoberHours, 0}, storedPairs(t, f))
	require.Equal(t, []string{"2"}, column(t, f, octoberAlgorithm))
	outdated, err := meteringstore.NewRollups(f.DB).Outdated(t.Context(), "", share.Version)
	require.NoError(t, err)
	require.Empty(t, outdated)
	renewals := "select details->>'month' from audit_entries where action = 'curve:renew' and operation_id = '" + string(f.Operation) + "'"
	require.Equal(t, []string{"2026-10"}, column(t, f, renewals))
	require.NoError(t, f.Rollup.RenewAll(t.Context()))
	require.Len(t, column(t, f, renewals), 1, "nothing is left to do")
}

// TestAnInvoicedMonthKeepsItsArithmetic until its invoices are cancelled: the job passes
// it by, and what bills read is what was billed.
func TestAnInvoicedMonthKeepsItsArithmetic(t *testing.T) {
	t.Parallel()
	f := oldPairs(t)
	require.NoError(t, f.Rollup.RenewAll(t.Context()))
	require.Equal(t, []string{"1"}, column(t, f, octoberAlgorithm))
	require.Empty(t, column(t, f, "select id::text from audit_entries where action = 'curve:renew'"), "the job passes it by each time")
	billed := func() [2]energy.MilliWh {
		pairs, err := f.Billable.PairEnergy(t.Context(), f.Operation, coretest.October.Range())
		require.NoError(t, err)
		return [2]energy.MilliWh{pairs[metering.Pair{ConsumerID: f.Sites["A"], ProducerID: f.Sites["P1"]}], pairs[metering.Pair{ConsumerID: f.Sites["A"], ProducerID: f.Sites["P2"]}]}
	}
	require.Equal(t, [2]energy.MilliWh{400 * octoberHours, 200 * octoberHours}, billed())
	e, err := f.Billable.Energies(t.Context(), f.Operation, coretest.October)
	require.NoError(t, err)
	require.Equal(t, 1, e.Algorithm, "what a key would have given is by the same")
	clear(f.Billed)
	require.Equal(t, [2]energy.MilliWh{600 * octoberHours, 0}, billed(), "a bill run sums again before the job does")
	require.Equal(t, []string{"2"}, column(t, f, octoberAlgorithm))
}
