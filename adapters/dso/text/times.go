package text

import (
	"encoding/binary"
	"time"

	"github.com/openpmo/pmo/core/civil"
)

// clock reads HH:MM or HH:MM:SS as seconds; ok is false for anything else.
func clock(s []byte) (seconds int64, ok bool) {
	if len(s) != 5 && len(s) != 8 || s[2] != ':' {
		return 0, false
	}
	h, ok1 := two(s)
	m, ok2 := two(s[3:])
	if !ok1 || !ok2 || h > 23 || m > 59 {
		return 0, false
	}
	if len(s) == 5 {
		return int64(h)*3600 + int64(m)*60, true
	}
	sec, ok := two(s[6:])
	return int64(h)*3600 + int64(m)*60 + int64(sec), ok && s[5] == ':' && sec < 60
}

// clock8 reads HH:MM:SS, all eight bytes at once: digits stand at bytes 0, 1, 3, 4, 6, 7
// of a number whose lowest byte is the first.
func clock8(s [8]byte) (seconds int64, ok bool) {
	const (
		colons = 0x00_00_3a_00_00_3a_00_00
		digits = 0x0f_0f_00_0f_0f_00_0f_0f
		zeros  = 0x30_30_3a_30_30_3a_30_30
		high   = 0xf0_f0_ff_f0_f0_ff_f0_f0
		six    = 0x06_06_00_06_06_00_06_06
	)
	v := binary.LittleEndian.Uint64(s[:])
	if v&high != zeros&high || (v&digits+six)&high&^colons != 0 {
		return 0, false
	}
	v &= digits
	v = v*10 + v>>8 // HH, MM and SS are now bytes 0, 3 and 6
	h, m, sec := v&0xff, v>>24&0xff, v>>48&0xff
	return int64(h*3600 + m*60 + sec), h < 24 && m < 60 && sec < 60
}

func two(s []byte) (n uint8, ok bool) {
	a, b := s[0]-'0', s[1]-'0'
	return a*10 + b, a <= 9 && b <= 9
}

// day reads YYYY-MM-DD.
func day(s []byte) (civil.Date, bool) {
	if len(s) != 10 || s[4] != '-' || s[7] != '-' {
		return 0, false
	}
	century, ok1 := two(s)
	year, ok2 := two(s[2:])
	month, ok3 := two(s[5:])
	of, ok4 := two(s[8:])
	y := int(century)*100 + int(year)
	if !ok1 || !ok2 || !ok3 || !ok4 || y == 0 || month < 1 || month > 12 || of < 1 {
		return 0, false
	}
	d := civil.NewDate(y, time.Month(month), int(of))
	return d, of <= 28 || d < civil.NewDate(y, time.Month(month)+1, 1)
}

// Offsets reads instants with an offset, as 2026-06-01T00:00:00+02:00 or with Z. The
// day and the offset of the last one are kept, for the next has them as a rule.
type Offsets struct {
	// The texts, in pieces that compare as one number each.
	head  [8]byte // YYYY-MM-
	rest  [4]byte // -DDT
	zone4 [4]byte // ±HH:
	zone2 [2]byte // MM
	start int64   // Unix time of the day's start at that offset
	// offset is that of the zone, in seconds east.
	offset int64
}

// again gives Unix seconds where the day and the offset are those of the last time that
// read took.
func (o *Offsets) again(s []byte) (at int64, ok bool) {
	if len(s) != 25 || [8]byte(s) != o.head || [4]byte(s[7:]) != o.rest || [4]byte(s[19:]) != o.zone4 || [2]byte(s[23:]) != o.zone2 {
		return 0, false
	}
	seconds, ok := clock8([8]byte(s[11:]))
	return o.start + seconds, ok
}

// read takes any form.
func (o *Offsets) read(s []byte) (int64, bool) {
	if len(s) < 17 || s[10] != 'T' && s[10] != ' ' {
		return 0, false
	}
	d, ok := day(s[:10])
	if !ok {
		return 0, false
	}
	if len(s) == 25 && s[19] > 0 && [4]byte(s[19:]) == o.zone4 && [2]byte(s[23:]) == o.zone2 { // another day
		if seconds, ok := clock8([8]byte(s[11:])); ok {
			o.head, o.rest, o.start = [8]byte(s), [4]byte(s[7:]), int64(d)*86400-o.offset
			return o.start + seconds, true
		}
	}
	zone := len(s) - 1
	for zone > 10 && s[zone] != '+' && s[zone] != '-' && s[zone] != 'Z' {
		zone--
	}
	seconds, ok := clock(s[11:max(zone, 11)])
	offset, ok2 := offsetOf(s[zone:])
	if !ok || !ok2 {
		return 0, false
	}
	start := int64(d)*86400 - offset
	if len(s) == 25 && zone == 19 {
		o.head, o.rest, o.zone4, o.zone2 = [8]byte(s), [4]byte(s[7:]), [4]byte(s[19:]), [2]byte(s[23:])
		o.start, o.offset = start, offset
	}
	return start + seconds, true
}

// offsetOf reads Z, ±HH:MM, ±HHMM or ±HH as seconds east.
func offsetOf(s []byte) (int64, bool) {
	if string(s) == "Z" {
		return 0, true
	}
	sign := int64(1)
	if s[0] == '-' {
		sign = -1
	}
	var hm []byte
	for _, c := range s[1:] {
		if c != ':' {
			hm = append(hm, c)
		}
	}
	if len(hm) == 2 {
		hm = append(hm, '0', '0')
	}
	if len(hm) != 4 {
		return 0, false
	}
	h, ok1 := two(hm)
	m, ok2 := two(hm[2:])
	return sign * (int64(h)*3600 + int64(m)*60), ok1 && ok2 && h < 15 && m < 60
}

// Legal reads times of the clock on the wall, as 2023-03-13 00:30:00, that are the end
// of a step.
type Legal struct {
	zone civil.Zone
	last [10]byte // YYYY-MM-DD
	day  legalDay
}

type legalDay struct {
	date  civil.Date
	start int64
	plain bool // the clock does not change on that day
}

// NewLegal reads times of a zone.
func NewLegal(zone civil.Zone) *Legal { return &Legal{zone: zone} }

// Read gives Unix seconds. In the hour that autumn repeats, second is the later of
// the two instants that may be meant; else it is at. Errors: time.invalid, time.skipped.
func (l *Legal) Read(s []byte) (at, second int64, err error) {
	if len(s) < 16 || s[10] != ' ' && s[10] != 'T' {
		return 0, 0, ErrTime
	}
	if string(s[:10]) != string(l.last[:]) {
		d, ok := day(s[:10])
		if !ok {
			return 0, 0, ErrTime
		}
		start := l.zone.Start(d)
		l.day = legalDay{date: d, start: start.Unix(), plain: l.zone.Start(d+1).Sub(start) == 24*time.Hour}
		copy(l.last[:], s)
	}
	seconds, ok := int64(0), false
	if len(s) == 19 {
		seconds, ok = clock8([8]byte(s[11:]))
	} else {
		seconds, ok = clock(s[11:])
	}
	if !ok {
		return 0, 0, ErrTime
	}
	if l.day.plain {
		at = l.day.start + seconds
		return at, at, nil
	}
	return l.changing(time.Duration(seconds) * time.Second)
}

// changing reads a time on a day when the clock changes. The first instant of the hour
// that spring leaves out is taken for the end of the step before it.
func (l *Legal) changing(clock time.Duration) (at, second int64, err error) {
	found, n := l.zone.Instants(l.day.date, clock)
	switch n {
	case 2:
		return found[0].Unix(), found[1].Unix(), nil
	case 1:
		return found[0].Unix(), found[0].Unix(), nil
	}
	if before, n := l.zone.Instants(l.day.date, clock-time.Second); n == 1 {
		return before[0].Unix() + 1, before[0].Unix() + 1, nil
	}
	return 0, 0, ErrTimeSkipped
}
