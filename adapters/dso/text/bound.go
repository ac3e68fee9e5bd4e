package text

import (
	"bytes"
	"io"
)

// Bounded gives in on as long as no line of it is longer than LongestLine; behind one that
// is, it fails with ErrLongLine and its number. A program that reads lines would else hold
// all of a file that has none.
func Bounded(in io.Reader) io.Reader { return &bounded{in: in, row: 1} }

type bounded struct {
	in     io.Reader
	row    int // of the line that is going on
	length int // of what was given of it
	err    error
}

// Read looks for the end of a line where it must come at the latest, not for each.
func (b *bounded) Read(p []byte) (int, error) {
	if b.err != nil {
		return 0, b.err
	}
	n, err := b.in.Read(p)
	given, at := p[:n], 0 // the line that is going on comes from at, but for what was given before
	for room := LongestLine - b.length; len(given)-at > room; room = LongestLine {
		end := bytes.LastIndexByte(given[at:at+room+1], '\n')
		if end < 0 {
			b.err = ErrLongLine.With("kilobytes", LongestLine>>10).OnRow(b.row + bytes.Count(given[:at], newline))
			return 0, b.err
		}
		at, b.length = at+end+1, 0
	}
	b.row += bytes.Count(given, newline)
	if end := bytes.LastIndexByte(given[at:], '\n'); end >= 0 {
		at, b.length = at+end+1, 0
	}
	b.length += len(given) - at
	return n, err
}

var newline = []byte{'\n'}
