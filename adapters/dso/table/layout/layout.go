// Package layout finds out what each column of a table is, from its first lines.
package layout

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/openpmo/pmo/adapters/dso/table/content"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

const (
	SampleRows  = 600 // that tell the layout of a file
	headerRows  = 4   // at most, above the first line of values
	shownCells  = 3   // of each column, in an understanding
	longestCell = 60  // characters of a cell or a heading that are shown
)

// Sample is a line at the beginning of a file.
type Sample struct {
	Cells []string
	Row   int
	timed bool // it has a time
}

// Column is what is known of a column of a file.
type Column struct {
	curvefile.FileColumn
	Numbers   bool // its cells are numbers
	Candidate bool // and may be values
	Named     bool // its heading is the name of the participant of its site
	Late      bool // it has numbers only behind the lines that tell the layout
	unsure    bool // its heading names more than one unit, or one that contradicts itself
	other     bool // its heading names what is no energy
}

// Layout is what the beginning of a file tells.
type Layout struct {
	Header    [][]string // the headings, one line or more
	Above     [][]string // what stands above them
	Data      []Sample
	Columns   []Column
	TimeAt    int // of times with date, or of dates; -1 = none
	ClockAt   int // of times of day where they have their own column; -1 = none
	SiteAt    int // of the site of each line; -1 = none
	Serials   bool
	dayZero   civil.Date       // of serials; 0 = no workbook
	Sites     []string         // that the heading of each column names
	Labels    curvefile.Labels // that the headings name
	Zone      curvefile.FileZone
	Odd       bool // headings name a clock that is not known
	hasHeader bool
}

// Detect finds the layout of a file from its first lines; ok is false when they are no
// table with times and numbers. dayZero is that of a workbook, 0 for a text.
func Detect(lines []Sample, dayZero civil.Date) (l *Layout, ok bool) {
	l = &Layout{TimeAt: -1, ClockAt: -1, SiteAt: -1, dayZero: dayZero}
	width := 0
	for i := range lines {
		for j := range lines[i].Cells {
			lines[i].Cells[j] = content.Clean(lines[i].Cells[j])
		}
		width = max(width, len(lines[i].Cells))
	}
	if !l.findTimes(lines, width) {
		return nil, false
	}
	first := slices.IndexFunc(lines, func(s Sample) bool { return l.isData(s.Cells) })
	if first < 0 {
		return nil, false
	}
	l.Data = lines[first:]
	for i := range l.Data {
		l.Data[i].timed = l.isData(l.Data[i].Cells)
	}
	l.split(lines[:first])
	l.Columns = make([]Column, width)
	for i := range l.Columns {
		l.Columns[i].FileColumn = curvefile.FileColumn{Index: i, Header: l.heading(i), Samples: l.samples(i)}
	}
	l.roles()
	return l, true
}

// At is a cell, "" beyond the end of the line.
func At(cells []string, i int) string {
	if i < 0 || i >= len(cells) {
		return ""
	}
	return cells[i]
}

// findTimes looks for the column of times, or those of dates and of times of day.
func (l *Layout) findTimes(lines []Sample, width int) bool {
	whole, dates, clocks := make([]int, width), make([]int, width), make([]int, width)
	for _, line := range lines {
		for i, cell := range line.Cells {
			s, ok := content.ParseStamp(cell)
			switch {
			case ok && s.HasDate && s.HasClock:
				whole[i]++
			case ok && s.HasDate:
				dates[i]++
			case ok:
				clocks[i]++
			}
		}
	}
	if i := busiest(whole); i >= 0 && whole[i] > 1 {
		l.TimeAt = i
		for j := range whole { // start and end side by side: the one that says start
			if j != i && whole[j]*10 > whole[i]*9 && headingLabels(lines, j) == curvefile.LabelsStart {
				l.TimeAt = j
			}
		}
		return true
	}
	d, c := busiest(dates), busiest(clocks)
	if d >= 0 && c >= 0 && clocks[c] > 1 {
		l.TimeAt, l.ClockAt = d, c
		return true
	}
	return l.dayZero != 0 && l.findSerials(lines, width)
}

// busiest is the first of the highest counts; -1 when all are 0.
func busiest(counts []int) int {
	best := -1
	for i, n := range counts {
		if n > 0 && (best < 0 || n > counts[best]) {
			best = i
		}
	}
	return best
}

func headingLabels(lines []Sample, column int) curvefile.Labels {
	for _, line := range lines[:min(len(lines), 2*headerRows)] {
		if found := content.LabelsIn(At(line.Cells, column)); found != "" {
			return found
		}
	}
	return ""
}

// findSerials looks for times as workbooks count them: a column of numbers that go up or
// down by less than a day, or one of days beside one of parts of a day.
func (l *Layout) findSerials(lines []Sample, width int) bool {
	for i := range width {
		up, down, n, whole := 0, 0, 0, 0
		last := 0.0
		for _, line := range lines {
			if _, ok := l.serialStamp(At(line.Cells, i)); !ok {
				continue
			}
			f, _ := strconv.ParseFloat(line.Cells[i], 64)
			if f == float64(int(f)) {
				whole++
			}
			if n > 0 && f > last && f-last < 1 {
				up++
			}
			if n > 0 && f < last && last-f < 1 {
				down++
			}
			last = f
			n++
		}
		if n > 2 && max(up, down)*10 >= (n-1)*9 {
			l.TimeAt, l.Serials = i, true
			return true
		}
		if c := fractions(lines, i, width); n > 0 && whole == n && c >= 0 {
			l.TimeAt, l.ClockAt, l.Serials = i, c, true
			return true
		}
	}
	return false
}

// fractions is the column right of the days with parts of a day that are all different
// within it; -1 when there is none.
func fractions(lines []Sample, days, width int) int {
	for i := days + 1; i < min(width, days+3); i++ {
		n, up := 0, 0
		last := -1.0
		for _, line := range lines {
			if _, ok := content.FractionStamp(At(line.Cells, i)); !ok {
				continue
			}
			f, _ := strconv.ParseFloat(line.Cells[i], 64)
			if n > 0 && f > last {
				up++
			}
			last = f
			n++
		}
		if n > 2 && up*10 >= (n-1)*9 {
			return i
		}
	}
	return -1
}

// StampAt reads the time of a line: what of it stands there.
func (l *Layout) StampAt(cells []string) (date, clock content.Stamp, ok bool) {
	parse := content.ParseStamp
	if l.Serials {
		parse = l.serialStamp
	}
	date, ok = parse(At(cells, l.TimeAt))
	if l.ClockAt < 0 {
		return date, date, ok && date.HasDate
	}
	if l.Serials {
		parse = content.FractionStamp
	}
	clock, ok = parse(At(cells, l.ClockAt))
	return date, clock, ok && clock.HasClock
}

// isData tells a line of values from a heading.
func (l *Layout) isData(cells []string) bool {
	date, _, ok := l.StampAt(cells)
	return ok && date.HasDate && (l.ClockAt >= 0 || date.HasClock)
}

// split tells headings from what stands above them: headings are just above the values
// and name more than one column, or are the one line there.
func (l *Layout) split(lines []Sample) {
	cut, below := len(lines), 0
	for cut > 0 && len(lines)-cut < headerRows {
		filled := 0
		for _, cell := range lines[cut-1].Cells {
			if cell != "" {
				filled++
			}
		}
		// A pair like a label and a number is about the file and names no columns.
		if cut < len(lines) && (filled < 2 || filled < below && lines[cut-1].Cells[0] != "") {
			break
		}
		below = filled
		cut--
		if filled == 0 {
			continue // a blank line between headings and values
		}
		l.hasHeader = true
	}
	for i, line := range lines {
		if i < cut {
			l.Above = append(l.Above, line.Cells)
		} else {
			l.Header = append(l.Header, line.Cells)
		}
	}
}

// heading joins the headings of a column.
func (l *Layout) heading(i int) string {
	var parts []string
	for _, line := range l.Header {
		if cell := strings.Join(strings.Fields(At(line, i)), " "); cell != "" {
			parts = append(parts, cell)
		}
	}
	return shorten(strings.Join(parts, " · "))
}

func shorten(s string) string {
	r := []rune(strings.ToValidUTF8(s, "?"))
	if len(r) > longestCell {
		return string(r[:longestCell-1]) + "…"
	}
	return string(r)
}

func (l *Layout) samples(i int) (cells []string) {
	for _, line := range l.Data {
		if cell := At(line.Cells, i); cell != "" && len(cells) < shownCells {
			cells = append(cells, shorten(cell))
		}
	}
	return cells
}

// cellsOf are the cells of a column in the sample.
func (l *Layout) cellsOf(i int) (cells []string) {
	for _, line := range l.Data {
		if cell := At(line.Cells, i); line.timed && !content.Blank(cell) {
			cells = append(cells, cell)
		}
	}
	return cells
}

// UsualWidth is the number of cells that most lines of the sample have.
func (l *Layout) UsualWidth() (width int) {
	counts := map[int]int{}
	for _, line := range l.Data {
		if line.timed {
			counts[len(line.Cells)]++
		}
	}
	for n, count := range counts {
		if count > counts[width] || count == counts[width] && n > width {
			width = n
		}
	}
	return width
}

// HeaderWidth is the number of headings.
func (l *Layout) HeaderWidth() (width int) {
	for _, line := range l.Header {
		width = max(width, len(line))
	}
	return width
}

// serialStamp reads a day and part of a day as workbooks count them.
func (l *Layout) serialStamp(cell string) (s content.Stamp, ok bool) {
	f, err := strconv.ParseFloat(cell, 64)
	const first, last = 7_305, 47_481 // 1990 to 2099
	if err != nil || !(math.Abs(f) < 1e6) {
		return s, false
	}
	seconds := int64(math.Round(f * 86400))
	day := l.dayZero + civil.Date(seconds/86400)
	if day < first || day > last {
		return s, false
	}
	y, m, d := day.YearMonthDay()
	return content.Stamp{A: int16(y), B: int16(m), C: int16(d), HasDate: true, HasClock: true, Seconds: int32(seconds % 86400)}, true
}
