package monthly

import (
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
)

// Memory remembers what was read of rollups; losing any of it costs time only. What it holds
// is named by the state of its month, which every question reads anew, so that a rewritten
// month is never answered from memory. What it gives is shared: nobody may change it. It is
// asked by several at once.
type Memory interface {
	// Recall is what was kept of a key.
	Recall(key MemoryKey) (value any, ok bool)
	// Keep takes a value of about so many bytes.
	Keep(key MemoryKey, value any, bytes int)
}

// forgetful remembers nothing.
type forgetful struct{}

func (forgetful) Recall(MemoryKey) (any, bool) { return nil, false }

func (forgetful) Keep(MemoryKey, any, int) {}

// MemoryKey names what is remembered; equal keys name the same.
type MemoryKey struct {
	operationID id.ID
	state       metering.MonthState
	kind        memoryKind
	nature      metering.Nature
	about       string // what else it depends on
}

type memoryKind uint8

const (
	recallSums memoryKind = iota
	recallTotals
	recallDays
	recallPairs
	recallRoster
	recallNames
)

// States are the months whose state a question has read; none = nothing is remembered.
type States []metering.MonthState

// of is the state of a month; ok is false where it was not read. A month without
// version has no rollups.
func (s States) of(m civil.Month) (state metering.MonthState, ok bool) {
	if len(s) == 0 || m < s[0].Month || m > s[len(s)-1].Month {
		return metering.MonthState{}, false
	}
	state = s[m-s[0].Month]
	return state, true
}

// StatesOf puts what was read beside those months that have no rollups; months are
// consecutive and ascending, as is read.
func StatesOf(months []civil.Month, read []metering.MonthState) States {
	out := make(States, len(months))
	for i, m := range months {
		if out[i].Month = m; len(read) > 0 && read[0].Month == m {
			out[i], read = read[0], read[1:]
		}
	}
	return out
}
