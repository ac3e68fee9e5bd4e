// Package job is the work that goes on after the answer to who asked for it: what kind it is, of
// which operation, who asked, how far it is and how it ended. A job has the id of what it works
// on, so that it can be followed by that alone.
//
// A kind is a name, a permission and what does it (Handler), registered once by the composition
// root. The rest is here for all of them: one live job on the same thing, attempts, progress,
// signs of life, the end with a result or with what was wrong, and the sweep of those whose
// process died (ADR 0036).
package job

import (
	"encoding/json"
	"time"

	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

// Kind is what a job does, in the word of the contract: letters and digits, the first one small.
// The context that does it declares it.
type Kind string

// Status is where a job is, in the words of the contract.
type Status string

// The states. Done work may hold failures of its parts.
const (
	Pending Status = "PENDING"
	Success Status = "SUCCESS"
	Failure Status = "FAILURE"
)

// Asked is a job that somebody wants, or the server by itself.
type Asked struct {
	ID          id.ID // of what it works on; none = one of its own
	OperationID id.ID
	Kind        Kind
	// AloneOn is what no other live job of the kind may work on; none = others may go on beside it.
	AloneOn id.ID
	AskedBy id.ID  // none = the server by itself
	Agent   string // how it was asked for: "", "token", "system"
	Parts   int    // done side by side; 0 = 1
	// Input is what was asked, stored as JSON; nil = it stands with what the job works on.
	Input     any
	CreatedAt time.Time // the zero time = now
}

// Job is one, as it is stored.
type Job struct {
	ID, OperationID, AloneOn id.ID
	Kind                     Kind
	AskedBy                  id.ID
	Agent                    string
	Parts                    int
	Status                   Status
	Attempts                 int // how often somebody began to work on it or on a part
	Progress                 Progress
	Errors                   []*fault.Error
	CreatedAt, AliveAt       time.Time // AliveAt is the last sign of life
	FinishedAt               *time.Time
	Input, Result            json.RawMessage // null = none
}

// Progress counts what a job goes through, in units of its kind; both are 0 where that is not
// known, or is counted from what it works on.
type Progress struct{ Done, Total int }

// Outcome is how a job ends.
type Outcome struct {
	Status Status
	Errors []*fault.Error
	Result any // stored as JSON; nil = it stands with what the job works on
}

// Failed is the outcome of a job that ends with what was wrong.
func Failed(errors ...*fault.Error) Outcome { return Outcome{Status: Failure, Errors: errors} }

// Change starts the audit line of what the job does, for who asked for it.
func (j Job) Change(permission policy.Permission, details map[string]any) tx.Change {
	change := policy.Principal{UserID: j.AskedBy, Agent: "job"}.Change(permission, j.OperationID, string(j.Kind), j.ID)
	change.Details = details
	return change
}
