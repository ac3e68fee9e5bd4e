package cutoff_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/adjustment"
	"github.com/openpmo/pmo/core/billing/cutoff"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/billable"
	"github.com/openpmo/pmo/core/money"
)

func on(t testing.TB, b *coretest.Billing, day string) cutoff.CutOff {
	t.Helper()
	c, err := b.CutOff.On(t.Context(), b.Organizer, b.Operation, "", coretest.Date(day), "fr")
	require.NoError(t, err)
	return c
}

func of(c cutoff.CutOff, client string) (r cutoff.Row) {
	for _, one := range c.Rows {
		if one.ClientName == client {
			r = one
		}
	}
	return r
}

// TestCutOffIsWhatARunWouldBill: on the last day of a period, the sums of its drafts to the cent; within
// it, the days that are over; nothing once it is invoiced, and all of it on a day before the issue.
func TestCutOffIsWhatARunWouldBill(t *testing.T) {
	t.Parallel()
	b := coretest.TwoSellers(t)
	whole := on(t, b, "2026-10-31")
	b.Run("2026-10-31")
	drafts := b.Listed(billing.InvoiceFilter{Statuses: []billing.InvoiceStatus{billing.Draft}})
	require.Len(t, whole.Rows, len(drafts))
	var ids []id.ID
	for _, d := range drafts {
		r := of(whole, d.ClientName)
		require.Equal(t, []any{d.Energy, d.Net, d.VAT, d.Days}, []any{r.Energy, r.Net, r.VAT, r.Days}, d.ClientName)
		ids = append(ids, d.ID)
	}
	ten := of(on(t, b, "2026-10-10"), "Martin")
	require.Equal(t, energy.MilliWh(240*625_000), ten.Energy)
	require.Equal(t, civil.Range{From: coretest.Date("2026-10-01"), To: coretest.Date("2026-10-11")}, ten.Days)
	require.Equal(t, money.Cents(1500+65), ten.Net, "150 kWh at 0.10, and ten of thirty-one days of two euros")
	require.Empty(t, on(t, b, "2026-09-30").Rows)

	for _, r := range b.Publish(ids...) {
		require.Nil(t, r.Refused)
	}
	require.NotEmpty(t, on(t, b, "2026-10-31").Rows, "they are issued in November")
	issued := *b.Listed(billing.InvoiceFilter{Statuses: []billing.InvoiceStatus{billing.Finalized}})[0].IssueDate
	for _, r := range on(t, b, issued.String()).Rows {
		require.Equal(t, coretest.Date("2026-11-01"), r.Days.From, "October is invoiced by then")
	}
	_, err := b.CutOff.On(t.Context(), b.Organizer, b.Operation, "", issued+400, "fr")
	require.Equal(t, "cutOff.ahead", fault.KeyOf(err))
	_, err = b.CutOff.On(t.Context(), b.Organizer, b.Operation, id.New(), issued, "fr")
	require.Equal(t, "billingEntity.notFound", fault.KeyOf(err))
	_, err = b.CutOff.On(t.Context(), b.Account("Martin"), b.Operation, "", issued, "fr")
	require.Equal(t, "forbidden", fault.KeyOf(err))
}

// TestCutOffTakesDiscountsOffAndLeavesAmountsToTheInvoice: its rows are the lines of the drafts to the cent, with the
// discount of a pair on its days alone; an amount that waits for the next invoice is in the draft and not in it.
func TestCutOffTakesDiscountsOffAndLeavesAmountsToTheInvoice(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	full := of(on(t, b, "2026-10-31"), "Boulangerie")
	pair := billing.Pair{ConsumerID: b.Sites["Boulangerie"], ProducerID: b.Sites["Commune"]}
	_, err := b.Adjustments.AddDiscount(t.Context(), b.Organizer, b.Scope, adjustment.DiscountInput{Pair: pair, Days: coretest.Days("2026-10-11", "2026-10-20"), Percent: 1250, Reason: "Offre"})
	require.NoError(t, err)
	sub := b.SubscriptionOf(pair.ConsumerID, pair.ProducerID, "2026-10-01")
	_, err = b.Adjustments.Add(t.Context(), b.Organizer, b.Scope, adjustment.Input{SubscriptionID: sub.ID, Kind: billing.Allowance, Amount: 500, Reason: "Geste"})
	require.NoError(t, err)
	require.Equal(t, full.Net-1125-8+1, of(on(t, b, "2026-10-31"), "Boulangerie").Net, "an eighth of 90.00 and of 0.65; the month, cut in three, is rounded thrice")
	require.Equal(t, of(on(t, b, "2026-10-10"), "Boulangerie").Net, money.Cents(9_000+65), "before its first day")
	b.Meter.Missing = map[billable.Billed][]civil.Date{{ParticipantID: b.Sites["Boulangerie"], Side: metering.Consumer}: {coretest.Date("2026-10-20")}}
	lacking := of(on(t, b, "2026-10-31"), "Boulangerie")
	require.Equal(t, money.Cents(900-112), lacking.ProvisionalNet, "24 hours of 3.75 kWh, an eighth of which is taken off")
	b.Meter.Missing = nil

	b.Run("2026-10-31")
	draft := b.Listed(billing.InvoiceFilter{Query: "Boulangerie"})[0]
	c := on(t, b, "2026-10-31")
	row := of(c, "Boulangerie")
	tax, err := money.VAT(draft.Net+500, 2000)
	require.NoError(t, err)
	require.Equal(t, []any{draft.Energy, draft.Net + 500, tax, draft.Days}, []any{row.Energy, row.Net, row.VAT, row.Days})
	for _, e := range c.Entries {
		require.Equal(t, e.Lines[0].Debit, e.Lines[1].Credit+e.Lines[2].Credit)
		if e.ClientName == "Boulangerie" {
			require.Equal(t, []money.Cents{row.Net + row.VAT, row.Net, row.VAT}, []money.Cents{e.Lines[0].Debit, e.Lines[1].Credit, e.Lines[2].Credit})
		}
	}
}

// TestAmountsThatWaitAreNamedAndNotCounted: those made by the end of the day, in the operator's zone, that are on no
// invoice issued by then, signed and with a sum for each seller; a draft leaves them waiting, an invoice does not until
// it is taken back, and what was withdrawn waits for nothing. No sum of the cut-off has them.
func TestAmountsThatWaitAreNamedAndNotCounted(t *testing.T) {
	t.Parallel()
	b := coretest.TwoSellers(t)
	before := on(t, b, "2026-10-31")
	require.Empty(t, before.Waiting)
	add := func(client, producer string, kind billing.AdjustmentKind, amount money.Cents, reason, made string) id.ID {
		sub := b.SubscriptionOf(b.Sites[client], b.Sites[producer], "2026-10-01")
		v, err := b.Adjustments.Add(t.Context(), b.Organizer, b.Scope, adjustment.Input{SubscriptionID: sub.ID, Kind: kind, Amount: amount, Reason: reason})
		require.NoError(t, err)
		b.Exec("update adjustments set created_at = $2 where id = $1", v.ID, made)
		return v.ID
	}
	add("Garage", "Ferme", billing.Surcharge, 700, "Frais", "2026-10-31T22:59:59Z")
	add("Martin", "Commune", billing.Surcharge, 40, "Relance", "2026-10-20T10:00:00Z")
	add("Boulangerie", "Commune", billing.Allowance, 500, "Geste", "2026-10-21T10:00:00Z")
	add("Boulangerie", "Commune", billing.Surcharge, 900, "Novembre", "2026-10-31T23:00:00Z") // the 1st in Paris
	gone := add("Martin", "Commune", billing.Allowance, 100, "Erreur", "2026-10-05T10:00:00Z")
	require.NoError(t, b.Adjustments.Remove(t.Context(), b.Organizer, b.Scope, gone))
	named := func(c cutoff.CutOff) (out []string) {
		for _, a := range c.Waiting {
			out = append(out, fmt.Sprintf("%s > %s: %s %s %d", a.IssuerName, a.ClientName, a.Reason, a.Since, a.Net))
		}
		return out
	}
	sums := func(c cutoff.CutOff) (out []string) {
		for _, s := range c.WaitingSums() {
			out = append(out, fmt.Sprintf("%s %d %d", s.IssuerName, s.Number, s.Net))
		}
		return out
	}
	gesture, reminder, fee, november := "Commune de Fougères > Boulangerie: Geste 2026-10-21 -500", "Commune de Fougères > Martin: Relance 2026-10-20 40",
		"Ferme du Bois > Garage: Frais 2026-10-31 700", "Commune de Fougères > Boulangerie: Novembre 2026-11-01 900"
	for _, c := range []struct {
		day   string
		named []string
		sums  []string
	}{
		{"2026-10-19", nil, nil},
		{"2026-10-20", []string{reminder}, []string{"Commune de Fougères 1 40"}},
		{"2026-10-30", []string{gesture, reminder}, []string{"Commune de Fougères 2 -460"}},
		{"2026-10-31", []string{gesture, reminder, fee}, []string{"Commune de Fougères 2 -460", "Ferme du Bois 1 700"}},
		{"2026-11-01", []string{gesture, november, reminder, fee}, []string{"Commune de Fougères 3 440", "Ferme du Bois 1 700"}},
	} {
		found := on(t, b, c.day)
		require.Equal(t, c.named, named(found), c.day)
		require.Equal(t, c.sums, sums(found), c.day)
	}
	after := on(t, b, "2026-10-31")
	require.Equal(t, []any{before.Rows, before.Entries}, []any{after.Rows, after.Entries}, "counted nowhere")

	b.Run("2026-10-31")
	require.Equal(t, []string{gesture, reminder, fee}, named(on(t, b, "2026-10-31")), "a draft is no invoice")
	draft := b.Listed(billing.InvoiceFilter{Query: "Boulangerie"})[0]
	one, err := b.CutOff.On(t.Context(), b.Organizer, b.Operation, draft.IssuerID, coretest.Date("2026-10-31"), "fr")
	require.NoError(t, err)
	require.Equal(t, []string{"Commune de Fougères 2 -460"}, sums(one), "of one seller")
	require.Nil(t, b.Publish(draft.ID)[0].Refused)
	issued := *b.Listed(billing.InvoiceFilter{Statuses: []billing.InvoiceStatus{billing.Finalized}})[0].IssueDate
	require.Equal(t, []string{gesture, november, reminder, fee}, named(on(t, b, (issued-1).String())), "not issued yet")
	require.Equal(t, []string{reminder, fee}, named(on(t, b, issued.String())))

	b.Clock = b.Clock.AddDate(0, 0, 2)
	_, err = b.Publication.CancelInvoices(t.Context(), b.Organizer, b.Scope, billing.Selection{IDs: []id.ID{draft.ID}})
	require.NoError(t, err)
	require.Equal(t, []string{reminder, fee}, named(on(t, b, (issued+1).String())), "it stood then")
	require.Equal(t, []string{gesture, november, reminder, fee}, named(on(t, b, (issued+2).String())), "taken back")
}

// TestCutOffTellsApartWhatMayChange: the energy and the euros of days that are not definitive; what no
// subscription prices is named.
func TestCutOffTellsApartWhatMayChange(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	late := []civil.Date{coretest.Date("2026-10-30"), coretest.Date("2026-10-31")}
	b.Meter.Missing = map[billable.Billed][]civil.Date{{ParticipantID: b.Sites["Martin"], Side: metering.Consumer}: late}
	orphan := b.Site("Sans client", "consumer", "")
	b.Meter.Hourly[billing.Pair{ConsumerID: orphan, ProducerID: b.Sites["Commune"]}] = 1_000_000
	c := on(t, b, "2026-10-31")
	martin := of(c, "Martin")
	require.Equal(t, []any{energy.MilliWh(48 * 625_000), 2, money.Cents(4656 - 4356)}, []any{martin.ProvisionalEnergy, martin.LackingDays, martin.ProvisionalNet})
	require.Zero(t, of(c, "Boulangerie").ProvisionalEnergy)
	require.Equal(t, 1, c.Unpriced.Number)
	require.Equal(t, "Sans client", c.Unpriced.Pairs[0].ConsumerName)
}

// TestCutOffIsBookedInBalance: 418 owes the total; sales and the VAT to come are credited.
func TestCutOffIsBookedInBalance(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	c := on(t, b, "2026-10-31")
	require.Len(t, c.Entries, len(c.Rows))
	for n, e := range c.Entries {
		require.Equal(t, []string{"418100", "701000", "445870"}, []string{e.Lines[0].Account.Number, e.Lines[1].Account.Number, e.Lines[2].Account.Number})
		require.Equal(t, e.Lines[0].Debit, e.Lines[1].Credit+e.Lines[2].Credit)
		require.Equal(t, []money.Cents{c.Rows[n].Net, c.Rows[n].VAT}, []money.Cents{e.Lines[1].Credit, e.Lines[2].Credit})
	}
}
