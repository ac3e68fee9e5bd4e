//go:build unix

package pgembed

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
)

const (
	startPatience = 60 * time.Second // crash recovery after a long day included
	startAttempts = 40
)

// run starts the server and returns when the database can be used. Two failures
// pass by themselves and are tried again: the port was taken between choosing and
// using it, and processes of a killed server have not all noticed yet.
func (c *cluster) run() error {
	for attempt := 1; ; attempt++ {
		mark, err := c.log.Seek(0, io.SeekEnd)
		if err != nil {
			return err
		}
		err = c.launch()
		if err == nil {
			err = c.ready()
		}
		if err == nil {
			return nil
		}
		if c.process != nil {
			_ = c.stop()
		}
		said := c.logSince(mark)
		passing := strings.Contains(said, "could not bind") || strings.Contains(said, "is still in use") ||
			strings.Contains(said, "could not create any TCP/IP sockets")
		if !passing || attempt == startAttempts {
			return fmt.Errorf("%w\n%s", err, lastLines(said, 12))
		}
		c.ended = make(chan error, 1)
		time.Sleep(100 * time.Millisecond)
	}
}

func (c *cluster) logSince(mark int64) string {
	info, err := c.log.Stat()
	if err != nil || info.Size() <= mark {
		return ""
	}
	text := make([]byte, info.Size()-mark)
	n, _ := c.log.ReadAt(text, mark)
	return string(text[:n])
}

// launch starts the process on a port that is free now.
func (c *cluster) launch() error {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	c.port = listener.Addr().(*net.TCPAddr).Port
	if err := listener.Close(); err != nil {
		return err
	}
	attr, err := attributes(c.order.Root)
	if err != nil {
		return err
	}
	cmd := exec.Command(filepath.Join(c.order.Tree, "bin", "postgres"), c.arguments()...) //nolint:gosec // found by FindTree
	cmd.Dir, cmd.Env, cmd.SysProcAttr = "/", environment(), attr
	cmd.Stdout, cmd.Stderr = c.log, c.log
	if err := cmd.Start(); err != nil {
		return err
	}
	c.process = cmd.Process
	ended := c.ended
	go func() { ended <- cmd.Wait(); close(ended) }()
	return nil
}

func (c *cluster) arguments() []string {
	connections := c.order.MaxConnections
	if connections == 0 {
		connections = 100
	}
	settings := []string{
		"listen_addresses=127.0.0.1", "port=" + strconv.Itoa(c.port), "unix_socket_directories=",
		"max_connections=" + strconv.Itoa(connections), "password_encryption=scram-sha-256",
		"timezone=UTC", "log_timezone=UTC", "logging_collector=off", "jit=off",
		// One machine, no replica: less to write.
		"wal_level=minimal", "max_wal_senders=0",
	}
	if !c.order.Durable {
		settings = append(settings, "fsync=off", "synchronous_commit=off", "full_page_writes=off",
			"max_wal_size=1GB", "checkpoint_timeout=30min")
	}
	args := []string{"-D", c.path(clusterName)}
	for _, s := range settings {
		args = append(args, "-c", s)
	}
	return args
}

// ready polls until the server accepts connections, and makes the database.
func (c *cluster) ready() error {
	ctx, cancel := context.WithTimeoutCause(context.Background(), startPatience,
		fmt.Errorf("no connection within %s", startPatience))
	defer cancel()
	for {
		err := c.createDatabase(ctx)
		if err == nil {
			return nil
		}
		select {
		case ended := <-c.ended:
			c.process = nil
			return errors.Join(errors.New("PostgreSQL ended while starting"), ended)
		case <-ctx.Done():
			return errors.Join(context.Cause(ctx), err)
		case <-time.After(10 * time.Millisecond):
		}
	}
}

func (c *cluster) createDatabase(ctx context.Context) error {
	conn, err := pgx.Connect(ctx, connectionURL(c.port, c.password, "postgres"))
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(ctx) }()
	var exists bool
	err = conn.QueryRow(ctx, "select exists (select from pg_database where datname = $1)", database).Scan(&exists)
	if err != nil || exists {
		return err
	}
	_, err = conn.Exec(ctx, "create database "+pgx.Identifier{database}.Sanitize())
	return err
}
