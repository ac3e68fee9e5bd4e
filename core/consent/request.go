package consent

import (
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
)

// Kind is what a participant asks.
type Kind string

// The kinds.
const (
	Leave      Kind = "LEAVE"      // to take part no more
	Move       Kind = "MOVE"       // somebody else will have the place
	Withdrawal Kind = "WITHDRAWAL" // that a consent that was taken back is followed
)

// Request is something that a participant asks of who runs the operation.
type Request struct {
	ID          id.ID
	OperationID id.ID
	SiteID      id.ID
	SiteName    string
	Kind        Kind
	Purpose     Purpose     // of a withdrawal
	Day         *civil.Date // the last day that is asked for; none for a withdrawal
	Note        string
	AskedAt     time.Time
	AskedBy     id.ID
	Answer      *Answer
}

// Outcome is how a request ended.
type Outcome string

// The outcomes.
const (
	Done    Outcome = "DONE"
	Refused Outcome = "REFUSED"
)

// Answer is what became of a request.
type Answer struct {
	Outcome Outcome
	Note    string
	At      time.Time
	By      id.ID
}

// Waiting is a site whose requests wait.
type Waiting struct {
	SiteID id.ID
	Number int
	Since  time.Time // the oldest of them
}

// RequestsChanged says that somebody asked, or was answered: other requests wait in an operation.
type RequestsChanged struct{ OperationID id.ID }

// EventName of event.Event.
func (RequestsChanged) EventName() string { return "consent.requestsChanged" }
