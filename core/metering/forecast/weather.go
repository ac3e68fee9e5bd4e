package forecast

import (
	"context"
	"time"

	"github.com/openpmo/pmo/core/metering"
)

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
	// Serves reports whether the weather of a place is known at all.
	Serves(p metering.Place) bool
	// Hours lists the hours that begin in [from, to), ascending; what is not known is
	// left out. Error: weather.unavailable.
	Hours(ctx context.Context, p metering.Place, from, to time.Time) ([]WeatherHour, error)
}
