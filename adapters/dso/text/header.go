package text

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Separator is that of all layouts read here.
const Separator = ';'

// Header is the names of the columns of a file, folded.
type Header []string

// ParseHeader reads the line of the names.
func ParseHeader(line []byte) Header {
	var h Header
	for _, field := range bytes.Split(line, []byte{Separator}) {
		h = append(h, Fold(field))
	}
	return h
}

// Index is the place of a column by its folded name, -1 where it is not.
func (h Header) Index(name string) int {
	for i, n := range h {
		if n == name {
			return i
		}
	}
	return -1
}

// Missing lists those of the named columns that are not there, under their own names.
func (h Header) Missing(names []string) []string {
	var missing []string
	for _, name := range names {
		if h.Index(Fold([]byte(name))) < 0 {
			missing = append(missing, name)
		}
	}
	return missing
}

// Fold is a name without capitals, accents, quotes and double spaces, so that it is
// known however a program wrote it. Bytes that are no UTF-8 are Latin-1.
func Fold(name []byte) string {
	text := string(trim(name))
	if !utf8.Valid(name) {
		runes := make([]rune, 0, len(name))
		for _, c := range trim(name) {
			runes = append(runes, rune(c))
		}
		text = string(runes)
	}
	var out strings.Builder
	for _, r := range norm.NFD.String(strings.ToLower(text)) {
		if r < 0x300 || r > 0x36f { // combining accents
			out.WriteRune(r)
		}
	}
	return strings.Join(strings.Fields(out.String()), " ")
}

// trim takes spaces and a pair of quotes from around a field.
func trim(field []byte) []byte {
	field = bytes.TrimSpace(field)
	if n := len(field); n >= 2 && field[0] == '"' && field[n-1] == '"' {
		return bytes.TrimSpace(field[1 : n-1])
	}
	return field
}
