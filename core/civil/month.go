package civil

import (
	"fmt"
	"time"
)

// Month is a month of a year: year × 12 + month − 1, so that months subtract.
type Month int32

// NewMonth makes the month of a year; months outside 1 to 12 roll over.
func NewMonth(year int, month time.Month) Month { return Month(year*12 + int(month) - 1) }

// MonthOf is the month that holds d.
func MonthOf(d Date) Month {
	y, m, _ := d.utc().Date()
	return NewMonth(y, m)
}

// ParseMonth reads YYYY-MM. Error: month.invalid.
func ParseMonth(s string) (Month, error) {
	t, err := time.Parse("2006-01", s)
	if err != nil || t.Year() < 1 {
		return 0, ErrMonth.With("value", s)
	}
	return NewMonth(t.Year(), t.Month()), nil
}

// Year is the calendar year.
func (m Month) Year() int { return m.First().Year() }

// Month is the month of the year.
func (m Month) Month() time.Month { return time.Month((int(m)%12+12)%12 + 1) }

// First is the first day.
func (m Month) First() Date {
	// Counted in whole numbers: sums over years ask for it some hundred times. Years begin
	// in March here, so that a leap day is the last of its year.
	n := int64(m) - 2
	year := floorDiv(n, 12)
	leaps := floorDiv(year, 4) - floorDiv(year, 100) + floorDiv(year, 400)
	return Date(year*365 + leaps + (153*(n-year*12)+2)/5 - daysToMarch1970)
}

// daysToMarch1970 is the days from 1 March of the year 0 to 1 January 1970.
const daysToMarch1970 = 719_468

// floorDiv divides towards the past.
func floorDiv(a, b int64) int64 {
	q := a / b
	if a < q*b {
		q--
	}
	return q
}

// Next is the month after.
func (m Month) Next() Month { return m + 1 }

// Add moves by n months.
func (m Month) Add(n int) Month { return m + Month(n) }

// Days is the number of days, 28 to 31.
func (m Month) Days() int { return int(m.Next().First() - m.First()) }

// Range is the days of the month.
func (m Month) Range() Range { return Range{m.First(), m.Next().First()} }

// String is YYYY-MM.
func (m Month) String() string { return fmt.Sprintf("%04d-%02d", m.Year(), int(m.Month())) }

// MarshalText writes YYYY-MM.
func (m Month) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// UnmarshalText reads YYYY-MM. Error: month.invalid.
func (m *Month) UnmarshalText(text []byte) error {
	read, err := ParseMonth(string(text))
	if err != nil {
		return err
	}
	*m = read
	return nil
}

// MonthsOf lists the months that r touches, in order. r has a real start and end:
// an open one would list thousands of months.
func MonthsOf(r Range) []Month {
	if r.IsEmpty() {
		return nil
	}
	first, last := MonthOf(r.From), MonthOf(r.Last())
	months := make([]Month, 0, last-first+1)
	for m := first; m <= last; m++ {
		months = append(months, m)
	}
	return months
}
