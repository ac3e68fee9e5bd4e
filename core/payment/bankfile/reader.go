package bankfile

// Reader reads files of one format. What it refuses are faults of this package.
type Reader interface {
	// Recognise reports whether a file that begins so is of the format, whatever its version.
	Recognise(head []byte) bool
	Read(content []byte) (File, error)
}

// Table reads tables, which say nothing of what their columns mean.
type Table interface {
	// Columns are the names of the columns, as they stand.
	Columns(content []byte) ([]string, error)
	// Read reads the rows by a mapping that was checked. The account of the statement is left empty.
	Read(content []byte, m Mapping) (File, error)
}

// Readers are the formats that are read.
type Readers struct {
	Formats []Reader
	Table   Table
}

// headBytes is what a format is recognised by.
const headBytes = 4 << 10

// Of is the reader of a file; none where it may be a table.
func (r Readers) Of(content []byte) Reader {
	head := content[:min(len(content), headBytes)]
	for _, one := range r.Formats {
		if one.Recognise(head) {
			return one
		}
	}
	return nil
}
