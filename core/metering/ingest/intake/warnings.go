package intake

import (
	"maps"
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
)

// gaps warns of the days a curve has a value on but not all of them, and of days of the site
// without any between others that have.
func gaps(against Against, row metering.SeriesMonth) []*fault.Error {
	var list dayList
	last := -1
	for i, d := range row.Days {
		if d.State.Has(metering.HasData) {
			last = i
		}
	}
	for i := 0; i <= last; i++ {
		date := row.Month.First() + civil.Date(i)
		if row.Days[i].State.Has(metering.Whole) || !activeOn(against.Sites[row.DsoID], date) {
			continue
		}
		list.add(date)
	}
	return list.said(metering.WarnGap.With("value", row.DsoID).With("nature", row.Nature.String()))
}

func activeOn(sites []metering.Site, d civil.Date) bool {
	return slices.ContainsFunc(sites, func(s metering.Site) bool { return s.Period.Contains(d) })
}

// lessFinal warns of days that were definitive and are no longer. The later file is
// believed even so (specification 9: correctives replace), but somebody must know that
// such a day can no longer be billed. Days that are definitive by their age or by
// declaration stay so.
func lessFinal(before, row metering.SeriesMonth, f metering.Finality) []*fault.Error {
	var list dayList
	for i, d := range before.Days {
		date := row.Month.First() + civil.Date(i)
		if d.State.Has(metering.Final) && !f.Final(date, row.Days[i].State) {
			list.add(date)
		}
	}
	return list.said(metering.WarnLessFinal.With("value", row.DsoID).With("nature", row.Nature.String()))
}

// Promised is what was said of a month before it changes.
type Promised struct {
	Declared   bool // an organizer declared it definitive
	NotCharged bool // it was billed without anything to pay, and the next run bills it again
	Invoiced   bool // published invoices bill it
}

// Promises warns of the changed days of a month about which something was said: it stands,
// and was about other figures.
func Promises(c Change, of Promised) (said []*fault.Error) {
	var list dayList
	for _, d := range c.ChangedDays() {
		list.add(d)
	}
	for _, one := range []struct {
		holds bool
		warn  *fault.Error
	}{{of.Declared, metering.WarnDeclared}, {of.NotCharged, metering.WarnNotCharged}, {of.Invoiced, metering.WarnInvoiced}} {
		if one.holds {
			said = append(said, list.said(one.warn.With("month", c.Month.String()))...)
		}
	}
	return said
}

// External warns of curves of external natures where the operation has no ACI: they are
// kept, but no screen shows them.
func External(op metering.Operation, curves Curves) (said []*fault.Error) {
	if op.ACI {
		return nil
	}
	sites := map[metering.Nature]map[string]bool{metering.ProdExt: {}, metering.ConsExt: {}}
	for _, of := range curves {
		for key := range of {
			if key.Nature.External() {
				sites[key.Nature][key.DsoID] = true
			}
		}
	}
	for _, n := range []metering.Nature{metering.ProdExt, metering.ConsExt} {
		if count := len(sites[n]); count > 0 {
			said = append(said, metering.WarnExternal.With("nature", n.String()).With("count", count))
		}
	}
	return said
}

// SharedInPart refuses an import that leaves a month shared in part. Where pmo shares, a
// month for which Autoconso is sent is no longer shared by the key: what is sent must then
// be there for each consumer and day with a consumption, else one line of a file would take
// away what all others had. stored are the rows as they would be. Error: import.rejected with
// curve.sharedInPart.
func SharedInPart(op metering.Operation, sites []metering.Site, m civil.Month, stored map[metering.SeriesKey]metering.SeriesMonth) error {
	if !op.Operator.Capabilities().AllocatesHere {
		return nil
	}
	sent := slices.ContainsFunc(slices.Collect(maps.Values(stored)), func(row metering.SeriesMonth) bool {
		return row.Nature == metering.Autoconso && row.Origin == metering.DSO && !row.Derived
	})
	if !sent {
		return nil
	}
	var refused fault.List
	for _, site := range sites {
		drawn := stored[metering.SeriesKey{DsoID: site.DsoID, Nature: metering.Conso, Side: metering.Consumer, Origin: metering.DSO}]
		had := stored[metering.SeriesKey{DsoID: site.DsoID, Nature: metering.Autoconso, Side: metering.Consumer, Origin: metering.DSO}]
		if had.Derived {
			had.Days = nil
		}
		if days := lackingDays(m.Range().Intersect(site.Period), drawn.Days, had.Days); len(days) > 0 && len(refused.Items) < MaxFaults {
			refused.Add(metering.ErrSharedInPart.With("value", site.DsoID).With("name", site.Name).
				With("month", m.String()).With("count", len(days)).With("date", days[0].String()))
		}
	}
	return refused.Err(metering.ErrRejected)
}

// lackingDays are the days of r on which one curve of a month has a value and the other has none.
func lackingDays(r civil.Range, drawn, had metering.Days) (days []civil.Date) {
	if drawn == nil {
		return nil
	}
	for d := r.From; d < r.To; d++ {
		i := int(d - civil.MonthOf(d).First())
		if drawn[i].State.Has(metering.HasData) && (had == nil || !had[i].State.Has(metering.HasData)) {
			days = append(days, d)
		}
	}
	return days
}
