package library

import (
	"io"
)

// Bounds of an archive.
const (
	mostArchived      = 1_000
	mostArchivedBytes = 1 << 30
)

// Download is a file to be read; the caller closes its content.
type Download struct {
	Name        string
	Size        int64
	ContentType string
	Content     io.ReadSeekCloser
}

// shown are the types that a browser shows without running anything of them.
var shown = []string{"application/pdf", "image/png", "image/jpeg", "image/webp"}

// Archived is a document of an archive, with the folders that it is in there.
type Archived struct {
	Path string // folders/name, with slashes
	Download
}

// packed is a document at its place in an archive.
type packed struct {
	path string
	e    Entry
}
