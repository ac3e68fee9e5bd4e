//go:build !unix

package pgembed

import (
	"context"
	"errors"
	"log/slog"
)

// Options are those of the systems that Start works on.
type Options struct {
	DataDir        string
	Durable        bool
	MaxConnections int
	Log            *slog.Logger
}

// Server is never made here.
type Server struct{}

// Start refuses: the supervisor needs process groups and file locks of Unix.
func Start(context.Context, Options) (*Server, error) {
	return nil, errors.New("embedded PostgreSQL runs on Linux and macOS only: set PMO_DATABASE_URL to a PostgreSQL 15 or newer")
}

// MaybeSupervise does nothing where Start refuses.
func MaybeSupervise() {}

// URL of no server.
func (*Server) URL() string { return "" }

// Version of no server.
func (*Server) Version() string { return "" }

// Done of no server is never closed.
func (*Server) Done() <-chan struct{} { return nil }

// Stop has nothing to stop.
func (*Server) Stop() error { return nil }
