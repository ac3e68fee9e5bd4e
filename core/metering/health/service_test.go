package health_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/health"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

// healthFixture is September 2026 of an Enedis operation that balances: 1 000 W used,
// 400 W shared.
func healthFixture(t *testing.T) (*coretest.Metering, civil.Range) {
	m := coretest.NewMetering(t, "ENEDIS", coretest.MeteredSite{Name: "A", DsoID: "99000000000001", From: "2026-01-01"},
		coretest.MeteredSite{Name: "B", DsoID: "99000000000002", From: "2026-01-01"},
		coretest.MeteredSite{Name: "P", DsoID: "99000000000009", Producer: true, From: "2026-01-01"})
	m.Clock = time.Date(2026, 10, 20, 12, 0, 0, 0, time.UTC)
	days := coretest.Days("2026-09-01", "2026-09-30")
	m.Put(metering.Conso, curvefile.StatusDefinitive, days, map[string]int64{"99000000000001": 1000, "99000000000002": 1000})
	m.Put(metering.Autoconso, curvefile.StatusDefinitive, days, map[string]int64{"99000000000001": 400, "99000000000002": 400})
	m.Put(metering.Prod, curvefile.StatusDefinitive, days, map[string]int64{"99000000000009": 900})
	return m, days
}

func healthOf(t *testing.T, m *coretest.Metering, days civil.Range) health.DataHealth {
	t.Helper()
	h, err := m.Health.Health(t.Context(), m.Organizer, health.HealthInput{OperationID: m.Operation, Days: days})
	require.NoError(t, err)
	return h
}

func TestAnImbalanceIsToldAndShownUntilItIsMended(t *testing.T) {
	t.Parallel()
	m, days := healthFixture(t)
	h := healthOf(t, m, days)
	require.Empty(t, h.Sites)
	require.Equal(t, 3, h.HealthySites)

	two := coretest.Days("2026-09-10", "2026-09-11")
	result := m.Put(metering.Autoconso, curvefile.StatusDefinitive, two, map[string]int64{"99000000000001": 1100})
	require.Equal(t, []string{"balance.receivedAboveConsumed", "curve.balance"}, coretest.KeysOf(result.Warnings)[:2], "%v", result.Warnings)
	require.Equal(t, map[string]any{"value": "99000000000001", "from": "2026-09-10", "to": "2026-09-11", "days": 2, "kilowattHours": "4.800"}, result.Warnings[0].Params)
	want := health.DataProblem{Kind: health.DataImbalance, Nature: metering.Autoconso, Rule: metering.ReceivedAboveConsumed,
		Ranges: []civil.Range{two}, Days: 2, Steps: 192, Energy: 4800 * energy.WattHour}
	h = healthOf(t, m, days)
	require.Len(t, h.Sites, 1)
	require.Equal(t, []health.DataProblem{want}, h.Sites[0].Problems)
	require.Equal(t, 2, h.HealthySites)

	// An import of another site leaves it there.
	result = m.Put(metering.Conso, curvefile.StatusDefinitive, two, map[string]int64{"99000000000002": 2000})
	require.NotContains(t, coretest.KeysOf(result.Warnings), "balance.receivedAboveConsumed")
	require.Equal(t, []health.DataProblem{want}, healthOf(t, m, days).Sites[0].Problems)

	// A check stores nothing, a correction mends it, and what was replaced is kept.
	before := healthOf(t, m, days)
	m.Put(metering.Conso, curvefile.StatusDefinitive, two, map[string]int64{"99000000000001": 1200})
	require.Empty(t, healthOf(t, m, days).Sites)
	require.NotEqual(t, before.Revision, healthOf(t, m, days).Revision)
	var kept int
	require.NoError(t, m.DB.Pool().QueryRow(t.Context(), "select count(*) from series_months where operation_id = $1 and superseded_at is not null and not derived", m.Operation).Scan(&kept))
	require.Equal(t, 3, kept)
}

func TestComplementAndProductionAreSplitExactly(t *testing.T) {
	t.Parallel()
	m, days := healthFixture(t)
	sets := []curvefile.Dataset{
		coretest.Constant(civil.Paris, metering.Conso, curvefile.StatusDefinitive, days, map[string]int64{"99000000000001": 1000}),
		coretest.Constant(civil.Paris, metering.Autoconso, curvefile.StatusDefinitive, days, map[string]int64{"99000000000001": 300, "99000000000009": 500}),
		coretest.Constant(civil.Paris, metering.Complement, curvefile.StatusDefinitive, days, map[string]int64{"99000000000001": 600}),
		coretest.Constant(civil.Paris, metering.Prod, curvefile.StatusDefinitive, days, map[string]int64{"99000000000009": 900}),
		coretest.Constant(civil.Paris, metering.Surplus, curvefile.StatusDefinitive, days, map[string]int64{"99000000000009": 300}),
	}
	result, err := m.Ingest.ImportDatasets(t.Context(), m.Organizer, m.Operation, sets)
	require.NoError(t, err)
	require.Subset(t, coretest.KeysOf(result.Warnings), []string{"balance.consumptionSplit", "balance.productionSplit", "balance.sharedSides"})
	h := healthOf(t, m, days)
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
	m, _ := healthFixture(t)
	m.Exec("update participants set contract_power_w = 3000 where operation_id = $1 and name = 'B'", m.Operation)
	m.Put(metering.Conso, curvefile.StatusProvisional, coretest.Days("2026-08-01", "2026-08-31"), map[string]int64{"99000000000001": 1000})
	m.Put(metering.Conso, curvefile.StatusEstimated, coretest.Days("2026-10-01", "2026-10-04"), map[string]int64{"99000000000001": 1000})
	set := coretest.Constant(civil.Paris, metering.Conso, curvefile.StatusNone, coretest.Days("2026-10-01", "2026-10-02"), map[string]int64{"99000000000002": 5000})
	run := &set.Readings[0].Runs[0]
	run.Quality = make([]loadcurve.Quality, len(run.Values))
	for i := range run.Quality {
		run.Quality[i] = loadcurve.Definitive
	}
	run.Quality[5] = loadcurve.Suspect
	_, err := m.Ingest.ImportDatasets(t.Context(), m.Organizer, m.Operation, []curvefile.Dataset{set})
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
	october := healthOf(t, m, coretest.Days("2026-10-01", "2026-10-31"))
	require.Equal(t, map[string]map[health.DataProblemKind][2]int{
		"A": {health.DataEstimated: {4, 4 * 96}},
		"B": {health.DataMissing: {2, 0}, health.DataSuspect: {1, 1}, health.DataAboveContractPower: {2, 192}},
	}, kinds(october), "nobody has the days after the 4th yet")
	require.Equal(t, "B", october.Sites[0].Name, "missing is worse than estimated")

	late := kinds(healthOf(t, m, coretest.Days("2026-08-01", "2026-08-31")))
	require.Equal(t, map[health.DataProblemKind][2]int{health.DataMissing: {31, 0}}, late["B"], "A has them")
	require.Equal(t, map[health.DataProblemKind][2]int{health.DataLateProvisional: {31, 0}}, late["A"], "August ended 49 days ago")
	m.Clock = m.Clock.AddDate(0, 0, -5)
	require.Empty(t, kinds(healthOf(t, m, coretest.Days("2026-08-01", "2026-08-31")))["A"], "44 days")
}

func TestAParticipantSeesTheHealthOfItsOwnSite(t *testing.T) {
	t.Parallel()
	m, days := healthFixture(t)
	m.Put(metering.Autoconso, curvefile.StatusDefinitive, days, map[string]int64{"99000000000001": 1100})
	for name, sites := range map[string]int{"A": 1, "B": 0} {
		h, err := m.Health.Health(t.Context(), m.SiteAccount(name, days), health.HealthInput{OperationID: m.Operation, Days: days})
		require.NoError(t, err)
		require.Len(t, h.Sites, sites, name)
		require.Equal(t, 1-sites, h.HealthySites)
	}
}

// What a prosumer makes is waited for where there is another producer, as by the bills.
func TestASecondSideThatLacksIsShown(t *testing.T) {
	t.Parallel()
	m, days := healthFixture(t)
	m.Exec("update participants set is_prosumer = true where id = $1", m.Sites["B"])
	h := healthOf(t, m, days)
	require.Len(t, h.Sites, 1)
	require.Equal(t, m.Sites["B"], h.Sites[0].ParticipantID)
	require.Equal(t, health.DataMissing, h.Sites[0].Problems[0].Kind)
	require.Equal(t, metering.Prod, h.Sites[0].Problems[0].Nature)
}

// TestDataIsLateFortyFiveDaysAfterItsMonth and not a day before or after that.
func TestDataIsLateFortyFiveDaysAfterItsMonth(t *testing.T) {
	t.Parallel()
	m := coretest.NewMetering(t, "ENEDIS", coretest.MeteredSite{Name: "A", DsoID: "99000000000001", From: "2026-01-01"})
	august := coretest.Days("2026-08-01", "2026-08-31")
	m.Put(metering.Conso, curvefile.StatusProvisional, august, map[string]int64{"99000000000001": 1000})
	for day, late := range map[string]bool{"2026-10-15": false, "2026-10-16": true} { // September 1 and 45 days
		m.Clock = civil.Paris.Start(coretest.Date(day)).Add(12 * time.Hour)
		require.Equal(t, late, len(healthOf(t, m, august).Sites) > 0, day)
	}
}

func TestMissingDaysNameTheFilesThatWouldBringThem(t *testing.T) {
	t.Parallel()
	m, _ := healthFixture(t)
	require.Empty(t, healthOf(t, m, coretest.Days("2026-09-01", "2026-09-30")).Awaited.Months)
	// In August nothing came, and it is overdue; what is not yet due is not waited for.
	awaited := healthOf(t, m, coretest.Days("2026-08-30", "2026-10-20")).Awaited
	require.Equal(t, health.AwaitedFiles{Format: "enedis", Months: []civil.Month{civil.NewMonth(2026, 8)}}, awaited)
}
