package contract

import (
	"errors"
	"fmt"
	"mime"
	"net/http"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/go-chi/chi/v5"

	"github.com/openpmo/pmo/adapters/httpapi/transport/problem"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
)

// A day of a body must exist: 30 February is refused by its field, as in a query.
func init() {
	openapi3.DefineStringFormatValidator("date", openapi3.NewCallbackValidator(func(text string) error {
		_, err := civil.ParseDate(text)
		return err
	}))
}

// Validator compares requests with the contract.
type Validator struct {
	loads *Loads
}

// NewValidator lets few large bodies be read at once.
func NewValidator(l *Loads) Validator { return Validator{l} }

// Validate compares a request with the contract. Multipart bodies are streamed by
// their handlers, so their content is not looked at here.
func (a Validator) Validate(o Operation, r *http.Request) error {
	params := map[string]string{}
	if rc := chi.RouteContext(r.Context()); rc != nil {
		for i, name := range rc.URLParams.Keys {
			params[name] = rc.URLParams.Values[i]
		}
	}
	route, err := o.route()
	if err != nil {
		return problem.ErrInternal.Because(err)
	}
	if err := checkParameters(route, r.URL); err != nil {
		return err
	}
	if err := checkTexts(r.URL, params); err != nil {
		return err
	}
	if err := checkSort(o.sort, r.URL); err != nil {
		return err
	}
	if o.Multipart {
		if err := checkMultipart(r); err != nil {
			return err
		}
	}
	err = openapi3filter.ValidateRequest(r.Context(), &openapi3filter.RequestValidationInput{
		Request: r, PathParams: params, Route: route,
		Options: &openapi3filter.Options{MultiError: true, ExcludeRequestBody: true},
	})
	var list fault.List
	if err != nil {
		collect(&list, err, "")
		if len(list.Items) == 0 {
			list.Add(problem.ErrBodyInvalid)
		}
	}
	if declared := route.Operation.RequestBody; declared != nil && !o.Multipart {
		wrong, err := a.checkBody(r, declared.Value)
		if err != nil {
			return err
		}
		list.Items = append(list.Items, wrong...)
	}
	return list.Err(problem.ErrInvalidRequest)
}

// checkMultipart refuses a body that does not say to be made of parts, or not what stands
// between them. Error: request.invalid.
func checkMultipart(r *http.Request) error {
	kind, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/form-data" || params["boundary"] == "" {
		return problem.ErrInvalidRequest.Of(problem.ErrBodyInvalid.At("Content-Type"))
	}
	return nil
}

// collect walks what kin-openapi found and keeps one fault for each field.
func collect(list *fault.List, err error, field string) {
	var many openapi3.MultiError
	switch e := err.(type) { //nolint:errorlint // the tree is walked node by node
	case openapi3.MultiError:
		for _, one := range e {
			collect(list, one, field)
		}
		return
	case *openapi3filter.RequestError:
		if e.Parameter != nil {
			field = e.Parameter.Name
		}
		if e.Err == nil || errors.Is(e.Err, openapi3filter.ErrInvalidRequired) || errors.Is(e.Err, openapi3filter.ErrInvalidEmptyValue) {
			list.Add(problem.ErrFieldRequired.At(field))
			return
		}
		collect(list, e.Err, field)
		return
	case *openapi3.SchemaError:
		list.Add(schemaFault(e, field))
		return
	case *openapi3filter.ParseError:
		if len(e.Path()) > 0 && field == "" {
			field = pathText(e.Path())
		}
		if field != "" {
			list.Add(problem.ErrFieldType.At(field))
			return
		}
	}
	if errors.As(err, &many) && len(many) > 0 {
		collect(list, many, field)
		return
	}
	list.Add(problem.ErrBodyInvalid.At(field))
}

func pathText(path []any) string {
	parts := make([]string, len(path))
	for i, p := range path {
		parts[i] = strings.TrimSpace(fmt.Sprint(p))
	}
	return strings.Join(parts, ".")
}

// schemaFault names the rule of the contract that a value breaks.
func schemaFault(e *openapi3.SchemaError, field string) *fault.Error {
	path := strings.Join(e.JSONPointer(), ".")
	if field == "" {
		field = path
	} else if path != "" {
		field += "." + path
	}
	f := ruleFault(e)
	switch f.Key {
	case problem.ErrFieldRequired.Key, problem.ErrFieldUnknown.Key:
		if name := quoted(e.Reason); name != "" && !strings.HasSuffix(field, name) {
			field = strings.TrimPrefix(field+"."+name, ".")
		}
	}
	return f.At(field)
}

func ruleFault(e *openapi3.SchemaError) *fault.Error {
	s := e.Schema
	switch e.SchemaField {
	case "required":
		return problem.ErrFieldRequired
	case "properties", "additionalProperties":
		return problem.ErrFieldUnknown
	case "maxLength":
		return problem.ErrFieldTooLong.With("max", *s.MaxLength)
	case "maxItems":
		return problem.ErrFieldTooLong.With("max", *s.MaxItems)
	case "minLength":
		if e.Value == "" { // people left it out
			return problem.ErrFieldRequired
		}
		return problem.ErrFieldTooShort.With("min", s.MinLength)
	case "minItems":
		return problem.ErrFieldTooShort.With("min", s.MinItems)
	case "enum":
		return problem.ErrFieldEnum.With("allowed", enumText(s.Enum))
	case "minimum", "maximum", "multipleOf":
		f := problem.ErrFieldRange
		if s.Min != nil {
			f = f.With("min", *s.Min)
		}
		if s.Max != nil {
			f = f.With("max", *s.Max)
		}
		return f
	case "pattern", "format":
		if strings.HasPrefix(s.Format, "date") {
			return problem.ErrDateInvalid
		}
		if strings.HasPrefix(s.Pattern, "^[0-9a-f]{8}-") {
			return problem.ErrIDInvalid
		}
		return problem.ErrFieldPattern
	default:
		return problem.ErrFieldType
	}
}

func enumText(values []any) string {
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = fmt.Sprint(v)
	}
	return strings.Join(texts, ", ")
}

// quoted is the first "…" in a sentence.
func quoted(s string) string {
	if _, rest, ok := strings.Cut(s, `"`); ok {
		name, _, _ := strings.Cut(rest, `"`)
		return name
	}
	return ""
}
