package files

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"path"
	"strings"

	"github.com/xuri/excelize/v2"

	"github.com/openpmo/pmo/core/civil"
)

// sheetsOf tells the sheets that people see from those they do not: what is hidden was
// left behind as a rule, and nobody would check it.
func sheetsOf(book *excelize.File) (seen, hidden []string) {
	for _, name := range book.GetSheetList() {
		if visible, err := book.GetSheetVisible(name); err == nil && visible {
			seen = append(seen, name)
		} else {
			hidden = append(hidden, name)
		}
	}
	return seen, hidden
}

// Days 0 of workbooks: 1899-12-30 makes up for a leap day that never was; those of old
// Macintoshes count from 1904.
var (
	DayZero1900 = civil.NewDate(1899, 12, 30)
	dayZero1904 = civil.NewDate(1904, 1, 1)
)

func dayZero(book *excelize.File) civil.Date {
	if props, err := book.GetWorkbookProps(); err == nil && props.Date1904 != nil && *props.Date1904 {
		return dayZero1904
	}
	return DayZero1900
}

// Part is the file of a sheet within the workbook; nil when there is none.
func (b Book) Part(sheet string) *zip.File {
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
	readPart(b.Archive, "xl/workbook.xml", &book)
	readPart(b.Archive, "xl/_rels/workbook.xml.rels", &links)
	for _, s := range book.Sheets {
		for _, attr := range s.Any {
			if s.Name != sheet || attr.Name.Local != "id" {
				continue
			}
			for _, link := range links.Links {
				if link.ID == attr.Value {
					return partNamed(b.Archive, link.Target)
				}
			}
		}
	}
	return nil
}

// boundedSheets refuses a workbook with a sheet of more rows than a spreadsheet has, before
// the first of them is read: a program that reads cells would go on for minutes.
// Error: file.sheetRows.
func boundedSheets(ctx context.Context, name string, archive *zip.Reader) error {
	book := Book{Archive: archive}
	for _, sheet := range sheetNames(archive) {
		part := book.Part(sheet)
		if part == nil || part.UncompressedSize64 <= maxSheetRows*leastRow {
			continue
		}
		content, err := part.Open()
		if err != nil {
			return ErrNotSpreadsheet.With("fileName", name).Because(err)
		}
		many, err := hasRowsAbove(ctx, content, maxSheetRows)
		_ = content.Close()
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			return ErrNotSpreadsheet.With("fileName", name).Because(err)
		case many:
			return ErrSheetRows.With("sheet", sheet).With("max", maxSheetRows).With("fileName", name)
		}
	}
	return nil
}

// sheetNames are those of all sheets, as the workbook lists them.
func sheetNames(archive *zip.Reader) (names []string) {
	var book struct {
		Sheets []struct {
			Name string `xml:"name,attr"`
		} `xml:"sheets>sheet"`
	}
	readPart(archive, "xl/workbook.xml", &book)
	for _, s := range book.Sheets {
		names = append(names, s.Name)
	}
	return names
}

// hasRowsAbove counts the beginnings of rows in the text of a sheet, as far as needed.
func hasRowsAbove(ctx context.Context, sheet io.Reader, most int) (bool, error) {
	begin := []byte("<row")
	buf := make([]byte, 1<<16)
	count, kept := 0, 0
	for ctx.Err() == nil {
		n, err := sheet.Read(buf[kept:])
		all := buf[:kept+n]
		if count += bytes.Count(all, begin); count > most {
			return true, nil
		}
		switch {
		case errors.Is(err, io.EOF):
			return false, nil
		case err != nil:
			return false, err
		}
		kept = copy(buf, all[max(0, len(all)-len(begin)+1):]) // the beginning of one may be cut
	}
	return false, ctx.Err()
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

// Unsolved refuses a sheet with formulas whose results are not stored, as programs write
// them that do not compute: they would be read as gaps. Errors: file.formulas.
func (b Book) Unsolved(sheet string) error {
	part := b.Part(sheet)
	if part == nil {
		return nil // excelize reads it all the same
	}
	content, err := part.Open()
	if err != nil {
		return ErrNotSpreadsheet.Because(err)
	}
	defer func() { _ = content.Close() }()
	count, err := unsolved(content)
	if err != nil {
		return ErrNotSpreadsheet.Because(err)
	}
	if count > 0 {
		return ErrFormulas.With("count", count).With("fileName", b.Name)
	}
	return nil
}

var (
	cellEnd  = []byte("</c>")
	formula  = []byte("<f")
	noResult = [][]byte{[]byte("</f>"), []byte("<v></v>"), []byte("<v/>"), []byte("/>")}
)

// unsolved counts the cells of a sheet that have a formula and no result. It goes through
// the text of the sheet, for parsing it takes longer than reading the values does.
func unsolved(sheet io.Reader) (count int, err error) {
	buf := make([]byte, 0, 1<<16)
	for {
		n, err := sheet.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+n]
		for {
			cell, rest, found := bytes.Cut(buf, cellEnd)
			if !found {
				break
			}
			if open := bytes.LastIndex(cell, []byte("<c ")); open >= 0 && isUnsolved(cell[open:]) {
				count++
			}
			buf = rest
		}
		switch {
		case errors.Is(err, io.EOF):
			return count, nil
		case err != nil:
			return count, err
		}
		if len(buf) > 1<<15 { // no cell is so long
			buf = buf[len(buf)-1<<12:]
		}
		buf = append(make([]byte, 0, 1<<16), buf...)
	}
}

func isUnsolved(cell []byte) bool {
	if !bytes.Contains(cell, formula) {
		return false
	}
	for _, end := range noResult {
		if bytes.HasSuffix(cell, end) {
			return true
		}
	}
	return false
}
