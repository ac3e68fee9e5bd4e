package loadcurve

import (
	"bytes"
	"encoding/binary"
)

// maxBody is more than any body of a chunk takes.
const maxBody = 1 << 19

var twoZeros = []byte{0, 0}

// AppendZeroRuns appends body to dst with every run of two zero bytes or more as two
// zeros and a varint of how many more there are. The deltas of nights and of constant
// loads are such runs; it is what a general compressor finds in a curve, at a tenth of
// the cost.
func AppendZeroRuns(dst, body []byte) []byte {
	for {
		at := bytes.Index(body, twoZeros)
		if at < 0 {
			return append(dst, body...)
		}
		dst = append(dst, body[:at+2]...)
		body = body[at+2:]
		more := 0
		for more < len(body) && body[more] == 0 {
			more++
		}
		dst = binary.AppendUvarint(dst, uint64(more))
		body = body[more:]
	}
}

// ReadZeroRuns appends to dst the body that AppendZeroRuns wrote. It takes no more memory
// than a body can need. Error: chunk.corrupt.
func ReadZeroRuns(dst, packed []byte) ([]byte, error) {
	room := len(dst) + maxBody
	for {
		at := bytes.Index(packed, twoZeros)
		if at < 0 {
			return append(dst, packed...), nil
		}
		dst = append(dst, packed[:at+2]...)
		r := reader{data: packed, at: at + 2}
		more := r.uvarint()
		if r.bad || more > uint64(room-min(room, len(dst))) {
			return dst, corrupt("zeros")
		}
		packed = packed[r.at:]
		dst = append(dst, make([]byte, more)...)
	}
}
