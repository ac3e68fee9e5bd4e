package receivable_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/payment/receivable"
	"github.com/openpmo/pmo/core/policy"
)

// ledger is what was issued, as the test says; asked are the operations that were asked about together.
type ledger struct {
	*coretest.World
	*receivable.Service
	ops       []operation.Operation
	documents []receivable.Document
	more      int // documents beside
	asked     [][]id.ID
}

func newLedger(t *testing.T) *ledger {
	l := &ledger{World: coretest.New(t)}
	l.ops = []operation.Operation{{ID: l.Operation, Name: "VAL", DSO: dso.Enedis, Engine: operation.Engine2025}}
	l.Service = receivable.New(receivable.Deps{Guard: l.Guard, Now: l.Now, Operations: l, Receivables: l})
	return l
}

func (l *ledger) ByID(_ context.Context, operationID id.ID) (operation.Operation, error) {
	for _, op := range l.ops {
		if op.ID == operationID {
			return op, nil
		}
	}
	return operation.Operation{}, policy.ErrNotFound
}

func (l *ledger) Reached(context.Context, policy.Principal) ([]operation.Operation, error) {
	return l.ops, nil
}

func (l *ledger) all(limit int) []receivable.Document {
	return append(l.documents, make([]receivable.Document, min(l.more, limit))...)
}

func (l *ledger) Overdue(_ context.Context, operationIDs []id.ID, _ civil.Date, limit int) ([]receivable.Document, error) {
	l.asked = append(l.asked, operationIDs)
	return l.all(limit), nil
}

func (l *ledger) Balances(_ context.Context, operationID id.ID, today civil.Date) ([]receivable.Balance, error) {
	return []receivable.Balance{{ClientID: operationID, ClientName: today.String()}}, nil
}

func (l *ledger) OfClient(_ context.Context, _, clientID, siteID id.ID, limit int) ([]receivable.Document, []receivable.Movement, error) {
	var out []receivable.Document
	for _, d := range l.all(limit) {
		if clientID == "" || d.ClientID == clientID || d.ClientID == "" {
			out = append(out, d)
		}
	}
	return out, nil, nil
}

func (l *ledger) Client(_ context.Context, _, clientID id.ID) (string, bool, error) {
	return "Boulangerie", clientID == "bakery", nil
}

func due(number, client string, day civil.Date, amount money.Cents) receivable.Document {
	return receivable.Document{ID: id.ID(number), Number: number, Type: billing.TypeInvoice, Status: billing.Finalized, Payment: billing.PaymentPending, Method: billing.Transfer,
		ClientID: id.ID(client), ClientName: client, IssuerName: "Commune", IssuedOn: day - 30, DueDate: day, Amount: amount}
}

// TestWhatIsOverdueIsChosen by client, method, days and words, the longest late first.
func TestWhatIsOverdueIsChosen(t *testing.T) {
	t.Parallel()
	l := newLedger(t)
	today := civil.Paris.DateOf(l.Clock)
	l.documents = []receivable.Document{due("F-1", "bakery", today-3, 100), due("F-2", "school", today-40, 200), due("F-3", "bakery", today-7, 300)}
	l.documents[2].Method = billing.PublicTreasuryPaymentOrder
	for n := range l.documents {
		l.documents[n].OperationID = l.Operation
	}
	for name, c := range map[string]struct {
		in   receivable.OverdueInput
		want []string
	}{
		"all":              {receivable.OverdueInput{}, []string{"F-2", "F-3", "F-1"}},
		"of a client":      {receivable.OverdueInput{ClientID: "bakery"}, []string{"F-3", "F-1"}},
		"by a method":      {receivable.OverdueInput{Method: billing.Transfer}, []string{"F-2", "F-1"}},
		"seven days late":  {receivable.OverdueInput{MinDays: 7}, []string{"F-2", "F-3"}},
		"eight days late":  {receivable.OverdueInput{MinDays: 8}, []string{"F-2"}},
		"by a word":        {receivable.OverdueInput{Q: "SCHOOL"}, []string{"F-2"}},
		"by the operation": {receivable.OverdueInput{Q: "val", ClientID: "school"}, []string{"F-2"}},
		"none":             {receivable.OverdueInput{Q: "nobody"}, nil},
	} {
		found, err := l.OfOperation(t.Context(), l.Organizer, l.Operation, c.in)
		require.NoError(t, err, name)
		var numbers []string
		for _, o := range found {
			numbers = append(numbers, o.Number)
			require.Equal(t, []any{"VAL", int(today - o.DueDate)}, []any{o.OperationName, o.DaysLate})
		}
		require.Equal(t, c.want, numbers, name)
	}
	l.more = receivable.MaxListed - len(l.documents)
	_, err := l.OfOperation(t.Context(), l.Organizer, l.Operation, receivable.OverdueInput{})
	require.NoError(t, err)
	l.more++
	_, err = l.OfOperation(t.Context(), l.Organizer, l.Operation, receivable.OverdueInput{})
	require.Equal(t, []any{"list.tooLong", receivable.MaxListed}, []any{fault.KeyOf(err), fault.From(err).Params["max"]})
}

// TestOverdueOfAllOperationsIsThatOfThoseOneMayRead, asked for once a day of theirs; those without invoices have none.
func TestOverdueOfAllOperationsIsThatOfThoseOneMayRead(t *testing.T) {
	t.Parallel()
	l := newLedger(t)
	second, foreign, old := id.New(), id.New(), id.New()
	l.ops = append(l.ops, operation.Operation{ID: second, Name: "LAC", DSO: dso.Sibelga}, operation.Operation{ID: foreign, Name: "X", DSO: dso.Enedis, Engine: operation.Engine2025},
		operation.Operation{ID: old, Name: "Y", DSO: dso.Enedis})
	p := l.Organizer
	p.Operations = []id.ID{l.Operation, second, old}
	_, err := l.OfMine(t.Context(), p, receivable.OverdueInput{})
	require.NoError(t, err)
	require.Equal(t, [][]id.ID{{l.Operation, second}}, l.asked, "Paris and Brussels have one day")
	_, err = l.OfMine(t.Context(), l.World.Account("x"), receivable.OverdueInput{})
	require.Equal(t, "forbidden", fault.KeyOf(err))
}

// TestAnAccountIsOfAClientOfTheOperation, and what a site owes is shown without what was taken back unpaid.
func TestAnAccountIsOfAClientOfTheOperation(t *testing.T) {
	t.Parallel()
	l := newLedger(t)
	site := l.Site("École", "consumer", "")
	today := civil.Paris.DateOf(l.Clock)
	l.documents = []receivable.Document{due("F-1", "bakery", today+5, 100), due("F-2", "bakery", today-5, 250)}
	a, err := l.Service.Account(t.Context(), l.Organizer, l.Operation, "bakery")
	require.NoError(t, err)
	require.Equal(t, []any{id.ID("bakery"), "Boulangerie", money.Cents(350), money.Cents(250)}, []any{a.ClientID, a.ClientName, a.Open, a.Overdue})
	_, err = l.Service.Account(t.Context(), l.Organizer, l.Operation, "nobody")
	require.ErrorIs(t, err, billing.ErrClientNotFound)
	balances, err := l.Service.Balances(t.Context(), l.Organizer, l.Operation)
	require.NoError(t, err)
	require.Equal(t, []receivable.Balance{{ClientID: l.Operation, ClientName: today.String()}}, balances)

	own, err := l.OwnAccount(t.Context(), l.World.Account("École"), site)
	require.NoError(t, err)
	require.Equal(t, []any{id.ID(""), "", money.Cents(350)}, []any{own.ClientID, own.ClientName, own.Open})
	for name, c := range map[string]struct {
		ask func() error
		key string
	}{
		"an account is no participant's": {func() error {
			_, err := l.Service.Account(t.Context(), l.World.Account("École"), l.Operation, "bakery")
			return err
		}, "forbidden"},
		"of an operation that is not mine": {func() error { _, err := l.Service.Balances(t.Context(), l.Organizer, id.New()); return err }, "notFound"},
		"of another site":                  {func() error { _, err := l.OwnAccount(t.Context(), l.World.Account("École"), id.New()); return err }, "notFound"},
	} {
		require.Equal(t, c.key, fault.KeyOf(c.ask()), name)
	}
	l.ops[0].Engine = ""
	_, err = l.Service.Balances(t.Context(), l.Organizer, l.Operation)
	require.Equal(t, operation.ErrFeature.Key, fault.KeyOf(err))
	_, err = l.OwnAccount(t.Context(), l.World.Account("École"), site)
	require.Equal(t, operation.ErrFeature.Key, fault.KeyOf(err))
	l.ops[0].Engine = operation.Engine2025
	l.more = receivable.MaxListed
	_, err = l.Service.Account(t.Context(), l.Organizer, l.Operation, "bakery")
	require.Equal(t, "list.tooLong", fault.KeyOf(err))
}
