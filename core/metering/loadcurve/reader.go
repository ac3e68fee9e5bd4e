package loadcurve

import (
	"encoding/binary"
	"slices"
	"time"
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
