// Package replay shares stored months again, by the keys that held.
package replay

import (
	"context"
	"errors"
	"time"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/coefficientset"
	"github.com/openpmo/pmo/core/allocation/coefficientset/applied"
	"github.com/openpmo/pmo/core/allocation/key"
	"github.com/openpmo/pmo/core/allocation/timeline"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/job"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

// Deps are what the service works with.
type Deps struct {
	Energies     allocation.Energies
	Expectations Expectations
	Guard        policy.Guard
	Now          func() time.Time
	Operations   allocation.Operations
	Queue        allocation.Queue
	Replays      Replays
	Tx           tx.Runner
	Timeline     *timeline.Service
	Applied      *applied.Service
}

// Service shares stored months again: what is expected, and what a replay finds.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service {
	if d.Now == nil {
		d.Now = time.Now
	}
	return &Service{d}
}

const replay policy.Permission = "key:replay"

// ReplayInput asks for some days to be shared again; verify only compares.
type ReplayInput struct {
	OperationID id.ID
	Days        civil.Range
	Verify      bool
}

// StartReplay queues a replay. Errors: forbidden, notFound, range.reversed,
// range.tooLong.
func (s *Service) StartReplay(ctx context.Context, p policy.Principal, in ReplayInput) (Replay, error) {
	if err := s.Guard.Operation(ctx, p, replay, in.OperationID); err != nil {
		return Replay{}, err
	}
	if err := coefficientset.CheckDays(in.Days); err != nil {
		return Replay{}, err
	}
	r := Replay{OperationID: in.OperationID, ID: id.New(), Days: in.Days, Verify: in.Verify, Status: ReplayPending, CreatedBy: p.UserID, CreatedAt: s.Now().UTC()}
	change := p.Change(replay, in.OperationID, "keyReplay", r.ID)
	change.Details = map[string]any{"from": in.Days.From.String(), "to": in.Days.Last().String(), "verify": in.Verify}
	err := s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		if err := s.Replays.Add(ctx, r); err != nil {
			return err
		}
		return s.Queue.Replay(ctx, r.ID)
	})
	return r, err
}

// ReplayJob is a replay as a job to follow. Errors: forbidden, notFound.
func (s *Service) ReplayJob(ctx context.Context, p policy.Principal, replayID id.ID) (Replay, error) {
	r, err := s.Replays.ByID(ctx, replayID)
	if err != nil && !errors.Is(err, allocation.ErrReplayNotFound) {
		return Replay{}, err
	}
	if refused := (job.Job{ID: replayID, OperationID: r.OperationID, Kind: job.KeyReplay, AskedBy: r.CreatedBy}).CheckRead(ctx, s.Guard, p); refused != nil {
		return Replay{}, refused
	}
	if err != nil {
		return Replay{}, policy.ErrNotFound
	}
	return r, nil
}

// ListReplays is the replays of an operation, newest first, the last hundred. Errors:
// forbidden, notFound.
func (s *Service) ListReplays(ctx context.Context, p policy.Principal, operationID id.ID) ([]Replay, error) {
	if err := s.Guard.Operation(ctx, p, key.Read, operationID); err != nil {
		return nil, err
	}
	list, err := s.Replays.Latest(ctx, operationID, maxReplays)
	if err != nil {
		return nil, err
	}
	people := make([]allocation.Config, len(list))
	for i, r := range list {
		people[i].AuthorID = r.CreatedBy
	}
	err = s.Timeline.NameAuthors(ctx, people)
	for i := range list {
		list[i].Author = people[i].Author
	}
	return list, err
}

// maxReplays is how many replays are listed.
const maxReplays = 100

// RunReplay does the work of a pending replay, each month in a transaction of its own.
// A closed one is left alone.
func (s *Service) RunReplay(ctx context.Context, replayID id.ID) error {
	r, err := s.Replays.ByID(ctx, replayID)
	if err != nil || r.Status != ReplayPending {
		return err
	}
	for _, m := range r.months() {
		done, err := s.shareMonth(ctx, r.OperationID, m, !r.Verify)
		if err != nil {
			return err
		}
		r.Months = append(r.Months, done)
	}
	return s.closeReplay(ctx, r, nil)
}

// FailReplay closes a replay whose last attempt failed.
func (s *Service) FailReplay(ctx context.Context, replayID id.ID, cause error) error {
	r, err := s.Replays.ByID(ctx, replayID)
	if err != nil || r.Status != ReplayPending {
		return err
	}
	f := fault.From(cause)
	if f == nil {
		f = fault.Unexpected.Because(cause)
	}
	return s.closeReplay(ctx, r, f)
}

// staleAfter is how long a replay may be pending: well above the timeout of a job and
// the pauses between its attempts.
const staleAfter = 15 * time.Minute

// SweepReplays closes pending replays whose job is gone.
func (s *Service) SweepReplays(ctx context.Context) error {
	stale, err := s.Replays.Stale(ctx, s.Now().Add(-staleAfter))
	for _, replayID := range stale {
		if err := s.FailReplay(ctx, replayID, allocation.ErrReplayAbandoned); err != nil {
			return err
		}
	}
	return err
}

func (s *Service) closeReplay(ctx context.Context, r Replay, failed *fault.Error) error {
	now := s.Now().UTC()
	r.Status, r.FinishedAt = ReplaySucceeded, &now
	if failed != nil {
		r.Status, r.Errors = ReplayFailed, []*fault.Error{failed}
	}
	change := policy.Principal{UserID: r.CreatedBy, Agent: "job", Role: policy.RoleOrganizer}.Change(replay, r.OperationID, "keyReplay", r.ID)
	change.Details = map[string]any{"status": string(r.Status), "differences": r.Differences()}
	return s.Tx.InTx(ctx, change, func(ctx context.Context) error { return s.Replays.Finish(ctx, r) })
}

// CurvesChanged queues the expectation of months whose curves or key changed, in the
// transaction of the change. Where pmo is the operator there is none.
func (s *Service) CurvesChanged(ctx context.Context, operationID id.ID, months []civil.Month) error {
	o, err := s.Operations.ByID(ctx, operationID)
	if err != nil || s.Queue == nil || len(months) == 0 || !allocation.Expects(o) {
		return err
	}
	return s.Queue.Expect(ctx, operationID, months)
}

// ExpectAgain queues the expectation of the months with curves from a day on, on which another
// key or other coefficients hold, in the transaction of the change.
func (s *Service) ExpectAgain(ctx context.Context, operationID id.ID, from civil.Date) error {
	o, err := s.Operations.ByID(ctx, operationID)
	if err != nil || !allocation.Expects(o) {
		return err
	}
	months, err := s.Expectations.MonthsSince(ctx, operationID, from)
	if err != nil {
		return err
	}
	return s.CurvesChanged(ctx, operationID, months)
}

// Expect makes the expectation of months. It is the work of a job.
func (s *Service) Expect(ctx context.Context, operationID id.ID, months []civil.Month) error {
	for _, m := range months {
		if _, err := s.shareMonth(ctx, operationID, m, true); err != nil {
			return err
		}
	}
	return nil
}

// shareMonth shares a month again and compares with what is stored; with write that is
// replaced where it differs. What is written is shared from the curves as they are under
// the month's lock: a job that was overtaken must not bring back older ones.
func (s *Service) shareMonth(ctx context.Context, operationID id.ID, m civil.Month, write bool) (ReplayedMonth, error) {
	out, expected, err := s.expectMonth(ctx, operationID, m)
	if err != nil || out.Reason != "" {
		return out, err
	}
	if !write {
		out.Sites, out.DifferentSites, err = s.Expectations.Put(ctx, operationID, expected, false)
		return out, err
	}
	change := tx.Change{Agent: "system", Action: string(replay), OperationID: operationID, ObjectKind: "keyReplay", ObjectID: id.New(),
		Details: map[string]any{"month": m.String(), "configVersions": out.Stamp.ConfigVersions}}
	err = s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		if err := s.Expectations.Lock(ctx, operationID, m); err != nil {
			return err
		}
		now, latest, err := s.expectMonth(ctx, operationID, m)
		if err != nil || now.Reason != "" {
			out = now
			return err
		}
		change.Details["configVersions"] = now.Stamp.ConfigVersions
		now.Sites, now.DifferentSites, err = s.Expectations.Put(ctx, operationID, latest, true)
		out = now
		return err
	})
	return out, err
}

// expectMonth shares a month by the keys and curves of now; where there is a reason not to,
// there is no expectation.
func (s *Service) expectMonth(ctx context.Context, operationID id.ID, m civil.Month) (out ReplayedMonth, x Expectation, err error) {
	out.Month = m
	o, line, err := s.Timeline.Of(ctx, operationID)
	if err != nil {
		return out, x, err
	}
	spans, err := s.Applied.WithSets(ctx, o, line.Spans(m.Range()))
	if err != nil {
		return out, x, err
	}
	out.Published = o.DSO.Capabilities().AllocatesHere
	if !out.Published && !allocation.Expects(o) {
		out.Reason = OperatorsOwn
		return out, x, nil
	}
	e, err := s.Energies.MonthEnergies(ctx, operationID, m)
	if err != nil {
		return out, x, err
	}
	out.Stamp = StampOf(e, spans)
	if !e.Known() {
		out.Reason = NoCurves
		return out, x, nil
	}
	x, err = Expect(e, spans)
	return out, x, err
}
