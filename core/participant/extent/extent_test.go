package extent

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/party"
)

var today = civil.NewDate(2026, 11, 6)

func at(name string, latitude, longitude float64) participant.Participant {
	return participant.Participant{ID: id.ID(name), Name: name, EnergyType: participant.Consumer, PostCode: "26000", Position: &party.Position{Latitude: latitude, Longitude: longitude}}
}

func TestTheTwoFarthestSitesAreMeasured(t *testing.T) {
	t.Parallel()
	// Known: the Eiffel tower and Notre-Dame de Paris are 4.1 km apart.
	eiffel, dame, louvre := at("Eiffel", 48.8583701, 2.2944813), at("Notre-Dame", 48.8529682, 2.3499021), at("Louvre", 48.8606111, 2.337644)
	unplaced := at("Mairie", 0, 0)
	unplaced.Position = nil
	left := at("Lyon", 45.76, 4.84)
	left.Activation = &civil.Range{From: today - 100, To: today}
	e := Of(dso.France, []participant.Participant{eiffel, louvre, unplaced, dame, left}, today)
	require.InDelta(t, 4098, *e.Metres, 25)
	require.Equal(t, []string{"Eiffel", "Notre-Dame"}, []string{e.Farthest[0].Name, e.Farthest[1].Name})
	require.Equal(t, []Limit{{Extended, 2000, false}, {PeriUrban, 10000, true}, {Rural, 20000, true}}, e.Limits)
	require.Equal(t, 4, e.Sites, "who has left is not looked at")
	require.Equal(t, "Mairie", e.Unplaced[0].Name)
	require.Nil(t, e.Cap, "nobody produces")

	alone := Of(dso.France, []participant.Participant{eiffel, unplaced}, today)
	require.Nil(t, alone.Metres)
	require.Empty(t, alone.Limits, "nothing is known of one")
	require.Empty(t, Of(dso.Belgium, []participant.Participant{eiffel, dame}, today).Limits, "none in Brussels")
	same := Of(dso.France, []participant.Participant{eiffel, eiffel}, today)
	require.Zero(t, *same.Metres)
	require.True(t, same.Limits[0].Within)
}

func TestThePowerOfProducersStaysUnderTheCapOfTheDay(t *testing.T) {
	t.Parallel()
	producer := func(name string, watts int64) participant.Participant {
		p := at(name, 45, 5)
		p.EnergyType = participant.Producer
		if watts > 0 {
			p.ContractPower = &watts
		}
		return p
	}
	of := func(day civil.Date, ps ...participant.Participant) Extent { return Of(dso.France, ps, day) }
	e := of(today, producer("A", 3_000_000), producer("B", 1_999_999), producer("C", 0))
	require.Equal(t, &Cap{Mainland, 5_000_000, true}, e.Cap)
	require.Equal(t, int64(4_999_999), e.Watts)
	require.Equal(t, "C", e.Powerless[0].Name, "named, and not counted")
	require.False(t, of(today, producer("A", 5_000_000)).Cap.Within, "under it, not at it")
	require.Equal(t, &Cap{Mainland, 3_000_000, false}, of(amended-1, producer("A", 3_000_000)).Cap, "dated")
	require.True(t, of(amended, producer("A", 3_000_000)).Cap.Within)
	corsica := producer("A", 600_000)
	corsica.PostCode = "20000"
	require.Equal(t, &Cap{Islands, 500_000, false}, of(today, corsica).Cap)
	require.Nil(t, Of(dso.Belgium, []participant.Participant{producer("A", 1)}, today).Cap)
}

// TestTheFarthestIsTheGreatestOfAllPairs, compared with looking at each pair by itself.
func TestTheFarthestIsTheGreatestOfAllPairs(t *testing.T) {
	t.Parallel()
	var placed []participant.Participant
	for i := range 40 {
		placed = append(placed, at("s", 45+float64(i*i%17)/300, 5+float64(i*7%23)/300))
	}
	_, _, most, ok := farthest(placed)
	require.True(t, ok)
	for i := range placed {
		for j := range i {
			_, _, metres, _ := farthest([]participant.Participant{placed[i], placed[j]})
			require.LessOrEqual(t, metres, most)
		}
	}
}
