package readings_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres/meteringstore"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/policy"
)

// lineTown has the lines of two months of a monthly file: the flat changed hands with
// October.
func lineTown(t *testing.T) *coretest.Metering {
	m := coretest.NewMetering(t, "SIBELGA", coretest.MeteredSite{Name: "Anna", DsoID: "541448920000000027", From: "2026-01-01", To: "2026-10-01"},
		coretest.MeteredSite{Name: "Bram", DsoID: "541448920000000027", From: "2026-10-01"},
		coretest.MeteredSite{Name: "Toit", DsoID: "541448920000000010", Producer: true, From: "2026-01-01"})
	for month, shared := range map[civil.Month]energy.MilliWh{september: 5, september + 1: 7} {
		of := metering.RegisterMonths{}
		for _, line := range []metering.RegisterVolume{
			{DsoID: "541448920000000027", Register: metering.RegisterHigh, Meter: "1", Shared: shared},
			{DsoID: "541448920000000027", Register: metering.RegisterLow, Meter: "1", Shared: 2 * shared},
			{DsoID: "541448920000000010", Register: metering.RegisterTotal, Meter: "2", Given: 3 * shared}} {
			line.Days = month.Range()
			of.Volumes = append(of.Volumes, line)
		}
		of.Costs = []metering.NetworkCost{{DsoID: "541448920000000027", Days: month.Range(), NetworkCosts: metering.NetworkCosts{Total: 100, Told: true}}}
		require.NoError(t, meteringstore.NewRegisters(m.DB).Replace(t.Context(), m.Operation, m.AnImport(), []civil.Month{month}, of))
	}
	return m
}

var september = civil.NewMonth(2026, 9)

// TestLinesOfAMonthlyFileBelongToWhoHeldThePointThen: a participant reads those of its own
// time, and nobody else's.
func TestLinesOfAMonthlyFileBelongToWhoHeldThePointThen(t *testing.T) {
	t.Parallel()
	m := lineTown(t)
	both := civil.Range{From: september.First(), To: (september + 2).First()}
	read := func(p policy.Principal) (lines, costs int, holders []string) {
		r, err := m.Readings.OperationRegisters(t.Context(), p, m.Operation, both)
		require.NoError(t, err)
		for _, v := range r.Volumes {
			holders = append(holders, r.Holder(v.DsoID, v.Days).Name)
		}
		return len(r.Volumes), len(r.Costs), holders
	}
	r, err := m.Readings.OperationRegisters(t.Context(), m.Organizer, m.Operation, both)
	require.NoError(t, err)
	require.Empty(t, r.Holder("541448920000000027", both).Name, "two had it in turn: nobody held it on all of these days")
	lines, costs, holders := read(m.Organizer)
	require.Equal(t, []int{6, 2}, []int{lines, costs})
	require.ElementsMatch(t, []string{"Anna", "Anna", "Toit", "Bram", "Bram", "Toit"}, holders)
	for name, want := range map[string][2]int{"Anna": {2, 1}, "Bram": {2, 1}, "Toit": {2, 0}} {
		lines, costs, holders := read(m.SiteAccount(name, civil.Range{From: coretest.Date("2026-01-01"), To: civil.Forever}))
		require.Equal(t, want, [2]int{lines, costs}, name)
		require.NotContains(t, holders, map[string]string{"Anna": "Bram", "Bram": "Anna", "Toit": "Anna"}[name])
	}
	_, _, late := read(m.SiteAccount("Bram", civil.Range{From: coretest.Date("2026-10-02"), To: civil.Forever}))
	require.Empty(t, late, "a line is of its whole month")
	_, err = m.Readings.OperationRegisters(t.Context(), m.Organizer, m.Operation, civil.Range{From: both.To, To: both.From})
	require.ErrorIs(t, err, metering.ErrOrder)
	_, err = m.Readings.OperationRegisters(t.Context(), policy.Principal{Role: policy.RoleOrganizer}, m.Operation, both)
	require.ErrorIs(t, err, policy.ErrNotFound)
}

// TestLinesAreOfEachMonth: volumes and costs of all months that are asked for.
func TestLinesAreOfEachMonth(t *testing.T) {
	t.Parallel()
	m := lineTown(t)
	all, err := m.Readings.Lines(t.Context(), m.Operation, []civil.Month{september, september + 1, september + 2})
	require.NoError(t, err)
	require.Equal(t, []int{6, 2}, []int{len(all.Volumes), len(all.Costs)})
	require.Equal(t, []civil.Range{september.Range(), (september + 1).Range()}, []civil.Range{all.Costs[0].Days, all.Costs[1].Days})
}

// TestRegistersOfEachHolder: what is billed of some days is what the meter counted on
// whole months of them.
func TestRegistersOfEachHolder(t *testing.T) {
	t.Parallel()
	m := lineTown(t)
	got, err := m.Readings.RegistersOf(t.Context(), m.Operation, civil.Range{From: september.First(), To: (september + 2).First()})
	require.NoError(t, err)
	require.Len(t, got, 3)
	anna, bram, roof := got[m.Sites["Anna"]], got[m.Sites["Bram"]], got[m.Sites["Toit"]]
	require.Equal(t, map[metering.Register]energy.MilliWh{metering.RegisterHigh: 5, metering.RegisterLow: 10}, anna.Volumes)
	require.Equal(t, map[metering.Register]energy.MilliWh{metering.RegisterHigh: 7, metering.RegisterLow: 14}, bram.Volumes)
	require.EqualValues(t, 15+21, roof.Given)
	require.Equal(t, []bool{true, true, true}, []bool{anna.Whole, bram.Whole, roof.Whole})
	require.Equal(t, []any{september.Range(), false, true}, []any{anna.Costs[0].Days, anna.CostsTorn, anna.CostsLacking.IsEmpty()})
	require.Equal(t, civil.Range{From: september.First(), To: (september + 2).First()}, roof.CostsLacking, "nobody told them")

	got, err = m.Readings.RegistersOf(t.Context(), m.Operation, civil.Range{From: september.First() + 9, To: (september + 1).First()})
	require.NoError(t, err)
	require.Len(t, got, 2, "Bram is not there yet")
	require.False(t, got[m.Sites["Anna"]].Whole, "a register cannot be divided")
	require.True(t, got[m.Sites["Anna"]].CostsTorn, "nor can a cost")
	require.Empty(t, got[m.Sites["Anna"]].Volumes)
}

// TestAnImportTakesBackItsLinesAndReadings: those that it replaced are there again; a later
// one that stands on them is named.
func TestAnImportTakesBackItsLinesAndReadings(t *testing.T) {
	t.Parallel()
	m := readingTown(t)
	ctx, s, months := t.Context(), m.Readings, []civil.Month{september + 1}
	lines := func(shared energy.MilliWh) metering.RegisterMonths {
		return metering.RegisterMonths{Volumes: []metering.RegisterVolume{{DsoID: readConsumer, Days: months[0].Range(), Register: metering.RegisterHigh, Meter: "1", Shared: shared}}}
	}
	imports := []id.ID{m.AnImport(), m.AnImport()}
	for n, by := range imports {
		require.NoError(t, s.ReplaceLines(ctx, m.Operation, by, months, lines(energy.MilliWh(5+n))))
		checks, err := s.Keep(ctx, m.Operation, by, m.Clock, []metering.PeriodReading{periodReading(metering.Autoconso, metering.Consumer, energy.MilliWh(298+n))}, nil)
		require.NoError(t, err)
		require.Len(t, checks, 1)
		require.Equal(t, n == 1, checks[0].Differs(), "298 kWh were shared")
	}
	registers, err := s.RegistersBefore(ctx, m.Operation, months[0]+1)
	require.NoError(t, err)
	require.Equal(t, map[string][]metering.Register{readConsumer: {metering.RegisterHigh}}, registers)
	of, later, err := s.Written(ctx, m.Operation, imports[0])
	require.NoError(t, err)
	require.Equal(t, imports[1], later)
	require.Empty(t, of, "nothing of it is in force")
	of, later, err = s.Written(ctx, m.Operation, imports[1])
	require.NoError(t, err)
	require.Empty(t, later)
	require.Equal(t, months, of)

	require.NoError(t, s.Restore(ctx, m.Operation, imports[1]))
	stored, err := s.Lines(ctx, m.Operation, months)
	require.NoError(t, err)
	require.Equal(t, lines(5), stored)
	known, err := s.Known(ctx, m.Operation, []metering.PeriodReading{periodReading(metering.Autoconso, metering.Consumer, 1)})
	require.NoError(t, err)
	require.Len(t, known, 1)
	require.Equal(t, []any{298 * energy.KilowattHour, imports[0]}, []any{known[0].Energy, known[0].ImportID})

	// What is only asked about is compared, and not kept.
	checks, err := s.Compare(ctx, m.Operation, []metering.PeriodReading{periodReading(metering.Autoconso, metering.Consumer, 300)})
	require.NoError(t, err)
	require.Len(t, checks, 1)
	require.True(t, checks[0].Differs())
	again, err := s.Known(ctx, m.Operation, []metering.PeriodReading{periodReading(metering.Autoconso, metering.Consumer, 1)})
	require.NoError(t, err)
	require.Equal(t, known, again)
}
