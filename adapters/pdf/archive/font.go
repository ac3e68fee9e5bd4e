package archive

import (
	"bytes"
	"strconv"
)

// Placeholder is what the library calls a font that every reader has: it writes no more of one than a name, and
// looks for no width in it.
const Placeholder = "Core"

// Font is a font of documents that are kept, cut and described once for all of them.
type Font struct {
	Dictionary string // what its dictionary says behind its name, up to its descriptor
	Descriptor string // what that says, up to the file
	File       []byte // TrueType, compressed
	Length     int    // of the file, not compressed
}

// named is the name of a font of which the library wrote no more.
func named(number int, object []byte) (string, bool) {
	rest, font := bytes.CutPrefix(object, []byte(strconv.Itoa(number)+" 0 obj\n<</Type /Font\n/BaseFont /"))
	name, alone := bytes.CutSuffix(rest, []byte("\n/Subtype /Type1\n/Encoding /WinAnsiEncoding\n>>\nendobj\n"))
	return string(name), font && alone
}
