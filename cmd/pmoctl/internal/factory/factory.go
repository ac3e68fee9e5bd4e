// Package factory gives commands what they need, when they need it: the client of
// the server, the printer, the names of things. `--help` touches none of it.
package factory

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// Factory is shared by all commands of one run.
type Factory struct {
	In       io.Reader
	Out, Err io.Writer
	Version  string

	Format string // -o
	Lang   string // --lang

	client       *pmo.ClientWithResponses
	participants map[pmo.Id][]pmo.Participant // of each operation, read once
}

// Server is the address commands ask, and the token: PMO_URL and PMO_TOKEN before
// what login saved. A saved token goes to the server that made it and to no other.
func (f *Factory) Server() (address, token string, err error) {
	saved, err := LoadSettings()
	if err != nil {
		return "", "", err
	}
	address = cmp.Or(os.Getenv("PMO_URL"), saved.URL, DefaultURL)
	token = os.Getenv("PMO_TOKEN")
	if token == "" && sameServer(address, saved.URL) {
		token = saved.Token
	}
	return address, token, nil
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

// Options are what every request carries, whoever asks.
func (f *Factory) Options() []pmo.ClientOption {
	opts := []pmo.ClientOption{pmo.WithUserAgent("pmoctl/" + f.Version)}
	if lang := Language(f.Lang); lang != "" {
		opts = append(opts, pmo.WithLanguage(lang))
	}
	return opts
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
	p := output.Printer{Out: f.Out, Format: f.Format, Terminal: terminal(f.Out), Colour: f.colour(f.Out)}
	if f.Format == output.FormatTable && len(t.Rows) == 0 {
		f.Note("nothing found")
	}
	return p.Print(raw, t)
}

// Note tells the person something that is no answer.
func (f *Factory) Note(format string, args ...any) {
	_, _ = fmt.Fprintln(f.Err, output.Plain(fmt.Sprintf(format, args...)))
}

// Fail prints the error a command ended with.
func (f *Factory) Fail(err error) { output.Failure(f.Err, err, f.colour(f.Err)) }

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

func (f *Factory) colour(stream any) bool {
	return terminal(stream) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

func terminal(stream any) bool {
	file, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}
