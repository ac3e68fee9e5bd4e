package postgres_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/pgtest"
	"github.com/openpmo/pmo/core/allocation/share"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/assembly"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/rollup"
	"github.com/openpmo/pmo/core/policy"
)

// invoicedMonths are months with published invoices (rollup.Invoices).
type invoicedMonths map[civil.Month]bool

func (m invoicedMonths) Invoiced(_ context.Context, _ id.ID, month civil.Month) (bool, error) {
	return m[month], nil
}

func (invoicedMonths) NotCharged(context.Context, id.ID, civil.Month) (bool, error) {
	return false, nil
}

// oldPairs is an operation whose operator says what each producer kept, with the pairs of
// October made by the first arithmetic, which split by production alone.
func oldPairs(t *testing.T) (*meteringFixture, invoicedMonths) {
	f := newMeteringFixture(t, pgtest.New(t), "ENEDIS", time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC), []fixtureSite{
		{name: "A", dsoID: "10000000000001", producer: false, from: "2026-01-01", to: ""},
		{name: "P1", dsoID: "20000000000001", producer: true, from: "2026-01-01", to: ""}, {name: "P2", dsoID: "20000000000002", producer: true, from: "2026-01-01", to: ""}})
	invoiced := invoicedMonths{}
	f.service = assembly.New(assembly.Deps{Guard: policy.Guard{Decider: allowCurves{}, Locator: postgres.NewParticipants(f.db)}, Tx: f.db,
		Now: func() time.Time { return f.now }, Perimeter: postgres.NewPerimeters(f.db), Curves: postgres.NewCurves(f.db), Invoices: invoiced,
		Rollups: postgres.NewRollups(f.db), Imports: postgres.NewCurveImports(f.db), Declarations: postgres.NewDefinitiveMonths(f.db)})
	october := curveDays(t, "2026-10-01", "2026-10-31")
	curve := func(n metering.Nature, watts map[string]int64) curvefile.Dataset {
		return constantCurve(civil.Paris, n, curvefile.StatusDefinitive, october, watts)
	}
	// P1 gives 600 W of 800, P2 nothing of its 400.
	f.load(t, curve(metering.Conso, map[string]int64{"10000000000001": 1000}), curve(metering.Autoconso, map[string]int64{"10000000000001": 600}),
		curve(metering.Prod, map[string]int64{"20000000000001": 800, "20000000000002": 400}),
		curve(metering.Surplus, map[string]int64{"20000000000001": 200, "20000000000002": 400}))
	require.Equal(t, [2]energy.MilliWh{600 * octoberHours, 0}, f.storedPairs(t), "by the present arithmetic")

	f.exec(t, "update operation_pairs set algorithm = 1")
	invoiced[octoberMonth] = true
	f.sumAgain(t)
	require.Equal(t, [2]energy.MilliWh{400 * octoberHours, 200 * octoberHours}, f.storedPairs(t), "an invoiced month that is summed again keeps its arithmetic")
	require.Equal(t, []string{"1"}, column(t, f.db, octoberAlgorithm))
	return f, invoiced
}

const (
	octoberHours     = energy.KilowattHour / 1000 * (31*24 + 1) // mWh of a watt in October
	octoberAlgorithm = "select algorithm::text from operation_pairs where consumer_id = '00000000-0000-0000-0000-000000000000'"
)

var octoberMonth = civil.NewMonth(2026, time.October)

func (f *meteringFixture) exec(t *testing.T, query string) {
	t.Helper()
	_, err := f.db.Pool().Exec(t.Context(), query)
	require.NoError(t, err)
}

func (f *meteringFixture) sumAgain(t *testing.T) {
	t.Helper()
	require.NoError(t, f.db.InTx(t.Context(), f.organizer.Change("curve:import", f.operationID, "operation", f.operationID), func(ctx context.Context) error {
		return f.service.Rollup.Rebuild(ctx, f.operationID, octoberMonth.Range())
	}))
}

// storedPairs is what A had of P1 and of P2 in October.
func (f *meteringFixture) storedPairs(t *testing.T) (out [2]energy.MilliWh) {
	t.Helper()
	months, err := postgres.NewRollups(f.db).Pairs(t.Context(), f.operationID, rollup.PairQuery{Months: []civil.Month{octoberMonth}})
	require.NoError(t, err)
	require.Len(t, months, 1)
	require.Equal(t, []id.ID{"", f.sites["A"]}, months[0].Consumers)
	for i, producer := range months[0].Producers {
		at := 0
		if producer == f.sites["P2"] {
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
	f, invoiced := oldPairs(t)
	clear(invoiced)
	require.NoError(t, f.service.Rollup.RenewAll(t.Context()))
	require.Equal(t, [2]energy.MilliWh{600 * octoberHours, 0}, f.storedPairs(t))
	require.Equal(t, []string{"2"}, column(t, f.db, octoberAlgorithm))
	outdated, err := postgres.NewRollups(f.db).Outdated(t.Context(), "", share.Version)
	require.NoError(t, err)
	require.Empty(t, outdated)
	renewals := "select details->>'month' from audit_entries where action = 'curve:renew' and operation_id = '" + string(f.operationID) + "'"
	require.Equal(t, []string{"2026-10"}, column(t, f.db, renewals))
	require.NoError(t, f.service.Rollup.RenewAll(t.Context()))
	require.Len(t, column(t, f.db, renewals), 1, "nothing is left to do")
}

// TestAnInvoicedMonthKeepsItsArithmetic until its invoices are cancelled: the job passes
// it by, and what bills read is what was billed.
func TestAnInvoicedMonthKeepsItsArithmetic(t *testing.T) {
	t.Parallel()
	f, invoiced := oldPairs(t)
	require.NoError(t, f.service.Rollup.RenewAll(t.Context()))
	require.Equal(t, []string{"1"}, column(t, f.db, octoberAlgorithm))
	require.Empty(t, column(t, f.db, "select id::text from audit_entries where action = 'curve:renew'"), "the job passes it by each time")
	billed := func() [2]energy.MilliWh {
		pairs, err := f.service.Billable.PairEnergy(t.Context(), f.operationID, octoberMonth.Range())
		require.NoError(t, err)
		return [2]energy.MilliWh{pairs[metering.Pair{ConsumerID: f.sites["A"], ProducerID: f.sites["P1"]}], pairs[metering.Pair{ConsumerID: f.sites["A"], ProducerID: f.sites["P2"]}]}
	}
	require.Equal(t, [2]energy.MilliWh{400 * octoberHours, 200 * octoberHours}, billed())
	e, err := f.service.Billable.Energies(t.Context(), f.operationID, octoberMonth)
	require.NoError(t, err)
	require.Equal(t, 1, e.Algorithm, "what a key would have given is by the same")
	clear(invoiced)
	require.Equal(t, [2]energy.MilliWh{600 * octoberHours, 0}, billed(), "a bill run sums again before the job does")
	require.Equal(t, []string{"2"}, column(t, f.db, octoberAlgorithm))
}
