package table

import (
	"bytes"
	"context"
	"errors"
	"io"

	"github.com/openpmo/pmo/adapters/dso/files"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/metering"
)

// Name of the format in the contract.
const Name = "TABLE"

// Format reads tables of unusual layouts. It is tried when no other format knows a file.
type Format struct{}

var _ files.BookFormat = Format{}

// needed is what a file lacks that is no table of times and numbers.
var needed = []string{"time", "value"}

// Recognise looks for lines with a time and something else.
func (Format) Recognise(head []byte) (found int, missing []string) {
	in, ok, err := newText(bytes.NewReader(head))
	if err != nil || !ok {
		return 0, needed
	}
	first, err := sampleOf(in)
	if err != nil {
		return 0, needed
	}
	if len(head) >= headSize && len(first) > 1 {
		first = first[:len(first)-1] // it may be cut
	}
	if l, ok := detect(first, 0); !ok || len(l.candidates()) == 0 {
		return 0, needed
	}
	return len(needed), nil
}

// Read reads a text. Errors: UnknownFile, import.empty, import.tooManyRows, curve.step,
// fileMapping.column, import.rejected with items by line.
func (Format) Read(ctx context.Context, in files.Input) (metering.Dataset, error) {
	s, ok, err := newText(in.Reader)
	if err != nil {
		return metering.Dataset{}, err
	}
	if !ok {
		return metering.Dataset{}, files.ErrUnknown.With("fileName", in.Name)
	}
	t := &table{name: in.Name, zone: in.Zone, hints: in.Hints}
	t.Encoding, t.Separator = s.encoding, string(s.separator)
	return t.read(ctx, s, 0)
}

// RecogniseBook looks for a sheet with lines of times and numbers.
func (Format) RecogniseBook(book files.Book) (found int, missing []string) {
	if sheets := sheetsOf(book); len(sheets) == 0 {
		return 0, needed
	}
	return len(needed), nil
}

// ReadBook reads the first such sheet; a note names further ones. Errors as for Read.
func (Format) ReadBook(ctx context.Context, book files.Book) (metering.Dataset, error) {
	sheets := sheetsOf(book)
	if len(sheets) == 0 {
		return metering.Dataset{}, files.ErrUnknown.With("fileName", book.Name)
	}
	if err := book.Unsolved(sheets[0]); err != nil {
		return metering.Dataset{}, err
	}
	rows, err := book.Sheet.Rows(sheets[0])
	if err != nil {
		return metering.Dataset{}, files.ErrNotSpreadsheet.Because(err)
	}
	defer func() { _ = rows.Close() }()
	t := &table{name: book.Name, zone: book.Zone, hints: book.Hints}
	t.Sheet = sheets[0]
	if len(sheets) > 1 {
		t.note(NoteSheets.With("sheets", sheets[1:]))
	}
	return t.read(ctx, &bookSource{rows: rows}, book.DayZero)
}

// sheetsOf are the sheets of a workbook that hold such a table.
func sheetsOf(book files.Book) (names []string) {
	for _, name := range book.Sheets {
		rows, err := book.Sheet.Rows(name)
		if err != nil {
			continue
		}
		first, err := sampleOf(&bookSource{rows: rows})
		_ = rows.Close()
		if err != nil {
			continue
		}
		if l, ok := detect(first, book.DayZero); ok && len(l.candidates()) > 0 {
			names = append(names, name)
		}
	}
	return names
}

// sampleOf reads the first lines.
func sampleOf(in source) (lines []sample, err error) {
	for len(lines) < sampleRows {
		cells, row, err := in.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		lines = append(lines, sample{append([]string(nil), cells...), row})
	}
	return lines, nil
}

// table is one file on its way in.
type table struct {
	metering.FileUnderstanding
	name    string
	zone    civil.Zone
	hints   metering.FileHints
	answers metering.FileAnswers
	l       *layout
	lines   *lines
}

// read reads a file: its layout, its lines, and what they mean.
func (t *table) read(ctx context.Context, in source, dayZero civil.Date) (metering.Dataset, error) {
	first, err := sampleOf(in)
	if err != nil {
		return metering.Dataset{}, err
	}
	var ok bool
	if t.l, ok = detect(first, dayZero); !ok {
		return metering.Dataset{}, files.ErrUnknown.With("fileName", t.name)
	}
	t.l.nameSites(t.hints.Sites)
	t.Fingerprint = t.l.fingerprint()
	answers, mapping := t.hints.Of(t.name, t.Fingerprint)
	if mapping != nil {
		t.MappingID, t.MappingName = mapping.ID, mapping.Name
	}
	if err := t.l.apply(answers); err != nil {
		return metering.Dataset{}, err
	}
	t.answers = answers
	t.siteOfName()
	t.lines = newLines(t.l)
	if err := t.lines.readAll(ctx, in); err != nil {
		return metering.Dataset{}, err
	}
	if len(t.lines.groups) == 0 {
		return metering.Dataset{}, metering.ErrNoValues.With("fileName", t.name)
	}
	return t.finish()
}

// siteOfName takes the site that the name of the file says, where the operation has it.
func (t *table) siteOfName() {
	values := t.l.values()
	if len(values) != 1 || values[0].DsoID != "" || t.l.siteAt >= 0 {
		return
	}
	site := siteIn(t.name)
	for _, s := range t.hints.Sites {
		if s.DsoID == site {
			values[0].DsoID = site
		}
	}
}
