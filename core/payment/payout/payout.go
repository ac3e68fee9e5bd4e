package payout

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/statement"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/payment"
	"github.com/openpmo/pmo/core/payment/collection"
)

// MessageVersion is which version of the order to pay a bank takes.
type MessageVersion string

// The versions of pain.001: banks take the newer one since November 2026, some the older one too.
const (
	Pain00100109 MessageVersion = "PAIN_001_001_09"
	Pain00100103 MessageVersion = "PAIN_001_001_03"
)

// Status is whether a payment list holds.
type Status string

// A list that was exported may have been given to the bank; a cancelled one was not, and its statements
// can be paid otherwise.
const (
	Exported  Status = "EXPORTED"
	Cancelled Status = "CANCELLED"
)

// Bounds of a message (domain 8.7).
const (
	MaxAmount     = money.Cents(99_999_999_999) // 999 999 999.99 €
	MaxStatements = 1000
	maxIdentifier = 35
)

// Settings are how an operation pays.
type Settings struct{ Message MessageVersion }

// Payer is who owes: the operation's own issuer, with the account that it pays from.
type Payer struct {
	ID   id.ID
	Name string
	payment.Account
}

// Claim is a statement as something to be paid.
type Claim struct {
	ID, OperationID id.ID
	Number          string
	ProducerID      id.ID
	ProducerName    string
	PayerID         id.ID
	SellerName      string // whose account it is paid to
	Payee           payment.Account
	Status          statement.Status
	Payment         billing.PaymentStatus
	Amount          money.Cents
	Days            civil.Range
	IssueDate       *civil.Date
	DueDate         *civil.Date
	PayoutID        id.ID // of the list that holds it; none = of none
	Times           int   // lists that it was in, taken back or not
}

// Owed reports whether it is still to be paid.
func (c Claim) Owed() bool {
	return c.Status == statement.Published && c.Amount > 0 && c.Payment != billing.PaymentSucceeded
}

func (c Claim) label() string { return cmp.Or(c.Number, c.ProducerName) }

// Transfer is what is paid of one statement.
type Transfer struct {
	Claim
	EndToEndID string // comes back with everything that banks say of it
	Remittance string // what the producer reads on its account
}

// Order is what is asked of the bank of the payer.
type Order struct {
	MessageID string // unique for ever, 35 characters at most
	At        time.Time
	On        civil.Date
	Version   MessageVersion
	Payer     Payer
	Transfers []Transfer // by number
}

// Total of an order.
func (o Order) Total() (sum money.Cents) {
	for _, t := range o.Transfers {
		sum += t.Amount
	}
	return sum
}

// Payout is a payment list that was made, with its file.
type Payout struct {
	ID, OperationID id.ID
	PayerID         id.ID
	PayerName       string // read only
	MessageID       string
	Version         MessageVersion
	Set             []byte // hash of its statements
	Status          Status
	On              civil.Date
	Amount          money.Cents
	Statements      int
	Paid, Failed    int // read only: of its statements
	DocumentID      id.ID
	CreatedBy       id.ID
	CreatedByName   string // read only; empty = an account that is gone
	CreatedAt       time.Time
	CancelledAt     *time.Time
	Revision        int
}

// Ordered is a statement as it stands in a list.
type Ordered struct {
	Claim
	EndToEndID string
	Held       bool // no longer where it came back, or the list was cancelled
}

// SetOf names a set of statements, whatever their order.
func SetOf(ids []id.ID) []byte {
	h := sha256.New()
	for _, one := range slices.Compact(slices.Sorted(slices.Values(ids))) {
		h.Write([]byte(one))
		h.Write([]byte{'\n'})
	}
	return h.Sum(nil)
}

// Material is what an order is made of.
type Material struct {
	Payer  Payer
	Claims []Claim
	Today  civil.Date
	On     *civil.Date // nil = the next day on which banks pay
}

// Order is the same for the same statements, payer and day. Nothing is left out: what cannot be paid
// refuses the set. Errors: payout.notOwed, payout.otherPayer, payout.alreadyOrdered,
// payout.amountInvalid, payout.accountMissing, payout.payerAccountMissing, payout.dayPast.
func (m Material) Order(messageID string, at time.Time, version MessageVersion) (Order, error) {
	if refused := m.refuse(); refused != nil {
		return Order{}, refused
	}
	if m.On != nil && *m.On < m.Today {
		return Order{}, ErrDay.With("today", m.Today.String())
	}
	o := Order{MessageID: messageID, At: at, Version: version, Payer: m.Payer, On: m.day()}
	for _, c := range m.Claims {
		o.Transfers = append(o.Transfers, Transfer{Claim: c, EndToEndID: endToEnd(c), Remittance: remittance(c)})
	}
	slices.SortFunc(o.Transfers, func(a, b Transfer) int {
		return cmp.Or(strings.Compare(a.Number, b.Number), strings.Compare(string(a.ID), string(b.ID)))
	})
	return o, nil
}

// day is one on which banks pay.
func (m Material) day() civil.Date {
	on := m.Today
	if m.On != nil {
		on = *m.On
	}
	return collection.BankingDay(on)
}

// refuse is the first of what keeps the set from being paid, with everything of its kind.
func (m Material) refuse() *fault.Error {
	for _, rule := range []struct {
		fault  *fault.Error
		param  string
		broken func(Claim) bool
		name   func(Claim) string
	}{
		{ErrNotOwed, "numbers", func(c Claim) bool { return !c.Owed() }, Claim.label},
		{ErrOtherPayer, "numbers", func(c Claim) bool { return c.PayerID != m.Payer.ID }, Claim.label},
		{ErrAlreadyOrdered, "numbers", func(c Claim) bool { return !c.PayoutID.IsZero() }, Claim.label},
		{ErrAmount, "numbers", func(c Claim) bool { return c.Amount > MaxAmount }, Claim.label},
		{ErrNoAccount, "names", func(c Claim) bool { return c.Payee.IBAN == "" }, func(c Claim) string { return c.SellerName }},
	} {
		var names []string
		for _, c := range m.Claims {
			if rule.broken(c) {
				names = append(names, rule.name(c))
			}
		}
		if len(names) > 0 {
			slices.Sort(names)
			return rule.fault.With(rule.param, slices.Compact(names))
		}
	}
	if m.Payer.IBAN == "" {
		return ErrPayerAccount.With("name", m.Payer.Name)
	}
	return nil
}

// endToEnd is how banks name the transfer to us: the number, and how often it was ordered before.
func endToEnd(c Claim) string {
	suffix := ""
	if c.Times > 0 {
		suffix = fmt.Sprintf("-%d", c.Times+1)
	}
	return c.Number[:min(len(c.Number), maxIdentifier-len(suffix))] + suffix
}

func remittance(c Claim) string {
	return c.Number + " " + c.Days.From.String() + " " + c.Days.Last().String()
}
