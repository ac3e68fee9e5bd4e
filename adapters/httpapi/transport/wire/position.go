package wire

import (
	"github.com/oapi-codegen/nullable"

	"github.com/openpmo/pmo/core/party"
)

// ToAPIPosition is a latitude and a longitude, or neither.
func ToAPIPosition(p *party.Position) (latitude, longitude *float64) {
	if p == nil {
		return nil, nil
	}
	return &p.Latitude, &p.Longitude
}

// PositionOf is the position that a new object is given.
func PositionOf(latitude, longitude *float64) party.PositionChange {
	return party.PositionChange{Latitude: party.Coordinate{Given: latitude != nil, Value: latitude},
		Longitude: party.Coordinate{Given: longitude != nil, Value: longitude}}
}

// PositionChange keeps the difference between absent and null.
func PositionChange(latitude, longitude nullable.Nullable[float64]) party.PositionChange {
	return party.PositionChange{Latitude: changedCoordinate(latitude), Longitude: changedCoordinate(longitude)}
}

func changedCoordinate(n nullable.Nullable[float64]) party.Coordinate {
	if !n.IsSpecified() {
		return party.Coordinate{}
	}
	if n.IsNull() {
		return party.Coordinate{Given: true}
	}
	value := n.MustGet()
	return party.Coordinate{Given: true, Value: &value}
}
