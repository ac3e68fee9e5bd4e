package bankfile

import (
	"fmt"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/party"
)

// Format is the kind of a file, whatever its version: two versions say the same of a line.
type Format string

// The formats that are read.
const (
	Camt053 Format = "CAMT_053" // a statement of ISO 20022
	Pain002 Format = "PAIN_002" // what became of an order
	Coda    Format = "CODA"     // a Belgian statement
	CSV     Format = "CSV"      // a table of a bank's web pages
)

// Bounds.
const (
	MaxBytes   = 16 << 20
	MaxLines   = 20_000
	MostOfText = 2_000 // characters
	MostOfName = 140
)

// File is what a bank told.
type File struct {
	Format     Format
	Statements []Statement
	Answers    []Answer
}

// Lines are how many things the file tells.
func (f File) Lines() int {
	n := len(f.Answers)
	for _, s := range f.Statements {
		n += len(s.Lines)
	}
	return n
}

// Statement is what was booked on an account.
type Statement struct {
	ID       string
	Account  party.IBAN
	Lines    []Line
	Unbooked int // movements that the bank announces and has not booked
}

// Identities are those of the lines of a statement, in their order. A line is what the bank says of it,
// by its reference where it has one; lines that are alike in all of it are told apart by their order.
func (s Statement) Identities() []Identity {
	out, seen := make([]Identity, len(s.Lines)), map[Identity]int{}
	for n, l := range s.Lines {
		said := []any{l.BankReference, l.BookedOn, int64(l.Amount), l.EndToEndID}
		if l.BankReference == "" {
			said = append(said, l.Communication, l.Text, l.Counterparty, l.CounterpartyIBAN, l.ReturnReason)
		}
		content := identityOf(said...)
		out[n] = identityOf(fmt.Sprintf("%x", content), seen[content])
		seen[content]++
	}
	return out
}

// Line is money that came to the account, or went from it. Of a booking with details each detail is a
// line of its own.
type Line struct {
	Row              int // of the booking in the file, from 1
	BookedOn         civil.Date
	Amount           money.Cents // more than 0 = came
	BankReference    string      // how the bank names the booking
	EndToEndID       string      // how who ordered it names it
	BatchID          string      // what was ordered together and booked as one, by the name of who ordered it
	Communication    string      // the creditor's reference, where the payer gave it as such
	Text             string      // what the payer wrote
	Counterparty     string
	CounterpartyIBAN party.IBAN
	Returned         bool   // the bank takes back what was paid
	ReturnReason     string // its code, as MD06
}

// AnswerStatus is what a bank says of an order.
type AnswerStatus string

// Rejected is the only answer that changes anything; the others say that the order is on its way, and
// money is recorded when it is booked.
const Rejected AnswerStatus = "RJCT"

// AnswerStatuses are those that are known: received, accepted technically, accepted by customer
// profile, with change, settlement in process, settlement completed, partially, pending, rejected.
var AnswerStatuses = []AnswerStatus{"RCVD", "ACTC", "ACCP", "ACWC", "ACSP", "ACSC", "PART", "PDNG", "ACWP", "ACCC", "PATC", "CANC", Rejected}

// Answer is what became of an order: of one transaction, of a batch where EndToEndID is empty, or of the
// whole message where BatchID is empty too.
type Answer struct {
	Row        int
	On         civil.Date
	MessageID  string
	BatchID    string
	EndToEndID string
	Number     int // of transactions of the message, as the bank read it; 0 = not told
	Status     AnswerStatus
	Reason     string // its code, as AC04
	Text       string
}

// Identity names an answer about a transaction of a message.
func (a Answer) Identity(endToEndID string) Identity {
	return identityOf("answer", a.MessageID, endToEndID, a.Status)
}
