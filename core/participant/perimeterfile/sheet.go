package perimeterfile

import (
	"context"
	"path"
	"strings"

	"github.com/openpmo/pmo/core/civil"
)

// Cell is one cell of a perimeter file. Number tells that the file holds a number so
// long that it may have lost its last digits.
type Cell struct {
	Text   string
	Number bool
}

// Row is one line of a perimeter file, with its number in the file, from 1.
type Row struct {
	Line  int
	Cells []Cell
}

// Sheet is a perimeter file: the names of its columns and its filled lines.
type Sheet struct {
	Header   []string
	HeadLine int
	Rows     []Row
	// DayZero is the day that the number 0 stands for where dates are stored as
	// numbers, which workbooks do; zero where there are none.
	DayZero civil.Date
}

// SheetReader reads the first sheet of a workbook, or a table of text. It refuses
// more than maxRows lines. Errors: import.notSpreadsheet, import.notText,
// import.truncated, import.unpacksTooLarge, import.tooManyRows, import.empty, and
// import.rejected for lines that are cut.
type SheetReader interface {
	ReadSheet(ctx context.Context, content []byte, maxRows int) (Sheet, error)
}

// Readers read tables of both kinds that people send.
type Readers struct {
	Workbooks SheetReader // .xlsx
	Texts     SheetReader // .csv
}

// Read reads the table of a file, whatever it is called. Errors: import.fileRequired, import.fileType,
// import.empty, import.tooLarge and those of SheetReader, with the name of the file.
func (r Readers) Read(ctx context.Context, fileName string, content []byte, maxRows int) (Sheet, error) {
	sheet, err := r.read(ctx, fileName, content, maxRows, func(string, string) error { return nil })
	return sheet, named(fileName, err)
}

// read checks the size and, by check, the name of a file, and reads its table.
func (r Readers) read(ctx context.Context, fileName string, content []byte, maxRows int, check func(name, end string) error) (Sheet, error) {
	name := path.Base(strings.ReplaceAll(fileName, `\`, "/"))
	end := strings.ToLower(path.Ext(name))
	reader := map[string]SheetReader{workbookEnd: r.Workbooks, textEnd: r.Texts}[end]
	switch {
	case fileName == "":
		return Sheet{}, ErrFileRequired
	case reader == nil:
		return Sheet{}, ErrFileType
	case len(content) == 0:
		return Sheet{}, ErrEmpty
	case len(content) > MaxFileBytes:
		return Sheet{}, ErrTooLarge.With("megabytes", MaxFileBytes>>20)
	}
	if err := check(name, end); err != nil {
		return Sheet{}, err
	}
	return reader.ReadSheet(ctx, content, maxRows)
}
