package document

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/agreement"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/party"
)

// drawing makes documents of one operation; texts are read once a language and day.
type drawing struct {
	Deps
	b     *agreement.Agreements
	texts map[string]map[string]string
	daily map[civil.Range]map[billing.Pair][]energy.MilliWh
}

func (d *drawing) textsOf(ctx context.Context, country dso.Country, language string, day civil.Date) (map[string]string, error) {
	k := string(country) + language + day.String()
	if t, ok := d.texts[k]; ok {
		return t, nil
	}
	t, err := d.LegalTexts.On(ctx, country, language, day)
	d.texts[k] = t
	return t, err
}

// Document gathers what is printed on inv, as of its issue date. Its days are those that
// measure has read.
func (d *drawing) Document(ctx context.Context, inv billing.Invoice, language string, issue civil.Date) (billing.Document, error) {
	issuer, client := d.b.Issuers[inv.IssuerID], d.b.Clients[inv.ClientID]
	if language == "" {
		language = client.Language
	}
	country := d.b.Op.DSO.Country()
	texts, err := d.textsOf(ctx, country, language, issue)
	if err != nil {
		return billing.Document{}, err
	}
	totals, err := inv.Totals()
	if err != nil {
		return billing.Document{}, err
	}
	doc := billing.Document{Archival: true, Kind: inv.Type, Draft: inv.Status == billing.Draft, Language: language, Country: string(country), Number: inv.Number,
		IssueDate: issue, DueDate: issue.AddDays(inv.TermDays), First: inv.Days.From, Last: inv.Days.Last(), Operation: d.b.Op.Name, Theme: themeOf(d.b.Op.Theme),
		Seller: printed(issuer.Identity, true), Buyer: printed(client.Identity, client.ConsumerType == party.Professional),
		Net: totals.Net, Tax: totals.VAT, Total: totals.Gross,
		Payment: billing.DocumentPayment{Method: inv.Method, TermDays: inv.TermDays, Reference: inv.Number}}
	doc.Seller.Form, doc.Seller.Capital, doc.Seller.Registration, doc.Seller.FranchiseForm = issuer.LegalForm, issuer.ShareCapital, issuer.Registration, issuer.FranchiseForm
	doc.OnDebits = issuer.VATOnDebits
	doc.Buyer.PublicBody, doc.Service, doc.Commitment, doc.Contract = client.PublicBody, client.ServiceCode, client.Commitment, client.Contract
	if inv.Method == billing.Transfer {
		doc.Payment.Holder, doc.Payment.IBAN, doc.Payment.BIC = issuer.Name, string(issuer.IBAN), string(issuer.BIC)
	}
	if doc.LogoID = issuer.LogoID; issuer.OwnedByOperation {
		doc.LogoID = cmp.Or(issuer.LogoID, d.b.Op.LogoID) // the issuer is the PMO, whose logo it is
	} else {
		doc.PreparedBy = d.b.Op.Interlocutor.LegalName
	}
	for _, l := range inv.Lines {
		site := d.b.Sites[l.ConsumerID]
		doc.Lines = append(doc.Lines, billing.DocumentLine{Label: l.Label, SiteName: l.SiteName, DsoID: l.DsoID, SiteStreet: site.Street, SitePostCode: site.PostCode, SiteCity: site.City, Producer: l.ProducerName, First: l.Days.From, Last: l.Days.Last(),
			Quantity: l.Quantity, Unit: l.Unit, Price: l.Price, Net: l.Net, Rate: l.Rate, Hours: l.Hours, Within: l.Within, Discount: l.Discount})
	}
	doc.Adjustments = inv.Adjustments
	for _, g := range totals.Groups {
		doc.VAT = append(doc.VAT, taxed(g, issuer, country, texts))
	}
	doc.Mentions, doc.Days = mentions(doc, texts), d.days(inv)
	return doc, nil
}

// CreditNote is the document that takes a published one back. What it says is that of the invoice, but that it
// is written for the seller, and what becomes of VAT: by the words of credit notes, of its own day.
func (d *drawing) CreditNote(ctx context.Context, doc billing.Document, number string, issue civil.Date, reason string) (billing.Document, error) {
	note := doc.CreditNote(number, issue, reason)
	texts, err := d.textsOf(ctx, dso.Country(doc.Country), doc.Language, issue)
	for n, m := range note.Mentions {
		if text := preparedText(note, texts); m.Key == textPrepared && text != "" {
			note.Mentions[n].Text = text
		}
	}
	if text := texts[textNoteVAT]; text != "" && returnsVAT(note) {
		note.Mentions = append(note.Mentions, billing.Mention{Key: textNoteVAT, Text: text})
	}
	return note, err
}

// translated is a copy of a published document in another language: the same facts,
// the texts that were in force on its issue date.
func (d *drawing) translated(ctx context.Context, doc billing.Document, language string) (billing.Document, error) {
	from, err := d.textsOf(ctx, dso.Country(doc.Country), doc.Language, doc.IssueDate)
	if err != nil {
		return billing.Document{}, err
	}
	texts, err := d.textsOf(ctx, dso.Country(doc.Country), language, doc.IssueDate)
	if err != nil {
		return billing.Document{}, err
	}
	doc.Language, doc.Translation = language, true
	for i, v := range doc.VAT {
		for _, key := range []string{textFranchise, textFlatRate, textOutside} {
			if v.Reason != "" && v.Reason == from[key] {
				doc.VAT[i].Reason = texts[key]
			}
		}
	}
	if doc.Mentions = mentions(doc, texts); doc.ByBuyer() {
		doc.Mentions = owedMentions(doc, texts)
	}
	return doc, nil
}

// Measure reads the energy of each day for invoices that are drawn together: once for
// each stretch of days that they bill, whatever their number.
func (d *drawing) Measure(ctx context.Context, invoices ...billing.Invoice) error {
	wanted := map[civil.Range]map[billing.Pair]bool{}
	for _, inv := range invoices {
		if !inv.CountsEnergy() {
			continue
		}
		for _, span := range inv.Spans {
			if wanted[span.Days] == nil {
				wanted[span.Days] = map[billing.Pair]bool{}
			}
			wanted[span.Days][d.pairOf(span)] = true
		}
	}
	d.daily = make(map[civil.Range]map[billing.Pair][]energy.MilliWh, len(wanted))
	for _, days := range slices.SortedFunc(maps.Keys(wanted), func(a, b civil.Range) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	}) {
		pairs := slices.SortedFunc(maps.Keys(wanted[days]), func(a, b billing.Pair) int {
			return cmp.Or(cmp.Compare(a.ConsumerID, b.ConsumerID), cmp.Compare(a.ProducerID, b.ProducerID))
		})
		var err error
		if d.daily[days], err = d.Measurements.DailyEnergy(ctx, d.b.Op.ID, pairs, days); err != nil {
			return err
		}
	}
	return nil
}

func (d *drawing) pairOf(s billing.Span) billing.Pair {
	return d.b.BySubscription()[s.SubscriptionID].Pair
}

// days is the shared energy of all sites of an invoice, day by day. A day that is not
// known of one of the sites billed on it is left out.
func (d *drawing) days(inv billing.Invoice) []billing.DayEnergy {
	var out []billing.DayEnergy
	for day := inv.Days.From; day < inv.Days.To; day++ {
		one, known := billing.DayEnergy{Day: day}, false
		for _, span := range inv.Spans {
			if !span.Days.Contains(day) {
				continue
			}
			daily := d.daily[span.Days][d.pairOf(span)]
			if daily == nil || daily[day-span.Days.From] == metering.Absent {
				known = false
				break
			}
			one.Energy += daily[day-span.Days.From]
			known = true
		}
		if known {
			out = append(out, one)
		}
	}
	return out
}
