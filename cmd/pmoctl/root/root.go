// Package root is the whole of pmoctl behind one function, for main and for tests
// that run it in process.
package root

import (
	stdcontext "context"
	"errors"
	"io"
	"os"
	"os/signal"
	"slices"
	"syscall"
	_ "time/tzdata" // labels of curves in the operator's zone, on any machine

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/account"
	"github.com/openpmo/pmo/cmd/pmoctl/adjustment"
	"github.com/openpmo/pmo/cmd/pmoctl/alert"
	"github.com/openpmo/pmo/cmd/pmoctl/api"
	"github.com/openpmo/pmo/cmd/pmoctl/client"
	"github.com/openpmo/pmo/cmd/pmoctl/coefficient"
	"github.com/openpmo/pmo/cmd/pmoctl/consent"
	"github.com/openpmo/pmo/cmd/pmoctl/context"
	"github.com/openpmo/pmo/cmd/pmoctl/curve"
	"github.com/openpmo/pmo/cmd/pmoctl/discount"
	"github.com/openpmo/pmo/cmd/pmoctl/document"
	"github.com/openpmo/pmo/cmd/pmoctl/economy"
	"github.com/openpmo/pmo/cmd/pmoctl/einvoice"
	"github.com/openpmo/pmo/cmd/pmoctl/emission"
	"github.com/openpmo/pmo/cmd/pmoctl/ereporting"
	"github.com/openpmo/pmo/cmd/pmoctl/export"
	"github.com/openpmo/pmo/cmd/pmoctl/finance"
	"github.com/openpmo/pmo/cmd/pmoctl/history"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/cmd/pmoctl/invoice"
	"github.com/openpmo/pmo/cmd/pmoctl/issuer"
	"github.com/openpmo/pmo/cmd/pmoctl/job"
	"github.com/openpmo/pmo/cmd/pmoctl/journal"
	"github.com/openpmo/pmo/cmd/pmoctl/key"
	"github.com/openpmo/pmo/cmd/pmoctl/legacy"
	"github.com/openpmo/pmo/cmd/pmoctl/mandate"
	"github.com/openpmo/pmo/cmd/pmoctl/message"
	"github.com/openpmo/pmo/cmd/pmoctl/month"
	"github.com/openpmo/pmo/cmd/pmoctl/operation"
	"github.com/openpmo/pmo/cmd/pmoctl/paper"
	"github.com/openpmo/pmo/cmd/pmoctl/participant"
	"github.com/openpmo/pmo/cmd/pmoctl/payment"
	"github.com/openpmo/pmo/cmd/pmoctl/plan"
	"github.com/openpmo/pmo/cmd/pmoctl/reminder"
	"github.com/openpmo/pmo/cmd/pmoctl/report"
	"github.com/openpmo/pmo/cmd/pmoctl/run"
	"github.com/openpmo/pmo/cmd/pmoctl/search"
	"github.com/openpmo/pmo/cmd/pmoctl/sepa"
	"github.com/openpmo/pmo/cmd/pmoctl/statement"
	"github.com/openpmo/pmo/cmd/pmoctl/subscription"
	"github.com/openpmo/pmo/cmd/pmoctl/token"
	"github.com/openpmo/pmo/cmd/pmoctl/trv"
	"github.com/openpmo/pmo/cmd/pmoctl/user"
)

// Main runs pmoctl and gives its exit code. args are without the program's name.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(stdcontext.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	f := &factory.Factory{In: stdin, Out: stdout, Err: stderr, Version: version()}
	cmd := New(f)
	started := false
	mark(cmd, &started)
	cmd.SetArgs(args)
	cmd.SetIn(stdin)
	cmd.SetOut(stdout)
	cmd.SetErr(stderr)
	last, err := cmd.ExecuteContextC(ctx)
	if err == nil {
		f.NoteUnfiltered()
		return exit.OK
	}
	f.Command = last
	if !started { // flags and arguments are read before a command starts
		err = exit.AsUsage(err)
	}
	if errors.Is(err, stdcontext.Canceled) {
		f.Note("stopped; what the server has begun goes on there")
		return exit.Usage
	}
	f.Fail(err)
	if exit.IsUsage(err) {
		f.Note("see '%s --help'", last.CommandPath())
	}
	return exit.Code(err)
}

// New is the tree of commands.
func New(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:           "pmoctl",
		Short:         "Drive a pmo server: operations, curves, allocation keys, invoices",
		Long:          "pmoctl drives a pmo server from a terminal or a script. Sign in once with 'pmoctl login',\nor set PMO_URL and PMO_TOKEN.",
		SilenceErrors: true,
		SilenceUsage:  true,
		Version:       f.Version,
	}
	cmd.SetVersionTemplate("pmoctl {{.Version}}\n")
	flags := cmd.PersistentFlags()
	flags.StringVarP(&f.Format, "output", "o", output.FormatTable, "table, json or csv")
	flags.StringVar(&f.Lang, "lang", "", "language of the server's messages: fr, nl or en (default: that of the terminal)")
	flags.StringVar(&f.ContextName, "context", "", "the context to use for this command (see 'pmoctl context')")
	jq := flags.String("jq", "", "print what this jq expression makes of the JSON answer")
	_ = cmd.RegisterFlagCompletionFunc("context", f.CompleteContexts)
	_ = cmd.RegisterFlagCompletionFunc("lang", cobra.FixedCompletions([]string{"fr", "nl", "en"}, cobra.ShellCompDirectiveNoFileComp))
	_ = cmd.RegisterFlagCompletionFunc("jq", cobra.NoFileCompletions)
	_ = cmd.RegisterFlagCompletionFunc("output", cobra.FixedCompletions(
		[]string{output.FormatTable, output.FormatJSON, output.FormatCSV}, cobra.ShellCompDirectiveNoFileComp))
	cmd.PersistentPreRunE = func(running *cobra.Command, _ []string) error {
		f.Command = running
		if !slices.Contains([]string{output.FormatTable, output.FormatJSON, output.FormatCSV}, f.Format) {
			return exit.Usagef("-o is table, json or csv, not %q", f.Format)
		}
		if !flags.Changed("jq") {
			return nil
		}
		if flags.Changed("output") && f.Format != output.FormatJSON {
			return exit.Usagef("--jq works on JSON, not on -o %s", f.Format)
		}
		f.Format = output.FormatJSON
		var err error
		f.Filter, err = output.NewFilter(running.Context(), *jq)
		return err
	}
	cmd.AddCommand(
		account.NewLogin(f), account.NewLogout(f), account.NewWhoami(f),
		account.New(f), operation.New(f), participant.New(f), user.New(f), token.New(f),
		curve.New(f), curve.NewMetrics(f), curve.NewDistribution(f), key.New(f), coefficient.New(f), month.New(f), search.New(f), message.New(f), document.New(f), document.NewFolder(f), export.New(f), report.New(f), paper.New(f), consent.New(f), consent.NewRequests(f), alert.New(f), economy.New(f), finance.New(f), trv.New(f), emission.New(f),
		plan.New(f), subscription.New(f), discount.New(f), adjustment.New(f), issuer.New(f), client.New(f), run.New(f), invoice.New(f), mandate.NewCreditors(f), einvoice.New(f), ereporting.New(f), journal.New(f), journal.NewLocks(f), mandate.New(f), sepa.New(f), reminder.New(f), payment.New(f), statement.New(f),
		legacy.NewConfigs(f), legacy.NewContracts(f), legacy.NewBills(f),
		history.New(f), job.New(f), context.New(f), api.New(f), newVersion(f),
	)
	cmd.AddCommand(topics()...)
	f.Complete(cmd)
	return cmd
}

// mark notes that a command has started, and makes nouns refuse unknown verbs.
func mark(cmd *cobra.Command, started *bool) {
	for _, sub := range cmd.Commands() {
		mark(sub, started)
	}
	if cmd.HasSubCommands() && cmd.RunE == nil && cmd.Run == nil {
		cmd.Args = func(c *cobra.Command, args []string) error {
			if len(args) > 0 {
				return exit.Usagef("%s has no command %q", c.CommandPath(), args[0])
			}
			return nil
		}
		cmd.RunE = func(c *cobra.Command, _ []string) error { return c.Help() }
		return
	}
	if run := cmd.RunE; run != nil {
		cmd.RunE = func(c *cobra.Command, args []string) error {
			*started = true
			return run(c, args)
		}
	}
}
