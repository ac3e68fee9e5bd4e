// Package place is where files lie that others lay down or take: a folder of this machine, or one on an SFTP
// server. What is done there by each use is below it: handover for banks, pull for curves.
package place

import (
	"context"
	"io"
	"io/fs"
	"path"
)

// Files is the file system below a place. Names are slash-separated and relative.
type Files interface {
	// Kind is folder or sftp.
	Kind() string
	MkdirAll(ctx context.Context, dir string) error
	ReadDir(ctx context.Context, dir string) ([]fs.FileInfo, error)
	// Write makes a file, or what stands in its place; it is on disk when it returns.
	Write(ctx context.Context, name string, content []byte) error
	Open(ctx context.Context, name string) (io.ReadCloser, error)
	// Rename fails when there is something of the new name.
	Rename(ctx context.Context, from, to string) error
	Remove(ctx context.Context, name string) error
	io.Closer
}

// IsName reports whether a text is the name of one thing in a folder.
func IsName(s string) bool { return s != "" && s != "." && s != ".." && path.Base(s) == s }
