package fake

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

// words of ACC-CSV 1 (domain 4.2).
var (
	natureWords = map[metering.Nature]string{metering.Conso: "CONSO", metering.Prod: "PROD", metering.Autoconso: "AUTOCONSO",
		metering.Surplus: "SURPLUS", metering.Complement: "COMPLEMENT", metering.ProdExt: "PROD_EXT", metering.ConsExt: "CONSO_EXT"}
	stepWords = map[int32]string{300: "PT5M", 600: "PT10M", 900: "PT15M", 1800: "PT30M", 3600: "PT60M"}
)

// WriteACC writes readings as one text file in the layout ACC-CSV 1, long form, with
// the repeated rows of the operator. No energy is lost: what is no whole watt is
// written in Wh.
func (o *Operator) WriteACC(w io.Writer, readings []curvefile.Readings) error {
	text := writer{out: bufio.NewWriterSize(w, 1<<16), zone: o.zone, repeated: o.repeated, unequal: o.unequal}
	return text.write(readings)
}

// WriteACC writes readings as one text file without any trouble.
func WriteACC(w io.Writer, zone civil.Zone, readings []curvefile.Readings) error {
	text := writer{out: bufio.NewWriterSize(w, 1<<16), zone: zone}
	return text.write(readings)
}

type writer struct {
	out      *bufio.Writer
	zone     civil.Zone
	repeated int
	unequal  bool
	hour     hour // the last one written
}

func (w *writer) write(readings []curvefile.Readings) error {
	if _, err := w.out.WriteString("prm;nature;horodate;pas;valeur;unite;statut\n"); err != nil {
		return err
	}
	row := 0
	var line []byte
	for _, r := range readings {
		for _, run := range r.Runs {
			for i, v := range run.Values {
				line = w.line(line[:0], r, run, i, v)
				if row++; w.repeated > 0 && row%w.repeated == 0 {
					again := v
					if w.unequal {
						again += 1000 * milliWhPerWatt
					}
					line = w.line(line, r, run, i, again)
				}
				if _, err := w.out.Write(line); err != nil {
					return err
				}
			}
		}
	}
	return w.out.Flush()
}

func (w *writer) line(b []byte, r curvefile.Readings, run curvefile.Run, i int, v energy.MilliWh) []byte {
	at := run.Start + int64(i)*int64(run.Step)
	b = append(append(append(append(b, r.DsoID...), ';'), natureWords[r.Nature]...), ';')
	b = w.appendTime(b, at)
	b = append(append(append(b, ';'), stepWords[run.Step]...), ';')
	if watt := energy.MilliWh(run.Step) * 1000 / 3600; run.Step*1000%3600 == 0 && v%watt == 0 {
		b = append(strconv.AppendInt(b, int64(v/watt), 10), ";W;"...)
	} else {
		b = append(strconv.AppendInt(b, int64(v/1000), 10), '.', byte('0'+v/100%10), byte('0'+v/10%10), byte('0'+v%10))
		b = append(b, ";WH;"...)
	}
	return append(b, statusWord(r, run, i), '\n')
}

func statusWord(r curvefile.Readings, run curvefile.Run, i int) byte {
	if run.Quality == nil {
		switch r.Status {
		case curvefile.StatusDefinitive:
			return 'D'
		case curvefile.StatusEstimated:
			return 'E'
		}
		return 'P'
	}
	switch run.Quality[i] {
	case loadcurve.Definitive:
		return 'D'
	case loadcurve.Estimated:
		return 'E'
	}
	return 'P'
}

// hour is the text around the minutes of one hour.
type hour struct {
	number       int64 // hours since 1970
	before, zone string
}

// appendTime writes an instant with its offset, which is whole hours.
func (w *writer) appendTime(b []byte, unix int64) []byte {
	if number := unix / 3600; number != w.hour.number {
		t := time.Unix(unix, 0).In(w.zone.Location())
		w.hour = hour{number, t.Format("2006-01-02T15:"), t.Format(":05-07:00")}
	}
	minute := byte(unix % 3600 / 60)
	b = append(append(b, w.hour.before...), '0'+minute/10, '0'+minute%10)
	return append(b, w.hour.zone...)
}

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
func (o *Operator) WriteWide(w io.Writer, readings []curvefile.Readings) error {
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
