//go:build unix

package pgembed

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"syscall"
	"time"
)

const (
	superviseArg = "pg-supervise"
	stopPatience = 30 * time.Second
)

// MaybeSupervise turns this process into the supervisor of a PostgreSQL when it
// was started as one, and never returns then. It does nothing otherwise.
func MaybeSupervise() {
	if len(os.Args) != 3 || os.Args[1] != superviseArg {
		return
	}
	// PostgreSQL is bound to the life of this thread (see dieWithParent).
	runtime.LockOSThread()
	// The program may be gone before it reads our line, and a terminal's signals are
	// for the program. Caught, not ignored: PostgreSQL would inherit the latter.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE, syscall.SIGINT, syscall.SIGHUP)
	if err := supervise(os.Args[2], os.Stdin, os.Stdout); err != nil {
		os.Exit(1)
	}
	os.Exit(0)
}

func supervise(text string, in io.Reader, out *os.File) error {
	var o order
	err := json.Unmarshal([]byte(text), &o)
	// Whatever comes, the end of standard input means: nobody needs us any more.
	gone := make(chan struct{})
	go func() {
		_, _ = io.Copy(io.Discard, in)
		close(gone)
	}()
	lines := json.NewEncoder(out)
	var c *cluster
	if err == nil {
		c, err = openCluster(o, gone, func() { _ = lines.Encode(report{Waiting: true}) })
	}
	if err == nil {
		defer c.close()
		err = c.run()
	}
	r := report{}
	if err != nil {
		r.Error = err.Error()
	} else {
		r.Port, r.Password = c.port, c.password
	}
	_ = lines.Encode(r)
	_ = out.Close()
	if err != nil {
		return err
	}
	return c.wait(gone)
}

// wait holds until nobody needs PostgreSQL, then stops it; or until it ends by itself.
func (c *cluster) wait(gone <-chan struct{}) error {
	term := make(chan os.Signal, 1)
	signal.Notify(term, syscall.SIGTERM)
	select {
	case err := <-c.ended:
		return errors.Join(errors.New("PostgreSQL ended by itself"), err)
	case <-gone:
	case <-term:
	}
	return c.stop()
}

// stop asks for a fast shutdown (sessions are ended, everything is written), then
// for an immediate one, then does not ask.
func (c *cluster) stop() error {
	for _, step := range []struct {
		sign     syscall.Signal
		patience time.Duration
	}{{syscall.SIGINT, stopPatience}, {syscall.SIGQUIT, 5 * time.Second}, {syscall.SIGKILL, 2 * time.Second}} {
		_ = c.process.Signal(step.sign)
		select {
		case <-c.ended: //nolint:errcheck // however it ended, it has
			return nil
		case <-time.After(step.patience):
		}
	}
	return fmt.Errorf("PostgreSQL (process %d) does not stop", c.process.Pid)
}

func (c *cluster) close() {
	if c.log != nil {
		_ = c.log.Close()
	}
	if c.order.Throwaway {
		_ = os.RemoveAll(c.order.DataDir)
	}
	if c.lock != nil {
		_ = c.lock.Close()
	}
}

func (c *cluster) path(name string) string { return filepath.Join(c.order.DataDir, name) }
