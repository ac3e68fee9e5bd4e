package perimeterfile

import (
	"context"

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
