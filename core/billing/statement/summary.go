package statement

import (
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/money"
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
