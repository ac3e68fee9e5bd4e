package einvoice

import (
	"slices"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/money"
)

// Syntax is how an e-invoice is written.
type Syntax string

// The syntaxes: that of Factur-X, and that of Peppol.
const (
	CII Syntax = "CII" // UN/CEFACT Cross Industry Invoice D22B
	UBL Syntax = "UBL" // OASIS UBL 2.1
)

// Codes of document types (UNTDID 1001).
const (
	TypeInvoice    = "380"
	TypeCreditNote = "381"
	TypeSelfBilled = "389" // written by the buyer
)

// Codes of payment means (UNTDID 4461).
const (
	MeansNotDefined  = "1"
	MeansCheque      = "20"
	MeansDebit       = "49" // direct debit of another kind: by the public treasury
	MeansTransfer    = "58" // SEPA credit transfer
	MeansDirectDebit = "59" // SEPA direct debit
)

// Schemes of identifiers (ISO 6523, EAS).
const (
	SchemeSIREN    = "0002"
	SchemeSIRET    = "0009"
	SchemeBCE      = "0208"
	SchemeFrench   = "0225" // address in the French directory
	SchemeMail     = "EM"
	SchemeDelivery = "MG" // a meter (UNTDID 1153)
)

// Codes of notes (UNTDID 4451), and of what kind a sale is in France.
const (
	NoteRecovery  = "PMT" // fixed compensation for recovery
	NoteLate      = "PMD" // penalties for late payment
	NoteDiscount  = "AAB" // discount for early payment
	NoteRegime    = "REG" // who issues in whose name
	NoteTax       = "TXD" // why there is no tax, where its category has no reason
	NoteTreatment = "BAR" // between enterprises or to a consumer

	BetweenEnterprises = "B2B"
	ToConsumer         = "B2C"
)

// Invoice is an issued document in the terms of EN 16931.
type Invoice struct {
	Syntax    Syntax
	Process   string // BT-23
	Guideline string // BT-24
	Number    string // BT-1
	Type      string // BT-3
	Issued    civil.Date
	Due       civil.Date // BT-9; a credit note asks for no payment and has its issue date
	Currency  string     // BT-5
	Reference string     // BT-10: the service of a public body, else the site that the buyer knows the invoice by
	Order     string     // BT-13: the order or commitment of the buyer
	Contract  string     // BT-12: the buyer's number of the contract
	OnDebits  bool       // BT-8: VAT is due when the invoice is issued
	First     civil.Date // BT-73
	Last      civil.Date // BT-74, included
	Notes     []Note     // BG-1
	Seller    Party
	Buyer     Party
	Delivered *Place      // BG-15: where the one site is; nil where that is the buyer's address, or there are several
	Credits   *Preceding  // BG-3
	Lines     []Line      // BG-25
	Extras    []Extra     // BG-20, BG-21
	Taxes     []Tax       // BG-23
	Net       money.Cents // BT-109: of lines and extras
	Tax       money.Cents
	Total     money.Cents
	// What was paid before (BT-113), and what is added so that the sum to pay is a round one (BT-114). An
	// invoice that this system issues has neither.
	Prepaid, Rounding money.Cents
	Payment           Payment
	// Printed is the invoice as PDF (BG-24), for the reader who has no program for the rest; none
	// where the e-invoice is in the PDF.
	Printed []byte
	byVAT   bool // the franchise is said under the VAT number (billing.FranchiseVATNumber)
}

// check names everything that a valid e-invoice needs and this one lacks: the enterprise of the
// seller (BR-FR-10), its VAT number where it charges VAT (BR-S-02), and where the buyer receives
// (BR-FR-12, PEPPOL-EN16931-R010).
func (i Invoice) check(professional bool) error {
	var lacking []*fault.Error
	if i.Seller.Legal.Value == "" {
		lacking = append(lacking, ErrSellerNumber)
	}
	if i.Seller.VAT == "" && i.needsVAT() {
		lacking = append(lacking, ErrSellerVAT)
	}
	if i.Buyer.Address.Value == "" {
		lacking = append(lacking, map[bool]*fault.Error{true: ErrBuyerNumber, false: ErrBuyerMail}[professional])
	}
	if len(lacking) > 0 {
		return ErrIncomplete.Of(lacking...)
	}
	return nil
}

// needsVAT reports whether the seller must be known by its VAT number: it charges VAT, or is exempt
// and wants to be known by it.
func (i Invoice) needsVAT() bool {
	return slices.ContainsFunc(i.Taxes, func(t Tax) bool {
		return t.Category == billing.VATStandard || t.Category == billing.VATExempt && i.byVAT
	})
}

// LinesNet is the sum of the lines (BT-106).
func (i Invoice) LinesNet() (sum money.Cents) {
	for _, l := range i.Lines {
		sum += l.Net
	}
	return sum
}

// ExtrasNet is the sum of the charges of the whole (BT-108), or of its allowances (BT-107).
func (i Invoice) ExtrasNet(charges bool) (sum money.Cents) {
	for _, e := range i.Extras {
		if e.Charge == charges {
			sum += e.Amount
		}
	}
	return sum
}

// ToPay is what is left to pay (BT-115).
func (i Invoice) ToPay() money.Cents { return i.Total - i.Prepaid + i.Rounding }

// Extra is an amount of the whole: an allowance (BG-20), or a charge (BG-21).
type Extra struct {
	Charge   bool
	Amount   money.Cents // BT-92, BT-99
	Category billing.VATCategory
	Rate     money.VATRate
	Reason   string // BT-97, BT-104
}

// Discount is an allowance of a line (BG-27).
type Discount struct {
	Amount  money.Cents   // BT-136
	Base    money.Cents   // BT-137
	Percent money.Percent // BT-138
	Reason  string        // BT-139
}

// ReasonDiscount is the code of a discount (UNTDID 5189; BT-140).
const ReasonDiscount = "95"

// Note is a text with the code of its subject; "" = none.
type Note struct{ Code, Text string }

// Identifier is a number with the scheme that gave it.
type Identifier struct{ Scheme, Value string }

// Party is a seller (BG-4) or buyer (BG-7).
type Party struct {
	Name     string
	Site     Identifier // BT-29, BT-46: the establishment; none where it is not known
	Legal    Identifier // BT-30, BT-47; none of a private person
	VAT      string     // BT-31, BT-48
	Fiscal   string     // BT-32: how a seller without VAT number is known to the tax office
	Address  Identifier // BT-34, BT-49: where it receives
	Register string     // BT-33: legal form, capital, register
	Contact  Contact    // BG-6, BG-9
	Street   string
	Street2  string // BT-36, BT-51
	PostCode string
	City     string
	Country  string
}

// Place is an address.
type Place struct{ Street, PostCode, City, Country string }

// Contact is whom to ask.
type Contact struct{ Name, Phone, Mail string }

// Preceding is the invoice that a credit note takes back.
type Preceding struct {
	Number string     // BT-25
	Issued civil.Date // BT-26
}

// Line is an invoice line.
type Line struct {
	Number      int    // BT-126
	Name        string // BT-153
	Description string // BT-154: the site, and whose energy it is
	Object      Identifier
	First, Last civil.Date // BG-26
	Quantity    money.QuantityE4
	Unit        billing.Unit
	Price       money.MicroEuro
	Net         money.Cents // BT-131: without Discount
	Discount    *Discount   // nil = none
	Category    billing.VATCategory
	Rate        money.VATRate
}

// Tax is the breakdown of one category and rate.
type Tax struct {
	Category billing.VATCategory
	Rate     money.VATRate
	Net      money.Cents
	Tax      money.Cents
	Code     string // BT-121
	Reason   string // BT-120
}

// Payment is how the total is paid (BG-16).
type Payment struct {
	Means     string // BT-81
	Reference string // BT-83
	Holder    string // BT-85
	IBAN      string // BT-84
	BIC       string // BT-86
	Terms     string // BT-20
	// Of a direct debit: whose leave, who collects, and from which account.
	Mandate  string // BT-89
	Creditor string // BT-90
	Debtor   string // BT-91
}

// Writer writes an e-invoice in its syntax. The same invoice gives the same bytes.
type Writer interface {
	Write(i Invoice) ([]byte, error)
}
