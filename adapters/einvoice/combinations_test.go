package einvoice_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/einvoice"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/party"
)

// taxed is how sellers of some regimes treat VAT: charged, or why not.
type taxed struct {
	name    string
	regimes []party.VATRegime
	of      func(country string, professional bool) billing.Document
}

const franchiseText = "TVA non applicable, art. 293 B du CGI"

// charging are the regimes that differ by their returns and not by what they print.
var charging = []party.VATRegime{party.VATNormal, party.VATSimplified, party.VATAgriculturalSimplified}

var treatments = []taxed{
	{"charged", charging, func(country string, professional bool) billing.Document {
		return sample(country, professional, map[string]money.VATRate{"FR": 2000, "BE": 2100}[country])
	}},
	{"two rates", charging, func(country string, professional bool) billing.Document {
		d := sample(country, professional, map[string]money.VATRate{"FR": 2000, "BE": 2100}[country])
		d.Lines[2].Rate = map[string]money.VATRate{"FR": 550, "BE": 600}[country]
		return totalled(d)
	}},
	{"franchise", []party.VATRegime{party.VATFranchise}, func(country string, professional bool) billing.Document {
		d := sample(country, professional, 0)
		d.Seller.VATRegime = party.VATFranchise
		return untaxed(d, billing.VATExempt, map[string]string{"FR": "VATEX-FR-FRANCHISE"}[country], franchiseText)
	}},
	{"franchise, known by its legal number", []party.VATRegime{party.VATFranchise}, func(country string, professional bool) billing.Document {
		d := underFranchise(sample(country, professional, 0), billing.FranchiseLegalNumber, franchiseText)
		d.VAT[0].ReasonCode = map[string]string{"FR": "VATEX-FR-FRANCHISE"}[country]
		return d
	}},
	{"zero rate", charging, func(country string, professional bool) billing.Document {
		return untaxed(sample(country, professional, 0), billing.VATZero, "", "")
	}},
	{"exempt by an article that the seller names", []party.VATRegime{party.VATExemption}, func(country string, professional bool) billing.Document {
		d := sample(country, professional, 0)
		d.Seller.VATRegime = party.VATExemption
		return untaxed(d, billing.VATExempt, "", "Exonération de TVA, article 261 C du CGI")
	}},
	{"flat-rate refund of farmers", []party.VATRegime{party.VATAgriculturalFlatRate}, func(country string, professional bool) billing.Document {
		d := sample(country, professional, 0)
		d.Seller.VATRegime = party.VATAgriculturalFlatRate
		return untaxed(d, billing.VATExempt, "", "Remboursement forfaitaire agricole : TVA non facturée")
	}},
	{"outside", []party.VATRegime{party.VATNone}, func(country string, professional bool) billing.Document {
		return untaxed(sample(country, professional, 0), billing.VATOutside, "VATEX-EU-O", "Opération hors champ de la TVA")
	}},
}

var clients = []string{"enterprise", "public body", "person"}

var methods = []billing.PaymentMethod{billing.Transfer, billing.Debit, billing.Cheque, billing.PublicTreasuryPaymentOrder, billing.PublicTreasuryDebit}

// kinds are the documents; a statement is energy within one legal person, or what a producer is owed that is
// not liable for VAT.
var kinds = []billing.InvoiceType{billing.TypeInvoice, billing.TypeCreditNote, billing.TypeSelfBilled, billing.TypeStatement}

// selfBilledTreatments are those of producers that charge VAT; what the others are owed is a statement.
var selfBilledTreatments = []string{"charged", "two rates"}

// combination is one row of the table: regime, method, country, kind of client, kind of document.
type combination struct {
	treatment taxed
	method    billing.PaymentMethod
	country   string
	client    string
	kind      billing.InvoiceType
	change    string // what changes the amounts beside prices
}

// Changes that do not depend on how VAT is treated, asked of few treatments.
const (
	underContract = "all of them under a contract"
	paidBefore    = "partly paid before, and rounded"
)

var changesAlike = map[string][]string{underContract: {"charged", "two rates", "outside"}, paidBefore: {"charged", "outside"}}

// changes are what changes amounts beside prices; each is asked of invoices and credit notes that are paid by transfer.
var changes = map[string]func(billing.Document) billing.Document{
	"":         func(d billing.Document) billing.Document { return d },
	"discount": discounted,
	"allowance": func(d billing.Document) billing.Document {
		return adjusted(d, billing.Allowance, 500, "Geste commercial")
	},
	"charge": func(d billing.Document) billing.Document {
		return adjusted(d, billing.Surcharge, 1250, "Frais de mise en service")
	},
	underContract: contracted,
	paidBefore:    func(d billing.Document) billing.Document { return d }, // no document says it: see invoice
}

func (c combination) String() string {
	return c.country + ", " + c.treatment.name + ", " + string(c.method) + ", " + c.client + ", " + string(c.kind) + map[bool]string{true: ", " + c.change}[c.change != ""]
}

// verdict is what the table says of a combination: the key by which it is no e-invoice, "" where it is one;
// possible is false of what nobody can agree on.
func (c combination) verdict() (key string, possible bool) {
	treasury := c.method.PublicTreasury()
	switch {
	case c.change != "" && (c.method != billing.Transfer || c.kind != billing.TypeInvoice && c.kind != billing.TypeCreditNote):
		return "", false
	case changesAlike[c.change] != nil && !slices.Contains(changesAlike[c.change], c.treatment.name):
		return "", false
	case treasury && (c.country != "FR" || c.client != "public body"): // the public treasury collects for French public bodies
		return "", false
	case c.client == "public body" && c.country == "BE" && c.method != billing.Transfer: // Belgian ones pay by transfer
		return "", false
	case c.kind == billing.TypeSelfBilled && (c.method != billing.Transfer || c.client == "person" || !slices.Contains(selfBilledTreatments, c.treatment.name)):
		return "", false // what a producer is owed is transferred by an organizer, who is no person, where VAT is due
	case c.kind == billing.TypeStatement:
		return einvoice.ErrStatement.Key, true
	case c.country == "BE" && c.client == "person":
		return einvoice.ErrPrivateClient.Key, true
	}
	return "", true
}

func (c combination) document() billing.Document {
	d := changes[c.change](c.treatment.of(c.country, c.client != "person"))
	if c.client == "public body" {
		payment := d.Payment
		d = public(d)
		d.Payment = payment
	}
	if c.method != billing.Transfer {
		d.Payment = billing.DocumentPayment{Method: c.method, TermDays: 30, Reference: d.Number}
	}
	if c.method == billing.Debit {
		ics, iban := party.ICS("FR72ZZZ123456"), "FR7630006000011234567890189"
		if c.country == "BE" {
			ics, iban = "BE98ZZZ0403170701", "BE68539007547034"
		}
		d.Payment.Mandate = &billing.DocumentMandate{RUM: "ACC-2026-0042", ICS: ics, IBAN: iban}
	}
	switch c.kind {
	case billing.TypeCreditNote:
		d = d.CreditNote("SOL-2026-000043", d.IssueDate+2, "erreur de prix")
	case billing.TypeInvoice:
	default:
		d.Kind = c.kind
	}
	return d
}

// invoice is its e-invoice.
func (c combination) invoice() (einvoice.Invoice, error) {
	i, err := einvoice.Of(c.document())
	if c.change == paidBefore {
		i.Prepaid, i.Rounding = 1_000, -2
	}
	return i, err
}

// combinations are all that are possible, in the order of the lists above.
func combinations() (out []combination) {
	for _, country := range []string{"FR", "BE"} {
		for _, treatment := range treatments {
			for _, method := range methods {
				for _, client := range clients {
					for _, kind := range kinds {
						for _, change := range slices.Sorted(maps.Keys(changes)) {
							c := combination{treatment, method, country, client, kind, change}
							if _, possible := c.verdict(); possible {
								out = append(out, c)
							}
						}
					}
				}
			}
		}
	}
	return out
}

// TestEveryCombinationIsValidOrSaysWhyNot: each combination of regime, method, country, client and document is an
// e-invoice that is written alike twice and says its amounts, or is refused by the key of the table.
func TestEveryCombinationIsValidOrSaysWhyNot(t *testing.T) {
	t.Parallel()
	all := combinations()
	valid := 0
	for _, c := range all {
		d := c.document()
		want, _ := c.verdict()
		i, err := c.invoice()
		if want != "" {
			require.Equal(t, want, fault.KeyOf(err), c)
			continue
		}
		require.NoError(t, err, c)
		content := writtenOf(t, i) // twice the same bytes
		valid++
		require.Equal(t, map[string]einvoice.Syntax{"FR": einvoice.CII, "BE": einvoice.UBL}[c.country], i.Syntax, c)
		code, total := "ram:TypeCode", "ram:GrandTotalAmount"
		if c.country == "BE" {
			code, total = map[bool]string{true: "cbc:CreditNoteTypeCode", false: "cbc:InvoiceTypeCode"}[c.kind == billing.TypeCreditNote], "cbc:TaxInclusiveAmount"
		}
		require.Equal(t, map[billing.InvoiceType]string{billing.TypeInvoice: "380", billing.TypeCreditNote: "381", billing.TypeSelfBilled: "389"}[c.kind], valuesOf(t, content, code)[0], c)
		require.Equal(t, []string{cents(d.Total)}, valuesOf(t, content, total), c)
		indicators := map[string][]string{"discount": {"false", "false", "false"}, "allowance": {"false"}, "charge": {"true"}}[c.change]
		if c.change == underContract {
			indicators = map[string][]string{"FR": {"false", "false", "false", "false", "true"}, "BE": {"false", "true", "false", "false", "false"}}[c.country]
			require.Contains(t, valuesOf(t, content, map[string]string{"FR": "ram:IssuerAssignedID", "BE": "cbc:ID"}[c.country]), d.Contract, c)
		}
		if c.change == paidBefore {
			require.Equal(t, []string{cents(d.Total - 1_002)}, valuesOf(t, content, map[string]string{"FR": "ram:DuePayableAmount", "BE": "cbc:PayableAmount"}[c.country]), c)
		}
		require.Equal(t, indicators, valuesOf(t, content, map[string]string{"FR": "udt:Indicator", "BE": "cbc:ChargeIndicator"}[c.country]), c)
	}
	t.Logf("%d combinations, of which %d are e-invoices", len(all), valid)
	require.Greater(t, valid, 150)
	// The table has every word of each list in it: regimes and methods are those that core knows.
	var regimes []party.VATRegime
	for _, treatment := range treatments {
		regimes = append(regimes, treatment.regimes...)
	}
	for _, regime := range party.VATRegimes() {
		require.Contains(t, regimes, regime)
	}
	for _, method := range methods {
		require.True(t, slices.ContainsFunc(all, func(c combination) bool { return c.method == method }), method)
	}
	for _, has := range []func(c combination) bool{
		func(c combination) bool { return c.kind == billing.TypeSelfBilled && c.country == "BE" },
		func(c combination) bool { return c.kind == billing.TypeSelfBilled && c.country == "FR" },
		func(c combination) bool { return c.method == billing.PublicTreasuryDebit },
	} {
		require.True(t, slices.ContainsFunc(all, has))
	}
}
