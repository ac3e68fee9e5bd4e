package billing_test

import (
	"context"
	"slices"
	"testing"

	"github.com/openpmo/pmo/core/billing/contract"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/participant"
)

// leave sets the last day of a site ("" = none) and tells billing of it, in a transaction
// as participant does.
func (b *billed) leave(site, last string) {
	if last == "" {
		b.Exec("update participants set activation = daterange(lower(activation), null) where id = $1", b.Sites[site])
		return // billing hears of earlier days only
	}
	b.Exec("update participants set activation = daterange(lower(activation), $2::date + 1) where id = $1", b.Sites[site], last)
	require.NoError(b.T, b.DB.Enclose(b.T.Context(), func(ctx context.Context) error {
		return b.Invoices.ParticipantLeaves(ctx, b.Operation, b.Sites[site], date(last))
	}))
}

// spans are the subscriptions of a site, from its first to its last day.
func (b *billed) spans(site string) (out [][2]string) {
	for _, s := range b.subscriptions() {
		if s.ConsumerID == b.Sites[site] {
			last := "open"
			if !s.Days.IsOpen() {
				last = s.Days.Last().String()
			}
			out = append(out, [2]string{s.Days.From.String(), last})
		}
	}
	return out
}

func TestSubscriptionsEndWithTheSite(t *testing.T) {
	t.Parallel()
	b := town(t)
	producer := b.Sites["Commune"]
	b.Run("2026-10-31")
	require.Nil(t, b.Publish(b.Listed(billing.InvoiceFilter{Query: "CCAS"})[0].ID)[0].Refused)
	other := b.MakePlan("Autre", 90_000)
	require.NoError(t, b.trySubscribe(other.ID, b.Sites["Martin"], producer, "2026-12-01"))

	b.leave("Martin", "2026-11-15")
	require.Equal(t, [][2]string{{"2026-10-01", "2026-11-15"}, {"2026-12-01", "open"}}, b.spans("Martin"))
	require.Equal(t, billing.SubscriptionEnded, b.subscriptions()[slices.IndexFunc(b.subscriptions(), func(s contract.SubscriptionView) bool {
		return s.ConsumerID == b.Sites["Martin"] && s.Days.IsOpen()
	})].Status, "the later one never begins")
	b.leave("CCAS", "2026-10-10")
	require.Equal(t, [][2]string{{"2026-10-01", "2026-10-31"}}, b.spans("CCAS"), "never before the last invoiced day")
	b.leave("Boulangerie", "2026-09-30")
	require.Empty(t, b.Listed(billing.InvoiceFilter{Query: "Boulangerie"}), "its drafts are gone")
	b.Run("2026-11-06")
	require.Empty(t, b.Listed(billing.InvoiceFilter{Query: "Boulangerie"}))
	require.Equal(t, [][2]string{{"2026-10-01", "open"}}, b.spans("Mairie"))

	b.leave("Commune", "2026-11-20")
	require.Equal(t, [][2]string{{"2026-10-01", "2026-11-20"}}, b.spans("Mairie"), "a producer that leaves ends what it sells")
	require.Equal(t, [2]string{"2026-10-01", "2026-11-15"}, b.spans("Martin")[0])
}

// TestAWrongExitLosesNothing: a last day that is corrected, or taken back, and the days
// that were left out are billed by the next run.
func TestAWrongExitLosesNothing(t *testing.T) {
	t.Parallel()
	b := town(t)
	b.leave("Martin", "2026-10-05")
	b.Run("2026-10-31")
	require.Nil(t, b.Publish(b.Listed(billing.InvoiceFilter{Query: "Martin"})[0].ID)[0].Refused)
	for _, exit := range [][2]string{{"2026-10-25", "2026-10-25"}, {"", "open"}} {
		b.leave("Martin", exit[0])
		require.Equal(t, [][2]string{{"2026-10-01", exit[1]}}, b.spans("Martin"))
	}
	b.Run("2026-10-31")
	rest := b.Listed(billing.InvoiceFilter{Query: "Martin", Statuses: []billing.InvoiceStatus{billing.Draft}})
	require.Len(t, rest, 1)
	require.Equal(t, civil.Range{From: date("2026-10-06"), To: date("2026-11-01")}, rest[0].Days)
}

func TestBilledAs(t *testing.T) {
	t.Parallel()
	b := town(t)
	b.Site("Personne", "consumer", "")
	inv := func() billing.Invoice {
		b.Run("2026-10-31")
		return b.Listed(billing.InvoiceFilter{Query: "CCAS"})[0]
	}()
	got, err := b.Entities.BilledAs(t.Context(), b.Operation, []id.ID{b.Sites["CCAS"], b.Sites["Commune"], b.Sites["Personne"]})
	require.NoError(t, err)
	address := participant.BillingDetail{Name: "CCAS", Address: "2 rue du Four", PostCode: "35300", City: "Fougères", LegalNumber: "35600000000048"}
	issuer := participant.BillingDetail{Name: "Commune de Fougères", Address: "1 place de la Mairie", PostCode: "35300", City: "Fougères", LegalNumber: coretest.Commune}
	require.Equal(t, map[id.ID]participant.BilledAs{
		b.Sites["CCAS"]:    {BillableEntity: &participant.Entity{ID: inv.ClientID, Name: "CCAS"}, Detail: address},
		b.Sites["Commune"]: {BillingEntity: &participant.Entity{ID: inv.IssuerID, Name: "Commune de Fougères"}, Detail: issuer},
	}, got)
	elsewhere, err := b.Entities.BilledAs(t.Context(), id.New(), []id.ID{b.Sites["CCAS"]})
	require.NoError(t, err)
	require.Empty(t, elsewhere)
}
