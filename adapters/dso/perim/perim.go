// Package perim reads perimeter files in text, PERIM_<operation>_<yyyymmdd>.csv
// (domain 4.2). What the columns mean is the core's; here are characters,
// separators and lines.
package perim

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/participant/perimeterfile"
)

// Reader reads text with a header and one site a line. It is a participant.SheetReader.
type Reader struct{}

var _ perimeterfile.SheetReader = Reader{}

// ReadSheet takes the first filled line for the names of the columns. Text is
// UTF-8, or Windows-1252 as older spreadsheets write it; the separator is the one
// the header uses. A line with fewer cells than the header is refused: its last
// cells would read as empty, which means something. Errors: import.notText,
// import.empty, import.tooManyRows, import.truncated, import.rejected.
func (Reader) ReadSheet(ctx context.Context, content []byte, maxRows int) (perimeterfile.Sheet, error) {
	text, err := decode(content)
	if err != nil {
		return perimeterfile.Sheet{}, err
	}
	var sheet perimeterfile.Sheet
	var wrong fault.List
	whole := bytes.HasSuffix(text, []byte("\n"))
	r := csv.NewReader(bytes.NewReader(text))
	r.Comma, r.FieldsPerRecord, r.LazyQuotes = separator(text), -1, true
	for short := false; ; {
		record, err := r.Read()
		switch {
		case errors.Is(err, io.EOF) && sheet.HeadLine == 0:
			return sheet, perimeterfile.ErrEmpty
		case errors.Is(err, io.EOF) && short && !whole:
			return sheet, perimeterfile.ErrTruncated
		case errors.Is(err, io.EOF):
			return sheet, wrong.Err(perimeterfile.ErrImportRejected)
		case err != nil:
			return sheet, perimeterfile.ErrTruncated.Because(err)
		case ctx.Err() != nil:
			return sheet, ctx.Err()
		case len(sheet.Rows) >= maxRows:
			return sheet, perimeterfile.ErrTooManyRows.With("max", maxRows)
		}
		line, _ := r.FieldPos(0)
		if blank(record) {
			continue
		}
		if sheet.HeadLine == 0 {
			sheet.Header, sheet.HeadLine = record, line
			continue
		}
		if short = len(record) < len(sheet.Header); short {
			wrong.Add(perimeterfile.ErrRowShort.With("expected", len(sheet.Header)).With("received", len(record)).OnRow(line))
		}
		sheet.Rows = append(sheet.Rows, perimeterfile.Row{Line: line, Cells: cells(record)})
	}
}

// decode gives UTF-8 without a byte order mark.
func decode(content []byte) ([]byte, error) {
	text := bytes.TrimPrefix(content, []byte("\uFEFF"))
	if bytes.IndexByte(text, 0) >= 0 {
		return nil, perimeterfile.ErrNotText
	}
	if utf8.Valid(text) {
		return text, nil
	}
	text, err := charmap.Windows1252.NewDecoder().Bytes(text)
	if err != nil {
		return nil, perimeterfile.ErrNotText.Because(err)
	}
	return text, nil
}

// separator is the most frequent of the usual ones in the first line.
func separator(text []byte) rune {
	head, _, _ := bytes.Cut(bytes.TrimLeft(text, "\r\n"), []byte("\n"))
	best, count := ';', 0
	for _, r := range ";,\t" {
		if n := strings.Count(string(head), string(r)); n > count {
			best, count = r, n
		}
	}
	return best
}

func blank(record []string) bool {
	for _, s := range record {
		if strings.TrimSpace(s) != "" {
			return false
		}
	}
	return true
}

func cells(record []string) []perimeterfile.Cell {
	out := make([]perimeterfile.Cell, len(record))
	for i, s := range record {
		out[i].Text = s
	}
	return out
}
