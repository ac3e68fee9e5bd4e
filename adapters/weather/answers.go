package weather

import (
	"sync"
	"time"

	"github.com/openpmo/pmo/core/metering/forecast"
)

const (
	// freshFor is how long an answer is used again: a forecast is made every hour.
	freshFor = 30 * time.Minute
	mostKept = 200
)

// question names an answer.
type question struct {
	address  string
	place    Position
	from, to time.Time
}

type kept struct {
	hours []forecast.WeatherHour
	at    time.Time
}

// answers keeps the last answers of a process: a screen asks for the same days again.
type answers struct {
	mu  sync.Mutex
	all map[question]kept
}

// of is the answer at hand, or a new one. Failures are not kept.
func (a *answers) of(q question, now time.Time, ask func() ([]forecast.WeatherHour, error)) ([]forecast.WeatherHour, error) {
	q.from, q.to = q.from.UTC(), q.to.UTC()
	a.mu.Lock()
	known, ok := a.all[q]
	a.mu.Unlock()
	if ok && now.Sub(known.at) < freshFor {
		return known.hours, nil
	}
	hours, err := ask()
	if err != nil {
		return nil, err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.all == nil || len(a.all) >= mostKept {
		a.all = map[question]kept{}
	}
	a.all[q] = kept{hours, now}
	return hours, nil
}
