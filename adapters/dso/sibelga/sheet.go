package sibelga

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"path"
	"slices"
	"strings"

	"github.com/xuri/excelize/v2"

	"github.com/openpmo/pmo/adapters/dso/files"
)

// headLines is how far down the header of a table may stand.
const headLines = 20

// recogniseText looks for the columns in the first line of a text.
func recogniseText(head []byte, patterns []pattern) (found int, missing []string) {
	cells, _, err := newCSV(bytes.NewReader(head)).next()
	if err != nil || cells == nil {
		return 0, []string{nameOf(patterns, fromColumn)}
	}
	_, missing = find(cells, patterns)
	return required(patterns) - len(missing), missing
}

// recogniseBook looks for them in the sheets and gives what the nearest line lacks.
func recogniseBook(book files.Book, patterns []pattern) (found int, missing []string) {
	_, _, missing = tableIn(book, patterns)
	return required(patterns) - len(missing), missing
}

// tableIn finds the sheet and the line of a header; missing is what the best one lacks.
func tableIn(book files.Book, patterns []pattern) (sheet string, row int, missing []string) {
	for _, p := range patterns {
		if p.required {
			missing = append(missing, p.name)
		}
	}
	for _, name := range book.Sheet.GetSheetList() {
		rows, err := book.Sheet.Rows(name)
		if err != nil {
			continue
		}
		in := newBook(rows)
		for range headLines {
			cells, at, err := in.next()
			if err != nil || cells == nil {
				break
			}
			if _, lacks := find(cells, patterns); len(lacks) < len(missing) {
				sheet, row, missing = name, at, lacks
			}
			if len(missing) == 0 {
				break
			}
		}
		_ = rows.Close()
		if len(missing) == 0 {
			break
		}
	}
	return sheet, row, missing
}

// header reads lines up to that of the names.
func header(in lines, patterns []pattern) (places, error) {
	var missing []string
	for range headLines {
		cells, _, err := in.next()
		if err != nil {
			return places{}, err
		}
		if cells == nil {
			break
		}
		at, lacks := find(cells, patterns)
		if len(lacks) == 0 {
			return at, nil
		}
		missing = lacks
	}
	return places{}, files.ErrMissingColumns.With("columns", missing)
}

// sheet is an open table of a workbook.
type sheet struct {
	lines   lines
	rows    *excelize.Rows
	numbers []int // lines whose EAN is a number, ascending
}

func openSheet(book files.Book, patterns []pattern) (*sheet, error) {
	name, row, missing := tableIn(book, patterns)
	if len(missing) > 0 {
		return nil, files.ErrMissingColumns.With("columns", missing)
	}
	rows, err := book.Sheet.Rows(name)
	if err != nil {
		return nil, files.ErrNotSpreadsheet.Because(err)
	}
	s := &sheet{lines: newBook(rows), rows: rows}
	s.numbers, err = numericCells(book, name, row, patterns)
	return s, err
}

func (s *sheet) close() { _ = s.rows.Close() }

func (s *sheet) numericEAN(row int) bool {
	_, is := slices.BinarySearch(s.numbers, row)
	return is
}

// numericCells lists the lines below a header whose EAN is stored as a number, of which
// a spreadsheet keeps fifteen digits. Rows of excelize do not tell the type of a cell,
// and asking for it loads the whole sheet, so the sheet is looked through once more.
func numericCells(book files.Book, name string, header int, patterns []pattern) ([]int, error) {
	rows, err := book.Sheet.Rows(name)
	if err != nil {
		return nil, files.ErrNotSpreadsheet.Because(err)
	}
	in := newBook(rows)
	at := places{}
	for {
		cells, row, err := in.next()
		if err != nil || cells == nil {
			break
		}
		if row == header {
			at, _ = find(cells, patterns)
			break
		}
	}
	_ = rows.Close()
	column, err := excelize.ColumnNumberToName(at[eanColumn] + 1)
	if err != nil {
		return nil, files.ErrNotSpreadsheet.Because(err)
	}
	part := sheetPart(book.Archive, book.Sheet.GetSheetList(), name)
	if part == nil {
		return nil, files.ErrNotSpreadsheet
	}
	content, err := part.Open()
	if err != nil {
		return nil, files.ErrNotSpreadsheet.Because(err)
	}
	defer func() { _ = content.Close() }()
	return numbersIn(content, column, header)
}

// sheetPart is the file of a sheet within a workbook; sheets are its sheets in order.
func sheetPart(archive *zip.Reader, sheets []string, name string) *zip.File {
	var book struct {
		Sheets []struct {
			Name string     `xml:"name,attr"`
			Any  []xml.Attr `xml:",any,attr"`
		} `xml:"sheets>sheet"`
	}
	var links struct {
		Links []struct {
			ID     string `xml:"Id,attr"`
			Target string `xml:"Target,attr"`
		} `xml:"Relationship"`
	}
	readPart(archive, "xl/workbook.xml", &book)
	readPart(archive, "xl/_rels/workbook.xml.rels", &links)
	for _, s := range book.Sheets {
		for _, attr := range s.Any {
			if s.Name != name || attr.Name.Local != "id" {
				continue
			}
			for _, link := range links.Links {
				if link.ID == attr.Value {
					return partNamed(archive, link.Target)
				}
			}
		}
	}
	return nil
}

func partNamed(archive *zip.Reader, target string) *zip.File {
	full := path.Join("xl", target)
	if strings.HasPrefix(target, "/") {
		full = strings.TrimPrefix(target, "/")
	}
	for _, f := range archive.File {
		if strings.EqualFold(f.Name, full) {
			return f
		}
	}
	return nil
}

func readPart(archive *zip.Reader, name string, into any) {
	if f := partNamed(archive, "/"+name); f != nil {
		if content, err := f.Open(); err == nil {
			_ = xml.NewDecoder(content).Decode(into)
			_ = content.Close()
		}
	}
}
