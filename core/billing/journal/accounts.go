package journal

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/party"
)

// Account is an account of the seller's chart.
type Account struct{ Number, Name string }

// AuxiliaryRule says how the auxiliary account of a client is called.
type AuxiliaryRule string

// The rules.
const (
	AuxiliaryNone      AuxiliaryRule = "NONE"      // all clients are one account
	AuxiliaryReference AuxiliaryRule = "REFERENCE" // the prefix, then the organizer's own reference
	AuxiliaryNumber    AuxiliaryRule = "NUMBER"    // the prefix, then a number that each client has for good
)

// Accounts are by what a legal seller books its invoices.
type Accounts struct {
	Owner           string // the legal person (billing.BillingEntity.NumberingOwner)
	Code, Name      string // of the journal
	Client          Account
	Auxiliary       AuxiliaryRule
	AuxiliaryPrefix string
	Sales, VAT      Account        // of rates without accounts of their own
	Costs           Account        // of network costs that are passed on; without a number they are sales as all others
	ToInvoice       Account        // what was delivered and is not invoiced on a day
	VATToCome       Account        // VAT of that; without a number it is booked without VAT
	Rates           []RateAccounts // by category and rate
	Purchases       Purchases      // what is owed to producers
	Version         int            // 1 = nobody has told them yet
	UpdatedAt       time.Time
}

// RateAccounts are those of one rate of VAT.
type RateAccounts struct {
	Category   billing.VATCategory
	Rate       money.VATRate
	Sales, VAT Account // a VAT account without a number: that of the others
}

// Purchases are by what a legal person books what it owes to producers for the energy that they shared.
type Purchases struct {
	Code, Name string // of the journal
	Supplier   Account
	Prefix     string // of auxiliary accounts of suppliers, where clients have some
	Energy     Account
	VAT        Account // deductible
}

// untold is the version of accounts that nobody has told.
const untold = 1

// Limits of what accounts hold.
const (
	MaxCode   = 6
	MaxLabel  = 60
	MaxPrefix = 6
	MaxRates  = 20
)

// Defaults are the accounts of the country's chart: in France that of the general chart of accounts
// (411, 701, 44571; 401, 607, 44566; 418, 4458), in Belgium those of the minimum standard chart (400, 700, 451;
// 440, 604, 411; 404, which takes no VAT: none is due before the invoice).
func Defaults(owner string, country dso.Country, word func(key string) string) Accounts {
	a := Accounts{Owner: owner, Code: "VE", Name: word("journal"), Auxiliary: AuxiliaryNone, AuxiliaryPrefix: "C", Version: untold,
		Client: Account{"411000", word("clients")}, Sales: Account{"701000", word("sales")}, VAT: Account{"445710", word("vat")},
		ToInvoice: Account{"418100", word("toInvoice")}, VATToCome: Account{"445870", word("vatToCome")},
		Purchases: Purchases{Code: "AC", Name: word("purchaseJournal"), Prefix: "F",
			Supplier: Account{"401000", word("suppliers")}, Energy: Account{"607000", word("purchases")}, VAT: Account{"445660", word("deductible")}}}
	if country == dso.Belgium {
		a.Client.Number, a.Sales.Number, a.VAT.Number = "400000", "700000", "451000"
		a.ToInvoice.Number, a.VATToCome = "404000", Account{}
		a.Purchases.Supplier.Number, a.Purchases.Energy.Number, a.Purchases.VAT.Number = "440000", "604000", "411000"
	}
	return a
}

var (
	journalCode   = regexp.MustCompile(`^[A-Z0-9]{1,6}$`)
	accountNumber = regexp.MustCompile(`^[0-9]{3}[0-9A-Z]{0,13}$`)
	prefix        = regexp.MustCompile(`^[A-Z0-9]{0,6}$`)
)

// label refuses a name that is empty, too long, or of more than one line.
func label(l *fault.List, name *string, field string) {
	*name = strings.Join(strings.Fields(*name), " ")
	if *name == "" || len([]rune(*name)) > MaxLabel {
		l.Add(ErrLabel.With("max", MaxLabel).At(field))
	}
}

// account refuses a number that is none, or of another class of the chart.
func account(l *fault.List, a *Account, class, number, name string) {
	a.Number = strings.TrimSpace(a.Number)
	if !accountNumber.MatchString(a.Number) || !strings.HasPrefix(a.Number, class) {
		l.Add(ErrAccount.With("value", a.Number).With("class", class).At(number))
	}
	label(l, &a.Name, name)
}

// Classes of the chart, in France and in Belgium: third parties, charges, and income.
const (
	thirdParties = "4"
	charges      = "6"
	income       = "7"
)

// Check refuses accounts that no accountant could book by, all at once, and gives them tidy. Error:
// journal.invalid with an item for each field.
func (a Accounts) Check() (Accounts, error) {
	var l fault.List
	if !journalCode.MatchString(a.Code) {
		l.Add(ErrCode.With("max", MaxCode).At("journalCode"))
	}
	label(&l, &a.Name, "journalName")
	account(&l, &a.Client, thirdParties, "clientAccount", "clientAccountName")
	account(&l, &a.Sales, income, "salesAccount", "salesAccountName")
	account(&l, &a.VAT, thirdParties, "vatAccount", "vatAccountName")
	if a.Costs != (Account{}) {
		account(&l, &a.Costs, income, "costsAccount", "costsAccountName")
	}
	account(&l, &a.ToInvoice, thirdParties, "toInvoiceAccount", "toInvoiceAccountName")
	if a.VATToCome != (Account{}) {
		account(&l, &a.VATToCome, thirdParties, "vatToComeAccount", "vatToComeAccountName")
	}
	if !slices.Contains([]AuxiliaryRule{AuxiliaryNone, AuxiliaryReference, AuxiliaryNumber}, a.Auxiliary) {
		l.Add(ErrRule.At("auxiliaryRule"))
	}
	if !prefix.MatchString(a.AuxiliaryPrefix) {
		l.Add(ErrPrefix.With("max", MaxPrefix).At("auxiliaryPrefix"))
	}
	a.Purchases.check(&l, a.Code)
	if len(a.Rates) > MaxRates {
		return a, ErrInvalid.Of(ErrRates.With("max", MaxRates).At("rates"))
	}
	a.Rates = slices.Clone(a.Rates)
	for n := range a.Rates {
		r := &a.Rates[n]
		at := fmt.Sprintf("rates[%d].", n)
		if r.Rate < 0 || r.Rate > 10_000 || r.Category != billing.VATStandard && r.Rate != 0 || !slices.Contains(Categories, r.Category) {
			l.Add(ErrRate.With("rate", r.Rate.String()).At(at + "vatPercentage"))
		}
		if slices.ContainsFunc(a.Rates[:n], func(o RateAccounts) bool { return o.Category == r.Category && o.Rate == r.Rate }) {
			l.Add(ErrRateTwice.With("rate", r.Rate.String()).At(at + "vatPercentage"))
		}
		account(&l, &r.Sales, income, at+"salesAccount", at+"salesAccountName")
		if r.VAT != (Account{}) {
			account(&l, &r.VAT, thirdParties, at+"vatAccount", at+"vatAccountName")
		}
	}
	return a, l.Err(ErrInvalid)
}

// check refuses what nobody could book purchases by; they are no part of the journal of sales.
func (p *Purchases) check(l *fault.List, sales string) {
	if !journalCode.MatchString(p.Code) {
		l.Add(ErrCode.With("max", MaxCode).At("purchaseJournalCode"))
	} else if p.Code == sales {
		l.Add(ErrSameCode.With("code", sales).At("purchaseJournalCode"))
	}
	label(l, &p.Name, "purchaseJournalName")
	account(l, &p.Supplier, thirdParties, "supplierAccount", "supplierAccountName")
	account(l, &p.Energy, charges, "purchaseAccount", "purchaseAccountName")
	account(l, &p.VAT, thirdParties, "deductibleVatAccount", "deductibleVatAccountName")
	if !prefix.MatchString(p.Prefix) {
		l.Add(ErrPrefix.With("max", MaxPrefix).At("supplierPrefix"))
	}
}

// Categories are those that invoices have.
var Categories = []billing.VATCategory{billing.VATStandard, billing.VATExempt, billing.VATZero, billing.VATOutside}

// of are the accounts of a rate.
func (a Accounts) of(c billing.VATCategory, rate money.VATRate) (sales, vat Account) {
	sales, vat = a.Sales, a.VAT
	for _, r := range a.Rates {
		if r.Category == c && r.Rate == rate {
			sales = r.Sales
			if r.VAT.Number != "" {
				vat = r.VAT
			}
		}
	}
	return sales, vat
}

// SalesOf is the account of what is sold at a rate.
func (a Accounts) SalesOf(c billing.VATCategory, rate money.VATRate) Account {
	sales, _ := a.of(c, rate)
	return sales
}

// forGood is a number that a party has as long as it is there.
func forGood(party id.ID) string {
	digits := strings.ToUpper(strings.ReplaceAll(string(party), "-", ""))
	return digits[max(0, len(digits)-12):]
}

// auxiliary is the auxiliary account of a client; false where the rule needs a reference that the
// client does not have.
func (a Accounts) auxiliary(inv Piece) (string, bool) {
	switch a.Auxiliary {
	case AuxiliaryReference:
		return a.AuxiliaryPrefix + inv.PartyReference, inv.PartyReference != ""
	case AuxiliaryNumber:
		return a.AuxiliaryPrefix + forGood(inv.PartyID), true
	}
	return "", true
}

// Entry books a piece. It is an error where what was frozen does not add up to the total: such an entry
// could not be balanced.
func (a Accounts) Entry(inv Piece, word func(key string, params map[string]any) string) (Entry, error) {
	e, err := a.entry(inv)
	e.Label = word(inv.kind(), map[string]any{"number": inv.Number, "client": inv.PartyName})
	var left money.Cents
	for _, l := range e.Lines {
		left += l.Debit - l.Credit
	}
	if err == nil && left != 0 {
		err = fmt.Errorf("journal: %s of %s is not the sum of its rates", inv.Number, inv.Total)
	}
	return e, err
}

func (a Accounts) entry(inv Piece) (Entry, error) {
	if inv.Bought() {
		return a.purchase(inv), nil
	}
	return a.sale(inv)
}

// sale has the client owe the total; sales and VAT of each rate are what was frozen, and network costs
// that are passed on are apart from sales where they have an account. A credit note is the reverse.
func (a Accounts) sale(inv Piece) (Entry, error) {
	e, sign := Entry{Piece: inv, Code: a.Code, Journal: a.Name}, inv.sign()
	auxiliary, ok := a.auxiliary(inv)
	if !ok {
		return e, ErrReference.With("clients", []string{inv.PartyName})
	}
	client := Line{Account: a.Client}
	if auxiliary != "" {
		client.Auxiliary, client.AuxiliaryName = auxiliary, inv.PartyName
	}
	e.post(client, sign*inv.Total)
	for _, v := range inv.VAT {
		sales, vat := a.of(v.Category, v.Rate)
		passed := inv.Passed[v.Rate]
		if a.Costs.Number == "" {
			passed = 0
		}
		e.post(Line{Account: sales}, -sign*(v.Net-passed))
		e.post(Line{Account: a.Costs}, -sign*passed)
		e.post(Line{Account: vat}, -sign*v.Tax)
	}
	return e, nil
}

// purchase owes the total to the supplier. Where the buyer recovers VAT it is apart; else it is a part
// of what the energy costs. What was taken back is the reverse.
func (a Accounts) purchase(inv Piece) Entry {
	p := a.Purchases
	e, sign := Entry{Piece: inv, Code: p.Code, Journal: p.Name}, inv.sign()
	var net, tax money.Cents
	for _, v := range inv.VAT {
		net, tax = net+v.Net, tax+v.Tax
	}
	if !inv.Recovers {
		net, tax = net+tax, 0
	}
	e.post(Line{Account: p.Energy}, sign*net)
	e.post(Line{Account: p.VAT}, sign*tax)
	supplier := Line{Account: p.Supplier}
	switch a.Auxiliary {
	case AuxiliaryReference:
		supplier.Auxiliary, supplier.AuxiliaryName = p.Prefix+inv.PartyReference, inv.PartyName
	case AuxiliaryNumber:
		supplier.Auxiliary, supplier.AuxiliaryName = p.Prefix+forGood(inv.PartyID), inv.PartyName
	}
	e.post(supplier, -sign*inv.Total)
	return e
}

// Fields are the 18 fields of a line, as the law writes them. The number of an entry is that of its
// piece: gapless in its series, and the same however often the journal is made; what takes a piece back
// without one of its own has the same with a mark.
func (a Accounts) Fields(e Entry, l Line) []string {
	day, number := compact(e.Day), e.Number
	if e.TakenBack {
		number += "-X"
	}
	return []string{e.Code, e.Journal, number, day, l.Account.Number, l.Account.Name, l.Auxiliary, l.AuxiliaryName, e.Number, day, e.Label,
		comma(l.Debit), comma(l.Credit), "", "", day, "", ""}
}

// FileName is formed as the law forms its own, with the code of the journal of sales where that says FEC:
// these are sales and purchases, and not the file of all entries.
func (a Accounts) FileName(last civil.Date, ending string) string {
	owner := a.Owner
	if party.LegalPerson(owner) != owner || strings.Contains(owner, "-") {
		owner = ""
	}
	return owner + a.Code + compact(last) + "." + ending
}

// WriteEntry writes the lines of an entry.
func (a Accounts) WriteEntry(w io.Writer, e Entry) error {
	for _, l := range e.Lines {
		if err := writeLine(w, a.Fields(e, l)); err != nil {
			return err
		}
	}
	return nil
}
