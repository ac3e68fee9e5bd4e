package finance_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres/financestore"
	"github.com/openpmo/pmo/adapters/postgres/operationstore"
	"github.com/openpmo/pmo/adapters/postgres/participantstore"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/finance"
	"github.com/openpmo/pmo/core/money"
)

type world struct {
	*coretest.World
	*finance.Service
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{World: coretest.New(t)}
	w.Site("École", "consumer", "")
	w.Site("Toiture", "producer", "")
	w.Service = finance.New(finance.Deps{Guard: w.Guard, Tx: w.DB, Now: w.Now, Stores: financestore.Stores(w.DB), Operations: operationstore.NewOperations(w.DB), Sites: participantstore.NewParticipants(w.DB)})
	return w
}

var year = civil.Range{From: civil.NewDate(2026, 1, 1), To: civil.NewDate(2027, 1, 1)}

// TestAnAmountIsAssignedOnce: over the version that was seen, by those who may, to a site that can bear it.
func TestAnAmountIsAssignedOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := t.Context()
	amount := finance.Affectation{OperationID: w.Operation, Kind: finance.Expense, Heading: finance.Insurance, Label: "  Toiture ", Day: civil.NewDate(2026, 10, 1), Amount: 12_000}
	before := w.Count("audit_entries")
	made, err := w.Assign(ctx, w.Organizer, amount)
	require.NoError(t, err)
	require.Equal(t, []any{"Toiture", 1, before + 1}, []any{made.Label, made.Version, w.Count("audit_entries")})

	for _, wrong := range []struct {
		change func(a *finance.Affectation)
		key    string
	}{
		{func(a *finance.Affectation) { a.Amount = 0 }, "finance.amount"},
		{func(a *finance.Affectation) { a.Amount = finance.MostCents + 1 }, "finance.amount"},
		{func(a *finance.Affectation) { a.Heading, a.Label = finance.Other, " " }, "field.required"},
		{func(a *finance.Affectation) { a.ParticipantID = w.Sites["Toiture"] }, "finance.side"},
		{func(a *finance.Affectation) { a.Kind, a.ParticipantID = finance.Income, w.Sites["École"] }, "finance.side"},
	} {
		a := amount
		wrong.change(&a)
		_, err := w.Assign(ctx, w.Organizer, a)
		require.Equal(t, "finance.invalid", fault.KeyOf(err))
		require.Equal(t, wrong.key, fault.From(err).Items[0].Key)
	}
	require.Equal(t, before+1, w.Count("audit_entries"))

	to := func(cents money.Cents) func(finance.Affectation) finance.Affectation {
		return func(a finance.Affectation) finance.Affectation {
			a.Amount, a.ParticipantID = cents, w.Sites["École"]
			return a
		}
	}
	changed, err := w.Reassign(ctx, w.Organizer, w.Operation, made.ID, 1, to(13_000))
	require.NoError(t, err)
	require.Equal(t, []any{2, "École"}, []any{changed.Version, changed.ParticipantName})
	_, err = w.Reassign(ctx, w.Organizer, w.Operation, made.ID, 1, to(14_000))
	require.ErrorIs(t, err, fault.ObjectChanged)
	require.ErrorIs(t, w.Unassign(ctx, w.Organizer, w.Operation, made.ID, 1), fault.ObjectChanged)
	found, err := w.Affectations(ctx, w.Organizer, w.Operation, year)
	require.NoError(t, err)
	require.Len(t, found, 1)
	require.Equal(t, money.Cents(13_000), found[0].Amount)
	_, err = w.Affectations(ctx, w.Account("École"), w.Operation, year)
	require.Equal(t, "forbidden", fault.KeyOf(err))
	_, err = w.Affectations(ctx, w.Organizer, w.Operation, civil.Range{From: year.To, To: year.From})
	require.Equal(t, "range.reversed", fault.KeyOf(err))
	_, err = w.Affectations(ctx, w.Organizer, w.Operation, civil.Range{From: year.From, To: civil.NewDate(2027, 1, 2)})
	require.Equal(t, "range.tooLong", fault.KeyOf(err))
	require.NoError(t, w.Unassign(ctx, w.Organizer, w.Operation, made.ID, 2))
	require.Equal(t, "notFound", fault.KeyOf(w.Unassign(ctx, w.Organizer, w.Operation, made.ID, 0)))
}

// TestAPriceOfSurplusIsToldOnce: of a producer, from the first of a month, one a day.
func TestAPriceOfSurplusIsToldOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := t.Context()
	price := finance.SurplusPrice{OperationID: w.Operation, ProducerID: w.Sites["Toiture"], From: civil.NewDate(2026, 1, 1), Price: 95_000}
	made, err := w.TellSurplusPrice(ctx, w.Organizer, price)
	require.NoError(t, err)
	_, err = w.TellSurplusPrice(ctx, w.Organizer, price)
	require.ErrorIs(t, err, finance.ErrPriceTaken)
	wrong := price
	wrong.From, wrong.Price = civil.NewDate(2026, 1, 2), 0
	_, err = w.TellSurplusPrice(ctx, w.Organizer, wrong)
	require.Equal(t, []string{"finance.price", "finance.firstOfMonth"}, []string{fault.From(err).Items[0].Key, fault.From(err).Items[1].Key})
	wrong = price
	wrong.ProducerID = w.Sites["École"]
	_, err = w.TellSurplusPrice(ctx, w.Organizer, wrong)
	require.Equal(t, "finance.producerOnly", fault.From(err).Items[0].Key)
	_, err = w.TellSurplusPrice(ctx, w.Observer(), price)
	require.Equal(t, "forbidden", fault.KeyOf(err))
	found, err := w.SurplusPrices(ctx, w.Organizer, w.Operation)
	require.NoError(t, err)
	require.Equal(t, []any{1, made.ID, "Toiture"}, []any{len(found), found[0].ID, found[0].ProducerName})
	require.NoError(t, w.RemoveSurplusPrice(ctx, w.Organizer, w.Operation, made.ID))
	require.Equal(t, "notFound", fault.KeyOf(w.RemoveSurplusPrice(ctx, w.Organizer, w.Operation, made.ID)))
}
