package coretest

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/billable"
)

// Meter is constant power: what was shared in each hour, by pair.
type Meter struct {
	mu      sync.Mutex
	Hourly  map[billing.Pair]energy.MilliWh  // mWh an hour
	Missing map[billable.Billed][]civil.Date // what Readiness answers
	Doubted map[id.ID][]civil.Date           // what PairsInDoubt answers
	Extra   map[civil.Month]energy.MilliWh   // more in a month, whatever its days
	Asked   int                              // how often PairEnergy was
	// DailyEnergy: days that are not known of a site, and how often it was asked.
	Unknown   map[id.ID][]civil.Date
	AskedDays int
}

// PairEnergy of billing.Measurements.
func (m *Meter) PairEnergy(_ context.Context, _ id.ID, days civil.Range) (map[billing.Pair]energy.MilliWh, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.Asked++
	out := map[billing.Pair]energy.MilliWh{}
	hours := civil.Paris.StepsIn(days, time.Hour)
	for p, perHour := range m.Hourly {
		out[p] = perHour*energy.MilliWh(hours) + m.Extra[civil.MonthOf(days.From)]
	}
	return out, nil
}

// DailyEnergy of billing.Measurements.
func (m *Meter) DailyEnergy(_ context.Context, _ id.ID, pairs []billing.Pair, days civil.Range) (map[billing.Pair][]energy.MilliWh, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.AskedDays++
	out := map[billing.Pair][]energy.MilliWh{}
	for _, p := range pairs {
		daily := make([]energy.MilliWh, days.Days())
		for i := range daily {
			day := days.From + civil.Date(i)
			daily[i] = m.Hourly[p] * energy.MilliWh(civil.Paris.StepsIn(civil.Range{From: day, To: day + 1}, time.Hour))
			if slices.Contains(m.Unknown[p.ConsumerID], day) {
				daily[i] = metering.Absent
			}
		}
		out[p] = daily
	}
	return out, nil
}

// EnergyAt of billing.Measurements: power is constant, so that hours count for their minutes.
func (m *Meter) EnergyAt(_ context.Context, _ id.ID, asked []metering.AtHours, days civil.Range) (map[metering.AtHours]energy.MilliWh, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	out := map[metering.AtHours]energy.MilliWh{}
	for _, one := range asked {
		perHour := m.Hourly[one.Pair]
		if one.ProducerID.IsZero() {
			for pair, e := range m.Hourly {
				if pair.ConsumerID == one.ConsumerID {
					perHour += e
				}
			}
		}
		from, to := civil.Paris.Span(days)
		for at := from; at.Before(to); at = at.Add(time.Hour) {
			local := at.In(civil.Paris.Location())
			out[one] += perHour * energy.MilliWh(one.Hours.Minutes(civil.Clock(local.Hour()*60), 60)) / 60
		}
	}
	return out, nil
}

// PairsInDoubt of billing.Measurements.
func (m *Meter) PairsInDoubt(context.Context, id.ID, civil.Range) (map[id.ID][]civil.Date, error) {
	return m.Doubted, nil
}

// Readiness of billing.Measurements.
func (m *Meter) Readiness(_ context.Context, _ id.ID, _ []id.ID, _ civil.Range) (map[billable.Billed][]civil.Date, error) {
	return m.Missing, nil
}

// Fingerprint of billing.Measurements.
func (m *Meter) Fingerprint(_ context.Context, _ id.ID, _ []id.ID, days civil.Range) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return fmt.Append(nil, days, m.Extra, m.Hourly), nil
}

// LastDefinitive of billing.Measurements.
func (m *Meter) LastDefinitive(context.Context, id.ID) (civil.Date, bool, error) {
	return 0, false, nil
}
