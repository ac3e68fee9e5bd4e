// Package app is the composition root: it reads the settings, builds every adapter
// and context once (wire.go, top to bottom), and runs them until it is told to stop.
package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/server/app/config"
	"github.com/openpmo/pmo/cmd/server/app/demo"
)

// Version is set at link time.
var Version = "0.1.0"

// errUsage marks what the caller can mend by other settings; exit code 2.
var errUsage = errors.New("settings")

// Main runs a command line and returns the exit code: 0 done, 1 failed, 2 wrong
// settings or arguments.
func Main(args []string, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	root := rootCommand(stdout, stderr)
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	switch {
	case err == nil:
		return 0
	case errors.Is(err, errUsage):
		fmt.Fprintln(stderr, "pmo-server:", err)
		return 2
	default:
		fmt.Fprintln(stderr, "pmo-server:", err)
		return 1
	}
}

func rootCommand(stdout, stderr io.Writer) *cobra.Command {
	root := &cobra.Command{
		Use:           "pmo-server",
		Short:         "Collective self-consumption and energy sharing: API, applications and jobs in one process",
		SilenceUsage:  true,
		SilenceErrors: true,
		Version:       Version,
	}
	config.AddFlags(root.PersistentFlags())
	run := func(fn func(context.Context, *App, []string) error) func(*cobra.Command, []string) error {
		return func(cmd *cobra.Command, args []string) error {
			settings, err := config.Read(cmd.Flags())
			if err != nil {
				return fmt.Errorf("%w: %w", errUsage, errors.Join(append([]error{err}, asErrors(config.Unread())...)...))
			}
			log := logger(settings, stderr)
			for _, text := range config.Unread() {
				log.Warn(text)
			}
			release, err := useScratch(settings.DataDir)
			if err != nil {
				return fmt.Errorf("the folder for temporary files: %w", err)
			}
			defer release()
			a, err := Start(cmd.Context(), settings, Options{Log: log, Out: stdout})
			if err != nil {
				return err
			}
			defer a.Close()
			return fn(cmd.Context(), a, args)
		}
	}
	root.AddCommand(
		&cobra.Command{Use: "serve", Short: "Serve the API and both applications, and work on jobs", Args: cobra.NoArgs,
			RunE: run(func(ctx context.Context, a *App, _ []string) error { return a.Serve(ctx) })},
		&cobra.Command{Use: "work", Short: "Only work on jobs", Args: cobra.NoArgs,
			RunE: run(func(ctx context.Context, a *App, _ []string) error { return a.Work(ctx) })},
		&cobra.Command{Use: "migrate", Short: "Bring the database up to this version, then end", Args: cobra.NoArgs,
			RunE: run(func(_ context.Context, _ *App, _ []string) error { return nil })},
		adminCommand(run),
		demo.FakeCommand(),
	)
	return root
}

// asErrors turns words into errors that say them.
func asErrors(texts []string) (errs []error) {
	for _, text := range texts {
		errs = append(errs, errors.New(text))
	}
	return errs
}

func adminCommand(run func(func(context.Context, *App, []string) error) func(*cobra.Command, []string) error) *cobra.Command {
	admin := &cobra.Command{Use: "admin", Short: "Accounts of the back-office"}
	admin.AddCommand(&cobra.Command{Use: "create EMAIL", Short: "Create a back-office account; its first password is printed once", Args: cobra.ExactArgs(1),
		RunE: run(func(ctx context.Context, a *App, args []string) error { return a.CreateAdmin(ctx, args[0]) })})
	admin.AddCommand(&cobra.Command{Use: "reset-second-factor EMAIL", Short: "Turn off the second factor of an account, for a lone administrator who lost the device", Args: cobra.ExactArgs(1),
		RunE: run(func(ctx context.Context, a *App, args []string) error { return a.ResetSecondFactor(ctx, args[0]) })})
	return admin
}

func logger(c config.Config, w io.Writer) *slog.Logger {
	if c.LogFormat == "text" {
		return slog.New(slog.NewTextHandler(w, nil))
	}
	return slog.New(slog.NewJSONHandler(w, nil))
}
