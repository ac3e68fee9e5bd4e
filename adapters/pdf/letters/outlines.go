package letters

import (
	"encoding/binary"
	"slices"
)

// drawn are the tables of a TrueType file that a document needs to show its letters (ISO 32000-1, 9.9), and
// "post", which readers expect: what is in no other, hints for screens of few dots and names, no page shows.
var drawn = []string{"cmap", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "post"}

// Outlines is a TrueType file with the outlines and the measures of its letters alone: without the programs
// that move outlines onto the dots of a coarse screen, and without names. ok is false where the file is not
// laid out as that of a face of ours.
func Outlines(file []byte) (out []byte, ok bool) {
	tables, ok := tablesOf(file)
	if !ok {
		return nil, false
	}
	for _, name := range drawn {
		if tables[name] == nil {
			return nil, false
		}
	}
	head, maxp := slices.Clone(tables["head"]), slices.Clone(tables["maxp"])
	if len(head) < 54 || len(maxp) < 32 {
		return nil, false
	}
	glyf, loca, ok := withoutPrograms(tables["glyf"], tables["loca"], head[51] == 1)
	if !ok {
		return nil, false
	}
	head[51] = 1      // places of glyphs in four bytes
	head[17] &^= 0x14 // no program depends on the size, or alters a width
	clear(head[8:12]) // the sum, below
	maxp[15] = 1
	clear(maxp[16:28]) // what programs need
	tables["head"], tables["maxp"], tables["glyf"], tables["loca"] = head, maxp, glyf, loca
	return assembled(tables), true
}

// tablesOf are the tables of a file by name.
func tablesOf(file []byte) (map[string][]byte, bool) {
	if len(file) < 12 || binary.BigEndian.Uint32(file) != 0x10000 {
		return nil, false
	}
	tables, count := map[string][]byte{}, int(binary.BigEndian.Uint16(file[4:]))
	for n := range count {
		if len(file) < 12+16*(n+1) {
			return nil, false
		}
		entry := file[12+16*n:]
		at, size := int(binary.BigEndian.Uint32(entry[8:])), int(binary.BigEndian.Uint32(entry[12:]))
		if at > len(file) || size > len(file)-at {
			return nil, false
		}
		tables[string(entry[:4])] = file[at : at+size : at+size]
	}
	return tables, true
}

// withoutPrograms are all glyphs without their programs, and where each begins, in four bytes.
func withoutPrograms(glyf, loca []byte, long bool) (glyphs, places []byte, ok bool) {
	place := func(n int) int { return 2 * int(binary.BigEndian.Uint16(loca[2*n:])) }
	count := len(loca)/2 - 1
	if long {
		place = func(n int) int { return int(binary.BigEndian.Uint32(loca[4*n:])) }
		count = len(loca)/4 - 1
	}
	for n := range count {
		places = binary.BigEndian.AppendUint32(places, uint32(len(glyphs)))
		from, to := place(n), place(n+1)
		if from > to || to > len(glyf) {
			return nil, nil, false
		}
		glyph, ok := withoutProgram(glyf[from:to])
		if !ok {
			return nil, nil, false
		}
		glyphs = append(glyphs, glyph...)
		glyphs = append(glyphs, make([]byte, -len(glyphs)&3)...)
	}
	return glyphs, binary.BigEndian.AppendUint32(places, uint32(len(glyphs))), count > 0
}

// Marks of a part of a glyph that is put together (OpenType, glyf).
const (
	wordArguments = 1 << 0
	oneScale      = 1 << 3
	moreParts     = 1 << 5
	twoScales     = 1 << 6
	fourScales    = 1 << 7
	hasProgram    = 1 << 8
)

// withoutProgram is a glyph without its program.
func withoutProgram(glyph []byte) ([]byte, bool) {
	const head = 10
	if len(glyph) == 0 {
		return nil, true
	}
	if len(glyph) < head {
		return nil, false
	}
	if contours := int(int16(binary.BigEndian.Uint16(glyph))); contours >= 0 {
		at := head + 2*contours // the size of the program, behind the last points of the contours
		if len(glyph) < at+2 {
			return nil, false
		}
		behind := at + 2 + int(binary.BigEndian.Uint16(glyph[at:]))
		if len(glyph) < behind {
			return nil, false
		}
		return append(append(slices.Clone(glyph[:at]), 0, 0), glyph[behind:]...), true
	}
	out := slices.Clone(glyph)
	for at := head; ; {
		if len(out) < at+4 {
			return nil, false
		}
		marks := binary.BigEndian.Uint16(out[at:])
		binary.BigEndian.PutUint16(out[at:], marks&^hasProgram)
		at += 4 + 2
		if marks&wordArguments != 0 {
			at += 2
		}
		switch {
		case marks&oneScale != 0:
			at += 2
		case marks&twoScales != 0:
			at += 4
		case marks&fourScales != 0:
			at += 8
		}
		if len(out) < at {
			return nil, false
		}
		if marks&moreParts == 0 {
			return out[:at], true
		}
	}
}

// assembled is a file of the tables that are drawn, with their sums.
func assembled(tables map[string][]byte) []byte {
	const magic = 0xB1B0AFBA
	count := len(drawn)
	most := 1 // the largest power of two that is no more
	for most*2 <= count {
		most *= 2
	}
	log := uint16(0)
	for 1<<(log+1) <= most {
		log++
	}
	out := binary.BigEndian.AppendUint32(nil, 0x10000)
	for _, n := range []uint16{uint16(count), uint16(16 * most), log, uint16(16 * (count - most))} {
		out = binary.BigEndian.AppendUint16(out, n)
	}
	at, sum := 12+16*count, 0
	for _, name := range drawn {
		table := tables[name]
		if name == "head" {
			sum = at + 8
		}
		out = append(out, name...)
		for _, n := range []uint32{checksum(table), uint32(at), uint32(len(table))} {
			out = binary.BigEndian.AppendUint32(out, n)
		}
		at += (len(table) + 3) &^ 3
	}
	for _, name := range drawn {
		out = append(out, tables[name]...)
		out = append(out, make([]byte, -len(out)&3)...)
	}
	binary.BigEndian.PutUint32(out[sum:], magic-checksum(out))
	return out
}

func checksum(table []byte) (sum uint32) {
	for ; len(table) >= 4; table = table[4:] {
		sum += binary.BigEndian.Uint32(table)
	}
	var rest [4]byte
	copy(rest[:], table)
	return sum + binary.BigEndian.Uint32(rest[:])
}
