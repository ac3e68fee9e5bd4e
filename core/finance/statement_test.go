package finance

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/economy"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/billable"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/party"
)

// TestSalesAddUpToTheirInvoices: to the cent, whoever the lines are of; a credit note takes back what it
// credits, and what was paid back is not collected.
func TestSalesAddUpToTheirInvoices(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var sales []Sale
		want := map[id.ID]Sold{}
		for n := range rapid.IntRange(1, 4).Draw(t, "invoices") {
			invoice := id.ID(rune('a' + n))
			credit, paid := rapid.Bool().Draw(t, "credit"), money.Cents(rapid.Int64Range(0, 2_000_000).Draw(t, "paid"))
			var lines []money.Line
			for range rapid.IntRange(1, 5).Draw(t, "lines") {
				lines = append(lines, money.Line{Net: money.Cents(rapid.Int64Range(0, 1_000_000).Draw(t, "net")), Rate: rapid.SampledFrom([]money.VATRate{0, 550, 2000}).Draw(t, "rate")})
			}
			totals, err := money.Total(lines)
			require.NoError(t, err)
			if totals.Net == 0 {
				continue
			}
			for k, l := range lines {
				sales = append(sales, Sale{InvoiceID: invoice, Credit: credit, Paid: paid, Amount: totals.Gross, ConsumerID: id.ID(rune('0' + k)), Net: l.Net, Rate: l.Rate})
			}
			sum := Sold{Net: totals.Net, Gross: totals.Gross, Collected: paid}
			if credit {
				sum = Sold{-sum.Net, -sum.Gross, -sum.Collected}
			}
			want[invoice] = sum
		}
		got, err := Divided(sales)
		require.NoError(t, err)
		of := map[id.ID]Sold{}
		for n, s := range sales {
			of[s.InvoiceID] = of[s.InvoiceID].plus(got[n])
		}
		require.Equal(t, want, of)
	})
}

func milli(kWh int64) energy.MilliWh { return energy.MilliWh(kWh * 1_000_000) }

var (
	september = civil.NewMonth(2026, 9)
	october   = civil.NewMonth(2026, 10)
	autumn    = civil.Range{From: september.First(), To: october.Next().First()}
	school    = participant.Participant{ID: "s", Name: "École", EnergyType: participant.Consumer, SIRET: "21740056300011", EntityType: party.ProIndustrial}
	family    = participant.Participant{ID: "f", Name: "Famille", EnergyType: participant.Consumer}
	roof      = participant.Participant{ID: "r", Name: "Toiture", EnergyType: participant.Producer}
)

func siteMonth(site id.ID, side metering.Side, m civil.Month, whole, shared, surplus energy.MilliWh) billable.SiteMonth {
	return billable.SiteMonth{Billed: billable.Billed{ParticipantID: site, Side: side}, Month: m, Whole: whole, Shared: shared, Surplus: surplus}
}

// TestWhatIsNotKnownIsNotZero: a month without curve or without price is told as such, and is in no sum.
func TestWhatIsNotKnownIsNotZero(t *testing.T) {
	t.Parallel()
	const absent = metering.Absent
	b := book{kind: Expense, days: autumn, sites: []participant.Participant{school, family, roof},
		energies: []billable.SiteMonth{
			siteMonth("s", metering.Consumer, september, milli(300), milli(100), absent),
			siteMonth("s", metering.Consumer, october, milli(400), absent, absent),
			siteMonth("f", metering.Consumer, september, milli(50), milli(20), absent),
			siteMonth("r", metering.Producer, september, milli(150), milli(120), milli(30)),
		},
		lacking: map[billable.Billed][]civil.Date{{ParticipantID: "s", Side: metering.Consumer}: {october.First()}},
		supplied: map[id.ID]economy.Supplied{
			"s": {Basis: economy.ByContract, Months: map[civil.Month]economy.Cost{september: {Energy: milli(200), Amount: 4000}, october: {Why: economy.NoData}}},
			"f": {Months: map[civil.Month]economy.Cost{september: {Why: economy.NoContract}}},
		},
		sales: []Sale{
			{InvoiceID: "1", Month: september, Amount: 1200, ConsumerID: "s", ProducerID: "r", Net: 1000, Rate: 2000},
			{InvoiceID: "2", Month: september, Amount: 240, ConsumerID: "f", ProducerID: "r", Net: 200, Rate: 2000, Paid: 240},
		},
		assigned: []Affectation{
			{Kind: Expense, Heading: Insurance, Day: september.First(), Amount: 500},
			{Kind: Expense, Heading: Rent, Day: october.First(), Amount: 70, ParticipantID: "s"},
			{Kind: Income, Heading: Subsidy, Day: october.First(), Amount: 900, ParticipantID: "r"},
		},
		prices: prices{"r": {{From: october.First(), Price: 100_000}}}}
	st, err := b.statement()
	require.NoError(t, err)
	require.Equal(t, []string{"École", "Famille", ""}, []string{st.Lines[0].Name, st.Lines[1].Name, st.Lines[2].Name})
	ecole, famille, whole := st.Lines[0], st.Lines[1], st.Lines[2]
	require.Equal(t, milli(200), *ecole.Rest.Energy, "October has no shared energy to take off")
	require.Equal(t, []any{money.Cents(4000), []Lack{{economy.NoData, 1}}, 1}, []any{*ecole.Rest.Amount, ecole.Rest.Lacks, ecole.LackingDays})
	require.Equal(t, money.Cents(1000+4000+70), ecole.Total(), "without VAT")
	require.Nil(t, famille.Rest.Amount)
	require.Equal(t, []any{[]Lack{{economy.NoContract, 1}}, money.Cents(240)}, []any{famille.Rest.Lacks, famille.Total()}, "with VAT")
	require.Equal(t, []any{id.ID(""), money.Cents(500)}, []any{whole.ParticipantID, whole.Total()})
	require.Equal(t, []any{money.Cents(1440), money.Cents(240), money.Cents(500)}, []any{st.Months[0].Sold.Gross, st.Months[0].Sold.Collected, st.Months[0].Assigned})
	require.Nil(t, st.Months[1].Shared)
	require.Equal(t, []HeadingSum{{Expense, Insurance, 500}, {Expense, Rent, 70}}, st.Headings)

	b.kind = Income
	st, err = b.statement()
	require.NoError(t, err)
	require.Len(t, st.Lines, 1)
	require.Equal(t, []any{milli(30), []Lack{{NoSurplusPrice, 1}}}, []any{*st.Lines[0].Rest.Energy, st.Lines[0].Rest.Lacks}, "the price begins in October")
	require.Nil(t, st.Lines[0].Rest.Amount)
	require.Nil(t, st.Months[1].Rest.Amount, "of October nothing is known, which is not nothing")
	require.Equal(t, money.Cents(1200+900), st.Lines[0].Total())
	b.energies = []billable.SiteMonth{siteMonth("r", metering.Producer, september, milli(150), milli(150), 0)}
	b.prices = nil
	st, err = b.statement()
	require.NoError(t, err)
	require.Equal(t, []any{money.Cents(0), 0}, []any{*st.Lines[0].Rest.Amount, len(st.Lines[0].Rest.Lacks)}, "no surplus needs no price")
	b.energies = []billable.SiteMonth{siteMonth("r", metering.Producer, september, milli(150), milli(150), 0), siteMonth("r", metering.Producer, october, milli(150), milli(100), milli(50))}
	st, err = b.statement()
	require.NoError(t, err)
	require.Nil(t, st.Lines[0].Rest.Amount, "that of October has none")
	b.energies = []billable.SiteMonth{siteMonth("r", metering.Producer, september, milli(150), milli(120), milli(30))}
	b.prices = prices{"r": {{From: september.First(), Price: 100_000}}}
	st, err = b.statement()
	require.NoError(t, err)
	require.Equal(t, money.Cents(300), *st.Lines[0].Rest.Amount, "30 kWh at 0.10 €")
}

// TestMonitoringPricesNoSupplier: what nobody asked for is neither nothing nor lacking.
func TestMonitoringPricesNoSupplier(t *testing.T) {
	t.Parallel()
	b := book{kind: Expense, days: autumn, sites: []participant.Participant{school}, energies: []billable.SiteMonth{siteMonth("s", metering.Consumer, september, milli(300), milli(100), metering.Absent)}}
	st, err := b.statement()
	require.NoError(t, err)
	require.Nil(t, st.Months[0].Rest.Amount)
	require.Empty(t, st.Months[0].Rest.Lacks)
	require.Equal(t, milli(200), *st.Months[0].Rest.Energy)
}
