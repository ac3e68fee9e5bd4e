package site_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/participant/site"
	"github.com/openpmo/pmo/core/party"
)

func TestWhereASiteIs(t *testing.T) {
	t.Parallel()
	w := coretest.NewPerimeter(t)
	o := w.AddOperation(t, "A", dso.Fake)
	at := func(v float64) party.Coordinate { return party.Coordinate{Given: true, Value: &v} }
	in := coretest.Consumer(o.ID, "99100000000017", coretest.Day("2026-01-01"), nil)
	in.Position = party.PositionChange{Latitude: at(48.35), Longitude: at(-1.2)}
	school := w.AddSite(t, in)
	require.Equal(t, &party.Position{Latitude: 48.35, Longitude: -1.2}, school.Position)
	moved, err := w.Site.Update(t.Context(), coretest.Admin, site.UpdateInput{ParticipantID: school.ID, Position: party.PositionChange{Longitude: at(2)}})
	require.NoError(t, err)
	require.Equal(t, &party.Position{Latitude: 48.35, Longitude: 2}, moved.Position)
	require.Equal(t, school.Version+1, moved.Version)
	same, err := w.Site.Update(t.Context(), coretest.Admin, site.UpdateInput{ParticipantID: school.ID, Position: party.PositionChange{Longitude: at(2)}})
	require.NoError(t, err)
	require.Equal(t, moved.Version, same.Version, "the same place is no change")
	for key, change := range map[string]party.PositionChange{
		"latitude.invalid": {Latitude: at(-90.5)}, "longitude.invalid": {Longitude: at(180.5)}, "position.incomplete": {Latitude: party.Coordinate{Given: true}},
	} {
		_, err := w.Site.Update(t.Context(), coretest.Admin, site.UpdateInput{ParticipantID: school.ID, Position: change})
		require.Equal(t, key, fault.KeyOf(err))
	}
	gone, err := w.Site.Update(t.Context(), coretest.Admin, site.UpdateInput{ParticipantID: school.ID,
		Position: party.PositionChange{Latitude: party.Coordinate{Given: true}, Longitude: party.Coordinate{Given: true}}})
	require.NoError(t, err)
	require.Nil(t, gone.Position)
}
