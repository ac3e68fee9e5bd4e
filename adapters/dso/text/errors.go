package text

import "github.com/openpmo/pmo/core/fault"

// Refusals of files and of what is on their lines.
var (
	// ErrNotText is a file with bytes that no text has; parameter fileName.
	ErrNotText = fault.ImportNotText
	// ErrLongLine is a line that is longer than any of a table; parameters kilobytes, fileName.
	ErrLongLine = fault.New(fault.Invalid, "row.tooLong", fault.Int("kilobytes"), fault.Text("fileName"))
	// ErrTruncated is a file that ends within a line; parameter fileName.
	ErrTruncated = fault.ImportTruncated
	// ErrTooManySeries is a file with more sites and natures than any operation has;
	// parameter max.
	ErrTooManySeries = fault.New(fault.Invalid, "import.tooManySeries", fault.Int("max"))
	// ErrMore stands for further refusals that are not listed; parameter count.
	ErrMore = fault.ImportMoreErrors
	// ErrFields is a line with another number of fields than the header; parameters
	// expected, received.
	ErrFields = fault.RowFields
	// ErrNumber is a value that is no number; parameter value.
	ErrNumber = fault.New(fault.Invalid, "number.invalid", fault.Text("value", "column"))
	// ErrTime is a text that is no time of the layout; parameter value.
	ErrTime = fault.New(fault.Invalid, "time.invalid", fault.Text("value", "column"))
	// ErrTimeSkipped is a time that the clock on the wall never showed, in the hour
	// that spring leaves out; parameter value.
	ErrTimeSkipped = fault.New(fault.Invalid, "time.skipped", fault.Text("value", "column"))
	// ErrWord is a word that the layout does not know; parameters value, allowed.
	ErrWord = fault.FieldEnum
)

// Warnings: the file is used.
var (
	// WarnRepeated is values that are in the file twice, equal; parameters value (the
	// number of the site), count.
	WarnRepeated = fault.New(fault.Invalid, "curve.repeated", fault.Text("value"), fault.Int("count"))
	// WarnEmpty is lines without a value, which are gaps; parameter count.
	WarnEmpty = fault.New(fault.Invalid, "curve.emptyValues", fault.Int("count"))
	// WarnPadded is a number of 13 digits that lost the zero in front of it; parameters
	// from, to.
	WarnPadded = fault.ImportZeroAdded
)

// maxListed is how many refusals of a file are listed; the rest is counted.
const maxListed = 100

// Refusals collects what is wrong with a file.
type Refusals struct {
	listed []*fault.Error
	more   int
}

// Add keeps one.
func (r *Refusals) Add(f *fault.Error) {
	if len(r.listed) < maxListed {
		r.listed = append(r.listed, f)
		return
	}
	r.more++
}

// Any reports whether there is one.
func (r *Refusals) Any() bool { return len(r.listed) > 0 }

// Items lists them with the name of their file and of the column they are about, and at
// the end how many more there are.
func (r *Refusals) Items(fileName string) []*fault.Error {
	items := make([]*fault.Error, len(r.listed), len(r.listed)+1)
	for i, f := range r.listed {
		items[i] = f.With("fileName", fileName)
		if f.Field != "" {
			items[i] = items[i].With("column", f.Field)
		}
	}
	if r.more > 0 {
		items = append(items, ErrMore.With("count", r.more).With("fileName", fileName))
	}
	return items
}
