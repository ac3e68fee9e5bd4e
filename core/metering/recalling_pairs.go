package metering

import (
	"context"
	"crypto/sha256"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
)

// pairMonths are what some consumers (nil = all) had from each producer on the days of
// r, by month; those with fewer than two producers are left out.
func (s *Service) pairMonths(ctx context.Context, known states, op Operation, r civil.Range, chosen []id.ID) ([]PairMonth, error) {
	sum := sha256.New()
	for _, one := range chosen {
		sum.Write([]byte(one))
	}
	whose := string(sum.Sum(nil))
	key := func(m civil.Month) recallKey {
		return recallKey{operationID: op.ID, kind: recallPairs, about: r.Intersect(m.Range()).String() + whose}
	}
	held := map[civil.Month]*PairMonth{}
	var missing []civil.Month
	for _, m := range civil.MonthsOf(r) {
		missing = append(missing, s.lookUp(known, []civil.Month{m}, key(m), func(m civil.Month, value any) { held[m] = value.(*PairMonth) })...)
	}
	if len(missing) > 0 {
		read, err := s.readPairs(ctx, op, missing, r, chosen)
		if err != nil {
			return nil, err
		}
		for i := range read {
			held[read[i].Month] = &read[i]
		}
		for _, m := range missing {
			bytes := 0
			if p := held[m]; p != nil {
				bytes = 8*len(p.Totals) + 52*(len(p.Consumers)+len(p.Producers))
			}
			s.keepMonth(known, m, key(m), held[m], bytes)
		}
	}
	var out []PairMonth
	for _, m := range civil.MonthsOf(r) {
		if p := held[m]; p != nil {
			out = append(out, *p)
		}
	}
	return out, nil
}

func (s *Service) readPairs(ctx context.Context, op Operation, months []civil.Month, r civil.Range, chosen []id.ID) ([]PairMonth, error) {
	all, err := s.rollups.Pairs(ctx, op.ID, PairQuery{Months: months, Partial: partial(months, r), Consumers: chosen})
	if err != nil {
		return nil, err
	}
	if err := s.splitAgain(ctx, op, all, r); err != nil {
		return nil, err
	}
	for i := range all {
		all[i].Producers, all[i].Days = s.roster(op.ID, all[i].Producers), nil
	}
	return all, nil
}
