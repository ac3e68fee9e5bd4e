package metering

import (
	"context"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
)

// mostDays is how many days a warning lists; the rest is counted.
const mostDays = 10

// dayList is what a warning says of days.
type dayList struct {
	days  []string
	count int
}

func (l *dayList) add(d civil.Date) {
	if l.count++; len(l.days) < mostDays {
		l.days = append(l.days, d.String())
	}
}

// text lists the days; an ellipsis stands for those that are only counted.
func (l dayList) text() []string {
	if l.count > len(l.days) {
		return append(l.days[:len(l.days):len(l.days)], "…")
	}
	return l.days
}

// lessFinal warns of days that were definitive and are no longer. The later file is
// believed even so (specification 9: correctives replace), but somebody must know that
// such a day can no longer be billed. Days that are definitive by their age or by
// declaration stay so.
func (c *monthChanges) lessFinal(before, row SeriesMonth) {
	var list dayList
	for i, d := range before.Days {
		date := c.month.First() + civil.Date(i)
		if d.State.Has(Final) && !c.finality.final(date, row.Days[i].State) {
			list.add(date)
		}
	}
	if list.count > 0 {
		c.in.warn(WarnLessFinal.With("value", row.DsoID).With("nature", row.Nature.String()).With("count", list.count).With("days", list.text()))
	}
}

// invoiced warns of changed days of a month that published invoices bill, and of one that
// was billed without anything to pay, which the next run bills again.
func (c *commit) invoiced(ctx context.Context, m civil.Month, changed []bool) error {
	if c.s.invoices == nil {
		return nil
	}
	var list dayList
	for i, changed := range changed {
		if changed {
			list.add(m.First() + civil.Date(i))
		}
	}
	if list.count == 0 {
		return nil
	}
	notCharged, err := c.s.invoices.NotCharged(ctx, c.op.ID, m)
	if err != nil {
		return err
	}
	if notCharged {
		c.in.warn(WarnNotCharged.With("month", m.String()).With("count", list.count).With("days", list.text()))
	}
	invoiced, err := c.s.invoices.Invoiced(ctx, c.op.ID, m)
	if err != nil {
		return err
	}
	if invoiced {
		c.in.warn(WarnInvoiced.With("month", m.String()).With("count", list.count).With("days", list.text()))
	}
	return nil
}

// declared warns of changed days of a month that an organizer has declared definitive: the
// declaration stands, and was about other figures.
func (c *commit) declared(m civil.Month, changed []bool) {
	if !c.finality.declared[m] {
		return
	}
	var list dayList
	for i, changed := range changed {
		if changed {
			list.add(m.First() + civil.Date(i))
		}
	}
	if list.count > 0 {
		c.in.warn(WarnDeclared.With("month", m.String()).With("count", list.count).With("days", list.text()))
	}
}

// external warns of curves of external natures where the operation has no ACI: they are
// kept, but no screen shows them.
func (c *commit) external() {
	if c.op.ACI {
		return
	}
	sites := map[Nature]map[string]bool{ProdExt: {}, ConsExt: {}}
	for _, of := range c.in.curves {
		for key := range of {
			if key.Nature.External() {
				sites[key.Nature][key.DsoID] = true
			}
		}
	}
	for _, n := range []Nature{ProdExt, ConsExt} {
		if count := len(sites[n]); count > 0 {
			c.in.warn(WarnExternal.With("nature", n.String()).With("count", count))
		}
	}
}

// rise tells the index of a meter, which only ever goes up, from the energies of steps,
// which come down again every night.
type rise struct {
	steps, ups int
	last       energy.MilliWh
	fell       bool
}

// leastRise is how many values tell an index: a day of quarters of an hour.
const leastRise = 96

func (r *rise) add(values []energy.MilliWh) {
	for _, v := range values {
		if r.fell {
			return
		}
		r.fell = v < r.last
		if v > r.last && r.steps > 0 {
			r.ups++
		}
		r.last = v
		r.steps++
	}
}

// index tells whether all values rise, and not just once or twice.
func (r *rise) index() bool { return !r.fell && r.steps >= leastRise && 4*r.ups >= r.steps }
