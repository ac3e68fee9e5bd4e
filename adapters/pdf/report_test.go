package pdf

import (
	"regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/economy"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/finance"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/balance"
	"github.com/openpmo/pmo/core/metering/dashboard"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/participant/extent"
	"github.com/openpmo/pmo/core/report"
	"github.com/openpmo/pmo/sdk/ui/catalogues"
)

func milli(kWh int64) *energy.MilliWh { e := energy.MilliWh(kWh) * energy.KilowattHour; return &e }

func rateOf(v float64) *float64 { return &v }

func accountOf(t *testing.T, period, language string) report.Sheet {
	p, err := report.ParsePeriod(period)
	require.NoError(t, err)
	s := report.Sheet{Language: language, Theme: operation.DefaultTheme, Operation: "Soleil du Val", PMO: "PMO du Val", Made: civil.NewDate(2026, 11, 20), Period: p, Days: p.Days,
		Lacks: []report.Lack{{Kind: report.LackDays, Count: 3}, {Kind: report.LackContract, Count: 1}}}
	if p.IsYear() {
		for _, m := range civil.MonthsOf(p.Days) {
			s.Bars = append(s.Bars, report.Bar{From: m.First(), All: milli(300), Shared: milli(40)})
		}
		return s
	}
	for d := p.Days.From; d < p.Days.To; d++ {
		s.Bars = append(s.Bars, report.Bar{From: d, All: milli(10), Shared: milli(2)})
	}
	s.Bars[3] = report.Bar{From: s.Bars[3].From}
	return s
}

func siteAccount(t *testing.T, period, language string) report.Sheet {
	s := accountOf(t, period, language)
	part := allocation.Value(125_000)
	s.Site = &report.Site{Name: "Boulangerie du Château", DsoID: "99434180000001", Consumes: true,
		Used:     &balance.Balance{Whole: *milli(666), Shared: *milli(165), Grid: *milli(501), Grain: energy.KilowattHour, Rate: 0.2477, CO2Kg: rateOf(3.58)},
		Economy:  &economy.Estimate{Counted: 28, Without: 13320, With: 12010, Local: 1980, Fixed: 200, Economy: 1310, Rate: rateOf(0.0983)},
		Received: finance.Sold{Net: 2000, Gross: 2400},
		Sharing:  &allocation.Sharing{Day: s.Made, Described: true, Config: allocation.Config{Type: allocation.Static}, Percentage: &part, Sites: 22}}
	return s
}

func wholeAccount(t *testing.T, period, language string) report.Sheet {
	s := accountOf(t, period, language)
	metres := int64(1834)
	s.Whole = &report.Whole{Consumers: 22, Producers: 3, Entered: 2, Left: 1, Invoices: 66, Sold: finance.Sold{Net: 65923, Gross: 79108, Collected: 50000},
		Figures: dashboard.Metrics{Values: map[metering.Nature]dashboard.Metric{metering.Prod: {Energy: *milli(8120)}, metering.Conso: {Energy: *milli(14210)}, metering.Autoconso: {Energy: *milli(5120)}, metering.Surplus: {Energy: *milli(3000)}},
			SelfConsumption: rateOf(0.6305), SelfProduction: rateOf(0.3603), Coverage: rateOf(0.5714), CO2Kg: rateOf(111.1)},
		Extent: extent.Extent{Sites: 25, Metres: &metres, Producers: 3, Watts: 96_000, Limits: []extent.Limit{{Name: extent.Extended, Metres: 2000, Within: true}}, Cap: &extent.Cap{Name: extent.Mainland, Watts: 5_000_000, Within: true}},
		Key:    &allocation.Config{Type: allocation.ByDefault}}
	return s
}

// TestAReportSaysItsFigures: of a site on two pages, each figure as it is known, what is not known named.
func TestAReportSaysItsFigures(t *testing.T) {
	t.Parallel()
	content, err := New().DrawReport(siteAccount(t, "2026-10", "fr"))
	require.NoError(t, err)
	all := read(t, content)
	require.Len(t, all, 2)
	for _, said := range []string{"Boulangerie du Château", "1er – 31 octobre 2026", "666 kWh", "24,8 %", "165 kWh", "501 kWh", "3,6 kg"} {
		require.Contains(t, text(all[0]), said)
	}
	for _, said := range []string{"13,10 €", "9,8 %", "133,20 €", "120,10 €", "19,80 €", "2,00 €", "24,00 €", "12,5 %", "22", "Jours sans toutes leurs données : 3.", "Le contrat de fourniture n’est pas renseigné"} {
		require.Contains(t, text(all[1]), said)
	}
	again, err := New().DrawReport(siteAccount(t, "2026-10", "fr"))
	require.NoError(t, err)
	require.Equal(t, content, again)

	content, err = New().DrawReport(wholeAccount(t, "2026", "fr"))
	require.NoError(t, err)
	said := whole(read(t, content))
	for _, figure := range []string{"8 120 kWh", "14 210 kWh", "5 120 kWh", "3 000 kWh", "63,1 %", "36 %", "57,1 %", "111,1 kg", "659,23 €", "791,08 €", "500,00 €", "66", "1,83 km", "96 kW", "5 000 kW", "moins de 2 km, respecté"} {
		require.Contains(t, said, figure)
	}
	require.NotContains(t, said, "Boulangerie", "no figure of one member")
}

// TestReportsHaveTheirWords: each word in each language, no hole left, whatever is not known.
func TestReportsHaveTheirWords(t *testing.T) {
	t.Parallel()
	hole := regexp.MustCompile(`%\{|…`)
	for _, language := range []string{"fr", "nl"} {
		for _, sheet := range []report.Sheet{siteAccount(t, "2026", language), wholeAccount(t, "2026-10", language)} {
			for _, k := range []report.LackKind{report.LackData, report.LackProvisional, report.LackEconomy, report.LackKey, report.LackPlaces, report.LackPower, report.LackOver} {
				since := sheet.Days.From
				sheet.Lacks = append(sheet.Lacks, report.Lack{Kind: k, Count: 2, Since: &since})
				require.True(t, slices.Contains(catalogues.Keys(language, "reports"), "lack."+string(k)), k)
			}
			content, err := New().DrawReport(sheet)
			require.NoError(t, err)
			require.False(t, hole.MatchString(whole(read(t, content))), language)
		}
	}
	bare := accountOf(t, "2026-10", "fr")
	bare.Site, bare.Bars = &report.Site{Name: "Toiture", DsoID: "99434180000002"}, nil
	_, err := New().DrawReport(bare)
	require.NoError(t, err, "of a site of which nothing is known")
}
