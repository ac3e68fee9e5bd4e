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

func (b *bounded) Read(p []byte) (int, error) {
	if b.err != nil {
		return 0, b.err
	}
	n, err := b.in.Read(p)
	for rest := p[:n]; len(rest) > 0; {
		end := bytes.IndexByte(rest, '\n')
		if end < 0 {
			b.length += len(rest)
			rest = nil
		} else {
			b.length += end
		}
		if b.length > LongestLine {
			b.err = ErrLongLine.With("maxBytes", LongestLine).OnRow(b.row)
			return 0, b.err
		}
		if end >= 0 {
			b.row, b.length, rest = b.row+1, 0, rest[end+1:]
		}
	}
	return n, err
}
