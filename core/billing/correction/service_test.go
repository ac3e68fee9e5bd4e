package correction_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/correction"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/billable"
	"github.com/openpmo/pmo/core/money"
)

var october = civil.NewMonth(2026, 10)

// world is a town whose October is billed.
type world struct{ *coretest.Billing }

func billed(t testing.TB, b *coretest.Billing) world {
	t.Helper()
	b.Run("2026-10-31")
	var ids []id.ID
	for _, d := range b.Listed(billing.InvoiceFilter{Statuses: []billing.InvoiceStatus{billing.Draft}}) {
		ids = append(ids, d.ID)
	}
	for _, r := range b.Publish(ids...) {
		require.Nil(t, r.Refused)
	}
	return world{b}
}

// corrected makes the curves of October others for a pair, and looks.
func (w world) corrected(site, seller string, hourly energy.MilliWh) {
	w.T.Helper()
	w.Meter.Hourly[billing.Pair{ConsumerID: w.Sites[site], ProducerID: w.Sites[seller]}] = hourly
	w.look()
}

func (w world) look() {
	w.T.Helper()
	require.NoError(w.T, w.Corrections.CurvesChanged(w.T.Context(), w.Operation, []civil.Month{october}))
}

func (w world) found(states ...correction.State) []correction.Correction {
	w.T.Helper()
	list, err := w.Corrections.List(w.T.Context(), w.Organizer, w.Operation, correction.Filter{States: states})
	require.NoError(w.T, err)
	return list
}

func (w world) correct(c correction.Correction) *fault.Error {
	w.T.Helper()
	results, err := w.Corrections.Correct(w.T.Context(), w.Organizer, w.Operation, correction.Choice{IDs: []id.ID{c.ID}, Reason: "Données corrigées"})
	require.NoError(w.T, err)
	return results[0].Refused
}

// TestACorrectionIsFoundPairByPairAndDecided: kWh and euros of the pair, above the threshold; corrected, a
// credit note and a draft of the same days; below it, recorded; with the curves of before, gone.
func TestACorrectionIsFoundPairByPairAndDecided(t *testing.T) {
	t.Parallel()
	w := billed(t, coretest.TwoSellers(t))
	w.look()
	require.Empty(t, w.found(), "nothing changed")

	w.corrected("Martin", "Commune", 725_000) // 74.5 kWh more at 0.10 euros
	require.Len(t, w.found(), 1)
	c := w.found()[0]
	require.Equal(t, correction.Open, c.State)
	require.Equal(t, "Martin", c.ClientName)
	require.Equal(t, []energy.MilliWh{745 * 625_000, 745 * 725_000}, []energy.MilliWh{c.Before.Energy, c.After.Energy})
	require.Equal(t, []money.Cents{894, 745 + 149}, []money.Cents{c.AmountNow - c.Amount, 894})
	require.Equal(t, []correction.Difference{{Pair: billing.Pair{ConsumerID: w.Sites["Martin"], ProducerID: w.Sites["Commune"]}, ConsumerName: "Martin", ProducerName: "Commune",
		Before: correction.Figures{Energy: 745 * 625_000, Net: 4656 + 200}, After: correction.Figures{Energy: 745 * 725_000, Net: 5401 + 200}}}, c.Pairs)

	w.corrected("Martin", "Commune", 625_000)
	require.Equal(t, correction.Gone, w.found()[0].State, "the curves say again what was billed")
	require.Equal(t, "correction.decided", w.correct(w.found()[0]).Key)
	w.corrected("Martin", "Commune", 626_000)
	require.Equal(t, correction.Recorded, w.found()[0].State, "nine cents")
	_, err := w.Corrections.SetThreshold(t.Context(), w.Organizer, w.Operation, 5)
	require.NoError(t, err)
	require.Equal(t, correction.Open, w.found()[0].State)
	_, err = w.Corrections.SetThreshold(t.Context(), w.Organizer, w.Operation, -1)
	require.Equal(t, "correction.threshold", fault.KeyOf(err))

	require.Nil(t, w.correct(w.found()[0]))
	c = w.found()[0]
	require.Equal(t, []any{correction.Decided, correction.Correct, "Données corrigées"}, []any{c.State, c.Decision, c.Reason})
	require.NotEmpty(t, c.CreditNote.Number)
	require.Equal(t, billing.Draft, c.ReplacementState)
	require.Equal(t, "correction.decided", w.correct(c).Key, "once")
	require.Nil(t, w.Publish(c.ReplacementID)[0].Refused)
	require.Equal(t, correction.Done, w.found()[0].State)
	w.look()
	require.Len(t, w.found(), 1, "the new invoice is what the curves say")
}

// TestAKeptInvoiceIsAskedAboutAgainWhenItsFiguresChange and not before; the reason is required.
func TestAKeptInvoiceIsAskedAboutAgainWhenItsFiguresChange(t *testing.T) {
	t.Parallel()
	w := billed(t, coretest.Town(t))
	w.corrected("Martin", "Commune", 725_000)
	keep := func(reason string) ([]billing.Result, error) {
		return w.Corrections.Keep(t.Context(), w.Organizer, w.Operation, correction.Choice{IDs: []id.ID{w.found()[0].ID, id.New()}, Reason: reason})
	}
	_, err := keep(" ")
	require.Equal(t, "correction.reasonRequired", fault.KeyOf(err))
	results, err := keep("Geste commercial")
	require.NoError(t, err)
	require.Nil(t, results[0].Refused)
	require.Equal(t, "correction.notFound", results[1].Refused.Key)
	w.look()
	require.Equal(t, []any{correction.Kept, "Geste commercial"}, []any{w.found()[0].State, w.found()[0].Reason})
	w.Meter.Missing = map[billable.Billed][]civil.Date{{ParticipantID: w.Sites["Martin"], Side: metering.Consumer}: {coretest.Date("2026-10-05")}}
	w.look()
	require.Equal(t, correction.Kept, w.found()[0].State, "the figures are those that were decided about")
	w.corrected("Martin", "Commune", 750_000)
	require.Equal(t, correction.Open, w.found()[0].State)

	refused := w.correct(w.found()[0])
	require.Equal(t, []string{"correction.notBillable", "measurements.incomplete"}, []string{refused.Key, refused.Items[0].Key})
	require.Equal(t, correction.Open, w.found()[0].State, "nothing was credited: its days cannot be billed yet")
	require.Len(t, w.Listed(billing.InvoiceFilter{Types: []billing.InvoiceType{billing.TypeCreditNote}}), 0)
	w.Meter.Missing = nil
	require.Equal(t, "correction.changed", w.correct(func() correction.Correction {
		w.Meter.Hourly[billing.Pair{ConsumerID: w.Sites["Martin"], ProducerID: w.Sites["Commune"]}] = 800_000
		return w.found()[0]
	}()).Key, "other figures than those that were shown")
}

// TestDraftsOfOtherSellersWait: what a client pays for days is decided together.
func TestDraftsOfOtherSellersWait(t *testing.T) {
	t.Parallel()
	w := billed(t, coretest.TwoSellers(t))
	second := billing.Pair{ConsumerID: w.Sites["Martin"], ProducerID: w.Sites["Ferme"]}
	w.Meter.Hourly[second] = 100_000
	w.Subscribe(second.ConsumerID, second.ProducerID, "2026-10-01")
	w.corrected("Martin", "Commune", 525_000)
	w.Run("2026-10-31")
	draft := w.Listed(billing.InvoiceFilter{Statuses: []billing.InvoiceStatus{billing.Draft}})[0]
	open := w.found(correction.Open)
	require.Len(t, open, 1)
	require.Equal(t, 1, open[0].HeldDrafts)
	refused := w.Publish(draft.ID)[0].Refused
	require.Equal(t, []any{"invoice.heldByCorrection", open[0].Number}, []any{refused.Key, refused.Params["number"]})
	_, err := w.Corrections.Keep(t.Context(), w.Organizer, w.Operation, correction.Choice{IDs: []id.ID{open[0].ID}, Reason: "Vu"})
	require.NoError(t, err)
	require.Nil(t, w.Publish(draft.ID)[0].Refused)
}

// TestWhoMayDecide: an observer and a stranger may not.
func TestWhoMayDecide(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	for _, p := range []func() error{
		func() error {
			_, err := b.Corrections.List(t.Context(), b.Account("Martin"), b.Operation, correction.Filter{})
			return err
		},
		func() error {
			_, err := b.Corrections.Correct(t.Context(), b.Account("Martin"), b.Operation, correction.Choice{})
			return err
		},
		func() error {
			_, err := b.Corrections.SetThreshold(t.Context(), b.Account("Martin"), b.Operation, 5)
			return err
		},
	} {
		require.Equal(t, "forbidden", fault.KeyOf(p()))
	}
	_, err := b.Corrections.Correct(t.Context(), b.Organizer, b.Operation, correction.Choice{IDs: many(correction.MaxDecided + 1)})
	require.Equal(t, "correction.tooMany", fault.KeyOf(err))
}

func many(n int) []id.ID {
	out := make([]id.ID, n)
	for i := range out {
		out[i] = id.New()
	}
	return out
}

// TestCreditAndNewInvoiceAreWhatAFirstRunWouldHaveBilled: whatever the curves were and whatever they
// become, what a client owes after a correction is what a first run over the corrected curves bills.
func TestCreditAndNewInvoiceAreWhatAFirstRunWouldHaveBilled(t *testing.T) {
	t.Parallel()
	names := []string{"CCAS", "Boulangerie", "Martin"}
	balances := func(b *coretest.Billing) map[string]money.Cents {
		out := map[string]money.Cents{}
		for _, inv := range b.Listed(billing.InvoiceFilter{}) {
			switch {
			case inv.Type == billing.TypeCreditNote:
				out[inv.ClientName] -= inv.Amount
			case inv.Number != "":
				out[inv.ClientName] += inv.Amount
			}
		}
		return out
	}
	hourly := func(t *rapid.T, what string) map[string]energy.MilliWh {
		out := map[string]energy.MilliWh{}
		for _, n := range names {
			out[n] = energy.MilliWh(rapid.Int64Range(1, 9_999_999).Draw(t, what+n))
		}
		return out
	}
	set := func(b *coretest.Billing, to map[string]energy.MilliWh) {
		for n, e := range to {
			b.Meter.Hourly[billing.Pair{ConsumerID: b.Sites[n], ProducerID: b.Sites["Commune"]}] = e
		}
	}
	rounds := 0
	rapid.Check(t, func(rt *rapid.T) {
		if rounds++; rounds > 4 { // each is two worlds
			return
		}
		before, after := hourly(rt, "before "), hourly(rt, "after ")
		first := coretest.Town(t)
		set(first, after)
		billed(t, first)
		b := coretest.Town(t)
		set(b, before)
		w := billed(t, b)
		_, err := w.Corrections.SetThreshold(t.Context(), w.Organizer, w.Operation, 0)
		require.NoError(t, err)
		set(b, after)
		w.look()
		for _, c := range w.found(correction.Open) {
			require.Nil(t, w.correct(c))
		}
		for _, c := range w.found(correction.Decided) {
			require.Nil(t, w.Publish(c.ReplacementID)[0].Refused)
		}
		require.Equal(t, balances(first), balances(b))
	})
}
