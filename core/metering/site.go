package metering

import (
	"context"
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// siteView is one site as a principal may see it.
type siteView struct {
	question
	Site
	scope      Scope       // what of it is looked at
	within     civil.Range // of the days asked for, those that may be seen
	sites      []Site
	producerID id.ID
}

// siteQuestion is what of a site is asked for: Natures as the caller named them.
type siteQuestion struct {
	Scope      Scope
	Natures    []Nature
	ProducerID id.ID
}

// site finds the participant of a question, and leaves only the natures that it can have
// in the scope asked for. A range without any day of its own answers as if it did not
// exist. Error: notFound.
func (q question) site(ctx context.Context, participantID id.ID, asked siteQuestion) (siteView, error) {
	sites, err := q.s.perimeter.Sites(ctx, q.op.ID)
	if err != nil {
		return siteView{}, err
	}
	site, err := siteOf(sites, participantID)
	if err != nil {
		return siteView{}, err
	}
	scope := site.scope(asked.Scope, asked.Natures)
	q.natures = slices.DeleteFunc(slices.Clone(q.natures), func(n Nature) bool { return !site.offers(scope, n) })
	v := siteView{question: q, Site: site, scope: scope, sites: sites, producerID: asked.ProducerID, within: visible(q.p, site).Intersect(q.days)}
	if v.within.IsEmpty() && q.p.Role == policy.RoleParticipant {
		return siteView{}, policy.ErrNotFound
	}
	if !v.producerID.IsZero() {
		if other, err := siteOf(sites, v.producerID); err != nil || !other.plays(Producer) {
			return siteView{}, policy.ErrNotFound
		}
	}
	return v, nil
}

// seenFromOne tells whether what it consumed is seen from one producer.
func (v siteView) seenFromOne() bool { return v.scope.covers(Consumer) && !v.producerID.IsZero() }

// months reads the curves of the site, those of its sides that are looked at, with
// chunks. Of a consumer seen from a producer, Autoconso is what came from there.
func (v siteView) months(ctx context.Context, months []civil.Month, natures []Nature) ([]curveMonth, error) {
	if len(months) == 0 || len(natures) == 0 {
		return nil, nil
	}
	rows, err := v.s.curves.OfSites(ctx, v.op.ID, []string{v.DsoID}, natures, months, true)
	if err != nil {
		return nil, err
	}
	rows = slices.DeleteFunc(rows, func(r SeriesMonth) bool { return r.Origin != DSO || !v.scope.covers(r.Side) })
	if v.seenFromOne() {
		if rows, err = v.fromProducer(ctx, months, rows); err != nil {
			return nil, err
		}
	}
	out := make([]curveMonth, 0, len(rows))
	for _, r := range rows {
		out = append(out, curveMonth{r.Month, r.Nature, r.Side, r.Step, r.Days, r.Chunk})
	}
	return out, nil
}

// fromProducer replaces each Autoconso that was received by the part that came from the
// producer, and leaves out what a producer has no part in.
func (v siteView) fromProducer(ctx context.Context, months []civil.Month, rows []SeriesMonth) ([]SeriesMonth, error) {
	heads, err := v.s.pairHeads(ctx, v.op, months)
	if err != nil {
		return nil, err
	}
	splits, err := v.s.monthSplits(ctx, v.op, v.sites, months, heads, wholeMonth)
	if err != nil {
		return nil, err
	}
	if err := v.s.markApart(ctx, v.op, splits, heads, v.ParticipantID); err != nil {
		return nil, err
	}
	var out []SeriesMonth
	for _, row := range rows {
		switch {
		case row.Side == Producer || row.Nature == Conso || row.Nature == ConsExt:
			out = append(out, row)
		case row.Nature == Autoconso:
			split, ok := splits[row.Month]
			if !ok {
				continue
			}
			shared, err := decodeAt(row.Chunk, int32(split.grid.Step.Seconds()))
			if err != nil {
				return nil, err
			}
			out = append(out, newSeriesMonth(row.SeriesKey, split.grid, split.part(shared, v.producerID)))
		}
	}
	return out, nil
}
