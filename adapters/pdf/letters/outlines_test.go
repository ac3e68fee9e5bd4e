package letters_test

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"github.com/openpmo/pmo/adapters/pdf/letters"
)

// tables are those of a file, whose sums are right.
func tables(t *testing.T, file []byte) map[string][]byte {
	t.Helper()
	sum := func(b []byte) (sum uint32) {
		for n, one := range b {
			sum += uint32(one) << (24 - 8*(n%4))
		}
		return sum
	}
	require.Equal(t, uint32(0xB1B0AFBA), sum(file), "of the whole")
	out := map[string][]byte{}
	for n := range int(binary.BigEndian.Uint16(file[4:])) {
		entry := file[12+16*n:]
		at, size := binary.BigEndian.Uint32(entry[8:]), binary.BigEndian.Uint32(entry[12:])
		require.Zero(t, at%4)
		name, table := string(entry[:4]), append([]byte{}, file[at:at+size]...)
		if out[name] = table; name == "head" {
			clear(table[8:12])
		}
		require.Equal(t, binary.BigEndian.Uint32(entry[4:]), sum(table), name)
	}
	return out
}

// TestOutlinesAreThoseOfTheFace: every letter of every face has the outline and the width that it had, and nothing
// is left of what moves it on a screen.
func TestOutlinesAreThoseOfTheFace(t *testing.T) {
	t.Parallel()
	for weight, file := range letters.Files {
		bare, ok := letters.Outlines(file)
		require.True(t, ok)
		require.Less(t, 2*len(bare), len(file))
		of := tables(t, bare)
		require.Len(t, of, 8)
		for _, gone := range []string{"cvt ", "fpgm", "prep", "gasp", "name", "OS/2"} {
			require.NotContains(t, of, gone)
		}
		require.Zero(t, binary.BigEndian.Uint16(of["maxp"][26:]), "no glyph has a program")
		places := of["loca"]
		for n := range len(places)/4 - 1 {
			glyph := of["glyf"][binary.BigEndian.Uint32(places[4*n:]):binary.BigEndian.Uint32(places[4*n+4:])]
			if contours := 0; len(glyph) > 0 {
				if contours = int(int16(binary.BigEndian.Uint16(glyph))); contours >= 0 {
					require.Zero(t, binary.BigEndian.Uint16(glyph[10+2*contours:]), "program of glyph %d", n)
				} else {
					require.Zero(t, binary.BigEndian.Uint16(glyph[10:])&0x100, "program of glyph %d", n)
				}
			}
		}
		was, err := sfnt.Parse(file)
		require.NoError(t, err)
		is, err := sfnt.Parse(bare)
		require.NoError(t, err)
		require.Equal(t, was.NumGlyphs(), is.NumGlyphs())
		var a, b sfnt.Buffer
		size := fixed.I(2048)
		for r := range rune(letters.PlaneSize) {
			if !letters.Has(r) {
				continue
			}
			from, err := was.GlyphIndex(&a, r)
			require.NoError(t, err)
			to, err := is.GlyphIndex(&b, r)
			require.NoError(t, err)
			require.Equal(t, from, to)
			want, err := was.LoadGlyph(&a, from, size, nil)
			require.NoError(t, err)
			got, err := is.LoadGlyph(&b, to, size, nil)
			require.NoError(t, err)
			require.Equal(t, want, got, "%q%s", r, weight)
			wide, err := was.GlyphAdvance(&a, from, size, font.HintingNone)
			require.NoError(t, err)
			same, err := is.GlyphAdvance(&b, to, size, font.HintingNone)
			require.NoError(t, err)
			require.Equal(t, wide, same)
		}
	}
}

// TestAnythingElseIsNoFace: what is cut short, or is no such file, is refused.
func TestAnythingElseIsNoFace(t *testing.T) {
	t.Parallel()
	whole := letters.Files[""]
	for size := 0; size < len(whole)-4; size += 997 {
		_, ok := letters.Outlines(whole[:size])
		require.False(t, ok, size)
	}
	for n := range 12 + 16*int(binary.BigEndian.Uint16(whole[4:])) { // the table of tables
		broken := append([]byte{}, whole...)
		broken[n] ^= 0xff
		letters.Outlines(broken) // refused or not: it says so
	}
}
