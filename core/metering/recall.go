package metering

import (
	"container/list"
	"sync"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
)

// recallBytes is the most that a service remembers: a year of some ten large operations.
const recallBytes = 32 << 20

// recall remembers what was read of rollups. What it holds is named by the state of its
// month, which every question reads anew, so that a rewritten month is never answered
// from memory; losing it costs time only. What is used least goes first. What it gives
// is shared: nobody may change it.
type recall struct {
	mu      sync.Mutex
	entries map[recallKey]*list.Element
	order   *list.List // the latest used first
	bytes   int
	limit   int
}

// recallKey names what is remembered. About is what else it depends on.
type recallKey struct {
	operationID id.ID
	state       MonthState
	kind        recallKind
	nature      Nature
	about       string
}

type recallKind uint8

const (
	recallSums recallKind = iota
	recallTotals
	recallDays
	recallPairs
	recallRoster
	recallNames
)

type recalled struct {
	key   recallKey
	value any
	bytes int
}

func newRecall(limit int) *recall {
	return &recall{entries: map[recallKey]*list.Element{}, order: list.New(), limit: limit}
}

func (r *recall) get(key recallKey) (value any, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	e, ok := r.entries[key]
	if !ok {
		return nil, false
	}
	r.order.MoveToFront(e)
	return e.Value.(*recalled).value, true
}

// keep remembers a value of about so many bytes, and forgets others for it.
func (r *recall) keep(key recallKey, value any, bytes int) {
	const overhead = 256
	bytes += overhead + len(key.about)
	if bytes > r.limit/4 {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if e, ok := r.entries[key]; ok {
		r.drop(e)
	}
	r.entries[key] = r.order.PushFront(&recalled{key, value, bytes})
	for r.bytes += bytes; r.bytes > r.limit; {
		r.drop(r.order.Back())
	}
}

func (r *recall) drop(e *list.Element) {
	one := r.order.Remove(e).(*recalled)
	delete(r.entries, one.key)
	r.bytes -= one.bytes
}

// states are the months whose state a question has read; none = nothing is remembered.
type states []MonthState

// of is the state of a month; ok is false where it was not read. A month without
// version has no rollups.
func (s states) of(m civil.Month) (state MonthState, ok bool) {
	if len(s) == 0 || m < s[0].Month || m > s[len(s)-1].Month {
		return MonthState{}, false
	}
	state = s[m-s[0].Month]
	return state, true
}

// statesOf puts what was read beside those months that have no rollups; months are
// consecutive and ascending, as is read.
func statesOf(months []civil.Month, read []MonthState) states {
	out := make(states, len(months))
	for i, m := range months {
		if out[i].Month = m; len(read) > 0 && read[0].Month == m {
			out[i], read = read[0], read[1:]
		}
	}
	return out
}
