package metering

import (
	"context"
	"maps"
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
)

// Billed is one side of a participant: a prosumer is billed on both.
type Billed struct {
	ParticipantID id.ID
	Side          Side
}

// billedNature is the curve that must be whole before a side can be billed: what a
// consumer received, what a producer made.
func billedNature(side Side) Nature {
	if side == Producer {
		return Prod
	}
	return Autoconso
}

// Readiness lists, for each side that each participant plays, the days of a period
// within its activation for which complete and definitive data are not there, ascending.
// A side without such days has no entry.
func (s *Service) Readiness(ctx context.Context, operationID id.ID, participantIDs []id.ID, days civil.Range) (map[Billed][]civil.Date, error) {
	op, err := s.perimeter.Operation(ctx, operationID)
	if err != nil {
		return nil, err
	}
	sites, err := s.perimeter.Sites(ctx, operationID)
	if err != nil {
		return nil, err
	}
	if len(participantIDs) > 0 {
		sites = chosen(sites, participantIDs)
	}
	return s.lackingOf(ctx, operationID, sites, finalityOf(op, s.now()), days)
}

// lackingOf is lacking of each side of some sites.
func (s *Service) lackingOf(ctx context.Context, operationID id.ID, sites []Site, final finality, days civil.Range) (map[Billed][]civil.Date, error) {
	if len(sites) == 0 {
		return nil, nil
	}
	rows, err := s.siteRows(ctx, operationID, sites, days)
	if err != nil {
		return nil, err
	}
	out := map[Billed][]civil.Date{}
	for _, site := range sites {
		for _, side := range []Side{Consumer, Producer} {
			if !site.plays(side) {
				continue
			}
			if lacks := lacking(rows[site.DsoID], side, final, days.Intersect(site.Period)); len(lacks) > 0 {
				out[Billed{site.ParticipantID, side}] = lacks
			}
		}
	}
	return out, nil
}

// lacking are the days for which a side's curve is not complete and definitive.
func lacking(rows []SeriesMonth, side Side, final finality, active civil.Range) (out []civil.Date) {
	states := map[civil.Month]Days{}
	for _, row := range rows {
		if row.Nature == billedNature(side) && row.Side == side {
			states[row.Month] = row.Days
		}
	}
	for d := active.From; d < active.To; d++ {
		m := civil.MonthOf(d)
		if of := states[m]; of != nil {
			if state := of[d-m.First()].State; state.Has(HasData|Whole) && final.final(d, state) {
				continue
			}
		}
		out = append(out, d)
	}
	return out
}

// LastDefinitive is the last day of the latest month that is complete and definitive
// for all consumers, and for all producers where there are several: what each gave
// depends on all of them then. ok is false when there is none.
func (s *Service) LastDefinitive(ctx context.Context, operationID id.ID) (day civil.Date, ok bool, err error) {
	op, err := s.perimeter.Operation(ctx, operationID)
	if err != nil {
		return 0, false, err
	}
	sites, err := s.perimeter.Sites(ctx, operationID)
	if err != nil {
		return 0, false, err
	}
	sums, err := s.rollups.Sums(ctx, operationID, SumQuery{Natures: []Nature{Autoconso, Prod}})
	if err != nil {
		return 0, false, err
	}
	months := make([]curveMonth, len(sums))
	for i, m := range sums {
		months[i] = curveMonth{m.Month, m.Nature, m.Side, m.Step, m.Days, nil}
	}
	final := finalityOf(op, s.now())
	whole := wholeMonths(months, final, sumKey{Autoconso, Consumer})
	var both []Site // their second side is not owed for a month to be complete, yet it is billed
	if makers := playing(sites, Producer); len(makers) > 1 {
		made := wholeMonths(months, final, sumKey{Prod, Producer})
		maps.DeleteFunc(whole, func(m civil.Month, _ bool) bool { return !made[m] })
		both = slices.DeleteFunc(makers, func(site Site) bool { return !site.Prosumer })
	}
	for _, m := range slices.Backward(slices.Sorted(maps.Keys(whole))) {
		lacks, err := s.lackingOf(ctx, operationID, both, final, m.Range())
		if err != nil {
			return 0, false, err
		}
		if len(lacks) == 0 {
			return m.Next().First() - 1, true, nil
		}
	}
	return 0, false, nil
}
