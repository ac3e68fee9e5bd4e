package dashboard

import (
	"context"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/view"
)

// OperationTotals are the energies and rates of a period by themselves, which come with the
// curves of an operator that offers no metrics: SIBELGA (domain 7). They are counted as the
// metrics of the others are. Nil where there are metrics.
func OperationTotals(ctx context.Context, q view.Question, scope metering.Scope) (*Metrics, error) {
	if offersMetrics(q.Op) == nil {
		return nil, nil
	}
	sums, err := q.Monthly.Sums(ctx, q.Known, q.Op.ID, civil.MonthsOf(q.Days), q.Measured())
	if err != nil {
		return nil, err
	}
	return TallyOf(q, sums, scope).totals(), nil
}

// SiteTotals is OperationTotals of a site, on the days of span. Seen from one producer, what was
// shared is what came from there; complement and rates count all producers.
func SiteTotals(ctx context.Context, v view.SiteView, span civil.Range) (*Metrics, error) {
	if offersMetrics(v.Op) == nil {
		return nil, nil
	}
	days := v.Days.Intersect(span)
	if days.IsEmpty() {
		return Tally{Question: v.Question, Scope: v.Scope, Within: span}.totals(), nil
	}
	of := civil.MonthsOf(days)
	whole := v
	whole.ProducerID = ""
	months, err := whole.Months(ctx, of, v.Natures)
	if err != nil {
		return nil, err
	}
	onSpot, err := OnSpot(ctx, v, of)
	if err != nil {
		return nil, err
	}
	c, err := tally(v, append(months, onSpot...), span)
	if err != nil {
		return nil, err
	}
	out := c.totals()
	if !v.SeenFromOne() {
		return out, nil
	}
	if months, err = v.Months(ctx, of, v.Natures); err != nil {
		return nil, err
	}
	from, err := tally(v, months, span)
	out.seenFrom(from)
	return out, err
}

// SitePeriods are the totals of a site in each of some periods, of the side that the view looks at and
// of all producers together, as far as they lie on the days of span. Its curves are read once; the
// periods lie on the days of the view.
func SitePeriods(ctx context.Context, v view.SiteView, span civil.Range, periods []civil.Range) ([]*Metrics, error) {
	v.ProducerID = ""
	months, err := v.Months(ctx, civil.MonthsOf(v.Days.Intersect(span)), v.Natures)
	if err != nil {
		return nil, err
	}
	c, err := tally(v, months, span)
	if err != nil {
		return nil, err
	}
	out := make([]*Metrics, len(periods))
	for i, days := range periods {
		c.Days = days
		out[i] = c.totals()
		if !v.Op.GESKPI {
			continue
		}
		of := v
		of.Days, of.Within = days, days.Intersect(span)
		if err := savings(ctx, of, out[i], view.SidesOf(months, v.Scope), nil); err != nil {
			return nil, err
		}
	}
	return out, nil
}
