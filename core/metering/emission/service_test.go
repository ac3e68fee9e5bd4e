package emission_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres/meteringstore"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering/emission"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

// TestFactorsAsTheyWere: what a database begins with gives each figure that the program had, to the last bit.
func TestFactorsAsTheyWere(t *testing.T) {
	t.Parallel()
	w := coretest.New(t)
	all, err := meteringstore.NewEmissions(w.DB).All(t.Context(), emission.MostFactors)
	require.NoError(t, err)
	for _, c := range []struct {
		country dso.Country
		month   civil.Month
		kind    int
		want    float64
	}{
		{dso.France, civil.NewMonth(2022, 12), 1, 0.032}, {dso.France, civil.NewMonth(2023, 1), 1, 0.032}, {dso.France, civil.NewMonth(2023, 12), 2, 0.032},
		{dso.France, civil.NewMonth(2024, 1), 1, 0.0217}, {dso.France, civil.NewMonth(2026, 11), 0, 0.0217},
		{dso.Belgium, civil.NewMonth(2022, 12), 1, 0.150}, {dso.Belgium, civil.NewMonth(2026, 11), 4, 0.150},
		{dso.France, civil.NewMonth(2026, 11), 11, kilogram(0.0217) - kilogram(0.250)}, {dso.Belgium, civil.NewMonth(2020, 1), 11, kilogram(0.150) - kilogram(0.250)}, {"DE", civil.NewMonth(2026, 11), 1, 0},
	} {
		require.Equal(t, c.want, all.Avoided(c.country, c.month, c.kind), "%s in %s of %d", c.country, c.month, c.kind) //nolint:testifylint // to the last bit
	}
	require.False(t, all.Emits(dso.France, 11))
	require.True(t, all.Emits(dso.France, 1))
}

// kilogram keeps the compiler from subtracting more exactly than a program does.
func kilogram(v float64) float64 { return v }

// TestWhichFactorHolds: the last that has begun, whatever the order; before the first, the first.
func TestWhichFactorHolds(t *testing.T) {
	t.Parallel()
	at := func(from string, mg int64) emission.Factor {
		return emission.Factor{Country: dso.France, From: coretest.Date(from), Milligrams: mg}
	}
	rows := emission.Factors{at("2025-01-01", 2_000_000), at("2023-01-01", 1_000_000), at("2026-05-01", 500_000), {Country: dso.Belgium, From: coretest.Date("2020-01-01"), Milligrams: 9}}
	for range 3 {
		rows = append(rows[1:], rows[0])
		for month, want := range map[civil.Month]float64{civil.NewMonth(2020, 1): 1, civil.NewMonth(2024, 12): 1, civil.NewMonth(2025, 1): 2, civil.NewMonth(2026, 4): 2, civil.NewMonth(2026, 5): 0.5} {
			require.InDelta(t, want, rows.Avoided(dso.France, month, 0), 0, "%s", month)
		}
	}
}

// TestTheBackOfficeKeepsFactors and nobody else: checked, one of a month, not over what another has changed.
func TestTheBackOfficeKeepsFactors(t *testing.T) {
	t.Parallel()
	w := coretest.New(t)
	s := emission.New(emission.Deps{Guard: w.Guard, Tx: w.DB, Now: w.Now, Store: meteringstore.NewEmissions(w.DB)})
	admin := policy.Principal{UserID: w.User(policy.RoleAdmin), Role: policy.RoleAdmin}
	next := emission.Factor{Country: dso.France, From: coretest.Date("2027-01-01"), Milligrams: 20_000, Source: " RTE "}
	_, err := s.Create(t.Context(), w.Organizer, next)
	require.ErrorIs(t, err, policy.ErrForbidden)
	made, err := s.Create(t.Context(), admin, next)
	require.NoError(t, err)
	require.Equal(t, []any{1, "RTE"}, []any{made.Version, made.Source})
	_, err = s.Create(t.Context(), admin, next)
	require.ErrorIs(t, err, emission.ErrTaken)
	bad := emission.Factor{Country: "DE", From: coretest.Date("2027-01-02"), Milligrams: -1}
	_, err = s.Create(t.Context(), admin, bad)
	require.ErrorIs(t, err, emission.ErrInvalid)
	var fields []string
	for _, one := range fault.From(err).Items {
		fields = append(fields, one.Field)
	}
	require.Equal(t, []string{"country", "milligramsPerKilowattHour", "startDate", "source"}, fields)
	less := func(f emission.Factor) emission.Factor { f.Milligrams = 19_000; return f }
	changed, err := s.Update(t.Context(), admin, made.ID, 1, less)
	require.NoError(t, err)
	require.Equal(t, []any{2, int64(19_000)}, []any{changed.Version, changed.Milligrams})
	_, err = s.Update(t.Context(), admin, made.ID, 1, less)
	require.ErrorIs(t, err, fault.ObjectChanged)
	_, err = s.Update(t.Context(), admin, id.New(), 0, less)
	require.ErrorIs(t, err, policy.ErrNotFound)
	_, err = s.Update(t.Context(), w.Organizer, made.ID, 0, less)
	require.ErrorIs(t, err, policy.ErrForbidden)
	all, err := meteringstore.NewEmissions(w.DB).All(t.Context(), emission.MostFactors)
	require.NoError(t, err)
	require.Len(t, all, 6)
	require.InDelta(t, 0.019, all.Avoided(dso.France, civil.NewMonth(2027, 1), 1), 0)
	require.InDelta(t, 0.0217, all.Avoided(dso.France, civil.NewMonth(2026, 12), 1), 0)
}

// TestAnOperationBringsItsFactors where CO2 is shown, and another factor is another state of its answers.
func TestAnOperationBringsItsFactors(t *testing.T) {
	t.Parallel()
	w := coretest.New(t)
	perimeters := meteringstore.NewPerimeters(w.DB)
	op, err := perimeters.Operation(t.Context(), w.Operation)
	require.NoError(t, err)
	require.Empty(t, op.Emissions)
	w.Exec("update operations set functionalities = '{GES_KPI}' where id = $1", w.Operation)
	op, err = perimeters.Operation(t.Context(), w.Operation)
	require.NoError(t, err)
	require.Len(t, op.Emissions, 5)
	require.False(t, op.Emits)
	require.NotEmpty(t, op.EmissionsStamp)

	same, err := perimeters.Operation(t.Context(), w.Operation)
	require.NoError(t, err)
	require.Equal(t, op, same)
	for _, c := range []struct {
		sql     string
		factors int
		grid    float64 // of France in 2026
	}{
		{"update emission_factors set milligrams = 18000, version = version + 1 where country = 'FR' and production_type_id is null and start_date = '2024-01-01'", 5, 0.018},
		{"insert into emission_factors values ('019ab000-0000-7000-8000-0000000000d1', 'FR', null, '2025-01-01', 17000, 'new', 1, now())", 6, 0.017},
		{"delete from emission_factors where country = 'BE'", 4, 0.017},
		{"truncate emission_factors", 0, 0},
	} {
		before := op.EmissionsStamp
		w.Exec(c.sql)
		op, err = perimeters.Operation(t.Context(), w.Operation)
		require.NoError(t, err)
		require.Len(t, op.Emissions, c.factors, c.sql)
		require.InDelta(t, c.grid, op.Emissions.Avoided(dso.France, civil.NewMonth(2026, 12), 0), 0, c.sql)
		require.NotEqual(t, before, op.EmissionsStamp, c.sql)
	}
}

// TestFactorsGivenUpAreForgotten: what a transaction changed and took back holds for nobody.
func TestFactorsGivenUpAreForgotten(t *testing.T) {
	t.Parallel()
	w := coretest.New(t)
	w.Exec("update operations set functionalities = '{GES_KPI}' where id = $1", w.Operation)
	perimeters, factors := meteringstore.NewPerimeters(w.DB), meteringstore.NewEmissions(w.DB)
	before, err := perimeters.Operation(t.Context(), w.Operation)
	require.NoError(t, err)
	givenUp := errors.New("given up")
	require.ErrorIs(t, w.DB.InTx(t.Context(), tx.Change{Action: "admin:update"}, func(ctx context.Context) error {
		all, err := factors.All(ctx, emission.MostFactors)
		require.NoError(t, err)
		less := all[0]
		less.Milligrams, less.Version = less.Milligrams+1, less.Version+1
		saved, err := factors.Save(ctx, less)
		require.NoError(t, err)
		require.True(t, saved)
		within, err := perimeters.Operation(ctx, w.Operation)
		require.NoError(t, err)
		require.NotEqual(t, before.Emissions, within.Emissions, "the transaction sees its own")
		return givenUp
	}), givenUp)
	after, err := perimeters.Operation(t.Context(), w.Operation)
	require.NoError(t, err)
	require.Equal(t, before, after)
}
