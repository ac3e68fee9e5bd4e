package coretest

import (
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing/assembly"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/metering"
	meteringassembly "github.com/openpmo/pmo/core/metering/assembly"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

// Curves is billing whose energy is that of stored curves, as in the product: constant
// powers, of which a stretch may lack.
type Curves struct {
	*Billing
	Metering *meteringassembly.Services
	Watts    map[metering.Nature]map[string]int64 // by the operator's number of the site
}

// NewCurves gives the sites of b powers: 100 kW to each producer, 1, 2, 3… kW of shared
// energy to the consumers, in the order of names. Load stores them.
func NewCurves(t testing.TB, b *Billing) Curves {
	t.Helper()
	c := Curves{Billing: b, Watts: map[metering.Nature]map[string]int64{metering.Conso: {}, metering.Autoconso: {}, metering.Prod: {}}}
	c.Metering = meteringassembly.Assemble(meteringStores(b.World))
	b.Rewire(func(d *assembly.Parts) { d.Measurements = c.Metering.Billable })
	rows, err := b.DB.Pool().Query(t.Context(), "select dso_id, energy_type from participants order by name")
	require.NoError(t, err)
	defer rows.Close()
	consumers := int64(0)
	for rows.Next() {
		var dsoID, kind string
		require.NoError(t, rows.Scan(&dsoID, &kind))
		if kind == "producer" {
			c.Watts[metering.Prod][dsoID] = 100_000
			continue
		}
		consumers++
		c.Watts[metering.Conso][dsoID], c.Watts[metering.Autoconso][dsoID] = 4000*consumers, 1000*consumers
	}
	return c
}

// Load stores October 2026, definitive, without some stretches of one curve.
func (c Curves) Load(t testing.TB, nature metering.Nature, dsoID string, holes ...[2]time.Time) {
	t.Helper()
	var sets []curvefile.Dataset
	for _, n := range slices.Sorted(maps.Keys(c.Watts)) {
		set := Constant(civil.Paris, n, curvefile.StatusDefinitive, civil.NewMonth(2026, time.October).Range(), c.Watts[n])
		for i := range set.Readings {
			if r := &set.Readings[i]; n == nature && r.DsoID == dsoID {
				r.Runs = cutOut(r.Runs, holes)
			}
		}
		sets = append(sets, set)
	}
	_, err := c.Metering.Ingest.ImportDatasets(t.Context(), c.Organizer, c.Operation, sets)
	require.NoError(t, err)
}

// cutOut takes stretches out of a run of quarters.
func cutOut(runs []curvefile.Run, holes [][2]time.Time) []curvefile.Run {
	for _, h := range holes {
		run := runs[len(runs)-1]
		a, b := (h[0].Unix()-run.Start)/900, (h[1].Unix()-run.Start)/900
		runs = append(slices.Clone(runs[:len(runs)-1]), curvefile.Run{Start: run.Start, Step: 900, Values: run.Values[:a], Row: 2},
			curvefile.Run{Start: h[1].Unix(), Step: 900, Values: run.Values[b:], Row: 2 + int(b)})
	}
	return runs
}
