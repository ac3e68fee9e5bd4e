// Package factory gives commands what they need, when they need it: the client of
// the server, the printer, the names of things. `--help` touches none of it.
package factory

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/fields"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// Factory is shared by all commands of one run.
type Factory struct {
	In       io.Reader
	Out, Err io.Writer
	Version  string

	Format      string         // -o
	Filter      *output.Filter // --jq, nil without
	Lang        string         // --lang
	ContextName string         // --context

	Command *cobra.Command // that runs, nil before

	quiet        bool // completions tell nothing
	spoken       bool // that the server does not speak the language was said
	printed      bool
	client       *pmo.ClientWithResponses
	participants map[pmo.Id][]pmo.Participant // of each operation, read once
}

// Context is the saved context that holds, and whether it was chosen for this run: by
// --context, or by PMO_CONTEXT where PMO_URL names no server. Without any it is zero.
func (f *Factory) Context() (c Context, chosen bool, err error) {
	saved, err := LoadSettings()
	if err != nil {
		return Context{}, false, err
	}
	name := f.ContextName
	if name == "" && os.Getenv("PMO_URL") == "" {
		name = os.Getenv("PMO_CONTEXT")
	}
	if name == "" {
		c, _ = saved.Named(saved.Current)
		return c, false, nil
	}
	c, ok := saved.Named(name)
	if !ok {
		return Context{}, false, exit.Usagef("there is no context %q, see 'pmoctl context list'", name)
	}
	return c, true, nil
}

// Server is the address commands ask, and the token: those of a context that was chosen
// for this run; else PMO_URL and PMO_TOKEN before the current context. A saved token goes
// to the server that made it and to no other.
func (f *Factory) Server() (address, token string, err error) {
	c, chosen, err := f.Context()
	if err != nil || chosen {
		return c.URL, c.Token, err
	}
	address = cmp.Or(os.Getenv("PMO_URL"), c.URL, DefaultURL)
	token = os.Getenv("PMO_TOKEN")
	if token == "" && SameServer(address, c.URL) {
		token = c.Token
	}
	return address, token, nil
}

// defaultOperation is what is meant where no operation is named: PMO_OPERATION, else
// that of the context whose server is asked.
func (f *Factory) defaultOperation() (string, error) {
	c, chosen, err := f.Context()
	if err != nil {
		return "", err
	}
	if chosen && c.Operation != "" {
		return c.Operation, nil
	}
	if name := os.Getenv("PMO_OPERATION"); name != "" {
		return name, nil
	}
	address, _, err := f.Server()
	if err == nil && SameServer(address, c.URL) && c.Operation != "" {
		return c.Operation, nil
	}
	if err == nil {
		err = exit.Usagef("which operation? say --operation, or set a default with 'pmoctl context use --operation OPERATION' or PMO_OPERATION")
	}
	return "", err
}

// Client is the client of the server. Exit 4 when nobody is signed in.
func (f *Factory) Client() (*pmo.ClientWithResponses, error) {
	if f.client != nil {
		return f.client, nil
	}
	address, token, err := f.Server()
	if err != nil {
		return nil, err
	}
	if token == "" {
		return nil, exit.Authf("not signed in at %s: run 'pmoctl login %s', or set PMO_TOKEN", address, address)
	}
	f.client, err = pmo.Connect(address, append(f.Options(), pmo.WithToken(token))...)
	return f.client, exit.AsUsage(err)
}

// Revoke ends the saved token of a context at the server that made it.
func (f *Factory) Revoke(ctx context.Context, saved Context) error {
	c, err := pmo.Connect(saved.URL, append(f.Options(), pmo.WithToken(saved.Token))...)
	if err != nil {
		return err
	}
	return pmo.Done(c.DeleteTokenWithResponse(ctx, saved.TokenID))
}

// Options are what every request carries, whoever asks.
func (f *Factory) Options() []pmo.ClientOption {
	opts := []pmo.ClientOption{pmo.WithUserAgent("pmoctl/" + f.Version)}
	if lang := Language(f.Lang); lang != "" {
		opts = append(opts, pmo.WithLanguage(lang))
		f.tellLanguage(lang)
	}
	return opts
}

// languages are those the server has texts in.
var languages = []string{"fr", "nl", "en"}

// tellLanguage says once that the server has no texts in a language.
func (f *Factory) tellLanguage(lang string) {
	primary, _, _ := strings.Cut(strings.ToLower(lang), "-")
	if f.spoken || slices.Contains(languages, primary) {
		return
	}
	f.spoken = true
	f.Note("the server has no texts in %q (only %s): its messages come in French", lang, strings.Join(languages, ", "))
}

// Language is the language of the texts of the server: the flag, else the locale
// of the terminal; "" leaves it to the server.
func Language(flag string) string {
	locale := cmp.Or(flag, os.Getenv("LC_ALL"), os.Getenv("LC_MESSAGES"), os.Getenv("LANG"))
	locale, _, _ = strings.Cut(locale, ".")
	locale, _, _ = strings.Cut(locale, "@")
	if locale == "C" || locale == "POSIX" {
		return ""
	}
	return strings.ReplaceAll(locale, "_", "-")
}

// Print prints an answer in the format asked for. An empty table is told on the
// other stream, so that scripts read nothing.
func (f *Factory) Print(raw []byte, t *output.Table) error {
	f.printed = true
	p := output.Printer{Out: f.Out, Format: f.Format, Filter: f.Filter, Terminal: terminal(f.Out), Colour: f.colour(f.Out)}
	if f.Format == output.FormatTable && len(t.Rows) == 0 {
		f.Note("nothing found")
	}
	return p.Print(raw, t)
}

// Note tells the person something that is no answer.
func (f *Factory) Note(format string, args ...any) {
	if f.quiet {
		return
	}
	_, _ = fmt.Fprintln(f.Err, output.Plain(fmt.Sprintf(format, args...)))
}

// Fail prints the error a command ended with. What was said by a flag is named as it.
func (f *Factory) Fail(err error) {
	output.Failure(f.Err, err, f.colour(f.Err), func(field string) string { return fields.FlagOf(f.Command, field) })
}

// NoteUnfiltered tells that --jq had nothing to filter.
func (f *Factory) NoteUnfiltered() {
	if f.Filter != nil && !f.printed {
		f.Note("--jq: this command has no JSON")
	}
}

// Items prints the details of what went wrong.
func (f *Factory) Items(items *[]pmo.ProblemItem) {
	if items != nil {
		output.Items(f.Err, *items)
	}
}

// Warnings prints what was noticed, and how many there are when not all are listed.
func (f *Factory) Warnings(items *[]pmo.ProblemItem, count *int) {
	f.Items(items)
	if items != nil && count != nil && *count > len(*items) {
		f.Note("  %d of %s shown", len(*items), Count(*count, "warning"))
	}
}

// Progress tells how far work is, on the terminal only.
func (f *Factory) Progress(what string) *output.Progress {
	return output.NewProgress(f.Err, terminal(f.Err), what)
}

// OnTerminal reports whether answers go to a terminal.
func (f *Factory) OnTerminal() bool { return terminal(f.Out) }

func (f *Factory) colour(stream any) bool {
	return terminal(stream) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

func terminal(stream any) bool {
	file, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}
