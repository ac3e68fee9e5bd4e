package meteringstore

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/dashboard"
	"github.com/openpmo/pmo/core/policy"
)

// Perimeters reads who takes part, for metering.
type Perimeters struct {
	db    *postgres.DB
	known atomic.Pointer[knownFactors] // nil = none were read yet
	kept  *postgres.Kept[stateOf, state]
}

// stateOf is an operation and some months that follow each other, half-open; none where both are 0.
type stateOf struct {
	operationID id.ID
	first, last civil.Month
}

type state struct {
	operation metering.Operation
	months    []metering.MonthState
}

// mostKept is how many states are known without reading them again.
const mostKept = 256

var _ metering.Perimeter = (*Perimeters)(nil)

// NewPerimeters is the reader over db.
func NewPerimeters(db *postgres.DB) *Perimeters {
	return &Perimeters{db: db, kept: postgres.NewKept[stateOf, state](db, mostKept)}
}

// Lock shares the row that those who change the operation, its participants or its keys
// lock alone (Operations.Locked).
func (s *Perimeters) Lock(ctx context.Context, operationID id.ID) error {
	if err := postgres.RequireTx(ctx); err != nil {
		return err
	}
	var found bool
	err := s.db.Conn(ctx).QueryRow(ctx, "select true from operations where id = $1 for share", operationID).Scan(&found)
	return postgres.OrMissing(err, policy.ErrNotFound)
}

// Operation reads an operation with its declared months, in one question.
func (s *Perimeters) Operation(ctx context.Context, operationID id.ID) (metering.Operation, error) {
	op, _, err := s.State(ctx, operationID, nil)
	return op, err
}

// stateQuery has what the index of emitting sites asks for letter by letter, so that no
// site is read where none emits.
var stateQuery = fmt.Sprintf(`select external_id, dso, functionalities, sites_stamp,
	array(select month from definitive_months d where d.operation_id = o.id order by month),
	exists (select from participants p where p.operation_id = o.id and (p.energy_type = 'producer' or p.is_prosumer) and p.production_type_id = %d),
	v.months, v.versions, v.written,
	case when 'GES_KPI' = any(functionalities) then (select stamp from emission_stamp) end
	from operations o, lateral (select array_agg(v.month order by v.month) as months, array_agg(v.version order by v.month) as versions,
		array_agg(v.updated_at order by v.month) as written
		from operation_month_versions v where v.operation_id = o.id and v.month >= $2 and v.month < $3) v
	where o.id = $1`, dashboard.Cogeneration)

// State reads an operation and the states of some months. All that every question
// about curves needs comes in one row: most of what a round trip costs is the trip.
func (s *Perimeters) State(ctx context.Context, operationID id.ID, wanted []civil.Month) (metering.Operation, []metering.MonthState, error) {
	of := stateOf{operationID: operationID}
	if len(wanted) > 0 {
		of.first, of.last = slices.Min(wanted), slices.Max(wanted)+1
	}
	found, err := s.kept.Read(ctx, of, func(ctx context.Context) (state, error) { return s.state(ctx, of) })
	if err != nil || len(wanted) == int(of.last-of.first) {
		return found.operation, found.months, err
	}
	var months []metering.MonthState
	for _, m := range found.months {
		if slices.Contains(wanted, m.Month) {
			months = append(months, m)
		}
	}
	return found.operation, months, nil
}

func (s *Perimeters) state(ctx context.Context, of stateOf) (state, error) {
	var externalID, operator string
	var functionalities []string
	var stamp int64
	var declared, months []pgtype.Date
	var versions []int64
	var written []time.Time
	var emits bool
	var emissions *id.ID
	err := s.db.Conn(ctx).QueryRow(ctx, stateQuery, of.operationID, postgres.ToMonth(of.first), postgres.ToMonth(of.last)).
		Scan(&externalID, &operator, &functionalities, &stamp, &declared, &emits, &months, &versions, &written, &emissions)
	if err != nil {
		return state{}, postgres.OrMissing(err, policy.ErrNotFound)
	}
	known, err := s.factors(ctx, emissions)
	if err != nil {
		return state{}, err
	}
	op := metering.Operation{ID: of.operationID, ExternalID: externalID, Operator: dso.Operator(operator), ACI: slices.Contains(functionalities, "ACI"),
		GESKPI: slices.Contains(functionalities, "GES_KPI"), Emissions: known.factors, EmissionsStamp: known.stamp, Declared: make(map[civil.Month]bool, len(declared)),
		SitesStamp: strconv.FormatInt(stamp, 36)}
	op.Emits = emits || known.factors.Emits(op.Operator.Country(), dashboard.Cogeneration)
	for _, d := range declared {
		op.Declared[postgres.FromMonth(d)] = true
	}
	states := make([]metering.MonthState, len(months))
	for i, m := range months {
		states[i] = metering.MonthState{Month: postgres.FromMonth(m), Version: versions[i], Written: written[i].UnixMicro()}
	}
	return state{op, states}, nil
}

const siteColumns = `select id, name, dso_id, energy_type, is_prosumer, activation,
	coalesce(contract_power_w, 0), production_type_id, dso_status, dso_action, starts_with(entity_type, 'pro') from participants where operation_id = $1 `

const activeSites = siteColumns + "and activation is not null "

// Sites lists participants with days of activation, ascending by id.
func (s *Perimeters) Sites(ctx context.Context, operationID id.ID) ([]metering.Site, error) {
	rows, err := s.db.Conn(ctx).Query(ctx, activeSites+"order by id", operationID)
	return collectSites(rows, err)
}

// SitesOf lists those of some participants.
func (s *Perimeters) SitesOf(ctx context.Context, operationID id.ID, participantIDs []id.ID) ([]metering.Site, error) {
	if len(participantIDs) == 0 {
		return nil, nil
	}
	rows, err := s.db.Conn(ctx).Query(ctx, activeSites+"and id = any($2) order by id", operationID, participantIDs)
	return collectSites(rows, err)
}

// SitesNumbered lists participants by their numbers.
func (s *Perimeters) SitesNumbered(ctx context.Context, operationID id.ID, dsoIDs []string) ([]metering.Site, error) {
	if len(dsoIDs) == 0 {
		return nil, nil
	}
	rows, err := s.db.Conn(ctx).Query(ctx, siteColumns+"and dso_id = any($2) order by id", operationID, dsoIDs)
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
		if err := rows.Scan(&site.ParticipantID, &site.Name, &site.DsoID, &kind, &site.Prosumer, &days, &site.ContractPowerW, &production,
			&site.DsoStatus, &site.DsoAction, &site.Professional); err != nil {
			return nil, err
		}
		if kind == "producer" {
			site.Side = metering.Producer
		}
		site.Period, site.ProductionType = postgres.FromDays(days), int(production)
		out = append(out, site)
	}
	return out, rows.Err()
}
