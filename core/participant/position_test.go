package participant_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/party"
)

func TestWhereASiteIs(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	o := w.operation(t, "A", dso.Fake)
	at := func(v float64) party.Coordinate { return party.Coordinate{Given: true, Value: &v} }
	in := consumer(o.ID, prm, day("2026-01-01"), nil)
	in.Position = party.PositionChange{Latitude: at(48.35), Longitude: at(-1.2)}
	site := w.create(t, in)
	require.Equal(t, &party.Position{Latitude: 48.35, Longitude: -1.2}, site.Position)
	moved, err := w.s.Update(t.Context(), admin, participant.UpdateInput{ParticipantID: site.ID, Position: party.PositionChange{Longitude: at(2)}})
	require.NoError(t, err)
	require.Equal(t, &party.Position{Latitude: 48.35, Longitude: 2}, moved.Position)
	require.Equal(t, site.Version+1, moved.Version)
	same, err := w.s.Update(t.Context(), admin, participant.UpdateInput{ParticipantID: site.ID, Position: party.PositionChange{Longitude: at(2)}})
	require.NoError(t, err)
	require.Equal(t, moved.Version, same.Version, "the same place is no change")
	for key, change := range map[string]party.PositionChange{
		"latitude.invalid": {Latitude: at(-90.5)}, "longitude.invalid": {Longitude: at(180.5)}, "position.incomplete": {Latitude: party.Coordinate{Given: true}},
	} {
		_, err := w.s.Update(t.Context(), admin, participant.UpdateInput{ParticipantID: site.ID, Position: change})
		require.Equal(t, key, fault.KeyOf(err))
	}
	gone, err := w.s.Update(t.Context(), admin, participant.UpdateInput{ParticipantID: site.ID,
		Position: party.PositionChange{Latitude: party.Coordinate{Given: true}, Longitude: party.Coordinate{Given: true}}})
	require.NoError(t, err)
	require.Nil(t, gone.Position)
}
