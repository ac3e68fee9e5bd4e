package replay

import (
	"time"

	"github.com/openpmo/pmo/core/allocation/coefficientset"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
)

// ReplayStatus is where a replay is. The words are those of jobs.
type ReplayStatus string

// The states. A pending replay belongs to its job.
const (
	ReplayPending   ReplayStatus = "PENDING"
	ReplaySucceeded ReplayStatus = "SUCCESS"
	ReplayFailed    ReplayStatus = "FAILURE"
)

// Replay is some days shared again by the keys that held then.
type Replay struct {
	OperationID id.ID
	ID          id.ID
	Days        civil.Range // whole months are shared; these say which
	Verify      bool        // compare only
	Status      ReplayStatus
	CreatedBy   id.ID
	Author      string // name of CreatedBy, filled by the use cases
	CreatedAt   time.Time
	FinishedAt  *time.Time
	Months      []ReplayedMonth
	Errors      []*fault.Error
}

// months are those that the days touch.
func (r Replay) months() []civil.Month { return coefficientset.MonthsOf(r.Days) }

// Differences counts the curves that come out otherwise than stored.
func (r Replay) Differences() (n int) {
	for _, m := range r.Months {
		n += m.DifferentSites
	}
	return n
}
