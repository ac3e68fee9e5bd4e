package metering

import (
	"context"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
)

// DailyEnergy is what consumers received on each civil day of a period, pair by pair; a
// pair without producer is from all of them. Absent stands on days of which not every
// step is known, and on those outside the consumer's activation: a gap is not zero. The
// days of a pair add up to its PairEnergy exactly. Pairs without any day are left out.
func (s *Service) DailyEnergy(ctx context.Context, operationID id.ID, pairs []Pair, days civil.Range) (map[Pair][]energy.MilliWh, error) {
	op, err := s.perimeter.Operation(ctx, operationID)
	if err != nil {
		return nil, err
	}
	sites, err := s.perimeter.Sites(ctx, operationID)
	if err != nil {
		return nil, err
	}
	splits, err := s.dailySplits(ctx, op, sites, pairs, days)
	if err != nil {
		return nil, err
	}
	consumers := make([]id.ID, len(pairs))
	for i, pair := range pairs {
		consumers[i] = pair.ConsumerID
	}
	wanted := chosen(sites, consumers)
	dsoIDs, of := make([]string, len(wanted)), make(map[id.ID]Site, len(wanted))
	for i, site := range wanted {
		dsoIDs[i], of[site.ParticipantID] = site.DsoID, site
	}
	rows, err := s.curves.OfSites(ctx, operationID, dsoIDs, []Nature{Autoconso}, civil.MonthsOf(days), splits != nil)
	if err != nil {
		return nil, err
	}
	received := map[string][]SeriesMonth{}
	for _, row := range rows {
		if row.Side == Consumer && row.Origin == DSO {
			received[row.DsoID] = append(received[row.DsoID], row)
		}
	}
	out := make(map[Pair][]energy.MilliWh, len(pairs))
	for _, pair := range pairs {
		site := of[pair.ConsumerID]
		daily, err := dailyOf(received[site.DsoID], pair, splits, days, days.Intersect(site.Period))
		if err != nil {
			return nil, err
		}
		if daily != nil {
			out[pair] = daily
		}
	}
	return out, nil
}

// dailySplits divides the months among producers where there are several and a pair
// asks for one of them; nil = what a consumer received is its pair.
func (s *Service) dailySplits(ctx context.Context, op Operation, sites []Site, pairs []Pair, days civil.Range) (map[civil.Month]monthSplit, error) {
	producers, asked := 0, false
	for _, site := range sites {
		if site.plays(Producer) && site.Period.Overlaps(days) {
			producers++
		}
	}
	for _, pair := range pairs {
		asked = asked || !pair.ProducerID.IsZero()
	}
	if producers < 2 || !asked {
		return nil, nil
	}
	months := civil.MonthsOf(days)
	heads, err := s.pairHeads(ctx, op, months)
	if err != nil {
		return nil, err
	}
	splits, err := s.monthSplits(ctx, op, sites, months, heads, wholeMonth)
	if err != nil {
		return nil, err
	}
	return splits, s.markApart(ctx, op, splits, heads, "")
}

// dailyOf lays the months of one consumer side by side; nil when no day is known.
func dailyOf(rows []SeriesMonth, pair Pair, splits map[civil.Month]monthSplit, days, active civil.Range) ([]energy.MilliWh, error) {
	var out []energy.MilliWh
	for _, row := range rows {
		of := row.Days
		if split, ok := splits[row.Month]; ok && !pair.ProducerID.IsZero() {
			shared, err := decodeAt(row.Chunk, int32(split.grid.Step.Seconds()))
			if err != nil {
				return nil, err
			}
			of = split.days(shared, pair)
		}
		in := active.Intersect(row.Month.Range())
		for d := in.From; d < in.To; d++ {
			one := of[d-row.Month.First()]
			if !one.State.Has(HasData | Whole) {
				continue
			}
			if out == nil {
				out = make([]energy.MilliWh, days.Days())
				for i := range out {
					out[i] = Absent
				}
			}
			out[d-days.From] = one.Sum
		}
	}
	return out, nil
}
