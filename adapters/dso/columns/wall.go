package columns

import (
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/openpmo/pmo/adapters/dso/files"
	"github.com/openpmo/pmo/adapters/dso/text"
	"github.com/openpmo/pmo/core/civil"
)

// Wall is a time on the clock of the wall, as dd/mm/yyyy HH:MM.
type Wall struct {
	Day   civil.Date
	Clock time.Duration // since 00:00
}

// ParseWall reads d/m/yyyy with H:MM or H:MM:SS, or the number by which workbooks store
// such a time: days since the end of 1899. Error: time.invalid.
func ParseWall(s string) (Wall, error) { return ParseWallSince(files.DayZero1900, s) }

// ParseWallSince is ParseWall for a workbook that counts its days from another one.
func ParseWallSince(dayZero civil.Date, s string) (Wall, error) {
	s = strings.TrimSpace(s)
	if w, ok := fromSerial(dayZero, s); ok {
		return w, nil
	}
	dayText, clock, _ := strings.Cut(s, " ")
	d := strings.Split(dayText, "/")
	c := strings.Split(strings.TrimSpace(clock), ":")
	if len(d) != 3 || len(d[2]) != 4 || len(c) != 2 && len(c) != 3 {
		return Wall{}, text.ErrTime
	}
	if len(c) == 2 {
		c = append(c, "0")
	}
	day, ok1 := number(d[0], 31)
	month, ok2 := number(d[1], 12)
	year, ok3 := number(d[2], 9999)
	h, ok4 := number(c[0], 23)
	m, ok5 := number(c[1], 59)
	sec, ok6 := number(c[2], 59)
	if !ok1 || !ok2 || !ok3 || !ok4 || !ok5 || !ok6 || month == 0 || year < 1900 {
		return Wall{}, text.ErrTime
	}
	date := civil.NewDate(year, time.Month(month), day)
	if _, _, back := date.YearMonthDay(); back != day {
		return Wall{}, text.ErrTime // 31 June
	}
	return Wall{date, time.Duration(h)*time.Hour + time.Duration(m)*time.Minute + time.Duration(sec)*time.Second}, nil
}

// number reads one to four digits, up to most.
func number(s string, most int) (int, bool) {
	if s == "" || len(s) > 4 || strings.Trim(s, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.Atoi(s)
	return n, err == nil && n <= most
}

// fromSerial reads a day and part of a day as workbooks count them. Numbers far from
// today are none.
func fromSerial(dayZero civil.Date, s string) (Wall, bool) {
	const first, last = 4_000, 55_000 // 1981 to 2120
	if s == "" || strings.Trim(s, "0123456789.eE+") != "" {
		return Wall{}, false
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil || f > 1e6 {
		return Wall{}, false
	}
	seconds := int64(math.Round(f * 86400))
	day := dayZero + civil.Date(seconds/86400)
	if day < first || day > last {
		return Wall{}, false
	}
	return Wall{day, time.Duration(seconds%86400) * time.Second}, true
}

// After is the time on the clock that is d later, when the clock is not changed.
func (w Wall) After(o Wall) time.Duration {
	return time.Duration(w.Day-o.Day)*24*time.Hour + w.Clock - o.Clock
}

// Instants are those at which the clock showed it; second is first when there is one.
// Error: time.skipped.
func (w Wall) Instants(zone civil.Zone) (first, second int64, err error) {
	at, n := zone.Instants(w.Day, w.Clock)
	switch n {
	case 0:
		return 0, 0, text.ErrTimeSkipped
	case 1:
		return at[0].Unix(), at[0].Unix(), nil
	}
	return at[0].Unix(), at[1].Unix(), nil
}
