package factory

import (
	"fmt"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

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
