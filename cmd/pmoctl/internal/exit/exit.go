// Package exit says how a command ends: which error leaves which exit code.
package exit

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/openpmo/pmo/sdk/go/pmo"
)

// The exit codes, the same as in `pmoctl help exit-codes`.
const (
	OK      = 0
	Failed  = 1 // refused by the server, or it could not be reached
	Usage   = 2 // the command line is wrong, or the person said no
	Auth    = 4 // not signed in, or no longer
	Partial = 8 // still going on, or some items failed
)

type coded struct {
	code int
	err  error
}

func (c *coded) Error() string { return c.err.Error() }
func (c *coded) Unwrap() error { return c.err }

// Usagef is an error of the command line.
func Usagef(format string, args ...any) error { return &coded{Usage, fmt.Errorf(format, args...)} }

// AsUsage makes an error one of the command line; nil stays nil.
func AsUsage(err error) error {
	if err == nil {
		return nil
	}
	return &coded{Usage, err}
}

// Authf is an error of who asks.
func Authf(format string, args ...any) error { return &coded{Auth, fmt.Errorf(format, args...)} }

// Partialf ends a command whose work is not finished, or not all done.
func Partialf(format string, args ...any) error { return &coded{Partial, fmt.Errorf(format, args...)} }

// Cancelled ends a command that the person stopped.
var Cancelled = &coded{Usage, errors.New("cancelled, nothing was done")}

// IsUsage reports whether the command line is to blame, so that the help is worth naming.
func IsUsage(err error) bool {
	return Code(err) == Usage && !errors.Is(err, Cancelled) && !errors.Is(err, context.Canceled)
}

// Code is the exit code of an error.
func Code(err error) int {
	var c *coded
	switch {
	case err == nil:
		return OK
	case errors.As(err, &c):
		return c.code
	case errors.Is(err, context.Canceled):
		return Usage
	case pmo.StatusOf(err) == http.StatusUnauthorized:
		return Auth
	}
	return Failed
}
