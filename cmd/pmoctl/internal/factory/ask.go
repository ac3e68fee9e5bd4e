package factory

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
)

// Confirm asks before what cannot be taken back. Without a terminal there is
// nobody to ask: --yes is needed then.
func (f *Factory) Confirm(ctx context.Context, yes bool, question string) error {
	if yes {
		return nil
	}
	if !terminal(f.In) {
		return exit.Usagef("%s: say --yes, nobody can be asked here", question)
	}
	_, _ = fmt.Fprintf(f.Err, "%s? [y/N] ", question)
	answer, err := untilDone(ctx, f.line)
	if err != nil {
		return err
	}
	switch strings.ToLower(answer) {
	case "y", "yes", "o", "oui", "j", "ja":
		return nil
	}
	return exit.Cancelled
}

// Ask reads a line from the terminal; secret ones are not shown. Exit 2 without one.
func (f *Factory) Ask(ctx context.Context, prompt string, secret bool) (string, error) {
	if !terminal(f.In) {
		return "", exit.Usagef("%s cannot be asked: this is not a terminal", strings.ToLower(prompt))
	}
	_, _ = fmt.Fprintf(f.Err, "%s: ", prompt)
	if !secret {
		return untilDone(ctx, f.line)
	}
	fd := int(f.In.(*os.File).Fd())
	shown, err := term.GetState(fd)
	if err != nil {
		return "", err
	}
	password, err := untilDone(ctx, func() (string, error) {
		raw, err := term.ReadPassword(fd)
		return string(raw), err
	})
	_, _ = fmt.Fprintln(f.Err)
	if ctx.Err() != nil {
		_ = term.Restore(fd, shown) // what is typed next must be seen again
	}
	return password, err
}

// Secret is a password: the first line of standard input when it comes from
// there, else asked on the terminal.
func (f *Factory) Secret(ctx context.Context, fromStdin bool, prompt string) (string, error) {
	if !fromStdin {
		return f.Ask(ctx, prompt, true)
	}
	raw, err := io.ReadAll(io.LimitReader(f.In, 4096))
	line, _, _ := strings.Cut(string(raw), "\n")
	line = strings.TrimSuffix(line, "\r")
	if err == nil && line == "" {
		return "", exit.Usagef("standard input holds no password")
	}
	return line, err
}

// line is the next line of the terminal.
func (f *Factory) line() (string, error) {
	text, err := bufio.NewReader(f.In).ReadString('\n')
	if err != nil && text == "" {
		return "", exit.Cancelled
	}
	return strings.TrimSpace(text), nil
}

// untilDone reads, or stops waiting when the person presses Ctrl-C: the read
// itself cannot be stopped, but the program ends.
func untilDone(ctx context.Context, read func() (string, error)) (string, error) {
	type line struct {
		text string
		err  error
	}
	done := make(chan line, 1)
	go func() {
		text, err := read()
		done <- line{text, err}
	}()
	select {
	case l := <-done:
		return l.text, l.err
	case <-ctx.Done():
		return "", exit.Cancelled
	}
}
