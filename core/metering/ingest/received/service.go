// Package received keeps the files of imports as they came, and reads them.
package received

import (
	"context"
	"errors"
	"io"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/object"
)

// File is a received file, kept in the object store by its SHA-256.
type File struct {
	Name   string
	Size   int64
	SHA256 string // hex
	Format string // known after reading
}

// Key is the name of the file in the object store.
func (f File) Key() string { return "curves/" + f.SHA256[:2] + "/" + f.SHA256 }

// Deps are what the service works with.
type Deps struct {
	Files    object.Store
	Mappings curvefile.Mappings // nil = none is remembered
	Reader   curvefile.FileReader
}

// Service keeps and reads files. It asks nobody for a permission: its callers did.
type Service struct {
	files    object.Store
	mappings curvefile.Mappings
	reader   curvefile.FileReader
}

// New makes the service.
func New(d Deps) *Service {
	return &Service{files: d.Files, mappings: d.Mappings, reader: d.Reader}
}

// Keep puts a file into the object store, once whatever the number of imports.
func (s *Service) Keep(ctx context.Context, f File, open func() (io.ReadCloser, error)) error {
	if _, err := s.files.Stat(ctx, f.Key()); err == nil || !errors.Is(err, object.ErrNotFound) {
		return err
	}
	content, err := open()
	if err != nil {
		return err
	}
	defer func() { _ = content.Close() }()
	return s.files.Put(ctx, f.Key(), content, f.Size, "application/octet-stream")
}

// Reader reads files that were kept, with what is known about them: descriptions of the
// operation, answers for this import, and its sites.
func (s *Service) Reader(ctx context.Context, operationID id.ID, answers []curvefile.FileAnswers, sites []metering.Site) (Reader, error) {
	hints := curvefile.FileHints{Answers: answers, Sites: sites}
	if s.mappings != nil {
		var err error
		if hints.Mappings, err = s.mappings.List(ctx, operationID); err != nil {
			return Reader{}, err
		}
	}
	return Reader{s.files, s.reader.With(hints)}, nil
}

// Look reads a file that is not kept, knowing nothing about it. Errors: those of
// curvefile.FileReader.
func (s *Service) Look(ctx context.Context, name string, size int64, open func() (io.ReadCloser, error), zone civil.Zone) ([]curvefile.Dataset, error) {
	return s.reader.Read(ctx, name, size, open, zone)
}
