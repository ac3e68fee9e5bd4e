package adjustment_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres/billingstore"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/adjustment"
	"github.com/openpmo/pmo/core/billing/contract"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/party"
)

// TestAPairHasSoManyDiscounts, a day each.
func TestAPairHasSoManyDiscounts(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	first := coretest.Date("2026-11-01")
	for n := range adjustment.MaxOfPair + 1 {
		_, err := b.Adjustments.AddDiscount(t.Context(), b.Organizer, b.Scope, adjustment.DiscountInput{Pair: bakery(b), Percent: 100, Reason: "Offre",
			Days: civil.Range{From: first + civil.Date(n), To: first + civil.Date(n) + 1}})
		if n < adjustment.MaxOfPair {
			require.NoError(t, err)
			continue
		}
		require.Equal(t, []any{"discount.tooMany", adjustment.MaxOfPair}, []any{fault.KeyOf(err), fault.From(err).Params["max"]})
	}
}

// TestSoManyAmountsWait for the next invoice of a client.
func TestSoManyAmountsWait(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	for range adjustment.MaxWaiting {
		_, err := put(t, b, billing.Surcharge, 100)
		require.NoError(t, err)
	}
	_, err := put(t, b, billing.Surcharge, 100)
	require.Equal(t, []any{"adjustment.tooMany", adjustment.MaxWaiting}, []any{fault.KeyOf(err), fault.From(err).Params["max"]})
}

// TestNothingChangesUnderAPublication: whoever grants, ends or takes back waits until it is over.
func TestNothingChangesUnderAPublication(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	waiting, err := put(t, b, billing.Surcharge, 100)
	require.NoError(t, err)
	d, err := grant(t, b, 100, "2026-10-01", "2026-10-31")
	require.NoError(t, err)
	locks := billingstore.NewLocks(b.DB)
	for name, change := range map[string]func(ctx context.Context) error{
		"an amount taken back": func(ctx context.Context) error {
			return b.Adjustments.Remove(ctx, b.Organizer, b.Scope, waiting.ID)
		},
		"a discount taken back": func(ctx context.Context) error {
			return b.Adjustments.RemoveDiscount(ctx, b.Organizer, b.Scope, d.ID)
		},
	} {
		changed := make(chan error, 1)
		require.NoError(t, b.DB.InTx(t.Context(), b.Organizer.Change("invoice:publish", b.Operation, "operation", b.Operation), func(ctx context.Context) error {
			require.NoError(t, locks.Operation(ctx, b.Operation, false), "as a publication has it")
			go func() { changed <- change(context.WithoutCancel(t.Context())) }()
			require.Eventually(t, func() bool {
				return b.Count("pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'") > 0 || len(changed) > 0
			}, 5*time.Minute, 5*time.Millisecond)
			require.Empty(t, changed, name)
			return nil
		}))
		require.NoError(t, <-changed, name)
	}
}

// TestARateThatEndedIsNotGuessed: the country has it no more on the day of the invoice.
func TestARateThatEndedIsNotGuessed(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	one, err := put(t, b, billing.Surcharge, 100)
	require.NoError(t, err)
	b.Exec("update adjustments set vat_rate = 1960 where id = $1", one.ID)
	b.Exec("update billing_entities set vat_regime = 'normal'")
	var keys []string
	for _, i := range b.Run("2026-10-31").Items {
		if i.Failure != nil && i.ClientName == "Boulangerie" {
			keys = append(keys, i.Failure.Key)
		}
	}
	require.Equal(t, []string{"adjustment.vatRateUnknown"}, keys)
}

// TestPricesByRegistersAreTakenOffByWholeMonths: the operator counts registers by the month.
func TestPricesByRegistersAreTakenOffByWholeMonths(t *testing.T) {
	t.Parallel()
	b := coretest.NewBrussels(t)
	_, _, _ = b.Network(party.VATNone, billing.OwnRate, nil)
	dupont := b.Household("Peeters")
	plan, err := b.Contracts.CreatePlan(t.Context(), b.Organizer, b.Scope, contract.PlanInput{Name: "Compteurs", Period: billing.Monthly, Method: billing.Transfer,
		Charges: []billing.Charge{{Code: "HI", Type: billing.PerUnit, Usage: billing.UsageHigh, Price: 150_000}, {Code: "LOW", Type: billing.PerUnit, Usage: billing.UsageLow, Price: 100_000}}})
	require.NoError(t, err)
	require.NoError(t, b.TrySubscribe(plan.ID, dupont, "", "2026-10-01"))
	grant := func(first, last string) error {
		_, err := b.Adjustments.AddDiscount(t.Context(), b.Organizer, b.Scope, adjustment.DiscountInput{Pair: billing.Pair{ConsumerID: dupont, ProducerID: id.ID("")}, Days: days(first, last), Percent: 1000, Reason: "Offre"})
		return err
	}
	for _, cut := range [][2]string{{"2026-10-02", ""}, {"2026-10-01", "2026-10-30"}} {
		err := grant(cut[0], cut[1])
		require.Equal(t, []any{"discount.wholeMonths", "Compteurs"}, []any{fault.KeyOf(err), fault.From(err).Params["plan"]}, cut)
	}
	require.NoError(t, grant("2026-11-01", "2026-12-31"))
}
