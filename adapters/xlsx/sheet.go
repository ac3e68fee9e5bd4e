package xlsx

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"math/big"
	"regexp"
	"slices"
	"strings"

	"github.com/xuri/excelize/v2"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/participant/perimeterfile"
)

// Limits of a workbook, beside those of its caller.
const (
	maxUnpacked = 32 << 20 // bytes that the zip may hold
	maxEntries  = 500      // files in the zip
	maxColumns  = 100      // further ones are not looked at
	maxLine     = 100_000  // last line that may be used, blank ones included
)

// Reader reads the first visible sheet of a workbook. It is a participant.SheetReader.
type Reader struct{}

var _ perimeterfile.SheetReader = Reader{}

// ReadSheet takes the first filled line for the names of the columns and gives the
// filled lines below. Numbers come as they are stored, without exponent; those that may have lost digits are marked
// as such. Errors:
// import.notSpreadsheet, import.truncated, import.unpacksTooLarge,
// import.tooManyRows, import.empty.
func (Reader) ReadSheet(ctx context.Context, content []byte, maxRows int) (perimeterfile.Sheet, error) {
	if err := inspect(content); err != nil {
		return perimeterfile.Sheet{}, err
	}
	// Both limits alike: nothing is written to temporary files.
	book, err := excelize.OpenReader(bytes.NewReader(content), excelize.Options{UnzipSizeLimit: maxUnpacked, UnzipXMLSizeLimit: maxUnpacked})
	if err != nil {
		return perimeterfile.Sheet{}, perimeterfile.ErrNotSpreadsheet.Because(err)
	}
	defer func() { _ = book.Close() }()
	name := firstVisible(book)
	if name == "" {
		return perimeterfile.Sheet{}, perimeterfile.ErrEmpty
	}
	sheet, err := readRows(ctx, book, name, maxRows)
	sheet.DayZero = dayZero(book)
	if err == nil {
		err = markLong(sheet, content)
	}
	return sheet, err
}

// long is a number that a workbook may have rounded: it keeps fifteen digits.
var long = regexp.MustCompile(`^[0-9]{16,}$`)

// markLong marks cells that hold a long number and no text. Rows as they are stored do not say which they are, so
// that the workbook is gone through once more where one looks like it. Error: import.truncated.
func markLong(sheet perimeterfile.Sheet, content []byte) error {
	var found []*perimeterfile.Cell
	for _, row := range sheet.Rows {
		for n := range row.Cells {
			if c := &row.Cells[n]; !c.Number && long.MatchString(c.Text) {
				found = append(found, c)
			}
		}
	}
	if len(found) == 0 {
		return nil
	}
	stored, err := longNumbers(content)
	if err != nil {
		return perimeterfile.ErrTruncated.Because(err)
	}
	for _, c := range found {
		c.Number = stored[c.Text]
	}
	return nil
}

// longNumbers are the long numbers that cells of any sheet hold as such, not as texts.
func longNumbers(content []byte) (map[string]bool, error) {
	archive, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return nil, err
	}
	out := map[string]bool{}
	for _, f := range archive.File {
		if !strings.HasPrefix(strings.ToLower(f.Name), "xl/worksheets/") || !strings.HasSuffix(strings.ToLower(f.Name), ".xml") {
			continue
		}
		if err := addLong(f, out); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// addLong adds those of one sheet. A cell without a type, or of type n, holds a number.
func addLong(f *zip.File, out map[string]bool) error {
	file, err := f.Open()
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	decoder := xml.NewDecoder(io.LimitReader(file, maxUnpacked))
	numeric, within := false, false
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		switch e := token.(type) {
		case xml.StartElement:
			if within = e.Name.Local == "v"; e.Name.Local == "c" {
				numeric = !slices.ContainsFunc(e.Attr, func(a xml.Attr) bool { return a.Name.Local == "t" && a.Value != "n" })
			}
		case xml.EndElement:
			within = false
		case xml.CharData:
			if text := strings.TrimSpace(string(e)); within && numeric && long.MatchString(text) {
				out[text] = true
			}
		}
	}
}

// inspect refuses what is no workbook, or one that unpacks to too much, from the
// directory of the zip alone. Go's reader holds entries to the sizes it says.
func inspect(content []byte) error {
	archive, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		if bytes.HasPrefix(content, []byte("PK\x03\x04")) {
			return perimeterfile.ErrTruncated.Because(err)
		}
		return perimeterfile.ErrNotSpreadsheet.Because(err)
	}
	var unpacked uint64
	workbook := false
	for _, f := range archive.File {
		unpacked += f.UncompressedSize64
		if f.UncompressedSize64 > maxUnpacked || unpacked > maxUnpacked || len(archive.File) > maxEntries {
			return perimeterfile.ErrUnpacksTooLarge.With("max", maxUnpacked>>20)
		}
		workbook = workbook || strings.EqualFold(f.Name, "xl/workbook.xml")
	}
	if !workbook {
		return perimeterfile.ErrNotSpreadsheet
	}
	return nil
}

func firstVisible(book *excelize.File) string {
	for _, name := range book.GetSheetList() {
		if visible, err := book.GetSheetVisible(name); err == nil && visible {
			return name
		}
	}
	return ""
}

// dayZero is the day that a date of number 0 would be: workbooks count from 1900,
// or from 1904 on old Macintoshes. 1899-12-30 makes up for a leap day that never was.
func dayZero(book *excelize.File) civil.Date {
	if props, err := book.GetWorkbookProps(); err == nil && props.Date1904 != nil && *props.Date1904 {
		return civil.NewDate(1904, 1, 1)
	}
	return civil.NewDate(1899, 12, 30)
}

// readRows goes through the sheet as it is stored. Loading it as a whole would tell
// the types of cells too, and let one cell in a far corner fill the memory.
func readRows(ctx context.Context, book *excelize.File, name string, maxRows int) (perimeterfile.Sheet, error) {
	var sheet perimeterfile.Sheet
	rows, err := book.Rows(name)
	if err != nil {
		return sheet, perimeterfile.ErrNotSpreadsheet.Because(err)
	}
	defer func() { _ = rows.Close() }()
	for number := 1; rows.Next(); number++ {
		if number > maxLine {
			return sheet, perimeterfile.ErrTooManyRows.With("max", maxRows)
		}
		if err := ctx.Err(); err != nil {
			return sheet, err
		}
		texts, err := rows.Columns(excelize.Options{RawCellValue: true})
		if err != nil {
			return sheet, perimeterfile.ErrTruncated.Because(err)
		}
		if add(&sheet, number, cells(texts)); len(sheet.Rows) > maxRows {
			return sheet, perimeterfile.ErrTooManyRows.With("max", maxRows)
		}
	}
	if sheet.HeadLine == 0 {
		return sheet, perimeterfile.ErrEmpty
	}
	return sheet, nil
}

func add(sheet *perimeterfile.Sheet, number int, row []perimeterfile.Cell) {
	switch {
	case len(row) == 0:
	case sheet.HeadLine == 0:
		sheet.HeadLine = number
		for _, c := range row {
			sheet.Header = append(sheet.Header, c.Text)
		}
	default:
		sheet.Rows = append(sheet.Rows, perimeterfile.Row{Line: number, Cells: row})
	}
}

// cells drops the blank end of a line; a blank line has none.
func cells(texts []string) []perimeterfile.Cell {
	texts = texts[:min(len(texts), maxColumns)]
	out := make([]perimeterfile.Cell, len(texts))
	last := 0
	for i, s := range texts {
		out[i] = cell(strings.TrimSpace(s))
		if out[i].Text != "" {
			last = i + 1
		}
	}
	return out[:last]
}

// number is how workbooks store what has more digits than they show.
var number = regexp.MustCompile(`^[0-9]+(\.[0-9]+)?[eE]\+?[0-9]{1,2}$`)

// cell writes a whole number without exponent; anything else stays as it is.
func cell(s string) perimeterfile.Cell {
	if !number.MatchString(s) {
		return perimeterfile.Cell{Text: s}
	}
	f, _, err := big.ParseFloat(s, 10, 128, big.ToNearestEven)
	if err != nil || !f.IsInt() {
		return perimeterfile.Cell{Text: s, Number: true}
	}
	return perimeterfile.Cell{Text: f.Text('f', 0), Number: true}
}
