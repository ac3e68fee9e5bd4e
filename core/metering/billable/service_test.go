package billable_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/billable"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

// TestAProsumerIsReadyOnEachSide: what a consumer received says nothing of what it made.
// While the production of a prosumer lacks, no share of several producers is certain, and
// no month is proposed for billing (specification section 5).
func TestAProsumerIsReadyOnEachSide(t *testing.T) {
	t.Parallel()
	f := coretest.MeteredTown(t, "ENEDIS")
	ctx := t.Context()
	october := coretest.Days("2026-10-01", "2026-10-31")
	f.Load(coretest.TownMonth(october)...)
	last, ok, err := f.Billable.LastDefinitive(ctx, f.Operation)
	require.NoError(t, err)
	require.True(t, ok)
	require.Equal(t, october.Last(), last)

	_, err = f.DB.Pool().Exec(ctx, "update participants set is_prosumer = true where id = $1", f.Sites["Martin"])
	require.NoError(t, err)
	require.NoError(t, f.DB.Enclose(ctx, func(ctx context.Context) error { return f.Rollup.Rebuild(ctx, f.Operation, october) }))
	lacks, err := f.Billable.Readiness(ctx, f.Operation, nil, october)
	require.NoError(t, err)
	require.Len(t, lacks, 1)
	require.Len(t, lacks[billable.Billed{ParticipantID: f.Sites["Martin"], Side: metering.Producer}], 31)
	_, ok, err = f.Billable.LastDefinitive(ctx, f.Operation)
	require.NoError(t, err)
	require.False(t, ok)

	f.Load(coretest.Constant(civil.Paris, metering.Prod, curvefile.StatusDefinitive, october, map[string]int64{"10000000000005": 1000}))
	lacks, err = f.Billable.Readiness(ctx, f.Operation, nil, october)
	require.NoError(t, err)
	require.Empty(t, lacks)
}

// TestAGapIsNotBilled: a day with a gap is named, until a corrective file mends it; what
// bills rest on then has another fingerprint.
func TestAGapIsNotBilled(t *testing.T) {
	t.Parallel()
	f := coretest.HoledTown(t)
	ctx, october := t.Context(), coretest.October.Range()
	missing, err := f.Billable.Readiness(ctx, f.Operation, nil, october)
	require.NoError(t, err)
	require.Equal(t, map[billable.Billed][]civil.Date{{ParticipantID: f.Sites["Boulangerie"], Side: metering.Consumer}: {civil.NewDate(2026, 10, 14)}}, missing)
	missing, err = f.Billable.Readiness(ctx, f.Operation, []id.ID{f.Sites["Martin"]}, october)
	require.NoError(t, err)
	require.Empty(t, missing, "of those asked for")
	missing, err = f.Billable.Readiness(ctx, f.Operation, nil, coretest.Days("2026-10-15", "2026-10-31"))
	require.NoError(t, err)
	require.Empty(t, missing, "of the days asked for")
	print := func() []byte {
		sum, err := f.Billable.Fingerprint(ctx, f.Operation, []id.ID{f.Sites["Boulangerie"]}, october)
		require.NoError(t, err)
		return sum
	}
	before := print()
	last, ok, err := f.Billable.LastDefinitive(ctx, f.Operation)
	require.NoError(t, err)
	require.True(t, ok)
	require.Equal(t, civil.NewDate(2026, 9, 30), last, "October has a hole")

	// The corrective file mends one day of one site.
	fixed := f.Load(coretest.TownMonth(october)...)
	require.Equal(t, []int{1, 1}, []int{fixed.ChangedSites, fixed.ChangedDays})
	missing, err = f.Billable.Readiness(ctx, f.Operation, nil, october)
	require.NoError(t, err)
	require.Empty(t, missing)
	require.NotEqual(t, before, print())
	last, _, err = f.Billable.LastDefinitive(ctx, f.Operation)
	require.NoError(t, err)
	require.Equal(t, october.Last(), last)
	require.Equal(t, 4, f.Count("select count(*) from series_months where superseded_at is not null"), "Conso and Autoconso of the site, Autoconso and Surplus of the producer")
}

// TestTheEnergiesOfAMonth are what keys share: columns of those that have a curve, and the
// names of those that have none or gaps.
func TestTheEnergiesOfAMonth(t *testing.T) {
	t.Parallel()
	f := coretest.HoledTown(t)
	f.AddSite(coretest.MeteredSite{Name: "Late", DsoID: "10000000000099", From: "2026-10-01"})
	e, err := f.Billable.Energies(t.Context(), f.Operation, coretest.October)
	require.NoError(t, err)
	require.Equal(t, []int{5, 1, 31*96 + 4, 100}, []int{len(e.Consumers), len(e.Producers), e.N, e.Starts[25] - e.Starts[24]})
	name := func(sites []metering.Site) (names []string) {
		for _, s := range sites {
			names = append(names, s.Name)
		}
		return names
	}
	require.Equal(t, []string{"Boulangerie"}, name(e.Gaps))
	require.Equal(t, []string{"Late"}, name(e.Without))
	require.Equal(t, e.N, e.Quality.Count(loadcurve.Missing), "who sent nothing leaves every step open")
	for i, site := range e.Consumers {
		want := energy.MilliWh(coretest.TownConso[site.DsoID] * 250)
		require.Equal(t, want, e.Consumption[i][0], site.Name)
		if site.Name == "Boulangerie" {
			want = 0
		}
		require.Equal(t, want, e.Consumption[i][e.Starts[13]], site.Name)
	}
	_, err = f.Billable.Energies(t.Context(), id.New(), coretest.October)
	require.Error(t, err)
}

// TestWhatWasReceivedStandsBesideTheExpectation, day by day and step by step.
func TestWhatWasReceivedStandsBesideTheExpectation(t *testing.T) {
	t.Parallel()
	f := coretest.HoledTown(t)
	ctx := t.Context()
	e, err := f.Billable.Energies(ctx, f.Operation, coretest.October)
	require.NoError(t, err)
	x := billable.Expectation{Month: e.Month, Step: e.Step, Consumers: e.Consumers, Missing: make([]bool, e.N)}
	for range e.Consumers {
		x.Shared = append(x.Shared, make([]energy.MilliWh, e.N))
		for i := range e.N {
			x.Shared[len(x.Shared)-1][i] = 1000
		}
	}
	x.Missing[e.Starts[4]] = true // a step of the fifth day
	put := func(write bool) (sites, different int) {
		t.Helper()
		require.NoError(t, f.DB.Enclose(ctx, func(ctx context.Context) (err error) {
			sites, different, err = f.Billable.PutExpectation(ctx, f.Operation, x, write)
			return err
		}))
		return sites, different
	}
	for _, want := range []struct {
		write     bool
		different int
	}{{false, 5}, {true, 5}, {true, 0}} {
		sites, different := put(want.write)
		require.Equal(t, []int{5, want.different}, []int{sites, different})
	}
	x.Shared[0][9]++
	_, different := put(false)
	require.Equal(t, 1, different, "one mWh at one step")

	received, err := f.Billable.Received(ctx, f.Operation, coretest.Days("2026-10-04", "2026-10-14"))
	require.NoError(t, err)
	require.Len(t, received, 5)
	for _, site := range received {
		require.Len(t, site.Days, 11)
		perDay := energy.MilliWh(coretest.TownAutoconso[site.DsoID] * 250 * 96)
		require.Equal(t, billable.ReceivedDay{Day: coretest.Date("2026-10-04"), DSO: perDay, Expected: 96_000, Both: true}, site.Days[0])
		require.False(t, site.Days[1].Both, "a step of ours is not known")
		require.Equal(t, site.Name != "Boulangerie", site.Days[10].Both, "the operator's has a gap")
	}
	at := func(dsoID string, step int) (energy.MilliWh, bool) {
		v, ok, err := f.Billable.ReceivedAt(ctx, f.Operation, dsoID, coretest.October, e.Step, step)
		require.NoError(t, err)
		return v, ok
	}
	v, ok := at("10000000000004", 7)
	require.Equal(t, []any{energy.MilliWh(3750 * 250), true}, []any{v, ok})
	for step := range e.N + 1 {
		v, ok := at("10000000000004", step)
		known := step < e.N && (step < e.Starts[13] || step >= e.Starts[14])
		require.Equal(t, []any{known, known}, []any{ok, v == 3750*250}, "the gap of a day is not known, nor what lies after the month: %d", step)
		if !known {
			require.Zero(t, v)
		}
	}
	v, ok = at("nobody", 7)
	require.Equal(t, []any{energy.MilliWh(0), false}, []any{v, ok})
}

// TestWhatPmoPublishedIsCompared by its values; where they differ the month is shared again.
func TestWhatPmoPublishedIsCompared(t *testing.T) {
	t.Parallel()
	f := coretest.Neighbours(t)
	ctx := t.Context()
	e, err := f.Billable.Energies(ctx, f.Operation, coretest.October)
	require.NoError(t, err)
	x := billable.Expectation{Month: e.Month, Step: e.Step, Consumers: e.Consumers, Missing: make([]bool, e.N)}
	for range e.Consumers {
		x.Shared = append(x.Shared, make([]energy.MilliWh, e.N))
	}
	before, _ := coretest.Shared(f, coretest.October.Range())
	require.NoError(t, f.DB.Enclose(ctx, func(ctx context.Context) error {
		sites, different, err := f.Billable.PutExpectation(ctx, f.Operation, x, true)
		require.Equal(t, []int{3, 3}, []int{sites, different}, "C and D have one meter")
		return err
	}))
	after, _ := coretest.Shared(f, coretest.October.Range())
	require.Equal(t, before, after, "by its key, not by what is handed in")
}

// TestPairsInDoubt are told for the occupant of the day.
func TestPairsInDoubt(t *testing.T) {
	t.Parallel()
	f := coretest.Neighbours(t)
	add := func(dsoID string, kind metering.FindingKind, day string) {
		f.Exec("insert into operation_findings (operation_id, month, dso_id, side, kind, day, steps, energy) values ($1, '2026-10-01', $2, 1, $3, $4::text::date, 4, 500)",
			f.Operation, dsoID, int16(kind), day)
	}
	add("10000000000003", metering.PairsContradict, "2026-10-21")
	add("10000000000003", metering.PairsContradict, "2026-10-18")
	add("10000000000003", metering.PairsContradict, "2026-10-19")
	add("10000000000001", metering.ReceivedAboveConsumed, "2026-10-18")
	days, err := f.Billable.PairsInDoubt(t.Context(), f.Operation, coretest.Days("2026-10-19", "2026-10-31"))
	require.NoError(t, err)
	require.Equal(t, map[id.ID][]civil.Date{f.Sites["C"]: {coretest.Date("2026-10-19")}, f.Sites["D"]: {coretest.Date("2026-10-21")}}, days)
	doubts, err := f.Billable.Doubts(t.Context(), f.Operation, coretest.October.Range())
	require.NoError(t, err)
	require.Len(t, doubts, 3)
	require.Equal(t, []any{coretest.Date("2026-10-18"), 4, energy.MilliWh(500)}, []any{doubts[0].Day, doubts[0].Steps, doubts[0].Energy})
	none, err := f.Billable.Doubts(t.Context(), f.Operation, coretest.Days("2026-09-01", "2026-09-30"))
	require.NoError(t, err)
	require.Empty(t, none)
}
