package postgres

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/policy"
)

// Perimeters reads who takes part, for metering.
type Perimeters struct{ db *DB }

var _ metering.Perimeter = (*Perimeters)(nil)

// NewPerimeters is the reader over db.
func NewPerimeters(db *DB) *Perimeters { return &Perimeters{db} }

// Operation reads an operation with its declared months, in one question.
func (s *Perimeters) Operation(ctx context.Context, operationID id.ID) (metering.Operation, error) {
	var operator string
	var functionalities []string
	var declared []pgtype.Date
	var emits bool
	err := s.db.conn(ctx).QueryRow(ctx, `select dso, functionalities,
		array(select month from definitive_months d where d.operation_id = o.id order by month),
		exists (select from participants p where p.operation_id = o.id and p.energy_type = 'producer' and p.production_type_id = $2)
		from operations o where id = $1`, operationID, metering.Cogeneration).Scan(&operator, &functionalities, &declared, &emits)
	if err != nil {
		return metering.Operation{}, orMissing(err, policy.ErrNotFound)
	}
	op := metering.Operation{ID: operationID, Operator: dso.Operator(operator), ACI: slices.Contains(functionalities, "ACI"),
		GESKPI: slices.Contains(functionalities, "GES_KPI"), Emits: emits, Declared: make(map[civil.Month]bool, len(declared))}
	for _, d := range declared {
		op.Declared[fromDBMonth(d)] = true
	}
	return op, nil
}

const siteColumns = `select id, name, dso_id, energy_type, is_prosumer, activation,
	coalesce(contract_power_w, 0), production_type_id from participants where operation_id = $1 and activation is not null `

// Sites lists participants with days of activation, ascending by id.
func (s *Perimeters) Sites(ctx context.Context, operationID id.ID) ([]metering.Site, error) {
	rows, err := s.db.conn(ctx).Query(ctx, siteColumns+"order by id", operationID)
	return collectSites(rows, err)
}

// SitesOf lists those of some participants.
func (s *Perimeters) SitesOf(ctx context.Context, operationID id.ID, participantIDs []id.ID) ([]metering.Site, error) {
	if len(participantIDs) == 0 {
		return nil, nil
	}
	rows, err := s.db.conn(ctx).Query(ctx, siteColumns+"and id = any($2) order by id", operationID, participantIDs)
	return collectSites(rows, err)
}

func collectSites(rows pgx.Rows, err error) ([]metering.Site, error) {
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []metering.Site
	for rows.Next() {
		site := metering.Site{Side: metering.Consumer}
		var kind string
		var days pgtype.Range[pgtype.Date]
		var production int16
		if err := rows.Scan(&site.ParticipantID, &site.Name, &site.DsoID, &kind, &site.Prosumer, &days, &site.ContractPowerW, &production); err != nil {
			return nil, err
		}
		if kind == "producer" {
			site.Side = metering.Producer
		}
		site.Period, site.ProductionType = fromDBDays(days), int(production)
		out = append(out, site)
	}
	return out, rows.Err()
}

// NameStamp is a hash over the names of all sites, made where they are: an answer with
// ten names need not read a thousand.
func (s *Perimeters) NameStamp(ctx context.Context, operationID id.ID) (stamp string, err error) {
	err = s.db.conn(ctx).QueryRow(ctx, `select count(*) || ' ' || coalesce(bit_xor(hashtextextended(name, uuid_hash_extended(id, 0))), 0)
		from participants where operation_id = $1 and activation is not null`, operationID).Scan(&stamp)
	return stamp, err
}
