// Package folder is a drop in the file system: a folder with one folder an operation,
// named by its external id, into which somebody lays curve files.
//
// Nothing is moved or deleted. Folders within an operation's folder are left out, and so
// are links that lead out of it.
package folder

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/openpmo/pmo/core/metering/pull/drop"
)

// Drop is one folder (drop.Drop).
type Drop struct{ root *os.Root }

var _ drop.Drop = (*Drop)(nil)

// Open opens a folder that exists. Nothing outside it is ever read.
func Open(path string) (*Drop, error) {
	root, err := os.OpenRoot(path)
	if err != nil {
		return nil, fmt.Errorf("folder of pulls: %w", err)
	}
	return &Drop{root}, nil
}

// Close gives the folder back.
func (d *Drop) Close() error { return d.root.Close() }

// Name of the drop.
func (*Drop) Name() string { return "folder" }

// List names the files of an operation.
func (d *Drop) List(_ context.Context, externalID string) ([]drop.File, error) {
	if !isName(externalID) {
		return nil, nil
	}
	entries, err := fs.ReadDir(d.root.FS(), externalID)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var files []drop.File
	for _, entry := range entries {
		info, err := d.root.Stat(filepath.Join(externalID, entry.Name()))
		if err != nil || !info.Mode().IsRegular() {
			continue // gone meanwhile, a folder, or a link out of the drop
		}
		files = append(files, drop.File{Name: entry.Name(), Size: info.Size(), ModifiedAt: info.ModTime()})
	}
	return files, err
}

// Open reads a file.
func (d *Drop) Open(_ context.Context, externalID, name string) (io.ReadCloser, error) {
	if !isName(externalID) || !isName(name) {
		return nil, fs.ErrNotExist
	}
	return d.root.Open(filepath.Join(externalID, name))
}

// isName reports whether a text is the name of one thing in a folder.
func isName(s string) bool { return s != "." && s != ".." && s != "" && filepath.Base(s) == s }
