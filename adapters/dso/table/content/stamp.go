package content

import (
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

// Day in seconds.
const Day = 86400

// AnyYear stands for one that is not known yet. Its February has 29 days.
const AnyYear = 2000

// Stamp is a time as it is written, before anybody knows the order of day and month,
// the year or the clock.
type Stamp struct {
	A, B, C   int16 // parts of the date, in the order of the text; c is 0 without a year
	Order     dateShape
	HasDate   bool
	HasClock  bool
	HasOffset bool
	Compact   bool  // yyyymmdd:hhmm
	Short     bool  // its year has two digits: it may as well be the first part
	Seconds   int32 // since 00:00; 86400 for 24:00
	Offset    int32 // seconds east
}

// dateShape is what the writing of a date tells about its parts.
type dateShape int8

const (
	YearFirst dateShape = iota
	yearLast            // day or month first
	NoYear              // likewise
)

// Wall is the time on its clock in seconds, as if the clock were that of UTC. ok is
// false for a day that is not in the calendar.
func (s Stamp) Wall(order curvefile.DateOrder, year int) (seconds int64, ok bool) {
	y, m, d := int(s.A), int(s.B), int(s.C)
	switch {
	case s.Order == YearFirst:
	case s.Short && order == curvefile.YearMonthDay:
		y, m, d = 2000+int(s.A), int(s.B), int(s.C)-2000
	case order == curvefile.MonthDayYear:
		y, m, d = int(s.C), int(s.A), int(s.B)
	default:
		y, m, d = int(s.C), int(s.B), int(s.A)
	}
	if s.Order == NoYear {
		y = year
	}
	if m < 1 || m > 12 || d < 1 || d > 31 {
		return 0, false
	}
	date := civil.NewDate(y, time.Month(m), d)
	if _, _, back := date.YearMonthDay(); back != d {
		return 0, false
	}
	return int64(date)*86400 + int64(s.Seconds), true
}

// ParseStamp reads a date, a time of day, or both. ok is false for anything else.
func ParseStamp(cell string) (s Stamp, ok bool) {
	if len(cell) < 4 || len(cell) > 40 || cell[0]-'0' > 9 {
		return s, false
	}
	if s, ok := compactStamp(cell); ok {
		return s, true
	}
	date, clock := cell, ""
	if i := strings.IndexAny(cell, " Tt\u00a0"); i > 0 {
		date, clock = strings.TrimRight(cell[:i], "."), strings.TrimSpace(strings.TrimPrefix(cell[i:], "\u00a0"))
		clock = strings.TrimLeft(clock, "Tt")
		if strings.HasSuffix(cell[:i], ".") && strings.Count(date, ".") == 1 {
			date += "." // dd.mm. has no year
		}
	}
	if s.clock(date) && clock == "" {
		return s, true
	}
	s = Stamp{}
	if !s.date(date) {
		// A time of day with AM, or a range of times.
		return s, s.clock(cell)
	}
	if clock != "" && !s.clock(clock) {
		return Stamp{}, false
	}
	return s, true
}

// compactSigns stand between the digits of such a time.
var compactSigns = strings.NewReplacer(":", "", "T", "", " ", "", "-", "")

// compactStamp reads yyyymmdd:hhmm and its kin, as weather services write them.
func compactStamp(cell string) (s Stamp, ok bool) {
	for i := range min(8, len(cell)) {
		if cell[i]-'0' > 9 {
			return s, false
		}
	}
	if len(cell) < 12 {
		return s, false
	}
	digits := compactSigns.Replace(cell)
	if len(cell) < 12 || cell[8]-'0' <= 9 && len(cell) != 12 || len(digits) != 12 && len(digits) != 14 {
		return s, false
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || strings.ContainsAny(cell[:8], ":-T ") {
		return s, false
	}
	second := int64(0)
	if len(digits) == 14 {
		n, second = n/100, n%100
	}
	s = Stamp{A: int16(n / 1e8), B: int16(n / 1e6 % 100), C: int16(n / 1e4 % 100), HasDate: true, HasClock: true, Compact: cell[8] == ':'}
	h, m := n/100%100, n%100
	s.Seconds = int32(h*3600 + m*60 + second)
	return s, s.A >= 1990 && s.A <= 2100 && s.B >= 1 && s.B <= 12 && s.C >= 1 && s.C <= 31 && h < 24 && m < 60 && second < 60
}

// date reads y-m-d, d/m/y, d/m/yy, d.m. and d/m, with any of - / . between.
func (s *Stamp) date(text string) bool {
	var parts [3]int16
	n, digits, longest, width := 0, 0, 0, 0
	for i := 0; i <= len(text); i++ {
		if i < len(text) && text[i]-'0' <= 9 {
			if n > 2 || digits == 4 {
				return false
			}
			parts[n] = parts[n]*10 + int16(text[i]-'0')
			digits++
			continue
		}
		if i < len(text) && text[i] != '/' && text[i] != '-' && text[i] != '.' {
			return false
		}
		if digits == 0 {
			if i == len(text) && n > 0 {
				break // dd.mm.
			}
			return false
		}
		if digits == 4 {
			longest = n + 1
		}
		digits, width = 0, digits
		n++
	}
	if n < 2 {
		return false
	}
	s.HasDate = true
	s.A, s.B, s.C = parts[0], parts[1], parts[2]
	switch {
	case n == 2:
		s.Order = NoYear
		return longest == 0 && s.plausible()
	case longest == 1:
		return s.A >= 1990 && s.A <= 2100 && s.B >= 1 && s.B <= 12 && s.C >= 1 && s.C <= 31
	case longest == 2:
		return false
	case longest == 0 && width != 2:
		return false
	case longest == 0:
		s.C += 2000
		s.Short = true
	}
	s.Order = yearLast
	return s.C >= 1990 && s.C <= 2100 && s.plausible()
}

// plausible reports whether two parts can be a day and a month in some order.
func (s *Stamp) plausible() bool {
	low, high := min(s.A, s.B), max(s.A, s.B)
	return low >= 1 && low <= 12 && high <= 31
}

// clock reads 0:15, 00:15:00, 00h15, 24:00, 1:15 PM, each with an offset, and the first
// of 00:00 - 00:15.
func (s *Stamp) clock(text string) bool {
	if i := strings.Index(text, " - "); i > 0 {
		text = text[:i]
	}
	text, half, ok := cutHalf(text)
	if !ok {
		return false
	}
	text = s.cutOffset(text)
	var parts [3]int
	n, digits := 0, 0
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c-'0' <= 9 && digits < 2:
			parts[n] = parts[n]*10 + int(c-'0')
			digits++
		case (c == ':' || c == 'h' || c == 'H') && digits > 0 && n < 2 && (n == 0 || digits == 2):
			n, digits = n+1, 0
		case c == '.' && n == 2 && digits == 2:
			i = len(text) // parts of a second
		default:
			return false
		}
	}
	h, m, sec := parts[0], parts[1], parts[2]
	if half != 0 {
		if h < 1 || h > 12 {
			return false
		}
		h = h%12 + int(half-1)*12
	}
	if n == 0 || digits == 1 || digits == 0 && text[len(text)-1] == ':' || h > 24 || m > 59 || sec > 59 || h == 24 && m+sec > 0 {
		return false
	}
	s.HasClock, s.Seconds = true, int32(h*3600+m*60+sec)
	return true
}

// cutHalf takes AM or PM off a time: 1 and 2, 0 for neither.
func cutHalf(text string) (rest string, half byte, ok bool) {
	upper := strings.ToUpper(text)
	for i, word := range []string{"AM", "PM"} {
		if cut, found := strings.CutSuffix(upper, word); found {
			return strings.TrimSpace(cut), byte(i + 1), true
		}
	}
	return text, 0, text != ""
}

// cutOffset takes Z, +02:00 or +0200 off a time.
func (s *Stamp) cutOffset(text string) string {
	if rest, ok := strings.CutSuffix(text, "Z"); ok {
		s.HasOffset, s.Offset = true, 0
		return strings.TrimSpace(rest)
	}
	i := strings.LastIndexAny(text, "+-")
	if i < 4 {
		return text
	}
	digits := strings.ReplaceAll(text[i+1:], ":", "")
	if len(digits) == 2 {
		digits += "00"
	}
	n, err := strconv.Atoi(digits)
	if err != nil || len(digits) != 4 || n/100 > 14 || n%100 > 59 {
		return text
	}
	s.HasOffset, s.Offset = true, int32(n/100*3600+n%100*60)
	if text[i] == '-' {
		s.Offset = -s.Offset
	}
	return strings.TrimSpace(text[:i])
}

// FractionStamp reads a part of a day.
func FractionStamp(cell string) (s Stamp, ok bool) {
	f, err := strconv.ParseFloat(cell, 64)
	if err != nil || f < 0 || f >= 1 {
		return s, false
	}
	return Stamp{HasClock: true, Seconds: int32(math.Round(f * 86400))}, true
}
