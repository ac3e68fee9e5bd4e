package view

import (
	"context"
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/rollup"
)

// SiteView is one site as a principal may see it.
type SiteView struct {
	Question
	metering.Site
	Scope      metering.Scope // what of it is looked at
	Within     civil.Range    // of the days asked for, those that may be seen
	Sites      []metering.Site
	ProducerID id.ID
}

// SiteQuestion is what of a site is asked for: Natures as the caller named them.
type SiteQuestion struct {
	Scope      metering.Scope
	Natures    []metering.Nature
	ProducerID id.ID
}

// SeenFromOne reports whether what it consumed is seen from one producer.
func (v SiteView) SeenFromOne() bool {
	return v.Scope.Covers(metering.Consumer) && !v.ProducerID.IsZero()
}

// Months reads the curves of the site, those of its sides that are looked at, with
// chunks. Of a consumer seen from a producer, Autoconso is what came from there.
func (v SiteView) Months(ctx context.Context, months []civil.Month, natures []metering.Nature) ([]CurveMonth, error) {
	if len(months) == 0 || len(natures) == 0 {
		return nil, nil
	}
	rows, err := v.Curves.OfSites(ctx, v.Op.ID, []string{v.DsoID}, natures, months, true)
	if err != nil {
		return nil, err
	}
	rows = slices.DeleteFunc(rows, func(r metering.SeriesMonth) bool { return r.Origin != metering.DSO || !v.Scope.Covers(r.Side) })
	if v.SeenFromOne() {
		if rows, err = v.fromProducer(ctx, months, rows); err != nil {
			return nil, err
		}
	}
	out := make([]CurveMonth, 0, len(rows))
	for _, r := range rows {
		out = append(out, CurveMonth{r.Month, r.Nature, r.Side, r.Step, r.Days, r.Chunk})
	}
	return out, nil
}

// fromProducer replaces each Autoconso that was received by the part that came from the
// producer, and leaves out what a producer has no part in.
func (v SiteView) fromProducer(ctx context.Context, months []civil.Month, rows []metering.SeriesMonth) ([]metering.SeriesMonth, error) {
	heads, err := v.Rollup.PairHeads(ctx, v.Op, months)
	if err != nil {
		return nil, err
	}
	splits, err := v.Rollup.MonthSplits(ctx, v.Op, v.Sites, months, heads, rollup.WholeMonth)
	if err != nil {
		return nil, err
	}
	if err := v.Rollup.MarkApart(ctx, v.Op, splits, heads, v.ParticipantID); err != nil {
		return nil, err
	}
	var out []metering.SeriesMonth
	for _, row := range rows {
		switch {
		case row.Side == metering.Producer || row.Nature == metering.Conso || row.Nature == metering.ConsExt:
			out = append(out, row)
		case row.Nature == metering.Autoconso:
			split, ok := splits[row.Month]
			if !ok {
				continue
			}
			shared, err := metering.DecodeAt(row.Chunk, int32(split.Grid.Step.Seconds()))
			if err != nil {
				return nil, err
			}
			out = append(out, metering.NewSeriesMonth(row.SeriesKey, split.Grid, split.Part(shared, v.ProducerID)))
		}
	}
	return out, nil
}
