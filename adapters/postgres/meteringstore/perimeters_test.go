package meteringstore_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres/meteringstore"
	"github.com/openpmo/pmo/core/coretest"
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
