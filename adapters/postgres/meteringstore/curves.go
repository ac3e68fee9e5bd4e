package meteringstore

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
)

// Curves stores the months of series. Its queries are written by hand: rows go in by
// COPY, and chunks are read without a copy.
type Curves struct{ db *postgres.DB }

var _ metering.Curves = (*Curves)(nil)

// NewCurves is the store over db.
func NewCurves(db *postgres.DB) *Curves { return &Curves{db} }

// Lock takes the months one after the other until the transaction ends.
func (s *Curves) Lock(ctx context.Context, operationID id.ID, months []civil.Month) error {
	for _, m := range months {
		if err := s.db.Hold(ctx, postgres.MonthLock(operationID, m)); err != nil {
			return err
		}
	}
	return nil
}

// Write marks what is replaced as superseded and copies the new rows in.
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
			months, series = append(months, postgres.ToMonth(row.Month)), append(series, ids[row.SeriesKey])
		}
	}
	conn := s.db.Conn(ctx)
	if len(series) > 0 {
		_, err := conn.Exec(ctx, `update series_months m set superseded_by = $4, superseded_at = $5::timestamptz
			from unnest($2::date[], $3::uuid[]) as r (month, series_id)
			where m.operation_id = $1 and m.month = r.month and m.series_id = r.series_id and m.superseded_at is null`,
			operationID, months, series, postgres.OptionalID(importID), s.db.Now())
		if err != nil {
			return err
		}
	}
	// Each row is on its way before the next one is asked for, and leaves its memory to it.
	var days, packed []byte
	_, err = conn.CopyFrom(ctx, pgx.Identifier{"series_months"}, []string{"operation_id", "month", "series_id", "step_s", "n",
		"missing", "provisional", "doubtful", "total", "days", "hash", "version", "derived", "import_id", "chunk"},
		pgx.CopyFromSlice(len(rows), func(i int) ([]any, error) {
			m := &rows[i]
			days = metering.AppendDays(days[:0], m.Days)
			chunk := packChunk(m.Chunk, packed)
			if len(chunk) > 0 && &chunk[0] != &m.Chunk[0] {
				packed = chunk
			}
			return []any{operationID, postgres.ToMonth(m.Month), ids[m.SeriesKey], m.Step, int32(m.N), int32(m.Missing), int32(m.Provisional),
				int32(m.Doubtful), int64(m.Total), days, m.Hash[:], int32(m.Version), m.Derived, postgres.OptionalID(importID), chunk}, nil
		}))
	return err
}

// MonthsWithData lists the months of r that have rows, ascending.
func (s *Curves) MonthsWithData(ctx context.Context, operationID id.ID, r civil.Range) ([]civil.Month, error) {
	if r.IsEmpty() {
		return nil, nil
	}
	// A month of which the only import was undone has a version, and at most empty rows.
	rows, err := s.db.Conn(ctx).Query(ctx, `select month from operation_month_versions v
		where operation_id = $1 and month >= $2 and month < $3
			and exists (select from series_months m where m.operation_id = v.operation_id and m.month = v.month
				and m.superseded_at is null and m.missing < m.n)
		order by month`,
		operationID, postgres.ToMonth(civil.MonthOf(r.From)), postgres.ToDate(r.To))
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (civil.Month, error) {
		var month pgtype.Date
		err := row.Scan(&month)
		return postgres.FromMonth(month), err
	})
}

// Latest reads the last month of each participant.
func (s *Curves) Latest(ctx context.Context, participantIDs []id.ID) ([]metering.LatestMonth, error) {
	rows, err := s.db.Conn(ctx).Query(ctx, `select p.id, p.activation, l.month, l.days from participants p
		join series s on s.operation_id = p.operation_id and s.dso_id = p.dso_id
		cross join lateral (select m.month, m.days from series_months m
			where m.operation_id = s.operation_id and m.series_id = s.id and m.superseded_at is null
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
		m.Period, m.Month = postgres.FromDays(period), postgres.FromMonth(month)
		m.Days, err = metering.ReadDays(days)
		return m, err
	})
}

// LatestDaysOfSites is the last day with data of each participant (operation.Data).
func (s *Curves) LatestDaysOfSites(ctx context.Context, participantIDs []id.ID) (map[id.ID]civil.Date, error) {
	months, err := s.Latest(ctx, participantIDs)
	return metering.LastDays(months), err
}

// DaysWithData are the days on which the number of a site has a value of the operator's
// (participant.Curves).
func (s *Curves) DaysWithData(ctx context.Context, operationID id.ID, dsoID string) ([]civil.Range, error) {
	rows, err := s.db.Conn(ctx).Query(ctx, `select m.month, m.days from series s
		join series_months m on m.operation_id = s.operation_id and m.series_id = s.id and m.superseded_at is null
		where s.operation_id = $1 and s.dso_id = $2 and s.origin = 1`, operationID, dsoID)
	if err != nil {
		return nil, err
	}
	var month pgtype.Date
	var packed []byte
	var out []civil.Range
	_, err = pgx.ForEachRow(rows, []any{&month, &packed}, func() error {
		days, err := metering.ReadDays(packed)
		for i, day := range days {
			if at := postgres.FromMonth(month).First() + civil.Date(i); day.State.Has(metering.HasData) {
				out = append(out, civil.Range{From: at, To: at + 1})
			}
		}
		return err
	})
	return civil.Merge(out), err
}
