package contract

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"mime"
	"net/http"
	"slices"
	"strconv"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/openpmo/pmo/adapters/httpapi/transport/problem"
	"github.com/openpmo/pmo/core/fault"
)

// maxValues is how many values a body may hold. The ids that fill a body are a third of it; a
// value read takes fifty bytes or more, and what a body of commas would take is never needed.
const maxValues = 50_000

var errTooManyValues = fault.New(fault.TooLarge, "body.tooManyValues", fault.Int("max")).With("max", maxValues)

// manyValues reports whether a text has more values than a body may: a comma or a bracket
// before each but the first.
func manyValues(content []byte) bool {
	n, quoted := 0, false
	for i := 0; i < len(content); i++ {
		switch c := content[i]; {
		case c == '\\' && quoted:
			i++
		case c == '"':
			quoted = !quoted
		case !quoted && (c == ',' || c == '[' || c == '{'):
			n++
		}
	}
	return n > maxValues
}

// bodyCheck compares a JSON body with its schema. It walks the body by itself, so that a
// list is counted before its items are looked at and what is wrong a hundred thousand times
// is counted, not kept: kin-openapi makes an error of each.
type bodyCheck struct {
	found []*fault.Error
	more  int
}

// place is where a value stands in a body.
type place struct {
	above *place
	name  string
}

func (p *place) String() string {
	if p == nil {
		return ""
	}
	if above := p.above.String(); above != "" {
		return above + "." + p.name
	}
	return p.name
}

func (c *bodyCheck) add(f *fault.Error, at *place) {
	if len(c.found) == problem.MaxErrors {
		c.more++
		return
	}
	c.found = append(c.found, f.At(at.String()))
}

// visit notes what is wrong with a value.
func (c *bodyCheck) visit(schema *openapi3.Schema, value any, at *place) {
	switch v := value.(type) {
	case []any:
		if schema.Type.Is("array") {
			c.visitItems(schema, v, at)
			return
		}
	case map[string]any:
		if schema.Type.Is("object") && len(schema.AllOf)+len(schema.OneOf)+len(schema.AnyOf) == 0 {
			c.visitFields(schema, v, at)
			return
		}
	}
	err := schema.VisitJSON(value, openapi3.VisitAsRequest(), openapi3.EnableFormatValidation())
	var wrong *openapi3.SchemaError
	switch {
	case err == nil:
	case errors.As(err, &wrong):
		c.add(ruleFault(wrong), at)
	default:
		c.add(problem.ErrFieldType, at)
	}
}

func (c *bodyCheck) visitItems(schema *openapi3.Schema, items []any, at *place) {
	n := uint64(len(items))
	if schema.MaxItems != nil && n > *schema.MaxItems {
		c.add(problem.ErrFieldTooLong.With("max", *schema.MaxItems), at)
		return
	}
	if n < schema.MinItems {
		c.add(problem.ErrFieldTooShort.With("min", schema.MinItems), at)
	}
	for i, item := range items {
		c.visit(schema.Items.Value, item, &place{at, strconv.Itoa(i)})
	}
}

func (c *bodyCheck) visitFields(schema *openapi3.Schema, fields map[string]any, at *place) {
	for _, name := range schema.Required {
		if _, ok := fields[name]; !ok {
			c.add(problem.ErrFieldRequired, &place{at, name})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		where := &place{at, name}
		switch property, known := schema.Properties[name]; {
		case known:
			c.visit(property.Value, fields[name], where)
		case schema.AdditionalProperties.Schema != nil:
			c.visit(schema.AdditionalProperties.Schema.Value, fields[name], where)
		case schema.AdditionalProperties.Has == nil || !*schema.AdditionalProperties.Has:
			c.add(problem.ErrFieldUnknown, where)
		}
	}
}

// items are the faults found, and how many there are beside them.
func (c *bodyCheck) items() []*fault.Error {
	if c.more == 0 {
		return c.found
	}
	return append(c.found, problem.ErrMoreErrors.With("count", c.more))
}

// checkBody reads the JSON body of a request, compares it with the contract, and keeps it
// for who reads it next. Errors: body.tooLarge, body.tooManyValues, body.tooSlow, server.busy.
func (a Validator) checkBody(r *http.Request, declared *openapi3.RequestBody) ([]*fault.Error, error) {
	content, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, problem.Unreadable(err)
	}
	r.Body = io.NopCloser(bytes.NewReader(content))
	if len(content) == 0 {
		if declared.Required {
			return []*fault.Error{problem.ErrFieldRequired}, nil
		}
		return nil, nil
	}
	media := declared.Content["application/json"]
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" || media == nil {
		return []*fault.Error{problem.ErrBodyInvalid.At("Content-Type")}, nil
	}
	if manyValues(content) {
		return nil, errTooManyValues
	}
	leave, err := a.loads.enter(r.Context(), len(content))
	if err != nil {
		return nil, err
	}
	defer leave()
	if field, found := unreadableIn(content); found {
		return []*fault.Error{problem.ErrText.At(field)}, nil
	}
	in := json.NewDecoder(bytes.NewReader(content))
	in.UseNumber()
	var value any
	if in.Decode(&value) != nil {
		return []*fault.Error{problem.ErrBodyInvalid}, nil
	}
	if _, err := in.Token(); !errors.Is(err, io.EOF) {
		return []*fault.Error{problem.ErrBodyInvalid}, nil // one value, and something behind it
	}
	c := &bodyCheck{}
	c.visit(media.Schema.Value, value, nil)
	return c.items(), nil
}
