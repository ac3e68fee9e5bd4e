package billing

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

// RunInput says up to when a run bills.
type RunInput struct {
	BillUpTo *civil.Date // nil = today in the operator's zone
	Mode     RunMode     // empty = ASYNC
}

// StartRun makes drafts of everything that is due. SYNC answers when it is done; ASYNC
// answers at once, jobs do the work. In the family of a producer only what its
// issuer bills. Errors: run.billUpToInFuture, run.inProgress with the id of the live run,
// run.tooLarge.
func (s *Service) StartRun(ctx context.Context, p policy.Principal, scope Scope, in RunInput) (Run, error) {
	op, err := s.enter(ctx, p, "run:run", scope)
	if err != nil {
		return Run{}, err
	}
	run := Run{ID: id.New(), OperationID: op.ID, ParticipantID: scope.ParticipantID, Mode: in.Mode,
		Status: RunPending, StartedBy: p.UserID, CreatedAt: s.Now()}
	if run.BillUpTo, err = s.billUpTo(op, in); err != nil {
		return Run{}, err
	}
	if run.Mode == "" {
		run.Mode = Async
	}
	change := p.Change("run:run", op.ID, "run", run.ID)
	change.Details = map[string]any{"billUpTo": run.BillUpTo.String(), "mode": string(run.Mode)}
	err = s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		session := s.newSession(op)
		if err := session.open(ctx, &run); err != nil {
			return err
		}
		if run.Mode == Async {
			return s.Queue.BillBatches(ctx, op.ID, run.ID, sequence(run.Batches))
		}
		// The same code as a job's, in the transaction of the run: nobody sees half of it.
		for batch := range run.Batches {
			if err := session.bill(ctx, run.ID, batch); err != nil {
				return err
			}
		}
		_, err := s.Runs.Close(ctx, op.ID, run.ID, s.Now())
		return err
	})
	if err != nil {
		return Run{}, err
	}
	if run.Status == RunPending && run.Mode == Async { // nobody has worked on it for this answer
		run.Items = slices.DeleteFunc(run.Items, func(i RunItem) bool { return i.Statement })
		return run, nil
	}
	return s.Runs.Get(ctx, op.ID, run.ID)
}

// billUpTo is the last day that a run bills, today unless said. A day to come bills
// nothing more: a period is due when it is over, and what is fixed a month is owed for
// months that were.
func (s *Service) billUpTo(op operation.Operation, in RunInput) (civil.Date, error) {
	today := s.today(op)
	if in.BillUpTo == nil {
		return today, nil
	}
	if *in.BillUpTo > today {
		return 0, ErrBillUpToInFuture.With("today", today.String())
	}
	return *in.BillUpTo, nil
}

// open stores the run and its items, spread over batches by pair. It keeps out whoever
// publishes or bills, so that it need not lock each pair.
func (s *session) open(ctx context.Context, run *Run) error {
	op := s.op
	if err := s.Locks.Operation(ctx, op.ID, true); err != nil {
		return err
	}
	b, err := s.tally(ctx, op, nil)
	if err != nil {
		return err
	}
	everybody := *b
	b.ofProducer(run.ParticipantID)
	back, err := s.reconsider(ctx, b)
	if err != nil {
		return err
	}
	if err := s.Invoices.TakeBack(ctx, op.ID, back); err != nil {
		return err
	}
	pairs := 0
	var last PartyPair
	dues := b.dues(run.BillUpTo)
	seller, err := s.sellerOf(ctx, op.ID, Scope{OperationID: op.ID, ParticipantID: run.ParticipantID})
	if err != nil {
		return err
	}
	if run.Unpriced, err = s.unpriced(ctx, &everybody, dues, run.BillUpTo, seller); err != nil {
		return err
	}
	run.Items = make([]RunItem, 0, len(dues))
	for i, d := range dues {
		if i == 0 || d.PartyPair != last {
			pairs++
			last = d.PartyPair
		}
		run.Items = append(run.Items, RunItem{Position: i, Batch: (pairs - 1) / maxBatchPairs, IssuerID: d.IssuerID, ClientID: d.ClientID,
			IssuerName: b.issuers[d.IssuerID].Name, ClientName: b.clients[d.ClientID].Name, Period: d.Period, Days: d.days(), Method: d.Method, Statement: d.Statement, Status: RunPending})
	}
	if run.Mode == Sync && pairs > maxSyncPairs {
		return ErrRunTooLarge.With("pairs", pairs).With("max", maxSyncPairs)
	}
	if err := s.dropOrphans(ctx, op.ID, run); err != nil {
		return err
	}
	run.Batches = (pairs + maxBatchPairs - 1) / maxBatchPairs
	if run.Batches == 0 { // nothing is due: done before it began
		run.Status = RunSuccess
		run.FinishedAt = &run.CreatedAt
	}
	return s.Runs.Add(ctx, *run)
}

// dropOrphans deletes the drafts of pairs that nothing is due from any more: a new
// generation leaves no draft of an older one (specification section 4).
func (s *Service) dropOrphans(ctx context.Context, operationID id.ID, run *Run) error {
	if !run.ParticipantID.IsZero() {
		return nil
	}
	drafts, err := s.Invoices.DraftPairs(ctx, operationID)
	if err != nil {
		return err
	}
	for _, i := range run.Items {
		delete(drafts, PartyPair{i.IssuerID, i.ClientID})
	}
	if len(drafts) == 0 {
		return nil
	}
	return s.Invoices.Replace(ctx, operationID, slices.Collect(maps.Keys(drafts)), nil)
}

func sequence(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// BillBatch bills one batch of a run: it is what a job calls, for the person who
// started the run. Done batches do nothing again. It checks no permission: that was
// done when the run was started.
func (s *Service) BillBatch(ctx context.Context, operationID, runID id.ID, batch int) error {
	op, err := s.Operations.ByID(ctx, operationID)
	if err != nil {
		return err
	}
	run, err := s.Runs.Head(ctx, operationID, runID)
	if err != nil || run.Status != RunPending {
		return err
	}
	shared := &session{Service: s, op: op, measures: s.recent.of(runID, s.Now())}
	return s.Tx.InTx(ctx, s.jobChange(run, map[string]any{"batch": batch}), func(ctx context.Context) error {
		if err := shared.bill(ctx, runID, batch); err != nil {
			return err
		}
		over, err := s.Runs.Close(ctx, operationID, runID, s.Now())
		if over {
			s.recent.drop(runID)
		}
		return err
	})
}

// FailBatch records that a batch will not be tried again, so that no run stays pending.
func (s *Service) FailBatch(ctx context.Context, operationID, runID id.ID, batch int, cause error) error {
	run, err := s.Runs.Head(ctx, operationID, runID)
	if err != nil || run.Status != RunPending {
		return err
	}
	return s.abandon(ctx, run, batch, ErrUnknown.With("error", fault.KeyOf(cause)))
}

func (s *Service) abandon(ctx context.Context, run Run, batch int, f *fault.Error) error {
	return s.Tx.InTx(ctx, s.jobChange(run, map[string]any{"batch": batch, "failed": f.Key}), func(ctx context.Context) error {
		if err := s.Runs.Abandon(ctx, run.OperationID, run.ID, batch, RunItem{Failure: f, Error: Text(f)}); err != nil {
			return err
		}
		_, err := s.Runs.Close(ctx, run.OperationID, run.ID, s.Now())
		return err
	})
}

func (s *Service) jobChange(run Run, details map[string]any) tx.Change {
	return tx.Change{ActorID: run.StartedBy, Agent: "job", Action: "run:run", OperationID: run.OperationID, ObjectKind: "run", ObjectID: run.ID, Details: details}
}

// How long a run may be silent before its jobs are started again, and closed.
const (
	resumeAfter = 3 * time.Minute
	closeAfter  = time.Hour
)

// SweepRuns starts the jobs of silent runs again, and closes those that have been
// silent for too long. Billing a batch twice does no harm.
func (s *Service) SweepRuns(ctx context.Context) error {
	runs, err := s.Runs.Stale(ctx, s.Now().Add(-resumeAfter))
	if err != nil {
		return err
	}
	for _, run := range runs {
		if s.Now().Sub(run.CreatedAt) > closeAfter {
			if err := s.abandon(ctx, run, -1, ErrRunInterrupted); err != nil {
				return err
			}
			continue
		}
		err := s.Tx.InTx(ctx, s.jobChange(run, map[string]any{"resumed": true}), func(ctx context.Context) error {
			return s.Queue.BillBatches(ctx, run.OperationID, run.ID, sequence(run.Batches))
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Run reads a run with its items; in the family of a producer those of its own issuer.
// Error: run.notFound, also for a run that bills nothing of that issuer.
func (s *Service) Run(ctx context.Context, p policy.Principal, scope Scope, runID id.ID) (Run, error) {
	op, err := s.enter(ctx, p, "run:read", scope)
	if err != nil {
		return Run{}, err
	}
	seller, err := s.sellerOf(ctx, op.ID, scope)
	if err != nil {
		return Run{}, err
	}
	run, err := s.Runs.Get(ctx, op.ID, runID)
	if err != nil {
		return Run{}, err
	}
	return seller.ownPart(run)
}

// LastRun reads the latest run, in the family of a producer the latest that bills for its
// issuer; nil when there was none yet.
func (s *Service) LastRun(ctx context.Context, p policy.Principal, scope Scope) (*Run, error) {
	op, err := s.enter(ctx, p, "run:read", scope)
	if err != nil {
		return nil, err
	}
	seller, err := s.sellerOf(ctx, op.ID, scope)
	if err != nil {
		return nil, err
	}
	run, err := s.Runs.Last(ctx, op.ID, seller)
	if err == nil {
		run, err = seller.ownPart(run)
	}
	if errors.Is(err, ErrRunNotFound) {
		return nil, nil
	}
	return &run, err
}

// Seller is whose runs a family of calls answers: those of some issuers, which bill for
// some producers. Nil is everybody's.
type Seller struct{ Issuers, Producers []id.ID }

// sellerOf is the seller of a family, nil for the family of an operation.
func (s *Service) sellerOf(ctx context.Context, operationID id.ID, scope Scope) (*Seller, error) {
	if scope.ParticipantID.IsZero() {
		return nil, nil
	}
	issuers, err := s.issuersOf(ctx, operationID, scope)
	seller := &Seller{Producers: []id.ID{scope.ParticipantID}}
	for _, e := range issuers {
		seller.Issuers = append(seller.Issuers, e.ID)
		seller.Producers = append(seller.Producers, e.ProducerIDs...)
	}
	return seller, err
}

// ownPart is what a run bills for the seller. Error: run.notFound when that is nothing
// and another started it.
func (s *Seller) ownPart(run Run) (Run, error) {
	if s == nil {
		return run, nil
	}
	run.Items = slices.DeleteFunc(slices.Clone(run.Items), func(i RunItem) bool { return !slices.Contains(s.Issuers, i.IssuerID) })
	run.Unpriced = run.Unpriced.of(s)
	if len(run.Items) == 0 && !slices.Contains(s.Producers, run.ParticipantID) {
		return Run{}, ErrRunNotFound
	}
	return run, nil
}

// RunJob is a run as a job to follow, of any operation that the caller may see.
// Errors: forbidden, notFound.
func (s *Service) RunJob(ctx context.Context, p policy.Principal, runID id.ID) (Run, error) {
	run, err := s.Runs.Find(ctx, runID)
	if err != nil && !errors.Is(err, ErrRunNotFound) {
		return Run{}, err
	}
	// An unknown one is asked about too, so that a missing right says so in any case.
	if refused := s.guard.Require(ctx, p, "job:read", policy.Resource{OperationID: run.OperationID, UserID: run.StartedBy}); refused != nil {
		return Run{}, refused
	}
	if err != nil {
		return Run{}, policy.ErrNotFound
	}
	return s.Runs.Get(ctx, run.OperationID, run.ID)
}
