package columns

import (
	"strings"

	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

// What the end of a file tells: a file that was cut when it was sent has a last value that
// may lack its last digits.

var (
	// NoteNoLineEnd is a last line that may be cut in its value; parameters value, row.
	NoteNoLineEnd = fault.New(fault.Invalid, "file.noLineEnd", fault.Text("value"), fault.Int("row"))
	// NoteLastLeft is such a line that was left out; parameter row.
	NoteLastLeft = fault.New(fault.Invalid, "file.lastLineLeft", fault.Int("row"))
)

// LastLine is the last line of values of a file whose last cell is a value.
type LastLine struct {
	Row    int
	Value  string
	ended  bool
	fixed  int // decimals of all values but this one; -1 = they differ
	values int
}

// See takes the next line: its last value, and whether the line has an end.
func (l *LastLine) See(value string, row int, ended bool) {
	if l.Row > 0 && l.Value != "" {
		if n := decimalsOf(l.Value); l.values == 0 {
			l.fixed = n
		} else if n != l.fixed {
			l.fixed = -1
		}
		l.values++
	}
	l.Row, l.Value, l.ended = row, value, ended
}

func decimalsOf(value string) int {
	at := strings.LastIndexAny(value, ".,")
	if at < 0 {
		return 0
	}
	return len(value) - 1 - at
}

// InDoubt reports whether the last value may be cut: its line has no end, and it has not
// the decimals that all others have.
func (l *LastLine) InDoubt() bool {
	return l.Row > 0 && !l.ended && (l.values == 0 || l.fixed <= 0 || decimalsOf(l.Value) != l.fixed)
}

// Ask adds to an understanding what is to be told of a last value in doubt, and the
// question where nothing was said of it. It reports whether the line is to be left out.
func (l *LastLine) Ask(u *curvefile.FileUnderstanding, said curvefile.LastLine) (leaveOut bool) {
	note := NoteNoLineEnd.With("value", Short(l.Value)).With("row", l.Row)
	switch said {
	case curvefile.LastLineCut:
		note, leaveOut = NoteLastLeft.With("row", l.Row), true
	case "":
		u.Questions = append(u.Questions, curvefile.FileQuestion{Kind: curvefile.AskLastLine, Column: curvefile.NoColumn,
			Options: []string{string(curvefile.LastLineWhole), string(curvefile.LastLineCut)}})
	}
	u.Notes = append(u.Notes, note)
	return leaveOut
}
