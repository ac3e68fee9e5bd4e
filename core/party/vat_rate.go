package party

import (
	"slices"
	"strings"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/money"
)

// vatRate is a rate of a country and the days it holds on.
type vatRate struct {
	rate money.VATRate
	days civil.Range // an open end is civil.Forever
}

// The rates above zero by country, those of today first (CGI articles 278 to 281 octies,
// mainland; Belgian royal decree 20 of 20 July 1970). A change of the law ends a row and
// adds another: an invoice is taxed by the rates of the last day that it bills. Zero is not
// among them: who charges no VAT says so by its regime, which names the ground.
var vatRates = map[dso.Country][]vatRate{
	dso.France: {
		{2000, from(2014, 1)}, {1000, from(2014, 1)}, {550, from(2000, 1)}, {210, from(2000, 1)},
		{1960, between(2000, 4, 2014, 1)}, {2060, between(2000, 1, 2000, 4)}, {700, between(2012, 1, 2014, 1)},
	},
	dso.Belgium: {{2100, from(2000, 1)}, {1200, from(2000, 1)}, {600, from(2000, 1)}},
}

// VATApart reports whether a place has VAT of its own, which these rates are not: Corsica
// (13, 10, 2.1 and 0.9 %; CGI article 297), Guadeloupe, Martinique and Réunion (8.5 and
// 2.1 %; article 296), Guyane and Mayotte, where there is none (article 294), and the
// collectivities overseas, which are outside its territory.
func VATApart(c dso.Country, postCode string) bool {
	return c == dso.France && (strings.HasPrefix(postCode, "20") || strings.HasPrefix(postCode, "97") || strings.HasPrefix(postCode, "98"))
}

func from(year int, month time.Month) civil.Range {
	return civil.Range{From: civil.NewMonth(year, month).First(), To: civil.Forever}
}

func between(year int, month time.Month, endYear int, endMonth time.Month) civil.Range {
	return civil.Range{From: civil.NewMonth(year, month).First(), To: civil.NewMonth(endYear, endMonth).First()}
}

// VATRatesOn lists the rates above zero that a country has on a day, highest first.
func VATRatesOn(c dso.Country, day civil.Date) []money.VATRate {
	var out []money.VATRate
	for _, r := range vatRates[c] {
		if r.days.Contains(day) {
			out = append(out, r.rate)
		}
	}
	slices.Sort(out)
	slices.Reverse(out)
	return out
}
