package month

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/allocation/coefficientset/calendar"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/billrun"
	"github.com/openpmo/pmo/core/civil"
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
	Reach        Reach
	Curves       Curves
	Coefficients Coefficients
	Runs         Runs
	Clients      Clients
	Invoices     Invoices
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
	out := make([]Status, len(months))
	for i, m := range months {
		f := facts{OperationID: op.ID, Month: m, Today: s.today(op), SharesHere: op.DSO.Capabilities().AllocatesHere, Sides: ofMonth(sides, m)}
		if coefficients != nil {
			f.Coefficients = &coefficients[i]
		}
		if bills != nil {
			f.Billing = bills.in(m)
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
	if out.LiveRun, err = s.Invoices.LiveRun(ctx, op.ID); err != nil {
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
