package finance_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing/agreement"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/economy"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/finance"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/billable"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/policy"
)

// measured is what some sites had in some months; what suppliers are asked about is kept.
type measured struct {
	months []billable.SiteMonth
	asked  []economy.Suppliers
	pairs  []civil.Range
}

func (m *measured) SiteMonths(_ context.Context, _ id.ID, days civil.Range) (out []billable.SiteMonth, err error) {
	for _, one := range m.months {
		if days.Contains(one.Month.First()) {
			out = append(out, one)
		}
	}
	return out, nil
}

func (m *measured) PairEnergy(_ context.Context, _ id.ID, days civil.Range) (map[metering.Pair]energy.MilliWh, error) {
	m.pairs = append(m.pairs, days)
	return nil, nil
}

func (*measured) Readiness(context.Context, id.ID, []id.ID, civil.Range) (map[billable.Billed][]civil.Date, error) {
	return nil, nil
}

func (m *measured) Supplied(_ context.Context, _ policy.Principal, q economy.Suppliers) (map[id.ID]economy.Supplied, error) {
	m.asked = append(m.asked, q)
	return nil, nil
}

func (*measured) Load(context.Context, operation.Operation, agreement.Extent) (*agreement.Agreements, error) {
	return &agreement.Agreements{}, nil
}

// TestTheOutlookRepeatsWhatWasMeasured: three years from this month on by the last twelve months in which something
// was shared; where nothing was, there is no outlook.
func TestTheOutlookRepeatsWhatWasMeasured(t *testing.T) {
	t.Parallel()
	w, m := newWorld(t), &measured{}
	w.Energies, w.Suppliers, w.Agreements = m, m, m
	amount, err := w.Assign(t.Context(), w.Organizer, finance.Affectation{OperationID: w.Operation, Kind: finance.Expense, Heading: finance.Insurance, Label: "Toiture", Day: civil.NewDate(2026, 10, 1), Amount: 12_000})
	require.NoError(t, err)
	none, err := w.Monitoring(t.Context(), w.Organizer, w.Operation, year)
	require.NoError(t, err)
	require.Nil(t, none.Reference)
	require.Empty(t, none.Projection)
	require.Equal(t, []finance.HeadingSum{{Kind: finance.Expense, Heading: finance.Insurance, Amount: 12_000}}, none.Headings)

	of := func(month civil.Month, shared energy.MilliWh) billable.SiteMonth {
		return billable.SiteMonth{Billed: billable.Billed{ParticipantID: w.Sites["École"], Side: metering.Consumer}, Month: month, Whole: 9_000_000, Shared: shared, Surplus: metering.Absent}
	}
	september := civil.NewMonth(2026, 9)
	m.months = []billable.SiteMonth{of(september, 3_000_000), of(september+1, 4_000_000), of(september+2, metering.Absent)}
	known, err := w.Monitoring(t.Context(), w.Organizer, w.Operation, year)
	require.NoError(t, err)
	require.Equal(t, &civil.Range{From: september.First(), To: (september + 2).First()}, known.Reference, "the month of which nothing is known to be shared is none of them")
	require.Equal(t, []civil.Range{september.Range(), (september + 1).Range()}, m.pairs, "each month is asked about once")
	require.Len(t, known.Projection, finance.ProjectedMonths)
	require.Equal(t, civil.NewMonth(2026, 11), known.Projection[0].Month)
	require.Equal(t, money.Cents(12_000), sumOf(known.Expenses))
	require.Zero(t, sumOf(known.Incomes))

	found, err := w.Affectation(t.Context(), w.Organizer, w.Operation, amount.ID)
	require.NoError(t, err)
	require.Equal(t, amount.ID, found.ID)
	_, err = w.Affectation(t.Context(), w.Account("École"), w.Operation, amount.ID)
	require.Equal(t, "forbidden", fault.KeyOf(err))
}

func sumOf(months []finance.Month) (sum money.Cents) {
	for _, one := range months {
		sum += one.Assigned
	}
	return sum
}

// TestSuppliersArePricedForWhatTheyDelivered: of the sites that were measured as consumers, what is left of a month;
// nothing where one of its two parts is not known.
func TestSuppliersArePricedForWhatTheyDelivered(t *testing.T) {
	t.Parallel()
	w, m := newWorld(t), &measured{}
	w.Energies, w.Suppliers, w.Agreements = m, m, m
	october, school, roof := civil.NewMonth(2026, 10), w.Sites["École"], w.Sites["Toiture"]
	m.months = []billable.SiteMonth{
		{Billed: billable.Billed{ParticipantID: school, Side: metering.Consumer}, Month: october, Whole: 9_000_000, Shared: 4_000_000, Surplus: metering.Absent},
		{Billed: billable.Billed{ParticipantID: school, Side: metering.Consumer}, Month: october - 1, Whole: 9_000_000, Shared: metering.Absent, Surplus: metering.Absent},
		{Billed: billable.Billed{ParticipantID: roof, Side: metering.Producer}, Month: october, Whole: 8_000_000, Shared: 4_000_000, Surplus: 4_000_000},
	}
	st, err := w.Expenses(t.Context(), w.Organizer, w.Operation, year, true)
	require.NoError(t, err)
	require.Equal(t, []any{finance.Expense, true}, []any{st.Kind, st.Assumed})
	q := m.asked[0]
	require.Len(t, q.Sites, 1)
	require.Equal(t, []any{school, year, true}, []any{q.Sites[0].ID, q.Days, q.Assume})
	rest, ok := q.Rest(school, october)
	require.Equal(t, []any{energy.MilliWh(5_000_000), true}, []any{rest, ok})
	for _, unknown := range []civil.Month{october - 1, october + 1} {
		_, ok = q.Rest(school, unknown)
		require.False(t, ok, unknown)
	}
	_, ok = q.Rest(roof, october)
	require.False(t, ok, "what a producer made is no supplier's")

	income, err := w.Incomes(t.Context(), w.Organizer, w.Operation, year)
	require.NoError(t, err)
	require.Equal(t, finance.Income, income.Kind)
	require.Len(t, m.asked, 1, "producers have no supplier")
	for _, read := range []func(days civil.Range) error{
		func(days civil.Range) error {
			_, err := w.Expenses(t.Context(), w.Organizer, w.Operation, days, false)
			return err
		},
		func(days civil.Range) error {
			_, err := w.Incomes(t.Context(), w.Organizer, w.Operation, days)
			return err
		},
		func(days civil.Range) error {
			_, err := w.Monitoring(t.Context(), w.Organizer, w.Operation, days)
			return err
		},
	} {
		require.Equal(t, "range.reversed", fault.KeyOf(read(civil.Range{From: year.To, To: year.From})))
		require.Equal(t, "range.tooLong", fault.KeyOf(read(civil.Range{From: year.From, To: year.To + 1})))
	}
	_, err = w.Expenses(t.Context(), w.Account("École"), w.Operation, year, false)
	require.Equal(t, "forbidden", fault.KeyOf(err))
}
