package handover

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// folder is the file system of this machine below one folder, and nothing outside it.
type folder struct{ root *os.Root }

// OpenFolder opens a folder that exists.
func OpenFolder(path string) (*Place, error) {
	root, err := os.OpenRoot(path)
	if err != nil {
		return nil, fmt.Errorf("folder of hand-overs: %w", err)
	}
	return &Place{kind: "folder", files: folder{root}, closer: root}, nil
}

func (f folder) mkdirAll(_ context.Context, dir string) error { return f.root.MkdirAll(dir, 0o770) }

func (f folder) readDir(_ context.Context, dir string) ([]fs.FileInfo, error) {
	entries, err := fs.ReadDir(f.root.FS(), dir)
	var out []fs.FileInfo
	for _, one := range entries {
		if info, err := one.Info(); err == nil { // else gone meanwhile
			out = append(out, info)
		}
	}
	return out, err
}

func (f folder) write(_ context.Context, name string, content []byte) error {
	file, err := f.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o660)
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	return errors.Join(err, file.Sync(), file.Close())
}

func (f folder) open(_ context.Context, name string) (io.ReadCloser, error) {
	file, err := f.root.Open(name)
	if err != nil { // a nil *os.File is no nil io.ReadCloser
		return nil, err
	}
	return file, nil
}

func (f folder) rename(_ context.Context, from, to string) error {
	if _, err := f.root.Lstat(from); err != nil {
		return err
	}
	if _, err := f.root.Lstat(to); err == nil {
		return fmt.Errorf("rename to %s: %w", to, fs.ErrExist)
	}
	return f.root.Rename(from, to)
}

func (f folder) remove(_ context.Context, name string) error { return f.root.Remove(name) }
