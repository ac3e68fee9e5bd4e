package postgres_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres/pgtest"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/health"
	"github.com/openpmo/pmo/core/metering/ingest"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

// healthFixture is September 2026 of an Enedis operation that balances: 1 000 W used,
// 400 W shared.
func healthFixture(t *testing.T) (*meteringFixture, civil.Range) {
	now := time.Date(2026, 10, 20, 12, 0, 0, 0, time.UTC)
	f := newMeteringFixture(t, pgtest.New(t), "ENEDIS", now, []fixtureSite{
		{name: "A", dsoID: "99000000000001", producer: false, from: "2026-01-01", to: ""}, {name: "B", dsoID: "99000000000002", producer: false, from: "2026-01-01", to: ""},
		{name: "P", dsoID: "99000000000009", producer: true, from: "2026-01-01", to: ""}})
	days := curveDays(t, "2026-09-01", "2026-09-30")
	f.put(t, metering.Conso, curvefile.StatusDefinitive, days, map[string]int64{"99000000000001": 1000, "99000000000002": 1000})
	f.put(t, metering.Autoconso, curvefile.StatusDefinitive, days, map[string]int64{"99000000000001": 400, "99000000000002": 400})
	f.put(t, metering.Prod, curvefile.StatusDefinitive, days, map[string]int64{"99000000000009": 900})
	return f, days
}

func (f *meteringFixture) put(t *testing.T, n metering.Nature, status curvefile.Status, days civil.Range, watts map[string]int64) ingest.ImportResult {
	t.Helper()
	result, err := f.service.Ingest.ImportDatasets(t.Context(), f.organizer, f.operationID, []curvefile.Dataset{constantCurve(civil.Paris, n, status, days, watts)})
	require.NoError(t, err)
	return result
}

func (f *meteringFixture) health(t *testing.T, days civil.Range) health.DataHealth {
	t.Helper()
	h, err := f.service.Health.Health(t.Context(), f.organizer, health.HealthInput{OperationID: f.operationID, Days: days})
	require.NoError(t, err)
	return h
}

func keysOf(warnings []*fault.Error) (out []string) {
	for _, w := range warnings {
		out = append(out, w.Key)
	}
	return out
}

func TestAnImbalanceIsToldAndShownUntilItIsMended(t *testing.T) {
	t.Parallel()
	f, days := healthFixture(t)
	h := f.health(t, days)
	require.Empty(t, h.Sites)
	require.Equal(t, 3, h.HealthySites)

	two := curveDays(t, "2026-09-10", "2026-09-11")
	result := f.put(t, metering.Autoconso, curvefile.StatusDefinitive, two, map[string]int64{"99000000000001": 1100})
	require.Equal(t, []string{"balance.receivedAboveConsumed", "curve.balance"}, keysOf(result.Warnings)[:2], "%v", result.Warnings)
	require.Equal(t, map[string]any{"value": "99000000000001", "from": "2026-09-10", "to": "2026-09-11", "days": 2, "kilowattHours": "4.800"}, result.Warnings[0].Params)
	want := health.DataProblem{Kind: health.DataImbalance, Nature: metering.Autoconso, Rule: metering.ReceivedAboveConsumed,
		Ranges: []civil.Range{two}, Days: 2, Steps: 192, Energy: 4800 * energy.WattHour}
	h = f.health(t, days)
	require.Len(t, h.Sites, 1)
	require.Equal(t, []health.DataProblem{want}, h.Sites[0].Problems)
	require.Equal(t, 2, h.HealthySites)

	// An import of another site leaves it there.
	result = f.put(t, metering.Conso, curvefile.StatusDefinitive, two, map[string]int64{"99000000000002": 2000})
	require.NotContains(t, keysOf(result.Warnings), "balance.receivedAboveConsumed")
	require.Equal(t, []health.DataProblem{want}, f.health(t, days).Sites[0].Problems)

	// A check stores nothing, a correction mends it, and what was replaced is kept.
	before := f.health(t, days)
	f.put(t, metering.Conso, curvefile.StatusDefinitive, two, map[string]int64{"99000000000001": 1200})
	require.Empty(t, f.health(t, days).Sites)
	require.NotEqual(t, before.Tag, f.health(t, days).Tag)
	var kept int
	require.NoError(t, f.db.Pool().QueryRow(t.Context(), "select count(*) from series_months_superseded where operation_id = $1 and not derived", f.operationID).Scan(&kept))
	require.Equal(t, 3, kept)
}

func TestComplementAndProductionAreSplitExactly(t *testing.T) {
	t.Parallel()
	f, days := healthFixture(t)
	sets := []curvefile.Dataset{
		constantCurve(civil.Paris, metering.Conso, curvefile.StatusDefinitive, days, map[string]int64{"99000000000001": 1000}),
		constantCurve(civil.Paris, metering.Autoconso, curvefile.StatusDefinitive, days, map[string]int64{"99000000000001": 300, "99000000000009": 500}),
		constantCurve(civil.Paris, metering.Complement, curvefile.StatusDefinitive, days, map[string]int64{"99000000000001": 600}),
		constantCurve(civil.Paris, metering.Prod, curvefile.StatusDefinitive, days, map[string]int64{"99000000000009": 900}),
		constantCurve(civil.Paris, metering.Surplus, curvefile.StatusDefinitive, days, map[string]int64{"99000000000009": 300}),
	}
	result, err := f.service.Ingest.ImportDatasets(t.Context(), f.organizer, f.operationID, sets)
	require.NoError(t, err)
	require.Subset(t, keysOf(result.Warnings), []string{"balance.consumptionSplit", "balance.productionSplit", "balance.sharedSides"})
	h := f.health(t, days)
	require.Len(t, h.Sites, 2)
	rules := map[string]health.DataProblem{}
	for _, s := range h.Sites {
		require.Len(t, s.Problems, 1)
		rules[s.Name] = s.Problems[0]
	}
	require.Equal(t, metering.ConsumptionSplit, rules["A"].Rule)
	require.Equal(t, 72*energy.KilowattHour, rules["A"].Energy, "100 W for 30 days")
	require.Equal(t, metering.ProductionSplit, rules["P"].Rule)
	require.Equal(t, 72*energy.KilowattHour, rules["P"].Energy)
	require.Len(t, h.Problems, 1, "700 W received, 500 W given")
	require.Equal(t, metering.SharedSides, h.Problems[0].Rule)
	require.Equal(t, 30, h.Problems[0].Days)
}

func TestHealthOfDataThatIsMissingLateOrDoubtful(t *testing.T) {
	t.Parallel()
	f, _ := healthFixture(t)
	_, err := f.db.Pool().Exec(t.Context(), "update participants set contract_power_w = 3000 where operation_id = $1 and name = 'B'", f.operationID)
	require.NoError(t, err)
	f.put(t, metering.Conso, curvefile.StatusProvisional, curveDays(t, "2026-08-01", "2026-08-31"), map[string]int64{"99000000000001": 1000})
	f.put(t, metering.Conso, curvefile.StatusEstimated, curveDays(t, "2026-10-01", "2026-10-04"), map[string]int64{"99000000000001": 1000})
	set := constantCurve(civil.Paris, metering.Conso, curvefile.StatusNone, curveDays(t, "2026-10-01", "2026-10-02"), map[string]int64{"99000000000002": 5000})
	run := &set.Readings[0].Runs[0]
	run.Quality = make([]loadcurve.Quality, len(run.Values))
	for i := range run.Quality {
		run.Quality[i] = loadcurve.Definitive
	}
	run.Quality[5] = loadcurve.Suspect
	_, err = f.service.Ingest.ImportDatasets(t.Context(), f.organizer, f.operationID, []curvefile.Dataset{set})
	require.NoError(t, err)

	kinds := func(h health.DataHealth) map[string]map[health.DataProblemKind][2]int {
		out := map[string]map[health.DataProblemKind][2]int{}
		for _, s := range h.Sites {
			out[s.Name] = map[health.DataProblemKind][2]int{}
			for _, p := range s.Problems {
				if p.Nature == metering.Conso {
					out[s.Name][p.Kind] = [2]int{p.Days, p.Steps}
				}
			}
		}
		return out
	}
	october := f.health(t, curveDays(t, "2026-10-01", "2026-10-31"))
	require.Equal(t, map[string]map[health.DataProblemKind][2]int{
		"A": {health.DataEstimated: {4, 4 * 96}},
		"B": {health.DataMissing: {2, 0}, health.DataSuspect: {1, 1}, health.DataAboveContractPower: {2, 192}},
	}, kinds(october), "nobody has the days after the 4th yet")
	require.Equal(t, "B", october.Sites[0].Name, "missing is worse than estimated")

	late := kinds(f.health(t, curveDays(t, "2026-08-01", "2026-08-31")))
	require.Equal(t, map[health.DataProblemKind][2]int{health.DataMissing: {31, 0}}, late["B"], "A has them")
	require.Equal(t, map[health.DataProblemKind][2]int{health.DataLateProvisional: {31, 0}}, late["A"], "August ended 49 days ago")
	f.now = f.now.AddDate(0, 0, -5)
	require.Empty(t, kinds(f.health(t, curveDays(t, "2026-08-01", "2026-08-31")))["A"], "44 days")
}

func TestAParticipantSeesTheHealthOfItsOwnSite(t *testing.T) {
	t.Parallel()
	f, days := healthFixture(t)
	f.put(t, metering.Autoconso, curvefile.StatusDefinitive, days, map[string]int64{"99000000000001": 1100})
	for name, sites := range map[string]int{"A": 1, "B": 0} {
		h, err := f.service.Health.Health(t.Context(), policyParticipant(f, name, days), health.HealthInput{OperationID: f.operationID, Days: days})
		require.NoError(t, err)
		require.Len(t, h.Sites, sites, name)
		require.Equal(t, 1-sites, h.HealthySites)
	}
}

// What a prosumer makes is waited for where there is another producer, as by the bills.
func TestASecondSideThatLacksIsShown(t *testing.T) {
	t.Parallel()
	f, days := healthFixture(t)
	_, err := f.db.Pool().Exec(t.Context(), "update participants set is_prosumer = true where id = $1", f.sites["B"])
	require.NoError(t, err)
	h := f.health(t, days)
	require.Len(t, h.Sites, 1)
	require.Equal(t, f.sites["B"], h.Sites[0].ParticipantID)
	require.Equal(t, health.DataMissing, h.Sites[0].Problems[0].Kind)
	require.Equal(t, metering.Prod, h.Sites[0].Problems[0].Nature)
}
