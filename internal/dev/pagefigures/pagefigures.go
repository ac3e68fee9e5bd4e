// Package pagefigures measures how long the lists of an operation take to open in Chromium, and what a
// perimeter file of many rows takes: figures of make bench that have no rival.
package pagefigures

import (
	"context"
	_ "embed"
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

// longer makes the demo's largest operation as long as five years make it.
//
//go:embed fill.sql
var longer string

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
	if err := execute(ctx, address.String(), longer); err != nil {
		return err
	}
	figures := exec.CommandContext(ctx, "node", script, "http://"+addr, folder+"/chromium")
	figures.Stdout, figures.Stderr = out, os.Stderr
	if err := figures.Run(); err != nil {
		return err
	}
	if err := tellPerimeters(out, "http://"+addr, server.Process.Pid); err != nil {
		return err
	}
	many := exec.CommandContext(ctx, "node", script, "http://"+addr, folder+"/chromium", "many")
	many.Stdout, many.Stderr = out, os.Stderr
	return many.Run()
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

func execute(ctx context.Context, address, sql string) error {
	db, err := pgxpool.New(ctx, address)
	if err != nil {
		return err
	}
	defer db.Close()
	_, err = db.Exec(ctx, sql)
	return err
}
