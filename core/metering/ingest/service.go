// Package ingest takes curves in: files are recognised, checked, merged with what is stored,
// compared with what they replace, warned about and stored, in one transaction.
package ingest

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/job"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/ingest/intake"
	"github.com/openpmo/pmo/core/metering/ingest/received"
	"github.com/openpmo/pmo/core/metering/loadcurve"
	"github.com/openpmo/pmo/core/metering/readings"
	"github.com/openpmo/pmo/core/metering/rollup"
	"github.com/openpmo/pmo/core/metering/sibelga"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

// Deps are what the service works with.
type Deps struct {
	Curves    metering.Curves
	Guard     policy.Guard
	Imports   Imports
	Jobs      *job.Service
	Now       func() time.Time
	Perimeter metering.Perimeter
	Readings  *readings.Service
	Received  *received.Service
	Rollup    *rollup.Service
	Tx        tx.Runner
}

// Service holds the use cases of imports.
type Service struct {
	curves    metering.Curves
	guard     policy.Guard
	imports   Imports
	jobs      *job.Service
	now       func() time.Time
	perimeter metering.Perimeter
	readings  *readings.Service
	received  *received.Service
	rollup    *rollup.Service
	tx        tx.Runner
}

// New makes the service.
func New(d Deps) *Service {
	if d.Now == nil {
		d.Now = time.Now
	}
	return &Service{curves: d.Curves, guard: d.Guard, imports: d.Imports, jobs: d.Jobs, now: d.Now, perimeter: d.Perimeter,
		readings: d.Readings, received: d.Received, rollup: d.Rollup, tx: d.Tx}
}

// Job is what the server does of an import.
func (s *Service) Job() job.Handler {
	h := job.HandleParts(JobKind, metering.PermImport,
		func(ctx context.Context, j job.Job, _ int) error { return s.RunImport(ctx, j.ID) },
		func(ctx context.Context, j job.Job, _ int, cause *fault.Error) error {
			i, ok, err := s.Started(ctx, j.ID)
			if err != nil || !ok {
				return err
			}
			return s.finish(ctx, i, ImportResult{}, cause)
		})
	h.InProgress, h.Abandoned, h.Patience = metering.ErrInProgress, metering.ErrAbandoned, StaleAfter
	return h
}

// Import is one import of an operation. Errors: forbidden, notFound, import.notFound.
func (s *Service) Import(ctx context.Context, p policy.Principal, operationID, importID id.ID) (Import, error) {
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
	i, err := s.Import(ctx, p, operationID, importID)
	if err != nil {
		return Import{}, err
	}
	change := p.Change(metering.PermImport, operationID, "curveImport", importID)
	change.Details = map[string]any{"confirmed": true}
	if i.Status == ImportSuspected {
		err = s.tx.InTx(ctx, change, func(ctx context.Context) error {
			ok, err := s.imports.Reopen(ctx, importID, p.UserID, s.now())
			if err != nil || !ok {
				return err
			}
			if err := s.jobs.Reopen(ctx, JobKind, importID); err != nil {
				return err
			}
			return s.Begin(ctx, importID)
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
	i, err := s.Import(ctx, p, operationID, importID)
	if err != nil || i.Status == ImportUndone {
		return i, err
	}
	if i.DryRun || i.Status != ImportSucceeded && i.Status != ImportSuspected {
		return Import{}, metering.ErrNotUndoable.With("status", string(i.Status))
	}
	change := p.Change(metering.PermImport, operationID, "curveImport", importID)
	change.Details = map[string]any{"undone": true}
	err = s.tx.InTx(ctx, change, func(ctx context.Context) error {
		if i.Result != nil {
			tx.Concern(ctx, "participant", i.Result.changedOf()...)
		}
		return s.undo(ctx, p, i)
	})
	if err != nil && !errors.Is(err, errUndone) {
		return Import{}, err
	}
	return s.imports.Get(ctx, importID)
}

func (s *Service) undo(ctx context.Context, p policy.Principal, i Import) error {
	if err := s.perimeter.Lock(ctx, i.OperationID); err != nil {
		return err
	}
	summed, _, err := s.curves.Written(ctx, i.OperationID, i.ID)
	if err != nil {
		return err
	}
	if err := s.curves.Lock(ctx, i.OperationID, summed); err != nil {
		return err
	}
	_, later, err := s.curves.Written(ctx, i.OperationID, i.ID) // now that nobody else writes
	if err != nil {
		return err
	}
	months, after, err := s.readings.Written(ctx, i.OperationID, i.ID)
	if err != nil {
		return err
	}
	if later = cmp.Or(later, after); !later.IsZero() {
		return metering.ErrUndoLater.With("id", string(later))
	}
	months = append(months, summed...)
	slices.Sort(months)
	for _, m := range slices.Compact(months) {
		switch invoiced, _, err := s.rollup.Invoiced(ctx, i.OperationID, m); {
		case err != nil:
			return err
		case invoiced:
			return metering.ErrUndoInvoiced.With("month", m.String())
		}
	}
	if ok, err := s.imports.Undo(ctx, i.ID, p.UserID, s.now()); err != nil || !ok {
		return errors.Join(err, errUndone)
	}
	if err := s.curves.Restore(ctx, i.OperationID, i.ID); err != nil {
		return err
	}
	if err := s.readings.Restore(ctx, i.OperationID, i.ID); err != nil {
		return err
	}
	if err := s.rollup.SumAgain(ctx, i.OperationID, summed); err != nil {
		return err
	}
	return s.rollup.PublishChanges(ctx, i.OperationID, slices.Compact(months))
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
	if i.Files, err = s.received.Keep(ctx, in.OperationID, in.Files...); err != nil {
		return Import{}, err
	}
	change := p.Change(metering.PermImport, in.OperationID, "curveImport", i.ID)
	change.Details = map[string]any{"files": len(i.Files), "dryRun": i.DryRun, "definitive": i.Definitive, "confirmed": i.Confirmed}
	err = s.tx.InTx(ctx, change, func(ctx context.Context) error {
		if err := s.add(ctx, i); err != nil {
			return err
		}
		return s.Begin(ctx, i.ID)
	})
	if live := fault.From(err); live != nil && in.Kind == KindUpload && errors.Is(err, metering.ErrInProgress) {
		return Import{}, metering.ErrUploadInProgress.With("id", live.Params["id"])
	}
	return i, err
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
		f := s.frameOf(op, sites, false)
		files := make([]intake.Checked, len(sets))
		for n, set := range sets {
			files[n] = intake.Check(f.against, set, n)
		}
		in := arrived{Checked: intake.Together(f.against.Zone, files)}
		if err := in.refused(Import{}); err != nil {
			return err
		}
		out, err := s.store(ctx, f, in)
		result = out.result(f, in)
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

// ImportOf is the import of a job that the caller may follow (job.Service.Find): it asks nobody
// again.
func (s *Service) ImportOf(ctx context.Context, j job.Job) (Import, error) {
	return s.imports.Get(ctx, j.ID)
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
	result, err := s.runOnce(ctx, &i)
	for n := 1; n < mostChecks && errors.Is(err, errMoved); n++ {
		result, err = s.runOnce(ctx, &i)
	}
	refused := fault.From(err)
	if err != nil && (refused == nil || refused.Kind == fault.Internal) {
		return err
	}
	if err == nil && !i.DryRun {
		return nil // closed in its transaction
	}
	return s.finish(ctx, i, result, refused)
}

// Open records a started import that nobody sent, and what begins its work, in one
// transaction. It is for other rooms, after their own permission check.
// Error: import.inProgress.
func (s *Service) Open(ctx context.Context, p policy.Principal, i Import, details map[string]any, begin func(context.Context) error) error {
	change := p.Change(metering.PermImport, i.OperationID, "curveImport", i.ID)
	change.Details = details
	return s.tx.InTx(ctx, change, func(ctx context.Context) error {
		if err := s.add(ctx, i); err != nil {
			return err
		}
		return begin(ctx)
	})
}

// Begin starts the job of an import whose files are all there.
func (s *Service) Begin(ctx context.Context, importID id.ID) error {
	return s.jobs.Enqueue(ctx, JobKind, importID, 1)
}

// add stores an import with its job. Error: import.inProgress with parameter id while another one
// of the operation that is no dry run is live.
func (s *Service) add(ctx context.Context, i Import) error {
	if _, err := s.jobs.Open(ctx, i.asked()); err != nil {
		return err
	}
	return s.received.Name(ctx, i.OperationID, i.Files, func(ctx context.Context) error { return s.imports.Add(ctx, i) })
}

// end stores the outcome of a started import and ends its job, in the caller's transaction; ok is
// false when it is over already, and then nothing changes.
func (s *Service) end(ctx context.Context, i Import) (ok bool, err error) {
	if ok, err = s.jobs.Finish(ctx, i.ID, i.outcome()); err != nil || !ok {
		return ok, err
	}
	return true, s.imports.Finish(ctx, i)
}

// Refuse closes an import whose files are not even read.
func (s *Service) Refuse(ctx context.Context, i Import, f *fault.Error) error {
	i.CloseAs(s.now(), nil, f)
	_, err := s.end(ctx, i)
	return err
}

// Started reads an import whose work is not over; ok is false when it is.
func (s *Service) Started(ctx context.Context, importID id.ID) (i Import, ok bool, err error) {
	i, err = s.imports.Get(ctx, importID)
	return i, i.Status == ImportStarted, err
}

// AddFile keeps a file of a started import at its place, says how many of how many sites are
// done, and does what comes next, once: a file that is there already is left alone. Without a
// content there is no file, and only what comes next.
func (s *Service) AddFile(ctx context.Context, i Import, place int, name string, content []byte, done, total int, next func(context.Context) error) error {
	var files []received.File
	if content != nil {
		sum := sha256.Sum256(content)
		arrived := ReceivedFile{Name: name, Size: int64(len(content)), SHA256: hex.EncodeToString(sum[:]),
			Open: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(content)), nil }}
		var err error
		if files, err = s.received.Keep(ctx, i.OperationID, arrived); err != nil {
			return err
		}
		s.jobs.Advance(ctx, i.ID, done, total)
	}
	return s.tx.InTx(ctx, i.change(map[string]any{"part": place}), func(ctx context.Context) error {
		if content == nil {
			return next(ctx)
		}
		var added bool
		err := s.received.Name(ctx, i.OperationID, files, func(ctx context.Context) (err error) {
			added, err = s.imports.AddFile(ctx, i.ID, place, files[0])
			return err
		})
		if err != nil || !added {
			return err
		}
		return next(ctx)
	})
}

// Newest is the newest import of a kind, by an agent or, with "", by anybody; nil = none.
func (s *Service) Newest(ctx context.Context, operationID id.ID, kind ImportKind, agent string) (*Import, error) {
	i, ok, err := s.imports.Latest(ctx, operationID, kind, agent)
	if err != nil || !ok {
		return nil, err
	}
	return &i, nil
}

// InForce reports whether what an import says is still what is stored, or waits for a yes: no
// later import has changed the months it is of. An operator that sends a month, then a wrong
// one, then the first again means the first.
func (s *Service) InForce(ctx context.Context, operationID, importID id.ID) (bool, error) {
	then, err := s.imports.Get(ctx, importID)
	if err != nil || then.Status != ImportSucceeded {
		// One that waits for a yes is not asked about twice.
		return then.Status == ImportStarted || then.Status == ImportSuspected, err
	}
	months := then.Result.Months()
	for offset := 0; ; offset += importsPage {
		page, total, err := s.imports.List(ctx, operationID, offset, importsPage)
		if err != nil {
			return false, err
		}
		for _, later := range page {
			if later.ID == importID {
				return true, nil
			}
			if later.Replaces(months) {
				return false, nil
			}
		}
		if offset+importsPage >= total {
			return true, nil
		}
	}
}

// runOnce reads and checks the files of an import before the first row is written, and stores
// what changed, or in a dry run says what would. Reading takes seconds and locks nothing.
// Error: errMoved when who takes part has changed meanwhile, so that the files must be checked
// again: what is stored and shared is of those who take part.
func (s *Service) runOnce(ctx context.Context, i *Import) (result ImportResult, err error) {
	op, err := s.perimeter.Operation(ctx, i.OperationID)
	if err != nil {
		return result, err
	}
	sites, err := s.perimeter.Sites(ctx, i.OperationID)
	if err != nil {
		return result, err
	}
	f := s.frameOf(op, sites, i.Definitive)
	in, err := s.recognise(ctx, i, f)
	if err != nil {
		return result, err
	}
	if in, err = s.check(ctx, *i, f, in); err != nil {
		return result, err
	}
	if f.dryRun = i.DryRun; f.dryRun {
		out, err := s.store(ctx, f, in)
		return out.result(f, in), err
	}
	f.importID = i.ID
	return result, s.tx.InTx(ctx, i.change(nil), func(ctx context.Context) error {
		held, err := s.hold(ctx, f)
		if err != nil {
			return err
		}
		out, err := s.store(ctx, held, in)
		if err != nil {
			return err
		}
		if result = out.result(held, in); out.suspicions.Count > 0 && !i.agreedTo(out.suspicions) {
			return out.suspicions.Held() // and nothing of it is stored
		}
		tx.Concern(ctx, "participant", result.changedOf()...)
		closed := *i
		closed.CloseAs(s.now(), &result, nil)
		ok, err := s.end(ctx, closed)
		if err == nil && !ok {
			err = metering.ErrAbandoned // closed meanwhile: what this attempt stored goes too
		}
		return err
	})
}

// frameOf is what an import into an operation is checked against.
func (s *Service) frameOf(op metering.Operation, sites []metering.Site, definitive bool) frame {
	now := s.now()
	return frame{op: op, sites: sites, finality: metering.FinalityOf(op, now),
		against: intake.Against{Zone: op.Operator.Zone(), Now: now, Sites: metering.ByNumber(sites), Definitive: definitive}}
}

// hold locks the operation and reads it again: months may be declared or taken back
// meanwhile. Error: errMoved when the sites are not those that were checked.
func (s *Service) hold(ctx context.Context, f frame) (frame, error) {
	if err := s.perimeter.Lock(ctx, f.op.ID); err != nil {
		return f, err
	}
	checked := f.op.SitesStamp
	var err error
	if f.op, err = s.perimeter.Operation(ctx, f.op.ID); err != nil {
		return f, err
	}
	if f.op.SitesStamp != checked {
		return f, errMoved
	}
	f.finality = metering.FinalityOf(f.op, s.now())
	return f, nil
}

// recognise reads the files of an import: what they are, and how they were understood. A
// file that cannot be taken is a refusal among others.
func (s *Service) recognise(ctx context.Context, i *Import, f frame) (in arrived, err error) {
	reader, err := s.received.Reader(ctx, i.OperationID, i.Answers, f.sites)
	if err != nil {
		return in, err
	}
	for n, file := range i.Files {
		sets, err := reader.Read(ctx, file, f.against.Zone)
		if i.Kind == KindPull && errors.Is(err, metering.ErrNoValues) {
			continue // of this part the operator has nothing; the others are taken
		}
		if bad := fault.From(err); bad != nil && bad.Kind != fault.Internal {
			in.Refusals = in.Refusals.And(intake.LocalAll(f.against.Zone, bad))
			continue
		} else if err != nil {
			return in, err
		}
		if len(sets) > 0 {
			i.Files[n].Format = sets[0].Format
		}
		if other := otherFile(i.Kind, f.op, sets); other != nil {
			in.Refusals = in.Refusals.And(intake.LocalAll(f.against.Zone, other))
			continue
		}
		understood := intake.Understand(f.against.Zone, sets, i.DryRun)
		in.Refusals = in.Refusals.And(understood.Refusals)
		in.files, in.sets, in.open = append(in.files, understood.Files...), append(in.sets, understood.Sets...), in.open || understood.Open
	}
	return in, nil
}

// check compares what was recognised with who takes part, the two files of a Sibelga upload
// also with each other. Error: import.rejected with everything that is wrong.
func (s *Service) check(ctx context.Context, i Import, f frame, in arrived) (arrived, error) {
	if !in.Refusals.Any() {
		paired, err := s.pair(ctx, i, f, in)
		if bad := fault.From(err); bad != nil && bad.Kind != fault.Internal {
			paired.Refusals = paired.Refusals.And(intake.LocalAll(f.against.Zone, bad))
		} else if err != nil {
			return in, err
		}
		in = paired
	}
	files := make([]intake.Checked, len(in.sets))
	for n, set := range in.sets {
		files[n] = intake.Check(f.against, set, n)
		s.jobs.Advance(ctx, i.ID, n+1, len(in.sets))
	}
	all := intake.Together(f.against.Zone, files)
	all.Refusals, all.Remarks = in.Refusals.And(all.Refusals), in.Remarks.And(all.Remarks)
	in.Checked = all
	return in, in.refused(i)
}

// pair looks at the two files of a Sibelga upload together and gives what is to be stored.
// Errors: UnknownFile, InvalidFilesNumber, InconsistentPerimeter, InvalidPeriod,
// IncompleteData.
func (s *Service) pair(ctx context.Context, i Import, f frame, in arrived) (arrived, error) {
	monthly, quarters, ok, err := partsOf(i.Kind, f.op, in.sets)
	if err != nil || !ok {
		return in, err
	}
	c := sibelga.NewUpload(f.against.Zone, f.sites, monthly, quarters)
	if c.Others, err = s.perimeter.SitesNumbered(ctx, f.op.ID, c.Strangers()); err != nil {
		return in, err
	}
	if len(c.Months) > 0 {
		if c.Before, err = s.readings.RegistersBefore(ctx, f.op.ID, c.Months[0]); err != nil {
			return in, err
		}
	}
	sets, warnings, err := c.Check()
	in.sets, in.Remarks = sets, in.Remarks.And(intake.Told(warnings...))
	in.lines, in.lineMonths = monthly.Registers, c.Months
	return in, err
}

// store compares what arrived with what is stored, month by month, warns, and stores what
// changed with the sums of its months; a dry run only finds out what would change. Otherwise
// it must be inside a transaction.
func (s *Service) store(ctx context.Context, f frame, in arrived) (out outcome, err error) {
	months := in.Curves.Months()
	out.said = intake.Told(intake.External(f.op, in.Curves)...)
	if !f.dryRun {
		if err := s.curves.Lock(ctx, f.op.ID, months); err != nil {
			return out, err
		}
	}
	var before monthRows // of the month before
	for n, m := range months {
		if n == 0 || months[n-1] != m-1 {
			if before, err = s.rollup.MonthCurves(ctx, f.op.ID, m-1); err != nil {
				return out, err
			}
		}
		var month outcome
		if month, before, err = s.month(ctx, f, m, in.Curves[m], before); err != nil {
			return out, err
		}
		out = out.and(month)
	}
	lines, err := s.lines(ctx, f, in, out.suspicions.First)
	if err != nil {
		return out, err
	}
	periods, err := s.periods(ctx, f, in)
	if err != nil {
		return out, err
	}
	out = out.and(lines).and(periods)
	if f.dryRun {
		return out, nil
	}
	changed := slices.Clone(out.months)
	if out.linesChanged { // what was billed by registers, or of costs, is looked at again
		changed = append(changed, in.lineMonths...)
	}
	slices.Sort(changed)
	return out, s.rollup.PublishChanges(ctx, f.op.ID, slices.Compact(changed))
}

// month stores the curves of one month where they differ, and sums it again. after are its
// rows as they are then.
func (s *Service) month(ctx context.Context, f frame, m civil.Month, curves map[metering.SeriesKey]intake.Curve, before monthRows) (out outcome, after monthRows, err error) {
	grids := metering.GridsOf(f.against.Zone, m)
	arrivals, splits, err := intake.Merge(grids, curves)
	if err != nil {
		return out, nil, err
	}
	rows, err := s.rollup.MonthCurves(ctx, f.op.ID, m)
	if err != nil {
		return out, nil, err
	}
	alone := intake.Alone(grids, arrivals)
	known := intake.Known{Stored: rows, Previous: before, Finality: f.finality, Series: map[metering.SeriesKey]loadcurve.Series{}}
	if differing := intake.Differing(alone, rows); len(differing) > 0 {
		err := s.curves.Chunks(ctx, f.op.ID, m, differing, func(key metering.SeriesKey, chunk []byte) error {
			var series loadcurve.Series
			err := loadcurve.Decode(chunk, &series)
			known.Series[key] = series
			return err
		})
		if err != nil {
			return out, nil, err
		}
	}
	change, err := intake.Compare(f.against, grids, arrivals, alone, known)
	if err != nil {
		return out, nil, err
	}
	out = changed(change)
	if len(change.Rows) == 0 {
		return out, rows, nil
	}
	promised := intake.Promised{Declared: f.finality.Declared[m]}
	if promised.Invoiced, promised.NotCharged, err = s.rollup.Invoiced(ctx, f.op.ID, m); err != nil {
		return out, nil, err
	}
	out.said = out.said.And(intake.Told(intake.Promises(change, promised)...))
	for _, row := range change.Rows {
		rows[row.SeriesKey] = row
	}
	if err := intake.SharedInPart(f.op, f.sites, m, rows); err != nil {
		return out, nil, err
	}
	warnings, err := s.rollup.SumMonth(ctx, rollup.Change{Op: f.op, Sites: f.sites, Month: m, Rows: rows, Changed: change.Rows,
		Arrived: splits, ImportID: f.importID}, !f.dryRun)
	out.sums = intake.Told(warnings...)
	return out, rows, err
}

// lines stores the lines of the monthly file where they differ from what is stored. asked
// are the months of curves that are asked about already.
func (s *Service) lines(ctx context.Context, f frame, in arrived, asked []intake.Suspicion) (out outcome, err error) {
	if len(in.lineMonths) == 0 {
		return out, nil
	}
	stored, err := s.readings.Lines(ctx, f.op.ID, in.lineMonths)
	if err != nil {
		return out, err
	}
	fresh := sibelga.RegisterMonths(in.lines)
	if fresh.Equal(stored) {
		return out, nil
	}
	out.linesChanged = true
	out.suspicions = out.suspicions.With(intake.SuspectRegisters(stored.Volumes, fresh.Volumes, f.against.Sites, asked))
	if f.dryRun {
		return out, nil
	}
	return out, s.readings.ReplaceLines(ctx, f.op.ID, f.importID, in.lineMonths, fresh)
}

// periods stores the readings of an import and compares: its own with the curves, and its
// curves with the readings known of their months. A dry run with curves cannot compare yet.
func (s *Service) periods(ctx context.Context, f frame, in arrived) (out outcome, err error) {
	latest := metering.LatestReadings(in.Periods)
	out.readings = len(latest)
	if !s.readings.Keeps() {
		return out, nil
	}
	stored, err := s.readings.Known(ctx, f.op.ID, latest)
	if err != nil {
		return out, err
	}
	out.readingSites = readingSites(latest, stored, f.against.Sites)
	var checks []metering.ReadingCheck
	switch {
	case !f.dryRun:
		checks, err = s.readings.Keep(ctx, f.op.ID, f.importID, s.now(), latest, in.Curves.Months())
	case in.Points == 0:
		checks, err = s.readings.Compare(ctx, f.op.ID, latest)
	}
	for _, check := range checks {
		if check.Differs() {
			out.sums = out.sums.And(intake.Told(check.Warning()))
		}
	}
	return out, err
}

// finish closes an import that stored nothing: a dry run, one that is refused, or one whose
// values look like a mistake, which waits for a yes.
func (s *Service) finish(ctx context.Context, i Import, result ImportResult, refused *fault.Error) error {
	i.CloseAs(s.now(), &result, refused)
	details := map[string]any{}
	if refused != nil && refused.Key == metering.ErrSuspected.Key {
		i.Status, i.Result = ImportSuspected, &result
		details["suspected"] = result.SuspectedCount
	}
	details["status"] = string(i.Status)
	return s.tx.InTx(ctx, i.change(details), func(ctx context.Context) error {
		_, err := s.end(ctx, i)
		return err
	})
}

// checkUpload refuses an upload before a file is kept, in the order of domain 5.5: one
// is running, the number of files, their names.
// Errors: UploadInProgress, InvalidFilesNumber, InvalidFileName.
func (s *Service) checkUpload(ctx context.Context, op metering.Operation, in ImportInput) error {
	want := op.Operator.Capabilities().UploadFiles
	if in.Kind != KindUpload {
		return nil
	}
	live, running, err := s.jobs.Live(ctx, JobKind, op.ID)
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

// importsPage is how many imports are looked at together.
const importsPage = 50

// MaxFileBytes is the most a single received file may have.
const MaxFileBytes = 200 << 20
