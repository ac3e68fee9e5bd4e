package metering_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/policy"
)

func TestNaturesHaveTheNamesOfTheContract(t *testing.T) {
	t.Parallel()
	for _, n := range metering.Natures() {
		read, err := metering.ParseNature(n.String())
		require.NoError(t, err)
		require.Equal(t, n, read)
		require.Equal(t, n == metering.ProdExt || n == metering.ConsExt, n.External())
	}
	for _, word := range []string{"", "conso", "Complement", "ACI"} {
		_, err := metering.ParseNature(word)
		require.ErrorIs(t, err, metering.ErrNature, "%q is not stored", word)
	}
	require.Equal(t, []metering.Nature{1, 2, 3, 4, 5, 6}, metering.Natures(), "the numbers are stored")
	require.Equal(t, []metering.Nature{7, 8, 9, 10, 11, 12, 13}, []metering.Nature{metering.Complement, metering.ACI, metering.Unmatched, metering.UnmatchedShared,
		metering.UnmatchedACI, metering.WithoutACI, metering.WithoutACIShared}, "of sums too")
	require.Subset(t, metering.Summed(), metering.Natures())
	require.NotContains(t, metering.Summed(), metering.Complement)
}

// TestTheSidesOfAScope: what a global figure adds up.
func TestTheSidesOfAScope(t *testing.T) {
	t.Parallel()
	consumers, producers := []metering.Side{metering.Consumer}, []metering.Side{metering.Producer}
	for n, want := range map[metering.Nature][]metering.Side{metering.Conso: consumers, metering.Autoconso: consumers, metering.Prod: producers,
		metering.Surplus: producers, metering.ACI: producers, metering.ProdExt: {metering.Consumer, metering.Producer}, metering.ConsExt: {metering.Consumer, metering.Producer}} {
		require.Equal(t, want, metering.ScopeGlobal.Sides(n), n)
		require.Equal(t, producers, metering.ScopeProducer.Sides(n), n)
		if n != metering.ACI {
			require.Equal(t, consumers, metering.ScopeConsumer.Sides(n), n)
		}
	}
	require.Equal(t, producers, metering.ScopeConsumer.Sides(metering.ACI), "it belongs to who produces, whoever asks")
	for side, want := range map[metering.Side][]bool{metering.Consumer: {true, false, true}, metering.Producer: {false, true, true}} {
		require.Equal(t, want, []bool{metering.ScopeConsumer.Covers(side), metering.ScopeProducer.Covers(side), metering.ScopeGlobal.Covers(side)})
	}
	require.Equal(t, metering.ScopeGlobal, metering.ScopeOf(metering.NoSide))
}

// TestWhoMaySeeWhatAndWhen: participants themselves only, within their own dates.
func TestWhoMaySeeWhatAndWhen(t *testing.T) {
	t.Parallel()
	year := civil.Range{From: civil.NewDate(2026, 1, 1), To: civil.NewDate(2027, 1, 1)}
	site, other := metering.Site{ParticipantID: id.New(), Period: year}, metering.Site{ParticipantID: id.New(), Period: year}
	me := policy.Principal{Role: policy.RoleParticipant, Sites: []policy.Site{{ParticipantID: site.ParticipantID, Period: civil.Range{From: civil.NewDate(2026, 6, 1), To: civil.Forever}}}}
	require.True(t, metering.MaySee(me, site.ParticipantID))
	require.False(t, metering.MaySee(me, other.ParticipantID))
	require.Equal(t, civil.Range{From: civil.NewDate(2026, 6, 1), To: year.To}, metering.VisibleDays(me, site))
	require.True(t, metering.VisibleDays(me, other).IsEmpty())
	for _, role := range []policy.Role{policy.RoleOrganizer, policy.RoleObserver, policy.RoleAdmin} {
		require.True(t, metering.MaySee(policy.Principal{Role: role}, other.ParticipantID))
		require.Equal(t, year, metering.VisibleDays(policy.Principal{Role: role}, other))
	}
	found, err := metering.FindSite([]metering.Site{other, site}, site.ParticipantID)
	require.NoError(t, err)
	require.Equal(t, site, found)
	_, err = metering.FindSite([]metering.Site{other}, site.ParticipantID)
	require.ErrorIs(t, err, policy.ErrNotFound)
}

func TestRangesOfQuestions(t *testing.T) {
	t.Parallel()
	first := civil.NewDate(2025, 1, 1)
	require.NoError(t, metering.CheckDays(civil.Range{From: first, To: first + 365}))
	require.ErrorIs(t, metering.CheckDays(civil.Range{From: first, To: first + 366}), metering.ErrTooLong)
	require.ErrorIs(t, metering.CheckDays(civil.Range{From: first, To: first}), metering.ErrOrder)
}

func TestSitesAreChosenInTheirOrder(t *testing.T) {
	t.Parallel()
	at := func(from, to int) civil.Range { return civil.Range{From: civil.Date(from), To: civil.Date(to)} }
	a := metering.Site{ParticipantID: "a", DsoID: "1", Side: metering.Consumer, Period: at(10, 20)}
	b := metering.Site{ParticipantID: "b", DsoID: "1", Side: metering.Consumer, Period: at(0, 10)}
	p := metering.Site{ParticipantID: "p", DsoID: "2", Side: metering.Producer, Period: at(30, 40)}
	both := metering.Site{ParticipantID: "q", DsoID: "3", Side: metering.Consumer, Prosumer: true, Period: at(35, 50)}
	all := []metering.Site{a, b, p, both}
	require.Equal(t, []metering.Site{a, p}, metering.Chosen(all, []id.ID{"p", "x", "a"}))
	require.Equal(t, []metering.Site{p, both}, metering.Playing(all, metering.Producer))
	require.Equal(t, []metering.Site{a, b, both}, metering.Playing(all, metering.Consumer))
	require.Equal(t, []civil.Range{at(0, 20), at(30, 50)}, metering.Activation(all))
	require.Equal(t, []metering.Site{b, a}, metering.ByNumber(all)["1"], "occupants by first day")
}

// TestNetworkCostsOfAnAccessPoint add up over its registers, period by period.
func TestNetworkCostsOfAnAccessPoint(t *testing.T) {
	t.Parallel()
	one, two := civil.Range{From: 0, To: 10}, civil.Range{From: 10, To: 31}
	line := func(dsoID string, days civil.Range, r metering.Register, costs metering.NetworkCosts) metering.RegisterVolume {
		return metering.RegisterVolume{DsoID: dsoID, Days: days, Register: r, Costs: costs}
	}
	asked := metering.NetworkCosts{Use: 2, Surcharges: 3, Capacity: 5, Metering: 7, PublicService: 11, Transport: 13, RoadFee: 17, Total: 58, Told: true}
	lines := []metering.RegisterVolume{line("B", one, metering.RegisterTotal, asked), line("A", two, metering.RegisterHigh, asked),
		line("A", two, metering.RegisterLow, asked), line("A", one, metering.RegisterHigh, metering.NetworkCosts{})}
	costs := metering.CostsOf(lines)
	require.Len(t, costs, 2, "none where the file has none")
	require.Equal(t, []any{"B", one, "A", two}, []any{costs[0].DsoID, costs[0].Days, costs[1].DsoID, costs[1].Days})
	require.Equal(t, metering.NetworkCosts{Use: 4, Surcharges: 6, Capacity: 10, Metering: 14, PublicService: 22, Transport: 26, RoadFee: 34, Total: 116, Told: true}, costs[1].NetworkCosts)
	require.Equal(t, asked, costs[0].NetworkCosts)
	nothing, half := metering.NetworkCosts{Told: true}, metering.CostsOf([]metering.RegisterVolume{line("A", one, metering.RegisterHigh, asked), line("A", one, metering.RegisterLow, metering.NetworkCosts{Use: 1})})
	require.Equal(t, nothing, metering.CostsOf([]metering.RegisterVolume{line("A", one, metering.RegisterTotal, nothing)})[0].NetworkCosts, "nothing is a cost too, where it is told")
	require.False(t, half[0].Told, "a total of one register is not that of both")
	months := metering.RegisterMonths{Volumes: lines, Costs: costs}
	require.True(t, months.Equal(metering.RegisterMonths{Volumes: lines, Costs: costs}))
	require.False(t, months.Equal(metering.RegisterMonths{Volumes: lines[1:], Costs: costs}))
	require.False(t, months.Equal(metering.RegisterMonths{Volumes: lines}))
	require.Negative(t, lines[0].Compare(lines[1]), "by period first")
	require.Positive(t, lines[0].Compare(lines[3]), "then by number")
	require.Equal(t, "1970-01", lines[0].Month().String())
}

// TestACorrectiveReadingStays: an initial one that comes later does not replace it.
func TestACorrectiveReadingStays(t *testing.T) {
	t.Parallel()
	initial := metering.PeriodReading{DsoID: "A", Nature: metering.Conso, Side: metering.Consumer, Days: civil.Range{From: 0, To: 31}, Energy: energy.KilowattHour, Rounding: 5, Source: "R15"}
	corrective, same, other := initial, initial, initial
	corrective.Corrective, other.Energy = true, 2*energy.KilowattHour
	require.True(t, initial.ReplacedBy(corrective))
	require.False(t, corrective.ReplacedBy(other))
	require.False(t, initial.ReplacedBy(same), "nothing changes")
	require.True(t, initial.ReplacedBy(other))
	require.Equal(t, initial.Place(), other.Place())
	require.Zero(t, initial.Place().Energy)
}

func TestKilowattHoursAreReadByPeople(t *testing.T) {
	t.Parallel()
	for e, want := range map[energy.MilliWh]string{0: "0.000", 999: "0.000", 1000: "0.001", 1_234_567_890: "1234.567", energy.KilowattHour: "1.000"} {
		require.Equal(t, want, metering.KilowattHours(e))
	}
}

func TestARevisionIsKnown(t *testing.T) {
	t.Parallel()
	require.True(t, metering.Knows([]metering.Revision{"a", "b"}, "b"))
	require.True(t, metering.Knows([]metering.Revision{metering.AnyRevision}, "b"))
	require.False(t, metering.Knows([]metering.Revision{"a"}, "b"))
	require.False(t, metering.Knows(nil, "b"))
}
