package metering

import (
	"context"
	"errors"
	"io"

	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/object"
	"github.com/openpmo/pmo/core/policy"
)

// ReceivedFile is a file as it came in, whole.
type ReceivedFile struct {
	Name   string
	Size   int64
	SHA256 string // hex
	Open   func() (io.ReadCloser, error)
}

// ImportInput asks for an import.
type ImportInput struct {
	OperationID id.ID
	Kind        ImportKind
	Files       []ReceivedFile
	DryRun      bool
	Definitive  bool
	Confirmed   bool          // months that look like a mistake are none
	Answers     []FileAnswers // about files of unusual layouts, for this import only
}

// MaxFiles of one import.
const MaxFiles = 200

const permImport = policy.Permission("curve:import")

// StartImport keeps the files and queues the import of all of them together; its job
// has the id of the import. One runs at a time in an operation, dry runs apart.
//
// Errors: forbidden, notFound, import.fileRequired, import.tooManyFiles, import.tooLarge, import.inProgress
// (UploadInProgress for an upload), InvalidFilesNumber (uploads of an operator that
// sends a fixed number), those of answers about files. Source: specification 7 Measurements, domain 5.5.
func (s *Service) StartImport(ctx context.Context, p policy.Principal, in ImportInput) (Import, error) {
	if err := s.guard.Operation(ctx, p, permImport, in.OperationID); err != nil {
		return Import{}, err
	}
	op, err := s.perimeter.Operation(ctx, in.OperationID)
	if err != nil {
		return Import{}, err
	}
	if err := s.checkUpload(ctx, op, in); err != nil {
		return Import{}, err
	}
	if err := checkFiles(in); err != nil {
		return Import{}, err
	}
	if err := checkAnswers(in.Answers); err != nil {
		return Import{}, err
	}
	i := Import{ID: id.New(), OperationID: in.OperationID, Kind: in.Kind, Status: ImportStarted, CreatedBy: p.UserID,
		Agent: p.Agent, CreatedAt: s.now(), DryRun: in.DryRun, Definitive: in.Definitive, Confirmed: in.Confirmed, Answers: in.Answers}
	for _, f := range in.Files {
		file := ImportFile{Name: f.Name, Size: f.Size, SHA256: f.SHA256}
		if err := s.keep(ctx, file, f.Open); err != nil {
			return Import{}, err
		}
		i.Files = append(i.Files, file)
	}
	change := p.Change(permImport, in.OperationID, "curveImport", i.ID)
	change.Details = map[string]any{"files": len(i.Files), "dryRun": i.DryRun, "definitive": i.Definitive, "confirmed": i.Confirmed}
	err = s.tx.InTx(ctx, change, func(ctx context.Context) error {
		if err := s.imports.Add(ctx, i); err != nil {
			return err
		}
		return s.queue.CurveImport(ctx, i.ID)
	})
	if live := fault.From(err); live != nil && in.Kind == KindUpload && errors.Is(err, ErrInProgress) {
		return Import{}, ErrUploadInProgress.With("id", live.Params["id"])
	}
	return i, err
}

func checkFiles(in ImportInput) error {
	switch {
	case len(in.Files) == 0:
		return ErrNoFiles.At("files")
	case len(in.Files) > MaxFiles:
		return ErrTooManyFiles.With("max", MaxFiles).At("files")
	}
	for _, f := range in.Files {
		if f.Size > maxFileBytes {
			return ErrFileTooLarge.With("fileName", f.Name).With("limitBytes", maxFileBytes)
		}
	}
	return nil
}

// keep puts a file into the object store, once whatever the number of imports.
func (s *Service) keep(ctx context.Context, f ImportFile, open func() (io.ReadCloser, error)) error {
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

// ImportDatasets stores datasets that are at hand, in the caller's process and at once:
// for seeds and tests, with all checks of an import.
// Errors: forbidden, notFound, import.rejected.
func (s *Service) ImportDatasets(ctx context.Context, p policy.Principal, operationID id.ID, sets []Dataset) (ImportResult, error) {
	if err := s.guard.Operation(ctx, p, permImport, operationID); err != nil {
		return ImportResult{}, err
	}
	var result ImportResult
	err := s.tx.InTx(ctx, p.Change(permImport, operationID, "curves", ""), func(ctx context.Context) error {
		if err := s.perimeter.Lock(ctx, operationID); err != nil {
			return err
		}
		op, err := s.perimeter.Operation(ctx, operationID)
		if err != nil {
			return err
		}
		sites, err := s.perimeter.Sites(ctx, operationID)
		if err != nil {
			return err
		}
		in := newIntake(op.Operator.Zone(), s.now(), sites, false)
		for _, set := range sets {
			in.add(set)
		}
		if err := in.refused(); err != nil {
			return err
		}
		c := &commit{s: s, op: op, sites: sites, in: in, write: true, finality: finalityOf(op, s.now())}
		err = c.all(ctx)
		result = c.result
		return err
	})
	return result, err
}

// Imports lists the imports of an operation, newest first, and how many there are.
// Errors: forbidden, notFound.
func (s *Service) Imports(ctx context.Context, p policy.Principal, operationID id.ID, offset, limit int) ([]Import, int, error) {
	if err := s.guard.Operation(ctx, p, permImport, operationID); err != nil {
		return nil, 0, err
	}
	return s.imports.List(ctx, operationID, offset, limit)
}

// ImportPosition is how many imports of an operation are as new as one of them, or newer; 0
// where it has no such. Errors: forbidden, notFound.
func (s *Service) ImportPosition(ctx context.Context, p policy.Principal, operationID, importID id.ID) (int, error) {
	if err := s.guard.Operation(ctx, p, permImport, operationID); err != nil {
		return 0, err
	}
	return s.imports.Position(ctx, operationID, importID)
}

// LatestUpload is the newest upload of an operation; ok is false when there is none.
// Errors: forbidden, notFound.
func (s *Service) LatestUpload(ctx context.Context, p policy.Principal, operationID id.ID) (i Import, ok bool, err error) {
	if err := s.guard.Operation(ctx, p, permImport, operationID); err != nil {
		return Import{}, false, err
	}
	return s.imports.Latest(ctx, operationID, KindUpload, "")
}

// ImportJob is an import as a job to follow. Errors: forbidden, notFound.
func (s *Service) ImportJob(ctx context.Context, p policy.Principal, importID id.ID) (Import, error) {
	i, err := s.imports.Get(ctx, importID)
	if err != nil && !errors.Is(err, ErrImportNotFound) {
		return Import{}, err
	}
	// An unknown one is asked about too, so that a missing right says so in any case.
	refused := s.guard.Require(ctx, p, "job:read", policy.Resource{OperationID: i.OperationID, UserID: i.CreatedBy})
	if refused != nil {
		return Import{}, refused
	}
	if err != nil {
		return Import{}, policy.ErrNotFound
	}
	return i, nil
}
