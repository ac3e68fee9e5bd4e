package month

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/billable"
)

// TestASideIsToldForWhatLacksAndForWhatMayChange: each only where it has such days, and both where
// it has both.
func TestASideIsToldForWhatLacksAndForWhatMayChange(t *testing.T) {
	t.Parallel()
	one := []civil.Range{{From: 10, To: 11}}
	two := []civil.Range{{From: 12, To: 14}}
	side := func(name string, missing, provisional []civil.Range) billable.SideMonth {
		return billable.SideMonth{Site: metering.Site{Name: name}, Missing: missing, Provisional: provisional}
	}
	checks := dataChecks([]billable.SideMonth{side("whole", nil, nil), side("gap", one, nil), side("early", nil, two), side("both", one, two)})
	type told struct {
		name string
		kind CheckKind
		days []civil.Range
	}
	var got []told
	for _, c := range checks {
		require.Equal(t, Blocking, c.Severity)
		got = append(got, told{c.SiteName, c.Kind, c.Days})
	}
	require.Equal(t, []told{{"gap", CheckMissing, one}, {"early", CheckProvisional, two}, {"both", CheckMissing, one}, {"both", CheckProvisional, two}}, got)
}
