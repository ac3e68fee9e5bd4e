// Package handover is a place where files are laid down for the bank's own client, in the file system or
// on an SFTP server (core/payment/handover.Place).
//
// Below it are the folders out (what the bank is to take), in (what it lays down, there or in a folder for
// each operation named by its external id), done and refused (what was taken from in).
package handover

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"time"

	"github.com/openpmo/pmo/adapters/place"
	"github.com/openpmo/pmo/core/payment/handover"
)

// Place lays files down in one (core/payment/handover.Place).
type Place struct{ files place.Files }

var _ handover.Place = (*Place)(nil)

// In is the place of some files, which it closes.
func In(files place.Files) *Place { return &Place{files} }

// Close gives folder or connection back.
func (p *Place) Close() error { return p.files.Close() }

// Name is what kind of place it is.
func (p *Place) Name() string { return p.files.Kind() }

// gone is ErrGone for what is not there.
func gone(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return errors.Join(handover.ErrGone, err)
	}
	return err
}

// Write lays a file down whole under a name that nobody takes.
func (p *Place) Write(ctx context.Context, name string, content []byte) error {
	if !place.IsName(name) {
		return fmt.Errorf("handover: %q is no name of a file", name)
	}
	if err := p.files.MkdirAll(ctx, "out"); err != nil {
		return err
	}
	return p.files.Write(ctx, path.Join("out", name), content)
}

// Rename gives it the name that is taken.
func (p *Place) Rename(ctx context.Context, from, to string) error {
	if !place.IsName(from) || !place.IsName(to) {
		return fmt.Errorf("handover: %q or %q is no name of a file", from, to)
	}
	err := p.files.Rename(ctx, path.Join("out", from), path.Join("out", to))
	if errors.Is(err, fs.ErrNotExist) {
		if _, other := p.files.ReadDir(ctx, "out"); other != nil {
			return fmt.Errorf("handover: the folder out is not there: %w", other) // which says nothing of the file
		}
	}
	return gone(err)
}

// Remove takes a file away that was not renamed.
func (p *Place) Remove(ctx context.Context, name string) error {
	if !place.IsName(name) {
		return fmt.Errorf("handover: %q is no name of a file", name)
	}
	if err := p.files.Remove(ctx, path.Join("out", name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// mostEntries of a folder are looked at: what is beyond them waits until some are put aside.
const mostEntries = 1000

// Incoming names the files that came back.
func (p *Place) Incoming(ctx context.Context) ([]handover.Incoming, error) {
	folders, err := p.files.ReadDir(ctx, "in")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var out []handover.Incoming
	for _, folder := range folders[:min(len(folders), mostEntries)] {
		if folder.Mode().IsRegular() && place.IsName(folder.Name()) {
			out = append(out, handover.Incoming{Name: folder.Name(), ModifiedAt: folder.ModTime(), Size: folder.Size()})
			continue
		}
		if !folder.IsDir() || !place.IsName(folder.Name()) {
			continue
		}
		entries, err := p.files.ReadDir(ctx, path.Join("in", folder.Name()))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		for _, one := range entries[:min(len(entries), mostEntries)] {
			if one.Mode().IsRegular() && place.IsName(one.Name()) {
				out = append(out, handover.Incoming{Folder: folder.Name(), Name: one.Name(), ModifiedAt: one.ModTime(), Size: one.Size()})
			}
		}
	}
	return out, nil
}

// Read reads one that came back, of at most so many bytes and one more.
func (p *Place) Read(ctx context.Context, f handover.Incoming, most int64) ([]byte, error) {
	if f.Folder != "" && !place.IsName(f.Folder) || !place.IsName(f.Name) {
		return nil, handover.ErrGone
	}
	content, err := p.files.Open(ctx, path.Join("in", f.Folder, f.Name))
	if err != nil {
		return nil, gone(err)
	}
	defer func() { _ = content.Close() }()
	return io.ReadAll(io.LimitReader(content, most+1))
}

// PutAside moves one to done, or to refused with the reason beside it. One that is gone was put aside by
// somebody else.
func (p *Place) PutAside(ctx context.Context, f handover.Incoming, at time.Time, reason string) error {
	to := "done"
	if reason != "" {
		to = "refused"
	}
	folder := path.Join(to, f.Folder)
	if err := p.files.MkdirAll(ctx, folder); err != nil {
		return err
	}
	name := at.UTC().Format("20060102T150405.000Z") + "-" + f.Name
	if reason != "" {
		if err := p.files.Write(ctx, path.Join(folder, name+".txt"), []byte(reason+"\n")); err != nil {
			return err
		}
	}
	err := p.files.Rename(ctx, path.Join("in", f.Folder, f.Name), path.Join(folder, name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
