package postgres_test

import (
	"context"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/assembly"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/ingest"
	"github.com/openpmo/pmo/core/policy"
)

// allowCurves lets everybody do everything; the policy has tests of its own.
type allowCurves struct{}

func (allowCurves) Decide(context.Context, policy.Principal, policy.Permission, policy.Resource) (policy.Decision, error) {
	return policy.Decision{Allow: true}, nil
}

func (allowCurves) Permissions(context.Context, policy.Principal) ([]policy.Permission, error) {
	return nil, nil
}

// meteringFixture is an operation with sites on a database of its own.
type meteringFixture struct {
	db          *postgres.DB
	service     *assembly.Services
	operationID id.ID
	organizer   policy.Principal
	sites       map[string]id.ID // by name
	now         time.Time
}

type fixtureSite struct {
	name, dsoID string
	producer    bool
	from, to    string // to excluded; "" = open
}

func newMeteringFixture(t testing.TB, db *postgres.DB, operator string, now time.Time, sites []fixtureSite) *meteringFixture {
	f := &meteringFixture{db: db, operationID: id.New(), sites: map[string]id.ID{}, now: now,
		organizer: policy.Principal{UserID: id.New(), Role: policy.RoleOrganizer}}
	ctx := t.Context()
	_, err := db.Pool().Exec(ctx, `insert into operations (id, external_id, name, type, dso, pmo_country, created_at, functionalities)
		values ($1, $2, 'Fixture', 'OPEN', $3, 'FR', now(), '{GES_KPI}')`, f.operationID, string(f.operationID), operator)
	require.NoError(t, err)
	for _, s := range sites {
		participantID, kind := id.New(), "consumer"
		if s.producer {
			kind = "producer"
		}
		f.sites[s.name] = participantID
		_, err := db.Pool().Exec(ctx, `insert into participants (operation_id, id, name, energy_type, dso_id, activation, production_type_id, created_at, updated_at)
			values ($1, $2, $3, $4, $5, daterange($6::text::date, nullif($7::text, '')::date), 3, now(), now())`,
			f.operationID, participantID, s.name, kind, s.dsoID, s.from, s.to)
		require.NoError(t, err)
	}
	participants := postgres.NewParticipants(db)
	f.service = assembly.New(assembly.Deps{Guard: policy.Guard{Decider: allowCurves{}, Locator: participants}, Tx: db,
		Now: func() time.Time { return f.now }, Perimeter: postgres.NewPerimeters(db), Curves: postgres.NewCurves(db),
		Rollups: postgres.NewRollups(db), Imports: postgres.NewCurveImports(db), Declarations: postgres.NewDefinitiveMonths(db)})
	return f
}

// constantCurve is a dataset of constant powers (W) over whole days, quarters of an hour.
func constantCurve(zone civil.Zone, nature metering.Nature, status curvefile.Status, days civil.Range, watts map[string]int64) curvefile.Dataset {
	set := curvefile.Dataset{FileName: "fixture.csv", Format: "ACC_CSV_LONG"}
	from, to := zone.Span(days)
	for _, dsoID := range slices.Sorted(maps.Keys(watts)) {
		w := watts[dsoID]
		values := make([]energy.MilliWh, to.Sub(from)/(15*time.Minute))
		for i := range values {
			values[i] = energy.MilliWh(w * 250)
		}
		set.Readings = append(set.Readings, curvefile.Readings{DsoID: dsoID, Nature: nature, Unit: "W", Labels: curvefile.LabelsStart,
			Status: status, Runs: []curvefile.Run{{Start: from.Unix(), Step: 900, Values: values, Row: 2}}})
	}
	return set
}

func curveDays(t testing.TB, from, to string) civil.Range {
	a, err := civil.ParseDate(from)
	require.NoError(t, err)
	b, err := civil.ParseDate(to)
	require.NoError(t, err)
	return civil.Range{From: a, To: b + 1}
}

type contextT = context.Context

func idOfText(s string) id.ID { return id.ID(s) }

// policyParticipant is an account that holds one site for its own dates.
func policyParticipant(f *meteringFixture, site string, own civil.Range) policy.Principal {
	return policy.Principal{UserID: id.New(), Role: policy.RoleParticipant, Operations: []id.ID{f.operationID},
		Sites: []policy.Site{{ParticipantID: f.sites[site], OperationID: f.operationID, Period: own}}}
}

func (f *meteringFixture) put(t *testing.T, n metering.Nature, status curvefile.Status, days civil.Range, watts map[string]int64) ingest.ImportResult {
	t.Helper()
	result, err := f.service.Ingest.ImportDatasets(t.Context(), f.organizer, f.operationID, []curvefile.Dataset{constantCurve(civil.Paris, n, status, days, watts)})
	require.NoError(t, err)
	return result
}
