package meteringstore

import (
	"context"
	"crypto/sha256"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/rollup"
)

// Rollups stores the sums of operation months.
type Rollups struct{ db *postgres.DB }

var _ rollup.Rollups = (*Rollups)(nil)

// NewRollups is the store over db.
func NewRollups(db *postgres.DB) *Rollups { return &Rollups{db} }

// Write replaces all sums of a month and raises its version.
func (s *Rollups) Write(ctx context.Context, operationID id.ID, r rollup.Rollup) error {
	var latest pgtype.Date
	if r.LatestDay != nil {
		latest = postgres.ToDate(*r.LatestDay)
	}
	month := postgres.ToMonth(r.Month)
	batch := &pgx.Batch{}
	for _, table := range []string{"operation_months", "operation_distributions", "operation_pairs", "operation_findings"} {
		batch.Queue("delete from "+table+" where operation_id = $1 and month = $2", operationID, month)
	}
	batch.Queue(`insert into operation_month_versions as v (operation_id, month, version, latest_day, updated_at) values ($1, $2, 1, $3, $4)
		on conflict on constraint operation_month_versions_pkey
		do update set version = v.version + 1, latest_day = excluded.latest_day, updated_at = excluded.updated_at`,
		operationID, month, latest, s.db.Now())
	queueFindings(batch, operationID, r.Month, r.Findings)
	for _, m := range r.Sums {
		batch.Queue(`insert into operation_months (operation_id, month, nature, side, step_s, n, total, days, chunk)
			values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`, operationID, month, int16(m.Nature), int16(m.Side), m.Step, m.N,
			int64(m.Total), metering.AppendDays(nil, m.Days), packChunk(m.Chunk, nil))
	}
	for _, d := range r.Distributions {
		batch.Queue(`insert into operation_distributions (operation_id, month, nature, side, roster, totals, days)
			values ($1, $2, $3, $4, $5, $6, $7)`, operationID, month, int16(d.Nature), int16(d.Side),
			queueRoster(batch, operationID, d.Participants), vectorBlob(d.Totals), vectorBlob(d.Days))
	}
	var producers []byte
	if r.Pairs != nil {
		producers = queueRoster(batch, operationID, r.Pairs.Producers)
	}
	if err := s.db.Conn(ctx).SendBatch(ctx, batch).Close(); err != nil || r.Pairs == nil {
		return err
	}
	return s.writePairs(ctx, operationID, producers, *r.Pairs)
}

// noConsumer is the row of all consumers together.
const noConsumer = id.ID("00000000-0000-0000-0000-000000000000")

func (s *Rollups) writePairs(ctx context.Context, operationID id.ID, producers []byte, p rollup.PairMonth) error {
	m := len(p.Producers)
	_, err := s.db.Conn(ctx).CopyFrom(ctx, pgx.Identifier{"operation_pairs"},
		[]string{"operation_id", "month", "consumer_id", "producers", "totals", "days", "apart", "algorithm"},
		pgx.CopyFromSlice(len(p.Consumers), func(i int) ([]any, error) {
			consumer, days, apart := p.Consumers[i], []byte(nil), metering.DayMask(0)
			if consumer == "" {
				consumer, days, apart = noConsumer, vectorBlob(p.Days), p.Apart
			}
			return []any{operationID, postgres.ToMonth(p.Month), consumer, producers, metering.AppendVector(nil, p.Totals[i*m:(i+1)*m]), days, int32(apart), int16(p.Algorithm)}, nil
		}))
	return err
}

func vectorBlob(values []energy.MilliWh) []byte { return PackBlob(metering.AppendVector(nil, values)) }

// queueRoster stores who a vector is about, unless it is there, and names it.
func queueRoster(batch *pgx.Batch, operationID id.ID, participants []id.ID) []byte {
	sum := sha256.New()
	for _, p := range participants {
		sum.Write([]byte(p))
	}
	name := sum.Sum(nil)[:16]
	batch.Queue(`insert into operation_rosters (operation_id, hash, participants) values ($1, $2, $3)
		on conflict on constraint operation_rosters_pkey do nothing`, operationID, name, participants)
	return name
}

// Sums reads the summed curves of months.
func (s *Rollups) Sums(ctx context.Context, operationID id.ID, q rollup.SumQuery) ([]rollup.SumMonth, error) {
	chunk := "null::bytea"
	if q.Chunks {
		chunk = "chunk"
	}
	var months []pgtype.Date // null = all
	if len(q.Months) > 0 {
		months = postgres.ToMonths(q.Months)
	}
	rows, err := s.db.Conn(ctx).Query(ctx, "select month, nature, side, step_s, n, total, days, "+chunk+` from operation_months
		where operation_id = $1 and ($2::date[] is null or month = any($2)) and nature = any($3)
		order by month, nature, side`, operationID, months, toDBNatures(q.Natures))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []rollup.SumMonth
	for rows.Next() {
		var m rollup.SumMonth
		var month pgtype.Date
		var days, body pgtype.DriverBytes
		err := rows.Scan(&month, (*int16)(&m.Nature), (*int16)(&m.Side), &m.Step, &m.N, (*int64)(&m.Total), &days, &body)
		if err != nil {
			return nil, err
		}
		m.Month = postgres.FromMonth(month)
		if m.Days, err = metering.ReadDays(days); err != nil {
			return nil, err
		}
		if body != nil {
			plain, err := unpackChunk(body, nil)
			if err != nil {
				return nil, err
			}
			m.Chunk = append([]byte(nil), plain...)
		}
		out = append(out, m)
	}
	return out, rows.Err()
}

// Distributions reads what each participant had, in one round trip: who the vectors are
// about first, then the vectors, days only of months that are wanted in part.
func (s *Rollups) Distributions(ctx context.Context, operationID id.ID, q rollup.PartQuery) ([]rollup.DistributionMonth, error) {
	where := " from operation_distributions where operation_id = $1 and month = any($2) and nature = any($3)"
	batch := &pgx.Batch{}
	batch.Queue(rostersNamedBy+"(select roster"+where+")", operationID, postgres.ToMonths(q.Months), toDBNatures(q.Natures))
	batch.Queue(`select month, nature, side, roster, case when month = any($4) then days else totals end`+where+" order by month, nature, side",
		operationID, postgres.ToMonths(q.Months), toDBNatures(q.Natures), postgres.ToMonths(q.Partial))
	results := s.db.Conn(ctx).SendBatch(ctx, batch)
	defer func() { _ = results.Close() }()
	rosters, err := readRosters(results)
	if err != nil {
		return nil, err
	}
	rows, err := results.Query()
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []rollup.DistributionMonth
	var month pgtype.Date
	var roster, blob pgtype.DriverBytes
	for rows.Next() {
		var d rollup.DistributionMonth
		if err := rows.Scan(&month, (*int16)(&d.Nature), (*int16)(&d.Side), &roster, &blob); err != nil {
			return nil, err
		}
		d.Month, d.Participants = postgres.FromMonth(month), rosters[string(roster)]
		into, n := &d.Totals, len(d.Participants)
		if slices.Contains(q.Partial, d.Month) {
			into, n = &d.Days, n*d.Month.Days()
		}
		if *into, err = readVector(blob, n); err != nil {
			return nil, err
		}
		out = append(out, d)
	}
	return out, rows.Err()
}

// Pairs reads what consumers had from each producer, in one round trip.
func (s *Rollups) Pairs(ctx context.Context, operationID id.ID, q rollup.PairQuery) ([]rollup.PairMonth, error) {
	// Two texts, and not one with "or": its plan could not be kept, and planning costs
	// as much as reading.
	arguments, whose := []any{operationID, postgres.ToMonths(q.Months), postgres.ToMonths(q.Partial)}, ""
	if q.Consumers != nil {
		arguments, whose = append(arguments, append([]id.ID{noConsumer}, q.Consumers...)), " and consumer_id = any($4)"
	}
	batch := &pgx.Batch{}
	batch.Queue(rostersNamedBy+"(select producers from operation_pairs where operation_id = $1 and month = any($2) and consumer_id = $3)",
		operationID, postgres.ToMonths(q.Months), noConsumer)
	batch.Queue(`select month, consumer_id, producers, totals, case when month = any($3) then days end, apart, algorithm
		from operation_pairs where operation_id = $1 and month = any($2)`+whose+" order by month, consumer_id", arguments...)
	results := s.db.Conn(ctx).SendBatch(ctx, batch)
	defer func() { _ = results.Close() }()
	rosters, err := readRosters(results)
	if err != nil {
		return nil, err
	}
	rows, err := results.Query()
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []rollup.PairMonth
	var month pgtype.Date
	var consumer id.ID
	var roster, totals, days pgtype.DriverBytes
	var apart int32
	var algorithm int16
	for rows.Next() {
		if err := rows.Scan(&month, &consumer, &roster, &totals, &days, &apart, &algorithm); err != nil {
			return nil, err
		}
		if n := len(out); n == 0 || out[n-1].Month != postgres.FromMonth(month) {
			out = append(out, rollup.PairMonth{Month: postgres.FromMonth(month), Producers: rosters[string(roster)], Algorithm: int(algorithm)})
		}
		out[len(out)-1].Apart |= metering.DayMask(apart)
		if err := readPair(&out[len(out)-1], consumer, totals, days); err != nil {
			return nil, err
		}
	}
	return out, rows.Err()
}

// readPair adds the row of a consumer to its month.
func readPair(p *rollup.PairMonth, consumer id.ID, totals, days []byte) (err error) {
	if consumer == noConsumer {
		consumer = ""
	}
	n, m := len(p.Totals), len(p.Producers)
	p.Consumers = append(p.Consumers, consumer)
	p.Totals = append(p.Totals, make([]energy.MilliWh, m)...)
	if err := metering.ReadVector(totals, p.Totals[n:]); err != nil || days == nil {
		return err
	}
	p.Days, err = readVector(days, m*p.Month.Days())
	return err
}

// Outdated lists months whose pairs are of an older arithmetic.
func (s *Rollups) Outdated(ctx context.Context, operationID id.ID, version int) ([]rollup.OutdatedMonth, error) {
	arguments, whose := []any{version}, ""
	if operationID != "" {
		arguments, whose = append(arguments, operationID), " and operation_id = $2"
	}
	rows, err := s.db.Conn(ctx).Query(ctx, "select operation_id, month from operation_pairs where consumer_id = '"+string(noConsumer)+"' and algorithm < $1"+whose+
		" order by operation_id, month", arguments...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []rollup.OutdatedMonth
	for rows.Next() {
		var of rollup.OutdatedMonth
		var month pgtype.Date
		if err := rows.Scan(&of.OperationID, &month); err != nil {
			return nil, err
		}
		of.Month = postgres.FromMonth(month)
		out = append(out, of)
	}
	return out, rows.Err()
}

// LatestDays is the last day with data of each operation (operation.Data).
func (s *Rollups) LatestDays(ctx context.Context, operationIDs []id.ID) (map[id.ID]civil.Date, error) {
	rows, err := s.db.Conn(ctx).Query(ctx, `select operation_id, max(latest_day) from operation_month_versions
		where operation_id = any($1) and latest_day is not null group by operation_id`, operationIDs)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	out := map[id.ID]civil.Date{}
	for rows.Next() {
		var operationID id.ID
		var day pgtype.Date
		if err := rows.Scan(&operationID, &day); err != nil {
			return nil, err
		}
		out[operationID] = postgres.FromDate(day)
	}
	return out, rows.Err()
}
