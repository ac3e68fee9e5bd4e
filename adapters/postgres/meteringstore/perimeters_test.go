package meteringstore_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres/meteringstore"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/metering"
)

func TestTheStampOfSitesChangesWithWhatIsShown(t *testing.T) {
	t.Parallel()
	f := coretest.Neighbours(t)
	perimeters := meteringstore.NewPerimeters(f.DB)
	stamp := func() string {
		op, _, err := perimeters.State(t.Context(), f.Operation, nil)
		require.NoError(t, err)
		return op.SitesStamp
	}
	for _, c := range []struct {
		sql     string
		changes bool
	}{
		{"update participants set name = 'New' where id = $1", true},
		{"update participants set name = 'New' where id = $1", false},
		{"update participants set city = 'Lille', version = version + 1 where id = $1", false},
		{"update participants set activation = '[2026-09-02,)' where id = $1", true},
		{"delete from participants where id = $1", true},
	} {
		before := stamp()
		_, err := f.DB.Pool().Exec(t.Context(), c.sql, f.Sites["B"])
		require.NoError(t, err)
		require.Equal(t, c.changes, before != stamp(), c.sql)
	}
}

// TestWhatIsKeptOfAnOperationFollowsEveryChange: its state is known from memory only as long as a store that never read it
// would find the same. Each line changes one of the tables that it rests on.
func TestWhatIsKeptOfAnOperationFollowsEveryChange(t *testing.T) {
	t.Parallel()
	f := coretest.Neighbours(t)
	kept := meteringstore.NewPerimeters(f.DB)
	months := []civil.Month{civil.NewMonth(2026, 8), civil.NewMonth(2026, 9), civil.NewMonth(2026, 10)}
	read := func(s *meteringstore.Perimeters, months []civil.Month) []any {
		op, states, err := s.State(t.Context(), f.Operation, months)
		require.NoError(t, err)
		return []any{op, states}
	}
	for _, sql := range []string{
		"update operations set functionalities = '{}' where id = $1",
		"update operations set functionalities = '{ACI}' where id = $1",
		"update participants set name = 'New' where operation_id = $1",
		"update participants set energy_type = 'producer', production_type_id = 9 where operation_id = $1",
		"insert into operation_month_versions (operation_id, month, version, updated_at) select $1, date '2026-08-01' + n * interval '1 month', 700 + n, now() from generate_series(0, 3) n on conflict (operation_id, month) do update set version = excluded.version",
		"update operation_month_versions set version = version + 1000 where operation_id = $1 and month = '2026-09-01'",
		"update operation_month_versions set updated_at = updated_at + interval '1 second' where operation_id = $1 and month = '2026-10-01'",
		"insert into definitive_months (operation_id, month, reason, declared_at, declared_by) select $1, '2026-09-01', 'all there', now(), id from users limit 1",
		"delete from definitive_months where operation_id = $1",
		"delete from operation_month_versions where operation_id = $1 and month = '2026-08-01'",
	} {
		read(kept, months)
		before := read(kept, months) // from memory, unless others wrote in between
		tag, err := f.DB.Pool().Exec(t.Context(), sql, f.Operation)
		require.NoError(t, err, sql)
		require.Positive(t, tag.RowsAffected(), sql)
		after := read(kept, months)
		require.NotEqual(t, before, after, sql)
		require.Equal(t, read(meteringstore.NewPerimeters(f.DB), months), after, sql)
	}
	all, apart := read(kept, months)[1].([]metering.MonthState), read(kept, []civil.Month{months[2], months[0], months[1].Add(60)})[1].([]metering.MonthState)
	require.Len(t, all, 2)
	require.Equal(t, all[1:], apart, "months that do not follow each other, of which one has data")
	require.Empty(t, read(kept, nil)[1])
}
