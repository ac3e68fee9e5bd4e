package loadcurve

import (
	"encoding/binary"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/energy"
)

// reader walks the body of a chunk. After bad is set, all further numbers are zero.
type reader struct {
	data []byte
	at   int
	bad  bool
}

// uvarint reads a number in its shortest form.
func (r *reader) uvarint() uint64 {
	u, n := binary.Uvarint(r.data[r.at:])
	if r.bad || n <= 0 || n > 1 && r.data[r.at+n-1] == 0 {
		r.bad = true
		return 0
	}
	r.at += n
	return u
}

// header reads all before the deltas into c, makes room for the values and returns
// the divisor.
func (r *reader) header(c *Chunk) (uint64, error) {
	step, n, start, by := r.uvarint(), r.uvarint(), r.uvarint(), r.uvarint()
	runs := r.uvarint()
	if r.bad || step > 3600 || n > maxPoints || n*step > maxSpan {
		return 0, corrupt("header")
	}
	minutes := int64(start>>1) ^ -int64(start&1)
	if by == 0 || by > 1<<63 || minutes > maxStart/60 || minutes < -maxStart/60 {
		return 0, corrupt("header")
	}
	c.Grid = Grid{Start: time.Unix(minutes*60, 0).UTC(), Step: time.Duration(step) * time.Second, N: int(n)}
	if err := c.Grid.Check(); err != nil {
		return 0, corrupt("grid")
	}
	if err := r.runs(c, runs); err != nil {
		return 0, err
	}
	if known := c.N - c.Quality.Count(Missing); known > len(r.data)-r.at {
		return 0, corrupt("short")
	}
	c.Values = slices.Grow(c.Values[:0], c.N)[:c.N]
	return by, nil
}

func (r *reader) runs(c *Chunk, count uint64) error {
	if count > uint64(c.N) {
		return corrupt("runs")
	}
	c.Quality = c.Quality[:0]
	left := uint64(c.N)
	for i := range int(count) {
		u := r.uvarint()
		q, n := Quality(u&7), u>>3
		if r.bad || q >= qualities || n == 0 || n > left || i > 0 && c.Quality[i-1].Quality == q {
			return corrupt("runs")
		}
		left -= n
		c.Quality = append(c.Quality, Run{q, int(n)})
	}
	if left != 0 {
		return corrupt("runs")
	}
	return nil
}

// deltas fills values and returns the last quotient; ok is false for bytes no Encode
// wrote.
func (r *reader) deltas(values []energy.MilliWh, by int64, room bounds, last int64) (quotient int64, ok bool) {
	inner := room.inner()
	data, at := r.data, r.at
	long := uint64(0)
	for len(values) > 0 {
		if len(values) >= 4 && at+8 <= len(data) && inner.hold(last) {
			word := binary.LittleEndian.Uint64(data[at:])
			// The product gathers the eight high bits in the top byte.
			f := &fours[(word&highBits)>>7*0x0102040810204080>>56]
			if f.advance > 0 {
				long |= overlong(word)
				a := last + f.delta(word, 0)
				b := a + f.delta(word, 1)
				c := b + f.delta(word, 2)
				last = c + f.delta(word, 3)
				values[0], values[1] = energy.MilliWh(a*by), energy.MilliWh(b*by)
				values[2], values[3] = energy.MilliWh(c*by), energy.MilliWh(last*by)
				at += int(f.advance)
				values = values[4:]
				continue
			}
		}
		one := reader{data: data, at: at}
		u := one.uvarint()
		at = one.at
		last += int64(u>>1) ^ -int64(u&1)
		if one.bad || !room.hold(last) {
			return 0, false
		}
		values[0] = energy.MilliWh(last * by)
		values = values[1:]
	}
	r.at = at
	return last, long == 0
}
