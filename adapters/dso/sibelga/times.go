package sibelga

import (
	"bytes"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/openpmo/pmo/core/civil"
)

// order is which of the first two parts of a date is the day.
type order int

const (
	dayFirst   order = iota // dd/mm/yyyy
	monthFirst              // mm/dd/yyyy
)

// dates is how the dates of a file are written.
type dates struct {
	order
	dayZero civil.Date // the day that the number 0 stands for
}

// monthNames are how French and Dutch spreadsheets write months, by their beginnings,
// the longer ones first.
var monthNames = []struct {
	begins string
	month  time.Month
}{{"juil", 7}, {"juin", 6}, {"jan", 1}, {"fe", 2}, {"mar", 3}, {"maa", 3}, {"mrt", 3}, {"av", 4}, {"ap", 4}, {"mai", 5}, {"mei", 5},
	{"may", 5}, {"jun", 6}, {"jul", 7}, {"ao", 8}, {"au", 8}, {"sep", 9}, {"oct", 10}, {"okt", 10}, {"nov", 11}, {"dec", 12}}

// read reads a date: 2025-04-01, 1/4/2025, 01-04-2025, 1-avr-25, or the number of
// days of a workbook. A time behind it is left alone.
func (o dates) read(cell []byte) (civil.Date, bool) {
	if d, _, ok := o.serial(cell); ok {
		return d, true
	}
	head, _, _ := bytes.Cut(cell, []byte{' '})
	head, _, _ = bytes.Cut(head, []byte{'T'})
	split := func(c rune) bool { return c == '/' || c == '-' || c == '.' }
	parts := bytes.FieldsFunc(head, split)
	if len(parts) != 3 {
		return 0, false
	}
	if len(parts[0]) == 4 {
		return dateOf(parts[0], parts[1], parts[2])
	}
	if month, ok := monthNamed(parts[1]); ok {
		return dateOf(parts[2], month, parts[0])
	}
	if o.order == monthFirst {
		return dateOf(parts[2], parts[0], parts[1])
	}
	return dateOf(parts[2], parts[1], parts[0])
}

func monthNamed(word []byte) ([]byte, bool) {
	name := folded(word)
	for _, known := range monthNames {
		if strings.HasPrefix(name, known.begins) {
			return strconv.AppendInt(nil, int64(known.month), 10), true
		}
	}
	return nil, false
}

// dateOf refuses days that no calendar has.
func dateOf(year, month, day []byte) (civil.Date, bool) {
	y, ok1 := number(year, 4)
	m, ok2 := number(month, 2)
	d, ok3 := number(day, 2)
	if !ok1 || !ok2 || !ok3 {
		return 0, false
	}
	if y < 100 {
		y += 2000
	}
	date := civil.NewDate(y, time.Month(m), d)
	gotYear, gotMonth, gotDay := date.YearMonthDay()
	return date, gotYear == y && int(gotMonth) == m && gotDay == d && y >= 2000 && y < 2200
}

func number(digits []byte, most int) (n int, ok bool) {
	if len(digits) == 0 || len(digits) > most {
		return 0, false
	}
	for _, c := range digits {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int(c-'0')
	}
	return n, true
}

// serial reads days and their parts since day zero, to the second.
func (o dates) serial(cell []byte) (d civil.Date, seconds int64, ok bool) {
	if len(cell) < 5 || bytes.IndexFunc(cell, func(c rune) bool { return (c < '0' || c > '9') && c != '.' }) >= 0 {
		return 0, 0, false
	}
	f, err := strconv.ParseFloat(string(cell), 64)
	const first, last = 10_957, 84_005 // 2000 to 2199
	if err != nil || f > 1e6 {
		return 0, 0, false
	}
	total := int64(math.Round(f * 86400))
	d = o.dayZero + civil.Date(total/86400)
	return d, total % 86400, d >= first && d <= last
}

// clockOf reads HH:MM or HH:MM:SS behind a date.
func clockOf(text []byte) (seconds int64, ok bool) {
	parts := bytes.Split(bytes.TrimSpace(text), []byte{':'})
	if len(parts) != 2 && len(parts) != 3 {
		return 0, false
	}
	for i, most := range []int{23, 59, 59}[:len(parts)] {
		n, ok := number(parts[i], 2)
		if !ok || n > most {
			return 0, false
		}
		seconds = seconds*60 + int64(n)
	}
	if len(parts) == 2 {
		seconds *= 60
	}
	return seconds, true
}

// clock reads the times of a quarter-hour file. The last date is kept: the next line has
// it as a rule.
type clock struct {
	zone  civil.Zone // UTC for the older generation
	dates dates
	last  []byte
	date  civil.Date
	start int64
	plain bool // the clock does not change on that day
}

// read gives Unix seconds of a start; second is another instant that may be meant, or
// the same.
func (c *clock) read(cell []byte) (at, second int64, ok bool) {
	head, rest := cell, []byte(nil)
	if i := bytes.IndexAny(cell, " T"); i >= 0 {
		head, rest = cell[:i], cell[i+1:]
	}
	if rest == nil {
		d, seconds, ok := c.dates.serial(cell)
		if !ok {
			if d, ok = c.dates.read(cell); !ok { // a spreadsheet leaves midnight out
				return 0, 0, false
			}
		}
		c.on(d)
		return c.instants(seconds)
	}
	if !bytes.Equal(head, c.last) {
		d, ok := c.dates.read(head)
		if !ok {
			return 0, 0, false
		}
		c.on(d)
		c.last = append(c.last[:0], head...)
	}
	seconds, ok := clockOf(rest)
	if !ok {
		return 0, 0, false
	}
	return c.instants(seconds)
}

func (c *clock) on(d civil.Date) {
	if start := c.zone.Start(d); c.date != d || c.start == 0 {
		c.date, c.start, c.plain = d, start.Unix(), c.zone.Start(d+1).Sub(start) == 24*time.Hour
		c.last = c.last[:0]
	}
}

func (c *clock) instants(seconds int64) (at, second int64, ok bool) {
	if c.plain {
		return c.start + seconds, c.start + seconds, true
	}
	found, n := c.zone.Instants(c.date, time.Duration(seconds)*time.Second)
	switch n {
	case 0:
		return 0, 0, false
	case 1:
		return found[0].Unix(), found[0].Unix(), true
	}
	return found[0].Unix(), found[1].Unix(), true
}
