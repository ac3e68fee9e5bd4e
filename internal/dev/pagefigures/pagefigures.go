// Package pagefigures measures how long the lists of an operation take to open in Chromium: the page
// figures of make bench.
package pagefigures

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// The operation is the demo's largest, with invoices added.
const (
	sites    = 200
	invoices = 2_000
)

// script opens the lists, from the root of the tree.
const script = "webapp/e2e/pageFigures.mjs"

// Server is the program that answers, and what surrounds it.
type Server struct {
	Path string
	// Env names the database of an address.
	Env func(databaseURL string) []string
}

// Tell makes a database beside that of the address, has the demo put into it, adds invoices, and
// writes a line for each list to out. Folder takes the browser.
func Tell(ctx context.Context, out io.Writer, s Server, databaseURL, folder string) error {
	if _, err := os.Stat(script); err != nil {
		return fmt.Errorf("run from the root of the tree: %w", err)
	}
	address, err := url.Parse(databaseURL)
	if err != nil {
		return err
	}
	if err := execute(ctx, databaseURL, "create database pages"); err != nil {
		return err
	}
	address.Path = "/pages"
	listen, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	addr := listen.Addr().String()
	if err := listen.Close(); err != nil {
		return err
	}
	server := exec.Command(s.Path, "serve", "--demo", "--addr", addr) //nolint:gosec // built by us
	server.Env = s.Env(address.String())
	if err := server.Start(); err != nil {
		return err
	}
	defer func() { _ = errors.Join(server.Process.Signal(syscall.SIGTERM), server.Wait()) }()
	if err := ready(ctx, "http://"+addr+"/readyz"); err != nil {
		return err
	}
	if err := fill(ctx, address.String()); err != nil {
		return err
	}
	figures := exec.CommandContext(ctx, "node", script, "http://"+addr, folder+"/chromium")
	figures.Stdout, figures.Stderr = out, os.Stderr
	return figures.Run()
}

// ready waits for the demo, which takes its time.
func ready(ctx context.Context, address string) error {
	for start := time.Now(); time.Since(start) < 5*time.Minute && ctx.Err() == nil; time.Sleep(100 * time.Millisecond) {
		reply, err := http.Get(address) //nolint:gosec,noctx // our own server
		if err != nil {
			continue
		}
		_ = reply.Body.Close()
		if reply.StatusCode == http.StatusOK {
			return nil
		}
	}
	return errors.New("the server with the demo does not answer")
}

func execute(ctx context.Context, address, sql string, args ...any) error {
	db, err := pgxpool.New(ctx, address)
	if err != nil {
		return err
	}
	defer db.Close()
	_, err = db.Exec(ctx, sql, args...)
	return err
}

// fill copies invoices of the operation as drafts until there are as many as are looked at.
func fill(ctx context.Context, address string) error {
	err := execute(ctx, address, `insert into invoices (operation_id, id, type, status, payment_status, billing_entity_id, billable_entity_id, producer_id,
			period_from, period_to, payment_method, term_days, energy_milli_wh, net_cents, vat_cents, amount_cents, source_hash, created_at)
		select i.operation_id, gen_random_uuid(), i.type, 'DRAFT', i.payment_status, i.billing_entity_id, i.billable_entity_id, i.producer_id,
			i.period_from, i.period_to, i.payment_method, i.term_days, i.energy_milli_wh, i.net_cents, i.vat_cents, i.amount_cents, i.source_hash, now()
		from (select * from invoices where operation_id = (select id from operations where external_id = 'ACC00000002') order by id limit $1) i,
			generate_series(1, $2::int)`, sites, invoices/sites)
	return errors.Join(err, execute(ctx, address, "analyze"))
}
