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
	Rates           []RateAccounts // by category and rate
	Version         int            // 1 = nobody has told them yet
	UpdatedAt       time.Time
}

// RateAccounts are those of one rate of VAT.
type RateAccounts struct {
	Category   billing.VATCategory
	Rate       money.VATRate
	Sales, VAT Account // a VAT account without a number: that of the others
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
// (411, 701, 44571), in Belgium those of the minimum standard chart (400, 700, 451).
func Defaults(owner string, country dso.Country, word func(key string) string) Accounts {
	a := Accounts{Owner: owner, Code: "VE", Name: word("journal"), Auxiliary: AuxiliaryNone, AuxiliaryPrefix: "C", Version: untold,
		Client: Account{"411000", word("clients")}, Sales: Account{"701000", word("sales")}, VAT: Account{"445710", word("vat")}}
	if country == dso.Belgium {
		a.Client.Number, a.Sales.Number, a.VAT.Number = "400000", "700000", "451000"
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

// Classes of the chart, in France and in Belgium: third parties, and income.
const (
	thirdParties = "4"
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
	if !slices.Contains([]AuxiliaryRule{AuxiliaryNone, AuxiliaryReference, AuxiliaryNumber}, a.Auxiliary) {
		l.Add(ErrRule.At("auxiliaryRule"))
	}
	if !prefix.MatchString(a.AuxiliaryPrefix) {
		l.Add(ErrPrefix.With("max", MaxPrefix).At("auxiliaryPrefix"))
	}
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

// auxiliary is the auxiliary account of a client; false where the rule needs a reference that the
// client does not have.
func (a Accounts) auxiliary(inv Invoice) (string, bool) {
	switch a.Auxiliary {
	case AuxiliaryReference:
		return a.AuxiliaryPrefix + inv.ClientReference, inv.ClientReference != ""
	case AuxiliaryNumber:
		digits := strings.ToUpper(strings.ReplaceAll(string(inv.ClientID), "-", ""))
		return a.AuxiliaryPrefix + digits[max(0, len(digits)-12):], true
	}
	return "", true
}

// Entry books an invoice: the client owes the total, sales and VAT of each rate are what was frozen. A
// credit note is the reverse. It is an error where what was frozen does not add up to the total: such
// an entry could not be balanced.
func (a Accounts) Entry(inv Invoice, word func(key string, params map[string]any) string) (Entry, error) {
	sign, kind := money.Cents(1), "invoice"
	if inv.Type == billing.TypeCreditNote {
		sign, kind = -1, "creditNote"
	}
	e := Entry{Invoice: inv, Label: word(kind, map[string]any{"number": inv.Number, "client": inv.ClientName})}
	auxiliary, ok := a.auxiliary(inv)
	if !ok {
		return e, ErrReference.With("clients", []string{inv.ClientName})
	}
	client := Line{Account: a.Client}
	if auxiliary != "" {
		client.Auxiliary, client.AuxiliaryName = auxiliary, inv.ClientName
	}
	e.post(client, sign*inv.Total)
	left := inv.Total
	for _, v := range inv.VAT {
		sales, vat := a.of(v.Category, v.Rate)
		e.post(Line{Account: sales}, -sign*v.Net)
		e.post(Line{Account: vat}, -sign*v.Tax)
		left -= v.Net + v.Tax
	}
	if left != 0 {
		return e, fmt.Errorf("journal: invoice %s of %s is not the sum of its rates", inv.Number, inv.Total)
	}
	return e, nil
}

// Fields are the 18 fields of a line, as the law writes them. The number of an entry is that of its
// invoice: gapless in its series, and the same however often the journal is made.
func (a Accounts) Fields(e Entry, l Line) []string {
	day := compact(e.Day)
	return []string{a.Code, a.Name, e.Number, day, l.Account.Number, l.Account.Name, l.Auxiliary, l.AuxiliaryName, e.Number, day, e.Label,
		comma(l.Debit), comma(l.Credit), "", "", day, "", ""}
}

// FileName is formed as the law forms its own, with the code of the journal where that says FEC: this
// is one journal, and not the file of all entries.
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
