package sibelga

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/money"
)

// Generation is one of the two layouts of the quarter-hour file.
type Generation int

// The generations (domain 5.4).
const (
	Newer Generation = iota // local time
	Older                   // GMT
)

// Point is an access point over the days of a month: one value a quarter, nil for the
// kinds of volume that it has not.
type Point struct {
	EAN, Meter                         string
	Days                               civil.Range
	TwoTariffs                         bool // registers HI and LOW; else TH
	Shared, Complement, Given, Surplus []energy.MilliWh
	Costs                              []money.MicroEuro // of the network, by line; nil = of prices of our own
}

// Month is what the operator would send of a sharing for a month. It writes the files,
// for demonstrations and tests.
type Month struct {
	Sharing string // name of the sharing
	Month   civil.Month
	Zone    civil.Zone
	Points  []Point
}

// MonthlyName is a name for the monthly file that every rule allows.
func (m Month) MonthlyName() string { return "VOLUMES_" + m.Sharing + "_" + m.Month.String() + ".csv" }

// QuartersName is one for the quarter-hour file.
func (m Month) QuartersName() string {
	names := [...]string{"JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"}
	return fmt.Sprintf("QUARTS_%s_%s%d.csv", m.Sharing, names[m.Month.Month()-1], m.Month.Year())
}

// Monthly writes the monthly file: a line a register.
func (m Month) Monthly(w io.Writer) error {
	out := &csvWriter{w: bufio.NewWriter(w)}
	m.monthly(out)
	return out.end()
}

// Quarters writes the quarter-hour file: a line a quarter and kind.
func (m Month) Quarters(w io.Writer, g Generation) error {
	out := &csvWriter{w: bufio.NewWriterSize(w, 1<<16)}
	m.quarters(out, g)
	return out.end()
}

// writer takes the lines of a file; a cell is a string, a time, a day or an energy.
type writer interface{ line(cells ...any) }

func (m Month) monthly(out writer) {
	head := make([]any, 0, len(monthlyOrder))
	for _, c := range monthlyOrder {
		head = append(head, nameOf(monthlyPatterns, c))
	}
	out.line(head...)
	for _, p := range m.Points {
		registers := []metering.Register{metering.RegisterTotal}
		if p.TwoTariffs {
			registers = []metering.Register{metering.RegisterHigh, metering.RegisterLow}
		}
		for n, register := range registers {
			on := func(at time.Time) bool {
				return register == metering.RegisterTotal || registerAt(m.Zone, at) == register
			}
			v := [...]energy.MilliWh{m.sum(p, p.Shared, on), m.sum(p, p.Complement, on), m.sum(p, p.Given, on), m.sum(p, p.Surplus, on)}
			line := []any{p.Days.From, p.Days.To, p.EAN, p.Meter, string(register), v[0], v[1], v[2], v[3]}
			if p.Costs != nil {
				use := energy.MilliWh(p.Costs[n]) // a writer of energy: both are millionths
				out.line(append(line, use, energy.MilliWh(0), energy.MilliWh(0), energy.MilliWh(0), energy.MilliWh(0), energy.MilliWh(0), energy.MilliWh(0), use)...)
				continue
			}
			out.line(append(line, costs(v[0])...)...)
		}
	}
}

var monthlyOrder = []column{fromColumn, toColumn, eanColumn, meterColumn, registerColumn, sharedColumn, complementColumn, givenColumn,
	surplusColumn, useColumn, surchargesColumn, capacityColumn, meteringColumn, publicServiceColumn, transportColumn, roadFeeColumn, totalColumn}

// costs of a shared volume at prices of our own, in millionths of a euro.
func costs(shared energy.MilliWh) []any {
	var out []any
	var total energy.MilliWh
	for _, perThousand := range []energy.MilliWh{31, 9, 0, 0, 4, 17, 2} { // €/MWh
		part := shared * perThousand / 1000
		total += part
		out = append(out, part)
	}
	return append(out, total)
}

func (m Month) sum(p Point, values []energy.MilliWh, on func(time.Time) bool) (sum energy.MilliWh) {
	from := m.Zone.Start(p.Days.From)
	for i, v := range values {
		if v != 0 && on(from.Add(time.Duration(i)*quarter*time.Second)) {
			sum += v
		}
	}
	return sum
}

func (m Month) quarters(out writer, g Generation) {
	words := map[Generation][4]string{
		Newer: {"Consommation Partagée", "Consommation Réseau", "Injection Partagée", "Injection Réseau"},
		Older: {"Volume Partagé", "Volume Complémentaire", "Injection Partagée", "Injection Complémentaire"}}[g]
	if g == Older {
		out.line("EAN", "FromDate (GMT)", "ToDate (GMT+)", "Compteur", "Partage", "Flow", "Volume (kWh)")
	} else {
		out.line("Date Début", "Date Fin", "EAN", "Type de volume", "Volume (kWh)")
	}
	for _, p := range m.Points {
		order := m.labelOrder(p.Days, g)
		for k, values := range [...][]energy.MilliWh{p.Shared, p.Complement, p.Given, p.Surplus} {
			if values == nil {
				continue
			}
			for _, label := range order {
				if g == Older {
					out.line(p.EAN, label.from, label.to, p.Meter, m.Sharing, words[k], values[label.index])
				} else {
					out.line(label.from, label.to, p.EAN, words[k], values[label.index])
				}
			}
		}
	}
}

// label is how a quarter is written.
type label struct {
	index    int
	from, to stamp
}

// stamp is a time as a file writes it, with the number a workbook stores.
type stamp struct {
	text string
	wall time.Time // the clock of the file, as if it were UTC
}

// labelOrder is the quarters of some days as the file lists them: by what the clock
// shows, so that the two of the doubled hour stand side by side.
func (m Month) labelOrder(days civil.Range, g Generation) []label {
	from := m.Zone.Start(days.From)
	layout, zone := "02/01/2006 15:04", m.Zone.Location()
	if g == Older {
		layout, zone = "01/02/2006 15:04", time.UTC
	}
	stampOf := func(at time.Time) stamp {
		local := at.In(zone)
		_, offset := local.Zone()
		return stamp{local.Format(layout), at.UTC().Add(time.Duration(offset) * time.Second)}
	}
	out := make([]label, m.Zone.StepsIn(days, quarter*time.Second))
	for i := range out {
		at := from.Add(time.Duration(i) * quarter * time.Second)
		out[i] = label{i, stampOf(at), stampOf(at.Add(quarter * time.Second))}
	}
	slices.SortStableFunc(out, func(a, b label) int { return a.from.wall.Compare(b.from.wall) })
	return out
}

// registerAt tells day from night and week-end: HI from 7 to 22 on working days (domain
// 2.4). Only who writes files needs to know; readers believe the file.
func registerAt(zone civil.Zone, at time.Time) metering.Register {
	local := at.In(zone.Location())
	d := zone.DateOf(at)
	if weekday := d.Weekday(); weekday == time.Saturday || weekday == time.Sunday || holiday(d) || local.Hour() < 7 || local.Hour() >= 22 {
		return metering.RegisterLow
	}
	return metering.RegisterHigh
}

// holiday knows the Belgian ones that have a fixed date.
func holiday(d civil.Date) bool {
	_, month, day := d.YearMonthDay()
	switch [2]int{int(month), day} {
	case [2]int{1, 1}, [2]int{5, 1}, [2]int{7, 21}, [2]int{8, 15}, [2]int{11, 1}, [2]int{11, 11}, [2]int{12, 25}:
		return true
	}
	return false
}

// csvWriter writes with semicolons and decimal commas.
type csvWriter struct {
	w   *bufio.Writer
	buf []byte
}

func (c *csvWriter) line(cells ...any) {
	b := c.buf[:0]
	for i, cell := range cells {
		if i > 0 {
			b = append(b, ';')
		}
		switch v := cell.(type) {
		case string:
			b = append(b, v...)
		case stamp:
			b = append(b, v.text...)
		case civil.Date:
			b = append(b, v.String()...)
		case energy.MilliWh:
			b = appendDecimal(b, v)
		}
	}
	c.buf = append(b, '\r', '\n')
	_, _ = c.w.Write(c.buf) // Flush tells
}

func (c *csvWriter) end() error { return c.w.Flush() }

// appendDecimal writes millionths with a comma, without zeros at the end.
func appendDecimal(b []byte, v energy.MilliWh) []byte {
	b = strconv.AppendInt(b, int64(v/1e6), 10)
	rest := int64(v % 1e6)
	if rest == 0 {
		return b
	}
	b = append(b, ',')
	for digit := int64(1e5); rest > 0; digit /= 10 {
		b = append(b, byte('0'+rest/digit))
		rest %= digit
	}
	return b
}
