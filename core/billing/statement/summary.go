package statement

import (
	"cmp"
	"context"
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/policy"
)

// Summary is what somebody is owed for the energy that was shared, with the statements that say it.
type Summary struct {
	ToReceive  ToReceive
	Statements []Statement // the latest days first
}

// ToReceive is what was stated and is not paid.
type ToReceive struct {
	Amount  money.Cents
	Count   int
	Due     *civil.Date // the first day that one of them is due
	Overdue bool        // that of one of them has passed
}

// toReceive adds up what some statements leave to be paid.
func toReceive(list []Statement, today civil.Date) (out ToReceive) {
	for _, st := range list {
		if !st.Owed() {
			continue
		}
		out.Amount, out.Count = out.Amount+st.Amount, out.Count+1
		if st.DueDate != nil && (out.Due == nil || *st.DueDate < *out.Due) {
			day := *st.DueDate
			out.Due = &day
		}
	}
	out.Overdue = out.Due != nil && *out.Due < today
	return out
}

// Summary says what is owed for the energy of a site; a participant is told of all its sites in the
// operation, by whichever it asks. Errors: those of OfProducer, list.tooLong.
func (s *Service) Summary(ctx context.Context, p policy.Principal, participantID id.ID) (Summary, error) {
	op, err := s.own(ctx, p, participantID)
	if err != nil {
		return Summary{}, err
	}
	sites := []id.ID{participantID}
	if p.Role == policy.RoleParticipant {
		for _, held := range p.Sites {
			if held.OperationID == op.ID && !slices.Contains(sites, held.ParticipantID) {
				sites = append(sites, held.ParticipantID)
			}
		}
	}
	var all []Statement
	for _, site := range sites {
		list, err := s.OfProducer(ctx, p, site)
		if err != nil {
			return Summary{}, err
		}
		if all = append(all, list...); len(all) > MaxListed {
			return Summary{}, fault.ListTooLong.With("max", MaxListed)
		}
	}
	slices.SortStableFunc(all, func(a, b Statement) int { return cmp.Compare(b.Days.To, a.Days.To) })
	return Summary{toReceive(all, s.Today(op)), all}, nil
}
