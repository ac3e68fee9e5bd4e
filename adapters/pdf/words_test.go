package pdf

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"codeberg.org/go-pdf/fpdf"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openpmo/pmo/adapters/pdf/letters"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/sdk/ui/catalogues"
)

// Every text that the code asks for is there, and nobody translates one in vain. A key
// that ends with a dot is made with a value: kind.INVOICE.
func TestEveryTextIsInTheCatalogue(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	bills, err := filepath.Glob("../../core/billing/legacy/bill/*.go") // which are drawn like invoices, in words of their own
	require.NoError(t, err)
	moved, err := filepath.Glob("../../core/billing/legacy/migration/*.go") // plans whose charges are printed
	require.NoError(t, err)
	files = append(append(files, bills...), moved...)
	said := regexp.MustCompile(`(?:say\(|key :?= )"([a-zA-Z.]+)"|(?:line|words?)\("(legacy\.[a-zA-Z]+)"`)
	var asked []string
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		source, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, m := range said.FindAllStringSubmatch(string(source), -1) {
			asked = append(asked, m[1]+m[2])
		}
	}
	keys := catalogues.Keys("fr", "invoice")
	require.Greater(t, len(asked), 40)
	for _, a := range asked {
		require.True(t, slices.ContainsFunc(keys, func(k string) bool { return k == a || strings.HasSuffix(a, ".") && strings.HasPrefix(k, a) }), a)
	}
	for _, k := range keys {
		require.True(t, slices.ContainsFunc(asked, func(a string) bool { return k == a || strings.HasSuffix(a, ".") && strings.HasPrefix(k, a) }), "nobody says %s", k)
	}
	require.ElementsMatch(t, keys, catalogues.Keys("nl", "invoice"))
	for _, kind := range []billing.InvoiceType{billing.TypeInvoice, billing.TypeCreditNote} {
		require.Contains(t, keys, "kind."+string(kind))
	}
	for _, unit := range []billing.Unit{billing.UnitKWh, billing.UnitMonth} {
		require.Contains(t, keys, "unit."+string(unit))
		require.Contains(t, keys, "per."+string(unit))
	}
}

func TestNumbersForPeople(t *testing.T) {
	t.Parallel()
	fr := words{"fr", "FR"}
	kwh := func(q money.QuantityE4) string {
		return plain(fr.quantity(billing.DocumentLine{Quantity: q, Unit: billing.UnitKWh}))
	}
	months := func(q money.QuantityE4) string {
		return plain(fr.quantity(billing.DocumentLine{Quantity: q, Unit: billing.UnitMonth}))
	}
	price := func(p money.MicroEuro) string {
		return plain(fr.price(billing.DocumentLine{Price: p, Unit: billing.UnitKWh}))
	}
	for want, got := range map[string]string{
		"152,187 kWh":                  kwh(1_521_870),
		"1 234 567,800 kWh":            kwh(12_345_678_000),
		"0,001 kWh":                    kwh(10),
		"2,6452 mois":                  months(26_452),
		"12,0000 mois":                 months(120_000),
		"0,1234 €/kWh":                 price(123_400),
		"0,10 €/kWh":                   price(100_000),
		"0,123456 €/kWh":               price(123_456),
		"−0,05 €":                      plain(euros(-5)),
		"0,00 €":                       plain(euros(0)),
		"1 000,00 €":                   plain(euros(100_000)),
		"−92 233 720 368 547 758,08 €": plain(euros(-1 << 63)),
		"5,5 %":                        plain(percent(550)),
	} {
		require.Equal(t, want, got)
	}
}

func TestDaysForPeople(t *testing.T) {
	t.Parallel()
	fr, nl := words{"fr", "FR"}, words{"nl", "BE"}
	day := func(text string) civil.Date {
		d, err := civil.ParseDate(text)
		require.NoError(t, err)
		return d
	}
	for _, c := range []struct{ first, last, fr, nl, span string }{
		{"2026-10-01", "2026-10-31", "1er – 31 octobre 2026", "1 – 31 oktober 2026", "01/10 – 31/10/2026"},
		{"2026-07-15", "2026-10-01", "15 juillet – 1er octobre 2026", "15 juli – 1 oktober 2026", "15/07 – 01/10/2026"},
		{"2025-12-31", "2026-01-02", "31 décembre 2025 – 2 janvier 2026", "31 december 2025 – 2 januari 2026", "31/12/2025 – 02/01/2026"},
		{"2026-02-28", "2026-02-28", "28 février 2026", "28 februari 2026", "28/02/2026"},
	} {
		require.Equal(t, c.fr, fr.period(day(c.first), day(c.last)))
		require.Equal(t, c.nl, nl.period(day(c.first), day(c.last)))
		require.Equal(t, c.span, span(day(c.first), day(c.last)))
	}
}

func TestPrintableKeepsWhatTheFontsHave(t *testing.T) {
	t.Parallel()
	for from, want := range map[string]string{
		"éèêëïçœŒ€’…–·°«» ÿ":   "éèêëïçœŒ€’…–·°«» ÿ",
		"Łódź, Șoseaua, Žižka": "Łódź, Șoseaua, Žižka",
		"e\u0301te\u0301":      "été",
		"1\u202f234":           "1" + noBreak + "234",
		"ligne\nsuivante\x00":  "ligne suivante",
		"Nguyễn":               "Nguyen",
		"soleil 🌞":             "soleil ?",
		"\xff":                 "?",
		"ﬁn":                   "ﬁn",
	} {
		require.Equal(t, want, letters.Printable(from), "%q", from)
	}
	rapid.Check(t, func(t *rapid.T) {
		for _, r := range letters.Printable(rapid.String().Draw(t, "text")) {
			require.True(t, letters.Has(r) && !unicode.IsControl(r), "%q", r)
		}
	})
}

func TestWrappingLosesNothing(t *testing.T) {
	t.Parallel()
	c := newCanvas(false)
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringMatching(`[a-zA-Zé€]{0,40}( [a-zW]{1,30}){0,8}`).Draw(t, "text")
		w := rapid.Float64Range(10, 80).Draw(t, "width")
		lines := c.wrap(body, s, w)
		require.Equal(t, strings.ReplaceAll(s, " ", ""), strings.ReplaceAll(strings.Join(lines, ""), " ", ""))
		for _, line := range lines {
			require.LessOrEqual(t, c.width(body, line), w+1e-9, line)
		}
		cut := c.short(body, s, w)
		require.LessOrEqual(t, c.width(body, cut), w+1e-9, cut)
	})
}

func TestAGapIsNotADayWithoutEnergy(t *testing.T) {
	t.Parallel()
	d := simple()
	d.Days = []billing.DayEnergy{{Day: d.First, Energy: 0}, {Day: d.First.AddDays(2), Energy: 5}}
	s := newSheet(d, false)
	bars, monthly := s.bars()
	require.False(t, monthly)
	require.Len(t, bars, 31)
	require.True(t, bars[0].known)
	require.False(t, bars[1].known)
	require.Equal(t, energy.MilliWh(5), bars[2].energy)

	d = dutch()
	s = newSheet(d, false)
	bars, monthly = s.bars()
	require.True(t, monthly)
	require.Len(t, bars, 12)
	var want, got energy.MilliWh
	for _, day := range d.Days {
		want += day.Energy
	}
	for _, b := range bars {
		got += b.energy
	}
	require.Equal(t, want, got)
}

func TestAxisStepsHoldTheHighestBar(t *testing.T) {
	t.Parallel()
	require.Equal(t, energy.KilowattHour, axisStep(0))
	require.Equal(t, 2*energy.KilowattHour, axisStep(6_780_000))
	rapid.Check(t, func(t *rapid.T) {
		most := energy.MilliWh(rapid.Int64Range(1, 1<<62).Draw(t, "most"))
		step := axisStep(most)
		require.GreaterOrEqual(t, step, (most+3)/4)
		require.LessOrEqual(t, step/3, max(1, most/4), "bars are not dwarfed")
	})
}

// A text looks the same whichever font writes it: only letters outside Windows-1252 take
// the wide one, and it has the same widths.
func TestBothFontsHaveTheSameWidths(t *testing.T) {
	t.Parallel()
	for weight := range letters.Files {
		var narrow struct{ Cw [256]int }
		require.NoError(t, json.Unmarshal(latinFonts()[weight].description, &narrow))
		f := fpdf.New("P", "pt", "A4", "")
		useWide(f, weight, letters.Em)
		for r := range rune(letters.PlaneSize) {
			if !letters.Has(r) {
				continue
			}
			wide := f.GetStringWidth(string(r))
			require.InDelta(t, wide, letters.Advance(weight, string(r)), 1, "%q", r)
			if coded, ok := latin(string(r)); ok {
				require.InDelta(t, wide, narrow.Cw[coded[0]], 1, "%q", r)
			}
		}
	}
	coded, ok := latin("Cœur d'Énergie à 12 €")
	require.True(t, ok)
	require.Equal(t, "C\x9cur d'\xc9nergie \xe0 12 \x80", coded)
	_, ok = latin("Łódź")
	require.False(t, ok)
}

func TestLettersOfAnyFontAreRead(t *testing.T) {
	t.Parallel()
	d := simple()
	d.Buyer.Name = "Łucja Ďurišová, Ελλάδα"
	all := whole(pages(t, d))
	require.Contains(t, all, d.Buyer.Name)
	require.Contains(t, all, d.Seller.Name)
}
