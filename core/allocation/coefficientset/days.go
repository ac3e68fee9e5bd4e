package coefficientset

import (
	"github.com/openpmo/pmo/core/civil"
)

// CheckDays refuses ranges no question may have (decisions 3.1). Errors:
// range.reversed, range.tooLong.
func CheckDays(r civil.Range) error {
	if r.IsEmpty() {
		return civil.ErrReversed.With("from", r.From.String()).With("to", r.Last().String()).At("dateFrom")
	}
	if err := r.AtMost(maxMonths); err != nil {
		return civil.ErrTooLong.With("months", maxMonths).At("dateTo")
	}
	return nil
}

// maxMonths is the longest range a question may have (specification section 5).
const maxMonths = 12

// MonthsOf are those that some days touch.
func MonthsOf(days civil.Range) (months []civil.Month) {
	for m := civil.MonthOf(days.From); m <= civil.MonthOf(days.Last()); m++ {
		months = append(months, m)
	}
	return months
}
