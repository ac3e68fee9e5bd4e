package contract

import (
	"context"
	"io"
	"net/http"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/openpmo/pmo/adapters/httpapi/transport/problem"
)

// What bodies of requests may take of this process together. A body read as values takes up
// to fifty times its size, so that few large ones are read at once and the others wait.
const (
	heldBodies   = 48 << 20 // bytes of bodies in memory
	largeBody    = 32 << 10 // from here on a body waits for its turn
	largeAtOnce  = 2
	largeWaiting = 5 * time.Second
)

// Loads counts what requests hold of this process.
type Loads struct {
	held  atomic.Int64
	large *semaphore.Weighted
}

func NewLoads() *Loads { return &Loads{large: semaphore.NewWeighted(largeAtOnce)} }

// enter waits until a body of that size may be read as values. Error: server.busy.
func (l *Loads) enter(ctx context.Context, size int) (leave func(), err error) {
	if size < largeBody {
		return func() {}, nil
	}
	patient, cancel := context.WithTimeout(ctx, largeWaiting)
	defer cancel()
	if l.large.Acquire(patient, 1) != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, problem.ErrBusy
	}
	return func() { l.large.Release(1) }, nil
}

// Keep counts a body by what of it has come, not by what it says to be: who sends slowly
// holds little. Errors of its reader: server.busy. What it returns gives back.
func (l *Loads) Keep(r *http.Request) (release func()) {
	k := &keeper{ReadCloser: r.Body, loads: l}
	r.Body = k
	return func() { l.held.Add(-k.taken) }
}

type keeper struct {
	io.ReadCloser
	loads *Loads
	taken int64
}

func (k *keeper) Read(p []byte) (int, error) {
	n, err := k.ReadCloser.Read(p)
	k.taken += int64(n)
	if k.loads.held.Add(int64(n)) > heldBodies {
		return 0, problem.ErrBusy
	}
	return n, err
}
