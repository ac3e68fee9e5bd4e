package metering

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
)

// The methods of this file are for bill runs and other work inside the server: they ask
// no policy. Who calls them has.

// PairEnergy is the energy each consumer received from each producer in a period; the
// pairs of a consumer add up to its shared energy exactly. Pairs without energy are
// left out.
func (s *Service) PairEnergy(ctx context.Context, operationID id.ID, days civil.Range) (map[Pair]energy.MilliWh, error) {
	op, err := s.perimeter.Operation(ctx, operationID)
	if err != nil {
		return nil, err
	}
	if err := s.renew(ctx, operationID, civil.MonthsOf(days)); err != nil {
		return nil, err
	}
	all, err := s.pairs(ctx, nil, op, days, nil)
	if err != nil {
		return nil, err
	}
	out := map[Pair]energy.MilliWh{}
	for consumer, row := range all.values {
		for producer, e := range row {
			if e != 0 {
				out[Pair{all.consumers.ids[consumer], all.producers.ids[producer]}] = e
			}
		}
	}
	return out, nil
}

// siteRows reads the rows that the bills of some participants rest on, by number.
func (s *Service) siteRows(ctx context.Context, operationID id.ID, sites []Site, days civil.Range) (map[string][]SeriesMonth, error) {
	dsoIDs := make([]string, len(sites))
	for i, site := range sites {
		dsoIDs[i] = site.DsoID
	}
	rows, err := s.curves.OfSites(ctx, operationID, dsoIDs, []Nature{Autoconso, Prod, Surplus}, civil.MonthsOf(days), false)
	out := map[string][]SeriesMonth{}
	for _, row := range rows {
		if row.Origin == DSO && (row.Nature != Surplus || !row.Derived) {
			out[row.DsoID] = append(out[row.DsoID], row)
		}
	}
	return out, err
}

// chosen are the sites of some participants, in their order.
func chosen(sites []Site, participantIDs []id.ID) []Site {
	wanted := make(map[id.ID]bool, len(participantIDs))
	for _, one := range participantIDs {
		wanted[one] = true
	}
	var out []Site
	for _, site := range sites {
		if wanted[site.ParticipantID] {
			out = append(out, site)
		}
	}
	return out
}

// playing are the sites that play a side, in their order.
func playing(sites []Site, side Side) []Site {
	var out []Site
	for _, site := range sites {
		if site.plays(side) {
			out = append(out, site)
		}
	}
	return out
}

// Fingerprint names the data that the energy of some participants in a period was
// computed from: the content of their own curves, and those of all producers, which
// decide who gave what; where the key says that, what all consumers had of each. Equal
// data give equal bytes.
func (s *Service) Fingerprint(ctx context.Context, operationID id.ID, participantIDs []id.ID, days civil.Range) ([]byte, error) {
	sites, err := s.perimeter.Sites(ctx, operationID)
	if err != nil {
		return nil, err
	}
	wanted := make(map[id.ID]bool, len(participantIDs))
	for _, one := range participantIDs {
		wanted[one] = true
	}
	used := slices.DeleteFunc(sites, func(site Site) bool {
		return !site.plays(Producer) && len(wanted) > 0 && !wanted[site.ParticipantID]
	})
	rows, err := s.siteRows(ctx, operationID, used, days)
	if err != nil {
		return nil, err
	}
	sum := sha256.New()
	for _, site := range used {
		active := site.Period.Intersect(days)
		if active.IsEmpty() {
			continue
		}
		fmt.Fprintln(sum, site.ParticipantID, site.DsoID, active)
		for _, row := range rows[site.DsoID] {
			if site.plays(row.Side) {
				fmt.Fprintf(sum, "%s %d %d %x\n", row.Month, row.Nature, row.Side, row.Hash)
			}
		}
	}
	op, err := s.perimeter.Operation(ctx, operationID)
	if err != nil {
		return nil, err
	}
	all, err := s.rollups.Pairs(ctx, operationID, PairQuery{Months: civil.MonthsOf(days)})
	for _, m := range all {
		if m.Apart&maskOf(m.Month, days) != 0 && !op.Operator.Capabilities().AllocatesHere {
			fmt.Fprintln(sum, m.Month, m.Apart, m.Totals)
		}
	}
	return sum.Sum(nil), err
}

// LatestDay is the last day with data of each operation that has some.
func (s *Service) LatestDay(ctx context.Context, operationIDs []id.ID) (map[id.ID]civil.Date, error) {
	return s.rollups.LatestDays(ctx, operationIDs)
}

// LatestDays is the last day with data of each participant that has some, within its
// activation.
func (s *Service) LatestDays(ctx context.Context, participantIDs []id.ID) (map[id.ID]civil.Date, error) {
	rows, err := s.curves.Latest(ctx, participantIDs)
	out := map[id.ID]civil.Date{}
	for _, row := range rows {
		first, days := row.Days.in(row.Month, row.Period)
		for i, day := range days {
			if at := first + civil.Date(i); day.State.Has(HasData) && at > out[row.ParticipantID] {
				out[row.ParticipantID] = at
			}
		}
	}
	return out, err
}

// KeyChanged shares again what pmo shares as the operator itself, from a day on, in the
// transaction that changes the key or the coefficients. Where another one shares, it finds
// again whom the energy of its consumers came from.
func (s *Service) KeyChanged(ctx context.Context, operationID id.ID, from civil.Date) error {
	op, err := s.perimeter.Operation(ctx, operationID)
	if err != nil {
		return err
	}
	since := civil.Range{From: from, To: civil.Forever}
	if !op.Operator.Capabilities().AllocatesHere {
		months, err := s.curves.MonthsWithData(ctx, operationID, since)
		if err != nil || len(months) == 0 {
			return err
		}
		if heads, err := s.pairHeads(ctx, op, months); err != nil || len(heads) == 0 {
			return err
		}
	}
	return s.Rebuild(ctx, operationID, since)
}

// Rebuild sums again the months of a period that have data, after a change of who takes
// part in it. It belongs into the transaction of that change, which locks and audits.
// An import that is under way has ended, or begins with what the change made: also the
// first one, when no month has data yet.
func (s *Service) Rebuild(ctx context.Context, operationID id.ID, days civil.Range) error {
	if err := s.perimeter.Lock(ctx, operationID); err != nil {
		return err
	}
	months, err := s.curves.MonthsWithData(ctx, operationID, days)
	if err != nil || len(months) == 0 {
		return err
	}
	if err := s.curves.Lock(ctx, operationID, months); err != nil {
		return err
	}
	if err := s.sumAgain(ctx, operationID, months); err != nil {
		return err
	}
	return s.tellChanges(ctx, operationID, months)
}
