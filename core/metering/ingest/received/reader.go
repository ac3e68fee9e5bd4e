package received

import (
	"context"
	"io"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/document"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

// Reader reads the files of one import.
type Reader struct {
	operationID id.ID
	documents   *document.Service
	reader      curvefile.FileReader
}

// Read reads a file that was kept. Errors: those of curvefile.FileReader, object.notFound.
func (r Reader) Read(ctx context.Context, f File, zone civil.Zone) ([]curvefile.Dataset, error) {
	return r.reader.Read(ctx, f.Name, f.Size, func() (io.ReadCloser, error) {
		return r.documents.Open(ctx, f.kept(r.operationID))
	}, zone)
}
