package files

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"io"
	"path"
	"strings"

	"github.com/openpmo/pmo/adapters/dso/text"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

// freeRatio is a size up to which any file may grow when its zip is opened: small
// files of zeros are no harm.
const freeRatio = 1 << 20

// readZip reads all files in a zip, one after the other; what is wrong with any of them
// is told at once.
func (r *Reader) readZip(ctx context.Context, name string, packed *spooled, zone civil.Zone) ([]curvefile.Dataset, error) {
	archive, err := zip.NewReader(packed, packed.size)
	if err != nil {
		return nil, ErrZipDamaged.With("fileName", name).Because(err)
	}
	if isBook(archive) {
		return r.readBook(ctx, Input{Name: name, Zone: zone}, packed, archive)
	}
	entries := entriesOf(archive)
	switch {
	case len(entries) > r.limits.Files:
		return nil, r.bomb(name)
	case len(entries) == 0:
		return nil, metering.ErrNoValues.With("fileName", name)
	}
	var (
		sets  []curvefile.Dataset
		wrong fault.List
	)
	left := r.limits.TotalBytes
	for _, entry := range entries {
		of, used, err := r.readEntry(ctx, name, entry, zone, left)
		if errors.Is(err, ErrZipBomb) || err != nil && fault.From(err) == nil {
			return nil, err
		}
		if err != nil {
			addAll(&wrong, fault.From(err))
			continue
		}
		left -= used
		sets = append(sets, of...)
	}
	if len(wrong.Items) == 1 && len(wrong.Items[0].Items) == 0 && wrong.Items[0].Row == 0 {
		return nil, wrong.Items[0]
	}
	return sets, wrong.Err(metering.ErrRejected.With("fileName", name))
}

// addAll keeps the details of a refused file in place of the refusal.
func addAll(list *fault.List, f *fault.Error) {
	if len(f.Items) == 0 {
		list.Add(f)
	}
	for _, item := range f.Items {
		list.Add(item)
	}
}

// entriesOf leaves out folders and what operating systems add.
func entriesOf(archive *zip.Reader) []*zip.File {
	var entries []*zip.File
	for _, f := range archive.File {
		base := path.Base(strings.ReplaceAll(f.Name, `\`, "/"))
		hidden := strings.HasPrefix(base, ".") || strings.Contains(f.Name, "__MACOSX/") || base == "Thumbs.db"
		if f.FileInfo().IsDir() || strings.HasSuffix(f.Name, "/") || hidden {
			continue
		}
		entries = append(entries, f)
	}
	return entries
}

func (r *Reader) readEntry(ctx context.Context, zipName string, f *zip.File, zone civil.Zone, left int64) (sets []curvefile.Dataset, used int64, err error) {
	name := path.Base(strings.ReplaceAll(f.Name, `\`, "/"))
	const encrypted = 1
	if f.Flags&encrypted != 0 {
		return nil, 0, ErrZipEncrypted.With("fileName", zipName)
	}
	opened, err := f.Open()
	if err != nil {
		return nil, 0, ErrZipDamaged.With("fileName", zipName).Because(err)
	}
	defer func() { _ = opened.Close() }()
	// Sizes in a zip are only what it says of itself: what comes out is counted.
	most := min(left, r.limits.FileBytes, max(freeRatio, int64(f.CompressedSize64)*r.limits.Ratio))
	limited := &limit{in: opened, left: most, over: r.bomb(zipName)}
	head, err := readHead(limited)
	if err == nil {
		in := Input{Name: name, Reader: limited, Zone: zone}
		if bytes.HasPrefix(head, []byte("PK\x03\x04")) {
			sets, err = r.readInner(ctx, in, head)
		} else {
			sets, err = r.readOne(ctx, in, head)
		}
	}
	switch {
	case errors.Is(err, zip.ErrChecksum) || errors.Is(err, zip.ErrFormat) || errors.Is(err, io.ErrUnexpectedEOF):
		err = ErrZipDamaged.With("fileName", zipName).Because(err)
	case err != nil && fault.From(err) == nil && ctx.Err() == nil:
		err = ErrZipDamaged.With("fileName", zipName).Because(err)
	}
	return sets, most - limited.left, err
}

func (r *Reader) bomb(name string) *fault.Error {
	return ErrZipBomb.With("fileName", name).With("maxFiles", r.limits.Files).With("maxBytes", r.limits.TotalBytes)
}

// Columns is Format.Recognise for a text whose first line names the columns.
func Columns(head []byte, needed []string) (found int, missing []string) {
	line, err := text.NewLines(bytes.NewReader(head)).Head()
	if err != nil {
		return 0, needed
	}
	missing = text.ParseHeader(line).Missing(needed)
	return len(needed) - len(missing), missing
}
