package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"path/filepath"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/openpmo/pmo/adapters/httpapi"
	"github.com/openpmo/pmo/adapters/httpapi/transport"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/opa"
	"github.com/openpmo/pmo/adapters/password"
	"github.com/openpmo/pmo/adapters/pgembed"
	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/cmd/server/app/config"
	"github.com/openpmo/pmo/cmd/server/app/demo"
	"github.com/openpmo/pmo/core/policy"
)

// Options are what a test or the command line gives beside the settings.
type Options struct {
	Log *slog.Logger
	Out io.Writer        // for people: address and accounts
	Now func() time.Time // nil = the machine's clock
	// SmallDemo makes the demo of fewer sites and months, for tests.
	SmallDemo bool
	// Passwords is how much work their hashes are; the zero value is password.Default.
	Passwords password.Params
	// Decider, when set, stands before the policy's, for tests that watch what is asked.
	Decider func(policy.Decider) policy.Decider
	// Queries, when set, is told of every statement, for tests that watch who asks the database.
	Queries pgx.QueryTracer
}

// Config is the settings of a server.
type Config = config.Config

// App is a whole server, built but not yet listening.
type App struct {
	config   config.Config
	log      *slog.Logger
	out      io.Writer
	now      func() time.Time
	demo     *demo.Demo
	watch    func(policy.Decider) policy.Decider // before the policy, or nil
	queries  pgx.QueryTracer                     // told of every statement, or nil
	hashes   password.Params
	pg       *embedded // nil = the database is elsewhere
	db       *postgres.DB
	Handler  http.Handler
	Services httpapi.Services

	wiring   *wiring
	draining atomic.Bool
	begun    time.Time // when it was told to start
	metrics  *transport.Metrics
	full     fullDisk
	closers  []func()
}

// Start connects, migrates and builds everything. Close gives it all back.
func Start(ctx context.Context, c config.Config, o Options) (_ *App, err error) {
	a := &App{begun: time.Now(), config: c, log: o.Log, out: o.Out, now: o.Now, watch: o.Decider, queries: o.Queries, hashes: cmp.Or(o.Passwords, password.Default), metrics: transport.NewMetrics()}
	if a.log == nil {
		a.log = slog.New(slog.DiscardHandler)
	}
	if a.out == nil {
		a.out = io.Discard
	}
	if a.now == nil {
		a.now = time.Now
	}
	if machine := a.now; c.DemoAhead > 0 {
		a.now = func() time.Time { return machine().AddDate(0, 0, c.DemoAhead) }
	}
	clock := demo.NewClock(a.now)
	a.now = clock.Now
	a.demo = &demo.Demo{Services: &a.Services, Clock: clock, Until: c.DemoUntil, Small: o.SmallDemo}
	defer func() {
		if err != nil {
			a.Close()
		}
	}()
	deciders := meanwhile(func() (*opa.Decider, error) { return opa.New(ctx) })
	if err := a.openDatabase(ctx); err != nil {
		return nil, err
	}
	decider, err := deciders()
	if err != nil {
		return nil, fmt.Errorf("policy: %w", err)
	}
	if err := a.wire(ctx, decider); err != nil {
		return nil, err
	}
	return a, nil
}

// meanwhile begins to make something; what it returns waits for it.
func meanwhile[T any](produce func() (T, error)) func() (T, error) {
	type made struct {
		it  T
		err error
	}
	done := make(chan made, 1)
	go func() {
		it, err := produce()
		done <- made{it, err}
	}()
	return func() (T, error) {
		m := <-done
		return m.it, m.err
	}
}

func (a *App) openDatabase(ctx context.Context) (err error) {
	url := a.config.DatabaseURL
	if a.config.Embedded {
		a.pg, err = startEmbedded(ctx, pgembed.Options{DataDir: filepath.Join(a.config.DataDir, "postgres"), Durable: true, Log: a.log})
		if err != nil {
			return err
		}
		a.closers = append(a.closers, a.pg.stop)
		url = a.pg.url()
	}
	a.db, err = postgres.Open(ctx, url, postgres.Options{RequestID: request.ID, Now: a.now, Tracer: a.queries})
	if err != nil {
		return err
	}
	a.demo.DB = a.db
	a.closers = append(a.closers, a.db.Close)
	if a.pg != nil {
		a.pg.keep(a.db.Move)
	}
	if err = a.db.Migrate(ctx); errors.Is(err, postgres.ErrBeforeRelease) {
		return fmt.Errorf("%w. %s", err, beginAnew(a.config))
	}
	return err
}

// beginAnew says what to do with a database that this version can do nothing with
// (postgres.ErrBeforeRelease): keep it, and begin with a new one.
func beginAnew(c config.Config) string {
	if c.Embedded {
		return fmt.Sprintf("Put the data folder aside and start again the same way (make run), which makes a new one: mv %q %q", c.DataDir, c.DataDir+"-before")
	}
	return `Make a new database, name it in PMO_DATABASE_URL and start again: psql "$PMO_DATABASE_URL" -c 'create database pmo_new'`
}

// Close gives back what Start took, last first.
func (a *App) Close() {
	for i := len(a.closers) - 1; i >= 0; i-- {
		a.closers[i]()
	}
	a.closers = nil
}

// StartJobs begins to work on jobs, for who serves Handler by themselves.
func (a *App) StartJobs(ctx context.Context) error {
	a.closers = append(a.closers, func() { _ = a.stopJobs(context.WithoutCancel(ctx)) })
	a.demo.Working = true
	return a.wiring.jobs.Start(ctx)
}

// begin works on jobs and prepares what is served.
func (a *App) begin(ctx context.Context) error {
	if err := a.wiring.jobs.Start(ctx); err != nil {
		return err
	}
	a.demo.Working = true
	return a.prepare(ctx)
}

// prepare loads the demo, or says how to begin in an empty database.
func (a *App) prepare(ctx context.Context) error {
	if a.config.Demo {
		start := time.Now()
		made, err := a.Demo(ctx)
		if err != nil {
			return fmt.Errorf("demo: %w", err)
		}
		if made {
			fmt.Fprintf(a.out, "Demo data loaded in %.1f s.\n", time.Since(start).Seconds())
		}
		return nil
	}
	return a.firstAdmin(ctx)
}

// greet tells a person where to go.
func (a *App) greet(_ context.Context, addr string) {
	base := a.config.PublicURL
	if a.config.Addr != addr && base == "http://"+a.config.Addr {
		base = "http://" + addr
	}
	fmt.Fprintf(a.out, "\npmo %s is running, started in %.1f s.\n\n  Application   %s/pmo\n  Back-office   %s/admin\n  API           %s/api/docs\n", Version, time.Since(a.begun).Seconds(), base, base, base)
	if a.config.Demo {
		fmt.Fprintf(a.out, "\n  Demo accounts, password %s:\n", demo.Password)
		for _, account := range demo.Accounts {
			fmt.Fprintf(a.out, "    %-24s %s\n", account.Email, account.Hint)
		}
	}
	fmt.Fprintln(a.out, "\n  Ctrl-C ends it.")
}

// Demo makes the demo data, or brings them up to yesterday. It reports whether it made them.
func (a *App) Demo(ctx context.Context) (made bool, err error) { return a.demo.Load(ctx) }
