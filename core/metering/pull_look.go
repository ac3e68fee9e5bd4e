package metering

import (
	"context"
	"errors"
	"time"

	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// DropLook is what the last look into all drops found for an operation.
type DropLook struct {
	AskedAt  *time.Time    // somebody wants one and it is not over; nil = nobody
	LookedAt *time.Time    // when the last one began; nil = there was none
	Waiting  []WaitingFile // what lies there and could not be taken, the first maxFaults
	Count    int           // all that could not be taken
}

// WaitingFile is a file of a drop that is not taken; without a name it is the drop
// itself, which cannot be reached. A file that was read and refused is an import.
type WaitingFile struct {
	DroppedFile
	Drop  string
	Since time.Time // the look that first found it so
	Why   *fault.Error
}

// looking is one look into all drops for one operation.
type looking struct {
	of      Listed
	before  DropLook
	known   bool      // there was a look before, or somebody asked for one
	began   time.Time // as exact as the database keeps it
	seen    bool      // there is something in a drop, or a drop cannot be reached
	waiting []WaitingFile
	count   int // of those that wait
}

// met keeps why a file, or a drop, is not taken; an error that is not about them is left
// to the log.
func (l *looking) met(d Drop, f DroppedFile, err error) error {
	why := fault.From(err)
	if why == nil || !isDropFault(why) {
		return err
	}
	l.seen = true
	l.count++
	if len(l.waiting) >= maxFaults {
		return err
	}
	one := WaitingFile{DroppedFile: f.comparable(), Drop: d.Name(), Since: l.began, Why: why}
	for _, w := range l.before.Waiting {
		if w.Drop == one.Drop && w.Name == one.Name && w.Why.Key == why.Key {
			one.Since = w.Since
		}
	}
	l.waiting = append(l.waiting, one)
	return err
}

// waits keeps a file that is left for later, which is nothing for the log.
func (l *looking) waits(d Drop, f DroppedFile, why *fault.Error) {
	_ = l.met(d, f, why.With("fileName", f.Name))
}

func isDropFault(f *fault.Error) bool {
	for _, one := range []*fault.Error{ErrDropUnreachable, ErrDropUnreadable, ErrDropChanging, ErrDropSettling, ErrDropUnfinished, ErrDropPart} {
		if f.Key == one.Key {
			return true
		}
	}
	return false
}

// look takes the next file or set of one operation from each drop, and remembers what
// cannot be taken once nothing more is to be done.
func (s *Service) look(ctx context.Context, l *looking) (started int, more bool, err error) {
	var failed []error
	for _, d := range s.drops {
		took, rest, err := s.takeFrom(ctx, l, d)
		if errors.Is(err, ErrInProgress) {
			rest, err = true, nil
		}
		if took {
			started++
		}
		more = more || rest
		failed = append(failed, err)
	}
	if !more && (l.seen || l.known) {
		failed = append(failed, s.looks.Keep(ctx, l.of.ID, DropLook{LookedAt: &l.began, Waiting: l.waiting, Count: l.count}))
	}
	return started, more, errors.Join(failed...)
}

// TakeFilesOf is TakeFiles for one operation.
func (s *Service) TakeFilesOf(ctx context.Context, operationID id.ID) (started int, more bool, err error) {
	op, err := s.perimeter.Operation(ctx, operationID)
	if err != nil || len(s.drops) == 0 {
		return 0, false, err
	}
	externalID, err := s.operations.ExternalID(ctx, operationID)
	if err != nil {
		return 0, false, err
	}
	before, err := s.looks.Get(ctx, operationID)
	if err != nil {
		return 0, false, err
	}
	return s.look(ctx, &looking{of: Listed{operationID, externalID, op.Operator}, before: before, known: true, began: s.now().Truncate(time.Microsecond)})
}

// StartDropLook asks for a look into the drops now; its end is told by Pulls. One that
// was asked for before and is not over is enough.
// Errors: forbidden, notFound, featureNotAvailable.
func (s *Service) StartDropLook(ctx context.Context, p policy.Principal, operationID id.ID) (PullState, error) {
	if err := s.guard.Operation(ctx, p, permImport, operationID); err != nil {
		return PullState{}, err
	}
	op, err := s.perimeter.Operation(ctx, operationID)
	if err != nil {
		return PullState{}, err
	}
	if len(s.drops) == 0 {
		return PullState{}, ErrFeature.With("feature", "curveDrop").With("dso", string(op.Operator))
	}
	before, err := s.looks.Get(ctx, operationID)
	if err != nil {
		return PullState{}, err
	}
	if !before.running(s.now()) {
		err = s.tx.InTx(ctx, p.Change(permImport, operationID, "curveDropLook", ""), func(ctx context.Context) error {
			if err := s.looks.Ask(ctx, operationID, s.now()); err != nil {
				return err
			}
			return s.pulls.DropLook(ctx, operationID)
		})
		if err != nil {
			return PullState{}, err
		}
	}
	return s.Pulls(ctx, p, operationID)
}

// running tells whether a look that was asked for is still to be expected: the one that
// the server does by itself would have answered it meanwhile.
func (l DropLook) running(now time.Time) bool {
	return l.AskedAt != nil && now.Sub(*l.AskedAt) < staleAfter
}
