package dashboard

import (
	"context"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/loadcurve"
	"github.com/openpmo/pmo/core/metering/rollup"
	"github.com/openpmo/pmo/core/metering/view"
)

// OnSpot reads what the site of a view made and used itself; none without ACI.
func OnSpot(ctx context.Context, v view.SiteView, months []civil.Month) ([]view.CurveMonth, error) {
	if !metering.Has(v.WithACI(), metering.ACI) || len(months) == 0 || !v.ProducerID.IsZero() {
		return nil, nil
	}
	rows, err := v.Curves.OfSites(ctx, v.Op.ID, []string{v.DsoID}, []metering.Nature{metering.Prod, metering.ProdExt}, months, true)
	if err != nil {
		return nil, err
	}
	byMonth := map[civil.Month]map[metering.SeriesKey]metering.SeriesMonth{}
	for _, row := range rows {
		if byMonth[row.Month] == nil {
			byMonth[row.Month] = map[metering.SeriesKey]metering.SeriesMonth{}
		}
		byMonth[row.Month][row.SeriesKey] = row
	}
	var out []view.CurveMonth
	for _, m := range months {
		step := int32(0)
		for _, row := range byMonth[m] {
			step = max(step, row.Step)
		}
		s, ok, err := rollup.OnSpotOf(v.Site, func(k metering.NatureSide) (metering.SeriesMonth, bool) {
			row, ok := byMonth[m][metering.SeriesKey{DsoID: v.Site.DsoID, Nature: k.Nature, Side: k.Side, Origin: metering.DSO}]
			return row, ok
		}, func(row metering.SeriesMonth) (loadcurve.Series, error) { return metering.DecodeAt(row.Chunk, step) })
		if err != nil {
			return nil, err
		}
		if ok {
			row := metering.NewSeriesMonth(metering.SeriesKey{DsoID: v.DsoID, Nature: metering.ACI, Side: metering.Producer, Origin: metering.DSO}, metering.GridOf(v.Op.Operator.Zone(), m, step), s)
			out = append(out, view.CurveMonth{Month: m, Nature: metering.ACI, Side: metering.Producer, Step: step, Days: row.Days, Chunk: row.Chunk})
		}
	}
	return out, nil
}

// withACI is the energy of a rate and what was shared or used on the spot of it, over the
// steps at which all of it is known.
type withACI struct {
	split
}

// take adds an energy of a nature.
func (w *withACI) take(n metering.Nature, e energy.MilliWh) {
	switch n {
	case metering.ACI:
		w.whole += e
		w.shared += e
	case metering.UnmatchedACI:
		w.whole -= e
		w.shared -= e
	case metering.WithoutACI:
		w.whole -= e
	case metering.WithoutACIShared:
		w.shared -= e
	}
}

// beside is the split of a rate with ACI, beside that of the rate without.
func (w withACI) beside(s *split) *split {
	if s == nil {
		return nil
	}
	return &split{s.whole + w.whole, min(s.shared, s.whole) + w.shared}
}
