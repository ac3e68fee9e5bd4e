package postgres_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/party"
)

// pairOfSellers is a town with a second producer, who has an issuer and a client of its own
// and the bank account of the first.
func pairOfSellers(t testing.TB) *billed {
	b := town(t)
	second := b.site("Ferme", "producer", "")
	b.issuer("Ferme du Bois", "732829320", second)
	site := b.site("Garage", "consumer", "")
	b.client("Garage", "", party.Individual, site)
	b.subscribe(site, second, "2026-10-01")
	b.meter.daily[billing.Pair{ConsumerID: site, ProducerID: second}] = 500_000
	return b
}

// TestAProducersFamilyAnswersItsOwnRuns: neither another producer's run, nor its part of a
// run of all, nor its last invoice date.
func TestAProducersFamilyAnswersItsOwnRuns(t *testing.T) {
	t.Parallel()
	b := pairOfSellers(t)
	of := func(site string) billing.Scope { return billing.Scope{ParticipantID: b.sites[site]} }
	start := func(scope billing.Scope) billing.Run {
		b.now = b.now.Add(time.Minute)
		r, err := b.svc.StartRun(t.Context(), b.p, scope, billing.RunInput{BillUpTo: ptr(date("2026-10-31")), Mode: billing.Sync})
		require.NoError(t, err)
		return r
	}
	last := func(scope billing.Scope) *billing.Run {
		r, err := b.svc.LastRun(t.Context(), b.p, scope)
		require.NoError(t, err)
		return r
	}
	clients := func(r billing.Run) (names []string) {
		for _, i := range r.Items {
			names = append(names, i.ClientName)
		}
		return names
	}
	require.Nil(t, last(of("Ferme")))

	first := start(of("Commune"))
	require.Nil(t, last(of("Ferme")), "another producer's run")
	require.Equal(t, first.ID, last(of("Commune")).ID)
	_, err := b.svc.Run(t.Context(), b.p, of("Ferme"), first.ID)
	require.ErrorIs(t, err, billing.ErrRunNotFound)

	all := start(b.scope)
	require.Equal(t, []string{"Garage"}, clients(*last(of("Ferme"))), "its part of a run of all")
	r, err := b.svc.Run(t.Context(), b.p, of("Commune"), all.ID)
	require.NoError(t, err)
	require.ElementsMatch(t, []string{"CCAS", "Boulangerie", "Martin"}, clients(r))
	whole, err := b.svc.Run(t.Context(), b.p, b.scope, all.ID)
	require.NoError(t, err)
	require.Len(t, whole.Items, 4)

	dropped, err := b.svc.DeleteInvoices(t.Context(), b.p, of("Ferme"), billing.Selection{RunID: all.ID})
	require.NoError(t, err)
	require.Len(t, dropped, 1, "of the drafts of a run of all, its own")
	require.Len(t, b.invoices(billing.InvoiceFilter{}), 3)

	own := start(of("Ferme"))
	require.Equal(t, own.ID, last(of("Ferme")).ID)
	require.Equal(t, all.ID, last(of("Commune")).ID, "its last run, though another's came after")
	require.Equal(t, own.ID, last(b.scope).ID)

	martin, garage := b.invoices(billing.InvoiceFilter{Query: "Martin"})[0], b.invoices(billing.InvoiceFilter{Query: "Garage"})[0]
	require.Nil(t, b.publish(martin.ID)[0].Refused)
	lastDate := func(scope billing.Scope, inv billing.Invoice) (*civil.Date, error) {
		return b.svc.LastInvoiceDate(t.Context(), b.p, scope, inv.IssuerID, inv.ClientID)
	}
	for _, site := range []string{"Commune", "Martin"} {
		day, err := lastDate(of(site), martin)
		require.NoError(t, err, site)
		require.Equal(t, "2026-10-31", day.String(), site)
	}
	_, err = lastDate(of("Ferme"), martin)
	require.Equal(t, "billingEntity.notFound", fault.KeyOf(err))
	day, err := lastDate(of("Ferme"), garage)
	require.NoError(t, err)
	require.Nil(t, day)
}

// TestAFamilyKnowsItsOwnClients: whom a producer sells to, who is invoiced for a consumer,
// and who has no subscription yet, in lists and by id.
func TestAFamilyKnowsItsOwnClients(t *testing.T) {
	t.Parallel()
	b := pairOfSellers(t)
	b.client("Nouveau", "", party.Individual, b.site("Nouveau", "consumer", ""))
	names := func(site string) (names []string) {
		list, err := b.svc.ListBillableEntities(t.Context(), b.p, billing.Scope{ParticipantID: b.sites[site]})
		require.NoError(t, err)
		for _, e := range list {
			names = append(names, e.Name)
		}
		return names
	}
	require.ElementsMatch(t, []string{"Garage", "Nouveau"}, names("Ferme"))
	require.ElementsMatch(t, []string{"Garage", "Nouveau"}, names("Garage"))
	require.ElementsMatch(t, []string{"CCAS", "Boulangerie", "École", "Mairie", "Martin", "Nouveau"}, names("Commune"))
	all, err := b.svc.ListBillableEntities(t.Context(), b.p, b.scope)
	require.NoError(t, err)
	require.Len(t, all, 7)
	for _, e := range all {
		scope := billing.Scope{ParticipantID: b.sites["Ferme"]}
		_, read := b.svc.BillableEntity(t.Context(), b.p, scope, e.ID)
		_, changed := b.svc.UpdateBillableEntity(t.Context(), b.p, scope, e.ID, billing.BillableEntityChange{})
		if e.Name == "Garage" || e.Name == "Nouveau" {
			require.NoError(t, read, e.Name)
			require.NoError(t, changed, e.Name)
			continue
		}
		require.ErrorIs(t, read, billing.ErrClientNotFound, e.Name)
		require.ErrorIs(t, changed, billing.ErrClientNotFound, e.Name)
	}
}

// TestOneAccountNeverSeesOneReferenceTwice: two Belgian issuers of one bank account, whose
// numbers both begin with 1, print different structured communications.
func TestOneAccountNeverSeesOneReferenceTwice(t *testing.T) {
	t.Parallel()
	b := pairOfSellers(t)
	b.exec("update operations set dso = 'SIBELGA'")
	b.run("2026-10-31")
	seen := map[string]id.ID{}
	for _, inv := range b.invoices(billing.InvoiceFilter{}) {
		require.Nil(t, b.publish(inv.ID)[0].Refused)
		_, err := b.svc.Download(t.Context(), b.p, b.scope, inv.ID, "")
		require.NoError(t, err)
		reference := b.printed.Payment.Reference
		require.Regexp(t, `^\+\+\+\d{3}/\d{4}/\d{5}\+\+\+$`, reference)
		require.Empty(t, seen[reference], reference)
		seen[reference] = inv.ID
	}
	require.Len(t, seen, 4)
	_, err := b.db.Pool().Exec(t.Context(), "insert into payment_references select account, reference, gen_random_uuid() from payment_references")
	require.ErrorContains(t, err, "payment_references_pkey")
}
