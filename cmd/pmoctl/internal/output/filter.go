package output

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/itchyny/gojq"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
)

// Filter is a jq expression over the JSON of an answer.
type Filter struct {
	ctx  context.Context //nolint:containedctx // of the one run of the program, so that an endless expression can be stopped
	code *gojq.Code
}

// NewFilter reads a jq expression. It sees the answer only: no environment, no files.
func NewFilter(ctx context.Context, expression string) (*Filter, error) {
	query, err := gojq.Parse(expression)
	if err != nil {
		return nil, exit.Usagef("--jq: %w", err)
	}
	code, err := gojq.Compile(query)
	if err != nil {
		return nil, exit.Usagef("--jq: %w", err)
	}
	return &Filter{ctx, code}, nil
}

// print prints what the expression makes of raw, a line each: texts as they are, all else
// as JSON. Numbers keep all their digits.
func (f *Filter) print(p Printer, raw []byte) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var answer any
	if err := d.Decode(&answer); err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("--jq: the answer is no JSON: %w", err)
	}
	for results := f.code.RunWithContext(f.ctx, answer); ; {
		value, more := results.Next()
		if !more {
			return nil
		}
		if err, failed := value.(error); failed {
			if f.ctx.Err() != nil {
				return f.ctx.Err()
			}
			var halt *gojq.HaltError
			if errors.As(err, &halt) && halt.Value() == nil {
				return nil
			}
			return exit.Usagef("--jq: %w", err)
		}
		if err := p.value(value); err != nil {
			return err
		}
	}
}

// value prints one result of a filter.
func (p Printer) value(value any) error {
	if text, ok := value.(string); ok {
		if p.Terminal {
			lines := strings.Split(text, "\n")
			for i, line := range lines {
				lines[i] = Plain(line)
			}
			text = strings.Join(lines, "\n")
		}
		_, err := fmt.Fprintln(p.Out, text)
		return err
	}
	raw, err := gojq.Marshal(value)
	if err != nil {
		return err
	}
	return p.json(raw)
}
