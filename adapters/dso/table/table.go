package table

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"unicode/utf8"

	"github.com/openpmo/pmo/adapters/dso/files"
	"github.com/openpmo/pmo/adapters/dso/table/content"
	"github.com/openpmo/pmo/adapters/dso/table/layout"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
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
	if l, ok := layout.Detect(first, 0); !ok || len(l.Candidates()) == 0 {
		return 0, needed
	}
	return len(needed), nil
}

// Read reads a text. Errors: UnknownFile, import.empty, import.tooManyRows, curve.step,
// fileMapping.column, import.rejected with items by line.
func (Format) Read(ctx context.Context, in files.Input) (curvefile.Dataset, error) {
	s, ok, err := newText(in.Reader)
	if err != nil {
		return curvefile.Dataset{}, err
	}
	if !ok {
		return curvefile.Dataset{}, files.ErrUnknown.With("fileName", in.Name)
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

// ReadBook reads a workbook with one such sheet. Errors: UnknownFile, as for Read.
func (f Format) ReadBook(ctx context.Context, book files.Book) (curvefile.Dataset, error) {
	sets, err := f.ReadSheets(ctx, book)
	if err != nil || len(sets) != 1 {
		return curvefile.Dataset{}, cmp.Or[error](err, files.ErrUnknown.With("fileName", book.Name))
	}
	return sets[0], nil
}

// ReadSheets reads all such sheets, each on its own: it has its own columns, and leaves
// open what it does not say. Errors as for Read.
func (Format) ReadSheets(ctx context.Context, book files.Book) ([]curvefile.Dataset, error) {
	sheets := sheetsOf(book)
	if len(sheets) == 0 {
		return nil, files.ErrUnknown.With("fileName", book.Name)
	}
	var sets []curvefile.Dataset
	var wrong fault.List
	for _, sheet := range sheets {
		set, err := readSheet(ctx, book, sheet, len(sheets) > 1)
		if f := fault.From(err); f != nil && f.Kind != fault.Internal {
			addSheet(&wrong, f, sheet)
		} else if err != nil {
			return nil, err
		}
		sets = append(sets, set)
	}
	if len(sheets) == 1 && len(wrong.Items) == 1 && wrong.Items[0].Row == 0 {
		return nil, wrong.Items[0]
	}
	return sets, wrong.Err(metering.ErrRejected.With("fileName", book.Name))
}

// addSheet keeps what is wrong with a sheet, and says with which.
func addSheet(list *fault.List, f *fault.Error, sheet string) {
	if len(f.Items) == 0 {
		list.Add(f.With("sheet", sheet))
	}
	for _, item := range f.Items {
		list.Add(item.With("sheet", sheet))
	}
}

// readSheet reads one sheet. many tells that the workbook has others: a site that the name
// of the file says is then not that of each.
func readSheet(ctx context.Context, book files.Book, sheet string, many bool) (curvefile.Dataset, error) {
	t := &table{name: book.Name, zone: book.Zone, hints: book.Hints, many: many}
	t.Sheet = sheet
	if t.leftOut() {
		return t.notRead(), nil
	}
	if err := book.Unsolved(sheet); err != nil {
		return curvefile.Dataset{}, err
	}
	texts, err := book.TextCells(sheet)
	if err != nil {
		return curvefile.Dataset{}, err
	}
	rows, err := book.Sheet.Rows(sheet)
	if err != nil {
		return curvefile.Dataset{}, files.ErrNotSpreadsheet.Because(err)
	}
	defer func() { _ = rows.Close() }()
	return t.read(ctx, &bookSource{rows: rows, texts: texts}, book.DayZero)
}

// NoteLeftOut is a sheet that somebody left out; parameter sheets.
var NoteLeftOut = fault.FileSheetsLeft

// leftOut reports whether somebody said that this sheet is not to be read.
func (t *table) leftOut() bool {
	answers, _ := t.hints.Of(t.name, t.Sheet, "", nil)
	return answers.LeaveOut
}

// notRead is a sheet that is left out.
func (t *table) notRead() curvefile.Dataset {
	t.note(NoteLeftOut.With("sheets", []string{t.Sheet}))
	t.FileName, t.Format, t.LeftOut = t.name, Name, true
	t.Fingerprint = leftOutPrint
	return curvefile.Dataset{FileName: t.name, Format: Name, History: true, Understood: &t.FileUnderstanding}
}

// leftOutPrint is the fingerprint of what is not read: nobody can mean it.
const leftOutPrint = "00000000000000000000000000000000"

// sheetsOf are the sheets of a workbook that hold such a table.
func sheetsOf(book files.Book) (names []string) {
	for _, name := range book.Sheets {
		rows, err := book.Sheet.Rows(name)
		if err != nil {
			continue
		}
		first, err := sampleOf(&bookSource{rows: rows, texts: files.TextCells{}})
		_ = rows.Close()
		if err != nil {
			continue
		}
		if l, ok := layout.Detect(first, book.DayZero); ok && len(l.Candidates()) > 0 {
			names = append(names, name)
		}
	}
	return names
}

// sampleOf reads the first lines.
func sampleOf(in source) (lines []layout.Sample, err error) {
	for len(lines) < layout.SampleRows {
		cells, row, err := in.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		lines = append(lines, layout.Sample{Cells: append([]string(nil), cells...), Row: row})
	}
	return lines, nil
}

// table is one file on its way in.
type table struct {
	curvefile.FileUnderstanding
	name    string
	zone    civil.Zone
	hints   curvefile.FileHints
	answers curvefile.FileAnswers
	l       *layout.Layout
	lines   *lines
	many    bool // other sheets of the workbook are read too
	ended   bool // its last line has a line end
}

// read reads a file: its layout, its lines, and what they mean.
func (t *table) read(ctx context.Context, in source, dayZero civil.Date) (curvefile.Dataset, error) {
	first, err := sampleOf(in)
	if err != nil {
		return curvefile.Dataset{}, err
	}
	var ok bool
	if t.l, ok = layout.Detect(first, dayZero); !ok {
		return curvefile.Dataset{}, files.ErrUnknown.With("fileName", t.name)
	}
	t.l.NameSites(t.hints.Sites)
	t.nameColumns()
	t.Fingerprint = t.fingerprint()
	answers, mapping := t.hints.Of(t.name, t.Sheet, t.Fingerprint, t.l.Names)
	if mapping != nil {
		t.MappingID, t.MappingName = mapping.ID, mapping.Name
	}
	if err := t.l.Apply(answers); err != nil {
		return curvefile.Dataset{}, err
	}
	t.answers = answers
	t.siteOfName()
	separator, _ := utf8.DecodeRuneInString(t.Separator)
	if t.Separator == "" {
		separator = 0
	}
	t.lines = newLines(t.l, separator)
	t.lines.marks.Said = answers.Decimal
	if err := t.lines.readAll(ctx, in); err != nil {
		return curvefile.Dataset{}, err
	}
	t.ended = true
	if s, ok := in.(*textSource); ok {
		t.ended = s.ended()
		for _, row := range s.swallowed {
			t.lines.refusals.Add(ErrQuote.OnRow(row))
		}
	}
	if len(t.lines.groups) == 0 && t.lines.refusals.Any() {
		return curvefile.Dataset{}, metering.ErrRejected.With("fileName", t.name).Of(t.lines.refusals.Items(t.name)...)
	}
	if len(t.lines.groups) == 0 {
		return curvefile.Dataset{}, metering.ErrNoValues.With("fileName", t.name)
	}
	return t.finish()
}

// siteOfName takes the site that the name of the file says, where the operation has it.
func (t *table) siteOfName() {
	values := t.l.Values()
	if len(values) != 1 || values[0].DsoID != "" || t.l.SiteAt >= 0 || t.many {
		return
	}
	site := content.SiteIn(t.name)
	for _, s := range t.hints.Sites {
		if s.DsoID == site {
			values[0].DsoID = site
		}
	}
}
