package journal_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	writer "github.com/openpmo/pmo/adapters/einvoice"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/adjustment"
	"github.com/openpmo/pmo/core/billing/einvoice"
	"github.com/openpmo/pmo/core/billing/journal"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/party"
)

// amount puts an amount on the next invoice of a subscription; without a rate that of the issuer's regime holds.
func amount(t *testing.T, b *coretest.Billing, subscription id.ID, kind billing.AdjustmentKind, cents money.Cents, rate *money.VATRate) {
	t.Helper()
	_, err := b.Adjustments.Add(t.Context(), b.Organizer, b.Scope, adjustment.Input{SubscriptionID: subscription, Kind: kind, Amount: cents, Rate: rate, Reason: "Geste"})
	require.NoError(t, err)
}

// TestADiscountAndAmountsAreTheSameEverywhere: of a pair with a discount on some days, an amount taken off and one put
// on at another rate, the list, the printed page, the e-invoice, the summary of the accountant and the journal say the
// same cents, and so does the credit note.
func TestADiscountAndAmountsAreTheSameEverywhere(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	pair := billing.Pair{ConsumerID: b.Sites["Boulangerie"], ProducerID: b.Sites["Commune"]}
	_, err := b.Adjustments.AddDiscount(t.Context(), b.Organizer, b.Scope, adjustment.DiscountInput{Pair: pair, Days: coretest.Days("2026-10-11", "2026-10-20"), Percent: 1234, Reason: "Offre"})
	require.NoError(t, err)
	sub := b.SubscriptionOf(pair.ConsumerID, pair.ProducerID, "2026-10-01")
	amount(t, b, sub.ID, billing.Allowance, 777, nil)
	amount(t, b, sub.ID, billing.Surcharge, 333, coretest.Ptr(money.VATRate(550)))
	b.Run("2026-10-31")
	draft := b.Listed(billing.InvoiceFilter{Query: "Boulangerie"})[0]
	require.Nil(t, b.Publish(draft.ID)[0].Refused)
	seller := draft.IssuerID

	// 900, 900 and 993.75 kWh (an hour more) at 0.10 €, and ten, ten and eleven days of 2 € a month:
	// 90.00 + 90.00 − 11.11 + 99.38 and 0.65 + 0.65 − 0.08 + 0.71, less 7.77 at 20 %; 3.33 at 5.5 %.
	of20, of55 := money.Cents(9_000+9_000-1_111+9_938+65+65-8+71-777), money.Cents(333)
	tax20, err := money.VAT(of20, 2000)
	require.NoError(t, err)
	tax55, err := money.VAT(of55, 550)
	require.NoError(t, err)
	inv, err := b.Invoices.Invoice(t.Context(), b.Organizer, b.Scope, draft.ID)
	require.NoError(t, err)
	total := of20 + of55 + tax20 + tax55
	require.Equal(t, []money.Cents{of20 + of55, tax20 + tax55, total}, []money.Cents{inv.Net, inv.VAT, inv.Amount})

	said := func(id id.ID) {
		t.Helper()
		_, err := b.Invoices.Download(t.Context(), b.Organizer, b.Scope, id, "")
		require.NoError(t, err)
		d := *b.Printed
		require.Equal(t, []money.Cents{of20 + of55, tax20 + tax55, total}, []money.Cents{d.Net, d.Tax, d.Total})
		e, err := einvoice.Of(d)
		require.NoError(t, err)
		content, err := writer.Writer{}.Write(e)
		require.NoError(t, err)
		for tag, cents := range map[string]money.Cents{"TaxBasisTotalAmount": of20 + of55, "GrandTotalAmount": total, "AllowanceTotalAmount": 777, "ChargeTotalAmount": 333, "LineTotalAmount": of20 + 777} {
			require.Contains(t, string(content), "<ram:"+tag+">"+cents.String()+"<")
		}
	}
	said(draft.ID)
	books, err := b.Invoices.AccountingSummary(t.Context(), b.Organizer, b.Scope, billing.Selection{IDs: []id.ID{draft.ID}})
	require.NoError(t, err)
	require.Equal(t, []money.Cents{of20 + of55, tax20 + tax55, total}, []money.Cents{books.Net, books.Tax, books.Amount})
	require.Len(t, books.VAT, 2)

	_, err = b.Journal.PutAccounts(t.Context(), b.Organizer, b.Operation, seller, "fr", 0, func(a journal.Accounts) journal.Accounts {
		a.Rates = []journal.RateAccounts{{Category: billing.VATStandard, Rate: 550, Sales: journal.Account{Number: "708055", Name: "Frais"}, VAT: journal.Account{Number: "445711", Name: "TVA 5,5"}}}
		return a
	})
	require.NoError(t, err)
	require.Equal(t, map[string]int{"411000": int(total), "701000": -int(of20), "445710": -int(tax20), "708055": -int(of55), "445711": -int(tax55)}, sums(t, fec(t, b, seller, november)))
	require.Nil(t, cancel(t, b, draft.ID)[0].Refused)
	note := b.Listed(billing.InvoiceFilter{Query: "Boulangerie", Types: []billing.InvoiceType{billing.TypeCreditNote}})[0]
	said(note.ID)
	for account, left := range sums(t, fec(t, b, seller, november)) {
		require.Zero(t, left, "the credit note takes back %s", account)
	}
}

// TestAnAllowanceMayBeMoreThanTheEnergyOfItsRate, as long as the rate as a whole asks for something: costs that are
// passed on stay whole in their account, the account of sales owes the rest, and no field of the file is below nothing.
func TestAnAllowanceMayBeMoreThanTheEnergyOfItsRate(t *testing.T) {
	t.Parallel()
	b := coretest.NewBrussels(t)
	full := money.VATRate(2100)
	own, dupont, _ := b.Network(party.VATNormal, billing.OwnRate, &full)
	b.Costs[dupont] = 12_345_678 // 12.35 €
	b.Meter.Hourly[billing.Pair{ConsumerID: dupont, ProducerID: b.Lambert}] = 100_000
	_, err := b.Journal.PutAccounts(t.Context(), b.Organizer, b.Operation, own.ID, "fr", 0, func(a journal.Accounts) journal.Accounts {
		a.Costs = journal.Account{Number: "746000", Name: "Frais refacturés"}
		return a
	})
	require.NoError(t, err)
	sub := b.SubscriptionOf(dupont, "", "2026-10-01")
	amount(t, b.Billing, sub.ID, billing.Allowance, 2_181, nil)
	failed := b.Run("2026-10-31").Items
	require.Equal(t, "invoice.negative", fault.KeyOf(failed[0].Failure), "21.80 are asked for at 21 %")
	list, err := b.Adjustments.List(t.Context(), b.Organizer, b.Scope, adjustment.Filter{})
	require.NoError(t, err)
	require.NoError(t, b.Adjustments.Remove(t.Context(), b.Organizer, b.Scope, list[0].ID))
	amount(t, b.Billing, sub.ID, billing.Allowance, 1_500, nil)
	b.Run("2026-10-31")
	draft := b.Listed(billing.InvoiceFilter{Types: []billing.InvoiceType{billing.TypeInvoice}, Statuses: []billing.InvoiceStatus{billing.Draft}})[0]
	require.Nil(t, b.Publish(draft.ID)[0].Refused)

	// 9.45 of energy and month, 12.35 of costs, less 15.00: 6.80 and 1.43 of VAT.
	lines := fec(t, b.Billing, own.ID, november)
	require.Equal(t, map[string]int{"400000": 823, "700000": 1500 - 945, "746000": -1235, "451000": -143}, sums(t, lines))
	for _, l := range lines {
		require.NotContains(t, l[11]+l[12], "-")
		require.Zero(t, min(cents(t, l[11]), cents(t, l[12])))
	}
	require.Nil(t, cancel(t, b.Billing, draft.ID)[0].Refused)
	for account, left := range sums(t, fec(t, b.Billing, own.ID, november)) {
		require.Zero(t, left, "the credit note takes back %s", account)
	}
}
