package enedis

import (
	"strings"
	"time"

	"github.com/openpmo/pmo/adapters/dso/columns"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
)

// What the end of a portal file tells: a file that was cut when it was sent has a last
// value that may lack its last digits.

var (
	// noteNoLineEnd is a last line that may be cut in its value; parameters value, row.
	noteNoLineEnd = fault.New(fault.Invalid, "file.noLineEnd")
	// noteLastLeft is such a line that was left out; parameter row.
	noteLastLeft = fault.New(fault.Invalid, "file.lastLineLeft")
	// WarnEndsEarly is a file whose last value is before the day until which it announces
	// data; parameters value (the site), date, expected.
	WarnEndsEarly = fault.New(fault.Invalid, "file.endsEarly")
)

// see keeps the last line, and how many decimals those before it have.
func (l *lastLine) see(value string, row int, ended bool) {
	if l.row > 0 && l.value != "" {
		if n := decimalsOf(l.value); l.values == 0 {
			l.fixed = n
		} else if n != l.fixed {
			l.fixed = -1
		}
		l.values++
	}
	l.row, l.value, l.ended = row, value, ended
}

func decimalsOf(value string) int {
	at := strings.LastIndexAny(value, ".,")
	if at < 0 {
		return 0
	}
	return len(value) - 1 - at
}

// lastLine asks whether a last line without a line end is whole. Values that all have as
// many decimals tell it.
func (r *customerText) lastLine() {
	l := r.last
	if l.row == 0 || l.ended || l.values > 0 && l.fixed > 0 && decimalsOf(l.value) == l.fixed {
		return
	}
	answers := r.understand()
	note := noteNoLineEnd.With("value", columns.Short(l.value)).With("row", l.row)
	switch answers.LastLine {
	case metering.LastLineCut:
		if n := len(r.points) - 1; n >= 0 && int(r.points[n].row) == l.row {
			r.points = r.points[:n]
		}
		note = noteLastLeft.With("row", l.row)
	case "":
		r.asked.Questions = append(r.asked.Questions, metering.FileQuestion{Kind: metering.AskLastLine, Column: metering.NoColumn,
			Options: []string{string(metering.LastLineWhole), string(metering.LastLineCut)}})
	}
	r.asked.Notes = append(r.asked.Notes, note)
}

// endsEarly tells of a file whose last value is before the day until which it announces
// data, the last one included or not.
func (r *customerText) endsEarly() {
	if r.until == 0 || len(r.points) == 0 {
		return
	}
	end := r.points[len(r.points)-1].end // place has put them in the order of time
	if end >= r.zone.Start(r.until).Unix() {
		return
	}
	r.columns.Warnings = append(r.columns.Warnings, WarnEndsEarly.With("value", r.head.DsoID).
		With("date", time.Unix(end, 0).UTC().Format(time.RFC3339)).With("expected", r.until.String()))
}

// understand begins the understanding of a file that leaves something open, and gives what
// was said of it.
func (r *customerText) understand() metering.FileAnswers {
	answers, mapping := r.hints.Of(r.name, "", customerFingerprint(), nil)
	if r.asked == nil {
		r.asked = &metering.FileUnderstanding{Fingerprint: customerFingerprint(), Labels: metering.LabelsEnd, Zone: metering.ZoneInFile,
			Unit: metering.FileUnit(r.head.Unit), Step: r.step, Rows: len(r.points)}
		if mapping != nil {
			r.asked.MappingID, r.asked.MappingName = mapping.ID, mapping.Name
		}
	}
	return answers
}
