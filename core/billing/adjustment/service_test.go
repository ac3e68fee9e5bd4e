package adjustment_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/adjustment"
	"github.com/openpmo/pmo/core/billing/invoicing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
)

// bakery is the pair of the bakery.
func bakery(b *coretest.Billing) billing.Pair {
	return billing.Pair{ConsumerID: b.Sites["Boulangerie"], ProducerID: b.Sites["Commune"]}
}

func days(first, last string) civil.Range {
	if last == "" {
		return civil.Range{From: coretest.Date(first), To: civil.Forever}
	}
	return civil.Range{From: coretest.Date(first), To: coretest.Date(last) + 1}
}

func grant(t *testing.T, b *coretest.Billing, percent money.Percent, first, last string) (adjustment.DiscountView, error) {
	t.Helper()
	return b.Adjustments.AddDiscount(t.Context(), b.Organizer, b.Scope, adjustment.DiscountInput{Pair: bakery(b), Days: days(first, last), Percent: percent, Reason: " Offre de bienvenue "})
}

// of is the invoice of the bakery in a state, as it is read.
func of(t *testing.T, b *coretest.Billing, status billing.InvoiceStatus, types ...billing.InvoiceType) invoicing.View {
	t.Helper()
	list := b.Listed(billing.InvoiceFilter{Query: "Boulangerie", Statuses: []billing.InvoiceStatus{status}, Types: types})
	require.Len(t, list, 1)
	v, err := b.Invoices.Invoice(t.Context(), b.Organizer, b.Scope, list[0].ID)
	require.NoError(t, err)
	return v
}

// TestADiscountIsTakenOffEachLine of its days, rounded once a line; the energy of the pair stays what it was, and the
// price of a plan that is changed later keeps it.
func TestADiscountIsTakenOffEachLine(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	b.Run("2026-10-31")
	before := of(t, b, billing.Draft)
	d, err := grant(t, b, 1250, "2026-10-11", "2026-10-20")
	require.NoError(t, err)
	require.Equal(t, []any{"Boulangerie", "Commune", "Offre de bienvenue"}, []any{d.ConsumerName, d.ProducerName, d.Reason})
	require.Equal(t, "invoice.stale", b.Publish(before.ID)[0].Refused.Key, "the draft was computed without")

	b.Run("2026-10-31")
	after := of(t, b, billing.Draft)
	require.Len(t, after.Lines, 6, "two charges, each in three stretches")
	var net money.Cents
	var total energy.MilliWh
	for _, l := range after.Lines {
		gross, err := money.Amount(l.Quantity, l.Price)
		require.NoError(t, err)
		if l.Days == days("2026-10-11", "2026-10-20") {
			off, err := money.Percent(1250).Of(gross)
			require.NoError(t, err)
			require.Equal(t, &billing.LineDiscount{Percent: 1250, Reason: "Offre de bienvenue", Base: gross, Amount: off}, l.Discount)
			gross -= off
		} else {
			require.Nil(t, l.Discount)
		}
		require.Equal(t, gross, l.Net)
		net, total = net+l.Net, total+l.Energy
	}
	require.Equal(t, []any{net, before.Energy, before.Energy}, []any{after.Net, total, after.Energy})
	require.Less(t, after.Net, before.Net)

	require.Nil(t, b.Publish(after.ID)[0].Refused)
	_, err = b.Invoices.Download(t.Context(), b.Organizer, b.Scope, after.ID, "")
	require.NoError(t, err)
	require.Equal(t, []any{after.Net, after.Lines[1].Discount}, []any{b.Printed.Net, b.Printed.Lines[1].Discount}, "as it is printed")

	// What is invoiced never changes.
	err = b.Adjustments.RemoveDiscount(t.Context(), b.Organizer, b.Scope, d.ID)
	require.Equal(t, "discount.alreadyInvoiced", fault.KeyOf(err))
	_, err = b.Adjustments.EndDiscount(t.Context(), b.Organizer, b.Scope, d.ID, coretest.Date("2026-10-25"))
	require.Equal(t, "discount.alreadyInvoiced", fault.KeyOf(err))
	_, err = grant(t, b, 100, "2026-10-25", "")
	require.Equal(t, "discount.alreadyInvoiced", fault.KeyOf(err))

	// Taken back, its days may be discounted otherwise; the credit note says what the invoice said.
	_, err = b.Publication.CancelInvoices(t.Context(), b.Organizer, b.Scope, billing.Selection{IDs: []id.ID{after.ID}})
	require.NoError(t, err)
	note := of(t, b, billing.Finalized, billing.TypeCreditNote)
	require.Equal(t, after.Lines, note.Lines)
	require.NoError(t, b.Adjustments.RemoveDiscount(t.Context(), b.Organizer, b.Scope, d.ID))
	b.Run("2026-10-31")
	require.Equal(t, before.Amount, of(t, b, billing.Draft).Amount)
}

// TestADiscountOfEverything leaves nothing to pay: no invoice is made, and its days are billed again when it goes.
func TestADiscountOfEverything(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	d, err := grant(t, b, money.Whole, "2026-10-01", "")
	require.NoError(t, err)
	b.Run("2026-10-31")
	free := of(t, b, billing.NotCharged)
	require.Zero(t, free.Amount)
	require.NotZero(t, free.Energy)
	require.NoError(t, b.Adjustments.RemoveDiscount(t.Context(), b.Organizer, b.Scope, d.ID))
	b.Run("2026-10-31")
	require.Positive(t, of(t, b, billing.Draft).Amount)
}

// TestWhatNoDiscountIs: each refusal has its key, and changes nothing.
func TestWhatNoDiscountIs(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	_, err := grant(t, b, 1000, "2026-10-01", "2026-10-31")
	require.NoError(t, err)
	for name, c := range map[string]struct {
		change func(*adjustment.DiscountInput)
		key    string
	}{
		"nothing":         {func(in *adjustment.DiscountInput) { in.Percent = 0 }, "discount.percentage"},
		"more than all":   {func(in *adjustment.DiscountInput) { in.Percent = 10_001 }, "discount.percentage"},
		"no reason":       {func(in *adjustment.DiscountInput) { in.Reason = "  " }, "adjustment.reason"},
		"reversed":        {func(in *adjustment.DiscountInput) { in.Days.To = in.Days.From }, "discount.datesReversed"},
		"twice a day":     {func(in *adjustment.DiscountInput) { in.Days = days("2026-10-31", "") }, "discount.overlap"},
		"before it began": {func(in *adjustment.DiscountInput) { in.Days = days("2026-09-30", "2026-10-02") }, "discount.notSubscribed"},
		"a stranger":      {func(in *adjustment.DiscountInput) { in.ConsumerID = id.New() }, "discount.notSubscribed"},
		"a producer":      {func(in *adjustment.DiscountInput) { in.ConsumerID = "" }, "discount.notSubscribed"},
	} {
		in := adjustment.DiscountInput{Pair: bakery(b), Days: days("2026-11-01", ""), Percent: 1000, Reason: "Offre"}
		c.change(&in)
		_, err := b.Adjustments.AddDiscount(t.Context(), b.Organizer, b.Scope, in)
		require.Equal(t, c.key, fault.KeyOf(err), name)
	}
	list, err := b.Adjustments.ListDiscounts(t.Context(), b.Organizer, b.Scope)
	require.NoError(t, err)
	require.Len(t, list, 1)
	_, err = b.Adjustments.ListDiscounts(t.Context(), b.Account("Martin"), b.Scope)
	require.Equal(t, "forbidden", fault.KeyOf(err))
	_, err = b.Adjustments.EndDiscount(t.Context(), b.Organizer, b.Scope, list[0].ID, coretest.Date("2026-09-30"))
	require.Equal(t, "discount.datesReversed", fault.KeyOf(err))
	ended, err := b.Adjustments.EndDiscount(t.Context(), b.Organizer, b.Scope, list[0].ID, coretest.Date("2026-10-15"))
	require.NoError(t, err)
	require.Equal(t, days("2026-10-01", "2026-10-15"), ended.Days)
}

// put puts an amount on the next invoice of the bakery.
func put(t *testing.T, b *coretest.Billing, kind billing.AdjustmentKind, amount money.Cents) (adjustment.View, error) {
	t.Helper()
	sub := b.SubscriptionOf(bakery(b).ConsumerID, bakery(b).ProducerID, "2026-10-01")
	return b.Adjustments.Add(t.Context(), b.Organizer, b.Scope, adjustment.Input{SubscriptionID: sub.ID, Kind: kind, Amount: amount, Reason: "Geste commercial"})
}

func standing(t *testing.T, b *coretest.Billing) (out []adjustment.Status) {
	t.Helper()
	list, err := b.Adjustments.List(t.Context(), b.Organizer, b.Scope, adjustment.Filter{})
	require.NoError(t, err)
	for _, v := range list {
		out = append(out, v.Status())
	}
	return out
}

// TestAnAmountStandsOnce: on the next invoice of its issuer and client, whichever draft it was on before; with the
// invoice that is taken back it is free again, and the credit note has it too.
func TestAnAmountStandsOnce(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	b.Run("2026-10-31")
	before := of(t, b, billing.Draft)
	a, err := put(t, b, billing.Allowance, 500)
	require.NoError(t, err)
	require.Equal(t, []any{adjustment.Waiting, "Boulangerie", "Commune de Fougères"}, []any{a.Status(), a.ClientName, a.IssuerName})
	require.Equal(t, "invoice.stale", b.Publish(before.ID)[0].Refused.Key)
	b.Run("2026-10-31")
	draft := of(t, b, billing.Draft)
	require.Equal(t, []adjustment.Status{adjustment.OnDraft}, standing(t, b))
	require.Equal(t, []billing.Adjustment{{ID: a.ID, Kind: billing.Allowance, Amount: 500, Rate: 2000, Reason: "Geste commercial"}}, draft.Adjustments)
	tax, err := money.VAT(before.Net-500, 2000)
	require.NoError(t, err)
	require.Equal(t, []money.Cents{before.Net - 500, before.Net - 500 + tax}, []money.Cents{draft.Net, draft.Amount})

	// A draft that is deleted lets it go, and so does one that is put aside.
	_, err = b.Invoices.DeleteInvoices(t.Context(), b.Organizer, b.Scope, billing.Selection{IDs: []id.ID{draft.ID}})
	require.NoError(t, err)
	require.Equal(t, []adjustment.Status{adjustment.Waiting}, standing(t, b))
	b.Run("2026-10-31")
	_, err = b.Publication.CancelInvoices(t.Context(), b.Organizer, b.Scope, billing.Selection{IDs: []id.ID{of(t, b, billing.Draft).ID}})
	require.NoError(t, err)
	require.Equal(t, []adjustment.Status{adjustment.Waiting}, standing(t, b))

	b.Run("2026-10-31")
	draft = of(t, b, billing.Draft)
	require.Nil(t, b.Publish(draft.ID)[0].Refused)
	require.Equal(t, []adjustment.Status{adjustment.Invoiced}, standing(t, b))
	require.Equal(t, "adjustment.issued", fault.KeyOf(b.Adjustments.Remove(t.Context(), b.Organizer, b.Scope, a.ID)))
	_, err = b.Invoices.Download(t.Context(), b.Organizer, b.Scope, draft.ID, "")
	require.NoError(t, err)
	require.Equal(t, []any{draft.Net, 1, money.Cents(500)}, []any{b.Printed.Net, len(b.Printed.Adjustments), b.Printed.Adjustments[0].Amount})
	require.Equal(t, draft.Net, b.Printed.VAT[0].Net, "in the group of its rate")

	// The next month has it no more.
	b.Clock = b.Clock.AddDate(0, 1, 0)
	b.Run("2026-11-30")
	require.Empty(t, of(t, b, billing.Draft).Adjustments)

	_, err = b.Publication.CancelInvoices(t.Context(), b.Organizer, b.Scope, billing.Selection{IDs: []id.ID{draft.ID}})
	require.NoError(t, err)
	note := of(t, b, billing.Finalized, billing.TypeCreditNote)
	require.Equal(t, []any{draft.Amount, draft.Adjustments}, []any{note.Amount, note.Adjustments})
	require.Equal(t, []adjustment.Status{adjustment.Waiting}, standing(t, b))
	b.Run("2026-11-30")
	list := b.Listed(billing.InvoiceFilter{Query: "Boulangerie", Statuses: []billing.InvoiceStatus{billing.Draft}})
	require.Len(t, list, 2)
	taken := 0
	for _, inv := range list {
		v, err := b.Invoices.Invoice(t.Context(), b.Organizer, b.Scope, inv.ID)
		require.NoError(t, err)
		taken += len(v.Adjustments)
		require.Equal(t, inv.Days.From == coretest.Date("2026-10-01"), len(v.Adjustments) == 1, "the first of the pair has it")
	}
	require.Equal(t, 1, taken)

	// Withdrawn, the draft that has it is no more what it was.
	b.Clock = b.Clock.Add(time.Minute)
	require.NoError(t, b.Adjustments.Remove(t.Context(), b.Organizer, b.Scope, a.ID))
	require.Empty(t, standing(t, b))
	b.Run("2026-11-30")
	for _, inv := range b.Listed(billing.InvoiceFilter{Query: "Boulangerie", Statuses: []billing.InvoiceStatus{billing.Draft}}) {
		require.Nil(t, b.Publish(inv.ID)[0].Refused)
	}
}

// TestTheDatabaseHoldsAnAmountOnce, and keeps those of issued invoices as they are.
func TestTheDatabaseHoldsAnAmountOnce(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	_, err := put(t, b, billing.Surcharge, 1_250)
	require.NoError(t, err)
	b.Run("2026-10-31")
	inv := of(t, b, billing.Draft)
	other := b.Listed(billing.InvoiceFilter{Query: "Martin"})[0]
	_, err = b.DB.Pool().Exec(t.Context(), "insert into invoice_adjustments select $2, position, adjustment_id, kind, amount_cents, vat_rate, reason, true from invoice_adjustments where invoice_id = $1", inv.ID, other.ID)
	require.ErrorContains(t, err, "invoice_adjustments_once")
	require.Nil(t, b.Publish(inv.ID)[0].Refused)
	for _, statement := range []string{"update invoice_adjustments set amount_cents = 1 where invoice_id = $1", "delete from invoice_adjustments where invoice_id = $1",
		"insert into invoice_adjustments select invoice_id, 9, adjustment_id, kind, amount_cents, vat_rate, reason, false from invoice_adjustments where invoice_id = $1"} {
		_, err = b.DB.Pool().Exec(t.Context(), statement, inv.ID)
		require.ErrorContains(t, err, "cannot change", statement)
	}
}

// TestMoreThanAnInvoiceAsksFor is a failure of the run that says so; nothing is guessed.
func TestMoreThanAnInvoiceAsksFor(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	_, err := put(t, b, billing.Allowance, 99_999_00)
	require.NoError(t, err)
	run := b.Run("2026-10-31")
	var keys []string
	for _, i := range run.Items {
		if i.Failure != nil {
			keys = append(keys, i.ClientName, i.Failure.Key)
		}
	}
	require.Equal(t, []string{"Boulangerie", "invoice.negative"}, keys)
	require.Equal(t, []adjustment.Status{adjustment.Waiting}, standing(t, b))
}

// TestWhatNoAmountIs: each refusal has its key.
func TestWhatNoAmountIs(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	b.Run("2026-10-31")
	inv := of(t, b, billing.Draft)
	pair := billing.PartyPair{IssuerID: inv.IssuerID, ClientID: inv.ClientID}
	school := b.SubscriptionOf(b.Sites["École"], b.Sites["Commune"], "2026-10-01")
	for name, c := range map[string]struct {
		change func(*adjustment.Input)
		key    string
	}{
		"of no kind":         {func(in *adjustment.Input) { in.Kind = "GIFT" }, "adjustment.kindUnknown"},
		"nothing":            {func(in *adjustment.Input) { in.Amount = 0 }, "adjustment.amount"},
		"too much":           {func(in *adjustment.Input) { in.Amount = adjustment.MaxAmount + 1 }, "adjustment.amount"},
		"no rate":            {func(in *adjustment.Input) { in.Rate = coretest.Ptr(money.VATRate(1999)) }, "adjustment.vatRate"},
		"no reason":          {func(in *adjustment.Input) { in.Reason = "" }, "adjustment.reason"},
		"nobody":             {func(in *adjustment.Input) { in.PartyPair = billing.PartyPair{} }, "adjustment.partiesRequired"},
		"both ways":          {func(in *adjustment.Input) { in.SubscriptionID = school.ID }, "adjustment.partiesRequired"},
		"a stranger":         {func(in *adjustment.Input) { in.ClientID = id.New() }, "billableEntity.notFound"},
		"another issuer":     {func(in *adjustment.Input) { in.IssuerID = id.New() }, "billingEntity.notFound"},
		"no subscription":    {func(in *adjustment.Input) { in.PartyPair, in.SubscriptionID = billing.PartyPair{}, id.New() }, "subscription.notFound"},
		"one legal person":   {func(in *adjustment.Input) { in.PartyPair, in.SubscriptionID = billing.PartyPair{}, school.ID }, "adjustment.noInvoices"},
		"whole as it should": {func(*adjustment.Input) {}, ""},
	} {
		in := adjustment.Input{PartyPair: pair, Kind: billing.Surcharge, Amount: 1_000, Rate: coretest.Ptr(money.VATRate(550)), Reason: "Frais"}
		c.change(&in)
		_, err := b.Adjustments.Add(t.Context(), b.Organizer, b.Scope, in)
		if c.key == "" {
			require.NoError(t, err, name)
			continue
		}
		require.Equal(t, c.key, fault.KeyOf(err), name)
	}
	b.Run("2026-10-31")
	draft := of(t, b, billing.Draft)
	require.Equal(t, inv.Net+1_000, draft.Net)
	totals, err := draft.Totals()
	require.NoError(t, err)
	require.Equal(t, []money.VATRate{2000, 550}, []money.VATRate{totals.Groups[0].Rate, totals.Groups[1].Rate}, "a rate of its own is a group of its own")

	// A seller that charges no VAT charges none on it.
	b.Exec("update billing_entities set vat_regime = 'franchise'")
	b.Run("2026-10-31")
	draft = of(t, b, billing.Draft)
	require.Equal(t, []any{money.VATRate(0), money.Cents(0)}, []any{draft.Adjustments[0].Rate, draft.VAT})
}
