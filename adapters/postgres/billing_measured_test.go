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

// TestPartOfADayInEveryKit takes six hours of a day out of each curve that a bill rests on:
// of a pair, a consumer alone, a producer alone, both sides of a prosumer, and Sibelga's.
// Whose bill rests on it is not billed, everybody else is.
func TestPartOfADayInEveryKit(t *testing.T) {
	t.Parallel()
	start, _ := civil.Paris.Span(civil.Range{From: date("2026-10-14"), To: date("2026-10-15")})
	hole := [2]time.Time{start.Add(6 * time.Hour), start.Add(12 * time.Hour)}
	alone := func(b *billed) { // Garage takes what all producers gave
		b.exec("update operations set pmo_legal_number = '552100554', pmo_address = '1 rue Haute', pmo_post_code = '35300', pmo_city = 'Fougères'")
		b.exec("delete from subscriptions where consumer_id = $1", b.sites["Garage"])
		own, err := b.svc.EnsureOwnIssuer(b.t.Context(), b.p, b.op)
		require.NoError(b.t, err)
		require.True(b.t, own.OwnedByOperation)
		b.confirm()
		b.subscribe(b.sites["Garage"], "", "2026-10-01")
	}
	prosumer := func(b *billed) { b.exec("update participants set is_prosumer = true where id = $1", b.sites["Garage"]) }
	sibelga := func(b *billed) { b.exec("update operations set dso = 'SIBELGA'") }
	all := []string{"Boulangerie", "CCAS", "Garage", "Martin"}
	for _, c := range []struct {
		name   string
		kit    func(testing.TB) *billed
		set    func(*billed)
		site   string
		nature metering.Nature
		failed []string
	}{
		{"pair, the consumer", pairOfSellers, nil, "Garage", metering.Autoconso, []string{"Garage"}},
		{"pair, its producer", pairOfSellers, nil, "Ferme", metering.Prod, all},
		{"pair of a producer alone, the consumer", town, nil, "Martin", metering.Autoconso, []string{"Martin"}},
		{"pair of a producer alone, the producer", town, nil, "Commune", metering.Prod, nil}, // all that was received is its own
		{"consumer alone, itself", pairOfSellers, alone, "Garage", metering.Autoconso, []string{"Garage"}},
		{"consumer alone, a producer", pairOfSellers, alone, "Ferme", metering.Prod, []string{"Boulangerie", "CCAS", "Martin"}},
		{"prosumer, as a consumer", pairOfSellers, prosumer, "Garage", metering.Autoconso, []string{"Garage"}},
		{"prosumer, as a producer", pairOfSellers, prosumer, "Garage", metering.Prod, all},
		{"Sibelga, the consumer", pairOfSellers, sibelga, "Garage", metering.Autoconso, []string{"Garage"}},
		{"Sibelga, its producer", pairOfSellers, sibelga, "Ferme", metering.Prod, all},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			b := c.kit(t)
			if c.set != nil {
				c.set(b)
			}
			m := newMeasured(t, b)
			var dsoID string
			require.NoError(t, b.db.Pool().QueryRow(t.Context(), "select dso_id from participants where id = $1", b.sites[c.site]).Scan(&dsoID))
			if site := b.sites["Garage"]; site != "" {
				var number string
				var made bool
				require.NoError(t, b.db.Pool().QueryRow(t.Context(), "select dso_id, is_prosumer from participants where id = $1", site).Scan(&number, &made))
				if made {
					m.watts[metering.Prod][number] = 2000
				}
			}
			m.load(t, c.nature, dsoID, hole)
			run := m.run("2026-10-31")
			var failed []string
			clients := 0
			for _, i := range run.Items {
				if clients++; i.Status == billing.RunFailure {
					failed = append(failed, i.ClientName)
					require.Equal(t, "measurements.incomplete", i.Failure.Key, i.ClientName)
					require.Equal(t, []any{"2026-10-14"}, i.Failure.Params["days"], i.ClientName)
				}
			}
			require.ElementsMatch(t, c.failed, failed)
			require.Len(t, m.invoices(billing.InvoiceFilter{}), clients-len(failed))
			m.load(t, c.nature, "")
			require.Empty(t, failures(m.run("2026-10-31")), "what is whole is billed")
			require.Len(t, m.invoices(billing.InvoiceFilter{}), clients)
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
