package billing

import (
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/party"
)

// Document is everything that is printed on an invoice, as facts. It is frozen when
// the invoice is published (domain 8.3) and stored as JSON; every rendering of the
// invoice is made from it and from nothing else. Field names of the JSON are those of
// the struct and never change meaning: an old snapshot must always be readable.
type Document struct {
	Kind     InvoiceType // Invoice, CreditNote, or one of those that the buyer writes (ByBuyer)
	Draft    bool        // has no number and says so across the page
	Language string      // fr or nl: that of the text, the client's when published
	// Translation marks a copy of a published invoice in another language than its own.
	Translation bool   `json:",omitempty"`
	Country     string // of the operator, FR or BE: decides which law's words and formats hold

	Number    string     // empty for a draft
	IssueDate civil.Date // a draft's is the day it was rendered
	DueDate   civil.Date
	First     civil.Date // first day of the invoiced period
	Last      civil.Date // last day, included

	Operation string // name of the sharing operation
	// Theme are the colours of the operation; nil = the product's own.
	Theme *DocumentTheme `json:",omitempty"`
	// LogoID is the stored picture of the seller; Logo its content as PNG, which is read before the
	// document is drawn.
	LogoID id.ID  `json:",omitempty"`
	Logo   []byte `json:"-"`
	Seller DocumentParty
	Buyer  DocumentParty
	// Credits is the invoice that a credit note takes back; nil for an invoice.
	Credits *DocumentCredit `json:",omitempty"`
	// Service and Commitment are what a public body wants named: who takes the invoice there, and the
	// number of the order (BT-10 and BT-13 of EN 16931).
	Service    string `json:",omitempty"`
	Commitment string `json:",omitempty"`
	Contract   string `json:",omitempty"` // the client's own number of it (BT-12)
	// OnDebits: VAT is due when the invoice is issued (BT-8).
	OnDebits bool `json:",omitempty"`
	// PreparedBy is the PMO that writes the invoice in the seller's name and on its
	// behalf; empty when the seller is the PMO itself.
	PreparedBy string `json:",omitempty"`

	Lines []DocumentLine
	// Adjustments are amounts of the whole, each once (BG-20 and BG-21 of EN 16931); Net is with them.
	Adjustments []Adjustment  `json:",omitempty"`
	VAT         []DocumentVAT // one entry a rate, highest first; never empty
	Net         money.Cents
	Tax         money.Cents
	Total       money.Cents // Net + Tax: what is to be paid
	Payment     DocumentPayment
	// Mentions are the legal texts in the order they are printed, frozen in Language.
	Mentions []Mention
	// Days is the shared energy of each day of the period, for a small chart; empty when
	// it is not known day by day.
	Days []DayEnergy `json:",omitempty"`
	// Archival: the document is drawn as PDF/A-3, and its e-invoice is in it or holds it. Those that
	// were issued before that was so are drawn as they were (ADR 74).
	Archival bool `json:",omitempty"`
	// Electronic is the e-invoice that goes into the drawing, made of all of the above; none where the
	// country keeps them apart or none can be made.
	Electronic []byte `json:"-"`
}

// DocumentCredit is the invoice that a credit note takes back (BT-25, BT-26 of EN 16931), and why.
type DocumentCredit struct {
	Number    string
	IssueDate civil.Date
	Reason    string `json:",omitempty"` // in the words of who cancelled it
}

// MentionTreasury is the key of the text that forbids to pay before the public accountant's notice.
const MentionTreasury = "treasury"

// TypeSelfBilled is the kind of a document that is an invoice of the seller which the buyer writes for it
// (type 389 of UNTDID 1001). A document of kind TypeStatement says what a seller is owed that is not
// liable for VAT, and is no invoice.
const TypeSelfBilled InvoiceType = "SELF_BILLED"

// ByBuyer reports whether the buyer writes the document, and sends it to the seller whom it pays.
func (d Document) ByBuyer() bool { return d.Kind == TypeStatement || d.Kind == TypeSelfBilled }

// Writer is who writes the document, and Reader to whom it goes.
func (d Document) Writer() DocumentParty {
	if d.ByBuyer() {
		return d.Buyer
	}
	return d.Seller
}

// Reader is the other side than Writer.
func (d Document) Reader() DocumentParty {
	if d.ByBuyer() {
		return d.Seller
	}
	return d.Buyer
}

// CreditNote is the document that takes d back: what is printed of parties, lines and tax is that
// of the invoice, nobody is asked to pay, and the invoice is named.
func (d Document) CreditNote(number string, issue civil.Date, reason string) Document {
	d.Credits = &DocumentCredit{Number: d.Number, IssueDate: d.IssueDate, Reason: reason}
	d.Kind, d.Number, d.IssueDate, d.DueDate = TypeCreditNote, number, issue, issue
	d.Payment = DocumentPayment{Method: d.Payment.Method, Reference: number}
	d.Mentions = slices.DeleteFunc(slices.Clone(d.Mentions), func(m Mention) bool { return m.Key == MentionTreasury })
	return d
}

// DocumentTheme is the look of an operation, as #rrggbb; Ink is that of words on Primary.
type DocumentTheme struct{ Primary, Secondary, Ink string }

// DocumentParty is one side of an invoice as printed. Empty fields are not printed.
type DocumentParty struct {
	Name, Street, PostCode, City, Country string
	LegalNumber                           string // SIREN, SIRET or enterprise number, compact
	TaxID                                 string // VAT number, compact
	Email, Phone                          string
	Professional                          bool
	PublicBody                            bool          `json:",omitempty"`
	Street2                               string        `json:",omitempty"`
	Contact                               string        `json:",omitempty"`
	Form                                  string        `json:",omitempty"` // legal form, as SAS
	Capital                               money.Cents   `json:",omitempty"`
	Registration                          string        `json:",omitempty"` // city of the register
	FranchiseForm                         FranchiseForm `json:",omitempty"`
	// EAddress is where its e-invoices are sent; nil = made of its legal number.
	EAddress  *party.EAddress `json:",omitempty"`
	VATRegime party.VATRegime
}

// Unit is what a quantity counts.
type Unit string

// The units, with the names of the contract.
const (
	UnitKWh   Unit = "KWH"
	UnitMonth Unit = "MONTH"
	UnitOne   Unit = "ONE" // a cost that is passed on, once
)

// DocumentLine is one line. Net is Quantity × Price rounded once, so that a reader
// who multiplies the printed figures finds it, less the discount that is printed below.
type DocumentLine struct {
	Label                              string           // name of the charge
	SiteName                           string           // the consumer's site
	DsoID                              string           // its PRM or EAN
	SiteStreet, SitePostCode, SiteCity string           `json:",omitempty"` // where it is
	Producer                           string           `json:",omitempty"` // whose energy it is; empty when nobody's in particular
	First, Last                        civil.Date       // both included
	Quantity                           money.QuantityE4 // kWh with 3 decimals, months with 4
	Unit                               Unit
	Price                              money.MicroEuro // per unit, excl. VAT
	Net                                money.Cents     // excl. VAT
	Rate                               money.VATRate
	Hours                              *civil.Hours  `json:",omitempty"` // of each day, at which it was; nil = any
	Discount                           *LineDiscount `json:",omitempty"`
	Within                             *VATWithin    `json:",omitempty"` // what a cost that is passed on is made of; nil = it is the price
}

// VATWithin is a cost, and the rate of the VAT that is part of the price for which it is passed on.
type VATWithin struct {
	Cost money.MicroEuro
	Rate money.VATRate
}

// Name is the charge, and at which hours it holds.
func (l DocumentLine) Name() string {
	if l.Hours == nil {
		return l.Label
	}
	return l.Label + " (" + l.Hours.String() + ")"
}

// VATCategory is the code of EN 16931 (UNTDID 5305).
type VATCategory string

// The categories that occur.
const (
	VATStandard VATCategory = "S" // taxed at the rate
	VATExempt   VATCategory = "E" // exempt, with a reason
	VATZero     VATCategory = "Z" // taxed at 0 %, as the plan says
	VATOutside  VATCategory = "O" // not subject to VAT: no rate is printed
)

// DocumentVAT is the tax on all lines of one rate, rounded once (EN 16931).
type DocumentVAT struct {
	Category   VATCategory
	Rate       money.VATRate
	Net        money.Cents
	Tax        money.Cents
	ReasonCode string // VATEX code where there is one, as VATEX-FR-FRANCHISE
	Reason     string // text that says why there is no tax; empty with VATStandard
}

// DocumentPayment says how the total is paid.
type DocumentPayment struct {
	Method   PaymentMethod
	TermDays int
	Holder   string // whose account it is
	IBAN     string // compact; empty where nothing is paid to an account
	BIC      string
	// Account is the end of the account number of a seller whom the buyer pays: the rest is nobody
	// else's affair.
	Account   string `json:",omitempty"`
	Reference string // what the payer quotes: the number, in Belgium the structured communication
	// Mandate is by what leave of the client the total is collected; nil where it is not collected, or
	// none was known.
	Mandate *DocumentMandate `json:",omitempty"`
}

// DocumentMandate is a mandate as it is announced to the debtor (BT-89 to BT-91 of EN 16931).
type DocumentMandate struct {
	RUM  party.RUM
	ICS  party.ICS
	IBAN string // of the debtor, compact
}

// Mention is a legal text of the document, with its key in the table of texts.
type Mention struct {
	Key  string
	Text string
}

// DayEnergy is the energy of one day.
type DayEnergy struct {
	Day    civil.Date
	Energy energy.MilliWh
}

// Renderer draws documents. The same document gives the same bytes. It does no I/O.
type Renderer interface {
	Render(d Document) ([]byte, error)
	// RenderAll draws several, on all processors, in their order.
	RenderAll(ds []Document) ([][]byte, error)
}
