package enedis

import (
	"time"

	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

// What the end of a portal file tells.

// WarnEndsEarly is a file whose last value is before the day until which it announces
// data; parameters value (the site), date, expected.
var WarnEndsEarly = fault.New(fault.Invalid, "file.endsEarly", fault.Text("value", "date", "expected"))

// lastLine asks whether a last line without a line end is whole. Values that all have as
// many decimals tell it.
func (r *customerText) lastLine() {
	if !r.last.InDoubt() {
		return
	}
	answers := r.understand()
	if n := len(r.points) - 1; r.last.Ask(r.asked, answers.LastLine) && n >= 0 && int(r.points[n].row) == r.last.Row {
		r.points = r.points[:n]
	}
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
func (r *customerText) understand() curvefile.FileAnswers {
	answers, mapping := r.hints.Of(r.name, "", customerFingerprint(), nil)
	if r.asked == nil {
		r.asked = &curvefile.FileUnderstanding{Fingerprint: customerFingerprint(), Labels: curvefile.LabelsEnd, Zone: curvefile.ZoneInFile,
			Unit: curvefile.FileUnit(r.head.Unit), Step: r.step, Rows: len(r.points)}
		if mapping != nil {
			r.asked.MappingID, r.asked.MappingName = mapping.ID, mapping.Name
		}
	}
	return answers
}
