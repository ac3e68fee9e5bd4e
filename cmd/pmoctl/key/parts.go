package key

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/fields"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// part is one parameter as it was written: names, not ids.
type part struct {
	consumer, producer string
	value              float64
}

// parts are the parameters of --param, --site or --file. A site that takes part has 1.
func (o setOptions) parts(stdin io.Reader) ([]part, error) {
	if o.file != "" && !o.isDocument() {
		raw, err := fields.Read(o.file, stdin)
		if err != nil {
			return nil, err
		}
		list, err := readParts(raw)
		if err != nil {
			return nil, exit.AsUsage(fmt.Errorf("%s: %w", o.file, err))
		}
		return list, nil
	}
	list := make([]part, len(o.params), len(o.params)+len(o.sites))
	for _, site := range o.sites {
		list = append(list, part{consumer: site, value: 1})
	}
	for i, text := range o.params {
		who, number, ok := strings.Cut(text, "=")
		value, err := output.ParseNumber(number)
		if !ok || err != nil {
			return nil, exit.Usagef("--param %q is not consumer=number", text)
		}
		consumer, producer, _ := strings.Cut(who, "/")
		list[i] = part{strings.TrimSpace(consumer), strings.TrimSpace(producer), value}
	}
	return list, nil
}

// readParts reads a CSV with the columns consumer, percent (or value) and perhaps
// producer, separated by semicolons or commas.
func readParts(raw []byte) ([]part, error) {
	raw = bytes.TrimPrefix(raw, []byte("\xef\xbb\xbf"))
	header, _, _ := bytes.Cut(raw, []byte("\n"))
	r := csv.NewReader(bytes.NewReader(raw))
	r.TrimLeadingSpace = true
	if bytes.ContainsRune(header, ';') {
		r.Comma = ';'
	}
	names, err := r.Read()
	if err != nil {
		return nil, errors.New("the file is empty")
	}
	for i := range names {
		names[i] = strings.ToLower(strings.TrimSpace(names[i]))
	}
	consumer, producer := slices.Index(names, "consumer"), slices.Index(names, "producer")
	number := slices.IndexFunc(names, func(n string) bool { return n == "percent" || n == "value" })
	if consumer < 0 || number < 0 {
		return nil, errors.New("the first line must name the columns consumer and percent (or value)")
	}
	var list []part
	for {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			return list, nil
		}
		if err != nil {
			return nil, err
		}
		value, err := output.ParseNumber(row[number])
		if err != nil {
			line, _ := r.FieldPos(number)
			return nil, fmt.Errorf("line %d: %q is not a number", line, row[number])
		}
		p := part{consumer: strings.TrimSpace(row[consumer]), value: value}
		if producer >= 0 {
			p.producer = strings.TrimSpace(row[producer])
		}
		list = append(list, p)
	}
}

// resolve turns the names into ids.
func resolve(ctx context.Context, f *factory.Factory, operationID pmo.Id, parts []part) ([]pmo.AllocationParameter, error) {
	params := make([]pmo.AllocationParameter, len(parts))
	for i, p := range parts {
		id, err := f.Participant(ctx, operationID, p.consumer)
		if err != nil {
			return nil, err
		}
		params[i] = pmo.AllocationParameter{ConsumerId: id, Value: p.value}
		if p.producer == "" {
			continue
		}
		producer, err := f.Participant(ctx, operationID, p.producer)
		if err != nil {
			return nil, err
		}
		params[i].ProducerId = &producer
	}
	return params, nil
}
