package billing_test

import (
	"testing"
	"time"

	"github.com/openpmo/pmo/core/billing/billrun"
	"github.com/openpmo/pmo/core/billing/entity"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/party"
)

// TestAProducersFamilyAnswersItsOwnRuns: neither another producer's run, nor its part of a
// run of all, nor its last invoice date.
func TestAProducersFamilyAnswersItsOwnRuns(t *testing.T) {
	t.Parallel()
	b := pairOfSellers(t)
	of := func(site string) billing.Scope { return billing.Scope{ParticipantID: b.Sites[site]} }
	start := func(scope billing.Scope) billing.Run {
		b.Clock = b.Clock.Add(time.Minute)
		r, err := b.Runs.StartRun(t.Context(), b.Organizer, scope, billrun.RunInput{BillUpTo: ptr(date("2026-10-31")), Mode: billing.Sync})
		require.NoError(t, err)
		return r
	}
	last := func(scope billing.Scope) *billing.Run {
		r, err := b.Runs.LastRun(t.Context(), b.Organizer, scope)
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
	_, err := b.Runs.Run(t.Context(), b.Organizer, of("Ferme"), first.ID)
	require.ErrorIs(t, err, billing.ErrRunNotFound)

	all := start(b.Scope)
	require.Equal(t, []string{"Garage"}, clients(*last(of("Ferme"))), "its part of a run of all")
	r, err := b.Runs.Run(t.Context(), b.Organizer, of("Commune"), all.ID)
	require.NoError(t, err)
	require.ElementsMatch(t, []string{"CCAS", "Boulangerie", "Martin"}, clients(r))
	whole, err := b.Runs.Run(t.Context(), b.Organizer, b.Scope, all.ID)
	require.NoError(t, err)
	require.Len(t, whole.Items, 4)

	dropped, err := b.Invoices.DeleteInvoices(t.Context(), b.Organizer, of("Ferme"), billing.Selection{RunID: all.ID})
	require.NoError(t, err)
	require.Len(t, dropped, 1, "of the drafts of a run of all, its own")
	require.Len(t, b.Listed(billing.InvoiceFilter{}), 3)

	own := start(of("Ferme"))
	require.Equal(t, own.ID, last(of("Ferme")).ID)
	require.Equal(t, all.ID, last(of("Commune")).ID, "its last run, though another's came after")
	require.Equal(t, own.ID, last(b.Scope).ID)

	martin, garage := b.Listed(billing.InvoiceFilter{Query: "Martin"})[0], b.Listed(billing.InvoiceFilter{Query: "Garage"})[0]
	require.Nil(t, b.Publish(martin.ID)[0].Refused)
	lastDate := func(scope billing.Scope, inv billing.Invoice) (*civil.Date, error) {
		return b.Invoices.LastInvoiceDate(t.Context(), b.Organizer, scope, inv.IssuerID, inv.ClientID)
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
	b.Client("Nouveau", "", party.Individual, b.Site("Nouveau", "consumer", ""))
	names := func(site string) (names []string) {
		list, err := b.Entities.ListBillableEntities(t.Context(), b.Organizer, billing.Scope{ParticipantID: b.Sites[site]})
		require.NoError(t, err)
		for _, e := range list {
			names = append(names, e.Name)
		}
		return names
	}
	require.ElementsMatch(t, []string{"Garage", "Nouveau"}, names("Ferme"))
	require.ElementsMatch(t, []string{"Garage", "Nouveau"}, names("Garage"))
	require.ElementsMatch(t, []string{"CCAS", "Boulangerie", "École", "Mairie", "Martin", "Nouveau"}, names("Commune"))
	all, err := b.Entities.ListBillableEntities(t.Context(), b.Organizer, b.Scope)
	require.NoError(t, err)
	require.Len(t, all, 7)
	for _, e := range all {
		scope := billing.Scope{ParticipantID: b.Sites["Ferme"]}
		_, read := b.Entities.BillableEntity(t.Context(), b.Organizer, scope, e.ID)
		_, changed := b.Entities.UpdateBillableEntity(t.Context(), b.Organizer, scope, e.ID, entity.BillableEntityChange{})
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
	b.Exec("update operations set dso = 'SIBELGA'")
	b.Run("2026-10-31")
	seen := map[string]id.ID{}
	for _, inv := range b.Listed(billing.InvoiceFilter{}) {
		require.Nil(t, b.Publish(inv.ID)[0].Refused)
		_, err := b.Invoices.Download(t.Context(), b.Organizer, b.Scope, inv.ID, "")
		require.NoError(t, err)
		reference := b.Printed.Payment.Reference
		require.Regexp(t, `^\+\+\+\d{3}/\d{4}/\d{5}\+\+\+$`, reference)
		require.Empty(t, seen[reference], reference)
		seen[reference] = inv.ID
	}
	require.Len(t, seen, 4)
	_, err := b.DB.Pool().Exec(t.Context(), "insert into payment_references select account, reference, gen_random_uuid() from payment_references")
	require.ErrorContains(t, err, "payment_references_pkey")
}
