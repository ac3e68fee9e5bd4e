// Package pull asks operators for curves: each answer becomes a file of an import.
package pull

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/ingest"
	"github.com/openpmo/pmo/core/metering/pull/drop"
	"github.com/openpmo/pmo/core/metering/rollup"
	"github.com/openpmo/pmo/core/policy"
)

// Deps are what the service works with.
type Deps struct {
	Curves     metering.Curves
	Drop       *drop.Service
	Guard      policy.Guard
	Ingest     *ingest.Service
	Now        func() time.Time
	Operations metering.Operations
	Perimeter  metering.Perimeter
	Queue      Queue
	Rollups    rollup.Rollups
	Source     CurveSource // nil = nobody can be asked
}

// Service holds the use cases of asking operators.
type Service struct {
	curves     metering.Curves
	drop       *drop.Service
	guard      policy.Guard
	ingest     *ingest.Service
	now        func() time.Time
	operations metering.Operations
	perimeter  metering.Perimeter
	queue      Queue
	rollups    rollup.Rollups
	source     CurveSource
}

// New makes the service.
func New(d Deps) *Service {
	if d.Now == nil {
		d.Now = time.Now
	}
	return &Service{curves: d.Curves, drop: d.Drop, guard: d.Guard, ingest: d.Ingest, now: d.Now, operations: d.Operations, perimeter: d.Perimeter,
		queue: d.Queue, rollups: d.Rollups, source: d.Source}
}

// FetchPart asks for a part of a started pull, keeps the answers as a file of the
// import, and queues the next part; after the last one the import itself. after is the
// last request of the part before. A part that is there already is left alone, so that
// a job may run twice. Errors: those of CurveSource.Fetch.
func (s *Service) FetchPart(ctx context.Context, importID id.ID, part int, after string) error {
	i, started, err := s.ingest.Started(ctx, importID)
	if err != nil || !started {
		return err
	}
	op, err := s.perimeter.Operation(ctx, i.OperationID)
	if err != nil {
		return err
	}
	if s.source == nil {
		return metering.ErrFeature.With("feature", "curvePull").With("dso", string(op.Operator))
	}
	all, err := s.pullRequests(ctx, op, i.Days)
	if err != nil {
		return err
	}
	requests, done, last := s.partOf(all, after)
	if len(requests) == 0 {
		return s.ingest.AddFile(ctx, i, part, "", nil, 0, 0, func(ctx context.Context) error { return s.ingest.Begin(ctx, i.ID) })
	}
	answer, err := s.source.Fetch(ctx, op, requests)
	if err != nil {
		return err
	}
	return s.ingest.AddFile(ctx, i, part, answer.Name, answer.Content, done, len(all), func(ctx context.Context) error {
		if last {
			return s.ingest.Begin(ctx, i.ID)
		}
		return s.queue.CurvePull(ctx, i.ID, part+1, requests[len(requests)-1].after())
	})
}

// partOf is the requests behind after that one part asks for; done counts all up to
// its end.
func (s *Service) partOf(all []CurveRequest, after string) (part []CurveRequest, done int, last bool) {
	calls := 0
	for n, r := range all {
		if r.after() <= after {
			continue
		}
		if calls += s.source.Calls(r); len(part) > 0 && calls > callsOfPart {
			return part, n, false
		}
		part = append(part, r)
	}
	return part, len(all), true
}

// StartDropLook asks for a look into the drops now; its end is told by Pulls.
// Errors: forbidden, notFound, featureNotAvailable.
func (s *Service) StartDropLook(ctx context.Context, p policy.Principal, operationID id.ID) (PullState, error) {
	if err := s.drop.StartLook(ctx, p, operationID); err != nil {
		return PullState{}, err
	}
	return s.Pulls(ctx, p, operationID)
}

// StartPull queues an import of what the operator's service gives; its job has the id
// of the import. Asked for are the sites that the operator has in its perimeter, on
// days of their activation that are not definitive yet.
//
// Errors: forbidden, notFound, featureNotAvailable, range.reversed, range.tooLong,
// pull.notPast, pull.tooOld, pull.nothingToAsk, import.inProgress.
func (s *Service) StartPull(ctx context.Context, p policy.Principal, in PullInput) (ingest.Import, error) {
	if err := s.guard.Operation(ctx, p, metering.PermImport, in.OperationID); err != nil {
		return ingest.Import{}, err
	}
	op, err := s.perimeter.Operation(ctx, in.OperationID)
	if err != nil {
		return ingest.Import{}, err
	}
	if s.source == nil || !s.source.Serves(op) {
		return ingest.Import{}, metering.ErrFeature.With("feature", "curvePull").With("dso", string(op.Operator))
	}
	days, err := s.pullDays(ctx, op, in)
	if err != nil {
		return ingest.Import{}, err
	}
	requests, err := s.pullRequests(ctx, op, days)
	if err != nil {
		return ingest.Import{}, err
	}
	if len(requests) == 0 {
		return ingest.Import{}, ErrPullNothing
	}
	i := ingest.Import{ID: id.New(), OperationID: in.OperationID, Kind: ingest.KindPull, Status: ingest.ImportStarted, CreatedBy: p.UserID,
		Agent: p.Agent, CreatedAt: s.now(), Days: days}
	err = s.ingest.Open(ctx, p, i, map[string]any{"days": days.String(), "requests": len(requests)}, func(ctx context.Context) error {
		return s.queue.CurvePull(ctx, i.ID, 0, "")
	})
	return i, err
}

// pullDays checks the days of a pull, or chooses them: the last week, or all since the
// last day with data.
func (s *Service) pullDays(ctx context.Context, op metering.Operation, in PullInput) (civil.Range, error) {
	today := op.Operator.Zone().DateOf(s.now())
	days := civil.Range{From: today.AddDays(-pullBack), To: today}
	if in.To != nil {
		days.To = *in.To
		days.From = days.To.AddDays(-pullBack)
	}
	switch {
	case in.From != nil:
		days.From = *in.From
	case in.To == nil:
		latest, err := s.rollups.LatestDays(ctx, []id.ID{op.ID})
		if err != nil {
			return days, err
		}
		if last, ok := latest[op.ID]; ok {
			days.From = max(min(days.From, last.AddDays(1)), today.AddDays(-pullMost))
		}
	}
	if err := metering.CheckDays(days); err != nil {
		return days, err
	}
	if days.To > today {
		return days, ErrPullOpen.With("last", today.AddDays(-1).String())
	}
	if oldest := s.source.Oldest(today); days.From < oldest {
		return days, ErrPullTooOld.With("oldest", oldest.String())
	}
	return days, nil
}

// pullRequests lists what to ask for, in the order of numbers, natures and days.
func (s *Service) pullRequests(ctx context.Context, op metering.Operation, days civil.Range) ([]CurveRequest, error) {
	sites, err := s.perimeter.Sites(ctx, op.ID)
	if err != nil {
		return nil, err
	}
	today := op.Operator.Zone().DateOf(s.now())
	wanted := map[metering.SeriesKey][]civil.Range{}
	for _, site := range sites {
		if !site.MayBeAsked(today) {
			continue
		}
		for side, nature := range map[metering.Side]metering.Nature{metering.Consumer: metering.Conso, metering.Producer: metering.Prod} {
			if part := site.Period.Intersect(days); site.Plays(side) && !part.IsEmpty() {
				key := metering.SeriesKey{DsoID: site.DsoID, Nature: nature, Side: side, Origin: metering.DSO}
				wanted[key] = append(wanted[key], part)
			}
		}
	}
	if len(wanted) == 0 {
		return nil, nil
	}
	final, err := s.finalDays(ctx, op, wanted, days)
	if err != nil {
		return nil, err
	}
	var out []CurveRequest
	for key, ranges := range wanted {
		for _, r := range without(civil.Merge(ranges), final[key]) {
			out = append(out, CurveRequest{key.DsoID, key.Nature, r})
		}
	}
	slices.SortFunc(out, func(a, b CurveRequest) int { return cmp.Compare(a.after(), b.after()) })
	return out, nil
}

// finalDays are the days of curves that are definitive: what a service gives is raw,
// and must not take their place.
func (s *Service) finalDays(ctx context.Context, op metering.Operation, wanted map[metering.SeriesKey][]civil.Range, days civil.Range) (map[metering.SeriesKey][]civil.Range, error) {
	numbers := make([]string, 0, len(wanted))
	for key := range wanted {
		numbers = append(numbers, key.DsoID)
	}
	slices.Sort(numbers)
	rows, err := s.curves.OfSites(ctx, op.ID, slices.Compact(numbers), []metering.Nature{metering.Conso, metering.Prod}, civil.MonthsOf(days), false)
	f := metering.FinalityOf(op, s.now())
	out := map[metering.SeriesKey][]civil.Range{}
	for _, row := range rows {
		for i, day := range row.Days {
			date := row.Month.First() + civil.Date(i)
			if day.State.Has(metering.HasData|metering.Whole) && f.Final(date, day.State) {
				out[row.SeriesKey] = append(out[row.SeriesKey], civil.Range{From: date, To: date + 1})
			}
		}
	}
	for key, ranges := range out {
		out[key] = civil.Merge(ranges)
	}
	return out, err
}

// PullAll starts the pull of every operation that the service has and whose hour has
// come (pullDue), on behalf of the server itself, and tells how many. One that has a
// live import, or nothing to ask for, waits for the next time.
func (s *Service) PullAll(ctx context.Context) (int, error) {
	if s.source == nil {
		return 0, nil
	}
	all, err := s.operations.Listed(ctx)
	if err != nil {
		return 0, err
	}
	started := 0
	var failed []error
	for _, o := range all {
		if !s.source.Serves(metering.Operation{ID: o.ID, Operator: o.Operator}) {
			continue
		}
		due, err := s.pullDue(ctx, o.ID, o.Operator.Zone())
		if err != nil || due.After(s.now()) {
			failed = append(failed, err)
			continue
		}
		_, err = s.StartPull(ctx, ingest.Server(o.ID), PullInput{OperationID: o.ID})
		switch f := fault.From(err); {
		case err == nil:
			started++
		case f == nil || f.Kind == fault.Internal:
			failed = append(failed, err)
		}
	}
	return started, errors.Join(failed...)
}

// Pulls tells what is offered to an operation by this installation, so that nobody asks
// in vain, and what came of it. Errors: forbidden, notFound.
func (s *Service) Pulls(ctx context.Context, p policy.Principal, operationID id.ID) (PullState, error) {
	if err := s.guard.Operation(ctx, p, metering.PermImport, operationID); err != nil {
		return PullState{}, err
	}
	op, err := s.perimeter.Operation(ctx, operationID)
	if err != nil {
		return PullState{}, err
	}
	out := PullState{Service: s.source != nil && s.source.Serves(op)}
	if out.State, err = s.drop.State(ctx, p, operationID); err != nil || !out.Service {
		return out, err
	}
	zone := op.Operator.Zone()
	out.Oldest = s.source.Oldest(zone.DateOf(s.now()))
	if out.Next, err = s.nextPull(ctx, operationID, zone); err != nil {
		return out, err
	}
	out.Last, err = s.ingest.Newest(ctx, operationID, ingest.KindPull, "")
	return out, err
}

// nextPull is when the server asks by itself the next time.
func (s *Service) nextPull(ctx context.Context, operationID id.ID, zone civil.Zone) (*time.Time, error) {
	if !s.queue.Daily() {
		return nil, nil
	}
	next, err := s.pullDue(ctx, operationID, zone)
	if now := s.now(); next.Before(now) {
		next = now
	}
	return &next, err
}

// pullDue is when the server may ask for an operation by itself again: once a civil day.
func (s *Service) pullDue(ctx context.Context, operationID id.ID, zone civil.Zone) (time.Time, error) {
	last, err := s.ingest.Newest(ctx, operationID, ingest.KindPull, ingest.AgentServer)
	if err != nil || last == nil {
		return time.Time{}, err
	}
	return morningAfter(last.CreatedAt, zone), nil
}

// callsOfPart keeps a part of a pull under 30 seconds at five questions a second.
const callsOfPart = 100
