package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"runtime/debug"
	"time"
)

// How long stopping takes at most: drain-seconds, then what is under way, then the jobs.
// Together less than the thirty seconds that supervisors give.
const (
	requestPatience = 8 * time.Second
	jobPatience     = 10 * time.Second
)

// errDatabaseEnded makes whoever runs this process look at it.
var errDatabaseEnded = errors.New("the embedded PostgreSQL ends by itself again and again, or does not start any more; see its log in the data folder")

// Serve answers requests and works on jobs until ctx ends, then drains: not ready,
// no new requests, jobs, pool, embedded PostgreSQL. Error: a listener that fails, or an
// embedded database that cannot be kept running.
func (a *App) Serve(ctx context.Context) error {
	listener, err := net.Listen("tcp", a.config.Addr)
	if err != nil {
		return err
	}
	server := a.server(a.Handler)
	failed := make(chan error, 2)
	serve := func() { failed <- server.Serve(listener) }
	closeMetrics, err := a.serveMetrics(failed)
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	defer closeMetrics()
	if !a.config.Demo { // nobody is to see half of a demo; else requests need not wait for jobs
		go serve()
	}
	if err := a.begin(ctx); err != nil {
		_, _ = server.Close(), listener.Close()
		return errors.Join(err, a.stopJobs(ctx))
	}
	if a.config.Demo {
		go serve()
	}
	for _, text := range a.config.Weaknesses() {
		a.log.Warn(text)
	}
	a.greet(ctx, listener.Addr().String())
	go debug.FreeOSMemory() // what only starting needed: the contract, the policies
	return a.wait(ctx, server, failed)
}

// wait holds until the process is told to stop or cannot go on, and stops it.
func (a *App) wait(ctx context.Context, server *http.Server, failed <-chan error) error {
	var ended error
	select {
	case err := <-failed:
		return errors.Join(err, a.stopJobs(ctx))
	case <-ctx.Done():
	case <-a.databaseGone():
		ended = errDatabaseEnded
	}
	a.draining.Store(true)
	if ended == nil && !a.config.Embedded {
		time.Sleep(time.Duration(a.config.DrainSeconds) * time.Second) // load balancers ask /readyz meanwhile
	}
	a.closeRequests(ctx, server)
	if err := a.stopJobs(ctx); err != nil {
		a.log.Warn("jobs were cut off; they are tried again", slog.String("error", err.Error()))
	}
	return ended
}

// closeRequests answers what is under way, and cuts off what does not end: who holds a
// connection open must not keep a process from ending well.
func (a *App) closeRequests(ctx context.Context, server *http.Server) {
	patience, cancel := context.WithTimeout(context.WithoutCancel(ctx), requestPatience)
	defer cancel()
	if err := server.Shutdown(patience); err != nil {
		a.log.Warn("some requests were cut off", slog.String("error", err.Error()))
		_ = server.Close()
	}
}

func (a *App) server(handler http.Handler) *http.Server {
	return &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute,
		MaxHeaderBytes: 64 << 10, ErrorLog: slog.NewLogLogger(a.log.Handler(), slog.LevelWarn)}
}

// serveMetrics answers /metrics on an address of its own, when there is one.
func (a *App) serveMetrics(failed chan<- error) (stop func(), err error) {
	if a.config.MetricsAddr == "" {
		return func() {}, nil
	}
	listener, err := net.Listen("tcp", a.config.MetricsAddr)
	if err != nil {
		return nil, fmt.Errorf("metrics-addr: %w", err)
	}
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", a.metrics.Handler())
	server := a.server(mux)
	go func() {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			failed <- err
		}
	}()
	return func() { _ = server.Close() }, nil
}

// Work works on jobs only, until ctx ends. Error: an embedded database that cannot be kept
// running.
func (a *App) Work(ctx context.Context) error {
	if err := a.wiring.jobs.Start(ctx); err != nil {
		return err
	}
	var ended error
	select {
	case <-ctx.Done():
	case <-a.databaseGone():
		ended = errDatabaseEnded
	}
	return errors.Join(ended, a.stopJobs(ctx))
}

func (a *App) stopJobs(ctx context.Context) error {
	patience, cancel := context.WithTimeout(context.WithoutCancel(ctx), jobPatience)
	defer cancel()
	return a.wiring.jobs.Stop(patience)
}

// databaseGone is closed when an embedded database is given up.
func (a *App) databaseGone() <-chan struct{} {
	if a.pg == nil {
		return nil
	}
	return a.pg.lost
}
