package factory

import (
	"fmt"
	"strings"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// Understood tells on standard error how the files of an import were read, what was left out
// or done on the way, and what is open: questions of files, and months that look like a
// mistake and nobody has agreed to.
func (f *Factory) Understood(r pmo.CurveImportResult) (open int) {
	if r.Files != nil {
		for _, file := range *r.Files {
			f.Note("  %s", readAs(file))
			f.Items(&file.Notes)
		}
	}
	if r.ReadingSites != nil {
		for _, site := range *r.ReadingSites {
			f.Note("  %s %s: %s of whole periods, %d new or changed", site.DsoId, output.Or(site.Name), Count(site.Readings, "reading"), site.Changed)
		}
	}
	f.Warnings(r.Warnings, r.WarningCount)
	open = f.Questions(r.Files)
	return open + f.suspected(r)
}

// OpenEnd is how a look at files ends: 8 while something is open.
func OpenEnd(open int) error {
	if open == 0 {
		return nil
	}
	are := "are"
	if open == 1 {
		are = "is"
	}
	return exit.Partialf("%s %s open: answer what files leave out with --mapping, agree to what looks like a mistake with --accept-suspected", Count(open, "question"), are)
}

// readAs is one line: what was understood of a file.
func readAs(file pmo.FileUnderstanding) string {
	words := []string{file.Format}
	for _, word := range []struct{ name, value string }{{"mapping", output.Or(file.MappingName)}, {"sheet", output.Or(file.Sheet)},
		{"clock", output.Or(file.Zone)}, {"labels", output.Or(file.Labels)}, {"unit", output.Or(file.Unit)}, {"step", output.Or(file.Step)}} {
		if word.value != "" {
			words = append(words, word.name+" "+word.value)
		}
	}
	var left []string
	for _, c := range file.Columns {
		if c.Role != nil && *c.Role == pmo.ColumnRoleIGNORED {
			left = append(left, fmt.Sprintf("%d (%s)", c.Index, c.Header))
		}
	}
	if len(left) > 0 {
		words = append(words, "columns left out: "+strings.Join(left, ", "))
	}
	return file.FileName + ": " + strings.Join(words, ", ")
}

// suspected tells the months that look like a mistake, and how many there are.
func (f *Factory) suspected(r pmo.CurveImportResult) int {
	if r.Suspected == nil || r.SuspectedCount == nil {
		return 0
	}
	for _, m := range *r.Suspected {
		before := ""
		if m.BeforeMilliWh != nil {
			before = output.KWh(*m.BeforeMilliWh) + " kWh -> "
		}
		f.Note("  SUSPECTED %s %s %s %s: %s%s kWh (%s)", m.DsoId, output.Or(m.Name), m.Nature, m.Month, before, output.KWh(m.AfterMilliWh), m.Reason)
	}
	if more := *r.SuspectedCount - len(*r.Suspected); more > 0 {
		f.Note("  SUSPECTED: %d more", more)
	}
	return *r.SuspectedCount
}

// Questions tells on standard error what files leave open, and how many questions
// there are.
func (f *Factory) Questions(files *[]pmo.FileUnderstanding) (open int) {
	if files == nil {
		return 0
	}
	for _, file := range *files {
		for _, q := range file.Questions {
			f.Note("  %s: %s", file.FileName, questionOf(file, q))
			open++
		}
	}
	return open
}

// questionOf is one line: what is open, of which column, and what is likely.
func questionOf(file pmo.FileUnderstanding, q pmo.FileQuestion) string {
	text := string(q.Kind)
	if q.Column != nil {
		text += fmt.Sprintf(" of column %d", *q.Column)
		if *q.Column < len(file.Columns) && file.Columns[*q.Column].Header != "" {
			text += fmt.Sprintf(" (%s)", file.Columns[*q.Column].Header)
		}
	}
	text += "?"
	if q.Options != nil {
		text += " " + output.Words(*q.Options)
	}
	if q.Suggested != nil {
		text += fmt.Sprintf(", likely %s", *q.Suggested)
	}
	return text
}
