// Package replay shares stored months again, by the keys that held.
package replay

import (
	"context"
	"time"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/coefficientset"
	"github.com/openpmo/pmo/core/allocation/coefficientset/applied"
	"github.com/openpmo/pmo/core/allocation/key"
	"github.com/openpmo/pmo/core/allocation/timeline"
	"github.com/openpmo/pmo/core/civil"
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
	Jobs         *job.Service
	Queue        allocation.Queue
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

// Job is what the server does of a replay: each month in a transaction of its own.
func (s *Service) Job() job.Handler {
	h := job.Handle(JobKind, replay, func(ctx context.Context, j job.Job, a asked) (done Months, err error) {
		for _, m := range a.months() {
			month, err := s.shareMonth(ctx, j.OperationID, m, !a.Verify)
			if err != nil {
				return nil, err
			}
			done = append(done, month)
		}
		return done, nil
	})
	h.Abandoned = allocation.ErrReplayAbandoned
	return h
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
	j, err := s.Jobs.Start(ctx, p, job.Asked{OperationID: in.OperationID, Kind: JobKind, Input: asked{in.Days, in.Verify}},
		map[string]any{"from": in.Days.From.String(), "to": in.Days.Last().String(), "verify": in.Verify})
	if err != nil {
		return Replay{}, err
	}
	return Of(j)
}

// ListReplays is the replays of an operation, newest first, the last hundred. Errors:
// forbidden, notFound.
func (s *Service) ListReplays(ctx context.Context, p policy.Principal, operationID id.ID) ([]Replay, error) {
	if err := s.Guard.Operation(ctx, p, key.Read, operationID); err != nil {
		return nil, err
	}
	jobs, err := s.Jobs.Latest(ctx, operationID, JobKind, maxReplays)
	if err != nil {
		return nil, err
	}
	list, people := make([]Replay, len(jobs)), make([]allocation.Config, len(jobs))
	for i, j := range jobs {
		if list[i], err = Of(j); err != nil {
			return nil, err
		}
		people[i].AuthorID = j.AskedBy
	}
	err = s.Timeline.NameAuthors(ctx, people)
	for i := range list {
		list[i].Author = people[i].Author
	}
	return list, err
}

// maxReplays is how many replays are listed.
const maxReplays = 100

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
