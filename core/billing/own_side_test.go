package billing_test

import (
	"testing"

	"github.com/openpmo/pmo/core/billing/billrun"
	"github.com/openpmo/pmo/core/billing/invoicing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/policy"
)

// TestAnAccountSeesWhatWasIssuedOnly: neither the drafts of its producer nor what is not
// charged, in lists, by id and to download; the organizer sees both.
func TestAnAccountSeesWhatWasIssuedOnly(t *testing.T) {
	t.Parallel()
	b := town(t)
	b.Run("2026-10-31")
	producer, scope := b.Account("Commune"), billing.Scope{ParticipantID: b.Sites["Commune"]}
	all := billing.InvoiceFilter{Types: []billing.InvoiceType{billing.TypeInvoice, billing.TypeStatement}}
	list := func(p policy.Principal) []billing.Invoice {
		rows, total, err := b.Invoices.ListInvoices(t.Context(), p, scope, all)
		require.NoError(t, err)
		require.Len(t, rows, total)
		return rows
	}
	require.Len(t, list(b.Organizer), 5, "three drafts and two statements")
	require.Empty(t, list(producer))
	martin, ccas := b.Listed(billing.InvoiceFilter{Query: "Martin"})[0], b.Listed(billing.InvoiceFilter{Query: "CCAS"})[0]
	require.Nil(t, b.Publish(martin.ID)[0].Refused)
	require.Len(t, list(producer), 1)
	_, err := b.Invoices.Invoice(t.Context(), producer, scope, martin.ID)
	require.NoError(t, err)
	_, err = b.Invoices.Invoice(t.Context(), producer, scope, ccas.ID)
	require.ErrorIs(t, err, billing.ErrInvoiceNotFound, "a draft")
	_, err = b.Invoices.Download(t.Context(), producer, scope, ccas.ID, "")
	require.ErrorIs(t, err, billing.ErrInvoiceNotFound)
	_, err = b.Invoices.Invoice(t.Context(), b.Organizer, scope, ccas.ID)
	require.NoError(t, err)
}

// TestAnAccountReadsNoNeighboursName in the subscriptions of its producer, whose organizer
// reads them all.
func TestAnAccountReadsNoNeighboursName(t *testing.T) {
	t.Parallel()
	b := town(t)
	scope := billing.Scope{ParticipantID: b.Sites["Commune"]}
	list, err := b.Contracts.ListSubscriptions(t.Context(), b.Account("Commune"), scope, "")
	require.NoError(t, err)
	require.Len(t, list, 5)
	for _, s := range list {
		require.Empty(t, s.ConsumerName)
		require.Empty(t, s.ConsumerID)
		require.Equal(t, "Commune", s.ProducerName)
	}
	own, err := b.Contracts.ListSubscriptions(t.Context(), b.Account("Martin"), billing.Scope{ParticipantID: b.Sites["Martin"]}, "")
	require.NoError(t, err)
	require.Equal(t, "Martin", own[0].ConsumerName)
	whole, err := b.Contracts.ListSubscriptions(t.Context(), b.Organizer, scope, "")
	require.NoError(t, err)
	for _, s := range whole {
		require.NotEmpty(t, s.ConsumerName)
	}
}

// TestAProducersRunBillsItsOwnIssuerOnly, and leaves the drafts of the others as they are.
func TestAProducersRunBillsItsOwnIssuerOnly(t *testing.T) {
	t.Parallel()
	b := pairOfSellers(t)
	names := func() (names []string) {
		for _, inv := range b.Listed(billing.InvoiceFilter{}) {
			names = append(names, inv.ClientName)
		}
		return names
	}
	start := func(site string) {
		_, err := b.Runs.StartRun(t.Context(), b.Organizer, billing.Scope{ParticipantID: b.Sites[site]}, billrun.RunInput{BillUpTo: ptr(date("2026-10-31")), Mode: billing.Sync})
		require.NoError(t, err)
	}
	start("Ferme")
	require.Equal(t, []string{"Garage"}, names())
	start("Commune")
	require.ElementsMatch(t, []string{"Garage", "CCAS", "Boulangerie", "Martin"}, names())
	check, err := b.Runs.CheckRun(t.Context(), b.Organizer, billing.Scope{ParticipantID: b.Sites["Ferme"]}, billrun.RunInput{})
	require.NoError(t, err)
	require.Len(t, check.Clients, 1)
	require.Equal(t, "Garage", check.Clients[0].ClientName)
	require.Equal(t, 1, check.OverwrittenDrafts)
}

// TestAWholeIBANIsForWhoMayChangeIt, which is not everybody who reads issuers.
func TestAWholeIBANIsForWhoMayChangeIt(t *testing.T) {
	t.Parallel()
	b := town(t)
	for _, c := range []struct {
		who   string
		p     policy.Principal
		scope billing.Scope
		whole bool
	}{
		{"organizer", b.Organizer, b.Scope, true},
		{"admin", b.Admin(), b.Scope, false},
		{"the producer's account", b.Account("Commune"), billing.Scope{ParticipantID: b.Sites["Commune"]}, false},
	} {
		list, whole, err := b.Entities.ListBillingEntities(t.Context(), c.p, c.scope)
		require.NoError(t, err, c.who)
		require.Len(t, list, 1, c.who)
		require.Equal(t, c.whole, whole, c.who)
		_, whole, err = b.Entities.BillingEntity(t.Context(), c.p, c.scope, list[0].ID)
		require.NoError(t, err, c.who)
		require.Equal(t, c.whole, whole, c.who)
	}
	_, _, err := b.Entities.ListBillingEntities(t.Context(), b.Observer(), b.Scope)
	require.ErrorIs(t, err, policy.ErrForbidden)
}

// TestAMonthIsInvoicedWhenAnInvoiceWasIssued: a draft invoices nothing, nor does what was
// not charged; this is what keeps a declared month from being revoked.
func TestAMonthIsInvoicedWhenAnInvoiceWasIssued(t *testing.T) {
	t.Parallel()
	b := town(t)
	october := date("2026-10-15")
	invoiced := func() []bool {
		month, err := b.Invoices.Invoiced(t.Context(), b.Operation, civil.MonthOf(october))
		require.NoError(t, err)
		next, err := b.Invoices.Invoiced(t.Context(), b.Operation, civil.MonthOf(october)+1)
		require.NoError(t, err)
		nothing, err := b.Invoices.NotCharged(t.Context(), b.Operation, civil.MonthOf(october))
		require.NoError(t, err)
		return []bool{month, next, nothing}
	}
	require.Equal(t, []bool{false, false, false}, invoiced())
	b.Run("2026-10-31")
	require.Equal(t, []bool{false, false, true}, invoiced(), "drafts, and statements")
	require.Nil(t, b.Publish(b.Listed(billing.InvoiceFilter{})[0].ID)[0].Refused)
	require.Equal(t, []bool{true, false, true}, invoiced())
	last, err := b.Invoices.LastInvoiced(t.Context(), b.Operation, civil.MonthOf(october).Range())
	require.NoError(t, err)
	require.Equal(t, "2026-10-31", last.String())
}

// TestAListHasABound: beyond it a limit is asked for, so that no answer grows with the years.
func TestAListHasABound(t *testing.T) {
	t.Parallel()
	b := town(t)
	b.Run("2026-10-31")
	more := func(n int) {
		b.Exec(`insert into invoices select r.* from (select * from invoices where type = 'INVOICE' limit 1) i, generate_series(1, $1::int) g,
			lateral jsonb_populate_record(null::invoices, to_jsonb(i) || jsonb_build_object('id', md5(format('%s of %s', g, $1))::uuid)) r`, n)
	}
	more(invoicing.MaxListed - 3)
	list := func(f billing.InvoiceFilter) (int, int, error) {
		rows, total, err := b.Invoices.ListInvoices(t.Context(), b.Organizer, b.Scope, f)
		return len(rows), total, err
	}
	rows, total, err := list(billing.InvoiceFilter{})
	require.NoError(t, err)
	require.Equal(t, []int{invoicing.MaxListed, invoicing.MaxListed}, []int{rows, total})
	more(1)
	_, _, err = list(billing.InvoiceFilter{})
	require.ErrorIs(t, err, billing.ErrListTooLong)
	rows, total, err = list(billing.InvoiceFilter{Limit: 7})
	require.NoError(t, err)
	require.Equal(t, []int{7, invoicing.MaxListed + 1}, []int{rows, total})
}
