package files

import (
	"archive/zip"
	"bytes"
	"context"
	"io"
	"slices"
	"strings"

	"github.com/xuri/excelize/v2"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/metering"
)

// inMemory is the size up to which a sheet stays in memory; a larger one is a temporary
// file while it is read.
const inMemory = 16 << 20

// Book is a workbook to read.
type Book struct {
	Name  string
	Sheet *excelize.File // for streaming: its Rows; it is closed by the caller
	Zone  civil.Zone     // of times without an offset
	// Archive is the workbook as it came, for what excelize does not tell.
	Archive *zip.Reader
	Hints   metering.FileHints
}

// BookFormat is a Format that comes as a workbook (.xlsx), too or only. One that comes
// as a workbook only has nothing to find in text.
type BookFormat interface {
	Format
	// RecogniseBook is Recognise for a workbook.
	RecogniseBook(book Book) (found int, missing []string)
	// ReadBook is Read for a workbook.
	ReadBook(ctx context.Context, book Book) (metering.Dataset, error)
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
func (r *Reader) readBook(ctx context.Context, in Input, packed []byte, archive *zip.Reader) (set metering.Dataset, err error) {
	if r.growsTooMuch(archive) {
		return set, r.bomb(in.Name)
	}
	opened, err := excelize.OpenReader(bytes.NewReader(packed), excelize.Options{UnzipSizeLimit: r.limits.TotalBytes, UnzipXMLSizeLimit: min(inMemory, r.limits.TotalBytes)})
	if err != nil {
		return set, ErrNotSpreadsheet.With("fileName", in.Name).Because(err)
	}
	defer func() { _ = opened.Close() }()
	book := Book{Name: in.Name, Sheet: opened, Zone: in.Zone, Archive: archive, Hints: r.hints}
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
		if set, err = known.ReadBook(ctx, book); err != nil {
			return metering.Dataset{}, named(err, in.Name)
		}
		set.FileName = in.Name
		return set, nil
	}
	return set, near.refusal(in.Name)
}

// growsTooMuch is the look at a zip before it is opened. Go's reader holds the files in
// it to the sizes that its directory tells.
func (r *Reader) growsTooMuch(archive *zip.Reader) bool {
	total := uint64(0)
	for _, f := range archive.File {
		total += f.UncompressedSize64
		most := max(freeRatio, f.CompressedSize64*uint64(r.limits.Ratio))
		if f.UncompressedSize64 > most || total > uint64(r.limits.TotalBytes) {
			return true
		}
	}
	return false
}

// readInner reads a workbook that lies in a zip.
func (r *Reader) readInner(ctx context.Context, in Input, head []byte) (metering.Dataset, error) {
	packed, err := io.ReadAll(io.MultiReader(bytes.NewReader(head), in.Reader))
	if err != nil {
		return metering.Dataset{}, err
	}
	archive, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	if err != nil || !isBook(archive) {
		return metering.Dataset{}, ErrUnknown.With("fileName", in.Name)
	}
	return r.readBook(ctx, in, packed, archive)
}
