package metering

import (
	"encoding/binary"
	"math/bits"
	"time"

	"github.com/openpmo/pmo/core/energy"
)

// Absent marks, in a vector of energies by participant, one that has no data. It is
// not zero.
const Absent energy.MilliWh = -1

func Seconds(s int32) time.Duration { return time.Duration(s) * time.Second }

// AppendVector writes energies (≥ 0, or Absent): their greatest common divisor, then
// each as a varint of quotient + 1, 0 for Absent. The length is not written.
func AppendVector(dst []byte, values []energy.MilliWh) []byte {
	var by uint64
	for _, v := range values {
		if v > 0 && (by == 0 || uint64(v)%by != 0) { // mostly the first few tell it
			if by = Gcd(by, uint64(v)); by == 1 {
				break
			}
		}
	}
	if by == 0 {
		by = 1
	}
	dst = binary.AppendUvarint(dst, by)
	for _, v := range values {
		if v == Absent {
			dst = append(dst, 0)
			continue
		}
		dst = binary.AppendUvarint(dst, uint64(v)/by+1)
	}
	return dst
}

// ReadVector fills values with what AppendVector wrote. Error: rollup.corrupt.
func ReadVector(data []byte, values []energy.MilliWh) error {
	r := &vectorReader{data: data}
	r.vector(values)
	if r.bad || r.at != len(data) {
		return ErrRollup.With("reason", "vector")
	}
	return nil
}

type vectorReader struct {
	data []byte
	at   int
	bad  bool
}

func (r *vectorReader) uvarint() uint64 {
	u, n := binary.Uvarint(r.data[r.at:])
	if r.bad || n <= 0 {
		r.bad = true
		return 0
	}
	r.at += n
	return u
}

func (r *vectorReader) vector(values []energy.MilliWh) {
	by := r.uvarint()
	if r.bad || by == 0 {
		r.bad = true
		return
	}
	data, at := r.data, r.at
	for i := range values {
		u, n := number(data, at)
		if n <= 0 || u == 0 && n > 1 {
			r.bad = true
			return
		}
		if values[i] = Absent; u > 0 {
			values[i] = energy.MilliWh((u - 1) * by)
		}
		at += n
	}
	r.at = at
}

// number reads a varint without a branch on its length, which is a coin toss in a
// vector; n is 0 or less where there is none.
func number(data []byte, at int) (u uint64, n int) {
	if at+8 > len(data) {
		return binary.Uvarint(data[min(at, len(data)):])
	}
	x := binary.LittleEndian.Uint64(data[at:])
	end := ^x & 0x8080808080808080 // the last byte of a number has its high bit clear
	if end == 0 {
		return binary.Uvarint(data[at:])
	}
	x &= end ^ (end - 1)
	x = x&0x007f007f007f007f | x&0x7f007f007f007f00>>1
	x = x&0x00003fff00003fff | x&0x3fff00003fff0000>>2
	x = x&0x000000000fffffff | x&0x0fffffff00000000>>4
	return x, bits.TrailingZeros64(end)>>3 + 1
}

func Gcd(a, b uint64) uint64 {
	if a == 0 || b == 0 {
		return a | b
	}
	shift := bits.TrailingZeros64(a | b)
	a >>= bits.TrailingZeros64(a)
	for b != 0 {
		b >>= bits.TrailingZeros64(b)
		if a > b {
			a, b = b, a
		}
		b -= a
	}
	return a << shift
}
