package drafting_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/contract"
	"github.com/openpmo/pmo/core/billing/entity"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
)

// TestADayThatLacksSixHoursIsNotBilled: part of a day is not a day, of the consumer and,
// with several producers, of each of them, also on the day of 25 hours. What is whole is
// billed, and the month is proposed for billing only when it is.
func TestADayThatLacksSixHoursIsNotBilled(t *testing.T) {
	t.Parallel()
	hours := func(day civil.Date, from, to int) [2]time.Time {
		start, _ := civil.Paris.Span(civil.Range{From: day, To: day + 1})
		return [2]time.Time{start.Add(time.Duration(from) * time.Hour), start.Add(time.Duration(to) * time.Hour)}
	}
	day, long := coretest.Date("2026-10-14"), coretest.Date("2026-10-25")
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
			m := coretest.NewCurves(t, coretest.TwoSellers(t))
			dsoID := fmt.Sprintf("%014d", slices.Index([]string{"", "Commune", "Mairie", "École", "CCAS", "Boulangerie", "Martin", "Ferme", "Garage"}, c.site))
			m.Load(t, c.nature, dsoID, c.hole)
			run := m.Run("2026-10-31")
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
			require.Len(t, m.Listed(billing.InvoiceFilter{}), 4-len(failed))
			_, ok, err := m.Metering.Billable.LastDefinitive(t.Context(), m.Operation)
			require.NoError(t, err)
			require.False(t, ok)

			m.Load(t, c.nature, "")
			require.Empty(t, failures(m.Run("2026-10-31")), "what is whole is billed")
			require.Len(t, m.Listed(billing.InvoiceFilter{}), 4)
		})
	}
}

// TestPartOfADayInEveryKit takes six hours of a day out of each curve that a bill rests on:
// of a pair, a consumer alone, a producer alone, both sides of a prosumer, and Sibelga's.
// Whose bill rests on it is not billed, everybody else is.
func TestPartOfADayInEveryKit(t *testing.T) {
	t.Parallel()
	start, _ := civil.Paris.Span(civil.Range{From: coretest.Date("2026-10-14"), To: coretest.Date("2026-10-15")})
	hole := [2]time.Time{start.Add(6 * time.Hour), start.Add(12 * time.Hour)}
	alone := func(b *coretest.Billing) { // Garage takes what all producers gave
		b.Exec("update operations set pmo_legal_number = '552100554', pmo_address = '1 rue Haute', pmo_post_code = '35300', pmo_city = 'Fougères'")
		b.Exec("delete from subscriptions where consumer_id = $1", b.Sites["Garage"])
		own, err := b.Entities.EnsureOwnIssuer(b.T.Context(), b.Organizer, b.Operation)
		require.NoError(b.T, err)
		require.True(b.T, own.OwnedByOperation)
		b.Confirm()
		b.Subscribe(b.Sites["Garage"], "", "2026-10-01")
	}
	prosumer := func(b *coretest.Billing) {
		b.Exec("update participants set is_prosumer = true where id = $1", b.Sites["Garage"])
	}
	sibelga := func(b *coretest.Billing) { b.Exec("update operations set dso = 'SIBELGA'") }
	all := []string{"Boulangerie", "CCAS", "Garage", "Martin"}
	for _, c := range []struct {
		name   string
		kit    func(testing.TB) *coretest.Billing
		set    func(*coretest.Billing)
		site   string
		nature metering.Nature
		failed []string
	}{
		{"pair, the consumer", coretest.TwoSellers, nil, "Garage", metering.Autoconso, []string{"Garage"}},
		{"pair, its producer", coretest.TwoSellers, nil, "Ferme", metering.Prod, all},
		{"pair of a producer alone, the consumer", coretest.Town, nil, "Martin", metering.Autoconso, []string{"Martin"}},
		{"pair of a producer alone, the producer", coretest.Town, nil, "Commune", metering.Prod, nil}, // all that was received is its own
		{"consumer alone, itself", coretest.TwoSellers, alone, "Garage", metering.Autoconso, []string{"Garage"}},
		{"consumer alone, a producer", coretest.TwoSellers, alone, "Ferme", metering.Prod, []string{"Boulangerie", "CCAS", "Martin"}},
		{"prosumer, as a consumer", coretest.TwoSellers, prosumer, "Garage", metering.Autoconso, []string{"Garage"}},
		{"prosumer, as a producer", coretest.TwoSellers, prosumer, "Garage", metering.Prod, all},
		{"Sibelga, the consumer", coretest.TwoSellers, sibelga, "Garage", metering.Autoconso, []string{"Garage"}},
		{"Sibelga, its producer", coretest.TwoSellers, sibelga, "Ferme", metering.Prod, all},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			b := c.kit(t)
			if c.set != nil {
				c.set(b)
			}
			m := coretest.NewCurves(t, b)
			var dsoID string
			require.NoError(t, b.DB.Pool().QueryRow(t.Context(), "select dso_id from participants where id = $1", b.Sites[c.site]).Scan(&dsoID))
			if site := b.Sites["Garage"]; site != "" {
				var number string
				var made bool
				require.NoError(t, b.DB.Pool().QueryRow(t.Context(), "select dso_id, is_prosumer from participants where id = $1", site).Scan(&number, &made))
				if made {
					m.Watts[metering.Prod][number] = 2000
				}
			}
			m.Load(t, c.nature, dsoID, hole)
			run := m.Run("2026-10-31")
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
			require.Len(t, m.Listed(billing.InvoiceFilter{}), clients-len(failed))
			m.Load(t, c.nature, "")
			require.Empty(t, failures(m.Run("2026-10-31")), "what is whole is billed")
			require.Len(t, m.Listed(billing.InvoiceFilter{}), clients)
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

// TestTheLongestTermHolds for an invoice of several plans, in whichever order its sites are.
func TestTheLongestTermHolds(t *testing.T) {
	t.Parallel()
	for _, terms := range [][2]int{{45, 20}, {20, 45}} {
		b := coretest.Town(t)
		producer := b.Sites["Commune"]
		first, second := b.Site("A", "consumer", ""), b.Site("B", "consumer", "")
		client := b.Client("Deux plans", "", "individual", first)
		_, err := b.Entities.UpdateBillableEntity(t.Context(), b.Organizer, b.Scope, client.ID, entity.BillableEntityChange{ConsumerIDs: []id.ID{first, second}})
		require.NoError(t, err)
		for i, site := range []id.ID{first, second} {
			plan := b.MakePlan("Plan "+b.T.Name()+string(rune('A'+i)), 100_000)
			_, err := b.Contracts.UpdatePlan(t.Context(), b.Organizer, b.Scope, plan.ID, contract.PlanChange{TermDays: &terms[i]})
			require.NoError(t, err)
			require.NoError(t, b.TrySubscribe(plan.ID, site, producer, "2026-10-01"))
			b.Meter.Hourly[billing.Pair{ConsumerID: site, ProducerID: producer}] = 1_000_000
		}
		b.Run("2026-10-31")
		list := b.Listed(billing.InvoiceFilter{ClientID: client.ID})
		require.Len(t, list, 1)
		require.Equal(t, 45, list[0].TermDays)
	}
}

// TestARunBillsNoKWhTwice: two subscriptions that got past the refusal, since a producer
// was thought to have left, fail in the run instead of being billed both.
func TestARunBillsNoKWhTwice(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	b.CompleteInterlocutor()
	b.Leave("Commune", "2026-10-15")
	require.NoError(t, b.TrySubscribe(b.Plan.ID, b.Sites["Martin"], "", "2026-10-16"))
	b.Leave("Commune", "")
	run := b.Run("2026-10-31")
	keys := map[string]int{}
	for _, i := range run.Items {
		if i.ClientName == "Martin" {
			keys[i.Failure.Key]++
			require.Equal(t, "2026-10-16", i.Failure.Params["from"])
		}
	}
	require.Equal(t, map[string]int{"subscription.energyTwice": 2}, keys)
	require.Empty(t, b.Listed(billing.InvoiceFilter{Query: "Martin"}))
}
