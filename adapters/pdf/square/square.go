// Package square makes the codes that are photographed (QR, ISO/IEC 18004). A library lays them out; which
// of the eight masks is laid over one is chosen here, by the same rules and whole rows at once, because looking at
// each module of each mask took as long as all that is written on a page.
package square

import (
	"math"
	"math/bits"
	"sync"

	qr "github.com/piglig/go-qr"
)

// Code is a square of dark and light modules.
type Code interface {
	Size() int // modules a side
	// Module tells whether the one at a column and a row, counted from the upper left corner, is dark.
	Module(x, y int) bool
}

const (
	masks = 8
	chose = -1 // the library chooses the mask
	// widest is the most modules a side of which a row is one word with a bit to spare, those of version 10.
	// What is larger, of text of more than 213 bytes, is left to the library.
	widest   = 57
	versions = (widest-17)/4 + 1
)

// Encode is text, by bytes, as a code that stays readable with an eighth of it gone. Error: the text is longer
// than any code can be.
func Encode(text string) (Code, error) {
	segment, err := qr.MakeBytes([]byte(text))
	if err != nil {
		return nil, err
	}
	laid, err := encode(segment, qr.MinVersion, qr.MaxVersion, 0)
	if err != nil {
		return nil, err
	}
	if laid.Size() > widest {
		return encode(segment, qr.MinVersion, qr.MaxVersion, chose)
	}
	first := gridOf(laid)
	best, least := first, math.MaxInt
	for _, change := range changes[(laid.Size()-17)/4]() {
		masked := first.with(change)
		if penalty := masked.penalty(); penalty < least {
			best, least = masked, penalty
		}
	}
	return best, nil
}

func encode(segment *qr.QrSegment, from, to, mask int) (*qr.QrCode, error) {
	return qr.EncodeSegments([]*qr.QrSegment{segment}, qr.Medium, from, to, mask, false)
}

// changes are, by version, the modules that another mask than the first turns over, with what the code says of
// its mask. They are the same whatever the text.
var changes = func() (by [versions + 1]func() [masks]*grid) {
	for version := 1; version <= versions; version++ {
		by[version] = sync.OnceValue(func() (out [masks]*grid) {
			segment, err := qr.MakeBytes([]byte{})
			if err != nil {
				panic("pdf: " + err.Error())
			}
			var first *grid
			for mask := range out {
				laid, err := encode(segment, version, version, mask)
				if err != nil {
					panic("pdf: " + err.Error()) // no text fits everywhere
				}
				if out[mask] = gridOf(laid); mask == 0 {
					first = out[mask]
				}
				out[mask] = out[mask].with(first)
			}
			return out
		})
	}
	return by
}()

// grid is the modules by rows, and again by columns; the first is the lowest bit, dark is 1.
type grid struct {
	size          int
	rows, columns [widest]uint64
}

func gridOf(laid *qr.QrCode) *grid {
	g := &grid{size: laid.Size()}
	for y := range g.size {
		for x := range g.size {
			if laid.Module(x, y) {
				g.rows[y] |= 1 << x
				g.columns[x] |= 1 << y
			}
		}
	}
	return g
}

// with is g with the modules turned over that are dark in change.
func (g *grid) with(change *grid) *grid {
	out := *g
	for n := range g.size {
		out.rows[n] ^= change.rows[n]
		out.columns[n] ^= change.columns[n]
	}
	return &out
}

// Size of Code.
func (g *grid) Size() int { return g.size }

// Module of Code.
func (g *grid) Module(x, y int) bool {
	return x >= 0 && y >= 0 && x < g.size && y < g.size && g.rows[y]>>x&1 == 1
}

// What counts against a mask (ISO/IEC 18004, 7.8.3).
const (
	besideEach  = 3  // five alike in line; one more for each further one
	besideBlock = 3  // four alike in a block
	besideEye   = 40 // what looks like the eye in a corner
	besideShare = 10 // each 5 % by which the dark ones are more or less than half
)

// penalty is what counts against a mask.
func (g *grid) penalty() (sum int) {
	dark, above := 0, uint64(0)
	for n := range g.size {
		row := g.rows[n]
		dark += bits.OnesCount64(row)
		alike := g.alike(row)
		if n > 0 {
			sum += besideBlock * bits.OnesCount64(alike&above&^(row^g.rows[n-1]))
		}
		above = alike
		sum += inLine(alike) + inLine(g.alike(g.columns[n])) + besideEye*(g.eyes(row)+g.eyes(g.columns[n]))
	}
	all := g.size * g.size
	off := dark*20 - all*10
	return sum + besideShare*((max(off, -off)+all-1)/all-1)
}

// alike has a bit for each module of a line that is as the next one.
func (g *grid) alike(line uint64) uint64 { return ^(line ^ line>>1) & (1<<(g.size-1) - 1) }

// inLine counts the modules of stretches of five and more.
func inLine(alike uint64) int {
	fives := alike & (alike >> 1) & (alike >> 2) & (alike >> 3)
	return bits.OnesCount64(fives) + (besideEach-1)*bits.OnesCount64(fives&^(fives<<1))
}

// eyes counts what looks like the eye in a corner: dark, light, dark, light, dark as 1 : 1 : 3 : 1 : 1, with four as
// much light on one side and one as much on the other; with four on both it counts twice. Outside it is light.
func (g *grid) eyes(line uint64) (count int) {
	edges := line ^ line<<1 // a bit where a module, or the outside after the last, is not as the one before
	for unit := 1; 7*unit <= g.size; unit++ {
		found := line & edges & (edges >> unit) & (edges >> (2 * unit)) & (edges >> (5 * unit)) & (edges >> (6 * unit)) & (edges >> (7 * unit))
		for ; found != 0; found &= found - 1 {
			at := bits.TrailingZeros64(found)
			if bits.OnesCount64(edges>>at&(1<<(7*unit+1)-1)) != 6 {
				continue // more edges than those
			}
			before, after := g.size, g.size // as much as is asked for, where only the outside follows
			if earlier := edges & (1<<at - 1); earlier != 0 {
				before = at - (63 - bits.LeadingZeros64(earlier))
			}
			if later := edges >> (at + 7*unit + 1); later != 0 {
				after = bits.TrailingZeros64(later) + 1
			}
			if before >= 4*unit && after >= unit {
				count++
			}
			if after >= 4*unit && before >= unit {
				count++
			}
		}
	}
	return count
}
