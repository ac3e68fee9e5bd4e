//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Lists of this size open in a browser: sites are those of the demo's largest operation.
const (
	pageSites    = 200
	pageInvoices = 2_000
)

// pages opens every list of an operation in Chromium, and tells how long each took from its address to
// its rows. The operation is the demo's, in a database of its own, with invoices added.
func pages(ctx context.Context, w *world, r *results) error {
	if _, err := os.Stat("webapp/e2e/pageFigures.mjs"); err != nil {
		return fmt.Errorf("run from the root of the tree: %w", err)
	}
	if _, err := w.db.Pool().Exec(ctx, "create database pages"); err != nil {
		return err
	}
	address, err := url.Parse(w.url)
	if err != nil {
		return err
	}
	address.Path = "/pages"
	p := w.program.on(address.String(), w.dir+"/pages")
	s, err := launchWithin(ctx, &http.Client{}, "/readyz", 4*time.Minute, func(addr string) *exec.Cmd {
		cmd := exec.Command(p.path, "serve", "--demo", "--addr", addr) //nolint:gosec // built by us
		cmd.Env = p.env
		return cmd
	})
	if err != nil {
		return err
	}
	defer s.stop()
	if err := fill(ctx, address.String()); err != nil {
		return err
	}
	figures := exec.CommandContext(ctx, "node", "webapp/e2e/pageFigures.mjs", s.base, w.dir+"/chromium")
	figures.Stdout, figures.Stderr = r.out, os.Stderr
	return figures.Run()
}

// fill copies a draft of the largest operation until it has as many as are looked at.
func fill(ctx context.Context, address string) error {
	db, err := pgxpool.New(ctx, address)
	if err != nil {
		return err
	}
	defer db.Close()
	var sites int
	err = db.QueryRow(ctx, "select count(*) from participants where operation_id = (select id from operations where external_id = 'ACC00000002')").Scan(&sites)
	if err == nil && sites < pageSites {
		err = fmt.Errorf("the demo has %d sites, not %d", sites, pageSites)
	}
	_, filled := db.Exec(ctx, `insert into invoices (operation_id, id, type, status, payment_status, billing_entity_id, billable_entity_id, producer_id,
			period_from, period_to, payment_method, term_days, energy_milli_wh, net_cents, vat_cents, amount_cents, source_hash, created_at)
		select i.operation_id, gen_random_uuid(), i.type, 'DRAFT', i.payment_status, i.billing_entity_id, i.billable_entity_id, i.producer_id,
			i.period_from, i.period_to, i.payment_method, i.term_days, i.energy_milli_wh, i.net_cents, i.vat_cents, i.amount_cents, i.source_hash, now()
		from (select * from invoices where operation_id = (select id from operations where external_id = 'ACC00000002') order by id limit 200) i,
			generate_series(1, $1::int)`, pageInvoices/200)
	if _, analyzed := db.Exec(ctx, "analyze"); filled == nil {
		filled = analyzed
	}
	return errors.Join(err, filled)
}
