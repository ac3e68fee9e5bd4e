package ereporting_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/einvoicing/ereporting"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/party"
)

func day(text string) civil.Date {
	d, err := civil.ParseDate(text)
	if err != nil {
		panic(err)
	}
	return d
}

func days(first, last string) civil.Range { return civil.Range{From: day(first), To: day(last) + 1} }

// TestPeriods are those of the table of the administration, with the last day of each.
func TestPeriods(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		regime           ereporting.Regime
		day, first, last string
		due              string
	}{
		{ereporting.NormalMonthly, "2027-09-10", "2027-09-01", "2027-09-10", "2027-09-20"},
		{ereporting.NormalMonthly, "2027-09-11", "2027-09-11", "2027-09-20", "2027-09-30"},
		{ereporting.NormalMonthly, "2028-02-29", "2028-02-21", "2028-02-29", "2028-03-10"},
		{ereporting.NormalQuarterly, "2027-12-31", "2027-12-01", "2027-12-31", "2028-01-10"},
		{ereporting.Simplified, "2028-01-15", "2028-01-01", "2028-01-31", "2028-02-29"},
		{ereporting.Franchise, "2027-09-01", "2027-09-01", "2027-10-31", "2027-11-30"},
		{ereporting.Franchise, "2027-10-31", "2027-09-01", "2027-10-31", "2027-11-30"},
		{ereporting.Franchise, "2027-12-05", "2027-11-01", "2027-12-31", "2028-01-31"},
		{ereporting.Franchise, "2028-01-01", "2028-01-01", "2028-02-29", "2028-03-31"},
	} {
		period := c.regime.PeriodOf(day(c.day))
		require.Equal(t, days(c.first, c.last), period, "%s %s", c.regime, c.day)
		require.Equal(t, day(c.due), c.regime.Due(period), "%s %s", c.regime, c.day)
	}
}

// TestPeriodsFollowEachOther: whatever was reported under another regime before, every day is of one period,
// and what was reported stays as it was.
func TestPeriodsFollowEachOther(t *testing.T) {
	t.Parallel()
	regimes := []ereporting.Regime{ereporting.NormalMonthly, ereporting.NormalQuarterly, ereporting.Simplified, ereporting.Franchise}
	rapid.Check(t, func(t *rapid.T) {
		before, now := rapid.SampledFrom(regimes).Draw(t, "before"), rapid.SampledFrom(regimes).Draw(t, "now")
		first := day("2027-09-01") + civil.Date(rapid.IntRange(0, 300).Draw(t, "first"))
		all := ereporting.Calendar{Regime: before}.From(first, first+200)
		var reported []civil.Range
		for _, r := range all {
			if rapid.Bool().Draw(t, "reported") {
				reported = append(reported, r)
			}
		}
		periods := ereporting.Calendar{Regime: now, Reported: reported}.From(first, first+400)
		for n, r := range periods {
			require.False(t, r.IsEmpty())
			if n > 0 {
				require.Equal(t, periods[n-1].To, r.From)
			}
		}
		for _, r := range reported {
			require.Contains(t, periods, r)
		}
	})
}

// sold is an invoice of October 2027 to a person.
func sold(change func(*ereporting.Sale)) ereporting.Sale {
	s := ereporting.Sale{ID: id.New(), Number: "A-1", Type: billing.TypeInvoice, IssuedOn: day("2027-11-05"), Document: billing.Document{First: day("2027-10-01"), Last: day("2027-10-31"),
		Net: 1000, Tax: 200, Seller: billing.DocumentParty{VATRegime: party.VATNormal, TaxID: "FR44732829320"}, Buyer: billing.DocumentParty{Country: "FR"},
		VAT: []billing.DocumentVAT{{Category: billing.VATStandard, Rate: 2000, Net: 1000, Tax: 200}}}}
	if change != nil {
		change(&s)
	}
	return s
}

var settings = ereporting.Settings{Seller: "732829320", Regime: ereporting.Franchise, Untaxed: ereporting.Untaxed, DayOf: ereporting.PeriodEnd, Since: day("2027-09-01"), PlatformCode: "0999"}

// TestEverySaleIsInOrOut, with the reason.
func TestEverySaleIsInOrOut(t *testing.T) {
	t.Parallel()
	enterprise := func(country, number, vat string) func(*ereporting.Sale) {
		return func(s *ereporting.Sale) {
			s.Document.Buyer = billing.DocumentParty{Country: country, Professional: true, LegalNumber: number, TaxID: vat}
		}
	}
	other := day("2027-07-01")
	period := days("2027-09-01", "2027-10-31")
	for name, c := range map[string]struct {
		change func(*ereporting.Sale)
		flow   ereporting.Flow
		reason ereporting.Reason
		lacks  []ereporting.Lack
	}{
		"a person":               {nil, ereporting.ToConsumers, "", nil},
		"a person abroad":        {func(s *ereporting.Sale) { s.Document.Buyer.Country = "BE" }, ereporting.ToConsumers, "", nil},
		"an association":         {enterprise("FR", "", ""), ereporting.ToConsumers, "", nil},
		"an enterprise":          {enterprise("FR", "356000000", ""), "", ereporting.Business, nil},
		"a public body":          {func(s *ereporting.Sale) { enterprise("FR", "356000000", "")(s); s.Document.Buyer.PublicBody = true }, "", ereporting.PublicBody, nil},
		"an enterprise abroad":   {enterprise("BE", "0123456749", "BE0123456749"), ereporting.International, "", nil},
		"one without VAT number": {enterprise("BE", "0123456749", ""), ereporting.International, "", []ereporting.Lack{ereporting.LacksBuyerVAT}},
		"by a seller without": {func(s *ereporting.Sale) {
			enterprise("BE", "0123456749", "BE0123456749")(s)
			s.Document.Seller.TaxID = ""
		}, ereporting.International, "", []ereporting.Lack{ereporting.LacksSellerVAT}},
		"a seller who is not taxable":  {func(s *ereporting.Sale) { s.Document.Seller.VATRegime = party.VATNone }, "", ereporting.NotTaxable, nil},
		"a seller exempt by law":       {func(s *ereporting.Sale) { s.Document.Seller.VATRegime = party.VATExemption }, "", ereporting.Exempt, nil},
		"before it begins":             {func(s *ereporting.Sale) { s.Document.Last = day("2027-08-31") }, "", ereporting.BeforeStart, nil},
		"of the next period":           {func(s *ereporting.Sale) { s.Document.Last = day("2027-11-30") }, "", ereporting.OtherPeriod, nil},
		"reported of another":          {func(s *ereporting.Sale) { s.ReportedOf = &other }, "", ereporting.ReportedElse, nil},
		"reported of it, moved since":  {func(s *ereporting.Sale) { s.Document.Last = day("2027-12-31"); s.ReportedOf = &period.From }, ereporting.ToConsumers, "", nil},
		"taken back in the next month": {func(s *ereporting.Sale) { s.Type = billing.TypeCreditNote }, "", ereporting.OtherPeriod, nil},
		"taken back within the period": {func(s *ereporting.Sale) { s.Type, s.IssuedOn = billing.TypeCreditNote, day("2027-10-30") }, ereporting.ToConsumers, "", nil},
	} {
		e := settings.Enter(sold(c.change), period)
		require.Equal(t, []any{c.flow, c.reason, c.lacks}, []any{e.Flow, e.Reason, e.Lacks}, name)
	}
	byIssue := settings
	byIssue.DayOf = ereporting.Issue
	require.Equal(t, ereporting.OtherPeriod, byIssue.Enter(sold(nil), period).Reason)
}

// TestRowsAddUp: a row a day and category, a sum a rate, what is taken back negative; to the cent the sums
// are those of the invoices.
func TestRowsAddUp(t *testing.T) {
	t.Parallel()
	two := func(s *ereporting.Sale) {
		s.Document.Net, s.Document.Tax = 1500, 227
		s.Document.VAT = []billing.DocumentVAT{{Category: billing.VATStandard, Rate: 2000, Net: 1000, Tax: 200}, {Category: billing.VATStandard, Rate: 550, Net: 500, Tax: 27}}
	}
	free := func(s *ereporting.Sale) {
		s.Document.Tax = 0
		s.Document.VAT = []billing.DocumentVAT{{Category: billing.VATExempt, Net: 1000, ReasonCode: "VATEX-FR-FRANCHISE"}}
	}
	note := func(s *ereporting.Sale) { s.Type, s.IssuedOn = billing.TypeCreditNote, day("2027-10-31") }
	sales := []ereporting.Sale{sold(nil), sold(two), sold(free), sold(note), sold(func(s *ereporting.Sale) { s.Document.Last = day("2027-09-30") })}
	c := settings.Build(days("2027-09-01", "2027-10-31"), sales)
	require.Equal(t, []ereporting.Row{
		{Day: day("2027-09-30"), Category: ereporting.Taxed, Count: 1, Net: 1000, Tax: 200, Rates: []ereporting.RateSum{{Rate: 2000, Net: 1000, Tax: 200}}},
		{Day: day("2027-10-31"), Category: ereporting.Taxed, Count: 3, Net: 1500, Tax: 227, Rates: []ereporting.RateSum{{Rate: 2000, Net: 1000, Tax: 200}, {Rate: 550, Net: 500, Tax: 27}}},
		{Day: day("2027-10-31"), Category: ereporting.Untaxed, Count: 1, Net: 1000, Rates: []ereporting.RateSum{{Net: 1000}}},
	}, c.Rows)
	require.Equal(t, []money.Cents{3500, 427}, []money.Cents{c.Net, c.Tax})
	taxed := settings
	taxed.Untaxed = ereporting.Taxed
	other := taxed.Build(c.Period, sales)
	require.Len(t, other.Rows, 2)
	require.NotEqual(t, c.Digest(), other.Digest())
	require.Equal(t, c.Digest(), settings.Build(c.Period, sales).Digest())
}

// TestARateOfZeroIsNoTaxedSale, whatever its category says.
func TestARateOfZeroIsNoTaxedSale(t *testing.T) {
	t.Parallel()
	for _, v := range []billing.DocumentVAT{{Category: billing.VATStandard, Net: 1000}, {Category: billing.VATExempt, Rate: 2000, Net: 1000}} {
		c := settings.Build(days("2027-10-01", "2027-10-31"), []ereporting.Sale{sold(func(s *ereporting.Sale) { s.Document.Tax, s.Document.VAT = 0, []billing.DocumentVAT{v} })})
		require.Equal(t, ereporting.Untaxed, c.Rows[0].Category)
	}
}

func TestSettingsAreChecked(t *testing.T) {
	t.Parallel()
	require.NoError(t, settings.Check())
	wrong := ereporting.Settings{Regime: "X", Untaxed: "X", DayOf: "X", PlatformCode: "1", Since: day("1999-01-01")}
	f := fault.From(wrong.Check())
	require.Equal(t, "ereport.invalid", f.Key)
	require.Len(t, f.Items, 5)
	require.Equal(t, ereporting.Franchise, ereporting.Defaults("1", billing.BillingEntity{Identity: billing.Identity{VATRegime: party.VATFranchise}}).Regime)
	require.Empty(t, ereporting.Defaults("1", billing.BillingEntity{Identity: billing.Identity{VATRegime: party.VATNormal}}).Regime, "nobody guesses it")
}
