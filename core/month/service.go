package month

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/openpmo/pmo/core/allocation/coefficientset/calendar"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/billrun"
	"github.com/openpmo/pmo/core/billing/statement"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/billable"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/policy"
)

// Deps are what the service works with.
type Deps struct {
	Guard        policy.Guard
	Now          func() time.Time
	Operations   Operations
	Curves       Curves
	Coefficients Coefficients
	Runs         Runs
	Clients      Clients
	Invoices     Invoices
	Corrections  Corrections
	Statements   Statements
}

// Service is the use cases of months.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service {
	if d.Now == nil {
		d.Now = time.Now
	}
	return &Service{d}
}

const read policy.Permission = "month:read"

// Listed is how many months a list goes back, the one in progress included.
const Listed = 13

// Month says where a month stands. Steps that the principal may not read are left out; a
// participant learns of the data of its own sites. Errors: forbidden, notFound, month.future.
func (s *Service) Month(ctx context.Context, p policy.Principal, operationID id.ID, m civil.Month) (Status, error) {
	if err := s.Guard.Operation(ctx, p, read, operationID); err != nil {
		return Status{}, err
	}
	op, err := s.Operations.ByID(ctx, operationID)
	if err != nil {
		return Status{}, err
	}
	if m > civil.MonthOf(s.today(op)) {
		return Status{}, ErrFuture.With("month", m.String())
	}
	found, err := s.statuses(ctx, p, op, []civil.Month{m})
	if err != nil {
		return Status{}, err
	}
	return found[0], nil
}

// Months says where the last months stand, newest first, back to the first in which a site took
// part. Errors: forbidden, notFound.
func (s *Service) Months(ctx context.Context, p policy.Principal, operationID id.ID) ([]Status, error) {
	if err := s.Guard.Operation(ctx, p, read, operationID); err != nil {
		return nil, err
	}
	op, err := s.Operations.ByID(ctx, operationID)
	if err != nil {
		return nil, err
	}
	last := civil.MonthOf(s.today(op))
	months := make([]civil.Month, Listed)
	for i := range months {
		months[i] = last.Add(-i)
	}
	all, err := s.statuses(ctx, p, op, months)
	for len(all) > 0 && all[len(all)-1].State == Empty {
		all = all[:len(all)-1]
	}
	return all, err
}

func (s *Service) today(op operation.Operation) civil.Date { return op.Zone().DateOf(s.Now()) }

// statuses decides months, newest first, each question asked once for all of them.
func (s *Service) statuses(ctx context.Context, p policy.Principal, op operation.Operation, months []civil.Month) ([]Status, error) {
	sides, err := s.Curves.Coverage(ctx, p, op.ID, months)
	if err != nil {
		return nil, err
	}
	return s.statusesOf(ctx, p, op, months, sides)
}

// statusesOf is statuses of what is known of the data of the sites.
func (s *Service) statusesOf(ctx context.Context, p policy.Principal, op operation.Operation, months []civil.Month, sides []billable.SideMonth) ([]Status, error) {
	coefficients, err := s.coefficients(ctx, p, op, months)
	if err != nil {
		return nil, err
	}
	bills, err := s.billing(ctx, p, op, months, sides)
	if err != nil {
		return nil, err
	}
	stated, err := s.stated(ctx, p, op, months)
	if err != nil {
		return nil, err
	}
	out := make([]Status, len(months))
	for i, m := range months {
		f := facts{OperationID: op.ID, Month: m, Today: s.today(op), SharesHere: op.DSO.Capabilities().AllocatesHere, Sides: ofMonth(sides, m)}
		if coefficients != nil {
			f.Coefficients = &coefficients[i]
		}
		if bills != nil {
			f.Billing = bills.in(m)
		}
		if n := slices.IndexFunc(stated, func(sum statement.MonthSum) bool { return sum.Month == m }); n >= 0 {
			f.Stated = &stated[n]
		}
		out[i] = decide(f)
	}
	return out, nil
}

// ofMonth are the sides of one month, which follow each other.
func ofMonth(sides []billable.SideMonth, m civil.Month) []billable.SideMonth {
	from := slices.IndexFunc(sides, func(s billable.SideMonth) bool { return s.Month == m })
	if from < 0 {
		return nil
	}
	to := from
	for to < len(sides) && sides[to].Month == m {
		to++
	}
	return sides[from:to:to]
}

// coefficients are the states of months; nil where there are none, or the principal may not read
// them.
func (s *Service) coefficients(ctx context.Context, p policy.Principal, op operation.Operation, months []civil.Month) ([]calendar.Month, error) {
	if !op.Offers(operation.FeatureCoefficients) {
		return nil, nil
	}
	states, err := s.Coefficients.MonthStates(ctx, p, op.ID, months)
	if errors.Is(err, policy.ErrForbidden) {
		return nil, nil
	}
	return states, err
}

// stated is what producers are owed; nil where the operation owes them nothing by its kind, or the
// principal may not read it.
func (s *Service) stated(ctx context.Context, p policy.Principal, op operation.Operation, months []civil.Month) ([]statement.MonthSum, error) {
	if !op.Offers(operation.FeatureStatements) {
		return nil, nil
	}
	sums, err := s.Statements.Months(ctx, p, op.ID, months[len(months)-1], months[0])
	if errors.Is(err, policy.ErrForbidden) {
		return nil, nil
	}
	return sums, err
}

// bills is what billing says of all months asked about.
type bills struct {
	billingFacts
	noClients []billable.SideMonth // of all months
}

// in is what concerns one month.
func (b *bills) in(m civil.Month) *billingFacts {
	one := b.billingFacts
	one.NoClients = ofMonth(b.noClients, m)
	return &one
}

// billing asks once for all months: what is due up to the end of the last one that is over, what
// is drafted and published of them and of the month before. nil where the operation is not billed
// here, or the principal may not read runs.
func (s *Service) billing(ctx context.Context, p policy.Principal, op operation.Operation, months []civil.Month, sides []billable.SideMonth) (*bills, error) {
	if !op.Offers(operation.FeatureBilling) {
		return nil, nil
	}
	today := s.today(op)
	upTo := min(months[0].Next().First()-1, civil.MonthOf(today).First()-1)
	check, err := s.Runs.CheckRun(ctx, p, billing.Scope{OperationID: op.ID}, billrun.RunInput{BillUpTo: &upTo})
	if errors.Is(err, policy.ErrForbidden) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	out := &bills{billingFacts: billingFacts{Check: check}}
	if out.Pairs, err = s.Invoices.Pairs(ctx, op.ID, months[len(months)-1]-1, months[0], today); err != nil {
		return nil, err
	}
	if out.Ways, err = s.Invoices.Ways(ctx, op.ID, months[len(months)-1], months[0]); err != nil {
		return nil, err
	}
	if out.LiveRun, err = s.Invoices.LiveRun(ctx, op.ID); err != nil {
		return nil, err
	}
	if out.Corrections, err = s.Corrections.Waiting(ctx, op.ID); err != nil {
		return nil, err
	}
	out.noClients, err = s.withoutClient(ctx, op.ID, sides)
	return out, err
}

// withoutClient are the consumers for whom nobody pays.
func (s *Service) withoutClient(ctx context.Context, operationID id.ID, sides []billable.SideMonth) ([]billable.SideMonth, error) {
	var consumers []billable.SideMonth
	var sites []id.ID
	for _, side := range sides {
		if side.Side == metering.Consumer {
			consumers, sites = append(consumers, side), append(sites, side.Site.ParticipantID)
		}
	}
	slices.Sort(sites)
	billed, err := s.Clients.BilledAs(ctx, operationID, slices.Compact(sites))
	return slices.DeleteFunc(consumers, func(side billable.SideMonth) bool { return billed[side.Site.ParticipantID].BillableEntity != nil }), err
}

const (
	maxLines   = 500 // operations that one answer is decided for
	sideBySide = 4   // operations that are asked about at a time
)

// Lines says where a month stands in each operation that the principal reaches, the most urgent
// first: what is late, what blocks, what has the nearest deadline, what is to do, what waits, what
// is done; among equals by name. Errors: forbidden, month.future, list.tooLong.
func (s *Service) Lines(ctx context.Context, p policy.Principal, in LinesInput) ([]Line, error) {
	if err := s.Guard.Global(ctx, p, read); err != nil {
		return nil, err
	}
	found, err := s.Operations.Reached(ctx, p)
	if err != nil {
		return nil, err
	}
	found = slices.DeleteFunc(slices.Clone(found), func(op operation.Operation) bool { return !operation.Matches(in.Q, op.Name, op.ExternalID) })
	if len(found) > maxLines {
		return nil, fault.ListTooLong.With("max", maxLines)
	}
	for _, op := range found {
		if in.Month != nil && *in.Month > civil.MonthOf(s.today(op)) {
			return nil, ErrFuture.With("month", in.Month.String())
		}
	}
	lines, err := s.linesOf(ctx, p, found, in.Month)
	if err != nil {
		return nil, err
	}
	if err := s.addOverdue(ctx, lines); err != nil {
		return nil, err
	}
	slices.SortStableFunc(lines, compareLines)
	return lines, nil
}

// linesOf decides the month of each operation, some of them side by side. One that was deleted, or
// taken from the principal, meanwhile is left out.
func (s *Service) linesOf(ctx context.Context, p policy.Principal, operations []operation.Operation, m *civil.Month) ([]Line, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	lines := make([]*Line, len(operations))
	next := make(chan int)
	var work sync.WaitGroup
	for range min(sideBySide, len(operations)) {
		work.Go(func() {
			for i := range next {
				line, err := s.line(ctx, p, operations[i], m)
				if err != nil {
					cancel(err)
					continue
				}
				lines[i] = line
			}
		})
	}
	for i := range operations {
		next <- i
	}
	close(next)
	work.Wait()
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	out := make([]Line, 0, len(lines))
	for _, line := range lines {
		if line != nil {
			out = append(out, *line)
		}
	}
	return out, nil
}

func (s *Service) line(ctx context.Context, p policy.Principal, op operation.Operation, m *civil.Month) (*Line, error) {
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	err := s.Guard.Operation(ctx, p, read, op.ID)
	if errors.Is(err, policy.ErrForbidden) || errors.Is(err, policy.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	month := civil.MonthOf(s.today(op)) - 1
	if m != nil {
		month = *m
	}
	sides, err := s.Curves.Coverage(ctx, p, op.ID, []civil.Month{month})
	if errors.Is(err, policy.ErrNotFound) || errors.Is(err, operation.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	found, err := s.statusesOf(ctx, p, op, []civil.Month{month}, sides)
	if err != nil {
		return nil, err
	}
	line := &Line{Status: found[0], Operation: op, Urgency: found[0].urgency()}
	line.addSides(sides)
	return line, nil
}

// addOverdue asks for all operations at once, of those whose invoices the principal reads.
func (s *Service) addOverdue(ctx context.Context, lines []Line) error {
	at := map[id.ID]*Line{}
	var ids []id.ID
	for i, line := range lines {
		if slices.ContainsFunc(line.Steps, func(step Step) bool { return step.Kind == StepPublished }) {
			at[line.Operation.ID], ids = &lines[i], append(ids, line.Operation.ID)
			lines[i].Overdue = &Overdue{}
		}
	}
	if len(ids) == 0 {
		return nil
	}
	found, err := s.Invoices.Overdue(ctx, ids, s.today(lines[0].Operation)) // both countries have the same days
	for operationID, overdue := range found {
		at[operationID].Overdue = &overdue
	}
	return err
}
