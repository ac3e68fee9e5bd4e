package postgres

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
)

// Curves stores the months of series. Its queries are written by hand: rows go in by
// COPY, and chunks are read without a copy.
type Curves struct{ db *DB }

var _ metering.Curves = (*Curves)(nil)

// NewCurves is the store over db.
func NewCurves(db *DB) *Curves { return &Curves{db} }

// Lock takes the months one after the other until the transaction ends.
func (s *Curves) Lock(ctx context.Context, operationID id.ID, months []civil.Month) error {
	for _, m := range months {
		if err := s.db.hold(ctx, "month "+string(operationID)+" "+m.String()); err != nil {
			return err
		}
	}
	return nil
}

const seriesMonthColumns = `s.dso_id, s.nature, s.side, s.origin, m.month, m.step_s, m.n, m.missing, m.provisional,
	m.doubtful, m.total, m.days, m.hash, m.version, m.derived`

const seriesMonthJoin = ` from series_months m join series s on s.operation_id = m.operation_id and s.id = m.series_id `

// Month reads the rows of one operation month without chunks.
func (s *Curves) Month(ctx context.Context, operationID id.ID, month civil.Month) ([]metering.SeriesMonth, error) {
	rows, err := s.db.conn(ctx).Query(ctx, "select "+seriesMonthColumns+seriesMonthJoin+
		"where m.operation_id = $1 and m.month = $2 order by s.dso_id, s.nature, s.side, s.origin", operationID, toDBMonth(month))
	if err != nil {
		return nil, err
	}
	return collectSeriesMonths(rows, false)
}

// OfSites reads the rows of some sites, by month and key.
func (s *Curves) OfSites(ctx context.Context, operationID id.ID, dsoIDs []string, natures []metering.Nature, months []civil.Month, chunks bool) ([]metering.SeriesMonth, error) {
	columns := seriesMonthColumns
	if chunks {
		columns += ", m.chunk"
	}
	rows, err := s.db.conn(ctx).Query(ctx, "select "+columns+seriesMonthJoin+
		`where s.operation_id = $1 and s.dso_id = any($2) and s.nature = any($3) and m.operation_id = $1 and m.month = any($4)
		order by m.month, s.dso_id, s.nature, s.side, s.origin`, operationID, dsoIDs, toDBNatures(natures), toDBMonths(months))
	if err != nil {
		return nil, err
	}
	return collectSeriesMonths(rows, chunks)
}

func collectSeriesMonths(rows pgx.Rows, chunks bool) ([]metering.SeriesMonth, error) {
	defer rows.Close()
	var out []metering.SeriesMonth
	var month pgtype.Date
	var days, hash, chunk pgtype.DriverBytes
	var m metering.SeriesMonth
	targets := []any{&m.DsoID, (*int16)(&m.Nature), (*int16)(&m.Side), (*int16)(&m.Origin), &month, &m.Step, &m.N, &m.Missing,
		&m.Provisional, &m.Doubtful, (*int64)(&m.Total), &days, &hash, &m.Version, &m.Derived}
	if chunks {
		targets = append(targets, &chunk)
	}
	for rows.Next() {
		if err := rows.Scan(targets...); err != nil {
			return nil, err
		}
		m.Month = fromDBMonth(month)
		copy(m.Hash[:], hash)
		var err error
		if m.Days, err = metering.ReadDays(days); err != nil {
			return nil, err
		}
		m.Chunk = nil
		if chunks {
			plain, err := unpackChunk(chunk, nil)
			if err != nil {
				return nil, err
			}
			m.Chunk = slices.Clone(plain)
		}
		out = append(out, m)
	}
	return out, rows.Err()
}

// Chunks reads chunks of a month.
func (s *Curves) Chunks(ctx context.Context, operationID id.ID, month civil.Month, keys []metering.SeriesKey, each func(metering.SeriesKey, []byte) error) error {
	var dsoIDs []string // null = all
	wanted := make(map[metering.SeriesKey]bool, len(keys))
	for _, key := range keys {
		wanted[key] = true
		if n := len(dsoIDs); n == 0 || dsoIDs[n-1] != key.DsoID {
			dsoIDs = append(dsoIDs, key.DsoID)
		}
	}
	rows, err := s.db.conn(ctx).Query(ctx, "select s.dso_id, s.nature, s.side, s.origin, m.chunk"+seriesMonthJoin+
		"where m.operation_id = $1 and m.month = $2 and ($3::text[] is null or s.dso_id = any($3))", operationID, toDBMonth(month), dsoIDs)
	if err != nil {
		return err
	}
	defer rows.Close()
	var key metering.SeriesKey
	var chunk pgtype.DriverBytes
	var scratch []byte
	for rows.Next() {
		if err := rows.Scan(&key.DsoID, (*int16)(&key.Nature), (*int16)(&key.Side), (*int16)(&key.Origin), &chunk); err != nil {
			return err
		}
		if keys != nil && !wanted[key] {
			continue
		}
		plain, err := unpackChunk(chunk, scratch)
		if err != nil {
			return err
		}
		if len(plain) > 0 && len(chunk) > 0 && &plain[0] != &chunk[0] {
			scratch = plain
		}
		if err := each(key, plain); err != nil {
			return err
		}
	}
	return rows.Err()
}

// Write moves what is replaced aside and copies the new rows in.
func (s *Curves) Write(ctx context.Context, operationID, importID id.ID, rows []metering.SeriesMonth) error {
	if len(rows) == 0 {
		return nil
	}
	ids, err := s.seriesIDs(ctx, operationID, rows)
	if err != nil {
		return err
	}
	var months []pgtype.Date
	var series []id.ID
	for _, row := range rows {
		if row.Version > 1 {
			months, series = append(months, toDBMonth(row.Month)), append(series, ids[row.SeriesKey])
		}
	}
	conn := s.db.conn(ctx)
	if len(series) > 0 {
		_, err := conn.Exec(ctx, `with replaced as (
			delete from series_months m using unnest($2::date[], $3::uuid[]) as r (month, series_id)
			where m.operation_id = $1 and m.month = r.month and m.series_id = r.series_id returning m.*)
			insert into series_months_superseded (operation_id, month, series_id, step_s, n, missing, provisional, doubtful,
				total, days, hash, version, derived, import_id, chunk, superseded_by)
			select operation_id, month, series_id, step_s, n, missing, provisional, doubtful, total, days, hash, version,
				derived, import_id, chunk, $4 from replaced`, operationID, months, series, optionalID(importID))
		if err != nil {
			return err
		}
	}
	_, err = conn.CopyFrom(ctx, pgx.Identifier{"series_months"}, []string{"operation_id", "month", "series_id", "step_s", "n",
		"missing", "provisional", "doubtful", "total", "days", "hash", "version", "derived", "import_id", "chunk"},
		pgx.CopyFromSlice(len(rows), func(i int) ([]any, error) {
			m := rows[i]
			return []any{operationID, toDBMonth(m.Month), ids[m.SeriesKey], m.Step, int32(m.N), int32(m.Missing), int32(m.Provisional),
				int32(m.Doubtful), int64(m.Total), metering.AppendDays(nil, m.Days), m.Hash[:], int32(m.Version), m.Derived,
				optionalID(importID), packChunk(m.Chunk)}, nil
		}))
	return err
}

// seriesIDs finds the series of rows and makes those that are not there.
func (s *Curves) seriesIDs(ctx context.Context, operationID id.ID, rows []metering.SeriesMonth) (map[metering.SeriesKey]id.ID, error) {
	ids := make(map[metering.SeriesKey]id.ID, len(rows))
	var dsoIDs []string
	var natures, sides, origins []int16
	var fresh []id.ID
	for _, row := range rows {
		if _, ok := ids[row.SeriesKey]; ok {
			continue
		}
		ids[row.SeriesKey] = ""
		dsoIDs = append(dsoIDs, row.DsoID)
		natures, sides, origins = append(natures, int16(row.Nature)), append(sides, int16(row.Side)), append(origins, int16(row.Origin))
		fresh = append(fresh, id.New())
	}
	conn := s.db.conn(ctx)
	_, err := conn.Exec(ctx, `insert into series (operation_id, id, dso_id, nature, side, origin)
		select $1, k.id, k.dso_id, k.nature, k.side, k.origin
		from unnest($2::uuid[], $3::text[], $4::smallint[], $5::smallint[], $6::smallint[]) as k (id, dso_id, nature, side, origin)
		where not exists (select from series s where s.operation_id = $1 and s.dso_id = k.dso_id and s.nature = k.nature
			and s.side = k.side and s.origin = k.origin)
		on conflict on constraint series_key do nothing`, operationID, fresh, dsoIDs, natures, sides, origins)
	if err != nil {
		return nil, err
	}
	found, err := conn.Query(ctx, "select id, dso_id, nature, side, origin from series where operation_id = $1 and dso_id = any($2)", operationID, dsoIDs)
	if err != nil {
		return nil, err
	}
	defer found.Close()
	for found.Next() {
		var key metering.SeriesKey
		var seriesID id.ID
		if err := found.Scan(&seriesID, &key.DsoID, (*int16)(&key.Nature), (*int16)(&key.Side), (*int16)(&key.Origin)); err != nil {
			return nil, err
		}
		if _, ok := ids[key]; ok {
			ids[key] = seriesID
		}
	}
	for key, seriesID := range ids {
		if seriesID.IsZero() && found.Err() == nil {
			return nil, fault.New(fault.Internal, "internal").With("series", key.DsoID)
		}
	}
	return ids, found.Err()
}

// MonthsWithData lists the months of r that have rows, ascending.
func (s *Curves) MonthsWithData(ctx context.Context, operationID id.ID, r civil.Range) ([]civil.Month, error) {
	if r.IsEmpty() {
		return nil, nil
	}
	rows, err := s.db.conn(ctx).Query(ctx, `select month from operation_month_versions
		where operation_id = $1 and month >= $2 and month < $3 order by month`,
		operationID, toDBMonth(civil.MonthOf(r.From)), pgDate(r.To))
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (civil.Month, error) {
		var month pgtype.Date
		err := row.Scan(&month)
		return fromDBMonth(month), err
	})
}

// Latest reads the last month of each participant.
func (s *Curves) Latest(ctx context.Context, participantIDs []id.ID) ([]metering.LatestMonth, error) {
	rows, err := s.db.conn(ctx).Query(ctx, `select p.id, p.activation, l.month, l.days from participants p
		join series s on s.operation_id = p.operation_id and s.dso_id = p.dso_id
		cross join lateral (select m.month, m.days from series_months m
			where m.operation_id = s.operation_id and m.series_id = s.id
				and m.month >= date_trunc('month', lower(p.activation))::date
				and (upper_inf(p.activation) or m.month < upper(p.activation))
			order by m.month desc limit 1) l
		where p.id = any($1) and p.activation is not null`, participantIDs)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (m metering.LatestMonth, err error) {
		var period pgtype.Range[pgtype.Date]
		var month pgtype.Date
		var days []byte
		if err := row.Scan(&m.ParticipantID, &period, &month, &days); err != nil {
			return m, err
		}
		m.Period, m.Month = fromDBDays(period), fromDBMonth(month)
		m.Days, err = metering.ReadDays(days)
		return m, err
	})
}
