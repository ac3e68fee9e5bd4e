package app

import (
	"context"
	"time"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/share"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
)

// gridOperator plays an operator that is not FAKE and shares by the operation's key, as
// one does that has applied what it was sent.
type gridOperator struct {
	sites map[string]id.ID // participants by number
	spans []allocation.Span
}

// gridOperator knows the key of some days.
func (d *demo) gridOperator(ctx context.Context, operationID id.ID, days civil.Range) (gridOperator, error) {
	o := gridOperator{sites: map[string]id.ID{}}
	participants, err := postgres.NewParticipants(d.db).OfOperation(ctx, operationID)
	if err != nil {
		return o, err
	}
	for _, p := range participants {
		o.sites[p.DsoID] = p.ID
	}
	o.spans, err = d.Services.Allocation.KeysIn(ctx, operationID, days)
	return o, err
}

// shareOut adds to the consumption and production of a month what each consumer received
// and what each producer gave and kept. days are those of the set.
func (o gridOperator) shareOut(set *metering.Dataset, days civil.Range) error {
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
	received, given, err := o.share(days, consumers, producers)
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

// share is what consumers received and producers gave on the days of a set.
func (o gridOperator) share(days civil.Range, consumers, producers []metering.Readings) (received, given [][]energy.MilliWh, err error) {
	consumption, production := columns(consumers), columns(producers)
	steps := len(production[0])
	received, given = empty(len(consumers), steps), empty(len(producers), steps)
	for _, span := range o.spans {
		on := span.Days.Intersect(days)
		if on.IsEmpty() {
			continue
		}
		shares, err := span.For(o.ids(consumers), o.ids(producers))
		if err != nil {
			return nil, nil, err
		}
		from := civil.Paris.StepsIn(civil.Range{From: days.From, To: on.From}, demoStep)
		to := from + civil.Paris.StepsIn(on, demoStep)
		err = shareBy(shares, cut(received, from, to), cut(given, from, to), cut(consumption, from, to), cut(production, from, to))
		if err != nil {
			return nil, nil, err
		}
	}
	return received, given, nil
}

func (o gridOperator) ids(readings []metering.Readings) []id.ID {
	out := make([]id.ID, len(readings))
	for i, r := range readings {
		out[i] = o.sites[r.DsoID]
	}
	return out
}

// demoStep is that of the demo's curves.
const demoStep = 15 * time.Minute

func cut(columns [][]energy.MilliWh, from, to int) [][]energy.MilliWh {
	out := make([][]energy.MilliWh, len(columns))
	for i, c := range columns {
		out[i] = c[from:to]
	}
	return out
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

// shareBy shares by one key. Of a key that pools all production each producer gave in
// proportion to what it produced.
func shareBy(shares *allocation.Shares, received, given, consumption, production [][]energy.MilliWh) error {
	if shares.ByProducer() {
		pairs := make([][][]energy.MilliWh, len(production))
		for p := range pairs {
			pairs[p] = empty(len(consumption), len(production[p]))
		}
		if err := shares.AllocatePairs(pairs, production, consumption); err != nil {
			return err
		}
		for p, of := range pairs {
			addUp(given[p], of)
		}
		return share.Received(received, pairs)
	}
	total, shared := make([]energy.MilliWh, len(production[0])), make([]energy.MilliWh, len(production[0]))
	addUp(total, production)
	if err := shares.Allocate(received, total, consumption); err != nil {
		return err
	}
	addUp(shared, received)
	split, err := share.NewProducers(production)
	if err != nil {
		return err
	}
	return split.Split(given, shared)
}

// prorata shares by the rule of the law.
func prorata(consumption, production [][]energy.MilliWh) (received, given [][]energy.MilliWh, err error) {
	received, given = empty(len(consumption), len(production[0])), empty(len(production), len(production[0]))
	shares, err := allocation.Span{Key: allocation.Key{Type: allocation.ByDefault}}.For(make([]id.ID, len(consumption)), nil)
	if err != nil {
		return nil, nil, err
	}
	return received, given, shareBy(shares, received, given, consumption, production)
}

func addUp(sum []energy.MilliWh, columns [][]energy.MilliWh) {
	for _, c := range columns {
		for t, v := range c {
			sum[t] += v
		}
	}
}

func empty(columns, steps int) [][]energy.MilliWh {
	all := make([][]energy.MilliWh, columns)
	for i := range all {
		all[i] = make([]energy.MilliWh, steps)
	}
	return all
}
