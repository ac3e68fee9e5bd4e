package endpoint

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"reflect"
	"strings"

	"github.com/go-chi/chi/v5"
	"github.com/oapi-codegen/runtime"
)

// ParameterError is a parameter whose text is no value of its type.
type ParameterError struct {
	Name string
	Err  error
}

func (e *ParameterError) Error() string { return "parameter " + e.Name + ": " + e.Err.Error() }

func (e *ParameterError) Unwrap() error { return e.Err }

// BodyError is a body that is not of its type.
type BodyError struct{ Err error }

func (e *BodyError) Error() string { return "body: " + e.Err.Error() }

func (e *BodyError) Unwrap() error { return e.Err }

// fields says where the fields of a generated request come from.
type fields struct {
	path, query, header []field
	body                int // the number of the field Body; -1 = none
}

type field struct {
	name     string
	at       []int // in the request
	required bool
	list     bool // several values by comma
}

var multipartReader = reflect.TypeFor[*multipart.Reader]()

// fieldsOf reads the tags of a generated request: fields of the request itself are
// parameters of the path; those of Params stand in the query (form) or are headers.
func fieldsOf(whole reflect.Type) fields {
	found := fields{body: -1}
	for i := range whole.NumField() {
		switch f := whole.Field(i); f.Name {
		case "Body":
			found.body = i
		case "Params":
			for j := range f.Type.NumField() {
				one := f.Type.Field(j)
				if tag, inQuery := one.Tag.Lookup("form"); inQuery {
					found.query = append(found.query, fieldOf(one, tag, i, j))
				} else {
					found.header = append(found.header, fieldOf(one, one.Tag.Get("json"), i, j))
				}
			}
		default:
			found.path = append(found.path, fieldOf(f, f.Tag.Get("json"), i))
		}
	}
	return found
}

func fieldOf(f reflect.StructField, tag string, at ...int) field {
	name, _, optional := strings.Cut(tag, ",")
	kind := f.Type
	if kind.Kind() == reflect.Pointer {
		kind = kind.Elem()
	}
	return field{name: name, at: at, required: !optional, list: kind.Kind() == reflect.Slice}
}

// bind fills a request, a generated struct.
func (f fields) bind(r *http.Request, whole reflect.Value) error {
	if err := f.bindParameters(r, whole); err != nil {
		return err
	}
	if f.body < 0 {
		return nil
	}
	into := whole.Field(f.body)
	if into.Type() != multipartReader {
		return bindJSON(r.Body, into)
	}
	parts, err := r.MultipartReader()
	if err != nil {
		return &BodyError{err}
	}
	into.Set(reflect.ValueOf(parts))
	return nil
}

func (f fields) bindParameters(r *http.Request, whole reflect.Value) error {
	for _, p := range f.path {
		options := runtime.BindStyledParameterOptions{ParamLocation: runtime.ParamLocationPath, Required: true, ValueIsUnescaped: r.URL.RawPath == ""}
		if err := runtime.BindStyledParameterWithOptions("simple", p.name, chi.URLParam(r, p.name), p.in(whole), options); err != nil {
			return &ParameterError{p.name, err}
		}
	}
	if len(f.query) > 0 {
		query := r.URL.Query()
		for _, p := range f.query {
			if err := p.bindQuery(query, whole); err != nil {
				return &ParameterError{p.name, err}
			}
		}
	}
	for _, p := range f.header {
		if err := p.bindHeader(r.Header, whole); err != nil {
			return &ParameterError{p.name, err}
		}
	}
	return nil
}

func (p field) in(whole reflect.Value) any { return whole.FieldByIndex(p.at).Addr().Interface() }

// bindQuery reads one value, or the parts between the commas of a list.
func (p field) bindQuery(query url.Values, whole reflect.Value) error {
	return runtime.BindQueryParameterWithOptions("form", !p.list, p.required, p.name, query, p.in(whole), runtime.BindQueryParameterOptions{})
}

func (p field) bindHeader(header http.Header, whole reflect.Value) error {
	values := header.Values(p.name)
	switch {
	case len(values) > 1:
		return fmt.Errorf("%d values", len(values))
	case len(values) == 0 && p.required:
		return errors.New("missing")
	case len(values) == 0:
		return nil
	}
	options := runtime.BindStyledParameterOptions{ParamLocation: runtime.ParamLocationHeader, Required: p.required}
	return runtime.BindStyledParameterWithOptions("simple", p.name, values[0], p.in(whole), options)
}

// bindJSON reads a JSON body; one that did not come stays nil.
func bindJSON(from io.Reader, into reflect.Value) error {
	body := reflect.New(into.Type().Elem())
	switch err := json.NewDecoder(from).Decode(body.Interface()); {
	case errors.Is(err, io.EOF):
		return nil
	case err != nil:
		return &BodyError{err}
	}
	into.Set(body)
	return nil
}
