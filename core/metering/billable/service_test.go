package billable_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/billable"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

// TestAProsumerIsReadyOnEachSide: what a consumer received says nothing of what it made.
// While the production of a prosumer lacks, no share of several producers is certain, and
// no month is proposed for billing (specification section 5).
func TestAProsumerIsReadyOnEachSide(t *testing.T) {
	t.Parallel()
	f := coretest.MeteredTown(t, "ENEDIS")
	ctx := t.Context()
	october := coretest.Days("2026-10-01", "2026-10-31")
	f.Load(coretest.TownMonth(october)...)
	last, ok, err := f.Billable.LastDefinitive(ctx, f.Operation)
	require.NoError(t, err)
	require.True(t, ok)
	require.Equal(t, october.Last(), last)

	_, err = f.DB.Pool().Exec(ctx, "update participants set is_prosumer = true where id = $1", f.Sites["Martin"])
	require.NoError(t, err)
	require.NoError(t, f.DB.Enclose(ctx, func(ctx context.Context) error { return f.Rollup.Rebuild(ctx, f.Operation, october) }))
	lacks, err := f.Billable.Readiness(ctx, f.Operation, nil, october)
	require.NoError(t, err)
	require.Len(t, lacks, 1)
	require.Len(t, lacks[billable.Billed{ParticipantID: f.Sites["Martin"], Side: metering.Producer}], 31)
	_, ok, err = f.Billable.LastDefinitive(ctx, f.Operation)
	require.NoError(t, err)
	require.False(t, ok)

	f.Load(coretest.Constant(civil.Paris, metering.Prod, curvefile.StatusDefinitive, october, map[string]int64{"10000000000005": 1000}))
	lacks, err = f.Billable.Readiness(ctx, f.Operation, nil, october)
	require.NoError(t, err)
	require.Empty(t, lacks)
}

// TestAGapIsNotBilled: a day with a gap is named, until a corrective file mends it; what
// bills rest on then has another fingerprint.
func TestAGapIsNotBilled(t *testing.T) {
	t.Parallel()
	f := coretest.HoledTown(t)
	ctx, october := t.Context(), coretest.October.Range()
	missing, err := f.Billable.Readiness(ctx, f.Operation, nil, october)
	require.NoError(t, err)
	require.Equal(t, map[billable.Billed][]civil.Date{{ParticipantID: f.Sites["Boulangerie"], Side: metering.Consumer}: {civil.NewDate(2026, 10, 14)}}, missing)
	missing, err = f.Billable.Readiness(ctx, f.Operation, []id.ID{f.Sites["Martin"]}, october)
	require.NoError(t, err)
	require.Empty(t, missing, "of those asked for")
	missing, err = f.Billable.Readiness(ctx, f.Operation, nil, coretest.Days("2026-10-15", "2026-10-31"))
	require.NoError(t, err)
	require.Empty(t, missing, "of the days asked for")
	print := func() []byte {
		sum, err := f.Billable.Fingerprint(ctx, f.Operation, []id.ID{f.Sites["Boulangerie"]}, october)
		require.NoError(t, err)
		return sum
	}
	before := print()
	last, ok, err := f.Billable.LastDefinitive(ctx, f.Operation)
	require.NoError(t, err)
	require.True(t, ok)
	require.Equal(t, civil.NewDate(2026, 9, 30), last, "October has a hole")

	// The corrective file mends one day of one site.
	fixed := f.Load(coretest.TownMonth(october)...)
	require.Equal(t, []int{1, 1}, []int{fixed.ChangedSites, fixed.ChangedDays})
	missing, err = f.Billable.Readiness(ctx, f.Operation, nil, october)
	require.NoError(t, err)
	require.Empty(t, missing)
	require.NotEqual(t, before, print())
	last, _, err = f.Billable.LastDefinitive(ctx, f.Operation)
	require.NoError(t, err)
	require.Equal(t, october.Last(), last)
	require.Equal(t, 4, f.Count("select count(*) from series_months_superseded"), "Conso and Autoconso of the site, Autoconso and Surplus of the producer")
}
