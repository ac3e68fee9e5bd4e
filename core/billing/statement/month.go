package statement

import (
	"context"
	"slices"

	"github.com/openpmo/pmo/core/billing/agreement"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/policy"
)

// MonthSum is what producers are owed for periods that end in a month; what was taken back is no part of it.
type MonthSum struct {
	Month     civil.Month
	Due       int // periods that are stated by nothing, not even a draft
	Drafts    int
	Drafted   money.Cents
	Published int
	Owed      money.Cents // by what is published
	Unpaid    money.Cents // of that
	Unordered int         // published ones that are to be paid and in no payment list
	Overdue   int         // published ones that should have been paid and are not
}

// Months sums what producers are owed by month, from the first to the last. What is due counts up to
// the last day that is over. Errors: those of List.
func (s *Service) Months(ctx context.Context, p policy.Principal, operationID id.ID, first, last civil.Month) ([]MonthSum, error) {
	op, err := s.enter(ctx, p, read, operationID)
	if err != nil {
		return nil, err
	}
	today := s.Today(op)
	b, err := s.Agreements.Load(ctx, op, agreement.Extent{Printed: true})
	if err != nil {
		return nil, err
	}
	stated, err := s.Statements.List(ctx, op.ID, Filter{Statuses: []Status{Draft, Published}}, MaxListed)
	if err != nil {
		return nil, err
	}
	out := make([]MonthSum, last-first+1)
	for n := range out {
		out[n].Month = first.Add(n)
	}
	at := func(days civil.Range) *MonthSum {
		if m := civil.MonthOf(days.Last()); m >= first && m <= last {
			return &out[m-first]
		}
		return nil
	}
	for _, d := range dues(b, min(last.Next().First()-1, today-1)) {
		drafted := slices.ContainsFunc(stated, func(st Statement) bool { return st.Status == Draft && st.SubscriptionID == d.ID && st.Days == d.days })
		if sum := at(d.days); sum != nil && !drafted {
			sum.Due++
		}
	}
	for _, st := range stated {
		if sum := at(st.Days); sum != nil {
			sum.add(st, today)
		}
	}
	return out, nil
}

func (m *MonthSum) add(st Statement, today civil.Date) {
	if st.Status == Draft {
		m.Drafts, m.Drafted = m.Drafts+1, m.Drafted+st.Amount
		return
	}
	m.Published, m.Owed = m.Published+1, m.Owed+st.Amount
	if !st.Owed() {
		return
	}
	m.Unpaid += st.Amount
	if st.PayoutID.IsZero() {
		m.Unordered++
	}
	if st.DueDate != nil && *st.DueDate < today {
		m.Overdue++
	}
}
