package dashboard

import (
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/view"
)

// DateRanges says which days have data.
type DateRanges struct {
	Revision      metering.Revision
	Unchanged     bool
	Zone          civil.Zone
	Uploaded      []civil.Range
	NonDefinitive []civil.Range // those of Uploaded whose data is not definitive
	// LatestComplete is the last month in which all consumers have complete, definitive
	// shared energy for all of its days; nil = none.
	LatestComplete *civil.Month
}

// ranges joins the days with data, and those of them that are not definitive.
func ranges(q view.Question, months []view.CurveMonth, within civil.Range) DateRanges {
	out := DateRanges{Revision: q.Revision, Zone: q.Op.Operator.Zone()}
	for _, m := range months {
		first, days := m.Days.In(m.Month, within)
		for i, day := range days {
			if !day.State.Has(metering.HasData) {
				continue
			}
			date := first + civil.Date(i)
			one := civil.Range{From: date, To: date + 1}
			out.Uploaded = append(out.Uploaded, one)
			if !q.Finality.Final(date, day.State) {
				out.NonDefinitive = append(out.NonDefinitive, one)
			}
		}
	}
	out.Uploaded, out.NonDefinitive = civil.Merge(out.Uploaded), civil.Merge(out.NonDefinitive)
	return out
}
