package place

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
)

// Folder is the file system of this machine below one folder, and nothing outside it.
type Folder struct{ root *os.Root }

// OpenFolder opens a folder that exists.
func OpenFolder(name string) (*Folder, error) {
	root, err := os.OpenRoot(name)
	if err != nil {
		return nil, fmt.Errorf("folder: %w", err)
	}
	return &Folder{root}, nil
}

var _ Files = (*Folder)(nil)

// Kind is what kind of place it is.
func (*Folder) Kind() string { return "folder" }

// Close gives the folder back.
func (f *Folder) Close() error { return f.root.Close() }

// MkdirAll makes a folder, and those above it.
func (f *Folder) MkdirAll(_ context.Context, dir string) error { return f.root.MkdirAll(dir, 0o770) }

// ReadDir says what is in a folder; a link is what it leads to, and left out where that is outside.
func (f *Folder) ReadDir(_ context.Context, dir string) ([]fs.FileInfo, error) {
	entries, err := fs.ReadDir(f.root.FS(), dir)
	var out []fs.FileInfo
	for _, one := range entries {
		if info, err := f.root.Stat(path.Join(dir, one.Name())); err == nil { // else gone meanwhile, or a link out
			out = append(out, info)
		}
	}
	return out, err
}

// Write makes a file, or what stands in its place.
func (f *Folder) Write(_ context.Context, name string, content []byte) error {
	file, err := f.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o660)
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	return errors.Join(err, file.Sync(), file.Close())
}

// Open opens a file.
func (f *Folder) Open(_ context.Context, name string) (io.ReadCloser, error) {
	file, err := f.root.Open(name)
	if err != nil { // a nil *os.File is no nil io.ReadCloser
		return nil, err
	}
	return file, nil
}

// Rename names a file anew.
func (f *Folder) Rename(_ context.Context, from, to string) error {
	if _, err := f.root.Lstat(from); err != nil {
		return err
	}
	if _, err := f.root.Lstat(to); err == nil {
		return fmt.Errorf("rename to %s: %w", to, fs.ErrExist)
	}
	return f.root.Rename(from, to)
}

// Remove takes a file away.
func (f *Folder) Remove(_ context.Context, name string) error { return f.root.Remove(name) }
