package pdf

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"maps"
	"strings"
	"sync"
	"testing"

	"github.com/pdfcpu/pdfcpu/pkg/api"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/money"
)

var samples = map[string]func() billing.Document{
	"one line": simple, "three sites": sites3, "sixty lines": long60, "draft": draft, "Dutch": dutch, "credit note": credit, "adjusted": adjusted,
}

// amount is how people write cents, made without the code under test.
func amount(c money.Cents) string {
	digits := strings.Replace(c.String(), ".", ",", 1)
	for n := len(digits) - 6; n > 0; n -= 3 {
		digits = digits[:n] + " " + digits[n:]
	}
	return digits + " €"
}

func TestEveryFactIsPrinted(t *testing.T) {
	t.Parallel()
	for name, sample := range samples {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := sample()
			all := whole(pages(t, d))
			for _, fact := range []string{d.Seller.Name, d.Seller.Street, d.Seller.Email, d.Buyer.Name, d.Buyer.Street, d.Buyer.PostCode + " " + d.Buyer.City,
				d.Operation, amount(d.Net), amount(d.Tax), amount(d.Total), d.Number} {
				require.Contains(t, all, fact)
			}
			for _, m := range d.Mentions {
				require.Equal(t, 1, strings.Count(all, m.Text), "said once: %s", m.Text)
			}
			for _, v := range d.VAT {
				require.Contains(t, all, fmt.Sprintf("%s %% %s %s", strings.Replace(v.Rate.String(), ".", ",", 1), amount(v.Net), amount(v.Tax)))
				require.Contains(t, all, v.Reason)
				if v.Reason != "" {
					require.Contains(t, all, v.Reason+" ("+string(v.Category), "why there is no tax, for machines too")
					require.Contains(t, all, v.ReasonCode)
				}
			}
		})
	}
}

// The cells of each line stand on one height, in the order of the columns.
func TestEveryLineIsARow(t *testing.T) {
	t.Parallel()
	all := pages(t, sites3())
	for _, want := range []string{
		"Énergie partagée 01/10 – 31/10/2026 821,432 kWh 0,09875 €/kWh 20 % 81,12 €",
		"Énergie partagée 01/10 – 31/10/2026 1 642,864 kWh 0,09875 €/kWh 20 % 162,23 €",
		"Abonnement et gestion 01/10 – 31/10/2026 1,0000 mois 4,50 €/mois 5,5 % 4,50 €",
		"École primaire Jules-Ferry PRM 3000 1234 5678 91 Sous-total HT 166,73 €",
	} {
		require.Contains(t, text(all[0]), want)
	}
	require.Contains(t, text(all[0]), "Total HT 500,20 € Total TVA 99,39 € Total TTC à payer 599,59 €")
	require.Contains(t, text(all[0]), "Titulaire SAS Toits Solaires du Pilat IBAN FR76 3000 6000 0112 3456 7890 189 BIC AGRIFRPP Référence SOL-2026-000042")
	require.Contains(t, text(all[0]), "SIRET 214 202 595 00016")
}

// A site says where it is below its name, also where that needs two lines, and takes the room for it.
func TestASiteSaysWhereItIs(t *testing.T) {
	t.Parallel()
	d := sites3()
	for i := range d.Lines {
		d.Lines[i].SiteStreet, d.Lines[i].SitePostCode, d.Lines[i].SiteCity = fmt.Sprintf("%d rue Jules-Ferry", i/2), "42520", "Saint-Martin-sur-Rhône"
	}
	d.Lines[4].SiteStreet = strings.Repeat("chemin du stade ", 12) + "prolongé"
	d.Lines[5].SiteStreet = d.Lines[4].SiteStreet
	all := pages(t, d)
	for i := range 2 {
		require.Contains(t, text(all[0]), fmt.Sprintf("%d rue Jules-Ferry, 42520 Saint-Martin-sur-Rhône Énergie partagée", i))
	}
	require.Contains(t, whole(all), "prolongé, 42520 Saint-Martin-sur-Rhône")
	long := long60()
	for i := range long.Lines {
		long.Lines[i].SiteStreet, long.Lines[i].SiteCity = "rue des Cèdres", "Pélussin"
	}
	rows := 0
	for _, page := range pages(t, long) {
		rows += strings.Count(text(page), "rue des Cèdres, Pélussin")
	}
	require.GreaterOrEqual(t, rows, 20, "each site, and again where it goes on")
}

func TestLongTablesGoOnWithTheirHead(t *testing.T) {
	t.Parallel()
	d := long60()
	all := pages(t, d)
	require.Len(t, all, 3)
	rows := 0
	for n, page := range all {
		body := text(page)
		require.Contains(t, body, fmt.Sprintf("Facture SOL-2026-000042 · page %d/3", n+1))
		require.Contains(t, body, "Désignation Période Quantité Prix unitaire HT TVA Montant HT")
		rows += strings.Count(body, "€/kWh") + strings.Count(body, "€/mois")
	}
	require.Equal(t, len(d.Lines), rows)
	require.Contains(t, text(all[2]), "€/mois", "the last line goes with the totals")
	require.Contains(t, text(all[2]), "Total TTC à payer "+amount(d.Total))

	d.Lines = d.Lines[:0]
	for range 60 {
		d.Lines = append(d.Lines, line(d, "Énergie partagée", "Un seul site", "30001234567890", billing.UnitKWh, 10_000, 100_000))
	}
	all = pages(t, totalled(d))
	require.NotContains(t, text(all[0]), "(suite)")
	require.Contains(t, text(all[1]), "Un seul site (suite) PRM 3000 1234 5678 90")
}

func TestADraftSaysSoOnEveryPage(t *testing.T) {
	t.Parallel()
	d := long60()
	d.Draft, d.Number = true, ""
	all := pages(t, d)
	require.Len(t, all, 3)
	for _, page := range all {
		require.Contains(t, text(page), "BROUILLON")
		require.Contains(t, text(page), "Facture sans numéro (brouillon) · page")
	}
	require.NotContains(t, whole(pages(t, long60())), "BROUILLON")
	d.Language = "nl"
	require.Contains(t, whole(pages(t, d)), "ONTWERP")
}

func TestWhatToDoFollowsThePaymentMethod(t *testing.T) {
	t.Parallel()
	d := sites3()
	for method, want := range map[billing.PaymentMethod]string{
		billing.Transfer: "Virement À virer au plus tard le 20 décembre 2026, avec la référence ci-dessous ou par ce code.",
		billing.Debit:    "Prélèvement SEPA Vous n’avez rien à faire : ce montant sera prélevé sur votre compte le 20 décembre 2026.",
		billing.Cheque:   "Chèque Chèque à l’ordre de SAS Toits Solaires du Pilat, à envoyer pour le 20 décembre 2026.",
	} {
		d.Payment.Method = method
		require.Contains(t, whole(pages(t, d)), want)
	}
	for _, method := range []billing.PaymentMethod{billing.PublicTreasuryPaymentOrder, billing.PublicTreasuryDebit} {
		d.Payment = billing.DocumentPayment{Method: method, TermDays: 30, Reference: d.Number}
		all := whole(pages(t, d))
		require.Contains(t, all, "Ne pas payer avant réception de l’avis des sommes à payer.")
		require.NotContains(t, all, "décembre", "no date to pay by")
	}
}

func TestACreditNoteAsksForNothing(t *testing.T) {
	t.Parallel()
	all := whole(pages(t, credit()))
	require.Contains(t, all, "Avoir SOL-2026-000043 · page 1/1")
	require.Contains(t, all, "Total de l’avoir 599,59 €")
	require.NotContains(t, all, "IBAN")
	require.NotContains(t, all, "payer")
}

// Who writes a credit note for the seller writes no invoice, also where nothing was frozen of it.
func TestACreditNoteIsPreparedAsOne(t *testing.T) {
	t.Parallel()
	d := credit()
	d.Mentions = d.Mentions[1:]
	for language, want := range map[string]string{"fr": "Avoir établi par ", "nl": "Creditnota opgesteld door "} {
		d.Language = language
		require.Contains(t, whole(pages(t, d)), want+d.PreparedBy)
	}
	d.Language, d.Country = "fr", "BE"
	require.Contains(t, whole(pages(t, d)), "Note de crédit établie par "+d.PreparedBy)
	d.Kind = billing.TypeInvoice
	require.Contains(t, whole(pages(t, d)), "Facture établie par "+d.PreparedBy)
}

// What a producer is owed by a statement is no invoice, in no word of it.
func TestAStatementHasNoWordOfInvoices(t *testing.T) {
	t.Parallel()
	d := simple()
	d.Kind, d.PreparedBy, d.Mentions, d.Payment = billing.TypeStatement, "", nil, billing.DocumentPayment{Method: billing.Transfer, Holder: d.Seller.Name, Reference: d.Number}
	for _, in := range []struct{ language, country string }{{"fr", "FR"}, {"fr", "BE"}, {"nl", "BE"}} {
		d.Language, d.Country = in.language, in.country
		for _, days := range []int{0, 1, 30} {
			d.Payment.TermDays = days
			require.NotRegexp(t, "(?i)factu", whole(pages(t, d)), "%v", in)
		}
	}
}

func TestWordsOfCountryAndLanguage(t *testing.T) {
	t.Parallel()
	nl := whole(pages(t, dutch()))
	for _, want := range []string{"Factuur ZON-2026-000007", "EAN 54 1448 9127 0000 0123", "1 november 2025 – 31 oktober 2026", "12,0000 maand 1,50 €/maand",
		"Te betalen incl. btw 275,53 €", "Mededeling +++202/6000/00738+++", "Gedeelde energie per maand (kWh)", "Btw-nr. BE 0403.170.701"} {
		require.Contains(t, nl, want)
	}
	require.NotContains(t, nl, "Ondernemingsnr.", "the VAT number holds it")
	d := dutch()
	d.Language = "fr"
	be := whole(pages(t, d))
	require.Contains(t, be, "Total TVAC à payer")
	require.Contains(t, be, "1er novembre 2025 – 31 octobre 2026")
	d = sites3()
	d.Buyer.Country, d.Translation, d.PreparedBy, d.Mentions = "BE", true, "PMO", nil
	all := whole(pages(t, d))
	require.Contains(t, all, "BELGIQUE", "the post needs it")
	require.Contains(t, all, "Copie traduite")
	require.Contains(t, all, "Facture établie par PMO au nom et pour le compte de SAS Toits Solaires du Pilat.")
}

// TestADiscountStandsBelowItsLine, and what adjusts the whole between the lines and their sum, in each language.
func TestADiscountStandsBelowItsLine(t *testing.T) {
	t.Parallel()
	for name, want := range map[string][]string{
		"fr":    {"Remise de 10 % : −12,35 € (Offre de bienvenue)", "Total des lignes HT", "Geste commercial (TVA 20 %)", "−5,00 €", "N° de contrat", "2026-M-17"},
		"fr-BE": {"Remise de 10 % : −12,35 € (Offre de bienvenue)", "Total des lignes HTVA", "Geste commercial (TVA 20 %)", "−5,00 €", "N° de contrat", "2026-M-17"},
		"nl":    {"Korting van 10 %: −12,35 € (Offre de bienvenue)", "Totaal van de regels excl. btw", "Geste commercial (btw 20 %)", "−5,00 €", "Contractnummer", "2026-M-17"},
	} {
		d := adjusted()
		d.Language = name[:2]
		if name != "fr" {
			d.Country = "BE"
		}
		all := whole(pages(t, d))
		for _, text := range want {
			require.Contains(t, all, text, name)
		}
		require.Contains(t, all, amount(d.Net), name)
		require.Contains(t, all, amount(d.Lines[0].Net), name)
		d.Adjustments, d.Lines[0].Discount = nil, nil
		all = whole(pages(t, d))
		require.NotContains(t, all, want[1], name)
	}
}

func TestOutsideVATNoRateIsPrinted(t *testing.T) {
	t.Parallel()
	d := draft()
	d.VAT[0].Category, d.VAT[0].Reason = billing.VATOutside, "Opération hors champ de la TVA"
	all := whole(pages(t, d))
	require.NotContains(t, all, "0 %")
	require.Contains(t, all, "– 500,20 € 0,00 € Opération hors champ de la TVA")
	require.Contains(t, all, "Net à payer 500,20 €")
}

func TestEqualDocumentsGiveEqualBytes(t *testing.T) {
	t.Parallel()
	all := maps.Clone(samples)
	all["kept for years"] = kept
	for name, sample := range all {
		first, err := New().Render(sample())
		require.NoError(t, err)
		_, err = New().Render(long60()) // what compresses goes from one document to the next
		require.NoError(t, err)
		var group sync.WaitGroup
		for range 4 {
			group.Go(func() {
				again, err := New().Render(sample())
				if err != nil || !bytes.Equal(first, again) {
					t.Errorf("%s: drawn differently, %v", name, err)
				}
			})
		}
		group.Wait()
	}
}

func TestMetadata(t *testing.T) {
	t.Parallel()
	content, err := New().Render(dutch())
	require.NoError(t, err)
	info, err := api.PDFInfo(bytes.NewReader(content), "", nil, false, model.NewDefaultConfiguration())
	require.NoError(t, err)
	require.Equal(t, "Factuur ZON-2026-000007 – Energiegemeenschap Zonnedelen vzw", info.Title)
	require.Equal(t, "Energiegemeenschap Zonnedelen vzw", info.Author)
	require.Contains(t, info.CreationDate, "20261120000000")
	require.Contains(t, string(content), "/Lang (nl-BE)")
}

// Whatever is written in it, a document is drawn, within the page, and loses no line.
func TestAnyDocumentStaysOnItsPages(t *testing.T) {
	t.Parallel()
	words := rapid.OneOf(rapid.String(), rapid.StringMatching(`[a-zéœ€ \-']{0,80}`), rapid.StringMatching(`[W]{0,200}`),
		rapid.SampledFrom([]string{"\xff\xfe", "🌞 soleil 🌞", "a\u0301\u0327", "(\\)", "\r\n\t", "%{pmo}", "\uffff"}))
	rapid.Check(t, func(t *rapid.T) {
		d := simple()
		d.Language = rapid.SampledFrom([]string{"fr", "nl"}).Draw(t, "language")
		d.Country = rapid.SampledFrom([]string{"FR", "BE"}).Draw(t, "country")
		d.Seller.Name, d.Buyer.Name, d.Buyer.Street = words.Draw(t, "seller"), words.Draw(t, "buyer"), words.Draw(t, "street")
		d.Operation, d.Payment.Method = words.Draw(t, "operation"), billing.PaymentMethod(words.Draw(t, "method"))
		d.Last = d.First.AddDays(rapid.IntRange(0, 500).Draw(t, "days"))
		d.Days = days(civil.NewDate(2026, 10, 1), rapid.IntRange(0, 400).Draw(t, "known"))
		d.Lines = nil
		for range rapid.IntRange(0, 90).Draw(t, "lines") {
			l := line(d, words.Draw(t, "label"), rapid.SampledFrom([]string{"", "A", "B"}).Draw(t, "site"), "", billing.UnitKWh,
				money.QuantityE4(rapid.Int64Range(0, 1<<40).Draw(t, "quantity")), 1_000_000)
			d.Lines = append(d.Lines, l)
		}
		d = totalled(d)
		all := pages(t, d)
		const points = 72 / 25.4
		for _, page := range all {
			for _, p := range page {
				require.GreaterOrEqual(t, p.x, left*points-0.1, p.text)
				require.LessOrEqual(t, p.x, rightEdge*points, p.text)
				require.Greater(t, p.y, (pageHeight-288)*points, p.text)
				require.Less(t, p.y, (pageHeight-8)*points, p.text)
			}
		}
		require.Equal(t, len(d.Lines), strings.Count(whole(all), "€/kWh"))
		require.Contains(t, whole(all), amount(d.Total))
	})
}

func BenchmarkInvoice(b *testing.B) {
	for name, sample := range map[string]func() billing.Document{"1-line": simple, "60-lines": long60, "kept": kept} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			b.RunParallel(func(pb *testing.PB) {
				d := sample()
				for pb.Next() {
					if _, err := New().Render(d); err != nil {
						b.Error(err)
						return
					}
				}
			})
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "documents/s")
		})
	}
}

// TestALogoStandsInTheLetterhead: the window of the envelope stays where it is.
func TestALogoStandsInTheLetterhead(t *testing.T) {
	t.Parallel()
	d := simple()
	plain, err := render(d, false)
	require.NoError(t, err)
	require.NotContains(t, string(plain), "/Subtype /Image")
	var wide, high bytes.Buffer
	require.NoError(t, png.Encode(&wide, image.NewNRGBA(image.Rect(0, 0, 800, 100))))
	require.NoError(t, png.Encode(&high, image.NewNRGBA(image.Rect(0, 0, 100, 400))))
	for _, logo := range []*bytes.Buffer{&wide, &high} {
		d.Logo = logo.Bytes()
		got, err := render(d, false)
		require.NoError(t, err)
		require.Contains(t, string(got), "/Subtype /Image")
		again, err := render(d, false)
		require.NoError(t, err)
		require.Equal(t, got, again, "the same document gives the same bytes")
	}
	d.Logo = []byte("no picture")
	_, err = render(d, false)
	require.Error(t, err)
}

// TestADocumentHasTheColoursOfItsOperation: an old snapshot without any has the product's own.
func TestADocumentHasTheColoursOfItsOperation(t *testing.T) {
	t.Parallel()
	d := simple()
	before, err := render(d, false)
	require.NoError(t, err)
	require.Contains(t, string(before), "0.000 0.118 0.384 rg")
	d.Theme = &billing.DocumentTheme{Primary: "#0b5d1e", Secondary: "#ff8000", Ink: "#ffffff"}
	themed, err := render(d, false)
	require.NoError(t, err)
	require.NotContains(t, string(themed), "0.000 0.118 0.384 rg")
	require.Contains(t, string(themed), "0.043 0.365 0.118 rg")
	d.Theme = &billing.DocumentTheme{Primary: "green", Secondary: "", Ink: "?"}
	odd, err := render(d, false)
	require.NoError(t, err)
	require.Equal(t, before, odd, "what is no colour is the product's own")
}

// TestHeadsOfColumnsStandApart: in every language that documents are in, two millimetres at least lie between
// the head of a column of figures and the one before.
func TestHeadsOfColumnsStandApart(t *testing.T) {
	t.Parallel()
	for _, language := range [][2]string{{"fr", "FR"}, {"fr", "BE"}, {"nl", "BE"}} {
		d := sites3()
		d.Language, d.Country = language[0], language[1]
		s := newSheet(d, false)
		before := periodColumn + s.width(s.caption, s.say("line.period"))
		for _, c := range []struct {
			edge float64
			key  string
		}{{quantityColumn, "line.quantity"}, {priceColumn, "line.price"}, {rateColumn, "line.rate"}, {rightEdge - 1.5, "line.net"}} {
			require.GreaterOrEqual(t, c.edge-s.width(s.caption, s.say(c.key))-before, 2.0, "%v %s", language, c.key)
			before = c.edge
		}
	}
}
