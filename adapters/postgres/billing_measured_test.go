package postgres_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/policy"
)

// measured is a town whose energy is that of stored curves, as in the product.
type measured struct {
	*billed
	curves *meteringFixture
	watts  map[metering.Nature]map[string]int64 // by dsoId
}

func newMeasured(t *testing.T, b *billed) measured {
	m := measured{billed: b, watts: map[metering.Nature]map[string]int64{metering.Conso: {}, metering.Autoconso: {}, metering.Prod: {}}}
	m.curves = &meteringFixture{db: b.db, operationID: b.op, sites: b.sites, now: b.now, organizer: b.p}
	m.curves.service = metering.New(metering.Deps{Guard: policy.Guard{Decider: allowCurves{}, Locator: postgres.NewParticipants(b.db)}, Tx: b.db,
		Now: func() time.Time { return b.now }, Perimeter: postgres.NewPerimeters(b.db), Curves: postgres.NewCurves(b.db),
		Rollups: postgres.NewRollups(b.db), Imports: postgres.NewCurveImports(b.db), Declarations: postgres.NewDefinitiveMonths(b.db)})
	deps := b.svc.Deps
	deps.Measurements = m.curves.service
	b.svc = billing.New(deps)
	rows, err := b.db.Pool().Query(t.Context(), "select dso_id, energy_type from participants order by name")
	require.NoError(t, err)
	defer rows.Close()
	consumers := int64(0)
	for rows.Next() {
		var dsoID, kind string
		require.NoError(t, rows.Scan(&dsoID, &kind))
		if kind == "producer" {
			m.watts[metering.Prod][dsoID] = 100_000
			continue
		}
		consumers++
		m.watts[metering.Conso][dsoID], m.watts[metering.Autoconso][dsoID] = 4000*consumers, 1000*consumers
	}
	return m
}

// load stores October, without some steps of one curve.
func (m measured) load(t *testing.T, nature metering.Nature, dsoID string, hole ...[2]time.Time) {
	var sets []metering.Dataset
	for n, watts := range m.watts {
		set := constantCurve(civil.Paris, n, metering.StatusDefinitive, curveDays(t, "2026-10-01", "2026-10-31"), watts)
		for i := range set.Readings {
			if r := &set.Readings[i]; n == nature && r.DsoID == dsoID {
				r.Runs = without(r.Runs, hole)
			}
		}
		sets = append(sets, set)
	}
	m.curves.load(t, sets...)
}

// without takes stretches out of a run of quarters.
func without(runs []metering.Run, holes [][2]time.Time) []metering.Run {
	for _, h := range holes {
		run := runs[len(runs)-1]
		a, b := (h[0].Unix()-run.Start)/900, (h[1].Unix()-run.Start)/900
		runs = append(slices.Clone(runs[:len(runs)-1]), metering.Run{Start: run.Start, Step: 900, Values: run.Values[:a], Row: 2},
			metering.Run{Start: h[1].Unix(), Step: 900, Values: run.Values[b:], Row: 2 + int(b)})
	}
	return runs
}

// TestADayThatLacksSixHoursIsNotBilled: part of a day is not a day, of the consumer and,
// with several producers, of each of them, also on the day of 25 hours. What is whole is
// billed, and the month is proposed for billing only when it is.
func TestADayThatLacksSixHoursIsNotBilled(t *testing.T) {
	t.Parallel()
	hours := func(day civil.Date, from, to int) [2]time.Time {
		start, _ := civil.Paris.Span(civil.Range{From: day, To: day + 1})
		return [2]time.Time{start.Add(time.Duration(from) * time.Hour), start.Add(time.Duration(to) * time.Hour)}
	}
	day, long := date("2026-10-14"), date("2026-10-25")
	for _, c := range []struct {
		name, site string
		nature     metering.Nature
		hole       [2]time.Time
		lacks      civil.Date
		failed     []string
	}{
		{"a consumer, in the morning", "Martin", metering.Autoconso, hours(day, 6, 12), day, []string{"Martin"}},
		{"a consumer, at the end", "Martin", metering.Autoconso, hours(day, 18, 24), day, []string{"Martin"}},
		{"a consumer, one quarter", "Martin", metering.Autoconso, [2]time.Time{hours(day, 6, 7)[0], hours(day, 6, 7)[0].Add(15 * time.Minute)}, day, []string{"Martin"}},
		{"a consumer, in the hour that comes twice", "Martin", metering.Autoconso, hours(long, 3, 4), long, []string{"Martin"}},
		{"a producer of two", "Ferme", metering.Prod, hours(day, 6, 12), day, []string{"Boulangerie", "CCAS", "Garage", "Martin"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			m := newMeasured(t, pairOfSellers(t))
			dsoID := fmt.Sprintf("%014d", slices.Index([]string{"", "Commune", "Mairie", "École", "CCAS", "Boulangerie", "Martin", "Ferme", "Garage"}, c.site))
			m.load(t, c.nature, dsoID, c.hole)
			run := m.run("2026-10-31")
			var failed []string
			for _, i := range run.Items {
				if i.Status != billing.RunFailure {
					continue
				}
				failed = append(failed, i.ClientName)
				require.Equal(t, "measurements.incomplete", i.Failure.Key, i.ClientName)
				require.Equal(t, []any{c.lacks.String()}, i.Failure.Params["days"], i.ClientName)
			}
			require.ElementsMatch(t, c.failed, failed)
			require.Len(t, m.invoices(billing.InvoiceFilter{}), 4-len(failed))
			_, ok, err := m.curves.service.LastDefinitive(t.Context(), m.op)
			require.NoError(t, err)
			require.False(t, ok)

			m.load(t, c.nature, "")
			require.Empty(t, failures(m.run("2026-10-31")), "what is whole is billed")
			require.Len(t, m.invoices(billing.InvoiceFilter{}), 4)
		})
	}
}

func failures(r billing.Run) (keys []string) {
	for _, i := range r.Items {
		if i.Failure != nil {
			keys = append(keys, i.Failure.Key)
		}
	}
	return keys
}
