package journal

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/money"
)

func plain(key string) string { return "l'" + key }

func spoken(key string, v map[string]any) string { return fmt.Sprint(key, " ", v["number"]) }

// TestEveryEntryIsBalanced: whatever rates an invoice has, debit is credit to the cent, and its credit
// note takes back exactly that, account by account.
func TestEveryEntryIsBalanced(t *testing.T) {
	t.Parallel()
	a := Defaults("444608442", dso.France, plain)
	a.Rates = []RateAccounts{{Category: billing.VATStandard, Rate: 550, Sales: Account{"701055", "5,5"}, VAT: Account{"445711", "5,5"}}, {Category: billing.VATExempt, Sales: Account{"701900", "ex"}}}
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		inv := Piece{Type: billing.TypeInvoice, Number: "COM-2026-00001"}
		for _, of := range []billing.DocumentVAT{{Category: billing.VATStandard, Rate: 2000}, {Category: billing.VATStandard, Rate: 550}, {Category: billing.VATExempt}}[:1+r.IntN(3)] {
			of.Net, of.Tax = money.Cents(r.IntN(100_000)), money.Cents(r.IntN(20_000))
			inv.VAT, inv.Total = append(inv.VAT, of), inv.Total+of.Net+of.Tax
		}
		books := map[string]money.Cents{}
		for _, kind := range []billing.InvoiceType{billing.TypeInvoice, billing.TypeCreditNote} {
			inv.Type = kind
			e, err := a.Entry(inv, spoken)
			require.NoError(t, err)
			var debit, credit money.Cents
			for _, l := range e.Lines {
				require.Positive(t, l.Debit+l.Credit)
				require.Zero(t, min(l.Debit, l.Credit))
				debit, credit = debit+l.Debit, credit+l.Credit
				books[l.Account.Number] += l.Debit - l.Credit
			}
			require.Equal(t, debit, credit)
			require.Equal(t, inv.Total, max(e.Lines[0].Debit, e.Lines[0].Credit))
			require.Equal(t, kind == billing.TypeInvoice, e.Lines[0].Debit > 0)
		}
		for account, left := range books {
			require.Zero(t, left, account)
		}
	}
	for _, kind := range []billing.InvoiceType{billing.TypeStatement, billing.TypeSelfBilled} {
		for _, p := range []Piece{{Type: kind}, {Type: kind, Recovers: true}, {Type: kind, TakenBack: true}, {Type: kind, TakenBack: true, Recovers: true}} {
			p.Total, p.VAT = 12_345, []billing.DocumentVAT{{Net: 10_000, Tax: 2_100}, {Net: 245}}
			e, err := a.Entry(p, spoken)
			require.NoError(t, err)
			require.Equal(t, p.TakenBack, e.Lines[0].Credit > 0)
			require.Len(t, e.Lines, map[bool]int{true: 3, false: 2}[p.Recovers])
		}
	}
	_, err := a.Entry(Piece{Type: billing.TypeInvoice, Total: 100, VAT: []billing.DocumentVAT{{Net: 99}}}, spoken)
	require.Error(t, err, "what does not add up is not booked")
}

// TestAnAllowanceAboveTheEnergyIsADebitOfSales: at a rate that network costs share, an amount taken off may be more
// than the energy sold. The costs are passed on whole, so it is the account of sales that owes the rest, as what is
// granted on sales does; no figure is below nothing, the entry balances, and the credit note is its reverse.
func TestAnAllowanceAboveTheEnergyIsADebitOfSales(t *testing.T) {
	t.Parallel()
	a := Defaults("0417497106", dso.Belgium, plain)
	a.Costs = Account{"746000", "Frais refacturés"}
	// Energy 9.45, costs 12.35, allowance 15.00, all at 21 %.
	inv := Piece{Type: billing.TypeInvoice, Number: "TAN-2026-00001", Total: 823, VAT: []billing.DocumentVAT{{Category: billing.VATStandard, Rate: 2100, Net: 680, Tax: 143}},
		Passed: map[money.VATRate]money.Cents{2100: 1235}}
	e, err := a.Entry(inv, spoken)
	require.NoError(t, err)
	require.Equal(t, []Line{{Account: a.Client, Debit: 823}, {Account: a.Sales, Debit: 555}, {Account: a.Costs, Credit: 1235}, {Account: a.VAT, Credit: 143}}, e.Lines)
	inv.Type = billing.TypeCreditNote
	e, err = a.Entry(inv, spoken)
	require.NoError(t, err)
	require.Equal(t, []Line{{Account: a.Client, Credit: 823}, {Account: a.Sales, Credit: 555}, {Account: a.Costs, Debit: 1235}, {Account: a.VAT, Debit: 143}}, e.Lines)
	// As much as the energy: there is no line of sales.
	inv.Type, inv.Total, inv.VAT = billing.TypeInvoice, 1494, []billing.DocumentVAT{{Category: billing.VATStandard, Rate: 2100, Net: 1235, Tax: 259}}
	e, err = a.Entry(inv, spoken)
	require.NoError(t, err)
	require.Equal(t, []Line{{Account: a.Client, Debit: 1494}, {Account: a.Costs, Credit: 1235}, {Account: a.VAT, Credit: 259}}, e.Lines)
}

// TestRatesHaveTheirAccounts: the rate decides, and where a rate has no VAT account that of the others.
func TestRatesHaveTheirAccounts(t *testing.T) {
	t.Parallel()
	a := Defaults("x", dso.Belgium, plain)
	require.Equal(t, []string{"400000", "700000", "451000"}, []string{a.Client.Number, a.Sales.Number, a.VAT.Number})
	a.Rates = []RateAccounts{{Category: billing.VATStandard, Rate: 600, Sales: Account{"700600", "6"}}, {Category: billing.VATStandard, Rate: 2100, Sales: Account{"702100", "21"}, VAT: Account{"451210", "21"}}}
	for _, c := range []struct {
		category   billing.VATCategory
		rate       money.VATRate
		sales, vat string
	}{{"S", 600, "700600", "451000"}, {"S", 2100, "702100", "451210"}, {"S", 1200, "700000", "451000"}, {"E", 0, "700000", "451000"}} {
		sales, vat := a.of(c.category, c.rate)
		require.Equal(t, []string{c.sales, c.vat}, []string{sales.Number, vat.Number}, "%v", c)
	}
}

// TestTheLayoutOfTheLaw: 18 columns, tabs, days and commas as the law writes them, in ISO 8859-15; no text
// of ours breaks a line or a field.
func TestTheLayoutOfTheLaw(t *testing.T) {
	t.Parallel()
	a := Defaults("444608442", dso.France, plain)
	a.Auxiliary = AuxiliaryReference
	inv := Piece{Type: billing.TypeInvoice, Number: "COM-2026-00001", Place: Place{Day: civil.NewDate(2026, 11, 6)}, PartyName: "L’École\tdes|Œuvres Łódź", PartyReference: "42", Total: 17003,
		VAT: []billing.DocumentVAT{{Category: "S", Rate: 2000, Net: 14169, Tax: 2834}}}
	e, err := a.Entry(inv, spoken)
	require.NoError(t, err)
	var out bytes.Buffer
	require.NoError(t, WriteHeader(&out))
	require.NoError(t, a.WriteEntry(&out, e))
	lines := strings.Split(out.String(), "\r\n")
	require.Equal(t, strings.Join(Header, "\t"), lines[0])
	require.Len(t, strings.Split(lines[0], "\t"), 18)
	require.Equal(t, "VE\tl'journal\tCOM-2026-00001\t20261106\t411000\tl'clients\tC42\tL'\xC9cole des \xBCuvres U+0141\xF3dU+017A\tCOM-2026-00001\t20261106\tinvoice COM-2026-00001\t170,03\t0,00\t\t\t20261106\t\t", lines[1])
	require.Equal(t, "VE\tl'journal\tCOM-2026-00001\t20261106\t701000\tl'sales\t\t\tCOM-2026-00001\t20261106\tinvoice COM-2026-00001\t0,00\t141,69\t\t\t20261106\t\t", lines[2])
	require.Len(t, lines, 5)
	require.Equal(t, "444608442VE20261130.txt", a.FileName(civil.NewDate(2026, 11, 30), "txt"))
	inv.PartyReference = ""
	_, err = a.Entry(inv, spoken)
	require.Equal(t, "journal.referenceMissing", fault.KeyOf(err))
}

// TestAccountsAreChecked: everything that is wrong is told at once, with its field.
func TestAccountsAreChecked(t *testing.T) {
	t.Parallel()
	good := Defaults("x", dso.France, plain)
	_, err := good.Check()
	require.NoError(t, err)
	for name, c := range map[string]struct {
		change func(*Accounts)
		want   string
	}{
		"code":     {func(a *Accounts) { a.Code = "ve" }, "journal.codeInvalid journalCode"},
		"name":     {func(a *Accounts) { a.Name = " " }, "journal.labelInvalid journalName"},
		"class":    {func(a *Accounts) { a.Client.Number = "701" }, "journal.accountInvalid clientAccount"},
		"digits":   {func(a *Accounts) { a.Sales.Number = "70A" }, "journal.accountInvalid salesAccount"},
		"vat":      {func(a *Accounts) { a.VAT = Account{"", "TVA"} }, "journal.accountInvalid vatAccount"},
		"vat name": {func(a *Accounts) { a.VAT.Name = strings.Repeat("x", 61) }, "journal.labelInvalid vatAccountName"},
		"rule":     {func(a *Accounts) { a.Auxiliary = "ANY" }, "journal.auxiliaryRule auxiliaryRule"},
		"prefix":   {func(a *Accounts) { a.AuxiliaryPrefix = "é" }, "journal.auxiliaryPrefix auxiliaryPrefix"},
		"rate":     {func(a *Accounts) { a.Rates = []RateAccounts{{Category: "E", Rate: 1, Sales: good.Sales}} }, "journal.rateInvalid rates[0].vatPercentage"},
		"twice": {func(a *Accounts) {
			a.Rates = []RateAccounts{{Category: "S", Rate: 1, Sales: good.Sales}, {Category: "S", Rate: 1, Sales: good.Sales}}
		}, "journal.rateTwice rates[1].vatPercentage"},
		"many":               {func(a *Accounts) { a.Rates = make([]RateAccounts, MaxRates+1) }, "journal.tooManyRates rates"},
		"purchases as sales": {func(a *Accounts) { a.Purchases.Code = a.Code }, "journal.sameCode purchaseJournalCode"},
		"purchase code":      {func(a *Accounts) { a.Purchases.Code = "a" }, "journal.codeInvalid purchaseJournalCode"},
		"supplier":           {func(a *Accounts) { a.Purchases.Supplier.Number = "701" }, "journal.accountInvalid supplierAccount"},
		"purchase":           {func(a *Accounts) { a.Purchases.Energy.Number = "701000" }, "journal.accountInvalid purchaseAccount"},
		"deductible":         {func(a *Accounts) { a.Purchases.VAT.Name = "" }, "journal.labelInvalid deductibleVatAccountName"},
		"supplier prefix":    {func(a *Accounts) { a.Purchases.Prefix = "four" }, "journal.auxiliaryPrefix supplierPrefix"},
		"two wrong":          {func(a *Accounts) { a.Code, a.Name = "", "" }, "journal.codeInvalid journalCode journal.labelInvalid journalName"},
	} {
		a := good
		c.change(&a)
		_, err := a.Check()
		var got []string
		for _, f := range fault.From(err).Items {
			got = append(got, f.Key+" "+f.Field)
		}
		require.Equal(t, c.want, strings.Join(got, " "), name)
		require.Equal(t, "journal.invalid", fault.KeyOf(err), name)
	}
}

// TestWhatIsWrongWithARateStandsAtItsField, by its place among them.
func TestWhatIsWrongWithARateStandsAtItsField(t *testing.T) {
	t.Parallel()
	a := Defaults("1", dso.France, func(key string) string { return key })
	good := RateAccounts{Category: billing.VATStandard, Rate: 550, Sales: Account{Number: "701055", Name: "Ventes"}}
	bad := RateAccounts{Category: billing.VATStandard, Rate: 550, Sales: Account{Number: "411", Name: "x"}, VAT: Account{Number: "445711"}}
	a.Rates = []RateAccounts{good, bad}
	_, err := a.Check()
	var fields []string
	for _, item := range fault.From(err).Items {
		fields = append(fields, item.Field+" "+item.Key)
	}
	require.Equal(t, []string{"rates[1].vatPercentage journal.rateTwice", "rates[1].salesAccount journal.accountInvalid", "rates[1].vatAccountName journal.labelInvalid"}, fields)
}
