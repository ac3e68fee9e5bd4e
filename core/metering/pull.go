package metering

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/policy"
)

// PullInput asks an operator's service for days; nil = what is missing at the end.
type PullInput struct {
	OperationID id.ID
	From        *civil.Date
	To          *civil.Date // excluded
}

const (
	// pullBack is how many past days a pull asks for again when nobody says: what the
	// operator corrects, it corrects within them.
	pullBack = 7
	// pullMost is how far back it goes by itself to fill a hole at the end.
	pullMost = 60
)

// StartPull queues an import of what the operator's service gives; its job has the id
// of the import. Asked for are the sites that the operator has in its perimeter, on
// days of their activation that are not definitive yet.
//
// Errors: forbidden, notFound, featureNotAvailable, range.reversed, range.tooLong,
// pull.notPast, pull.tooOld, pull.nothingToAsk, import.inProgress.
func (s *Service) StartPull(ctx context.Context, p policy.Principal, in PullInput) (Import, error) {
	if err := s.guard.Operation(ctx, p, permImport, in.OperationID); err != nil {
		return Import{}, err
	}
	op, err := s.perimeter.Operation(ctx, in.OperationID)
	if err != nil {
		return Import{}, err
	}
	if s.source == nil || !s.source.Serves(op) {
		return Import{}, ErrFeature.With("feature", "curvePull").With("dso", string(op.Operator))
	}
	days, err := s.pullDays(ctx, op, in)
	if err != nil {
		return Import{}, err
	}
	requests, err := s.pullRequests(ctx, op, days)
	if err != nil {
		return Import{}, err
	}
	if len(requests) == 0 {
		return Import{}, ErrPullNothing
	}
	i := Import{ID: id.New(), OperationID: in.OperationID, Kind: KindPull, Status: ImportStarted, CreatedBy: p.UserID,
		Agent: p.Agent, CreatedAt: s.now(), Days: days}
	change := p.Change(permImport, in.OperationID, "curveImport", i.ID)
	change.Details = map[string]any{"days": days.String(), "requests": len(requests)}
	err = s.tx.InTx(ctx, change, func(ctx context.Context) error {
		if err := s.imports.Add(ctx, i); err != nil {
			return err
		}
		return s.pulls.CurvePull(ctx, i.ID, 0, "")
	})
	return i, err
}

// pullDays checks the days of a pull, or chooses them: the last week, or all since the
// last day with data.
func (s *Service) pullDays(ctx context.Context, op Operation, in PullInput) (civil.Range, error) {
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
	if err := checkDays(days); err != nil {
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
func (s *Service) pullRequests(ctx context.Context, op Operation, days civil.Range) ([]CurveRequest, error) {
	sites, err := s.perimeter.Sites(ctx, op.ID)
	if err != nil {
		return nil, err
	}
	today := op.Operator.Zone().DateOf(s.now())
	wanted := map[SeriesKey][]civil.Range{}
	for _, site := range sites {
		if !site.mayBeAsked(today) {
			continue
		}
		for side, nature := range map[Side]Nature{Consumer: Conso, Producer: Prod} {
			if part := site.Period.Intersect(days); site.plays(side) && !part.IsEmpty() {
				key := SeriesKey{site.DsoID, nature, side, DSO}
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

// after names the place of a request in the order.
func (r CurveRequest) after() string {
	return r.DsoID + " " + r.Nature.String() + " " + r.Days.From.String()
}

// mayBeAsked tells whether the operator has the site in its perimeter, which it enters
// with the consent of its occupant. A folder that is on its way or refused is not
// asked for.
func (s Site) mayBeAsked(today civil.Date) bool {
	switch participant.FolderStatusOf(s.DsoStatus, s.DsoAction, &s.Period, today) {
	case participant.FolderUp, participant.FolderDeleting, participant.FolderDeleted:
		return true
	}
	return false
}

// finalDays are the days of curves that are definitive: what a service gives is raw,
// and must not take their place.
func (s *Service) finalDays(ctx context.Context, op Operation, wanted map[SeriesKey][]civil.Range, days civil.Range) (map[SeriesKey][]civil.Range, error) {
	numbers := make([]string, 0, len(wanted))
	for key := range wanted {
		numbers = append(numbers, key.DsoID)
	}
	slices.Sort(numbers)
	rows, err := s.curves.OfSites(ctx, op.ID, slices.Compact(numbers), []Nature{Conso, Prod}, civil.MonthsOf(days), false)
	f := finalityOf(op, s.now())
	out := map[SeriesKey][]civil.Range{}
	for _, row := range rows {
		for i, day := range row.Days {
			date := row.Month.First() + civil.Date(i)
			if day.State.Has(HasData|Whole) && f.final(date, day.State) {
				out[row.SeriesKey] = append(out[row.SeriesKey], civil.Range{From: date, To: date + 1})
			}
		}
	}
	for key, ranges := range out {
		out[key] = civil.Merge(ranges)
	}
	return out, err
}

// without cuts ranges out of others; both are merged.
func without(from, cut []civil.Range) (out []civil.Range) {
	for _, r := range from {
		for _, c := range cut {
			if c = c.Intersect(r); c.IsEmpty() {
				continue
			}
			if c.From > r.From {
				out = append(out, civil.Range{From: r.From, To: c.From})
			}
			r.From = c.To
		}
		if !r.IsEmpty() {
			out = append(out, r)
		}
	}
	return out
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
		if !s.source.Serves(Operation{ID: o.ID, Operator: o.Operator}) {
			continue
		}
		due, err := s.pullDue(ctx, o.ID, o.Operator.Zone())
		if err != nil || due.After(s.now()) {
			failed = append(failed, err)
			continue
		}
		_, err = s.StartPull(ctx, server(o.ID), PullInput{OperationID: o.ID})
		switch f := fault.From(err); {
		case err == nil:
			started++
		case f == nil || f.Kind == fault.Internal:
			failed = append(failed, err)
		}
	}
	return started, errors.Join(failed...)
}

// agentServer is the agent of what nobody asked for.
const agentServer = "system"

// server is who acts for an operation when nobody asked: its organizer's rights,
// nobody's account.
func server(operationID id.ID) policy.Principal {
	return policy.Principal{Role: policy.RoleOrganizer, Agent: agentServer, Operations: []id.ID{operationID}}
}
