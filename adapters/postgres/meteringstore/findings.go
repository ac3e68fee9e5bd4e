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

// queueFindings stores what was found in a month.
func queueFindings(batch *pgx.Batch, operationID id.ID, month civil.Month, findings []metering.Finding) {
	if len(findings) == 0 {
		return
	}
	n := len(findings)
	numbers, sides, kinds := make([]string, n), make([]int16, n), make([]int16, n)
	days, steps, energies := make([]pgtype.Date, n), make([]int32, n), make([]int64, n)
	for i, f := range findings {
		numbers[i], sides[i], kinds[i] = f.DsoID, int16(f.Side), int16(f.Kind)
		days[i], steps[i], energies[i] = postgres.ToDate(f.Day), int32(f.Steps), int64(f.Energy)
	}
	batch.Queue(`insert into operation_findings (operation_id, month, dso_id, side, kind, day, steps, energy)
		select $1, $2, * from unnest($3::text[], $4::smallint[], $5::smallint[], $6::date[], $7::int[], $8::bigint[])`,
		operationID, postgres.ToMonth(month), numbers, sides, kinds, days, steps, energies)
}

// Findings reads what was found in months.
func (s *Rollups) Findings(ctx context.Context, operationID id.ID, months []civil.Month) ([]metering.Finding, error) {
	rows, err := s.db.Conn(ctx).Query(ctx, `select dso_id, side, kind, day, steps, energy from operation_findings
		where operation_id = $1 and month = any($2) order by month, dso_id, side, kind, day`, operationID, postgres.ToMonths(months))
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (metering.Finding, error) {
		var f metering.Finding
		var day pgtype.Date
		err := row.Scan(&f.DsoID, (*int16)(&f.Side), (*int16)(&f.Kind), &day, &f.Steps, (*int64)(&f.Energy))
		f.Day = postgres.FromDate(day)
		return f, err
	})
}
