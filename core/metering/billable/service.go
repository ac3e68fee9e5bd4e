// Package billable tells other contexts what may be billed of the stored energy, and what lacks.
package billable

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/loadcurve"
	"github.com/openpmo/pmo/core/metering/monthly"
	"github.com/openpmo/pmo/core/metering/rollup"
	"github.com/openpmo/pmo/core/metering/view"
	"github.com/openpmo/pmo/core/policy"
)

// Deps are what the service works with.
type Deps struct {
	Curves    metering.Curves
	Now       func() time.Time
	Perimeter metering.Perimeter
	Rollups   rollup.Rollups
	Monthly   *monthly.Service
	Rollup    *rollup.Service
}

// Service tells other contexts what may be billed.
type Service struct {
	curves    metering.Curves
	now       func() time.Time
	perimeter metering.Perimeter
	rollups   rollup.Rollups
	monthly   *monthly.Service
	rollup    *rollup.Service
}

// New makes the service.
func New(d Deps) *Service {
	if d.Now == nil {
		d.Now = time.Now
	}
	return &Service{curves: d.Curves, now: d.Now, perimeter: d.Perimeter, rollups: d.Rollups, monthly: d.Monthly, rollup: d.Rollup}
}

// PairEnergy is the energy each consumer received from each producer in a period; the
// pairs of a consumer add up to its shared energy exactly. Pairs without energy are
// left out.
func (s *Service) PairEnergy(ctx context.Context, operationID id.ID, days civil.Range) (map[metering.Pair]energy.MilliWh, error) {
	op, err := s.perimeter.Operation(ctx, operationID)
	if err != nil {
		return nil, err
	}
	if err := s.rollup.Renew(ctx, operationID, civil.MonthsOf(days)); err != nil {
		return nil, err
	}
	all, err := s.monthly.Pairs(ctx, nil, op, days, nil)
	if err != nil {
		return nil, err
	}
	out := map[metering.Pair]energy.MilliWh{}
	for consumer, row := range all.Values {
		for producer, e := range row {
			if e != 0 {
				out[metering.Pair{ConsumerID: all.Consumers.IDs[consumer], ProducerID: all.Producers.IDs[producer]}] = e
			}
		}
	}
	return out, nil
}

// siteRows reads the rows that the bills of some participants rest on, by number.
func (s *Service) siteRows(ctx context.Context, operationID id.ID, sites []metering.Site, days civil.Range) (map[string][]metering.SeriesMonth, error) {
	dsoIDs := make([]string, len(sites))
	for i, site := range sites {
		dsoIDs[i] = site.DsoID
	}
	rows, err := s.curves.OfSites(ctx, operationID, dsoIDs, []metering.Nature{metering.Autoconso, metering.Prod, metering.Surplus}, civil.MonthsOf(days), false)
	out := map[string][]metering.SeriesMonth{}
	for _, row := range rows {
		if row.Origin == metering.DSO && (row.Nature != metering.Surplus || !row.Derived) {
			out[row.DsoID] = append(out[row.DsoID], row)
		}
	}
	return out, err
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
	used := slices.DeleteFunc(sites, func(site metering.Site) bool {
		return !site.Plays(metering.Producer) && len(wanted) > 0 && !wanted[site.ParticipantID]
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
			if site.Plays(row.Side) {
				fmt.Fprintf(sum, "%s %d %d %x\n", row.Month, row.Nature, row.Side, row.Hash)
			}
		}
	}
	all, err := s.rollups.Pairs(ctx, operationID, rollup.PairQuery{Months: civil.MonthsOf(days)})
	for _, m := range all {
		if m.Apart&metering.MaskOf(m.Month, days) != 0 {
			fmt.Fprintln(sum, m.Month, m.Apart, m.Totals)
		}
	}
	return sum.Sum(nil), err
}

// DailyEnergy is what consumers received on each civil day of a period, pair by pair; a
// pair without producer is from all of them. Absent stands on days of which not every
// step is known, and on those outside the consumer's activation: a gap is not zero. The
// days of a pair add up to its PairEnergy exactly. Pairs without any day are left out.
func (s *Service) DailyEnergy(ctx context.Context, operationID id.ID, pairs []metering.Pair, days civil.Range) (map[metering.Pair][]energy.MilliWh, error) {
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
	wanted := metering.Chosen(sites, consumers)
	dsoIDs, of := make([]string, len(wanted)), make(map[id.ID]metering.Site, len(wanted))
	for i, site := range wanted {
		dsoIDs[i], of[site.ParticipantID] = site.DsoID, site
	}
	rows, err := s.curves.OfSites(ctx, operationID, dsoIDs, []metering.Nature{metering.Autoconso}, civil.MonthsOf(days), splits != nil)
	if err != nil {
		return nil, err
	}
	received := map[string][]metering.SeriesMonth{}
	for _, row := range rows {
		if row.Side == metering.Consumer && row.Origin == metering.DSO {
			received[row.DsoID] = append(received[row.DsoID], row)
		}
	}
	out := make(map[metering.Pair][]energy.MilliWh, len(pairs))
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

// EnergyAt is what pairs had at some hours of the civil days of a period; a pair without producer is
// from all of them. A step that is partly within the hours counts for its minutes, cut to the mWh: the
// rest is of the others. Gaps count nothing.
func (s *Service) EnergyAt(ctx context.Context, operationID id.ID, asked []metering.AtHours, days civil.Range) (map[metering.AtHours]energy.MilliWh, error) {
	op, err := s.perimeter.Operation(ctx, operationID)
	if err != nil {
		return nil, err
	}
	sites, err := s.perimeter.Sites(ctx, operationID)
	if err != nil {
		return nil, err
	}
	pairs, consumers, of := make([]metering.Pair, len(asked)), make([]id.ID, len(asked)), map[id.ID][]metering.AtHours{}
	for n, one := range asked {
		pairs[n], consumers[n] = one.Pair, one.ConsumerID
		of[one.ConsumerID] = append(of[one.ConsumerID], one)
	}
	splits, err := s.dailySplits(ctx, op, sites, pairs, days)
	if err != nil {
		return nil, err
	}
	heads, err := s.rollup.PairHeads(ctx, op, civil.MonthsOf(days))
	if err != nil {
		return nil, err
	}
	wanted := metering.Chosen(sites, consumers)
	dsoIDs := make([]string, len(wanted))
	for i, site := range wanted {
		dsoIDs[i] = site.DsoID
	}
	rows, err := s.curves.OfSites(ctx, operationID, dsoIDs, []metering.Nature{metering.Autoconso}, civil.MonthsOf(days), true)
	if err != nil {
		return nil, err
	}
	received := map[string][]metering.SeriesMonth{}
	for _, row := range rows {
		if row.Side == metering.Consumer && row.Origin == metering.DSO {
			received[row.DsoID] = append(received[row.DsoID], row)
		}
	}
	out, walls := make(map[metering.AtHours]energy.MilliWh, len(asked)), wallClocks{}
	for _, site := range wanted {
		own, err := s.splitsOf(ctx, op, splits, heads, site.ParticipantID)
		if err != nil {
			return nil, err
		}
		for _, row := range received[site.DsoID] {
			for _, one := range of[site.ParticipantID] {
				e, err := energyAt(row, one, own, days.Intersect(site.Period), op.Operator.Zone(), walls)
				if err != nil {
					return nil, err
				}
				out[one] += e
			}
		}
	}
	return out, nil
}

// splitsOf are the splits of months with what was shared apart, step by step, of one consumer.
func (s *Service) splitsOf(ctx context.Context, op metering.Operation, splits map[civil.Month]rollup.MonthSplit, heads map[civil.Month]rollup.PairMonth, consumer id.ID) (map[civil.Month]rollup.MonthSplit, error) {
	own := map[civil.Month]rollup.MonthSplit{}
	for month, split := range splits {
		if heads[month].Apart != 0 {
			own[month] = split
		}
	}
	if len(own) == 0 {
		return splits, nil
	}
	err := s.rollup.MarkApart(ctx, op, own, heads, consumer)
	for month, split := range splits {
		if _, apart := own[month]; !apart {
			own[month] = split
		}
	}
	return own, err
}

// dailySplits divides the months among producers where there are several and a pair
// asks for one of them; nil = what a consumer received is its pair.
func (s *Service) dailySplits(ctx context.Context, op metering.Operation, sites []metering.Site, pairs []metering.Pair, days civil.Range) (map[civil.Month]rollup.MonthSplit, error) {
	producers, asked := 0, false
	for _, site := range sites {
		if site.Plays(metering.Producer) && site.Period.Overlaps(days) {
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
	heads, err := s.rollup.PairHeads(ctx, op, months)
	if err != nil {
		return nil, err
	}
	splits, err := s.rollup.MonthSplits(ctx, op, sites, months, heads, rollup.WholeMonth)
	if err != nil {
		return nil, err
	}
	return splits, s.rollup.MarkApart(ctx, op, splits, heads, "")
}

// PairsInDoubt are the days of a period on which it cannot be said from whom the energy of
// a consumer came: what it received, whom the key lets it have energy of, and what
// producers gave contradict each other. It is for bill runs; who calls it has asked.
func (s *Service) PairsInDoubt(ctx context.Context, operationID id.ID, days civil.Range) (map[id.ID][]civil.Date, error) {
	doubts, err := s.Doubts(ctx, operationID, days)
	out := map[id.ID][]civil.Date{}
	for _, d := range doubts {
		out[d.Site.ParticipantID] = append(out[d.Site.ParticipantID], d.Day)
	}
	return out, err
}

// Doubts are they with what is wrong, by day and number. Who calls it has asked.
func (s *Service) Doubts(ctx context.Context, operationID id.ID, days civil.Range) ([]Doubt, error) {
	all, err := s.rollups.Findings(ctx, operationID, civil.MonthsOf(days))
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(f metering.Finding) bool { return f.Kind != metering.PairsContradict || !days.Contains(f.Day) })
	if len(all) == 0 {
		return nil, nil
	}
	sites, err := s.perimeter.Sites(ctx, operationID)
	var out []Doubt
	for _, f := range all {
		for _, site := range sites {
			if site.DsoID == f.DsoID && site.Plays(metering.Consumer) && site.Period.Contains(f.Day) {
				out = append(out, Doubt{site, f})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b Doubt) int { return cmp.Compare(a.Day, b.Day) })
	return out, err
}

// Energies reads a month of an operation. It is for other contexts, after their own
// permission check. Error: operation.notFound.
func (s *Service) Energies(ctx context.Context, operationID id.ID, month civil.Month) (Energies, error) {
	op, err := s.perimeter.Operation(ctx, operationID)
	if err != nil {
		return Energies{}, err
	}
	sites, err := s.perimeter.Sites(ctx, operationID)
	if err != nil {
		return Energies{}, err
	}
	rows, err := s.energyRows(ctx, operationID, month)
	if err != nil {
		return Energies{}, err
	}
	curves := rollup.SiteCurvesOf(rollup.Input{Op: op, Month: month, Sites: sites, Curves: rows})
	out := Energies{Month: month, Grid: curves.Grid.Grid, Starts: curves.Grid.Starts}
	if out.Algorithm, err = s.rollup.AlgorithmOf(ctx, op, month); err != nil {
		return Energies{}, err
	}
	used, err := curves.Energies(metering.NatureSide{Nature: metering.Conso, Side: metering.Consumer})
	if err != nil {
		return Energies{}, err
	}
	made, err := curves.Energies(metering.NatureSide{Nature: metering.Prod, Side: metering.Producer})
	if err != nil {
		return Energies{}, err
	}
	out.Consumers, out.Consumption = used.Sites, used.Columns
	out.Producers, out.Production = made.Sites, made.Columns
	out.Gaps, out.Without = slices.Concat(used.Gaps, made.Gaps), slices.Concat(used.Without, made.Without)
	out.Quality = metering.Lower(used.Quality, made.Quality)
	return out, nil
}

// energyRows reads the rows of a month that say what was drawn and made, with chunks.
func (s *Service) energyRows(ctx context.Context, operationID id.ID, month civil.Month) ([]metering.SeriesMonth, error) {
	return s.rollup.MonthRows(ctx, operationID, month, rollup.IsEnergy)
}

// PutExpectation compares the curves of an expectation with those stored, counts them
// and those that differ, and with write replaces these: then it belongs into a
// transaction. Where pmo is the operator it is compared with what was published, and
// write shares the month again. It is for other contexts, after their own permission
// check. Error: operation.notFound.
func (s *Service) PutExpectation(ctx context.Context, operationID id.ID, x Expectation, write bool) (sites, different int, err error) {
	op, err := s.perimeter.Operation(ctx, operationID)
	if err != nil {
		return 0, 0, err
	}
	if write {
		if err := s.curves.Lock(ctx, operationID, []civil.Month{x.Month}); err != nil {
			return 0, 0, err
		}
	}
	origin := metering.Expected
	if op.Operator.Capabilities().AllocatesHere {
		origin = metering.DSO
	}
	rows, err := x.rows(op.Operator.Zone(), origin)
	if err != nil {
		return 0, 0, err
	}
	stored, err := s.curves.Month(ctx, operationID, x.Month)
	if err != nil {
		return 0, 0, err
	}
	var changed []metering.SeriesMonth
	if origin == metering.DSO {
		changed, err = s.differingValues(ctx, operationID, rows, stored)
	} else {
		changed = differing(rows, stored)
	}
	if err != nil {
		return 0, 0, err
	}
	if !write || len(changed) == 0 {
		return len(rows), len(changed), nil
	}
	if origin == metering.DSO {
		return len(rows), len(changed), s.rollup.Rebuild(ctx, operationID, x.Month.Range())
	}
	return len(rows), len(changed), s.curves.Write(ctx, operationID, "", changed)
}

// differingValues are the rows of which a value is stored otherwise. Qualities are not
// compared: what was published has those of the curves it was shared from.
func (s *Service) differingValues(ctx context.Context, operationID id.ID, rows, stored []metering.SeriesMonth) ([]metering.SeriesMonth, error) {
	changed := differing(rows, stored)
	at, keys := map[metering.SeriesKey]int{}, make([]metering.SeriesKey, len(changed))
	for i, row := range changed {
		at[row.SeriesKey], keys[i] = i, row.SeriesKey
	}
	if len(changed) == 0 {
		return nil, nil
	}
	same := make([]bool, len(changed))
	err := s.curves.Chunks(ctx, operationID, rows[0].Month, keys, func(key metering.SeriesKey, chunk []byte) error {
		var old rollup.Scratch
		i := at[key]
		curve, err := old.Decode(metering.SeriesMonth{Chunk: chunk}, time.Duration(changed[i].Step)*time.Second)
		same[i] = err == nil && slices.Equal(curve.Values, changed[i].Curve.Values)
		return err
	})
	i := 0
	return slices.DeleteFunc(changed, func(metering.SeriesMonth) bool { i++; return same[i-1] }), err
}

// Received reads what each consumer received day by day. It is for other contexts,
// after their own permission check. Error: operation.notFound.
func (s *Service) Received(ctx context.Context, operationID id.ID, days civil.Range) ([]SiteReceived, error) {
	sites, err := s.perimeter.Sites(ctx, operationID)
	if err != nil {
		return nil, err
	}
	out := make([]SiteReceived, 0, len(sites))
	for _, site := range sites {
		if site.Plays(metering.Consumer) && site.Period.Overlaps(days) {
			out = append(out, SiteReceived{Site: site})
		}
	}
	for m := civil.MonthOf(days.From); m <= civil.MonthOf(days.Last()); m++ {
		rows, err := s.curves.Month(ctx, operationID, m)
		if err != nil {
			return nil, err
		}
		at := map[metering.SeriesKey]metering.SeriesMonth{}
		for _, row := range rows {
			at[row.SeriesKey] = row
		}
		for i := range out {
			out[i].add(m, days, at)
		}
	}
	return out, nil
}

// ReceivedAt is what a site received at one step of a month on a grid of that width, by
// the operator; ok is false where that is not known. It is for other contexts, after
// their own permission check.
func (s *Service) ReceivedAt(ctx context.Context, operationID id.ID, dsoID string, month civil.Month, width time.Duration, step int) (v energy.MilliWh, ok bool, err error) {
	rows, err := s.curves.OfSites(ctx, operationID, []string{dsoID}, []metering.Nature{metering.Autoconso}, []civil.Month{month}, true)
	if err != nil {
		return 0, false, err
	}
	for _, row := range rows {
		if row.Side != metering.Consumer || row.Origin != metering.DSO {
			continue
		}
		var memory rollup.Scratch
		curve, err := memory.Decode(row, width)
		if err != nil || step >= curve.N {
			return 0, false, err
		}
		at := 0
		for _, run := range curve.Quality {
			if at += run.Count; step < at {
				return curve.Values[step], run.Quality != loadcurve.Missing, nil
			}
		}
	}
	return 0, false, nil
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
		sites = metering.Chosen(sites, participantIDs)
	}
	return s.lackingOf(ctx, operationID, sites, metering.FinalityOf(op, s.now()), days)
}

// Coverage says of each side of each site that takes part in some months what lacks of it, month
// by month, sites in their order; a participant learns of its own sites. It is for other
// contexts, after their own permission check. Error: operation.notFound.
func (s *Service) Coverage(ctx context.Context, p policy.Principal, operationID id.ID, months []civil.Month) ([]SideMonth, error) {
	op, err := s.perimeter.Operation(ctx, operationID)
	if err != nil {
		return nil, err
	}
	sites, err := s.perimeter.Sites(ctx, operationID)
	if err != nil {
		return nil, err
	}
	sites = slices.DeleteFunc(slices.Clone(sites), func(site metering.Site) bool { return !metering.MaySee(p, site.ParticipantID) })
	if len(sites) == 0 || len(months) == 0 {
		return nil, nil
	}
	numbers := make([]string, len(sites))
	for i, site := range sites {
		numbers[i] = site.DsoID
	}
	rows, err := s.curves.OfSites(ctx, operationID, numbers, []metering.Nature{metering.Conso, metering.Autoconso, metering.Prod}, months, false)
	if err != nil {
		return nil, err
	}
	stored := map[sideCurve]metering.Days{}
	for _, row := range rows {
		if row.Origin == metering.DSO {
			stored[sideCurve{row.DsoID, row.Side, row.Nature, row.Month}] = row.Days
		}
	}
	final := metering.FinalityOf(op, s.now())
	var out []SideMonth
	for _, month := range months {
		for _, site := range sites {
			days := metering.VisibleDays(p, site).Intersect(month.Range())
			for _, side := range []metering.Side{metering.Consumer, metering.Producer} {
				if days.IsEmpty() || !site.Plays(side) {
					continue
				}
				one := SideMonth{Site: site, Side: side, Month: month, Days: days}
				one.Missing, one.Provisional = cover(stored[sideCurve{site.DsoID, side, billedNature(side), month}], month, days, final)
				one.Measured = len(one.Missing) == 0
				of := func(nature metering.Nature) KnownDays {
					return knownDays(stored[sideCurve{site.DsoID, side, nature, month}], month, days)
				}
				if side == metering.Consumer {
					one.Consumed, one.Received = of(metering.Conso), of(metering.Autoconso)
					one.Measured = one.Measured || one.Consumed.Whole == one.Consumed.Owed
				} else {
					one.Produced = of(metering.Prod)
				}
				out = append(out, one)
			}
		}
	}
	return out, nil
}

// lackingOf is lacking of each side of some sites.
func (s *Service) lackingOf(ctx context.Context, operationID id.ID, sites []metering.Site, final metering.Finality, days civil.Range) (map[Billed][]civil.Date, error) {
	if len(sites) == 0 {
		return nil, nil
	}
	rows, err := s.siteRows(ctx, operationID, sites, days)
	if err != nil {
		return nil, err
	}
	out := map[Billed][]civil.Date{}
	for _, site := range sites {
		for _, side := range []metering.Side{metering.Consumer, metering.Producer} {
			if !site.Plays(side) {
				continue
			}
			if lacks := lacking(rows[site.DsoID], side, final, days.Intersect(site.Period)); len(lacks) > 0 {
				out[Billed{site.ParticipantID, side}] = lacks
			}
		}
	}
	return out, nil
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
	sums, err := s.rollups.Sums(ctx, operationID, rollup.SumQuery{Natures: []metering.Nature{metering.Autoconso, metering.Prod}})
	if err != nil {
		return 0, false, err
	}
	months := make([]view.CurveMonth, len(sums))
	for i, m := range sums {
		months[i] = view.CurveMonth{Month: m.Month, Nature: m.Nature, Side: m.Side, Step: m.Step, Days: m.Days, Chunk: nil}
	}
	final := metering.FinalityOf(op, s.now())
	whole := view.WholeMonths(months, final, metering.NatureSide{Nature: metering.Autoconso, Side: metering.Consumer})
	var both []metering.Site // their second side is not owed for a month to be complete, yet it is billed
	if makers := metering.Playing(sites, metering.Producer); len(makers) > 1 {
		made := view.WholeMonths(months, final, metering.NatureSide{Nature: metering.Prod, Side: metering.Producer})
		maps.DeleteFunc(whole, func(m civil.Month, _ bool) bool { return !made[m] })
		both = slices.DeleteFunc(makers, func(site metering.Site) bool { return !site.Prosumer })
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

// dailyOf lays the months of one consumer side by side; nil when no day is known.
func dailyOf(rows []metering.SeriesMonth, pair metering.Pair, splits map[civil.Month]rollup.MonthSplit, days, active civil.Range) ([]energy.MilliWh, error) {
	var out []energy.MilliWh
	for _, row := range rows {
		of := row.Days
		if split, ok := splits[row.Month]; ok && !pair.ProducerID.IsZero() {
			shared, err := metering.DecodeAt(row.Chunk, int32(split.Grid.Step.Seconds()))
			if err != nil {
				return nil, err
			}
			of = split.Days(shared, pair)
		}
		in := active.Intersect(row.Month.Range())
		for d := in.From; d < in.To; d++ {
			one := of[d-row.Month.First()]
			if !one.State.Has(metering.HasData | metering.Whole) {
				continue
			}
			if out == nil {
				out = make([]energy.MilliWh, days.Days())
				for i := range out {
					out[i] = metering.Absent
				}
			}
			out[d-days.From] = one.Sum
		}
	}
	return out, nil
}

// Doubt is a day of PairsInDoubt.
type Doubt struct {
	Site metering.Site
	metering.Finding
}

// Energies is what the sites of an operation drew and made in a month, on one grid, by
// the operator's figures.
type Energies struct {
	Month civil.Month
	loadcurve.Grid
	Starts               []int // step at which each civil day begins, and N
	Consumers, Producers []metering.Site
	// Consumption and Production are [site][step], in the order of the sites (ascending
	// participant id), zero outside the days of a site and in gaps.
	Consumption, Production [][]energy.MilliWh
	// Quality is the lowest of all sites that take part, step by step; missing on the days
	// of those that have sent nothing.
	Quality loadcurve.Runs
	// Algorithm is the version of the arithmetic that the month was shared by, or would be.
	Algorithm int
	// Gaps are the sites whose curves lack steps of their days; Without those that take part
	// and have no curve at all in the month.
	Gaps, Without []metering.Site
}

// SiteMonths is what each side of each site had on some days, month by month, of all sites of an
// operation; sides without any curve are left out. It is for other contexts, after their own permission
// check.
func (s *Service) SiteMonths(ctx context.Context, operationID id.ID, days civil.Range) ([]SiteMonth, error) {
	months := civil.MonthsOf(days)
	if err := s.rollup.Renew(ctx, operationID, months); err != nil {
		return nil, err
	}
	all, err := s.monthly.Distributions(ctx, nil, operationID, months, days, []metering.Nature{metering.Conso, metering.Prod, metering.Autoconso, metering.Surplus})
	if err != nil {
		return nil, err
	}
	type key struct {
		Billed
		month civil.Month
	}
	at := map[key]int{}
	var out []SiteMonth
	for _, d := range all {
		for n, participantID := range d.Participants {
			if d.Totals[n] == metering.Absent {
				continue
			}
			k := key{Billed{participantID, d.Side}, d.Month}
			place, known := at[k]
			if !known {
				place = len(out)
				at[k] = place
				out = append(out, SiteMonth{Billed: k.Billed, Month: d.Month, Whole: metering.Absent, Shared: metering.Absent, Surplus: metering.Absent})
			}
			switch d.Nature {
			case metering.Conso, metering.Prod:
				out[place].Whole = d.Totals[n]
			case metering.Autoconso:
				out[place].Shared = d.Totals[n]
			case metering.Surplus:
				out[place].Surplus = d.Totals[n]
			}
		}
	}
	return out, nil
}
