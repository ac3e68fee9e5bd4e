package text

import (
	"bytes"
)

// shape is a Shape with the text around time and value by which it is known.
type shape struct {
	Shape
	before, between, after string
	timeLen                int
	next                   *shape // what came after it the last time
	foresight              *foresight
}

// fits cuts a line that is like the ones before. A value that holds a separator is
// found out by the reading of numbers.
func (s *shape) fits(line []byte) (text, number []byte, ok bool) {
	timeAt := len(s.before)
	between := timeAt + s.timeLen
	from := between + len(s.between)
	to := len(line) - len(s.after)
	if to < from || string(line[:timeAt]) != s.before || string(line[between:from]) != s.between || string(line[to:]) != s.after {
		return nil, nil, false
	}
	return line[timeAt:between], line[from:to], true
}

// lookUp cuts a line at every separator and finds what it means. The shape is nil for
// lines that mean nothing.
func (t *Table) lookUp(line []byte) (s *shape, text, number []byte) {
	if len(bytes.TrimSpace(line)) == 0 {
		return nil, nil, nil
	}
	t.cut(line)
	if n := len(t.fields); n < len(t.Header) || len(bytes.Trim(bytes.Join(t.fields[len(t.Header):], nil), " ")) > 0 {
		t.wrongCount(n)
		return nil, nil, nil
	}
	a, b := inner(t.fields[t.first]), inner(t.fields[t.second])
	aFrom, bFrom := cap(line)-cap(a), cap(line)-cap(b) // parts of line reach to the same end
	before, between, after := line[:aFrom], line[aFrom+len(a):bFrom], line[bFrom+len(b):]
	t.key = append(append(append(append(append(t.key[:0], before...), 0), between...), 0), after...)
	text, number = trim(t.fields[t.timeAt]), trim(t.fields[t.valueAt])
	if s, ok := t.known[string(t.key)]; ok {
		s.timeLen = t.timeLen(len(a))
		return s, text, number
	}
	s = &shape{before: string(before), between: string(between), after: string(after), timeLen: t.timeLen(len(a))}
	for i := range t.fields {
		t.fields[i] = trim(t.fields[i])
	}
	s.Shape = t.layout.Shape(t.fields)
	if len(t.known) >= maxKnown {
		clear(t.known)
	}
	t.known[string(t.key)] = s
	return s, text, number
}
