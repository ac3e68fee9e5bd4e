// Package rollup sums operation months: what operators leave to others is derived, every curve is
// added up by side and nature, each participant has its days, each pair its energy, and what
// contradicts itself is found. Rebuilt in the transaction that changed a curve, who takes
// part, or the key.
package rollup

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/allocation/share"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/event"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/pairing"
	"github.com/openpmo/pmo/core/tx"
)

// Deps are what the service works with.
type Deps struct {
	Curves    metering.Curves
	Events    event.Publisher // nil = nobody hears
	Invoices  Invoices
	Keys      pairing.Keys
	Perimeter metering.Perimeter
	Rollups   Rollups
	Tx        tx.Runner
}

// Service holds the sums of operation months.
type Service struct {
	curves    metering.Curves
	events    event.Publisher
	invoices  Invoices
	keys      pairing.Keys
	perimeter metering.Perimeter
	rollups   Rollups
	tx        tx.Runner
}

// New makes the service.
func New(d Deps) *Service {
	return &Service{curves: d.Curves, events: d.Events, invoices: d.Invoices, keys: d.Keys, perimeter: d.Perimeter, rollups: d.Rollups, tx: d.Tx}
}

// IsEnergy reports whether a row is what keys share out: what consumers use, and what
// producers make.
func IsEnergy(row metering.SeriesMonth) bool {
	return row.Nature == metering.Conso && row.Side == metering.Consumer || row.Nature == metering.Prod && row.Side == metering.Producer
}

// MonthRows reads those rows of a month that are wanted, with chunks.
func (s *Service) MonthRows(ctx context.Context, operationID id.ID, month civil.Month, wanted func(metering.SeriesMonth) bool) ([]metering.SeriesMonth, error) {
	all, err := s.curves.Month(ctx, operationID, month)
	if err != nil {
		return nil, err
	}
	at := map[metering.SeriesKey]int{}
	var rows []metering.SeriesMonth
	var keys []metering.SeriesKey
	for _, row := range all {
		if row.Origin == metering.DSO && wanted(row) {
			at[row.SeriesKey] = len(rows)
			rows, keys = append(rows, row), append(keys, row.SeriesKey)
		}
	}
	if len(rows) == 0 {
		return nil, nil
	}
	return rows, s.curves.Chunks(ctx, operationID, month, keys, func(key metering.SeriesKey, chunk []byte) error {
		rows[at[key]].Chunk = append([]byte(nil), chunk...)
		return nil
	})
}

// LockMonth keeps others from changing the curves of a month until the transaction ends. It
// is for other contexts, which read what they then write about.
func (s *Service) LockMonth(ctx context.Context, operationID id.ID, m civil.Month) error {
	return s.curves.Lock(ctx, operationID, []civil.Month{m})
}

// MonthsSince lists the months with curves from a day on, ascending. It is for other contexts,
// after their own permission check.
func (s *Service) MonthsSince(ctx context.Context, operationID id.ID, from civil.Date) ([]civil.Month, error) {
	return s.curves.MonthsWithData(ctx, operationID, civil.Range{From: from, To: civil.Forever})
}

// PublishChanges does so after an import or a change of the perimeter, in its transaction.
func (s *Service) PublishChanges(ctx context.Context, operationID id.ID, months []civil.Month) error {
	if len(months) == 0 {
		return nil
	}
	return event.Publish(ctx, s.events, metering.CurvesChanged{OperationID: operationID, Months: months})
}

// Invoiced reports whether published invoices bill a day of a month, and whether one was
// billed without anything to pay.
func (s *Service) Invoiced(ctx context.Context, operationID id.ID, m civil.Month) (invoiced, notCharged bool, err error) {
	if s.invoices == nil {
		return false, false, nil
	}
	if notCharged, err = s.invoices.NotCharged(ctx, operationID, m); err != nil {
		return false, false, err
	}
	invoiced, err = s.invoices.Invoiced(ctx, operationID, m)
	return invoiced, notCharged, err
}

// Change is a month whose curves are to be summed: the rows as they will be, by key,
// and those of them that are new or changed.
type Change struct {
	Op      metering.Operation
	Sites   []metering.Site
	Month   civil.Month
	Rows    map[metering.SeriesKey]metering.SeriesMonth
	Changed []metering.SeriesMonth
	// What was found of the files on the way in, and which import brought them; none where
	// the perimeter or a key changed.
	Arrived  []metering.Finding
	ImportID id.ID
}

// SumMonth sums a month, and with write stores the changed rows and what follows from
// them. It gives what there is to say of the sums.
func (s *Service) SumMonth(ctx context.Context, c Change, write bool) ([]*fault.Error, error) {
	out, err := s.build(ctx, c)
	if err != nil || !write {
		return out.Warnings, err
	}
	if err := s.curves.Write(ctx, c.Op.ID, c.ImportID, slices.Concat(c.Changed, out.Derived)); err != nil {
		return out.Warnings, err
	}
	return out.Warnings, s.rollups.Write(ctx, c.Op.ID, out.Rollup)
}

// MonthCurves reads the rows of a month by key, without chunks.
func (s *Service) MonthCurves(ctx context.Context, operationID id.ID, m civil.Month) (map[metering.SeriesKey]metering.SeriesMonth, error) {
	rows, err := s.curves.Month(ctx, operationID, m)
	out := make(map[metering.SeriesKey]metering.SeriesMonth, len(rows))
	for _, row := range rows {
		out[row.SeriesKey] = row
	}
	return out, err
}

// build reads the chunks that are not at hand and sums a month.
func (s *Service) build(ctx context.Context, c Change) (Output, error) {
	op, m, rows := c.Op, c.Month, c.Rows
	var wanted []metering.SeriesKey
	for key, row := range rows {
		if row.Chunk == nil && !row.Derived && key.Origin == metering.DSO {
			wanted = append(wanted, key)
		}
	}
	slices.SortFunc(wanted, metering.SeriesKey.Compare)
	if len(wanted) > 0 {
		err := s.curves.Chunks(ctx, op.ID, m, wanted, func(key metering.SeriesKey, chunk []byte) error {
			row := rows[key]
			row.Chunk = slices.Clone(chunk)
			rows[key] = row
			return nil
		})
		if err != nil {
			return Output{}, err
		}
	}
	before, err := s.rollups.Findings(ctx, op.ID, []civil.Month{m})
	if err != nil {
		return Output{}, err
	}
	in := Input{Op: op, Month: m, Sites: c.Sites, before: before, arrived: c.Arrived}
	if in.algorithm, err = s.AlgorithmOf(ctx, op, m); err != nil {
		return Output{}, err
	}
	in.Curves = make([]metering.SeriesMonth, 0, len(rows))
	for key, row := range rows {
		if key.Origin == metering.DSO {
			in.Curves = append(in.Curves, row)
		}
	}
	slices.SortFunc(in.Curves, func(a, b metering.SeriesMonth) int { return a.Compare(b.SeriesKey) })
	if s.keys != nil {
		in.keys = func(q pairing.KeyQuery) ([]pairing.KeySpan, error) {
			return s.keys.KeysIn(ctx, op.ID, q)
		}
	}
	return Summed(in)
}

// KeyChanged shares again what pmo shares as the operator itself, from a day on, in the
// transaction that changes the key or the coefficients. Where another one shares, it finds
// again whom the energy of its consumers came from.
func (s *Service) KeyChanged(ctx context.Context, operationID id.ID, from civil.Date) error {
	op, err := s.perimeter.Operation(ctx, operationID)
	if err != nil {
		return err
	}
	if !op.Operator.Capabilities().AllocatesHere {
		months, err := s.MonthsSince(ctx, operationID, from)
		if err != nil || len(months) == 0 {
			return err
		}
		if heads, err := s.PairHeads(ctx, op, months); err != nil || len(heads) == 0 {
			return err
		}
	}
	return s.Rebuild(ctx, operationID, civil.Range{From: from, To: civil.Forever})
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
	if err := s.SumAgain(ctx, operationID, months); err != nil {
		return err
	}
	return s.PublishChanges(ctx, operationID, months)
}

// SumAgain sums months from their curves as they are now.
func (s *Service) SumAgain(ctx context.Context, operationID id.ID, months []civil.Month) error {
	if len(months) == 0 {
		return nil
	}
	op, err := s.perimeter.Operation(ctx, operationID)
	if err != nil {
		return err
	}
	sites, err := s.perimeter.Sites(ctx, operationID)
	if err != nil {
		return err
	}
	for _, m := range months {
		rows, err := s.MonthCurves(ctx, operationID, m)
		if err != nil {
			return err
		}
		if _, err := s.SumMonth(ctx, Change{Op: op, Sites: sites, Month: m, Rows: rows}, true); err != nil {
			return err
		}
	}
	return nil
}

// AlgorithmOf is the version of the arithmetic for a month that is summed again.
func (s *Service) AlgorithmOf(ctx context.Context, op metering.Operation, m civil.Month) (int, error) {
	if s.invoices == nil {
		return share.Version, nil
	}
	heads, err := s.PairHeads(ctx, op, []civil.Month{m})
	if err != nil {
		return 0, err
	}
	head, known := heads[m]
	if !known || head.Algorithm == share.Version {
		return share.Version, nil
	}
	invoiced, err := s.invoices.Invoiced(ctx, op.ID, m)
	if invoiced {
		return head.Algorithm, err
	}
	return share.Version, err
}

// RenewAll sums again the months of all operations that an older arithmetic made and that
// are not invoiced, each in a transaction of its own. It is the work of a job, which ends
// before its time is over and goes on where it ended.
func (s *Service) RenewAll(ctx context.Context) error {
	return s.Renew(ctx, "", nil)
}

// Renew does so for some months of an operation; "" = of all.
func (s *Service) Renew(ctx context.Context, operationID id.ID, months []civil.Month) error {
	outdated, err := s.rollups.Outdated(ctx, operationID, share.Version)
	if err != nil {
		return err
	}
	for _, of := range outdated {
		if months != nil && !slices.Contains(months, of.Month) {
			continue
		}
		if end, ok := ctx.Deadline(); ok && months == nil && time.Until(end) < renewReserve {
			return nil
		}
		if s.invoices != nil {
			invoiced, err := s.invoices.Invoiced(ctx, of.OperationID, of.Month)
			if err != nil {
				return err
			}
			if invoiced {
				continue
			}
		}
		change := tx.Change{Agent: "system", Action: "curve:renew", OperationID: of.OperationID, ObjectKind: "operationMonth", ObjectID: id.New(),
			Details: map[string]any{"month": of.Month.String(), "algorithm": share.Version}}
		err := s.tx.InTx(ctx, change, func(ctx context.Context) error { return s.Rebuild(ctx, of.OperationID, of.Month.Range()) })
		if err != nil {
			return err
		}
	}
	return nil
}

// apartAgain shares again those of some days of a month that were shared apart, as the
// month's rollup says it was; nil when none was. consumer is the one whose curves are
// wanted; none = only days.
func (s *Service) apartAgain(ctx context.Context, op metering.Operation, g metering.MonthGrid, of PairMonth, days civil.Range, consumer id.ID) (*pairing.ByProducer, error) {
	shared := of.Apart
	if shared&metering.MaskOf(g.Month, days) == 0 || s.keys == nil {
		return nil, nil
	}
	curves, err := s.sentOf(ctx, op, g)
	if err != nil {
		return nil, err
	}
	from := sharingOf
	if curves.measured() {
		from = fittedOf
	}
	in, ok, err := from(curves)
	if err != nil || !ok {
		return nil, err
	}
	spans, err := s.keys.KeysIn(ctx, op.ID, in.Query(days.Intersect(g.Month.Range()), g.Step, of.Algorithm))
	if err != nil {
		return nil, err
	}
	out := pairing.NewByProducer(g, len(in.Makers))
	if !consumer.IsZero() {
		out.Consumer = consumer
		for range in.Makers {
			out.Curves = append(out.Curves, make([]energy.MilliWh, g.N))
		}
	}
	for _, span := range spans {
		with, ok := span.ByProducer()
		some := span.Days.Intersect(days).Intersect(g.Month.Range())
		if !ok || some.IsEmpty() || shared&metering.MaskOf(g.Month, some) == 0 {
			continue
		}
		if err := out.Share(g, in, some, with, nil); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// sentOf is a month with the curves that the operator sent of what is shared.
func (s *Service) sentOf(ctx context.Context, op metering.Operation, g metering.MonthGrid) (SiteCurves, error) {
	sites, err := s.perimeter.Sites(ctx, op.ID)
	if err != nil {
		return SiteCurves{}, err
	}
	rows, err := s.MonthRows(ctx, op.ID, g.Month, func(row metering.SeriesMonth) bool {
		return IsEnergy(row) || !row.Derived && (row.Nature == metering.Autoconso || row.Nature == metering.Surplus)
	})
	return siteCurvesOn(g, Input{Op: op, Month: g.Month, Sites: sites, Curves: rows}), err
}

// PairHeads reads of months with several producers how they were split: producers, days
// that were shared apart, and what all consumers had together.
func (s *Service) PairHeads(ctx context.Context, op metering.Operation, months []civil.Month) (map[civil.Month]PairMonth, error) {
	all, err := s.rollups.Pairs(ctx, op.ID, PairQuery{Months: months, Consumers: []id.ID{}})
	return byMonthOf(all), err
}

// MarkApart gives splits of months what was shared apart in them, as their rollups say.
// consumer is the one whose curves are wanted; none = only days.
func (s *Service) MarkApart(ctx context.Context, op metering.Operation, splits map[civil.Month]MonthSplit, heads map[civil.Month]PairMonth, consumer id.ID) error {
	for _, month := range slices.Sorted(maps.Keys(splits)) {
		split, head := splits[month], heads[month]
		var err error
		if split.apart, err = s.apartAgain(ctx, op, split.Grid, head, WholeMonth(month), consumer); err != nil {
			return err
		}
		splits[month] = split
	}
	return nil
}

// apartOf gives splits of months that are read by day what was shared apart on the days
// that are split again for r.
func (s *Service) apartOf(ctx context.Context, op metering.Operation, splits map[civil.Month]MonthSplit, all []PairMonth, r civil.Range) error {
	for _, m := range all {
		split, ok := splits[m.Month]
		if !ok || m.Days == nil || m.Apart == 0 {
			continue
		}
		days, _ := fewer(m.Month, r)
		var err error
		if split.apart, err = s.apartAgain(ctx, op, split.Grid, m, days, ""); err != nil {
			return err
		}
		splits[m.Month] = split
	}
	return nil
}

// MonthSplits reads what producers made and gave in months on some days of each, once for
// all consumers. heads say how months with several producers were split.
func (s *Service) MonthSplits(ctx context.Context, op metering.Operation, sites []metering.Site, months []civil.Month, heads map[civil.Month]PairMonth, days func(civil.Month) civil.Range) (map[civil.Month]MonthSplit, error) {
	var dsoIDs []string
	for _, site := range sites {
		if site.Plays(metering.Producer) {
			dsoIDs = append(dsoIDs, site.DsoID)
		}
	}
	rows, err := s.curves.OfSites(ctx, op.ID, dsoIDs, []metering.Nature{metering.Prod, metering.Autoconso, metering.Surplus}, months, true)
	if err != nil {
		return nil, err
	}
	sums, err := s.rollups.Sums(ctx, op.ID, SumQuery{Months: months, Natures: []metering.Nature{metering.Autoconso}})
	if err != nil {
		return nil, err
	}
	made := map[civil.Month]map[metering.SeriesKey]metering.SeriesMonth{}
	for _, row := range rows {
		if row.Side != metering.Producer || row.Origin != metering.DSO || row.Nature != metering.Prod && (row.Derived || heads[row.Month].Algorithm < 2) {
			continue
		}
		if made[row.Month] == nil {
			made[row.Month] = map[metering.SeriesKey]metering.SeriesMonth{}
		}
		made[row.Month][row.SeriesKey] = row
	}
	out := map[civil.Month]MonthSplit{}
	for _, sum := range sums {
		if sum.Side != metering.Consumer {
			continue
		}
		g := metering.GridOf(op.Operator.Zone(), sum.Month, sum.Step)
		received := func() ([]energy.MilliWh, error) {
			curves, err := s.sentOf(ctx, op, g)
			if err != nil {
				return nil, err
			}
			return receivedOf(curves)
		}
		if out[sum.Month], err = splitOf(g, sites, made[sum.Month], days(sum.Month), received); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// SplitAgain leaves, of months that were read by day, the pairs of the days of r only:
// of all together from what is kept by day, of each consumer from its curve.
func (s *Service) SplitAgain(ctx context.Context, op metering.Operation, all []PairMonth, r civil.Range) error {
	var months []civil.Month
	var producers, consumers []id.ID
	for _, m := range all {
		if m.Days != nil {
			months = append(months, m.Month)
			producers, consumers = append(producers, m.Producers...), append(consumers, m.Consumers[1:]...)
		}
	}
	if len(months) == 0 {
		return nil
	}
	sites, err := s.perimeter.SitesOf(ctx, op.ID, slices.Concat(producers, consumers))
	if err != nil {
		return err
	}
	splits, err := s.MonthSplits(ctx, op, metering.Chosen(sites, producers), months, byMonthOf(all), func(m civil.Month) civil.Range {
		days, _ := fewer(m, r)
		return days
	})
	if err != nil {
		return err
	}
	if err := s.apartOf(ctx, op, splits, all, r); err != nil {
		return err
	}
	sites = metering.Chosen(sites, consumers)
	shared, err := s.sharedCurves(ctx, op.ID, months, sites)
	if err != nil {
		return err
	}
	for i, m := range all {
		if m.Days == nil {
			continue
		}
		split, ok := splits[m.Month]
		if !ok || !slices.Equal(split.producers, m.Producers) {
			return metering.ErrRollup.With("reason", "pairs")
		}
		if err := all[i].cut(r, split, sites, shared[m.Month]); err != nil {
			return err
		}
	}
	return nil
}

// sharedCurves reads what sites received in some months, as chunks by number.
func (s *Service) sharedCurves(ctx context.Context, operationID id.ID, months []civil.Month, sites []metering.Site) (map[civil.Month]map[string][]byte, error) {
	dsoIDs := make([]string, len(sites))
	for i, site := range sites {
		dsoIDs[i] = site.DsoID
	}
	rows, err := s.curves.OfSites(ctx, operationID, dsoIDs, []metering.Nature{metering.Autoconso}, months, true)
	out := make(map[civil.Month]map[string][]byte, len(months))
	for _, m := range months {
		out[m] = make(map[string][]byte, len(sites))
	}
	for _, row := range rows {
		if row.Side == metering.Consumer && row.Origin == metering.DSO {
			out[row.Month][row.DsoID] = row.Chunk
		}
	}
	return out, err
}

// A newer arithmetic makes other pairs of the same curves. Months that are not invoiced
// are summed again by it; those that are keep what they were invoiced with, until their
// invoices are cancelled (ADR 0017).

// OutdatedMonth is a month whose pairs an older arithmetic made.
type OutdatedMonth struct {
	OperationID id.ID
	Month       civil.Month
}

// renewReserve is what a month may take before the job's time is over.
const renewReserve = 20 * time.Second

func byMonthOf(all []PairMonth) map[civil.Month]PairMonth {
	out := make(map[civil.Month]PairMonth, len(all))
	for _, m := range all {
		out[m.Month] = m
	}
	return out
}
