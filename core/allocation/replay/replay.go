package replay

import (
	"encoding/json"
	"time"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/coefficientset"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/job"
)

// ReplayStatus is where a replay is: where its job is.
type ReplayStatus = job.Status

// The states.
const (
	ReplayPending   = job.Pending
	ReplaySucceeded = job.Success
	ReplayFailed    = job.Failure
)

// JobKind is the kind of the job that a replay is. There is nothing of it but the job: what was
// asked, and what became of each month.
const JobKind job.Kind = "keyReplay"

// Replay is some days shared again by the keys that held then.
type Replay struct {
	OperationID id.ID
	ID          id.ID
	asked
	Status     ReplayStatus
	CreatedBy  id.ID
	Author     string // name of CreatedBy, filled by the use cases
	CreatedAt  time.Time
	FinishedAt *time.Time
	Months     Months
	Errors     []*fault.Error
}

// asked is what somebody asked for, kept by these names.
type asked struct {
	Days   civil.Range // whole months are shared; these say which
	Verify bool        // compare only
}

// Months is what became of each month, kept by these names.
type Months []ReplayedMonth

// AuditDetails says how many curves come out otherwise.
func (m Months) AuditDetails() map[string]any { return map[string]any{"differences": m.differences()} }

func (m Months) differences() (n int) {
	for _, one := range m {
		n += one.DifferentSites
	}
	return n
}

// Of is the replay of a job that the caller may follow. Error: keyReplay.notFound for one of another kind.
func Of(j job.Job) (Replay, error) {
	r := Replay{OperationID: j.OperationID, ID: j.ID, Status: j.Status, CreatedBy: j.AskedBy, CreatedAt: j.CreatedAt, FinishedAt: j.FinishedAt, Errors: j.Errors}
	if j.Kind != JobKind {
		return r, allocation.ErrReplayNotFound
	}
	if err := json.Unmarshal(j.Input, &r.asked); err != nil {
		return r, err
	}
	if len(j.Result) == 0 {
		return r, nil
	}
	return r, json.Unmarshal(j.Result, &r.Months)
}

// months are those that the days touch.
func (a asked) months() []civil.Month { return coefficientset.MonthsOf(a.Days) }

// Differences counts the curves that come out otherwise than stored.
func (r Replay) Differences() int { return r.Months.differences() }
