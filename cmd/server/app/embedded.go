package app

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/openpmo/pmo/adapters/pgembed"
)

// embedded keeps the PostgreSQL of a data folder running: one that ends by itself is started
// again, and recovers what was committed. Meanwhile requests are answered 503 and /readyz says
// why.
type embedded struct {
	options pgembed.Options
	server  *pgembed.Server
	ctx     context.Context //nolint:containedctx // its end is that of the whole server
	cancel  context.CancelFunc
	keeping sync.WaitGroup
	lost    chan struct{} // closed when the database is given up
}

const (
	// mostEnds in recentEnds are too many: something is wrong that a start does not mend.
	mostEnds   = 5
	recentEnds = 10 * time.Minute
	// mostStarts fail before the database is given up.
	mostStarts  = 5
	firstPause  = time.Second / 2
	longestWait = 10 * time.Second
)

func startEmbedded(ctx context.Context, o pgembed.Options) (*embedded, error) {
	server, err := pgembed.Start(ctx, o)
	if err != nil {
		return nil, err
	}
	e := &embedded{options: o, server: server, lost: make(chan struct{})}
	e.ctx, e.cancel = context.WithCancel(context.WithoutCancel(ctx))
	return e, nil
}

func (e *embedded) url() string { return e.server.URL() }

// keep has the database started again when it ends, and says where it is then, until stop.
func (e *embedded) keep(moved func(url string) error) {
	e.keeping.Go(func() { e.watch(moved) })
}

func (e *embedded) watch(moved func(url string) error) {
	var ends []time.Time
	for {
		select {
		case <-e.ctx.Done():
			return
		case <-e.server.Done():
		}
		if e.ctx.Err() != nil {
			return
		}
		now := time.Now()
		for len(ends) > 0 && now.Sub(ends[0]) > recentEnds {
			ends = ends[1:]
		}
		if ends = append(ends, now); len(ends) > mostEnds {
			close(e.lost)
			return
		}
		e.options.Log.Error("the embedded PostgreSQL has ended by itself: starting it again", slog.Int("recently", len(ends)))
		if !e.again(moved) {
			if e.ctx.Err() == nil {
				close(e.lost)
			}
			return
		}
	}
}

// again starts the database, with longer and longer pauses; it reports whether it runs.
func (e *embedded) again(moved func(url string) error) bool {
	pause := firstPause
	for range mostStarts {
		select {
		case <-e.ctx.Done():
			return false
		case <-time.After(pause):
		}
		pause = min(2*pause, longestWait)
		server, err := pgembed.Start(e.ctx, e.options)
		if err == nil {
			e.server = server
			if err = moved(server.URL()); err == nil {
				e.options.Log.Info("the embedded PostgreSQL runs again")
				return true
			}
			_ = server.Stop()
		}
		e.options.Log.Error("the embedded PostgreSQL does not start", slog.String("error", err.Error()))
	}
	return false
}

// stop ends the database.
func (e *embedded) stop() {
	e.cancel()
	e.keeping.Wait()
	_ = e.server.Stop()
}
