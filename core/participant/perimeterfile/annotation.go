package perimeterfile

import (
	"path"
	"slices"
	"strings"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
)

// Annotation is a file as it was sent, with what is wrong beside each row: the first sheet, all
// cells as texts, each in its row and its column, so that it can be mended and sent again.
type Annotation struct {
	Name     string // of the file
	Header   []string
	HeadLine int
	Remarks  int // the column of what is wrong, from 0
	Rows     []AnnotatedRow
}

// AnnotatedRow is a line of the file; it stands in the line of the same number.
type AnnotatedRow struct {
	Line   int
	Cells  []string
	Wrong  []*fault.Error // in the order of the columns; none = the row can be taken
	Marked []int          // columns with something wrong, from 0, ascending
}

// maxWrong is how much is said of a row; the rest is found when that is mended.
const maxWrong = 10

// mendedName begins the name of an annotated file: it is taken in again as it is named.
const mendedName = colRemarks + "_"

// annotated puts what is wrong beside the rows. What was said of an earlier try goes.
func annotated(fileName string, sheet Sheet, columns map[string]int, wrong fault.List) Annotation {
	stem := path.Base(strings.ReplaceAll(fileName, `\`, "/"))
	stem = strings.TrimPrefix(stem[:len(stem)-len(path.Ext(stem))], mendedName)
	out := Annotation{Name: mendedName + stem + workbookEnd, HeadLine: sheet.HeadLine, Header: slices.Clone(sheet.Header), Rows: make([]AnnotatedRow, len(sheet.Rows))}
	byLine := map[int][]*fault.Error{}
	for _, f := range wrong.Items {
		byLine[f.Row] = append(byLine[f.Row], f)
	}
	before, again := columns[colRemarks]
	out.Remarks = len(out.Header)
	for _, row := range sheet.Rows {
		out.Remarks = max(out.Remarks, len(row.Cells))
	}
	if again {
		out.Remarks = before
	}
	for len(out.Header) <= out.Remarks {
		out.Header = append(out.Header, "")
	}
	out.Header[out.Remarks] = colRemarks
	for i, row := range sheet.Rows {
		one := AnnotatedRow{Line: row.Line, Cells: make([]string, len(row.Cells)), Wrong: byLine[row.Line]}
		for j, c := range row.Cells {
			one.Cells[j] = c.Text
		}
		for _, name := range []string{colEntry, colExit, colBilled} {
			if at, ok := columns[name]; ok && at < len(one.Cells) {
				one.Cells[at] = dayText(one.Cells[at], sheet.DayZero)
			}
		}
		if again && before < len(one.Cells) {
			one.Cells[before] = ""
		}
		for _, f := range one.Wrong {
			if at, ok := columns[f.Field]; ok && !slices.Contains(one.Marked, at) {
				one.Marked = append(one.Marked, at)
			}
		}
		slices.Sort(one.Marked)
		slices.SortStableFunc(one.Wrong, func(a, b *fault.Error) int { return columnAt(columns, a) - columnAt(columns, b) })
		one.Wrong = one.Wrong[:min(len(one.Wrong), maxWrong)]
		out.Rows[i] = one
	}
	return out
}

// columnAt is where the column of a refusal stands; one of the whole row comes first.
func columnAt(columns map[string]int, f *fault.Error) int {
	if at, ok := columns[f.Field]; ok {
		return at
	}
	return -1
}

// dayText is a day as people write it, where a workbook has stored its number.
func dayText(text string, dayZero civil.Date) string {
	if d, ok := serialDay(text, dayZero); ok {
		return d.String()
	}
	return text
}
