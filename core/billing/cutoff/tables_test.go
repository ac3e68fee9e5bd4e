package cutoff

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/journal"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/party"
)

// TestSheetsOfACutOff: the sums always, entries, amounts that wait and what has no price where there are any; each row has as many cells
// as the head, and days end with their last one.
func TestSheetsOfACutOff(t *testing.T) {
	t.Parallel()
	word := func(key string) string { return "w:" + key }
	days := civil.Range{From: civil.NewDate(2026, 10, 1), To: civil.NewDate(2026, 11, 1)}
	c := CutOff{Rows: []Row{{IssuerName: "Commune", ClientName: "Martin", Rate: 2000, Days: days, Energy: 5, Net: 100, VAT: 20, Passed: 30, ProvisionalEnergy: 2, ProvisionalNet: 40, LackingDays: 3}}}
	only := tables(c, word)
	require.Len(t, only, 1)
	require.Equal(t, []any{"Commune", "Martin", money.VATRate(2000).String(), "2026-10-01", "2026-10-31", energy.MilliWh(5), money.Cents(100), money.Cents(20), energy.MilliWh(2), money.Cents(40), 3}, only[0].Rows[0])
	c.Problems = []Problem{{IssuerName: "Commune", ClientName: "CCAS", Days: days, Reason: billing.ErrVolumeUnpriced}}
	c.Unpriced.Pairs = []billing.UnpricedPair{{ProducerName: "Toit", ConsumerName: "École", Days: days, Energy: 7, Reason: billing.SubscriptionLater}}
	c.Entries = []Entry{{IssuerName: "Commune", ClientName: "Martin", Lines: []journal.Line{{Account: journal.Account{Number: "418100", Name: "À établir"}, Debit: 120}, {Account: journal.Account{Number: "701000"}, Credit: 100}}}}
	since := civil.NewDate(2026, 10, 5)
	c.Waiting = []Amount{{IssuerID: "1", IssuerName: "Commune", ClientName: "CCAS", Reason: "Geste", Since: since, Net: -500}, {IssuerID: "1", IssuerName: "Commune", ClientName: "Martin", Reason: "Frais", Since: since, Net: 40},
		{IssuerID: "2", IssuerName: "Commune", ClientName: "Garage", Reason: "Frais", Since: since, Net: 7}}
	all := tables(c, word)
	require.Equal(t, []string{"w:sheet", "w:entries", "w:waiting", "w:unpriced"}, []string{all[0].Name, all[1].Name, all[2].Name, all[3].Name})
	for _, sheet := range all {
		for _, row := range sheet.Rows {
			require.Len(t, row, len(sheet.Header), sheet.Name)
		}
	}
	require.Equal(t, [][]any{{"Commune", "Martin", "418100", "À établir", money.Cents(120), money.Cents(0)}, {"Commune", "Martin", "701000", "", money.Cents(0), money.Cents(100)}}, all[1].Rows)
	require.Equal(t, [][]any{{"Commune", "CCAS", "Geste", "2026-10-05", money.Cents(-500)}, {"Commune", "Martin", "Frais", "2026-10-05", money.Cents(40)}, {"Commune", nil, "w:waitingSum", nil, money.Cents(-460)},
		{"Commune", "Garage", "Frais", "2026-10-05", money.Cents(7)}, {"Commune", nil, "w:waitingSum", nil, money.Cents(7)}}, all[2].Rows, "each seller's with their sum, of the same name or not")
	require.Equal(t, [][]any{{"Commune", "CCAS", "2026-10-01", "2026-10-31", nil, billing.ErrVolumeUnpriced.Key}, {"Toit", "École", "2026-10-01", "2026-10-31", energy.MilliWh(7), string(billing.SubscriptionLater)}}, all[3].Rows)

	require.Equal(t, Row{}, Sum(nil))
	require.Equal(t, Row{Energy: 10, Net: 200, VAT: 40, Passed: 60, ProvisionalEnergy: 4, ProvisionalNet: 80, LackingDays: 6}, Sum([]Row{c.Rows[0], c.Rows[0]}), "of all, of nobody by name")
}

// TestTheCategoryOfARate: what is not charged has the ground of its regime.
func TestTheCategoryOfARate(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		regime party.VATRegime
		rate   money.VATRate
		want   billing.VATCategory
	}{
		{party.VATNormal, 550, billing.VATStandard}, {party.VATNone, 1, billing.VATStandard}, {party.VATNone, 0, billing.VATOutside},
		{party.VATNormal, 0, billing.VATZero}, {party.VATFranchise, 0, billing.VATExempt},
	} {
		require.Equal(t, c.want, categoryOf(c.regime, c.rate), "%v", c)
	}
}
