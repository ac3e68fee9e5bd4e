//go:build unix

package pgembed

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Options says which cluster to run and how.
type Options struct {
	// DataDir holds the cluster, its password, its lock and its log. Empty: a
	// folder of its own that goes away with the server.
	DataDir string
	// Durable keeps what was committed through a crash of the machine. Without it
	// writes are several times faster: for tests only.
	Durable bool
	// MaxConnections of the server; 0 = 100.
	MaxConnections int
	// Log hears what was found and started; nil = silence.
	Log *slog.Logger

	root rootMode // tests choose; else it is found out
}

// Server is a running PostgreSQL.
type Server struct {
	url     string
	version string
	supply  io.Closer // the supervisor's standard input
	done    chan struct{}
	exit    error // set before done closes
	once    sync.Once
}

// order is what the supervisor is told, as JSON in its second argument.
type order struct {
	Tree           string   `json:"tree"`
	Major          int      `json:"major"`
	DataDir        string   `json:"dataDir"`
	Throwaway      bool     `json:"throwaway"`
	Durable        bool     `json:"durable"`
	MaxConnections int      `json:"maxConnections"`
	Root           rootMode `json:"root"`
}

// report is a line of the supervisor: that it waits, then what came of it.
type report struct {
	Waiting  bool   `json:"waiting,omitempty"` // for another that uses the data folder
	Port     int    `json:"port,omitempty"`
	Password string `json:"password,omitempty"`
	Error    string `json:"error,omitempty"`
}

// Start runs PostgreSQL and returns when it accepts connections and the database
// pmo exists in it. The cluster is made when the folder holds none, else the one
// in it is used. Errors say what to do: no programs found, folder in use by
// another process, cluster of another major version.
func Start(ctx context.Context, o Options) (*Server, error) {
	throwaway := o.DataDir == ""
	if throwaway {
		var parent string
		if !o.Durable {
			parent = inMemory()
		}
		dir, err := os.MkdirTemp(parent, "pmo-pg-")
		if err != nil {
			return nil, err
		}
		o.DataDir = dir
	}
	s, err := start(ctx, o, throwaway)
	if err != nil && throwaway {
		_ = os.RemoveAll(o.DataDir)
	}
	return s, err
}

func start(ctx context.Context, o Options, throwaway bool) (*Server, error) {
	log := o.Log
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	dir, err := filepath.Abs(o.DataDir)
	if err != nil {
		return nil, err
	}
	tree, err := FindTree(ctx)
	if err != nil {
		return nil, err
	}
	plan, err := planFor(ctx, tree, dir, o.root)
	if err != nil {
		return nil, err
	}
	log.Info("starting PostgreSQL", "version", tree.Version, "programs", plan.tree, "data", plan.dataDir, "mode", plan.root)
	s, err := spawn(ctx, log, order{
		Tree: plan.tree, Major: tree.Major, DataDir: plan.dataDir, Root: plan.root,
		Throwaway: throwaway, Durable: o.Durable, MaxConnections: max(o.MaxConnections, 0),
	})
	if err != nil {
		return nil, fmt.Errorf("embedded PostgreSQL %s: %w", tree.Version, err)
	}
	s.version = tree.Version
	if throwaway && plan.dataDir != dir {
		_ = os.RemoveAll(dir)
	}
	return s, nil
}

// spawn starts the supervisor and waits for its report.
func spawn(ctx context.Context, log *slog.Logger, o order) (*Server, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(o)
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(self, superviseArg, string(text)) //nolint:gosec // ourselves
	cmd.Dir = "/"
	// Its own process group: Ctrl-C in a terminal is for the program, which drains
	// its requests and then stops PostgreSQL.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	s := &Server{supply: in, done: make(chan struct{})}
	answer := make(chan report, 1)
	go func() {
		answer <- readReport(out, func() {
			log.Warn("another pmo-server uses the data folder: waiting for it to end", "data", o.DataDir, "seconds", lockPatience.Seconds())
		})
		s.exit = cmd.Wait()
		close(s.done)
	}()
	select {
	case r := <-answer:
		if r.Error != "" {
			_ = s.Stop()
			return nil, errors.New(r.Error)
		}
		s.url = connectionURL(r.Port, r.Password, database)
		return s, nil
	case <-ctx.Done():
		_ = s.Stop()
		return nil, context.Cause(ctx)
	}
}

func readReport(out io.Reader, waiting func()) report {
	lines := json.NewDecoder(out)
	var r report
	err := lines.Decode(&r)
	for err == nil && r.Waiting {
		waiting()
		r = report{}
		err = lines.Decode(&r)
	}
	if err != nil {
		r.Error = "the supervisor ended without a word: does main call pgembed.MaybeSupervise first?"
	}
	return r
}

func connectionURL(port int, password, name string) string {
	u := url.URL{
		Scheme: "postgres", User: url.UserPassword(superuser, password),
		Host: net.JoinHostPort("127.0.0.1", strconv.Itoa(port)), Path: "/" + name, RawQuery: "sslmode=disable",
	}
	return u.String()
}

// URL connects to the database pmo as the owner of the cluster.
func (s *Server) URL() string { return s.url }

// Version is that of the programs, as in 18.4.
func (s *Server) Version() string { return s.version }

// Done is closed when PostgreSQL has ended, asked or not.
func (s *Server) Done() <-chan struct{} { return s.done }

// Stop ends PostgreSQL in order and waits for it. More calls wait too.
func (s *Server) Stop() error {
	s.once.Do(func() { _ = s.supply.Close() })
	select {
	case <-s.done:
		return s.exit
	case <-time.After(stopPatience + 10*time.Second):
		return errors.New("embedded PostgreSQL does not stop")
	}
}

// lastLines is the end of a log, for an error message.
func lastLines(text string, n int) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return strings.Join(lines[max(0, len(lines)-n):], "\n")
}
