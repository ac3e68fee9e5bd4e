// Package pull is a place from which curve files are taken (core/metering/pull/drop.Drop): one folder an
// operation, named by its external id. Nothing there is moved or deleted. Folders within an operation's
// folder are left out.
package pull

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"path"

	"github.com/openpmo/pmo/adapters/place"
	"github.com/openpmo/pmo/core/metering/pull/drop"
)

// Drop takes files from a place.
type Drop struct{ files place.Files }

var _ drop.Drop = (*Drop)(nil)

// From takes them from some files, which it closes.
func From(files place.Files) *Drop { return &Drop{files} }

// Close gives folder or connection back.
func (d *Drop) Close() error { return d.files.Close() }

// Name is what kind of place it is.
func (d *Drop) Name() string { return d.files.Kind() }

// List names the files of an operation.
func (d *Drop) List(ctx context.Context, externalID string) ([]drop.File, error) {
	if !place.IsName(externalID) {
		return nil, nil
	}
	entries, err := d.files.ReadDir(ctx, externalID)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var files []drop.File
	for _, info := range entries {
		if info.Mode().IsRegular() {
			files = append(files, drop.File{Name: info.Name(), Size: info.Size(), ModifiedAt: info.ModTime()})
		}
	}
	return files, err
}

// Open reads a file.
func (d *Drop) Open(ctx context.Context, externalID, name string) (io.ReadCloser, error) {
	if !place.IsName(externalID) || !place.IsName(name) {
		return nil, fs.ErrNotExist
	}
	return d.files.Open(ctx, path.Join(externalID, name))
}
