// Package bill makes and keeps the bills of the old engine (ADR 66): of a participant, what it had
// of a producer in a period; of a producer, all of these together.
//
// Owns: which bills are due, their amounts and documents, whether they were paid. Does not own:
// prices and contracts (package legacy), energy (metering), how a page looks (billing.Renderer).
package bill

import (
	"slices"
	"strings"
	"time"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/document"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/policy"
)

// Bounds.
const (
	MostListed  = 10_000
	MostAtOnce  = 500    // bills of participants that one call makes, and of producers
	MostInFile  = 100    // bills in one archive
	mostStated  = 10_000 // bills of participants that one call takes into producers' bills
	mostPeriods = 240    // of one contract that are looked at
	mostTold    = 100    // of what waits
	mostName    = 120
	linkLife    = 15 * time.Minute
)

// Stored is the kind of the stored documents.
const Stored document.Kind = "bills"

// Type is whose bill it is, in the words of the contract.
type Type string

// The types.
const (
	OfParticipant Type = "participant" // what a consumer pays a producer
	OfProducer    Type = "producer"    // what a producer is paid for a period
)

// Payment says whether it was paid, in the words of the contract.
type Payment string

// The states of payment.
const (
	Pending   Payment = "PENDING"
	Failed    Payment = "FAILED"
	Succeeded Payment = "SUCCEEDED"
)

var payments = []Payment{Pending, Failed, Succeeded}

// Bill is one. Days are those that it is for, Cycle the period of the config that they lie in.
type Bill struct {
	OperationID, ID            id.ID
	Type                       Type
	ProducerID, ConsumerID     id.ID  // no consumer where it is a producer's
	ProducerName, ConsumerName string // filled when it is read
	Days, Cycle                civil.Range
	Quantity                   money.QuantityE4 // kWh
	Amount                     money.Cents
	Due                        civil.Date
	DocumentName               string
	Content                    document.Document
	Payment                    Payment
	Version                    int
	CreatedAt                  time.Time
	StatementID                id.ID // the producer's bill that it is in
}

// Pair is between whom it is.
func (b Bill) Pair() billing.Pair {
	return billing.Pair{ProducerID: b.ProducerID, ConsumerID: b.ConsumerID}
}

// of reports whether somebody who sees only own sites may see the bill: it is of one of them, in
// days of its own.
func (b Bill) of(p policy.Principal) bool {
	return slices.ContainsFunc(p.Sites, func(s policy.Site) bool {
		return (s.ParticipantID == b.ConsumerID || s.ParticipantID == b.ProducerID) && s.Period.Overlaps(b.Days)
	})
}

// Filter narrows a list of bills; empty = all.
type Filter struct {
	Type   Type
	SiteID id.ID // who pays or who sells
}

// Change is what may change of a bill; nil = unchanged.
type Change struct {
	Payment      *Payment
	DocumentName *string
	IfVersion    int
}

// apply is b with the change. Errors: field.enum, field.required, field.tooLong.
func (in Change) apply(b Bill) (Bill, error) {
	if in.Payment != nil {
		if b.Payment = *in.Payment; !slices.Contains(payments, b.Payment) {
			return b, fault.FieldEnum.With("allowed", "PENDING, FAILED, SUCCEEDED").At("paymentStatus")
		}
	}
	if in.DocumentName != nil {
		b.DocumentName = strings.TrimSpace(*in.DocumentName)
		switch {
		case b.DocumentName == "":
			return b, fault.FieldRequired.At("documentName")
		case len([]rune(b.DocumentName)) > mostName:
			return b, fault.FieldTooLong.With("max", mostName).At("documentName")
		}
	}
	b.Version++
	return b, nil
}

// Waiting says what is due and cannot be billed yet: definitive data are not complete.
type Waiting struct {
	ProducerID, ConsumerID     id.ID
	ProducerName, ConsumerName string
	Days                       civil.Range
	Missing                    []civil.Date // at most ten
}

// Generation is what one call made.
type Generation struct {
	Participants, Producers int // bills made
	Waiting                 []Waiting
	WaitingCount            int
	More                    bool // there are more to make
}
