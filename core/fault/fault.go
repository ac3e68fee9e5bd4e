// Package fault is the one error type of the core: a kind that decides the HTTP
// status, a key that every client can translate, and the parameters of the text.
//
// A key is declared once, as an Err… variable, with the parameters of its text and their
// types. Keys are those of the specification (section 8), letter for letter, or ours as
// noun.reason; openapi/error-keys.yaml is made from the declarations.
package fault

import (
	"errors"
	"fmt"
	"maps"
	"slices"
)

// Kind is the class of a fault. Adapters turn it into a status or an exit code.
type Kind int

// The kinds, with the HTTP status that adapters/httpapi gives them.
const (
	Internal        Kind = iota // 500
	Invalid                     // 400
	Unauthenticated             // 401
	Forbidden                   // 403
	NotFound                    // 404
	Conflict                    // 409
	Changed                     // 412: If-Match does not hold
	TooLarge                    // 413
	TooMany                     // 429, parameter retryAfterSeconds
	Unavailable                 // 503, parameter retryAfterSeconds
)

// Error is a refusal that a person or a program can act on. Values are never
// changed after they were made: With, At, OnRow and Of return copies.
type Error struct {
	Kind   Kind
	Key    string
	Params map[string]any // values for the text of Key and more; JSON scalars, or slices of them or of objects
	Field  string         // name of the contract's field, or the column of a file
	Row    int            // line of the file, from 1; 0 = none
	Items  []*Error       // what is wrong in detail; each has its own key
	cause  error
}

// New declares a key of ours: what it is called, and which parameters With may give it.
// Packages keep theirs in errors.go as Err… variables; those of several are in keys.go here.
func New(kind Kind, key string, params ...Params) *Error {
	return declare(Declaration{Kind: kind, Key: key, Params: slices.Concat(params...)})
}

// Specified declares a key that the specification spells.
func Specified(kind Kind, key string, params ...Params) *Error {
	return declare(Declaration{Kind: kind, Key: key, Params: slices.Concat(params...), Specified: true})
}

// With returns a copy that carries one more parameter.
func (e *Error) With(name string, value any) *Error {
	c := *e
	c.Params = maps.Clone(e.Params)
	if c.Params == nil {
		c.Params = map[string]any{}
	}
	c.Params[name] = value
	return &c
}

// At returns a copy that names the field it is about.
func (e *Error) At(field string) *Error { c := *e; c.Field = field; return &c }

// OnRow returns a copy that names the line of the file it is about (from 1).
func (e *Error) OnRow(row int) *Error { c := *e; c.Row = row; return &c }

// Of returns a copy that holds the given details.
func (e *Error) Of(items ...*Error) *Error { c := *e; c.Items = items; return &c }

// Because returns a copy that keeps the technical cause for the log. It is never shown.
func (e *Error) Because(cause error) *Error { c := *e; c.cause = cause; return &c }

func (e *Error) Error() string {
	s := e.Key
	if e.Field != "" {
		s += " at " + e.Field
	}
	if e.Row > 0 {
		s += fmt.Sprintf(" on row %d", e.Row)
	}
	if len(e.Params) > 0 {
		s += fmt.Sprintf(" %v", e.Params)
	}
	for _, item := range e.Items {
		s += "; " + item.Error()
	}
	if e.cause != nil {
		s += ": " + e.cause.Error()
	}
	return s
}

func (e *Error) Unwrap() error { return e.cause }

// Is compares keys, so that errors.Is(err, ErrX) holds whatever the parameters.
func (e *Error) Is(target error) bool {
	t, ok := target.(*Error)
	return ok && t.Key == e.Key
}

// From finds the fault in a chain of errors; nil when there is none.
func From(err error) *Error {
	var f *Error
	if errors.As(err, &f) {
		return f
	}
	return nil
}

// KeyOf is the key of the fault in err, "internal" when err holds none.
func KeyOf(err error) string {
	if f := From(err); f != nil {
		return f.Key
	}
	return "internal"
}

// List collects details so that a person sees everything that is wrong at once.
type List struct{ Items []*Error }

// Add keeps err; nil is ignored. An error that is not a fault is kept as the
// cause of an internal one.
func (l *List) Add(err error) {
	if err == nil {
		return
	}
	f := From(err)
	if f == nil {
		f = Unexpected.Because(err)
	}
	l.Items = append(l.Items, f)
}

// Err is nil for an empty list, else parent with the collected details.
func (l *List) Err(parent *Error) error {
	if len(l.Items) == 0 {
		return nil
	}
	return parent.Of(l.Items...)
}
