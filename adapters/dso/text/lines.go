package text

import (
	"bytes"
	"io"
)

// LongestLine in bytes: four times the header of a coefficient file of 1 000 sites.
const LongestLine = 64 << 10

const alignment = 64 // of a read, in bytes

// Lines reads lines, without their ends (LF or CRLF).
type Lines struct {
	Row int // number of the last line given, from 1
	// Ended reports whether the last line given had its end; the last of a file may not.
	Ended bool

	in   io.Reader
	buf  []byte
	from int // what is read and not yet given is buf[from:to]
	to   int
	crlf bool // the last line given ended with both
	err  error
}

// NewLines reads from in. Lines are bounded as those of Bounded are, so that what is
// already bounded is not searched for its lines twice.
func NewLines(in io.Reader) *Lines {
	if b, ok := in.(*bounded); ok {
		in = b.in
	}
	return &Lines{in: in, buf: make([]byte, 4*LongestLine)}
}

// Next is the next line, until the next call; nil at the end of the file. Error:
// row.tooLong, with its number.
func (l *Lines) Next() ([]byte, error) {
	if i := bytes.IndexByte(l.buf[l.from:l.to], '\n'); i >= 0 {
		return l.give(l.from+i, true)
	}
	return l.refill()
}

func (l *Lines) give(end int, ended bool) ([]byte, error) {
	line := l.buf[l.from:end:end]
	if len(line) > LongestLine {
		return nil, l.tooLong()
	}
	l.from = min(end+1, l.to)
	l.Row++
	l.Ended = ended
	n := len(line)
	if l.crlf = n > 0 && line[n-1] == '\r'; l.crlf {
		line = line[:n-1]
	}
	return line, nil
}

func (l *Lines) tooLong() error {
	return ErrLongLine.With("kilobytes", LongestLine>>10).OnRow(l.Row + 1)
}

func (l *Lines) refill() ([]byte, error) {
	for {
		if l.err != nil {
			if l.err != io.EOF || l.from == l.to {
				return nil, l.failure()
			}
			return l.give(l.to, false)
		}
		if l.to-l.from > LongestLine {
			return nil, l.tooLong()
		}
		// What is read next goes to a place that is copied to fast.
		if start := -(l.to - l.from) & (alignment - 1); l.from > start {
			l.to = start + copy(l.buf[start:], l.buf[l.from:l.to])
			l.from = start
		}
		searched := l.to
		n, err := l.in.Read(l.buf[l.to:])
		l.to += n
		l.err = err
		if i := bytes.IndexByte(l.buf[searched:l.to], '\n'); i >= 0 {
			return l.give(searched+i, true)
		}
	}
}

func (l *Lines) failure() error {
	if l.err == io.EOF {
		return nil
	}
	return l.err
}

// Head reads the first line that holds something, without a byte order mark.
func (l *Lines) Head() ([]byte, error) {
	for {
		line, err := l.Next()
		if line == nil || err != nil {
			return nil, err
		}
		if l.Row == 1 {
			line = bytes.TrimPrefix(line, []byte("\xef\xbb\xbf"))
		}
		if len(bytes.TrimSpace(line)) > 0 {
			return line, nil
		}
	}
}

// IsText reports whether the beginning of a file can be that of a text in UTF-8 or in
// the old Western alphabet of Windows.
func IsText(head []byte) bool {
	for _, c := range head {
		if c < 0x20 && c != '\t' && c != '\n' && c != '\r' {
			return false
		}
	}
	return true
}
