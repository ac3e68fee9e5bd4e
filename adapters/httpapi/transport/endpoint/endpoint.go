// Package endpoint is what generated code is made of: an operation of the contract, how its
// request is read into its type and how its answer is written. Parameters of every
// operation are bound here and nowhere else.
package endpoint

import (
	"context"
	"fmt"
	"net/http"
	"reflect"
)

// Endpoint is one operation of the contract with the handler that answers it.
type Endpoint struct {
	Operation string // operationId, as Go writes it
	Method    string
	Path      string // below the base of the API, with chi's names of parameters

	// Read reads a request that the contract has accepted into the generated type of the
	// operation. Errors: *ParameterError, *BodyError.
	Read func(r *http.Request) (any, error)
	// Call gives that request to the handler.
	Call Call
	// Write writes what the handler answered.
	Write func(w http.ResponseWriter, answer any) error
}

// Call is a handler that takes any request and gives any answer.
type Call func(ctx context.Context, request any) (answer any, err error)

// Of is the endpoint of an operation whose requests are Req and whose answers are Resp. It is made
// once for each operation of the contract, so what need not know the two types is done elsewhere.
func Of[Req, Resp any](operation, method, path string, handle func(context.Context, Req) (Resp, error), write func(Resp, http.ResponseWriter) error) Endpoint {
	return Endpoint{
		Operation: operation, Method: method, Path: path,
		Read: reader(reflect.TypeFor[Req]()),
		Call: func(ctx context.Context, request any) (any, error) {
			answer, err := handle(ctx, request.(Req))
			if err != nil {
				return nil, err
			}
			return answer, nil
		},
		Write: func(w http.ResponseWriter, answer any) error {
			typed, ok := answer.(Resp)
			if !ok {
				return foreign(operation, answer)
			}
			return write(typed, w)
		},
	}
}

// reader reads requests of a generated type.
func reader(of reflect.Type) func(*http.Request) (any, error) {
	fields := fieldsOf(of)
	return func(r *http.Request) (any, error) {
		request := reflect.New(of).Elem()
		err := fields.bind(r, request)
		return request.Interface(), err
	}
}

func foreign(operation string, answer any) error {
	return fmt.Errorf("%s has no answer %T", operation, answer)
}
