package columns

import "github.com/openpmo/pmo/core/fault"

// Notes of readers that tell the step of a file from its times.
var (
	// NoteApart is lines that are further apart than the others, for a while: another step,
	// or lines that are missing; parameters date (the first), count, minutes, expected.
	NoteApart = fault.New(fault.Invalid, "file.apart", fault.Text("date"), fault.Int("count", "expected"), fault.Ints("minutes"))
	// NoteMissing is the same where somebody said that lines are missing: they are gaps.
	NoteMissing = fault.New(fault.Invalid, "file.rowsMissing", fault.Text("date"), fault.Int("count", "expected"), fault.Ints("minutes"))
)
