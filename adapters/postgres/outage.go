package postgres

import (
	"context"
	"errors"
	"io"
	"net"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/openpmo/pmo/core/fault"
)

// What a database lacks. Nothing was changed: its transaction is gone with it.
var (
	errDatabaseUnavailable = fault.New(fault.Unavailable, "database.unavailable", fault.Int("retryAfterSeconds")).With("retryAfterSeconds", 5)
	errDatabaseTooSlow     = fault.New(fault.Unavailable, "database.tooSlow", fault.Int("retryAfterSeconds")).With("retryAfterSeconds", 10)
	// ErrStorageFull is a disk, of the database or of the server, without room.
	ErrStorageFull = fault.New(fault.Unavailable, "storage.full", fault.Int("retryAfterSeconds")).With("retryAfterSeconds", 60)
)

const (
	codeDiskFull      = "53100"
	codeQueryCanceled = "57014" // by the statement timeout: a caller who goes cancels otherwise
)

// Outage is the fault that an error of the database is when nothing is wrong with the
// request: it is away, too slow, or full. Nil for every other error.
func (db *DB) Outage(err error) *fault.Error {
	var pg *pgconn.PgError
	var connect *pgconn.ConnectError
	var network *net.OpError
	switch {
	case errors.As(err, &pg):
		return outageOf(pg.Code)
	case errors.As(err, &connect), errors.Is(err, pgconn.ErrConnClosed):
		return errDatabaseUnavailable
	case errors.As(err, &network), errors.Is(err, io.ErrUnexpectedEOF):
		// Some connection broke: of the database, when it does not answer either.
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		if db.Ping(ctx) != nil {
			return errDatabaseUnavailable
		}
	}
	return nil
}

func outageOf(code string) *fault.Error {
	switch {
	case code == codeDiskFull:
		return ErrStorageFull
	case code == codeQueryCanceled:
		return errDatabaseTooSlow
	case strings.HasPrefix(code, "08"), strings.HasPrefix(code, "53"), strings.HasPrefix(code, "57P"):
		return errDatabaseUnavailable
	}
	return nil
}
