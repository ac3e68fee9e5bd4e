package metering

import (
	"context"
	"time"

	"github.com/openpmo/pmo/core/party"
)

// Place is where the weather is wanted.
type Place struct {
	Operation string          // external id, for services that know places by it
	At        *party.Position // nil = the operation does not say
}

// WeatherHour is the weather of one hour.
type WeatherHour struct {
	Start time.Time
	// Irradiance is the mean light on level ground, W/m².
	Irradiance float64
	// Temperature of the air in °C; nil = not known.
	Temperature *float64
}

// Weather knows the weather of the past and the coming days. It may be nil.
type Weather interface {
	// Serves tells whether the weather of a place is known at all.
	Serves(p Place) bool
	// Hours lists the hours that begin in [from, to), ascending; what is not known is
	// left out. Error: weather.unavailable.
	Hours(ctx context.Context, p Place, from, to time.Time) ([]WeatherHour, error)
}
