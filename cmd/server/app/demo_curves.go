package app

import (
	"github.com/openpmo/pmo/core/allocation/share"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
)

// shareOut plays a grid operator that is not FAKE: it adds to the consumption and
// production of a month what each consumer received (pro rata, the legal default)
// and what each producer gave and kept.
func shareOut(set *metering.Dataset) error {
	var consumers, producers []metering.Readings
	for _, r := range set.Readings {
		switch {
		case len(r.Runs) != 1:
			continue
		case r.Nature == metering.Prod:
			producers = append(producers, r)
		case r.Nature == metering.Conso:
			consumers = append(consumers, r)
		}
	}
	if len(consumers) == 0 || len(producers) == 0 {
		return nil
	}
	received, given, err := prorata(columns(consumers), columns(producers))
	if err != nil {
		return err
	}
	for i, r := range consumers {
		set.Readings = append(set.Readings, like(r, metering.Autoconso, received[i]))
	}
	for i, r := range producers {
		rest := make([]energy.MilliWh, len(given[i]))
		for t, produced := range r.Runs[0].Values {
			rest[t] = produced - given[i][t]
		}
		set.Readings = append(set.Readings, like(r, metering.Autoconso, given[i]), like(r, metering.Surplus, rest))
	}
	return nil
}

func columns(readings []metering.Readings) [][]energy.MilliWh {
	all := make([][]energy.MilliWh, len(readings))
	for i, r := range readings {
		all[i] = r.Runs[0].Values
	}
	return all
}

// like is a reading of the same site, steps and quality, of another nature.
func like(r metering.Readings, nature metering.Nature, values []energy.MilliWh) metering.Readings {
	run := r.Runs[0]
	run.Values = values
	r.Nature, r.Runs = nature, []metering.Run{run}
	return r
}

// prorata shares all production among the consumers, and says what each producer
// gave of it, in proportion to what it produced.
func prorata(consumption, production [][]energy.MilliWh) (received, given [][]energy.MilliWh, err error) {
	steps := len(production[0])
	total := make([]energy.MilliWh, steps)
	for _, p := range production {
		for t, e := range p {
			total[t] += e
		}
	}
	received = empty(len(consumption), steps)
	var kernel share.Kernel
	if err := kernel.Prorata(received, total, consumption); err != nil {
		return nil, nil, err
	}
	shared := make([]energy.MilliWh, steps)
	for _, r := range received {
		for t, e := range r {
			shared[t] += e
		}
	}
	split, err := share.NewProducers(production)
	if err != nil {
		return nil, nil, err
	}
	given = empty(len(production), steps)
	return received, given, split.Split(given, shared)
}

func empty(columns, steps int) [][]energy.MilliWh {
	all := make([][]energy.MilliWh, columns)
	for i := range all {
		all[i] = make([]energy.MilliWh, steps)
	}
	return all
}
