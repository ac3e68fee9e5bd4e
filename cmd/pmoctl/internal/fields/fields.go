// Package fields makes the body of a create or an update from flags, from a JSON
// file, or from both (flags win). A field is written once, as a row of a table:
// flag, name in the contract, kind. What is not given is not in the body, so that
// an update changes only what was named.
package fields

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
)

// Kind is how the value of a flag is read.
type Kind int

// The kinds of fields.
const (
	Text   Kind = iota
	Texts       // several, by comma or by repeating the flag
	Switch      // true or false
	Number
	Whole
	Day // YYYY-MM-DD
)

// Field is one flag and where its value goes.
type Field struct {
	Flag   string
	Name   string // in the contract; "interlocutor.city" goes one level down
	Kind   Kind
	Usage  string
	Values []string // the only ones there are; nil = any
}

// Body is the body of one command.
type Body struct {
	cmd    *cobra.Command
	fields []Field
	file   *string
	clear  *[]string
	extra  map[string]any
}

// Bind adds the flags of a body to a command, and --file.
func Bind(cmd *cobra.Command, fields []Field) *Body {
	b := &Body{cmd: cmd, fields: fields, extra: map[string]any{}}
	for _, f := range fields {
		b.add(f)
	}
	b.file = cmd.Flags().String("file", "", "a JSON file with the fields of the contract, - for standard input")
	return b
}

// BindUpdate is Bind with --clear, for fields that an update may empty.
func BindUpdate(cmd *cobra.Command, fields []Field) *Body {
	b := Bind(cmd, fields)
	b.clear = cmd.Flags().StringSlice("clear", nil, "empty these fields, named as their flags: --clear email,tax-id")
	return b
}

func (b *Body) add(f Field) {
	flags, usage := b.cmd.Flags(), f.Usage
	if len(f.Values) > 0 {
		usage = strings.TrimSpace(usage + " (" + strings.Join(f.Values, ", ") + ")")
	}
	switch f.Kind {
	case Texts:
		flags.StringSlice(f.Flag, nil, usage)
	case Switch:
		flags.Bool(f.Flag, false, usage)
	case Number:
		flags.Float64(f.Flag, 0, usage)
	case Whole:
		flags.Int(f.Flag, 0, usage)
	case Text, Day:
		flags.String(f.Flag, "", usage)
	}
	_ = flags.SetAnnotation(f.Flag, fieldOfFlag, []string{f.Name})
	if len(f.Values) > 0 {
		_ = b.cmd.RegisterFlagCompletionFunc(f.Flag, cobra.FixedCompletions(f.Values, cobra.ShellCompDirectiveNoFileComp))
	}
}

// Set puts a value that a command worked out itself, such as an id from a name.
func (b *Body) Set(name string, value any) { b.extra[name] = value }

// JSON is the body. Errors: exit 2 for a value that cannot be, an unreadable file,
// or nothing at all.
func (b *Body) JSON(stdin io.Reader) ([]byte, error) {
	body, err := readObject(*b.file, stdin)
	if err != nil {
		return nil, err
	}
	for _, f := range b.fields {
		if !b.cmd.Flags().Changed(f.Flag) {
			continue
		}
		value, err := b.value(f)
		if err != nil {
			return nil, err
		}
		put(body, f.Name, value)
	}
	for name, value := range b.extra {
		put(body, name, value)
	}
	if err := b.empty(body); err != nil {
		return nil, err
	}
	if len(body) == 0 {
		return nil, exit.Usagef("say what it should be, by flags or by --file")
	}
	return json.Marshal(body)
}

func (b *Body) value(f Field) (any, error) {
	flags := b.cmd.Flags()
	switch f.Kind {
	case Texts:
		list, err := flags.GetStringSlice(f.Flag)
		for _, v := range list {
			if err := known(f, v); err != nil {
				return nil, err
			}
		}
		return list, err
	case Switch:
		return flags.GetBool(f.Flag)
	case Number:
		return flags.GetFloat64(f.Flag)
	case Whole:
		return flags.GetInt(f.Flag)
	case Text, Day:
	}
	text, err := flags.GetString(f.Flag)
	if err != nil {
		return nil, err
	}
	if f.Kind == Day {
		return text, CheckDay(f.Flag, text)
	}
	return text, known(f, text)
}

func known(f Field, value string) error {
	if f.Values != nil && !slices.Contains(f.Values, value) {
		return exit.Usagef("--%s is one of %s, not %q", f.Flag, strings.Join(f.Values, ", "), value)
	}
	return nil
}

// empty sets the fields of --clear to null.
func (b *Body) empty(body map[string]any) error {
	if b.clear == nil {
		return nil
	}
	for _, flag := range *b.clear {
		i := slices.IndexFunc(b.fields, func(f Field) bool { return f.Flag == flag })
		if i < 0 {
			return exit.Usagef("--clear: there is no field %q", flag)
		}
		if b.cmd.Flags().Changed(flag) {
			return exit.Usagef("--clear %s and --%s are both given", flag, flag)
		}
		put(body, b.fields[i].Name, nil)
	}
	return nil
}

// CheckDay reports whether text is a civil day.
func CheckDay(flag, text string) error {
	if _, err := time.Parse(time.DateOnly, text); err != nil {
		return exit.Usagef("--%s is a day as 2026-10-31, not %q", flag, text)
	}
	return nil
}

func put(body map[string]any, name string, value any) {
	outer, inner, nested := strings.Cut(name, ".")
	if !nested {
		body[outer] = value
		return
	}
	below, ok := body[outer].(map[string]any)
	if !ok {
		below = map[string]any{}
		body[outer] = below
	}
	put(below, inner, value)
}

// readObject reads the JSON object of --file; without a file it is empty. Numbers
// stay as they are written.
func readObject(path string, stdin io.Reader) (map[string]any, error) {
	body := map[string]any{}
	if path == "" {
		return body, nil
	}
	raw, err := Read(path, stdin)
	if err != nil {
		return nil, err
	}
	d := json.NewDecoder(strings.NewReader(string(raw)))
	d.UseNumber()
	if err := d.Decode(&body); err != nil || body == nil {
		return nil, exit.Usagef("%s is not a JSON object", path)
	}
	return body, nil
}

// Read is the content of a file, "-" being standard input.
func Read(path string, stdin io.Reader) ([]byte, error) {
	if path == "-" {
		return io.ReadAll(stdin)
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, exit.AsUsage(fmt.Errorf("--file: %w", err))
	}
	return raw, nil
}
