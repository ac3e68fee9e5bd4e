package fake

import (
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/metering/forecast"
)

// usualLoss is what the panels of the sky lose under a clear one, so that light is the
// light before that loss.
const usualLoss = 0.8

// Weather is the light of the hours that begin in [from, to), under the same sky as the
// operation's panels.
func (o *Operator) Weather(from, to time.Time) []forecast.WeatherHour {
	var out []forecast.WeatherHour
	for d := o.zone.DateOf(from); d <= o.zone.DateOf(to); d++ {
		s, start := o.sky(d), o.zone.Start(d)
		for i := 0; i+4 <= len(s.light); i += 4 {
			h := forecast.WeatherHour{Start: start.Add(time.Duration(i) * step)}
			if h.Start.Before(from) || !h.Start.Before(to) {
				continue
			}
			for q := range 4 {
				// Thousandths of a thousandth, four quarters, 1 000 W/m².
				h.Irradiance += float64(s.light[i+q]*s.clear[i+q]) / usualLoss / 4 / 1000
			}
			out = append(out, h)
		}
	}
	return out
}

// WeatherUntil is the first day a forecast does not reach.
func WeatherUntil(today civil.Date) civil.Date { return today + 15 }
