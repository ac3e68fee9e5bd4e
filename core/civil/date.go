package civil

import (
	"fmt"
	"time"
)

// Date is a day of the Gregorian calendar, counted from 1970-01-01 (= 0). The zero
// value is a real day: absence is a nil *Date.
type Date int32

const (
	// Min is 0001-01-01, the start of a range that has none.
	Min Date = -719162
	// Forever is 9999-12-31, the end (excluded) of a range that has none.
	Forever Date = 2932896
)

const secondsPerDay = 86400 // of the UTC calendar that counts the days, never of a zone

// NewDate makes a day that the caller knows to exist. Days and months outside the
// calendar roll over, as in time.Date.
func NewDate(year int, month time.Month, day int) Date {
	return fromUTC(time.Date(year, month, day, 0, 0, 0, 0, time.UTC))
}

// ParseDate reads YYYY-MM-DD, from 0001-01-01 to 9999-12-31. Error: date.invalid.
func ParseDate(s string) (Date, error) {
	t, err := time.Parse(time.DateOnly, s)
	if err != nil || t.Year() < 1 {
		return 0, ErrDate.With("value", s)
	}
	return fromUTC(t), nil
}

func fromUTC(t time.Time) Date {
	s := t.Unix()
	if s < 0 {
		s -= secondsPerDay - 1
	}
	return Date(s / secondsPerDay)
}

func (d Date) utc() time.Time { return time.Unix(int64(d)*secondsPerDay, 0).UTC() }

// String is YYYY-MM-DD.
func (d Date) String() string {
	y, m, day := d.utc().Date()
	return fmt.Sprintf("%04d-%02d-%02d", y, m, day)
}

// MarshalText writes YYYY-MM-DD, so that a Date in the parameters of a fault or in
// the details of an audit line is readable.
func (d Date) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads YYYY-MM-DD. Error: date.invalid.
func (d *Date) UnmarshalText(text []byte) error {
	v, err := ParseDate(string(text))
	if err == nil {
		*d = v
	}
	return err
}

// Year is the calendar year.
func (d Date) Year() int { return d.utc().Year() }

// Month is the month of the year; MonthOf gives the month as a span of days.
func (d Date) Month() time.Month { return d.utc().Month() }

// Day is the day of the month, from 1.
func (d Date) Day() int { return d.utc().Day() }

// YearMonthDay gives the three at once.
func (d Date) YearMonthDay() (int, time.Month, int) { return d.utc().Date() }

// Weekday is the day of the week.
func (d Date) Weekday() time.Weekday { return d.utc().Weekday() }

// AddDays moves by n days.
func (d Date) AddDays(n int) Date { return d + Date(n) }

// AddMonths moves by n months and stays within the month it arrives in:
// 31 January and one month is 28 or 29 February.
func (d Date) AddMonths(n int) Date {
	m := MonthOf(d).Add(n)
	return m.First() + Date(min(d.Day(), m.Days())-1)
}
