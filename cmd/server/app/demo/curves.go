package demo

import (
	"context"
	"slices"
	"time"

	"github.com/openpmo/pmo/adapters/postgres/participantstore"
	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/share"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

// gridOperator plays an operator that is not FAKE and shares by the operation's key, as
// one does that has applied what it was sent.
type gridOperator struct {
	sites map[string]id.ID // participants by number
	spans []allocation.Span
	// seeded is the month in which the demo was made.
	seeded civil.Month
	slip   *slip // what it does wrong; nil = nothing
}

// gridOperator knows the key of some days.
func (d *seeding) gridOperator(ctx context.Context, operationID id.ID, demo demoOperation, days civil.Range) (gridOperator, error) {
	o := gridOperator{sites: map[string]id.ID{}}
	participants, err := participantstore.NewParticipants(d.DB).OfOperation(ctx, operationID)
	if err != nil {
		return o, err
	}
	for _, p := range participants {
		o.sites[p.DsoID] = p.ID
		if p.Activation != nil {
			o.seeded = civil.MonthOf(p.Activation.From).Add(demo.months)
		}
	}
	o.spans, err = d.Services.Allocation.Applied.KeysIn(ctx, operationID, days)
	return o, err
}

// shareOut adds to the consumption and production of a month what each consumer received
// and what each producer gave and kept. Who is not read gets nothing, which nobody knows.
// days are those of the set.
func (o gridOperator) shareOut(set *curvefile.Dataset, days civil.Range) error {
	var consumers, producers []curvefile.Readings
	for _, r := range set.Readings {
		switch r.Nature {
		case metering.Prod:
			producers = append(producers, r)
		case metering.Conso:
			consumers = append(consumers, r)
		}
	}
	if len(consumers) == 0 || len(producers) == 0 {
		return nil
	}
	production := columns(producers, days)
	received, given, err := o.share(days, consumers, producers, columns(consumers, days), production)
	if err != nil {
		return err
	}
	for i, r := range consumers {
		set.Readings = append(set.Readings, like(r, metering.Autoconso, received[i], days))
	}
	for i, r := range producers {
		rest := make([]energy.MilliWh, len(given[i]))
		for t, produced := range production[i] {
			rest[t] = produced - given[i][t]
		}
		set.Readings = append(set.Readings, like(r, metering.Autoconso, given[i], days), like(r, metering.Surplus, rest, days))
	}
	return nil
}

// share is what consumers received and producers gave on the days of a set.
func (o gridOperator) share(days civil.Range, consumers, producers []curvefile.Readings, consumption, production [][]energy.MilliWh) (received, given [][]energy.MilliWh, err error) {
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
		from, to := stepsOf(on, days)
		err = shareBy(shares, cut(received, from, to), cut(given, from, to), cut(consumption, from, to), cut(production, from, to))
		if err != nil {
			return nil, nil, err
		}
	}
	o.slipUp(days, consumers, received, given, consumption)
	return received, given, nil
}

// slipUp does wrong what the operator does wrong on some days.
func (o gridOperator) slipUp(days civil.Range, consumers []curvefile.Readings, received, given, consumption [][]energy.MilliWh) {
	for d := days.From; d < days.To; d++ {
		if !o.slip.on(d) {
			continue
		}
		who := func(dsoID string) int {
			return slices.IndexFunc(consumers, func(r curvefile.Readings) bool { return r.DsoID == dsoID })
		}
		less, more := who(o.slip.from), who(o.slip.to)
		if less < 0 || more < 0 {
			return
		}
		from, to := stepsOf(civil.Range{From: d, To: d + 1}, days)
		o.slip.shift(cut(received, from, to), cut(given, from, to), cut(consumption, from, to), less, more)
	}
}

// stepsOf is where days begin and end in a set of others.
func stepsOf(on, days civil.Range) (from, to int) {
	from = civil.Paris.StepsIn(civil.Range{From: days.From, To: on.From}, demoStep)
	return from, from + civil.Paris.StepsIn(on, demoStep)
}

func (o gridOperator) ids(readings []curvefile.Readings) []id.ID {
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

// columns are readings of some days, with nothing where there is a gap.
func columns(readings []curvefile.Readings, days civil.Range) [][]energy.MilliWh {
	all := empty(len(readings), civil.Paris.StepsIn(days, demoStep))
	for i, r := range readings {
		for _, run := range r.Runs {
			copy(all[i][stepOf(run, days):], run.Values)
		}
	}
	return all
}

// stepOf is where a run begins in a set of days.
func stepOf(run curvefile.Run, days civil.Range) int {
	return int(run.Start-civil.Paris.Start(days.From).Unix()) / int(run.Step)
}

// like is a reading of the same site and steps, of another nature. What somebody doubts
// is the meter, not what was shared.
func like(r curvefile.Readings, nature metering.Nature, values []energy.MilliWh, days civil.Range) curvefile.Readings {
	runs := slices.Clone(r.Runs)
	for i, run := range runs {
		from := stepOf(run, days)
		runs[i].Values = values[from : from+len(run.Values)]
		runs[i].Quality = slices.Clone(run.Quality)
		for t, q := range run.Quality {
			if q == loadcurve.Suspect {
				runs[i].Quality[t] = loadcurve.Provisional
			}
		}
	}
	r.Nature, r.Runs = nature, runs
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
