package billrun

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/agreement"
	"github.com/openpmo/pmo/core/billing/drafting"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/job"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

// Deps is what the use cases need.
type Deps struct {
	billing.Access
	Agreements agreement.Loader
	Sources    drafting.Sources
	Runs       billing.Runs
	Drafts     billing.Drafts
	Invoices   billing.InvoiceQueries
	Jobs       *job.Service
}

// Service holds the use cases of bill runs.
type Service struct {
	Deps
	recent recentMeasures
}

// New makes the service.
func New(d Deps) *Service { return &Service{Deps: d} }

// Job is what the server does of a run: its batches, side by side. One that is silent is queued
// again for an hour, as billing a batch twice does no harm.
func (s *Service) Job() job.Handler {
	h := job.HandleParts(billing.RunJob, "run:run",
		func(ctx context.Context, j job.Job, batch int) error {
			return s.BillBatch(ctx, j.OperationID, j.ID, batch)
		}, s.failBatch)
	h.InProgress, h.Abandoned = billing.ErrRunInProgress, billing.ErrRunInterrupted
	h.Object, h.Patience, h.Resumed = "run", 3*time.Minute, time.Hour
	return h
}

// CheckRun says who a run would bill and what it would stumble on, without doing it.
// It proposes the end of the last complete definitive month; when there is none, the
// end of the month before.
func (s *Service) CheckRun(ctx context.Context, p policy.Principal, scope billing.Scope, in RunInput) (Check, error) {
	op, err := s.Enter(ctx, p, "run:read", scope)
	if err != nil {
		return Check{}, err
	}
	c := Check{Proposed: civil.MonthOf(s.Today(op)).First() - 1, Clients: []CheckItem{}}
	if last, ok, err := s.Sources.Measurements.LastDefinitive(ctx, op.ID); err != nil {
		return Check{}, err
	} else if ok {
		c.Proposed, c.LastDefinitive = last, &last
	}
	if c.BillUpTo, err = s.billUpTo(op, in); err != nil {
		return Check{}, err
	}
	b, err := s.Agreements.Load(ctx, op, agreement.Extent{Printed: true})
	if err != nil {
		return Check{}, err
	}
	seller, err := s.Agreements.Seller(ctx, op.ID, scope)
	if err != nil {
		return Check{}, err
	}
	everybody := *b
	b.KeepProducer(scope.ParticipantID)
	session := s.Sources.Session(op)
	if _, err := session.ReopenCorrected(ctx, b); err != nil {
		return Check{}, err
	}
	dues := b.Dues(c.BillUpTo)
	if c.Unpriced, err = session.Unpriced(ctx, &everybody, dues, c.BillUpTo, seller); err != nil {
		return Check{}, err
	}
	c.Subscriptions = b.CountRunning(c.BillUpTo)
	f, err := session.Facts(ctx, b, dues)
	if err != nil {
		return Check{}, err
	}
	pairs := map[billing.PartyPair]bool{}
	for _, d := range dues {
		pairs[d.PartyPair] = true
		if d.Statement {
			continue
		}
		item := c.itemOf(d.PartyPair)
		item.IssuerName, item.ClientName = b.Issuers[d.IssuerID].Name, b.Clients[d.ClientID].Name
		item.Periods = append(item.Periods, d.Days())
		for _, problem := range f.Problems(d) {
			item.add(problem)
		}
	}
	drafts, err := s.Drafts.DraftPairs(ctx, op.ID)
	for pair, n := range drafts {
		if pairs[pair] || scope.ParticipantID.IsZero() {
			c.OverwrittenDrafts += n
		}
	}
	return c, err
}

// StartRun makes drafts of everything that is due. SYNC answers when it is done; ASYNC
// answers at once, jobs do the work. In the family of a producer only what its
// issuer bills. Errors: run.billUpToInFuture, run.inProgress with the id of the live run,
// run.tooLarge.
func (s *Service) StartRun(ctx context.Context, p policy.Principal, scope billing.Scope, in RunInput) (billing.Run, error) {
	op, err := s.Enter(ctx, p, "run:run", scope)
	if err != nil {
		return billing.Run{}, err
	}
	run := billing.Run{ID: id.New(), OperationID: op.ID, ParticipantID: scope.ParticipantID, Mode: in.Mode,
		Status: billing.RunPending, StartedBy: p.UserID, CreatedAt: s.Now()}
	if run.BillUpTo, err = s.billUpTo(op, in); err != nil {
		return billing.Run{}, err
	}
	if run.Mode == "" {
		run.Mode = billing.Async
	}
	// A run that lives is named at once: its batches keep the operation to themselves, and the database, which
	// decides between two that begin together, would have this one wait for them.
	if live, lives, err := s.Jobs.Live(ctx, billing.RunJob, op.ID); err != nil || lives {
		return billing.Run{}, cmp.Or(err, error(billing.ErrRunInProgress.With("id", live.String())))
	}
	change := p.Change("run:run", op.ID, "run", run.ID)
	change.Details = map[string]any{"billUpTo": run.BillUpTo.String(), "mode": string(run.Mode)}
	err = s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		session := s.Sources.Session(op)
		if err := s.open(ctx, session, &run, p.Agent); err != nil {
			return err
		}
		if run.Mode == billing.Async {
			return s.Jobs.Enqueue(ctx, billing.RunJob, run.ID, run.Batches)
		}
		// The same code as a job's, in the transaction of the run: nobody sees half of it.
		for batch := range run.Batches {
			if err := s.bill(ctx, session, run.ID, batch); err != nil {
				return err
			}
		}
		_, err := s.close(ctx, run)
		return err
	})
	if err != nil {
		return billing.Run{}, err
	}
	if run.Status == billing.RunPending && run.Mode == billing.Async { // nobody has worked on it for this answer
		run.Items = slices.DeleteFunc(run.Items, func(i billing.RunItem) bool { return i.Statement })
		return run, nil
	}
	return s.Runs.Get(ctx, op.ID, run.ID)
}

// open stores the run and its items, spread over batches by pair. It keeps out whoever
// publishes or bills, so that it need not lock each pair.
func (s *Service) open(ctx context.Context, session *drafting.Session, run *billing.Run, agent string) error {
	op := session.Op
	if err := s.Locks.Operation(ctx, op.ID, true); err != nil {
		return err
	}
	b, err := s.Agreements.Load(ctx, op, agreement.Extent{})
	if err != nil {
		return err
	}
	everybody := *b
	b.KeepProducer(run.ParticipantID)
	back, err := session.ReopenCorrected(ctx, b)
	if err != nil {
		return err
	}
	if err := s.Drafts.TakeBack(ctx, op.ID, back); err != nil {
		return err
	}
	pairs := 0
	var last billing.PartyPair
	dues := b.Dues(run.BillUpTo)
	seller, err := s.Agreements.Seller(ctx, op.ID, billing.Scope{OperationID: op.ID, ParticipantID: run.ParticipantID})
	if err != nil {
		return err
	}
	if run.Unpriced, err = session.Unpriced(ctx, &everybody, dues, run.BillUpTo, seller); err != nil {
		return err
	}
	run.Items = make([]billing.RunItem, 0, len(dues))
	for i, d := range dues {
		if i == 0 || d.PartyPair != last {
			pairs++
			last = d.PartyPair
		}
		run.Items = append(run.Items, billing.RunItem{Position: i, Batch: (pairs - 1) / billing.MaxBatchPairs, IssuerID: d.IssuerID, ClientID: d.ClientID,
			IssuerName: b.Issuers[d.IssuerID].Name, ClientName: b.Clients[d.ClientID].Name, Period: d.Period, Days: d.Days(), Method: d.Method,
			Spans: d.Spans(), Excess: d.Excess, Statement: d.Statement, Status: billing.RunPending})
	}
	if run.Mode == billing.Sync && pairs > billing.MaxSyncPairs {
		return billing.ErrRunTooLarge.With("pairs", pairs).With("max", billing.MaxSyncPairs)
	}
	if err := s.dropOrphans(ctx, op.ID, run); err != nil {
		return err
	}
	run.Batches = (pairs + billing.MaxBatchPairs - 1) / billing.MaxBatchPairs
	_, err = s.Jobs.Open(ctx, job.Asked{ID: run.ID, OperationID: op.ID, Kind: billing.RunJob, AloneOn: op.ID, AskedBy: run.StartedBy, Agent: agent,
		Parts: run.Batches, CreatedAt: run.CreatedAt})
	if err != nil {
		return err
	}
	if err := s.Runs.Add(ctx, *run); err != nil {
		return err
	}
	if run.Batches > 0 {
		return nil
	}
	run.Status, run.FinishedAt = billing.RunSuccess, &run.CreatedAt // nothing is due: done before it began
	_, err = s.Jobs.Finish(ctx, run.ID, job.Outcome{Status: job.Success})
	return err
}

// bill computes what the run found due of a batch and stores invoices, failures and item
// states together.
func (s *Service) bill(ctx context.Context, session *drafting.Session, runID id.ID, batch int) error {
	items, err := s.Runs.Pending(ctx, session.Op.ID, runID, batch)
	if err != nil || len(items) == 0 {
		return err
	}
	pairs := pairsOf(items)
	if err := s.LockPairs(ctx, session.Op.ID, pairs); err != nil {
		return err
	}
	b, err := s.Agreements.Load(ctx, session.Op, agreement.Extent{Pairs: pairs})
	if err != nil {
		return err
	}
	due := b.StillDue(items)
	dues := make([]agreement.Due, 0, len(due))
	for _, d := range due {
		if d != nil {
			dues = append(dues, *d)
		}
	}
	f, err := session.Facts(ctx, b, dues)
	if err != nil {
		return err
	}
	now := s.Now()
	invoices := make([]billing.Invoice, 0, len(items))
	for n := range items {
		i := &items[n]
		inv, refused := billing.Invoice{}, billing.ErrNothingDue
		if d := due[n]; d != nil {
			inv, refused = f.Compute(*d)
		}
		if refused != nil {
			i.Status, i.Failure, i.Error = billing.RunFailure, refused, billing.Text(refused)
			continue
		}
		inv.ID, inv.RunID, inv.CreatedAt = id.New(), runID, now
		i.Status, i.InvoiceID, i.Amount, i.NotCharged = billing.RunSuccess, inv.ID, inv.Amount, inv.Status == billing.NotCharged
		invoices = append(invoices, inv)
	}
	if err := s.Drafts.Replace(ctx, session.Op.ID, pairs, invoices); err != nil {
		return err
	}
	return s.Runs.Finish(ctx, session.Op.ID, runID, batch, items)
}

// billUpTo is the last day that a run bills, today unless said. A day to come bills
// nothing more: a period is due when it is over, and what is fixed a month is owed for
// months that were.
func (s *Service) billUpTo(op operation.Operation, in RunInput) (civil.Date, error) {
	today := s.Today(op)
	if in.BillUpTo == nil {
		return today, nil
	}
	if *in.BillUpTo > today {
		return 0, billing.ErrBillUpToInFuture.With("today", today.String())
	}
	return *in.BillUpTo, nil
}

// dropOrphans deletes the drafts of pairs that nothing is due from any more: a new
// generation leaves no draft of an older one (specification section 4).
func (s *Service) dropOrphans(ctx context.Context, operationID id.ID, run *billing.Run) error {
	if !run.ParticipantID.IsZero() {
		return nil
	}
	drafts, err := s.Drafts.DraftPairs(ctx, operationID)
	if err != nil {
		return err
	}
	for _, i := range run.Items {
		delete(drafts, billing.PartyPair{IssuerID: i.IssuerID, ClientID: i.ClientID})
	}
	if len(drafts) == 0 {
		return nil
	}
	return s.Drafts.Replace(ctx, operationID, slices.Collect(maps.Keys(drafts)), nil)
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
	if err != nil || run.Status != billing.RunPending {
		return err
	}
	shared := s.Sources.SessionWith(op, s.recent.of(runID, s.Now()))
	return s.Tx.InTx(ctx, s.jobChange(run, map[string]any{"batch": batch}), func(ctx context.Context) error {
		if err := s.bill(ctx, shared, runID, batch); err != nil {
			return err
		}
		over, err := s.close(ctx, run)
		if over {
			s.recent.drop(runID)
		}
		return err
	})
}

// failBatch records that a batch, or all that are pending, will not be tried again, so that no run
// stays pending.
func (s *Service) failBatch(ctx context.Context, j job.Job, batch int, cause *fault.Error) error {
	run, err := s.Runs.Head(ctx, j.OperationID, j.ID)
	if err != nil || run.Status != billing.RunPending {
		return err
	}
	if batch != job.AllParts {
		cause = billing.ErrUnknown.With("error", cause.Key)
	}
	return s.Tx.InTx(ctx, s.jobChange(run, map[string]any{"batch": batch, "failed": cause.Key}), func(ctx context.Context) error {
		if err := s.Runs.Abandon(ctx, run.OperationID, run.ID, batch, billing.RunItem{Failure: cause, Error: billing.Text(cause)}); err != nil {
			return err
		}
		_, err := s.close(ctx, run)
		return err
	})
}

// close ends a run when nothing is pending, and reports whether it did. Two last batches take
// turns on the job, so that the later one sees what the earlier one did.
func (s *Service) close(ctx context.Context, run billing.Run) (over bool, err error) {
	if err := s.Jobs.Touch(ctx, run.ID); err != nil {
		return false, err
	}
	if pending, err := s.Runs.IsPending(ctx, run.OperationID, run.ID); err != nil || pending {
		return false, err
	}
	return s.Jobs.Finish(ctx, run.ID, job.Outcome{Status: job.Success})
}

func (s *Service) jobChange(run billing.Run, details map[string]any) tx.Change {
	return job.Job{ID: run.ID, OperationID: run.OperationID, Kind: "run", AskedBy: run.StartedBy}.Change("run:run", details)
}

// Run reads a run with its items; in the family of a producer those of its own issuer.
// Error: run.notFound, also for a run that bills nothing of that issuer.
func (s *Service) Run(ctx context.Context, p policy.Principal, scope billing.Scope, runID id.ID) (billing.Run, error) {
	op, err := s.Enter(ctx, p, "run:read", scope)
	if err != nil {
		return billing.Run{}, err
	}
	seller, err := s.Agreements.Seller(ctx, op.ID, scope)
	if err != nil {
		return billing.Run{}, err
	}
	run, err := s.Runs.Get(ctx, op.ID, runID)
	if err != nil {
		return billing.Run{}, err
	}
	return seller.OwnPart(run)
}

// LastRun reads the latest run, in the family of a producer the latest that bills for its
// issuer; nil when there was none yet.
func (s *Service) LastRun(ctx context.Context, p policy.Principal, scope billing.Scope) (*billing.Run, error) {
	op, err := s.Enter(ctx, p, "run:read", scope)
	if err != nil {
		return nil, err
	}
	seller, err := s.Agreements.Seller(ctx, op.ID, scope)
	if err != nil {
		return nil, err
	}
	run, err := s.Runs.Last(ctx, op.ID, seller)
	if err == nil {
		run, err = seller.OwnPart(run)
	}
	if errors.Is(err, billing.ErrRunNotFound) {
		return nil, nil
	}
	return &run, err
}

// ListRuns reads the runs of an operation with what each made, newest first.
func (s *Service) ListRuns(ctx context.Context, p policy.Principal, operationID id.ID) ([]billing.RunSummary, error) {
	op, err := s.Enter(ctx, p, "run:read", billing.Scope{OperationID: operationID})
	if err != nil {
		return nil, err
	}
	return s.Runs.List(ctx, op.ID)
}

// Review is a run with its exceptions first: what failed, what comes to nothing, who is gone, who is
// new, who is billed much more or less a day than last time. kinds chooses some; none = all. In the
// family of a producer it is that of its own issuer. Error: run.notFound.
func (s *Service) Review(ctx context.Context, p policy.Principal, scope billing.Scope, runID id.ID, kinds []ReviewKind) (Review, error) {
	run, err := s.Run(ctx, p, scope, runID)
	if err != nil {
		return Review{}, err
	}
	out := Review{Run: run, Counts: map[ReviewKind]int{}, Items: []ReviewItem{}}
	last, err := s.Invoices.LastBefore(ctx, run.OperationID, run.ID)
	if err != nil {
		return out, err
	}
	seller, err := s.Agreements.Seller(ctx, run.OperationID, scope)
	if err != nil {
		return out, err
	}
	if seller != nil {
		maps.DeleteFunc(last, func(pair billing.PartyPair, _ billing.Invoice) bool {
			return !slices.Contains(seller.Issuers, pair.IssuerID)
		})
	}
	var ids []id.ID
	for _, i := range run.Items {
		if !i.InvoiceID.IsZero() {
			ids = append(ids, i.InvoiceID)
		}
	}
	heads, err := s.Invoices.Heads(ctx, run.OperationID, ids)
	if err != nil {
		return out, err
	}
	for _, i := range review(run, heads, last) {
		out.Counts[i.Kind]++
		if len(kinds) == 0 || slices.Contains(kinds, i.Kind) {
			out.Items = append(out.Items, i)
		}
	}
	out.Number = len(out.Items)
	out.Items = out.Items[:min(out.Number, MaxReviewed)]
	return out, nil
}

// RunOf is the run of a job that the caller may follow (job.Service.Find): it asks nobody again.
func (s *Service) RunOf(ctx context.Context, j job.Job) (billing.Run, error) {
	return s.Runs.Get(ctx, j.OperationID, j.ID)
}

func pairsOf(items []billing.RunItem) []billing.PartyPair {
	seen := map[billing.PartyPair]bool{}
	var out []billing.PartyPair
	for _, i := range items {
		p := billing.PartyPair{IssuerID: i.IssuerID, ClientID: i.ClientID}
		if !seen[p] {
			seen[p] = true
			out = append(out, p)
		}
	}
	return out
}
