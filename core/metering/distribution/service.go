// Package distribution answers who had what: lines of participants, flows from producers to
// consumers, percentages.
package distribution

import (
	"context"
	"maps"
	"slices"

	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/dashboard"
	"github.com/openpmo/pmo/core/metering/monthly"
	"github.com/openpmo/pmo/core/metering/view"
	"github.com/openpmo/pmo/core/policy"
)

// Deps are what the service works with.
type Deps struct {
	Guard   policy.Guard
	Monthly *monthly.Service
	View    *view.Service
}

// Service holds the use case of who had what.
type Service struct {
	guard   policy.Guard
	monthly *monthly.Service
	view    *view.Service
}

// New makes the service.
func New(d Deps) *Service {
	return &Service{guard: d.Guard, monthly: d.Monthly, view: d.View}
}

// Distribution is who received what. Participants see their own lines, and the others
// of a side as one sum where these are three or more. Flows are between the lines of
// the answer; they are left out when every site has a line, for they would be as many
// as consumers times producers. With flows each consumer has its best producers, which a
// participant does not see.
// Errors: forbidden, notFound, range.reversed, range.tooLong.
func (s *Service) Distribution(ctx context.Context, p policy.Principal, in DistributionInput) (Distribution, error) {
	if err := s.guard.Operation(ctx, p, metering.PermRead, in.OperationID); err != nil {
		return Distribution{}, err
	}
	q, unchanged, err := s.view.Ask(ctx, p, in.OperationID, in.Days, nil, in.Known, "distribution", in.Top)
	if err != nil || unchanged {
		return Distribution{Revision: q.Revision, Unchanged: unchanged}, err
	}
	had, err := s.monthly.Parts(ctx, q.Known, in.OperationID, in.Days, []metering.Nature{metering.Conso, metering.Prod, metering.Autoconso, metering.Surplus, metering.Unmatched, metering.UnmatchedShared})
	if err != nil {
		return Distribution{}, err
	}
	d := distributing{Question: q, had: had}
	out := Distribution{Revision: q.Revision, Days: in.Days}
	if out.MissingDays, err = dashboard.MissingDays(ctx, q); err != nil {
		return Distribution{}, err
	}
	for _, v := range had.Values[metering.NatureSide{Nature: metering.Autoconso, Side: metering.Consumer}] {
		out.TotalShared += max(v, 0)
	}
	for _, v := range had.Values[metering.NatureSide{Nature: metering.Surplus, Side: metering.Producer}] {
		out.Surplus += max(v, 0)
	}
	out.Consumers, out.Producers = d.side(metering.Consumer, in.Top), d.side(metering.Producer, in.Top)
	if err := d.name(ctx, out.Consumers, out.Producers); err != nil {
		return Distribution{}, err
	}
	if in.Top <= 0 && p.Role != policy.RoleParticipant {
		return out, nil
	}
	consumers, producers := shown(out.Consumers), shown(out.Producers)
	chosen := slices.Sorted(maps.Keys(consumers)) // all who have no line of their own are read as one
	if chosen == nil {
		chosen = []id.ID{}
	}
	flows, err := s.monthly.Pairs(ctx, q.Known, q.Op, in.Days, chosen)
	if err != nil {
		return Distribution{}, err
	}
	out.Flows = d.flows(flows, consumers, producers)
	if p.Role != policy.RoleParticipant {
		err = d.best(ctx, flows, out.Consumers)
	}
	return out, err
}
