// Command containers runs a command with a PostgreSQL in a container of its own, named
// by PMO_TEST_DATABASE_URL: one of the ways to give the tests their database. It is a
// module apart, so that what it needs is no dependency of pmo.
//
//	cd tools/containers && go run . -C ../.. -- go test ./...
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"time"

	"github.com/testcontainers/testcontainers-go"
	"github.com/testcontainers/testcontainers-go/modules/postgres"
)

// readyFor is how long an image may take to come and start.
const readyFor = 5 * time.Minute

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	image := flag.String("image", "postgres:18", "image of PostgreSQL 15 or later")
	folder := flag.String("C", "", "folder to run the command in")
	flag.Parse()
	code, err := run(ctx, *image, *folder, flag.Args())
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "containers:", err)
	}
	os.Exit(code)
}

// run gives the exit code of the command, or 1 when it could not begin.
func run(ctx context.Context, image, folder string, args []string) (code int, err error) {
	if len(args) == 0 {
		return 2, errors.New("no command is given")
	}
	container, err := start(ctx, image)
	if container != nil {
		defer func() { err = errors.Join(err, testcontainers.TerminateContainer(container)) }()
	}
	if err != nil {
		return 1, err
	}
	url, err := container.ConnectionString(ctx, "sslmode=disable")
	if err != nil {
		return 1, err
	}
	command := exec.CommandContext(ctx, args[0], args[1:]...)
	command.Dir, command.Stdin, command.Stdout, command.Stderr = folder, os.Stdin, os.Stdout, os.Stderr
	command.Env = append(os.Environ(), "PMO_TEST_DATABASE_URL="+url)
	command.Cancel = func() error { return command.Process.Signal(syscall.SIGTERM) }
	command.WaitDelay = 30 * time.Second
	var ended *exec.ExitError
	if err := command.Run(); errors.As(err, &ended) {
		return ended.ExitCode(), nil
	} else if err != nil {
		return 1, err
	}
	return 0, nil
}

// start runs a server that forgets all it holds: it need not wait for its disk.
// Databases sort by bytes, as pmo's do.
func start(ctx context.Context, image string) (*postgres.PostgresContainer, error) {
	ctx, cancel := context.WithTimeout(ctx, readyFor)
	defer cancel()
	return postgres.Run(ctx, image,
		postgres.WithUsername("pmo"), postgres.WithPassword("pmo"), postgres.WithDatabase("postgres"),
		testcontainers.WithEnv(map[string]string{"POSTGRES_INITDB_ARGS": "--locale=C --encoding=UTF8"}),
		testcontainers.WithCmdArgs("-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off", "-c", "max_connections=300"),
		postgres.BasicWaitStrategies())
}
