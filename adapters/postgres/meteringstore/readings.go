package meteringstore

import (
	"context"
	"time"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/meteringstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/readings"
)

// PeriodReadings stores what operators say of whole periods.
type PeriodReadings struct{ db *postgres.DB }

var _ readings.PeriodReadings = (*PeriodReadings)(nil)

// NewPeriodReadings is the store over db.
func NewPeriodReadings(db *postgres.DB) *PeriodReadings { return &PeriodReadings{db} }

// Write stores readings and tells how many are new or changed.
func (s *PeriodReadings) Write(ctx context.Context, operationID, importID id.ID, receivedAt time.Time, readings []metering.PeriodReading) (int, error) {
	if err := s.keepReplaced(ctx, operationID, importID, readings); err != nil {
		return 0, err
	}
	p := sqlcgen.UpsertPeriodReadingsParams{OperationID: operationID, ImportID: postgres.OptionalID(importID), ReceivedAt: receivedAt}
	for _, r := range readings {
		p.DsoIds = append(p.DsoIds, r.DsoID)
		p.Natures = append(p.Natures, int16(r.Nature))
		p.Sides = append(p.Sides, int16(r.Side))
		p.DateFroms = append(p.DateFroms, postgres.ToDate(r.Days.From))
		p.DateTos = append(p.DateTos, postgres.ToDate(r.Days.To))
		p.Energies = append(p.Energies, int64(r.Energy))
		p.Roundings = append(p.Roundings, int64(r.Rounding))
		p.Correctives = append(p.Correctives, r.Corrective)
		p.Sources = append(p.Sources, r.Source)
	}
	n, err := queries(ctx, s.db).UpsertPeriodReadings(ctx, p)
	return int(n), err
}

// List reads those that share a day with r.
func (s *PeriodReadings) List(ctx context.Context, operationID id.ID, r civil.Range) ([]metering.StoredReading, error) {
	rows, err := queries(ctx, s.db).ListPeriodReadings(ctx, sqlcgen.ListPeriodReadingsParams{OperationID: operationID,
		DateFrom: postgres.ToDate(r.From), DateTo: postgres.ToDate(r.To)})
	out := make([]metering.StoredReading, len(rows))
	for i, row := range rows {
		out[i] = metering.StoredReading{ImportID: postgres.IDOf(row.ImportID), ReceivedAt: row.ReceivedAt,
			PeriodReading: metering.PeriodReading{DsoID: row.DsoID, Nature: metering.Nature(row.Nature), Side: metering.Side(row.Side),
				Days: civil.Range{From: postgres.FromDate(row.DateFrom), To: postgres.FromDate(row.DateTo)}, Energy: energy.MilliWh(row.Energy),
				Rounding: energy.MilliWh(row.Rounding), Corrective: row.Corrective, Source: row.Source}}
	}
	return out, err
}
