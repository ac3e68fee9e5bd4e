package ingest

import (
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/ingest/received"
)

// ReceivedFile is a file as it came in.
type ReceivedFile = received.Arrived

// ImportInput asks for an import.
type ImportInput struct {
	OperationID id.ID
	Kind        ImportKind
	Files       []ReceivedFile
	DryRun      bool
	Definitive  bool
	Confirmed   bool                    // months that look like a mistake are none
	Answers     []curvefile.FileAnswers // about files of unusual layouts, for this import only
}

// MaxFiles of one import.
const MaxFiles = 200

func checkFiles(in ImportInput) error {
	switch {
	case len(in.Files) == 0:
		return metering.ErrNoFiles.At("files")
	case len(in.Files) > MaxFiles:
		return metering.ErrTooManyFiles.With("max", MaxFiles).At("files")
	}
	for _, f := range in.Files {
		if f.Size > MaxFileBytes {
			return metering.ErrFileTooLarge.With("fileName", f.Name).With("megabytes", MaxFileBytes>>20)
		}
	}
	return nil
}
