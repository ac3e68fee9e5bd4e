package ereporting

import (
	"fmt"
	"strings"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/einvoicing"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
)

// Kind is whether a report is the first of its period, or takes the place of all before.
type Kind string

// The kinds.
const (
	Initial  Kind = "IN"
	Replaces Kind = "RE"
)

// Report is what was reported of a period, whole. It never changes.
type Report struct {
	ID, OperationID id.ID // of the operation where it was asked for
	Seller          string
	Period          civil.Range
	Sequence        int
	Kind            Kind
	Number          string
	DocumentID      id.ID
	SHA256          string
	Digest          string // of its content (Content.Digest)
	ByHand          bool   // a person handed it over; otherwise a transmission does
	Invoices        int
	Net, Tax        money.Cents
	CreatedBy       id.ID
	CreatedAt       time.Time

	Author       string                   // read only
	Transmission *einvoicing.Transmission // read only; the newest, nil = by hand
}

// numberOf names a report: the seller has no other of this name.
func numberOf(seller string, period civil.Range, sequence int) string {
	return fmt.Sprintf("E%s-%s-%d", seller, strings.ReplaceAll(period.From.String(), "-", ""), sequence)
}

// State is where the report of a period stands.
type State string

// The states.
const (
	Open       State = "OPEN"       // the period has not ended
	Nothing    State = "NOTHING"    // it has ended, and there is nothing to report: no empty report is due
	Due        State = "DUE"        // to be reported
	Late       State = "LATE"       // to be reported, and its last day has passed
	UnderWay   State = "UNDER_WAY"  // sent, and not answered yet
	Told       State = "TOLD"       // taken by the platform, or handed over by a person
	Refused    State = "REFUSED"    // refused: to be sent anew
	Correction State = "CORRECTION" // told, and what is to be told is another thing by now
)

// sent is how the reports of a period stand: the last one, and whether one of them holds.
type sent struct {
	last *Report
	held bool
}

func sentOf(reports []Report) (s sent) {
	for n := range reports {
		s.last = &reports[n]
		s.held = s.held || reports[n].holds()
	}
	return s
}

// state of the transmission of a report; Accepted where a person handed it over.
func (r Report) state() einvoicing.State {
	if r.Transmission == nil {
		return einvoicing.Accepted
	}
	return r.Transmission.State()
}

// holds reports whether the administration's platform has it.
func (r Report) holds() bool {
	s := r.state()
	return s == einvoicing.Accepted || s == einvoicing.Delivered
}

// stateOf is where a period stands on a day.
func stateOf(c Content, reports []Report, due, today civil.Date) State {
	s := sentOf(reports)
	switch {
	case s.last != nil && !s.last.state().Live():
		return Refused
	case s.last != nil && !s.last.holds():
		return UnderWay
	case s.last != nil && s.last.Digest != c.Digest():
		return Correction
	case s.last != nil:
		return Told
	case today < c.Period.To:
		return Open
	case len(c.In) == 0:
		return Nothing
	case today > due:
		return Late
	}
	return Due
}

// File is what is written of a report.
type File struct {
	Number, Name string
	At           time.Time
	Kind         Kind
	Settings
	Platform   string // name of who sends it to the administration
	SellerName string
	Content
}

// Writer writes reports as the administration reads them (flux 10). The same file gives the same bytes.
type Writer interface {
	Write(f File) ([]byte, error)
}
