package reconciliation

import (
	"strings"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/payment/bankfile"
	"github.com/openpmo/pmo/core/payment/payout"
	"github.com/openpmo/pmo/core/payment/settlement"
)

// LineKind is what a bank says in a line.
type LineKind string

// Booked is money that moved; refused is a transaction of an order that the bank did not carry out.
const (
	Booked  LineKind = "BOOKED"
	Refused LineKind = "REFUSED"
)

// State is what became of a line.
type State string

// A line is open until all of it is settled, or somebody says that it concerns no invoice.
const (
	Open     State = "OPEN"
	Settled  State = "SETTLED"
	SetAside State = "SET_ASIDE"
)

// Reason is why a line was not matched by itself.
type Reason string

// The reasons.
const (
	NoReference Reason = "NO_REFERENCE" // it names nothing of ours
	Ambiguous   Reason = "AMBIGUOUS"    // several invoices may be meant
	OtherAmount Reason = "OTHER_AMOUNT" // what it names is of another amount
	OtherPayer  Reason = "OTHER_PAYER"  // what it names is another client's than who paid
	AlreadyPaid Reason = "ALREADY_PAID" // what it names is paid: the same money may be recorded already
	NotPaid     Reason = "NOT_PAID"     // it takes back what is not recorded as paid
	WasCredited Reason = "CANCELLED"    // what it names was taken back by a credit note
	BeforeIssue Reason = "BEFORE_ISSUE" // it is of a day before the invoice was issued
	ByHand      Reason = "BY_HAND"      // somebody opened it again: it is not matched by itself any more
)

// AsideReason is why a line concerns no invoice.
type AsideReason string

// The reasons that people give, and those that follow from the line.
const (
	Fee            AsideReason = "FEE"             // of the bank
	OwnTransfer    AsideReason = "OWN_TRANSFER"    // between accounts of one's own
	OtherBusiness  AsideReason = "OTHER_BUSINESS"  // money of something else
	Known          AsideReason = "ALREADY_KNOWN"   // it was recorded by hand, or told by the bank before
	OtherOperation AsideReason = "OTHER_OPERATION" // it is of an invoice of another operation
)

// Bounds.
const (
	MostTogether = 500 // lines set aside at once
	MostSettled  = 50  // invoices settled by one line by hand
	MostListed   = 20_000
	mostOfNote   = 200
)

// Aside is that a line concerns no invoice, and who said so.
type Aside struct {
	Reason AsideReason
	Note   string
	ByName string // read only; empty = it follows from the line
	At     time.Time
}

// Line is what a bank told, once.
type Line struct {
	bankfile.Line
	ID, OperationID, FileID id.ID
	FileName                string // read only
	Kind                    LineKind
	Account                 party.IBAN // ours
	Identity                bankfile.Identity
	PayerKey                string      // names the account of who paid, and says nothing of it; empty = not told
	Settled                 money.Cents // read only: by settlements that hold
	Reason                  Reason      // while it is open
	Aside                   *Aside
	Version                 int
	CreatedAt               time.Time
	Parts                   []Part    // read only
	PaidOut                 []PaidOut // read only
}

// PaidOut is what of a line pays a statement of a producer, or what came back of it.
type PaidOut struct {
	StatementID          id.ID
	Number, ProducerName string
	Kind                 settlement.Kind
	Amount               money.Cents
	BookedOn             civil.Date
	Withdrawn            bool
}

// Part is what of a line settles an invoice.
type Part struct {
	settlement.Settlement
	Number, ClientName string
}

// size is an amount without its sign.
func size(a money.Cents) money.Cents { return max(a, -a) }

// Left is what of a line is not settled.
func (l Line) Left() money.Cents { return size(l.Amount) - l.Settled }

// State follows from what was settled and said of it.
func (l Line) State() State {
	switch {
	case l.Aside != nil:
		return SetAside
	case l.Left() <= 0:
		return Settled
	}
	return Open
}

// record is what a part of a line says of an invoice.
func (l Line) record(kind settlement.Kind, amount money.Cents) settlement.Record {
	r := settlement.Record{Kind: kind, BookedOn: l.BookedOn, Amount: &amount}
	said := []string{l.Communication, l.EndToEndID, l.Text}
	if kind != settlement.Payment {
		said = append([]string{l.ReturnReason}, said...)
	}
	for _, text := range said { // what is too long stands with the line
		if text != "" && len(text) <= 140 {
			r.Reference = text
			break
		}
	}
	return r
}

// told is a line as payments to producers are matched by it.
func (l Line) told() payout.Told {
	return payout.Told{LineID: l.ID, Amount: l.Amount, BookedOn: l.BookedOn, EndToEndID: l.EndToEndID, BatchID: l.BatchID,
		Text: strings.Join([]string{l.Text, l.Communication, l.EndToEndID}, " "), Reference: l.record("", 0).Reference, Refused: l.Kind == Refused}
}
