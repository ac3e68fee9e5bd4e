package contract_test

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/assembly"
	"github.com/openpmo/pmo/core/billing/contract"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// mandates are the clients of whom each issuer may collect; an issuer without an entry is no creditor.
type mandates map[id.ID]map[id.ID]bool

func (m mandates) Collectable(_ context.Context, _, issuerID id.ID) (map[id.ID]bool, error) {
	return m[issuerID], nil
}

func (m mandates) Holding(context.Context, id.ID, id.ID) ([]billing.DebitMandate, error) {
	return nil, nil
}

// TestHowClientsMayPay: every method is offered, and of direct debits it is said what lacks altogether: a creditor,
// or a client that lets it collect.
func TestHowClientsMayPay(t *testing.T) {
	t.Parallel()
	b := coretest.TwoSellers(t)
	issuers, _, err := b.Entities.ListBillingEntities(t.Context(), b.Organizer, b.Scope)
	require.NoError(t, err)
	debit := func(m billing.Mandates) *billing.MethodChoice {
		b.Rewire(func(p *assembly.Parts) { p.Mandates = m })
		list, err := b.Contracts.PaymentMethods(t.Context(), b.Organizer, b.Scope)
		require.NoError(t, err)
		at := slices.IndexFunc(list, func(c billing.MethodChoice) bool { return c.Method == billing.Debit })
		for _, c := range list {
			require.True(t, c.Method == billing.Debit || c.Missing == nil, c.Method)
		}
		if at < 0 {
			return nil
		}
		return &list[at]
	}
	require.Nil(t, debit(nil), "where no mandates are kept nobody collects")
	require.Equal(t, []billing.MethodLack{billing.LacksCreditor, billing.LacksMandate}, debit(mandates{}).Missing)
	require.Equal(t, []billing.MethodLack{billing.LacksMandate}, debit(mandates{issuers[1].ID: {}}).Missing)
	require.Empty(t, debit(mandates{issuers[0].ID: {}, issuers[1].ID: {id.New(): true}}).Missing)
	_, err = b.Contracts.PaymentMethods(t.Context(), b.Account("Martin"), b.Scope)
	require.ErrorIs(t, err, policy.ErrForbidden)
}

// TestAPriceChangeInTheCallsOfASiteIsOfItsSubscriptions: a producer changes what it sells, and nothing that another
// sells by the same plan.
func TestAPriceChangeInTheCallsOfASiteIsOfItsSubscriptions(t *testing.T) {
	t.Parallel()
	b := coretest.TwoSellers(t)
	farm := billing.Scope{ParticipantID: b.Sites["Ferme"]}
	in := contract.PriceChangeInput{PlanID: b.Plan.ID, From: coretest.Date("2026-12-01"), NewPlan: dearer("2027", 120_000)}
	check, err := b.Trials.CheckPriceChange(t.Context(), b.Organizer, farm, in)
	require.NoError(t, err)
	require.Len(t, check.Moves, 1)
	require.Equal(t, b.Sites["Garage"], check.Moves[0].ConsumerID)

	others := in
	others.SubscriptionIDs = []id.ID{b.SubscriptionOf(b.Sites["CCAS"], b.Sites["Commune"], "2026-10-01").ID}
	_, _, err = b.Contracts.ChangePrice(t.Context(), b.Organizer, farm, others)
	require.Equal(t, "subscription.notFound", fault.KeyOf(err))

	_, made, err := b.Contracts.ChangePrice(t.Context(), b.Organizer, farm, in)
	require.NoError(t, err)
	require.Len(t, made, 1)
	require.Equal(t, [][2]string{{"2026-10-01", "2026-11-30"}, {"2026-12-01", "open"}}, b.Spans("Garage"))
	require.Equal(t, [][2]string{{"2026-10-01", "open"}}, b.Spans("CCAS"))
}

// TestMethodsAreThoseOfTheCountry: there is no public accountant in Belgium who collects.
func TestMethodsAreThoseOfTheCountry(t *testing.T) {
	t.Parallel()
	b := coretest.NewBrussels(t)
	for _, method := range []billing.PaymentMethod{billing.PublicTreasuryPaymentOrder, billing.PublicTreasuryDebit} {
		_, err := b.Contracts.CreatePlan(t.Context(), b.Organizer, b.Scope, contract.PlanInput{Name: "Trésor", Period: billing.Monthly, Method: method,
			Charges: []billing.Charge{{Code: "ABO", Type: billing.Fixed, Price: 2_000_000}}})
		refused := fault.From(err)
		require.NotNil(t, refused)
		require.Equal(t, []any{"plan.invalid", "plan.methodUnavailable"}, []any{refused.Key, refused.Items[0].Key})
	}
	choices, err := b.Contracts.PaymentMethods(t.Context(), b.Organizer, b.Scope)
	require.NoError(t, err)
	for _, c := range choices {
		require.False(t, c.Method.PublicTreasury())
	}
}
