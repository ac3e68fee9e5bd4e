package einvoice_test

import (
	"maps"
	"slices"
	"strings"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/party"
)

// sample is an issued document of a country: two sites, energy and a fee, all at one rate.
func sample(country string, professional bool, rate money.VATRate) billing.Document {
	d := billing.Document{Kind: billing.TypeInvoice, Language: "fr", Country: country, Number: "SOL-2026-000042",
		IssueDate: civil.NewDate(2026, 11, 20), DueDate: civil.NewDate(2026, 12, 20), First: civil.NewDate(2026, 10, 1), Last: civil.NewDate(2026, 10, 31),
		Seller: billing.DocumentParty{Name: "SAS Toits & Soleils", Street: "12 rue de l'Église", PostCode: "42410", City: "Pélussin", Country: "FR",
			LegalNumber: "732829320", TaxID: "FR44732829320", Professional: true, VATRegime: party.VATNormal},
		Buyer: billing.DocumentParty{Name: "Élodie Lefèvre-Bœuf", Street: "3 bis chemin des Noyers", PostCode: "42410", City: "Chavanay", Country: "FR", Email: "elodie@exemple.org"},
		Payment: billing.DocumentPayment{Method: billing.Transfer, TermDays: 30, Holder: "SAS Toits & Soleils", IBAN: "FR7630006000011234567890189", BIC: "AGRIFRPP",
			Reference: "SOL-2026-000042"},
		Mentions: []billing.Mention{{Key: "prepared", Text: "Facture établie par Énergie partagée au nom et pour le compte de SAS Toits & Soleils."}}}
	meter := "30001234567890"
	if professional {
		d.Buyer = billing.DocumentParty{Name: "Commune de Saint-Martin", Street: "1 place de la Mairie", PostCode: "42520", City: "Saint-Martin", Country: "FR",
			LegalNumber: "21420259500016", TaxID: "FR83214202595", Professional: true}
		d.Mentions = append(d.Mentions, billing.Mention{Key: "late", Text: "Pénalités au taux de la BCE majoré de dix points, et indemnité de 40 €."},
			billing.Mention{Key: "discount", Text: "Pas d'escompte pour paiement anticipé."})
	}
	if country == "BE" {
		meter = "541448912700000123"
		d.Seller.Country, d.Seller.LegalNumber, d.Seller.TaxID, d.Seller.PostCode = "BE", "0403170701", "BE0403170701", "1030"
		d.Payment.IBAN, d.Payment.BIC, d.Payment.Reference = "BE68539007547034", "GKCCBEBB", "+++202/6000/00738+++"
		if professional {
			d.Buyer = billing.DocumentParty{Name: "Bakkerij De Zon bv", Street: "Louis Bertrandlaan 14", PostCode: "1030", City: "Schaarbeek", Country: "BE",
				LegalNumber: "0123456749", TaxID: "BE0123456749", Professional: true}
		}
	}
	for n, l := range []billing.DocumentLine{{Label: "Énergie partagée", Quantity: 1_521_873, Unit: billing.UnitKWh, Price: 123_456},
		{Label: "Énergie partagée", Quantity: 37, Unit: billing.UnitKWh, Price: 98_750}, {Label: "Frais de gestion", Quantity: 10_000, Unit: billing.UnitMonth, Price: 1_500_000}} {
		l.SiteName, l.DsoID, l.Producer = "Site A", meter, "Toit de l'école"
		if n == 1 {
			l.SiteName, l.DsoID = "Site B", meter[:len(meter)-1]+"7"
		}
		l.First, l.Last, l.Rate = d.First, d.Last, rate
		l.Net, _ = money.Amount(l.Quantity, l.Price)
		d.Lines = append(d.Lines, l)
	}
	return totalled(d)
}

// totalled adds the lines up as a run does.
func totalled(d billing.Document) billing.Document {
	lines := make([]money.Line, len(d.Lines))
	for i, l := range d.Lines {
		lines[i] = money.Line{Net: l.Net, Rate: l.Rate}
	}
	for _, a := range d.Adjustments {
		lines = append(lines, money.Line{Net: a.Signed(), Rate: a.Rate})
	}
	t, _ := money.Total(lines)
	d.VAT = nil
	for _, g := range t.Groups {
		d.VAT = append(d.VAT, billing.DocumentVAT{Category: billing.VATStandard, Rate: g.Rate, Net: g.Net, Tax: g.VAT})
	}
	d.Net, d.Tax, d.Total = t.Net, t.VAT, t.Gross
	return d
}

// discounted takes a tenth off each line.
func discounted(d billing.Document) billing.Document {
	for n := range d.Lines {
		l := &d.Lines[n]
		off, _ := money.Percent(1000).Of(l.Net)
		l.Discount = &billing.LineDiscount{Percent: 1000, Reason: "Offre de bienvenue", Base: l.Net, Amount: off}
		l.Net -= off
	}
	return retotalled(d)
}

// adjusted puts an amount on the whole, at the rate of the first line.
func adjusted(d billing.Document, kind billing.AdjustmentKind, amount money.Cents, reason string) billing.Document {
	d.Adjustments = append(d.Adjustments, billing.Adjustment{Kind: kind, Amount: amount, Rate: d.Lines[0].Rate, Reason: reason})
	return retotalled(d)
}

// contracted is a document under a contract that the client numbers, with a discount of each line, and an amount
// of the whole of each kind.
func contracted(d billing.Document) billing.Document {
	d = adjusted(adjusted(discounted(d), billing.Allowance, 500, "Geste commercial"), billing.Surcharge, 1250, "Frais de mise en service")
	d.Contract = "2026-MARCHE-17"
	return d
}

// retotalled adds up again and keeps why there is no tax.
func retotalled(d billing.Document) billing.Document {
	was := d.VAT
	d = totalled(d)
	for n := range d.VAT {
		d.VAT[n].Category, d.VAT[n].ReasonCode, d.VAT[n].Reason = was[n].Category, was[n].ReasonCode, was[n].Reason
	}
	return d
}

// untaxed puts all of a document, of which the rate is 0, into a category.
func untaxed(d billing.Document, category billing.VATCategory, code, reason string) billing.Document {
	d.VAT[0].Category, d.VAT[0].ReasonCode, d.VAT[0].Reason = category, code, reason
	return d
}

// public is a document to a public body, which names its service and the number of its order.
func public(d billing.Document) billing.Document {
	d.Buyer.PublicBody, d.Service, d.Commitment = true, "SERVICE-TECHNIQUE", "2026-ENG-0042"
	for i, m := range d.Mentions {
		if m.Key == "late" {
			d.Mentions[i] = billing.Mention{Key: "latePublic", Text: "Intérêts moratoires au taux de la BCE majoré de huit points, et indemnité de 40 €."}
		}
	}
	d.Payment = billing.DocumentPayment{Method: billing.PublicTreasuryPaymentOrder, TermDays: 30, Reference: d.Number}
	return d
}

// registered tells all that is known of both sides.
func registered(d billing.Document) billing.Document {
	d.Seller.Street2, d.Seller.Form, d.Seller.Capital, d.Seller.Registration = "Bâtiment B", "SAS", 1_000_000, "Saint-Étienne"
	d.Seller.Contact, d.Seller.Phone, d.Seller.Email = "Jeanne Martin", "+33 4 77 00 00 00", "factures@exemple.org"
	d.Buyer.Street2, d.Buyer.Contact, d.Buyer.Email = "Service achats", "Paul Durand", "achats@exemple.org"
	d.OnDebits = true
	if d.Country == "FR" {
		d.Seller.EAddress = &party.EAddress{Scheme: party.SchemeFrench, Value: "732829320_SOLEIL"}
		d.Buyer.EAddress = &party.EAddress{Scheme: party.SchemeFrench, Value: "214202595_ACHATS"}
	} else {
		d.Seller.Registration = "Bruxelles"
		d.Buyer.EAddress = &party.EAddress{Scheme: party.SchemeBelgianVAT, Value: "BE0123456749"}
	}
	return d
}

// underFranchise is a document of a small business that says so in one of the three ways.
func underFranchise(d billing.Document, form billing.FranchiseForm, reason string) billing.Document {
	d.Seller.VATRegime, d.Seller.FranchiseForm = party.VATFranchise, form
	return untaxed(d, billing.VATExempt, "VATEX-FR-FRANCHISE", reason)
}

// selfBilled is an invoice of a producer that the operation, which buys, writes for it; at the lower rate
// with a fixed part and in Dutch. It is paid to an account that both know and that is not printed whole.
func selfBilled(rate money.VATRate) billing.Document {
	d := sample("BE", true, rate)
	d.Kind, d.Number = billing.TypeSelfBilled, "SOL-A-2026-00007"
	d.Lines = d.Lines[:1]
	d.Lines[0].Label = "Injection partagée"
	d.Mentions = []billing.Mention{{Key: "selfBilled", Text: "Autofacturation : facture établie par l'acheteur au nom et pour le compte du vendeur."}}
	if rate == 600 {
		d.Language = "nl"
		fixed := billing.DocumentLine{Label: "Vast deel", SiteName: d.Lines[0].SiteName, DsoID: d.Lines[0].DsoID, First: d.First, Last: d.Last, Quantity: 10_000, Unit: billing.UnitMonth, Price: 5_000_000, Rate: rate}
		fixed.Net, _ = money.Amount(fixed.Quantity, fixed.Price)
		d.Lines = append(d.Lines, fixed)
	}
	d.Payment = billing.DocumentPayment{Method: billing.Transfer, TermDays: 30, Holder: d.Seller.Name, Account: "BE68 •••• 7034", Reference: d.Number}
	return totalled(d)
}

// elsewhere is a document of one site, which is not where the client is.
func elsewhere(d billing.Document, postCode, city string) billing.Document {
	for n := range d.Lines {
		l := &d.Lines[n]
		l.SiteName, l.DsoID = d.Lines[0].SiteName, d.Lines[0].DsoID
		l.SiteStreet, l.SitePostCode, l.SiteCity = "7 impasse du Moulin", postCode, city
	}
	return d
}

// withCosts is a document that passes on network costs too.
func withCosts(d billing.Document, price money.MicroEuro, rate money.VATRate, within *billing.VATWithin) billing.Document {
	net, err := money.Amount(10_000, price)
	if err != nil {
		panic(err)
	}
	l := d.Lines[0]
	l.Label, l.Unit, l.Quantity, l.Price, l.Net, l.Rate, l.Within = "Frais de réseau", billing.UnitOne, 10_000, price, net, rate, within
	d.Lines = append(slices.Clone(d.Lines), l)
	return totalled(d)
}

// samples are the valid combinations: country, kind of client, regime and means, each as an invoice
// and as the credit note that takes it back.
func samples() map[string]billing.Document {
	const franchise, none = "TVA non applicable, art. 293 B du CGI", "Opération hors champ de la TVA"
	noNumber := func(d billing.Document) billing.Document {
		d.Seller.TaxID = ""
		return d
	}
	paidBy := func(d billing.Document, m billing.PaymentMethod) billing.Document {
		d.Payment = billing.DocumentPayment{Method: m, TermDays: 30, Reference: d.Number}
		return d
	}
	// collected is paid by direct debit, announced with its mandate.
	collected := func(d billing.Document, ics party.ICS, iban string) billing.Document {
		d = paidBy(d, billing.Debit)
		d.Payment.Mandate = &billing.DocumentMandate{RUM: "ACC-2026-0042", ICS: ics, IBAN: iban}
		return d
	}
	twoRates := sample("FR", true, 2000)
	twoRates.Lines[2].Rate = 550
	dutch := sample("BE", true, 600)
	dutch.Language = "nl"
	all := map[string]billing.Document{
		"fr-public": public(sample("FR", true, 2000)), "fr-pro-registered": registered(sample("FR", true, 2000)), "be-pro-registered": registered(sample("BE", true, 2100)),
		"fr-pro-franchise-zero":  underFranchise(sample("FR", true, 0), billing.FranchiseZeroRate, franchise),
		"fr-pro-franchise-vat":   underFranchise(sample("FR", true, 0), billing.FranchiseVATNumber, franchise),
		"fr-pro-franchise-legal": underFranchise(sample("FR", true, 0), billing.FranchiseLegalNumber, franchise),
		"fr-pro-standard":        sample("FR", true, 2000), "fr-pro-two-rates": totalled(twoRates), "fr-private-standard": sample("FR", false, 2000),
		"fr-pro-franchise":         untaxed(sample("FR", true, 0), billing.VATExempt, "VATEX-FR-FRANCHISE", franchise),
		"fr-private-franchise-new": noNumber(untaxed(sample("FR", false, 0), billing.VATExempt, "VATEX-FR-FRANCHISE", franchise)),
		"fr-pro-zero":              untaxed(sample("FR", true, 0), billing.VATZero, "", ""),
		"fr-pro-outside":           untaxed(sample("FR", true, 0), billing.VATOutside, "VATEX-EU-O", none),
		"fr-pro-debit":             paidBy(sample("FR", true, 2000), billing.Debit),
		"fr-pro-cheque":            paidBy(sample("FR", true, 2000), billing.Cheque),
		"fr-pro-treasury":          paidBy(sample("FR", true, 2000), billing.PublicTreasuryPaymentOrder),
		"fr-pro-debit-mandate":     collected(sample("FR", true, 2000), "FR72ZZZ123456", "FR7630006000011234567890189"),
		"fr-private-debit-mandate": collected(sample("FR", false, 2000), "FR72ZZZ123456", "FR7630006000011234567890189"),
		"fr-pro-treasury-debit":    paidBy(sample("FR", true, 2000), billing.PublicTreasuryDebit),
		"be-pro-debit":             paidBy(sample("BE", true, 2100), billing.Debit),
		"be-pro-debit-mandate":     collected(sample("BE", true, 2100), "BE98ZZZ0403170701", "BE68539007547034"),
		"be-pro-standard":          dutch,
		"be-pro-franchise":         untaxed(sample("BE", true, 0), billing.VATExempt, "", "Régime particulier de franchise des petites entreprises : TVA non applicable"),
	}
	// Network costs that are passed on: with VAT on top at a rate of their own, and within the price.
	within := untaxed(withCosts(sample("BE", true, 0), 10_938_400, 0, &billing.VATWithin{Cost: 9_040_000, Rate: 2100}), billing.VATExempt, "", "Régime particulier de franchise des petites entreprises : TVA non applicable")
	all["be-pro-costs"], all["be-pro-costs-within"] = totalled(withCosts(sample("BE", true, 600), 9_040_000, 2100, nil)), within
	// A client that does not live where its one site is.
	all["fr-private-delivered"], all["be-pro-delivered"] = elsewhere(sample("FR", false, 2000), "42520", "Saint-Pierre-de-Bœuf"), elsewhere(sample("BE", true, 2100), "1000", "Bruxelles")
	// A discount of each line, and amounts of the whole, under a contract that the client numbers.
	for _, country := range []string{"FR", "BE"} {
		all[strings.ToLower(country)+"-pro-adjusted"] = contracted(sample(country, true, map[string]money.VATRate{"FR": 2000, "BE": 2100}[country]))
	}
	for name, d := range maps.Clone(all) {
		all[name+"-credit"] = d.CreditNote("SOL-2026-000043", civil.NewDate(2026, 11, 22), "erreur de prix")
	}
	// Invoices that the buyer writes have no credit note of ours: their seller takes them back.
	all["be-self-billed"], all["be-self-billed-fixed"] = selfBilled(2100), selfBilled(600)
	return all
}
