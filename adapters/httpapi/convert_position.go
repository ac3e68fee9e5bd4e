package httpapi

import (
	"github.com/oapi-codegen/nullable"

	"github.com/openpmo/pmo/core/party"
)

// toAPIPosition is a latitude and a longitude, or neither.
func toAPIPosition(p *party.Position) (latitude, longitude *float64) {
	if p == nil {
		return nil, nil
	}
	return &p.Latitude, &p.Longitude
}

// positionOf is the position that a new object is given.
func positionOf(latitude, longitude *float64) party.PositionChange {
	return party.PositionChange{Latitude: party.Coordinate{Given: latitude != nil, Value: latitude},
		Longitude: party.Coordinate{Given: longitude != nil, Value: longitude}}
}

func positionChange(latitude, longitude nullable.Nullable[float64]) party.PositionChange {
	return party.PositionChange{Latitude: party.Coordinate(patch(latitude)), Longitude: party.Coordinate(patch(longitude))}
}
