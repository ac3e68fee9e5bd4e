package files

import (
	"archive/zip"
	"context"
	"slices"
	"strings"

	"github.com/xuri/excelize/v2"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

// inMemory is the size up to which a sheet stays in memory; a larger one is a temporary
// file while it is read.
const inMemory = 16 << 20

const (
	// maxBookBytes of a workbook: it is held in memory as it came, and for a moment twice. A
	// year of quarters of fifty sites is half of it.
	maxBookBytes = 24 << 20
	// maxStringBytes of the texts that cells share, which are held in memory, too.
	maxStringBytes = 32 << 20
	// maxSheetRows is what spreadsheets have; leastRow is the shortest row, in bytes.
	maxSheetRows = 1 << 20
	leastRow     = 6
)

// Book is a workbook to read.
type Book struct {
	Name  string
	Sheet *excelize.File // for streaming: its Rows; it is closed by the caller
	// Sheets are the names of those that people see, in their order.
	Sheets []string
	// DayZero is the day that the number 0 stands for where dates are stored as numbers.
	DayZero civil.Date
	Zone    civil.Zone // of times without an offset
	// Archive is the workbook as it came, for what excelize does not tell.
	Archive *zip.Reader
	Hints   curvefile.FileHints
}

// BookFormat is a Format that comes as a workbook (.xlsx), too or only. One that comes
// as a workbook only has nothing to find in text.
type BookFormat interface {
	Format
	// RecogniseBook is Recognise for a workbook.
	RecogniseBook(book Book) (found int, missing []string)
	// ReadBook is Read for a workbook.
	ReadBook(ctx context.Context, book Book) (curvefile.Dataset, error)
}

// SheetFormat is a BookFormat whose workbooks may hold more than one table.
type SheetFormat interface {
	BookFormat
	// ReadSheets is ReadBook in place of it: one dataset for each sheet that it reads.
	ReadSheets(ctx context.Context, book Book) ([]curvefile.Dataset, error)
}

// oldWorkbook begins the workbooks of before 2007, and those with a password.
var oldWorkbook = []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")

// isBook tells a workbook from other zip files by its directory.
func isBook(archive *zip.Reader) bool {
	for _, f := range archive.File {
		if strings.EqualFold(f.Name, "xl/workbook.xml") {
			return true
		}
	}
	return false
}

// readBook reads a workbook with the format that knows it.
func (r *Reader) readBook(ctx context.Context, in Input, packed *spooled, archive *zip.Reader) (sets []curvefile.Dataset, err error) {
	switch {
	case packed.size > maxBookBytes:
		return nil, ErrBookTooLarge.With("fileName", in.Name).With("megabytes", maxBookBytes>>20)
	case r.growsTooMuch(archive):
		return nil, r.bomb(in.Name)
	}
	if err := boundedSheets(ctx, in.Name, archive); err != nil {
		return nil, err
	}
	opened, err := excelize.OpenReader(packed.whole(), excelize.Options{UnzipSizeLimit: r.limits.TotalBytes, UnzipXMLSizeLimit: min(inMemory, r.limits.TotalBytes)})
	if err != nil {
		return nil, ErrNotSpreadsheet.With("fileName", in.Name).Because(err)
	}
	defer func() { _ = opened.Close() }()
	book := Book{Name: in.Name, Sheet: opened, DayZero: dayZero(opened), Zone: in.Zone, Archive: archive, Hints: r.hints}
	behind := book
	book.Sheets, behind.Sheets = sheetsOf(opened)
	var near nearest
	all := r.formats
	if r.last != nil {
		all = append(slices.Clip(all), r.last)
	}
	for _, f := range all {
		known, ok := f.(BookFormat)
		if !ok {
			continue
		}
		found, missing := known.RecogniseBook(book)
		if len(missing) > 0 {
			near.add(found, missing)
			continue
		}
		if sets, err = readSheets(ctx, known, book); err != nil {
			return nil, named(err, in.Name)
		}
		for i := range sets {
			sets[i].FileName = in.Name
		}
		if _, missing := known.RecogniseBook(behind); len(missing) == 0 {
			sets[0].Warnings = append(sets[0].Warnings, ErrHidden.With("sheets", behind.Sheets).With("fileName", in.Name))
		}
		return sets, nil
	}
	if r.knows(behind, all) {
		return nil, ErrHidden.With("sheets", behind.Sheets).With("fileName", in.Name)
	}
	return nil, near.refusal(in.Name)
}

func readSheets(ctx context.Context, f BookFormat, book Book) ([]curvefile.Dataset, error) {
	if f, ok := f.(SheetFormat); ok {
		return f.ReadSheets(ctx, book)
	}
	set, err := f.ReadBook(ctx, book)
	return []curvefile.Dataset{set}, err
}

// knows reports whether some format finds what it reads in the sheets of a workbook.
func (r *Reader) knows(book Book, formats []Format) bool {
	return len(book.Sheets) > 0 && slices.ContainsFunc(formats, func(f Format) bool {
		known, ok := f.(BookFormat)
		if !ok {
			return false
		}
		_, missing := known.RecogniseBook(book)
		return len(missing) == 0
	})
}

// growsTooMuch is the look at a zip before it is opened. Go's reader holds the files in
// it to the sizes that its directory tells.
func (r *Reader) growsTooMuch(archive *zip.Reader) bool {
	total := uint64(0)
	for _, f := range archive.File {
		total += f.UncompressedSize64
		most := min(uint64(r.limits.FileBytes), max(freeRatio, f.CompressedSize64*uint64(r.limits.Ratio)))
		if strings.EqualFold(f.Name, "xl/sharedStrings.xml") {
			most = min(most, maxStringBytes)
		}
		if f.UncompressedSize64 > most || total > uint64(r.limits.TotalBytes) {
			return true
		}
	}
	return false
}

// readInner reads a workbook that lies in a zip.
func (r *Reader) readInner(ctx context.Context, in Input, head []byte) ([]curvefile.Dataset, error) {
	packed, err := spool(nil, in.Reader, head)
	if err != nil {
		return nil, err
	}
	defer func() { _ = packed.Close() }()
	archive, err := zip.NewReader(packed, packed.size)
	if err != nil || !isBook(archive) {
		return nil, ErrUnknown.With("fileName", in.Name)
	}
	return r.readBook(ctx, in, packed, archive)
}
