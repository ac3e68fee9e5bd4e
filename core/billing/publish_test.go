package billing_test

import (
	"testing"

	"github.com/openpmo/pmo/core/billing/entity"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
)

// TestWhatToPublishIsNamedOnce: a run that does not exist is told, and invoices named in
// two ways are refused instead of guessed at.
func TestWhatToPublishIsNamedOnce(t *testing.T) {
	t.Parallel()
	b := town(t)
	run := b.Run("2026-10-31")
	drafts := b.Listed(billing.InvoiceFilter{Statuses: []billing.InvoiceStatus{billing.Draft}})
	one, two := []id.ID{drafts[0].ID}, []id.ID{drafts[1].ID}
	for _, c := range []struct {
		sel billing.Selection
		key string
	}{
		{billing.Selection{RunID: id.New()}, "run.notFound"},
		{billing.Selection{}, "invoice.selectionRequired"},
		{billing.Selection{Query: one, IDs: two}, "invoice.selectionTwice"},
		{billing.Selection{Query: one, RunID: run.ID}, "invoice.selectionTwice"},
		{billing.Selection{IDs: one, RunID: run.ID}, "invoice.selectionTwice"},
	} {
		_, err := b.Publication.PublishInvoices(t.Context(), b.Organizer, b.Scope, c.sel)
		require.Equal(t, c.key, fault.KeyOf(err), "%+v", c.sel)
	}
	require.Len(t, b.Listed(billing.InvoiceFilter{Statuses: []billing.InvoiceStatus{billing.Draft}}), 3, "nothing was published")
	results, err := b.Publication.PublishInvoices(t.Context(), b.Organizer, b.Scope, billing.Selection{Query: one})
	require.NoError(t, err)
	require.Nil(t, results[0].Refused)
	require.Equal(t, "FINALIZED", b.Publish(drafts[0].ID)[0].Refused.Params["status"], "said to whoever comes second")
}

// TestNumbersFollowTheNames in the order of the language, not of bytes: École between
// CCAS and Martin. What the public accountant collects has no due date.
func TestNumbersFollowTheNames(t *testing.T) {
	t.Parallel()
	b := town(t)
	run := b.Run("2026-10-31")
	for _, c := range b.Listed(billing.InvoiceFilter{Query: "Boulangerie"}) {
		name := "École de musique"
		_, err := b.Entities.UpdateBillableEntity(t.Context(), b.Organizer, b.Scope, c.ClientID, entity.BillableEntityChange{IdentityChange: entity.IdentityChange{Name: &name}})
		require.NoError(t, err)
	}
	_, err := b.Publication.PublishInvoices(t.Context(), b.Organizer, b.Scope, billing.Selection{RunID: run.ID})
	require.NoError(t, err)
	numbers := map[string]string{}
	for _, inv := range b.Listed(billing.InvoiceFilter{Statuses: []billing.InvoiceStatus{billing.Finalized}}) {
		numbers[inv.ClientName] = inv.Number
		require.NotNil(t, inv.DueDate)
		require.Nil(t, inv.Due())
	}
	require.Equal(t, map[string]string{"CCAS": "COM-2026-00001", "École de musique": "COM-2026-00002", "Martin": "COM-2026-00003"}, numbers)
}

// TestAProducerThatChangesIssuerStopsItsSubscriptions as a consumer's do with its client:
// at the last invoice, and what was never invoiced goes.
func TestAProducerThatChangesIssuerStopsItsSubscriptions(t *testing.T) {
	t.Parallel()
	b := town(t)
	b.Run("2026-10-31")
	inv := b.Listed(billing.InvoiceFilter{Query: "Martin"})[0]
	require.Nil(t, b.Publish(inv.ID)[0].Refused)
	_, err := b.Entities.UpdateBillingEntity(t.Context(), b.Organizer, b.Scope, inv.IssuerID, entity.BillingEntityChange{ProducerIDs: []id.ID{}})
	require.NoError(t, err)
	left := map[string]civil.Date{}
	for _, s := range b.subscriptions() {
		left[s.ConsumerName] = s.Days.To
	}
	november := date("2026-11-01") // invoiced, or stated, until the end of October
	require.Equal(t, map[string]civil.Date{"Martin": november, "Mairie": november, "École": november}, left)
}
