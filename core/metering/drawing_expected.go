package metering

import (
	"context"
	"fmt"
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
)

// expected draws our own allocation (decisions 3.2) of a site, or without one the sums
// of all. Sums of it are not kept: whoever asks compares a few days.
func (d *drawing) expected(ctx context.Context, participantID id.ID, known string) (LoadCurve, error) {
	sites, err := d.s.perimeter.Sites(ctx, d.op.ID)
	if err != nil {
		return LoadCurve{}, err
	}
	if participantID != "" {
		sites = slices.DeleteFunc(sites, func(s Site) bool { return s.ParticipantID != participantID })
	}
	d.origin = Expected
	months := civil.MonthsOf(d.days.Intersect(d.within))
	numbers := make([]string, len(sites))
	for i, s := range sites {
		numbers[i] = s.DsoID
	}
	if len(numbers) == 0 || len(months) == 0 {
		return d.draw()
	}
	rows, err := d.s.curves.OfSites(ctx, d.op.ID, numbers, d.natures, months, true)
	if err != nil {
		return LoadCurve{}, err
	}
	rows = slices.DeleteFunc(rows, func(r SeriesMonth) bool { return r.Origin != Expected })
	var stamp []any
	for _, row := range rows {
		stamp = append(stamp, row.Month, row.DsoID, row.Nature, row.Side, fmt.Sprintf("%x", row.Hash))
	}
	d.tag = d.tagOf(nil, append(stamp, d.tag))
	if known != "" && matches(known, d.tag) {
		return LoadCurve{Tag: d.tag, Unchanged: true}, nil
	}
	byMonth := map[civil.Month][]SeriesMonth{}
	for _, row := range rows {
		row.Origin, row.Derived = DSO, false
		byMonth[row.Month] = append(byMonth[row.Month], row)
	}
	for _, m := range months {
		b := newMonthBuild(monthInput{op: d.op, month: m, sites: sites, curves: byMonth[m]})
		for _, k := range []sumKey{{Autoconso, Consumer}, {Autoconso, Producer}, {Surplus, Producer}} {
			if err := b.sum(k, nil); err != nil {
				return LoadCurve{}, err
			}
		}
		d.add(b.out.rollup.Sums)
	}
	return d.draw()
}
