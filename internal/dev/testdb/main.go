// Command testdb runs another command beside a throw-away PostgreSQL:
//
//	go run ./internal/dev/testdb -- go test ./...
//
// The command finds it in PMO_TEST_DATABASE_URL. When that is set already the
// command is just run. The exit code is the command's.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"syscall"

	"github.com/openpmo/pmo/adapters/pgembed"
)

const variable = "PMO_TEST_DATABASE_URL"

// thrownAway says that the server ends with the command, so that tests may leave databases on it for one another.
const thrownAway = "PMO_TEST_DATABASE_THROWN_AWAY"

func main() {
	pgembed.MaybeSupervise()
	args := os.Args[1:]
	if len(args) > 0 && args[0] == "--" {
		args = args[1:]
	}
	if len(args) == 0 {
		fmt.Fprintln(os.Stderr, "usage: testdb -- command [argument…]")
		os.Exit(2)
	}
	code, err := run(args)
	if err != nil {
		fmt.Fprintln(os.Stderr, "testdb:", err)
	}
	os.Exit(code)
}

// run is the command's exit code; the error is why it could not be run at all.
func run(args []string) (int, error) {
	// The terminal signals the command too; here they only must not end us before it.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	env := os.Environ()
	if os.Getenv(variable) == "" {
		server, err := pgembed.Start(ctx, pgembed.Options{MaxConnections: 200})
		if err != nil {
			return 1, err
		}
		defer func() { _ = server.Stop() }()
		env = append(env, variable+"="+server.URL(), thrownAway+"=1")
	}
	cmd := exec.CommandContext(ctx, args[0], args[1:]...) //nolint:gosec // what the caller typed
	cmd.Env, cmd.Stdin, cmd.Stdout, cmd.Stderr = env, os.Stdin, os.Stdout, os.Stderr
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	err := cmd.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return max(exit.ExitCode(), 1), nil
	}
	if err != nil {
		return 127, err
	}
	return 0, nil
}
