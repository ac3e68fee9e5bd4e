// Package httpapi is the driving adapter of the contract (openapi/). It decides nothing: every
// refusal is a fault of the core, written by transport/problem.
//
// The machinery that every operation goes through is transport; the handlers of a tag, which
// convert, call one use case and convert back, are a package each. This package puts them
// together and serves the two applications beside them.
//
// Per operation, after routing: body limit → authenticate → validate against the
// contract → replay of an Idempotency-Key → handler.
package httpapi
