package billable_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

func TestCoverageSaysWhatLacksOfEachSide(t *testing.T) {
	t.Parallel()
	f := coretest.NewMetering(t, "ENEDIS", []coretest.MeteredSite{
		{Name: "P", DsoID: "20000000000001", Producer: true, From: "2026-09-01"},
		{Name: "A", DsoID: "10000000000001", From: "2026-09-01"}, {Name: "B", DsoID: "10000000000002", From: "2026-09-01"}}...)
	october := coretest.October.Range()
	f.Put(metering.Prod, curvefile.StatusDefinitive, october, map[string]int64{"20000000000001": 900})
	f.Put(metering.Conso, curvefile.StatusDefinitive, october, map[string]int64{"10000000000001": 500})
	f.Put(metering.Autoconso, curvefile.StatusDefinitive, coretest.Days("2026-10-01", "2026-10-20"), map[string]int64{"10000000000001": 200, "10000000000002": 100})
	f.Put(metering.Autoconso, curvefile.StatusProvisional, coretest.Days("2026-10-21", "2026-10-31"), map[string]int64{"10000000000002": 100})

	f.Exec("update participants set activation = daterange('2026-10-03', null) where id = $1", f.Sites["A"])

	of := func(p string) map[string][]string {
		principal := f.Organizer
		if p != "" {
			principal = f.SiteAccount(p, october)
		}
		sides, err := f.Billable.Coverage(t.Context(), principal, f.Operation, []civil.Month{coretest.October})
		require.NoError(t, err)
		out := map[string][]string{}
		for _, s := range sides {
			words := []string{s.Days.String()}
			for _, r := range s.Missing {
				words = append(words, "missing "+r.String())
			}
			for _, r := range s.Provisional {
				words = append(words, "provisional "+r.String())
			}
			if s.Measured {
				words = append(words, "measured")
			}
			if s.Ready() {
				words = append(words, "ready")
			}
			out[s.Site.Name] = words
		}
		return out
	}
	require.Equal(t, map[string][]string{
		"P": {"2026-10-01..2026-11-01", "measured", "ready"},
		"A": {"2026-10-03..2026-11-01", "missing 2026-10-21..2026-11-01", "measured"},
		"B": {"2026-10-01..2026-11-01", "provisional 2026-10-21..2026-11-01", "measured"},
	}, of(""))
	require.Equal(t, []string{"A"}, keysOf(of("A")), "a participant learns of its own site")

	f.Exec("update participants set activation = daterange('2026-11-01', null) where id = $1", f.Sites["A"])
	require.NotContains(t, of(""), "A", "who does not take part lacks nothing")
}

func keysOf[V any](m map[string]V) (out []string) {
	for k := range m {
		out = append(out, k)
	}
	return out
}
