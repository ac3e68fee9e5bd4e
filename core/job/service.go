package job

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

// Deps are what the service works with.
type Deps struct {
	Guard policy.Guard
	Tx    tx.Runner
	Jobs  Jobs
	Queue Queue
	Now   func() time.Time
}

// Service starts, runs, ends and answers about jobs of every kind.
type Service struct {
	Deps
	handlers map[Kind]Handler
}

// New makes the service without handlers: the services that start jobs are made before those
// that do them.
func New(d Deps) *Service {
	if d.Now == nil {
		d.Now = time.Now
	}
	return &Service{Deps: d, handlers: map[Kind]Handler{}}
}

// Handle registers handlers, before a job is started. It panics when a kind has one already.
func (s *Service) Handle(handlers ...Handler) {
	for _, h := range handlers {
		if _, ok := s.handlers[h.Kind]; ok {
			panic(fmt.Sprintf("job: %s has a handler already", h.Kind))
		}
		s.handlers[h.Kind] = h
	}
}

// Kinds are those with a handler, in the order of their names.
func (s *Service) Kinds() []Kind {
	return slices.Sorted(maps.Keys(s.handlers))
}

const read policy.Permission = "job:read"

const (
	// MostOwn is how many of somebody's jobs are listed.
	MostOwn = 50
	// remembered is how long one that ended is listed.
	remembered = 24 * time.Hour
)

// Find is a job that the caller may follow: one of an operation whose jobs the caller may read, or
// one that the caller has asked for. Errors: forbidden, notFound.
func (s *Service) Find(ctx context.Context, p policy.Principal, jobID id.ID) (Job, error) {
	j, ok, err := s.Jobs.ByID(ctx, jobID)
	if err != nil {
		return Job{}, err
	}
	// An unknown one is asked about too, so that a missing right says so in any case.
	if err := s.Guard.Require(ctx, p, read, policy.Resource{OperationID: j.OperationID, UserID: j.AskedBy}); err != nil {
		return Job{}, err
	}
	if !ok {
		return Job{}, policy.ErrNotFound
	}
	return j, nil
}

// Own are the jobs that the caller has asked for and may follow still, which go on or ended within a
// day, newest first; the newest MostOwn. Error: forbidden.
func (s *Service) Own(ctx context.Context, p policy.Principal) ([]Job, error) {
	if err := s.Guard.Require(ctx, p, read, policy.Resource{UserID: p.UserID}); err != nil {
		return nil, err
	}
	own, err := s.Jobs.Own(ctx, p.UserID, s.Now().Add(-remembered), MostOwn)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(own, func(j Job) bool {
		return s.Guard.Require(ctx, p, read, policy.Resource{OperationID: j.OperationID, UserID: j.AskedBy}) != nil
	}), nil
}

// Start stores and queues a job that is all there is to store, for a caller with the permission of
// its kind. Errors: forbidden, notFound, and that of a second live one on the same.
func (s *Service) Start(ctx context.Context, p policy.Principal, a Asked, details map[string]any) (j Job, err error) {
	h, err := s.handlerOf(a.Kind)
	if err != nil {
		return j, err
	}
	if err := s.Guard.Operation(ctx, p, h.Permission, a.OperationID); err != nil {
		return j, err
	}
	if a.ID.IsZero() {
		a.ID = id.New()
	}
	a.AskedBy, a.Agent = p.UserID, p.Agent
	change := p.Change(h.Permission, a.OperationID, string(a.Kind), a.ID)
	change.Details = details
	err = s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		if j, err = s.Open(ctx, a); err != nil {
			return err
		}
		return s.Enqueue(ctx, a.Kind, j.ID, j.Parts)
	})
	return j, err
}

// Open stores a job in the transaction of what it works on, after the caller's permission check,
// and queues nothing yet. Error: that of a second live one on the same.
func (s *Service) Open(ctx context.Context, a Asked) (Job, error) {
	h, err := s.handlerOf(a.Kind)
	if err != nil {
		return Job{}, err
	}
	if a.ID.IsZero() {
		a.ID = id.New()
	}
	if a.CreatedAt.IsZero() {
		a.CreatedAt = s.Now().UTC()
	}
	j := Job{ID: a.ID, OperationID: a.OperationID, AloneOn: a.AloneOn, Kind: a.Kind, AskedBy: a.AskedBy, Agent: a.Agent, Parts: max(1, a.Parts),
		Status: Pending, CreatedAt: a.CreatedAt, AliveAt: a.CreatedAt}
	if a.Input != nil {
		if j.Input, err = json.Marshal(a.Input); err != nil {
			return Job{}, err
		}
	}
	live, err := s.Jobs.Add(ctx, j)
	if err != nil {
		return Job{}, err
	}
	if !live.IsZero() {
		return Job{}, h.inProgress().With("id", string(live))
	}
	return j, nil
}

// Enqueue has the parts of a job done when the caller's transaction commits.
func (s *Service) Enqueue(ctx context.Context, kind Kind, jobID id.ID, parts int) error {
	list := make([]int, parts)
	for n := range list {
		list[n] = n
	}
	return s.Queue.Enqueue(ctx, kind, jobID, list)
}

// Live is the pending job of a kind that is alone on something.
func (s *Service) Live(ctx context.Context, kind Kind, aloneOn id.ID) (jobID id.ID, ok bool, err error) {
	return s.Jobs.Live(ctx, kind, aloneOn)
}

// Latest lists the jobs of a kind of an operation, newest first, for a caller that has checked who asks.
func (s *Service) Latest(ctx context.Context, operationID id.ID, kind Kind, limit int) ([]Job, error) {
	return s.Jobs.Latest(ctx, operationID, kind, limit)
}

// Advance notes how far a job is, whatever becomes of the caller's transaction. It is a sign of
// life; that it fails is no reason to stop.
func (s *Service) Advance(ctx context.Context, jobID id.ID, done, total int) {
	_ = s.Jobs.Advance(ctx, jobID, Progress{done, total}, s.Now())
}

// Touch gives a sign of life. Who else touches or ends the job waits until the caller's
// transaction is over: two last parts take turns.
func (s *Service) Touch(ctx context.Context, jobID id.ID) error {
	return s.Jobs.Touch(ctx, jobID, s.Now())
}

// Finish ends a job in the caller's transaction; ok is false when it is over already.
func (s *Service) Finish(ctx context.Context, jobID id.ID, o Outcome) (ok bool, err error) {
	return s.Jobs.Finish(ctx, jobID, o, s.Now().UTC())
}

// Reopen makes a job that is over pending again, in the caller's transaction. Error: that of
// another live one on the same.
func (s *Service) Reopen(ctx context.Context, kind Kind, jobID id.ID) error {
	h, err := s.handlerOf(kind)
	if err != nil {
		return err
	}
	live, err := s.Jobs.Reopen(ctx, jobID, s.Now())
	if err == nil && !live.IsZero() {
		return h.inProgress().With("id", string(live))
	}
	return err
}

// Work does a part of a job; one that is over is left alone. An error means that it is to be tried
// again, unless it is a fault that comes again.
func (s *Service) Work(ctx context.Context, jobID id.ID, part int) error {
	j, ok, err := s.Jobs.Begin(ctx, jobID, s.Now())
	if err != nil || !ok {
		return err
	}
	h, err := s.handlerOf(j.Kind)
	if err != nil {
		return err
	}
	result, err := h.do(ctx, j, part)
	if err != nil || h.fail != nil {
		return err
	}
	details := map[string]any{}
	if said, ok := result.(Audited); ok {
		details = said.AuditDetails()
	}
	return s.end(ctx, h, j, Outcome{Status: Success, Result: result}, details)
}

// Fail ends a job, a part of which will not be tried again. One that is over is left alone.
func (s *Service) Fail(ctx context.Context, jobID id.ID, part int, cause error) error {
	j, ok, err := s.Jobs.ByID(ctx, jobID)
	if err != nil || !ok || j.Status != Pending {
		return err
	}
	f := fault.From(cause)
	if f == nil {
		f = fault.Unexpected.Because(cause)
	}
	return s.fail(ctx, s.handlers[j.Kind], j, part, f)
}

func (s *Service) fail(ctx context.Context, h Handler, j Job, part int, f *fault.Error) error {
	if h.fail != nil {
		return h.fail(ctx, j, part, f)
	}
	return s.end(ctx, h, j, Failed(f), map[string]any{})
}

// end ends a job that is all there is to end.
func (s *Service) end(ctx context.Context, h Handler, j Job, o Outcome, details map[string]any) error {
	details["status"] = string(o.Status)
	return s.Tx.InTx(ctx, h.change(j, details), func(ctx context.Context) error {
		_, err := s.Finish(ctx, j.ID, o)
		return err
	})
}

// sweptAtOnce is how many silent jobs are looked at together; the rest waits for the next time.
const sweptAtOnce = 1000

// Sweep queues silent jobs again where that is what their kind wants, and closes the others, whose
// process died, so that none is pending for ever. One that fails holds up no other.
func (s *Service) Sweep(ctx context.Context) error {
	now, shortest := s.Now(), usualPatience
	for _, h := range s.handlers {
		shortest = min(shortest, h.patience())
	}
	silent, err := s.Jobs.Silent(ctx, now.Add(-shortest), sweptAtOnce)
	for _, j := range silent {
		h := s.handlers[j.Kind] // a kind that is no more has what is usual
		if now.Sub(j.AliveAt) <= h.patience() {
			continue
		}
		if now.Sub(j.CreatedAt) <= h.Resumed {
			err = errors.Join(err, s.resume(ctx, h, j))
			continue
		}
		err = errors.Join(err, s.fail(ctx, h, j, AllParts, h.abandoned()))
	}
	return err
}

// resume queues all parts of a job again: doing one twice does no harm.
func (s *Service) resume(ctx context.Context, h Handler, j Job) error {
	return s.Tx.InTx(ctx, h.change(j, map[string]any{"resumed": true}), func(ctx context.Context) error {
		if err := s.Touch(ctx, j.ID); err != nil {
			return err
		}
		return s.Enqueue(ctx, j.Kind, j.ID, j.Parts)
	})
}

func (s *Service) handlerOf(kind Kind) (Handler, error) {
	h, ok := s.handlers[kind]
	if !ok {
		return h, fmt.Errorf("job: nobody does %q", kind)
	}
	return h, nil
}
