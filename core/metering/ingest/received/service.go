// Package received keeps the files of imports as they came, and reads them.
package received

import (
	"context"
	"io"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/document"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

// File is a received file.
type File struct {
	Name     string
	Size     int64
	SHA256   string // hex
	Format   string // known after reading
	Document id.ID  // where it is kept; none = it was too large to be
}

// Kind of the documents that received files are kept as.
const Kind document.Kind = "curves"

func (f File) kept(operationID id.ID) document.Document {
	return document.Document{ID: f.Document, OperationID: operationID, Kind: Kind, SHA256: f.SHA256, Size: f.Size}
}

// Arrived is a file as it came in, whole.
type Arrived struct {
	Name   string
	Size   int64
	SHA256 string // hex
	Open   func() (io.ReadCloser, error)
}

// Deps are what the service works with.
type Deps struct {
	Documents *document.Service
	Mappings  curvefile.Mappings // nil = none is remembered
	Reader    curvefile.FileReader
}

// Service keeps and reads files. It asks nobody for a permission: its callers did.
type Service struct {
	documents *document.Service
	mappings  curvefile.Mappings
	reader    curvefile.FileReader
}

// New makes the service.
func New(d Deps) *Service {
	return &Service{documents: d.Documents, mappings: d.Mappings, reader: d.Reader}
}

// Keep keeps files, each content once whatever the number of imports. What names them is recorded
// through Name.
func (s *Service) Keep(ctx context.Context, operationID id.ID, files ...Arrived) ([]File, error) {
	contents := make([]document.Content, len(files))
	for n, f := range files {
		contents[n] = document.Content{SHA256: f.SHA256, Size: f.Size, ContentType: "application/octet-stream", Open: f.Open}
	}
	kept, err := s.documents.Keep(ctx, operationID, Kind, contents...)
	if err != nil {
		return nil, err
	}
	out := make([]File, len(files))
	for n, f := range files {
		out[n] = File{Name: f.Name, Size: f.Size, SHA256: f.SHA256, Document: kept[n].ID}
	}
	return out, nil
}

// Name records in one transaction that files are kept and, by name, what they belong to.
func (s *Service) Name(ctx context.Context, operationID id.ID, files []File, name func(ctx context.Context) error) error {
	var kept []document.Document
	for _, f := range files {
		if !f.Document.IsZero() {
			kept = append(kept, f.kept(operationID))
		}
	}
	return s.documents.Attach(ctx, kept, name)
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
	return Reader{operationID, s.documents, s.reader.With(hints)}, nil
}

// Look reads a file that is not kept, knowing nothing about it. Errors: those of
// curvefile.FileReader.
func (s *Service) Look(ctx context.Context, name string, size int64, open func() (io.ReadCloser, error), zone civil.Zone) ([]curvefile.Dataset, error) {
	return s.reader.Read(ctx, name, size, open, zone)
}
