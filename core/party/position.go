package party

// Position is a place in degrees, WGS 84.
type Position struct{ Latitude, Longitude float64 }

// Check refuses degrees off the globe, and what is no number.
// Errors: latitude.invalid, longitude.invalid.
func (p Position) Check() error {
	if !(p.Latitude >= -90 && p.Latitude <= 90) {
		return ErrLatitude
	}
	if !(p.Longitude >= -180 && p.Longitude <= 180) {
		return ErrLongitude
	}
	return nil
}

// Coordinate is one of the two numbers of a position in a change: not given leaves it
// as it is, given without a value takes it away.
type Coordinate struct {
	Given bool
	Value *float64
}

// PositionChange changes a position; zero changes nothing.
type PositionChange struct{ Latitude, Longitude Coordinate }

// Apply is the position after the change; nil = none. before stays as it is.
// Errors: latitude.invalid, longitude.invalid, position.incomplete.
func (c PositionChange) Apply(before *Position) (*Position, error) {
	if !c.Latitude.Given && !c.Longitude.Given {
		return before, nil
	}
	var latitude, longitude *float64
	if before != nil {
		latitude, longitude = &before.Latitude, &before.Longitude
	}
	if c.Latitude.Given {
		latitude = c.Latitude.Value
	}
	if c.Longitude.Given {
		longitude = c.Longitude.Value
	}
	switch {
	case latitude == nil && longitude == nil:
		return nil, nil
	case latitude == nil:
		return before, ErrPositionHalf.At("latitude")
	case longitude == nil:
		return before, ErrPositionHalf.At("longitude")
	}
	after := Position{Latitude: *latitude, Longitude: *longitude}
	if err := after.Check(); err != nil {
		return before, err
	}
	return &after, nil
}
