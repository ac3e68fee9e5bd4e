package billing_test

import (
	"testing"

	"github.com/openpmo/pmo/core/billing/contract"
	"github.com/openpmo/pmo/core/billing/entity"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/id"
)

// print renders the only invoice of a client as it stands.
func (b *billed) print(client string) billing.Document {
	inv := b.Listed(billing.InvoiceFilter{Query: client})[0]
	_, err := b.Invoices.Download(b.T.Context(), b.Organizer, b.Scope, inv.ID, "")
	require.NoError(b.T, err)
	return *b.Printed
}

func mentioned(d billing.Document) (keys []string) {
	for _, m := range d.Mentions {
		keys = append(keys, m.Key)
	}
	return keys
}

// TestMentionsFollowWhoPays: penalties and discounts are between professionals, the
// mediator is for individuals, the public accountant's notice for public bodies.
func TestMentionsFollowWhoPays(t *testing.T) {
	t.Parallel()
	b := town(t)
	b.Run("2026-10-31")
	require.Equal(t, []string{"prepared", "treasury", "goods", "mediator"}, mentioned(b.print("Martin")))
	require.Equal(t, []string{"prepared", "treasury", "goods", "late", "discount"}, mentioned(b.print("CCAS")))
}

// TestTheAccountIsPrintedForTransfers only: who is collected from, pays by cheque or waits
// for the public accountant must not pay to it as well.
func TestTheAccountIsPrintedForTransfers(t *testing.T) {
	t.Parallel()
	b := town(t)
	site := b.Site("Seul", "consumer", "")
	b.Client("Seul", "", "individual", site)
	b.Plan = b.MakePlan("Plan seul", 100_000)
	b.Subscribe(site, b.Sites["Commune"], "2026-10-01")
	for method, iban := range map[billing.PaymentMethod]string{billing.Transfer: "FR1420041010050500013M02606", billing.Cheque: "",
		billing.PublicTreasuryPaymentOrder: "", billing.PublicTreasuryDebit: ""} {
		_, err := b.Contracts.UpdatePlan(t.Context(), b.Organizer, b.Scope, b.Plan.ID, contract.PlanChange{Method: &method})
		require.NoError(t, err)
		b.Run("2026-10-31")
		payment := b.print("Seul").Payment
		require.Equal(t, method, payment.Method)
		require.Equal(t, iban, payment.IBAN, method)
		require.Equal(t, iban == "", payment.Holder == "", method)
	}
}

// TestALineWithoutVATNamesItsGround: outside the scope, exempt, franchise and zero by the
// plan are four things (EN 16931, BT-118 and BT-120).
func TestALineWithoutVATNamesItsGround(t *testing.T) {
	t.Parallel()
	b := town(t)
	issuers, _, err := b.Entities.ListBillingEntities(t.Context(), b.Organizer, b.Scope)
	require.NoError(t, err)
	for _, c := range []struct {
		regime, text string
		category     billing.VATCategory
		code, reason string
	}{
		{"none", "", billing.VATOutside, "VATEX-EU-O", "Opération hors champ de la TVA"},
		{"franchise", "", billing.VATExempt, "VATEX-FR-FRANCHISE", "TVA non applicable, art. 293 B du CGI"},
		{"exemption", "Article 261 du CGI", billing.VATExempt, "", "Article 261 du CGI"},
		{"agricultural_flat_rate", "", billing.VATExempt, "", "TVA non facturée : régime du remboursement forfaitaire agricole"},
		{"normal", "", billing.VATStandard, "", ""},
	} {
		_, err := b.Entities.UpdateBillingEntity(t.Context(), b.Organizer, b.Scope, issuers[0].ID, entity.BillingEntityChange{
			IdentityChange: entity.IdentityChange{VATRegime: &c.regime}, ExemptionText: &c.text})
		require.NoError(t, err, c.regime)
		b.Run("2026-10-31")
		vat := b.print("Martin").VAT
		require.Len(t, vat, 1, c.regime)
		require.Equal(t, []any{c.category, c.code, c.reason}, []any{vat[0].Category, vat[0].ReasonCode, vat[0].Reason}, c.regime)
		require.Equal(t, c.category == billing.VATStandard, vat[0].Tax > 0, c.regime)
	}
}

// TestATranslationKeepsItsGround in the other language.
func TestATranslationKeepsItsGround(t *testing.T) {
	t.Parallel()
	b := town(t)
	b.Exec("update billing_entities set vat_regime = 'none'")
	b.Run("2026-10-31")
	inv := b.Listed(billing.InvoiceFilter{Query: "Martin"})[0]
	require.Nil(t, b.Publish(inv.ID)[0].Refused)
	_, err := b.Invoices.Download(t.Context(), b.Organizer, b.Scope, inv.ID, "nl")
	require.NoError(t, err)
	require.Equal(t, "Verrichting buiten het toepassingsgebied van de btw", b.Printed.VAT[0].Reason)
	require.Equal(t, []string{"translation", "prepared", "treasury", "goods", "mediator"}, mentioned(*b.Printed))
}

// TestTheLongestTermHolds for an invoice of several plans, in whichever order its sites are.
func TestTheLongestTermHolds(t *testing.T) {
	t.Parallel()
	for _, terms := range [][2]int{{45, 20}, {20, 45}} {
		b := town(t)
		producer := b.Sites["Commune"]
		first, second := b.Site("A", "consumer", ""), b.Site("B", "consumer", "")
		client := b.Client("Deux plans", "", "individual", first)
		_, err := b.Entities.UpdateBillableEntity(t.Context(), b.Organizer, b.Scope, client.ID, entity.BillableEntityChange{ConsumerIDs: []id.ID{first, second}})
		require.NoError(t, err)
		for i, site := range []id.ID{first, second} {
			plan := b.MakePlan("Plan "+b.T.Name()+string(rune('A'+i)), 100_000)
			_, err := b.Contracts.UpdatePlan(t.Context(), b.Organizer, b.Scope, plan.ID, contract.PlanChange{TermDays: &terms[i]})
			require.NoError(t, err)
			require.NoError(t, b.trySubscribe(plan.ID, site, producer, "2026-10-01"))
			b.Meter.Hourly[billing.Pair{ConsumerID: site, ProducerID: producer}] = 1_000_000
		}
		b.Run("2026-10-31")
		list := b.Listed(billing.InvoiceFilter{ClientID: client.ID})
		require.Len(t, list, 1)
		require.Equal(t, 45, list[0].TermDays)
	}
}
