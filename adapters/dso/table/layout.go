package table

import (
	"slices"
	"strconv"
	"strings"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

const (
	sampleRows  = 600 // that tell the layout of a file
	headerRows  = 4   // at most, above the first line of values
	shownCells  = 3   // of each column, in an understanding
	longestCell = 60  // characters of a cell or a heading that are shown
)

// sample is a line at the beginning of a file.
type sample struct {
	cells []string
	row   int
	timed bool // it has a time
}

// column is what is known of a column of a file.
type column struct {
	curvefile.FileColumn
	numbers   bool // its cells are numbers
	candidate bool // and may be values
	named     bool // its heading is the name of the participant of its site
	late      bool // it has numbers only behind the lines that tell the layout
	unsure    bool // its heading names more than one unit, or one that contradicts itself
	other     bool // its heading names what is no energy
}

// layout is what the beginning of a file tells.
type layout struct {
	header    [][]string // the headings, one line or more
	above     [][]string // what stands above them
	data      []sample
	columns   []column
	timeAt    int // of times with date, or of dates; -1 = none
	clockAt   int // of times of day where they have their own column; -1 = none
	siteAt    int // of the site of each line; -1 = none
	serials   bool
	dayZero   civil.Date       // of serials; 0 = no workbook
	sites     []string         // that the heading of each column names
	labels    curvefile.Labels // that the headings name
	zone      curvefile.FileZone
	odd       bool // headings name a clock that is not known
	hasHeader bool
}

// detect finds the layout of a file from its first lines; ok is false when they are no
// table with times and numbers. dayZero is that of a workbook, 0 for a text.
func detect(lines []sample, dayZero civil.Date) (l *layout, ok bool) {
	l = &layout{timeAt: -1, clockAt: -1, siteAt: -1, dayZero: dayZero}
	width := 0
	for i := range lines {
		for j := range lines[i].cells {
			lines[i].cells[j] = clean(lines[i].cells[j])
		}
		width = max(width, len(lines[i].cells))
	}
	if !l.findTimes(lines, width) {
		return nil, false
	}
	first := slices.IndexFunc(lines, func(s sample) bool { return l.isData(s.cells) })
	if first < 0 {
		return nil, false
	}
	l.data = lines[first:]
	for i := range l.data {
		l.data[i].timed = l.isData(l.data[i].cells)
	}
	l.split(lines[:first])
	l.columns = make([]column, width)
	for i := range l.columns {
		l.columns[i].FileColumn = curvefile.FileColumn{Index: i, Header: l.heading(i), Samples: l.samples(i)}
	}
	l.roles()
	return l, true
}

// at is a cell, "" beyond the end of the line.
func at(cells []string, i int) string {
	if i < 0 || i >= len(cells) {
		return ""
	}
	return cells[i]
}

// findTimes looks for the column of times, or those of dates and of times of day.
func (l *layout) findTimes(lines []sample, width int) bool {
	whole, dates, clocks := make([]int, width), make([]int, width), make([]int, width)
	for _, line := range lines {
		for i, cell := range line.cells {
			s, ok := parseStamp(cell)
			switch {
			case ok && s.hasDate && s.hasClock:
				whole[i]++
			case ok && s.hasDate:
				dates[i]++
			case ok:
				clocks[i]++
			}
		}
	}
	if i := busiest(whole); i >= 0 && whole[i] > 1 {
		l.timeAt = i
		for j := range whole { // start and end side by side: the one that says start
			if j != i && whole[j]*10 > whole[i]*9 && headingLabels(lines, j) == curvefile.LabelsStart {
				l.timeAt = j
			}
		}
		return true
	}
	d, c := busiest(dates), busiest(clocks)
	if d >= 0 && c >= 0 && clocks[c] > 1 {
		l.timeAt, l.clockAt = d, c
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

func headingLabels(lines []sample, column int) curvefile.Labels {
	for _, line := range lines[:min(len(lines), 2*headerRows)] {
		if found := labelsIn(at(line.cells, column)); found != "" {
			return found
		}
	}
	return ""
}

// findSerials looks for times as workbooks count them: a column of numbers that go up or
// down by less than a day, or one of days beside one of parts of a day.
func (l *layout) findSerials(lines []sample, width int) bool {
	for i := range width {
		up, down, n, whole := 0, 0, 0, 0
		last := 0.0
		for _, line := range lines {
			if _, ok := l.serialStamp(at(line.cells, i)); !ok {
				continue
			}
			f, _ := strconv.ParseFloat(line.cells[i], 64)
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
			l.timeAt, l.serials = i, true
			return true
		}
		if c := fractions(lines, i, width); n > 0 && whole == n && c >= 0 {
			l.timeAt, l.clockAt, l.serials = i, c, true
			return true
		}
	}
	return false
}

// fractions is the column right of the days with parts of a day that are all different
// within it; -1 when there is none.
func fractions(lines []sample, days, width int) int {
	for i := days + 1; i < min(width, days+3); i++ {
		n, up := 0, 0
		last := -1.0
		for _, line := range lines {
			if _, ok := fractionStamp(at(line.cells, i)); !ok {
				continue
			}
			f, _ := strconv.ParseFloat(line.cells[i], 64)
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

// stampAt reads the time of a line: what of it stands there.
func (l *layout) stampAt(cells []string) (date, clock stamp, ok bool) {
	parse := parseStamp
	if l.serials {
		parse = l.serialStamp
	}
	date, ok = parse(at(cells, l.timeAt))
	if l.clockAt < 0 {
		return date, date, ok && date.hasDate
	}
	if l.serials {
		parse = fractionStamp
	}
	clock, ok = parse(at(cells, l.clockAt))
	return date, clock, ok && clock.hasClock
}

// isData tells a line of values from a heading.
func (l *layout) isData(cells []string) bool {
	date, _, ok := l.stampAt(cells)
	return ok && date.hasDate && (l.clockAt >= 0 || date.hasClock)
}

// split tells headings from what stands above them: headings are just above the values
// and name more than one column, or are the one line there.
func (l *layout) split(lines []sample) {
	cut, below := len(lines), 0
	for cut > 0 && len(lines)-cut < headerRows {
		filled := 0
		for _, cell := range lines[cut-1].cells {
			if cell != "" {
				filled++
			}
		}
		// A pair like a label and a number is about the file and names no columns.
		if cut < len(lines) && (filled < 2 || filled < below && lines[cut-1].cells[0] != "") {
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
			l.above = append(l.above, line.cells)
		} else {
			l.header = append(l.header, line.cells)
		}
	}
}

// heading joins the headings of a column.
func (l *layout) heading(i int) string {
	var parts []string
	for _, line := range l.header {
		if cell := strings.Join(strings.Fields(at(line, i)), " "); cell != "" {
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

func (l *layout) samples(i int) (cells []string) {
	for _, line := range l.data {
		if cell := at(line.cells, i); cell != "" && len(cells) < shownCells {
			cells = append(cells, shorten(cell))
		}
	}
	return cells
}

// cellsOf are the cells of a column in the sample.
func (l *layout) cellsOf(i int) (cells []string) {
	for _, line := range l.data {
		if cell := at(line.cells, i); line.timed && !blank(cell) {
			cells = append(cells, cell)
		}
	}
	return cells
}
