package pricerange_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
)

// TestWherePricesAreUsual is set by the back-office, from a day on and by country.
func TestWherePricesAreUsual(t *testing.T) {
	t.Parallel()
	b := coretest.NewBilling(t)
	admin := b.Admin()
	dear := func() []*fault.Error { return b.MakePlan(string(id.New()), 210_000).Warnings() }
	require.Len(t, dear(), 1, "0.05 to 0.20 until somebody sets another")

	since := coretest.Date("2026-11-01")
	r, err := b.PriceRanges.Create(t.Context(), admin, billing.PriceRange{Country: dso.France, Since: since, Low: 60_000, High: 220_000})
	require.NoError(t, err)
	require.Empty(t, dear())
	_, err = b.PriceRanges.Create(t.Context(), admin, billing.PriceRange{Country: dso.Belgium, Since: since, Low: 60_000, High: 100_000})
	require.NoError(t, err)
	require.Empty(t, dear(), "that is another country")
	_, err = b.PriceRanges.Create(t.Context(), admin, billing.PriceRange{Country: dso.France, Since: since + 365, Low: 1, High: 2})
	require.NoError(t, err)
	require.Empty(t, dear(), "that is another day")
	usual, err := b.Contracts.PriceRange(t.Context(), b.Organizer, b.Scope)
	require.NoError(t, err)
	require.Equal(t, []any{r.Low, r.High, since}, []any{usual.Low, usual.High, usual.Since})

	lower := func(was billing.PriceRange) billing.PriceRange { was.High = 200_000; return was }
	changed, err := b.PriceRanges.Update(t.Context(), admin, r.ID, 1, lower)
	require.NoError(t, err)
	require.Equal(t, 2, changed.Version)
	require.Len(t, dear(), 1)
	require.Equal(t, 1, b.Count("audit_entries where object_kind = 'priceRange' and object_id = '"+string(r.ID)+"' and details->'fields' is not null"))

	for key, err := range map[string]error{
		"object.changed":   one(b.PriceRanges.Update(t.Context(), admin, r.ID, 1, lower)),
		"notFound":         one(b.PriceRanges.Update(t.Context(), admin, id.New(), 0, lower)),
		"priceRange.taken": one(b.PriceRanges.Create(t.Context(), admin, billing.PriceRange{Country: dso.France, Since: since, Low: 1, High: 2})),
		"forbidden":        one(b.PriceRanges.Create(t.Context(), b.Organizer, billing.PriceRange{Country: dso.France, Since: since + 1, Low: 1, High: 2})),
	} {
		require.Equal(t, key, fault.KeyOf(err))
	}
	require.Equal(t, "forbidden", fault.KeyOf(one(b.PriceRanges.Update(t.Context(), b.Organizer, r.ID, 0, lower))))
}

func one(_ billing.PriceRange, err error) error { return err }

func TestARangeSaysEverythingThatIsWrong(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		r    billing.PriceRange
		keys []string
	}{
		{billing.PriceRange{Country: dso.France, Low: 1, High: 2}, nil},
		{billing.PriceRange{Country: "DE", Low: 0, High: 10_000_001}, []string{"priceRange.country", "priceRange.price", "priceRange.price"}},
		{billing.PriceRange{Country: dso.Belgium, Low: 2, High: 2}, []string{"priceRange.reversed"}},
	} {
		var keys []string
		if f := fault.From(c.r.Check()); f != nil {
			for _, i := range f.Items {
				keys = append(keys, i.Key)
			}
		}
		require.Equal(t, c.keys, keys)
	}
}
