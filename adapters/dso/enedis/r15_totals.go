package enedis

import (
	"strings"

	"github.com/openpmo/pmo/adapters/dso/text"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
)

// r15Measures are the classes of measure that are shared energy (domain 1.2).
var r15Measures = map[string]struct {
	nature metering.Nature
	side   metering.Side
}{
	"3": {metering.Autoconso, metering.Consumer},
	"4": {metering.Complement, metering.Consumer},
	"5": {metering.Autoconso, metering.Producer},
	"6": {metering.Surplus, metering.Producer},
}

var r15Units = map[string]energy.MilliWh{"WH": energy.WattHour, "KWH": energy.KilowattHour, "MWH": energy.MegawattHour}

type r15Total struct {
	nature           metering.Nature
	side             metering.Side
	energy, rounding energy.MilliWh
}

// totals adds up the temporal classes of each class of measure.
func (r *r15) totals(in r15Reading) (out []r15Total) {
	for _, measure := range []string{"3", "4", "5", "6"} {
		t := r15Total{nature: r15Measures[measure].nature, side: r15Measures[measure].side}
		said := false
		for _, class := range in.Classes {
			if strings.TrimSpace(class.Measure) != measure || strings.TrimSpace(class.Value) == "" {
				continue
			}
			said = true
			r.add(&t, class, in.line)
		}
		if said {
			out = append(out, t)
		}
	}
	return out
}

// add takes one class. Errors go to the refusals.
func (r *r15) add(t *r15Total, class r15Class, line int) {
	unit, err := text.Word([]byte(strings.TrimSpace(class.Unit)), r15Units)
	if err != nil {
		r.refuse(err, "Unite_Mesure", class.Unit, line)
		return
	}
	value, decimals, ok := text.ParseNumber([]byte(strings.TrimSpace(class.Value)))
	switch {
	case !ok:
		r.refuse(text.ErrNumber, "Valeur", class.Value, line)
		return
	case value < 0:
		r.refuse(metering.ErrNegative, "Valeur", class.Value, line)
		return
	}
	e, err := energy.FromDecimal(value, decimals, unit)
	if err == nil {
		e, err = energy.Add(t.energy, e)
	}
	if err != nil {
		r.refuse(err, "Valeur", class.Value, line)
		return
	}
	t.energy = e
	one, _ := energy.FromDecimal(1, decimals, unit)
	t.rounding += one
}

// keep stores a reading: a corrective one in the place of what was said before. Two
// initial ones that differ are refused.
func (r *r15) keep(in metering.PeriodReading) {
	key := readingKey{in.DsoID, in.Nature, in.Side, in.Days}
	at, known := r.index[key]
	if !known {
		r.index[key] = len(r.readings)
		r.readings = append(r.readings, in)
		return
	}
	before := r.readings[at]
	switch {
	case in.Corrective:
		r.readings[at] = in
	case !before.Corrective && before.Energy != in.Energy:
		r.refusals.Add(metering.ErrDuplicate.With("value", in.DsoID).With("nature", in.Nature.String()).
			With("date", in.Days.From.String()).OnRow(in.Row))
	}
}
