package meteringstore

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
)

// Written tells the months that an import stored curves of, and the latest import that stands
// on one of them.
func (s *Curves) Written(ctx context.Context, operationID, importID id.ID) (months []civil.Month, later id.ID, err error) {
	rows, err := s.db.Conn(ctx).Query(ctx, `select distinct month from series_months
		where operation_id = $1 and import_id = $2 and not derived order by month`, operationID, importID)
	if err != nil {
		return nil, "", err
	}
	months, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (civil.Month, error) {
		var month pgtype.Date
		err := row.Scan(&month)
		return postgres.FromMonth(month), err
	})
	if err != nil || len(months) == 0 {
		return months, "", err
	}
	// What it stored is superseded, and did not come back since.
	later, err = oneID(ctx, s.db, `select o.superseded_by from series_months o
		where o.operation_id = $1 and o.import_id = $2 and not o.derived and o.superseded_by is not null
			and not exists (select from series_months m where m.operation_id = o.operation_id and m.month = o.month
				and m.series_id = o.series_id and m.superseded_at is null and m.import_id = o.import_id)
		order by o.superseded_at desc, o.superseded_by desc limit 1`, operationID, importID)
	return months, later, err
}

// Restore marks what an import stored as superseded, by none, and brings back what it
// replaced, under a new version.
func (s *Curves) Restore(ctx context.Context, operationID, importID id.ID) error {
	_, err := s.db.Conn(ctx).Exec(ctx, `update series_months set superseded_at = $3::timestamptz
		where operation_id = $1 and import_id = $2 and not derived and superseded_at is null`, operationID, importID, s.db.Now())
	if err != nil {
		return err
	}
	_, err = s.db.Conn(ctx).Exec(ctx, `update series_months b set superseded_at = null, superseded_by = null, version = b.version + 2
		where b.operation_id = $1 and b.superseded_by = $2 and not exists (select from series_months m
			where m.operation_id = b.operation_id and m.month = b.month and m.series_id = b.series_id and m.superseded_at is null)`,
		operationID, importID)
	return err
}

// oneID reads an id; none when there is no row.
func oneID(ctx context.Context, db *postgres.DB, sql string, args ...any) (id.ID, error) {
	var found id.ID
	err := db.Conn(ctx).QueryRow(ctx, sql, args...).Scan(&found)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", nil
	}
	return found, err
}

// keepReplaced keeps what the lines of some months were before an import takes their place.
func (s *Registers) keepReplaced(ctx context.Context, operationID, importID id.ID, months []civil.Month) error {
	for _, table := range []string{"register_volumes", "network_costs"} {
		_, err := s.db.Conn(ctx).Exec(ctx, "insert into "+table+"_superseded select t.*, $3::uuid, $4::timestamptz from "+table+` t
			where t.operation_id = $1 and t.month = any($2)`, operationID, postgres.ToMonths(months), postgres.OptionalID(importID), s.db.Now())
		if err != nil {
			return err
		}
	}
	return nil
}

// Written tells the months that an import stored lines of, and the latest import that stands
// on one of them.
func (s *Registers) Written(ctx context.Context, operationID, importID id.ID) (months []civil.Month, later id.ID, err error) {
	rows, err := s.db.Conn(ctx).Query(ctx, `select month from register_volumes where operation_id = $1 and import_id = $2
		union select month from network_costs where operation_id = $1 and import_id = $2 order by month`, operationID, importID)
	if err != nil {
		return nil, "", err
	}
	months, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (civil.Month, error) {
		var month pgtype.Date
		err := row.Scan(&month)
		return postgres.FromMonth(month), err
	})
	if err != nil {
		return nil, "", err
	}
	later, err = oneID(ctx, s.db, `select superseded_by from register_volumes_superseded
		where operation_id = $1 and import_id = $2 and superseded_by is not null order by superseded_at desc, superseded_by desc limit 1`, operationID, importID)
	return months, later, err
}

// Restore moves the lines of an import aside, and brings back what they replaced.
func (s *Registers) Restore(ctx context.Context, operationID, importID id.ID) error {
	for _, of := range []struct{ table, columns string }{
		{"register_volumes", "operation_id, month, dso_id, date_from, register, meter, date_to, shared, complement, given, surplus, import_id"},
		{"network_costs", "operation_id, month, dso_id, date_from, date_to, use, surcharges, capacity, metering, public_service, transport, road_fee, total, import_id"},
	} {
		if err := restoreLines(ctx, s.db, of.table, of.columns, operationID, importID); err != nil {
			return err
		}
	}
	return nil
}

// keepReplaced keeps what readings were before an import takes their place.
func (s *PeriodReadings) keepReplaced(ctx context.Context, operationID, importID id.ID, readings []metering.PeriodReading) error {
	for _, r := range readings {
		_, err := s.db.Conn(ctx).Exec(ctx, `insert into period_readings_superseded select r.*, $2::uuid, $12::timestamptz from period_readings r
			where r.operation_id = $1 and r.date_from = $3 and r.dso_id = $4 and r.nature = $5 and r.side = $6 and r.date_to = $7
				and ($8 or not r.corrective) and (r.energy, r.rounding, r.corrective, r.source) is distinct from ($9::bigint, $10::bigint, $8, $11::text)`,
			operationID, postgres.OptionalID(importID), postgres.ToDate(r.Days.From), r.DsoID, int16(r.Nature), int16(r.Side), postgres.ToDate(r.Days.To), r.Corrective,
			int64(r.Energy), int64(r.Rounding), r.Source, s.db.Now())
		if err != nil {
			return err
		}
	}
	return nil
}

// Written is the latest import whose readings took the place of those of an import.
func (s *PeriodReadings) Written(ctx context.Context, operationID, importID id.ID) (later id.ID, err error) {
	return oneID(ctx, s.db, `select superseded_by from period_readings_superseded
		where operation_id = $1 and import_id = $2 and superseded_by is not null order by superseded_at desc, superseded_by desc limit 1`, operationID, importID)
}

// Restore moves the readings of an import aside, and brings back what they replaced.
func (s *PeriodReadings) Restore(ctx context.Context, operationID, importID id.ID) error {
	return restoreLines(ctx, s.db, "period_readings",
		"operation_id, dso_id, nature, side, date_from, date_to, energy, rounding, corrective, source, import_id, received_at", operationID, importID)
}

// restoreLines moves the rows of an import to the superseded ones of their table, and those
// that it replaced back.
func restoreLines(ctx context.Context, db *postgres.DB, table, columns string, operationID, importID id.ID) error {
	_, err := db.Conn(ctx).Exec(ctx, "with undone as (delete from "+table+" where operation_id = $1 and import_id = $2 returning "+columns+`)
		insert into `+table+"_superseded ("+columns+", superseded_at) select "+columns+", $3::timestamptz from undone", operationID, importID, db.Now())
	if err != nil {
		return err
	}
	_, err = db.Conn(ctx).Exec(ctx, "with back as (delete from "+table+"_superseded where operation_id = $1 and superseded_by = $2 returning "+columns+`)
		insert into `+table+" ("+columns+") select "+columns+" from back", operationID, importID)
	return err
}
