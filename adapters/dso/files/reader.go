package files

import (
	"bytes"
	"context"
	"errors"
	"io"
	"path"
	"strings"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"github.com/openpmo/pmo/adapters/dso/text"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

// headSize is how much of a file tells its kind.
const headSize = 8 << 10

// Input is one file to read, from its beginning.
type Input struct {
	Name   string
	Reader io.Reader
	Zone   civil.Zone // of times without an offset
	Hints  curvefile.FileHints
}

// Format is a kind of file.
type Format interface {
	// Recognise looks at the beginning of a file: how many of the columns that the kind
	// needs are there, and which are not.
	Recognise(head []byte) (found int, missing []string)
	// Read takes the whole file. Errors: faults about it, import.rejected with items
	// about its lines.
	Read(ctx context.Context, in Input) (curvefile.Dataset, error)
}

// Named is a Format for which the name of a file says something that its content does
// not. RecogniseNamed is asked in place of Recognise.
type Named interface {
	RecogniseNamed(name string, head []byte) (found int, missing []string)
}

// Limits keep an import within the memory of the machine.
type Limits struct {
	FileBytes  int64 // of one file, out of its zip
	TotalBytes int64 // of all files in a zip
	Files      int   // in a zip
	Ratio      int64 // a file out of a zip to itself in the zip
}

// DefaultLimits hold a month of an operation of 1 000 sites with all its natures.
func DefaultLimits() Limits {
	return Limits{FileBytes: 512 << 20, TotalBytes: 1 << 30, Files: 200, Ratio: 100}
}

// Reader reads curve files of some formats.
type Reader struct {
	limits  Limits
	formats []Format
	last    Format // tried when no other knows the file; nil = none
	hints   curvefile.FileHints
}

var _ curvefile.FileReader = (*Reader)(nil)

// New reads files of the formats given; the first that fits whole is taken.
func New(limits Limits, formats ...Format) *Reader { return &Reader{limits: limits, formats: formats} }

// Otherwise reads files that no other format knows as f.
func (r *Reader) Otherwise(f Format) *Reader {
	other := *r
	other.last = f
	return &other
}

// With is a reader that knows more about the files it will get.
func (r *Reader) With(hints curvefile.FileHints) curvefile.FileReader {
	other := *r
	other.hints = hints
	return &other
}

// Read reads a file, or those in a zip; a workbook is a file. Errors: import.tooLarge,
// import.empty, import.notText, file.xls, UnknownFile, MissingColumns, import.truncated, row.tooLong, import.rejected,
// import.zipBomb, import.zipDamaged, import.zipEncrypted.
func (r *Reader) Read(ctx context.Context, name string, size int64, open func() (io.ReadCloser, error), zone civil.Zone) ([]curvefile.Dataset, error) {
	if size > r.limits.FileBytes {
		return nil, r.tooLarge(name)
	}
	in, err := open()
	if err != nil {
		return nil, err
	}
	defer func() { _ = in.Close() }()
	limited := &limit{in: in, left: r.limits.FileBytes, over: r.tooLarge(name)}
	head, err := readHead(limited)
	if err != nil {
		return nil, named(err, name)
	}
	if bytes.HasPrefix(head, []byte("PK\x03\x04")) {
		packed, err := spool(in, limited, head)
		if err != nil {
			return nil, named(err, name)
		}
		defer func() { _ = packed.Close() }()
		if packed.size > r.limits.FileBytes {
			return nil, r.tooLarge(name)
		}
		return r.readZip(ctx, name, packed, zone)
	}
	return r.readOne(ctx, Input{Name: name, Reader: limited, Zone: zone}, head)
}

func (r *Reader) tooLarge(name string) *fault.Error {
	return metering.ErrFileTooLarge.With("fileName", name).With("megabytes", r.limits.FileBytes>>20)
}

func readHead(in io.Reader) ([]byte, error) {
	head := make([]byte, headSize)
	n, err := io.ReadFull(in, head)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = nil
	}
	return head[:n], err
}

// readOne reads a file that is no zip. in goes on behind head.
func (r *Reader) readOne(ctx context.Context, in Input, head []byte) ([]curvefile.Dataset, error) {
	if isUTF16(head) {
		in.Reader = &limit{in: transform.NewReader(io.MultiReader(bytes.NewReader(head), in.Reader), unicode.BOMOverride(transform.Nop)),
			left: r.limits.FileBytes, over: r.tooLarge(in.Name)}
		var err error
		if head, err = readHead(in.Reader); err != nil {
			return nil, named(err, in.Name)
		}
	}
	format, err := r.recognise(in.Name, head)
	if err != nil {
		return nil, err
	}
	in.Reader, in.Hints = io.MultiReader(bytes.NewReader(head), in.Reader), r.hints
	if !isDocument(head) {
		in.Reader = text.Bounded(in.Reader)
	}
	set, err := format.Read(ctx, in)
	if err != nil {
		return nil, named(err, in.Name)
	}
	set.FileName = in.Name
	return []curvefile.Dataset{set}, nil
}

// isDocument reports whether a text is XML or JSON, which may stand on one line.
func isDocument(head []byte) bool {
	first := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")), " \t\r\n")
	return len(first) > 0 && bytes.IndexByte([]byte("<{["), first[0]) >= 0
}

// isUTF16 tells by its first two bytes a text in which spreadsheets save as "Unicode".
func isUTF16(head []byte) bool {
	return bytes.HasPrefix(head, []byte("\xff\xfe")) || bytes.HasPrefix(head, []byte("\xfe\xff"))
}

func (r *Reader) recognise(name string, head []byte) (Format, error) {
	switch {
	case len(bytes.TrimSpace(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")))) == 0:
		return nil, metering.ErrNoValues.With("fileName", name)
	case bytes.HasPrefix(head, oldWorkbook):
		return nil, ErrOldWorkbook.With("fileName", name)
	case !text.IsText(head) && strings.EqualFold(path.Ext(name), ".xlsx"):
		return nil, ErrNotSpreadsheet.With("fileName", name)
	case !text.IsText(head):
		return nil, text.ErrNotText.With("fileName", name)
	}
	var near nearest
	for _, f := range r.formats {
		found, missing := 0, []string(nil)
		if n, ok := f.(Named); ok {
			found, missing = n.RecogniseNamed(name, head)
		} else {
			found, missing = f.Recognise(head)
		}
		if len(missing) == 0 {
			return f, nil
		}
		near.add(found, missing)
	}
	if r.last != nil && !near.close() {
		if _, missing := r.last.Recognise(head); len(missing) == 0 {
			return r.last, nil
		}
	}
	return nil, near.refusal(name)
}

// nearest is the format that lacks the least, when it has half of its columns.
type nearest struct {
	share   float64
	missing []string
	needed  int
}

func (n *nearest) add(found int, missing []string) {
	if share := float64(found) / float64(found+len(missing)); share >= 0.5 && share >= n.share {
		n.share, n.missing, n.needed = share, missing, found+len(missing)
	}
}

// close reports whether a format is missed by so little that no other should guess: one
// with a few columns only looks like many a table.
func (n *nearest) close() bool { return n.missing != nil && n.needed > 3 }

// refusal is that of a file no format takes.
func (n *nearest) refusal(name string) error {
	if n.missing != nil {
		return ErrMissingColumns.With("columns", n.missing).With("fileName", name)
	}
	return ErrUnknown.With("fileName", name)
}

// named adds the name of the file to a fault that lacks it.
func named(err error, name string) error {
	f := fault.From(err)
	if f == nil || f.Params["fileName"] != nil {
		return err
	}
	return f.With("fileName", name)
}

// limit refuses to read more than so many bytes.
type limit struct {
	in   io.Reader
	left int64
	over error
}

func (l *limit) Read(p []byte) (int, error) {
	if int64(len(p)) > l.left+1 {
		p = p[:l.left+1]
	}
	n, err := l.in.Read(p)
	if l.left -= int64(n); l.left < 0 {
		return 0, l.over
	}
	return n, err
}
