package emission_test

import (
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
}
