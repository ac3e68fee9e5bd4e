// Package httpapi is the driving adapter of the contract (openapi/): it
// authenticates, validates, converts, calls one use case and converts back.
// It decides nothing; every refusal is a fault of the core, written by problem.go.
//
// Per operation, after routing: body limit → authenticate → validate against the
// contract → replay of an Idempotency-Key → handler.
package httpapi
