package pdf

import (
	"fmt"
	"math"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/party"
)

// simple is an invoice with one line: a French producer, a private client, a debit.
func simple() billing.Document {
	d := billing.Document{
		Kind: billing.TypeInvoice, Language: "fr", Country: "FR",
		Number: "SOL-2026-000042", IssueDate: civil.NewDate(2026, 11, 20), DueDate: civil.NewDate(2026, 12, 20),
		First: civil.NewDate(2026, 10, 1), Last: civil.NewDate(2026, 10, 31),
		Operation: "Soleil de la Vallée",
		Seller: billing.DocumentParty{Name: "SAS Toits Solaires du Pilat", Street: "12 rue de l'Église", PostCode: "42410", City: "Pélussin",
			Country: "FR", LegalNumber: "732829320", TaxID: "FR44732829320", Email: "contact@toits-solaires.example", Phone: "04 00 00 00 00",
			Professional: true, VATRegime: party.VATNormal},
		Buyer:      billing.DocumentParty{Name: "Élodie Lefèvre-Bœuf", Street: "3 bis chemin des Noyers", PostCode: "42410", City: "Chavanay", Country: "FR"},
		PreparedBy: "Association Énergie Partagée en Pilat",
		Payment:    billing.DocumentPayment{Method: billing.Debit, TermDays: 30, Reference: "SOL-2026-000042"},
		Mentions: []billing.Mention{
			{Key: "prepared", Text: "Facture établie par Association Énergie Partagée en Pilat au nom et pour le compte de SAS Toits Solaires du Pilat."},
			{Key: "goods", Text: "Nature de l'opération : livraison de biens."},
			{Key: "mediator", Text: "En cas de litige, vous pouvez saisir gratuitement le médiateur national de l'énergie : www.energie-mediateur.fr."},
		},
		Days: days(civil.NewDate(2026, 10, 1), 31),
	}
	d.Lines = []billing.DocumentLine{line(d, "Énergie partagée", "Maison Lefèvre", "30001234567890", billing.UnitKWh, 1_521_870, 123_400)}
	return totalled(d)
}

// sites3 is a town with three sites and two lines each, paid by transfer.
func sites3() billing.Document {
	d := simple()
	d.Buyer = billing.DocumentParty{Name: "Commune de Saint-Martin-sur-Rhône", Street: "Hôtel de ville, 1 place de la Mairie", PostCode: "42520",
		City: "Saint-Martin-sur-Rhône", Country: "FR", LegalNumber: "21420259500016", TaxID: "FR83214202595", Professional: true}
	d.Payment = billing.DocumentPayment{Method: billing.Transfer, TermDays: 30, Holder: d.Seller.Name, IBAN: "FR7630006000011234567890189",
		BIC: "AGRIFRPP", Reference: d.Number}
	d.Mentions = append(d.Mentions[:2:2],
		billing.Mention{Key: "late", Text: "Retard de paiement : pénalités au taux directeur de la Banque centrale européenne majoré de dix points, et indemnité forfaitaire de 40 € pour frais de recouvrement."},
		billing.Mention{Key: "discount", Text: "Pas d'escompte pour paiement anticipé."})
	d.Lines = nil
	for i, name := range []string{"Mairie et salle des fêtes", "École primaire Jules-Ferry", "Éclairage du stade"} {
		prm := fmt.Sprintf("3000123456789%d", i)
		d.Lines = append(d.Lines,
			line(d, "Énergie partagée", name, prm, billing.UnitKWh, money.QuantityE4(8_214_320*(i+1)), 98_750),
			line(d, "Abonnement et gestion", name, prm, billing.UnitMonth, 10_000, 4_500_000))
	}
	d.Lines[5].Rate = 550
	return totalled(d)
}

// long60 is 60 lines on 20 sites.
func long60() billing.Document {
	d := sites3()
	d.Lines = nil
	for i := range 20 {
		name, prm := fmt.Sprintf("Bâtiment %02d, résidence des Cèdres", i+1), fmt.Sprintf("300012345678%02d", i)
		d.Lines = append(d.Lines,
			line(d, "Énergie partagée, heures pleines", name, prm, billing.UnitKWh, money.QuantityE4(3_210_450+i*70_010), 123_400),
			line(d, "Énergie partagée, heures creuses", name, prm, billing.UnitKWh, money.QuantityE4(1_010_450+i*30_130), 101_255),
			line(d, "Abonnement", name, prm, billing.UnitMonth, 10_000, 4_500_000))
	}
	return totalled(d)
}

// draft has no number, is not paid before the notice, and bears no tax.
func draft() billing.Document {
	d := sites3()
	d.Draft, d.Number, d.Payment = true, "", billing.DocumentPayment{Method: billing.PublicTreasuryPaymentOrder, TermDays: 30}
	d.Mentions = append(d.Mentions, billing.Mention{Key: "treasury", Text: "Ne pas payer avant réception de l'avis des sommes à payer."})
	for i := range d.Lines {
		d.Lines[i].Rate = 0
	}
	d = totalled(d)
	d.VAT[0].Category, d.VAT[0].ReasonCode, d.VAT[0].Reason = billing.VATExempt, "VATEX-FR-FRANCHISE", "TVA non applicable, art. 293 B du CGI"
	return d
}

// dutch is a Brussels invoice over a year, the chart by month.
func dutch() billing.Document {
	d := simple()
	d.Language, d.Country, d.Number, d.Operation, d.PreparedBy = "nl", "BE", "ZON-2026-000007", "Zonnedelen Schaarbeek", ""
	d.First, d.Last = civil.NewDate(2025, 11, 1), civil.NewDate(2026, 10, 31)
	d.Seller = billing.DocumentParty{Name: "Energiegemeenschap Zonnedelen vzw", Street: "Haachtsesteenweg 226", PostCode: "1030", City: "Schaarbeek",
		Country: "BE", LegalNumber: "0403170701", TaxID: "BE0403170701", Email: "info@zonnedelen.example", Professional: true, VATRegime: party.VATNormal}
	d.Buyer = billing.DocumentParty{Name: "Jan Vandenbroucke", Street: "Louis Bertrandlaan 14 bus 3", PostCode: "1030", City: "Schaarbeek", Country: "BE"}
	d.Payment = billing.DocumentPayment{Method: billing.Transfer, TermDays: 30, Holder: d.Seller.Name, IBAN: "BE68539007547034", BIC: "GKCCBEBB",
		Reference: "+++202/6000/00738+++"}
	d.Mentions = []billing.Mention{{Key: "late", Text: "Bij laattijdige betaling is van rechtswege de interest van de wet van 2 augustus 2002 verschuldigd."}}
	d.Lines = []billing.DocumentLine{
		line(d, "Gedeelde energie dag", "Louis Bertrandlaan 14", "541448912700000123", billing.UnitKWh, 14_201_230, 145_000),
		line(d, "Gedeelde energie nacht", "Louis Bertrandlaan 14", "541448912700000123", billing.UnitKWh, 3_201_230, 112_500),
		line(d, "Bijdrage", "Louis Bertrandlaan 14", "541448912700000123", billing.UnitMonth, 120_000, 1_500_000),
	}
	for i := range d.Lines {
		d.Lines[i].Rate = 600
	}
	d.Days = days(d.First, 365)
	return totalled(d)
}

// credit takes an invoice back.
// adjusted has a discount on its first line, and an amount taken off the whole whose reason is long.
func adjusted() billing.Document {
	d := simple()
	l := &d.Lines[0]
	l.Discount = &billing.LineDiscount{Percent: 1000, Reason: "Offre de bienvenue", Base: l.Net, Amount: 1_235}
	l.Net -= 1_235
	d = totalled(d)
	d.Contract = "2026-M-17"
	d.Adjustments = []billing.Adjustment{{Kind: billing.Allowance, Amount: 500, Rate: 2000, Reason: "Geste commercial"},
		{Kind: billing.Surcharge, Amount: 1_250, Rate: 2000, Reason: "Frais de mise en service et de déplacement d’un technicien, selon le devis accepté en septembre"}}
	d.Net, d.VAT[0].Net = d.Net+750, d.VAT[0].Net+750
	d.VAT[0].Tax, _ = money.VAT(d.VAT[0].Net, 2000)
	d.Tax = d.VAT[0].Tax
	d.Total = d.Net + d.Tax
	return d
}

func credit() billing.Document {
	d := sites3()
	d.Kind, d.Number = billing.TypeCreditNote, "SOL-2026-000043"
	d.Mentions[0].Text = "Avoir établi par Association Énergie Partagée en Pilat au nom et pour le compte de SAS Toits Solaires du Pilat."
	return d
}

func line(d billing.Document, label, site, dsoID string, unit billing.Unit, q money.QuantityE4, p money.MicroEuro) billing.DocumentLine {
	net, err := money.Amount(q, p)
	if err != nil {
		panic(err)
	}
	return billing.DocumentLine{Label: label, SiteName: site, DsoID: dsoID, First: d.First, Last: d.Last, Quantity: q, Unit: unit, Price: p, Net: net, Rate: 2000}
}

func totalled(d billing.Document) billing.Document {
	lines := make([]money.Line, len(d.Lines))
	for i, l := range d.Lines {
		lines[i] = money.Line{Net: l.Net, Rate: l.Rate}
	}
	t, err := money.Total(lines)
	if err != nil {
		panic(err)
	}
	d.VAT = nil
	for _, g := range t.Groups {
		d.VAT = append(d.VAT, billing.DocumentVAT{Category: billing.VATStandard, Rate: g.Rate, Net: g.Net, Tax: g.VAT})
	}
	d.Net, d.Tax, d.Total = t.Net, t.VAT, t.Gross
	return d
}

// days is a year's swing with better and worse days.
func days(first civil.Date, n int) []billing.DayEnergy {
	out := make([]billing.DayEnergy, n)
	for i := range out {
		day := first.AddDays(i)
		season := 1.2 - math.Cos(float64(day-civil.NewDate(2025, 12, 21))/365.25*2*math.Pi)
		out[i] = billing.DayEnergy{Day: day, Energy: energy.MilliWh(season * float64(2_500_000+(i*7919%13)*400_000))}
	}
	return out
}
