package loadcurve

import (
	"encoding/binary"
	"math"
	"math/bits"
	"slices"

	"github.com/openpmo/pmo/core/energy"
)

// Whether a household's next delta takes one byte or two is a coin toss, and a branch
// on it costs more than all the rest: both directions take short numbers without
// branching on their length.

// deltasAtOnce are written without asking for room: at their longest ten bytes each.
const deltasAtOnce = 256

// appendDeltas writes each quotient as the zig-zag varint of its distance to the one
// before, and returns the last quotient. ok is false where div does not fit a value.
func appendDeltas(dst []byte, values []energy.MilliWh, div divisor, last int64) (out []byte, quotient int64, ok bool) {
	n := len(dst)
	for some := range slices.Chunk(values, deltasAtOnce) {
		dst = slices.Grow(dst[:n], len(some)*binary.MaxVarintLen64)
		buf := dst[:cap(dst):cap(dst)]
		for _, v := range some {
			q, ok := div.quotient(v)
			if !ok {
				return dst[:n], last, false
			}
			delta := q - last
			last = q
			u := uint64(delta<<1) ^ uint64(delta>>63)
			if u >= 1<<14 || len(buf)-n < 2 {
				n += binary.PutUvarint(buf[n:], u)
				continue
			}
			second := (0x7f - u) >> 63 // 1 when a second byte is needed
			binary.LittleEndian.PutUint16(buf[n:], uint16(u&0x7f|second<<7|u>>7<<8))
			n += 1 + int(second)
		}
	}
	return dst[:n], last, true
}

// bounds are the quotients whose values are int64: from −below, span + 1 of them.
type bounds struct{ below, span uint64 }

func newBounds(by uint64) bounds {
	return bounds{below: 1 << 63 / by, span: 1<<63/by + math.MaxInt64/by}
}

func (b bounds) hold(quotient int64) bool { return uint64(quotient)+b.below <= b.span }

// inner are the quotients from which four short deltas cannot leave b.
func (b bounds) inner() bounds {
	const margin = 4 << 13 // four deltas of 14 bits, one of them the sign
	if b.below <= margin || b.span-b.below <= margin {
		return bounds{below: math.MaxUint64 / 2, span: 0} // none but one nothing comes near
	}
	return bounds{below: b.below - margin, span: b.span - 2*margin}
}

const highBits = 0x8080808080808080

// four says where the first four numbers of eight bytes are, when each has one byte
// or two; advance is 0 when one has more.
type four struct {
	mask    [4]uint16 // 0x7f or 0x7f7f
	shift   [4]uint8
	advance uint32 // makes 16 bytes of it
}

// fours is indexed by the high bits of the eight bytes, the first byte lowest.
var fours = func() (all [256]four) {
	for high := range all {
		at := 0
		f := &all[high]
		for i := range 4 {
			f.shift[i] = uint8(8 * at)
			switch bits.TrailingZeros8(^uint8(high >> at)) {
			case 0:
				f.mask[i] = 0x7f
				at++
			case 1:
				f.mask[i] = 0x7f7f
				at += 2
			default:
				at = 99
			}
			if at > 8 {
				break
			}
		}
		if at <= 8 {
			f.advance = uint32(at)
		}
	}
	return all
}()

// delta is the i-th of them.
func (f *four) delta(word uint64, i int) int64 {
	x := word >> (f.shift[i] & 63) & uint64(f.mask[i])
	u := x - x>>8<<7
	return int64(u>>1) ^ -int64(u&1)
}

// overlong is not zero when one of eight bytes is an empty last byte of a number,
// which Encode leaves out. Each byte's high bit of the sum says that it is not zero.
func overlong(word uint64) uint64 {
	return word & highBits << 8 &^ ((word&^highBits + ^uint64(highBits)) | word)
}
