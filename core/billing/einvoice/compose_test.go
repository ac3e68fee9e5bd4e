package einvoice_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/einvoice"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/party"
)

// issued is a French invoice to a town, at one rate.
func issued() billing.Document {
	return billing.Document{Kind: billing.TypeInvoice, Language: "fr", Country: "FR", Number: "A-1", IssueDate: civil.NewDate(2026, 11, 5), DueDate: civil.NewDate(2026, 12, 5),
		First: civil.NewDate(2026, 10, 1), Last: civil.NewDate(2026, 10, 31), Net: 1000, Tax: 200, Total: 1200,
		Seller:   billing.DocumentParty{Name: "Toits", Country: "FR", LegalNumber: "73282932000074", TaxID: "FR44732829320", Professional: true},
		Buyer:    billing.DocumentParty{Name: "Commune", Country: "FR", LegalNumber: "21420259500016", TaxID: "FR83214202595", Professional: true},
		Lines:    []billing.DocumentLine{{Label: "Énergie", DsoID: "30001234567890", SiteName: "Mairie", Producer: "Toit", Net: 1000, Rate: 2000, Unit: billing.UnitKWh}},
		VAT:      []billing.DocumentVAT{{Category: billing.VATStandard, Rate: 2000, Net: 1000, Tax: 200}},
		Payment:  billing.DocumentPayment{Method: billing.Transfer, Holder: "Toits", IBAN: "FR7630006000011234567890189", BIC: "AGRIFRPP", Reference: "A-1"},
		Mentions: []billing.Mention{{Key: "late", Text: "Pénalités."}, {Key: "discount", Text: "Pas d'escompte."}, {Key: "prepared", Text: "Au nom de Toits."}}}
}

func TestAFrenchInvoice(t *testing.T) {
	t.Parallel()
	i, err := einvoice.Of(issued())
	require.NoError(t, err)
	require.Equal(t, []any{einvoice.CII, "380", "B1", "30001234567890"}, []any{i.Syntax, i.Type, i.Process, i.Reference})
	require.Equal(t, einvoice.Identifier{Scheme: "0002", Value: "732829320"}, i.Seller.Legal)
	require.Equal(t, einvoice.Identifier{Scheme: "0009", Value: "73282932000074"}, i.Seller.Site)
	require.Equal(t, einvoice.Identifier{Scheme: "0225", Value: "214202595"}, i.Buyer.Address)
	require.Empty(t, i.Seller.Fiscal, "it has a VAT number")
	require.Equal(t, []einvoice.Note{{Code: "PMT", Text: "Pénalités."}, {Code: "PMD", Text: "Pénalités."}, {Code: "AAB", Text: "Pas d'escompte."}, {Code: "BAR", Text: "B2B"},
		{Code: "REG", Text: "Au nom de Toits."}}, i.Notes)
	require.Equal(t, einvoice.Payment{Means: "58", Reference: "A-1", Holder: "Toits", IBAN: "FR7630006000011234567890189", BIC: "AGRIFRPP"}, i.Payment)
	require.Equal(t, "Mairie, Toit", i.Lines[0].Description)
	require.Equal(t, []any{billing.VATStandard, einvoice.Identifier{Scheme: "MG", Value: "30001234567890"}}, []any{i.Lines[0].Category, i.Lines[0].Object})
}

// TestWhereTheEnergyWent: an invoice says it where its one site is not where the buyer is.
func TestWhereTheEnergyWent(t *testing.T) {
	t.Parallel()
	at := func(change func(d *billing.Document)) *einvoice.Place {
		d := issued()
		d.Buyer.Street, d.Buyer.PostCode, d.Buyer.City = "1 place de la Mairie", "42520", "Saint-Martin"
		d.Lines = append(d.Lines, d.Lines[0])
		for n := range d.Lines {
			d.Lines[n].SiteStreet, d.Lines[n].SitePostCode, d.Lines[n].SiteCity = "7 impasse du Moulin", "42520", "Saint-Martin"
		}
		change(&d)
		i, err := einvoice.Of(d)
		require.NoError(t, err)
		return i.Delivered
	}
	require.Equal(t, &einvoice.Place{Street: "7 impasse du Moulin", PostCode: "42520", City: "Saint-Martin", Country: "FR"}, at(func(*billing.Document) {}))
	require.Nil(t, at(func(d *billing.Document) { d.Buyer.Street = "7 impasse du Moulin" }), "where the buyer is")
	require.Nil(t, at(func(d *billing.Document) { d.Lines[1].DsoID = "30001234567891" }), "two sites")
	require.Nil(t, at(func(d *billing.Document) { d.Lines[0].SiteCity = "" }), "not known")
}

// TestAPrivateClientIsReachedByMail and has no notes on what is between professionals.
func TestAPrivateClientIsReachedByMail(t *testing.T) {
	t.Parallel()
	d := issued()
	d.Buyer = billing.DocumentParty{Name: "Élodie", Country: "FR", Email: "e@exemple.org"}
	d.Mentions = nil
	i, err := einvoice.Of(d)
	require.NoError(t, err)
	require.Equal(t, einvoice.Identifier{Scheme: "EM", Value: "e@exemple.org"}, i.Buyer.Address)
	require.Equal(t, "B2C", i.Notes[3].Text)
	for _, n := range i.Notes[:3] {
		require.Equal(t, "Sans objet : le client est un particulier.", n.Text)
	}
}

// TestHowASellerIsKnownToTheTaxOffice: a sale outside VAT names no VAT number, and a seller without one is known by its legal number.
func TestHowASellerIsKnownToTheTaxOffice(t *testing.T) {
	t.Parallel()
	d := issued()
	d.VAT[0].Category = billing.VATOutside
	i, err := einvoice.Of(d)
	require.NoError(t, err)
	require.Equal(t, []string{"", "", ""}, []string{i.Seller.VAT, i.Seller.Fiscal, i.Buyer.VAT})
	d = issued()
	d.Seller.TaxID, d.VAT[0].Category = "", billing.VATExempt
	i, err = einvoice.Of(d)
	require.NoError(t, err)
	require.Equal(t, "732829320", i.Seller.Fiscal)
}

// TestWhyThereIsNoTaxIsANoteWhereTheRateIsZero: a rate of zero has no reason of its own (BR-Z-10); an exemption has.
func TestWhyThereIsNoTaxIsANoteWhereTheRateIsZero(t *testing.T) {
	t.Parallel()
	said := func(form billing.FranchiseForm, reason string) (einvoice.Tax, []string) {
		d := issued()
		d.Seller.VATRegime, d.Seller.FranchiseForm = party.VATFranchise, form
		d.Tax, d.Total, d.Lines[0].Rate = 0, 1000, 0
		d.VAT = []billing.DocumentVAT{{Category: billing.VATExempt, Net: 1000, Reason: reason}}
		i, err := einvoice.Of(d)
		require.NoError(t, err)
		var notes []string
		for _, n := range i.Notes {
			if n.Code == einvoice.NoteTax {
				notes = append(notes, n.Text)
			}
		}
		return i.Taxes[0], notes
	}
	tax, notes := said(billing.FranchiseZeroRate, "Article 293 B")
	require.Equal(t, []any{billing.VATZero, "", []string{"Article 293 B"}}, []any{tax.Category, tax.Reason, notes})
	_, notes = said(billing.FranchiseZeroRate, "")
	require.Empty(t, notes)
	tax, notes = said(billing.FranchiseVATNumber, "Article 293 B")
	require.Equal(t, []any{billing.VATExempt, "Article 293 B", []string(nil)}, []any{tax.Category, tax.Reason, notes})
}

func TestMeansOfPayment(t *testing.T) {
	t.Parallel()
	for method, want := range map[billing.PaymentMethod]string{billing.Debit: "59", billing.Cheque: "20", billing.PublicTreasuryPaymentOrder: "1"} {
		d := issued()
		d.Payment = billing.DocumentPayment{Method: method}
		i, err := einvoice.Of(d)
		require.NoError(t, err)
		require.Equal(t, want, i.Payment.Means, method)
	}
}

func TestACreditNoteNamesItsInvoice(t *testing.T) {
	t.Parallel()
	i, err := einvoice.Of(issued().CreditNote("A-2", civil.NewDate(2026, 11, 9), "erreur"))
	require.NoError(t, err)
	require.Equal(t, []any{"381", "A-2", &einvoice.Preceding{Number: "A-1", Issued: civil.NewDate(2026, 11, 5)}, "À déduire de la facture A-1"},
		[]any{i.Type, i.Number, i.Credits, i.Payment.Terms})
}

// TestABelgianInvoiceIsOfPeppol: one note, addresses by enterprise number.
func TestABelgianInvoiceIsOfPeppol(t *testing.T) {
	t.Parallel()
	d := issued()
	d.Country, d.Seller.Country, d.Seller.LegalNumber = "BE", "BE", "0403170701"
	d.Buyer.Country, d.Buyer.LegalNumber = "BE", "0123456749"
	i, err := einvoice.Of(d)
	require.NoError(t, err)
	require.Equal(t, einvoice.UBL, i.Syntax)
	require.Equal(t, einvoice.Identifier{Scheme: "0208", Value: "0123456749"}, i.Buyer.Address)
	require.Equal(t, []einvoice.Note{{Text: "Pénalités. Pas d'escompte. Au nom de Toits."}}, i.Notes)
	d.Buyer.Professional = false
	_, err = einvoice.Of(d)
	require.ErrorIs(t, err, einvoice.ErrPrivateClient)
}

// TestABuyerAbroad is known by the register of its own country.
func TestABuyerAbroad(t *testing.T) {
	t.Parallel()
	d := issued()
	d.Buyer.Country, d.Buyer.LegalNumber = "BE", "0123456749"
	i, err := einvoice.Of(d)
	require.NoError(t, err)
	require.Equal(t, einvoice.Identifier{Scheme: "0208", Value: "0123456749"}, i.Buyer.Legal)
	require.Equal(t, einvoice.Identifier{Scheme: "0208", Value: "0123456749"}, i.Buyer.Address)
	require.Equal(t, "B2BINT", i.Notes[3].Text)
	d.Buyer.Country = "DE"
	_, err = einvoice.Of(d)
	require.ErrorIs(t, err, einvoice.ErrIncomplete, "where it receives is not known")
}

// TestWhatLacksIsNamed: all of it at once, nothing made up.
func TestWhatLacksIsNamed(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(*billing.Document)
		keys   []string
	}{
		"seller":          {func(d *billing.Document) { d.Seller.LegalNumber, d.Seller.TaxID = "", "" }, []string{"einvoice.sellerNumber", "einvoice.sellerVat"}},
		"enterprise":      {func(d *billing.Document) { d.Buyer.LegalNumber = "" }, []string{"einvoice.buyerNumber"}},
		"private person":  {func(d *billing.Document) { d.Buyer = billing.DocumentParty{Name: "E", Country: "FR"} }, []string{"einvoice.buyerMail"}},
		"VAT is not owed": {func(d *billing.Document) { d.Seller.TaxID, d.VAT[0].Category = "", billing.VATZero }, nil},
	} {
		d := issued()
		c.change(&d)
		_, err := einvoice.Of(d)
		if c.keys == nil {
			require.NoError(t, err, name)
			continue
		}
		f := fault.From(err)
		require.Equal(t, "einvoice.incomplete", f.Key, name)
		var keys []string
		for _, item := range f.Items {
			keys = append(keys, item.Key)
		}
		require.Equal(t, c.keys, keys, name)
	}
	d := issued()
	d.Kind = billing.TypeStatement
	_, err := einvoice.Of(d)
	require.ErrorIs(t, err, einvoice.ErrStatement)
}
