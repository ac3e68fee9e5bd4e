package metering

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

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
	case errors.Is(err, ErrSuspected):
		return s.hold(ctx, i, result, refused)
	case refused == nil && !i.DryRun:
		return nil // closed in its transaction
	}
	return s.finish(ctx, i, result, refused)
}

// hold closes an import whose values look like a mistake: it waits for a yes.
func (s *Service) hold(ctx context.Context, i Import, result *ImportResult, asked *fault.Error) error {
	i.closeAs(s.now(), nil, asked)
	i.Status, i.Result = ImportSuspected, result
	change := s.actor(i).Change(permImport, i.OperationID, "curveImport", i.ID)
	change.Details = map[string]any{"status": string(i.Status), "suspected": result.SuspectedCount}
	return s.tx.InTx(ctx, change, func(ctx context.Context) error {
		_, err := s.imports.Finish(ctx, i)
		return err
	})
}

// agreedTo reports whether what looks like a mistake was agreed to: all of it, or what an
// import that was held has shown.
func (i Import) agreedTo() func(suspicions) bool {
	shown := i.Result
	return func(now suspicions) bool {
		return i.Confirmed && (shown == nil || suspicions{shown.Suspected, shown.SuspectedCount}.covers(now))
	}
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
		f = fault.New(fault.Internal, "internal").Because(cause)
	}
	return s.finish(ctx, i, nil, f)
}

// staleAfter is how long a live import may be silent: well above the timeout of a job
// and the pause before it is tried again.
const staleAfter = 15 * time.Minute

// SweepImports closes live imports whose job is gone and tells how many.
func (s *Service) SweepImports(ctx context.Context) (int, error) {
	stale, err := s.imports.Stale(ctx, s.now().Add(-staleAfter))
	for _, importID := range stale {
		if err := s.FailImport(ctx, importID, ErrAbandoned); err != nil {
			return 0, err
		}
	}
	return len(stale), err
}

func (s *Service) actor(i Import) policy.Principal {
	return policy.Principal{UserID: i.CreatedBy, Agent: "job", Role: policy.RoleOrganizer}
}

// finish closes an import without a change of curves.
func (s *Service) finish(ctx context.Context, i Import, result *ImportResult, refused *fault.Error) error {
	i.closeAs(s.now(), result, refused)
	change := s.actor(i).Change(permImport, i.OperationID, "curveImport", i.ID)
	change.Details = map[string]any{"status": string(i.Status)}
	return s.tx.InTx(ctx, change, func(ctx context.Context) error {
		_, err := s.imports.Finish(ctx, i)
		return err
	})
}

func (i *Import) closeAs(now time.Time, result *ImportResult, refused *fault.Error) {
	i.Status, i.Result, i.FinishedAt = ImportSucceeded, result, &now
	if refused == nil {
		return
	}
	i.Status, i.Result = ImportFailed, nil
	i.Errors = refused.Items
	if len(i.Errors) == 0 {
		i.Errors = []*fault.Error{refused}
	}
}

// errMoved is who takes part having changed since the files were checked.
var errMoved = errors.New("metering: the perimeter changed while the files were read")

// mostChecks is how often files are checked again because the perimeter changed, before
// the job is left to be tried later.
const mostChecks = 5

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
	c := &commit{s: s, op: op, sites: sites, in: in, importID: i.ID, write: !i.DryRun, finality: finalityOf(op, s.now())}
	if i.DryRun {
		err := c.all(ctx)
		return &c.result, err
	}
	change := s.actor(*i).Change(permImport, i.OperationID, "curveImport", i.ID)
	read := in.warnings.copied()
	agreed := i.agreedTo()
	return &c.result, s.tx.InTx(ctx, change, func(ctx context.Context) error {
		// The transaction may run twice.
		c.result, c.previous, c.months, c.warnings, c.suspected, in.warnings = ImportResult{}, nil, nil, remarks{}, suspicions{}, read
		if err := c.hold(ctx, op.SitesStamp); err != nil {
			return err
		}
		if err := c.all(ctx); err != nil {
			return err
		}
		if c.suspected.count > 0 && !agreed(c.suspected) {
			return c.suspected.held() // and nothing of it is stored
		}
		i.closeAs(s.now(), &c.result, nil)
		ok, err := s.imports.Finish(ctx, *i)
		if err == nil && !ok {
			err = ErrAbandoned // closed meanwhile: what this attempt stored goes too
		}
		return err
	})
}

// hold locks the operation and reads it again: months may be declared or taken back
// meanwhile. Error: errMoved when the sites are not those that were checked.
func (c *commit) hold(ctx context.Context, checked string) (err error) {
	if err = c.s.perimeter.Lock(ctx, c.op.ID); err != nil {
		return err
	}
	if c.op, err = c.s.perimeter.Operation(ctx, c.op.ID); err != nil {
		return err
	}
	if c.op.SitesStamp != checked {
		return errMoved
	}
	c.finality = finalityOf(c.op, c.s.now())
	return nil
}

// read parses all files of an import. Errors: import.rejected with everything that is
// wrong.
func (s *Service) read(ctx context.Context, i *Import, op Operation, sites []Site) (*intake, error) {
	zone := op.Operator.Zone()
	in := newIntake(zone, s.now(), sites, i.Definitive)
	reader, err := s.readerFor(ctx, i, sites)
	if err != nil {
		return nil, err
	}
	var sets []Dataset
	for n := range i.Files {
		f := &i.Files[n]
		of, err := reader.Read(ctx, f.Name, f.Size, func() (io.ReadCloser, error) {
			content, _, err := s.files.Get(ctx, f.Key())
			return content, err
		}, zone)
		if bad := fault.From(err); bad != nil && bad.Kind != fault.Internal {
			in.failAll(bad)
			continue
		} else if err != nil {
			return nil, err
		}
		if len(of) > 0 {
			f.Format = of[0].Format
		}
		if f := otherFile(i.Kind, op, of); f != nil {
			in.fail(f)
			continue
		}
		sets = append(sets, in.understand(of, i.DryRun)...)
	}
	if len(in.faults.Items) == 0 {
		checked, err := s.checkParts(ctx, i, op, sites, sets, in)
		if bad := fault.From(err); bad != nil && bad.Kind != fault.Internal {
			in.failAll(bad)
		} else if err != nil {
			return nil, err
		}
		sets = checked
	}
	for n, set := range sets {
		in.add(set)
		_ = s.imports.Progress(ctx, i.ID, n+1, len(sets))
	}
	return in, in.refused()
}

// failAll keeps the details of a refusal, or itself when it has none.
func (in *intake) failAll(f *fault.Error) {
	if len(f.Items) == 0 {
		in.fail(f)
	}
	for _, item := range f.Items {
		in.fail(item)
	}
}
