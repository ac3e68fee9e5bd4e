package fake

import (
	"cmp"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

const (
	step = 15 * time.Minute
	// milliWhPerWatt is the energy of a watt over a quarter.
	milliWhPerWatt = 250
	// settled is after how many days values are definitive (domain 4.3).
	settled = 10
)

// Operator makes the curves of one operation.
type Operator struct {
	name   string // of the operation, as the operator knows it
	zone   civil.Zone
	all    random
	meters []meter
	trouble
}

// New makes the operator of an operation. Sites may come in any order.
func New(operation string, seed uint64, zone civil.Zone, sites []Site, switches ...Switch) *Operator {
	o := &Operator{name: operation, zone: zone, all: seeded(seed, operation)}
	for _, s := range sites {
		if s.Period == (civil.Range{}) {
			s.Period = civil.Range{From: civil.Min, To: civil.Forever}
		}
		o.meters = append(o.meters, meterOf(o.all, s))
	}
	slices.SortFunc(o.meters, func(a, b meter) int { return cmp.Compare(a.DsoID, b.DsoID) })
	for _, s := range switches {
		s(&o.trouble)
	}
	return o
}

// DefinitiveUntil is the first day whose values are not definitive yet: ten days back,
// but the last full month always is.
func DefinitiveUntil(today civil.Date) civil.Date {
	return max(today-settled, civil.MonthOf(today).First())
}

// Datasets gives what the operator knows on a day of the days of r, one Dataset per
// civil month. There is nothing of today and later.
func (o *Operator) Datasets(r civil.Range, today civil.Date) []curvefile.Dataset {
	r = r.Intersect(civil.Range{From: civil.Min, To: today})
	var sets []curvefile.Dataset
	for _, month := range civil.MonthsOf(r) {
		days := month.Range().Intersect(r)
		set := curvefile.Dataset{FileName: "CDC_FAKE_" + month.String() + ".csv", Format: "FAKE"}
		skies := o.skies(days)
		for _, m := range o.meters {
			for _, c := range o.curves(m) {
				if reading, ok := o.reading(m, c, days, today, skies); ok {
					set.Readings = append(set.Readings, reading)
				}
			}
		}
		if len(set.Readings) > 0 {
			sets = append(sets, set)
		}
	}
	return sets
}

// curve makes the values of one nature.
type curve struct {
	nature metering.Nature
	day    func(values []energy.MilliWh, d civil.Date, s *sky) []energy.MilliWh // appends the quarters of a day
}

// curves of a meter: what the operator reads, and what the site's own meter tells.
func (o *Operator) curves(m meter) []curve {
	read := curve{metering.Conso, func(values []energy.MilliWh, d civil.Date, s *sky) []energy.MilliWh {
		return consumed(values, m, d, s.wall)
	}}
	if m.Producer {
		read = curve{metering.Prod, func(values []energy.MilliWh, d civil.Date, s *sky) []energy.MilliWh {
			return produced(values, m, d, s)
		}}
	}
	if !m.External {
		return []curve{read}
	}
	return append([]curve{read}, external(m)...)
}

// reading is one curve of a meter over the days of one month.
func (o *Operator) reading(m meter, c curve, days civil.Range, today civil.Date, skies []sky) (curvefile.Readings, bool) {
	first := days.From
	days = days.Intersect(m.Period)
	if days.IsEmpty() || o.silent[m.DsoID] {
		return curvefile.Readings{}, false
	}
	out := curvefile.Readings{DsoID: m.DsoID, Nature: c.nature, Unit: "W", Labels: curvefile.LabelsStart, Status: curvefile.StatusDefinitive}
	until := DefinitiveUntil(today)
	values := make([]energy.MilliWh, 0, o.zone.StepsIn(days, step))
	quality := make([]loadcurve.Quality, 0, cap(values))
	begin := days.From
	flush := func(next civil.Date) {
		if len(values) > 0 {
			out.Runs = append(out.Runs, curvefile.Run{Start: o.zone.Start(begin).Unix(), Step: int32(step / time.Second), Values: values, Quality: quality})
		}
		values, quality, begin = nil, nil, next
	}
	for d := days.From; d < days.To; d++ {
		if o.absent(m.DsoID, d, today) {
			flush(d + 1)
			continue
		}
		from, known := len(values), loadcurve.Definitive
		if d >= until {
			known = loadcurve.Provisional
		}
		values = c.day(values, d, &skies[d-first])
		quality = append(quality, slices.Repeat([]loadcurve.Quality{known}, len(values)-from)...)
		if c.nature == metering.Prod {
			o.weaken(values[from:], m.DsoID, d)
		}
		o.correct(values[from:], m.DsoID, d, d < until)
		o.freeze(values[from:], quality[from:], m.DsoID, d, today)
	}
	flush(days.To)
	settle(&out)
	return out, len(out.Runs) > 0
}

// settle says of readings that are all definitive just that.
func settle(r *curvefile.Readings) {
	for _, run := range r.Runs {
		for _, q := range run.Quality {
			if q != loadcurve.Definitive {
				r.Status = curvefile.StatusProvisional
				return
			}
		}
	}
	for i := range r.Runs {
		r.Runs[i].Quality = nil
	}
}

// consumed: habit × season × mood of the day × chance of the quarter, and now and then
// an appliance that runs for a while.
func consumed(values []energy.MilliWh, m meter, d civil.Date, wall []uint8) []energy.MilliWh {
	r := m.own.at(int64(d))
	habit, season := &householdWork, &householdSeason
	rest := d.Weekday() == time.Saturday || d.Weekday() == time.Sunday
	switch {
	case m.business && rest:
		habit, season = &businessShut, &businessSeason
	case m.business:
		habit, season = &businessOpen, &businessSeason
	case rest:
		habit = &householdRest
	}
	level := m.mean * seasonOn(season, d) / 1000 * r.around(180) / 1000
	shift := r.between(0, 3)
	most := m.PowerW
	if most == 0 {
		most = m.power()
	}
	appliance, left := int64(0), int64(0)
	for _, q := range wall {
		z := int64(q) - shift
		if z < 0 {
			z += quarters
		}
		power := level * habit[z] / 1000 * r.around(280) / 1000
		if left > 0 {
			power += appliance
			left--
		} else if !m.business && q >= 28 && r.next()&63 == 0 {
			appliance, left = r.between(600, 2200), r.between(2, 6)
		}
		values = append(values, energy.MilliWh(min(power, most)*milliWhPerWatt))
	}
	return values
}

// produced: the sun of the day × the clouds of the operation × the site's own.
func produced(values []energy.MilliWh, m meter, d civil.Date, s *sky) []energy.MilliWh {
	r := m.own.at(int64(d))
	for i, light := range s.light {
		if light == 0 {
			values = append(values, 0)
			continue
		}
		power := m.PowerW * light / 1000 * s.clear[i] / 1000 * r.around(40) / 1000
		values = append(values, energy.MilliWh(min(max(power, 0), m.PowerW)*milliWhPerWatt))
	}
	return values
}
