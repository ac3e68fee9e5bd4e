package text

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"github.com/openpmo/pmo/core/energy"
)

// Nearly every line goes on from one before it: the same texts around time and value,
// and the next step of the same day. Once a line was read, the next one of its shape is
// therefore known but for its digits, and is compared with that eight bytes at once: it
// is neither searched for its end, nor cut, nor is its time read. Whatever differs in a
// single byte is left to the rest of Table.Read, so that both ways give the same; a test
// holds one against the other.

const (
	block       = 64
	longestHead = 2 * block // bytes of a line before its value
	longestTail = 16        // after it, with the end of the line
	mostDigits  = 7
	maxMisses   = 16 // after so many lines in vain a shape is no longer foreseen
	// window is looked at as a whole: a word at any place that a byte can name lies in it,
	// so that no place has to be checked.
	window = 256 + 8
)

// words is a text in pieces that compare as one number each.
type words [block / 8]uint64

// foresight is what the next line of a shape will be if it goes on.
type foresight struct {
	armed   bool
	misses  int
	text    [longestHead]byte
	head    [2]words // text: what stands before the value
	mask    [2]words // which bytes of it count: the clock does not
	headLen int
	tail    [2]uint64 // after the value
	ends    [2]uint64 // its mask
	tailLen int
	clockAt int      // place of HH:MM:SS in the head
	clocks  []uint64 // HH:MM:SS of all steps of a day
	clock   int      // the one of the next line
	at      int64    // start of its step
	factor  int64    // mWh for 1
}

func number64(b []byte) uint64 { return binary.LittleEndian.Uint64(b) }

// run takes lines that are as foreseen and tells how many.
func (s *shape) run(l *Lines) (taken int) {
	f := s.foresight
	if f == nil || !f.armed || !s.Series.awaits(f.at, s.Step, int32(l.Row)+1) {
		return 0
	}
	clocks := f.clocks[f.clock:]
	if s.Series.pieces[len(s.Series.pieces)-1].stride != 1 {
		clocks = clocks[:1] // lines of other series come between
	}
	s.Series.values = slices.Grow(s.Series.values, len(clocks))
	free := s.Series.values[len(s.Series.values):cap(s.Series.values)]
	if taken, l.from = f.read(free, clocks, l.buf[:l.to], l.from); taken == 0 {
		return 0
	}
	s.Series.grow(taken, s.Quality)
	f.clock += taken
	f.at, f.misses, f.armed = s.Series.next, 0, f.clock < len(f.clocks)
	l.Ended = true
	l.Row += taken
	return taken
}

// read fills values from lines of buf, from at on, whose times are clocks, until one
// differs. There is no branch on the length of a number, which is a coin toss, and none
// of what is compared has to be known before the place of the next line is. How soon that
// place is known is what a line costs: lines of buf beyond its last window are left.
func (f *foresight) read(values []energy.MilliWh, clocks []uint64, buf []byte, at int) (taken, next int) {
	w, m, headLen, clockAt := &f.head[0], &f.mask[0], uint8(f.headLen), uint8(f.clockAt)
	tail, ends, long, factor, width := f.tail[0], f.ends[0], f.tailLen > 8, f.factor, f.headLen+f.tailLen
	values = values[:len(clocks)]
	buf = buf[:len(buf):len(buf)] // tells the compiler that no slice of it below is empty
	for _, clock := range clocks {
		if len(buf)-at < window {
			break
		}
		b := (*[window]byte)(buf[at:])
		v := number64(b[headLen:])
		end := bits.TrailingZeros64((v + overNine) & highBits)
		length := uint8(end) >> 3
		wrong := (number64(b[0:])^w[0])&m[0] | (number64(b[8:])^w[1])&m[1] | (number64(b[16:])^w[2])&m[2] |
			(number64(b[24:])^w[3])&m[3] | (number64(b[32:])^w[4])&m[4] | (number64(b[40:])^w[5])&m[5] |
			(number64(b[48:])^w[6])&m[6] | (number64(b[56:])^w[7])&m[7] | (number64(b[clockAt:]) ^ clock) |
			(number64(b[headLen+length:])^tail)&ends
		if headLen > block {
			wrong |= f.differ((*[block]byte)(b[block:]))
		}
		if long {
			wrong |= (number64(b[headLen+length+8:]) ^ f.tail[1]) & f.ends[1]
		}
		v = (v ^ zeros) << ((7 - end) & 63)
		wrong |= (v + notDigit | v) & highBits
		if wrong != 0 || length-1 >= mostDigits {
			break
		}
		values[taken] = energy.MilliWh(eight(v) * factor)
		at += width + int(length)
		taken++
	}
	return taken, at
}

// differ is zero where text is the second block of the head.
func (f *foresight) differ(text *[block]byte) (wrong uint64) {
	for i, w := range f.head[1] {
		wrong |= (number64(text[8*i:]) ^ w) & f.mask[1][i]
	}
	return wrong
}

const (
	highBits = 0x8080808080808080
	zeros    = 0x3030303030303030
	overNine = 0x4646464646464646 // added to texts: brings the high bit to what comes after 9
	notDigit = 0x7676767676767676 // added to bytes that were digits: to those above 9
)

// eight is the number of eight digits, the first in the lowest byte.
func eight(v uint64) int64 {
	const pairs, high, low = 0x000000ff000000ff, 1_000_000<<32 + 100, 10_000<<32 + 1
	v = v*10 + v>>8
	return int64((v&pairs*high + v>>16&pairs*low) >> 32)
}

// foresee prepares for the line after one whose time was text and whose step starts at
// an instant. Steps of the next day are not foreseen, nor any on days when the clock on
// the wall changes.
func (t *Table) foresee(s *shape, text []byte, at int64) {
	f := s.foresight
	switch {
	case f == nil:
		s.foresight = &foresight{}
		return // a shape may come but once
	case f.misses > maxMisses:
		return
	case f.armed:
		f.misses++
	}
	f.armed = false
	seconds, ok := t.clockOf(s, text)
	factor := int64(s.Scale.exact[0])
	end := "\n"
	if t.lines.crlf {
		end = "\r\n"
	}
	if !ok || factor <= 0 || len(s.before)+len(text)+len(s.between) > longestHead || len(s.after)+len(end) > longestTail {
		return
	}
	f.clocks, f.clock = t.clocksOf(s.Step), int(seconds/int64(s.Step))+1
	if f.clock == len(f.clocks) {
		return
	}
	f.expect(s, text, end)
	f.at, f.factor, f.armed = at+int64(s.Step), factor, true
}

// clockOf is the time of day of a line in seconds, where the next step of the same day
// is the same text with a later time.
func (t *Table) clockOf(s *shape, text []byte) (seconds int64, ok bool) {
	if len(text) < 19 || len(text) != s.timeLen || t.layout.Legal != nil && !t.layout.Legal.day.plain {
		return 0, false
	}
	seconds, ok = clock8([8]byte(text[11:]))
	return seconds, ok && seconds%int64(s.Step) == 0
}

// expect writes down what stands before and after the value. From one day to the next
// only the time changes.
func (f *foresight) expect(s *shape, text []byte, end string) {
	if f.headLen != len(s.before)+len(text)+len(s.between) || f.tailLen != len(s.after)+len(end) {
		f.begin(s, text, end)
	}
	at := len(s.before)
	copy(f.text[at:], text)
	for i := at / 8; 8*i < at+len(text); i++ {
		f.head[i/8][i%8] = number64(f.text[8*i:])
	}
}

// begin writes down what is the same on all days.
func (f *foresight) begin(s *shape, text []byte, end string) {
	f.text = [longestHead]byte{}
	f.clockAt = copy(f.text[:], s.before) + 11
	f.headLen = f.clockAt - 11 + len(text)
	f.headLen += copy(f.text[f.headLen:], s.between)
	var mask, tail [longestHead]byte
	for i := range f.headLen {
		if i < f.clockAt || i >= f.clockAt+8 {
			mask[i] = 0xff
		}
	}
	for i := range longestHead / 8 {
		f.head[i/8][i%8], f.mask[i/8][i%8] = number64(f.text[8*i:]), number64(mask[8*i:])
	}
	f.tailLen = copy(tail[:], s.after)
	f.tailLen += copy(tail[f.tailLen:], end)
	for i := range f.tail {
		f.tail[i], f.ends[i] = number64(tail[8*i:]), ^uint64(0)>>(8*max(0, min(8, 8*i+8-f.tailLen)))
	}
}

// clocksOf lists the times of a day at which steps begin, as texts.
func (t *Table) clocksOf(step int32) []uint64 {
	all := t.clocks[step]
	if all != nil {
		return all
	}
	for s := int32(0); s+step <= 86400; s += step {
		digits := func(n int32) uint64 { return uint64('0'+n/10) | uint64('0'+n%10)<<8 }
		all = append(all, digits(s/3600)|':'<<16|digits(s/60%60)<<24|':'<<40|digits(s%60)<<48)
	}
	if t.clocks == nil {
		t.clocks = map[int32][]uint64{}
	}
	t.clocks[step] = all
	return all
}
