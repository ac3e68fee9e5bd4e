package root

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
)

var update = flag.Bool("update", false, "write the list of commands in docs/pmoctl.md")

const (
	manual     = "../../../docs/pmoctl.md"
	beginsWith = "## Every command\n"
	endsWith   = "\n## In Go\n"
)

// TestEveryCommandIsDocumented compares the list in docs/pmoctl.md with the commands and
// their flags, word by word.
func TestEveryCommandIsDocumented(t *testing.T) {
	data, err := os.ReadFile(manual)
	require.NoError(t, err)
	before, rest, found := strings.Cut(string(data), beginsWith)
	require.True(t, found, "%q", beginsWith)
	listed, after, found := strings.Cut(rest, endsWith)
	require.True(t, found, "%q", endsWith)
	var want strings.Builder
	want.WriteString("\nWritten by `go test ./cmd/pmoctl/root -run Documented -update`.\n\n| command | what | flags |\n|---|---|---|\n")
	cmd := New(&factory.Factory{})
	cmd.InitDefaultCompletionCmd()
	describe(&want, cmd, "")
	if *update {
		require.NoError(t, os.WriteFile(manual, []byte(before+beginsWith+want.String()+endsWith+after), 0o600))
		return
	}
	const mend = "go test ./cmd/pmoctl/root -run Documented -update"
	for _, line := range strings.Split(want.String(), "\n") {
		require.True(t, strings.Contains(listed, line), "%s\nlacks: %s", mend, line)
	}
	require.Len(t, listed, want.Len(), "%s: the page names what is not there", mend)
}

func describe(out *strings.Builder, cmd *cobra.Command, path string) {
	if cmd.Hidden || cmd.Name() == "help" {
		return
	}
	if cmd.Runnable() && !cmd.HasSubCommands() || !cmd.HasParent() {
		words := path
		if _, args, ok := strings.Cut(cmd.Use, " "); ok && cmd.HasParent() {
			words += " " + args
		}
		if !cmd.HasParent() {
			words = "(every one)"
		}
		var flags []string
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden && f.Name != "help" && f.Name != "version" {
				flags = append(flags, fmt.Sprintf("`--%s` %s", f.Name, f.Usage))
			}
		})
		cell := strings.NewReplacer("|", "\\|", "\n", " ").Replace
		fmt.Fprintf(out, "| `%s` | %s | %s |\n", strings.TrimSpace(cell(words)), cell(cmd.Short), cell(strings.Join(flags, "; ")))
	}
	for _, sub := range cmd.Commands() {
		describe(out, sub, strings.TrimSpace(path+" "+sub.Name()))
	}
}
