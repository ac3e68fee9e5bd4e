package report

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/finance"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/balance"
	"github.com/openpmo/pmo/core/metering/drawing"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/policy"
)

func day(y, m, d int) civil.Date { return civil.NewDate(y, time.Month(m), d) }

func TestPeriods(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]civil.Range{
		"2026":    {From: day(2026, 1, 1), To: day(2027, 1, 1)},
		"2026-10": {From: day(2026, 10, 1), To: day(2026, 11, 1)},
		"2024-02": {From: day(2024, 2, 1), To: day(2024, 3, 1)},
	} {
		p, err := ParsePeriod(text)
		require.NoError(t, err)
		require.Equal(t, want, p.Days, text)
		require.Equal(t, []any{text, len(text) == 4}, []any{p.String(), p.IsYear()})
	}
	for _, text := range []string{"", "26", "2026-13", "2026-1", "2026-10-01", "0000", "year", "2026 "} {
		_, err := ParsePeriod(text)
		require.Equal(t, "report.period", fault.KeyOf(err), text)
	}
	p, err := ParsePeriod("2026")
	require.NoError(t, err)
	past, err := p.past(day(2026, 3, 5))
	require.NoError(t, err)
	require.Equal(t, civil.Range{From: day(2026, 1, 1), To: day(2026, 3, 5)}, past, "today is not over")
	_, err = p.past(day(2026, 1, 1))
	require.Equal(t, "report.future", fault.KeyOf(err))
}

func TestEndsOfLinks(t *testing.T) {
	t.Parallel()
	now := civil.Paris.Start(day(2026, 11, 20)).Add(23 * time.Hour)
	for last, key := range map[civil.Date]string{day(2026, 11, 19): "report.linkEnd", day(2026, 11, 20): "", day(2027, 11, 20): "", day(2027, 11, 21): "report.linkEnd"} {
		end, err := endOf(last, civil.Paris, now)
		if key != "" {
			require.Equal(t, key, fault.KeyOf(err), last)
		} else {
			require.NoError(t, err)
			require.Equal(t, civil.Paris.Start(last+1), end, "with the end of its last day")
			require.False(t, Link{ExpiresAt: end}.Over(end.Add(-time.Second)))
			require.True(t, Link{ExpiresAt: end}.Over(end))
			require.True(t, Link{ExpiresAt: end, RevokedAt: &now}.Over(now))
		}
	}
}

// TestSalesOfASite: its part of what it was invoiced, and of what was invoiced for its energy; a credit note
// takes off; an invoice is one however many lines it has.
func TestSalesOfASite(t *testing.T) {
	t.Parallel()
	sales := []finance.Sale{
		{InvoiceID: "a", Amount: 1200, ConsumerID: "c", ProducerID: "p", Net: 600, Rate: 2000},
		{InvoiceID: "a", Amount: 1200, ConsumerID: "c", ProducerID: "q", Net: 400, Rate: 2000},
		{InvoiceID: "b", Credit: true, Amount: 240, ConsumerID: "c", ProducerID: "p", Net: 200, Rate: 2000},
		{InvoiceID: "d", Amount: 100, ConsumerID: "e", ProducerID: "p", Net: 100, Rate: 0},
	}
	for _, one := range []struct {
		of         func(finance.Sale) bool
		net, gross money.Cents
		invoices   int
	}{
		{func(s finance.Sale) bool { return s.ConsumerID == "c" }, 800, 960, 2},
		{func(s finance.Sale) bool { return s.ProducerID == "p" }, 500, 580, 3},
		{func(finance.Sale) bool { return true }, 900, 1060, 3},
		{func(finance.Sale) bool { return false }, 0, 0, 0},
	} {
		got, invoices, err := sum(sales, one.of)
		require.NoError(t, err)
		require.Equal(t, []any{one.net, one.gross, one.invoices}, []any{got.Net, got.Gross, invoices})
	}
	require.Equal(t, money.Cents(960), Site{Received: finance.Sold{Net: 800, Gross: 960}}.Asked())
	require.Equal(t, money.Cents(800), Site{Professional: true, Received: finance.Sold{Net: 800, Gross: 960}}.Asked())
}

func TestMembersOfDays(t *testing.T) {
	t.Parallel()
	year := civil.Range{From: day(2026, 1, 1), To: day(2027, 1, 1)}
	site := func(kind participant.EnergyType, from, to civil.Date) participant.Participant {
		return participant.Participant{EnergyType: kind, Activation: &civil.Range{From: from, To: to}}
	}
	w := membersOf([]participant.Participant{
		site(participant.Consumer, day(2025, 1, 1), civil.Forever),
		site(participant.Consumer, day(2026, 3, 1), civil.Forever),
		site(participant.Consumer, day(2025, 1, 1), day(2026, 5, 1)),
		site(participant.Consumer, day(2027, 1, 1), civil.Forever),
		site(participant.Producer, day(2025, 1, 1), civil.Forever),
		{EnergyType: participant.Consumer},
	}, year)
	require.Equal(t, []int{2, 1, 1, 1}, []int{w.Consumers, w.Producers, w.Entered, w.Left})
}

// TestAGapIsNoBar: what is not known has no height.
func TestAGapIsNoBar(t *testing.T) {
	t.Parallel()
	days := civil.Range{From: day(2026, 10, 1), To: day(2026, 10, 4)}
	bars := barsOf(drawing.LoadCurve{Zone: civil.Paris, Days: days, Step: "P1D", Series: []drawing.CurveSeries{
		{Nature: metering.Conso, Values: []int64{5, drawing.Gap, 0}}, {Nature: metering.Autoconso, Values: []int64{2, 1, 0}}}}, metering.Conso, metering.Autoconso)
	require.Len(t, bars, 3)
	require.Equal(t, []any{energy.MilliWh(5), energy.MilliWh(2)}, []any{*bars[0].All, *bars[0].Shared})
	require.Nil(t, bars[1].All)
	require.Equal(t, energy.MilliWh(0), *bars[2].All, "nothing used is a figure")
	none := barsOf(drawing.LoadCurve{Zone: civil.Paris, Days: days, Step: "P1D"}, metering.Conso, metering.Autoconso)
	require.Equal(t, []Bar{{From: days.From}, {From: days.From + 1}, {From: days.From + 2}}, none)
}

// TestAnAccountSeesItsOwnDays of a site, and an organizer all that it takes part on.
func TestAnAccountSeesItsOwnDays(t *testing.T) {
	t.Parallel()
	site := participant.Participant{ID: "s", Activation: &civil.Range{From: day(2026, 1, 1), To: civil.Forever}}
	own := civil.Range{From: day(2026, 6, 1), To: day(2026, 9, 1)}
	p := policy.Principal{Role: policy.RoleParticipant, Sites: []policy.Site{{ParticipantID: "s", Period: own}}}
	require.Equal(t, own, seenDays(p, site))
	require.Equal(t, *site.Activation, seenDays(policy.Principal{Role: policy.RoleOrganizer}, site))
	require.True(t, seenDays(policy.Principal{Role: policy.RoleParticipant}, site).IsEmpty())
	require.True(t, seenDays(p, participant.Participant{ID: "s"}).IsEmpty())
}

func TestSitesThatAreMailed(t *testing.T) {
	t.Parallel()
	october := civil.Range{From: day(2026, 10, 1), To: day(2026, 11, 1)}
	in, later := civil.Range{From: day(2026, 1, 1), To: civil.Forever}, civil.Range{From: day(2026, 11, 1), To: civil.Forever}
	all := []participant.Participant{{ID: "a", Activation: &in}, {ID: "b", Activation: &in}, {ID: "c", Activation: &later}, {ID: "d"}}
	got, err := chosenOf(all, october, nil)
	require.NoError(t, err)
	require.Equal(t, []id.ID{"a", "b"}, got)
	got, err = chosenOf(all, october, []id.ID{"b", "b"})
	require.NoError(t, err)
	require.Equal(t, []id.ID{"b"}, got)
	_, err = chosenOf(all, october, []id.ID{"b", "c"})
	require.Equal(t, "report.sites", fault.KeyOf(err))
	require.Equal(t, "participantIds[1]", fault.From(err).Field)
	_, err = chosenOf(nil, october, nil)
	require.Equal(t, "report.sites", fault.KeyOf(err))
	many := make([]participant.Participant, MostMailed+1)
	for n := range many {
		many[n] = participant.Participant{ID: id.New(), Activation: &in}
	}
	_, err = chosenOf(many, october, nil)
	require.Equal(t, "report.sites", fault.KeyOf(err))
}

func TestSavingsOfBothSidesAddUp(t *testing.T) {
	t.Parallel()
	one, two := 1.5, 2.0
	require.Nil(t, Site{Used: &balance.Balance{}}.CO2Kg())
	require.InDelta(t, 3.5, *Site{Used: &balance.Balance{CO2Kg: &one}, Made: &balance.Balance{CO2Kg: &two}}.CO2Kg(), 1e-9)
}

func TestNamesOfFiles(t *testing.T) {
	t.Parallel()
	require.Equal(t, "rapport-ecole-de-l-etang-2026-10.pdf", fileName("rapport", "École de l’Étang", "2026-10"))
	require.Equal(t, "rapport-2026.pdf", fileName("rapport", "../ \\:", "2026"))
}
