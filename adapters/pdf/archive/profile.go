package archive

import (
	"bytes"
	"encoding/binary"
	"math"
	"sync"
)

// colourProfile is sRGB as an ICC profile, compressed: the colours of a document that is kept for
// years must not depend on the screen that shows them. It is written here from the numbers of
// IEC 61966-2-1, seen from the white of a printed page (D50), as ICC.1:2004 lays profiles out.
var colourProfile = sync.OnceValue(func() []byte { return deflate(srgb()) })

// tag is a part of a profile.
type tag struct {
	name string
	data []byte
}

func srgb() []byte {
	words := func(text string) []byte {
		out := append([]byte("mluc"), 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 12)
		out = append(out, "enUS"...)
		out = binary.BigEndian.AppendUint32(out, uint32(2*len(text)))
		out = binary.BigEndian.AppendUint32(out, 28)
		for _, letter := range []byte(text) {
			out = append(out, 0, letter)
		}
		return out
	}
	point := func(of ...float64) []byte { return append([]byte("XYZ \x00\x00\x00\x00"), fixed16(of...)...) }
	// From light to value and back: linear near black, a power above it.
	curve := append([]byte("para\x00\x00\x00\x00\x00\x03\x00\x00"), fixed16(2.4, 1/1.055, 0.055/1.055, 1/12.92, 0.04045)...)
	return profile([]tag{
		{"desc", words("sRGB")},
		{"cprt", words("No copyright, use freely")},
		{"wtpt", point(0.96420, 1, 0.82491)},
		{"chad", append([]byte("sf32\x00\x00\x00\x00"), fixed16(1.04788, 0.02292, -0.05022, 0.02960, 0.99048, -0.01707, -0.00925, 0.01508, 0.75168)...)},
		{"rXYZ", point(0.43607, 0.22249, 0.01392)},
		{"gXYZ", point(0.38515, 0.71687, 0.09708)},
		{"bXYZ", point(0.14307, 0.06061, 0.71410)},
		{"rTRC", curve}, {"gTRC", curve}, {"bTRC", curve},
	})
}

// profile lays tags out behind the head and the table that finds them; equal ones stand once.
func profile(tags []tag) []byte {
	const head, entry = 128, 12
	table := binary.BigEndian.AppendUint32(nil, uint32(len(tags)))
	var body []byte
	begin := head + 4 + entry*len(tags)
	for n, t := range tags {
		at := begin + len(body)
		if n > 0 && bytes.Equal(t.data, tags[n-1].data) {
			at = int(binary.BigEndian.Uint32(table[len(table)-8:]))
		} else {
			body = append(body, t.data...)
			body = append(body, make([]byte, -len(body)&3)...)
		}
		table = append(table, t.name...)
		table = binary.BigEndian.AppendUint32(table, uint32(at))
		table = binary.BigEndian.AppendUint32(table, uint32(len(t.data)))
	}
	out := make([]byte, head, begin+len(body))
	binary.BigEndian.PutUint32(out, uint32(begin+len(body)))
	binary.BigEndian.PutUint32(out[8:], 0x04200000) // version 4.2
	copy(out[12:], "mntrRGB XYZ ")
	for n, part := range []uint16{2026, 1, 1, 0, 0, 0} {
		binary.BigEndian.PutUint16(out[24+2*n:], part)
	}
	copy(out[36:], "acsp")
	copy(out[68:], fixed16(0.96420, 1, 0.82491))
	return append(append(out, table...), body...)
}

// fixed16 are numbers with sixteen bits behind the point.
func fixed16(of ...float64) []byte {
	var out []byte
	for _, v := range of {
		out = binary.BigEndian.AppendUint32(out, uint32(int32(math.Round(v*65536))))
	}
	return out
}
