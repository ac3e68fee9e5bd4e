package fake

import (
	"bytes"
	"fmt"
	"io"
	"strconv"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
)

// WideName is the name of a file of ACC-CSV 1, wide form.
func WideName(operation string, nature metering.Nature, step int32, days civil.Range) string {
	return fmt.Sprintf("%s_%s_%d_%s_%s.csv", operation, natureWords[nature], step/60, dayFirst(days.From), dayFirst(days.Last()))
}

// dayFirst is ddmmyyyy.
func dayFirst(d civil.Date) string {
	y, m, day := d.YearMonthDay()
	return fmt.Sprintf("%02d%02d%04d", day, int(m), y)
}

// WriteWide writes readings of one nature and step in the layout ACC-CSV 1, wide form,
// with the repeated rows of the operator. No energy is lost: watts have as many decimals
// as they need. Every step from the first to the last value has a line, so that the
// doubled hour of autumn is told twice; a site without a value has an empty field.
func (o *Operator) WriteWide(w io.Writer, readings []metering.Readings) error {
	first, last := int64(1<<62), int64(0)
	columns := make([]map[int64]energy.MilliWh, len(readings))
	step := readings[0].Runs[0].Step
	head := []byte("Horodate")
	for i, r := range readings {
		head = append(append(head, ';'), r.DsoID...)
		columns[i] = map[int64]energy.MilliWh{}
		for _, run := range r.Runs {
			if run.Step != step {
				return fmt.Errorf("fake: the wide form has one step, not %d and %d seconds", step, run.Step)
			}
			for n, v := range run.Values {
				columns[i][run.Start+int64(n)*int64(step)] = v
			}
			first, last = min(first, run.Start), max(last, endOf(run))
		}
	}
	out := o.lines(w)
	if _, err := out.out.Write(append(head, '\n')); err != nil {
		return err
	}
	var b []byte
	for start := first; start < last; start += int64(step) {
		err := out.value(0, func(more energy.MilliWh) []byte {
			b = at(o.zone, start).AppendFormat(b[:0], "02/01/2006 15:04")
			for _, column := range columns {
				b = append(b, ';')
				if v, ok := column[start]; ok {
					b = power(b, v+more, step)
				}
			}
			return append(b, '\n')
		})
		if err != nil {
			return err
		}
	}
	return out.out.Flush()
}

// power writes watts, exactly: a mWh is whole milliwatts over every step that divides
// an hour.
func power(b []byte, v energy.MilliWh, step int32) []byte {
	milliwatts := int64(v) * 3600 / int64(step)
	if milliwatts%1000 == 0 {
		return strconv.AppendInt(b, milliwatts/1000, 10)
	}
	return bytes.TrimRight(decimalComma(b, milliwatts), "0")
}
