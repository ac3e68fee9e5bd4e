// Package drop looks into the places where operators or people lay files down: each file, or
// each set of them, becomes an import.
package drop

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/ingest"
	"github.com/openpmo/pmo/core/metering/ingest/received"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

// Deps are what the service works with.
type Deps struct {
	Drops      []Drop
	Guard      policy.Guard
	Ingest     *ingest.Service
	Memory     Memory
	Now        func() time.Time
	Operations metering.Operations
	Perimeter  metering.Perimeter
	Queue      Queue
	Received   *received.Service
	Tx         tx.Runner
}

// Service holds the use cases of looking into drops.
type Service struct {
	drops      []Drop
	guard      policy.Guard
	ingest     *ingest.Service
	memory     Memory
	now        func() time.Time
	operations metering.Operations
	perimeter  metering.Perimeter
	queue      Queue
	received   *received.Service
	tx         tx.Runner
}

// New makes the service.
func New(d Deps) *Service {
	if d.Now == nil {
		d.Now = time.Now
	}
	return &Service{drops: d.Drops, guard: d.Guard, ingest: d.Ingest, memory: d.Memory, now: d.Now, operations: d.Operations, perimeter: d.Perimeter,
		queue: d.Queue, received: d.Received, tx: d.Tx}
}

// TakeFiles imports what lies new in the drops, on behalf of the server itself: of each
// operation one file, or one set where the operator sends a fixed number of files. It
// tells how many imports it started, and whether more is waiting for them to end. A
// content is taken again only when something else took its place meanwhile; a file that
// was refused is on the list of imports and is taken again when it is laid down anew. A
// file that cannot be read holds up none of the others.
func (s *Service) TakeFiles(ctx context.Context) (started int, more bool, err error) {
	if len(s.drops) == 0 {
		return 0, false, nil
	}
	all, err := s.operations.Listed(ctx)
	if err != nil {
		return 0, false, err
	}
	before, err := s.memory.All(ctx)
	if err != nil {
		return 0, false, err
	}
	var failed []error
	for _, o := range all {
		last, known := before[o.ID]
		n, rest, err := s.look(ctx, &looking{of: o, before: last, known: known, began: s.now().Truncate(time.Microsecond)})
		started += n
		more = more || rest
		failed = append(failed, err)
	}
	return started, more, errors.Join(failed...)
}

// takeFrom starts the import of the next new file or files of one operation.
func (s *Service) takeFrom(ctx context.Context, l *looking, d Drop) (took, more bool, err error) {
	o := l.of
	fresh, all, err := s.newFiles(ctx, l, d)
	if err != nil || len(fresh) == 0 {
		return false, false, err
	}
	if o.Operator.Capabilities().UploadFiles > 0 {
		return s.takeSet(ctx, l, d, fresh, all)
	}
	var failed []error
	for n, f := range fresh {
		one, known, err := s.lookInto(ctx, o, d, f)
		if err == nil && known {
			err = s.remember(ctx, o, one)
		} else if err == nil {
			err = s.startTaken(ctx, o, d, []TakenFile{one})
			if why := fault.From(err); why == nil || !isDropFault(why) {
				return err == nil, n+1 < len(fresh), errors.Join(append(failed, err)...)
			}
		}
		failed = append(failed, l.met(d, f, err))
	}
	return false, false, errors.Join(failed...)
}

// newFiles are those that are not as they were when they were taken, oldest first, and
// all that are finished.
func (s *Service) newFiles(ctx context.Context, l *looking, d Drop) (fresh, all []File, err error) {
	o := l.of
	all, err = d.List(ctx, o.ExternalID)
	if err != nil {
		return nil, nil, l.met(d, File{}, ErrUnreachable.Because(err))
	}
	if len(all) == 0 {
		return nil, nil, nil
	}
	l.seen = true
	known, err := s.memory.OfDrop(ctx, o.ID, d.Name())
	if err != nil {
		return nil, nil, err
	}
	seen := map[File]bool{}
	for _, k := range known {
		seen[k.File.comparable()] = true
	}
	all = slices.DeleteFunc(all, func(f File) bool { return strings.HasPrefix(f.Name, ".") || l.tooEarly(d, f) })
	slices.SortFunc(all, func(a, b File) int {
		return cmp.Or(a.ModifiedAt.Compare(b.ModifiedAt), strings.Compare(a.Name, b.Name))
	})
	for _, f := range all {
		if !seen[f.comparable()] {
			fresh = append(fresh, f)
		}
	}
	return fresh, all, nil
}

// lookInto reads a file for its content's name; known tells that the content was taken,
// and is what is stored.
func (s *Service) lookInto(ctx context.Context, o metering.Listed, d Drop, f File) (one TakenFile, known bool, err error) {
	unreadable := ErrUnreadable.With("fileName", f.Name)
	content, err := d.Open(ctx, o.ExternalID, f.Name)
	if err != nil {
		return one, false, unreadable.Because(err)
	}
	defer func() { _ = content.Close() }()
	sum := sha256.New()
	size, err := io.Copy(sum, content)
	if err != nil {
		return one, false, unreadable.Because(err)
	}
	one = TakenFile{File: f.comparable(), Drop: d.Name(), SHA256: hex.EncodeToString(sum.Sum(nil)), TakenAt: s.now()}
	one.Size = size
	importID, taken, err := s.memory.LastImport(ctx, o.ID, one.SHA256)
	if err != nil || !taken {
		return one, false, err
	}
	known, err = s.ingest.InForce(ctx, o.ID, importID)
	return one, known, err
}

// remember keeps a file whose content was taken before.
func (s *Service) remember(ctx context.Context, o metering.Listed, f TakenFile) error {
	change := ingest.Server(o.ID).Change(metering.PermImport, o.ID, "droppedFile", "")
	return s.tx.InTx(ctx, change, func(ctx context.Context) error { return s.memory.Add(ctx, o.ID, f) })
}

// startTaken keeps the files and queues their import; that they were taken is part of
// the same transaction. One that is too large becomes a failed import at once.
func (s *Service) startTaken(ctx context.Context, o metering.Listed, d Drop, taken []TakenFile) error {
	p := ingest.Server(o.ID)
	if err := s.guard.Operation(ctx, p, metering.PermImport, o.ID); err != nil {
		return err
	}
	i := ingest.Import{ID: id.New(), OperationID: o.ID, Kind: ingest.KindFolder, Status: ingest.ImportStarted, Agent: p.Agent, CreatedAt: s.now()}
	var refused *fault.Error
	for n, f := range taken {
		taken[n].ImportID = i.ID
		if f.Size > ingest.MaxFileBytes {
			refused = metering.ErrFileTooLarge.With("fileName", f.Name).With("megabytes", ingest.MaxFileBytes>>20)
			i.Files = append(i.Files, received.File{Name: f.Name, Size: f.Size, SHA256: f.SHA256})
			continue
		}
		kept, err := s.received.Keep(ctx, o.ID, ingest.ReceivedFile{Name: f.Name, Size: f.Size, SHA256: f.SHA256, Open: func() (io.ReadCloser, error) {
			content, err := d.Open(ctx, o.ExternalID, f.Name)
			if err != nil {
				return nil, ErrUnreadable.With("fileName", f.Name).Because(err)
			}
			return &verified{ReadCloser: content, sum: sha256.New(), file: f}, nil
		}})
		if err != nil {
			return err
		}
		i.Files = append(i.Files, kept...)
	}
	return s.ingest.Open(ctx, p, i, map[string]any{"files": len(i.Files), "drop": d.Name()}, func(ctx context.Context) error {
		for _, f := range taken {
			if err := s.memory.Add(ctx, o.ID, f); err != nil {
				return err
			}
		}
		if refused != nil {
			return s.ingest.Refuse(ctx, i, refused)
		}
		return s.ingest.Begin(ctx, i.ID)
	})
}

// look takes the next file or set of one operation from each drop, and remembers what
// cannot be taken once nothing more is to be done.
func (s *Service) look(ctx context.Context, l *looking) (started int, more bool, err error) {
	var failed []error
	for _, d := range s.drops {
		took, rest, err := s.takeFrom(ctx, l, d)
		if errors.Is(err, metering.ErrInProgress) {
			rest, err = true, nil
		}
		if took {
			started++
		}
		more = more || rest
		failed = append(failed, err)
	}
	if !more && (l.seen || l.known) {
		failed = append(failed, s.memory.Keep(ctx, l.of.ID, Look{LookedAt: &l.began, Waiting: l.waiting, Count: l.count}))
	}
	return started, more, errors.Join(failed...)
}

// TakeFilesOf is TakeFiles for one operation.
func (s *Service) TakeFilesOf(ctx context.Context, operationID id.ID) (started int, more bool, err error) {
	op, err := s.perimeter.Operation(ctx, operationID)
	if err != nil || len(s.drops) == 0 {
		return 0, false, err
	}
	before, err := s.memory.Get(ctx, operationID)
	if err != nil {
		return 0, false, err
	}
	return s.look(ctx, &looking{of: metering.Listed{ID: operationID, ExternalID: op.ExternalID, Operator: op.Operator}, before: before, known: true, began: s.now().Truncate(time.Microsecond)})
}

// StartLook asks for a look into the drops now; its end is told by State. One that was asked
// for before and is not over is enough.
// Errors: forbidden, notFound, featureNotAvailable.
func (s *Service) StartLook(ctx context.Context, p policy.Principal, operationID id.ID) error {
	if err := s.guard.Operation(ctx, p, metering.PermImport, operationID); err != nil {
		return err
	}
	op, err := s.perimeter.Operation(ctx, operationID)
	if err != nil {
		return err
	}
	if len(s.drops) == 0 {
		return metering.ErrFeature.With("feature", "curveDrop").With("dso", string(op.Operator))
	}
	before, err := s.memory.Get(ctx, operationID)
	if err != nil || before.running(s.now()) {
		return err
	}
	return s.tx.InTx(ctx, p.Change(metering.PermImport, operationID, "curveDropLook", ""), func(ctx context.Context) error {
		if err := s.memory.Ask(ctx, operationID, s.now()); err != nil {
			return err
		}
		return s.queue.DropLook(ctx, operationID)
	})
}

// State tells what an operation gets from drops. Errors: forbidden, notFound.
func (s *Service) State(ctx context.Context, p policy.Principal, operationID id.ID) (State, error) {
	if err := s.guard.Operation(ctx, p, metering.PermImport, operationID); err != nil {
		return State{}, err
	}
	if len(s.drops) == 0 {
		return State{}, nil
	}
	look, err := s.memory.Get(ctx, operationID)
	if err != nil {
		return State{}, err
	}
	out := State{Folder: true, Looked: look.LookedAt, Looking: look.running(s.now()), Waiting: look.Waiting, Count: look.Count}
	out.Taken, err = s.ingest.Newest(ctx, operationID, ingest.KindFolder, "")
	return out, err
}

// takeSet starts the import of the next two files that belong together by what is in
// them: a corrected file goes with the other one as it was. A file that is no part is
// taken alone, so that its refusal is on the list of imports; a part without the other
// one waits.
func (s *Service) takeSet(ctx context.Context, l *looking, d Drop, fresh, all []File) (took, more bool, err error) {
	o := l.of
	var failed []error
	leaves := map[File]leaf{}
	at := func(f File) (leaf, bool) {
		one, ok := leaves[f.comparable()]
		if ok {
			return one, one.file.SHA256 != ""
		}
		one, err := s.leafOf(ctx, o, d, f)
		if err != nil {
			failed = append(failed, l.met(d, f, err))
			one = leaf{}
		}
		leaves[f.comparable()] = one
		return one, err == nil
	}
	for n, f := range fresh {
		one, ok := at(f)
		if !ok {
			continue
		}
		set := []leaf{one}
		if one.part != curvefile.PartNone {
			other, ok := partner(one, all, at)
			if !ok {
				l.waits(d, f, ErrPart)
				continue
			}
			set = append(set, other)
		}
		if !slices.ContainsFunc(set, func(l leaf) bool { return !l.known }) {
			failed = append(failed, s.remember(ctx, o, one.file))
			continue
		}
		files := filesOf(set)
		more := slices.ContainsFunc(fresh[n+1:], func(f File) bool {
			return !slices.ContainsFunc(files, func(t TakenFile) bool { return t.File.Name == f.Name })
		})
		err := s.startTaken(ctx, o, d, files)
		if why := fault.From(err); why != nil && isDropFault(why) {
			failed = append(failed, l.met(d, f, err))
			continue
		}
		return err == nil, more, errors.Join(append(failed, err)...)
	}
	return false, false, errors.Join(failed...)
}

// leafOf looks into a file. One that no reader takes is no part of a set.
func (s *Service) leafOf(ctx context.Context, o metering.Listed, d Drop, f File) (leaf, error) {
	one, known, err := s.lookInto(ctx, o, d, f)
	if err != nil || one.Size > ingest.MaxFileBytes {
		return leaf{file: one, known: known}, err
	}
	zone := o.Operator.Zone()
	sets, err := s.received.Look(ctx, f.Name, one.Size, func() (io.ReadCloser, error) { return d.Open(ctx, o.ExternalID, f.Name) }, zone)
	if bad := fault.From(err); err != nil && (bad == nil || bad.Kind == fault.Internal) {
		return leaf{}, ErrUnreadable.With("fileName", f.Name).Because(err)
	}
	l := leaf{file: one, known: known}
	if err == nil && len(sets) == 1 {
		l.part, l.months = sets[0].Part, sets[0].Months(zone)
	}
	return l, nil
}
