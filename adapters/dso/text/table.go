package text

import (
	"bytes"
	"context"
	"errors"
	"io"

	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

const (
	maxKnown    = 1 << 16 // shapes kept; a file with more starts again
	checkedRows = 1 << 16 // lines from one look at the context to the next
)

// Shape is what a line says besides its time and its value.
type Shape struct {
	Series  *Series
	Step    int32 // seconds
	Scale   *Scale
	Quality loadcurve.Quality
	Skip    bool           // the line is of no interest
	Wrong   []*fault.Error // why the line is refused
}

// Layout is what a kind of file means by its lines.
type Layout struct {
	TimeColumn, ValueColumn string
	LabelsEnd               bool // times are the end of the step
	// Legal reads times of the clock on the wall; nil = times have an offset.
	Legal *Legal
	// Shape reads all other fields, which are trimmed. It is asked once for all lines
	// that are equal in them.
	Shape func(fields [][]byte) Shape
}

// Table reads the lines of one file below its header.
type Table struct {
	Refusals Refusals
	Empty    int // lines without a value
	Values   int // values taken
	Header   Header

	layout  Layout
	offsets Offsets
	lines   *Lines
	timeAt  int
	valueAt int
	first   int // the lower of the two columns
	second  int
	known   map[string]*shape
	last    *shape
	clocks  map[int32][]uint64 // by step in seconds
	key     []byte
	fields  [][]byte
}

// NewTable reads in, whose header names both columns of the layout.
func NewTable(in io.Reader, layout Layout) (*Table, error) {
	t := &Table{layout: layout, lines: NewLines(in), known: map[string]*shape{}, last: &shape{timeLen: LongestLine}}
	head, err := t.lines.Head()
	if err != nil {
		return nil, err
	}
	t.Header = ParseHeader(head)
	t.timeAt, t.valueAt = t.Header.Index(Fold([]byte(layout.TimeColumn))), t.Header.Index(Fold([]byte(layout.ValueColumn)))
	t.first, t.second = min(t.timeAt, t.valueAt), max(t.timeAt, t.valueAt)
	if t.first < 0 {
		return nil, errors.New("text: the header lacks the layout's columns")
	}
	return t, nil
}

// Read takes all lines. What is wrong with them is in Refusals; an error is one of
// reading, or of the context.
func (t *Table) Read(ctx context.Context) error {
	for checked := 0; ; {
		t.skim()
		line, err := t.lines.Next()
		if line == nil || err != nil {
			return t.end(err)
		}
		if t.lines.Row >= checked+checkedRows {
			if checked = t.lines.Row; ctx.Err() != nil {
				return ctx.Err()
			}
		}
		s := t.last
		text, number, ok := s.fits(line)
		if !ok {
			if s = s.next; s != nil {
				text, number, ok = s.fits(line)
			}
			if !ok {
				if s, text, number = t.lookUp(line); s == nil {
					continue
				}
			}
			t.last.next, t.last = s, s
		}
		t.take(s, text, number)
	}
}

// skim takes the lines that are as foreseen.
func (t *Table) skim() {
	for {
		taken := t.last.run(t.lines)
		if next := t.last.next; taken == 0 && next != nil {
			if taken = next.run(t.lines); taken > 0 {
				t.last = next
			}
		}
		if t.Values += taken; taken == 0 {
			return
		}
	}
}

// inner is a field without spaces and quotes; they belong to the text around it.
func inner(field []byte) []byte {
	if in := trim(field); len(in) > 0 {
		return in
	}
	return field
}

// timeLen is the length by which a line is known at once; where the value comes
// before the time there is none, and each line is looked up.
func (t *Table) timeLen(n int) int {
	if t.timeAt > t.valueAt {
		return LongestLine
	}
	return n
}

func (t *Table) cut(line []byte) {
	t.fields = t.fields[:0]
	for {
		i := bytes.IndexByte(line, Separator)
		if i < 0 {
			t.fields = append(t.fields, line)
			return
		}
		t.fields = append(t.fields, line[:i])
		line = line[i+1:]
	}
}

func (t *Table) wrongCount(n int) {
	t.Refusals.Add(ErrFields.With("expected", len(t.Header)).With("received", n).OnRow(t.lines.Row))
}

// take stores the value of a line.
func (t *Table) take(s *shape, text, number []byte) {
	if s.Skip {
		return
	}
	if len(s.Wrong) > 0 {
		for _, f := range s.Wrong {
			t.refuse(f)
		}
		return
	}
	at, ok := t.offsets.again(text)
	second := at
	if !ok {
		if at, second, ok = t.time(trim(text)); !ok {
			return
		}
	}
	decimals := 0
	value, ok := digits(number)
	if !ok {
		if value, decimals, ok = ParseNumber(trim(number)); !ok {
			t.notNumber(number)
			return
		}
	}
	if value < 0 {
		t.refuse(metering.ErrNegative.With("value", string(number)).At(t.layout.ValueColumn))
		return
	}
	e, err := s.Scale.Energy(value, decimals)
	if err != nil {
		t.refuse(fault.From(err).With("value", excerpt(number)).At(t.layout.ValueColumn))
		return
	}
	t.Values++
	if second != at {
		s.Series.unclear = append(s.Series.unclear, unclear{at, second, s.Step, e, s.Quality, int32(t.lines.Row)})
		return
	}
	if t.layout.LabelsEnd {
		at -= int64(s.Step)
	}
	if !s.Series.add(at, s.Step, e, s.Quality, int32(t.lines.Row)) {
		t.refuse(metering.ErrOffGrid.With("minutes", int(s.Step)/60).With("value", excerpt(text)).With("date", excerpt(text)).At(t.layout.TimeColumn))
		return
	}
	t.foresee(s, text, at)
}

// time reads what is no usual time with an offset.
func (t *Table) time(text []byte) (at, second int64, ok bool) {
	err := error(ErrTime)
	if t.layout.Legal != nil {
		at, second, err = t.layout.Legal.Read(text)
	} else if at, ok = t.offsets.read(text); ok {
		return at, at, true
	}
	if err != nil {
		t.refuse(fault.From(err).With("value", excerpt(text)).At(t.layout.TimeColumn))
	}
	return at, second, err == nil
}

func (t *Table) notNumber(number []byte) {
	if len(trim(number)) == 0 {
		t.Empty++
		return
	}
	t.refuse(ErrNumber.With("value", excerpt(number)).At(t.layout.ValueColumn))
}

func (t *Table) refuse(f *fault.Error) { t.Refusals.Add(f.OnRow(t.lines.Row)) }

// end looks at how the file ended: a last line that is cut has a better word than what
// is wrong with the rest of it.
func (t *Table) end(err error) error {
	if errors.Is(err, ErrLongLine) {
		t.Refusals.Add(fault.From(err))
		return nil
	}
	if n := len(t.Refusals.listed); n > 0 && !t.lines.Ended && t.Refusals.listed[n-1].Row == t.lines.Row {
		t.Refusals.listed[n-1] = ErrTruncated.OnRow(t.lines.Row)
	}
	return err
}

// excerpt keeps what is quoted in a refusal short.
func excerpt(s []byte) string {
	if len(s) > 40 {
		s = s[:40]
	}
	return string(bytes.ToValidUTF8(s, []byte("?")))
}
