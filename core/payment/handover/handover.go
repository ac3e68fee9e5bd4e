package handover

import (
	"fmt"
	"time"

	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
)

// State is where a file stands.
type State string

// The states. A file that waits may be written in part under a name of its own; one that is being
// named lies there whole, and from then on only its name is given: so it is there once, whenever
// the process is killed.
const (
	Waiting State = "WAITING"
	Naming  State = "NAMING"
	Done    State = "DONE"
	Failed  State = "FAILED" // given up after some days
)

// Bounds.
const (
	mostAtOnce   = 50 // files that one sweep looks at, each way
	mostListed   = 100
	mostBytes    = 16 << 20 // of a file that comes back, as of uploads
	leaseFor     = 5 * time.Minute
	settledAfter = time.Minute // a file that changed later may still be written
	triedFor     = 5 * 24 * time.Hour
	longestPause = time.Hour
)

// Handover is a file on its way to the bank, and the receipt.
type Handover struct {
	CollectionID, OperationID id.ID
	Place                     string // "folder" or "sftp"
	FileName                  string
	SHA256                    string // hex
	Size                      int64
	State                     State
	Attempts                  int
	Temporary                 string // its name while it is being named
	AskedBy                   id.ID
	AskedByName               string // read only; empty = an account that is gone
	AskedAt, NextAt           time.Time
	DoneAt                    *time.Time
	Trouble                   Trouble // of the last attempt; "" = none
}

// Trouble is what an attempt ended with.
type Trouble string

// The troubles: the place could not be reached or written to, or the file is not what was ordered.
const (
	Unreachable Trouble = "UNREACHABLE"
	NotStored   Trouble = "NOT_STORED"
)

// temporary is the name of an attempt: who comes late writes beside, not over.
func (h Handover) temporary() string { return fmt.Sprintf("%s.%d.part", h.FileName, h.Attempts) }

// pause is how long after an attempt the next one begins.
func pause(attempts int) time.Duration {
	return min(longestPause, time.Minute<<min(attempts, 10))
}

// Returned is a file that came back, and what became of it.
type Returned struct {
	OperationID, ID id.ID
	Name            string
	SHA256          string // hex; empty where it was refused unread
	TakenAt         time.Time
	Refused         *fault.Error // nil = it was taken in
}

// Overview is where the files of an operation stand.
type Overview struct {
	Place    string // "" = the server has none
	Out      []Handover
	Returned []Returned // last first, at most mostListed
}
