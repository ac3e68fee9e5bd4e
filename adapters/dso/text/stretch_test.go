package text

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

// outcome is all that the reading of a file gives.
type outcome struct {
	readings      []curvefile.Readings
	refusals      []*fault.Error
	warnings      []*fault.Error
	values, empty int
	rows          int
	ended         bool
	err           string
}

// readAll reads a file of the columns id; end; time; unit; value; step; quality, and
// perhaps a note.
func readAll(in io.Reader, legal bool) (o outcome) {
	var c Collection
	layout := Layout{TimeColumn: "time", ValueColumn: "value", Shape: func(fields [][]byte) (s Shape) {
		if string(fields[2]) == "skip" {
			return Shape{Skip: true}
		}
		steps := map[string]int32{"5": 300, "15": 900, "30": 1800}
		step, err := Word(fields[4], steps)
		if err != nil {
			return Shape{Wrong: []*fault.Error{fault.From(err)}}
		}
		s.Step, s.Quality = step, loadcurve.Definitive
		if string(fields[5]) == "P" {
			s.Quality = loadcurve.Provisional
		}
		s.Series, _ = c.Series(string(fields[0]), metering.Conso, Watt)
		scale, _ := NewScale(Watt, time.Duration(step)*time.Second)
		s.Scale = &scale
		return s
	}}
	if legal {
		layout.Legal, layout.LabelsEnd = NewLegal(civil.Paris), true
	}
	table, err := NewTable(in, layout)
	if err == nil {
		err = table.Read(context.Background())
	}
	if err != nil {
		return outcome{err: err.Error()}
	}
	o.readings = c.Readings(table, curvefile.LabelsStart, func(s *Series) curvefile.Status { return curvefile.StatusNone })
	o.refusals, o.warnings = table.Refusals.Items("a.csv"), c.Warnings(table)
	o.values, o.empty, o.rows, o.ended = table.Values, table.Empty, table.lines.Row, table.lines.Ended
	return o
}

const stretchHeader = "id;time;unit;value;step;quality"

// linesOf invents a file: sites one after the other, or times.
func linesOf(t *rapid.T, legal bool) []string {
	step := rapid.SampledFrom([]int{5, 15, 30}).Draw(t, "step")
	days := []civil.Date{civil.NewDate(2026, time.March, 28), civil.NewDate(2026, time.October, 24), civil.NewDate(2026, time.June, 10)}
	from := civil.Paris.Start(rapid.SampledFrom(days).Draw(t, "day")).Add(time.Duration(rapid.IntRange(0, 95).Draw(t, "first")*15) * time.Minute)
	form := "2006-01-02T15:04:05-07:00"
	if legal {
		form = time.DateTime
	}
	sites, steps := rapid.IntRange(1, 3).Draw(t, "sites"), rapid.IntRange(1, 130).Draw(t, "steps")
	wide := strings.Repeat("x", rapid.SampledFrom([]int{1, 8, 20, 40, 70, 120}).Draw(t, "width"))
	quality := rapid.SampledFrom([]string{"D", "P", "dddddd", "dddddddd", "ddddddddddddddd"}).Draw(t, "quality")
	most := rapid.SampledFrom([]int{9, 99, 9_999, 9_999_999, 99_999_999}).Draw(t, "most")
	line := func(site, i int) string {
		at := from.Add(time.Duration(i*step) * time.Minute).In(civil.Paris.Location())
		return fmt.Sprintf("%s%d;%s;W;%d;%d;%s", wide, site, at.Format(form), (site*7919+i*i*31)%(most+1), step, quality)
	}
	var lines []string
	if rapid.Bool().Draw(t, "bySite") {
		for site := range sites {
			for i := range steps {
				lines = append(lines, line(site, i))
			}
		}
		return lines
	}
	for i := range steps {
		for site := range sites {
			lines = append(lines, line(site, i))
		}
	}
	return lines
}

// spoil changes some lines, or some bytes.
func spoil(t *rapid.T, lines []string) string {
	for range rapid.IntRange(0, 4).Draw(t, "moves") {
		i, j := rapid.IntRange(0, len(lines)-1).Draw(t, "i"), rapid.IntRange(0, len(lines)-1).Draw(t, "j")
		switch rapid.IntRange(0, 2).Draw(t, "move") {
		case 0:
			lines[i], lines[j] = lines[j], lines[i]
		case 1:
			lines = slices.Insert(lines, i, lines[j])
		case 2:
			lines[i] = ""
		}
	}
	end := rapid.SampledFrom([]string{"\n", "\r\n"}).Draw(t, "end")
	text := []byte(strings.Join(lines, end) + end)
	for range rapid.IntRange(0, 6).Draw(t, "changes") {
		i := rapid.IntRange(0, len(text)-1).Draw(t, "at")
		c := rapid.SampledFrom([]byte("0123456789;;::--+.,TWPZ \"\r\n\x00\xff/<")).Draw(t, "byte")
		switch rapid.IntRange(0, 2).Draw(t, "change") {
		case 0:
			text[i] = c
		case 1:
			text = slices.Insert(text, i, c)
		case 2:
			text = slices.Delete(text, i, i+1)
		}
		if len(text) == 0 {
			break
		}
	}
	behind := rapid.SampledFrom([]string{"", "x", strings.Repeat(end, 300)}).Draw(t, "behind") // so that the last lines can be foreseen too
	return stretchHeader + end + string(text) + behind
}

// TestForeseenLinesAreReadAsAllOthers reads files twice: with all of their bytes at hand, and
// byte by byte, when no line can be foreseen.
func TestForeseenLinesAreReadAsAllOthers(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		legal := rapid.Bool().Draw(t, "legal")
		text := spoil(t, linesOf(t, legal))
		want := readAll(iotest.OneByteReader(strings.NewReader(text)), legal)
		require.Equal(t, want, readAll(strings.NewReader(text), legal), text)
	})
}

// TestNumbersOfForeseenLines has values of no digits, of too many, and of other bytes
// where a line is foreseen.
func TestNumbersOfForeseenLines(t *testing.T) {
	t.Parallel()
	for _, number := range []string{"", "0", "7", "12", "9999999", "12345678", "123456789012", "1,5", "1.25", "-3", "+3", "3a", ":", "/", "\xff", "\xba1", " 5", "5 "} {
		var text bytes.Buffer
		text.WriteString(stretchHeader + "\n")
		for i := range 12 {
			v := "4711"
			if i == 7 {
				v = number
			}
			fmt.Fprintf(&text, "1;2026-06-01T%02d:00:00+02:00;W;%s;30;D\n1;2026-06-01T%02d:30:00+02:00;W;%s;30;D\n", i, v, i, number)
		}
		text.WriteString(strings.Repeat("\n", 300))
		want := readAll(iotest.OneByteReader(strings.NewReader(text.String())), false)
		require.Equal(t, want, readAll(strings.NewReader(text.String()), false), "%q", number)
	}
}

// TestLinesAreForeseen proves that the shortcut is taken at all: of a day of quarters
// only the first lines are looked up or read, and it begins anew on each day.
func TestLinesAreForeseen(t *testing.T) {
	t.Parallel()
	for _, legal := range []bool{false, true} {
		form := map[bool]string{false: "2006-01-02T15:04:05-07:00", true: time.DateTime}[legal]
		from := civil.Paris.Start(civil.NewDate(2026, time.June, 10)).In(civil.Paris.Location())
		text := []byte(stretchHeader + "\n")
		for i := range 96 {
			text = fmt.Appendf(text, "99100000000017;%s;W;%d;15;D\n", from.Add(time.Duration(i)*15*time.Minute).Format(form), i)
		}
		table := &Table{lines: NewLines(bytes.NewReader(slices.Concat(text, bytes.Repeat([]byte("\n"), 300))))}
		var c Collection
		series, err := c.Series("99100000000017", metering.Conso, Watt)
		require.NoError(t, err)
		scale, _ := NewScale(Watt, 15*time.Minute)
		table.layout = Layout{Shape: func([][]byte) Shape {
			return Shape{Series: series, Scale: &scale, Step: 900, Quality: loadcurve.Definitive}
		}}
		if legal {
			table.layout.Legal = NewLegal(civil.Paris)
		}
		head, err := table.lines.Head()
		require.NoError(t, err)
		table.Header, table.timeAt, table.valueAt = ParseHeader(head), 1, 3
		table.first, table.second, table.known, table.last = 1, 3, map[string]*shape{}, &shape{timeLen: LongestLine}
		for range 2 {
			line, err := table.lines.Next()
			require.NoError(t, err)
			s, at, number := table.lookUp(line)
			require.NotNil(t, s)
			table.last = s
			table.take(s, at, number)
		}
		table.skim()
		require.Equal(t, 96, table.Values)
		require.Equal(t, 97, table.lines.Row)
	}
}
