package monthly

import (
	"container/list"
	"sync"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
)

// cacheBytes is the most that a service remembers: a year of some ten large operations.
const cacheBytes = 32 << 20

// cache remembers what was read of rollups. What it holds is named by the state of its
// month, which every question reads anew, so that a rewritten month is never answered
// from memory; losing it costs time only. What is used least goes first. What it gives
// is shared: nobody may change it.
type cache struct {
	mu      sync.Mutex
	entries map[cacheKey]*list.Element
	order   *list.List // the latest used first
	bytes   int
	limit   int
}

// cacheKey names what is remembered. About is what else it depends on.
type cacheKey struct {
	operationID id.ID
	state       metering.MonthState
	kind        cacheKind
	nature      metering.Nature
	about       string
}

type cacheKind uint8

const (
	recallSums cacheKind = iota
	recallTotals
	recallDays
	recallPairs
	recallRoster
	recallNames
)

type cached struct {
	key   cacheKey
	value any
	bytes int
}

func newCache(limit int) *cache {
	return &cache{entries: map[cacheKey]*list.Element{}, order: list.New(), limit: limit}
}

func (r *cache) get(key cacheKey) (value any, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	e, ok := r.entries[key]
	if !ok {
		return nil, false
	}
	r.order.MoveToFront(e)
	return e.Value.(*cached).value, true
}

// keep remembers a value of about so many bytes, and forgets others for it.
func (r *cache) keep(key cacheKey, value any, bytes int) {
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
	r.entries[key] = r.order.PushFront(&cached{key, value, bytes})
	for r.bytes += bytes; r.bytes > r.limit; {
		r.drop(r.order.Back())
	}
}

func (r *cache) drop(e *list.Element) {
	one := r.order.Remove(e).(*cached)
	delete(r.entries, one.key)
	r.bytes -= one.bytes
}

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
