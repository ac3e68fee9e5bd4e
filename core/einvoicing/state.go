package einvoicing

import (
	"cmp"
	"slices"
	"time"
)

// State is where a transmission stands.
type State string

// The states, from which only Refused and Withdrawn let the invoice be sent again.
const (
	Queued    State = "QUEUED"    // waits to be sent
	Deposited State = "DEPOSITED" // the carrier has it, and has not said yet whether it is good
	Accepted  State = "ACCEPTED"  // the carrier's checks are passed
	Delivered State = "DELIVERED" // at the buyer's platform, or beyond
	Refused   State = "REFUSED"   // by whoever RefusedBy says
	Withdrawn State = "WITHDRAWN" // taken back before anything was sent
)

// Live reports whether nothing else may be sent for the same document.
func (s State) Live() bool { return s != Refused && s != Withdrawn }

// Acknowledgement is what a carrier says of a deposit.
type Acknowledgement string

// The acknowledgements.
const (
	AckPending Acknowledgement = "PENDING"
	AckOK      Acknowledgement = "OK"
	AckError   Acknowledgement = "ERROR"
)

// Refuser is who refused.
type Refuser string

// The refusers. What Ours, ByDeposit and ByPlatform refuse may be mended and sent again; the other two
// end the invoice.
const (
	Ours       Refuser = "OURS"      // before anything was sent: something lacks, or the buyer cannot be reached
	ByDeposit  Refuser = "DEPOSIT"   // the carrier did not take the file
	ByPlatform Refuser = "PLATFORM"  // the carrier took it, and found it wrong
	ByNetwork  Refuser = "NETWORK"   // rejected on its way (213)
	ByBuyer    Refuser = "RECIPIENT" // refused by the buyer (210)
)

// Codes of the life cycle that decide a state (domain 8.9).
const (
	CodeDeposited = 200
	CodeIssued    = 201
	CodeReceived  = 202
	CodeCollected = 212
	CodeRefused   = 210
	CodeRejected  = 213

	codeReportAccepted = 300
	codeReportRejected = 301
	codeAdmissible     = 500
	codeInadmissible   = 501
	codeStatusRejected = 601
)

// Reason is why something was refused, or what is to be looked at.
type Reason struct {
	Code string `json:"code,omitempty"` // of the list that the carrier uses, or a key of ours
	Text string `json:"text,omitempty"` // in the words of who refused
	Item string `json:"item,omitempty"` // the term that it is about, as BT-49
}

// Status is a life-cycle status of a document.
type Status struct {
	Code    int
	At      time.Time
	Reasons []Reason
}

// same reports whether two are the same fact told twice.
func (s Status) same(o Status) bool { return s.Code == o.Code && s.At.Equal(o.At) }

// Evidence is all that is known of what became of a transmission. Adding to it never takes a state back.
type Evidence struct {
	Withdrawn  bool
	RefusedBy  Refuser // Ours or ByDeposit; "" = neither
	Refusal    []Reason
	CarrierID  string // what the carrier calls it; "" = it has not been taken
	Ack        Acknowledgement
	AckAt      time.Time
	AckReasons []Reason
	Statuses   []Status
}

// State follows from the evidence.
func (e Evidence) State() State {
	switch {
	case e.Withdrawn:
		return Withdrawn
	case e.Refuser() != "":
		return Refused
	}
	state := Queued
	if e.CarrierID != "" {
		state = Deposited
	}
	if e.Ack == AckOK {
		state = Accepted
	}
	for _, s := range e.Statuses {
		if reached := reachedBy(s.Code); order(reached) > order(state) {
			state = reached
		}
	}
	return state
}

// Refuser is who refused; "" = nobody. What ends the invoice counts most.
func (e Evidence) Refuser() Refuser {
	var by Refuser
	for _, s := range e.Statuses {
		switch {
		case s.Code == CodeRefused:
			return ByBuyer
		case s.Code == CodeRejected:
			by = ByNetwork
		case slices.Contains([]int{codeReportRejected, codeInadmissible, codeStatusRejected}, s.Code) && by == "":
			by = ByPlatform
		}
	}
	switch {
	case by != "":
		return by
	case e.Ack == AckError:
		return ByPlatform
	}
	return e.RefusedBy
}

// Reasons are those of the refusal.
func (e Evidence) Reasons() []Reason {
	by := e.Refuser()
	switch by {
	case "":
		return nil
	case Ours, ByDeposit:
		return e.Refusal
	}
	var out []Reason
	for _, s := range e.Statuses {
		if reachedBy(s.Code) == Refused {
			out = append(out, s.Reasons...)
		}
	}
	if by == ByPlatform && len(out) == 0 {
		return e.AckReasons
	}
	return out
}

// Ended reports whether the invoice is no invoice any more in the eyes of its buyer: it is to be
// cancelled and issued anew, never sent again.
func (e Evidence) Ended() bool { by := e.Refuser(); return by == ByBuyer || by == ByNetwork }

func order(s State) int {
	return slices.Index([]State{Queued, Deposited, Accepted, Delivered, Refused}, s)
}

// reachedBy is how far a document is at least, by a status of it. Codes that say nothing of that, and
// those that nobody knows yet, say that it was taken.
func reachedBy(code int) State {
	switch code {
	case CodeRefused, CodeRejected, codeReportRejected, codeInadmissible, codeStatusRejected:
		return Refused
	case CodeDeposited, CodeIssued, codeAdmissible:
		return Accepted
	case codeReportAccepted:
		return Delivered
	}
	if code >= CodeReceived && code <= CodeCollected { // from received to collected, but for 210
		return Delivered
	}
	return Deposited
}

// Deposit adds that the carrier has the document; the first name that it gave counts.
func (e Evidence) Deposit(carrierID string) Evidence {
	e.CarrierID = cmp.Or(e.CarrierID, carrierID)
	if e.Ack == "" {
		e.Ack = AckPending
	}
	return e
}

// Acknowledge adds what the carrier says of a deposit: what it said last counts, and of two at one
// instant the worse.
func (e Evidence) Acknowledge(ack Acknowledgement, at time.Time, reasons []Reason) Evidence {
	weight := func(a Acknowledgement) int {
		return slices.Index([]Acknowledgement{"", AckPending, AckOK, AckError}, a)
	}
	switch {
	case weight(ack) <= 0, ack == AckPending && weight(e.Ack) > 1:
		return e // a late "not yet" takes nothing back
	case e.Ack == "" || e.Ack == AckPending || at.After(e.AckAt) || at.Equal(e.AckAt) && weight(ack) >= weight(e.Ack):
		e.Ack, e.AckAt, e.AckReasons = ack, at, reasons
	}
	return e
}

// Add adds statuses; those that are there already change nothing.
func (e Evidence) Add(statuses ...Status) (Evidence, []Status) {
	var fresh []Status
	e.Statuses = slices.Clone(e.Statuses)
	for _, s := range statuses {
		if !slices.ContainsFunc(e.Statuses, s.same) {
			e.Statuses, fresh = append(e.Statuses, s), append(fresh, s)
		}
	}
	slices.SortStableFunc(e.Statuses, func(a, b Status) int { return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.Code, b.Code)) })
	return e, fresh
}

// reasonTwice is how a platform refuses a second deposit of what it has.
const reasonTwice = "AlreadyExistingFlow"

// twice reports whether an acknowledgement says no more than that the document is there already.
func twice(ack Acknowledgement, reasons []Reason) bool {
	return ack == AckError && len(reasons) > 0 && !slices.ContainsFunc(reasons, func(r Reason) bool { return r.Code != reasonTwice })
}

// Observe adds what the carrier shows of a deposit under our id. Where it has two, because an answer was
// lost and the first was not found in time, the one that holds counts, and that the other was refused as
// a second is no refusal.
func (e Evidence) Observe(f Flow) Evidence {
	switch {
	case e.CarrierID == "" || e.CarrierID == f.CarrierID:
		return e.Deposit(f.CarrierID).Acknowledge(f.Ack, f.UpdatedAt, f.Reasons)
	case twice(f.Ack, f.Reasons):
		return e
	case twice(e.Ack, e.AckReasons) || e.Ack == AckPending && f.Ack == AckOK:
		e.CarrierID, e.Ack, e.AckAt, e.AckReasons = f.CarrierID, f.Ack, f.UpdatedAt, f.Reasons
	}
	return e
}
