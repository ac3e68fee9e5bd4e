package collection

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/payment"
)

// SequenceType is the place of a collection among those of a mandate. Since 2016 the first one may
// be recurrent like all others (domain 8.7), and so it is.
type SequenceType string

// Recurrent is a collection of a mandate that may be used again.
const Recurrent SequenceType = "RCUR"

// Status is whether a collection holds.
type Status string

// An exported collection may have been given to the bank; a cancelled one was not, and its invoices
// can be collected again.
const (
	Exported  Status = "EXPORTED"
	Cancelled Status = "CANCELLED"
)

// Bounds of a message (domain 8.7).
const (
	MaxAmount     = money.Cents(99_999_999_999) // 999 999 999.99 €
	MaxInvoices   = 10_000
	maxIdentifier = 35
)

// Invoice is what a collection knows of an invoice.
type Invoice struct {
	ID, OperationID    id.ID
	Number             string
	Type               billing.InvoiceType
	Status             billing.InvoiceStatus
	PaymentStatus      billing.PaymentStatus
	Method             billing.PaymentMethod
	IssuerID, ClientID id.ID
	IssuerName         string
	ClientName         string
	ConsumerIDs        []id.ID // sites on its lines, ascending
	Amount             money.Cents
	Days               civil.Range
	DueDate            *civil.Date
	Reference          string // what the payer quotes: in Belgium the structured communication
	CollectionID       id.ID  // of the collection that holds it; none = of none
	Times              int    // collections that it was in, taken back or not
}

// Collectable reports whether it is owed and to be collected from its client. What the public
// accountant cashes never is.
func (i Invoice) Collectable() bool {
	return i.Type == billing.TypeInvoice && i.Status == billing.Finalized && i.Method == billing.Debit && i.PaymentStatus != billing.PaymentSucceeded
}

// label is how an invoice is named to people.
func (i Invoice) label() string { return cmp.Or(i.Number, i.ClientName) }

// Mandate is one that a client gave, with the sites of the client that it may be used for.
type Mandate struct {
	payment.Mandate
	ClientID id.ID
	// FormerIBAN is the account of the last collection where it is another one by now: the next
	// collection tells it to the debtor's bank. Empty = the same, or never collected.
	FormerIBAN party.IBAN
}

// Transaction is what is asked of one debtor for one invoice.
type Transaction struct {
	Invoice    Invoice
	Mandate    Mandate
	EndToEndID string // comes back with everything that banks say of it
	Remittance string // what the debtor reads on the account
}

// Batch is transactions that the bank books together: of one day, sequence and scheme.
type Batch struct {
	On           civil.Date
	Sequence     SequenceType
	Scheme       payment.Scheme
	Transactions []Transaction // by the number of the invoice
}

// Total of a batch.
func (b Batch) Total() (sum money.Cents) {
	for _, t := range b.Transactions {
		sum += t.Invoice.Amount
	}
	return sum
}

// Order is what is asked of the bank of a creditor.
type Order struct {
	MessageID string // unique for ever, 35 characters at most
	At        time.Time
	Creditor  payment.Creditor
	Batches   []Batch // by day, sequence and scheme
}

// Total of an order, and how many transactions it has.
func (o Order) Total() (sum money.Cents, n int) {
	for _, b := range o.Batches {
		sum, n = sum+b.Total(), n+len(b.Transactions)
	}
	return sum, n
}

// Collection is an order that was made, with its file.
type Collection struct {
	ID, OperationID id.ID
	CreditorID      id.ID
	CreditorName    string // read only
	IssuerName      string // read only: in whose name it is, also that of its file
	ICS             party.ICS
	MessageID       string
	Set             []byte // hash of its invoices
	Status          Status
	First, Last     civil.Date  // days of collection
	Month           civil.Month // the last that its invoices bill
	Amount          money.Cents
	Invoices        int
	Paid, Failed    int // read only: of its invoices, by what the bank told or people said
	DocumentID      id.ID
	CreatedBy       id.ID
	CreatedByName   string // read only; empty = an account that is gone
	CreatedAt       time.Time
	CancelledAt     *time.Time
	Version         int
}

// SetOf names a set of invoices, whatever their order and however often one is named.
func SetOf(ids []id.ID) []byte {
	sorted := slices.Compact(slices.Sorted(slices.Values(ids)))
	h := sha256.New()
	for _, one := range sorted {
		h.Write([]byte(one))
		h.Write([]byte{'\n'})
	}
	return h.Sum(nil)
}

// Material is what an order is made of: the invoices asked for, the mandates of their clients for
// the creditor, and the issuers that it collects for.
type Material struct {
	Creditor payment.Creditor
	Issuers  []id.ID // of its ICS and account, over operations
	Invoices []Invoice
	Mandates []Mandate
	Today    civil.Date
}

// Order groups the invoices by day, sequence and scheme, in a stable order: the same invoices give
// the same order. Nothing is left out: what cannot be collected refuses the set.
// Errors: sepa.notCollectable, sepa.otherCreditor, sepa.alreadyCollected, sepa.amountInvalid,
// error.payment.mandate.not_found.
func (m Material) Order(messageID string, at time.Time) (Order, error) {
	if err := m.refuse(); err != nil {
		return Order{}, err
	}
	type group struct {
		on     civil.Date
		scheme payment.Scheme
	}
	batches := map[group]*Batch{}
	for _, i := range m.Invoices {
		mandate, _ := m.mandate(i)
		g := group{m.day(i), mandate.Scheme}
		if batches[g] == nil {
			batches[g] = &Batch{On: g.on, Sequence: Recurrent, Scheme: g.scheme}
		}
		batches[g].Transactions = append(batches[g].Transactions, Transaction{Invoice: i, Mandate: mandate, EndToEndID: endToEnd(m.Creditor, i), Remittance: remittance(m.Creditor, i)})
	}
	o := Order{MessageID: messageID, At: at, Creditor: m.Creditor}
	for _, b := range batches {
		slices.SortFunc(b.Transactions, func(a, c Transaction) int {
			return cmp.Or(strings.Compare(a.Invoice.Number, c.Invoice.Number), strings.Compare(string(a.Invoice.ID), string(c.Invoice.ID)))
		})
		o.Batches = append(o.Batches, *b)
	}
	slices.SortFunc(o.Batches, func(a, b Batch) int {
		return cmp.Or(cmp.Compare(a.On, b.On), cmp.Compare(a.Sequence, b.Sequence), cmp.Compare(a.Scheme, b.Scheme))
	})
	return o, nil
}

// refuse is the first of what keeps the set from being collected, with everything of its kind.
func (m Material) refuse() error {
	for _, rule := range []struct {
		fault  *fault.Error
		param  string
		broken func(Invoice) bool
		name   func(Invoice) string
	}{
		{ErrNotCollectable, "numbers", func(i Invoice) bool { return !i.Collectable() }, Invoice.label},
		{ErrOtherCreditor, "numbers", func(i Invoice) bool { return !slices.Contains(m.Issuers, i.IssuerID) }, Invoice.label},
		{ErrAlreadyCollected, "numbers", func(i Invoice) bool { return !i.CollectionID.IsZero() }, Invoice.label},
		{ErrAmount, "numbers", func(i Invoice) bool { return i.Amount <= 0 || i.Amount > MaxAmount }, Invoice.label},
		{payment.ErrMandatesMissing, "debtors", func(i Invoice) bool { _, ok := m.mandate(i); return !ok }, func(i Invoice) string { return i.ClientName }},
	} {
		var names []string
		for _, i := range m.Invoices {
			if rule.broken(i) {
				names = append(names, rule.name(i))
			}
		}
		if len(names) > 0 {
			slices.Sort(names)
			return rule.fault.With(rule.param, slices.Compact(names))
		}
	}
	return nil
}

// day is when an invoice is collected: when it is due, but on a day on which banks settle, and not
// before the bank has had its time.
func (m Material) day(i Invoice) civil.Date {
	on := afterBankingDays(m.Today, m.Creditor.LeadDays)
	if i.DueDate != nil {
		on = max(on, *i.DueDate)
	}
	return BankingDay(on)
}

// mandate is the one that an invoice is collected by (billing.MandateOf), of those given to the creditor
// that hold today.
func (m Material) mandate(i Invoice) (Mandate, bool) {
	given := slices.DeleteFunc(slices.Clone(m.Mandates), func(one Mandate) bool { return one.ICS != m.Creditor.ICS || one.Status(m.Today) != payment.Active })
	debits := make([]billing.DebitMandate, len(given))
	for n, one := range given {
		debits[n] = one.Debit(one.ClientID)
	}
	n := billing.MandateOf(debits, i.ClientID, i.ConsumerIDs, m.day(i))
	if n < 0 {
		return Mandate{}, false
	}
	return given[n], true
}

// endToEnd is how banks name the transaction to us: the creditor's mark where there is room, the
// number of the invoice, and how often it was collected before.
// Numbers hold characters that the SEPA set does not, or not everywhere: those are dashes, and what
// would be alike by that is told apart by the invoice's id.
func endToEnd(c payment.Creditor, i Invoice) string {
	number, suffix := strings.NewReplacer("_", "-", "/", "-").Replace(i.Number), ""
	if number != i.Number {
		suffix = fmt.Sprintf("-%x", sha256.Sum256([]byte(i.ID)))[:7]
	}
	if i.Times > 0 {
		suffix += fmt.Sprintf("-R%d", i.Times)
	}
	number = number[:min(len(number), maxIdentifier-len(suffix))] + suffix
	mark := strings.ReplaceAll(c.ReconciliationID, "/", "-")
	if marked := mark + "-" + number; mark != "" && len(marked) <= maxIdentifier {
		return marked
	}
	return number
}

// remittance is what the debtor reads: the creditor's mark, the invoice and its months.
func remittance(c payment.Creditor, i Invoice) string {
	text := i.Number
	if !i.Days.IsEmpty() {
		text += " " + i.Days.From.String() + " " + i.Days.Last().String()
	}
	if c.ReconciliationID != "" {
		text = c.ReconciliationID + " " + text
	}
	return text
}
