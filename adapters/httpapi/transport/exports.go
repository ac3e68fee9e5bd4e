package transport

import (
	"context"
	"sync"
	"time"

	"github.com/openpmo/pmo/adapters/httpapi/transport/problem"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
)

// How many files this process makes at once: for one person, of one operation, in all. Who
// comes on top waits a moment. A file holds at most the rows of twelve months, and is made
// within answerWithin; one that is sent as it is made goes on as long as it goes.
const (
	exportsOfOne  = 2
	exportsInAll  = 6
	exportPatient = 10 * time.Second
)

var errExportTooMany = fault.New(fault.TooMany, "export.tooMany", fault.Int("max", "retryAfterSeconds")).With("max", exportsOfOne).With("retryAfterSeconds", problem.RetryAfter)

// exports counts the files that are being made.
type exports struct {
	mu      sync.Mutex
	running map[id.ID]int // by person and by operation: ids never meet
	all     int
	changed chan struct{} // closed when one ends
	patient time.Duration
}

func newExports() *exports {
	return &exports{running: map[id.ID]int{}, changed: make(chan struct{}), patient: exportPatient}
}

// enter waits for a place. Error: export.tooMany.
func (e *exports) enter(ctx context.Context, owners ...id.ID) (leave func(), err error) {
	patience := time.NewTimer(e.patient)
	defer patience.Stop()
	for {
		changed, ok := e.take(owners)
		if ok {
			return func() { e.leave(owners) }, nil
		}
		select {
		case <-changed:
		case <-patience.C:
			return nil, errExportTooMany
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// take takes a place, or says what to wait for.
func (e *exports) take(owners []id.ID) (changed <-chan struct{}, ok bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.all >= exportsInAll {
		return e.changed, false
	}
	for _, owner := range owners {
		if !owner.IsZero() && e.running[owner] >= exportsOfOne {
			return e.changed, false
		}
	}
	e.all++
	for _, owner := range owners {
		e.running[owner]++
	}
	return nil, true
}

func (e *exports) leave(owners []id.ID) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.all--
	for _, owner := range owners {
		if e.running[owner]--; e.running[owner] <= 0 {
			delete(e.running, owner)
		}
	}
	close(e.changed)
	e.changed = make(chan struct{})
}
