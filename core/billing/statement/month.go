package statement

import (
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/money"
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
