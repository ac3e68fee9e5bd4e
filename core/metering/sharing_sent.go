package metering

import (
	"maps"
	"slices"
	"strings"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
)

// sharingSent refuses an import that leaves a month shared in part. Where pmo shares, a
// month for which Autoconso is sent is no longer shared by the key: what is sent must then
// be there for each consumer and day with a consumption, else one line of a file would take
// away what all others had. Error: import.rejected with curve.sharedInPart.
func (c *commit) sharingSent(m civil.Month, stored map[SeriesKey]SeriesMonth) error {
	if !c.op.Operator.Capabilities().AllocatesHere {
		return nil
	}
	sent := slices.ContainsFunc(slices.Collect(maps.Values(stored)), func(row SeriesMonth) bool {
		return row.Nature == Autoconso && row.Origin == DSO && !row.Derived
	})
	if !sent {
		return nil
	}
	var refused fault.List
	for _, site := range c.sites {
		drawn := stored[SeriesKey{site.DsoID, Conso, Consumer, DSO}]
		had := stored[SeriesKey{site.DsoID, Autoconso, Consumer, DSO}]
		if had.Derived {
			had.Days = nil
		}
		if days := lackingDays(m.Range().Intersect(site.Period), drawn.Days, had.Days); len(days) > 0 && len(refused.Items) < maxFaults {
			refused.Add(ErrSharedInPart.With("value", site.DsoID).With("name", site.Name).
				With("month", m.String()).With("count", len(days)).With("date", days[0].String()))
		}
	}
	return refused.Err(ErrRejected)
}

// silentNames of sites are told; the others are counted.
const silentNames = 4

// silent warns of sites that owe a curve of the month and have sent nothing: where pmo
// shares, nothing is shared out on their days until they have.
func (b *monthBuild) silent() []*fault.Error {
	if !b.op.Operator.Capabilities().AllocatesHere {
		return nil
	}
	var names []string
	for _, p := range b.parts {
		nature := Conso
		if p.Side == Producer {
			nature = Prod
		}
		if _, ok := b.rows[SeriesKey{p.DsoID, nature, p.Side, DSO}]; !ok {
			names = append(names, p.Name)
		}
	}
	if len(names) == 0 {
		return nil
	}
	told := strings.Join(names[:min(len(names), silentNames)], ", ")
	if len(names) > silentNames {
		told += " …"
	}
	return []*fault.Error{WarnSilent.With("month", b.month.String()).With("count", len(names)).With("names", told)}
}

// lackingDays are the days of r on which one curve of a month has a value and the other has none.
func lackingDays(r civil.Range, drawn, had Days) (days []civil.Date) {
	if drawn == nil {
		return nil
	}
	for d := r.From; d < r.To; d++ {
		i := int(d - civil.MonthOf(d).First())
		if drawn[i].State.Has(HasData) && (had == nil || !had[i].State.Has(HasData)) {
			days = append(days, d)
		}
	}
	return days
}
