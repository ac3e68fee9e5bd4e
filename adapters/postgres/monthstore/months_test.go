package monthstore_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres/monthstore"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/month"
	"github.com/openpmo/pmo/core/month/setup"
	"github.com/openpmo/pmo/core/party"
)

var october = civil.NewMonth(2026, time.October)

func TestMonthsAreToldOnce(t *testing.T) {
	t.Parallel()
	w := coretest.New(t)
	s := monthstore.NewNotices(w.DB)
	untold := func(m civil.Month) []id.ID {
		ids, err := s.Untold(t.Context(), m)
		require.NoError(t, err)
		return ids
	}
	require.Contains(t, untold(october), w.Operation)
	for _, first := range []bool{true, false} {
		ok, err := s.Add(t.Context(), w.Operation, october, w.Clock)
		require.NoError(t, err)
		require.Equal(t, first, ok)
	}
	require.NotContains(t, untold(october), w.Operation)
	require.Contains(t, untold(october+1), w.Operation)
}

// An invoice is of the month of its last day; what is cancelled, credited or recorded within one
// person is not counted.
func TestPairsAreSummedByTheMonthOfTheLastDay(t *testing.T) {
	t.Parallel()
	b := coretest.NewBilling(t)
	producer, consumer := b.Site("P", "producer", ""), b.Site("C", "consumer", "")
	issuer := b.Issuer("Commune", coretest.Commune, producer)
	client := b.Client("Boulangerie", "", party.Individual, consumer)
	add := func(kind, status, from, to string, cents int) {
		b.Exec(`insert into invoices (operation_id, id, type, status, payment_status, billing_entity_id, billable_entity_id, period_from, period_to,
				payment_method, term_days, energy_milli_wh, net_cents, vat_cents, amount_cents, source_hash, created_at)
			values ($1, $2, $3, $4, 'PENDING', $5, $6, $7, $8, 'byTransfer', 30, 0, $9, 0, $9, '', now())`,
			b.Operation, id.New(), kind, status, issuer.ID, client.ID, from, to, cents)
	}
	add("INVOICE", "DRAFT", "2026-10-01", "2026-11-01", 1000)
	add("INVOICE", "DRAFT", "2026-08-01", "2026-11-01", 500) // a quarter that ends in October
	add("INVOICE", "NOT_CHARGED", "2026-10-01", "2026-10-11", 0)
	add("INVOICE", "DRAFT", "2026-09-01", "2026-10-01", 70)
	add("INVOICE", "DRAFT", "2026-10-15", "2026-11-02", 9000) // its last day is in November
	add("STATEMENT", "DRAFT", "2026-10-01", "2026-11-01", 8000)
	s := monthstore.NewInvoices(b.DB)
	pairs, err := s.Pairs(t.Context(), b.Operation, october-1, october, coretest.Date("2026-11-06"))
	require.NoError(t, err)
	sums := map[string][2]int{}
	for _, p := range pairs {
		require.Equal(t, []string{"Commune", "Boulangerie"}, []string{p.IssuerName, p.ClientName})
		require.NotEmpty(t, p.InvoiceID)
		sums[p.Month.String()+" "+string(p.Status)] = [2]int{p.Number, int(p.Amount)}
	}
	require.Equal(t, map[string][2]int{"2026-10 DRAFT": {2, 1500}, "2026-10 NOT_CHARGED": {1, 0}, "2026-09 DRAFT": {1, 70}}, sums)

	issued := 0
	owe := func(payment, method, by string, cents int) {
		issued++
		b.Exec(`insert into invoices (operation_id, id, type, status, payment_status, billing_entity_id, billable_entity_id, period_from, period_to,
				payment_method, term_days, energy_milli_wh, net_cents, vat_cents, amount_cents, source_hash, created_at,
				number_owner, series, year, sequence, number, issue_date, due_date, snapshot, published_at)
			values ($1, $2, 'INVOICE', 'FINALIZED', $3, $4, $5, '2026-05-01', '2026-06-01', $6, 30, 0, $7, 0, $7, '', now(),
				'commune', 'COM', 2026, $8::int, 'COM-2026-' || $8::int, '2026-06-02', $9::date, '{}', now())`,
			b.Operation, id.New(), payment, issuer.ID, client.ID, method, cents, issued, by)
	}
	owe("PENDING", "byTransfer", "2026-11-05", 7)
	owe("FAILED", "byTransfer", "2026-07-01", 20)
	owe("PENDING", "byTransfer", "2026-11-06", 100)            // today is not too late
	owe("SUCCEEDED", "byTransfer", "2026-07-01", 1000)         // paid
	owe("PENDING", "publicTreasuryDebit", "2026-07-01", 10000) // a public body pays when it pays
	overdue, err := s.Overdue(t.Context(), []id.ID{b.Operation, id.New()}, coretest.Date("2026-11-06"))
	require.NoError(t, err)
	require.Equal(t, map[id.ID]month.Overdue{b.Operation: {Number: 2, Amount: 27}}, overdue)

	run, err := s.LiveRun(t.Context(), b.Operation)
	require.NoError(t, err)
	require.Empty(t, run)
}

func TestWhatAnOperationHasIsCounted(t *testing.T) {
	t.Parallel()
	b := coretest.NewBilling(t)
	s := monthstore.NewStock(b.DB)
	counts := func() setup.Counts {
		c, err := s.Counts(t.Context(), b.Operation, coretest.Date("2026-11-06"))
		require.NoError(t, err)
		return c
	}
	require.Equal(t, setup.Counts{}, counts())
	producer, consumer, left := b.Site("P", "producer", ""), b.Site("C", "consumer", ""), b.Site("Gone", "consumer", "")
	b.Exec("update participants set activation = daterange('2026-01-01', '2026-11-06') where id = $1", left)
	b.Exec("update participants set is_prosumer = true where id = $1", consumer)
	require.Equal(t, setup.Counts{Consumers: 1, Producers: 2, SitesOfBothSides: 2, ProducersWithout: 2, ConsumersWithout: 1, ConsumersUnsold: 1}, counts())
	b.Issuer("Commune", coretest.Commune, producer)
	b.Client("Boulangerie", "", party.Individual, consumer)
	b.Exec(`insert into series (operation_id, id, dso_id, nature, side, origin)
		select operation_id, $2, dso_id, 1, 1, 1 from participants where id = $1`, consumer, id.New())
	b.Exec(`insert into series (operation_id, id, dso_id, nature, side, origin)
		select operation_id, $2, dso_id, 1, 2, 2 from participants where id = $1`, producer, id.New()) // our own figure is no data
	require.Equal(t, setup.Counts{Consumers: 1, Producers: 2, SitesOfBothSides: 2, SitesWithCurves: 1, Issuers: 1, Clients: 1, ProducersWithout: 1, ConsumersUnsold: 1}, counts())
}
