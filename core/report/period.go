package report

import (
	"strconv"
	"time"

	"github.com/openpmo/pmo/core/civil"
)

// Period is a civil month or year.
type Period struct {
	Days civil.Range
	text string
}

func (p Period) String() string { return p.text }

// IsYear reports whether it is a year.
func (p Period) IsYear() bool { return len(p.text) == yearDigits }

const yearDigits = 4

// ParsePeriod reads YYYY-MM or YYYY. Error: report.period.
func ParsePeriod(text string) (Period, error) {
	if len(text) == yearDigits {
		if year, err := strconv.Atoi(text); err == nil && year > 0 {
			return Period{civil.Range{From: civil.NewDate(year, time.January, 1), To: civil.NewDate(year+1, time.January, 1)}, text}, nil
		}
	}
	m, err := civil.ParseMonth(text)
	if err != nil {
		return Period{}, ErrPeriod.With("value", text).At("period")
	}
	return Period{m.Range(), text}, nil
}

// past are the days of it that are over. Error: report.future.
func (p Period) past(today civil.Date) (civil.Range, error) {
	days := p.Days.Intersect(civil.Range{From: civil.Min, To: today})
	if days.IsEmpty() {
		return days, ErrFuture.At("period")
	}
	return days, nil
}
