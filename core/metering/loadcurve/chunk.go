package loadcurve

import (
	"encoding/binary"
	"time"
)

// Chunk is one series over one civil month, as stored.
type Chunk = Series

// Version is the first byte of what Encode writes.
const Version = 1

// Codec is the second byte: how the body after it is wrapped. Encode writes Plain;
// adapters may wrap the body and say so (Unwrap, Wrap).
type Codec byte

// The codecs. Numbers are stored.
const (
	Plain Codec = 0
	Zstd  Codec = 1
	Zeros Codec = 2 // AppendZeroRuns
)

const (
	prefix    = 2                   // version and codec
	maxSpan   = 31*24*3600 + 3600   // seconds of the longest month: October
	maxPoints = maxSpan / 60        // of the shortest step
	maxStart  = int64(1) << 32 * 60 // seconds; the year 10136
)

// Unwrap cuts a chunk into codec and body. Errors: chunk.corrupt, chunk.codec.
func Unwrap(data []byte) (Codec, []byte, error) {
	if len(data) < prefix {
		return 0, nil, corrupt("short")
	}
	if data[0] != Version {
		return 0, nil, ErrCodec.With("version", int(data[0]))
	}
	return Codec(data[1]), data[prefix:], nil
}

// Wrap appends a chunk with the given codec and body to dst.
func Wrap(dst []byte, c Codec, body []byte) []byte {
	return append(append(dst, Version, byte(c)), body...)
}

func corrupt(reason string) error { return ErrChunk.With("reason", reason) }

// Encode appends the stored form of c to dst. It panics when c.Check fails or c is
// longer than a month: that is a mistake of the program, never of data.
func Encode(dst []byte, c Chunk) []byte {
	if err := c.Check(); err != nil || int64(c.N)*seconds(c.Step) > maxSpan || magnitudeOf(c.Start) > maxStart {
		panic("loadcurve: Encode of a series that is no chunk")
	}
	out, ok := encode(dst, c, commonDivisor(c.Values, firstOnes))
	if !ok {
		out, _ = encode(dst, c, commonDivisor(c.Values, len(c.Values)).trusted())
	}
	return out
}

// encode is Encode with a divisor; ok is false where that does not fit all values.
func encode(dst []byte, c Chunk, div divisor) (out []byte, ok bool) {
	dst = append(dst, Version, byte(Plain))
	dst = binary.AppendUvarint(dst, uint64(seconds(c.Step)))
	dst = binary.AppendUvarint(dst, uint64(c.N))
	dst = binary.AppendVarint(dst, c.Start.Unix()/60)
	dst = binary.AppendUvarint(dst, div.by)
	dst = binary.AppendUvarint(dst, uint64(len(c.Quality)))
	for _, run := range c.Quality {
		dst = binary.AppendUvarint(dst, uint64(run.Count)<<3|uint64(run.Quality))
	}
	var last int64
	at := 0
	for _, run := range c.Quality {
		if run.Quality != Missing {
			if dst, last, ok = appendDeltas(dst, c.Values[at:at+run.Count], div, last); !ok {
				return dst, false
			}
		}
		at += run.Count
	}
	return dst, true
}

func magnitudeOf(t time.Time) int64 {
	s := t.Unix()
	return max(s, -s)
}

// Decode reads what Encode wrote into c, whose memory it reuses. It accepts nothing
// else: wrong counts, trailing bytes, overlong numbers, values beyond int64 are
// refused before more memory is taken than the data can fill.
// Errors: chunk.corrupt, chunk.codec (unwrap the body first); c is then not to be used.
func Decode(data []byte, c *Chunk) error {
	codec, body, err := Unwrap(data)
	if err != nil {
		return err
	}
	if codec != Plain {
		return ErrCodec.With("codec", int(codec))
	}
	r := reader{data: body}
	by, err := r.header(c)
	if err != nil {
		return err
	}
	room := newBounds(by)
	var last int64
	at := 0
	for _, run := range c.Quality {
		values := c.Values[at : at+run.Count]
		at += run.Count
		if run.Quality == Missing {
			clear(values)
			continue
		}
		var ok bool
		if last, ok = r.deltas(values, int64(by), room, last); !ok {
			return corrupt("values")
		}
	}
	if r.at != len(r.data) {
		return corrupt("trailing bytes")
	}
	return nil
}
