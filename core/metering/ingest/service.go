// Package ingest takes curves in: files are recognised, checked, merged with what is stored,
// compared with what they replace, warned about and stored, in one transaction.
package ingest

import (
	"context"
	"errors"
	"io"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/ingest/intake"
	"github.com/openpmo/pmo/core/metering/readings"
	"github.com/openpmo/pmo/core/metering/rollup"
	"github.com/openpmo/pmo/core/metering/sibelga"
	"github.com/openpmo/pmo/core/object"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

// Deps are what the service works with.
type Deps struct {
	Curves    metering.Curves
	Files     object.Store
	Guard     policy.Guard
	Imports   Imports
	Invoices  rollup.Invoices
	Mappings  curvefile.Mappings
	Now       func() time.Time
	Perimeter metering.Perimeter
	Queue     Queue
	Reader    curvefile.FileReader
	Readings  readings.PeriodReadings
	Registers readings.Registers
	Tx        tx.Runner
	Checks    *readings.Service
	Rollup    *rollup.Service
}

// Service holds the use cases of imports.
type Service struct {
	curves    metering.Curves
	files     object.Store
	guard     policy.Guard
	imports   Imports
	invoices  rollup.Invoices
	mappings  curvefile.Mappings
	now       func() time.Time
	perimeter metering.Perimeter
	queue     Queue
	reader    curvefile.FileReader
	readings  readings.PeriodReadings
	registers readings.Registers
	tx        tx.Runner
	checks    *readings.Service
	rollup    *rollup.Service
}

// New makes the service.
func New(d Deps) *Service {
	if d.Now == nil {
		d.Now = time.Now
	}
	return &Service{curves: d.Curves, files: d.Files, guard: d.Guard, imports: d.Imports, invoices: d.Invoices, mappings: d.Mappings, now: d.Now, perimeter: d.Perimeter, queue: d.Queue, reader: d.Reader, readings: d.Readings, registers: d.Registers, tx: d.Tx, checks: d.Checks, rollup: d.Rollup}
}

// importOf reads an import of an operation. Errors: forbidden, notFound, import.notFound.
func (s *Service) importOf(ctx context.Context, p policy.Principal, operationID, importID id.ID) (Import, error) {
	if err := s.guard.Operation(ctx, p, metering.PermImport, operationID); err != nil {
		return Import{}, err
	}
	i, err := s.imports.Get(ctx, importID)
	if err == nil && i.OperationID != operationID {
		return Import{}, metering.ErrImportNotFound
	}
	return i, err
}

// ConfirmImport agrees to the months of a held import that look like a mistake, and starts
// it again; its job is the same. If what would change is not what was shown any more, it
// is held once more. An import that was confirmed before is left alone.
// Errors: forbidden, notFound, import.notFound, import.notHeld, import.inProgress.
func (s *Service) ConfirmImport(ctx context.Context, p policy.Principal, operationID, importID id.ID) (Import, error) {
	i, err := s.importOf(ctx, p, operationID, importID)
	if err != nil {
		return Import{}, err
	}
	change := p.Change(metering.PermImport, operationID, "curveImport", importID)
	change.Details = map[string]any{"confirmed": true}
	if i.Status == ImportSuspected {
		err = s.tx.InTx(ctx, change, func(ctx context.Context) error {
			ok, err := s.imports.Reopen(ctx, i, p.UserID, s.now())
			if err != nil || !ok {
				return err
			}
			return s.queue.CurveImport(ctx, importID)
		})
		if err != nil {
			return Import{}, err
		}
		i, err = s.imports.Get(ctx, importID)
	}
	if err == nil && (!i.Confirmed || i.Status == ImportUndone) {
		return Import{}, metering.ErrNotHeld.With("status", string(i.Status))
	}
	return i, err
}

// UndoImport takes back what an import stored: the months, lines of a monthly file and
// readings that it replaced come back as they were, definitive where they were definitive,
// and all that is summed of them is summed again. A held import is given up; an undone one
// is left alone. Declarations of definitive months stay.
//
// Errors: forbidden, notFound, import.notFound, import.notUndoable, import.laterImport,
// import.undoInvoiced.
func (s *Service) UndoImport(ctx context.Context, p policy.Principal, operationID, importID id.ID) (Import, error) {
	i, err := s.importOf(ctx, p, operationID, importID)
	if err != nil || i.Status == ImportUndone {
		return i, err
	}
	if i.DryRun || i.Status != ImportSucceeded && i.Status != ImportSuspected {
		return Import{}, metering.ErrNotUndoable.With("status", string(i.Status))
	}
	change := p.Change(metering.PermImport, operationID, "curveImport", importID)
	change.Details = map[string]any{"undone": true}
	err = s.tx.InTx(ctx, change, func(ctx context.Context) error { return s.undo(ctx, p, i) })
	if err != nil && !errors.Is(err, errUndone) {
		return Import{}, err
	}
	return s.imports.Get(ctx, importID)
}

func (s *Service) undo(ctx context.Context, p policy.Principal, i Import) error {
	if err := s.perimeter.Lock(ctx, i.OperationID); err != nil {
		return err
	}
	months, _, err := s.curves.Written(ctx, i.OperationID, i.ID)
	if err != nil {
		return err
	}
	if err := s.curves.Lock(ctx, i.OperationID, months); err != nil {
		return err
	}
	_, later, err := s.curves.Written(ctx, i.OperationID, i.ID) // now that nobody else writes
	if err != nil {
		return err
	}
	summed := months
	if s.registers != nil {
		of, after, err := s.registers.Written(ctx, i.OperationID, i.ID)
		if err != nil {
			return err
		}
		if months = append(slices.Clone(months), of...); later.IsZero() {
			later = after
		}
	}
	if s.readings != nil && later.IsZero() {
		if later, err = s.readings.Written(ctx, i.OperationID, i.ID); err != nil {
			return err
		}
	}
	if !later.IsZero() {
		return metering.ErrUndoLater.With("id", string(later))
	}
	slices.Sort(months)
	if err := s.refuseInvoiced(ctx, i.OperationID, slices.Compact(months)); err != nil {
		return err
	}
	if ok, err := s.imports.Undo(ctx, i.ID, p.UserID, s.now()); err != nil || !ok {
		return errors.Join(err, errUndone)
	}
	if err := s.restore(ctx, i); err != nil {
		return err
	}
	if err := s.rollup.SumAgain(ctx, i.OperationID, summed); err != nil {
		return err
	}
	return s.rollup.TellChanges(ctx, i.OperationID, summed)
}

// refuseInvoiced refuses to change months that published invoices bill.
func (s *Service) refuseInvoiced(ctx context.Context, operationID id.ID, months []civil.Month) error {
	if s.invoices == nil {
		return nil
	}
	for _, m := range months {
		invoiced, err := s.invoices.Invoiced(ctx, operationID, m)
		if err != nil {
			return err
		}
		if invoiced {
			return metering.ErrUndoInvoiced.With("month", m.String())
		}
	}
	return nil
}

// restore brings back what an import replaced.
func (s *Service) restore(ctx context.Context, i Import) error {
	if err := s.curves.Restore(ctx, i.OperationID, i.ID); err != nil {
		return err
	}
	if s.registers != nil {
		if err := s.registers.Restore(ctx, i.OperationID, i.ID); err != nil {
			return err
		}
	}
	if s.readings == nil {
		return nil
	}
	return s.readings.Restore(ctx, i.OperationID, i.ID)
}

// StartImport keeps the files and queues the import of all of them together; its job
// has the id of the import. One runs at a time in an operation, dry runs apart.
//
// Errors: forbidden, notFound, import.fileRequired, import.tooManyFiles, import.tooLarge, import.inProgress
// (UploadInProgress for an upload), InvalidFilesNumber (uploads of an operator that
// sends a fixed number), those of answers about files. Source: specification 7 Measurements, domain 5.5.
func (s *Service) StartImport(ctx context.Context, p policy.Principal, in ImportInput) (Import, error) {
	if err := s.guard.Operation(ctx, p, metering.PermImport, in.OperationID); err != nil {
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
	if err := curvefile.CheckAnswers(in.Answers); err != nil {
		return Import{}, err
	}
	i := Import{ID: id.New(), OperationID: in.OperationID, Kind: in.Kind, Status: ImportStarted, CreatedBy: p.UserID,
		Agent: p.Agent, CreatedAt: s.now(), DryRun: in.DryRun, Definitive: in.Definitive, Confirmed: in.Confirmed, Answers: in.Answers}
	for _, f := range in.Files {
		file := ImportFile{Name: f.Name, Size: f.Size, SHA256: f.SHA256}
		if err := s.Keep(ctx, file, f.Open); err != nil {
			return Import{}, err
		}
		i.Files = append(i.Files, file)
	}
	change := p.Change(metering.PermImport, in.OperationID, "curveImport", i.ID)
	change.Details = map[string]any{"files": len(i.Files), "dryRun": i.DryRun, "definitive": i.Definitive, "confirmed": i.Confirmed}
	err = s.tx.InTx(ctx, change, func(ctx context.Context) error {
		if err := s.imports.Add(ctx, i); err != nil {
			return err
		}
		return s.queue.CurveImport(ctx, i.ID)
	})
	if live := fault.From(err); live != nil && in.Kind == KindUpload && errors.Is(err, metering.ErrInProgress) {
		return Import{}, metering.ErrUploadInProgress.With("id", live.Params["id"])
	}
	return i, err
}

// Keep puts a file into the object store, once whatever the number of imports.
func (s *Service) Keep(ctx context.Context, f ImportFile, open func() (io.ReadCloser, error)) error {
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
func (s *Service) ImportDatasets(ctx context.Context, p policy.Principal, operationID id.ID, sets []curvefile.Dataset) (ImportResult, error) {
	if err := s.guard.Operation(ctx, p, metering.PermImport, operationID); err != nil {
		return ImportResult{}, err
	}
	var result ImportResult
	err := s.tx.InTx(ctx, p.Change(metering.PermImport, operationID, "curves", ""), func(ctx context.Context) error {
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
		in := intake.NewIntake(op.Operator.Zone(), s.now(), sites, false)
		for _, set := range sets {
			in.Add(set)
		}
		if err := in.Refused(); err != nil {
			return err
		}
		c := &commit{s: s, op: op, sites: sites, in: in, write: true, finality: metering.FinalityOf(op, s.now())}
		err = c.all(ctx)
		result = c.result
		return err
	})
	return result, err
}

// Imports lists the imports of an operation, newest first, and how many there are.
// Errors: forbidden, notFound.
func (s *Service) Imports(ctx context.Context, p policy.Principal, operationID id.ID, offset, limit int) ([]Import, int, error) {
	if err := s.guard.Operation(ctx, p, metering.PermImport, operationID); err != nil {
		return nil, 0, err
	}
	return s.imports.List(ctx, operationID, offset, limit)
}

// ImportPosition is how many imports of an operation are as new as one of them, or newer; 0
// where it has no such. Errors: forbidden, notFound.
func (s *Service) ImportPosition(ctx context.Context, p policy.Principal, operationID, importID id.ID) (int, error) {
	if err := s.guard.Operation(ctx, p, metering.PermImport, operationID); err != nil {
		return 0, err
	}
	return s.imports.Position(ctx, operationID, importID)
}

// LatestUpload is the newest upload of an operation; ok is false when there is none.
// Errors: forbidden, notFound.
func (s *Service) LatestUpload(ctx context.Context, p policy.Principal, operationID id.ID) (i Import, ok bool, err error) {
	if err := s.guard.Operation(ctx, p, metering.PermImport, operationID); err != nil {
		return Import{}, false, err
	}
	return s.imports.Latest(ctx, operationID, KindUpload, "")
}

// ImportJob is an import as a job to follow. Errors: forbidden, notFound.
func (s *Service) ImportJob(ctx context.Context, p policy.Principal, importID id.ID) (Import, error) {
	i, err := s.imports.Get(ctx, importID)
	if err != nil && !errors.Is(err, metering.ErrImportNotFound) {
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

// readerFor is the reader of an import, with what is known about its files.
func (s *Service) readerFor(ctx context.Context, i *Import, sites []metering.Site) (curvefile.FileReader, error) {
	hints := curvefile.FileHints{Answers: i.Answers, Sites: sites}
	if s.mappings != nil {
		var err error
		if hints.Mappings, err = s.mappings.List(ctx, i.OperationID); err != nil {
			return nil, err
		}
	}
	return s.reader.With(hints), nil
}

// RunImport does the work of a started import: reads its files, checks them, and stores
// what changed in one transaction, on behalf of who asked for it. Files that cannot be
// taken end the import as failed, with all that is wrong, and change nothing; that is
// no error here. An error means that trying again may help. An import that is closed is
// left alone.
func (s *Service) RunImport(ctx context.Context, importID id.ID) error {
	i, err := s.imports.Get(ctx, importID)
	if err != nil || i.Status != ImportStarted {
		return err
	}
	result, err := s.importFiles(ctx, &i)
	var refused *fault.Error
	if err != nil {
		if refused = fault.From(err); refused == nil || refused.Kind == fault.Internal {
			return err
		}
	}
	switch {
	case errors.Is(err, metering.ErrSuspected):
		return s.hold(ctx, i, result, refused)
	case refused == nil && !i.DryRun:
		return nil // closed in its transaction
	}
	return s.finish(ctx, i, result, refused)
}

// hold closes an import whose values look like a mistake: it waits for a yes.
func (s *Service) hold(ctx context.Context, i Import, result *ImportResult, asked *fault.Error) error {
	i.CloseAs(s.now(), nil, asked)
	i.Status, i.Result = ImportSuspected, result
	change := s.Actor(i).Change(metering.PermImport, i.OperationID, "curveImport", i.ID)
	change.Details = map[string]any{"status": string(i.Status), "suspected": result.SuspectedCount}
	return s.tx.InTx(ctx, change, func(ctx context.Context) error {
		_, err := s.imports.Finish(ctx, i)
		return err
	})
}

// FailImport closes a started import whose last attempt failed for another reason than
// its files. A closed one is left alone.
func (s *Service) FailImport(ctx context.Context, importID id.ID, cause error) error {
	i, err := s.imports.Get(ctx, importID)
	if err != nil || i.Status != ImportStarted {
		return err
	}
	f := fault.From(cause)
	if f == nil {
		f = fault.Unexpected.Because(cause)
	}
	return s.finish(ctx, i, nil, f)
}

// SweepImports closes live imports whose job is gone and tells how many.
func (s *Service) SweepImports(ctx context.Context) (int, error) {
	stale, err := s.imports.Stale(ctx, s.now().Add(-StaleAfter))
	for _, importID := range stale {
		if err := s.FailImport(ctx, importID, metering.ErrAbandoned); err != nil {
			return 0, err
		}
	}
	return len(stale), err
}

func (s *Service) Actor(i Import) policy.Principal {
	return policy.Principal{UserID: i.CreatedBy, Agent: "job", Role: policy.RoleOrganizer}
}

// finish closes an import without a change of curves.
func (s *Service) finish(ctx context.Context, i Import, result *ImportResult, refused *fault.Error) error {
	i.CloseAs(s.now(), result, refused)
	change := s.Actor(i).Change(metering.PermImport, i.OperationID, "curveImport", i.ID)
	change.Details = map[string]any{"status": string(i.Status)}
	return s.tx.InTx(ctx, change, func(ctx context.Context) error {
		_, err := s.imports.Finish(ctx, i)
		return err
	})
}

// importFiles reads and checks everything before the first row is written. Reading takes
// seconds and locks nothing; when who takes part has changed meanwhile, the files are
// checked again, so that what is stored and shared is of those who take part.
func (s *Service) importFiles(ctx context.Context, i *Import) (result *ImportResult, err error) {
	for range mostChecks {
		if result, err = s.importOnce(ctx, i); !errors.Is(err, errMoved) {
			break
		}
	}
	return result, err
}

func (s *Service) importOnce(ctx context.Context, i *Import) (*ImportResult, error) {
	op, err := s.perimeter.Operation(ctx, i.OperationID)
	if err != nil {
		return nil, err
	}
	sites, err := s.perimeter.Sites(ctx, i.OperationID)
	if err != nil {
		return nil, err
	}
	in, err := s.read(ctx, i, op, sites)
	if err != nil {
		return nil, err
	}
	c := &commit{s: s, op: op, sites: sites, in: in, importID: i.ID, write: !i.DryRun, finality: metering.FinalityOf(op, s.now())}
	if i.DryRun {
		err := c.all(ctx)
		return &c.result, err
	}
	change := s.Actor(*i).Change(metering.PermImport, i.OperationID, "curveImport", i.ID)
	read := in.Warnings.Copied()
	agreed := i.agreedTo()
	return &c.result, s.tx.InTx(ctx, change, func(ctx context.Context) error {
		// The transaction may run twice.
		c.result, c.previous, c.months, c.warnings, c.suspected, in.Warnings = ImportResult{}, nil, nil, intake.Remarks{}, intake.Suspicions{}, read
		if err := c.hold(ctx, op.SitesStamp); err != nil {
			return err
		}
		if err := c.all(ctx); err != nil {
			return err
		}
		if c.suspected.Count > 0 && !agreed(c.suspected) {
			return c.suspected.Held() // and nothing of it is stored
		}
		i.CloseAs(s.now(), &c.result, nil)
		ok, err := s.imports.Finish(ctx, *i)
		if err == nil && !ok {
			err = metering.ErrAbandoned // closed meanwhile: what this attempt stored goes too
		}
		return err
	})
}

// read parses all files of an import. Errors: import.rejected with everything that is
// wrong.
func (s *Service) read(ctx context.Context, i *Import, op metering.Operation, sites []metering.Site) (*intake.Intake, error) {
	zone := op.Operator.Zone()
	in := intake.NewIntake(zone, s.now(), sites, i.Definitive)
	reader, err := s.readerFor(ctx, i, sites)
	if err != nil {
		return nil, err
	}
	var sets []curvefile.Dataset
	for n := range i.Files {
		f := &i.Files[n]
		of, err := reader.Read(ctx, f.Name, f.Size, func() (io.ReadCloser, error) {
			content, _, err := s.files.Get(ctx, f.Key())
			return content, err
		}, zone)
		if bad := fault.From(err); bad != nil && bad.Kind != fault.Internal {
			in.FailAll(bad)
			continue
		} else if err != nil {
			return nil, err
		}
		if len(of) > 0 {
			f.Format = of[0].Format
		}
		if f := otherFile(i.Kind, op, of); f != nil {
			in.Fail(f)
			continue
		}
		sets = append(sets, in.Understand(of, i.DryRun)...)
	}
	if len(in.Faults.Items) == 0 {
		checked, err := s.checkParts(ctx, i, op, sites, sets, in)
		if bad := fault.From(err); bad != nil && bad.Kind != fault.Internal {
			in.FailAll(bad)
		} else if err != nil {
			return nil, err
		}
		sets = checked
	}
	for n, set := range sets {
		in.Add(set)
		_ = s.imports.Progress(ctx, i.ID, n+1, len(sets))
	}
	return in, in.Refused()
}

// checkUpload refuses an upload before a file is kept, in the order of domain 5.5: one
// is running, the number of files, their names.
// Errors: UploadInProgress, InvalidFilesNumber, InvalidFileName.
func (s *Service) checkUpload(ctx context.Context, op metering.Operation, in ImportInput) error {
	want := op.Operator.Capabilities().UploadFiles
	if in.Kind != KindUpload {
		return nil
	}
	live, running, err := s.imports.Live(ctx, op.ID)
	if err != nil {
		return err
	}
	if running {
		return metering.ErrUploadInProgress.With("id", string(live))
	}
	if want == 0 {
		return nil
	}
	if len(in.Files) != want {
		return metering.ErrFilesNumber.With("expected", want).With("received", len(in.Files))
	}
	for _, f := range in.Files {
		if !plainName(f.Name) {
			return metering.ErrFileName.With("fileName", f.Name)
		}
	}
	return nil
}

// checkParts looks at the two files of a Sibelga upload together and gives what is to
// be stored. Errors: UnknownFile, InvalidFilesNumber, InconsistentPerimeter,
// InvalidPeriod, IncompleteData.
func (s *Service) checkParts(ctx context.Context, i *Import, op metering.Operation, sites []metering.Site, sets []curvefile.Dataset, in *intake.Intake) ([]curvefile.Dataset, error) {
	monthly, quarters, ok, err := partsOf(i.Kind, op, sets)
	if err != nil || !ok {
		return sets, err
	}
	c := sibelga.NewUpload(op.Operator.Zone(), sites, monthly, quarters)
	if c.Others, err = s.perimeter.SitesNumbered(ctx, op.ID, c.Strangers()); err != nil {
		return nil, err
	}
	if len(c.Months) > 0 {
		if c.Before, err = s.registers.Before(ctx, op.ID, c.Months[0]); err != nil {
			return nil, err
		}
	}
	pair, warnings, err := c.Check()
	in.Warnings.Add(warnings...)
	in.Registers, in.RegisterMonths = monthly.Registers, c.Months
	return pair, err
}

// errUndone ends the transaction of somebody who undoes what somebody else has just undone.
var errUndone = errors.New("metering: the import was undone meanwhile")

// StaleAfter is how long a live import may be silent: well above the timeout of a job
// and the pause before it is tried again.
const StaleAfter = 15 * time.Minute

// errMoved is who takes part having changed since the files were checked.
var errMoved = errors.New("metering: the perimeter changed while the files were read")

// mostChecks is how often files are checked again because the perimeter changed, before
// the job is left to be tried later.
const mostChecks = 5

// MaxFileBytes is the most a single received file may have.
const MaxFileBytes = 200 << 20
