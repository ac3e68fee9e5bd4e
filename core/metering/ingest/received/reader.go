package received

import (
	"context"
	"io"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/object"
)

// Reader reads the files of one import.
type Reader struct {
	files  object.Store
	reader curvefile.FileReader
}

// Read reads a file that was kept. Errors: those of curvefile.FileReader, object.notFound.
func (r Reader) Read(ctx context.Context, f File, zone civil.Zone) ([]curvefile.Dataset, error) {
	return r.reader.Read(ctx, f.Name, f.Size, func() (io.ReadCloser, error) {
		content, _, err := r.files.Get(ctx, f.Key())
		return content, err
	}, zone)
}
