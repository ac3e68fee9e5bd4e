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

func seconds(s int32) time.Duration { return time.Duration(s) * time.Second }

// AppendVector writes energies (≥ 0, or Absent): their greatest common divisor, then
// each as a varint of quotient + 1, 0 for Absent. The length is not written.
func AppendVector(dst []byte, values []energy.MilliWh) []byte {
	var by uint64
	for _, v := range values {
		if v > 0 {
			if by = gcd(by, uint64(v)); by == 1 {
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
		if at < len(data) && data[at] < 0x80 {
			if values[i] = Absent; data[at] > 0 {
				values[i] = energy.MilliWh(uint64(data[at]-1) * by)
			}
			at++
			continue
		}
		u, n := binary.Uvarint(data[at:])
		if n <= 0 || u == 0 {
			r.bad = true
			return
		}
		values[i] = energy.MilliWh((u - 1) * by)
		at += n
	}
	r.at = at
}

func gcd(a, b uint64) uint64 {
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
